/* The settings `scale` and `sigma` of methods whose kernels have one fixed scale for all features. */
#ifndef ARD_FIXED_SCALE_H
#define ARD_FIXED_SCALE_H

#include "method/method.h"

/* theta of every feature: scale, or 1 / (2 sigma^2), or 1/p. */
double ard_fixed_scale(double scale, double sigma, int64_t p);
/* They exclude each other, and sigma is rbf's. `scale`, `sigma`: indices in the method's table. */
int ard_check_fixed_scale(ardor_context *context, const ard_method *method, ard_basis basis, const ard_settings *settings,
                          int scale, int sigma);
/* What grids try, times 1/p. */
enum { ARD_N_SCALE_FACTORS = 5 };
extern const double ard_scale_factors[ARD_N_SCALE_FACTORS];
/* The grid of methods whose evidence chooses everything else: those factors, for sigma if that is given. With the identity basis,
 * which has no width, one candidate, whose setting `other` has this value. */
int ard_fixed_scale_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                         int scale, int sigma, int other, double value, ard_grid *out);
#endif
