/* The squared hinge with an L1 rate: against a solver of the test's own; Platt's line recomputed fold by fold; what has no
 * line. */
#include "context_fixture.h"

#include "penalised_fixture.h"

#include "method/shared/platt.h"
#include "method/svm_l1/hinge.h"
#include "method/svm_l1/svm_l1.h"

static const ard_basis identity = {ARD_IDENTITY, 0};

static void fit_at(rows *r, const char *rate, double value, const ard_fit *warm, ard_fit *out)
{
    const ard_settings settings = settings_at(&ard_method_svm_l1, &rate, &value, 1);
    must_fit(&ard_method_svm_l1, rows_problem(r, identity), &settings, warm, out);
}

static answer machine_of(const rows *r, const ard_fit *fit)
{
    return answer_of(r, fit, fit->extra[SVM_L1_SLOPE], fit->extra[SVM_L1_INTERCEPT]);
}

/* The loss as proximal Newton sees it: derivatives against differences, away from the corner. */
static void the_hinge_has_its_derivatives(void **state)
{
    (void)state;
    const int32_t label[] = {1, 0, 1, 0, 1};
    const double weight[] = {1, 2, .5, 1, 3}, f[] = {.3, -.2, 1.7, 2, -4};
    const ard_targets t = {5, 2, label, weight, 7.5};
    double residual[5], curvature[5], none[5], bias = 0;
    ard_squared_hinge.derivatives(&t, f, residual, curvature);
    ard_squared_hinge.derivatives(&t, f, none, NULL);
    for (int i = 0; i < 5; i++) {
        const double h = 1e-4;
        double up[5], down[5], above[5], below[5];
        memcpy(up, f, sizeof up);
        memcpy(down, f, sizeof down);
        up[i] += h;
        down[i] -= h;
        const double slope = (ard_squared_hinge.value(&t, up) - ard_squared_hinge.value(&t, down)) / (2 * h);
        ard_squared_hinge.derivatives(&t, up, above, NULL);
        ard_squared_hinge.derivatives(&t, down, below, NULL);
        assert_near(residual[i], slope, 1e-8, "a residual");
        assert_near(curvature[i], -(above[i] - below[i]) / (2 * h), 1e-7, "a curvature");
        assert_true(none[i] == residual[i]);
    }
    assert_true(residual[2] == 0 && curvature[2] == 0);
    ard_squared_hinge.intercepts(2, (double[]){.3, .7}, &bias);
    assert_near(bias, .4, 1e-15, "the bias");
    assert_int_equal(ard_squared_hinge.outputs(3), 0);
}

static void optima_match_an_independent_solver(void **state)
{
    (void)state;
    static const struct {
        int64_t n, p;
        double lam;
    } size[] = {{60, 12, 3}, {25, 70, 4}, {80, 5, .1}};
    for (int mode = 0; mode < 4; mode++)
        for (int k = 0; k < COUNT_OF(size); k++) {
            rows r = make_rows_of(size[k].n, size[k].p, mode & 1, mode & 2, 31);
            ard_fit fit;
            fit_at(&r, "lam1", size[k].lam, NULL, &fit);
            answer found = machine_of(&r, &fit);
            assert_int_equal(fit.stop, ARD_STOP_CONVERGED);
            check_optimum(&r, &hinge_loss, fit.objective, &found, size[k].lam, 1);
            free_answer(&found);
            ard_fit_free(context, &fit);
            free_rows(&r);
        }
}

