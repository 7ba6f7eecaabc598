/* Zero-norm minimisation: its machines, scales, order and objective by LIBSVM on multiplied features and code of the test's own;
 * sizes, folds, copies, limits, planted features. */
#include "context_fixture.h"

#include "svm_fixture.h"

#include "method/svm_l0/arom.h"
#include "method/svm_l0/svm_l0.h"

enum { MOST = 400, STEPS = 100 };
static const ard_basis identity = {ARD_IDENTITY, 0};

static ard_settings settings_of(double k, double cost)
{
    ard_settings s = settings_at(&ard_method_svm_l0, (const char *[]){"C"}, &cost, 1);
    s.value[SVM_L0_K] = k;
    s.value[SVM_L0_TOL] = 1e-9;
    return s;
}

/* ---- by hand */

/* Rows in which nothing is alike: columns of other spreads and means. */
static rows rows_of(int64_t n, int64_t p, uint64_t seed)
{
    rows r = make_rows_of(n, p, false, false, seed);
    for (int64_t k = 0; k < p; k++)
        for (int64_t i = 0; i < n; i++) r.x[i + k * n] = (.5 + (double)(k % 4) / 4) * r.x[i + k * n] + .1 * (double)(k % 3);
    return r;
}

typedef struct by_hand {
    int64_t calls, left, order[MOST]; /* those that are left, the largest first; those that went last; .. */
    int64_t n_features[STEPS];
    double objective[STEPS], v[MOST], part[MOST]; /* part: of a feature in f, in the last machine that it had a part in */
    int64_t went[MOST];                           /* with which machine; those that are left: with none */
} by_hand;

static double spread_of(const rows *r, int64_t n, const int64_t *in, int64_t k)
{
    double mean = 0, square = 0, weight = 0;
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = in ? in[i] : i;
        mean += weight_of(r, row) * r->x[row + k * r->n];
        weight += weight_of(r, row);
    }
    mean /= weight;
    for (int64_t i = 0; i < n; i++) {
        const int64_t row = in ? in[i] : i;
        square += weight_of(r, row) * pow(r->x[row + k * r->n] - mean, 2);
    }
    return sqrt(square / weight);
}

/* A machine of the features times z, those that are gone with 0: v, and what its slack costs. */
static double machine_by_hand(const rows *r, int64_t n, const int64_t *in, const double *z, double cost, const double weight[2],
                              double *v)
{
    libsvm_table t = libsvm_rows(r, n, in, r->p, NULL);
    double slack = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < r->p; k++) t.row[i][k].value *= z[k];
    struct svm_model *model = libsvm_train(&t, LINEAR, 0, 0, cost, 1e-9, weight[0], weight[1]);
    for (int64_t k = 0; k < r->p; k++) {
        v[k] = 0;
        for (int s = 0; s < model->l; s++) v[k] += z[k] * model->sv_coef[0][s] * model->SV[s][k].value;
    }
    for (int64_t i = 0; i < n; i++)
        slack += cost * weight[t.sign[i] > 0] * fmax(0, 1 - t.sign[i] * libsvm_value(model, t.row[i]));
    svm_free_and_destroy_model(&model);
    free_libsvm_rows(&t);
    return slack;
}

/* Put the largest of the first n in its place, then the next. */
static void largest_first(int64_t n, int64_t *order, const double *value)
{
    for (int64_t a = 0; a < n; a++)
        for (int64_t b = a + 1; b < n; b++)
            if (value[order[b]] > value[order[a]]) {
                const int64_t other = order[a];
                order[a] = order[b];
                order[b] = other;
            }
}

static void arom_by_hand(const rows *r, int64_t n, const int64_t *in, double cost, by_hand *h)
{
    const double weight[2] = {1, r->weight ? r->weight[0] : 1}; /* of weigh_yes */
    double z[MOST], *part = h->part, unit = 0, gone = 0;
    *h = (by_hand){.left = r->p};
    for (int64_t k = 0; k < r->p; k++) z[k] = 1, h->order[k] = k, h->went[k] = STEPS;
    for (bool settled = false; !settled && h->calls < STEPS; h->calls++) {
        const int64_t before = h->left;
        double whole = 0, then = 0, sum = 0;
        const double slack = machine_by_hand(r, n, in, z, cost, weight, h->v);
        for (int64_t t = 0; t < before; t++) {
            const int64_t k = h->order[t];
            const double spread = spread_of(r, n, in, k);
            part[k] = fabs(h->v[k]) * spread;
            whole += spread * spread;
            then += part[k] * part[k];
        }
        if (h->calls == 0) unit = sqrt(whole / then);
        largest_first(before, h->order, part);
        settled = true;
        for (int64_t t = before - 1; t >= 0; t--) {
            const int64_t k = h->order[t];
            const double next = unit * fabs(h->v[k]);
            if (part[k] < 1e-6 * part[h->order[0]]) {
                gone += log(fabs(h->v[k]));
                h->left = t;
                h->went[k] = h->calls;
                z[k] = 0;
            } else {
                sum += log(fabs(h->v[k]));
                settled = settled && fabs(next - z[k]) < 1e-3 * z[k];
                z[k] = next;
            }
        }
        settled = settled && h->left == before;
        h->objective[h->calls] = -slack - (gone + sum) / (unit * unit);
        h->n_features[h->calls] = h->left;
    }
}

