/* Penalties of proximal Newton: the ridge beside the L1 rate and instead of it, weights without a penalty, and room that grows;
 * all against coordinate ascent by code of the test's own, and against the conditions of optimality. */
#include "context_fixture.h"

#include "linalg/blas.h"
#include "solver/proxnewton/functions.h"

enum { N = 40, P = 8, MOST = 120 };
static const double TOL = 1e-6;

typedef struct penalties {
    double rate, ridge;
    bool penalise_bias;
    const bool *forced;
} penalties;

/* phi: n x m, the columns whose weights are fitted. */
typedef struct table {
    int n, m;
    double x[N * MOST], phi[N * MOST], case_weight[N];
    int32_t label[N];
    bool weighted;
} table;

static void make_table(table *t, int n, int p, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, 77, 0, 0);
    *t = (table){.n = n, .m = p, .weighted = weighted};
    for (int i = 0; i < n * p; i++) t->x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < n; i++) {
        t->label[i] = t->x[i] - .8 * t->x[n + i] + .8 * ard_rng_normal(&rng) + .2 > 0;
        t->case_weight[i] = weighted ? .5 + ard_rng_uniform(&rng) : 1;
    }
    memcpy(t->phi, t->x, sizeof t->phi);
}

/* Columns of exp(-|x - z|^2 / p) in the place of the features. */
static void make_kernel_columns(table *t, int p)
{
    t->m = t->n;
    for (int i = 0; i < t->n; i++)
        for (int j = 0; j < t->n; j++) {
            double squares = 0;
            for (int k = 0; k < p; k++) squares += pow(t->x[k * t->n + i] - t->x[k * t->n + j], 2);
            t->phi[j * t->n + i] = exp(-squares / p);
        }
}

static ard_targets targets_of(const table *t)
{
    ard_targets out = {t->n, 2, t->label, t->weighted ? t->case_weight : NULL, 0};
    for (int i = 0; i < t->n; i++) out.weight_sum += t->case_weight[i];
    return out;
}

/* ------------------------------------------------------------------ coordinate ascent */

typedef struct solution {
    double bias, weight[MOST];
} solution;

static void values_at(const table *t, const solution *s, double *f)
{
    for (int i = 0; i < t->n; i++) {
        f[i] = s->bias;
        for (int j = 0; j < t->m; j++) f[i] += s->weight[j] * t->phi[j * t->n + i];
    }
}

static double objective_of(const table *t, const penalties *o, const solution *s)
{
    double f[N], sum = 0, bias = o->penalise_bias ? s->bias : 0;
    values_at(t, s, f);
    for (int i = 0; i < t->n; i++) sum -= t->case_weight[i] * log1p(exp(t->label[i] ? -f[i] : f[i]));
    sum -= o->rate * fabs(bias) + .5 * o->ridge * bias * bias;
    for (int j = 0; j < t->m; j++)
        if (!o->forced || !o->forced[j]) sum -= o->rate * fabs(s->weight[j]) + .5 * o->ridge * s->weight[j] * s->weight[j];
    return sum;
}

/* The log likelihood's derivative along a column (NULL: of the bias), and the curvature. */
static double slope_along(const table *t, const double *f, const double *column, double *curvature)
{
    double d = 0;
    *curvature = 1e-12;
    for (int i = 0; i < t->n; i++) {
        const double x = column ? column[i] : 1, s = 1 / (1 + exp(-f[i]));
        d += t->case_weight[i] * x * (t->label[i] - s);
        *curvature += t->case_weight[i] * x * x * s * (1 - s);
    }
    return d;
}

/* Newton's steps of one variable, whose soft threshold is exact; returns how far it moved. */
static double ascend(const table *t, double *f, const double *column, double rate, double ridge, double *value)
{
    const double before = *value;
    for (int step = 0; step < 3; step++) {
        double h;
        const double d = slope_along(t, f, column, &h), z = h * *value + d;
        const double to = fabs(z) > rate ? (z - copysign(rate, z)) / (h + ridge) : 0, change = to - *value;
        for (int i = 0; i < t->n; i++) f[i] += change * (column ? column[i] : 1);
        *value = to;
    }
    return fabs(*value - before);
}

static void solve_by_coordinates(const table *t, const penalties *o, solution *s)
{
    double f[N];
    *s = (solution){0};
    values_at(t, s, f);
    for (int sweep = 0; sweep < 200000; sweep++) {
        double moved = ascend(t, f, NULL, o->penalise_bias ? o->rate : 0, o->penalise_bias ? o->ridge : 0, &s->bias);
        for (int j = 0; j < t->m; j++) {
            const bool forced = o->forced && o->forced[j];
            moved = fmax(moved, ascend(t, f, t->phi + j * t->n, forced ? 0 : o->rate, forced ? 0 : o->ridge, s->weight + j));
        }
        if (moved < 1e-13) return;
    }
}

/* ------------------------------------------------------------------ what is compared */

