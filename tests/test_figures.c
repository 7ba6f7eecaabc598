/* Figures of whole evaluations: what they are compared with, and what is said where they say nothing. */
#include "api_fixture.h"

#include <stdbool.h>
#include <unistd.h>

enum { ROWS = 24 };

static const char *reason_at(const json_t *root, const char *figure)
{
    return json_string_value(json_object_get(json_object_get(json_object_get(root, "summary"), figure), "reason"));
}

/* Noise, of which `positives` rows, spread evenly, are of the second class. */
static ardor_dataset *noise(int64_t n, int64_t positives, const double *weight)
{
    ard_rng rng;
    ard_rng_init(&rng, 41, 0, 0);
    double *x = make_normals(&rng, 2 * n), *side = make_reals(n);
    for (int64_t i = 0; i < n; i++) side[i] = i * positives / n != (i + 1) * positives / n ? 1 : -1;
    ardor_dataset *data = make_table(n, 2, x, side, weight);
    free(side);
    free(x);
    return data;
}

/* ---- leave-one-out */

/* Of classes of equal size it is said what a null model would do, where none of the fits is one; of others, and of folds, not. */
static void equal_classes_left_one_out(void **state)
{
    (void)state;
    static const char text[] = "leave-one-out of classes of equal size: ";
    for (int k = 0; k < 4; k++) {
        ardor_dataset *data = noise(ROWS, k & 1 ? 11 : 12, NULL);
        notes[0] = '\0';
        json_t *root = evaluate(data, k & 2 ? "method=spr lam1=.01 plan=kfold:4" : "method=spr lam1=.01 plan=loo");
        assert_true((strstr(notes, text) != NULL) == (k == 0));
        assert_null(warning_of(root, "loo_null_model"));
        json_decref(root);
        ardor_dataset_free(data);
    }
}

static void null_models_left_one_out(void **state)
{
    (void)state;
    static const struct {
        int64_t positives;
        double error, baseline;
        bool warned;
    } expected[] = {{12, 1, .5, true}, {8, 1 / 3., 1 / 3., false}, {16, 1 / 3., 1 / 3., false}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        ardor_dataset *data = noise(ROWS, expected[k].positives, NULL);
        json_t *root = evaluate(data, "method=spr lam1=1000 plan=loo");
        assert_near(number_at(root, "summary.error.value"), expected[k].error, 1e-12, "error");
        assert_near(number_at(root, "summary.baseline.error.value"), expected[k].baseline, 1e-12, "baseline");
        assert_near(number_at(root, "summary.majority_error.value"), expected[k].baseline, 1e-12, "majority error");
        assert_true((warning_of(root, "loo_null_model") != NULL) == expected[k].warned);
        assert_string_equal(reason_at(root, "auc"), "no fold has both classes");
        assert_string_equal(reason_at(root, "average_precision"), "no fold has both classes");
        json_decref(root);
        /* The same in folds: a null model predicts what the baseline predicts, and its AUC is of ties. */
        root = evaluate(data, "method=spr lam1=1000 plan=kfold:4");
        assert_near(number_at(root, "summary.error.value"), expected[k].baseline, 1e-12, "error in folds");
        assert_near(number_at(root, "summary.auc.value"), .5, 0, "AUC of ties");
        assert_true(number_at(root, "summary.auc.low") < .4 && number_at(root, "summary.auc.high") > .6);
        assert_null(warning_of(root, "loo_null_model"));
        json_decref(root);
        root = evaluate(data, "method=spr lam1=1000 plan=repeat:3x4");
        assert_near(number_at(root, "summary.auc.value"), .5, 0, "AUC of ties");
        assert_true(number_at(root, "summary.auc.low") < .4 && number_at(root, "summary.auc.high") > .6);
        json_decref(root);
        ardor_dataset_free(data);
    }
}

/* ---- baselines */

