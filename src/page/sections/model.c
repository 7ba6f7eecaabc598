/* The model that was given: its features. */
#include "base/text.h"
#include "page/bars.h"

enum { MOST_NAMED = 12 };

static int64_t size(const ard_page *page) { return ard_doc_size(page->fit, "features"); }
static const json_t *entry(const ard_page *page, int64_t i) { return ard_doc_at(page->fit, "features", i); }

static bool applies(const ard_page *page) { return page->fit != NULL; }

static void say_finding(ard_page *page)
{
    const int64_t n = size(page), rows = ard_doc_count(page->fit, "n"), vectors = ard_doc_count(page->fit, "n_vectors");
    if (ard_doc_true(page->fit, "null_model")) {
        ard_page_say(page, "It is a constant: it uses no feature.");
        return;
    }
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "Fitted on all %lld samples it uses %lld of %lld features: ", (long long)rows, (long long)n,
                 (long long)ard_doc_count(page->fit, "p"));
    for (int64_t i = 0; i < n && i < MOST_NAMED; i++)
        ard_html_say(&page->html, "%s%s", i ? ", " : "", ard_doc_name(entry(page, i), "name"));
    if (n > MOST_NAMED) ard_html_say(&page->html, " and %lld more", (long long)(n - MOST_NAMED));
    ard_html_say(&page->html, ".");
    if (vectors > 0) ard_html_say(&page->html, " It compares a sample with %lld of those it learnt from.", (long long)vectors);
    ard_html_markup(&page->html, "</p>\n");
}

/* What of the two was done in another way: then the error is not that of how this model was made. */
static void say_differences(ard_page *page)
{
    static const struct {
        const char *key, *name;
    } part[] = {{"method", "method"}, {"basis", "basis"}, {"standardise", "standardise"},    {"impute", "impute"},
                {"log", "log"},       {"pca", "pca"},     {"class_weight", "class weights"}, {"n", "number of samples"}};
    char list[ARD_FIGURE_BYTES * 2] = "";
    if (!page->evaluation) return;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        const json_t *a = ard_doc_get(page->evaluation, part[i].key), *b = ard_doc_get(page->fit, part[i].key);
        if (a && b && !json_equal(a, b)) ard_text_append(list, sizeof list, part[i].name);
    }
    const bool tuned = ard_doc_text(page->evaluation, "tune") && !ard_doc_is(page->evaluation, "tune", "none");
    if (tuned != json_is_object(ard_doc_get(page->fit, "tune"))) ard_text_append(list, sizeof list, "tuning");
    if (*list)
        ard_html_paragraph(&page->html, "alarm",
                           "This model was made in another way than those that were tested (%s): the errors on this page are not "
                           "of how it was made.",
                           list);
}

/* In how many of the fits that were tested a feature was chosen; -1: there are none. */
static long long fits_with(const ard_page *page, const char *name)
{
    const double fits = (double)ard_page_fits(page);
    if (!page->evaluation) return -1;
    for (int64_t i = 0; i < ard_doc_size(page->evaluation, "selection"); i++) {
        const json_t *selected = ard_doc_at(page->evaluation, "selection", i);
        if (ard_doc_is(selected, "name", name)) return llround(ard_doc_number(selected, "frequency") * fits);
    }
    return 0;
}

typedef struct columns {
    bool weight, scale, direction, fits, forced;
} columns;

static columns columns_of(const ard_page *page)
{
    columns c = {.fits = page->evaluation != NULL};
    for (int64_t i = 0; i < size(page); i++) {
        const json_t *e = entry(page, i);
        c.weight |= isfinite(ard_doc_number(e, "weight"));
        c.scale |= isfinite(ard_doc_number(e, "scale"));
        c.direction |= ard_doc_text(e, "direction") != NULL;
        c.forced |= ard_doc_true(e, "forced");
    }
    return c;
}

static void write_row(ard_page *page, const json_t *e, const columns *c)
{
    char text[ARD_FIGURE_BYTES];
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", ard_doc_name(e, "name"));
    if (c->weight) ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(e, "weight"), text));
    if (c->scale) ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(e, "scale"), text));
    if (c->direction) ard_html_cell(&page->html, "%s", ard_doc_text(e, "direction") ? ard_doc_name(e, "direction") : "-");
    if (c->fits)
        ard_html_cell(&page->html, "%lld of %lld", fits_with(page, ard_doc_name(e, "name")), (long long)ard_page_fits(page));
    if (c->forced) ard_html_cell(&page->html, "%s", ard_doc_true(e, "forced") ? "yes" : "no");
}

static void write_table(ard_page *page)
{
    const char *head[8] = {"feature"};
    int n_head = 1;
    const columns c = columns_of(page);
    const int64_t n = size(page), shown = ard_min64(n, ARD_MOST_ROWS);
    if (n == 0) return;
    if (c.weight)
        head[n_head++] = ard_doc_is(page->fit, "weight_unit", "sd") ? "weight of one standard deviation" : "weight of one unit";
    if (c.scale) head[n_head++] = "scale";
    if (c.direction) head[n_head++] = "larger values speak for";
    if (c.fits) head[n_head++] = "chosen in the fits tested";
    if (c.forced) head[n_head++] = "put in by request";
    ard_html_details_open(&page->html, n <= ARD_MOST_BARS, "Its features (%lld row%s)", (long long)shown, ard_plural(shown));
    if (c.direction) ard_page_say_directions(page);
    ard_html_table_open(&page->html, n_head, head);
    for (int64_t i = 0; i < shown; i++) write_row(page, entry(page, i), &c);
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "features");
    ard_html_details_close(&page->html);
}

static int write(ard_page *page)
{
    char text[ARD_FIGURE_BYTES];
    const columns c = columns_of(page);
    if (page->evaluation && ard_page_learnt_nothing(page))
        ard_html_paragraph(&page->html, "alarm",
                           "The fits that were tested show nothing that was learnt: do not use this model.");
    say_finding(page);
    say_differences(page);
    write_table(page);
    ard_page_caution(
        page, "Its own error is unknown: %s on the samples it learnt from is not it%s.%s%s",
        ard_figure_text(ard_doc_number(page->fit, "train_error"), true, text),
        page->evaluation ? ", and the error on this page is that of the procedure" : "",
        c.weight ? " A weight is no effect size: it depends on the other features and on how far the method shrinks it." : "",
        c.scale ? " A scale has no direction." : "");
    return ARDOR_OK;
}

const ard_section ard_section_model = {.key = "model", .title = "The model", .applies = applies, .write = write};
