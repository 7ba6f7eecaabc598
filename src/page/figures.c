/* Figures of merit in words: see figures.h. */
#include "page/figures.h"

#include <stdio.h>

const ard_figure_kind ard_summary_figures[] = {
    {"error", "error", true, "share of the samples that get the wrong class"},
    {"balanced_error", "balanced error", true, "mean of the classes' errors: each counts alike, however many samples it has"},
    {"auc", "AUC", false, "chance that, of two samples of different classes, the right one gets the higher probability"},
    {"auc_weighted", "AUC by class shares", false, "the same, the classes counting by their sizes"},
    {"average_precision", "average precision", false, "mean share of right ones among the samples that rank highest"},
    {"log_loss", "log loss", false, "how bad the probabilities are; sure and wrong costs most; 0 is perfect"},
    {"brier", "Brier score", false, "mean square of the distance between probability and truth; 0 is perfect"},
    {"undecided", "not decided", true, "share of the samples for which no class is named"},
    {"error_decided", "error of the decided", true, "error of the samples for which a class is named"},
    {"cost", "mean cost", false, "of a decision, by the costs that were given"},
    {NULL, NULL, false, NULL}};

const ard_figure_kind ard_confusion_figures[] = {
    {"sensitivity", "sensitivity", true, "share of the positive class that is found"},
    {"specificity", "specificity", true, "share of the other class that is left alone"},
    {"ppv", "positive predictive value", true,
     "share of right ones among those called positive, at the class shares of the figures"},
    {"npv", "negative predictive value", true,
     "share of right ones among those called negative, at the class shares of the figures"},
    {"mcc", "Matthews' correlation", false, "of truth and prediction; 0 is chance, 1 is perfect"},
    {NULL, NULL, false, NULL}};

ard_figure ard_figure_of(const json_t *object, const char *key)
{
    const json_t *figure = ard_doc_get(object, key);
    return (ard_figure){ard_doc_number(figure, "value"), ard_doc_number(figure, "low"), ard_doc_number(figure, "high"),
                        ard_doc_text(figure, "interval"), ard_doc_text(figure, "reason")};
}

const char *ard_figure_text(double value, bool share, char out[ARD_FIGURE_BYTES])
{
    if (!isfinite(value))
        snprintf(out, ARD_FIGURE_BYTES, "-");
    else if (share)
        snprintf(out, ARD_FIGURE_BYTES, "%.1f\u00a0%%", 100 * value);
    else
        snprintf(out, ARD_FIGURE_BYTES, "%.3f", fabs(value) < 0.0005 ? 0 : value); /* not -0.000 */
    return out;
}

const char *ard_figure_range(const ard_figure *f, bool share, char out[ARD_FIGURE_BYTES])
{
    char low[ARD_FIGURE_BYTES], high[ARD_FIGURE_BYTES];
    if (ard_figure_has_interval(f))
        snprintf(out, ARD_FIGURE_BYTES, "%.40s\u00a0to\u00a0%.40s", ard_figure_text(f->low, share, low),
                 ard_figure_text(f->high, share, high));
    else
        snprintf(out, ARD_FIGURE_BYTES, "-");
    return out;
}

const char *ard_figure_whole(const ard_figure *f, bool share, char out[ARD_FIGURE_BYTES])
{
    char value[ARD_FIGURE_BYTES], range[ARD_FIGURE_BYTES];
    ard_figure_text(f->value, share, value);
    ard_figure_range(f, share, range);
    if (ard_figure_has_interval(f))
        snprintf(out, ARD_FIGURE_BYTES, "%.30s (%.60s)", value, range);
    else
        snprintf(out, ARD_FIGURE_BYTES, "%s", value);
    return out;
}

const char *ard_points_text(double value, char out[ARD_FIGURE_BYTES])
{
    if (isfinite(value))
        snprintf(out, ARD_FIGURE_BYTES, "%+.1f", 100 * value);
    else
        snprintf(out, ARD_FIGURE_BYTES, "-");
    return out;
}

const char *ard_number_text(double value, char out[ARD_FIGURE_BYTES])
{
    if (isfinite(value))
        snprintf(out, ARD_FIGURE_BYTES, "%.4g", value);
    else
        snprintf(out, ARD_FIGURE_BYTES, "-");
    return out;
}

const char *ard_p_text(double p, char out[ARD_FIGURE_BYTES])
{
    if (!isfinite(p))
        snprintf(out, ARD_FIGURE_BYTES, "-");
    else if (p < 0.001)
        snprintf(out, ARD_FIGURE_BYTES, "< 0.001");
    else
        snprintf(out, ARD_FIGURE_BYTES, "%.2g", p);
    return out;
}

/* What is said behind a figure: why something is missing, or how its interval was made. */
static const char *remark_of(const ard_figure *f)
{
    if (f->reason) return f->reason;
    return f->interval && strcmp(f->interval, "none") != 0 ? f->interval : "";
}

void ard_figures_table(ard_html *html, const ard_figure_kind *kind, const json_t *object, const json_t *baseline)
{
    static const char *const with[] = {"", "value", "95\u00a0% interval", "class shares alone", "interval by", "what it is"};
    static const char *const without[] = {"", "value", "95\u00a0% interval", "interval by", "what it is"};
    char value[ARD_FIGURE_BYTES], range[ARD_FIGURE_BYTES], base[ARD_FIGURE_BYTES];
    ard_html_table_open(html, baseline ? 6 : 5, baseline ? with : without);
    for (; kind->key; kind++) {
        const ard_figure f = ard_figure_of(object, kind->key);
        /* two classes have one AUC, and what was not asked for is no row */
        if (!isfinite(f.value) && (!f.reason || strcmp(kind->key, "auc_weighted") == 0)) continue;
        ard_html_row(html);
        ard_html_cell(html, "%s", kind->name);
        ard_html_cell(html, "%s", ard_figure_text(f.value, kind->share, value));
        ard_html_cell(html, "%s", ard_figure_range(&f, kind->share, range));
        if (baseline) ard_html_cell(html, "%s", ard_figure_text(ard_figure_of(baseline, kind->key).value, kind->share, base));
        ard_html_cell(html, "%s", remark_of(&f));
        ard_html_cell(html, "%s", kind->help);
    }
    ard_html_table_close(html);
}

void ard_figures_cells(ard_html *html, const json_t *summary, double features)
{
    char text[ARD_FIGURE_BYTES];
    const ard_figure error = ard_figure_of(summary, "error");
    ard_html_cell(html, "%s", ard_figure_text(error.value, true, text));
    ard_html_cell(html, "%s", ard_figure_range(&error, true, text));
    ard_html_cell(html, "%s", ard_figure_text(ard_figure_of(summary, "balanced_error").value, true, text));
    ard_html_cell(html, "%s", ard_figure_text(ard_figure_of(summary, "auc").value, false, text));
    ard_html_cell(html, "%s", ard_figure_text(ard_figure_of(summary, "log_loss").value, false, text));
    ard_html_cell(html, "%s", ard_number_text(features, text));
}
