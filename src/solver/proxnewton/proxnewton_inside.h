/* The workspace of proxnewton.c, laid out by proxnewton_work.c. */
#ifndef ARD_PROXNEWTON_INSIDE_H
#define ARD_PROXNEWTON_INSIDE_H

#include <math.h>

#include "solver/proxnewton/proxnewton.h"

/* Weights and scales that may enter in an iteration; iterations in a row without the gradient of the zero weights. */
enum { PN_GROW = 20, PN_MOST_PARTIAL = 3 };

struct ard_pn {
    ardor_context *context;
    ard_pn_function function;
    const ard_link *link;
    ard_targets targets;
    ard_pn_options options;
    double rows;     /* of all parts; n of the function's are here */
    int64_t n_terms; /* weights of one output; function.n_weights are those of all */
    int n_columns;   /* of f, as the link has it: one more than outputs where the last is 0 */
    int64_t *term;   /* scratch, n_weights */
    ard_point point, trial;
    int unseen;      /* steps taken whose gain F does not show */
    bool unbalanced; /* the first step uses the scale invariance before anything else */
    double objective, mu;
    bool complete;                       /* the gradient of all weights is there; else that of the zeros is 0 */
    int64_t n_partial;                   /* iterations since it was */
    int64_t n_wanted;                    /* weights that the last step would have had room for */
    int64_t most_weights;                /* to which the room can grow */
    int64_t n_entering;                  /* weights that may enter at once: more after iterations in which none could */
    ard_certificate certificate;         /* over what the gradient is there of */
    double *f, *f_trial, *g, *curvature; /* n x n_columns; g = derivatives of the log likelihood, curvature = minus second ones */
    double *gradient;                    /* of the log likelihood: biases, weights, scales */
    double *d_weight, *d_scale;          /* their places in it */
    int64_t *set, *scale_set;            /* working set: weights (active first), scales (live first) */
    int64_t n_set, n_scale_set, order;   /* order = n_outputs + n_set + n_scale_set */
    int64_t *first;  /* n_outputs + 1: the variables of each output, first its bias, then its weights in set */
    int64_t largest; /* of order */
    double *design;  /* n x largest: [1, df/dw, df/dtheta] */
    int64_t chunk;
    double *root, *scaled;                                    /* chunk, chunk x largest */
    double *gauss;                                            /* largest x largest */
    double *newton;                                           /* its order is limited by that of the curvature */
    double *diagonal, *x, *u, *d, *step, *product, *undamped; /* largest each */
    ard_penalty *penalty;                                     /* largest */
    double *qp_work;                                          /* at least largest x largest: scratch outside of ard_qp too */
};

/* By how much the gradient d of a variable violates its condition of optimality; a value not above `zero` is taken for zero. */
static inline double pn_violation(ard_penalty penalty, double value, double d, double zero)
{
    if (penalty.kind == ARD_FREE) return fabs(d);
    if (fabs(value) > zero) return fabs(d - copysign(penalty.rate, value));
    return (penalty.kind == ARD_L1 ? fabs(d) : d) - penalty.rate;
}

/* Is the rate on the length of the weights that a term has in all outputs? */
static inline bool pn_is_grouped(const ard_pn *s) { return s->options.weights.kind == ARD_GROUP; }

static inline ard_penalty pn_bias_penalty(const ard_pn_options *o)
{
    return o->penalise_bias ? o->weights : (ard_penalty){ARD_FREE, 0.0};
}

static inline bool pn_is_forced(const ard_pn *s, int64_t weight)
{
    return s->options.forced && s->options.forced[weight % s->n_terms];
}

/* Without a rate no weight is kept at 0: the quadratic programme need not watch its sign. */
static inline ard_penalty pn_weight_penalty(const ard_pn *s, int64_t weight)
{
    return pn_is_forced(s, weight) || !(s->options.weights.rate > 0) ? (ard_penalty){ARD_FREE, 0.0} : s->options.weights;
}

static inline double pn_weight_ridge(const ard_pn *s, int64_t weight) { return pn_is_forced(s, weight) ? 0.0 : s->options.ridge; }
static inline double pn_bias_ridge(const ard_pn_options *o) { return o->penalise_bias ? o->ridge : 0.0; }

/* Gradients of the smooth part of the objective, in which the ridge is. */
static inline double pn_weight_slope(const ard_pn *s, int64_t weight)
{
    return s->d_weight[weight] - pn_weight_ridge(s, weight) * s->point.weight[weight];
}
static inline double pn_bias_slope(const ard_pn *s, int output)
{
    return s->gradient[output] - pn_bias_ridge(&s->options) * s->point.bias[output];
}

/* Nothing is left but the bias. */
static inline bool pn_is_null(const ard_pn *s)
{
    return s->point.n_active == 0 || (s->function.n_scales && s->point.n_live == 0);
}

/* proxnewton_gradient.c: g, W, gradients and the KKT residuals at the point, of all variables, or where that will do not of the
 * zero weights; */
int pn_certify(ard_pn *pn, bool all);
/* those of all at a point that others were tried after; and if they are not there. */
int pn_recertify(ard_pn *pn);
int pn_complete(ard_pn *pn);

/* ---- what the iteration and leave_out.c share, at a point whose f is in the workspace */

/* g and curvature (proxnewton_gradient.c). */
void pn_curvature(ard_pn *pn);
/* ---- proxnewton_outputs.c */

/* f, biases included. */
void pn_latent(ard_pn *pn, const ard_point *point, double *f);
/* Of all weights into d_weight. */
void pn_weight_gradient(ard_pn *pn);
/* Of several outputs: the columns of set, which is put in order, into design, and first; D'WD, its lower triangle, into gauss. */
void pn_place_columns(ard_pn *pn);
void pn_gauss_blocks(ard_pn *pn);
/* Terms with a weight in some output, into `out` (room for n_active) in increasing order; their number. */
int64_t pn_list_terms(ard_pn *pn, int64_t *out);
int64_t pn_count_terms(ard_pn *pn);
/* ---- groups.c: a rate of groups is one of single weights where there is one output, or no rate at all; no penalty of the
 * bias. */
int pn_check_groups(ard_pn *pn);
double pn_term_length(const ard_pn *pn, const double *weight, int64_t term);
/* As pn_violation, of the weights of a term that is not forced. */
double pn_term_violation(const ard_pn *pn, int64_t term, double zero);
/* What a weight adds to the norm of the penalty; the norm of all groups among the values of the working variables. */
double pn_penalised_size(const ard_pn *pn, const double *weight, int64_t j);
double pn_sum_lengths(const ard_pn *pn, const double *value);
/* settle.c: of several outputs one of the points with the same f and objective. */
int pn_settle(ard_pn *pn);

static inline bool pn_can_grow(const ard_pn *s) { return s->function.grows && s->function.weight_room < s->most_weights; }
/* proxnewton_work.c: twice the room for weights. What is in the arrays of variables is lost. */
int pn_make_room(ard_pn *pn);
/* The live scales that one step can move into scale_set; their number (proxnewton.c). */
int64_t pn_choose_live(ard_pn *pn);
/* hessian.c: D'WD of the working set, whose columns are in design, into gauss, and its diagonal; the first column is filled in
 * here. */
int pn_gauss_newton(ard_pn *pn);
/* Are second derivatives to be had, and affordable? Then the matrix with them, of gauss, into newton. */
bool pn_wants_newton(const ard_pn *pn);
int pn_newton_matrix(ard_pn *pn);
#endif
