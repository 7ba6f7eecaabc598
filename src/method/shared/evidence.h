/* What the methods of type-II maximum likelihood share: from a problem and options to a solution with covariance and
 * extras, and grids without warm starts. */
#ifndef ARD_EVIDENCE_H
#define ARD_EVIDENCE_H

#include "method/method.h"
#include "solver/type2/laplace.h"

/* Members of ard_solution.extra and their names. */
enum {
    ARD_LOG_EVIDENCE,
    ARD_LOG_LIKELIHOOD,
    ARD_ALPHA_BIAS,
    ARD_ALPHA_LEAST,
    ARD_ALPHA_LARGEST,
    ARD_BETA_LEAST,
    ARD_BETA_LARGEST,
    ARD_KL_WEIGHTS,
    ARD_KL_SCALES,
    ARD_KL,
    ARD_MARGIN_LOSS,
    ARD_BOUND,
    ARD_N_EXTRAS
};
extern const char *const ard_evidence_extras[];

typedef struct ard_evidence {
    ardor_context *context;
    const ard_problem *problem;
    ard_basis basis;
    ard_laplace *laplace;
    ard_laplace_options options;
    ard_settings values; /* of the start */
    int64_t n_features;  /* at the start */
    int64_t *feature;    /* p */
} ard_evidence;

int ard_evidence_open(ardor_context *context, const ard_problem *problem, ard_basis basis, bool learn, ard_factor_form form,
                      ard_evidence **out);
void ard_evidence_close(void *work);
/* The features that a start is about: `only`, or all. Then set options, which may depend on their number, and start. */
void ard_evidence_choose(ard_evidence *work, int64_t n_only, const int64_t *only);
int ard_evidence_step(void *work, ard_iteration *out);
/* The model kept, its covariance and extras; `used` = values, to be completed by the method. */
int ard_evidence_finish(ard_evidence *work, ard_solution *out);

/* ---- grids */

typedef struct ard_axis {
    int setting;
    int64_t n;
    const double *value;
    double factor; /* of every value */
} ard_axis;

/* The product of the axes, every candidate from its own start. A setting that was given has its value only; first axis
 * slowest. */
int ard_product_grid(ardor_context *context, const ard_settings *settings, int n_axes, const ard_axis *axes, ard_grid *out);
#endif
