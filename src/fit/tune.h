/* Fitting one model on given rows: preparation, tuning inside, the final fit, the relaxed refit. */
#ifndef ARD_TUNE_H
#define ARD_TUNE_H

#include "fit/config.h"
#include "fit/training.h"
#include "model/model.h"
#include "resample/plan.h"

/* A fit over the prepared columns of some rows. */
typedef struct ard_fitted {
    const ard_prepare *prepare; /* `own`, or the config's leak's */
    ard_prepare *own;           /* NULL with a leak */
    ard_fit fit;
    bool relaxed;      /* `fit` is a relaxed refit of `unrelaxed` */
    ard_fit unrelaxed; /* empty without one */
    ard_fit_report report;
} ard_fitted;

/* ---- what tuning chose */

typedef struct ard_choice {
    int64_t n_candidates, chosen;
    ard_tuned *candidate; /* scores over the inner folds; values are those of the grid of all the rows */
    double relax_factor, relax_error_before, relax_error_after;
} ard_choice;

/* Score the grid on a plan and choose. training: of `rows`. plan NULL: the inner plan that config->tune names, over `rows`. */
int ard_tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
             const ard_config *config, const ard_plan *plan, int threads, const char *stage, ard_choice *out);
/* The position of the candidate that the rule takes. */
int64_t ard_choose(const ard_tuned *candidate, int64_t n, ard_rule rule);
void ard_choice_free(ardor_context *context, ard_choice *choice);

/* ---- the fit */

/* Fit on `rows` (NULL: all) as `config` says, with `threads` threads for the inner folds. `stage` names it for progress
 * (NULL: none). choice NULL: tune as config says; else take that choice without tuning. Cancelled, or out of time
 * before there is a model: ARDOR_CANCELLED. */
int ard_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                 const ard_choice *choice, int threads, const char *stage, ard_fitted *out);
void ard_fitted_free(ardor_context *context, ard_fitted *fitted);
#endif
