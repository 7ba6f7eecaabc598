/* Methods beside each other: a comparison, table by table. */
#include <stdio.h>

#include "base/text.h"
#include "page/compared.h"

/* Holm's p from which a difference counts as shown. */
static const double LEVEL = .05;
/* Folds from which the corrected t is not called approximate for their number. */
enum { FEW_FOLDS = 10 };

static bool applies(const ard_page *page) { return page->n_comparisons > 0; }

typedef ard_page_table table;

static const json_t *pair_at(const table *t, int64_t i) { return ard_doc_at(t->comparison, "pairs", i); }
static int64_t n_pairs(const table *t) { return ard_doc_size(t->comparison, "pairs"); }

static bool is_of(const table *t, const json_t *pair, const char *against)
{
    return ard_doc_is(pair, "data", t->name) && ard_doc_is(pair, "figure", "error") && ard_doc_is(pair, "against", against);
}

/* The method of least error on this table; NULL: none has a result. */
static const char *best_of(const table *t)
{
    for (int64_t i = 0; i < ard_doc_size(t->comparison, "best"); i++) {
        const json_t *best = ard_doc_at(t->comparison, "best", i);
        if (ard_doc_is(best, "data", t->name) && ard_doc_is(best, "figure", "error")) return ard_doc_text(best, "name");
    }
    return NULL;
}

/* ---- what the tests say */

typedef enum { UNTESTED, SAME, WORSE, BETTER, N_OUTCOMES } outcome;

static outcome outcome_of(const json_t *pair)
{
    const double p = ard_doc_number(pair, "p_holm");
    return !isfinite(p) ? UNTESTED : p >= LEVEL ? SAME : ard_doc_number(pair, "difference") > 0 ? WORSE : BETTER;
}

static int64_t count_outcomes(const table *t, const char *against, outcome wanted)
{
    int64_t n = 0;
    for (int64_t i = 0; i < n_pairs(t); i++) n += is_of(t, pair_at(t, i), against) && outcome_of(pair_at(t, i)) == wanted;
    return n;
}

/* "a, b and c" of the methods that come out so; returns how many. */
static int64_t say_names(ard_page *page, const table *t, const char *against, outcome wanted, const char *before)
{
    int64_t said = 0;
    const int64_t n = count_outcomes(t, against, wanted);
    if (n > 0) ard_html_say(&page->html, "%s", before);
    for (int64_t i = 0; i < n_pairs(t); i++) {
        if (!is_of(t, pair_at(t, i), against) || outcome_of(pair_at(t, i)) != wanted) continue;
        ard_html_say(&page->html, "%s%s", said == 0 ? "" : said + 1 < n ? ", " : " and ", ard_doc_name(pair_at(t, i), "name"));
        said++;
    }
    return n;
}

static double best_error(const table *t)
{
    for (int64_t i = 0; i < ard_page_n_cells(t); i++)
        if (ard_doc_is(ard_page_cell(t, i), "name", best_of(t)))
            return ard_figure_of(ard_page_cell_summary(ard_page_cell(t, i)), "error").value;
    return (double)NAN;
}

static int64_t n_methods(const table *t)
{
    int64_t n = 0;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) n += ard_page_cell(t, i) != NULL;
    return n;
}

/* Can the methods be told apart? */
static void say_apart(ard_page *page, const table *t)
{
    ard_html *html = &page->html;
    const int64_t same = count_outcomes(t, "best", SAME), worse = count_outcomes(t, "best", WORSE);
    if (worse > 0) {
        (void)say_names(page, t, "best", WORSE, "Shown to be worse than the method of least error: ");
        ard_html_say(html, "%s", same > 0 ? "; cannot be told from it: " : ". ");
    } else if (same > 0) {
        ard_html_say(html, "No method is shown to be worse than the one of least error. Cannot be told from it: ");
    }
    if (say_names(page, t, "best", SAME, "") > 0) ard_html_say(html, ". ");
    if (say_names(page, t, "best", UNTESTED, "Not tested against it: ") > 0) ard_html_say(html, ". ");
}

/* Are decisions not for the most probable class? Then errors beside that of the class shares say little (page_verdict.c). */
static bool is_moved(const table *t)
{
    for (int64_t i = 0; i < ard_page_n_cells(t); i++)
        if (ard_page_moved_by(ard_doc_get(ard_page_cell(t, i), "evaluation"))) return true;
    return false;
}

static void say_baseline(ard_page *page, const table *t)
{
    ard_html *html = &page->html;
    if (say_names(page, t, "baseline", BETTER, "Shown to be better than the class shares alone: ") > 0)
        ard_html_say(html, ".");
    else
        ard_html_say(html, "None is shown to be better than the class shares alone.");
    if (say_names(page, t, "baseline", WORSE, " Shown to be worse than these: ") > 0) ard_html_say(html, ".");
}

