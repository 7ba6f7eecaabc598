/* Student's t distribution, of any degrees of freedom df > 0. */
#ifndef ARD_STUDENT_H
#define ARD_STUDENT_H

/* P(|T| >= |t|), relative error below 1e-12 for df up to 1e4, 1e-10 up to 1e6. */
double ard_t_two_sided_p(double t, double df);
/* P(T <= t), likewise in both tails. */
double ard_t_cdf(double t, double df);
/* t with P(|T| <= t) = coverage, 0 < coverage < 1. */
double ard_t_two_sided(double coverage, double df);
/* t with P(T <= t) = p, below 1e150 in size; infinite for p = 0 and 1. */
double ard_t_quantile(double p, double df);
#endif
