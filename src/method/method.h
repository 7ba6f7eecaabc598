/* The interface of every method, and the fitted function all of them share:
 *
 *     f(x) = bias + sum_j w_j phi_j(x; theta)
 *
 * A method is a table of settings plus functions over a workspace: open allocates once for a problem; start sets a
 * starting point; step does one iteration without allocating; finish extracts the solution; close releases. The
 * driver (solver/drive.h) owns the loop. Methods see no files, no threads and no standard output. */
#ifndef ARD_METHOD_H
#define ARD_METHOD_H

#include "basis/basis.h"
#include "matrix/matrix.h"
#include "matrix/targets.h"
#include "method/posterior.h"
#include "solver/drive.h"

/* What a method trains on: prepared rows. Nothing in it is owned by the method. */
typedef struct ard_problem {
    int64_t n, p;
    const double *x; /* n x p, column-major, ld = n */
    int n_classes;
    const int32_t *label; /* n class indices */
    const double *sign;   /* n: -1 for class 0, +1 for class 1; NULL unless n_classes == 2 */
    const double *weight; /* n case weights, NULL = all 1 */
    double weight_sum;    /* their sum, n without weights: the sample size that grids scale with */
} ard_problem;

/* Its rows as solvers take them. */
static inline ard_matrix ard_problem_matrix(const ard_problem *q) { return ard_matrix_dense(q->n, q->p, q->x, q->n); }
static inline ard_targets ard_problem_targets(const ard_problem *q)
{
    return (ard_targets){q->n, q->n_classes, q->label, q->weight, q->weight_sum};
}

/* ---- settings: one table per method, the one source for checks, help, bindings and documents */

typedef enum { ARD_SETTING_REAL, ARD_SETTING_INT, ARD_SETTING_BOOL, ARD_SETTING_CHOICE } ard_setting_type;

typedef struct ard_setting {
    const char *name;
    ard_setting_type type;
    double fallback;     /* default; NaN = "auto", chosen by the method from the data (`help` says how) */
    double low, high;    /* inclusive bounds of REAL and INT */
    const char *choices; /* CHOICE: "a|b|c", stored as the index; else NULL */
    const char *unit;    /* "" where there is none */
    const char *help;
} ard_setting;

enum { ARD_MAX_SETTINGS = 32, ARD_MAX_TUNED = 4, ARD_MAX_EXTRAS = 16 };

typedef struct ard_settings {
    double value[ARD_MAX_SETTINGS]; /* indexed as the method's table; NaN = auto */
    bool given[ARD_MAX_SETTINGS];   /* set by the caller, so not tuned over */
} ard_settings;

/* ---- fitted function */

typedef struct ard_solution {
    ard_basis basis;
    double bias;
    int64_t n_features;
    int64_t *feature;  /* columns of the problem, increasing */
    double *scale;     /* kernel bases: theta > 0; identity: the weight */
    double *frequency; /* n_features: share of the rounds that selected each; NULL: the method has no rounds */
    int64_t n_others;  /* features that a round selected too, but which are not kept, by decreasing frequency */
    int64_t *other;    /* columns of the problem */
    double *other_frequency;
    int64_t n_vectors; /* kernel bases; 0 for identity */
    int64_t *vector;   /* rows of the problem, increasing */
    double *weight;    /* n_vectors */
    double *vector_x;  /* n_vectors x n_features: the vectors' active features, column-major */
    double objective, kkt_weights, kkt_scales;
    int64_t iterations;
    ard_stop stop;
    bool null_model;               /* intercept only */
    bool restated;                 /* see finish of ard_method */
    double used[ARD_MAX_SETTINGS]; /* the settings' values that made it, autos resolved */
    int64_t n_screened;            /* features that a screen let through; -1: no screen */
    double screen_kkt;             /* largest KKT violation of the features outside it */
    int64_t n_covariance; /* 1 + number of weights (vectors, or features of the identity basis); 0: the method has none */
    double *covariance;   /* posterior covariance of [bias, weights], n_covariance^2, both triangles */
    int64_t n_posteriors; /* 0: the method has none */
    ard_posterior *posterior;
    double extra[ARD_MAX_EXTRAS]; /* the method's own numbers, named by its table; NaN: does not apply */
    ard_trace trace;              /* empty unless asked for */
} ard_solution;

void ard_solution_free(ardor_context *context, ard_solution *solution); /* its arrays, not itself */
int ard_solution_copy(ardor_context *context, const ard_solution *from, ard_solution *to);
/* f of n rows: x holds the solution's problem columns (column-major, ld = ldx). */
int ard_solution_latent(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx, double *f);
/* The same with the variance of each value, phi' covariance phi with phi = [1, basis functions]; for solutions that have one. */
int ard_solution_moments(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx, double *f,
                         double *variance);

/* ARDOR_NUMERIC where one of these values of f (or their variances) is not finite; they are those of rows first.. of n_rows. */
int ard_require_finite(ardor_context *context, int64_t first, int64_t n, const double *f, int64_t n_rows);

