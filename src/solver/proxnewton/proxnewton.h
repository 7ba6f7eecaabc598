/* Damped proximal Newton with active sets for
 *
 *   maximise  F = log likelihood of f - lam1 (|w|_1 [+ |b|]) - ridge/2 (|w|_2^2 [+ b^2]) - lam2 sum_k theta_k,   theta >= 0
 *
 * over a bias b, weights w and (optionally) scales theta, jointly: algorithm and derivation in solver/README.md. The likelihood
 * is a link's (link/link.h), and what f is comes from a function table, so that sparse regression and JCFO with any kernel are
 * one engine. Exact zeros, F rises at every accepted step, and the KKT residual certifies the answer.
 *
 * What a new function must implement: the table ard_pn_function. The rows may be a part of all of them (ard_sum): then every
 * part has the same weights and scales, in the same order, and ends at the same point. */
#ifndef ARD_PROXNEWTON_H
#define ARD_PROXNEWTON_H

#include "linalg/qp.h"
#include "link/link.h"
#include "solver/drive.h"

/* A point: dense values, with the lists of its nonzeros (increasing) and their values. */
typedef struct ard_point {
    double *bias;           /* n_outputs */
    double *weight, *scale; /* n_weights, n_scales */
    int64_t n_active, n_live;
    int64_t *active, *live; /* nonzero weights, positive scales */
    double *active_weight, *live_scale;
} ard_point;

/* The function f_i = bias + .. at n rows; sums over rows are over these n. `self` may cache between calls for the same point: the
 * engine calls latent and, at points it accepts, gradient, weight_gradient or not, columns, curvature in this order. */
typedef struct ard_pn_function {
    void *self;
    int64_t n, n_weights, n_scales; /* n_scales 0: no scales are learnt */
    /* With several (n_scales 0) all of the table is about one of them, n_weights and weight_room too: f_c = b_c + what the table
     * has for the weights of output c, which are c * n_weights and on in what the engine has. One fewer than the link has: its
     * last is 0. */
    int n_outputs;
    /* Nonzero weights there is room for (a start must fit), at most 2 n + 40 of all the rows: an L1 optimum has no more than n in
     * general position. Scales that one step can move. */
    int64_t weight_room, scale_room;
    /* With a ridge there may be more: the workspace grows up to weight_room when they come (ard_pn_grow), as it always does for
     * several outputs. */
    bool grows;
    void (*latent)(void *self, const ard_point *point, double *f); /* without the bias */
    /* d_scale_k = sum_i g_i df_i/dtheta_k for all k; `columns` receives df/dw of the active weights (n x n_active), of whose
     * gradient the engine takes the sums itself. */
    void (*gradient)(void *self, const ard_point *point, const double *g, double *columns, double *d_scale);
    /* d_weight_j = sum_i g_i df_i/dw_j for all j. */
    void (*weight_gradient)(void *self, const ard_point *point, const double *g, double *d_weight);
    /* It costs more than all else of an iteration, so most iterations do without (proxnewton_gradient.c). */
    bool costly_weight_gradient;
    /* Appends to `columns`: df/dw of the new weights, then df/dtheta of the scales listed. */
    void (*columns)(void *self, const ard_point *point, int64_t n_new, const int64_t *fresh, int64_t n_scales,
                    const int64_t *scale, double *columns);
    /* Second derivatives of sum_i g_i f_i over (weights in set, scales listed): cross and square as in
     * basis/kernel.h. NULL: f is linear in everything. */
    void (*curvature)(void *self, const ard_point *point, const double *g, int64_t n_set, const int64_t *set, int64_t n_scales,
                      const int64_t *scale, const double *columns, double *cross, double *square);
    int64_t curvature_limit;
    /* Of an invariance (w, theta) -> (c w, theta / c): the bias's change is -(c - 1) * bias_shift * sum w. */
    bool scale_invariant;
    double bias_shift;
} ard_pn_function;

