/* Figures of merit in words: their names, and their values as text. */
#ifndef ARD_PAGE_FIGURES_H
#define ARD_PAGE_FIGURES_H

#include "page/document.h"
#include "page/html.h"

/* A figure of a document (docs/json.md); NaN: there is none. */
typedef struct ard_figure {
    double value, low, high;
    const char *interval, *reason;
} ard_figure;

ard_figure ard_figure_of(const json_t *object, const char *key);
static inline bool ard_figure_has_interval(const ard_figure *f) { return isfinite(f->low) && isfinite(f->high); }

/* What is shown of a figure. */
typedef struct ard_figure_kind {
    const char *key, *name;
    bool share;       /* shown in % */
    const char *help; /* what it is, in a sentence without its point */
} ard_figure_kind;
/* All that `summary` may have, ended by a NULL key; and those of a confusion table of two classes. */
extern const ard_figure_kind ard_summary_figures[], ard_confusion_figures[];

enum { ARD_FIGURE_BYTES = 96 };
/* "19.7 %", "0.873"; "-" where there is none. */
const char *ard_figure_text(double value, bool share, char out[ARD_FIGURE_BYTES]);
/* "11.1 % to 28.4 %"; "-". */
const char *ard_figure_range(const ard_figure *f, bool share, char out[ARD_FIGURE_BYTES]);
/* "19.7 % (11.1 % to 28.4 %)", without an interval the value alone. */
const char *ard_figure_whole(const ard_figure *f, bool share, char out[ARD_FIGURE_BYTES]);
/* A difference of shares in points: "+1.2"; "-". */
const char *ard_points_text(double value, char out[ARD_FIGURE_BYTES]);
/* A number as short as is useful: "%.4g". */
const char *ard_number_text(double value, char out[ARD_FIGURE_BYTES]);
/* "0.03", "< 0.001"; "-". */
const char *ard_p_text(double p, char out[ARD_FIGURE_BYTES]);

/* Six cells of a row of a table, and their titles; features: their mean number. */
#define ARD_FIGURES_HEADS "error", "95\u00a0% interval", "balanced error", "AUC", "log loss", "features, mean"
void ard_figures_cells(ard_html *html, const json_t *summary, double features);

/* A table of those of the figures that `object` has: name, value, interval, baseline's value (NULL: without), how the interval
 * was made or why something is missing, what it is. */
void ard_figures_table(ard_html *html, const ard_figure_kind *kind, const json_t *object, const json_t *baseline);
#endif
