/* Rows of mean 0 and population standard deviation 1 over their values that are not missing, with standardise=samples. */
#include <math.h>

#include "prepare/steps/standardise.h"

static bool done_with(const ard_argument *argument) { return argument->choice == ARD_STANDARDISE_SAMPLES; }

/* Three passes over columns, the order in which the data lie in memory: largest magnitude, mean, squares. A row without spread
 * is centred only. */
static int scale_rows(const ard_argument *argument, const ard_step_rows *rows, double *number)
{
    int rc = ARDOR_OK;
    const int64_t n = rows->n;
    double *x = NULL, *largest = NULL, *unit = NULL, *count = NULL, *mean = number, *sd = number + n;
    (void)argument;
    NEW(rows->context, x, n);
    NEW(rows->context, largest, n);
    NEW(rows->context, unit, n);
    NEW(rows->context, count, n);
    for (int pass = 0; pass < 3; pass++) {
        for (int64_t j = 0; j < rows->p_in; j++) {
            TRY(ard_step_rows_column(rows, j, x));
            for (int64_t i = 0; i < n; i++) {
                if (isnan(x[i])) continue;
                const double scaled = pass > 0 ? x[i] / unit[i] : 0;
                count[i] += pass == 0;
                if (pass == 0)
                    largest[i] = fmax(largest[i], fabs(x[i]));
                else if (pass == 1)
                    mean[i] += scaled / count[i];
                else
                    sd[i] += (scaled - mean[i]) * (scaled - mean[i]) / count[i];
            }
        }
        for (int64_t i = 0; pass == 0 && i < n; i++) unit[i] = ard_unit_of(largest[i]);
    }
    for (int64_t i = 0; i < n; i++) {
        mean[i] *= unit[i];
        sd[i] = sqrt(sd[i]) * unit[i];
        if (ard_is_rounding(sd[i], largest[i])) sd[i] = 1;
    }
done:
    ard_free(rows->context, count);
    ard_free(rows->context, unit);
    ard_free(rows->context, largest);
    ard_free(rows->context, x);
    return rc;
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double *mean = number, *sd = number + n;
    double *x = column->x;
    (void)argument;
    for (int64_t i = 0; i < n; i++) x[i] = ard_standardised(x[i], mean[i], sd[i]);
    return ARDOR_OK;
}

const ard_step_kind ard_step_samples = {.name = "samples",
                                        .of = &ard_step_standardise,
                                        .done = done_with,
                                        .missing = ARD_MISSING_PASSED,
                                        .row_numbers = 2,
                                        .rows = scale_rows,
                                        .apply = apply};
