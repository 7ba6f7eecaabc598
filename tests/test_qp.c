/* The separable quadratic programme against brute force over supports and signs, and by its optimality conditions. */
#include "numeric.h"

#include <limits.h>

#include "linalg/blas.h"
#include "linalg/qp.h"

enum { SMALL = 5, ENOUGH = 100000 };
static const double TOLERANCE = 1e-13;

typedef struct programme {
    int64_t m;
    double *h, *g, *x, *u, *work;
    ard_penalty *penalty;
} programme;

/* H = A'A / m + ridge with A of `rank` rows and columns whose scales spread over `decades` decades. */
static programme make_programme(uint64_t seed, int64_t m, int64_t rank, double ridge, double decades)
{
    ard_rng rng;
    ard_rng_init(&rng, 21, seed, (uint64_t)m);
    programme q = {.m = m, .g = make_normals(&rng, m), .h = make_reals(m * m), .x = make_reals(m), .u = make_reals(m)};
    double *a = make_normals(&rng, rank * m);
    q.penalty = make_array(m, sizeof *q.penalty);
    q.work = make_reals(ard_qp_work(m));
    for (int64_t j = 0; j < m; j++) {
        double scale = pow(10, -decades * (double)j / (double)m);
        for (int64_t i = 0; i < rank; i++) a[j * rank + i] *= scale;
        q.penalty[j].kind = (ard_penalty_kind)ard_rng_below(&rng, 3);
        q.penalty[j].rate = q.penalty[j].kind == ARD_FREE ? 0 : .6 * ard_rng_uniform(&rng);
        if (ard_rng_uniform(&rng) < .6)
            q.x[j] = q.penalty[j].kind == ARD_NONNEGATIVE ? ard_rng_uniform(&rng) : ard_rng_normal(&rng);
    }
    for (int64_t j = 0; j < m; j++) {
        for (int64_t i = 0; i < m; i++) q.h[j * m + i] = ard_dot(rank, a + i * rank, a + j * rank) / (double)m;
        q.h[j * m + j] += ridge;
    }
    free(a);
    return q;
}

