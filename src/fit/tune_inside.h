/* What the files of tuning share. */
#ifndef ARD_TUNE_INSIDE_H
#define ARD_TUNE_INSIDE_H

#include "base/remark.h"
#include "fit/tune.h"
#include "fit/walk.h"

/* Sums over the test rows of one fold for one candidate. */
typedef struct fold_score {
    ard_tuned_status status; /* in this fold */
    char *message;           /* of a failure */
    double weight, squares, error, deviance, n_features, n_vectors;
    double spread; /* of the rows' deviances: weighted squares around their mean */
} fold_score;

/* The factors of relaxed refits, strong to weak. */
enum { TUNE_N_RELAX = 5 };

/* A size of the filter and the candidates that it has; one for all of them where there is nothing to choose. */
typedef struct tuned_size {
    int64_t size; /* 0: there is nothing to choose */
    int k;        /* which of the recipe's */
    ard_recipe recipe;
    int64_t first, n; /* candidates */
} tuned_size;

typedef struct tuning {
    ardor_context *context;
    const ardor_dataset *data;
    const ard_rows *rows; /* all that are trained or tested on */
    const ard_recipe *recipe;
    const ard_leak *leak;
    const ard_plan *plan;
    const ard_run *run;
    const ard_training *training; /* of all the rows, and the largest size */
    int n_sizes;
    tuned_size *size;
    double deadline;          /* clock value */
    ard_prepare **prepared;   /* of the folds' training rows, NULL elements: not known yet */
    struct fold_state *state; /* n_folds with run->keep, else NULL */
    int64_t end;              /* candidates of this round: up to here */
    int64_t n_candidates;     /* of every fold's grid */
    int64_t n_paths;          /* of them */
    fold_score *score;        /* n_folds x n_candidates */
    fold_score *relaxed;      /* n_folds x TUNE_N_RELAX, for the chosen candidate */
    double *factor;           /* n_classes: the weights of classes */
    fold_score *empty;        /* n_folds, of the empty model */
    double n_tested;          /* the effective number of rows that are tested */
    ard_fit *kept;            /* n_candidates, of approximate leave-one-out, which fits all the rows; else NULL */
    double most_variables;    /* with `kept`: of a candidate that is trusted */
    ard_tuned *candidate;     /* n_candidates and the empty model; values: those of all the rows */
    int64_t chosen;
} tuning;

/* What a row counts for in the inner figures: as in training, with the weight of its class. */
static inline double tune_row_weight(const tuning *t, int64_t row)
{
    return ard_row_weight(t->data, row) * t->factor[t->data->label[row]];
}

typedef struct fold_state {
    ardor_context *context;
    const tuning *t;
    int64_t number; /* of the fold in the plan */
    ard_fold fold;
    const ard_training *whole; /* `own`, or `shared` */
    ard_training own;
    ard_training shared;          /* that of all the rows, in this context: it owns nothing */
    double *x_whole;              /* the test rows, prepared; NULL: they are those of the training */
    const tuned_size *size;       /* whose turn it is; NULL: before the first */
    const ard_training *training; /* of this size: `whole`, or `narrow` */
    ard_training narrow;
    double *x_narrow;     /* its test rows, else NULL */
    const double *x_test; /* x_narrow, or x_whole */
    ard_grid grid;        /* of this size, and so is what follows */
    ard_fitter fitter;
    ard_walk walk;
    double *prob;
    double *prob_each;  /* of all the candidates, where their predictions are made together; NULL: not yet, or they are not */
    int64_t path, next; /* the candidate to come, of all sizes */
    double on_path, longest; /* seconds spent on the way along this path so far, and along the one that took most */
    double to_path;          /* on what of it other paths share: the first candidates before it, where the grid carries */
} fold_state;

/* Tasks of ard_parallel, whose argument is the tuning: all the candidates of a fold, which is opened and closed; */
int tune_score_fold(ardor_context *context, void *argument, int64_t fold);
/* those before tuning.end of a fold that stays open, in tuning.state; */
int tune_advance_fold(ardor_context *context, void *argument, int64_t fold);
/* the relaxed refits of the chosen candidate. */
int tune_score_relaxed(ardor_context *context, void *argument, int64_t fold);

/* The scores of the empty model in every fold, and n_tested. */
int tune_score_empty(ardor_context *context, tuning *t);

/* ---- approximate leave-one-out (tune_alo.c): the one fold of its plan trains and tests all the rows */

/* Can the method leave out rows of this training? */
int tune_alo_check(ardor_context *context, const tuning *t);
/* Room for the fits, and how large one may be. */
int tune_alo_open(ardor_context *context, tuning *t);
void tune_alo_close(ardor_context *context, tuning *t);
/* Let go of the fits kept so far that will not be chosen: the large ones are among them. */
void tune_alo_drop(const fold_state *state, const fold_score *score);
/* The probabilities that each row has by the fit without it, into state->prob; and what its figures are worth. */
int tune_alo_predict(fold_state *state, const ard_fit *fit);
ard_tuned_status tune_alo_status(const tuning *t, const ard_fit *fit);

void tune_close_fold(fold_state *state);
extern const double tune_relax_factors[TUNE_N_RELAX];
extern const double tune_least_probability; /* of the deviance */
#endif
