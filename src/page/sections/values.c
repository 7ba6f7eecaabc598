/* What the features look like that were chosen most often: their values by class, as they stand in the table. */
#include <stdio.h>

#include "page/bars.h"
#include "page/kept.h"

/* Features that are drawn; classes up to which they are; samples up to which each is a point. */
enum { MOST_DRAWN = 6, MOST_LANES = 12, MOST_POINTS = 300, SMALL_SYMBOLS = 100, KEY_BYTES = 32 };

static bool applies(const ard_page *page) { return json_is_object(ard_doc_get(page->evaluation, "values")); }

static int64_t n_drawn(const ard_kept_values *v) { return ard_min64(v->n_features, MOST_DRAWN); }
static bool is_drawn(const ard_kept_values *v) { return v->n_classes <= MOST_LANES; }
static bool has_points(const ard_kept_values *v) { return is_drawn(v) && v->n <= MOST_POINTS; }

/* How many fits chose a feature: the result lists it at the same place. */
static long long fits_of(const ard_page *page, int64_t k)
{
    return llround(ard_doc_number(ard_doc_at(page->evaluation, "selection", k), "frequency") * (double)ard_page_fits(page));
}

/* Where every fit uses all features, none is chosen. */
static bool is_chosen(const ard_page *page)
{
    return !json_is_false(ard_doc_get(ard_doc_get(page->evaluation, "list"), "selects"));
}

/* ", chosen in 2 of 3 fits" and `end`; "" where that says nothing. */
static const char *chosen_text(const ard_page *page, int64_t k, const char *end, char out[ARD_FIGURE_BYTES])
{
    *out = '\0';
    if (is_chosen(page))
        snprintf(out, ARD_FIGURE_BYTES, ", chosen in %lld of %lld fits%s", fits_of(page, k), (long long)ard_page_fits(page), end);
    return out;
}

/* A value as the chart has it. */
static const char *value_text(double value, char out[ARD_FIGURE_BYTES])
{
    if (isfinite(value))
        snprintf(out, ARD_FIGURE_BYTES, "%.5g", value);
    else
        snprintf(out, ARD_FIGURE_BYTES, "-");
    return out;
}

/* ---- the sentence */

/* Is there a class whose middle half has no value in common with that of any other? Not where only one has values. */
static bool tells_apart(const ard_kept_values *v, int64_t k)
{
    const ard_kept_group *g = ard_kept_groups(v, k);
    int with_values = 0;
    for (int c = 0; c < v->n_classes; c++) with_values += g[c].n > 0;
    if (with_values < 2) return false;
    for (int a = 0; a < v->n_classes; a++) {
        bool apart = g[a].n > 0;
        for (int b = 0; b < v->n_classes; b++)
            if (b != a && g[b].n > 0 && fmax(g[a].lower, g[b].lower) <= fmin(g[a].upper, g[b].upper)) apart = false;
        if (apart) return true;
    }
    return false;
}

static void say_first(ard_page *page, const ard_kept_values *v)
{
    char text[ARD_FIGURE_BYTES], chosen[ARD_FIGURE_BYTES];
    const ard_kept_group *g = ard_kept_groups(v, 0);
    const int shown = v->n_classes < MOST_LANES ? v->n_classes : MOST_LANES;
    ard_html_say(&page->html, "%s%s has the median ", ard_kept_name(v, 0), chosen_text(page, 0, ",", chosen));
    for (int c = 0; c < shown; c++)
        ard_html_say(&page->html, "%s%s in %s",
                     c == 0          ? ""
                     : c + 1 < shown ? ", "
                                     : " and ",
                     value_text(g[c].median, text), page->samples.class_name[c]);
    if (shown < v->n_classes) ard_html_say(&page->html, " (of the first %d classes)", shown);
    ard_html_say(&page->html, ".");
}

/* Drawn features of which this is so. */
static int64_t count_apart(const ard_kept_values *v)
{
    int64_t apart = 0;
    for (int64_t k = 0; k < n_drawn(v); k++) apart += tells_apart(v, k);
    return apart;
}

static void say_finding(ard_page *page, const ard_kept_values *v)
{
    const int64_t n = n_drawn(v), apart = count_apart(v);
    const char *most = is_chosen(page) ? " chosen most often" : "", *drawn = n < v->n_features ? " that are drawn here" : "";
    ard_html_markup(&page->html, "<p>");
    say_first(page, v);
    if (v->n_classes == 2)
        ard_html_say(&page->html,
                     " Of the %lld feature%s%s%s, %lld %s middle halves of the two classes (between the quartiles) that "
                     "overlap.",
                     (long long)n, ard_plural(n), most, drawn, (long long)(n - apart), n - apart == 1 ? "has" : "have");
    else
        ard_html_say(&page->html,
                     " In %lld of the %lld feature%s%s%s, one class stands apart (its middle half, between the quartiles, "
                     "overlaps with no other's).",
                     (long long)apart, (long long)n, ard_plural(n), most, drawn);
    ard_html_markup(&page->html, "</p>\n");
}

