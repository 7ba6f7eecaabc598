/* Proximal Newton: gradients, monotone rise, the certificate recomputed from the formulas, invariances, limits; and the
 * starting points of JCFO; and the same of a function that the library does not have. */
#include "context_fixture.h"

#include "problem.h"
#include "toy_sines.h"
#include "method/jcfo/jcfo.h"
#include "method/spr/spr.h"
#include "solver/proxnewton/functions.h"
#include "special/probit.h"
#include "solver/proxnewton/proxnewton_inside.h"

enum { N = 60, P = 6 };
static const ard_basis bases[] = {{ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 2}, {ARD_POLY, 3}, {ARD_RBF, 0}};
static const double TOL = 1e-5;

typedef struct fit {
    ard_basis basis;
    double x[N * P], sign[N], weight[N];
    int32_t label[N];
    bool weighted;
    ard_kernel *kernel;
    ard_pn *pn;
    ard_pn_options options;
    ard_trace trace;
    ard_iteration last;
    int64_t iterations;
} fit;

/* Two features of six decide, with noise. */
static void make_data(fit *s, uint64_t seed, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < N * P; i++) s->x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        s->sign[i] = s->x[i] + .7 * s->x[N + i] + .6 * ard_rng_normal(&rng) + .2 > 0 ? 1 : -1;
        s->label[i] = s->sign[i] > 0;
        s->weight[i] = .5 + ard_rng_uniform(&rng);
    }
    s->weighted = weighted;
}

static void open_fit(fit *s, ard_basis basis, double lam1, double lam2, bool penalise_bias, bool weighted)
{
    ard_pn_function function;
    *s = (fit){.basis = basis};
    make_data(s, 5, weighted);
    s->options = (ard_pn_options){.weights = {ARD_L1, lam1},
                                  .scales = {ARD_NONNEGATIVE, lam2},
                                  .penalise_bias = penalise_bias,
                                  .tol = TOL,
                                  .damping = 1.0,
                                  .second_order = true};
    const ard_matrix x = ard_matrix_dense(N, P, s->x, N);
    assert_int_equal(ard_kernel_open(context, basis, &x, NULL, &s->kernel), ARDOR_OK);
    ard_kernel_bind(s->kernel, P, &function);
    const ard_targets targets = {N, 2, s->label, weighted ? s->weight : NULL, N};
    assert_int_equal(ard_pn_open(context, &function, &ard_link_probit, &targets, &s->pn), ARDOR_OK);
    ard_point *point = ard_pn_point(s->pn);
    for (int k = 0; k < P; k++) point->scale[k] = 1.0 / P;
    for (int i = 0; i < N; i++) point->weight[i] = .05 * s->sign[i];
}

static void close_fit(fit *s)
{
    ard_trace_free(context, &s->trace);
    ard_pn_close(context, s->pn);
    ard_kernel_close(context, s->kernel);
}

static void run(fit *s, int64_t max_iter)
{
    assert_int_equal(ard_pn_start(s->pn, &s->options), ARDOR_OK);
    int rc = ard_drive(context, ard_pn_step, s->pn, max_iter, &s->trace, &s->iterations, &s->last);
    assert_int_equal(rc, ARDOR_OK);
}

/* ------------------------------------------------------------------ independent F and certificate */

static double case_weight(const fit *s, int i) { return s->weighted ? s->weight[i] : 1; }

/* k(x_i, x_j) and (order 1) its derivative in theta_k, by the formulas. */
static double kernel(const fit *s, const double *theta, int i, int j, int k)
{
    double sum = 0, a = k >= 0 ? s->x[k * N + i] : 0, b = k >= 0 ? s->x[k * N + j] : 0;
    for (int t = 0; t < P; t++) {
        double u = s->x[t * N + i], v = s->x[t * N + j];
        sum += theta[t] * (s->basis.kind == ARD_RBF ? (u - v) * (u - v) : u * v);
    }
    if (s->basis.kind == ARD_RBF) return exp(-sum) * (k >= 0 ? -(a - b) * (a - b) : 1);
    if (s->basis.kind == ARD_LINEAR) return k >= 0 ? a * b : sum;
    return k >= 0 ? s->basis.degree * pow(1 + sum, s->basis.degree - 1) * a * b : pow(1 + sum, s->basis.degree);
}

typedef struct certificate {
    double objective, weights, scales;
} certificate;

