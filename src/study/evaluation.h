/* Evaluating a method under a plan, and the result. */
#ifndef ARD_EVALUATION_H
#define ARD_EVALUATION_H

#include "fit/config.h"
#include "metric/bootstrap.h"
#include "metric/metrics.h"
#include "model/model.h"
#include "resample/plan.h"

typedef struct ard_fold_result {
    int64_t n_train, n_test;
    double test_error;
    int64_t n_features, n_vectors, n_screened; /* n_screened -1: no screen */
    ard_stop stop;
    bool null_model;
    double objective;
    ard_certificate certificate;
    double used[ARD_MAX_SETTINGS]; /* the settings that made the fold's model */
    double relax_factor;
    double majority_error; /* of the training part's largest class */
    double seconds;
} ard_fold_result;

struct ardor_evaluation {
    ardor_context *context;
    ard_config config;
    char *plan, *class_weight; /* texts; class_weight NULL where there is none */
    bool partition;
    int64_t n, p; /* of the data */
    int n_classes;
    char **class_name;
    char **feature; /* p names */
    int64_t n_rows; /* predictions, in plan order */
    char **row_id;  /* n_rows */
    int64_t *fold_of;
    int32_t *label, *predicted;
    double *prob;   /* n_rows x n_classes, column-major */
    double *weight; /* n_rows, or NULL */
    int64_t n_folds;
    ard_fold_result *fold;
    ard_metrics summary;
    ard_metric majority_error; /* the baseline: predict the training part's largest class */
    bool relaxed;              /* `summary` is of the relaxed refits, `unrelaxed` of the fits before */
    ard_metrics unrelaxed;
    bool bootstrapped; /* `bootstrap` holds the .632+ estimate */
    ard_bootstrap bootstrap;
    double mean_n_features, mean_n_vectors;
    int64_t *selected; /* p: in how many folds the feature is active */
    double *scale_sum; /* p: sum of its scales (|weights|) over those folds */
    double seconds;
};

/* Run the plan of `config`: every fold fits on its own training rows, on threads. */
int ard_evaluate(ardor_context *context, const ardor_dataset *data, const ard_config *config, ardor_evaluation **out);
#endif
