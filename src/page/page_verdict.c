/* Whether the main result shows that anything was learnt: see page.h. */
#include <stdio.h>

#include "base/utf8.h"
#include "page/page.h"

/* Where decisions are not for the most probable class, those of the baseline are not either: it may be wrong on nearly all
 * samples, and be so with reason. */
const char *ard_page_moved_by(const json_t *evaluation)
{
    const json_t *decision = ard_doc_get(evaluation, "decision");
    if (json_is_object(ard_doc_get(decision, "cost"))) return "by costs";
    if (json_is_number(ard_doc_get(decision, "threshold"))) return "by a threshold";
    return ard_doc_text(evaluation, "class_weight") ? "with weights of classes" : NULL;
}

const char *ard_page_or_undecided(const json_t *evaluation)
{
    return json_is_object(ard_doc_get(ard_doc_get(evaluation, "summary"), "undecided")) ? " or undecided" : "";
}

/* A figure of which less is better. */
static ard_verdict verdict_of(const ard_page *page, const char *key)
{
    const json_t *summary = ard_doc_get(page->evaluation, "summary");
    const ard_figure figure = ard_figure_of(summary, key);
    const double base = ard_figure_of(ard_doc_get(summary, "baseline"), key).value;
    if (!ard_figure_has_interval(&figure) || !isfinite(base)) return ARD_VERDICT_OPEN;
    return figure.high < base ? ARD_VERDICT_BETTER : figure.low > base ? ARD_VERDICT_WORSE : ARD_VERDICT_REACHES;
}

const char *ard_page_second_figure(const ard_page *page)
{
    return json_is_object(ard_doc_get(ard_doc_get(page->evaluation, "summary"), "cost")) ? "cost" : "balanced_error";
}

/* Of the cost, where there is one; else of the balanced error, or the order of the samples. */
static ard_verdict second_verdict(const ard_page *page)
{
    const char *key = ard_page_second_figure(page);
    return strcmp(key, "cost") != 0 && ard_page_ranks(page) ? ARD_VERDICT_BETTER : verdict_of(page, key);
}

ard_verdict ard_page_verdict(const ard_page *page)
{
    const ard_verdict error = verdict_of(page, "error");
    if (error == ARD_VERDICT_OPEN || !ard_page_moved_by(page->evaluation)) return error;
    const bool better = second_verdict(page) == ARD_VERDICT_BETTER;
    return (error == ARD_VERDICT_BETTER) == better ? error : ARD_VERDICT_DIVIDED;
}

bool ard_page_ranks(const ard_page *page) { return ard_figure_of(ard_doc_get(page->evaluation, "summary"), "auc").low > 0.5; }

const char *ard_page_baseline(const ard_page *page, char out[ARD_BASELINE_BYTES])
{
    const int largest = ard_samples_largest(&page->samples);
    if (largest < 0 || json_is_object(ard_doc_get(page->evaluation, "decision")))
        snprintf(out, ARD_BASELINE_BYTES, "going by the class shares alone");
    else
        snprintf(out, ARD_BASELINE_BYTES, "always saying \"%.120s\"", page->samples.class_name[largest]);
    ard_text_repair(out); /* where it was cut */
    return out;
}

int64_t ard_page_null_models(const ard_page *page)
{
    int64_t n = 0;
    for (int64_t f = 0; f < ard_page_fits(page); f++) n += ard_doc_true(ard_doc_at(page->evaluation, "folds", f), "null_model");
    return n;
}

/* Of several folds the text says in how many: "in all 10 folds: ..", "in 2 of 10 folds: ..". */
bool ard_page_without_evidence(const ard_page *page)
{
    static const char all[] = "in all ", some[] = "in ";
    for (int64_t i = 0; i < ard_doc_size(page->evaluation, "warnings"); i++) {
        const json_t *warning = ard_doc_at(page->evaluation, "warnings", i);
        const char *text = ard_doc_name(warning, "text");
        if (!ard_doc_is(warning, "code", "nothing_learnt")) continue;
        if (strncmp(text, all, sizeof all - 1) == 0) return true;
        if (ard_page_fits(page) == 1 && strncmp(text, some, sizeof some - 1) != 0) return true;
    }
    return false;
}

bool ard_page_learnt_nothing(const ard_page *page)
{
    return ard_page_without_evidence(page) || 2 * ard_page_null_models(page) > ard_page_fits(page);
}

bool ard_page_shows_nothing(const ard_page *page)
{
    const bool cheaper = ard_page_moved_by(page->evaluation) && second_verdict(page) == ARD_VERDICT_BETTER;
    return ard_page_learnt_nothing(page) || (ard_page_verdict(page) != ARD_VERDICT_BETTER && !cheaper && !ard_page_ranks(page));
}