static certificate certify(const fit *s, const ard_point *q)
{
    const double lam1 = s->options.weights.rate, lam2 = s->options.scales.rate;
    certificate c = {0};
    double g[N], d_bias = 0;
    for (int i = 0; i < N; i++) {
        double f = q->bias[0];
        for (int j = 0; j < N; j++) f += q->weight[j] * kernel(s, q->scale, i, j, -1);
        c.objective += case_weight(s, i) * ard_log_normal_cdf(s->sign[i] * f);
        g[i] = case_weight(s, i) * s->sign[i] * ard_mills(s->sign[i] * f);
        d_bias += g[i];
    }
    for (int j = 0; j < N; j++) {
        double d = 0, w = q->weight[j];
        for (int i = 0; i < N; i++) d += g[i] * kernel(s, q->scale, i, j, -1);
        c.weights = fmax(c.weights, w != 0 ? fabs(d - copysign(lam1, w)) : fabs(d) - lam1);
        c.objective -= lam1 * fabs(w);
    }
    for (int k = 0; k < P; k++) {
        double d = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (q->weight[j] != 0) d += g[i] * q->weight[j] * kernel(s, q->scale, i, j, k);
        assert_true(q->scale[k] >= 0);
        c.scales = fmax(c.scales, q->scale[k] > 0 ? fabs(d - lam2) : d - lam2);
        c.objective -= lam2 * q->scale[k];
    }
    if (s->options.penalise_bias) c.objective -= lam1 * fabs(q->bias[0]);
    if (!s->options.penalise_bias)
        c.weights = fmax(c.weights, fabs(d_bias));
    else
        c.weights = fmax(c.weights, q->bias[0] != 0 ? fabs(d_bias - copysign(lam1, q->bias[0])) : fabs(d_bias) - lam1);
    c.weights /= lam1;
    c.scales /= lam2;
    return c;
}

static void check_trace(const fit *s)
{
    assert_int_equal(s->trace.n, s->iterations);
    for (int64_t i = 1; i < s->trace.n; i++)
        if (s->trace.iteration[i].stop != ARD_STOP_STALLED)
            assert_true(s->trace.iteration[i].objective > s->trace.iteration[i - 1].objective);
}

static void optima_are_certified(void **state)
{
    (void)state;
    int sparse = 0;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int mode = 0; mode < 4; mode++) {
            fit s;
            open_fit(&s, bases[b], 1, 1, mode & 1, mode & 2);
            run(&s, 300);
            check_trace(&s);
            assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
            sparse += s.last.n_features < P;
            assert_true(s.last.n_features >= 1 && s.last.n_vectors < 2 * N / 3);
            certificate c = certify(&s, ard_pn_point(s.pn));
            assert_near(s.last.objective, c.objective, 1e-9 * fabs(c.objective), "the objective");
            assert_near(s.last.certificate.weights, fmax(c.weights, 0), 1e-9, "the certificate of the weights");
            assert_near(s.last.certificate.scales, fmax(c.scales, 0), 1e-9, "the certificate of the scales");
            assert_true(c.weights < TOL && c.scales < TOL);
            close_fit(&s);
        }
    assert_true(sparse >= 8);
}

/* ------------------------------------------------------------------ gradients */

static double objective_with(fit *s, double *variable, double value)
{
    double keep = *variable;
    *variable = value;
    assert_int_equal(ard_pn_start(s->pn, &s->options), ARDOR_OK);
    *variable = keep;
    return ard_pn_objective(s->pn);
}

/* dF/dvariable where F is smooth there. */
static double difference(fit *s, double *variable)
{
    const double h = 1e-5, at = *variable;
    return (objective_with(s, variable, at + h) - objective_with(s, variable, at - h)) / (2 * h);
}

static void gradients_follow_differences(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int mode = 0; mode < 4; mode++) {
            fit s;
            double d_weight[N], want_weight[N], d_scale[P], want_scale[P];
            open_fit(&s, bases[b], .3, .2, mode & 1, mode & 2);
            ard_point *q = ard_pn_point(s.pn);
            q->bias[0] = -.4;
            for (int i = 0; i < N; i += 3) q->weight[i] = 0;
            assert_int_equal(ard_pn_start(s.pn, &s.options), ARDOR_OK);
            memcpy(d_weight, ard_pn_weight_gradient(s.pn), sizeof d_weight);
            memcpy(d_scale, s.pn->d_scale, sizeof d_scale);
            double d_bias = ard_pn_bias_gradient(s.pn) + (mode & 1 ? .3 : 0);
            /* at a zero the two sides' penalties cancel */
            for (int i = 0; i < N; i++)
                want_weight[i] = difference(&s, q->weight + i) + (q->weight[i] != 0 ? copysign(.3, q->weight[i]) : 0);
            for (int k = 0; k < P; k++) want_scale[k] = difference(&s, q->scale + k) + .2;
            assert_arrays_near(N, d_weight, want_weight, 1e-6, "gradient of the weights");
            assert_arrays_near(P, d_scale, want_scale, 1e-6, "gradient of the scales");
            double want = difference(&s, &q->bias[0]);
            assert_near(d_bias, want, 1e-6 * fmax(1, fabs(want)), "gradient of the bias");
            close_fit(&s);
        }
}

