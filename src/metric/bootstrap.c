/* err.632 corrects the optimism of resubstitution with the pessimism of the bootstrap, which sees .632 n distinct rows; where
 * a classifier fits anything (resubstitution error 0) that is too optimistic, so .632+ moves towards the out-of-bag error by
 * the relative overfitting rate R (equations 25 to 32 of the paper). */
#include "metric/bootstrap.h"

#include <math.h>

static const double INSIDE = 0.632;

/* gamma = sum over classes of (share of the labels) (1 - share of the predictions) */
static double no_information(int64_t n, int n_classes, const int32_t *label, const int32_t *predicted, const double *weight)
{
    double total = 0, gamma = 0;
    for (int64_t i = 0; i < n; i++) total += weight ? weight[i] : 1.0;
    for (int c = 0; c < n_classes; c++) {
        double labels = 0, predictions = 0;
        for (int64_t i = 0; i < n; i++) {
            double w = weight ? weight[i] : 1.0;
            if (label[i] == c) labels += w;
            if (predicted[i] == c) predictions += w;
        }
        gamma += labels / total * (1.0 - predictions / total);
    }
    return gamma;
}

void ard_bootstrap_compute(int64_t n, int n_classes, const int32_t *label, const int32_t *resubstituted, const double *weight,
                           const int64_t *tested, const int64_t *wrong, ard_bootstrap *out)
{
    double total = 0, inside = 0, seen = 0, outside = 0;
    for (int64_t i = 0; i < n; i++) {
        double w = weight ? weight[i] : 1.0;
        total += w;
        if (resubstituted[i] != label[i]) inside += w;
        if (tested[i] == 0) continue;
        seen += w;
        outside += w * (double)wrong[i] / (double)tested[i];
    }
    const double error = inside / total, bag = outside / seen;
    const double gamma = no_information(n, n_classes, label, resubstituted, weight);
    const double capped = fmin(bag, gamma);
    const double rate = capped > error && gamma > error ? (capped - error) / (gamma - error) : 0.0;
    const double w = INSIDE / (1 - (1 - INSIDE) * rate);
    *out = (ard_bootstrap){.resubstitution = error, .out_of_bag = bag, .no_information = gamma, .overfitting = rate};
    out->error_632 = (1 - INSIDE) * error + INSIDE * bag;
    /* equation 32 written as (1 - w) error + w capped, plus what err.632 has above the cap */
    out->error_632_plus = (1 - w) * error + w * capped + INSIDE * (bag - capped);
}
