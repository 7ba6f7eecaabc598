/* Comparisons for people: of every table the figures of the methods, their differences and one sentence; then all tables. */
#include "render_comparison.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "outcome.h"
#include "render.h"
#include "text.h"

typedef struct figure {
    const char *key, *title, *unit, *of;
    double factor;
    int digits;
    bool common; /* shown without --verbose too, where differences are */
} figure;

static const figure FIGURES[] = {{"error", "error %", "percentage points", "the error", 100, 2, true},
                                 {"balanced_error", "balanced %", "percentage points", "the balanced error", 100, 2, false},
                                 {"auc", "AUC", "units", "the AUC within folds", 1, 4, false},
                                 {"log_loss", "log loss", "nats", "the log loss", 1, 4, true}};
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

static const char *text_or(const json_t *object, const char *key)
{
    const char *text = cli_text_of(object, key);
    return text ? text : "?";
}

static void print_of(FILE *out, const json_t *object, const char *key) { cli_print_name(out, text_or(object, key), NAME_WIDTH); }

/* ---- figures */

/* NULL data: of all tables. */
static bool is_best(const json_t *document, const char *data, const char *key, const char *name)
{
    size_t i;
    const json_t *best;
    json_array_foreach(json_object_get(document, "best"), i, best)
    {
        if (render_is(best, "data", data) && render_is(best, "figure", key) && render_is(best, "name", name)) return true;
    }
    return false;
}

/* May rows of some method of the table stay undecided (--abstain)? */
static bool abstain(const json_t *document, const json_t *data)
{
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(document, "cells"), i, cell)
    {
        const json_t *summary = json_object_get(json_object_get(cell, "evaluation"), "summary");
        if (render_is(cell, "data", cli_text_of(data, "name")) && json_is_object(json_object_get(summary, "undecided")))
            return true;
    }
    return false;
}

static void add_undecided(json_t *rows, const json_t *summary)
{
    const double share = cli_number_of(json_object_get(summary, "undecided"), "value");
    if (isfinite(share))
        render_grid_add(rows, "%.2f", 100 * share);
    else
        render_grid_add(rows, "-");
}

static void add_figures(json_t *rows, const json_t *document, const json_t *cell, bool abstains)
{
    const json_t *evaluation = json_object_get(cell, "evaluation"), *summary = json_object_get(evaluation, "summary");
    for (int i = 0; i < N_FIGURES; i++) {
        const figure *f = FIGURES + i;
        const json_t *metric = json_object_get(summary, f->key);
        const double value = cli_number_of(metric, "value");
        const bool best = is_best(document, cli_text_of(cell, "data"), f->key, cli_text_of(cell, "name"));
        if (isfinite(value))
            render_grid_add(rows, "%.*f%s", f->digits, f->factor * value, best ? "*" : " ");
        else
            render_grid_add(rows, "- ");
        if (i == 0) render_grid_interval(rows, metric, f->factor, f->digits);
    }
    if (abstains) add_undecided(rows, summary);
    render_grid_add(rows, "%.4g", cli_number_of(summary, "mean_n_features"));
    render_grid_add(rows, "%.3g", cli_number_of(evaluation, "seconds"));
}

static void add_intervals(json_t *rows, const json_t *cell)
{
    const json_t *summary = json_object_get(json_object_get(cell, "evaluation"), "summary");
    for (int i = 0; i < N_FIGURES; i++)
        render_grid_interval(rows, json_object_get(summary, FIGURES[i].key), FIGURES[i].factor, FIGURES[i].digits);
}

static void add_titles_of_figures(json_t *rows, bool intervals, bool abstains)
{
    render_grid_row(rows);
    render_grid_add(rows, "%s", intervals ? "95 % intervals" : "method");
    for (int k = 0; k < N_FIGURES; k++) {
        render_grid_add(rows, "%s%s", FIGURES[k].title, intervals ? "" : " ");
        if (k == 0 && !intervals) render_grid_add(rows, "95 %%");
    }
    if (!intervals && abstains) render_grid_add(rows, "undecided %%");
    if (!intervals) render_grid_add(rows, "features");
    if (!intervals) render_grid_add(rows, "seconds");
}

