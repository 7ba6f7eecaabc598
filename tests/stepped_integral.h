/* Integrals of one weight whose prior has a smooth step, by quadrature: for the tests of what the evidence has of them. */
#ifndef STEPPED_INTEGRAL_H
#define STEPPED_INTEGRAL_H

#include "numeric.h"

/* ln of the integral of exp(q u - s u^2 / 2) p(u) by Simpson's rule; the prior's step is 2 Phi(sqrt(pi/8) lambda u), or where
 * logistic that of the model; lambda 0: there is none. */
static inline double stepped_integral(double s, double q, double lambda, double alpha, bool logistic)
{
    enum { PANELS = 60000 };
    const double width = 1 / sqrt(alpha + s), middle = q / (alpha + s), h = 30 * width / PANELS;
    double sum = 0;
    for (int i = 0; i <= PANELS; i++) {
        const double u = middle + (i - PANELS / 2) * h, z = (u - middle) / width;
        const double step = lambda == 0 ? 1 : logistic ? 2 / (1 + exp(-lambda * u)) : erfc(-.44311346272637900 * lambda * u);
        sum += (i == 0 || i == PANELS ? 1 : i % 2 ? 4 : 2) * exp(-z * z / 2) * step;
    }
    return log(sum * h / 3 * sqrt(alpha / 6.283185307179586)) + q * q / (alpha + s) / 2;
}

/* What that has beyond Laplace's approximation of it at the mode u, which says what q is; 0 without a step. */
static inline double beyond_laplace(double s, double lambda, double alpha, double u)
{
    const double up = 1 / (1 + exp(-lambda * u)), q = (alpha + s) * u - lambda * (1 - up);
    const double h = alpha + s + lambda * lambda * up * (1 - up);
    return lambda == 0 ? 0
                       : stepped_integral(s, q, lambda, alpha, false) -
                             (q * u - (alpha + s) * u * u / 2 + log(2 * up) + log(alpha / h) / 2);
}
#endif