static double violation_of(double d, double value, double rate, double ridge)
{
    const double slope = d - ridge * value;
    return value != 0 ? fabs(slope - copysign(rate, value)) : fmax(fabs(slope) - rate, 0);
}

/* The largest violation of the conditions at a point, relative to the largest derivative of the penalty. */
static double certificate_of(const table *t, const penalties *o, const solution *s)
{
    double f[N], h, largest = o->penalise_bias ? fabs(s->bias) : 0, sum = 0;
    values_at(t, s, f);
    double worst =
        violation_of(slope_along(t, f, NULL, &h), s->bias, o->penalise_bias ? o->rate : 0, o->penalise_bias ? o->ridge : 0);
    for (int j = 0; j < t->m; j++) {
        const bool forced = o->forced && o->forced[j];
        const double d = slope_along(t, f, t->phi + j * t->n, &h);
        worst = fmax(worst, violation_of(d, s->weight[j], forced ? 0 : o->rate, forced ? 0 : o->ridge));
        if (!forced) largest = fmax(largest, fabs(s->weight[j]));
    }
    for (int i = 0; i < t->n; i++) sum += t->case_weight[i];
    if (o->ridge == 0 && o->rate > 0) return worst / o->rate;
    return worst / fmax(o->rate + o->ridge * largest, 1e-6 * sum);
}

static solution solution_of(const ard_pn *pn, const table *t)
{
    solution s = {0};
    const ard_point *q = ard_pn_point((ard_pn *)pn);
    s.bias = q->bias[0];
    memcpy(s.weight, q->weight, (size_t)t->m * sizeof *s.weight);
    return s;
}

static void check_optimum(const table *t, const penalties *o, const ard_pn *pn, const ard_iteration *last)
{
    solution want;
    const solution got = solution_of(pn, t);
    solve_by_coordinates(t, o, &want);
    const double best = objective_of(t, o, &want), certificate = certificate_of(t, o, &got);
    assert_near(last->objective, objective_of(t, o, &got), 1e-11 * fabs(best), "the objective");
    assert_near(last->objective, best, 1e-9 * fabs(best), "the optimum");
    assert_near(last->certificate.weights, certificate, 1e-9 + 1e-6 * certificate, "the certificate");
    assert_true(certificate < 1e-6);
    if (o->ridge == 0) return; /* where the optimum may be many points */
    assert_arrays_near(t->m, got.weight, want.weight, 1e-5, "weights");
    assert_near(got.bias, want.bias, 1e-5, "the bias");
    for (int j = 0; j < t->m; j++)
        if (want.weight[j] == 0) assert_true(fabs(got.weight[j]) < 1e-6);
}

typedef struct engine {
    ard_matrix x;
    ard_kernel *kernel;
    ard_pn_function function;
    ard_pn *pn;
    int64_t iterations;
} engine;

static void open_engine(const table *t, int p, bool kernel, bool grows, engine *e)
{
    const ard_targets targets = targets_of(t);
    *e = (engine){.x = ard_matrix_dense(t->n, p, t->x, t->n)};
    if (kernel) {
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, &e->x, NULL, &e->kernel), ARDOR_OK);
        ard_kernel_set_all(e->kernel, 1.0 / p);
        ard_kernel_bind(e->kernel, 0, &e->function);
    } else {
        ard_identity_bind(&e->x, &e->function);
    }
    e->function.grows = grows;
    assert_int_equal(ard_pn_open(context, &e->function, &ard_link_logit, &targets, &e->pn), ARDOR_OK);
}

static void close_engine(engine *e)
{
    ard_pn_close(context, e->pn);
    ard_kernel_close(context, e->kernel);
}

static ard_iteration run(engine *e, const penalties *o)
{
    ard_iteration last = {0};
    const ard_pn_options options = {.weights = {ARD_L1, o->rate},
                                    .penalise_bias = o->penalise_bias,
                                    .tol = TOL,
                                    .damping = 1e-6,
                                    .ridge = o->ridge,
                                    .forced = o->forced};
    assert_int_equal(ard_pn_start(e->pn, &options), ARDOR_OK);
    assert_int_equal(ard_drive(context, ard_pn_step, e->pn, 300, NULL, &e->iterations, &last), ARDOR_OK);
    return last;
}

/* ------------------------------------------------------------------ tests */

static const bool forced_features[MOST] = {[2] = true, [5] = true};
static const penalties all[] = {{1, .5, false, NULL},
                                {1, .5, true, NULL},
                                {0, 2, false, NULL},
                                {0, .01, true, NULL},
                                {3, 0, false, forced_features},
                                {2, 1, false, forced_features},
                                {0, 5, true, forced_features},
                                {.05, 20, false, NULL},
                                {4, 1e-4, false, NULL}};

