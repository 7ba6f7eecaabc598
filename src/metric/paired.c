#include "metric/paired.h"

#include <math.h>

#include "base/rank.h"
#include "metric/interval.h"
#include "special/beta.h"
#include "special/student.h"

#define ALIKE 1e-12

/* ---- differences of folds */

/* Those that are there, and the size of the largest figure. */
static int64_t subtract(int64_t n, const double *first, const double *second, double *difference, double *largest)
{
    int64_t used = 0;
    *largest = 0;
    for (int64_t i = 0; i < n; i++) {
        const double a = first[i], b = second ? second[i] : 0;
        if (!isfinite(a) || !isfinite(b)) continue;
        *largest = fmax(*largest, fmax(fabs(a), fabs(b)));
        difference[used++] = a - b;
    }
    return used;
}

static void judge(int64_t n, const double *difference, double largest, double ratio, ard_paired_t *out)
{
    const double variance = ard_corrected_variance(n, difference, ratio, &out->mean);
    const double spread = sqrt(variance / (1 / (double)n + ratio)), rounding = ALIKE * largest;
    out->se = sqrt(variance);
    if (!isfinite(variance)) {
        out->reason = "no row was trained on, or the figures are too large";
    } else if (spread > rounding) {
        const double half = ard_t_two_sided(ARD_COVERAGE, (double)out->df) * out->se;
        out->t = out->mean / out->se;
        out->p = ard_t_two_sided_p(out->t, (double)out->df);
        out->low = out->mean - half;
        out->high = out->mean + half;
    } else if (fabs(out->mean) > rounding) {
        out->reason = "the differences are all alike";
    } else {
        out->mean = out->t = 0;
        out->p = 1;
        out->reason = "there is no difference in any fold";
    }
}

int ard_corrected_t_test(ardor_context *context, int64_t n, const double *first, const double *second, double ratio,
                         ard_paired_t *out)
{
    int rc = ARDOR_OK;
    const double none = (double)NAN;
    double *difference = NULL, largest = 0;
    ard_paired_t test = {.mean = none, .se = none, .t = none, .p = none, .low = none, .high = none};
    NEW(context, difference, n);
    test.n = subtract(n, first, second, difference, &largest);
    test.df = ard_max64(test.n - 1, 0);
    if (test.n > 1) {
        judge(test.n, difference, largest, ratio, &test);
    } else {
        if (test.n == 1) test.mean = difference[0];
        test.reason = test.n == 1 ? "a single fold does not show how far folds differ" : "no fold has both figures";
    }
    *out = test;
done:
    ard_free(context, difference);
    return rc;
}

/* ---- counts */

/* P(X <= k) of n trials at 1/2 is I_1/2(n - k, k + 1), and the other tail is the same. */
double ard_sign_p(int64_t a, int64_t b)
{
    const double few = (double)ard_min64(a, b), many = (double)ard_max64(a, b);
    return a == b ? 1 : fmin(2 * ard_beta_tails(many, few + 1, 0.5, 0.5).lower, 1);
}

ard_sign_test ard_sign_test_of(int64_t n, const double *first, const double *second)
{
    ard_sign_test out = {0};
    for (int64_t i = 0; i < n; i++) {
        const double a = first[i], b = second[i];
        if (isnan(a) || isnan(b))
            out.missing++;
        else if (a == b || fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b)))
            out.ties++;
        else
            *(a > b ? &out.first_larger : &out.second_larger) += 1;
    }
    out.p = ard_sign_p(out.first_larger, out.second_larger);
    return out;
}

ard_mcnemar ard_mcnemar_test(int64_t n, const int32_t *label, const int32_t *first, const int32_t *second)
{
    ard_mcnemar out = {0};
    for (int64_t i = 0; i < n; i++) {
        const bool a = first[i] != label[i], b = second[i] != label[i];
        *(a ? b ? &out.both_wrong : &out.only_first_wrong : b ? &out.only_second_wrong : &out.both_right) += 1;
    }
    out.p = ard_sign_p(out.only_first_wrong, out.only_second_wrong);
    return out;
}

/* ---- several tests */

int ard_holm(ardor_context *context, int64_t n, const double *p, double *adjusted, int64_t *n_tests)
{
    int rc = ARDOR_OK;
    int64_t m = 0;
    double least = 0;
    ard_rank *rank = NULL;
    NEW(context, rank, n);
    for (int64_t i = 0; i < n; i++) {
        if (isnan(p[i]))
            adjusted[i] = p[i];
        else
            rank[m++] = (ard_rank){.index = i, .key = -p[i]};
    }
    ard_rank_sort(m, rank);
    for (int64_t k = 0; k < m; k++) {
        least = fmax(least, fmin(-rank[k].key * (double)(m - k), 1));
        adjusted[rank[k].index] = least;
    }
    *n_tests = m;
done:
    ard_free(context, rank);
    return rc;
}