/* Of one start: a workspace serves any number of them, at other rates. */
typedef struct ard_pn_options {
    /* Rates lam1 and lam2. With ARD_GROUP lam1 is not of |w|_1, but of the lengths of the weights that a term has in all outputs,
     * summed over the terms, and the bias is free. */
    ard_penalty weights, scales;
    bool penalise_bias; /* as a weight; else it is free */
    double tol;
    double damping;    /* mu at the start */
    bool second_order; /* use the second derivatives of f where they are affordable */
    bool rebalance;    /* use the scale invariance before the first step too, not only after each */
    /* Of functions without learnt scales: a quadratic penalty beside the L1 rate, or (lam1 0) instead of it; and the terms
     * without either penalty in any output, which outlive the start (NULL: none). */
    double ridge;
    const bool *forced;
} ard_pn_options;

typedef struct ard_pn ard_pn;

/* `function` and `targets` are copied, what they point to and the link are not. A function of other outputs than the link's is
 * refused, and one of several with learnt scales. */
int ard_pn_open(ardor_context *context, const ard_pn_function *function, const ard_link *link, const ard_targets *targets,
                ard_pn **out);
void ard_pn_close(ardor_context *context, ard_pn *pn);
/* The point to start from is filled in by the caller (weight, scale, bias), then started. */
ard_point *ard_pn_point(ard_pn *pn);
int ard_pn_start(ard_pn *pn, const ard_pn_options *options);
/* One iteration: an ard_step_function. One that has not looked at all variables has no certificate. */
int ard_pn_step(void *pn, ard_iteration *out);
/* More room for weights, between steps: what a step of a function that grows asks the driver for. */
int ard_pn_grow(void *pn);
/* At the end of a fit, for whatever reason it stopped, before the engine is asked for gradients and violations: those of all
 * variables at its point are made if they are not there. Where it converged or stalled and columns of nonzero weights depend on
 * each other: of the points with the same f and objective, one with fewer weights, at which the conditions of optimality hold as
 * well as before. Of several outputs the free biases are centred, and of the offsets common to all outputs of a term that no
 * penalty decides one is chosen (README.md, "Several outputs"). It allocates. */
int ard_pn_finish(ard_pn *pn, ard_stop stop);
/* What f, bias included, would be at each row without it, to one step of Newton's method from the current point (README.md,
 * "Leaving rows out"), which is a solution at the rates of the last start; its dense values may have been set anew since. block
 * (n; NULL: each row its own): rows of one number, from 0 without a gap, are left out together. centred: weight i is that of row
 * i, and goes with it. It allocates; the rows must be all there are, the output one. The next use of the workspace is
 * ard_pn_start. */
int ard_pn_leave_out(ard_pn *pn, bool centred, const int64_t *block, double *out);
/* Has the workspace no room for another weight, though there are more? */
bool ard_pn_full(const ard_pn *pn);
int64_t ard_pn_weight_room(const ard_pn *pn);
/* At the point of a start or a finish: objective, sum_i g_i, gradients (n_weights of each output, n_scales) and residual
 * g (n for each output of the link, as of f). */
double ard_pn_objective(const ard_pn *pn);
/* The least rate of the weights, of the kind of the start, at which those that are zero and not forced stay so. */
double ard_pn_edge(const ard_pn *pn);
const double *ard_pn_latent(const ard_pn *pn); /* f, bias included */
const double *ard_pn_residual(const ard_pn *pn);
const double *ard_pn_weight_gradient(const ard_pn *pn);
double ard_pn_bias_gradient(const ard_pn *pn); /* of the first output */
/* Of violations with a ridge, times the sum of the case weights: below it rounding decides. */
#define ARD_PN_LEAST_UNIT 1e-6
/* KKT residuals of weights (bias included) and scales, relative to their rates (with a ridge: to the largest derivative of the
 * penalty), where what is not larger than zero_weight or zero_scale is taken for zero. */
ard_certificate ard_pn_violations(const ard_pn *pn, double zero_weight, double zero_scale);
/* The workspace's two large arrays, lent to what moves its point between its own calls (a start, another engine), so that such
 * need no second set. ard_pn_start and ard_pn_step overwrite them; the borrower sees to it that it has columns enough. */
typedef struct ard_pn_loan {
    int64_t rows, columns;
    double *design; /* rows x columns */
    double *square; /* columns x columns */
} ard_pn_loan;
ard_pn_loan ard_pn_lend(ard_pn *pn);
/* Lists of the nonzeros of a point after its dense values changed. */
void ard_point_index(ard_point *point, int64_t n_weights, int64_t n_scales);
#endif