/* How the charts are read. */
static void say_signs(ard_page *page, const ard_kept_values *v)
{
    int64_t missing = 0;
    for (int64_t k = 0; k < n_drawn(v); k++)
        for (int c = 0; c < v->n_classes; c++) missing += ard_kept_groups(v, k)[c].n_missing;
    ard_html_markup(&page->html, "<p>");
    if (!is_drawn(v))
        ard_html_say(&page->html, "More than %d classes are not drawn; the table has them.", MOST_LANES);
    else if (has_points(v))
        ard_html_say(&page->html,
                     "Each mark is a sample, the upright line the median of its class; heights within a class mean nothing.");
    else
        ard_html_say(&page->html,
                     "A box holds the middle half of a class, with the median as a line; the thin line goes from 5\u00a0%% "
                     "to 95\u00a0%% of its samples.");
    if (missing > 0)
        ard_html_say(&page->html, " %lld missing value%s left out.", (long long)missing, missing == 1 ? " is" : "s are");
    ard_html_markup(&page->html, "</p>\n");
}

/* ---- charts */

/* Lanes and looks of the classes. */
static void add_classes(ard_page *page, const ard_kept_values *v)
{
    ard_json_open(&page->data, "lanes", '[');
    for (int c = 0; c < v->n_classes; c++) {
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_int(&page->data, "lane", c);
        ard_page_label(page, "text", "%s", page->samples.class_name[c]);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_page_class_states(page);
}

/* Each value in the lane of its class, a little above or below the middle, so that few lie on each other. */
static void add_points(ard_page *page, const ard_kept_values *v, int64_t k)
{
    char text[ARD_FIGURE_BYTES];
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < v->n; i++) {
        const double value = ard_kept_value(v, k, i);
        if (!isfinite(value) || v->label[i] < 0) continue;
        const char *name = page->samples.class_name[v->label[i]];
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "lane", v->label[i] + ((double)(7 * i % 11) - 5) / 16);
        ard_page_real(page, "value", value);
        ard_json_text(&page->data, "state", name);
        ard_page_label(page, "text", "%.200s, %.200s: %s", ard_doc_name(json_array_get(v->rows, (size_t)i), "id"), name,
                       value_text(value, text));
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

static void add_groups(ard_page *page, const ard_kept_values *v, int64_t k)
{
    ard_json_open(&page->data, "groups", '[');
    for (int c = 0; c < v->n_classes; c++) {
        const ard_kept_group *g = ard_kept_groups(v, k) + c;
        if (g->n == 0) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_int(&page->data, "lane", c);
        ard_page_real(page, "low", g->low);
        ard_page_real(page, "lower", g->lower);
        ard_page_real(page, "median", g->median);
        ard_page_real(page, "upper", g->upper);
        ard_page_real(page, "high", g->high);
        ard_json_text(&page->data, "state", page->samples.class_name[c]);
        ard_page_label(page, "text", "%.200s: median %.5g, middle half %.5g to %.5g", page->samples.class_name[c], g->median,
                       g->lower, g->upper);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
}

static void write_chart(ard_page *page, const ard_kept_values *v, int64_t k)
{
    char key[KEY_BYTES], chosen[ARD_FIGURE_BYTES];
    const bool logarithmic = ard_kept_logarithmic(v, k);
    snprintf(key, sizeof key, "values-%lld", (long long)k);
    ard_html_markup(&page->html, "<div>\n");
    ard_html_paragraph(&page->html, "name", "%s%s", ard_kept_name(v, k), chosen_text(page, k, "", chosen));
    ard_json_open(&page->data, key, '{');
    ard_page_label(page, "about", "Values of %.200s by class", ard_kept_name(v, k));
    ard_json_text(&page->data, "x", logarithmic ? "value in the table (logarithmic)" : "value in the table");
    ard_json_bool(&page->data, "logarithmic", logarithmic);
    ard_json_int(&page->data, "size", v->n > SMALL_SYMBOLS ? 20 : 40);
    add_classes(page, v);
    if (has_points(v)) add_points(page, v, k);
    add_groups(page, v, k);
    ard_json_close(&page->data);
    ard_page_chart(page, has_points(v) ? "strips" : "boxes", key);
    ard_html_markup(&page->html, "</div>\n");
}

/* ---- tables */

static void write_groups(ard_page *page, const ard_kept_values *v)
{
    static const char *const head[] = {"feature",  "fits",           "class",  "samples",        "missing",
                                       "5\u00a0%", "lower quartile", "median", "upper quartile", "95\u00a0%"};
    char text[ARD_FIGURE_BYTES];
    const int64_t rows = v->n_features * v->n_classes, shown = ard_min64(rows, ARD_MOST_ROWS);
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t r = 0; r < shown; r++) {
        const int64_t k = r / v->n_classes;
        const ard_kept_group *g = v->group + r;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_kept_name(v, k));
        ard_html_cell(&page->html, "%lld", fits_of(page, k));
        ard_html_cell(&page->html, "%s", page->samples.class_name[r % v->n_classes]);
        ard_html_cell(&page->html, "%lld", (long long)g->n);
        ard_html_cell(&page->html, "%lld", (long long)g->n_missing);
        const double shown_values[] = {g->low, g->lower, g->median, g->upper, g->high};
        for (size_t q = 0; q < sizeof shown_values / sizeof *shown_values; q++)
            ard_html_cell(&page->html, "%s", value_text(shown_values[q], text));
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, rows, "rows");
    ard_page_numbers_close(page);
}