/* ------------------------------------------------------------------ invariances */

static void linear_kernel_depends_on_the_product_of_rates(void **state)
{
    (void)state;
    static const double lam1[] = {1.2, .3, 4.8};
    double f[3][N], objective[3];
    for (int c = 0; c < 3; c++) {
        fit s;
        open_fit(&s, bases[0], lam1[c], 1.44 / lam1[c], false, false);
        s.options.tol = 1e-8;
        ard_point *q = ard_pn_point(s.pn);
        for (int i = 0; i < N; i++) q->weight[i] *= 1.2 / lam1[c];
        for (int k = 0; k < P; k++) q->scale[k] *= lam1[c] / 1.2;
        run(&s, 300);
        assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
        objective[c] = s.last.objective;
        memcpy(f[c], ard_pn_latent(s.pn), sizeof f[c]);
        double weights = 0, scales = 0;
        for (int64_t j = 0; j < q->n_active; j++) weights += fabs(q->active_weight[j]);
        for (int64_t k = 0; k < q->n_live; k++) scales += q->live_scale[k];
        assert_near(s.options.weights.rate * weights, s.options.scales.rate * scales, 1e-6 * weights,
                    "the balance of the penalties");
        close_fit(&s);
    }
    for (int c = 1; c < 3; c++) {
        assert_near(objective[c], objective[0], 1e-9 * fabs(objective[0]), "F");
        assert_arrays_near(N, f[c], f[0], 1e-6, "f");
    }
}

static void first_degree_polynomial_is_linear_with_another_bias(void **state)
{
    (void)state;
    fit linear, poly;
    open_fit(&linear, bases[0], .8, .5, false, false);
    open_fit(&poly, bases[1], .8, .5, false, false);
    ard_point *a = ard_pn_point(linear.pn), *b = ard_pn_point(poly.pn);
    run(&linear, 300);
    b->bias[0] = a->bias[0];
    for (int i = 0; i < N; i++) {
        b->weight[i] = a->weight[i];
        b->bias[0] -= a->weight[i];
    }
    memcpy(b->scale, a->scale, P * sizeof *b->scale);
    run(&poly, 300); /* there already */
    assert_int_equal(poly.last.stop, ARD_STOP_CONVERGED);
    assert_int_equal(poly.iterations, 1);
    assert_near(poly.last.objective, linear.last.objective, 1e-9 * fabs(linear.last.objective), "F");
    assert_near(poly.last.certificate.scales, linear.last.certificate.scales, 1e-9, "the certificate");
    close_fit(&linear);
    close_fit(&poly);
}

/* ------------------------------------------------------------------ stops */

static void limits_stop(void **state)
{
    (void)state;
    fit s;
    open_fit(&s, bases[4], .7, .4, true, false);
    run(&s, 2);
    assert_int_equal(s.last.stop, ARD_STOP_MAX_ITER);
    assert_int_equal(s.iterations, 2);
    ard_iteration last;
    ard_deadline_set(context, ard_now());
    int rc = ard_drive(context, ard_pn_step, s.pn, 300, NULL, &s.iterations, &last);
    ard_deadline_set(context, INFINITY);
    assert_int_equal(rc, ARDOR_OK);
    assert_int_equal(last.stop, ARD_STOP_TIME);
    ardor_cancel(context);
    rc = ard_drive(context, ard_pn_step, s.pn, 300, NULL, &s.iterations, &last);
    ardor_cancel_reset(context);
    assert_int_equal(rc, ARDOR_OK);
    assert_int_equal(last.stop, ARD_STOP_CANCELLED);
    assert_true(last.objective > s.last.objective);
    s.x[3] = NAN;
    assert_int_equal(ard_pn_start(s.pn, &s.options), ARDOR_OK);
    assert_int_equal(ard_drive(context, ard_pn_step, s.pn, 300, NULL, &s.iterations, &last), ARDOR_NUMERIC);
    close_fit(&s);
}

