/* Methods that fit one function, linear in its weights, by proximal Newton: with an L1 rate, a ridge or both on the weights. They
 * differ in the loss and in their settings. The function is the features themselves, or a kernel with one fixed scale.
 *
 *     maximise  F = log likelihood of f - lam (alpha |w|_1 + (1 - alpha)/2 |w|^2)
 *
 * with alpha 1 where the method has no setting of that name, and 0 where its family is of the ridge. Columns that are forced in
 * (ard_problem.forced) have neither penalty.
 *
 * What such a method must have: `variant` a family; among its settings `tol` and, as the one that `weaken` names, lam; and the
 * functions below in its table. It may have `strength`, without which lam is never automatic, `scale` and `sigma`
 * (fixed_scale.h), `penalise_bias` and `alpha`, and, of many classes, `reference` (none | last) and `group` (yes: the L1 rate is
 * of the lengths of the weights that a term has in all classes). */
#ifndef ARD_PENALISED_H
#define ARD_PENALISED_H

#include "basis/kernel.h"
#include "method/method.h"
#include "method/shared/rotation.h"
#include "solver/proxnewton/proxnewton.h"

typedef struct ard_penalised_family {
    const ard_link *link; /* what is fitted; perhaps no likelihood */
    const ard_link *many; /* of three and more classes; NULL: the method is of two */
    bool ridge;           /* alpha is 0 */
} ard_penalised_family;

/* Where a method has no such setting: -1. */
typedef struct ard_penalised_settings {
    int strength, alpha, scale, sigma, penalise_bias, tol;
} ard_penalised_settings;

typedef struct ard_penalised {
    ARD_WORK;
    const ard_link *link;
    ard_penalised_settings at;
    int n_outputs;   /* of the engine: with a reference one fewer than the link has */
    int64_t n_terms; /* weights of an output */
    double alpha;
    bool grouped;
    ard_kernel *kernel;     /* NULL: identity */
    ard_rotation *rotation; /* of the ridge alone with more features than rows; else NULL: weights are those of features */
    ard_pn_function function;
    ard_pn *pn;
    ard_pn_options options;
    ard_settings values; /* of the start */
    const bool *forced;  /* n_terms: of the problem, or of the rotation */
    double *null_weight; /* n_terms x n_outputs, with forced columns: the weights that these have alone; else NULL */
    double *null_bias;   /* n_outputs */
    double scale, top;   /* top: lam at the strength 1 */
    double lam;          /* of the start */
    /* A warm fit's machine is slope f + shift of the f that was fitted: 1 and 0 unless the method sets them. */
    double slope, shift;
} ard_penalised;

/* ---- of ard_method. The work is an ard_penalised. */

int ard_penalised_check(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values);
int ard_penalised_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       bool fine, ard_grid *out);
int ard_penalised_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                       void **work);
void ard_penalised_close(void *work);
int ard_penalised_leave_out(void *work, const ard_fit *fit, const int64_t *block, double *latent);
extern const ard_steps ard_penalised_steps;

/* ---- their parts, for methods that do more */

int ard_penalised_start(void *work, const ard_settings *values, const ard_fit *warm);
int ard_penalised_step(void *work, ard_iteration *out);
int ard_penalised_finish(void *work, const ard_ask *ask, ard_fit *out);
/* The machine of slope f + shift, of this link, of one output and the basis identity. */
int ard_penalised_machine(ard_penalised *work, const ard_link *link, double slope, double shift, ard_machine *out);

/* Put an engine at its null point: all weights 0 but those of forced columns, which have the values that they have alone, beside
 * the free intercept. *lam_max: the least L1 rate that leaves the others at 0. With a penalised bias it is an upper guide.
 * kind: of the rate, ARD_L1 or ARD_GROUP. Without features it is 0: the columns of a kernel are constants then, and their
 * gradient is rounding. */
int ard_penalised_null(ardor_context *context, ard_pn *pn, const ard_link *link, const ard_problem *problem, int n_outputs,
                       int64_t n_terms, ard_penalty_kind kind, double *lam_max);

/* Undamped steps are good where the objective is concave. */
#define ARD_PENALISED_DAMPING 1e-6
#endif
