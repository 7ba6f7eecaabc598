/* The interface of every method.
 *
 * A method is a table: its settings, and functions over a workspace that it opens for a problem. What it finds is a machine
 * (machine/machine.h), which predicts without it. Methods see no files, no threads and no standard output. */
#ifndef ARD_METHOD_H
#define ARD_METHOD_H

#include "basis/basis.h"
#include "machine/function.h"
#include "matrix/matrix.h"
#include "matrix/targets.h"
#include "method/grid.h"
#include "method/optima.h"
#include "solver/drive.h"

/* What a method trains on: prepared rows. Nothing in it is owned by the method; it outlives the workspace. */
typedef struct ard_problem {
    const ard_matrix *x;
    ard_targets target;
    ard_basis basis;
    uint64_t seed; /* the common one; random choices draw from it, each from a stream of its own (base/rng.h) */
    /* For each column of x whether it is forced in: it has a weight, which is not penalised, and is never left out. NULL: none
     * is. Only methods that ARD_CAN_FORCE are given some. */
    const bool *forced;
    /* For each row the number of its group (from 0), which folds that a method makes keep together; NULL: there are none. */
    const int32_t *group;
    bool preselected; /* x holds features that were chosen before: they are not screened again */
} ard_problem;

/* Is column j forced in? */
static inline bool ard_is_forced(const ard_problem *problem, int64_t j) { return problem->forced && problem->forced[j]; }
/* How many columns are not? */
static inline int64_t ard_count_free(const ard_problem *problem)
{
    int64_t n = problem->x->p;
    for (int64_t j = 0; problem->forced && j < problem->x->p; j++) n -= problem->forced[j];
    return n;
}

/* ---- what a fit is: a machine and how it came about */

typedef struct ard_fit ard_fit;
struct ard_fit {
    ard_machine machine; /* over columns of the problem */
    double objective;    /* NaN: the method has none */
    ard_certificate certificate;
    int64_t iterations;
    ard_stop stop;
    bool null_model;               /* intercept only */
    bool at_bound;                 /* a precision, of a weight or of all, ended at the bound of its range */
    double used[ARD_MAX_SETTINGS]; /* the settings' values that made it, autos resolved */
    int64_t n_screened;            /* features that a screen let through; -1: no screen */
    double screen_kkt;             /* largest KKT violation of the features outside it; NaN: not computed, or no screen */
    double extra[ARD_MAX_EXTRAS];  /* the method's own numbers, named by its table; NaN: does not apply */
    /* Of methods that resample: the features that some resample selected, and the share of the resamples that did, by
     * decreasing frequency; of other methods the list is empty. */
    int64_t n_counted;
    int64_t *counted; /* columns of the problem */
    double *frequency;
    ard_optima optima; /* of a fit of several starts, of which it is the best */
    ard_trace trace;   /* empty unless asked for */
    /* Of a problem that was divided into parts of two classes (fit/division.h): how each came about. The parts' machines are in
     * that of the fit; where one is the null model its machine here is the last that was none, if there was any, at which the
     * next candidate of a path begins. */
    int64_t n_parts;
    ard_fit *part;
};

/* Of a fit without a machine: everything that has a value for "none" has it. */
ard_fit ard_fit_empty(void);
void ard_fit_free(ardor_context *context, ard_fit *fit); /* what it holds, not itself */

/* ---- the method */

/* What a method takes, and what it has. */
enum {
    ARD_CAN_IDENTITY = 1 << ARD_IDENTITY,
    ARD_CAN_LINEAR = 1 << ARD_LINEAR,
    ARD_CAN_POLY = 1 << ARD_POLY,
    ARD_CAN_RBF = 1 << ARD_RBF,
    ARD_CAN_WEIGHTS = 16,
    ARD_CAN_MANY_CLASSES = 32,
    ARD_HAS_SCORES = 64,         /* its iterations carry leave-one-out scores, which are no estimates of an error */
    ARD_HAS_FREQUENCIES = 128,   /* it resamples: its fits have a list `counted` */
    ARD_CAN_FORCE = 256,         /* forced columns, with the basis identity; the machine has them all among its features */
    ARD_CAN_CLASS_WEIGHTS = 512, /* weights that are the same in all rows of a class, without ARD_CAN_WEIGHTS */
    ARD_HAS_SHARES_ONLY = 1024,  /* it never has features, so that the null model is what was asked for */
    ARD_HAS_TUNING = 2048        /* it is tuned unless tune=none is given: what it fits is chosen so */
};

/* What does not hold of a method, of all that tests/test_methods.c demands of every one: the reason stands in its README under
 * "What does not hold". */
enum {
    ARD_BREAKS_CLASS_EXCHANGE = 1, /* "exchange of the classes": the other class as the positive one gives another model */
    ARD_BREAKS_ROW_ORDER = 2,      /* "order of the rows" */
    ARD_BREAKS_TERM_ORDER = 4,     /* "order of the terms": of the features with the identity, of the rows with a kernel */
    ARD_BREAKS_REPEATED_ROWS = 8   /* "repeated rows": with a kernel, a row twice is two terms, a row of weight 2 is one */
};

