/* Figures of merit fold by fold: what methods are compared by on the same folds. */
#ifndef ARD_FOLD_FIGURES_H
#define ARD_FOLD_FIGURES_H

#include "study/evaluation.h"

typedef enum {
    ARD_FOLD_ERROR,
    ARD_FOLD_BALANCED_ERROR,
    ARD_FOLD_AUC,
    ARD_FOLD_LOG_LOSS,
    ARD_FOLD_FIGURES /* how many there are */
} ard_fold_figure;

/* "balanced_error", as in JSON documents. */
const char *ard_fold_figure_name(ard_fold_figure figure);
/* Is more of it better? Then -1, else 1: by what values are multiplied so that less is better. */
double ard_fold_figure_sign(ard_fold_figure figure);

/* Of every fold f of the plan the figures of its rows alone, out[f * ARD_FOLD_FIGURES + figure] (n_folds x ARD_FOLD_FIGURES),
 * with case weights and at a prior as in the summary. NaN: the fold was not finished; of balanced error and AUC also that
 * its rows are of one class. baseline: of predicting the shares of the classes instead. */
int ard_fold_figures(ardor_context *context, const ardor_evaluation *e, bool baseline, double *out);
#endif
