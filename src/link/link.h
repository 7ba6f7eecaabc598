/* Likelihoods: how the values of a function give probabilities of classes.
 *
 * What a new link must implement: the table ard_link, in a file of its own, stable for every f; and, to be read from model
 * files, a row in link.c. f is n x outputs(n_classes), column-major. Sums are over the rows given: where those are a part of the
 * rows, adding the parts up is the solver's business (ard_sum). */
#ifndef ARD_LINK_H
#define ARD_LINK_H

#include "matrix/targets.h"

typedef struct ard_link {
    const char *name; /* "probit", "logit", "softmax": as in model files */
    /* Columns of f for so many classes; 0: the link has none for them. */
    int (*outputs)(int n_classes);
    /* The weighted log likelihood. */
    double (*value)(const ard_targets *t, const double *f);
    /* residual = its derivatives in f (n x outputs); curvature = minus the second derivatives, a packed lower triangle of the
     * outputs for each row (n x outputs (outputs + 1)/2: of outputs c >= d column c (c + 1)/2 + d). The curvature may be NULL:
     * not wanted. */
    void (*derivatives)(const ard_targets *t, const double *f, double *residual, double *curvature);
    /* slope = the derivatives of that curvature in f, n: of links of one output. They tell how Laplace's approximation moves with
     * its mode. */
    void (*third)(const ard_targets *t, const double *f, double *slope);
    /* The intercepts (one for each output) that maximise the likelihood by themselves, given the weighted shares of the
     * classes, which are kept away from 0 and 1. */
    void (*intercepts)(int n_classes, const double *share, double *bias);
    /* prob (n x n_classes): class probabilities where f is normal with this mean and variance (n x outputs each; variance
     * NULL: 0). Neither may overlap with prob. */
    void (*probabilities)(int64_t n, int n_classes, const double *mean, const double *variance, double *prob);
} ard_link;

extern const ard_link ard_link_probit, ard_link_logit, ard_link_softmax;
/* NULL if there is none of that name. */
const ard_link *ard_link_find(const char *name);
/* The intercepts (one for each output) of the model without features: those of the classes' weighted shares, none nearer than
 * half a row to 0 or 1. */
int ard_link_null_bias(ardor_context *context, const ard_link *link, const ard_targets *targets, double *bias);
#endif