static void say_finding(ard_page *page, const table *t)
{
    char text[ARD_FIGURE_BYTES];
    ard_html *html = &page->html;
    const char *best = best_of(t);
    if (!best) {
        ard_page_say(page, "No method has a result.");
        return;
    }
    ard_html_markup(html, "<p>");
    say_apart(page, t);
    ard_html_say(html, "%s was wrong%s least often: %s%s. ", best, ard_page_table_or_undecided(t),
                 ard_figure_text(best_error(t), true, text), n_methods(t) > 1 ? ", picked afterwards: do not quote it" : "");
    if (!is_moved(t)) say_baseline(page, t);
    ard_html_markup(html, "</p>\n");
}

/* ---- chart and tables */

static void write_chart(ard_page *page, const table *t)
{
    double base = NAN;
    ard_json_open(&page->data, t->key, '{');
    ard_json_text(&page->data, "about",
                  "Errors of the methods with their 95\u00a0% intervals; dashed: what the class shares alone do");
    ard_page_label(page, "x", "wrong%s, of the samples held out", ard_page_table_or_undecided(t));
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        const json_t *cell = ard_page_cell(t, i), *summary = ard_page_cell_summary(cell);
        const ard_figure error = ard_figure_of(summary, "error");
        if (!isfinite(error.value)) continue;
        base = ard_figure_of(ard_doc_get(summary, "baseline"), "error").value;
        ard_page_figure_row(page, ard_doc_name(cell, "name"), &error);
    }
    ard_json_close(&page->data);
    ard_page_real(page, "line", base);
    ard_json_close(&page->data);
    ard_page_chart(page, "figures", t->key);
}

static const char *state_of(const json_t *cell)
{
    return ard_doc_is(cell, "status", "done")      ? ""
           : ard_doc_is(cell, "status", "failed")  ? ard_doc_name(cell, "message")
           : ard_doc_is(cell, "status", "stopped") ? "not all folds were run"
                                                   : "not run";
}

static void write_figures(ard_page *page, const table *t)
{
    static const char *const head[] = {"method", ARD_FIGURES_HEADS, ""};
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        const json_t *cell = ard_page_cell(t, i), *summary = ard_page_cell_summary(cell);
        if (!cell) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s%s", ard_doc_name(cell, "name"),
                      ard_doc_is(cell, "name", best_of(t)) ? " (least error)" : "");
        ard_figures_cells(&page->html, summary, ard_doc_number(summary, "mean_n_features"));
        ard_html_cell(&page->html, "%s", state_of(cell));
    }
    ard_html_table_close(&page->html);
}

static void write_difference(ard_page *page, const json_t *pair)
{
    char low[ARD_FIGURE_BYTES], high[ARD_FIGURE_BYTES];
    ard_html_cell(&page->html, "%s", ard_points_text(ard_doc_number(pair, "difference"), low));
    if (isfinite(ard_doc_number(pair, "low")))
        ard_html_cell(&page->html, "%s to %s", ard_points_text(ard_doc_number(pair, "low"), low),
                      ard_points_text(ard_doc_number(pair, "high"), high));
    else
        ard_html_cell(&page->html, "%s", ard_doc_text(pair, "reason") ? ard_doc_name(pair, "reason") : "-");
}

/* Was any of these differences tested sample by sample, too? */
static bool has_mcnemar(const table *t)
{
    for (int64_t i = 0; i < n_pairs(t); i++)
        if (ard_doc_is(pair_at(t, i), "data", t->name) && isfinite(ard_doc_number(pair_at(t, i), "mcnemar_p"))) return true;
    return false;
}

static void write_mcnemar(ard_page *page, const json_t *pair)
{
    char text[ARD_FIGURE_BYTES];
    const bool tested = isfinite(ard_doc_number(pair, "mcnemar_p"));
    ard_html_cell(&page->html, "%s", tested ? ard_number_text(ard_doc_number(pair, "only_wrong"), text) : "-");
    ard_html_cell(&page->html, "%s", tested ? ard_number_text(ard_doc_number(pair, "other_only_wrong"), text) : "-");
    ard_html_cell(&page->html, "%s", ard_p_text(ard_doc_number(pair, "mcnemar_p"), text));
}

