/* Type-II maximum likelihood by Laplace's approximation, for a logistic likelihood and Gaussian priors:
 *
 *   f = b + sum_j u_j phi_j(x; theta),   t_i ~ Bernoulli(s(f_i))
 *   p(u_j) ~ N(0, 1/alpha_j) [2 s(lambda y_j u_j)],   p(theta_k) ~ N(0, 1/beta_k) [2 s(lambda theta_k)],   p(b) = N(0, 1/alpha_b)
 *
 * The factors in brackets (lambda > 0) are smooth steps: they keep a weight at the sign of its vector's label, u_j = w_j y_j
 * with w_j >= 0, and a scale above 0. Each iteration goes to the mode of the weights, then of the scales, then sets the
 * precisions by a fixed point of the approximate evidence and prunes what they have made irrelevant. The basis is a kernel
 * over the rows, whose scales are learnt or fixed, or the features themselves.
 *
 * RVM: lambda = 0, fixed scales. RSFM: lambda = 0. EPCVM: fixed scales. PFCVM_LP: both. */
#ifndef ARD_LAPLACE_H
#define ARD_LAPLACE_H

#include "basis/basis.h"
#include "solver/drive.h"
#include "solver/type2/laplace_factor.h"

typedef struct ard_laplace ard_laplace;

/* Nothing in it is copied. */
typedef struct ard_laplace_problem {
    int64_t n, p;
    const double *x;      /* n x p, ld = n */
    const double *sign;   /* n: -1, +1 */
    const double *weight; /* n case weights, NULL = all 1 */
    ard_basis basis;
} ard_laplace_problem;

typedef enum { ARD_RULE_MACKAY, ARD_RULE_EM } ard_evidence_rule;

typedef struct ard_laplace_options {
    double alpha0, beta0; /* precisions at the start */
    double scale;         /* of every feature: theta = 1 stands for this; the start of learnt scales is theta0 */
    double theta0;
    bool learn_scales;
    double lambda; /* slope of the smooth steps; 0: priors are plain Gaussians and weights have any sign */
    ard_evidence_rule rule;
    double shape, rate;  /* of the Gamma hyperpriors; 0: flat */
    double prune_at;     /* a precision from here on is infinite */
    double early_factor; /* test relevance of what has a precision this often the start's; 0: do not */
    double most_pruned;  /* share of the weights (scales) that the test may take in one iteration */
    bool prune_negative; /* a weight against its label's sign, or a scale at or below 0, goes */
    /* stop where the evidence falls by more than this times max(1, weights and scales pruned before, n/100), after DROP_FROM
     * iterations; 0: never */
    double drop;
    int64_t weight_steps, scale_steps; /* most Newton steps in an iteration */
    double newton_tol;                 /* of the Newton decrement */
    double tol;            /* of convergence: change of the evidence, relative to itself, without pruning, some times in a row */
    bool watch_precisions; /* tol: largest change of a log precision instead */
} ard_laplace_options;

/* A state at the mode of its own precisions. */
typedef struct ard_laplace_model {
    int64_t m;                    /* weights, without the bias */
    int64_t *centre;              /* m rows (identity basis: columns), increasing */
    double *u, *alpha, *variance; /* 1 + m: the bias, then the weights with their labels' signs */
    int64_t k;                    /* features; of the identity basis: 0 */
    int64_t *feature;
    double *theta, *beta, *theta_variance; /* k; in units of options.scale; without learning theta = 1 */
    double evidence, log_likelihood;
} ard_laplace_model;

/* form: of the linear algebra; anything but auto is for tests. learn: room for learning scales. */
int ard_laplace_open(ardor_context *context, const ard_laplace_problem *problem, bool learn, ard_factor_form form,
                     ard_laplace **out);
void ard_laplace_close(ardor_context *context, ard_laplace *laplace);
/* From the start, with these features. */
void ard_laplace_start(ard_laplace *laplace, const ard_laplace_options *options, int64_t n_features, const int64_t *feature);
/* One iteration: an ard_step_function. */
int ard_laplace_step(void *laplace, ard_iteration *out);
/* The other way to the same maximum, for plain Gaussian priors and fixed scales: one weight at a time is added, re-estimated or
 * deleted, from the bias alone. open: room for it (the engine's form must be ARD_FORM_COLUMNS), once; then start and steps. */
int ard_laplace_sequential_open(ardor_context *context, ard_laplace *laplace);
void ard_laplace_sequential_start(ard_laplace *laplace, const ard_laplace_options *options, int64_t n_features,
                                  const int64_t *feature);
int ard_laplace_sequential_step(void *laplace, ard_iteration *out);
/* The model of the last iteration that was kept. */
const ard_laplace_model *ard_laplace_model_of(const ard_laplace *laplace);
/* Posterior covariance of its [bias, weights]: (1 + m)^2. */
int ard_laplace_covariance(ard_laplace *laplace, double *covariance);
/* f and its posterior variance in the weights at the training rows, n each, from that covariance. */
int ard_laplace_moments(ardor_context *context, ard_laplace *laplace, const double *covariance, double *f, double *variance);
#endif
