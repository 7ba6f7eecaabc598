/* What came of running the recipe of an evaluation again beside its own folds (further.h). */
#ifndef ARD_RESAMPLED_H
#define ARD_RESAMPLED_H

#include "metric/metrics.h"
#include "metric/permutation.h"
#include "metric/stability_selection.h"
#include "study/exchange.h"

typedef struct ard_chance {
    int64_t n_asked, n_unfinished; /* permutations asked for; those that a stop cut off, which are left out */
    ard_exchange exchange;
    double observed; /* mean log loss of the rows tested, at the shares of the training rows */
    int64_t n;       /* of value */
    double *value;   /* the same of the permutations that were run; NaN: it failed */
    ard_permutation_test test;
} ard_chance;

typedef struct ard_often {
    int64_t column, count; /* how many halves select it */
    char *name;
} ard_often;

typedef struct ard_stable {
    int64_t n_pairs, n_halves; /* asked for; halves of the pairs of which both were finished, and what follows is of these */
    int64_t p;                 /* features that may be selected, as of the list of the folds (study/worth.h); 0: not known */
    double tau, q;             /* q: selected in a half, on the average */
    ard_selection_bounds bounds;
    int64_t n_stable; /* features that a share of at least tau of the halves selects */
    int64_t n;
    ard_often *feature; /* n that a half selects, by decreasing count, then by column */
} ard_stable;

typedef struct ard_curve_point {
    double fraction;
    int64_t n_done, n_folds;
    double n_train, n_features; /* means over the finished folds; NaN: there is none */
    ard_metrics figures;        /* of these; of no account where there is none */
    char *message;              /* why there is none; else NULL */
} ard_curve_point;

/* How far the probabilities of the fit to all rows move where it is made of a bootstrap resample (metric/instability.h). */
typedef struct ard_unstable {
    int64_t n_asked, n_done, n_failed; /* resamples */
    const char *reason;                /* why there is nothing, NULL: there is (it lives as long as the program) */
    double mean;                       /* over rows, with case weights */
    int64_t n;
    char **row_id;    /* n */
    int32_t *label;   /* n */
    double *original; /* n x classes, column-major: of the fit to all rows, at the prior */
    double *value;    /* n: mean distances */
    /* n each: mean and limits of 95 % of the probabilities that the refits have, of the second of two classes, of more of the
     * row's own one */
    double *refit_mean, *refit_low, *refit_high;
} ard_unstable;

/* What came of it; zero: nothing was asked for. */
typedef struct ard_resampled {
    ard_chance *chance; /* NULL: not asked for */
    ard_stable *stable;
    int64_t n_points;
    ard_curve_point *point; /* by rising fraction */
    ard_unstable *unstable;
} ard_resampled;
void ard_resampled_free(ardor_context *context, ard_resampled *resampled);
#endif