/* The evaluations of a table, a line each. */
static void print_figures(FILE *out, const json_t *document, const json_t *data, bool intervals)
{
    size_t i;
    const json_t *cell;
    json_t *rows = json_array();
    const bool abstains = abstain(document, data);
    add_titles_of_figures(rows, intervals, abstains);
    json_array_foreach(json_object_get(document, "cells"), i, cell)
    {
        if (!render_is(cell, "data", cli_text_of(data, "name")) || !json_is_object(json_object_get(cell, "evaluation"))) continue;
        render_grid_row(rows);
        render_grid_add(rows, "%s", text_or(cell, "name"));
        if (intervals)
            add_intervals(rows, cell);
        else
            add_figures(rows, document, cell, abstains);
    }
    render_grid(out, rows);
    json_decref(rows);
    fputs(intervals ? "\n" : "  * the best of its column, by the mean over the folds\n", out);
    if (!intervals && abstains)
        fputs("  Rows that a method leaves undecided count as wrong in its errors and in differences of them; the baseline "
              "decides every "
              "row\n",
              out);
}

/* ---- what is missing */

static void print_missing(FILE *out, const json_t *document, const json_t *data)
{
    size_t i;
    const json_t *cell;
    json_array_foreach(json_object_get(document, "cells"), i, cell)
    {
        const json_t *evaluation = json_object_get(cell, "evaluation");
        const cli_failures failed = cli_failures_of(evaluation);
        if (!render_is(cell, "data", cli_text_of(data, "name")) || render_is(cell, "status", "done")) {
            if (!render_is(cell, "data", cli_text_of(data, "name")) || !failed.first) continue;
        }
        fputs("  ", out);
        print_of(out, cell, "name");
        if (render_is(cell, "status", "failed")) fprintf(out, " failed: %s", cli_message_of(cell));
        if (render_is(cell, "status", "not_run")) fputs(" was not run", out);
        if (render_is(cell, "status", "stopped"))
            fprintf(out, " was stopped after %lld of %lld folds; its figures are of these",
                    cli_count_of(evaluation, "folds_done"), cli_planned_folds(evaluation));
        if (failed.first)
            fprintf(out, ": %zu fold%s failed, the first, %lld: %s", failed.n_folds, failed.n_folds == 1 ? "" : "s",
                    cli_count_of(failed.first, "fold"), cli_message_of(failed.first));
        fputs("\n", out);
    }
}

/* ---- differences */

static const json_t *pair_of(const json_t *document, const char *data, const char *key, const char *name, const char *against)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(json_object_get(document, data ? "pairs" : "sets"), i, pair)
    {
        if ((!data || render_is(pair, "data", data)) && render_is(pair, "figure", key) && render_is(pair, "name", name) &&
            render_is(pair, "against", against))
            return pair;
    }
    return NULL;
}

/* Difference, interval, p. */
static void add_difference(json_t *rows, const json_t *pair, const figure *f)
{
    char p[RENDER_P_BYTES];
    const double difference = cli_number_of(pair, "difference");
    if (isfinite(difference))
        render_grid_add(rows, "%+.*f", f->digits, f->factor * difference);
    else
        render_grid_add(rows, "-");
    render_grid_interval(rows, pair, f->factor, f->digits);
    render_grid_add(rows, "%s", render_p(cli_number_of(pair, "p_holm"), p));
}

/* Is there a McNemar test against the best? */
static bool has_counts(const json_t *document, const char *data, const char *key)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(json_object_get(document, "pairs"), i, pair)
    {
        if (render_is(pair, "data", data) && render_is(pair, "figure", key) && render_is(pair, "against", "best") &&
            isfinite(cli_number_of(pair, "mcnemar_p")))
            return true;
    }
    return false;
}

