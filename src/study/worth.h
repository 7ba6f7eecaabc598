/* What the list of features is worth that the folds of an evaluation select: how far the folds agree, against chance and where
 * features stand for one another. */
#ifndef ARD_WORTH_H
#define ARD_WORTH_H

#include "metric/stability.h"
#include "study/cell.h"
#include "study/correlation.h"
#include "study/record.h"

/* From this frequency on a selected feature is of the core. */
#define ARD_CORE_FREQUENCY 0.8

/* The feature of the table that a selected one is most correlated with. */
typedef struct ard_near {
    bool looked; /* the most frequent ones have been looked at */
    bool forced; /* it is in every model anyway */
    char *name;  /* NULL: with none |r| >= ARD_SAME_CORRELATION */
    double correlation;
    int64_t count; /* how many folds select it */
} ard_near;

/* Of the finished folds. Correlations are of prepared values, over the rows that train in some fold of the plan
 * (study/prepared.h); a column that the preparation drops has none. A `reason` says why there is nothing (it lives as long as the
 * program); NULL: there is. */
typedef struct ard_worth {
    bool told;         /* false: nothing is, because features are components, or for lack of memory */
    bool selects;      /* folds leave out more than 5 % of the features that vary among their training rows */
    int64_t p, n_sets; /* features that may be selected: not forced, and not constant; finished folds */
    ard_stability stability;
    double correlated; /* the same where correlated features stand for one another (study/correlated_stability.h) */
    const char *correlated_reason;
    ard_selection_bins bins;
    int64_t n_core_groups, n_groups; /* of the core, and of all that were selected: groups of features that say the same */
    const char *groups_reason;
    int64_t n_near; /* of how many the nearest was looked for */
    const char *near_reason;
    int64_t n_permuted, permuted_total; /* finished folds of permuted labels, 0: none; features that they select, all together */
} ard_worth;

/* A sum that cells of a table share whose features are the same, and prepared alike. */
typedef struct ard_known_correlations {
    uint64_t features;       /* fingerprint of their prepared values; 0: nothing is known */
    ard_correlation_sum sum; /* |r| >= ARD_CORRELATED */
} ard_known_correlations;

struct ardor_evaluation;
/* Fills in `worth` of the evaluation that was made of these records, and `near` of what it selected. Where a stop, the
 * time, or a lack of memory ends the work on correlations, the reasons say so. */
int ard_worth_of(ardor_context *context, const ard_cell *cell, const ard_record *record, ard_known_correlations *known,
                 struct ardor_evaluation *e);
/* Adds what a cell with permuted labels selects. */
void ard_worth_add_permuted(struct ardor_evaluation *e, const ard_cell *cell, const ard_record *record);
#endif
