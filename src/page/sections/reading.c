/* How to read the page, and what is in it that others wrote. */
#include "base/profile.h"
#include "page/assets.h"
#include "page/page.h"

static bool applies(const ard_page *page)
{
    (void)page;
    return true;
}

/* A term and what it means; where: what the page has where it uses the term, as it is in its HTML (none: it always does). */
typedef struct term {
    const char *name, *meaning, *where[2];
} term;

static const term TERMS[] = {
    {"held out", "A sample is held out of a fit that does not see it in any way; the fit then predicts it.", {NULL}},
    {"fit, fold",
     "The samples are divided into folds; for each, a model is fitted without it and predicts it. Each is one fit.",
     {NULL}},
    {"95\u00a0% interval",
     "Were the study done again on other samples of the same kind, about 19 in 20 such intervals would hold the value "
     "that a great many samples would give.",
     {NULL}},
    {"class shares alone",
     "What is predicted by somebody who knows how frequent the classes are and nothing of the sample.",
     {NULL}},
    {"AUC, ranks",
     "The chance that of two samples of different classes the right one gets the higher probability: 0.5 is chance, 1 is "
     "perfect.",
     {NULL}},
    {"tuning",
     "Choosing settings by their errors within the samples a fit may see: on further folds of these, or on each of them as if it "
     "had been left out.",
     {NULL}},
    {"positive class",
     "Of two classes the one whose probability is shown; to find it is what sensitivity is about.",
     {"sensitivity"}},
    {"scale",
     "How much a feature counts in the model, whichever way; 0 is not at all.",
     {"<th scope=\"col\">scale</th>", "mean scale</th>"}},
    {"weight of one standard deviation",
     "By how much the score for a class changes where a feature is larger by one standard deviation, and the others stay.",
     {"weight of one standard deviation</th>"}},
    {"samples kept",
     "Samples that a model learnt from and compares others with; methods that need none keep 0.",
     {"samples kept</th>"}},
    {"objective",
     "What a fit makes as good as it can: how well it describes the samples, less a price for how strong it is.",
     {"objective"}},
    {"Holm's p",
     "p of several tests together: that even one of those below 0.05 is chance alone has a probability of at most 5\u00a0%.",
     {"Holm&#39;s p"}},
    {"McNemar's p",
     "p of the samples that one of two methods has right and the other wrong: are there as many of either kind?",
     {"McNemar&#39;s p"}},
    {"p", "How often chance alone would show as much; it is small where chance is no good explanation.", {NULL}}};

/* Does what is written so far have it? */
static bool is_used(const ard_page *page, const term *t)
{
    if (t == TERMS) return page->trust != ARD_TRUST_LEAKY; /* nothing was held out */
    if (!t->where[0]) return true;
    return ard_html_has(&page->html, t->where[0]) || (t->where[1] && ard_html_has(&page->html, t->where[1]));
}

static int write(ard_page *page)
{
    ard_html *html = &page->html;
    ard_html_markup(html, "<dl>\n");
    for (size_t i = 0; i < sizeof TERMS / sizeof *TERMS; i++) {
        if (!is_used(page, TERMS + i)) continue;
        ard_html_markup(html, "<dt>");
        ard_html_text(html, TERMS[i].name);
        ard_html_markup(html, "</dt><dd>");
        ard_html_text(html, TERMS[i].meaning);
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