static void add_titles(json_t *rows, bool best, bool counts)
{
    render_grid_row(rows);
    render_grid_add(rows, "method");
    if (best) render_grid_add(rows, "to best");
    if (best) render_grid_add(rows, "95 %%");
    if (best) render_grid_add(rows, "p");
    if (counts) render_grid_add(rows, "McNemar p, raw");
    render_grid_add(rows, "to baseline");
    render_grid_add(rows, "95 %%");
    render_grid_add(rows, "p");
}

/* The first comparison of a figure with the one or the other; what it is compared with. */
static const json_t *any_pair(const json_t *document, const char *data, const char *key, const char *against)
{
    size_t i;
    const json_t *pair;
    json_array_foreach(json_object_get(document, "pairs"), i, pair)
    {
        if (render_is(pair, "data", data) && render_is(pair, "figure", key) && render_is(pair, "against", against)) return pair;
    }
    return NULL;
}

/* Why there is no p, of the comparisons that have none: once each text. */
static void print_reasons(FILE *out, const json_t *document, const char *data, const char *key)
{
    size_t i;
    const json_t *pair;
    json_t *said = json_object();
    json_array_foreach(json_object_get(document, "pairs"), i, pair)
    {
        const char *reason = cli_text_of(pair, "reason");
        if (!reason || isfinite(cli_number_of(pair, "p")) || !render_is(pair, "data", data) || !render_is(pair, "figure", key))
            continue;
        if (json_object_get(said, reason)) continue;
        json_object_set_new(said, reason, json_true());
        fputs("  ", out);
        print_of(out, pair, "name");
        fprintf(out, " to the %s: %s\n", text_or(pair, "against"), reason);
    }
    json_decref(said);
}

static void print_differences(FILE *out, const json_t *document, const json_t *data, const figure *f)
{
    char p[RENDER_P_BYTES];
    size_t i;
    const json_t *cell;
    const char *name = cli_text_of(data, "name");
    const json_t *best = any_pair(document, name, f->key, "best"), *base = any_pair(document, name, f->key, "baseline");
    const bool counts = has_counts(document, name, f->key);
    if (!base) return;
    fprintf(out, "\n  Differences of %s (%s) to %s", f->of, f->unit, best ? "the best, " : "");
    if (best) print_of(out, best, "other");
    fprintf(out, "%s the baseline; p: Holm's, of", best ? ", and to" : "");
    if (best) fprintf(out, " %lld compared with the best, ", cli_count_of(best, "n_compared"));
    fprintf(out, "%s%lld with the baseline%s\n", best ? "" : " ", cli_count_of(base, "n_compared"),
            counts ? "; McNemar's is of each comparison by itself" : "");
    json_t *rows = json_array();
    add_titles(rows, best != NULL, counts);
    json_array_foreach(json_object_get(document, "cells"), i, cell)
    {
        const char *method = cli_text_of(cell, "name");
        const json_t *to_best = pair_of(document, name, f->key, method, "best");
        const json_t *to_base = pair_of(document, name, f->key, method, "baseline");
        if (!render_is(cell, "data", name) || !to_base) continue;
        render_grid_row(rows);
        render_grid_add(rows, "%s", text_or(cell, "name"));
        if (best) add_difference(rows, to_best, f);
        if (counts) render_grid_add(rows, "%s", render_p(cli_number_of(to_best, "mcnemar_p"), p));
        add_difference(rows, to_base, f);
    }
    render_grid(out, rows);
    json_decref(rows);
    print_reasons(out, document, name, f->key);
}

static void print_data(FILE *out, const json_t *document, const json_t *data, cli_view view)
{
    size_t i;
    const json_t *name;
    const long long folds = cli_count_of(data, "n_folds");
    print_of(out, data, "name");
    fprintf(out, ": %lld rows, %lld features, classes ", cli_count_of(data, "n"), cli_count_of(data, "p"));
    json_array_foreach(json_object_get(data, "classes"), i, name)
    {
        fputs(i ? ", " : "", out);
        cli_print_name(out, json_is_string(name) ? json_string_value(name) : "?", NAME_WIDTH);
    }
    fputs("; ", out);
    print_of(out, document, "plan");
    if (folds > 0) fprintf(out, ", %lld fold%s", folds, folds == 1 ? "" : "s");
    fputs("\n\n", out);
    if (folds > 0 && view.verbose) print_figures(out, document, data, true);
    if (folds > 0) print_figures(out, document, data, false);
    print_missing(out, document, data);
    for (int f = 0; f < N_FIGURES; f++)
        if (FIGURES[f].common || view.verbose) print_differences(out, document, data, FIGURES + f);
    render_cores(out, document, data);
    render_sparsity(out, document, data);
    fputs("\n", out);
    render_verdict(out, document, data);
    fputs("\n", out);
}

