#include "metric/decide.h"

#include <math.h>

static const double ROUNDING = 1e-9; /* of probabilities that are equal */

int32_t ard_decide(int64_t n, int n_classes, const double *prob, int64_t row)
{
    int32_t best = 0;
    for (int32_t c = 1; c < n_classes; c++)
        if (prob[c * n + row] > prob[best * n + row]) best = c;
    return best;
}

void ard_decide_all(int64_t n, int n_classes, const double *prob, int32_t *predicted)
{
    for (int64_t i = 0; i < n; i++) predicted[i] = ard_decide(n, n_classes, prob, i);
}

double ard_wrong(int64_t n, int n_classes, const double *prob, int64_t row, int32_t label)
{
    double most = 0;
    int ties = 0;
    for (int c = 0; c < n_classes; c++) most = fmax(most, prob[c * n + row]);
    for (int c = 0; c < n_classes; c++) ties += prob[c * n + row] >= most * (1 - ROUNDING);
    return prob[label * n + row] >= most * (1 - ROUNDING) ? 1 - 1.0 / ties : 1;
}
