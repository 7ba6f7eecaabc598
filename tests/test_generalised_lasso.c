/* Roth's generalised LASSO (IEEE TNN 15(1), 2004), the likelihood under a bound on the L1 norm of kernel weights with a free
 * bias, is spr with a kernel and penalise_bias=no, but for the link: under the bound that is the norm of spr's weights, solved
 * here by projected gradients, the optimum is the same. */
#include "problem_fixture.h"
#include "numeric.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "method/spr/spr.h"

/* The problem with a bound: columns k_ij s, the labels. */
typedef struct bounded {
    int64_t n;
    double *kernel; /* n x n */
    const double *sign;
    double bound;
} bounded;

static double kernel_value(ard_basis basis, int64_t n, int64_t p, const double *x, int64_t i, int64_t j, double theta)
{
    double dot = 0, distance = 0;
    for (int64_t k = 0; k < p; k++) {
        const double a = x[i + k * n], b = x[j + k * n];
        dot += theta * a * b;
        distance += theta * (a - b) * (a - b);
    }
    return basis.kind == ARD_RBF ? exp(-distance) : pow(1 + dot, basis.degree);
}

/* f = b + K w, the log likelihood, and its gradient: *db and dw. */
static double likelihood(const bounded *q, double b, const double *w, double *db, double *dw)
{
    double sum = 0;
    memset(dw, 0, (size_t)q->n * sizeof *dw);
    *db = 0;
    for (int64_t i = 0; i < q->n; i++) {
        double f = b;
        for (int64_t j = 0; j < q->n; j++) f += q->kernel[i + j * q->n] * w[j];
        const double u = q->sign[i] * f, phi = erfc(-u / sqrt(2)) / 2;
        const double g = q->sign[i] * exp(-u * u / 2) / sqrt(2 * acos(-1)) / phi;
        sum += log(phi);
        *db += g;
        for (int64_t j = 0; j < q->n; j++) dw[j] += q->kernel[i + j * q->n] * g;
    }
    return sum;
}

static int falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Onto the ball of the L1 norm: soft thresholds at the one value that makes the norm the bound. */
static void project(const bounded *q, double *w)
{
    double *size = make_reals(q->n), sum = 0, cut = 0;
    for (int64_t j = 0; j < q->n; j++) size[j] = fabs(w[j]);
    for (int64_t j = 0; j < q->n; j++) sum += size[j];
    if (sum > q->bound) {
        qsort(size, (size_t)q->n, sizeof *size, falling);
        sum = 0;
        for (int64_t j = 0; j < q->n; j++) {
            sum += size[j];
            const double at = (sum - q->bound) / (double)(j + 1);
            if (size[j] > at) cut = at;
        }
        for (int64_t j = 0; j < q->n; j++) w[j] = copysign(fmax(fabs(w[j]) - cut, 0), w[j]);
    }
    free(size);
}

/* By how much the optimum may be above: the largest gain to first order within the bound (Frank and Wolfe). */
static double gap_of(const bounded *q, double db, const double *w, const double *dw)
{
    double most = 0, here = 0;
    for (int64_t j = 0; j < q->n; j++) {
        most = fmax(most, fabs(dw[j]));
        here += dw[j] * w[j];
    }
    return q->bound * most - here + fabs(db);
}

/* The largest eigenvalue of [1 K]'[1 K], which bounds the curvature: that of -log Phi is at most 1. */
static double curvature_of(const bounded *q)
{
    double *v = make_reals(q->n), *next = make_reals(q->n), value = 0;
    for (int64_t i = 0; i < q->n; i++) v[i] = 1;
    for (int step = 0; step < 200; step++) {
        double norm = 0, ones = 0;
        double *t = make_reals(q->n);
        for (int64_t i = 0; i < q->n; i++) ones += v[i];
        for (int64_t j = 0; j < q->n; j++)
            for (int64_t i = 0; i < q->n; i++) t[j] += q->kernel[i + j * q->n] * v[i];
        for (int64_t i = 0; i < q->n; i++) {
            next[i] = ones;
            for (int64_t j = 0; j < q->n; j++) next[i] += q->kernel[i + j * q->n] * t[j];
            norm += next[i] * next[i];
        }
        value = sqrt(norm);
        for (int64_t i = 0; i < q->n; i++) v[i] = next[i] / value;
        free(t);
    }
    free(v);
    free(next);
    return 1.01 * value;
}

