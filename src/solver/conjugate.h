/* Nonlinear conjugate gradients (Polak-Ribiere, restarted where negative) with a strong Wolfe line search, for smooth
 * functions of a few variables whose gradient costs about as much as the value. Allocates nothing. */
#ifndef ARD_CONJUGATE_H
#define ARD_CONJUGATE_H
#include <stdint.h>

typedef struct ard_conjugate {
    int64_t n;
    void *self;
    /* The value at x, and the gradient (n); a value that is not finite is taken for infinite. */
    double (*value)(void *self, const double *x, double *gradient);
    int iterations;        /* most directions */
    double longest;        /* most that one line search changes any variable by */
    const double *scaling; /* n: a positive diagonal that the gradient is multiplied by (preconditioning) */
    double step;           /* length of the first trial step, kept from one run to the next; 0: chosen by the slope */
} ard_conjugate;

/* Minimise from x (n), in place; returns the value there, which is never above that of the start. work:
 * ard_conjugate_work(n) doubles. */
double ard_conjugate_minimise(ard_conjugate *problem, double *x, double *work);
int64_t ard_conjugate_work(int64_t n);
#endif