static void free_programme(programme *q)
{
    void *arrays[] = {q->h, q->g, q->x, q->penalty, q->u, q->work};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static void solve(programme *q, int sweeps) { ard_qp(q->m, q->h, q->g, q->x, q->penalty, sweeps, TOLERANCE, q->u, q->work); }

static double objective(const programme *q, const double *u)
{
    double value = 0;
    for (int64_t j = 0; j < q->m; j++) {
        double d = u[j] - q->x[j], hd = 0;
        for (int64_t i = 0; i < q->m; i++) hd += q->h[j * q->m + i] * (u[i] - q->x[i]);
        value += d * (q->g[j] - hd / 2) - q->penalty[j].rate * fabs(u[j]);
    }
    return value;
}

/* Largest violation of the optimality conditions, as a part of the largest |g|. */
static double violation(const programme *q)
{
    double worst = 0, largest = 0;
    for (int64_t j = 0; j < q->m; j++) {
        double r = q->g[j], u = q->u[j], rate = q->penalty[j].rate;
        for (int64_t i = 0; i < q->m; i++) r -= q->h[j * q->m + i] * (q->u[i] - q->x[i]);
        largest = fmax(largest, fabs(q->g[j]));
        if (q->penalty[j].kind == ARD_FREE)
            worst = fmax(worst, fabs(r));
        else if (u != 0)
            worst = fmax(worst, fabs(r - copysign(rate, u)));
        else
            worst = fmax(worst, (q->penalty[j].kind == ARD_L1 ? fabs(r) : r) - rate);
        if (q->penalty[j].kind == ARD_NONNEGATIVE) assert_true(u >= 0);
    }
    return worst / largest;
}

/* The maximum with the signs fixed at `sign` (0: the coordinate is 0); false where the solution has other signs. */
static bool fixed_signs(const programme *q, const int *sign, double *u)
{
    int64_t support[SMALL], k = 0;
    double matrix[SMALL * SMALL], rhs[SMALL];
    for (int64_t j = 0; j < q->m; j++) {
        u[j] = 0;
        if (q->penalty[j].kind == ARD_FREE || sign[j] != 0) support[k++] = j;
    }
    for (int64_t c = 0; c < k; c++) {
        int64_t j = support[c];
        /* g + H x - penalty sign = H u on the support */
        rhs[c] = q->g[j] - (q->penalty[j].kind == ARD_FREE ? 0 : sign[j] * q->penalty[j].rate);
        for (int64_t i = 0; i < q->m; i++) rhs[c] += q->h[j * q->m + i] * q->x[i];
        for (int64_t r = 0; r < k; r++) matrix[c * k + r] = q->h[j * q->m + support[r]];
    }
    assert_int_equal(ard_cholesky(k, matrix, k), 0);
    ard_cholesky_solve(k, 1, matrix, k, rhs, k);
    for (int64_t c = 0; c < k; c++) {
        u[support[c]] = rhs[c];
        if (q->penalty[support[c]].kind != ARD_FREE && rhs[c] * sign[support[c]] <= 0) return false;
    }
    return true;
}

static void brute_force(const programme *q, double *best)
{
    double u[SMALL], value = -INFINITY;
    int combinations = 1;
    for (int64_t j = 0; j < q->m; j++) combinations *= 3;
    for (int c = 0; c < combinations; c++) {
        int sign[SMALL], rest = c;
        bool allowed = true;
        for (int64_t j = 0; j < q->m; j++, rest /= 3) {
            sign[j] = rest % 3 - 1;
            if (q->penalty[j].kind == ARD_NONNEGATIVE && sign[j] < 0) allowed = false;
        }
        if (!allowed || !fixed_signs(q, sign, u)) continue;
        double here = objective(q, u);
        if (here <= value) continue;
        value = here;
        memcpy(best, u, (size_t)q->m * sizeof *best);
    }
    assert_true(isfinite(value));
}

static void small_programmes_match_brute_force(void **state)
{
    (void)state;
    int zeros = 0, flips = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        int64_t m = 1 + (int64_t)(seed % SMALL);
        programme q = make_programme(seed, m, m + 2, 1e-3, seed % 3 ? 0 : 2);
        double want[SMALL] = {0};
        brute_force(&q, want);
        solve(&q, ENOUGH);
        assert_arrays_near(m, q.u, want, 1e-8, "solution");
        for (int64_t j = 0; j < m; j++) {
            assert_int_equal(q.u[j] == 0, want[j] == 0);
            zeros += q.u[j] == 0;
            flips += q.u[j] * q.x[j] < 0;
        }
        free_programme(&q);
    }
    assert_true(zeros > 100 && flips > 20); /* the cases that matter occurred */
}

static void larger_programmes_are_optimal(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        programme q = make_programme(seed, 80, 100, 1e-2, 0);
        solve(&q, ENOUGH);
        assert_true(violation(&q) < 1e-10);
        free_programme(&q);
    }
}

/* Descent that is far from done (few sweeps; fewer directions than variables and a tiny ridge): the finish meets changes of
 * sign, each of which must leave an exact zero, and never makes things worse. */
static void unfinished_descent_improves(void **state)
{
    (void)state;
    static const int sweeps[] = {1, 2, 5, 20, 300};
    for (uint64_t seed = 0; seed < 20; seed++) {
        programme q = make_programme(seed, 60, 15, 1e-8, 3);
        for (int64_t j = 0; j < q.m; j++) { /* bounded above: every direction without curvature is penalised */
            if (q.penalty[j].kind == ARD_FREE) q.penalty[j] = (ard_penalty){ARD_L1, .1};
            q.g[j] *= .5;
        }
        for (int s = 0; s < COUNT_OF(sweeps); s++) {
            solve(&q, sweeps[s]);
            for (int64_t j = 0; j < q.m; j++) {
                assert_true(isfinite(q.u[j]) && (q.penalty[j].kind != ARD_NONNEGATIVE || q.u[j] >= 0));
                assert_true(q.u[j] == 0 || fabs(q.u[j]) > 1e-12);
            }
            assert_true(objective(&q, q.u) >= objective(&q, q.x));
        }
        free_programme(&q);
    }
}

/* After one sweep most signs are wrong still: the finish meets many changes of sign one after the other, with coordinates that
 * come from afar among those that become zero. */