/* At rates that leave nothing, the model is the share of the classes. */
static void strong_rates_give_the_null_model(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        fit s;
        open_fit(&s, bases[b], 1e3, 1e3, false, false);
        run(&s, 300);
        check_trace(&s);
        assert_int_equal(s.last.stop, ARD_STOP_NULL_MODEL);
        double positive = 0;
        for (int i = 0; i < N; i++) positive += s.sign[i] > 0;
        assert_near(ard_pn_point(s.pn)->bias[0], ard_normal_quantile(positive / N), 1e-4, "the bias");
        assert_near(s.last.objective, positive * log(positive / N) + (N - positive) * log(1 - positive / N), 1e-8, "F");
        close_fit(&s);
    }
}

/* ------------------------------------------------------------------ iterations without the zero weights */

static const ard_basis *const curved = bases + 2;
enum { N_CURVED = 3, MOST_WITHOUT = 3 };

static void check_finish(fit *s)
{
    assert_int_equal(ard_pn_finish(s->pn, s->last.stop), ARDOR_OK);
    const certificate want = certify(s, ard_pn_point(s->pn));
    const ard_certificate got = ard_pn_violations(s->pn, 0, 0);
    assert_near(ard_pn_objective(s->pn), want.objective, 1e-9 * fabs(want.objective), "the objective");
    assert_near(got.weights, fmax(want.weights, 0), 1e-9 * fmax(1, want.weights), "the certificate of the weights");
    assert_near(got.scales, fmax(want.scales, 0), 1e-9 * fmax(1, want.scales), "the certificate of the scales");
}

/* Whatever ends it, and wherever: what a finished fit says of its point is of all variables. */
static void every_stop_has_a_whole_certificate(void **state)
{
    (void)state;
    int without = 0;
    for (int b = 0; b < N_CURVED; b++)
        for (int limit = 1; limit <= 12; limit++)
            for (int stop = 0; stop < 3; stop++) {
                fit s;
                open_fit(&s, curved[b], .5, .5, true, true);
                run(&s, limit);
                if (stop == 1) ard_deadline_set(context, ard_now());
                if (stop == 2) ardor_cancel(context);
                if (stop) assert_int_equal(ard_drive(context, ard_pn_step, s.pn, 300, NULL, &s.iterations, &s.last), ARDOR_OK);
                without += s.last.certificate.kind == ARD_CERTIFICATE_NONE;
                check_finish(&s);
                ard_deadline_set(context, INFINITY);
                ardor_cancel_reset(context);
                close_fit(&s);
            }
    assert_true(without > 30);
}

/* From one weight others enter; no more than so many iterations do without them, and none of those ends the fit. */
static void weights_that_wait_enter(void **state)
{
    (void)state;
    for (int b = 0; b < N_CURVED; b++) {
        fit s;
        int in_a_row = 0, most = 0;
        open_fit(&s, curved[b], .3, .3, false, false);
        for (int i = 1; i < N; i++) ard_pn_point(s.pn)->weight[i] = 0;
        ard_pn_point(s.pn)->weight[0] = s.sign[0];
        run(&s, 300);
        check_trace(&s);
        assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
        assert_true(s.last.n_vectors > 3);
        for (int64_t i = 0; i < s.trace.n; i++) {
            const bool without = s.trace.iteration[i].certificate.kind == ARD_CERTIFICATE_NONE;
            assert_true(!without || s.trace.iteration[i].stop == ARD_STOP_NONE);
            in_a_row = without ? in_a_row + 1 : 0;
            most = in_a_row > most ? in_a_row : most;
        }
        assert_int_equal(most, MOST_WITHOUT);
        check_finish(&s);
        close_fit(&s);
    }
}

/* A concave problem has one optimum, with all gradients in every iteration and without. The tolerance is one that steps reach
 * whose gain is above the rounding of F: of smaller ones chance decides whether they are taken. */
