/* Joint classifier and feature optimisation: see README.md in this folder. The method wants all rows at once: its centres are
 * rows, and the ridge start chooses among them by counting them. The engine and em.h take centres that are given, and rows in
 * parts. */
#ifndef ARD_JCFO_H
#define ARD_JCFO_H

#include "basis/kernel.h"
#include "method/spr/spr.h"
#include "solver/proxnewton/proxnewton.h"

extern const ard_method ard_method_jcfo;

/* Indices into the table of settings. */
enum {
    JCFO_LAM1,
    JCFO_LAM2,
    JCFO_STRENGTH,
    JCFO_SCREEN,
    JCFO_PENALISE_BIAS,
    JCFO_START_SCALE,
    JCFO_CENTRES,
    JCFO_STARTS,
    JCFO_WEAKEST,
    JCFO_SOLVER,
    JCFO_TOL,
    JCFO_MAX_ITER,
    JCFO_N_SETTINGS
};

typedef enum { JCFO_SCREEN_AUTO, JCFO_SCREEN_NONE, JCFO_SCREEN_RESTRICT, JCFO_SCREEN_OPEN } jcfo_screen;
typedef enum { JCFO_DIRECT, JCFO_EM } jcfo_solver;

/* grid.c: the default path of candidates, and the rates where they are not given. */
int jcfo_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *settings, bool fine,
              ard_grid *out);
jcfo_screen jcfo_screen_of(const ard_problem *problem, const ard_settings *settings);
void jcfo_rates(const ard_problem *problem, const ard_settings *settings, double *lam1, double *lam2);
double jcfo_strength(const ard_settings *settings);
double jcfo_weakest(const ard_problem *problem, const ard_settings *settings);

/* start.c: the point to start from, over n rows that are the centres and a subset of the problem's features. */

/* [b; beta] = (H'CH + .01 n I)^-1 H'C l with H = [1 K] over n_centres rows (all, or spread evenly) and C the case weights, at the
 * scales that pn's point holds. Works in the memory that pn lends. */
int jcfo_ridge_start(ardor_context *context, const ard_targets *targets, ard_kernel *kernel, int64_t n_centres, ard_pn *pn);
/* Sparse probit regression (b, v) at rate lam with residual g is a JCFO classifier with a bilinear kernel: beta = g and
 * theta_k = v_k / X_k'g give K beta = sum_k theta_k X_k (X_k'g) = X v. At its optimum X_k'g = lam sgn v_k; dividing by the
 * product itself leaves the classifier exact where the screen stopped within its tolerance. The scales are those of these columns
 * (NULL: all) of the problem, which s and warm refer to. */
void jcfo_dual_start(ard_basis basis, const spr_solution *s, int64_t n, int64_t n_scales, const int64_t *column,
                     ard_point *point);
void jcfo_warm_start(const ard_machine *warm, int64_t n, int64_t n_scales, const int64_t *column, ard_point *point);
#endif
