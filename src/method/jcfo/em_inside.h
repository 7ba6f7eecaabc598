/* Shared by em.c and its test only. */
#ifndef ARD_JCFO_EM_INSIDE_H
#define ARD_JCFO_EM_INSIDE_H

#include "method/jcfo/em.h"

/* The E step at the current point. */
void jcfo_em_expect(jcfo_em *em);
/* Then -Q (up to a constant) maximised over the weights, at theta = exp(zeta) of the live scales, with its gradient in zeta. */
double jcfo_em_loss(void *em, const double *zeta, double *gradient);
#endif
