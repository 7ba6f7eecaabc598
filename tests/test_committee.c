/* The teachers beside EP, against values that were computed from their definition (committee_values.py). */
#include "context_fixture.h"

#include "committee_values.h"
#include "method/projection/committee.h"
#include "method/shared/platt.h"
#include "problem.h"

static const projection_committee_ask ask = {.seed = 3, .screen = MADE_SCREEN, .tol = 1e-13};

static void set_problem(array_problem *problem)
{
    array_problem_set(problem, MADE_N, MADE_P, made_x, made_label, NULL, (ard_basis){ARD_IDENTITY, 0});
}

/* Where folds are dealt in another way, committee_values.py is to be given these. */
static void the_folds_are_those_of_the_values(void **unused)
{
    (void)unused;
    array_problem made;
    ard_platt_folds folds;
    set_problem(&made);
    const ard_problem *problem = &made.problem;
    assert_int_equal(ard_platt_deal(context, problem, ask.seed, 10, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 10);
    for (int i = 0; i < MADE_N; i++)
        if (folds.fold[i] != made_fold[i]) {
            for (int k = 0; k < MADE_N; k++) print_message("%d ", (int)folds.fold[k]);
            fail_msg("row %d is in another fold", i);
        }
    ard_platt_free(context, &folds);
}

static void teach(const ard_problem *problem, bool *possible, double *spr, double *filtered)
{
    projection_columns columns;
    assert_int_equal(projection_columns_open(context, problem->x, &columns), ARDOR_OK);
    assert_int_equal(projection_committee(context, problem, &columns, &ask, possible, spr, filtered), ARDOR_OK);
    projection_columns_close(context, &columns);
}

/* The path is followed to 1e-4 of its rate. */
static void the_teachers_say_what_they_should(void **unused)
{
    (void)unused;
    array_problem made;
    double spr[MADE_N], filtered[MADE_N];
    bool possible = false;
    set_problem(&made);
    teach(&made.problem, &possible, spr, filtered);
    assert_true(possible);
    assert_arrays_near(MADE_N, filtered, made_filtered, 1e-8, "what the filtered teacher says");
    assert_arrays_near(MADE_N, spr, made_spr, 1e-3, "what the sparse teacher says");
}

static void they_are_put_on_one_scale(void **unused)
{
    (void)unused;
    array_problem made;
    double f[MADE_N];
    set_problem(&made);
    for (int k = 0; k < 2; k++) {
        memcpy(f, k ? made_filtered : made_spr, sizeof f);
        for (int i = 0; i < MADE_N; i++) f[i] *= 1000; /* the unit does not matter */
        assert_int_equal(projection_rescale(&made.problem.target, f), ARDOR_OK);
        assert_arrays_near(MADE_N, f, k ? made_filtered_rescaled : made_spr_rescaled, 1e-6, "a teacher on the common scale");
    }
}

/* What says nothing becomes the share of the classes; what is always wrong, or never, or far from 1, ends somewhere finite. */
static void any_values_have_a_scale(void **unused)
{
    (void)unused;
    array_problem made;
    double f[MADE_N];
    set_problem(&made);
    const ard_targets *t = &made.problem.target;
    memset(f, 0, sizeof f);
    assert_int_equal(projection_rescale(t, f), ARDOR_OK);
    for (int i = 0; i < MADE_N; i++) assert_near(f[i], -.318639363964375, 1e-9, "the quantile of 9/24");
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < MADE_N; i++) f[i] = ard_target_sign(t, i) * (k % 2 ? 1 : -1) * (k / 2 ? 1e-200 : 1e200);
        assert_int_equal(projection_rescale(t, f), ARDOR_OK);
        for (int i = 0; i < MADE_N; i++) assert_true(isfinite(f[i]) && fabs(f[i]) < 10);
        if (k % 2) assert_near(f[0], made_separated, 1e-6, "a value of what is never wrong");
    }
}

/* Two rows of a class are enough; of one, or of copies, nothing can be left out. */
static void small_classes_have_no_committee(void **unused)
{
    (void)unused;
    double spr[MADE_N], filtered[MADE_N], x[MADE_N * MADE_P];
    int32_t label[MADE_N] = {0};
    array_problem made;
    for (int rows = 1; rows <= 3; rows++) {
        bool possible = true;
        memcpy(x, made_x, sizeof x);
        memset(label, 0, sizeof label);
        for (int i = 0; i < (rows == 3 ? 2 : rows); i++) label[i] = 1;
        for (int j = 0; j < MADE_P && rows == 3; j++) x[1 + j * MADE_N] = x[j * MADE_N];
        array_problem_set(&made, MADE_N, MADE_P, x, label, NULL, (ard_basis){ARD_IDENTITY, 0});
        teach(&made.problem, &possible, spr, filtered);
        assert_int_equal(possible, rows == 2);
        for (int i = 0; i < MADE_N && possible; i++) assert_true(isfinite(spr[i]) && isfinite(filtered[i]));
    }
    array_problem_set(&made, MADE_N, 0, x, made_label, NULL, (ard_basis){ARD_IDENTITY, 0});
    bool possible = true;
    teach(&made.problem, &possible, spr, filtered);
    assert_false(possible);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_folds_are_those_of_the_values),
                                       cmocka_unit_test(the_teachers_say_what_they_should),
                                       cmocka_unit_test(they_are_put_on_one_scale), cmocka_unit_test(any_values_have_a_scale),
                                       cmocka_unit_test(small_classes_have_no_committee)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
