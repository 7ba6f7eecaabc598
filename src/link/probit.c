/* The probit link: P(class 1) = Phi(f). log Phi(y f) and the Mills ratio m = phi/Phi at y f keep every digit in both tails
 * (special/probit.h); with them df = y m and minus the second derivative is m (m + y f). */
#include <math.h>

#include "link/link.h"
#include "special/probit.h"

/* Rows are worked off in blocks that fit a small buffer. */
enum { BLOCK = 256 };
static const double FAR = -100; /* below it m + y f has lost digits */

static int outputs(int n_classes) { return n_classes == 2 ? 1 : 0; }

static int64_t margins(const ard_targets *t, const double *f, int64_t first, double *margin)
{
    const int64_t size = ard_min64(BLOCK, t->n - first);
    for (int64_t i = 0; i < size; i++) margin[i] = ard_target_sign(t, first + i) * f[first + i];
    return size;
}

static double value(const ard_targets *t, const double *f)
{
    double margin[BLOCK], sum = 0;
    for (int64_t first = 0; first < t->n; first += BLOCK) {
        const int64_t size = margins(t, f, first, margin);
        ard_probit(size, margin, margin, NULL);
        for (int64_t i = 0; i < size; i++) sum += ard_target_weight(t, first + i) * margin[i];
    }
    return sum;
}

static void derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    double margin[BLOCK], mills[BLOCK];
    for (int64_t first = 0; first < t->n; first += BLOCK) {
        const int64_t size = margins(t, f, first, margin);
        ard_probit(size, margin, NULL, mills);
        for (int64_t i = 0; i < size; i++) {
            const double c = ard_target_weight(t, first + i), m = mills[i];
            residual[first + i] = c * ard_target_sign(t, first + i) * m;
            if (!curvature) continue;
            curvature[first + i] = margin[i] < FAR ? c * ard_probit_moments(margin[i]).curvature : c * m * (m + margin[i]);
        }
    }
}

static void third(const ard_targets *t, const double *f, double *slope)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double y = ard_target_sign(t, i);
        slope[i] = ard_target_weight(t, i) * y * ard_probit_moments(y * f[i]).slope;
    }
}

static void intercepts(int n_classes, const double *share, double *bias)
{
    (void)n_classes;
    *bias = ard_normal_quantile(share[1]);
}

/* Each tail from its own side: 1 - Phi(f) would lose every digit of a small probability. */
static void probabilities(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    for (int64_t i = 0; i < n; i++) {
        const double z = variance ? mean[i] / sqrt(1.0 + variance[i]) : mean[i];
        prob[i] = -z;
        prob[i + n] = z;
    }
    ard_normal_cdf(n_classes * n, prob, prob);
}

const ard_link ard_link_probit = {.name = "probit",
                                  .outputs = outputs,
                                  .value = value,
                                  .derivatives = derivatives,
                                  .third = third,
                                  .intercepts = intercepts,
                                  .probabilities = probabilities};
