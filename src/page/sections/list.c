/* How far the list of chosen features is to be trusted: what stays of it from fit to fit, and what could stand in its place. */
#include <stdio.h>

#include "page/page.h"

/* Of the core; the table of the selection has them all. */
enum { SHOWN_CORE = 12 };
/* Of the features; where fits use more of them on average, they choose little. */
static const double NEARLY_ALL = 0.8;

static const json_t *list_of(const ard_page *page) { return ard_doc_get(page->evaluation, "list"); }
static const json_t *entry(const ard_page *page, int64_t i) { return ard_doc_at(page->evaluation, "selection", i); }

static bool applies(const ard_page *page)
{
    return ard_doc_true(list_of(page), "selects") && ard_doc_size(page->evaluation, "selection") > 0;
}

/* The core is at the front of the selection. */
static void say_core(ard_page *page)
{
    char share[ARD_FIGURE_BYTES];
    const json_t *list = list_of(page);
    const int64_t core = ard_doc_count(list, "n_core"), tail = ard_doc_count(list, "n_tail");
    int said = 0;
    ard_figure_text(ard_doc_number(list, "core_frequency"), true, share);
    ard_html_markup(&page->html, "<p>");
    if (core == 0)
        ard_html_say(&page->html, "No feature was chosen in %s of the %lld fits or more", share, (long long)ard_page_fits(page));
    else
        ard_html_say(&page->html,
                     "%lld feature%s chosen in at least %s of the %lld fits, the core of the list: ", (long long)core,
                     core == 1 ? " was" : "s were", share, (long long)ard_page_fits(page));
    for (int64_t i = 0; i < core && i < SHOWN_CORE; i++) {
        const char *direction = ard_doc_text(entry(page, i), "direction");
        ard_html_say(&page->html, "%s%s", i ? ", " : "", ard_doc_name(entry(page, i), "name"));
        if (direction) ard_html_say(&page->html, " (%s %s)", said++ ? "for" : "larger values speak for", direction);
    }
    if (core > SHOWN_CORE) ard_html_say(&page->html, " and %lld more", (long long)(core - SHOWN_CORE));
    if (tail > 0)
        ard_html_say(&page->html, ". The other %lld, its tail, come%s and go%s with the samples", (long long)tail,
                     tail == 1 ? "s" : "", tail == 1 ? "es" : "");
    ard_html_markup(&page->html, ".</p>\n");
}

static void say_agreement(ard_page *page)
{
    char value[ARD_FIGURE_BYTES];
    const ard_figure stability = ard_figure_of(list_of(page), "stability");
    if (!isfinite(stability.value)) return;
    ard_page_say(page, "Where 1 means that all fits choose the same and 0 that they draw at random, their lists agree to %s.",
                 ard_figure_whole(&stability, false, value));
}

/* Averages over all features, which are no measure for those at the top of the list. */
static void say_chance(ard_page *page)
{
    char drawn[ARD_FIGURE_BYTES], permuted[ARD_FIGURE_BYTES];
    const json_t *list = list_of(page);
    const double frequency = ard_doc_number(list, "permuted_frequency");
    ard_page_say(page,
                 "On average over all %lld features, one is in %s of the fits if they draw at random%s%s. These averages are no "
                 "measure for the top of the list: by chance alone, too, the most frequent of many features is far above them.",
                 (long long)ard_doc_count(page->evaluation, "p"),
                 ard_figure_text(ard_doc_number(list, "expected_by_chance"), true, drawn),
                 isfinite(frequency) ? ", and with labels exchanged it was in " : "",
                 isfinite(frequency) ? ard_figure_text(frequency, true, permuted) : "");
}

static void say_groups(ard_page *page)
{
    const json_t *groups = ard_doc_get(list_of(page), "groups");
    const int64_t all = ard_doc_size(page->evaluation, "selection"), n = ard_doc_count(groups, "all");
    if (ard_doc_text(groups, "reason") || n >= all) return;
    ard_page_say(page, "The %lld features of the list are %lld group%s of features that say nearly the same.", (long long)all,
                 (long long)n, ard_plural(n));
}

static bool has_nearest(const ard_page *page, int64_t i) { return ard_doc_text(entry(page, i), "nearest") != NULL; }

static void write_nearest(ard_page *page, int64_t i)
{
    char own[ARD_FIGURE_BYTES], other[ARD_FIGURE_BYTES];
    const json_t *e = entry(page, i);
    const double frequency = ard_doc_number(e, "nearest_frequency");
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", ard_doc_name(e, "name"));
    ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(e, "frequency"), true, own));
    ard_html_cell(&page->html, "%s", ard_doc_name(e, "nearest"));
    ard_html_cell(&page->html, "%.2f", ard_doc_number(e, "nearest_correlation"));
    ard_html_cell(&page->html, "%s", isfinite(frequency) ? ard_figure_text(frequency, true, other) : "forced into all");
}

/* Of the most frequent features those that have one. */
static void write_table(ard_page *page)
{
    static const char *const head[] = {"feature", "in, of the fits", "nearly the same", "correlation", "that one in"};
    const json_t *nearest = ard_doc_get(list_of(page), "nearest");
    const int64_t looked = ard_min64(ard_doc_count(nearest, "features"), ard_doc_size(page->evaluation, "selection"));
    int64_t n = 0;
    for (int64_t i = 0; i < looked; i++) n += has_nearest(page, i);
    if (n == 0) return;
    ard_page_say(
        page,
        "For %lld of the %lld most frequent features the table has another one that says nearly the same (correlation of at "
        "least %.2g up or down), and could stand in its place:",
        (long long)n, (long long)looked, ard_doc_number(nearest, "least"));
    ard_html_table_open(&page->html, 5, head);
    for (int64_t i = 0; i < looked; i++)
        if (has_nearest(page, i)) write_nearest(page, i);
    ard_html_table_close(&page->html);
}

static int write(ard_page *page)
{
    char share[ARD_FIGURE_BYTES];
    const bool leaky = page->trust == ARD_TRUST_LEAKY;
    const double kept = ard_doc_number(list_of(page), "expected_by_chance");
    if (kept > NEARLY_ALL) {
        ard_page_say(page,
                     "A fit keeps nearly all features (%s on average), so this list chooses little, and how far the lists agree "
                     "says little.",
                     ard_figure_text(kept, true, share));
    } else {
        if (!leaky) say_core(page);
        say_agreement(page);
        say_chance(page);
    }
    say_groups(page);
    if (kept <= NEARLY_ALL)
        ard_page_caution(
            page, "%s",
            leaky
                ? "The choice saw the samples that were tested, so that the fits agree more than they should."
                : "The fits share most of their samples: lists from other samples would agree less. A feature of the tail is no "
                  "finding, and one that is not on the list is no proof that it does not matter.");
    write_table(page);
    return ARDOR_OK;
}

const ard_section ard_section_list = {
    .key = "list", .title = "How far to trust that list", .estimates = true, .applies = applies, .write = write};
