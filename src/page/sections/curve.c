/* The learning curve: would more samples help? */
#include "page/page.h"

static int64_t size(const ard_page *page) { return ard_doc_size(page->evaluation, "learning_curve"); }

static bool applies(const ard_page *page) { return size(page) > 0; }

/* A point: how many samples were learnt from, and the figures; the last one is the evaluation itself. */
typedef struct point {
    double samples, features;
    const json_t *summary;
    const char *message; /* why there is none; NULL: there is */
} point;

static point point_at(const ard_page *page, int64_t i)
{
    const json_t *e = page->evaluation;
    if (i < size(page)) {
        const json_t *p = ard_doc_at(e, "learning_curve", i);
        return (point){ard_doc_number(p, "mean_n_train"), ard_doc_number(p, "mean_n_features"), ard_doc_get(p, "summary"),
                       ard_doc_text(p, "message")};
    }
    return (point){page->samples.predictions.train_size, ard_doc_number(ard_doc_get(e, "summary"), "mean_n_features"),
                   ard_doc_get(e, "summary"), NULL};
}

static bool overlap(const ard_figure *a, const ard_figure *b)
{
    return ard_figure_has_interval(a) && ard_figure_has_interval(b) && fmax(a->low, b->low) <= fmin(a->high, b->high);
}

static void say_finding(ard_page *page)
{
    char first[ARD_FIGURE_BYTES], last[ARD_FIGURE_BYTES];
    int64_t from = 0;
    while (from < size(page) && point_at(page, from).message) from++;
    const point a = point_at(page, from), b = point_at(page, size(page));
    const ard_figure x = ard_figure_of(a.summary, "error"), y = ard_figure_of(b.summary, "error");
    const double before = ard_figure_of(point_at(page, size(page) - 1).summary, "error").value;
    ard_figure_text(x.value, true, first);
    ard_figure_text(y.value, true, last);
    /* neither from the first point to the last, nor at the end */
    if (y.value >= x.value && y.value >= before)
        ard_page_say(page, "No sign that more samples would lower the error: %s from %.0f, %s from %.0f%s.", first, a.samples,
                     last, b.samples, overlap(&x, &y) ? " (intervals overlap)" : "");
    else
        ard_page_say(page, "Learning from %.0f samples it was wrong%s on %s, from %.0f on %s%s.", a.samples,
                     ard_page_or_undecided(page->evaluation), first, b.samples, last,
                     overlap(&x, &y) ? " (intervals overlap)" : "");
}

static void write_chart(ard_page *page)
{
    char whole[ARD_FIGURE_BYTES];
    ard_json_open(&page->data, "curve", '{');
    ard_json_text(&page->data, "about", "Error with its 95\u00a0% interval against the number of samples learnt from");
    ard_json_text(&page->data, "x", "samples learnt from, mean of the folds");
    ard_page_label(page, "y", "wrong%s, of the samples %s", ard_page_or_undecided(page->evaluation), ard_page_held(page));
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i <= size(page); i++) {
        const point p = point_at(page, i);
        const ard_figure error = ard_figure_of(p.summary, "error");
        if (p.message || !isfinite(error.value)) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_page_real(page, "x", p.samples);
        ard_page_figure(page, &error);
        ard_page_label(page, "text", "%.0f samples: wrong%s on %s", p.samples, ard_page_or_undecided(page->evaluation),
                       ard_figure_whole(&error, true, whole));
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "curve", "curve");
}

static int write(ard_page *page)
{
    static const char *const head[] = {"samples", ARD_FIGURES_HEADS, ""};
    say_finding(page);
    write_chart(page);
    ard_page_caution(page,
                     "A curve that still falls at its end says that more samples would help; it does not say how far. Where the "
                     "intervals overlap widely it may be level, or falling.");
    ard_page_numbers_open(page, size(page) + 1);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t i = 0; i <= size(page); i++) {
        const point p = point_at(page, i);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%.0f", p.samples);
        ard_figures_cells(&page->html, p.summary, p.features);
        ard_html_cell(&page->html, "%s", p.message ? p.message : "");
    }
    ard_html_table_close(&page->html);
    ard_page_numbers_close(page);
    return ARDOR_OK;
}

const ard_section ard_section_curve = {
    .key = "curve", .title = "Whether more samples would help", .estimates = true, .applies = applies, .write = write};
