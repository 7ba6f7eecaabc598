/* What it costs to use few features: a comparison, table by table. */
#include <stdio.h>

#include "base/utf8.h"
#include "page/compared.h"

/* From this ratio of the numbers of features on their axis is logarithmic. Numbers that differ less than the other are drawn side
 * by side, so many pixels apart. */
static const double WIDE = 10, SAME = 1.05;
enum { APART = 9, TITLE_BYTES = 240 };
/* So many more errors, as a share of the samples, would be a price: an interval up to it does not say that there is none. */
static const double PRICE = 0.05;

/* The price of a method beside the best of those that use all features, which is its first; name NULL: the first one of the
 * figure. */
static const json_t *price_of(const ard_page_table *t, const char *figure, const char *name)
{
    for (int64_t i = 0; i < ard_doc_size(t->comparison, "sparsity"); i++) {
        const json_t *price = ard_doc_at(t->comparison, "sparsity", i);
        if (ard_doc_is(price, "data", t->name) && ard_doc_is(price, "figure", figure) &&
            (!name || ard_doc_is(price, "name", name)))
            return price;
    }
    return NULL;
}

static bool has_prices(const ard_page_table *t) { return price_of(t, "error", NULL) != NULL; }

static bool applies(const ard_page *page) { return ard_page_any_table(page, has_prices); }

/* ---- methods as they are drawn */

typedef struct method {
    const char *name;
    double n_features;
    ard_figure error;
    const json_t *price; /* of the error, beside the best that uses all features; NULL: it chooses none */
} method;

/* False: it has no result, or is of another table. */
static bool method_at(const ard_page_table *t, int64_t i, method *out)
{
    const json_t *cell = ard_page_cell(t, i), *summary = ard_page_cell_summary(cell);
    *out = (method){.name = ard_doc_name(cell, "name"), .error = ard_figure_of(summary, "error")};
    out->price = price_of(t, "error", out->name);
    if (!out->price && ard_doc_get(cell, "uses") && !ard_doc_is(cell, "uses", "all")) return false; /* of neither kind */
    out->n_features = ard_doc_number(out->price ? out->price : summary, out->price ? "n_features" : "mean_n_features");
    return cell && isfinite(out->error.value) && isfinite(out->n_features);
}

typedef enum { CHOOSES, ALL_FEATURES, NO_FEATURE, N_KINDS } kind;

static kind kind_of(const method *m) { return m->price ? CHOOSES : m->n_features > 0 ? ALL_FEATURES : NO_FEATURE; }

static int64_t count_kind(const ard_page_table *t, kind wanted)
{
    int64_t n = 0;
    method m;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) n += method_at(t, i, &m) && kind_of(&m) == wanted;
    return n;
}

/* Methods without a feature have no place on a logarithmic axis. */
static bool is_logarithmic(const ard_page_table *t)
{
    double least = INFINITY, largest = 0;
    method m;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        if (!method_at(t, i, &m) || !(m.n_features > 0)) continue;
        least = fmin(least, m.n_features);
        largest = fmax(largest, m.n_features);
    }
    return largest > WIDE * least;
}

/* "16.7", "2000" */
static const char *features_text(double n, char out[ARD_FIGURE_BYTES])
{
    snprintf(out, ARD_FIGURE_BYTES, n >= 99.5 ? "%.0f" : "%.3g", n);
    return out;
}

/* ---- the sentence */

typedef enum { NO_INTERVAL, SAME_ERROR, UNKNOWN, MORE_ERRORS, FEWER_ERRORS } outcome;

static outcome outcome_of(const json_t *price)
{
    const double low = ard_doc_number(price, "low"), high = ard_doc_number(price, "high");
    if (!isfinite(low) || !isfinite(high)) return NO_INTERVAL;
    return low > 0 ? MORE_ERRORS : high < 0 ? FEWER_ERRORS : high > PRICE ? UNKNOWN : SAME_ERROR;
}

/* "1.2 more", "0.6 fewer": errors, in points. */
static const char *more_text(double difference, const char *what, char out[ARD_FIGURE_BYTES])
{
    snprintf(out, ARD_FIGURE_BYTES, "%.1f %s%s", fabs(100 * difference), what, difference < 0 ? "fewer" : "more");
    return out;
}

/* ": 0.6 points fewer errors (12.5 fewer to 11.2 more)" */
static void say_price(ard_page *page, const json_t *price)
{
    char text[ARD_FIGURE_BYTES], low[ARD_FIGURE_BYTES], high[ARD_FIGURE_BYTES];
    ard_html_say(&page->html, ": %s errors", more_text(ard_doc_number(price, "difference"), "points ", text));
    if (outcome_of(price) != NO_INTERVAL)
        ard_html_say(&page->html, " (%s to %s)", more_text(ard_doc_number(price, "low"), "", low),
                     more_text(ard_doc_number(price, "high"), "", high));
}

