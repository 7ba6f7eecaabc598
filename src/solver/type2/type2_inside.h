/* Shared by type2*.c and their tests only. */
#ifndef ARD_TYPE2_INSIDE_H
#define ARD_TYPE2_INSIDE_H

#include "base/rank.h"
#include "basis/kernel.h"
#include "matrix/matrix.h"
#include "solver/mode.h"
#include "solver/type2/type2.h"

struct ard_type2 {
    ard_type2_problem problem;
    ard_type2_options options;
    ardor_context *context;
    double n_rows;        /* of all parts */
    bool bilinear;        /* the scales' steps need no kernel columns */
    int64_t n_candidates; /* weights at most */
    ard_kernel *kernel;   /* NULL: identity basis */
    ard_gauss gauss;
    ard_mode mode;
    ard_type2_model now, kept;
    int64_t iteration;
    int64_t n_pruned;  /* weights and scales, in the last iteration */
    int64_t n_settled; /* iterations in a row that could have been the last */
    bool phi_fresh;    /* phi is that of `now` */
    double *phi;       /* n x (1 + n_candidates): 1, columns of the active weights */
    double *jacobian;  /* n x p: df/dtheta at `now`; NULL unless scales are learnt */
    /* room for 1 + n_candidates or p values */
    double *share, *fresh_precision, *score;
    double *weight_tilt, *scale_tilt, *scaled_theta;
    double *scale_share, *scale_lambda;
    ard_rank *rank;
};

/* Largest precision of the bias. */
#define TYPE2_BIAS_PRECISION 1e6

/* ---- type2_work.c */
void type2_copy_model(const ard_type2_model *from, ard_type2_model *to);
/* phi of `now`, unless it is there. */
void type2_refresh(ard_type2 *l);
/* f = b + sum u phi at scales theta. */
void type2_scale_latent(void *type2, const double *theta, double *f);
/* jacobian of `now`, whose latent values were asked for last. */
void type2_differentiate(void *type2);

/* ---- type2_modes.c */
/* Weights and scales as modes are looked for: the tilts are lambda times the sign that a weight should have. */
ard_mode_block type2_weight_block(ard_type2 *l);
ard_mode_block type2_scale_block(ard_type2 *l);
/* Go to the mode of a block. */
int type2_find(ard_type2 *l, const ard_mode_block *block, int64_t steps);
/* To the modes: weights at the old scales, then scales. Leaves the weights' factor at the new scales, and the evidence. */
int type2_find_modes(ard_type2 *l, const ard_mode_block *weights, const ard_mode_block *scales);

/* ---- type2_prune.c */
/* New precisions from shares and lambda; what the tests find irrelevant becomes infinite. `first`: entries before it are never
 * pruned. */
int type2_precisions(ard_type2 *l, const ard_mode_block *block, int64_t first, const double *share, const double *lambda,
                     double start, double *fresh);
/* Drop what has an infinite precision or the wrong sign, and count it in n_pruned. Returns what stops the fit if nothing would be
 * left. */
ard_stop type2_prune(ard_type2 *l, const double *alpha, const double *beta);
#endif