static void concave_optima_are_the_same(void **state)
{
    (void)state;
    double objective[2], f[2][N];
    int64_t without = 0;
    for (int dear = 0; dear < 2; dear++) {
        fit s = {.basis = {ARD_RBF, 0}};
        ard_pn_function function;
        make_data(&s, 5, false);
        const ard_matrix x = ard_matrix_dense(N, P, s.x, N);
        assert_int_equal(ard_kernel_open(context, s.basis, &x, NULL, &s.kernel), ARDOR_OK);
        ard_kernel_set_all(s.kernel, 1.0 / P);
        ard_kernel_bind(s.kernel, 0, &function);
        assert_true(function.costly_weight_gradient);
        function.costly_weight_gradient = dear;
        assert_int_equal(ard_pn_open(context, &function, &ard_link_probit, &(ard_targets){N, 2, s.label, NULL, N}, &s.pn),
                         ARDOR_OK);
        s.options = (ard_pn_options){.weights = {ARD_L1, .05}, .tol = 1e-8, .damping = 1e-6};
        run(&s, 300);
        assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
        for (int64_t i = 0; i < s.trace.n; i++) without += s.trace.iteration[i].certificate.kind == ARD_CERTIFICATE_NONE;
        assert_true(dear ? without > 0 : without == 0);
        objective[dear] = s.last.objective;
        memcpy(f[dear], ard_pn_latent(s.pn), sizeof f[dear]);
        close_fit(&s);
    }
    assert_near(objective[1], objective[0], 1e-9 * fabs(objective[0]), "F");
    assert_arrays_near(N, f[1], f[0], 1e-6, "f");
}

/* A function that keeps something of the point of its last latent. */
static ard_pn_function kept_function;
static double kept_point;

static double sum_of_point(const ard_point *q)
{
    double sum = 0;
    for (int64_t j = 0; j < q->n_active; j++) sum += (double)(q->active[j] + 2) * q->active_weight[j];
    for (int64_t k = 0; k < q->n_live; k++) sum += (double)(q->live[k] + 100) * q->live_scale[k];
    return sum;
}

static void keeping_latent(void *self, const ard_point *q, double *f)
{
    kept_point = sum_of_point(q);
    kept_function.latent(self, q, f);
}

static void kept_gradient(void *self, const ard_point *q, const double *g, double *columns, double *d_scale)
{
    assert_true(sum_of_point(q) == kept_point);
    kept_function.gradient(self, q, g, columns, d_scale);
}

static int n_gradients;

static void counted_gradient(void *self, const ard_point *point, const double *g, double *columns, double *d_scale)
{
    n_gradients++;
    kept_function.gradient(self, point, g, columns, d_scale);
}

/* Gradients are made at the start and at the point of each step; between them only where the start was out of balance. */
static void no_point_is_looked_at_twice(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        fit s;
        ard_iteration now = {0};
        open_fit(&s, bases[b], .5, .5, false, false);
        s.options.rebalance = true;
        kept_function = s.pn->function;
        s.pn->function.gradient = counted_gradient;
        n_gradients = 0;
        assert_int_equal(ard_pn_start(s.pn, &s.options), ARDOR_OK);
        assert_int_equal(ard_pn_step(s.pn, &now), ARDOR_OK);
        assert_int_equal(now.stop, ARD_STOP_NONE);
        assert_int_equal(n_gradients, ard_basis_bilinear(bases[b]) ? 3 : 2);
        close_fit(&s);
    }
}

/* Where the weights that are in have nothing left to gain, the others are looked at before anything is said. */
static void no_fit_stalls_without_looking_at_all(void **state)
{
    (void)state;
    for (int b = 0; b < N_CURVED; b++) {
        fit s;
        ard_iteration last = {0};
        open_fit(&s, curved[b], .7, .4, true, false);
        run(&s, 300);
        assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
        kept_function = s.pn->function;
        s.pn->function.latent = keeping_latent;
        s.pn->function.gradient = kept_gradient;
        s.pn->complete = false;
        s.pn->mu = 1;
        memset(s.pn->d_weight, 0, N * sizeof *s.pn->d_weight);
        const ard_point *q = ard_pn_point(s.pn);
        for (int64_t j = 0; j < q->n_active; j++) s.pn->d_weight[q->active[j]] = copysign(.7, q->active_weight[j]);
        for (int64_t k = 0; k < q->n_live; k++) s.pn->d_scale[q->live[k]] = .4;
        s.pn->gradient[0] = q->bias[0] != 0 ? copysign(.7, q->bias[0]) : 0;
        assert_int_equal(ard_pn_step(s.pn, &last), ARDOR_OK);
        assert_int_equal(last.stop, ARD_STOP_CONVERGED);
        s.last = last;
        check_finish(&s);
        close_fit(&s);
    }
}

/* ------------------------------------------------------------------ another function */

