/* The candidates of the setting `C` of machines: what a unit of a row's slack costs. */
#ifndef ARD_COST_H
#define ARD_COST_H

#include "method/method.h"

/* Its row. */
#define ARD_SETTING_C ARD_REAL("C", 1, 1e-9, 1e9, "", "what a unit of a row's slack costs; tuned with --tune")

/* C by decades (fine: half decades) over the kernel of a row of p standardised features with itself, whose scale is that of the
 * candidate (identity: no matter), and the values of another setting (NULL: none) for each. */
int ard_cost_grid(ardor_context *context, const ard_problem *problem, const ard_settings *values, int cost,
                  double (*scale)(const ard_problem *problem, const ard_settings *candidate), bool fine, const ard_axis *other,
                  ard_grid *out);
/* The same of a linear kernel that is given, without another setting. */
int ard_cost_grid_over(ardor_context *context, const ard_settings *values, int cost, double kernel, bool fine, ard_grid *out);
#endif
