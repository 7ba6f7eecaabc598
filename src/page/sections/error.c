/* How often it is wrong, beside what the class shares alone would do. */
#include <stdio.h>

#include "page/page.h"

static bool applies(const ard_page *page) { return page->evaluation != NULL; }

static const json_t *summary_of(const ard_page *page) { return ard_doc_get(page->evaluation, "summary"); }
static const json_t *baseline_of(const ard_page *page) { return ard_doc_get(summary_of(page), "baseline"); }

/* A class of which less than this share is found, of a run that is better than the baseline, is named. */
static const double POORLY = 0.6;

/* The error of two classes may be good where one of them is missed half of the time. */
static void say_missed_class(ard_page *page)
{
    char found[ARD_FIGURE_BYTES];
    const json_t *confusion = ard_doc_get(page->evaluation, "confusion");
    const double share[] = {ard_figure_of(confusion, "specificity").value, ard_figure_of(confusion, "sensitivity").value};
    for (int c = 0; c < 2 && page->samples.n_classes == 2; c++)
        if (share[c] < POORLY)
            ard_html_say(&page->html, " But of %s it finds only %s (see What it takes for what).", page->samples.class_name[c],
                         ard_figure_text(share[c], true, found));
}

/* Does a threshold, or do costs decide already? */
static bool has_threshold(const ard_page *page)
{
    const json_t *decision = ard_doc_get(page->evaluation, "decision");
    return json_is_number(ard_doc_get(decision, "threshold")) || json_is_object(ard_doc_get(decision, "cost"));
}

/* The errors alone do not tell: what else does. */
static void say_divided(ard_page *page)
{
    char value[ARD_FIGURE_BYTES], base[ARD_FIGURE_BYTES];
    const char *key = ard_page_second_figure(page);
    const bool cost = strcmp(key, "cost") == 0;
    const ard_figure second = ard_figure_of(summary_of(page), key), baseline = ard_figure_of(baseline_of(page), key);
    ard_html_say(&page->html, "As it decides %s, these two errors do not tell whether it has learnt something: its %s is %s, ",
                 ard_page_moved_by(page->evaluation), cost ? "mean cost" : "balanced error",
                 ard_figure_whole(&second, !cost, value));
    ard_html_say(&page->html, "that of the class shares alone %s.", ard_figure_text(baseline.value, !cost, base));
}

/* Was it shown to be better than the baseline? Of the error; where it is not, perhaps of the order of the samples. */
static void say_verdict(ard_page *page)
{
    const ard_verdict verdict = ard_page_verdict(page);
    const char *part = !ard_page_is_partial(page) ? "" : ard_doc_text(page->evaluation, "stopped") ? " so far" : " in these fits";
    if (page->trust == ARD_TRUST_LEAKY) return;
    if (verdict == ARD_VERDICT_OPEN)
        ard_html_say(&page->html, "Without an interval it is not shown to be better.");
    else if (verdict == ARD_VERDICT_BETTER)
        ard_html_say(&page->html, "The interval ends below that: it has learnt something%s.", part);
    else if (verdict == ARD_VERDICT_WORSE)
        ard_html_say(&page->html, "The interval begins above that: it is worse than not looking at the features at all.");
    else if (verdict == ARD_VERDICT_DIVIDED)
        say_divided(page);
    else
        ard_html_say(&page->html, "The interval reaches that: it is not shown to be better.");
    if (verdict == ARD_VERDICT_BETTER) say_missed_class(page);
    if (verdict != ARD_VERDICT_OPEN && verdict != ARD_VERDICT_BETTER && ard_page_ranks(page))
        ard_html_say(&page->html, " It does rank the samples better than chance, though (see How well it ranks)%s.",
                     has_threshold(page) ? "" : ": another threshold may do better than the most probable class");
}

static void say_finding(ard_page *page)
{
    char name[ARD_BASELINE_BYTES], value[ARD_FIGURE_BYTES], range[ARD_FIGURE_BYTES], base[ARD_FIGURE_BYTES];
    const ard_figure error = ard_figure_of(summary_of(page), "error"), baseline = ard_figure_of(baseline_of(page), "error");
    ard_html_markup(&page->html, "<p>");
    ard_html_say(&page->html, "Wrong%s on %s of the samples %s", ard_page_or_undecided(page->evaluation),
                 ard_figure_text(error.value, true, value), ard_page_held(page));
    if (ard_figure_has_interval(&error))
        ard_html_say(&page->html, ", 95\u00a0%% interval %s", ard_figure_range(&error, true, range));
    ard_html_say(&page->html, "; %s is wrong on %s. ", ard_page_baseline(page, name),
                 ard_figure_text(baseline.value, true, base));
    say_verdict(page);
    ard_html_markup(&page->html, "</p>\n");
}

static void write_chart(ard_page *page)
{
    const ard_figure error = ard_figure_of(summary_of(page), "error"),
                     baseline = {ard_figure_of(baseline_of(page), "error").value, NAN, NAN, NULL, NULL};
    ard_json_open(&page->data, "error", '{');
    ard_json_text(&page->data, "about", "The error with its 95\u00a0% interval; dashed: what the class shares alone do");
    ard_page_label(page, "x", "wrong%s, of the samples %s", ard_page_or_undecided(page->evaluation), ard_page_held(page));
    ard_page_real(page, "line", baseline.value);
    ard_json_open(&page->data, "rows", '[');
    ard_page_figure_row(page, "this procedure", &error);
    ard_page_figure_row(page, "class shares", &baseline);
    ard_json_close(&page->data);
    ard_json_close(&page->data);
    ard_page_chart(page, "figures", "error");
}

static void say_bootstrap(ard_page *page)
{
    char plus[ARD_FIGURE_BYTES], out[ARD_FIGURE_BYTES], in[ARD_FIGURE_BYTES];
    const json_t *bootstrap = ard_doc_get(page->evaluation, "bootstrap");
    if (!json_is_object(bootstrap)) return;
    ard_page_say(page,
                 "The .632+ estimate, which allows for fits to fewer different samples than there are, is %s: from %s on samples "
                 "that were not drawn and %s on those that were learnt from.",
                 ard_figure_text(ard_doc_number(bootstrap, "error_632_plus"), true, plus),
                 ard_figure_text(ard_doc_number(bootstrap, "out_of_bag"), true, out),
                 ard_figure_text(ard_doc_number(bootstrap, "resubstitution"), true, in));
}

static int write(ard_page *page)
{
    say_finding(page);
    say_bootstrap(page);
    write_chart(page);
    if (page->trust != ARD_TRUST_LEAKY)
        ard_page_caution(page, "This is the error of the whole procedure, tuning included, on samples like these. It is not the "
                               "error of one model, and not that on another hospital's samples.");
    ard_html_details_open(&page->html, false, "The numbers (all figures)");
    ard_figures_table(&page->html, ard_summary_figures, summary_of(page), baseline_of(page));
    ard_html_details_close(&page->html);
    return ARDOR_OK;
}

const ard_section ard_section_error = {.key = "error", .title = "How often it is wrong", .applies = applies, .write = write};
