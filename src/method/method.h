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
#include "method/grid.h"
#include "method/posterior.h"
#include "solver/drive.h"

/* What a method trains on: prepared rows. Nothing in it is owned by the method; it outlives the workspace. */
typedef struct ard_problem {
    const ard_matrix *x;
    ard_targets target;
    const double *sign; /* TEMPORARY */
    ard_basis basis;
    uint64_t seed;    /* the common one; random choices draw from it, each from a stream of its own (base/rng.h) */
    bool preselected; /* x holds features that were chosen before: they are not screened again */
} ard_problem;

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
    ARD_HAS_SCORES = 512,       /* its iterations carry leave-one-out scores, which are no estimates of an error */
    ARD_HAS_FREQUENCIES = 1024, /* its solutions carry them */
};

/* What is asked of a fit beside its model. */
typedef struct ard_ask {
    double deadline; /* ard_now() value, INFINITY: none */
    bool report;     /* also what only a report needs, such as the violation outside a screen */
    bool trace;      /* keep every iteration */
} ard_ask;

/* This is what a new method must implement. Everything a method may know about its problem is in ard_problem, and everything
 * that is found out about the method is in this table. */
typedef struct ard_method ard_method;
struct ard_method {
    const char *name, *title, *reference;
    unsigned can;
    const char *default_basis;
    const ard_setting *settings;
    int n_settings;
    const char *const *extra; /* names of the numbers in ard_solution.extra, NULL after the last; NULL: there are none */
    const void *variant;      /* constant data of one of a family that shares its functions; NULL */
    int weaken;               /* the setting that the relaxed refit weakens (lam1); -1 where that makes no sense */
    int max_iter;             /* the setting that limits the iterations of ard_iterate */
    /* Beyond bounds and capabilities, which the caller has checked: combinations that make no sense. May be NULL. */
    int (*check)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings);
    /* Settle the automatic settings that decide what is tuned from all the training rows, so that every inner fold does
     * the same. May be NULL. */
    void (*settle)(const ard_method *self, const ard_problem *problem, ard_settings *settings);
    /* Its own default candidates for these data; settings given by the caller are held fixed. fine: the finer grid of studies
     * that picked their settings on the error they report. */
    int (*grid)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                bool fine, ard_grid *out);
    /* Allocate for a problem, so that many candidates share a workspace. */
    int (*open)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                void **work);
    /* Fit one candidate. warm (may be NULL) is a solution of the same problem. Iterative methods have ard_iterate here, and their
     * steps below; the others fill in `out`. */
    int (*solve)(void *work, const ard_settings *candidate, const ard_solution *warm, const ard_ask *ask, ard_solution *out);
    const struct ard_steps *steps; /* of ard_iterate; else NULL */
    /* Screening on its own: the features that the candidate's screen lets through, which stay the workspace's (n -1: it has no
     * screen). For protocols that screen outside the folds. May be NULL. */
    int (*screen)(void *work, const ard_settings *candidate, ard_columns *out);
    void (*close)(void *work); /* takes a half-made one, and NULL */
    /* prob: n x n_classes, column-major. */
    int (*predict)(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx, double *prob);
};

/* ---- iterative methods */

typedef struct ard_steps {
    /* The starting point. */
    int (*start)(void *work, const ard_settings *candidate, const ard_solution *warm);
    /* One iteration: no allocation, no I/O. */
    int (*step)(void *work, ard_iteration *out);
    /* Copy the point into *out. Objective and certificate are those of the last step unless finish changes the point: then it
     * sets them and out->restated. */
    int (*finish)(void *work, const ard_ask *ask, ard_solution *out);
} ard_steps;

/* What the workspace of an iterative method begins with. */
#define ARD_WORK                                                                                                                 \
    struct {                                                                                                                     \
        ardor_context *context;                                                                                                  \
        const ard_method *method;                                                                                                \
        const ard_problem *problem;                                                                                              \
    }
typedef struct ard_work {
    ARD_WORK;
} ard_work;

/* The `solve` of iterative methods: start, step until it stops (solver/drive.h; at most as often as method->max_iter says), finish. */
int ard_iterate(void *work, const ard_settings *candidate, const ard_solution *warm, const ard_ask *ask, ard_solution *out);

/* registry.c */
int ard_method_count(void);
const ard_method *ard_method_at(int index);
const ard_method *ard_method_find(const char *name); /* NULL if there is none */

#endif
