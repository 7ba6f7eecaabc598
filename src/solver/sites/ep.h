/* Expectation propagation for the probit likelihood P(t_i | f_i) = Phi(t_i f_i), t_i = -1 or +1, warm-started from its sites.
 * Case weights are not for it.
 *
 * Minka, UAI 2001; Rasmussen and Williams, ch. 3. */
#ifndef ARD_EP_H
#define ARD_EP_H

#include "solver/sites/sites.h"

/* Sweeps over the sites in order, without damping, until no site changes by more than tol (relative to 1 + itself) or there were
 * max_sweeps; the posterior is made from scratch after each. Sets log_evidence. */
int ard_ep_run(ard_sites *sites, const ard_prior *prior, double tol, int64_t max_sweeps);

/* What the cavities say of rows left out, for the prior as it is. After the prior was chosen on the same rows these are scores to
 * select by and no estimates of an error. */
typedef struct ard_cavities {
    int64_t errors;     /* #{t times cavity mean <= 0} */
    double probability; /* mean of Phi(-z), the probability of the wrong class */
    double scaled;      /* mean of Phi(-50 z): the count, made smooth */
    double log_density; /* mean of log Phi(z) */
} ard_cavities;
ard_cavities ard_ep_cavities(const ard_sites *sites);
/* Mean and variance of f_i without its site. */
void ard_ep_cavity(const ard_sites *sites, int64_t i, double *mean, double *variance);
#endif
