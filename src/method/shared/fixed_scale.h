/* The settings `scale` and `sigma` of methods whose kernels have one fixed scale for all features. */
#ifndef ARD_FIXED_SCALE_H
#define ARD_FIXED_SCALE_H

#include "method/method.h"

/* Their rows. */
#define ARD_SETTING_SCALE ARD_REAL("scale", NAN, 1e-12, 1e12, "", "theta of every feature; auto: 1/p; tuned with --tune")
#define ARD_SETTING_SIGMA ARD_REAL("sigma", NAN, 1e-6, 1e6, "", "width of rbf instead of scale: theta = 1/(2 sigma^2)")

/* theta of every feature: scale, or 1 / (2 sigma^2), or 1/p. */
double ard_fixed_scale(double scale, double sigma, int64_t p);
/* The check of ard_method: they exclude each other, sigma is rbf's, and the identity has none. */
int ard_check_fixed_scale(const ard_method *self, ardor_context *context, const ard_problem *problem,
                          const ard_settings *settings);
/* What grids try, times 1/p. */
enum { ARD_N_SCALE_FACTORS = 5 };
extern const double ard_scale_factors[ARD_N_SCALE_FACTORS];
/* Those values of scale, or the one of sigma if that is given. */
ard_axis ard_scale_axis(const ard_method *self, const ard_problem *problem, const ard_settings *values);
/* The `grid` of methods whose evidence chooses everything but the width of a kernel: that axis. With the identity basis, which
 * has no width, one candidate, of the setting alpha0 or s2 as it is. */
int ard_fixed_scale_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                         bool fine, ard_grid *out);
#endif
