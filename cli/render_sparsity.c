/* The price of sparsity. */
#include "render_comparison.h"

#include <math.h>

#include "document.h"
#include "render.h"
#include "text.h"

/* Of both figures what a difference is called, and how it is shown. */
static const struct {
    const char *key, *title;
    double factor;
    int digits;
} FIGURES[] = {{"error", "error %", 100, 2}, {"log_loss", "log loss", 1, 4}};
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

/* NULL name and other: the first of the figure. */
static const json_t *price_of(const json_t *document, const char *data, const char *figure, const char *name, const char *other)
{
    size_t i;
    const json_t *price;
    json_array_foreach(json_object_get(document, "sparsity"), i, price)
    {
        if (render_is(price, "data", data) && render_is(price, "figure", figure) && (!name || render_is(price, "name", name)) &&
            (!other || render_is(price, "other", other)))
            return price;
    }
    return NULL;
}

static void add_titles(json_t *rows)
{
    render_grid_row(rows);
    render_grid_add(rows, "method");
    render_grid_add(rows, "features");
    render_grid_add(rows, "against");
    render_grid_add(rows, "features");
    for (int f = 0; f < N_FIGURES; f++) {
        render_grid_add(rows, "%s", FIGURES[f].title);
        render_grid_add(rows, "95 %%");
    }
}

/* The name of a method, and how many features it has. */
static void add_method(json_t *rows, const json_t *price, const char *name, const char *n_features)
{
    const char *text = cli_text_of(price, name);
    render_grid_add(rows, "%s", text ? text : "?");
    render_grid_add(rows, "%.4g", cli_number_of(price, n_features));
}

void render_sparsity(FILE *out, const json_t *document, const json_t *data)
{
    size_t i;
    const json_t *price;
    const char *table = cli_text_of(data, "name");
    if (!price_of(document, table, FIGURES[0].key, NULL, NULL)) return;
    json_t *rows = json_array();
    fputs("\n  Price of sparsity: differences to each of the methods that use all features\n", out);
    add_titles(rows);
    json_array_foreach(json_object_get(document, "sparsity"), i, price)
    {
        if (!render_is(price, "data", table) || !render_is(price, "figure", FIGURES[0].key)) continue;
        render_grid_row(rows);
        add_method(rows, price, "name", "n_features");
        add_method(rows, price, "other", "other_n_features");
        for (int f = 0; f < N_FIGURES; f++) {
            const json_t *own =
                price_of(document, table, FIGURES[f].key, cli_text_of(price, "name"), cli_text_of(price, "other"));
            const double difference = cli_number_of(own, "difference");
            if (isfinite(difference))
                render_grid_add(rows, "%+.*f", FIGURES[f].digits, FIGURES[f].factor * difference);
            else
                render_grid_add(rows, "-");
            render_grid_interval(rows, own, FIGURES[f].factor, FIGURES[f].digits);
        }
    }
    render_grid(out, rows);
    json_decref(rows);
    fputs("  more is worse; an interval is of its one difference, none is adjusted for the number of them\n", out);
}
