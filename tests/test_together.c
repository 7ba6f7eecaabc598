/* Candidates whose predictions a method makes together: in every bit those of their machines; and figures of tunings on them are
 * those of each candidate alone. */
#include "sizes_fixture.h"

#include "method/method.h"
#include "problem.h"

/* ------------------------------------------------------------------ by the method */

enum { N = 90, P = 3, TEST = 140, MOST_CANDIDATES = 64 };

/* Whole numbers, so that there are ties; weights of tenths, of which ten must be one. */
static void values(ard_rng *rng, bool ties, int64_t n, double *x)
{
    for (int64_t i = 0; i < n; i++) x[i] = ties ? floor(4 * ard_rng_uniform(rng)) : ard_rng_normal(rng);
}

static void check_method(const ard_method *method, int64_t p, bool ties, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_reals(N * P), *test = make_reals(TEST * P), weight[N];
    int32_t label[N];
    values(&rng, ties, N * P, x);
    values(&rng, ties, TEST * P, test);
    for (int i = 0; i < N; i++) {
        label[i] = i % 7 % 3;
        weight[i] = i % 5 == 4 ? 0 : .1 * (1 + i % 3);
    }
    array_problem q;
    array_problem_set(&q, N, p, x, label, weighted ? weight : NULL, (ard_basis){ARD_IDENTITY, 0});
    q.problem.target.n_classes = 3;
    ard_settings base, candidate[MOST_CANDIDATES];
    ard_grid grid = {0};
    void *work = NULL;
    ard_settings_default(method, &base);
    must(method->grid(method, context, &q.problem, &base, false, &grid));
    must(method->open(method, context, &q.problem, &base, &work));
    assert_true(grid.n < MOST_CANDIDATES);
    for (int64_t i = 0; i < grid.n; i++) {
        candidate[i] = base;
        for (int s = 0; s < grid.n_tuned; s++) candidate[i].value[grid.setting[s]] = grid.value[i * grid.n_tuned + s];
    }
    candidate[grid.n] = base; /* as it is without tuning */
    const int64_t n = grid.n + 1, cells = TEST * 3;
    double *each = make_reals(n * cells), *alone = make_reals(cells);
    const ard_matrix rows = ard_matrix_dense(TEST, P, test, TEST);
    must(method->predict_each(work, n, candidate, &rows, each));
    int differ = 0;
    for (int64_t i = 0; i < n; i++) {
        ard_fit fit;
        must(method->solve(work, candidate + i, NULL, &(ard_ask){0}, &fit));
        must(ard_machine_predict(context, &fit.machine, &rows, alone));
        assert_memory_equal(alone, each + i * cells, (size_t)cells * sizeof *alone);
        differ += memcmp(alone, each, (size_t)cells * sizeof *alone) != 0;
        ard_fit_free(context, &fit);
    }
    assert_true(p == 0 ? differ == 0 : differ > n / 2);
    method->close(work);
    ard_grid_free(context, &grid);
    free(alone);
    free(each);
    free(test);
    free(x);
}

static void predictions_are_those_of_the_machines(void **state)
{
    (void)state;
    int n_methods = 0;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        if (!method->predict_each) continue;
        n_methods++;
        for (int c = 0; c < 8; c++) check_method(method, c & 4 ? 0 : P, c & 1, c & 2);
    }
    assert_int_equal(n_methods, 1);
}

/* ------------------------------------------------------------------ by tuning */

/* The grid has the numbers 1 to 20 and, with the rule keep, the automatic one. */
static void check_tuning(const ardor_dataset *data, const char *rest)
{
    char text[200];
    tuned all, one;
    snprintf(text, sizeof text, "method=knn tune=cv:4 %s", rest);
    tune_rows(data, NULL, text, NULL, &all);
    const ard_fit_report *report = &all.fitted.report;
    const int64_t n = report->n_candidates - 1;
    bool differ = false;
    for (int64_t i = 0; i < n; i++) {
        const ard_tuned *a = report->candidate + i;
        if (isnan(a->value[0])) continue; /* the automatic one */
        snprintf(text, sizeof text, "method=knn neighbours=%.0f tune=cv:4 %s", a->value[0], rest);
        tune_rows(data, NULL, text, NULL, &one);
        const ard_fit_report *alone = &one.fitted.report;
        const ard_tuned *b = alone->candidate;
        assert_int_equal(alone->n_candidates, 2);
        if (!(a->error == b->error && a->deviance == b->deviance && a->error_se == b->error_se && a->n_vectors == b->n_vectors &&
              a->n_features == b->n_features && a->status == b->status))
            fail_msg("%s: error %.17g, in the grid %.17g", text, b->error, a->error);
        differ |= a->error != report->candidate->error;
        if (i == report->chosen && alone->chosen == 0) assert_true(all.fitted.report.train_error == alone->train_error);
        done_tuned(&one);
    }
    assert_true(differ);
    assert_int_equal(report->chosen, ard_choose(report->candidate, n + 1, ard_recipe_rule(&all.config.recipe)));
    done_tuned(&all);
}

static void figures_are_those_of_each_candidate_alone(void **state)
{
    (void)state;
    static const char *const rest[] = {"rule=error", "rule=keep", "rule=one-se class-weight=balanced",
                                       "rule=error multiclass=pairs", "rule=deviance threads=2"};
    for (int c = 0; c < COUNT_OF(rest); c++)
        for (int weighted = 0; weighted < 2; weighted++) {
            ardor_dataset *data = make_rows(3, weighted, false);
            check_tuning(data, rest[c]);
            ardor_dataset_free(data);
        }
}

/* Each size of a filter has its own rows to predict. */
static void sizes_of_a_filter_have_their_own(void **state)
{
    (void)state;
    ardor_dataset *data = make_rows(3, false, false);
    tuned all, one;
    int64_t next = 0;
    tune_rows(data, NULL, "method=knn tune=cv:4 rule=error filter=anova:" LIST, NULL, &all);
    for (int k = 0; k < SIZES; k++) {
        char text[100];
        snprintf(text, sizeof text, "method=knn tune=cv:4 rule=error filter=anova:%d", (int)size_at[k]);
        tune_rows(data, NULL, text, NULL, &one);
        for (int64_t i = 0; i < one.fitted.report.n_candidates - 1; i++, next++) {
            assert_true(all.fitted.report.candidate[next].error == one.fitted.report.candidate[i].error);
            assert_true(all.fitted.report.candidate[next].deviance == one.fitted.report.candidate[i].deviance);
        }
        done_tuned(&one);
    }
    assert_int_equal(all.fitted.report.n_candidates, next + 1);
    done_tuned(&all);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predictions_are_those_of_the_machines),
                                       cmocka_unit_test(figures_are_those_of_each_candidate_alone),
                                       cmocka_unit_test(sizes_of_a_filter_have_their_own)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
