/* A training problem made from rows of a dataset: everything fitted here is fitted on these rows. Also the walk along a
 * path of candidates, which tuning and the final fit share. */
#ifndef ARD_TRAINING_H
#define ARD_TRAINING_H

#include "fit/config.h"

/* The leaky protocol: what was fitted on all rows and is used in every fold. */
typedef struct ard_leak {
    ard_prepare *prepare;
    int64_t n_paths;
    ard_rows *only; /* for each path of the grid, the prepared columns preselected; row NULL: all */
} ard_leak;

typedef struct ard_training {
    ardor_context *context;
    ard_prepare *prepare;
    bool borrowed;             /* prepare is the leak's */
    double *x, *sign, *weight; /* weight NULL without case weights */
    int32_t *label;
    ard_problem problem;
} ard_training;

int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                     ard_training *out);
/* Rows 0..n-1. */
int ard_rows_all(ardor_context *context, int64_t n, ard_rows *out);
void ard_training_free(ard_training *training);

/* Put candidate i of the grid into a copy of the settings. */
void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out);

/* Called with the solution of each candidate in turn; it may copy but not keep it. */
typedef int (*ard_visit)(ardor_context *context, void *argument, int64_t candidate, const ard_solution *solution);

/* The features that the protocol allows in this path; n_only 0 and only NULL: all. */
void ard_allowed_features(const ard_config *config, int64_t path, int64_t *n_only, const int64_t **only);

/* Fit the candidates of one path in order up to and including `last`, warm-started; from the first null model of a weak-to-
 * strong path on, the null model is visited without fitting. `keep` (may be NULL) receives the solution of `last`, with
 * report and trace as config says. */
int ard_walk_path(ardor_context *context, const ard_config *config, void *work, const ard_grid *grid, int64_t path, int64_t last,
                  ard_visit visit, void *argument, ard_solution *keep);
/* A fit that was cancelled or ran out of time is an error unless it is the one to keep. */
int ard_check_stop(ardor_context *context, const ard_solution *solution);

/* Refit on the solution's features with its relax setting multiplied by `factor`, warm-started from it. */
int ard_relax(ardor_context *context, const ard_config *config, void *work, const ard_settings *settings,
              const ard_solution *from, double factor, bool report, ard_solution *out);
#endif
