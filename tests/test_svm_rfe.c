/* Recursive feature elimination: the order, the sizes and the folds by LIBSVM and code of the test's own; copies and orders of
 * columns; many features. */
#include "context_fixture.h"

#include "svm_fixture.h"

#include "eliminate_fixture.h"

#include "method/svm_rfe/eliminate.h"
#include "method/svm_rfe/svm_rfe.h"

static const ard_basis identity = {ARD_IDENTITY, 0};
static const ard_order_ask exact = {.csvc = {.cost = 1, .tol = 1e-9}};

static ard_settings settings_of(double k)
{
    ard_settings s = settings_at(&ard_method_svm_rfe, (const char *[]){"k"}, &k, 1);
    s.value[SVM_RFE_TOL] = 1e-9;
    return s;
}

/* The linear machine of some columns on some rows: its weights. */
static struct svm_model *weights_by_hand(const libsvm_table *t, double *weight)
{
    struct svm_model *model = libsvm_train(t, LINEAR, 0, 0, 1, 1e-9, 1, 1);
    for (int64_t k = 0; k < t->p; k++) {
        weight[k] = 0;
        for (int s = 0; s < model->l; s++) weight[k] += model->sv_coef[0][s] * model->SV[s][k].value;
    }
    return model;
}

/* Some rows of a table (in NULL: all). */
typedef struct some_rows {
    const rows *r;
    int64_t n_in;
    const int64_t *in;
} some_rows;

static void squares(void *self, int64_t n, const int64_t *column, double *worth)
{
    const some_rows *s = self;
    libsvm_table t = libsvm_rows(s->r, s->n_in, s->in, n, column);
    struct svm_model *model = weights_by_hand(&t, worth);
    for (int64_t k = 0; k < n; k++) worth[k] *= worth[k];
    svm_free_and_destroy_model(&model);
    free_libsvm_rows(&t);
}

static void order_of(const rows *r, int64_t n_in, const int64_t *in, int64_t *order)
{
    some_rows s = {r, n_in, in};
    for (int64_t k = 0; k < r->p; k++) order[k] = k;
    order_by_hand(r->p, squares, &s, order);
}

static void eliminate(const ard_problem *problem, int64_t *order, int64_t *calls)
{
    ard_order out;
    ard_stop stop = ARD_STOP_NONE;
    assert_int_equal(ard_order_open(context, problem, &out), ARDOR_OK);
    assert_int_equal(rfe_eliminate(context, &ard_method_svm_rfe, problem, &exact, &out, &stop), ARDOR_OK);
    assert_true(stop == ARD_STOP_NONE);
    memcpy(order, out.column, (size_t)problem->x->p * sizeof *order);
    if (calls) *calls = out.calls;
    ard_order_close(context, &out);
}

static void the_order_is_that_of_the_paper(void **state)
{
    (void)state;
    static const struct {
        int64_t n, p, calls;
    } size[] = {{60, 6, 5}, {40, 64, 63}, {40, 65, 64}, {30, 300, 66}}; /* 300, 150, 75, 64, 63, .. */
    for (int s = 0; s < COUNT_OF(size); s++) {
        rows r = make_rows_of(size[s].n, size[s].p, false, false, 101);
        int64_t *found = make_array(r.p, sizeof *found), *wanted = make_array(r.p, sizeof *wanted), calls = 0;
        eliminate(rows_problem(&r, identity), found, &calls);
        order_of(&r, r.n, NULL, wanted);
        for (int64_t k = 0; k < r.p; k++) assert_int_equal(found[k], wanted[k]);
        assert_int_equal(calls, size[s].calls);
        free(wanted);
        free(found);
        free_rows(&r);
    }
}

