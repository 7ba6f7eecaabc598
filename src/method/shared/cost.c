#include "method/shared/cost.h"

#include <math.h>

enum { RBF_DECADES = 5, OTHER_DECADES = 4, IN_DECADE = 2, MOST_COSTS = IN_DECADE * RBF_DECADES + 1 };
static const double LEAST_COST = 1e-2;

/* The kernel of a row of p standardised features with itself. */
static double self(const ard_problem *problem, double theta)
{
    const double p = (double)ard_max64(problem->x->p, 1);
    switch (problem->basis.kind) {
    case ARD_RBF:
        return 1;
    case ARD_IDENTITY:
        return p;
    case ARD_POLY:
        return pow(1 + theta * p, problem->basis.degree);
    default:
        return theta * p;
    }
}

/* How many values of C there are, over 1. */
static int lay_out(int decades, bool fine, double value[MOST_COSTS])
{
    const int n = (fine ? IN_DECADE : 1) * decades + 1;
    for (int i = 0; i < n; i++) value[i] = ard_geometric(LEAST_COST, LEAST_COST * pow(10, decades), n, i);
    return n;
}

int ard_cost_grid_over(ardor_context *context, const ard_settings *values, int cost, double kernel, bool fine, ard_grid *out)
{
    double value[MOST_COSTS];
    const int n = lay_out(OTHER_DECADES, fine, value);
    return ard_product_grid(context, values, 1, &(ard_axis){cost, n, value, 1 / kernel}, out);
}

/* C times the kernel is what counts, so C is laid out in units of it. Where the kernel has fewer dimensions than there are rows,
 * large C cost LIBSVM millions of iterations. */
int ard_cost_grid(ardor_context *context, const ard_problem *problem, const ard_settings *values, int cost,
                  double (*scale)(const ard_problem *problem, const ard_settings *candidate), bool fine, const ard_axis *other,
                  ard_grid *out)
{
    int rc = ARDOR_OK;
    const int decades = problem->basis.kind == ARD_RBF ? RBF_DECADES : OTHER_DECADES;
    double value[MOST_COSTS];
    const int n = lay_out(decades, fine, value);
    const ard_axis axes[] = {{cost, n, value, 1}, other ? *other : (ard_axis){0}};
    TRY(ard_product_grid(context, values, other ? 2 : 1, axes, out));
    for (int64_t i = 0; i < out->n && !values->given[cost]; i++) {
        ard_settings candidate = *values;
        double *row = out->value + i * out->n_tuned;
        for (int s = 0; s < out->n_tuned; s++) candidate.value[out->setting[s]] = row[s];
        row[0] /= self(problem, scale(problem, &candidate));
    }
done:
    return rc;
}