/* Rows that neither train nor test have no say; weights have. */
static void shares_are_of_the_rows_of_the_plan(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-figures-XXXXXX.csv", plan[64];
    double weight[ROWS];
    int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int i = 0; i < 11; i++) fprintf(file, "1,%d,%s\n", i + 1, i < 8 ? "train" : "test"); /* of 24 */
    assert_int_equal(fclose(file), 0);
    snprintf(plan, sizeof plan, "method=spr plan=splits:%s", path);
    for (int weighted = 0; weighted < 2; weighted++) {
        double total[2] = {0, 0}, tested[2] = {0, 0};
        for (int i = 0; i < ROWS; i++) {
            const bool positive = i * 8 / ROWS != (i + 1) * 8 / ROWS;
            weight[i] = weighted ? (positive ? 4 : 1 + i % 2) : 1;
            if (i < 11) total[positive] += weight[i];
            if (i >= 8 && i < 11) tested[positive] += weight[i];
        }
        ardor_dataset *data = noise(ROWS, 8, weighted ? weight : NULL);
        json_t *root = evaluate(data, plan);
        const double share = total[1] / (total[0] + total[1]), all = tested[0] + tested[1];
        const double wrong = share == .5 ? .5 : tested[share < .5] / all; /* of classes that tie one is drawn */
        assert_near(number_at(root, "summary.baseline.error.value"), wrong, 1e-12, "error");
        assert_near(number_at(root, "folds.0.majority_error"), wrong, 1e-12, "error of the fold");
        assert_near(number_at(root, "summary.baseline.log_loss.value"),
                    -(tested[1] * log(share) + tested[0] * log(1 - share)) / all, 1e-12, "log loss");
        assert_near(number_at(root, "summary.baseline.brier.value"),
                    (tested[1] * (1 - share) * (1 - share) + tested[0] * share * share) / all, 1e-12, "Brier");
        assert_near(number_at(root, "summary.baseline.balanced_error.value"), .5, 0, "balanced error");
        assert_near(number_at(root, "summary.baseline.auc.value"), .5, 0, "AUC");
        assert_near(number_at(root, "summary.baseline.average_precision.value"), (1 + 1 / 2. + 1 / 3.) / 3, 1e-12,
                    "average precision of an order of 3 rows, one of them positive");
        json_decref(root);
        ardor_dataset_free(data);
    }
    unlink(path);
}

/* Three given splits, of which rows are trained and tested on repeatedly, and the last never: errors of folds, of which the
 * summary is the mean, and what the shares of all the rows that there are come to in them. */
static void errors_of_folds_are_weighted(void **state)
{
    (void)state;
    need_full();
    static const int train[3][2] = {{0, 9}, {4, 14}, {9, 20}}, test[3][2] = {{9, 14}, {14, 20}, {0, 6}};
    char path[] = "/tmp/ardor-figures-XXXXXX", plan[80];
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int s = 0; s < 3; s++) {
        for (int i = train[s][0]; i < train[s][1]; i++) fprintf(file, "%d,%d,train\n", s + 1, i + 1);
        for (int i = test[s][0]; i < test[s][1]; i++) fprintf(file, "%d,%d,test\n", s + 1, i + 1);
    }
    assert_int_equal(fclose(file), 0);
    snprintf(plan, sizeof plan, "method=spr lam1=.5 plan=splits:%s", path);
    for (int weighted = 0; weighted < 2; weighted++) {
        double weight[ROWS], total[2] = {0, 0}, mean[2] = {0, 0}, loss = 0;
        size_t at_row = 0;
        for (int i = 0; i < ROWS; i++) {
            const bool positive = i * 9 / ROWS != (i + 1) * 9 / ROWS;
            weight[i] = weighted ? (positive ? 1.5 : 1) + .4 * (i % 4) : 1;
            total[positive] += i < 20 ? weight[i] : 0;
        }
        ardor_dataset *data = noise(ROWS, 9, weighted ? weight : NULL);
        json_t *root = evaluate(data, plan), *rows = at(root, "rows");
        const double share = total[1] / (total[0] + total[1]);
        assert_true(share < .49);
        for (int s = 0; s < 3; s++) {
            char key[40];
            double wrong = 0, positive = 0, all = 0, surprise = 0;
            for (int i = test[s][0]; i < test[s][1]; i++) {
                json_t *row = json_array_get(rows, at_row++);
                const bool yes = strcmp(text_at(row, "class"), "yes") == 0;
                assert_int_equal(atoi(text_at(row, "id")), i + 1);
                all += weight[i];
                positive += yes ? weight[i] : 0;
                wrong += (number_at(row, "prob.yes") > .5) != yes ? weight[i] : 0;
                surprise -= weight[i] * log(yes ? share : 1 - share);
            }
            snprintf(key, sizeof key, "folds.%d.error", s);
            assert_near(number_at(root, key), wrong / all, 1e-12, key);
            snprintf(key, sizeof key, "folds.%d.majority_error", s);
            assert_near(number_at(root, key), positive / all, 1e-12, key);
            mean[0] += wrong / all / 3;
            mean[1] += positive / all / 3;
            loss += surprise / all / 3;
        }
        assert_near(number_at(root, "summary.error.value"), mean[0], 1e-12, "error");
        assert_near(number_at(root, "summary.baseline.error.value"), mean[1], 1e-12, "error of the baseline");
        assert_near(number_at(root, "summary.baseline.log_loss.value"), loss, 1e-12, "log loss of the baseline");
        json_decref(root);
        ardor_dataset_free(data);
    }
    unlink(path);
}

