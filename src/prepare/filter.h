/* Filters: which columns are the best ones. They work on the values that the method would see, of the training rows; `unscaled`
 * ones on what these were before they were divided by deviations.
 *
 * What a new filter must implement: the table ard_filter_kind as ard_filter_NAME, in a file of its own under filters/, and a row
 * in filters.c, which declares it too. Spec, messages, help, JSON documents and model file have it from there. Filters that
 * score each column by itself share filters/score.h. */
#ifndef ARD_FILTER_H
#define ARD_FILTER_H

#include "matrix/matrix.h"
#include "matrix/targets.h"

typedef struct ard_filter_kind {
    const char *name; /* that of its row; in specs: "ttest:30" */
    bool sees_labels, unscaled;
    bool greedy; /* columns are taken one by one, by what those taken before leave to be said */
    /* The k best columns (0 <= k <= x->p), the best first, and their scores, which fall, are >= 0 and may be infinite; of a
     * greedy filter they are what each was taken for: finite, of any sign and order. The k best are the first of any more: so one
     * list serves all sizes that are tuned. Of
     * columns that are equally good the first comes first; those without spread come last, with 0. x has no NaN; t->label is
     * NULL unless the filter sees labels; t->weight NULL is all 1, and a weight of 2 is a row twice. */
    int (*rank)(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score);
} ard_filter_kind;

/* The filters of the library, NULL after the last. */
extern const ard_filter_kind *const ard_filter_kinds[];
/* What the key `filter` takes, for messages: all of them. */
extern const char ard_filter_takes[];
/* For methods that choose by it. */
extern const ard_filter_kind ard_filter_ttest;
#endif
