/* An independent solver of F = sum_i c_i L(y_i f_i) - lam (alpha |w|_1 + (1 - alpha)/2 |w|^2), f = b + X w: coordinate by
 * coordinate, each to the maximum of a quadratic below F. Slow, and as exact as it is run.
 *
 * Before it: context_fixture.h or api_fixture.h. */
#ifndef PENALISED_FIXTURE_H
#define PENALISED_FIXTURE_H

#include "method/method.h"
#include "problem.h"

typedef struct loss {
    double (*value)(double margin);      /* L */
    double (*derivative)(double margin); /* L' */
    double most_curvature;               /* of -L'' */
} loss;

static inline double logistic_value(double z) { return z > 0 ? -log1p(exp(-z)) : z - log1p(exp(z)); }
static inline double logistic_derivative(double z) { return 1 / (1 + exp(z)); }
static inline double hinge_value(double z) { return z < 1 ? -(1 - z) * (1 - z) : 0; }
static inline double hinge_derivative(double z) { return z < 1 ? 2 * (1 - z) : 0; }
static const loss logistic_loss = {logistic_value, logistic_derivative, .25};
static const loss hinge_loss = {hinge_value, hinge_derivative, 2};

typedef struct rows {
    int64_t n, p;
    double *x;       /* n x p */
    int32_t *label;  /* n */
    double *weight;  /* n, NULL: 1 */
    bool *forced;    /* p, NULL: none */
    array_problem q; /* made anew by rows_problem */
} rows;

typedef struct answer {
    double bias, *weight, *f; /* p, n */
} answer;

/* The first three features make the class; the last one is a copy of the first with some noise. */
static inline rows make_rows_of(int64_t n, int64_t p, bool weighted, bool forced, uint64_t seed)
{
    rows r = {.n = n, .p = p, .label = make_array(n, sizeof(int32_t))};
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    r.x = make_normals(&rng, n * p);
    for (int64_t i = 0; i < n; i++) {
        r.x[(p - 1) * n + i] = r.x[i] + .3 * r.x[(p - 1) * n + i];
        r.label[i] = r.x[i] - .8 * r.x[n + i] + .5 * r.x[2 * n + i] + 1.2 * ard_rng_normal(&rng) > .3;
    }
    if (weighted) r.weight = make_reals(n);
    for (int64_t i = 0; weighted && i < n; i++) r.weight[i] = .5 + ard_rng_uniform(&rng);
    if (forced) r.forced = make_array(p, sizeof(bool));
    if (forced) r.forced[1] = r.forced[p - 2] = true;
    return r;
}

static inline void free_rows(rows *r)
{
    free(r->forced);
    free(r->weight);
    free(r->label);
    free(r->x);
}

static inline const ard_problem *rows_problem(rows *r, ard_basis basis)
{
    array_problem_set(&r->q, r->n, r->p, r->x, r->label, r->weight, basis);
    r->q.problem.forced = r->forced;
    return &r->q.problem;
}

static inline double sign_of(const rows *r, int64_t i) { return r->label[i] ? 1 : -1; }
static inline double weight_of(const rows *r, int64_t i) { return r->weight ? r->weight[i] : 1; }
static inline bool forced_of(const rows *r, int64_t j) { return r->forced && r->forced[j]; }

/* dL/dw_j; j = -1: dL/db. */
static inline double slope_of(const rows *r, const loss *l, const double *f, int64_t j)
{
    double sum = 0;
    for (int64_t i = 0; i < r->n; i++)
        sum += weight_of(r, i) * sign_of(r, i) * l->derivative(sign_of(r, i) * f[i]) * (j < 0 ? 1 : r->x[j * r->n + i]);
    return sum;
}

static inline void values_of(const rows *r, const answer *a)
{
    for (int64_t i = 0; i < r->n; i++) {
        a->f[i] = a->bias;
        for (int64_t j = 0; j < r->p; j++) a->f[i] += r->x[j * r->n + i] * a->weight[j];
    }
}

static inline double objective_of(const rows *r, const loss *l, const answer *a, double lam, double alpha)
{
    double sum = 0;
    for (int64_t i = 0; i < r->n; i++) sum += weight_of(r, i) * l->value(sign_of(r, i) * a->f[i]);
    for (int64_t j = 0; j < r->p; j++)
        if (!forced_of(r, j)) sum -= lam * (alpha * fabs(a->weight[j]) + (1 - alpha) / 2 * a->weight[j] * a->weight[j]);
    return sum;
}

/* The largest violation of the conditions of optimality. */
static inline double violation_of(const rows *r, const loss *l, const answer *a, double lam, double alpha)
{
    double worst = fabs(slope_of(r, l, a->f, -1));
    for (int64_t j = 0; j < r->p; j++) {
        const double w = a->weight[j], d = slope_of(r, l, a->f, j) - (forced_of(r, j) ? 0 : lam * (1 - alpha) * w);
        const double rate = forced_of(r, j) ? 0 : lam * alpha;
        worst = fmax(worst, w != 0 || forced_of(r, j) ? fabs(d - copysign(rate, w)) : fabs(d) - rate);
    }
    return worst;
}

