/* What must be known before the rest of the page is read: see page.h. */
#include <stdio.h>

#include "base/text.h"
#include "page/page.h"

ard_trust ard_page_trust_of(const json_t *evaluation)
{
    if (ard_doc_is(evaluation, "protocol", "leaky") || strncmp(ard_doc_name(evaluation, "tune"), "first", 5) == 0)
        return ARD_TRUST_LEAKY;
    return ard_doc_is(evaluation, "standardise", "all") ? ARD_TRUST_PARTLY : ARD_TRUST_HONEST;
}

static const char *why_stopped(const json_t *document)
{
    return ard_doc_is(document, "stopped", "time") ? "out of time" : "cancelled";
}

/* Is something else than this one given? */
static bool is_done(const json_t *document, const char *key, const char *without)
{
    return ard_doc_text(document, key) && !ard_doc_is(document, key, without);
}

/* What of a run of the leaky protocol used the samples that were tested. */
static const char *leaky_steps(const json_t *e, char *out, size_t bytes)
{
    char filter[ARD_FIGURE_BYTES * 2];
    *out = '\0';
    snprintf(filter, sizeof filter, "the filter of features (%.150s)", ard_doc_name(e, "filter"));
    if (is_done(e, "standardise", "none")) ard_text_append(out, bytes, "standardisation");
    if (is_done(e, "impute", "none")) ard_text_append(out, bytes, "filling in of missing values");
    if (is_done(e, "filter", "none")) ard_text_append(out, bytes, filter);
    if (is_done(e, "pca", "none")) ard_text_append(out, bytes, "the components");
    if (is_done(e, "tune", "none")) ard_text_append(out, bytes, "tuning");
    if (!*out) snprintf(out, bytes, "whatever was prepared or chosen");
    return out;
}

static void say_trust(ard_page *page)
{
    char steps[ARD_FIGURE_BYTES * 4];
    ard_html *html = &page->html;
    if (ard_doc_is(page->evaluation, "protocol", "leaky"))
        ard_html_paragraph(html, "alarm",
                           "Not an estimate. These steps used the samples that were then tested (protocol leaky): %s. The errors "
                           "below are too low. Nothing here may be quoted.",
                           leaky_steps(page->evaluation, steps, sizeof steps));
    else if (page->trust == ARD_TRUST_LEAKY)
        ard_html_paragraph(
            html, "alarm",
            "Not an estimate: the settings were chosen by the errors of folds that are tested here again (tune %s). "
            "The errors below are too low. Nothing here may be quoted.",
            ard_doc_name(page->evaluation, "tune"));
    else if (page->trust == ARD_TRUST_PARTLY)
        ard_html_paragraph(html, "note",
                           "Features were standardised with all samples, those that were tested among them; everything else was "
                           "fitted without them.");
}

static void say_missing(ard_page *page)
{
    const json_t *e = page->evaluation;
    const int64_t done = ard_page_fits(page), planned = ard_doc_count(e, "n_folds"), failed = ard_doc_size(e, "failed");
    if (ard_doc_text(e, "stopped"))
        ard_html_paragraph(&page->html, "alarm",
                           "Not finished (%s): %lld of %lld fits are done. Everything below is of these alone.", why_stopped(e),
                           (long long)done, (long long)planned);
    if (failed > 0)
        ard_html_paragraph(&page->html, "alarm", "%lld fit%s failed, which everything below leaves out. The first: %s",
                           (long long)failed, ard_plural(failed), ard_doc_name(ard_doc_at(e, "failed", 0), "message"));
}

/* What is in vain to use: the features, and the model if there is one. */
static void say_nothing_learnt(ard_page *page)
{
    const char *what = page->fit ? "the features or the model below" : "the features below";
    const int64_t fits = ard_page_fits(page);
    if (!ard_page_learnt_nothing(page)) return;
    if (ard_page_without_evidence(page) && fits > 1)
        ard_html_paragraph(&page->html, "alarm", "No evidence in any of the %lld fits that anything was learnt: do not use %s.",
                           (long long)fits, what);
    else if (ard_page_without_evidence(page))
        ard_html_paragraph(&page->html, "alarm", "No evidence that anything was learnt: do not use %s.", what);
    else
        ard_html_paragraph(&page->html, "alarm", "Most fits learnt nothing: do not use %s.", what);
}

static void say_fits(ard_page *page)
{
    int64_t early = 0;
    const int64_t null_models = ard_page_null_models(page);
    const char *reason = NULL;
    const int64_t n = ard_page_fits(page);
    for (int64_t f = 0; f < n; f++) {
        const json_t *fold = ard_doc_at(page->evaluation, "folds", f);
        const char *stop = ard_doc_text(fold, "stop_reason");
        if (ard_stopped_early(stop) && early++ == 0) reason = stop;
    }
    if (early > 0)
        ard_html_paragraph(&page->html, "note", "In %lld of %lld fits the optimiser stopped before it converged (%s).",
                           (long long)early, (long long)n, reason);
    if (null_models > 0)
        ard_html_paragraph(&page->html, "note",
                           "%lld of %lld fits learnt nothing: the model is a constant, the same probabilities for every sample.",
                           (long long)null_models, (long long)n);
}

/* What moves all figures, of one method or of several. */
typedef enum { CLASS_WEIGHTS, PRIOR, COSTS, THRESHOLD, ABSTENTION, N_MOVES } move;

