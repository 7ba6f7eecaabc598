/* Choosing settings by resampling inside the training rows, and one fit: preparation, tuning, final fit, relaxed refit. */
#ifndef ARD_TUNE_H
#define ARD_TUNE_H

#include "base/workload.h"
#include "fit/training.h"
#include "model/model.h"
#include "resample/plan.h"

/* How a fit is run. Nothing of it changes what comes out, unless it is stopped. */
typedef struct ard_run {
    int threads;     /* for the inner folds */
    ard_share share; /* what it counts as of the work of the call */
    bool trace;      /* keep every iteration of the fit that is returned */
    /* What a time limit or a cancel leaves: true: of the candidates those that are finished compete, and the fit is made; a time
     * limit may cut it short. false: ARDOR_CANCELLED. */
    bool keep;
} ard_run;

/* ---- what tuning chose */

typedef struct ard_choice {
    int64_t n_candidates, chosen; /* chosen -1: no candidate was finished before the stop */
    /* Scores over the inner folds; values are those of the grid of all the rows. Behind the grid's own, the empty model. */
    ard_tuned *candidate;
    double baseline_error, baseline_deviance; /* the empty model's */
    bool learnt;                              /* the chosen one's error, up to its 95 % limit, is below that */
    double relax_factor, relax_error_before, relax_error_after;
    ard_stop stopped; /* NONE, or TIME, CANCELLED where that cut the tuning short */
    ard_fit kept;     /* the chosen one's fit to all the rows, where tuning has made it and kept it: the fit begins there */
} ard_choice;

/* Score the grid on a plan and choose. training: of `rows`. plan NULL: the inner plan that the recipe names, over `rows`.
 * prepared (one for each fold of `plan`, or NULL): preparations of the folds' training rows where they are known; those made
 * here are put there and are the caller's. */
int ard_tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
             const ard_plan *plan, ard_prepare **prepared, const ard_run *run, ard_choice *out);
/* Is candidate a to be preferred by the figure of the rule (one-se, keep: by the error)? */
bool ard_better(const ard_tuned *a, const ard_tuned *b, ard_rule rule);
/* The position of the candidate that the rule takes of those that are done; -1: none is. Ties go to the empty model. */
int64_t ard_choose(const ard_tuned *candidate, int64_t n, ard_rule rule);
/* Nothing was chosen. */
ard_choice ard_choice_none(void);
/* Is it the empty model? */
bool ard_choice_is_empty(const ard_choice *choice);
void ard_choice_free(ardor_context *context, ard_choice *choice);

/* ---- the fit */

/* A fit over the prepared columns of some rows. */
typedef struct ard_fitted {
    const ard_prepare *prepare; /* `own`, or what was given */
    ard_prepare *own;           /* NULL where it was given */
    ard_fit fit;
    int64_t filter;    /* the size of the filter that the chosen candidate has; 0: none, or not several were tried */
    bool relaxed;      /* `fit` is a relaxed refit of `unrelaxed` */
    ard_fit unrelaxed; /* empty without one */
    ard_fit_report report;
} ard_fitted;

/* Fit on `rows` (NULL: all) as the recipe says, with what is given (NULL: nothing; a choice takes the place of tuning).
 * Cancelled, or out of time before there is a model: ARDOR_CANCELLED. */
int ard_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                 const ard_given *given, const ard_run *run, ard_fitted *out);
/* The same to all rows, as the one task of the call; run->share is set here. */
int ard_fit_all(ardor_context *context, const ardor_dataset *data, const ard_recipe *recipe, const ard_run *run, ard_fitted *out);
void ard_fitted_free(ardor_context *context, ard_fitted *fitted);
#endif