/* The first two columns decide, as two sines of different frequency. */
static void make_sines(fit *s, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    make_data(s, 5, weighted);
    for (int i = 0; i < N; i++) {
        const double f = 2 * sin(1.8 * s->x[i]) - 1.5 * sin(.9 * s->x[N + i]) + .3;
        s->sign[i] = f + .6 * ard_rng_normal(&rng) > 0 ? 1 : -1;
        s->label[i] = s->sign[i] > 0;
    }
}

typedef struct table_point {
    ard_point point;
    double weight[P], scale[P], active_weight[P], live_scale[P];
    int64_t active[P], live[P];
} table_point;

/* Some weights and scales are zero. */
static void set_table_point(table_point *t)
{
    static const double weight[P] = {.7, 0, -1.1, .4, 0, -.2}, scale[P] = {1.3, .8, 0, 2.1, .5, .3};
    memcpy(t->weight, weight, sizeof weight);
    memcpy(t->scale, scale, sizeof scale);
    t->point = (ard_point){.weight = t->weight,
                           .scale = t->scale,
                           .active = t->active,
                           .live = t->live,
                           .active_weight = t->active_weight,
                           .live_scale = t->live_scale};
    ard_point_index(&t->point, P, P);
}

/* What the table says at the point with one variable moved: f, and the gradients of sum_i g_i f_i. */
typedef struct table_values {
    double f[N], d_weight[P], d_scale[P], columns[N * P];
} table_values;

static void evaluate_table(const ard_pn_function *function, table_point *t, double *variable, double by, const double *g,
                           table_values *out)
{
    const double keep = *variable;
    *variable += by;
    ard_point_index(&t->point, P, P);
    function->latent(function->self, &t->point, out->f);
    function->gradient(function->self, &t->point, g, out->columns, out->d_scale);
    function->weight_gradient(function->self, &t->point, g, out->d_weight);
    *variable = keep;
    ard_point_index(&t->point, P, P);
}

/* Columns against differences of f, sums against the columns, second derivatives against differences of the gradient. A scale at
 * zero is moved to both sides: the formulas hold there too. */
static void table_follows_differences(void **state)
{
    (void)state;
    const double h = 1e-5;
    fit s = {0};
    table_point t;
    table_values at, up, down;
    double columns[2 * N * P] = {0}, cross[P * P], square[P * P], want[N];
    int64_t set[P], all[P], fresh = 0;
    make_sines(&s, true);
    toy_sines sines = {N, P, s.x};
    const ard_pn_function function = toy_sines_function(&sines);
    set_table_point(&t);
    evaluate_table(&function, &t, t.weight, 0, s.weight, &at);
    memcpy(set, t.active, sizeof set);
    for (int64_t j = 0; j < P; j++) {
        all[j] = j;
        if (t.weight[j] == 0) set[t.point.n_active + fresh++] = j;
    }
    memcpy(columns, at.columns, (size_t)(N * t.point.n_active) * sizeof *columns);
    function.columns(&sines, &t.point, fresh, set + t.point.n_active, P, all, columns);
    function.curvature(&sines, &t.point, s.weight, P, set, P, all, columns, cross, square);
    for (int v = 0; v < 2 * P; v++) {
        const int64_t k = v - P;
        double *variable = v < P ? t.weight + set[v] : t.scale + k, sum = 0;
        evaluate_table(&function, &t, variable, h, s.weight, &up);
        evaluate_table(&function, &t, variable, -h, s.weight, &down);
        for (int i = 0; i < N; i++) {
            want[i] = (up.f[i] - down.f[i]) / (2 * h);
            sum += s.weight[i] * want[i];
        }
        assert_arrays_near(N, columns + v * N, want, 1e-8, v < P ? "df/dw" : "df/dtheta");
        assert_near(v < P ? at.d_weight[set[v]] : at.d_scale[k], sum, 1e-7, "a sum over the rows");
        for (int j = 0; v >= P && j < P; j++) {
            assert_near(cross[k * P + j], (up.d_weight[set[j]] - down.d_weight[set[j]]) / (2 * h), 1e-7, "d2/dw dtheta");
            assert_near(square[k * P + j], (up.d_scale[j] - down.d_scale[j]) / (2 * h), 1e-7, "d2/dtheta dtheta");
        }
    }
}