/* What is asked of a fit beside its model. */
typedef struct ard_ask {
    bool report; /* also what only a report needs, such as the violation outside a screen */
    bool trace;  /* keep every iteration */
} ard_ask;

/* What a summary says of a fit beside what it says of every one: a title and a line. */
enum { ARD_FACT_BYTES = 240 };
typedef struct ard_fact {
    const char *title;
    char text[ARD_FACT_BYTES];
    bool detail; /* for who asks for all that the optimiser says */
} ard_fact;

/* This is what a new method must implement. Everything a method may know about its problem is in ard_problem, and everything
 * that is found out about the method is in this table. */
typedef struct ard_method ard_method;
struct ard_method {
    const char *name, *title, *reference;
    unsigned can;
    unsigned breaks; /* ARD_BREAKS_*, with every choice of the settings; what only one of them does stands with its row */
    const char *default_basis;
    const ard_setting *settings;
    int n_settings;
    const char *const *extra; /* names of the numbers in ard_fit.extra, NULL after the last; NULL: there are none */
    const void *variant;      /* constant data of one of a family that shares its functions; NULL */
    int weaken;               /* the setting that the relaxed refit weakens (lam1); -1 where that makes no sense */
    int max_iter; /* the setting that limits the iterations of a fit, those of ard_iterate where it has steps; -1: none */
    /* check, settle and grid see sizes, basis and sums of weights, no rows: of a problem that is divided into parts
     * (fit/division.h) those of a part of the mean size. Beyond bounds and capabilities, which the caller has checked:
     * combinations that make no sense. May be NULL. */
    int (*check)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings);
    /* Settle the automatic settings that decide what is tuned from all the training rows, so that every inner fold does
     * the same. May be NULL. */
    void (*settle)(const ard_method *self, const ard_problem *problem, ard_settings *settings);
    /* Its own default candidates for these data; settings given by the caller are held fixed. fine: the finer grid of studies
     * that picked their settings on the error they report. NULL: there is nothing to tune, and asking for it changes nothing. */
    int (*grid)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                bool fine, ard_grid *out);
    /* Allocate for a problem, so that many candidates share a workspace. */
    int (*open)(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings,
                void **work);
    /* Fit one candidate. warm (may be NULL) is a solution of the same problem. Iterative methods have ard_iterate here, and their
     * steps below; the others fill in `out`. */
    int (*solve)(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out);
    const struct ard_steps *steps; /* of ard_iterate; else NULL */
    /* Screening on its own: the features that the candidate's screen lets through, which stay the workspace's (n -1: it has no
     * screen). For protocols that screen outside the folds. May be NULL. */
    int (*screen)(void *work, const ard_settings *candidate, ard_columns *out);
    /* Approximate leave-one-out: what f of `fit`, which the last solve returned, would be at each training row without it (n x
     * the outputs of its link), without a refit. block (n; NULL: each row its own): rows of one number, from 0 without a gap,
     * are left out together. fit NULL: nothing is computed, but with settings of the workspace under which it cannot say so it
     * refuses with ARDOR_USAGE, and says what to take instead. NULL: the method has none. */
    int (*leave_out)(void *work, const ard_fit *fit, const int64_t *block, double *latent);
    /* Predictions of rows x by n candidates, where most of the work is common to them: n tables (x->n x the classes) with what
     * the machine of each candidate's fit says, in every bit. NULL: nothing is common. */
    int (*predict_each)(void *work, int64_t n, const ard_settings *candidate, const ard_matrix *x, double *prob);
    void (*close)(void *work); /* takes a half-made one, and NULL */
    /* From fit->used and fit->extra. False: there is nothing to say. NULL: there never is. */
    bool (*fact)(const ard_fit *fit, ard_fact *out);
};

/* ---- iterative methods */

typedef struct ard_steps {
    /* The starting point. */
    int (*start)(void *work, const ard_settings *candidate, const ard_fit *warm);
    /* One iteration: no allocation, no I/O. */
    int (*step)(void *work, ard_iteration *out);
    /* The point as a fit: the machine, and of the rest what is not "none". Objective and certificate of the last step are there
     * already; a finish that changes the point sets them again. */
    int (*finish)(void *work, const ard_ask *ask, ard_fit *out);
    /* The point of a further start, 2, 3, .. of as many as the setting `starts` says, instead of `start`: what it draws is the
     * same wherever rows and columns stand (solver/numbers.h). NULL: ard_iterate makes one start. */
    int (*restart)(void *work, const ard_settings *candidate, int64_t number);
    /* The most iterations, where the setting that limits them may say auto or is not all there is; NULL: what it says. */
    int64_t (*most)(const ard_method *self, const ard_settings *candidate);
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

/* The `solve` of iterative methods: start, step until it stops (solver/drive.h; at most as often as method->max_iter says),
 * finish. Of a method that can restart it is the best of `starts` such, of which `warm` is the first. One that fails is passed
 * over; where time ends, or all is cancelled, it is the best so far, and has that as its stop. */
int ard_iterate(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out);

/* registry.c */
int ard_method_count(void);
const ard_method *ard_method_at(int index);
const ard_method *ard_method_find(const char *name); /* NULL if there is none */
/* The library without which this one was built, so that it has no method of that name; NULL: that is not the reason. */
const char *ard_method_lacks(const char *name);

#endif