/* Accelerated projected gradients, started again where they turn back, until the gap is that small: the likelihood. */
static double maximise(const bounded *q, double tolerance, double *b, double *w)
{
    const double step = 1 / curvature_of(q);
    double *ahead = make_reals(q->n), *dw = make_reals(q->n), *before = make_reals(q->n);
    double db, b_ahead = 0, value = -INFINITY, momentum = 1, gap = INFINITY;
    *b = 0;
    memset(w, 0, (size_t)q->n * sizeof *w);
    for (int iteration = 0; iteration < 200000 && gap > tolerance; iteration++) {
        const double b_before = *b, next = (1 + sqrt(1 + 4 * momentum * momentum)) / 2;
        double turn = 0;
        memcpy(before, w, (size_t)q->n * sizeof *w);
        likelihood(q, b_ahead, ahead, &db, dw);
        *b = b_ahead + step * db;
        for (int64_t j = 0; j < q->n; j++) w[j] = ahead[j] + step * dw[j];
        project(q, w);
        for (int64_t j = 0; j < q->n; j++) turn += (ahead[j] - w[j]) * (w[j] - before[j]);
        turn += (b_ahead - *b) * (*b - b_before);
        const double push = turn > 0 ? 0 : (momentum - 1) / next;
        momentum = turn > 0 ? 1 : next;
        b_ahead = *b + push * (*b - b_before);
        for (int64_t j = 0; j < q->n; j++) ahead[j] = w[j] + push * (w[j] - before[j]);
        if (iteration % 50) continue;
        value = likelihood(q, *b, w, &db, dw);
        gap = gap_of(q, db, w, dw);
    }
    free(ahead);
    free(dw);
    free(before);
    if (gap > tolerance) fail_msg("the gap is still %g", gap);
    return value;
}

/* spr at this share of its largest rate: b, w in place of the rows; returns the log likelihood, *rate: lam1. */
static double solve_spr(problem_data *d, ard_basis basis, double strength, double *b, double *w, double *rate)
{
    ard_settings settings;
    ard_problem problem = *array_problem_set(&d->train, d->train.problem.target.n, d->prepare->p, d->x, d->label, NULL, basis);
    ard_fit fit;
    void *work = NULL;
    double norm = 0;
    ard_settings_default(&ard_method_spr, &settings);
    settings.value[SPR_STRENGTH] = strength;
    settings.given[SPR_STRENGTH] = true;
    settings.value[SPR_PENALISE_BIAS] = 0;
    settings.value[SPR_TOL] = 1e-8;
    assert_int_equal(ard_method_spr.open(&ard_method_spr, d->context, &problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_spr.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
    ard_method_spr.close(work);
    assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
    memset(w, 0, (size_t)problem.target.n * sizeof *w);
    for (int64_t j = 0; j < fit.machine.n_vectors; j++) w[function_of(&fit)->row[j]] = function_of(&fit)->weight[j];
    for (int64_t j = 0; j < problem.target.n; j++) norm += fabs(w[j]);
    *b = function_of(&fit)->bias[0];
    *rate = fit.used[SPR_LAM1];
    const double value = fit.objective + *rate * norm;
    ard_fit_free(d->context, &fit);
    return value;
}

static void the_bound_has_the_optimum_of_the_penalty(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        ard_basis basis;
    } cases[] = {{"pima-ripley", {ARD_RBF, 0}}, {"ripley-synthetic", {ARD_RBF, 0}}, {"ripley-synthetic", {ARD_POLY, 2}}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        problem_data d;
        load(cases[c].name, &d);
        const int64_t n = d.train.problem.target.n, p = d.prepare->p;
        double *w = make_reals(n), *w_bound = make_reals(n), *dw = make_reals(n), b, b_bound, db, rate, norm_before = 0;
        bounded q = {.n = n, .kernel = make_reals(n * n), .sign = d.sign};
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++) q.kernel[i + j * n] = kernel_value(cases[c].basis, n, p, d.x, i, j, 1.0 / (double)p);
        for (int k = 0; k < 2; k++) {
            const double value = solve_spr(&d, cases[c].basis, k ? .1 : .3, &b, w, &rate);
            q.bound = 0;
            for (int64_t j = 0; j < n; j++) q.bound += fabs(w[j]);
            assert_true(q.bound > norm_before); /* a weaker penalty is a wider bound */
            norm_before = q.bound;
            assert_near(likelihood(&q, b, w, &db, dw), value, 1e-9 * fabs(value), "the likelihood of spr's weights");
            assert_true(gap_of(&q, db, w, dw) < 1e-4);
            const double best = maximise(&q, 1e-4, &b_bound, w_bound);
            assert_near(best, value, 2e-4, "the optimum under the bound");
        }
        free(w);
        free(w_bound);
        free(dw);
        free(q.kernel);
        unload(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_bound_has_the_optimum_of_the_penalty)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
