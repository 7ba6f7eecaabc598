#include "metric/instability.h"

#include <math.h>

void ard_instability_add(ard_instability *instability, const double *prob)
{
    const int64_t n = instability->n;
    for (int c = 0; c < instability->n_classes; c++)
        for (int64_t i = 0; i < n; i++) instability->sum[i] += 0.5 * fabs(prob[c * n + i] - instability->original[c * n + i]);
    instability->n_refits++;
}

double ard_instability_row(const ard_instability *instability, int64_t row)
{
    return instability->sum[row] / (double)instability->n_refits;
}

double ard_instability_mean(const ard_instability *instability, const double *weight)
{
    double sum = 0, of = 0;
    for (int64_t i = 0; i < instability->n; i++) {
        const double w = weight ? weight[i] : 1;
        sum += w * ard_instability_row(instability, i);
        of += w;
    }
    return sum / of;
}
