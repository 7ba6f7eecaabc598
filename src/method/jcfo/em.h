/* The JCFO objective by expectation-maximisation, as in the paper: em.c. It moves the point of a proximal Newton workspace,
 * which lends its objective, gradients and KKT residuals. */
#ifndef ARD_JCFO_EM_H
#define ARD_JCFO_EM_H

#include "basis/kernel.h"
#include "method/method.h"
#include "solver/proxnewton/proxnewton.h"

typedef struct jcfo_em jcfo_em;

/* pn: the probit link and f over the kernel, all its scales learnt, with room for a weight of every centre; it lends its memory
 * until em is closed. Nothing is copied. */
int jcfo_em_open(ardor_context *context, const ard_targets *targets, ard_kernel *kernel, ard_pn *pn, jcfo_em **out);
void jcfo_em_close(ardor_context *context, jcfo_em *em);
/* Begin at the point that the caller put into ard_pn_point. options->tol bounds the relative change of F. */
int jcfo_em_start(jcfo_em *em, const ard_pn_options *options);
/* One E and one M step: an ard_step_function. */
int jcfo_em_step(void *em, ard_iteration *out);
/* Set what does not count as kept to zero; the engine of the point is started there. */
int jcfo_em_trim(jcfo_em *em);
#endif
