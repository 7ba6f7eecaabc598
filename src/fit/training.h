/* A training problem made from rows of a dataset: everything fitted here is fitted on these rows. Also the walk along a
 * path of candidates, which tuning and the final fit share. */
#ifndef ARD_TRAINING_H
#define ARD_TRAINING_H

#include "fit/config.h"
#include "fit/fitter.h"

/* The leaky protocol: what was fitted on all rows and is used in every fold. */
typedef struct ard_leak {
    ard_prepare *prepare;
    int64_t n_paths;
    ard_columns *only; /* for each path of the grid, the prepared columns that a screen let through; column NULL: all */
} ard_leak;

typedef struct ard_training {
    ardor_context *context;
    const ard_prepare *prepare; /* `fitted`, or the leak's */
    ard_prepare *fitted;        /* on these rows; NULL with a leak. Whoever takes it over sets it to NULL */
    double *values, *weight;    /* weight NULL without case weights */
    int32_t *label;
    ard_matrix x; /* of values */
    ard_problem problem;
} ard_training;

/* *out must stay where it is until it is freed: its problem refers to it. */
int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                     ard_training *out);
void ard_training_free(ard_training *training);
/* A fitter of config's method for the problem; the features are those that the protocol allows in a path. */
int ard_training_fitter(const ard_training *training, const ard_config *config, int64_t path, ard_fitter *out);
/* Its grid. */
int ard_training_grid(const ard_training *training, const ard_config *config, ard_grid *out);

/* Put candidate i of the grid into a copy of the settings. */
void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out);

/* Called with the fit of each candidate in turn; it may copy but not keep it. */
typedef int (*ard_visit)(ardor_context *context, void *argument, int64_t candidate, const ard_fit *fit);

/* Fit the candidates of one path in order up to and including `last`, warm-started; from the first null model of a weak-to-
 * strong path on, the null model is visited without fitting. `keep` (may be NULL) receives the fit of `last`, with
 * report and trace as config says. The fitter is that of the path. */
int ard_walk_path(const ard_config *config, ard_fitter *fitter, const ard_grid *grid, int64_t path, int64_t last, ard_visit visit,
                  void *argument, ard_fit *keep);
/* The path of candidate i. */
int64_t ard_path_of(const ard_grid *grid, int64_t i);
/* A fit that was cancelled or ran out of time is an error unless it is the one to keep. */
int ard_check_stop(ardor_context *context, const ard_fit *fit);

/* Refit on the features of `from` with its relax setting multiplied by `factor`, warm-started from it. */
int ard_relax(const ard_training *training, const ard_config *config, const ard_settings *settings, const ard_fit *from,
              double factor, bool report, ard_fit *out);
#endif
