#include "method/shared/fixed_scale.h"

#include <math.h>

#include "method/shared/evidence.h"

const double ard_scale_factors[ARD_N_SCALE_FACTORS] = {.25, .5, 1, 2, 4};

double ard_fixed_scale(double scale, double sigma, int64_t p)
{
    if (!isnan(sigma)) return 0.5 / (sigma * sigma);
    return isnan(scale) ? 1.0 / (double)ard_max64(p, 1) : scale;
}

int ard_check_fixed_scale(ardor_context *context, const ard_method *method, ard_basis basis, const ard_settings *settings,
                          int scale, int sigma)
{
    if (settings->given[scale] && settings->given[sigma])
        return ard_fail(context, ARDOR_USAGE, "settings 'scale' and 'sigma' of %s exclude each other", method->name);
    if (settings->given[sigma] && basis.kind != ARD_RBF)
        return ard_fail(context, ARDOR_USAGE, "setting 'sigma' of %s is for the basis rbf; take 'scale'", method->name);
    return ARDOR_OK;
}

int ard_fixed_scale_grid(ardor_context *context, const ard_problem *problem, ard_basis basis, const ard_settings *values,
                         int scale, int sigma, int other, double value, ard_grid *out)
{
    ard_axis axis = {scale, ARD_N_SCALE_FACTORS, ard_scale_factors, 1.0 / (double)ard_max64(problem->p, 1)};
    if (basis.kind == ARD_IDENTITY)
        axis = (ard_axis){other, 1, &value, 1.0};
    else if (values->given[sigma])
        axis.setting = sigma;
    return ard_product_grid(context, values, 1, &axis, out);
}