/* What the points are. */
static void write_samples(ard_page *page, const ard_kept_values *v)
{
    const char *head[2 + MOST_DRAWN] = {"sample", "class"};
    char text[ARD_FIGURE_BYTES];
    const int64_t n = n_drawn(v);
    for (int64_t k = 0; k < n; k++) head[2 + k] = ard_kept_name(v, k);
    ard_html_details_open(&page->html, false, "The values that are drawn (%lld row%s)", (long long)v->n, ard_plural(v->n));
    ard_html_table_open(&page->html, (int)(2 + n), head);
    for (int64_t i = 0; i < v->n; i++) {
        const json_t *row = json_array_get(v->rows, (size_t)i);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s", ard_doc_name(row, "id"));
        ard_html_cell(&page->html, "%s", ard_doc_name(row, "class"));
        for (int64_t k = 0; k < n; k++) ard_html_cell(&page->html, "%s", value_text(ard_kept_value(v, k, i), text));
    }
    ard_html_table_close(&page->html);
    ard_html_details_close(&page->html);
}

/* What such pictures are no evidence of. */
static void say_caution(ard_page *page, const ard_kept_values *v)
{
    const bool apart = count_apart(v) > 0, together = !apart && v->n_features > 1 && !ard_page_shows_nothing(page);
    const char *differ = is_chosen(page)
                             ? "That the classes differ here is no evidence: these features were chosen because they differ in "
                               "these very samples, and the best of many features look like this even if all of them are noise."
                             : "That the classes differ here is no test: these are the samples that the fits learnt from, and no "
                               "feature was chosen among them.";
    ard_page_caution(page, "%s%s %s", apart ? differ : "Alone, none of these features sets a class apart",
                     apart      ? ""
                     : together ? "; the model uses them together."
                                : ".",
                     page->trust == ARD_TRUST_LEAKY
                         ? "Nothing on this page tests them on other samples."
                         : "The evidence is the error on samples that were held out, at the top of this page.");
}

static void write_kept(ard_page *page, const ard_kept_values *v)
{
    say_finding(page, v);
    say_signs(page, v);
    if (is_drawn(v)) {
        ard_html_markup(&page->html, "<div class=\"pair\">\n");
        for (int64_t k = 0; k < n_drawn(v); k++) write_chart(page, v, k);
        ard_html_markup(&page->html, "</div>\n");
    }
    say_caution(page, v);
    write_groups(page, v);
    if (has_points(v)) write_samples(page, v);
}

static void say_heading(ard_page *page)
{
    ard_html_say(&page->html, "%s", is_chosen(page) ? "What the chosen features look like" : "What the features look like");
}

static int write(ard_page *page)
{
    int rc = ARDOR_OK;
    ard_kept_values v = {0};
    const char *reason = ard_doc_text(ard_doc_get(page->evaluation, "values"), "reason");
    TRY(ard_kept_values_new(page, &v));
    if (v.n_features == 0 || v.n == 0)
        ard_page_say(page, "The result has no values of features%s%s.", reason ? ": " : "", reason ? reason : "");
    else
        write_kept(page, &v);
done:
    ard_kept_values_free(page->context, &v);
    return rc;
}

const ard_section ard_section_values = {.key = "values", .heading = say_heading, .applies = applies, .write = write};