/* Every fold by the other solver, at the same rate. */
static void the_line_is_of_values_out_of_fold(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        rows r = make_rows_of(60, 8, mode & 1, mode & 2, 37);
        const ard_problem *problem = rows_problem(&r, identity);
        double *f = make_reals(r.n), slope = 0, intercept = 0;
        ard_platt_folds folds = {0};
        ard_fit fit;
        assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
        assert_int_equal(folds.n, 5);
        for (int fold = 0; fold < folds.n; fold++) {
            rows part = r;
            part.weight = make_reals(r.n);
            for (int64_t i = 0; i < r.n; i++) part.weight[i] = folds.fold[i] == fold ? 0 : weight_of(&r, i);
            answer a = reference_of(&part, &hinge_loss, 2, 1);
            for (int64_t i = 0; i < r.n; i++)
                if (folds.fold[i] == fold) f[i] = a.f[i];
            free_answer(&a);
            free(part.weight);
        }
        platt_by_hand(&r, f, &slope, &intercept);
        fit_at(&r, "lam1", 2, NULL, &fit);
        assert_near(fit.extra[SVM_L1_SLOPE], slope, 1e-5 * slope, "the slope");
        assert_near(fit.extra[SVM_L1_INTERCEPT], intercept, 1e-5, "the intercept");
        assert_string_equal(function_of(&fit)->link->name, "logit");
        ard_fit_free(context, &fit);
        ard_platt_free(context, &folds);
        free(f);
        free_rows(&r);
    }
}

/* Few different rows, many of them in both classes: a row is in the fold of its copies, or the fit without the fold would know it
 * by the other class, and values would fall with the classes. */
