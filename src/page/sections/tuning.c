/* How the settings of the model were chosen: the candidates of its tuning. */
#include <stdio.h>

#include "base/text.h"
#include "page/bars.h"

static const json_t *tune_of(const ard_page *page) { return ard_doc_get(page->fit, "tune"); }
static int64_t size(const ard_page *page) { return ard_doc_size(tune_of(page), "candidates"); }
static const json_t *candidate(const ard_page *page, int64_t i) { return ard_doc_at(tune_of(page), "candidates", i); }
static bool is_chosen(const ard_page *page, int64_t i) { return ard_doc_count(tune_of(page), "chosen") == i; }

static bool applies(const ard_page *page) { return size(page) > 0; }

static bool has_error(const json_t *c) { return isfinite(ard_doc_number(c, "error")); }

/* What candidates are drawn over: features, else training rows that the fit keeps, else their order. */
typedef struct abscissa {
    const char *key, *title;
} abscissa;

static bool varies(const ard_page *page, const char *key)
{
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < size(page); i++) {
        if (!has_error(candidate(page, i)) || ard_doc_true(candidate(page, i), "empty")) continue;
        low = fmin(low, ard_doc_number(candidate(page, i), key));
        high = fmax(high, ard_doc_number(candidate(page, i), key));
    }
    return high > low;
}

static abscissa abscissa_of(const ard_page *page)
{
    if (varies(page, "n_features")) return (abscissa){"n_features", "features, mean of the inner folds"};
    if (varies(page, "n_vectors")) return (abscissa){"n_vectors", "samples that the fit keeps, mean of the inner folds"};
    return (abscissa){NULL, "candidate, in the order they were tried"};
}

/* "lam1 0.5, scale 2" */
static void label_of(const ard_page *page, int64_t i, char *out, size_t bytes)
{
    char part[ARD_FIGURE_BYTES], number[ARD_FIGURE_BYTES];
    const json_t *c = candidate(page, i), *names = ard_doc_get(tune_of(page), "settings");
    *out = '\0';
    if (ard_doc_true(c, "empty")) ard_text_append(out, bytes, "no features: the class shares alone");
    for (size_t k = 0; k < json_array_size(names) && !ard_doc_true(c, "empty"); k++) {
        const char *name = json_string_value(json_array_get(names, k));
        const json_t *value = ard_doc_get(c, name ? name : "");
        if (json_is_number(value))
            snprintf(part, sizeof part, "%.40s %.30s", name, ard_number_text(json_number_value(value), number));
        else
            snprintf(part, sizeof part, "%.40s %.30s", name ? name : "?",
                     json_is_string(value) ? json_string_value(value) : "left open");
        ard_text_append(out, bytes, part);
    }
    const double filter = ard_doc_number(c, "filter");
    if (!isfinite(filter)) return;
    snprintf(part, sizeof part, "filter %.0f", filter);
    ard_text_append(out, bytes, part);
}

static bool has_rule(const ard_page *page, const char *rule) { return ard_doc_is(tune_of(page), "rule", rule); }

/* The least error of those that may be chosen; limit: of the rules that have one, this and its standard error. */
static double least_error(const ard_page *page, double *limit)
{
    double least = INFINITY;
    *limit = NAN;
    for (int64_t i = 0; i < size(page); i++) {
        const double error = ard_doc_number(candidate(page, i), "error");
        if (!ard_doc_is(candidate(page, i), "status", "done") || !(error < least)) continue;
        least = error;
        if (has_rule(page, "one-se") || has_rule(page, "keep")) *limit = error + ard_doc_number(candidate(page, i), "error_se");
    }
    return least;
}

/* Why another one was chosen than that of least error. */
static const char *reason_of(const ard_page *page)
{
    if (has_rule(page, "one-se"))
        return ", but of those on or under the dashed line (the least error plus its standard error) this one has the fewest "
               "features";
    if (has_rule(page, "keep"))
        return ", but those without tuning are kept where they are on or under the dashed line (the least error plus its "
               "standard error)";
    if (has_rule(page, "deviance")) return ", but this one has the best probabilities (least deviance)";
    if (has_rule(page, "sparse"))
        return ", but the rule goes by the probabilities (deviance), and takes fewer features where these are hardly worse";
    return "";
}

/* Are all of its settings left to the method? */
static bool is_left_open(const ard_page *page, const json_t *c)
{
    const json_t *names = ard_doc_get(tune_of(page), "settings");
    for (size_t k = 0; k < json_array_size(names); k++) {
        const char *name = json_string_value(json_array_get(names, k));
        if (name && !json_is_null(ard_doc_get(c, name))) return false;
    }
    return !ard_doc_true(c, "empty") && !isfinite(ard_doc_number(c, "filter"));
}

