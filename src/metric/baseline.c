#include "metric/baseline.h"

#include <math.h>

static const double ROUNDING = 1e-9; /* of shares that are equal */

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

double ard_shares_wrong(int n_classes, const double *share, int32_t label)
{
    double most = 0;
    int ties = 0;
    for (int c = 0; c < n_classes; c++) most = fmax(most, share[c]);
    for (int c = 0; c < n_classes; c++) ties += share[c] >= most * (1 - ROUNDING);
    return share[label] >= most * (1 - ROUNDING) ? 1 - 1.0 / ties : 1;
}
