/* Groups of probabilities: see reliability.h. */
#include "metric/reliability.h"

#include "base/base.h"
#include "metric/interval.h"

enum { FEWER_BINS = 5, LEAST_FOR_MOST = 100 };

/* What is summed up of a group. */
typedef struct sums {
    double weight, squares, prob, positive;
    int64_t n, positives;
} sums;

static ard_bin bin_of(const sums *s, int b, int n_bins)
{
    const double observed = ard_clip(s->positive / s->weight, 0, 1);
    const ard_metric wilson = ard_interval_wilson(observed, s->weight * s->weight / s->squares);
    return (ard_bin){.from = (double)b / n_bins,
                     .to = (double)(b + 1) / n_bins,
                     .mean = s->prob / s->weight,
                     .observed = observed,
                     .low = wilson.low,
                     .high = wilson.high,
                     .n = s->n,
                     .positives = s->positives};
}

int ard_reliability(int64_t n, const double *prob, const bool *positive, const double *weight, ard_bin out[ARD_MOST_BINS])
{
    sums sum[ARD_MOST_BINS] = {{0}};
    const int n_bins = n < LEAST_FOR_MOST ? FEWER_BINS : ARD_MOST_BINS;
    int filled = 0;
    for (int64_t i = 0; i < n; i++) {
        const double w = weight ? weight[i] : 1;
        sums *s = sum + (int)ard_clip(prob[i] * n_bins, 0, n_bins - 1);
        s->weight += w;
        s->squares += w * w;
        s->prob += w * prob[i];
        s->positive += positive[i] ? w : 0;
        s->n++;
        s->positives += positive[i];
    }
    for (int b = 0; b < n_bins; b++)
        if (sum[b].n > 0) out[filled++] = bin_of(sum + b, b, n_bins);
    return filled;
}
