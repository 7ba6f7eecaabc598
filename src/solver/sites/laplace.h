/* Laplace's approximation on sites: those that have the likelihood's first two derivatives at the mode.
 *
 * Rasmussen and Williams, ch. 3. */
#ifndef ARD_SITES_LAPLACE_H
#define ARD_SITES_LAPLACE_H

#include "solver/sites/sites.h"

/* To the mode, in weight space from `weight`, in the dual form from the sites; from 0 where that is better. tol: of the Newton
 * decrement, the gain of a step twice. Sets tau, nu, mu, weight, log_evidence. */
int ard_laplace_run(ard_sites *sites, const ard_prior *prior, double tol, int64_t max_steps);
#endif