static void many_changes_of_sign_in_one_finish(void **state)
{
    (void)state;
    int64_t dropped = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        programme q = make_programme(seed, 50, 70, 1e-4, seed % 2 ? 0 : 2);
        for (int64_t j = 0; j < q.m; j++) q.penalty[j].rate *= 3;
        solve(&q, 1);
        assert_true(violation(&q) < 1e-10);
        for (int64_t j = 0; j < q.m; j++) dropped += q.x[j] != 0 && q.u[j] == 0;
        free_programme(&q);
    }
    assert_true(dropped > 300);
}

/* Descent to a change of 0 is never done, however many sweeps it may have (here weeks of them): it pauses where
 * the signs have settled, and the finish has the maximum. */
static void descent_is_not_waited_for(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        programme q = make_programme(seed, 40, 60, 1e-3, 1);
        ard_qp(q.m, q.h, q.g, q.x, q.penalty, INT_MAX, 0.0, q.u, q.work);
        assert_true(violation(&q) < 1e-6);
        free_programme(&q);
    }
}

static void strong_penalties_give_exact_zeros(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        programme q = make_programme(seed, 30, 40, 1e-3, 0);
        for (int64_t j = 0; j < q.m; j++) {
            q.penalty[j] = (ard_penalty){j % 2 ? ARD_L1 : ARD_NONNEGATIVE, 1e6};
            q.x[j] = fabs(q.x[j]);
        }
        solve(&q, ENOUGH);
        for (int64_t j = 0; j < q.m; j++) assert_true(q.u[j] == 0);
        q.penalty[3] = (ard_penalty){ARD_FREE, 0}; /* all zero but for one free variable: H_33 d = g_3 + (H x)_3 - .. */
        solve(&q, ENOUGH);
        double r = q.g[3];
        for (int64_t i = 0; i < q.m; i++) r += q.h[3 * q.m + i] * q.x[i];
        assert_near(q.u[3], r / q.h[3 * q.m + 3], 1e-9 * fabs(r / q.h[3 * q.m + 3]), "the free variable");
        for (int64_t j = 0; j < q.m; j++) assert_true(j == 3 || q.u[j] == 0);
        free_programme(&q);
    }
}

static void at_the_maximum_nothing_moves(void **state)
{
    (void)state;
    programme q = make_programme(3, 40, 50, 1e-2, 0);
    solve(&q, ENOUGH);
    /* the same maximum seen from itself: the gradient there is g - H d */
    double *gradient = make_reals(q.m), *want = make_reals(q.m);
    for (int64_t j = 0; j < q.m; j++) {
        gradient[j] = q.g[j];
        for (int64_t i = 0; i < q.m; i++) gradient[j] -= q.h[j * q.m + i] * (q.u[i] - q.x[i]);
    }
    memcpy(want, q.u, (size_t)q.m * sizeof *want);
    memcpy(q.x, q.u, (size_t)q.m * sizeof *want);
    memcpy(q.g, gradient, (size_t)q.m * sizeof *want);
    solve(&q, ENOUGH);
    assert_arrays_near(q.m, q.u, want, 1e-12, "solution");
    for (int64_t j = 0; j < q.m; j++) assert_int_equal(q.u[j] == 0, want[j] == 0);
    free(want);
    free(gradient);
    free_programme(&q);
}

/* Two free variables are one, so that there is no factor to finish with. */
static void without_a_factor_descent_goes_to_the_end(void **state)
{
    (void)state;
    const double h[] = {4, 2, 4, 2, 4, 2, 4, 2, 4}, g[] = {1, -1, 1};
    programme q = make_programme(1, 3, 3, 1, 0);
    for (int j = 0; j < 3; j++) {
        q.penalty[j] = (ard_penalty){ARD_FREE, 0};
        q.g[j] = g[j];
        q.x[j] = 0;
    }
    memcpy(q.h, h, sizeof h);
    solve(&q, ENOUGH);
    assert_true(violation(&q) < 1e-6);
    free_programme(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_programmes_match_brute_force), cmocka_unit_test(larger_programmes_are_optimal),
        cmocka_unit_test(descent_is_not_waited_for),          cmocka_unit_test(many_changes_of_sign_in_one_finish),
        cmocka_unit_test(unfinished_descent_improves),        cmocka_unit_test(strong_penalties_give_exact_zeros),
        cmocka_unit_test(at_the_maximum_nothing_moves),       cmocka_unit_test(without_a_factor_descent_goes_to_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