static inline void move_coordinate(const rows *r, answer *a, int64_t j, double to)
{
    const double step = to - (j < 0 ? a->bias : a->weight[j]);
    if (step == 0) return;
    for (int64_t i = 0; i < r->n; i++) a->f[i] += step * (j < 0 ? 1 : r->x[j * r->n + i]);
    *(j < 0 ? &a->bias : &a->weight[j]) = to;
}

static inline double best_coordinate(const rows *r, const loss *l, const answer *a, int64_t j, double lam, double alpha)
{
    double h = 0;
    for (int64_t i = 0; i < r->n; i++) {
        const double x = j < 0 ? 1 : r->x[j * r->n + i];
        h += l->most_curvature * weight_of(r, i) * x * x;
    }
    const double w = j < 0 ? a->bias : a->weight[j], z = h * w + slope_of(r, l, a->f, j);
    if (j < 0 || forced_of(r, j)) return z / h;
    return copysign(fmax(0, fabs(z) - lam * alpha), z) / (h + lam * (1 - alpha));
}

static inline answer reference_of(const rows *r, const loss *l, double lam, double alpha)
{
    answer a = {.weight = make_reals(r->p), .f = make_reals(r->n)};
    for (int sweep = 0; sweep < 200000; sweep++) {
        for (int64_t j = -1; j < r->p; j++) move_coordinate(r, &a, j, best_coordinate(r, l, &a, j, lam, alpha));
        if (sweep % 50 == 49 && violation_of(r, l, &a, lam, alpha) < 1e-10) break;
    }
    values_of(r, &a);
    assert_true(violation_of(r, l, &a, lam, alpha) < 1e-8);
    return a;
}

/* The weights of a machine of the basis identity, its line (svm-l1) undone. */
static inline answer answer_of(const rows *r, const ard_fit *fit, double slope, double shift)
{
    answer a = {.weight = make_reals(r->p), .f = make_reals(r->n)};
    ard_function_values(&fit->machine, r->p, NULL, a.weight);
    for (int64_t j = 0; j < r->p; j++) a.weight[j] /= slope;
    a.bias = (function_of(fit)->bias[0] - shift) / slope;
    values_of(r, &a);
    return a;
}

static inline void free_answer(answer *a)
{
    free(a->f);
    free(a->weight);
}

/* What a method must find at lam. */
static inline void check_optimum(const rows *r, const loss *l, double objective, const answer *found, double lam, double alpha)
{
    answer a = reference_of(r, l, lam, alpha);
    const double best = objective_of(r, l, &a, lam, alpha), here = objective_of(r, l, found, lam, alpha);
    assert_near(here, best, 1e-8 * fabs(best), "the objective of the weights");
    assert_near(objective, best, 1e-8 * fabs(best), "the objective");
    assert_true(violation_of(r, l, found, lam, alpha) <= 1e-6 * lam);
    assert_arrays_near(r->p, found->weight, a.weight, 1e-5, "weights");
    free_answer(&a);
}

static inline ard_settings settings_at(const ard_method *method, const char *const *name, const double *value, int n)
{
    ard_settings settings;
    ard_settings_default(method, &settings);
    settings.value[ard_setting_index(method, "tol")] = 1e-7;
    for (int k = 0; k < n; k++) {
        settings.value[ard_setting_index(method, name[k])] = value[k];
        settings.given[ard_setting_index(method, name[k])] = true;
    }
    return settings;
}

static inline void must_fit(const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                            const ard_fit *warm, ard_fit *out)
{
    if (fit_problem(context, method, problem, settings, warm, false, out) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
}

/* The maximum of Platt's likelihood in the slope and the intercept, by plain Newton steps. */
static inline void platt_by_hand(const rows *r, const double *f, double *slope, double *intercept)
{
    double sum[2] = {0}, a = 0, c = 0;
    for (int64_t i = 0; i < r->n; i++) sum[r->label[i]] += weight_of(r, i);
    for (int step = 0; step < 200; step++) {
        double g[2] = {0}, h[3] = {0};
        for (int64_t i = 0; i < r->n; i++) {
            const double t = r->label[i] ? (sum[1] + 1) / (sum[1] + 2) : 1 / (sum[0] + 2), p = 1 / (1 + exp(-a * f[i] - c));
            const double w = weight_of(r, i), q = w * p * (1 - p);
            g[0] += w * (t - p) * f[i];
            g[1] += w * (t - p);
            h[0] += q * f[i] * f[i];
            h[1] += q * f[i];
            h[2] += q;
        }
        const double det = h[0] * h[2] - h[1] * h[1], length = step < 20 ? .5 : 1;
        a += length * (h[2] * g[0] - h[1] * g[1]) / det;
        c += length * (h[0] * g[1] - h[1] * g[0]) / det;
    }
    *slope = a;
    *intercept = c;
}
#endif
