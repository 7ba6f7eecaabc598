/* The workspace of proxnewton.c, laid out by proxnewton_work.c. */
#ifndef ARD_PROXNEWTON_INSIDE_H
#define ARD_PROXNEWTON_INSIDE_H

#include "solver/proxnewton/proxnewton.h"

struct ard_pn {
    ardor_context *context;
    ard_pn_function function;
    const ard_link *link;
    ard_targets targets;
    ard_pn_options options;
    double rows; /* of all parts; n of the function's are here */
    ard_point point, trial;
    bool unbalanced; /* the first step uses the scale invariance before anything else */
    double objective, mu;
    ard_certificate certificate;
    double *f, *f_trial, *g, *curvature; /* n each; g = derivatives of the log likelihood, curvature = minus the second ones */
    double *gradient;                    /* of the log likelihood: bias, weights, scales */
    double *d_weight, *d_scale;          /* their places in it */
    int64_t *set, *scale_set;            /* working set: weights (active first), scales (live first) */
    int64_t n_set, n_scale_set, order;   /* order = 1 + n_set + n_scale_set */
    int64_t largest;                     /* of order */
    double *design;                      /* n x largest: [1, df/dw, df/dtheta] */
    int64_t chunk;
    double *root, *scaled;                                    /* chunk, chunk x largest */
    double *gauss;                                            /* largest x largest */
    double *newton;                                           /* its order is limited by that of the curvature */
    double *diagonal, *x, *u, *d, *step, *product, *undamped; /* largest each */
    ard_penalty *penalty;                                     /* largest */
    double *qp_work;                                          /* at least largest x largest: scratch outside of ard_qp too */
};
#endif