static void optima_are_those_of_coordinate_ascent(void **state)
{
    (void)state;
    int zeros = 0;
    for (int mode = 0; mode < 4; mode++)
        for (int k = 0; k < COUNT_OF(all); k++) {
            table t;
            engine e;
            make_table(&t, N, P, mode & 1);
            if (mode & 2) make_kernel_columns(&t, P);
            if (mode & 2 && all[k].ridge < 1e-3) continue; /* coordinate ascent takes too long where columns are alike */
            open_engine(&t, P, mode & 2, false, &e);
            const ard_iteration last = run(&e, all + k);
            assert_int_equal(last.stop, ARD_STOP_CONVERGED);
            check_optimum(&t, all + k, e.pn, &last);
            zeros += t.m - (int)ard_pn_point(e.pn)->n_active;
            for (int j = 0; j < t.m && all[k].forced; j++)
                if (all[k].forced[j]) assert_true(ard_pn_point(e.pn)->weight[j] != 0);
            close_engine(&e);
        }
    assert_true(zeros > 100);
}

/* Where nothing is left but the forced weights, they are the unpenalised fit to their columns. */
static void forced_weights_are_fitted_alone(void **state)
{
    (void)state;
    table t, few;
    engine e;
    solution want;
    const penalties strong = {1e4, 1, false, forced_features}, none = {0, 0, false, NULL};
    make_table(&t, N, P, true);
    few = t;
    few.m = 2;
    memcpy(few.phi, t.phi + 2 * N, N * sizeof *few.phi);
    memcpy(few.phi + N, t.phi + 5 * N, N * sizeof *few.phi);
    solve_by_coordinates(&few, &none, &want);
    open_engine(&t, P, false, false, &e);
    const ard_iteration last = run(&e, &strong);
    const ard_point *q = ard_pn_point(e.pn);
    assert_int_equal(last.stop, ARD_STOP_CONVERGED);
    assert_int_equal(q->n_active, 2);
    assert_near(q->weight[2], want.weight[0], 1e-4, "the first");
    assert_near(q->weight[5], want.weight[1], 1e-4, "the second");
    assert_near(q->bias[0], want.bias, 1e-4, "the bias");
    assert_near(last.objective, objective_of(&few, &none, &want), 1e-9 * fabs(last.objective), "the objective");
    close_engine(&e);
}

/* More weights than there was room for at first: reached, and where a fit starts. */
static void room_grows(void **state)
{
    (void)state;
    enum { ROWS = 10, COLUMNS = 120 };
    table t;
    engine e;
    const penalties ridge = {0, 1, false, NULL}, mixed = {.01, 2, false, NULL};
    make_table(&t, ROWS, COLUMNS, false);
    for (int grows = 0; grows < 2; grows++) {
        open_engine(&t, COLUMNS, false, grows, &e);
        assert_int_equal(ard_pn_weight_room(e.pn), 2 * ROWS + 40);
        ard_iteration last = run(&e, &ridge);
        assert_int_equal(last.stop, grows ? ARD_STOP_CONVERGED : ARD_STOP_STALLED);
        assert_int_equal(ard_pn_point(e.pn)->n_active, grows ? COLUMNS : 2 * ROWS + 40);
        assert_int_equal(ard_pn_full(e.pn), !grows);
        if (grows) check_optimum(&t, &ridge, e.pn, &last);
        if (grows) assert_true(e.iterations <= 8); /* the columns that were there still are */
        ard_point *q = ard_pn_point(e.pn);
        for (int j = 0; j < COLUMNS && grows; j++) q->weight[j] = .1;
        if (!grows) {
            close_engine(&e);
            continue;
        }
        last = run(&e, &mixed);
        check_optimum(&t, &mixed, e.pn, &last);
        close_engine(&e);
        open_engine(&t, COLUMNS, false, true, &e);
        q = ard_pn_point(e.pn);
        for (int j = 0; j < COLUMNS; j++) q->weight[j] = .1;
        last = run(&e, &mixed);
        check_optimum(&t, &mixed, e.pn, &last);
        close_engine(&e);
    }
}

/* The gradient is the log likelihood's, whatever the penalty; the objective falls by it. */
static void learnt_scales_have_neither(void **state)
{
    (void)state;
    table t;
    engine e;
    ard_pn *pn = NULL;
    ard_pn_function function;
    make_table(&t, N, P, false);
    open_engine(&t, P, true, false, &e);
    const ard_targets targets = targets_of(&t);
    ard_kernel_bind(e.kernel, P, &function);
    assert_int_equal(ard_pn_open(context, &function, &ard_link_logit, &targets, &pn), ARDOR_OK);
    assert_int_equal(ard_pn_start(pn, &(ard_pn_options){.weights = {ARD_L1, 1}, .scales = {ARD_NONNEGATIVE, 1}, .ridge = 1}),
                     ARDOR_INTERNAL);
    ard_pn_close(context, pn);
    close_engine(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(optima_are_those_of_coordinate_ascent),
                                       cmocka_unit_test(forced_weights_are_fitted_alone), cmocka_unit_test(room_grows),
                                       cmocka_unit_test(learnt_scales_have_neither)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
