/* 95 % intervals for figures of merit.
 *
 * Small test sets and perfect scores are ordinary here, so every form is one that does not collapse at 0 or 1:
 *
 * wilson     Wilson 1927: solves |p - q| = z sqrt(q (1 - q) / n) for q. Never empty, never outside [0, 1].
 * classes    Price and Bonett 2004, "An improved confidence interval for a linear function of binomial proportions"
 *            (Comput. Stat. Data Anal. 45): 2/k successes and 2/k failures are added to each of the k classes, then
 *            the normal interval of the mean is taken. k = 1 is Agresti-Coull, k = 2 Agresti-Caffo.
 * logit      A variance is carried to logit(value) by the delta method, where the sampling distribution is nearer the
 *            normal and the limits stay inside (0, 1). Of an AUC with classes separated perfectly, with all scores tied, or
 *            with one row of a class, that variance is 0 or undefined. The variance of a Mann-Whitney
 *            statistic is at most auc (1 - auc) / min(m, n) (Birnbaum and Klose 1957), that of a proportion in min(m, n)
 *            rows; so Wilson's interval for as many rows is a safe one.
 * exact      Clopper and Pearson 1934: the shares at which as few, or as many, as were seen have a chance of .025, which are
 *            quantiles of beta distributions. Never covers less than it says, not even where a count is 0 or a handful.
 * t          Nadeau and Bengio 2003, "Inference for the generalization error" (Machine Learning 52): training sets of
 *            resampled folds overlap, hence the variance of their mean is taken as s^2 (1/J + n_test/n_train).
 *
 * An interval of width 0 would claim a certainty that no finite sample gives; there is none in its place. */
#include "metric/interval.h"

#include <math.h>
#include <stddef.h>

#include "base/base.h"
#include "special/beta.h"
#include "special/student.h"

ard_metric ard_interval_none(double value)
{
    return (ard_metric){.value = value, .low = (double)NAN, .high = (double)NAN, .interval = "none"};
}

ard_metric ard_interval_absent(const char *reason)
{
    ard_metric out = ard_interval_none((double)NAN);
    out.reason = reason;
    return out;
}

ard_metric ard_interval_wilson(double proportion, double n)
{
    double z2n = ARD_Z95 * ARD_Z95 / n;
    double centre = (proportion + 0.5 * z2n) / (1 + z2n);
    double half = ARD_Z95 / (1 + z2n) * sqrt(proportion * (1 - proportion) / n + 0.25 * z2n / n);
    /* At 0 and 1 the limit is the proportion itself; rounding must not put it on the wrong side. */
    return (ard_metric){
        proportion, ard_clip(centre - half, 0, proportion), ard_clip(centre + half, proportion, 1), "wilson", NULL, 0};
}

static double share_at(double log_odds) { return 1 / (1 + exp(-log_odds)); }

ard_metric ard_interval_clopper_pearson(int64_t k, int64_t n)
{
    const double tail = (1 - ARD_COVERAGE) / 2, in = (double)k, out = (double)(n - k);
    if (n < 1) return ard_interval_absent("nothing was counted");
    return (ard_metric){.value = in / (double)n,
                        .low = k > 0 ? share_at(ard_beta_log_odds(in, out + 1, tail)) : 0,
                        .high = k < n ? share_at(-ard_beta_log_odds(out, in + 1, tail)) : 1,
                        .interval = "clopper-pearson"};
}

ard_metric ard_interval_normal(double value, double standard_error, double floor, double ceiling)
{
    /* values that are alike but for the tolerance of the fits they are of */
    if (!(standard_error > 1e-7 * fabs(value))) return ard_interval_none(value);
    return (ard_metric){
        value, fmax(value - ARD_Z95 * standard_error, floor), fmin(value + ARD_Z95 * standard_error, ceiling), "normal", NULL, 0};
}

ard_metric ard_interval_mean_of_proportions(int k, const double *proportion, const double *n)
{
    double value = 0, centre = 0, variance = 0;
    if (k == 0) return ard_interval_absent("no row was tested");
    for (int c = 0; c < k; c++) {
        double more = n[c] + 4.0 / k;
        double smoothed = (n[c] * proportion[c] + 2.0 / k) / more;
        value += proportion[c] / k;
        centre += smoothed / k;
        variance += smoothed * (1 - smoothed) / more / ((double)k * k);
    }
    ard_metric out = ard_interval_normal(centre, sqrt(variance), 0, 1);
    out.value = value;
    out.low = fmin(out.low, value); /* the smoothing moves the centre towards 1/2 */
    out.high = fmax(out.high, value);
    return out;
}

ard_metric ard_interval_logit(double value, double variance, double fewer, const char *interval)
{
    /* What is all alike in exact arithmetic may differ in its last bits. */
    bool spread = variance > 1e-24 && value > 1e-12 && value < 1 - 1e-12;
    if (!spread) return ard_interval_wilson(value, fewer);
    double logit = log(value / (1 - value));
    double half = ARD_Z95 * sqrt(variance) / (value * (1 - value));
    return (ard_metric){value, 1 / (1 + exp(half - logit)), 1 / (1 + exp(-half - logit)), interval, NULL, 0};
}

static double mean_of(int64_t n, const double *each)
{
    double mean = 0;
    for (int64_t i = 0; i < n; i++) mean += each[i] / (double)n;
    return mean;
}

double ard_corrected_variance(int64_t n, const double *each, double ratio, double *mean)
{
    double squares = 0;
    *mean = mean_of(n, each);
    for (int64_t i = 0; i < n; i++) squares += (each[i] - *mean) * (each[i] - *mean);
    return squares / (double)(n - 1) * (1 / (double)n + ratio);
}

ard_metric ard_interval_about(double value, int64_t n, const double *each, double ratio, double floor, double ceiling)
{
    double mean = 0;
    const double variance = ard_corrected_variance(n, each, ratio, &mean);
    /* Equal values leave nothing but the rounding of their mean. */
    if (!(variance > 1e-30 * mean * mean) || !isfinite(variance)) {
        ard_metric alike = ard_interval_none(value);
        if (isfinite(variance)) alike.reason = "the values of the folds are all alike";
        return alike;
    }
    const double half = ard_t_two_sided(ARD_COVERAGE, (double)(n - 1)) * sqrt(variance);
    return (ard_metric){value, fmax(value - half, floor), fmin(value + half, ceiling), "corrected-t", NULL, 0};
}

ard_metric ard_interval_corrected_t(int64_t n, const double *each, double ratio, double floor, double ceiling)
{
    return ard_interval_about(mean_of(n, each), n, each, ratio, floor, ceiling);
}

ard_metric ard_interval_repeated(ard_metric one, int64_t n, double *each, double ratio, double floor, double ceiling,
                                 double fewer)
{
    int64_t used = 0;
    for (int64_t r = 0; r < n; r++)
        if (!isnan(each[r])) each[used++] = each[r];
    if (isnan(one.value) || used < 2) return one;
    const ard_metric t = ard_interval_about(one.value, used, each, ratio, floor, ceiling);
    return isnan(t.low) && fewer > 0 ? ard_interval_wilson(one.value, fewer) : t;
}
