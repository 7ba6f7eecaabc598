#include "metric/baseline.h"

void ard_class_shares(int64_t n, const int32_t *label, const double *weight, int n_classes, double *share)
{
    double total = 0;
    for (int c = 0; c < n_classes; c++) share[c] = 0;
    for (int64_t i = 0; i < n; i++) {
        const double w = weight ? weight[i] : 1.0;
        share[label[i]] += w;
        total += w;
    }
    for (int c = 0; c < n_classes && total > 0; c++) share[c] /= total;
}

void ard_prior_factors(int n_classes, const double *prior, int64_t n, const int32_t *label, const double *weight, double *factor)
{
    ard_class_shares(n, label, weight, n_classes, factor);
    for (int c = 0; c < n_classes; c++) factor[c] = factor[c] > 0 ? prior[c] / factor[c] : 0;
}
