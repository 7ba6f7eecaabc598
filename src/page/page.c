/* The HTML report: see page.h. Head, heading and banners, the sections, how to read it, data and scripts. */
#include "page/page.h"

#include <stdio.h>

#include "page/assets.h"

/* ---- head */

/* SHA-256 as the policy wants it: base64 of the 32 bytes. */
static void base64_of(const char *hex, char out[48])
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t n = 0;
    for (int i = 0; i < 33; i += 3) {
        unsigned group = 0, byte;
        for (int k = 0; k < 3; k++) group = group << 8 | (i + k < 32 && sscanf(hex + 2 * (i + k), "%2x", &byte) == 1 ? byte : 0);
        for (int k = 18; k >= 0; k -= 6) out[n++] = digit[group >> k & 63];
    }
    out[n - 1] = '='; /* of the last three bytes two are there */
    out[n] = '\0';
}

static void write_policy(ard_html *html)
{
    char sum[48];
    ard_html_markup(html,
                    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; ");
    if (*ard_page_script) {
        base64_of(ard_page_sha256, sum);
        ard_html_markup(html, "script-src 'sha256-");
        ard_html_text(html, sum);
        ard_html_markup(html, "'; ");
    }
    ard_html_markup(html, "base-uri 'none'; form-action 'none'\">\n");
}

/* "3 methods beside each other on 2 tables": each table has all of them. */
static void say_methods(ard_page *page)
{
    const int64_t cells = ard_doc_size(page->comparison[0], "cells"), tables = ard_doc_size(page->comparison[0], "data");
    const int64_t methods = tables > 0 ? cells / tables : cells;
    ard_html_say(&page->html, "%lld method%s beside each other", (long long)methods, ard_plural(methods));
    if (tables > 1) ard_html_say(&page->html, " on %lld tables", (long long)tables);
}

/* Where classes were weighted the error is expected to be above the baseline's, which says nothing against it. */
static bool is_not_better(const ard_page *page)
{
    const ard_verdict verdict = ard_page_verdict(page);
    return page->trust != ARD_TRUST_LEAKY && verdict != ARD_VERDICT_BETTER && verdict != ARD_VERDICT_DIVIDED &&
           !ard_doc_text(page->evaluation, "class_weight");
}

/* Of a run that is not whole: "So far (23 of 200 fits): ". */
static bool say_extent(ard_page *page)
{
    if (!ard_page_is_partial(page)) return false;
    ard_html_say(&page->html, "%s (%lld of %lld fits): ", ard_doc_text(page->evaluation, "stopped") ? "So far" : "In part",
                 (long long)ard_page_fits(page), (long long)ard_doc_count(page->evaluation, "n_folds"));
    return true;
}

static void say_error(ard_page *page, double value)
{
    char error[ARD_FIGURE_BYTES], baseline[ARD_BASELINE_BYTES];
    const bool inside = say_extent(page);
    const char *undecided = ard_page_or_undecided(page->evaluation);
    ard_figure_text(value, true, error);
    if (page->trust == ARD_TRUST_LEAKY)
        ard_html_say(&page->html, "%coo low to be an estimate: wrong%s %s of the time on samples it had used", inside ? 't' : 'T',
                     undecided, error);
    else if (is_not_better(page))
        ard_html_say(&page->html, "%cot shown to be better than %s: wrong%s %s of the time on samples it had not seen",
                     inside ? 'n' : 'N', ard_page_baseline(page, baseline), undecided, error);
    else
        ard_html_say(&page->html, "%cn samples it had not seen, it was wrong%s %s of the time", inside ? 'o' : 'O', undecided,
                     error);
}

/* The heading, which is the title of the page too. */
static void say_heading(ard_page *page)
{
    const double error = ard_figure_of(ard_doc_get(page->evaluation, "summary"), "error").value;
    if (!page->evaluation && page->n_comparisons > 0)
        say_methods(page);
    else if (!page->evaluation)
        ard_html_say(&page->html, "A model that nothing on this page has tested");
    else if (!isfinite(error))
        ard_html_say(&page->html, "No error is known");
    else
        say_error(page, error);
}

static void write_head(ard_page *page)
{
    ard_html *html = &page->html;
    ard_html_markup(html, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    write_policy(html);
    ard_html_markup(html, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    say_heading(page);
    ard_html_markup(html, "</title>\n<style>\n");
    ard_html_markup(html, ard_page_style);
    ard_html_markup(html, "</style></head>\n<body><main>\n<h1>");
    say_heading(page);
    ard_html_markup(html, "</h1>\n");
}

/* What it is about, in one line. */
static void write_subject(ard_page *page)
{
    char plan[ARD_PLAN_BYTES];
    const json_t *document = page->evaluation ? page->evaluation : page->fit;
    const int64_t n_classes = ard_doc_size(document, "classes"), fits = ard_page_fits(page);
    if (!document) return;
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "%lld samples, %lld features; classes ", (long long)ard_doc_count(document, "n"),
                 (long long)ard_doc_count(document, "p"));
    for (int64_t c = 0; c < n_classes; c++)
        ard_html_say(&page->html, "%s%s",
                     c == 0              ? ""
                     : c + 1 < n_classes ? ", "
                                         : " and ",
                     ard_doc_name_at(document, "classes", c));
    ard_html_say(&page->html, "; method %s, %s", ard_doc_name(document, "method"), ard_doc_name(document, "basis"));
    if (page->evaluation)
        ard_html_say(&page->html, "; %lld fit%s (%s)", (long long)fits, ard_plural(fits), ard_page_plan(document, plan));
    ard_html_markup(&page->html, ".</p>\n");
}

static void write_script_note(ard_page *page)
{
    if (*ard_page_script)
        ard_html_markup(&page->html,
                        "<noscript><p class=\"caution\">Charts need scripts, which are off here. Every number is in the "
                        "tables.</p></noscript>\n");
    else
        ard_html_paragraph(&page->html, "caution", "This program was built without charts. Every number is in the tables.");
}

/* ---- sections */

static bool applies(const ard_page *page, const ard_section *section) { return section && section->applies(page); }

static int write_section(ard_page *page, const ard_section *section)
{
    ard_html *html = &page->html;
    ard_html_markup(html, "<section aria-labelledby=\"s-");
    ard_html_text(html, section->key);
    ard_html_markup(html, "\"><h2 id=\"s-");
    ard_html_text(html, section->key);
    ard_html_markup(html, "\">");
    if (section->title)
        ard_html_text(html, section->title);
    else
        section->heading(page);
    ard_html_markup(html, "</h2>\n");
    if (section->estimates && page->trust == ARD_TRUST_LEAKY)
        ard_html_paragraph(html, "note", "Not an estimate: settings or features had seen the samples.");
    const int rc = section->write(page);
    ard_html_markup(html, "</section>\n");
    return rc;
}

/* Two halves that follow each other stand side by side. */
static int write_sections(ard_page *page)
{
    int rc = ARDOR_OK;
    for (const ard_section *const *s = ard_sections; *s; s++) {
        if (!applies(page, *s)) continue;
        const bool pair = (*s)->half && applies(page, s[1]) && s[1]->half;
        if (pair) ard_html_markup(&page->html, "<div class=\"pair\">\n");
        TRY(write_section(page, *s));
        if (!pair) continue;
        s++;
        TRY(write_section(page, *s));
        ard_html_markup(&page->html, "</div>\n");
    }
done:
    return rc;
}

/* ---- the end */

static int write_data(ard_page *page)
{
    char *data = NULL;
    ard_json_close(&page->data);
    const int rc = ard_json_finish(&page->data, &data);
    if (rc != ARDOR_OK) return rc;
    if (*ard_page_script) {
        ard_html_markup(&page->html, "<script type=\"application/json\" id=\"data\">\n");
        ard_html_json(&page->html, data);
        ard_html_markup(&page->html, "</script>\n<script>");
        ard_html_markup(&page->html, ard_page_script);
        ard_html_markup(&page->html, "</script>\n");
    }
    ard_free(page->context, data);
    return ARDOR_OK;
}

static int write_page(ard_page *page)
{
    int rc = ARDOR_OK;
    write_head(page);
    write_subject(page);
    ard_page_banners(page);
    write_script_note(page);
    TRY(write_sections(page));
    ard_html_markup(&page->html, "</main>\n");
    TRY(write_data(page));
    ard_html_markup(&page->html, "</body></html>\n");
done:
    return rc;
}

int ard_page_write(ardor_context *context, const ard_page_source *source, char **out)
{
    int rc = ARDOR_OK;
    ard_page_documents documents = {0};
    ard_page page = {.context = context, .html = {.out = {.context = context}}, .convergence = source->convergence};
    *out = NULL;
    ard_json_begin(&page.data, context);
    ard_json_open(&page.data, NULL, '{');
    TRY(ard_page_documents_read(context, source, &documents));
    page.run = documents.run;
    page.n_runs = documents.n_runs;
    page.comparison = documents.comparison;
    page.n_comparisons = documents.n_comparisons;
    page.fit = documents.fit;
    page.model = documents.model;
    page.evaluation = documents.n_runs > 0 ? documents.run[0] : NULL;
    page.trust = ard_page_trust_of(page.evaluation);
    if (page.evaluation) TRY(ard_samples_new(context, page.evaluation, documents.main_name, &page.samples));
    TRY(write_page(&page));
    TRY(ard_buffer_finish(&page.html.out, out));
done:
    ard_free(context, page.html.out.text);
    ard_free(context, page.data.out.text);
    ard_samples_free(context, &page.samples);
    ard_page_documents_free(context, &documents);
    return rc;
}