static bool is_moved(const json_t *e, int by)
{
    const json_t *decision = ard_doc_get(e, "decision");
    const bool costs = json_is_object(ard_doc_get(decision, "cost"));
    return by == CLASS_WEIGHTS ? ard_doc_text(e, "class_weight") != NULL
           : by == PRIOR       ? json_is_object(ard_doc_get(decision, "prior"))
           : by == COSTS       ? costs
           : by == THRESHOLD   ? !costs && json_is_number(ard_doc_get(decision, "threshold"))
                               : json_is_number(ard_doc_get(decision, "abstain"));
}

/* of: what the sentence is of, where that is not all of the page. */
static void say_move(ard_page *page, const json_t *e, int by, const char *of)
{
    char number[ARD_FIGURE_BYTES];
    const json_t *decision = ard_doc_get(e, "decision");
    ard_html *html = &page->html;
    if (by == CLASS_WEIGHTS)
        ard_html_paragraph(
            html, "note",
            "%sClasses were weighted in training (%s), so that the error is expected to be above that of the class "
            "shares: judge by the balanced error.",
            of, ard_doc_text(e, "class_weight"));
    else if (by == PRIOR)
        ard_html_paragraph(html, "note",
                           "%sFigures are for a population with the class shares that were given (see What was done), not "
                           "for those of these samples.",
                           of);
    else if (by == COSTS)
        ard_html_paragraph(html, "note",
                           "%sDecisions are by the costs that were given (see What was done), not for the most probable class: "
                           "judge by the mean cost.",
                           of);
    else if (by == THRESHOLD)
        ard_html_paragraph(html, "note",
                           "%sDecisions are by a threshold that was given, %s, not for the most probable class: judge by the "
                           "balanced error.",
                           of, ard_number_text(ard_doc_number(decision, "threshold"), number));
    else
        ard_html_paragraph(html, "note",
                           "%sWhere no class has at least the probability %s, none is named: such samples count as wrong in the "
                           "errors.",
                           of, ard_number_text(ard_doc_number(decision, "abstain"), number));
}

/* How the figures count. */
static void say_counting(ard_page *page)
{
    const json_t *e = page->evaluation;
    ard_html *html = &page->html;
    const char *weights = ard_doc_text(e, "weights"), *group = ard_doc_text(e, "group");
    if (weights)
        ard_html_paragraph(html, "note",
                           "Figures count the samples by the weights in column %s; charts and tables of samples count each once.",
                           weights);
    if (group)
        ard_html_paragraph(html, "note",
                           "Samples of one group (column %s) are tested together; intervals count them as independent, and are "
                           "too narrow where a group's samples are alike.",
                           group);
    for (int by = 0; by < N_MOVES; by++)
        if (is_moved(e, by)) say_move(page, e, by, "");
    if (json_is_object(ard_doc_get(e, "unrelaxed")))
        ard_html_paragraph(html, "note",
                           "The features that were chosen were fitted again with a weaker penalty (relaxed); figures are "
                           "of these fits.");
}

static void say_forced(ard_page *page)
{
    const int64_t n = ard_doc_size(page->evaluation, "forced");
    if (n == 0) return;
    ard_html_markup(&page->html, "<p class=\"note\">");
    ard_html_say(&page->html, "Put into every model by request, and no selection: ");
    for (int64_t i = 0; i < n; i++)
        ard_html_say(&page->html, "%s%s", i ? ", " : "", ard_doc_name_at(page->evaluation, "forced", i));
    ard_html_markup(&page->html, ".</p>\n");
}

static void say_model(ard_page *page)
{
    const json_t *fit = page->fit;
    const char *reason = ard_doc_text(fit, "stop_reason");
    if (ard_doc_true(fit, "null_model"))
        ard_html_paragraph(&page->html, "alarm",
                           "The model is a constant: it uses no feature and gives every sample the same probabilities.");
    else if (ard_stopped_early(reason))
        ard_html_paragraph(&page->html, "note", "The fit of the model stopped before it converged (%s).", reason);
    if (ard_doc_text(fit, "stopped"))
        ard_html_paragraph(&page->html, "note", "The tuning of the model was not finished (%s).", why_stopped(fit));
}

static void say_comparison(ard_page *page, const json_t *comparison)
{
    if (ard_doc_text(comparison, "stopped"))
        ard_html_paragraph(&page->html, "alarm", "The comparison was not finished (%s): figures are of the folds that are done.",
                           why_stopped(comparison));
    for (int by = 0; by < N_MOVES; by++) {
        int64_t n = 0, moved = 0;
        const json_t *first = NULL;
        if (is_moved(page->evaluation, by)) continue; /* is said already */
        for (int64_t i = 0; i < ard_doc_size(comparison, "cells"); i++) {
            const json_t *e = ard_doc_get(ard_doc_at(comparison, "cells", i), "evaluation");
            const bool counts = is_moved(e, by);
            n += json_is_object(e);
            moved += counts;
            if (counts && !first) first = e;
        }
        if (first) say_move(page, first, by, moved < n ? "Of some methods: " : page->evaluation ? "Of the comparison: " : "");
    }
}

void ard_page_banners(ard_page *page)
{
    if (page->evaluation) {
        say_trust(page);
        say_missing(page);
        say_nothing_learnt(page);
        say_fits(page);
        say_counting(page);
        say_forced(page);
    }
    if (page->fit) say_model(page);
    for (int64_t i = 0; i < page->n_comparisons; i++) say_comparison(page, page->comparison[i]);
}
