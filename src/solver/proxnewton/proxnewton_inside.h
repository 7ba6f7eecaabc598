/* The workspace of proxnewton.c, laid out by proxnewton_work.c. */
#ifndef ARD_PROXNEWTON_INSIDE_H
#define ARD_PROXNEWTON_INSIDE_H

#include "solver/proxnewton/proxnewton.h"

struct ard_pn {
    ard_pn_function function;
    ard_pn_options options;
    const double *sign, *weight;
    ard_point point, trial;
    bool unbalanced; /* the first step uses the scale invariance before anything else */
    double objective, mu, d_bias, kkt_weights, kkt_scales;
    double *f, *f_trial, *g, *curvature; /* n each; curvature = c m (m + t) */
    double *margin, *log_phi, *mills;    /* n each, scratch */
    double *d_weight, *d_scale;
    int64_t *set, *scale_set;          /* working set: weights (active first), scales (live first) */
    int64_t n_set, n_scale_set, order; /* order = 1 + n_set + n_scale_set */
    int64_t largest;                   /* of order */
    double *design;                    /* n x largest: [1, df/dw, df/dtheta] */
    int64_t chunk;
    double *root, *scaled;                                              /* chunk, chunk x largest */
    double *gauss;                                                      /* largest x largest */
    double *newton;                                                     /* its order is limited by that of the curvature */
    double *diagonal, *x, *u, *d, *penalty, *step, *product, *undamped; /* largest each */
    unsigned char *kind;
    double *qp_work; /* at least largest x largest: scratch outside of ard_qp too */
};
#endif
