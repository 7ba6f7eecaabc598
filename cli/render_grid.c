/* Texts in aligned columns, and what else the files that show comparisons share: see render_comparison.h. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "render_comparison.h"
#include "text.h"

/* Columns that the name of a method has at most, so that differences with intervals fit a line. */
enum { METHOD_WIDTH = 30, MOST_GRID_COLUMNS = 16 };

void render_grid_row(json_t *rows) { json_array_append_new(rows, json_array()); }

void render_grid_add(json_t *rows, const char *format, ...)
{
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0) text = NULL;
    va_end(list);
    json_t *cell = text ? json_string(text) : NULL;
    json_array_append_new(json_array_get(rows, json_array_size(rows) - 1), cell ? cell : json_string("?"));
    free(text);
}

void render_grid(FILE *out, const json_t *rows)
{
    int width[MOST_GRID_COLUMNS] = {0};
    size_t r, c;
    const json_t *row, *cell;
    json_array_foreach(rows, r, row) json_array_foreach(row, c, cell)
    {
        const int w = (int)cli_name_width(json_string_value(cell), METHOD_WIDTH);
        if (c < MOST_GRID_COLUMNS && w > width[c]) width[c] = w;
    }
    json_array_foreach(rows, r, row)
    {
        json_array_foreach(row, c, cell)
        {
            fputs("  ", out);
            cli_print_padded(out, json_string_value(cell), c == 0 ? width[c] : -width[c]);
        }
        fputs("\n", out);
    }
}

const char *render_p(double p, char out[RENDER_P_BYTES])
{
    if (!isfinite(p)) return "-";
    snprintf(out, RENDER_P_BYTES, p < .001 ? "< .001" : "%.3f", p);
    return out;
}

bool render_is(const json_t *object, const char *key, const char *text)
{
    const char *own = cli_text_of(object, key);
    return own && text ? strcmp(own, text) == 0 : own == text;
}

void render_grid_interval(json_t *rows, const json_t *holder, double factor, int digits)
{
    const double low = cli_number_of(holder, "low"), high = cli_number_of(holder, "high");
    if (isfinite(low) && isfinite(high))
        render_grid_add(rows, "[%.*f, %.*f]", digits, factor * low, digits, factor * high);
    else
        render_grid_add(rows, "-");
}
