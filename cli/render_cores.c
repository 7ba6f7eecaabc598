/* What the methods of a comparison select. */
#include "render_comparison.h"

#include <math.h>

#include "document.h"
#include "render.h"
#include "text.h"

/* Of the core; the table `selection` has them all. */
enum { SHOWN_CORE = 12 };

static void add_row(json_t *rows, const json_t *cell)
{
    const json_t *evaluation = json_object_get(cell, "evaluation"), *list = json_object_get(evaluation, "list");
    const json_t *stability = json_object_get(list, "stability");
    const double value = cli_number_of(stability, "value");
    const char *name = cli_text_of(cell, "name");
    render_grid_row(rows);
    render_grid_add(rows, "%s", name ? name : "?");
    render_grid_add(rows, "%zu", json_array_size(json_object_get(evaluation, "selection")));
    render_grid_add(rows, "%lld", cli_count_of(list, "n_core"));
    if (isfinite(value))
        render_grid_add(rows, "%.2f", value);
    else
        render_grid_add(rows, "-");
    render_grid_interval(rows, stability, 1, 2);
}

/* The core is at the front of the selection. */
static void print_core(FILE *out, const json_t *cell)
{
    const json_t *evaluation = json_object_get(cell, "evaluation"), *list = json_object_get(evaluation, "list");
    const json_t *selection = json_object_get(evaluation, "selection");
    const size_t n = json_array_size(json_object_get(list, "core"));
    if (n == 0) return;
    fputs("  core of ", out);
    cli_print_name(out, cli_text_of(cell, "name"), NAME_WIDTH);
    for (size_t i = 0; i < n && i < SHOWN_CORE; i++) {
        const json_t *feature = json_array_get(selection, i);
        const char *direction = cli_text_of(feature, "direction");
        fputs(i ? ", " : ": ", out);
        cli_print_name(out, cli_text_of(feature, "name"), NAME_WIDTH);
        if (!direction) continue;
        fputs(" (", out);
        cli_print_name(out, direction, NAME_WIDTH);
        fputs(")", out);
    }
    if (n > SHOWN_CORE) fprintf(out, ", and %zu more", n - SHOWN_CORE);
    fputs("\n", out);
}

void render_cores(FILE *out, const json_t *document, const json_t *data)
{
    size_t i, n = 0;
    const json_t *cell, *cells = json_object_get(document, "cells");
    const char *table = cli_text_of(data, "name");
    json_t *rows = json_array();
    static const char *const titles[] = {"method", "selected", "core", "stability", "95 %"};
    render_grid_row(rows);
    for (size_t t = 0; t < sizeof titles / sizeof *titles; t++) render_grid_add(rows, "%s", titles[t]);
    json_array_foreach(cells, i, cell)
    {
        if (!render_is(cell, "data", table) || !render_is(cell, "uses", "some")) continue;
        add_row(rows, cell);
        n++;
    }
    if (n == 0) goto done;
    fputs("\n  Features that any fold selected; the core: in at least 80 % of the folds, with the class that larger values speak "
          "for; and "
          "how alike the folds' selections are: 1 if all are the same, about 0 if drawn at random\n",
          out);
    render_grid(out, rows);
    json_array_foreach(cells, i, cell) if (render_is(cell, "data", table) && render_is(cell, "uses", "some"))
        print_core(out, cell);
done:
    json_decref(rows);
}