/* F and the violations of its conditions, by the formulas. */
static certificate certify_sines(const fit *s, const ard_point *q)
{
    const double lam1 = s->options.weights.rate, lam2 = s->options.scales.rate;
    certificate c = {0};
    double d_bias = 0, d_weight[P] = {0}, d_scale[P] = {0};
    for (int i = 0; i < N; i++) {
        double f = q->bias[0];
        for (int j = 0; j < P; j++) f += q->weight[j] * sin(q->scale[j] * s->x[j * N + i]);
        const double g = case_weight(s, i) * s->sign[i] * ard_mills(s->sign[i] * f);
        c.objective += case_weight(s, i) * ard_log_normal_cdf(s->sign[i] * f);
        d_bias += g;
        for (int j = 0; j < P; j++) {
            const double x = s->x[j * N + i];
            d_weight[j] += g * sin(q->scale[j] * x);
            d_scale[j] += g * q->weight[j] * x * cos(q->scale[j] * x);
        }
    }
    c.weights = fabs(d_bias);
    for (int j = 0; j < P; j++) {
        const double w = q->weight[j], theta = q->scale[j];
        assert_true(theta >= 0);
        c.weights = fmax(c.weights, w != 0 ? fabs(d_weight[j] - copysign(lam1, w)) : fabs(d_weight[j]) - lam1);
        c.scales = fmax(c.scales, theta > 0 ? fabs(d_scale[j] - lam2) : d_scale[j] - lam2);
        c.objective -= lam1 * fabs(w) + lam2 * theta;
    }
    c.weights /= lam1;
    c.scales /= lam2;
    return c;
}

static void another_function_fits_through_the_table(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        fit s = {0};
        make_sines(&s, mode & 1);
        s.options = (ard_pn_options){
            .weights = {ARD_L1, .5}, .scales = {ARD_NONNEGATIVE, .3}, .tol = TOL, .damping = 1.0, .second_order = mode & 2};
        toy_sines sines = {N, P, s.x};
        const ard_pn_function function = toy_sines_function(&sines);
        const ard_targets targets = {N, 2, s.label, s.weighted ? s.weight : NULL, N};
        assert_int_equal(ard_pn_open(context, &function, &ard_link_probit, &targets, &s.pn), ARDOR_OK);
        ard_point *q = ard_pn_point(s.pn);
        for (int j = 0; j < P; j++) {
            q->scale[j] = 1;
            q->weight[j] = j % 2 ? -.1 : .1;
        }
        run(&s, 300);
        check_trace(&s);
        assert_int_equal(s.last.stop, ARD_STOP_CONVERGED);
        const certificate c = certify_sines(&s, q);
        assert_near(s.last.objective, c.objective, 1e-9 * fabs(c.objective), "the objective");
        assert_near(s.last.certificate.weights, fmax(c.weights, 0), 1e-9, "the certificate of the weights");
        assert_near(s.last.certificate.scales, fmax(c.scales, 0), 1e-9, "the certificate of the scales");
        assert_true(c.weights < TOL && c.scales < TOL);
        assert_true(q->weight[0] > .5 && q->weight[1] < -.5 && s.last.n_vectors < P);
        close_fit(&s);
    }
}

/* ------------------------------------------------------------------ starts of JCFO */

/* The point before the first iteration. */
static void start_of(const ard_problem *problem, const ard_settings *settings, ard_fit *out)
{
    const ard_method *jcfo = &ard_method_jcfo;
    void *work = NULL;
    assert_int_equal(jcfo->open(jcfo, context, problem, settings, &work), ARDOR_OK);
    assert_int_equal(jcfo->steps->start(work, settings, NULL), ARDOR_OK);
    *out = ard_fit_empty();
    assert_int_equal(jcfo->steps->finish(work, &(ard_ask){false, false}, out), ARDOR_OK);
    ard_method_jcfo.close(work);
}

