#include "method/shared/fixed_scale.h"

#include <math.h>

const double ard_scale_factors[ARD_N_SCALE_FACTORS] = {.25, .5, 1, 2, 4};

double ard_fixed_scale(double scale, double sigma, int64_t p)
{
    if (!isnan(sigma)) return 0.5 / (sigma * sigma);
    return isnan(scale) ? 1.0 / (double)ard_max64(p, 1) : scale;
}

int ard_check_fixed_scale(const ard_method *self, ardor_context *context, const ard_problem *problem,
                          const ard_settings *settings)
{
    const bool scale = settings->given[ard_setting_index(self, "scale")],
               sigma = settings->given[ard_setting_index(self, "sigma")];
    if (scale && sigma)
        return ard_fail(context, ARDOR_USAGE, "settings 'scale' and 'sigma' of %s exclude each other", self->name);
    if ((scale || sigma) && problem->basis.kind == ARD_IDENTITY)
        return ard_fail(context, ARDOR_USAGE, "setting '%s' of %s is for kernels, and the basis identity is none: leave it out",
                        scale ? "scale" : "sigma", self->name);
    if (sigma && problem->basis.kind != ARD_RBF)
        return ard_fail(context, ARDOR_USAGE, "setting 'sigma' of %s is for the basis rbf; take 'scale'", self->name);
    return ARDOR_OK;
}

ard_axis ard_scale_axis(const ard_method *self, const ard_problem *problem, const ard_settings *values)
{
    const int sigma = ard_setting_index(self, "sigma"), setting = values->given[sigma] ? sigma : ard_setting_index(self, "scale");
    return (ard_axis){setting, ARD_N_SCALE_FACTORS, ard_scale_factors, 1.0 / (double)ard_max64(problem->x->p, 1)};
}

int ard_fixed_scale_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                         bool fine, ard_grid *out)
{
    const int alpha0 = ard_setting_index(self, "alpha0"), other = alpha0 >= 0 ? alpha0 : ard_setting_index(self, "s2");
    const bool identity = problem->basis.kind == ARD_IDENTITY;
    const ard_axis axis = identity ? (ard_axis){other, 1, values->value + other, 1.0} : ard_scale_axis(self, problem, values);
    (void)fine;
    return ard_product_grid(context, values, 1, &axis, out);
}