/* ---- over tables */

static void add_signs(json_t *rows, const json_t *set)
{
    char p[RENDER_P_BYTES];
    if (set)
        render_grid_add(rows, "%lld / %lld / %lld", cli_count_of(set, "better"), cli_count_of(set, "worse"),
                        cli_count_of(set, "ties"));
    else
        render_grid_add(rows, "-");
    render_grid_add(rows, "%s", render_p(cli_number_of(set, "p_holm"), p));
}

/* By the error: each method against the best on average and the baseline. */
static void print_sets(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *base;
    const figure *f = FIGURES;
    json_t *rows = json_array();
    if (json_array_size(json_object_get(document, "sets")) == 0) goto done;
    fprintf(out, "Over %zu tables, by %s: tables on which a method is better / worse / equal, p of the sign test (Holm's)\n\n",
            json_array_size(json_object_get(document, "data")), f->of);
    render_grid_row(rows);
    static const char *const titles[] = {"method", "mean error %", "to best", "p", "to baseline", "p"};
    for (size_t t = 0; t < sizeof titles / sizeof *titles; t++) render_grid_add(rows, "%s", titles[t]);
    json_array_foreach(json_object_get(document, "sets"), i, base)
    {
        const char *name = cli_text_of(base, "name");
        if (!render_is(base, "figure", f->key) || !render_is(base, "against", "baseline")) continue;
        const double mean = cli_number_of(base, "mean");
        render_grid_row(rows);
        render_grid_add(rows, "%s", text_or(base, "name"));
        if (isfinite(mean))
            render_grid_add(rows, "%.*f%s", f->digits, f->factor * mean, is_best(document, NULL, f->key, name) ? "*" : " ");
        else
            render_grid_add(rows, "- ");
        add_signs(rows, pair_of(document, NULL, f->key, name, "best"));
        add_signs(rows, base);
    }
    render_grid(out, rows);
    fputs("  * the best on average\n\n", out);
    render_verdict(out, document, NULL);
    fputs("\n", out);
done:
    json_decref(rows);
}

/* ---- warnings */

/* How often each code comes up. */
static void print_codes(FILE *out, const json_t *document)
{
    size_t i, j;
    const json_t *cell, *warning;
    const char *code, *before = "Warnings: ";
    json_t *count = json_object(), *n;
    json_array_foreach(json_object_get(document, "cells"), i, cell)
        json_array_foreach(json_object_get(json_object_get(cell, "evaluation"), "warnings"), j, warning)
    {
        code = text_or(warning, "code");
        json_object_set_new(count, code, json_integer(json_integer_value(json_object_get(count, code)) + 1));
    }
    json_object_foreach(count, code, n)
    {
        fprintf(out, "%s%lld %s", before, (long long)json_integer_value(n), code);
        before = ", ";
    }
    if (json_object_size(count) > 0) fputs("; the JSON has them, in the evaluation of each cell\n", out);
    json_decref(count);
}

int render_comparison(FILE *out, const json_t *document, cli_view view)
{
    size_t i;
    const json_t *data;
    const char *cut = cli_cut_short(document);
    const cli_cells cells = cli_cells_of(document);
    json_array_foreach(json_object_get(document, "data"), i, data) print_data(out, document, data, view);
    print_sets(out, document);
    if (cut) fprintf(out, "Stopped, %s: %zu of %zu cells are whole.\n", cut, cells.n_done, cells.n);
    print_codes(out, document);
    if (!view.verbose) fputs("--verbose shows all intervals, and the differences of the balanced error and the AUC.\n", out);
    return CLI_DONE;
}
