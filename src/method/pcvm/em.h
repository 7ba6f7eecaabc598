/* Expectation-maximisation of the probit classification vector machines: signed kernel weights, scales fixed or learnt.
 *
 * Sums over rows go through ard_sum. But the centres are the rows, and a weight has the sign of its row's label, so every part
 * wants all rows; its own are the case weights, which add up over the parts to the problem's. Where scales outnumber the rows,
 * their factor is the rows form of linalg/gauss.h, which wants the case weights whole too; so does that of the posterior where
 * weights and scales do. */
#ifndef ARD_PCVM_EM_H
#define ARD_PCVM_EM_H

#include "machine/posterior.h"
#include "method/method.h"

typedef struct pcvm_em pcvm_em;

typedef struct pcvm_options {
    double weight0;      /* every weight at the start */
    double scale;        /* every scale at the start */
    int64_t scale_steps; /* Gauss-Newton steps of the scales in an iteration */
    double prune_below;  /* weights go below this, scales below this times the largest */
    double tol;          /* largest change of a weight, and of a scale relative to the largest, that ends the fit */
} pcvm_options;

/* The last iteration that left something. */
typedef struct pcvm_state {
    double bias;
    int64_t m, k;
    int64_t *row, *feature; /* increasing */
    double *u, *theta;      /* u_j = y_j w_j; theta > 0 */
} pcvm_state;

int pcvm_em_open(ardor_context *context, const ard_problem *problem, bool learn, pcvm_em **out);
void pcvm_em_close(ardor_context *context, pcvm_em *em);
int pcvm_em_start(pcvm_em *em, const pcvm_options *options);
int pcvm_em_step(void *em, ard_iteration *out);
const pcvm_state *pcvm_em_state(const pcvm_em *em);
/* Of [bias, u, theta where it was learnt], at that state; no step can follow. */
int pcvm_em_posterior(pcvm_em *em, ard_posterior *out);
#endif
