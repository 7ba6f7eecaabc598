/* A fitted model: what it takes to predict (names, preparation, solution) and the report of how it was made. */
#ifndef ARD_MODEL_H
#define ARD_MODEL_H

#include "method/method.h"
#include "prepare/prepare.h"

/* One candidate of a tuning run, as reported. */
typedef struct ard_tuned {
    double value[ARD_MAX_TUNED];                             /* on the full data */
    double error, error_se, deviance, n_features, n_vectors; /* means over the inner folds */
} ard_tuned;

/* What a fit did, for the report; everything in it is deterministic but seconds. */
typedef struct ard_fit_report {
    int64_t n, p; /* rows and columns of the training data */
    double train_error, seconds;
    char *protocol, *class_weight, *tune, *rule; /* texts, NULL where it does not apply */
    uint64_t seed;
    int n_tuned;
    int tuned_setting[ARD_MAX_TUNED];
    int64_t n_candidates, chosen; /* 0 candidates: not tuned */
    ard_tuned *candidate;
    double relax_factor;                          /* 1: not relaxed */
    double relax_error_before, relax_error_after; /* inner cross-validation, NaN without relax */
    int64_t n_constant;
} ard_fit_report;

struct ardor_model {
    ardor_context *context;
    const ard_method *method;
    int n_classes;
    char **class_name;
    ard_solution solution; /* solution.feature = positions in `feature` below: 0..n_features-1 */
    char **feature;        /* solution.n_features names */
    char **other;          /* solution.n_others names */
    ard_prepare_options prepare;
    double *mean, *sd, *median; /* n_features each; median NULL without imputation */
    int64_t n_row_features;     /* row scaling: every input column by name, else 0 */
    char **row_feature;
    ard_fit_report report;
};

/* Make a model from a solution over prepared columns: keeps the active features only. Takes over the solution's
 * arrays (which it zeroes in *solution) and the report's. */
int ard_model_build(ardor_context *context, const ardor_dataset *data, const ard_prepare *prepare, const ard_method *method,
                    ard_solution *solution, ard_fit_report *report, ardor_model **out);
void ard_fit_report_free(ardor_context *context, ard_fit_report *report);
#endif