/* The positive class weighs 2.5. */
static void weigh_yes(rows *r)
{
    r->weight = make_reals(r->n);
    r->label[0] = 1;
    for (int64_t i = 0; i < r->n; i++) r->weight[i] = r->label[i] ? 2.5 : 1;
}

/* ---- */

typedef struct outcome {
    const int64_t *order;
    ard_order of;
    ard_trace trace;
} outcome;

static void order_of(const ard_problem *problem, double cost, int64_t max_iter, outcome *out)
{
    ard_stop stop = ARD_STOP_NONE;
    *out = (outcome){.order = NULL};
    assert_int_equal(ard_order_open(context, problem, &out->of), ARDOR_OK);
    out->order = out->of.column;
    const ard_order_ask ask = {.csvc = {.cost = cost, .tol = 1e-9}, .max_iter = max_iter, .trace = &out->trace};
    assert_int_equal(l0_order(context, &ard_method_svm_l0, problem, &ask, &out->of, &stop), ARDOR_OK);
    assert_true(stop == ARD_STOP_NONE);
}

static void close_outcome(outcome *o)
{
    ard_trace_free(context, &o->trace);
    ard_order_close(context, &o->of);
}

static const struct {
    int64_t n, p;
    double cost;
    bool weighted;
    uint64_t seed;
} sizes[] = {
    {80, 6, 1, false, 201}, {80, 6, .02, true, 203}, {40, 65, 1, false, 205}, {30, 300, 1, true, 207}, {60, 20, .1, false, 209}};

static void machines_and_order_are_those_of_the_paper(void **state)
{
    (void)state;
    int64_t most_gone = 0, most_left = 0;
    for (int s = 0; s < COUNT_OF(sizes); s++) {
        rows r = rows_of(sizes[s].n, sizes[s].p, sizes[s].seed);
        by_hand wanted;
        outcome found;
        if (sizes[s].weighted) weigh_yes(&r);
        order_of(rows_problem(&r, identity), sizes[s].cost, STEPS, &found);
        arom_by_hand(&r, r.n, NULL, sizes[s].cost, &wanted);
        assert_true(found.of.stop == ARD_STOP_CONVERGED && wanted.calls < STEPS);
        assert_int_equal(found.of.calls, wanted.calls);
        assert_int_equal(found.of.left, wanted.left);
        assert_int_equal(found.trace.n, wanted.calls);
        for (int64_t t = 0; t < wanted.calls; t++) {
            const ard_iteration *row = found.trace.iteration + t;
            assert_near(row->objective, wanted.objective[t], 1e-4 * (1 + fabs(wanted.objective[t])), "the objective");
            assert_int_equal(row->n_features, wanted.n_features[t]);
            assert_true(row->certificate.kind == ARD_CERTIFICATE_KKT && row->certificate.weights < 1e-3);
        }
        for (int64_t t = 0; t < r.p; t++) { /* parts that single precision does not tell apart may be either way round */
            const int64_t k = found.order[t], other = wanted.order[t];
            assert_int_equal(wanted.went[k], wanted.went[other]);
            assert_near(wanted.part[k], wanted.part[other], 1e-3 * wanted.part[other] + 1e-9, "the part of a feature");
        }
        most_gone = ard_max64(most_gone, r.p - found.of.left);
        most_left = ard_max64(most_left, found.of.left);
        close_outcome(&found);
        free_rows(&r);
    }
    assert_true(most_gone > 200 && most_left > 3);
}

