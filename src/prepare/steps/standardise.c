/* Columns of mean 0 and population standard deviation 1. `all` takes the numbers of every step from all rows of the data;
 * `samples` has the rows scaled before (samples.c). */
#include "prepare/steps/standardise.h"

#include <stdio.h>

static bool all_rows(const ard_argument *argument) { return argument->choice == ARD_STANDARDISE_ALL; }

static int fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    const ard_moments *moments = ard_step_moments(column);
    (void)argument;
    number[0] = moments->mean;
    number[1] = moments->sd;
    return ARDOR_OK;
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double mean = number[0], sd = number[1];
    double *x = column->x;
    (void)argument;
    for (int64_t i = 0; i < n; i++) x[i] = ard_standardised(x[i], mean, sd);
    return ARDOR_OK;
}

static double unit(const double *number) { return number[1]; }

static const char *fault(const double *number, char buffer[ARD_ARGUMENT_BYTES])
{
    if (number[1] > 0) return NULL;
    snprintf(buffer, ARD_ARGUMENT_BYTES, "the sd %g; standard deviations are above 0", number[1]);
    return buffer;
}

const ard_step_kind ard_step_standardise = {.name = "standardise",
                                            .key = "standardise",
                                            .place = 1,
                                            .off = "none",
                                            .value = "HOW",
                                            .takes = "train, all, samples or none",
                                            .fallback = "train",
                                            .help = "scale features to mean 0 and deviation 1 on these rows",
                                            .choices = "train|all|samples|none",
                                            .all_rows = all_rows,
                                            .number = {"mean", "sd"},
                                            .fit = fit,
                                            .apply = apply,
                                            .centres = true,
                                            .unit = unit,
                                            .fault = fault};