static void write_differences(ard_page *page, const table *t)
{
    static const char *const head[] = {"method",
                                       "against",
                                       "more errors, in points",
                                       "95\u00a0% interval",
                                       "Holm's p",
                                       "wrong where the other is right",
                                       "right where it is wrong",
                                       "McNemar's p"};
    char text[ARD_FIGURE_BYTES];
    int64_t rows = 0;
    const bool mcnemar = has_mcnemar(t);
    for (int64_t i = 0; i < n_pairs(t); i++) rows += is_of(t, pair_at(t, i), "best") || is_of(t, pair_at(t, i), "baseline");
    ard_html_details_open(&page->html, true, "Differences, fold by fold (%lld row%s)", (long long)rows, ard_plural(rows));
    ard_html_table_open(&page->html, mcnemar ? 8 : 5, head);
    for (int64_t i = 0; i < n_pairs(t); i++) {
        const json_t *pair = pair_at(t, i);
        const bool best = is_of(t, pair, "best");
        if (!best && !is_of(t, pair, "baseline")) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(pair, "name"));
        ard_html_cell(&page->html, "%s", best ? ard_doc_name(pair, "other") : "the class shares alone");
        write_difference(page, pair);
        ard_html_cell(&page->html, "%s", ard_p_text(ard_doc_number(pair, "p_holm"), text));
        if (mcnemar) write_mcnemar(page, pair);
    }
    ard_html_table_close(&page->html);
    ard_html_details_close(&page->html);
}

/* ---- a table, all of them */

static bool is_tuned(const json_t *evaluation)
{
    return ard_doc_text(evaluation, "tune") && !ard_doc_is(evaluation, "tune", "none");
}

/* Was one of the two made in another way? Keys that an older document lacks do not count. */
static bool is_made_otherwise(const json_t *a, const json_t *b)
{
    static const char *const key[] = {"basis",  "settings", "tune",         "rule",  "standardise", "impute",  "log",
                                      "filter", "pca",      "class_weight", "relax", "multiclass",  "protocol"};
    for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
        const json_t *x = ard_doc_get(a, key[k]), *y = ard_doc_get(b, key[k]);
        if (x && y && !json_equal(x, y)) return true;
    }
    return false;
}

/* The method of the main result has another error here: is it another procedure? */
static void say_procedure(ard_page *page, const table *t)
{
    for (int64_t i = 0; page->evaluation && i < ard_page_n_cells(t); i++) {
        const json_t *cell = ard_page_cell(t, i), *e = ard_doc_get(cell, "evaluation");
        if (!e || !ard_doc_is(cell, "method", ard_doc_name(page->evaluation, "method"))) continue;
        if (!is_made_otherwise(e, page->evaluation)) continue;
        if (is_tuned(page->evaluation) && !is_tuned(e))
            ard_html_paragraph(&page->html, "note",
                               "Here %s ran without tuning, in the rest of this page with it: its two errors are of two "
                               "procedures, and do not contradict each other.",
                               ard_doc_name(cell, "name"));
        else
            ard_html_paragraph(&page->html, "note",
                               "Here %s ran with other settings than in the rest of this page: its two errors are of two "
                               "procedures, and do not contradict each other.",
                               ard_doc_name(cell, "name"));
    }
}

static void write_data(ard_page *page, const table *t)
{
    const int64_t folds = ard_doc_count(t->data, "n_folds");
    say_finding(page, t);
    say_procedure(page, t);
    write_chart(page, t);
    write_figures(page, t);
    write_differences(page, t);
    ard_page_caution(
        page,
        "\"Cannot be told from\" does not mean \"as good as\": with more samples they may be. The method of least error was "
        "picked on the folds it is compared on, so that its own error is a little too low.%s",
        ard_doc_count(t->data, "n_repetitions") == 1 || folds < FEW_FOLDS
            ? " The tests of so few folds, or of one division into folds, are approximate."
            : "");
}

/* Over several tables: on how many each method is better. */
static void write_sets(ard_page *page, const json_t *comparison)
{
    static const char *const head[] = {"method", "against", "better on", "worse on", "equal on", "Holm's p of the sign test"};
    char text[ARD_FIGURE_BYTES];
    if (ard_doc_size(comparison, "sets") == 0) return;
    ard_html_markup(&page->html, "<h3>Over all tables</h3>\n");
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < ard_doc_size(comparison, "sets"); i++) {
        const json_t *set = ard_doc_at(comparison, "sets", i);
        if (!ard_doc_is(set, "figure", "error")) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(set, "name"));
        ard_html_cell(&page->html, "%s",
                      ard_doc_is(set, "against", "best") ? ard_doc_name(set, "other") : "the class shares alone");
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(set, "better"));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(set, "worse"));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(set, "ties"));
        ard_html_cell(&page->html, "%s", ard_p_text(ard_doc_number(set, "p_holm"), text));
    }
    ard_html_table_close(&page->html);
}

static int write(ard_page *page)
{
    for (int64_t i = 0; i < page->n_comparisons; i++) {
        ard_page_each_table(page, i, "methods", NULL, write_data);
        if (!page->evaluation) write_sets(page, page->comparison[i]);
    }
    return ARDOR_OK;
}

const ard_section ard_section_methods = {
    .key = "methods", .title = "Methods beside each other", .applies = applies, .write = write};