/* "a, 5 features: 1.2 points more errors (..); b, .." of the methods that come out so. */
static void say_methods(ard_page *page, const ard_page_table *t, outcome wanted, const char *before)
{
    int64_t said = 0;
    char number[ARD_FIGURE_BYTES];
    method m;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        if (!method_at(t, i, &m) || !m.price || outcome_of(m.price) != wanted) continue;
        ard_html_say(&page->html, "%s%s, %s feature%s", said++ == 0 ? before : "; ", m.name, features_text(m.n_features, number),
                     m.n_features == 1 ? "" : "s");
        say_price(page, m.price);
    }
    if (said > 0) ard_html_say(&page->html, ".");
}

static void say_finding(ard_page *page, const ard_page_table *t)
{
    char error[ARD_FIGURE_BYTES] = "-", number[ARD_FIGURE_BYTES], text[ARD_FIGURE_BYTES];
    const json_t *price = price_of(t, "error", NULL);
    const char *other = ard_doc_name(price, "other");
    const char *undecided = ard_page_table_or_undecided(t);
    const bool several = count_kind(t, ALL_FEATURES) > 1;
    method m;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++)
        if (method_at(t, i, &m) && strcmp(m.name, other) == 0) ard_figure_text(m.error.value, true, error);
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "%s, the %s that use%s all features (%s on average), was wrong%s on %s (the dashed line).", other,
                 several ? "best of the methods" : "only method", several ? "" : "s",
                 features_text(ard_doc_number(price, "other_n_features"), number), undecided, error);
    snprintf(text, sizeof text, " Shown to be wrong%s more often with fewer features: ", undecided);
    say_methods(page, t, MORE_ERRORS, text);
    say_methods(page, t, UNKNOWN, " Not shown to differ, with too few samples to say what it costs: ");
    snprintf(text, sizeof text, " Not shown to differ; costs at most %.0f points more errors: ", 100 * PRICE);
    say_methods(page, t, SAME_ERROR, text);
    snprintf(text, sizeof text, " Shown to be wrong%s less often: ", undecided);
    say_methods(page, t, FEWER_ERRORS, text);
    say_methods(page, t, NO_INTERVAL, " Differences without an interval: ");
    ard_html_markup(&page->html, "</p>\n");
}

/* ---- the chart */

/* How far to the side the i-th method is drawn, because others have as many features. */
static double shift_of(const ard_page_table *t, int64_t i, double n_features)
{
    int64_t before = 0, n = 0;
    method m;
    for (int64_t k = 0; k < ard_page_n_cells(t); k++) {
        if (!method_at(t, k, &m)) continue;
        if (m.n_features > SAME * n_features || n_features > SAME * m.n_features) continue;
        before += k < i;
        n++;
    }
    return APART * ((double)before - (double)(n - 1) / 2);
}

static void add_state(ard_page *page, const char *name, const char *shape, const char *colour)
{
    ard_json_open_line(&page->data, NULL, '{');
    ard_json_text(&page->data, "name", name);
    ard_json_text(&page->data, "shape", shape);
    ard_json_text(&page->data, "colour", colour);
    ard_json_close(&page->data);
}

static const char *const STATE[N_KINDS] = {"chooses features", "uses all features", "uses none"};

static void add_method(ard_page *page, const ard_page_table *t, int64_t i, const method *m)
{
    char number[ARD_FIGURE_BYTES], whole[ARD_FIGURE_BYTES];
    ard_json_open_line(&page->data, NULL, '{');
    ard_json_text(&page->data, "name", m->name);
    ard_page_real(page, "x", m->n_features);
    ard_page_real(page, "shift", shift_of(t, i, m->n_features));
    ard_page_figure(page, &m->error);
    ard_json_text(&page->data, "state", STATE[kind_of(m)]);
    ard_page_label(page, "text", "%.200s, %s features: wrong%s on %s", m->name, features_text(m->n_features, number),
                   ard_page_table_or_undecided(t), ard_figure_whole(&m->error, true, whole));
    ard_json_close(&page->data);
}

