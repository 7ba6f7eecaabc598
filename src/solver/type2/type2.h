/* Type-II maximum likelihood by Laplace's approximation, for Gaussian priors and a likelihood of two classes (a link):
 *
 *   f = b + sum_j u_j phi_j(x; theta)
 *   p(u_j) ~ N(0, 1/alpha_j) [2 s(lambda y_j u_j)],   p(theta_k) ~ N(0, 1/beta_k) [2 s(lambda theta_k)],   p(b) = N(0, 1/alpha_b)
 *
 * The factors in brackets (lambda > 0) are smooth steps: they keep a weight at the sign of its vector's label, u_j = w_j y_j with
 * w_j >= 0, and a scale above 0. Each iteration goes to the mode of the weights, then of the scales, then sets the precisions by
 * a fixed point of the approximate evidence and prunes what they have made irrelevant. The basis is a kernel over the rows, whose
 * scales are learnt or fixed, or the features themselves.
 *
 * Sums over rows go through ard_sum. But a kernel over the rows, and the factor where weights or scales outnumber the rows, want
 * all of them: parts of rows are for the identity basis with fewer features than rows.
 *
 * RVM: lambda = 0, fixed scales. RSFM: lambda = 0. EPCVM: fixed scales. PFCVM_LP: both. */
#ifndef ARD_TYPE2_H
#define ARD_TYPE2_H

#include "basis/basis.h"
#include "linalg/gauss.h"
#include "link/link.h"
#include "matrix/matrix.h"
#include "solver/drive.h"

typedef struct ard_type2 ard_type2;

/* What it points to is not copied. */
typedef struct ard_type2_problem {
    ard_matrix x;
    ard_targets target;
    const ard_link *link;
    ard_basis basis;
} ard_type2_problem;

typedef enum { ARD_RULE_MACKAY, ARD_RULE_EM } ard_evidence_rule;

typedef struct ard_type2_options {
    double alpha0, beta0; /* precisions at the start */
    double scale;         /* of every feature: theta = 1 stands for this; the start of learnt scales is theta0 */
    double theta0;
    const double *start_scales; /* p: the start of learnt scales, in units of theta0; NULL: 1 */
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
    /* Nats that a feature and a vector (of the identity basis: a column is a feature) cost in the objective. Above 0, a backward
     * pass follows the fixed point or the polish: deletions, and new precisions for all at once, by which the objective rises. */
    double feature_price, vector_price;
    /* With prices: iterations after which the pass follows too, and attempts of the pass; 0: no limit. */
    int64_t most, most_attempts;
    /* Of ard_type2_open_incremental: weights and scales come in, change and go one at a time, from no weight (type2_search.c). */
    int64_t first;  /* weights at most before scales are learnt */
    int64_t number; /* bilinear kernels: which of the features that explain most alone it begins with, from 1 */
    uint64_t seed;  /* of the order in which many rows are looked at */
    bool polish;    /* from there, or from where the evidence fell, climb the log evidence to its maximum */
} ard_type2_options;

/* A state at the mode of its own precisions. */
typedef struct ard_type2_model {
    int64_t m;                    /* weights, without the bias */
    int64_t *centre;              /* m rows (identity basis: columns), increasing */
    double *u, *alpha, *variance; /* 1 + m: the bias, then the weights with their labels' signs */
    int64_t k;                    /* features; of the identity basis: 0 */
    int64_t *feature;
    double *theta, *beta, *theta_variance; /* k; in units of options.scale; without learning theta = 1 */
    double evidence, log_likelihood;
    double corrected; /* the evidence, less what Laplace's approximation has too much by smooth steps (ard_mode_correction) */
    double joint;     /* the log evidence by one integral over weights and scales; NaN: not known, or not found */
    double slope[2];  /* of the log evidence, in ln alpha and in ln beta: the largest derivative; NaN: not known, or no scales */
    double objective; /* what is reported: corrected, less the prices */
    double decrement; /* Newton's, of weights and scales at their joint mode; NaN: nobody has looked, or scales are not learnt */
    double gradient[2]; /* largest derivative in a weight and in a scale where each was found; NaN: no scales are learnt */
} ard_type2_model;

/* learn: room for learning scales. form: of the linear algebra. */
int ard_type2_open(ardor_context *context, const ard_type2_problem *problem, bool learn, ard_gauss_form form, ard_type2 **out);
/* The same for the incremental search, which learns scales, and whose room grows with the weights and features that are in. */
int ard_type2_open_incremental(ardor_context *context, const ard_type2_problem *problem, ard_type2 **out);
/* Room for a model of at most so many weights and features. */
int ard_type2_model_open(ardor_context *context, int64_t weights, int64_t features, ard_type2_model *out);
void ard_type2_model_close(ardor_context *context, ard_type2_model *model);
void ard_type2_close(ardor_context *context, ard_type2 *type2);
/* From the start, with these features. */
void ard_type2_start(ard_type2 *type2, const ard_type2_options *options, int64_t n_features, const int64_t *feature);
/* One iteration: an ard_step_function. */
int ard_type2_step(void *type2, ard_iteration *out);
/* What it asks for: room for second derivatives at the model kept, or for a larger model. */
int ard_type2_grow(void *type2);
/* The certificate of the model kept. Where scales are learnt the model, whose weights are those of the scales before, goes to the
 * mode of both at its precisions, and has what is known there. Without `solve` it keeps its place, of which the certificate then
 * tells. */
int ard_type2_finish(ard_type2 *type2, bool solve);
/* After that, with `solve`: the log evidence by one integral over weights and scales, into the model kept. */
int ard_type2_joint_evidence(ard_type2 *type2);
/* The model of the last iteration that was kept. */
const ard_type2_model *ard_type2_model_of(const ard_type2 *type2);
ard_certificate ard_type2_certificate(const ard_type2 *type2);
/* Are there prices, and a model that ended before the search by them began? */
bool ard_type2_unpriced(const ard_type2 *type2);
/* Posterior covariance of its [bias, weights]: (1 + m)^2. */
int ard_type2_covariance(ard_type2 *type2, double *covariance);
/* After that: n x (1 + m), 1 and the basis functions at the rows. */
const double *ard_type2_columns(const ard_type2 *type2);
#endif
