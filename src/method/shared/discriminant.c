/* See discriminant.h. With d the difference of the means and k = n_0 n_1/(n_0 + n_1) the scatter within the classes is T - k dd',
 * T that of all rows, so that its inverse times d is b/(1 - r), b = T^-1 d, r = k d'b: a multiple of a regression. T is not
 * singular where the classes are apart; the one number that may vanish is 1 - r, which is computed as a sum of squares. */
#include "method/shared/discriminant.h"

#include <math.h>

#include "linalg/blas.h"

static const double LEAST_WITHIN = 1e-8;

typedef struct moments {
    double sum[2], *mean[2], *all, *deviation; /* of the classes, and of all rows */
} moments;

static void find_moments(int64_t m, const double *x, int64_t ld, const ard_targets *t, moments *to)
{
    for (int64_t i = 0; i < t->n; i++) to->sum[t->label[i]] += ard_target_weight(t, i);
    for (int64_t j = 0; j < m; j++) {
        const double *column = x + j * ld;
        double squares = 0;
        for (int64_t i = 0; i < t->n; i++) to->mean[t->label[i]][j] += ard_target_weight(t, i) * column[i];
        to->all[j] = (to->mean[0][j] + to->mean[1][j]) / (to->sum[0] + to->sum[1]);
        for (int c = 0; c < 2; c++) to->mean[c][j] /= to->sum[c];
        for (int64_t i = 0; i < t->n; i++) squares += ard_target_weight(t, i) * pow(column[i] - to->all[j], 2);
        to->deviation[j] = sqrt(squares);
    }
}

/* b in units of the deviations: the correlations are factored. */
static int regress(ardor_context *context, int64_t m, const double *x, int64_t ld, const ard_targets *t, const moments *of,
                   double *b)
{
    int rc = ARDOR_OK;
    double *z = NULL, *scatter = NULL;
    NEW(context, z, t->n * m);
    NEW(context, scatter, m * m);
    for (int64_t j = 0; j < m; j++) {
        REQUIRE(context, of->deviation[j] > 0, ARDOR_NUMERIC, "a column of a discriminant is constant");
        for (int64_t i = 0; i < t->n; i++)
            z[i + j * t->n] = sqrt(ard_target_weight(t, i)) * (x[i + j * ld] - of->all[j]) / of->deviation[j];
        b[j] = (of->mean[1][j] - of->mean[0][j]) / of->deviation[j];
    }
    ard_syrk('T', m, t->n, 1, z, t->n, 0, scatter, m);
    REQUIRE(context, ard_cholesky(m, scatter, m) == 0, ARDOR_NUMERIC, "the columns of a discriminant are dependent");
    ard_cholesky_solve(m, 1, scatter, m, b, m);
    for (int64_t j = 0; j < m; j++) b[j] /= of->deviation[j];
done:
    ard_free(context, scatter);
    ard_free(context, z);
    return rc;
}

/* 1 - r: b'(scatter within)b = (1 - r) r/k. */
static double within(int64_t m, const double *x, int64_t ld, const ard_targets *t, const moments *of, const double *b, double r)
{
    const double k = of->sum[0] * of->sum[1] / (of->sum[0] + of->sum[1]);
    double squares = 0;
    for (int64_t i = 0; i < t->n; i++) {
        double f = 0;
        for (int64_t j = 0; j < m; j++) f += b[j] * (x[i + j * ld] - of->mean[t->label[i]][j]);
        squares += ard_target_weight(t, i) * f * f;
    }
    return r > 0 ? ard_clip(squares * k / r, LEAST_WITHIN, 1) : 1;
}

int ard_discriminant(ardor_context *context, int64_t m, const double *x, int64_t ld, const ard_targets *target, double *bias,
                     double *weight, double *criterion)
{
    int rc = ARDOR_OK;
    moments of = {0};
    double r = 0;
    for (int c = 0; c < 2; c++) NEW(context, of.mean[c], m);
    NEW(context, of.all, m);
    NEW(context, of.deviation, m);
    find_moments(m, x, ld, target, &of);
    TRY(regress(context, m, x, ld, target, &of, weight));
    const double total = of.sum[0] + of.sum[1], k = of.sum[0] * of.sum[1] / total;
    for (int64_t j = 0; j < m; j++) r += k * weight[j] * (of.mean[1][j] - of.mean[0][j]);
    const double left = within(m, x, ld, target, &of, weight, r), scale = fmax(total - 2, 1) / left;
    *bias = log(of.sum[1] / of.sum[0]);
    for (int64_t j = 0; j < m; j++) {
        weight[j] *= scale;
        *bias -= weight[j] * (of.mean[0][j] + of.mean[1][j]) / 2;
    }
    *criterion = scale * r / k;
done:
    ard_free(context, of.deviation);
    ard_free(context, of.all);
    for (int c = 0; c < 2; c++) ard_free(context, of.mean[c]);
    return rc;
}
