/* The softmax link of three and more classes: P(class c) = exp f_c / sum_d exp f_d, an output for each class. What is added to
 * all outputs of a row alike changes nothing. Everything is relative to the largest output, and 1 - P(c) is a sum, so that
 * neither end overflows or cancels. */
#include <math.h>

#include "link/link.h"

static const double PI_OVER_8 = 0.39269908169872414;

static int outputs(int n_classes) { return n_classes >= 3 ? n_classes : 0; }

/* The output that is largest in a row; the first of several. f: of the row, n apart. */
static int largest(int k, int64_t n, const double *f)
{
    int best = 0;
    for (int c = 1; c < k; c++)
        if (f[c * n] > f[best * n]) best = c;
    return best;
}

static double value(const ard_targets *t, const double *f)
{
    double sum = 0;
    const int64_t n = t->n;
    for (int64_t i = 0; i < n; i++) {
        const int top = largest(t->n_classes, n, f + i);
        const double most = f[i + top * n];
        double others = 0;
        for (int c = 0; c < t->n_classes; c++) others += c == top ? 0.0 : exp(f[i + c * n] - most);
        sum += ard_target_weight(t, i) * (f[i + t->label[i] * n] - most - log1p(others));
    }
    return sum;
}

/* Probabilities of a row, n apart. */
static void shares(int k, int64_t n, const double *f, double *p)
{
    const double most = f[largest(k, n, f) * n];
    double sum = 0;
    for (int c = 0; c < k; c++) sum += p[c * n] = exp(f[c * n] - most);
    for (int c = 0; c < k; c++) p[c * n] /= sum;
}

/* 1 - P(c). */
static double rest(int k, int64_t n, const double *p, int c)
{
    double sum = 0;
    for (int d = 0; d < k; d++) sum += d == c ? 0.0 : p[d * n];
    return sum;
}

/* The residual holds the probabilities until the curvature is made of them. */
static void derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    const int64_t n = t->n;
    const int k = t->n_classes;
    for (int64_t i = 0; i < n; i++) {
        const double weight = ard_target_weight(t, i);
        double *p = residual + i, *h = curvature ? curvature + i : NULL;
        shares(k, n, f + i, p);
        for (int c = 0; c < k && h; c++)
            for (int d = 0; d <= c; d++, h += n) *h = weight * p[c * n] * (c == d ? rest(k, n, p, c) : -p[d * n]);
        const double missing = rest(k, n, p, t->label[i]);
        for (int c = 0; c < k; c++) p[c * n] *= -weight;
        p[t->label[i] * n] = weight * missing;
    }
}

/* Logarithms of the shares, centred. */
static void intercepts(int n_classes, const double *share, double *bias)
{
    double mean = 0;
    for (int c = 0; c < n_classes; c++) mean += log(share[c]) / n_classes;
    for (int c = 0; c < n_classes; c++) bias[c] = log(share[c]) - mean;
}

/* With a variance each output is shrunk as MacKay's approximation of the logit shrinks the one it has. */
static void probabilities(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    const double *f = mean;
    for (int64_t i = 0; i < n * n_classes && variance; i++) prob[i] = mean[i] / sqrt(1.0 + PI_OVER_8 * variance[i]);
    if (variance) f = prob;
    for (int64_t i = 0; i < n; i++) shares(n_classes, n, f + i, prob + i);
}

const ard_link ard_link_softmax = {.name = "softmax",
                                   .outputs = outputs,
                                   .value = value,
                                   .derivatives = derivatives,
                                   .intercepts = intercepts,
                                   .probabilities = probabilities};
