/* What the precision of one weight, or one scale, is worth while all others stay where they are: with the log likelihood
 * q u - s u^2 / 2 of it alone and the prior N(0, 1/alpha), the log of their integral over u,
 *
 *     l(alpha) = (q^2 / (alpha + s) - ln(1 + s / alpha)) / 2,    l(infinity) = 0,
 *
 * is largest at s^2 / (q^2 - s) where q^2 > s, else at infinity (Tipping and Faul, 2003); and the same where the prior has the
 * smooth step 2 s(lambda u), lambda > 0, that nearly cuts it off below 0. */
#ifndef ARD_SINGLE_H
#define ARD_SINGLE_H

typedef struct ard_single {
    double s, q, lambda; /* lambda 0: no step */
    double alpha, u;     /* as they are; infinite, and 0, of what is out */
} ard_single;

/* square: q^2, or what stands for it. */
double ard_single_gain(double s, double square, double alpha);
/* alpha*; infinite where it is best to be without. */
double ard_single_best(double s, double square);

/* With the step, taken for Phi(sqrt(pi/8) lambda u), with which the integral is exact. */
double ard_stepped_gain(double s, double q, double lambda, double alpha);
/* The best alpha of a range, to three digits, and what it gains; infinite, and 0, where that is nothing. */
double ard_stepped_best(double s, double q, double lambda, double *gain);
/* What Laplace's approximation at the mode u has in place of ard_stepped_gain: up to ln 2 more where s and q are small, for its
 * Gaussian is on both sides of 0; and less where the posterior is wide and flat beside a narrow mode: half a Gaussian whose
 * mode the step holds near 0, 1.61 nats at alpha = s = 1e-4, q = -.01, lambda = 5, u = 1.24. */
double ard_stepped_laplace(double s, double q, double lambda, double alpha, double u);

/* Of u > 0, its mode: what Laplace's approximation in ln u of this integral lacks. That is what is below 0, and its own error by
 * the share alpha / (alpha + s) that the prior has in the precision: where the data say little the posterior is the prior, normal
 * in u, and where they say much it is nearer to one that is normal in ln u. */
double ard_single_logarithm(const ard_single *x);
#endif
