/* The mode of a posterior, for Laplace's approximation: of p(t | f(u)) p(u), where f is linear in u, or nearly so, and
 *
 *     p(u_i) = N(0, 1/precision_i) [2 s(tilt_i u_i)],
 *
 * in brackets a smooth step that holds u_i to the sign of its tilt. The Hessian is made of df/du alone; where f is not linear the
 * second derivative is left out, so that it stays positive definite and the step an ascent direction; a block may know better.
 *
 * Sums over rows go through ard_sum, in as far as the factor's do. */
#ifndef ARD_MODE_H
#define ARD_MODE_H

#include "linalg/gauss.h"
#include "link/link.h"
#include "solver/single.h"

/* What is looked for. */
typedef struct ard_mode_block {
    int64_t size;
    double *u;
    const double *precision;
    const double *tilt;   /* 0: none; NULL: none at all */
    /* A factor u_i^power_i of the prior, above 0 only: with 1 it is ln u_i that is integrated over. NULL: none. */
    const double *power;
    const double *design; /* n x size: df/du */
    /* Where f is not design u: f at some u, and the design filled at the block's u, at which latent was called last. Else
     * NULL. */
    void (*latent)(void *state, const double *u, double *f);
    void (*differentiate)(void *state);
    /* A better direction than the factor's, at the point last differentiated, where it is found; it may use the factor's room.
     * NULL: there is none. */
    int (*direct)(void *state, const double *gradient, double *direction, bool *found);
    void *state;
    /* The side of 0 that u_i may not leave, by its sign; 0, or NULL: either. One that is at 0 and would leave it stays, with a
     * gradient of 0 and a factor that knows nothing of it. */
    const double *side;
    bool pcg;     /* where it is less work, find steps by preconditioned conjugate gradients; f must be linear in u */
    bool resumed; /* since its mode was found last, with nothing between, only precisions have changed */
} ard_mode_block;

/* Work space, and what is known at the mode. */
typedef struct ard_mode {
    ardor_context *context;
    const ard_link *link;
    ard_targets target;
    double *f, *residual, *curvature; /* n */
    double *third, *leverage;         /* n: free between calls */
    double *gradient, *lambda;        /* room: of the objective; curvature of the prior */
    double *pull;                     /* room: of the log likelihood, by u */
    double *direction, *trial;        /* room: free between calls */
    double *work;                     /* 3 room + n */
} ard_mode;

/* For blocks of up to `room`. A half-made one can be closed. */
int ard_mode_open(ardor_context *context, const ard_link *link, const ard_targets *target, int64_t room, ard_mode *out);
void ard_mode_close(ardor_context *context, ard_mode *mode);
/* Go from the block's u to the mode, by at most so many steps; tol: of the Newton decrement. On return f, its derivatives,
 * gradient and lambda are those at u, and gauss the factor of the Hessian there; it has none (log_det) if a value was not
 * finite. */
int ard_mode_find(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, int64_t steps, double tol);
/* The same, but the factor is not wanted: gauss is left with whatever the steps used, one of an earlier point or none. */
int ard_mode_find_point(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, int64_t steps, double tol);
/* log p(t | f(u)) p(u) at the block's u, whose f it leaves. */
int ard_mode_value(ard_mode *mode, const ard_mode_block *block, double *value);
/* log p(t | f), for the f that is there. */
int ard_mode_log_likelihood(const ard_mode *mode, double *value);
/* ln of the block's prior at the mode times the volume of the posterior around it: sum .5 ln precision + ln prior - .5 ln |H|. */
double ard_mode_occam(const ard_mode_block *block, const ard_gauss *gauss);
/* u_i by itself, the others held at the mode, as if its tilt were above 0: from its share (of ard_gauss_shares) and variance,
 * so that nothing cancels, and the mode's condition q = (alpha + s) u - tilt s(-tilt u). */
ard_single ard_mode_single(const ard_mode_block *block, int64_t i, double share, double variance);
/* What the log evidence has too much by that of each u with a tilt, the others held at the mode: there the Gaussian is on both
 * sides of 0, while the prior is nearly cut off at it (single.h). To be added; 0 without tilts, and of what is below 0. */
double ard_mode_correction(const ard_mode_block *block, const double *share, const double *variance);

/* 1 - precision Sigma_ii from the share 1 - lambda Sigma_ii, without cancellation. */
double ard_mode_gamma(double precision, double lambda, double share);

/* What moves with the mode, of a block whose f is linear in u, after ard_mode_find. Both leave the factor reduced.
 *
 * .5 ln |H| by u: with leverages t_n = C_n d_n'Sigma d_n and Sigma = H^-1,
 *     .5 D'(t dlnC/df) + .5 diag(Sigma) dLambda/du.
 * variance: of ard_gauss_variances. */
int ard_mode_determinant_gradient(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, const double *variance,
                                  double *gradient);
/* The log evidence, log likelihood + ard_mode_occam, by ln precision, the mode moving with it: du/d precision_i = -Sigma e_i u_i,
 * and of the evidence only -.5 ln |H| depends on u at a mode, so with gamma_i = 1 - precision_i Sigma_ii and v from above
 *     .5 (gamma_i - precision_i u_i^2) + precision_i u_i [Sigma v]_i.
 * MacKay's fixed point has the first term alone. */
int ard_mode_evidence_gradient(ard_mode *mode, ard_gauss *gauss, const ard_mode_block *block, double *gradient);
#endif
