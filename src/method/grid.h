/* Hyperparameter grids: the candidates that tuning tries. */
#ifndef ARD_GRID_H
#define ARD_GRID_H

#include "method/settings.h"

/* Candidates are rows of values; those of one path are fitted one after the other, each from the one before. From weak
 * to strong, a path stays null from its first null model on; if it turns, it goes back from the last model before that.
 * A grid may carry: then a path begins at the model of the first candidate of the path before (where that was null, of
 * one further back). The shape depends on the settings only, never on the data, so that candidate i means the same in
 * every fold while its values follow the fold's data (sample size, lam_max). */
typedef struct ard_grid {
    int n_tuned;
    int setting[ARD_MAX_TUNED]; /* indices into the method's table */
    bool weak_to_strong, carries;
    bool untuned; /* the last path is that of ard_grid_append, which begins on its own */
    int64_t n, n_paths;
    double *value; /* n x n_tuned, row-major */
    int64_t *path; /* n_paths + 1 offsets */
    int64_t *turn; /* n_paths: first candidate of a path's way back, its end where there is none */
} ard_grid;

void ard_grid_free(ardor_context *context, ard_grid *grid);

/* The values of one setting: factor * value[i]; where the setting was given, only what was given. */
typedef struct ard_axis {
    int setting;
    int64_t n;
    const double *value;
    double factor;
} ard_axis;

int64_t ard_axis_size(const ard_axis *axis, const ard_settings *settings);
double ard_axis_value(const ard_axis *axis, const ard_settings *settings, int64_t i);
/* Value i of n from `first` to `last` in geometric progression. */
double ard_geometric(double first, double last, int64_t n, int64_t i);

/* n_paths paths of `length` candidates, the first way_out of each on the way out; the values are filled in by the caller. */
int ard_grid_open(ardor_context *context, int n_tuned, const int *setting, int64_t n_paths, int64_t length, int64_t way_out,
                  ard_grid *out);
/* Behind the candidates, as a path of its own: the settings as they are without tuning, automatic ones (NaN) among them. */
int ard_grid_append(ardor_context *context, const ard_settings *settings, ard_grid *grid);
/* The product of the axes, every candidate from its own start; first axis slowest. */
int ard_product_grid(ardor_context *context, const ard_settings *settings, int n_axes, const ard_axis *axes, ard_grid *out);
/* The product in paths along one of the axes, one for each candidate of the others. back: 0, 1, .., m, m - 1, .., 1: weakest
 * rates cost the most, and on the way back are seldom the best. */
int ard_path_grid(ardor_context *context, const ard_settings *settings, int n_axes, const ard_axis *axes, int along, bool back,
                  ard_grid *out);
#endif
