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

/* name NULL: the first of the figure. */
static const json_t *price_of(const json_t *document, const char *data, const char *figure, const char *name)
{
    size_t i;
    const json_t *price;
    json_array_foreach(json_object_get(document, "sparsity"), i, price)
    {
        if (render_is(price, "data", data) && render_is(price, "figure", figure) && (!name || render_is(price, "name", name)))
            return price;
    }
    return NULL;
}

static void print_titles(FILE *out, json_t *rows, const json_t *document, const char *data)
{
    render_grid_row(rows);
    render_grid_add(rows, "method");
    render_grid_add(rows, "features");
    fputs("\n  Price of sparsity: differences to the best of the methods that use all features", out);
    for (int f = 0; f < N_FIGURES; f++) {
        const json_t *first = price_of(document, data, FIGURES[f].key, NULL);
        const char *other = cli_text_of(first, "other");
        render_grid_add(rows, "%s", FIGURES[f].title);
        render_grid_add(rows, "95 %%");
        if (!other) continue;
        fprintf(out, "%s%s: ", f == 0 ? " (" : ", ", f == 0 ? "error" : "log loss");
        cli_print_name(out, other, NAME_WIDTH);
        fprintf(out, ", %.4g features", cli_number_of(first, "other_n_features"));
    }
    fputs(")\n", out);
}

void render_sparsity(FILE *out, const json_t *document, const json_t *data)
{
    size_t i;
    const json_t *price;
    const char *table = cli_text_of(data, "name");
    if (!price_of(document, table, FIGURES[0].key, NULL)) return;
    json_t *rows = json_array();
    print_titles(out, rows, document, table);
    json_array_foreach(json_object_get(document, "sparsity"), i, price)
    {
        if (!render_is(price, "data", table) || !render_is(price, "figure", FIGURES[0].key)) continue;
        render_grid_row(rows);
        render_grid_add(rows, "%s", cli_text_of(price, "name") ? cli_text_of(price, "name") : "?");
        render_grid_add(rows, "%.4g", cli_number_of(price, "n_features"));
        for (int f = 0; f < N_FIGURES; f++) {
            const json_t *own = price_of(document, table, FIGURES[f].key, cli_text_of(price, "name"));
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
    fputs("  more is worse; that method was picked on the same folds\n", out);
}
