/* Missing values filled in with the column's weighted median; with 0 where it has no values at all, which makes it constant. */
#include <math.h>

#include "prepare/step.h"

static int fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    const ard_step_rows *rows = column->rows;
    (void)argument;
    if (!ard_weighted_median(rows->n, column->x, rows->weight, column->work, number)) *number = 0;
    return ARDOR_OK;
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double median = *number;
    double *x = column->x;
    (void)argument;
    for (int64_t i = 0; i < n; i++)
        if (isnan(x[i])) x[i] = median;
    return ARDOR_OK;
}

const ard_step_kind ard_step_impute = {.name = "impute",
                                       .key = "impute",
                                       .place = 2,
                                       .off = "none",
                                       .value = "HOW",
                                       .takes = "none or median",
                                       .help = "fill missing values, which are an error otherwise",
                                       .choices = "none|median",
                                       .missing = ARD_MISSING_FILLED,
                                       .number = {"median"},
                                       .fit = fit,
                                       .apply = apply};