/* Which one was chosen, and why. */
static void say_outcome(ard_page *page)
{
    char label[512], error[ARD_FIGURE_BYTES], least_text[ARD_FIGURE_BYTES];
    double limit;
    const int64_t chosen = ard_doc_count(tune_of(page), "chosen");
    const double own = ard_doc_number(candidate(page, chosen), "error"), least = least_error(page, &limit);
    label_of(page, chosen, label, sizeof label);
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "Of %lld candidates, the points, this one was chosen: %s. Its inner error is %s",
                 (long long)size(page),
                 is_left_open(page, candidate(page, chosen)) ? "the settings as they are without tuning" : label,
                 ard_figure_text(own, true, error));
    if (own <= least)
        ard_html_say(&page->html, ", the least of all%s.",
                     isfinite(limit) ? " (dashed: the least error plus its standard error)" : "");
    else if (isfinite(least))
        ard_html_say(&page->html, "; the least is %s%s.", ard_figure_text(least, true, least_text), reason_of(page));
    else
        ard_html_say(&page->html, ".");
    ard_html_markup(&page->html, "</p>\n");
}

static void say_finding(ard_page *page)
{
    const json_t *learnt = ard_doc_get(tune_of(page), "learnt");
    say_outcome(page);
    if (json_is_false(learnt))
        ard_html_paragraph(
            &page->html, "alarm",
            "There is no evidence that anything was learnt: the inner error of what was chosen, up to the end of its "
            "interval, is not below that of the class shares alone.");
}

static void add_candidate(ard_page *page, int64_t i, const abscissa *x)
{
    char label[512], error_text[ARD_FIGURE_BYTES], features[ARD_FIGURE_BYTES];
    const json_t *c = candidate(page, i);
    const double error = ard_doc_number(c, "error"), se = ard_doc_number(c, "error_se");
    label_of(page, i, label, sizeof label);
    ard_json_open_line(&page->data, NULL, '{');
    ard_page_real(page, "x", x->key ? ard_doc_number(c, x->key) : (double)i + 1);
    ard_page_real(page, "error", error);
    ard_page_real(page, "low", isfinite(se) ? fmax(0, error - se) : error);
    ard_page_real(page, "high", isfinite(se) ? error + se : error);
    ard_json_text(&page->data, "state", is_chosen(page, i) ? "chosen" : "candidate");
    ard_page_label(page, "text", "%s: error %s, %s features", label, ard_figure_text(error, true, error_text),
                   ard_number_text(ard_doc_number(c, "n_features"), features));
    ard_json_close(&page->data);
}

/* The chosen one is drawn last, over the others. */
static void write_chart(ard_page *page)
{
    double limit;
    const abscissa x = abscissa_of(page);
    (void)least_error(page, &limit);
    ard_json_open(&page->data, "tuning", '{');
    ard_json_text(&page->data, "about", "Inner error with one standard error, for each candidate");
    ard_json_text(&page->data, "x", x.title);
    ard_page_real(page, "line", limit);
    ard_json_open(&page->data, "rows", '[');
    for (int chosen = 0; chosen < 2; chosen++)
        for (int64_t i = 0; i < size(page); i++)
            if (has_error(candidate(page, i)) && is_chosen(page, i) == (chosen != 0)) add_candidate(page, i, &x);
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "tuning", "tuning");
}

static void write_table(ard_page *page)
{
    static const char *const head[] = {"candidate", "error", "standard error", "deviance", "features", "samples kept", ""};
    char label[512], text[ARD_FIGURE_BYTES];
    const int64_t n = size(page), shown = ard_min64(n, ARD_MOST_ROWS);
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i < shown; i++) {
        const json_t *c = candidate(page, i);
        label_of(page, i, label, sizeof label);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", label);
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(c, "error"), true, text));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(c, "error_se"), true, text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(c, "deviance"), text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(c, "n_features"), text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(c, "n_vectors"), text));
        ard_html_cell(&page->html, "%s",
                      is_chosen(page, i)                ? "chosen"
                      : ard_doc_is(c, "status", "done") ? ""
                                                        : ard_doc_name(c, "status"));
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "candidates");
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    say_finding(page);
    write_chart(page);
    ard_page_caution(page, "These errors chose the settings, so they are too low to be quoted.%s",
                     page->evaluation ? " The error to quote is the first one on this page." : "");
    write_table(page);
    return ARDOR_OK;
}

const ard_section ard_section_tuning = {
    .key = "tuning", .title = "How the settings were chosen", .applies = applies, .write = write};
