/* How to read the page, and what is in it that others wrote. */
#include "base/profile.h"
#include "page/assets.h"
#include "page/page.h"

static bool applies(const ard_page *page)
{
    (void)page;
    return true;
}

static const char *const TERMS[][2] = {
    {"held out", "A sample is held out of a fit that does not see it in any way; the fit then predicts it."},
    {"fit, fold", "The samples are divided into folds; for each, a model is fitted without it and predicts it. Each is one fit."},
    {"95\u00a0% interval",
     "Were the study done again on other samples of the same kind, about 19 in 20 such intervals would hold the value "
     "that a great many samples would give."},
    {"class shares alone", "What is predicted by somebody who knows how frequent the classes are and nothing of the sample."},
    {"AUC, ranks",
     "The chance that of two samples of different classes the right one gets the higher probability: 0.5 is chance, 1 is "
     "perfect."},
    {"tuning", "Choosing settings by their errors on further folds within the samples a fit may see."},
    {"p", "How often chance alone would show as much; it is small where chance is no good explanation."}};

static int write(ard_page *page)
{
    ard_html *html = &page->html;
    ard_html_markup(html, "<dl>\n");
    for (size_t i = 0; i < sizeof TERMS / sizeof *TERMS; i++) {
        ard_html_markup(html, "<dt>");
        ard_html_text(html, TERMS[i][0]);
        ard_html_markup(html, "</dt><dd>");
        ard_html_text(html, TERMS[i][1]);
        ard_html_markup(html, "</dd>\n");
    }
    ard_html_markup(html, "</dl>\n");
    if (!*ard_page_script) return ARDOR_OK;
    ard_html_details_open(html, false, "Licences of what draws the charts (%s)", ard_charts_library);
    ard_html_markup(html, "<pre>");
    ard_html_text(html, ard_page_licences);
    ard_html_markup(html, "</pre>\n");
    ard_html_details_close(html);
    return ARDOR_OK;
}

const ard_section ard_section_reading = {.key = "reading", .title = "How to read this page", .applies = applies, .write = write};