static void write_chart(ard_page *page, const ard_page_table *t)
{
    int64_t outside = 0;
    const bool logarithmic = is_logarithmic(t);
    const char *other = ard_doc_name(price_of(t, "error", NULL), "other");
    double line = NAN;
    method m;
    ard_json_open(&page->data, t->key, '{');
    ard_json_text(&page->data, "about",
                  "Errors of the methods with their 95\u00a0% intervals against how many features they use");
    ard_page_label(page, "x", "features, mean of the fits%s", logarithmic ? " (logarithmic)" : "");
    ard_page_label(page, "y", "wrong%s, of the samples held out", ard_page_table_or_undecided(t));
    ard_json_bool(&page->data, "logarithmic", logarithmic);
    ard_json_open(&page->data, "states", '[');
    add_state(page, STATE[CHOOSES], "circle", "blue");
    add_state(page, STATE[ALL_FEATURES], "square", "grey");
    if (!logarithmic && count_kind(t, NO_FEATURE) > 0) add_state(page, STATE[NO_FEATURE], "diamond", "grey");
    ard_json_close(&page->data);
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        if (!method_at(t, i, &m)) continue;
        if (strcmp(m.name, other) == 0) line = m.error.value;
        const bool drawn = !logarithmic || m.n_features > 0;
        if (drawn) add_method(page, t, i, &m);
        outside += !drawn;
    }
    ard_json_close(&page->data);
    ard_page_real(page, "line", line);
    ard_json_close(&page->data);
    ard_page_chart(page, "sparsity", t->key);
    if (outside > 0)
        ard_page_say(page, "%lld method%s without features %s no place on this axis; the table has %s.", (long long)outside,
                     ard_plural(outside), outside == 1 ? "has" : "have", outside == 1 ? "it" : "them");
}

/* ---- the table */

static const char *title(const ard_page_table *t, const char *figure, const char *what, char out[TITLE_BYTES])
{
    snprintf(out, TITLE_BYTES, "%s than %.180s", what, ard_doc_name(price_of(t, figure, NULL), "other"));
    ard_text_repair(out); /* where it was cut */
    return out;
}

static const char *log_loss_text(double value, char out[ARD_FIGURE_BYTES])
{
    snprintf(out, ARD_FIGURE_BYTES, isfinite(value) ? "%+.3f" : "-", value);
    return out;
}

/* A difference and its interval, or why there is none. */
static void write_difference(ard_page *page, const json_t *price, const char *(*text)(double value, char out[ARD_FIGURE_BYTES]))
{
    char low[ARD_FIGURE_BYTES], high[ARD_FIGURE_BYTES];
    ard_html_cell(&page->html, "%s", text(ard_doc_number(price, "difference"), low));
    if (isfinite(ard_doc_number(price, "low")))
        ard_html_cell(&page->html, "%s to %s", text(ard_doc_number(price, "low"), low),
                      text(ard_doc_number(price, "high"), high));
    else
        ard_html_cell(&page->html, "%s", ard_doc_text(price, "reason") ? ard_doc_name(price, "reason") : "-");
}

static void write_table(ard_page *page, const ard_page_table *t)
{
    char error[TITLE_BYTES], loss[TITLE_BYTES], number[ARD_FIGURE_BYTES];
    const char *const head[] = {"method",
                                "features, mean",
                                "error",
                                "95\u00a0% interval",
                                title(t, "error", "more errors, in points,", error),
                                "95\u00a0% interval",
                                title(t, "log_loss", "more log loss", loss),
                                "95\u00a0% interval"};
    static const char *const note[N_KINDS] = {"", " (all features)", " (no feature)"};
    int64_t rows = 0;
    method m;
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) rows += method_at(t, i, &m);
    ard_page_numbers_open(page, rows);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < ard_page_n_cells(t); i++) {
        if (!method_at(t, i, &m)) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s%s", m.name, note[kind_of(&m)]);
        ard_html_cell(&page->html, "%s", features_text(m.n_features, number));
        ard_html_cell(&page->html, "%s", ard_figure_text(m.error.value, true, number));
        ard_html_cell(&page->html, "%s", ard_figure_range(&m.error, true, number));
        write_difference(page, m.price, ard_points_text);
        write_difference(page, m.price ? price_of(t, "log_loss", m.name) : NULL, log_loss_text);
    }
    ard_html_table_close(&page->html);
    ard_page_numbers_close(page);
}

static void write_one(ard_page *page, const ard_page_table *t)
{
    say_finding(page, t);
    ard_page_say(page, "In the chart the upright lines are 95\u00a0%% intervals.");
    write_chart(page, t);
    ard_page_caution(
        page,
        "\"Not shown to differ\" does not mean that leaving features out costs nothing: the price may be as high as the "
        "upper end of the interval in the table, and each interval stands for itself.%s The number of features is a mean; "
        "the lists of the fits differ.",
        count_kind(t, ALL_FEATURES) > 1 ? " The method that the others are held against was picked, as the best of its kind, "
                                          "on the same folds, which makes them look a little worse."
                                        : "");
    write_table(page, t);
}

static int write(ard_page *page)
{
    for (int64_t i = 0; i < page->n_comparisons; i++) ard_page_each_table(page, i, "sparsity", has_prices, write_one);
    return ARDOR_OK;
}

const ard_section ard_section_sparsity = {
    .key = "sparsity", .title = "What it costs to use few features", .applies = applies, .write = write};
