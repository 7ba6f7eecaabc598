/* The result of an evaluation, and how it follows from the records of its folds. */
#ifndef ARD_EVALUATION_H
#define ARD_EVALUATION_H

#include "base/rank.h"
#include "metric/bootstrap.h"
#include "metric/confusion.h"
#include "metric/metrics.h"
#include "study/calibration.h"
#include "study/cell.h"
#include "study/kept.h"
#include "study/record.h"
#include "study/resampled.h"
#include "study/spread.h"
#include "study/worth.h"

/* A fold that was finished. */
typedef struct ard_fold_result {
    int64_t fold;            /* from 0 */
    int64_t n_train, n_test; /* a row that was drawn repeatedly trains repeatedly */
    int64_t n_distinct;      /* training rows, each once */
    double test_error;
    int64_t n_features, n_vectors, n_screened; /* n_screened -1: no screen */
    ard_stop stop;
    bool null_model;
    double objective;
    ard_certificate certificate;
    double used[ARD_MAX_SETTINGS]; /* the settings that made the fold's model */
    double relax_factor;
    int64_t filter;        /* the size of the filter that tuning took; 0: none */
    double baseline_error; /* of the class that is the largest of the plan's rows */
    double seconds;
} ard_fold_result;

typedef struct ard_fold_failure {
    int64_t fold; /* n_folds: the fit to all rows of a bootstrap */
    char *message;
} ard_fold_failure;

/* A feature that is active in some fold. */
typedef struct ard_selected {
    int64_t column;
    char *name;
    int64_t count;         /* of the folds */
    double importance_sum; /* of the absolute importances over those */
    double *weight_sum; /* of two classes: of the absolute weights in a linear function; of more: of those towards each class */
    int64_t *speaks;    /* n_classes: in how many of them larger values speak for the class */
    ard_spread loss_rise, error_rise; /* of its importances, over those, if they were measured */
    ard_near near;                    /* the feature of the table that is most like it */
    int64_t n_permuted;               /* how many folds of permuted labels select it (worth.h) */
} ard_selected;

struct ardor_evaluation {
    ardor_context *context;
    ard_recipe recipe; /* its class_weight is the text below, and its forced columns are these */
    char *plan, *class_weight;
    int64_t n_forced;
    char **forced;                  /* names, in the order of the table */
    ard_decision decision;          /* how `predicted` follows from `prob`, which is at its prior */
    int64_t n, p;                   /* of the data */
    char data_hash[ARD_HASH_BYTES]; /* fingerprint of them (data/dataset.h) */
    ard_inputs inputs;
    int n_classes;
    char **class_name;
    int64_t n_folds, n_repetitions; /* of the plan (resample/plan.h); what follows is of the folds that were finished */
    ard_stop stopped;               /* NONE, or TIME, CANCELLED where not all were run */
    int64_t n_failed;
    ard_fold_failure *failed;
    int64_t n_rows; /* predictions, in plan order */
    char **row_id;  /* n_rows */
    int64_t *fold_of;
    int32_t *label, *predicted; /* predicted -1: not decided */
    double *prob;               /* n_rows x n_classes, column-major */
    double *weight;             /* n_rows, or NULL */
    int64_t n_done;
    ard_fold_result *fold;
    ard_metrics summary;
    ard_metrics baseline; /* the shares of the classes among all rows that train or test, or the prior, predicted for every row */
    double *baseline_share; /* n_classes: these */
    ard_confusion confusion;
    ard_calibration calibration;
    bool relaxed; /* `summary` is of the relaxed refits, `unrelaxed` of the fits before */
    ard_metrics unrelaxed;
    bool bootstrapped; /* `bootstrap` holds the .632+ estimate */
    ard_bootstrap bootstrap;
    double mean_n_features, mean_n_vectors;
    int64_t n_selected;
    ard_selected *selected; /* in column order */
    ard_worth worth;        /* of these; filled in by ard_worth_of, and zero before */
    ard_resampled resampled;
    ard_kept *kept; /* NULL: not asked for */
    ard_remarks warnings;
    double seconds;
};

/* The evaluation that the records of a cell (plan->n_tasks) say; nothing else is looked at. At least one fold is finished: else
 * the error of the first that failed, or ARDOR_CANCELLED. */
int ard_evaluation_of(ardor_context *context, const ard_cell *cell, const ard_record *record, ard_stop stopped,
                      ardor_evaluation **out);

/* What is selected by falling count, then in column order (n_selected), the caller's to free; NULL: no memory. */
ard_rank *ard_selected_by_count(ardor_context *context, const ardor_evaluation *e);
/* What the folds use: some of the features that they could have, or all of them (worth.h); ARD_USES_NONE: none, or components of
 * all, or it is not told. */
typedef enum { ARD_USES_NONE, ARD_USES_SOME, ARD_USES_ALL } ard_uses;
ard_uses ard_evaluation_uses(const ardor_evaluation *e);
const char *ard_uses_name(ard_uses uses); /* "some", "all"; NULL */
/* The class for which larger values of a feature speak in most folds; -1: in none, or in as many for another. */
int ard_selected_direction(const ard_selected *selected, int n_classes);
/* What is doubted of it as a whole; share: of the classes among the rows of the plan. */
void ard_evaluation_doubts(ardor_context *context, const ardor_evaluation *e, const double *share);

/* ARDOR_CANCELLED, with the message of a run that was stopped before a fold was finished. */
int ard_evaluation_none(ardor_context *context, ard_stop stopped);

/* What comes before the folds: the plan of `config`, what is doubted of the data under it, and the cell, which refers to the plan
 * and to the config's recipe. What the recipe left to fit/tune_auto.h is settled. Both are the caller's after a failure, too. */
int ard_evaluation_open(ardor_context *context, const ardor_dataset *data, ard_config *config, ard_plan **plan, ard_cell *cell);

/* Run the plan of `config`: every fold fits on its own training rows, on threads. What its recipe left to fit/tune_auto.h is
 * settled there. */
int ard_evaluate(ardor_context *context, const ardor_dataset *data, ard_config *config, ardor_evaluation **out);
/* Its folds only, without the checkpoint and without what comes of them, until they are done or stopped: for how long they take.
 * n_folds: tasks of the plan. */
int ard_evaluate_try(ardor_context *context, const ardor_dataset *data, ard_config *config, int64_t *n_folds, bool *complete);
#endif
