/* Sparse probit regression: see README.md in this folder. */
#ifndef ARD_SPR_H
#define ARD_SPR_H

#include "method/method.h"

extern const ard_method ard_method_spr;

enum { SPR_LAM1, SPR_STRENGTH, SPR_SCALE, SPR_SIGMA, SPR_PENALISE_BIAS, SPR_TOL, SPR_MAX_ITER, SPR_N_SETTINGS };

/* Solutions on the features themselves (identity basis, free bias) at falling strengths, each from the one before:
 * the screen of other methods. */
typedef struct spr_path spr_path;

typedef struct spr_solution {
    double lam, bias;
    const double *weight;   /* p */
    const double *residual; /* n: g = derivatives of the log likelihood in f */
    const double *gradient; /* p: X'g; at the optimum lam sgn w_k where w_k is not 0 */
} spr_solution;

int spr_path_open(ardor_context *context, const ard_problem *problem, spr_path **out);
void spr_path_close(ardor_context *context, spr_path *path);
/* Solve at lam = strength * lam_max; the solution is the path's, valid until the next call. */
int spr_path_solve(spr_path *path, double strength, const spr_solution **out);
#endif