/* Wilson's limits of a share of n. */
static double wilson(double share, double n, int side)
{
    static const double z = 1.959963984540054;
    const double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (share + z * z / (2 * n) + side * half) / (1 + z * z / n);
}

/* Rows that are tested in every pass are as many as there are. */
static void passes_have_no_more_rows(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:4", "repeat:3x4", "repeat:5x3"};
    ardor_dataset *data = noise(40, 14, NULL);
    for (size_t k = 0; k < sizeof plans / sizeof *plans; k++) {
        char text[64];
        snprintf(text, sizeof text, "method=bpm plan=%s", plans[k]);
        json_t *root = evaluate(data, text);
        const double yes = number_at(root, "confusion.sensitivity.value"), no = number_at(root, "confusion.specificity.value");
        assert_near(number_at(root, "confusion.sensitivity.low"), wilson(yes, 14, -1), 1e-9, "of 14");
        assert_near(number_at(root, "confusion.sensitivity.high"), wilson(yes, 14, 1), 1e-9, "of 14");
        assert_near(number_at(root, "confusion.specificity.low"), wilson(no, 26, -1), 1e-9, "of 26");
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* ---- documents */

static void counts_and_intervals_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *auc, *sensitivity;
        double tests;
    } expected[] = {{"kfold:4", "corrected-delong", "wilson", 1},
                    {"repeat:3x4", "corrected-delong", "wilson", 3},
                    {"holdout:0.5", "delong", "wilson", .5},
                    {"boot:20", "corrected-t", "corrected-t", 0}};
    ardor_dataset *data = noise(60, 30, NULL);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        char text[64];
        double counts = 0;
        snprintf(text, sizeof text, "method=bpm plan=%s", expected[k].plan);
        json_t *root = evaluate(data, text);
        assert_near(number_at(root, "version"), 2, 0, "version");
        assert_string_equal(text_at(root, "summary.auc.interval"), expected[k].auc);
        assert_string_equal(text_at(root, "confusion.sensitivity.interval"), expected[k].sensitivity);
        counts = number_at(root, "confusion.counts.0.0") + number_at(root, "confusion.counts.0.1") +
                 number_at(root, "confusion.counts.1.0") + number_at(root, "confusion.counts.1.1");
        if (expected[k].tests > 0) assert_near(counts, 60 * expected[k].tests, 1e-9, "predictions");
        assert_true(number_at(root, "calibration.slope_low") < number_at(root, "calibration.slope_high"));
        json_decref(root);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_classes_left_one_out),         cmocka_unit_test(null_models_left_one_out),
        cmocka_unit_test(shares_are_of_the_rows_of_the_plan), cmocka_unit_test(errors_of_folds_are_weighted),
        cmocka_unit_test(passes_have_no_more_rows),           cmocka_unit_test(counts_and_intervals_are_told),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
