/* The signed columns of a linear-in-weights model, and Gaussian posteriors made of sites on them. */
#ifndef ARD_DESIGN_H
#define ARD_DESIGN_H

#include "method/method.h"
#include "solver/sites/ep.h"

/* Column 0 is the constant; then the features (identity) or the kernel columns of all rows, with the same scale for every
 * feature. Row i times its sign. */
typedef struct ard_design {
    const ard_problem *problem;
    int64_t n, d;
    double *columns; /* n x d */
    double scale;
} ard_design;

int ard_design_open(ardor_context *context, const ard_problem *problem, ard_design *out);
void ard_design_close(ardor_context *context, ard_design *design);
/* The columns of a kernel basis; of the identity basis they are there already. */
int ard_design_set(ardor_context *context, ard_design *design, double scale);

/* Copies of m columns, n x m. */
int ard_design_gather(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column, double **out);

/* Posterior of the weights of m signed columns (n x m) with precisions alpha, whose sites were run in either form. term: their
 * positions in the solution's [bias, weights]. */
int ard_posterior_of_weights(ardor_context *context, const ard_sites *sites, int64_t m, const double *columns,
                             const double *alpha, const int64_t *term, ard_posterior *out);
/* Of the process with the covariance 1 + s2 k, whose sites were run in the dual form; for a solution with all rows as vectors. */
int ard_posterior_of_process(ardor_context *context, const ard_sites *sites, const double *sign, double s2, ard_posterior *out);

/* Into a solution whose basis is set: these columns (increasing, some or none of 1..d-1) with weights. */
int ard_design_solution(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column, const double *weight,
                        ard_solution *out);

/* Members of ard_solution.extra that the methods of EP share. What is named a score is EP's leave-one-out on the rows that chose
 * the prior: good to select by, no estimate of an error. */
enum {
    ARD_SITES_EVIDENCE,
    ARD_SITES_ERRORS,
    ARD_SITES_PROBABILITY,
    ARD_SITES_SCALED,
    ARD_SITES_DENSITY,
    ARD_SITES_SWEEPS,
    ARD_SITES_N_EXTRAS
};
extern const char *const ard_ep_extras[];
void ard_ep_set_extras(const ard_sites *sites, double *extra);
#endif
