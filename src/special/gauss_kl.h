/* Kullback-Leibler divergences between normal densities, whole and cut to the positive half-line. */
#ifndef ARD_GAUSS_KL_H
#define ARD_GAUSS_KL_H
/* KL(q || p) of q = N(mean, 1/precision) and p = N(0, 1/prior). */
double ard_gauss_kl(double mean, double precision, double prior);
/* The same with both cut to x >= 0 and renormalised; mean may have any sign and size. */
double ard_half_gauss_kl(double mean, double precision, double prior);
#endif