/* (H'CH + .01 sum(c) I) v = H'Cl with H = [1 K] and case weights C holds for the ridge start, residual by residual. */
static void check_ridge_start(ard_basis basis, bool weighted)
{
    fit s = {.basis = basis};
    double k[N * N], theta[P], r[N], total = 0;
    make_data(&s, 5, weighted);
    for (int i = 0; i < N; i++) total += case_weight(&s, i);
    for (int t = 0; t < P; t++) theta[t] = 1.0 / P;
    array_problem q;
    array_problem_set(&q, N, P, s.x, s.label, weighted ? s.weight : NULL, basis);
    ard_settings settings;
    ard_fit start;
    ard_settings_default(&ard_method_jcfo, &settings);
    start_of(&q.problem, &settings, &start);
    assert_int_equal(start.machine.n_vectors, N);
    assert_int_equal(start.machine.n_features, P);
    for (int t = 0; t < P; t++) assert_near(start.machine.importance[t], 1.0 / P, 1e-16, "theta");
    double sum = -.01 * total * function_of(&start)->bias[0];
    for (int i = 0; i < N; i++) {
        r[i] = s.sign[i] - function_of(&start)->bias[0];
        for (int j = 0; j < N; j++) {
            k[j * N + i] = kernel(&s, theta, i, j, -1);
            r[i] -= k[j * N + i] * function_of(&start)->weight[j];
        }
        r[i] *= case_weight(&s, i);
        sum += r[i];
    }
    assert_near(sum, 0, 1e-8, "the equation of the bias");
    for (int j = 0; j < N; j++) {
        double e = -.01 * total * function_of(&start)->weight[j];
        for (int i = 0; i < N; i++) e += k[j * N + i] * r[i];
        assert_near(e, 0, 1e-8, "an equation of the weights");
    }
    ard_fit_free(context, &start);
}

static void ridge_start_solves_its_equations(void **state)
{
    (void)state;
    for (int b = 0; b < COUNT_OF(bases); b++) {
        check_ridge_start(bases[b], false);
        check_ridge_start(bases[b], true);
    }
}

/* Behind a screen JCFO begins as the very classifier of sparse probit regression. */
static void dual_start_is_the_screen(void **state)
{
    (void)state;
    enum { ROWS = 40, COLUMNS = 400 };
    ard_rng rng;
    ard_rng_init(&rng, 31, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS);
    int32_t label[ROWS];
    for (int i = 0; i < ROWS; i++) {
        label[i] = x[i] - x[7 * ROWS + i] + .5 * ard_rng_normal(&rng) + .3 > 0;
    }
    array_problem q;
    for (int b = 0; b < 2; b++)
        for (int screen = JCFO_SCREEN_RESTRICT; screen <= JCFO_SCREEN_OPEN; screen++) {
            ard_settings settings;
            ard_fit start;
            spr_path *path = NULL;
            const spr_solution *spr = NULL;
            double f[ROWS], want[ROWS];
            int64_t support = 0;
            ard_settings_default(&ard_method_jcfo, &settings);
            settings.value[JCFO_SCREEN] = screen;
            settings.value[JCFO_STRENGTH] = .3;
            array_problem_set(&q, ROWS, COLUMNS, x, label, NULL, bases[b]);
            start_of(&q.problem, &settings, &start);
            assert_int_equal(spr_path_open(context, &q.problem, &path), ARDOR_OK);
            assert_int_equal(spr_path_solve(path, .3, &spr), ARDOR_OK);
            for (int i = 0; i < ROWS; i++) {
                want[i] = spr->bias;
                for (int k = 0; k < COLUMNS; k++) want[i] += spr->weight[k] * x[k * ROWS + i];
            }
            for (int k = 0; k < COLUMNS; k++) support += spr->weight[k] != 0;
            assert_true(support > 1 && support < 20);
            assert_int_equal(start.machine.n_features, support);
            assert_int_equal(start.n_screened, screen == JCFO_SCREEN_RESTRICT ? support : -1);
            assert_int_equal(latent_of(context, &start, ROWS, x, f), ARDOR_OK);
            assert_arrays_near(ROWS, f, want, 1e-8, "f at the start");
            spr_path_close(context, path);
            ard_fit_free(context, &start);
        }
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima_are_certified),
                                       cmocka_unit_test(gradients_follow_differences),
                                       cmocka_unit_test(linear_kernel_depends_on_the_product_of_rates),
                                       cmocka_unit_test(first_degree_polynomial_is_linear_with_another_bias),
                                       cmocka_unit_test(limits_stop),
                                       cmocka_unit_test(strong_rates_give_the_null_model),
                                       cmocka_unit_test(every_stop_has_a_whole_certificate),
                                       cmocka_unit_test(weights_that_wait_enter),
                                       cmocka_unit_test(concave_optima_are_the_same),
                                       cmocka_unit_test(no_fit_stalls_without_looking_at_all),
                                       cmocka_unit_test(no_point_is_looked_at_twice),
                                       cmocka_unit_test(table_follows_differences),
                                       cmocka_unit_test(another_function_fits_through_the_table),
                                       cmocka_unit_test(ridge_start_solves_its_equations),
                                       cmocka_unit_test(dual_start_is_the_screen)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
