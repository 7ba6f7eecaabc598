/* How the optimiser ended, where it was asked for: of the model with its trace, of the fits that were tested. */
#include "page/bars.h"

static bool applies(const ard_page *page) { return page->convergence && (page->fit || page->evaluation); }

/* "largest violation of the conditions of optimality: weights 1e-7, scales 2e-7" */
static void say_certificate(ard_page *page, const json_t *certificate)
{
    char text[ARD_FIGURE_BYTES];
    const double weights = ard_doc_number(certificate, "weights"), scales = ard_doc_number(certificate, "scales");
    const char *what = ard_doc_is(certificate, "kind", "kkt")        ? "largest violation of the conditions of a maximum"
                       : ard_doc_is(certificate, "kind", "evidence") ? "largest derivative of the log evidence"
                                                                     : "largest element of the gradient";
    if (!isfinite(weights) && !isfinite(scales)) {
        ard_html_say(&page->html, " This method has no number that says how far it is from a maximum.");
        return;
    }
    ard_html_say(&page->html, " How far it is from a maximum (%s):", what);
    if (isfinite(weights)) ard_html_say(&page->html, " weights %s", ard_number_text(weights, text));
    if (isfinite(scales)) ard_html_say(&page->html, "%s scales %s", isfinite(weights) ? "," : "", ard_number_text(scales, text));
    ard_html_say(&page->html, "; 0 is exact.");
}

static void say_fit(ard_page *page)
{
    char text[ARD_FIGURE_BYTES];
    const json_t *fit = page->fit;
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "The model: %lld iterations, then %s; objective %s.", (long long)ard_doc_count(fit, "iterations"),
                 ard_doc_name(fit, "stop_reason"), ard_number_text(ard_doc_number(fit, "objective"), text));
    say_certificate(page, ard_doc_get(fit, "certificate"));
    ard_html_markup(&page->html, "</p>\n");
}

static void write_trace(ard_page *page)
{
    static const char *const head[] = {"iteration", "objective", "features", "samples kept"};
    char text[ARD_FIGURE_BYTES];
    const json_t *trace = ard_doc_get(page->fit, "trace");
    const int64_t n = (int64_t)json_array_size(trace), shown = ard_min64(n, ARD_MOST_ROWS);
    if (n == 0) return;
    ard_json_open(&page->data, "trace", '{');
    ard_json_text(&page->data, "about", "Objective of the fit after each iteration");
    ard_json_open(&page->data, "rows", '[');
    for (int64_t i = 0; i < shown; i++) {
        const double objective = ard_doc_number(ard_doc_at(page->fit, "trace", i), "objective");
        if (!isfinite(objective)) continue;
        ard_json_open_line(&page->data, NULL, '{');
        ard_json_int(&page->data, "x", i + 1);
        ard_json_real(&page->data, "y", objective);
        ard_page_label(page, "text", "iteration %lld: %.8g", (long long)i + 1, objective);
        ard_json_close(&page->data);
    }
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "trace", "trace");
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, 4, head);
    for (int64_t i = 0; i < shown; i++) {
        const json_t *step = ard_doc_at(page->fit, "trace", i);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%lld", (long long)i + 1);
        ard_html_cell(&page->html, "%.8g", ard_doc_number(step, "objective"));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(step, "n_features"), text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(step, "n_vectors"), text));
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "iterations");
    ard_page_numbers_close(page);
}

static void write_folds(ard_page *page)
{
    static const char *const head[] = {"fit", "ended", "objective", "certificate, weights", "certificate, scales"};
    char text[ARD_FIGURE_BYTES];
    int64_t early = 0;
    const int64_t n = ard_page_fits(page), shown = ard_min64(n, ARD_MOST_ROWS);
    for (int64_t f = 0; f < n; f++)
        early += ard_stopped_early(ard_doc_text(ard_doc_at(page->evaluation, "folds", f), "stop_reason"));
    ard_page_say(page, "%lld of the %lld fits that were tested converged.", (long long)(n - early), (long long)n);
    ard_page_numbers_open(page, shown);
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t f = 0; f < shown; f++) {
        const json_t *fold = ard_doc_at(page->evaluation, "folds", f), *certificate = ard_doc_get(fold, "certificate");
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "fold"));
        ard_html_cell(&page->html, "%s", ard_doc_name(fold, "stop_reason"));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(fold, "objective"), text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(certificate, "weights"), text));
        ard_html_cell(&page->html, "%s", ard_number_text(ard_doc_number(certificate, "scales"), text));
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "fits");
    ard_page_numbers_close(page);
}

static int write(ard_page *page)
{
    if (page->fit) say_fit(page);
    if (page->fit && !json_is_array(ard_doc_get(page->fit, "trace")))
        ard_page_say(page, "It has no trace; `ardor fit --trace` keeps one, of methods that iterate.");
    if (page->fit) write_trace(page);
    if (page->evaluation) write_folds(page);
    ard_page_caution(
        page, "A fit that converged is at a maximum of its own objective, which is not the error: it may be one of several "
              "maxima, and a worse classifier than one that stopped before.");
    return ARDOR_OK;
}

const ard_section ard_section_convergence = {
    .key = "convergence", .title = "How the optimiser ended", .applies = applies, .write = write};
