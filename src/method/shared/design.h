/* The columns of a model that is linear in its weights, and Gaussian posteriors made of sites on them. Kernel columns, with a
 * centre in every row, posteriors of the dual form and the scores of EP want all rows at once. */
#ifndef ARD_DESIGN_H
#define ARD_DESIGN_H

#include "method/method.h"
#include "solver/sites/ep.h"

/* Column 0 is the constant; then the features (identity) or the kernel columns of all rows, with the same scale for every
 * feature. */
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

/* Of each column, whether it may carry a weight: kernel columns of no features may not. */
void ard_design_usable(const ard_design *design, bool *usable);

/* Copies of m columns, n x m. */
int ard_design_gather(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column, double **out);

/* Posterior of the weights of m columns (n x m) with precisions alpha, whose sites were run in either form. term: their
 * positions in the machine's [bias, weights]. */
int ard_posterior_of_weights(ardor_context *context, const ard_sites *sites, int64_t m, const double *columns,
                             const double *alpha, const int64_t *term, ard_posterior *out);
/* Of the process with the covariance 1 + s2 k, or without a constant s2 k, whose sites were run in the dual form; for a machine
 * with all rows as centres. */
int ard_posterior_of_process(ardor_context *context, const ard_sites *sites, bool constant, double s2, ard_posterior *out);

/* The machine of these columns (increasing, some or none of 1..d-1) with weights; without any, the null model. */
int ard_design_machine(ardor_context *context, const ard_design *design, const ard_link *link, double bias, int64_t m,
                       const int64_t *column, const double *weight, ard_machine *out);

/* Members of ard_fit.extra that the methods of EP share. What is named a score is EP's leave-one-out on the rows that chose
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
extern const char *const ard_sites_extras[];
void ard_sites_set_extras(const ard_sites *sites, double *extra);
#endif
