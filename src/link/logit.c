/* The logistic link: P(class 1) = s(f). log s(z) = -softplus(-z), and 1 - s(f) = s(-f): both tails keep every digit. */
#include "link/logit.h"

#include <math.h>

#include "link/link.h"

static const double PI_OVER_8 = 0.39269908169872414;

double ard_softplus(double x) { return fmax(x, 0.0) + log1p(exp(-fabs(x))); }

double ard_sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return (x >= 0 ? 1.0 : e) / (1.0 + e);
}

static int outputs(int n_classes) { return n_classes == 2 ? 1 : 0; }

static double value(const ard_targets *t, const double *f)
{
    double sum = 0;
    for (int64_t i = 0; i < t->n; i++) sum -= ard_target_weight(t, i) * ard_softplus(-ard_target_sign(t, i) * f[i]);
    return sum;
}

static void derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double c = ard_target_weight(t, i), y = ard_target_sign(t, i), wrong = ard_sigmoid(-y * f[i]);
        residual[i] = c * y * wrong;
        if (curvature) curvature[i] = c * wrong * ard_sigmoid(y * f[i]);
    }
}

/* Of s(f) s(-f): itself times s(-f) - s(f), whatever the class. */
static void third(const ard_targets *t, const double *f, double *slope)
{
    for (int64_t i = 0; i < t->n; i++)
        slope[i] = -ard_target_weight(t, i) * ard_sigmoid(f[i]) * ard_sigmoid(-f[i]) * tanh(0.5 * f[i]);
}

static void intercepts(int n_classes, const double *share, double *bias)
{
    (void)n_classes;
    *bias = log(share[1] / share[0]);
}

/* The mean of s(f) by MacKay's approximation, s(mean / sqrt(1 + pi variance / 8)), each tail from its own side. */
static void probabilities(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    (void)n_classes;
    for (int64_t i = 0; i < n; i++) {
        const double z = variance ? mean[i] / sqrt(1.0 + PI_OVER_8 * variance[i]) : mean[i];
        prob[i] = ard_sigmoid(-z);
        prob[i + n] = ard_sigmoid(z);
    }
}

const ard_link ard_link_logit = {.name = "logit",
                                 .outputs = outputs,
                                 .value = value,
                                 .derivatives = derivatives,
                                 .third = third,
                                 .intercepts = intercepts,
                                 .probabilities = probabilities};