static void copies_of_both_classes_go_together(void **state)
{
    (void)state;
    enum { DIFFERENT = 30, TIMES = 6 };
    rows r = make_rows_of(DIFFERENT * TIMES, 3, false, true, 43);
    for (int64_t i = 0; i < r.n; i++) {
        const int64_t of = i % DIFFERENT;
        for (int64_t j = 0; j < r.p; j++) r.x[j * r.n + i] = r.x[j * r.n + of];
        r.label[i] = (r.x[of] > 0) == (i / DIFFERENT > 0 || of % 3 == 0); /* in two thirds one in six has the other */
    }
    const ard_problem *problem = rows_problem(&r, identity);
    ard_platt_folds folds = {0};
    ard_fit fit;
    assert_int_equal(ard_platt_deal(context, problem, 1, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 5);
    for (int64_t i = 0; i < r.n; i++) assert_int_equal(folds.fold[i], folds.fold[i % DIFFERENT]);
    fit_at(&r, "lam1", 1, NULL, &fit);
    assert_true(fit.extra[SVM_L1_SLOPE] > 0);
    ard_fit_free(context, &fit);
    ard_platt_free(context, &folds);

    /* All of a class in one fold: without it there would be one class. */
    for (int64_t i = 0; i < r.n; i++) r.label[i] = i % DIFFERENT == 0 && i >= DIFFERENT;
    assert_int_equal(ard_platt_deal(context, problem, 1, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 0);
    ard_platt_free(context, &folds);
    free_rows(&r);
}

/* A class goes round the folds; copies of a row stay together; another seed is another deal. */
static void folds_are_dealt_by_class(void **state)
{
    (void)state;
    rows r = make_rows_of(47, 3, false, false, 41);
    for (int64_t j = 0; j < r.p; j++) r.x[j * r.n + 1] = r.x[j * r.n];
    r.label[1] = r.label[0];
    const ard_problem *problem = rows_problem(&r, identity);
    ard_platt_folds one = {0}, other = {0};
    int count[2][5] = {{0}}, same = 0;
    assert_int_equal(ard_platt_deal(context, problem, 1, ARD_PLATT_FOLDS, &one), ARDOR_OK);
    assert_int_equal(ard_platt_deal(context, problem, 2, ARD_PLATT_FOLDS, &other), ARDOR_OK);
    for (int64_t i = 0; i < r.n; i++) {
        count[r.label[i]][one.fold[i]]++;
        same += one.fold[i] == other.fold[i];
    }
    for (int c = 0; c < 2; c++)
        for (int fold = 1; fold < 5; fold++) assert_true(abs(count[c][fold] - count[c][0]) <= 2);
    assert_int_equal(one.fold[0], one.fold[1]);
    assert_true(same < r.n);
    ard_platt_free(context, &other);
    ard_platt_free(context, &one);
    free_rows(&r);
}

/* Groups of four rows stay together, and two of them, as each has a copy of the same row; their numbers do not matter. */
static void groups_stay_together(void **state)
{
    (void)state;
    enum { ROWS = 80, SIZE = 4, N_GROUPS = ROWS / SIZE };
    rows r = make_rows_of(ROWS, 3, false, false, 47);
    int32_t group[ROWS], other_number[ROWS];
    ard_platt_folds folds = {0}, other = {0}, plain = {0};
    int used[5] = {0}, apart = 0;
    for (int i = 0; i < ROWS; i++) {
        group[i] = i / SIZE;
        other_number[i] = N_GROUPS - 1 - i / SIZE;
    }
    for (int64_t j = 0; j < r.p; j++) r.x[j * r.n + 5 * SIZE] = r.x[j * r.n + 11 * SIZE + 2];
    ard_problem problem = *rows_problem(&r, identity);
    assert_int_equal(ard_platt_deal(context, &problem, 1, ARD_PLATT_FOLDS, &plain), ARDOR_OK);
    problem.group = group;
    assert_int_equal(ard_platt_deal(context, &problem, 1, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    problem.group = other_number;
    assert_int_equal(ard_platt_deal(context, &problem, 1, ARD_PLATT_FOLDS, &other), ARDOR_OK);
    assert_int_equal(folds.n, 5);
    for (int i = 0; i < ROWS; i++) {
        assert_int_equal(folds.fold[i], folds.fold[i / SIZE * SIZE]);
        assert_int_equal(folds.fold[i], other.fold[i]);
        apart += plain.fold[i] != plain.fold[i / SIZE * SIZE];
        used[folds.fold[i]]++;
    }
    assert_int_equal(folds.fold[5 * SIZE], folds.fold[11 * SIZE]);
    for (int fold = 0; fold < 5; fold++) assert_true(used[fold] > 0);
    assert_true(apart > 0); /* the test has something to see */
    ard_platt_free(context, &plain);
    ard_platt_free(context, &other);
    ard_platt_free(context, &folds);

    /* All of a class in one group: without it there would be one class. */
    for (int i = 0; i < ROWS; i++) r.label[i] = i < SIZE;
    problem = *rows_problem(&r, identity);
    problem.group = group;
    assert_int_equal(ard_platt_deal(context, &problem, 1, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 0);
    ard_platt_free(context, &folds);
    free_rows(&r);
}

/* The other class for each: the same folds, of rows that are there in both classes too. */
static void folds_do_not_know_which_class_is_which(void **state)
{
    (void)state;
    enum { BOTH = 11 };
    rows r = make_rows_of(48, 3, false, false, 59), turned = make_rows_of(48, 3, false, false, 59);
    ard_platt_folds one = {0}, other = {0};
    for (int64_t i = 0; i < BOTH; i++) {
        for (int64_t j = 0; j < r.p; j++) r.x[j * r.n + BOTH + i] = r.x[j * r.n + i];
        r.label[i] = i % 2;
        r.label[BOTH + i] = !r.label[i];
    }
    memcpy(turned.x, r.x, (size_t)(r.n * r.p) * sizeof *r.x);
    for (int64_t i = 0; i < r.n; i++) turned.label[i] = !r.label[i];
    const ard_problem *a = rows_problem(&r, identity), *b = rows_problem(&turned, identity);
    assert_int_equal(ard_platt_deal(context, a, 1, ARD_PLATT_FOLDS, &one), ARDOR_OK);
    assert_int_equal(ard_platt_deal(context, b, 1, ARD_PLATT_FOLDS, &other), ARDOR_OK);
    for (int64_t i = 0; i < r.n; i++) assert_int_equal(one.fold[i], other.fold[i]);
    ard_platt_free(context, &other);
    ard_platt_free(context, &one);
    free_rows(&turned);
    free_rows(&r);
}

/* Of one row of a class there is no fold: the values are those of the fit. */
static void a_class_of_one_row_has_values_of_the_fit(void **state)
{
    (void)state;
    rows r = make_rows_of(30, 4, false, false, 43);
    double slope = 0, intercept = 0;
    ard_fit fit;
    for (int64_t i = 0; i < r.n; i++) r.label[i] = i == 7;
    fit_at(&r, "lam1", .3, NULL, &fit);
    answer a = machine_of(&r, &fit);
    platt_by_hand(&r, a.f, &slope, &intercept);
    assert_near(fit.extra[SVM_L1_SLOPE], slope, 1e-6 * slope, "the slope");
    assert_near(fit.extra[SVM_L1_INTERCEPT], intercept, 1e-6 * fabs(intercept), "the intercept");
    free_answer(&a);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* Values that fall with the classes, values that are alike, and no features: the shares of the classes. */
static void without_a_line_there_are_shares(void **state)
{
    (void)state;
    rows r = make_rows_of(30, 4, true, false, 47);
    const ard_problem *problem = rows_problem(&r, identity);
    double f[30], slope = 1, intercept = 0, share[2] = {0};
    ard_fit fit;
    for (int64_t i = 0; i < r.n; i++) share[r.label[i]] += r.weight[i];
    for (int alike = 0; alike < 2; alike++) {
        for (int64_t i = 0; i < r.n; i++) f[i] = alike ? .25 : -r.label[i] + .1 * sin((double)i);
        assert_int_equal(ard_platt_line(context, &problem->target, f, &slope, &intercept), ARDOR_OK);
        assert_true(slope == 0);
        assert_near(intercept, log(share[1] / share[0]), 1e-12, "the intercept");
    }
    fit_at(&r, "strength", 1, NULL, &fit);
    assert_true(fit.null_model && fit.machine.n_features == 0 && fit.extra[SVM_L1_SLOPE] == 0);
    assert_near(function_of(&fit)->bias[0], log(share[1] / share[0]), 1e-12, "the bias");
    ard_fit_free(context, &fit);
    free_rows(&r);
}

static void warm_starts_end_where_cold_ones_do(void **state)
{
    (void)state;
    rows r = make_rows_of(50, 9, true, true, 53);
    ard_fit strong, cold, warm;
    fit_at(&r, "lam1", 8, NULL, &strong);
    fit_at(&r, "lam1", 1, NULL, &cold);
    fit_at(&r, "lam1", 1, &strong, &warm);
    answer one = machine_of(&r, &cold), other = machine_of(&r, &warm);
    assert_arrays_near(r.p, other.weight, one.weight, 1e-6, "weights");
    assert_near(warm.extra[SVM_L1_SLOPE], cold.extra[SVM_L1_SLOPE], 1e-5, "the slope");
    ard_fit again;
    fit_at(&r, "lam1", 1, &cold, &again);
    assert_true(again.iterations <= 1);
    ard_fit_free(context, &again);
    free_answer(&other);
    free_answer(&one);
    ard_fit_free(context, &warm);
    ard_fit_free(context, &cold);
    ard_fit_free(context, &strong);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hinge_has_its_derivatives),
        cmocka_unit_test(optima_match_an_independent_solver),
        cmocka_unit_test(the_line_is_of_values_out_of_fold),
        cmocka_unit_test(folds_are_dealt_by_class),
        cmocka_unit_test(copies_of_both_classes_go_together),
        cmocka_unit_test(a_class_of_one_row_has_values_of_the_fit),
        cmocka_unit_test(without_a_line_there_are_shares),
        cmocka_unit_test(warm_starts_end_where_cold_ones_do),
        cmocka_unit_test(groups_stay_together),
        cmocka_unit_test(folds_do_not_know_which_class_is_which),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