static void the_objective_rises(void **state)
{
    (void)state;
    for (int s = 0; s < COUNT_OF(sizes); s++) {
        rows r = rows_of(sizes[s].n, sizes[s].p, sizes[s].seed + 1000);
        outcome found;
        order_of(rows_problem(&r, identity), sizes[s].cost, STEPS, &found);
        assert_true(found.trace.n > 2);
        for (int64_t t = 1; t < found.trace.n; t++) {
            const double was = found.trace.iteration[t - 1].objective, is = found.trace.iteration[t].objective;
            if (is < was - 1e-5 * (1 + fabs(was)))
                fail_msg("problem %d, machine %lld: %.9g after %.9g", s, (long long)t, is, was);
        }
        close_outcome(&found);
        free_rows(&r);
    }
}

/* Each size is a machine of the first columns of the one order, of the features as they are; automatic: those that are left. */
static void sizes_are_of_one_order(void **state)
{
    (void)state;
    enum { N = 50, P = 40 };
    static const double ks[] = {NAN, 1, 3, 12, 40, 100};
    rows r = rows_of(N, P, 211);
    const ard_problem *problem = rows_problem(&r, identity);
    by_hand h;
    void *work = NULL;
    ard_settings settings = settings_of(1, 2);
    arom_by_hand(&r, N, NULL, 2, &h);
    assert_int_equal(ard_method_svm_l0.open(&ard_method_svm_l0, context, problem, &settings, &work), ARDOR_OK);
    for (int s = 0; s < COUNT_OF(ks); s++) {
        ard_fit fit, fresh;
        double weight[2] = {1, 1}, z[P] = {0}, v[P];
        settings = settings_of(ks[s], 2);
        const int64_t kept = isnan(ks[s]) ? h.left : ard_min64((int64_t)ks[s], P);
        assert_int_equal(ard_method_svm_l0.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
        must_fit(&ard_method_svm_l0, problem, &settings, NULL, &fresh);
        assert_int_equal(fit.iterations, fresh.iterations);
        assert_true(fit.iterations > (kept < P ? h.calls : 5));
        assert_int_equal(fit.machine.n_features, kept);
        assert_true(fit.used[SVM_L0_K] == (isnan(ks[s]) ? (double)h.left : ks[s]));
        for (int64_t j = 0; j < kept; j++) z[h.order[j]] = 1;
        machine_by_hand(&r, N, NULL, z, 2, weight, v);
        answer a = answer_of(&r, &fit, fit.extra[ARD_CSVC_SLOPE], fit.extra[ARD_CSVC_INTERCEPT]);
        for (int64_t k = 0; k < P; k++) assert_near(fabs(a.weight[k]), fabs(v[k]), 1e-6, "a weight");
        for (int64_t j = 0; j < kept; j++) assert_int_equal(fit.machine.feature[j], fresh.machine.feature[j]);
        assert_true(fit.certificate.kind == ARD_CERTIFICATE_KKT && fit.certificate.weights < 1e-4);
        free_answer(&a);
        ard_fit_free(context, &fresh);
        ard_fit_free(context, &fit);
    }
    ard_method_svm_l0.close(work);
    free_rows(&r);
}

/* Another C is another order, of all the rows and of the folds; a trace is of an order that is made for it. */
static void another_cost_begins_anew(void **state)
{
    (void)state;
    rows r = rows_of(60, 12, 213);
    const ard_problem *problem = rows_problem(&r, identity);
    const double costs[] = {3, .02, 3};
    void *work = NULL;
    ard_settings settings = settings_of(NAN, 3);
    assert_int_equal(ard_method_svm_l0.open(&ard_method_svm_l0, context, problem, &settings, &work), ARDOR_OK);
    for (int s = 0; s < COUNT_OF(costs); s++) {
        ard_fit fit, again, fresh;
        settings = settings_of(NAN, costs[s]);
        assert_int_equal(ard_method_svm_l0.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
        assert_int_equal(ard_method_svm_l0.solve(work, &settings, NULL, &(ard_ask){true, true}, &again), ARDOR_OK);
        must_fit(&ard_method_svm_l0, problem, &settings, NULL, &fresh);
        assert_int_equal(fit.machine.n_features, fresh.machine.n_features);
        assert_true(fit.extra[ARD_CSVC_SLOPE] == fresh.extra[ARD_CSVC_SLOPE]);
        assert_true(again.extra[ARD_CSVC_SLOPE] == fresh.extra[ARD_CSVC_SLOPE]);
        assert_int_equal(fit.iterations, fresh.iterations);
        assert_int_equal(again.iterations, fresh.iterations);
        assert_true(fit.trace.n == 0 && again.trace.n > 1);
        assert_int_equal(again.trace.iteration[again.trace.n - 1].n_features, again.machine.n_features);
        ard_fit_free(context, &fresh);
        ard_fit_free(context, &again);
        ard_fit_free(context, &fit);
    }
    ard_method_svm_l0.close(work);
    free_rows(&r);
}

/* Platt's values are of rows that had no part in the order. */
static void folds_choose_for_themselves(void **state)
{
    (void)state;
    enum { N = 50, P = 30 };
    rows r = rows_of(N, P, 217);
    const ard_problem *problem = rows_problem(&r, identity);
    const ard_settings settings = settings_of(NAN, 1);
    double f[N], slope = 0, intercept = 0;
    ard_platt_folds folds = {0};
    ard_fit fit;
    assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 5);
    for (int fold = 0; fold < folds.n; fold++) {
        int64_t in[N], n_in = 0;
        by_hand h;
        for (int64_t i = 0; i < N; i++)
            if (folds.fold[i] != fold) in[n_in++] = i;
        arom_by_hand(&r, n_in, in, 1, &h);
        libsvm_table t = libsvm_rows(&r, n_in, in, h.left, h.order), all = libsvm_rows(&r, N, NULL, h.left, h.order);
        struct svm_model *model = libsvm_train(&t, LINEAR, 0, 0, 1, 1e-9, 1, 1);
        for (int64_t i = 0; i < N; i++)
            if (folds.fold[i] == fold) f[i] = libsvm_value(model, all.row[i]);
        svm_free_and_destroy_model(&model);
        free_libsvm_rows(&all);
        free_libsvm_rows(&t);
    }
    platt_by_hand(&r, f, &slope, &intercept);
    must_fit(&ard_method_svm_l0, problem, &settings, NULL, &fit);
    assert_near(fit.extra[ARD_CSVC_SLOPE], slope, 1e-5 * slope, "the slope");
    assert_near(fit.extra[ARD_CSVC_INTERCEPT], intercept, 1e-5, "the intercept");
    ard_fit_free(context, &fit);
    ard_platt_free(context, &folds);
    free_rows(&r);
}

/* Copies, mirrored ones too, and constant columns change nothing, wherever they stand: the first copy is the feature. */
static void copies_and_constants_have_no_part(void **state)
{
    (void)state;
    enum { N = 40, P = 12, MORE = 17 };
    rows r = rows_of(N, P, 223), wide = rows_of(N, MORE, 1);
    memcpy(wide.label, r.label, N * sizeof *r.label);
    /* 2 of r stands at 4, 9 and, mirrored, at 1; 0 and 3 at 6 and 13 */
    const int64_t from[MORE] = {0, -2, 1, 3, 2, 4, -100, 5, 6, 2, 7, 8, 9, -101, 10, 11, 0};
    for (int64_t k = 0; k < MORE; k++)
        for (int64_t i = 0; i < N; i++)
            wide.x[i + k * N] = from[k] <= -100 ? (double)(from[k] + 100) * -3
                                : from[k] < 0   ? -r.x[i - from[k] * N]
                                                : r.x[i + from[k] * N];
    outcome plain, more;
    order_of(rows_problem(&r, identity), 1, STEPS, &plain);
    order_of(rows_problem(&wide, identity), 1, STEPS, &more);
    assert_int_equal(plain.of.left, more.of.left);
    assert_int_equal(plain.of.calls, more.of.calls);
    assert_true(plain.of.left > 2 && plain.of.left < P);
    bool last[MORE] = {false};
    for (int64_t k = 0; k < P; k++) {
        const int64_t at = more.order[k], of = from[at] == -2 ? 2 : from[at];
        assert_int_equal(of, plain.order[k]);
        if (of == 2) assert_int_equal(at, 1);
        if (of == 0) assert_int_equal(at, 0);
    }
    for (int64_t k = P; k < MORE; k++) last[more.order[k]] = true;
    assert_true(last[4] && last[9] && last[6] && last[13] && last[16]);
    close_outcome(&more);
    close_outcome(&plain);
    free_rows(&wide);
    free_rows(&r);
}

static void constant_columns_are_the_null_model(void **state)
{
    (void)state;
    rows r = rows_of(20, 3, 227);
    const ard_settings settings = settings_of(NAN, 1);
    ard_fit fit;
    for (int64_t i = 0; i < 60; i++) r.x[i] = (double)(i / 20);
    must_fit(&ard_method_svm_l0, rows_problem(&r, identity), &settings, NULL, &fit);
    assert_true(fit.null_model && fit.machine.n_features == 0 && isnan(fit.used[SVM_L0_K]));
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* The limit says so where it decided what is kept, and not where the size was given and reached. */
static void the_limit_is_told(void **state)
{
    (void)state;
    rows r = rows_of(80, 120, 229);
    const ard_problem *problem = rows_problem(&r, identity);
    static const struct {
        double k;
        ard_stop stop;
    } cases[] = {{NAN, ARD_STOP_MAX_ITER}, {2, ARD_STOP_MAX_ITER}, {119, ARD_STOP_CONVERGED}, {120, ARD_STOP_CONVERGED}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        ard_fit fit;
        ard_settings settings = settings_of(cases[c].k, 1);
        settings.value[SVM_L0_MAX_ITER] = 3;
        settings.value[SVM_L0_TOL] = 1e-4;
        must_fit(&ard_method_svm_l0, problem, &settings, NULL, &fit);
        assert_int_equal(fit.stop, cases[c].stop);
        if (isnan(cases[c].k)) assert_true(fit.machine.n_features > 5 && fit.machine.n_features < 119);
        if (isnan(cases[c].k)) assert_int_equal(fit.iterations, 6 * 4);
        ard_fit_free(context, &fit);
    }
    free_rows(&r);
}

/* 100 x 10000, of which three tell the classes apart without an error: they are among the ten at most that are kept. */
static void planted_features_are_found(void **state)
{
    (void)state;
    enum { N = 100, P = 10000 };
    rows r = make_rows_of(N, P, false, false, 233);
    static const int64_t planted[] = {17, 4321, 9998};
    for (int64_t i = 0; i < N; i++) {
        const double sum = r.x[i + planted[0] * N] - r.x[i + planted[1] * N] + r.x[i + planted[2] * N];
        r.label[i] = sum > 0;
        for (int t = 0; t < 3; t++) r.x[i + planted[t] * N] += (t == 1 ? -.8 : .8) * sign_of(&r, i);
    }
    ard_fit fit;
    const ard_settings settings = settings_of(NAN, 1), three = settings_of(3, 1);
    must_fit(&ard_method_svm_l0, rows_problem(&r, identity), &settings, NULL, &fit);
    bool found[3] = {false, false, false};
    for (int64_t j = 0; j < fit.machine.n_features; j++)
        for (int t = 0; t < 3; t++) found[t] = found[t] || fit.machine.feature[j] == planted[t];
    assert_true(found[0] && found[1] && found[2]);
    assert_true(fit.machine.n_features <= 10);
    ard_fit_free(context, &fit);
    must_fit(&ard_method_svm_l0, rows_problem(&r, identity), &three, NULL, &fit);
    assert_int_equal(fit.machine.n_features, 3);
    for (int t = 0; t < 3; t++) assert_int_equal(fit.machine.feature[t], planted[t]);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

static void costs_are_over_the_kernel(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        rows r = make_rows_of(20, wide ? 80 : 5, false, false, 239);
        ard_settings settings;
        ard_settings_default(&ard_method_svm_l0, &settings);
        for (int fine = 0; fine < 2; fine++) {
            ard_grid grid;
            assert_int_equal(
                ard_method_svm_l0.grid(&ard_method_svm_l0, context, rows_problem(&r, identity), &settings, fine, &grid), 0);
            assert_int_equal(grid.n, fine ? 9 : 5);
            assert_true(grid.n_tuned == 1 && grid.setting[0] == SVM_L0_C);
            for (int64_t i = 0; i < grid.n; i++)
                assert_near(grid.value[i], pow(10, (double)i / (fine ? 2 : 1) - 2) / (wide ? 20 : 5), 1e-12 * grid.value[i], "C");
            ard_grid_free(context, &grid);
        }
        free_rows(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(machines_and_order_are_those_of_the_paper),
                                       cmocka_unit_test(the_objective_rises),
                                       cmocka_unit_test(sizes_are_of_one_order),
                                       cmocka_unit_test(another_cost_begins_anew),
                                       cmocka_unit_test(folds_choose_for_themselves),
                                       cmocka_unit_test(copies_and_constants_have_no_part),
                                       cmocka_unit_test(constant_columns_are_the_null_model),
                                       cmocka_unit_test(the_limit_is_told),
                                       cmocka_unit_test(planted_features_are_found),
                                       cmocka_unit_test(costs_are_over_the_kernel)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