/* phi = [1, basis functions], n x (1 + weights), of rows given by the solution's features alone (n x n_features, ld = n). */
int ard_solution_basis(ardor_context *context, const ard_solution *solution, int64_t n, const double *columns, double *phi);

/* ---- hyperparameter grids */

/* Candidates are rows of values; those of one path are fitted one after the other, each from the one before. From weak
 * to strong, a path stays null from its first null model on; if it turns, it goes back from the last model before that. The shape depends on the settings only, never on the data, so
 * that candidate i means the same in every fold while its values follow the fold's data (sample size, lam_max). */
typedef struct ard_grid {
    int n_tuned;
    int setting[ARD_MAX_TUNED]; /* indices into the method's table */
    bool weak_to_strong;
    int64_t n, n_paths;
    double *value; /* n x n_tuned, row-major */
    int64_t *path; /* n_paths + 1 offsets */
    int64_t *turn; /* n_paths: first candidate of a path's way back, its end where there is none */
} ard_grid;

void ard_grid_free(ardor_context *context, ard_grid *grid);

/* ---- the method */

enum {
    ARD_CAN_IDENTITY = 1,
    ARD_CAN_LINEAR = 2,
    ARD_CAN_POLY = 4,
    ARD_CAN_RBF = 8,
    ARD_CAN_WEIGHTS = 16,
    ARD_CAN_MANY_CLASSES = 32,
    ARD_HAS_COVARIANCE = 64,    /* its solutions carry a covariance */
    ARD_SIGNED_SCALES = 128,    /* scales of kernel bases may be below 0 */
    ARD_HAS_POSTERIOR = 256,    /* its solutions carry posteriors */
    ARD_HAS_FREQUENCIES = 1024, /* its solutions carry them */
    ARD_HAS_SCORES = 512        /* its iterations carry leave-one-out scores, which are no estimates of an error */
};

typedef struct ard_method {
    const char *name, *title, *reference;
    unsigned capabilities;
    const char *default_basis;
    const ard_setting *settings;
    int n_settings;
    const char *const *extra; /* names of the numbers in ard_solution.extra, NULL after the last; NULL: there are none */
    /* Beyond bounds and capabilities, which the caller has checked: combinations that make no sense. May be NULL. */
    int (*check)(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings);
    /* Settle the automatic settings that decide what is tuned from all the training rows, so that every inner fold does
     * the same. May be NULL. */
    void (*settle)(const ard_problem *problem, ard_basis basis, ard_settings *settings);
    int (*open)(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings, void **work);
    /* settings hold one candidate; warm (may be NULL) is a solution of the same problem. `only` (may be NULL): restrict
     * the features to these n_only columns. */
    int (*start)(void *work, const ard_settings *settings, const ard_solution *warm, int64_t n_only, const int64_t *only);
    int (*step)(void *work, ard_iteration *out);
    /* thorough: also what only a report needs (such as the violation outside a screen). Objective and KKT residuals are
     * those of the last step unless finish changes the point: then it sets them and out->restated. */
    int (*finish)(void *work, bool thorough, ard_solution *out);
    void (*close)(void *work);
    /* prob: n x n_classes, column-major. */
    int (*predict)(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx, double *prob);
    /* Its own default path for these data; settings given by the caller are held fixed. fine: the finer grid of studies
     * that picked their settings on the error they report. */
    int (*grid)(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *settings, bool fine,
                ard_grid *out);
    /* Preselection on its own: the features that the settings' screen lets through (at most p; n_selected -1: no screen).
     * For protocols that preselect outside the folds. May be NULL. */
    int (*preselect)(void *work, const ard_settings *settings, int64_t *n_selected, int64_t *selected);
    /* The relaxed refit: index of the setting that weakens (lam1), -1 where it makes no sense. */
    int relax_setting;
    int max_iter_setting;                                  /* index of max_iter */
    double (*auto_max_iter)(const ard_settings *settings); /* where max_iter is auto; NULL: it never is */
} ard_method;

/* registry.c */
int ard_method_count(void);
const ard_method *ard_method_at(int index);
const ard_method *ard_method_find(const char *name); /* NULL if there is none */
/* Fill with the defaults; parse and check KEY=VALUE against the table (errors name the bounds). */
void ard_settings_default(const ard_method *method, ard_settings *out);
int ard_settings_set(ardor_context *context, const ard_method *method, ard_settings *settings, const char *key,
                     const char *value);
int ard_setting_index(const ard_method *method, const char *name); /* -1 if there is none */

/* Solve one candidate with an open workspace: start, drive, finish. `report`: a thorough finish; `trace`: keep every iteration. */
int ard_method_solve(ardor_context *context, const ard_method *method, void *work, const ard_settings *settings,
                     const ard_solution *warm, int64_t n_only, const int64_t *only, double deadline, bool report, bool trace,
                     ard_solution *out);
#endif