/* Every size is a machine of the first columns of one order, also where others came before it. */
static void sizes_share_an_elimination(void **state)
{
    (void)state;
    rows r = make_rows_of(50, 40, false, false, 103);
    const ard_problem *problem = rows_problem(&r, identity);
    int64_t order[40];
    double weight[40];
    void *work = NULL;
    ard_settings settings = settings_of(1);
    order_of(&r, r.n, NULL, order);
    assert_int_equal(ard_method_svm_rfe.open(&ard_method_svm_rfe, context, problem, &settings, &work), ARDOR_OK);
    for (int64_t k = 64; k >= 1; k /= 2) {
        ard_fit fit, fresh;
        settings = settings_of((double)k);
        const int64_t kept = ard_min64(k, r.p);
        assert_int_equal(ard_method_svm_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
        must_fit(&ard_method_svm_rfe, problem, &settings, NULL, &fresh);
        assert_int_equal(fit.iterations, fresh.iterations);
        /* an elimination, if there is one, and a machine, of all the rows and without each fold */
        assert_int_equal(fit.iterations, 6 * (k < r.p ? r.p : 1));
        assert_int_equal(fit.machine.n_features, kept);
        assert_true(fit.used[SVM_RFE_K] == (double)k);
        libsvm_table t = libsvm_rows(&r, r.n, NULL, kept, order);
        struct svm_model *model = weights_by_hand(&t, weight);
        answer a = answer_of(&r, &fit, fit.extra[ARD_CSVC_SLOPE], fit.extra[ARD_CSVC_INTERCEPT]);
        for (int64_t j = 0; j < kept; j++)
            assert_near(a.weight[order[j]], model->label[0] == 1 ? weight[j] : -weight[j], 1e-6, "a weight");
        for (int64_t i = 0; i < r.n; i++) assert_near(a.f[i], libsvm_value(model, t.row[i]), 1e-5, "f");
        for (int64_t j = 0; j < kept; j++)
            assert_true(function_of(&fit)->weight[j] == function_of(&fresh)->weight[j] &&
                        fit.machine.feature[j] == fresh.machine.feature[j]);
        assert_true(fit.certificate.kind == ARD_CERTIFICATE_KKT && fit.certificate.weights < 1e-5);
        free_answer(&a);
        svm_free_and_destroy_model(&model);
        free_libsvm_rows(&t);
        ard_fit_free(context, &fresh);
        ard_fit_free(context, &fit);
    }
    ard_method_svm_rfe.close(work);
    free_rows(&r);
}

/* Another C is another elimination, of all the rows and of the folds. */
static void another_cost_begins_anew(void **state)
{
    (void)state;
    rows r = make_rows_of(50, 12, false, false, 107);
    const ard_problem *problem = rows_problem(&r, identity);
    void *work = NULL;
    ard_settings settings = settings_of(3);
    ard_fit first, second, fresh;
    assert_int_equal(ard_method_svm_rfe.open(&ard_method_svm_rfe, context, problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_svm_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &first), ARDOR_OK);
    settings.value[SVM_RFE_C] = .002;
    assert_int_equal(ard_method_svm_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &second), ARDOR_OK);
    must_fit(&ard_method_svm_rfe, problem, &settings, NULL, &fresh);
    assert_int_equal(second.machine.n_features, fresh.machine.n_features);
    for (int64_t j = 0; j < fresh.machine.n_features; j++) {
        assert_int_equal(second.machine.feature[j], fresh.machine.feature[j]);
        assert_true(function_of(&second)->weight[j] == function_of(&fresh)->weight[j]);
    }
    assert_true(second.extra[ARD_CSVC_SLOPE] != first.extra[ARD_CSVC_SLOPE]);
    ard_method_svm_rfe.close(work);
    ard_fit_free(context, &fresh);
    ard_fit_free(context, &second);
    ard_fit_free(context, &first);
    free_rows(&r);
}

/* Platt's values are of rows that had no part in the elimination. */
static void folds_eliminate_for_themselves(void **state)
{
    (void)state;
    enum { N = 50, P = 30, K = 4 };
    rows r = make_rows_of(N, P, false, false, 109);
    const ard_problem *problem = rows_problem(&r, identity);
    const ard_settings settings = settings_of(K);
    double f[N], slope = 0, intercept = 0;
    ard_platt_folds folds = {0};
    ard_fit fit;
    assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    for (int fold = 0; fold < folds.n; fold++) {
        int64_t in[N], n_in = 0, order[P];
        double weight[P];
        for (int64_t i = 0; i < N; i++)
            if (folds.fold[i] != fold) in[n_in++] = i;
        order_of(&r, n_in, in, order);
        libsvm_table t = libsvm_rows(&r, n_in, in, K, order), all = libsvm_rows(&r, N, NULL, K, order);
        struct svm_model *model = weights_by_hand(&t, weight);
        for (int64_t i = 0; i < N; i++)
            if (folds.fold[i] == fold) f[i] = libsvm_value(model, all.row[i]);
        svm_free_and_destroy_model(&model);
        free_libsvm_rows(&all);
        free_libsvm_rows(&t);
    }
    platt_by_hand(&r, f, &slope, &intercept);
    must_fit(&ard_method_svm_rfe, problem, &settings, NULL, &fit);
    assert_near(fit.extra[ARD_CSVC_SLOPE], slope, 1e-5 * slope, "the slope");
    assert_near(fit.extra[ARD_CSVC_INTERCEPT], intercept, 1e-5, "the intercept");
    ard_fit_free(context, &fit);
    ard_platt_free(context, &folds);
    free_rows(&r);
}

