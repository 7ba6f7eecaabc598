/* Shared by laplace*.c only. */
#ifndef ARD_LAPLACE_INSIDE_H
#define ARD_LAPLACE_INSIDE_H

#include "basis/kernel.h"
#include "solver/type2/laplace.h"

/* Weights or scales as Newton's method sees them: a mode in u under prior precisions and tilts (0, or lambda times the
 * sign that u should have). */
typedef struct laplace_block {
    int64_t size;
    double *u;
    const double *precision, *tilt;
    const double *design; /* n x size: df/du */
    bool scales;
} laplace_block;

typedef struct laplace_rank {
    double precision;
    int64_t index;
} laplace_rank;

struct ard_laplace {
    ard_laplace_problem problem;
    ard_laplace_options options;
    ardor_context *context;
    bool bilinear;        /* the scales' steps need no kernel columns */
    int64_t n_candidates; /* weights at most */
    ard_kernel *kernel;   /* NULL: identity basis */
    ard_laplace_factor factor;
    ard_laplace_model now, kept;
    int64_t iteration;
    int64_t n_pruned;                 /* weights and scales, in the last iteration */
    int64_t n_settled;                /* iterations in a row that could have been the last */
    bool phi_fresh;                   /* phi is that of `now` */
    double *phi;                      /* n x (1 + n_candidates): 1, columns of the active weights */
    double *jacobian;                 /* n x p: df/dtheta at `now`; NULL unless scales are learnt */
    double *f, *residual, *curvature; /* n */
    /* room for 1 + n_candidates or p values */
    double *gradient, *direction, *trial, *lambda, *share, *fresh_precision;
    double *weight_tilt, *scale_tilt, *scaled_theta;
    double *scale_share, *scale_lambda;
    laplace_rank *rank;
    double gradient_size[2];               /* of the weights, of the scales, at their modes */
    struct laplace_sequential *sequential; /* NULL until ard_laplace_sequential_open */
};

/* Largest precision of the bias. */
#define LAPLACE_BIAS_PRECISION 1e6

/* ---- laplace_sequential.c */
void laplace_sequential_close(ardor_context *context, struct laplace_sequential *s);

/* ---- laplace_work.c */
void laplace_copy_model(const ard_laplace_model *from, ard_laplace_model *to);
/* phi of `now`, unless it is there. */
void laplace_refresh(ard_laplace *l);
/* f = b + sum u phi at scales theta. */
void laplace_scale_latent(ard_laplace *l, const double *theta, double *f);
void laplace_set_scales(ard_laplace *l, const double *theta);

/* ---- laplace_newton.c */
double laplace_prior(int64_t size, const double *u, const double *precision, const double *tilt);
/* Curvature of the prior: precision + tilt^2 s(tilt u) s(-tilt u). */
void laplace_prior_curvature(int64_t size, const double *u, const double *precision, const double *tilt, double *lambda);
/* Go to the mode. On return f, residual, curvature, factor and lambda are those of the block's u. */
int laplace_newton(ard_laplace *l, laplace_block *block, int64_t steps);
/* Make the factor of the weights at `now`. */
int laplace_weight_factor(ard_laplace *l);
int laplace_failed(ard_laplace *l);

/* ---- laplace.c */
laplace_block laplace_weight_block(ard_laplace *l);
/* ln of a block's prior at its mode times the volume of the posterior around it: sum .5 ln precision + ln prior - .5 ln |H|. */
double laplace_occam(const laplace_block *block, double log_det);
void laplace_variances(int64_t size, const double *share, const double *lambda, double *variance);

/* ---- laplace_prune.c */
/* New precisions from shares and lambda; what the tests find irrelevant becomes infinite. `first`: entries before it are never pruned. */
void laplace_precisions(ard_laplace *l, const laplace_block *block, int64_t first, const double *share, const double *lambda,
                        double start, double *fresh);
/* Drop what has an infinite precision or the wrong sign, and count it in n_pruned. Returns what stops the fit if nothing would be
 * left. */
ard_stop laplace_prune(ard_laplace *l, const double *alpha, const double *beta);
#endif
