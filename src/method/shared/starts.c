/* See starts.h. */
#include "method/shared/starts.h"

#include <math.h>

#include "base/rng.h"
#include "prepare/moments.h"
#include "solver/numbers.h"

static const double LEAST = 1e-2, SPREAD = 10;

/* Of the column with the labels but for a factor that all columns share. */
static double correlation(const ard_targets *t, const double *x)
{
    const ard_moments m = ard_moments_of(t->n, x, t->weight);
    double sum = 0;
    if (m.constant) return 0;
    for (int64_t i = 0; i < t->n; i++)
        sum += ard_target_weight(t, i) * ard_target_sign(t, i) * ard_standardised(x[i], m.mean, m.sd);
    return fabs(sum);
}

static void led_by_labels(const ard_targets *t, const ard_array *x, int64_t p, double *multiple)
{
    double sum = 0;
    for (int64_t j = 0; j < p; j++) sum += multiple[j] = correlation(t, x->x + j * x->ld);
    for (int64_t j = 0; j < p; j++) multiple[j] = sum > 0 ? fmax(LEAST, multiple[j] * (double)p / sum) : 1.0;
}

static int drawn(ardor_context *context, const ard_problem *problem, const ard_array *x, int64_t p, int64_t start,
                 double *multiple)
{
    int rc = ARDOR_OK;
    uint64_t *number = NULL;
    NEW(context, number, p);
    TRY(ard_number_array(context, x, p, &problem->target, number));
    for (int64_t j = 0; j < p; j++) {
        ard_rng rng;
        ard_rng_init(&rng, problem->seed, ARD_STREAM_SCALES, ard_number_of(number[j], (uint64_t)start, 0));
        multiple[j] = pow(SPREAD, 2 * ard_rng_uniform(&rng) - 1);
    }
done:
    ard_free(context, number);
    return rc;
}

int ard_start_scales(ardor_context *context, const ard_problem *problem, const ard_matrix *x, int64_t number, double *multiple)
{
    int rc = ARDOR_OK;
    ard_array array = {0};
    TRY(ard_array_open(context, x, &array));
    if (number == 2)
        led_by_labels(&problem->target, &array, x->p, multiple);
    else
        TRY(drawn(context, problem, &array, x->p, number, multiple));
done:
    ard_array_close(context, &array);
    return rc;
}
