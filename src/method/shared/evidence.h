/* What the methods of type-II maximum likelihood share: from a problem and options to a solution with covariance and extras. */
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
    ARD_WORK;
    ard_laplace *laplace;
    ard_laplace_options options;
    ard_settings values; /* of the start */
    ard_array array;     /* of the problem's rows */
    int64_t *feature;    /* p: all of them */
} ard_evidence;

int ard_evidence_open(const ard_method *method, ardor_context *context, const ard_problem *problem, bool learn,
                      ard_factor_form form, ard_evidence **out);
void ard_evidence_close(void *work);
int ard_evidence_step(void *work, ard_iteration *out);
/* The model kept, its covariance and extras; `used` = values, to be completed by the method. */
int ard_evidence_finish(ard_evidence *work, ard_solution *out);
#endif