/* Of copies the first column stays the longest; others keep their order wherever they stand, also those without a weight. */
static void the_order_is_of_contents(void **state)
{
    (void)state;
    enum { N = 40, P = 12 };
    rows r = make_rows_of(N, P, false, false, 113), moved = make_rows_of(N, P, false, false, 113);
    int64_t order[P], other[P];
    make_copies(&r);
    for (int64_t i = 0; i < N; i++) r.x[11 * N + i] = r.x[2 * N + i] * (1 + 1e-13); /* and, but for rounding, 11 */
    for (int64_t k = 0; k < P; k++) memcpy(moved.x + (7 * k + 3) % P * N, r.x + k * N, N * sizeof *r.x);
    eliminate(rows_problem(&r, identity), order, NULL);
    eliminate(rows_problem(&moved, identity), other, NULL);
    const int64_t copies[] = {2, 5, 8, 11};
    int seen = 0;
    for (int64_t k = 0; k < P; k++) {
        const bool copy = order[k] == 2 || order[k] == 5 || order[k] == 8 || order[k] == 11;
        if (!copy) assert_int_equal(other[k], (7 * order[k] + 3) % P);
        if (copy) assert_int_equal(order[k], copies[seen++]);
    }
    assert_int_equal(seen, 4);
    free_rows(&moved);
    free_rows(&r);
}

static void many_features(void **state)
{
    (void)state;
    rows r = make_many_columns(127);
    const ard_settings settings = settings_of(6);
    ard_fit fit;
    must_fit(&ard_method_svm_rfe, rows_problem(&r, identity), &settings, NULL, &fit);
    check_many_columns(&fit);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

static void sizes_are_doubled(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 5, false, false, 131);
    ard_settings settings;
    ard_grid grid;
    ard_settings_default(&ard_method_svm_rfe, &settings);
    const ard_problem *problem = rows_problem(&r, identity);
    assert_int_equal(ard_method_svm_rfe.grid(&ard_method_svm_rfe, context, problem, &settings, false, &grid), ARDOR_OK);
    assert_int_equal(grid.n, 11);
    for (int64_t i = 0; i < grid.n; i++) assert_true(grid.value[i] == (double)(1 << i));
    ard_grid_free(context, &grid);
    free_rows(&r);
}

/* ------------------------------------------------------------------ cancelled */

static int64_t calls, cancel_at;

/* LIBSVM says so at the end of each call. */
static void count_call(const char *text)
{
    if (strstr(text, "#iter") && ++calls == cancel_at) ardor_cancel(context);
}

/* In any call of LIBSVM: it is the last. Before the features are chosen there is no fit; after that one that says so. */
static void a_cancel_ends_it(void **state)
{
    (void)state;
    rows r = make_rows_of(40, 12, false, false, 107);
    const ard_settings settings = settings_of(3);
    const ard_problem *problem = rows_problem(&r, identity);
    ard_fit fit;
    assert_int_equal(fit_problem(context, &ard_method_svm_rfe, problem, &settings, NULL, false, &fit), ARDOR_OK);
    const int64_t all = fit.iterations, chosen = 11; /* eliminations of all the rows */
    ard_fit_free(context, &fit);
    svm_set_print_string_function(count_call);
    for (cancel_at = 1; cancel_at <= all; cancel_at++) {
        calls = 0;
        const int rc = fit_problem(context, &ard_method_svm_rfe, problem, &settings, NULL, false, &fit);
        if (calls != cancel_at) fail_msg("cancelled in call %d, but there were %d", (int)cancel_at, (int)calls);
        assert_int_equal(rc, cancel_at <= chosen ? ARDOR_CANCELLED : ARDOR_OK);
        if (rc == ARDOR_OK) assert_int_equal(fit.stop, ARD_STOP_CANCELLED);
        ard_fit_free(context, &fit);
        ardor_cancel_reset(context);
    }
    svm_set_print_string_function(no_text);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_is_that_of_the_paper),
                                       cmocka_unit_test(sizes_share_an_elimination),
                                       cmocka_unit_test(another_cost_begins_anew),
                                       cmocka_unit_test(folds_eliminate_for_themselves),
                                       cmocka_unit_test(the_order_is_of_contents),
                                       cmocka_unit_test(many_features),
                                       cmocka_unit_test(sizes_are_doubled),
                                       cmocka_unit_test(a_cancel_ends_it)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
