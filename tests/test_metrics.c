/* Figures of merit and their intervals. Expected numbers come from SciPy 1.10 and scikit-learn 1.2 (binomtest,
 * roc_auc_score, log_loss, brier_score_loss; betainc inverted for t), or from the definition coded here in its slow form.
 * t of 100000 degrees of freedom is from its expansion about the normal quantile. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "metric/baseline.h"
#include "metric/decide.h"
#include "metric/interval.h"
#include "metric/metrics.h"
#include "special/student.h"

enum { N = 20, FOLDS = 4 };

static const int32_t LABEL[N] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1};
static const int32_t PREDICTED[N] = {0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0};
static const double POSITIVE[N] = {.2, .5, .3, .5, .8, .9, .2, .6, .4, .3, 0, .7, .6, .3, .1, .3, .4, 0, .4, .4};
static const double WEIGHT[N] = {1.62, 2.5,  1.09, 1.3,  2.5, 1.77, 1.77, 1.09, .54,  2.83,
                                 .71,  2.61, 1.42, 2.88, 1.5, 2.84, 1.89, 1.1,  2.35, 2.19};

static void near_to(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance * fmax(1, fabs(expected))))
        fail_msg("%s is %.17g, expected %.17g", what, value, expected);
}

static void metric_is(const ard_metric *m, double value, double low, double high, const char *interval)
{
    near_to(m->value, value, 1e-13, "value");
    near_to(m->low, low, 1e-12, "low");
    near_to(m->high, high, 1e-12, "high");
    assert_string_equal(m->interval, interval);
}

static void has_no_interval(const ard_metric *m)
{
    assert_true(isnan(m->low) && isnan(m->high));
    assert_string_equal(m->interval, "none");
}

static ardor_context *new_context(void)
{
    ardor_context *context = NULL;
    assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
    return context;
}

/* Two-class metrics of n rows with folds row % n_folds. */
static ard_metrics two_class(int64_t n, const double *positive, const int32_t *label, const int32_t *predicted, int64_t n_folds,
                             const double *weight, bool partition)
{
    ardor_context *context = new_context();
    double prob[2 * N];
    int64_t fold[N];
    ard_metrics m;
    for (int64_t i = 0; i < n; i++) {
        prob[i] = 1 - positive[i];
        prob[n + i] = positive[i];
        fold[i] = i % n_folds;
    }
    double test = (double)n / (double)n_folds;
    const ard_predictions predictions = {.n = n,
                                         .n_classes = 2,
                                         .prob = prob,
                                         .label = label,
                                         .predicted = predicted,
                                         .weight = weight,
                                         .n_folds = n_folds,
                                         .fold = fold,
                                         .n_repetitions = partition ? 1 : n_folds,
                                         .train_size = (double)n - test,
                                         .test_size = test,
                                         .n_distinct = n};
    assert_int_equal(ard_metrics_compute(context, &predictions, &m), ARDOR_OK);
    ardor_context_free(context);
    return m;
}

/* ---- a partition */

static void partition_without_weights(void **state)
{
    (void)state;
    ard_metrics m = two_class(N, POSITIVE, LABEL, PREDICTED, FOLDS, NULL, true);
    metric_is(&m.error, .25, 0.11186170140766571, 0.468700877618744, "wilson");
    metric_is(&m.balanced_error, .25, 0.13004664700901045, 0.4532866863243229, "normal");
    metric_is(&m.log_loss, 0.48587320970560804, 0.3149717701660997, 0.6567746492451164, "normal");
    metric_is(&m.brier, .1625, 0.09027781513369842, 0.2347221848663016, "normal");
}

static void partition_with_weights(void **state)
{
    (void)state;
    ard_metrics m = two_class(N, POSITIVE, LABEL, PREDICTED, FOLDS, WEIGHT, true);
    metric_is(&m.error, 0.2106849315068493, 0.08175170050510222, 0.4445237648989049, "wilson");
    metric_is(&m.balanced_error, 0.22511709601873534, 0.10459421026177729, 0.4492478725040796, "normal");
    metric_is(&m.log_loss, 0.48853941054144023, 0.31558871690552204, 0.6614901041773584, "normal");
    metric_is(&m.brier, 0.15955068493150687, 0.08502617646826671, 0.23407519339474703, "normal");
    double same[N];
    for (int i = 0; i < N; i++) same[i] = 3.7;
    ard_metrics unit = two_class(N, POSITIVE, LABEL, PREDICTED, FOLDS, NULL, true);
    m = two_class(N, POSITIVE, LABEL, PREDICTED, FOLDS, same, true);
    metric_is(&m.error, unit.error.value, unit.error.low, unit.error.high, "wilson");
    metric_is(&m.auc, unit.auc.value, unit.auc.low, unit.auc.high, "corrected-delong");
    metric_is(&m.brier, unit.brier.value, unit.brier.low, unit.brier.high, "normal");
}

static void three_classes(void **state)
{
    (void)state;
    static const double prob[18] = {.7, .1, .2, .5, .3, .25, .2, .6, .2, .3, .3, .5, .1, .3, .6, .2, .4, .25};
    static const int32_t label[6] = {0, 1, 2, 1, 2, 1}, predicted[6] = {0, 1, 2, 0, 2, 1};
    ardor_context *context = new_context();
    ard_metrics m;
    const ard_predictions predictions = {.n = 6,
                                         .n_classes = 3,
                                         .prob = prob,
                                         .label = label,
                                         .predicted = predicted,
                                         .n_folds = 1,
                                         .n_repetitions = 1,
                                         .n_distinct = 6};
    assert_int_equal(ard_metrics_compute(context, &predictions, &m), ARDOR_OK);
    near_to(m.log_loss.value, 0.6986228180384583, 1e-14, "log loss");
    near_to(m.brier.value, 0.38916666666666666, 1e-14, "Brier");
    metric_is(&m.balanced_error, 1 / 9., 0.005271161597477647, 0.5749486186223026, "normal");
    has_no_interval(&m.auc);
    ardor_context_free(context);
}

/* ---- folds that are not a partition */

static void folds_by_corrected_t(void **state)
{
    (void)state;
    ard_metrics m = two_class(N, POSITIVE, LABEL, PREDICTED, FOLDS, NULL, false);
    metric_is(&m.error, .25, 0, 0.7154308832276174, "corrected-t");
    metric_is(&m.balanced_error, .25, 0, 0.7461509885907625, "corrected-t");
    metric_is(&m.auc, 17.5 / 20, .875 - (1 - .2673416212875969 - .125), 1, "corrected-t");
    metric_is(&m.log_loss, 0.48587320970560816, 0.18378772694453066, 0.7879586924666857, "corrected-t");
    metric_is(&m.brier, 0.1625, 0.04110613829561964, 0.2838938617043804, "corrected-t");
}

static void one_fold_falls_back_to_its_rows(void **state)
{
    (void)state;
    ard_metrics rows = two_class(N, POSITIVE, LABEL, PREDICTED, 1, NULL, true);
    ard_metrics fold = two_class(N, POSITIVE, LABEL, PREDICTED, 1, NULL, false);
    metric_is(&fold.error, rows.error.value, rows.error.low, rows.error.high, "wilson");
    metric_is(&fold.auc, rows.auc.value, rows.auc.low, rows.auc.high, "delong");
    metric_is(&fold.brier, rows.brier.value, rows.brier.low, rows.brier.high, "normal");
}

/* ---- errors of several folds */

/* The first `rows` of these: labels, folds and what is wrong. */
static ard_metrics in_folds(int64_t rows, const int32_t *label, const int32_t *wrong, const int64_t *fold, int64_t folds,
                            int64_t repetitions, int64_t distinct)
{
    ardor_context *context = new_context();
    double prob[2 * N];
    int32_t predicted[N];
    ard_metrics m;
    for (int64_t i = 0; i < rows; i++) {
        predicted[i] = wrong[i] ? 1 - label[i] : label[i];
        prob[i] = predicted[i] ? .1 : .9;
        prob[rows + i] = 1 - prob[i];
    }
    const ard_predictions predictions = {.n = rows,
                                         .n_classes = 2,
                                         .prob = prob,
                                         .label = label,
                                         .predicted = predicted,
                                         .n_folds = folds,
                                         .fold = fold,
                                         .n_repetitions = repetitions,
                                         .train_size = 5,
                                         .test_size = (double)rows / (double)folds,
                                         .n_distinct = distinct};
    assert_int_equal(ard_metrics_compute(context, &predictions, &m), ARDOR_OK);
    ardor_context_free(context);
    return m;
}

/* Price and Bonett's interval of two classes. */
static void assert_balanced(const ard_metric *m, double a, double n_a, double b, double n_b)
{
    const double p = (a * n_a + 1) / (n_a + 2), q = (b * n_b + 1) / (n_b + 2);
    const double half = 1.959963984540054 / 2 * sqrt(p * (1 - p) / (n_a + 2) + q * (1 - q) / (n_b + 2));
    metric_is(m, (a + b) / 2, fmax((p + q) / 2 - half, 0), (p + q) / 2 + half, "normal");
}

/* Six rows in two passes of two folds, of which the first lacks a class: a fold alone would have its half of the balance. */
static void passes_are_balanced_as_a_whole(void **state)
{
    (void)state;
    static const int32_t label[12] = {0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1}, wrong[12] = {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1};
    static const int64_t fold[12] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    ard_metrics m = in_folds(12, label, wrong, fold, 4, 2, 6);
    assert_balanced(&m.balanced_error, 1 / 8., 4, 2 / 4., 2);
    near_to(m.error.value, .25, 1e-15, "error");
    assert_string_equal(m.error.interval, "corrected-t");
    /* As four given splits each has a value: 0, 1 of 1 and 1 of 2 in the mean, 0, 1 of 1 and 0 of 2. */
    m = in_folds(12, label, wrong, fold, 4, 4, 6);
    near_to(m.balanced_error.value, (0 + .75 + 0 + .5) / 4, 1e-15, "balanced error of splits");
    assert_string_equal(m.balanced_error.interval, "corrected-t");
}

/* Errors that are alike in all folds have the interval of the different rows. */
static void errors_that_are_alike_have_an_interval(void **state)
{
    (void)state;
    static const int32_t label[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, none[12] = {0};
    static const int32_t one[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    static const int64_t fold[12] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
    for (int splits = 0; splits < 2; splits++)
        for (int wrong = 0; wrong < 2; wrong++) {
            const ard_metrics m = in_folds(12, label, wrong ? one : none, fold, 4, splits ? 4 : 2, 6);
            const ard_metric expected = ard_interval_wilson(wrong ? 1 / 3. : 0, 6);
            metric_is(&m.error, expected.value, expected.low, expected.high, "wilson");
            assert_balanced(&m.balanced_error, 0, 4, wrong, 2);
            has_no_interval(&m.log_loss);
            assert_string_equal(m.log_loss.reason, "the values of the folds are all alike");
        }
}

/* Of two splits whose balanced errors are .5 all rows together have 3/11, or 8/11: the mean stays the value, and the interval
 * reaches it. */
static void alike_is_the_mean_of_splits(void **state)
{
    (void)state;
    int32_t label[19], wrong[19];
    int64_t fold[19];
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 19; i++) { /* ten of the second class; eight of the first, and one of the second */
            fold[i] = i >= 10;
            label[i] = i < 10 || i == 18;
            wrong[i] = (i < 5 || i == 18) != side;
        }
        const ard_metrics m = in_folds(19, label, wrong, fold, 2, 2, 19);
        near_to(m.balanced_error.value, .5, 1e-15, "balanced error");
        assert_string_equal(m.balanced_error.interval, "normal");
        assert_true(side ? m.balanced_error.low == .5 && m.balanced_error.high > .8
                         : m.balanced_error.high == .5 && m.balanced_error.low < .2);
    }
}

/* Losses that are all alike differ by the rounding of their mean, which is no interval. */
static void losses_that_are_alike_have_none(void **state)
{
    (void)state;
    double positive[N];
    for (int n = 2; n <= N; n++)
        for (int64_t folds = 1; folds <= n; folds += n - 1) {
            for (int i = 0; i < n; i++) positive[i] = LABEL[i] ? .3 : .7;
            const ard_metrics m = two_class(n, positive, LABEL, PREDICTED, folds, NULL, true);
            near_to(m.log_loss.value, -log(.3), 1e-14, "log loss");
            has_no_interval(&m.log_loss);
            has_no_interval(&m.brier);
            assert_string_equal(m.log_loss.reason, "the losses of the rows are all alike");
        }
}

/* ---- edges */

static void no_rows(void **state)
{
    (void)state;
    for (int partition = 0; partition < 2; partition++) {
        ard_metrics m = two_class(0, POSITIVE, LABEL, PREDICTED, 2, NULL, partition);
        const ard_metric *each[] = {&m.error, &m.balanced_error, &m.auc, &m.log_loss, &m.brier};
        for (int k = 0; k < 5; k++) {
            assert_true(isnan(each[k]->value));
            has_no_interval(each[k]);
        }
    }
}

static void one_row_and_one_class(void **state)
{
    (void)state;
    static const int32_t right[3] = {1, 1, 1};
    static const double positive[3] = {.8, .7, .9};
    ard_metrics m = two_class(1, positive, right, right, 1, NULL, true);
    metric_is(&m.error, 0, 0, 0.7934506856227626, "wilson"); /* z^2 / (1 + z^2) */
    near_to(m.log_loss.value, -log(.8), 1e-15, "log loss");
    has_no_interval(&m.log_loss);
    assert_string_equal(m.log_loss.reason, "it is of a single row");
    has_no_interval(&m.auc);
    m = two_class(3, positive, right, right, 1, NULL, true);
    assert_true(isnan(m.auc.value));
    has_no_interval(&m.auc);
    near_to(m.balanced_error.value, 0, 0, "balanced error");
}

static void no_errors_and_all_errors(void **state)
{
    (void)state;
    int32_t wrong[N];
    double against[N];
    for (int i = 0; i < N; i++) {
        wrong[i] = 1 - LABEL[i];
        against[i] = LABEL[i] ? .1 : .9;
    }
    ard_metrics m = two_class(N, against, LABEL, LABEL, FOLDS, NULL, true);
    metric_is(&m.error, 0, 0, 0.16112515805281935, "wilson");
    assert_true(m.error.low == 0);
    assert_true(m.balanced_error.value == 0 && m.balanced_error.low == 0 && m.balanced_error.high > .1);
    m = two_class(N, against, LABEL, wrong, FOLDS, NULL, true);
    metric_is(&m.error, 1, 1 - 0.16112515805281935, 1, "wilson");
    assert_true(m.error.high == 1);
    assert_true(m.balanced_error.value == 1 && m.balanced_error.high == 1 && m.balanced_error.low < .9);
}

static void log_loss_is_clipped(void **state)
{
    (void)state;
    static const int32_t label[2] = {1, 0};
    static const double positive[2] = {0, 0};
    ard_metrics m = two_class(2, positive, label, label, 1, NULL, true);
    near_to(m.log_loss.value, 0.5 * 34.538776394910684, 1e-15, "log loss");
    near_to(m.brier.value, .5, 1e-15, "Brier");
    static const int32_t positives[4] = {1, 1, 1, 1};
    static const double wrong[4] = {0, 0, 0, .5};
    m = two_class(4, wrong, positives, positives, 1, NULL, true);
    near_to(m.brier.value, .8125, 1e-15, "Brier");
    assert_true(m.brier.high == 1); /* .8125 + 1.96 x .1875 is more than a score can be */
}

static void impossible_input_is_refused(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    static const double prob[4] = {.5, .5, .5, .5};
    static const int32_t label[2] = {0, -1}, fine[2] = {0, 1};
    static const int64_t fold[2] = {0, 2};
    ard_metrics m;
    ard_predictions no_class = {.n = 2, .n_classes = 2, .prob = prob, .label = label, .predicted = fine, .n_folds = 2};
    no_class.fold = (const int64_t[]){0, 1};
    no_class.n_repetitions = 1;
    ard_predictions no_fold = no_class;
    no_fold.label = fine;
    no_fold.fold = fold;
    assert_int_equal(ard_metrics_compute(context, &no_class, &m), ARDOR_INTERNAL);
    assert_int_equal(ard_metrics_compute(context, &no_fold, &m), ARDOR_INTERNAL);
    ardor_context_free(context);
}

/* ---- the baseline */

static void the_baseline_predicts_the_shares(void **state)
{
    (void)state;
    static const int32_t label[8] = {0, 0, 1, 0, 1, 1, 0, 0}, train[6] = {0, 0, 0, 2, 1, 1};
    static const double weight[6] = {1, 2, 1, 3, 2, 1}, prob[24] = {0};
    double share[3];
    ard_metrics m;
    ard_class_shares(6, train, weight, 3, share);
    near_to(share[0], .4, 1e-15, "share");
    near_to(share[1], .3, 1e-15, "share");
    near_to(share[2], .3, 1e-15, "share");
    ard_class_shares(6, train, NULL, 3, share);
    near_to(share[0], .5, 1e-15, "share");
    ard_class_shares(0, train, NULL, 3, share);
    assert_true(share[0] == 0 && share[2] == 0);
    ardor_context *context = new_context();
    static const double of_two[2] = {.25, .75}, of_three[3] = {.5, .25, .25};
    const ard_predictions two = {.n = 8,
                                 .n_classes = 2,
                                 .prob = prob,
                                 .label = label,
                                 .predicted = label,
                                 .n_folds = 1,
                                 .n_repetitions = 1,
                                 .n_distinct = 8};
    assert_int_equal(ard_metrics_baseline(context, &two, of_two, &m), ARDOR_OK);
    near_to(m.error.value, 5 / 8., 1e-15, "error"); /* the second class is predicted, though it is rarer here */
    assert_string_equal(m.error.interval, "wilson");
    near_to(m.log_loss.value, (5 * log(4) + 3 * log(4 / 3.)) / 8, 1e-15, "log loss");
    near_to(m.brier.value, (5 * .5625 + 3 * .0625) / 8, 1e-15, "Brier");
    near_to(m.balanced_error.value, .5, 0, "balanced error");
    near_to(m.auc.value, .5, 0, "AUC");
    /* Of 56 sets of ranks: (H_8 + 2/7 (8 - H_8))/8, which test_ranking.c enumerates. */
    const double harmonic = 761 / 280.;
    near_to(m.average_precision.value, (harmonic + 2 / 7. * (8 - harmonic)) / 8, 1e-15, "average precision");
    has_no_interval(&m.auc);
    has_no_interval(&m.balanced_error);
    ard_predictions three = two;
    three.n_classes = 3;
    assert_int_equal(ard_metrics_baseline(context, &three, of_three, &m), ARDOR_OK);
    near_to(m.balanced_error.value, 2 / 3., 1e-15, "balanced error");
    near_to(m.error.value, 3 / 8., 1e-15, "error");
    near_to(m.brier.value, (5 * (.25 + .125) + 3 * (.25 + .5625 + .0625)) / 8, 1e-15, "Brier");
    assert_int_equal(ard_metrics_baseline(context, &three, (const double[]){.5, .5, 0}, &m), ARDOR_OK);
    near_to(m.balanced_error.value, .5, 0, "balanced error"); /* of the classes that there are */
    ardor_context_free(context);
}

/* ---- decisions */

static void a_tie_goes_to_the_lower_class(void **state)
{
    (void)state;
    static const double prob[12] = {.2, .5, 0, .4, .5, .5, .5, .3, .3, 0, .5, .3}; /* 4 x 3 */
    static const int32_t expected[4] = {1, 0, 1, 0};
    int32_t predicted[4];
    ard_decide_all(NULL, 4, 3, prob, predicted);
    assert_memory_equal(predicted, expected, sizeof expected);
    for (int64_t i = 0; i < 4; i++) assert_int_equal(ard_decide(NULL, 4, 3, prob, i), expected[i]);
    /* and counts as half an error where shares are alike but for rounding */
    static const double alike[2] = {.5 + 1e-11, .5 - 1e-11}, apart[2] = {.50001, .49999};
    for (int c = 0; c < 2; c++) {
        near_to(ard_wrong(NULL, 1, 2, alike, 0, c), .5, 1e-15, "of alike shares");
        near_to(ard_wrong(NULL, 1, 2, apart, 0, c), c, 1e-15, "of others");
    }
}

/* What is drawn among equals: one of them. */
static void the_part_that_is_wrong_of_a_tie(void **state)
{
    (void)state;
    static const double half[2] = {.5, .5}, nearly[2] = {.5 - 1e-10, .5 + 1e-10}, over[2] = {.499, .501};
    static const double two[3] = {.4, .2, .4}, all[3] = {1 / 3., 1 / 3., 1 / 3.};
    for (int32_t c = 0; c < 2; c++) {
        near_to(ard_wrong(NULL, 1, 2, half, 0, c), .5, 0, "half");
        near_to(ard_wrong(NULL, 1, 2, nearly, 0, c), .5, 0, "half but for rounding");
        near_to(ard_wrong(NULL, 1, 2, over, 0, c), c == 0, 0, "no tie");
    }
    for (int32_t c = 0; c < 3; c++) {
        near_to(ard_wrong(NULL, 1, 3, two, 0, c), c == 1 ? 1 : .5, 0, "two of three");
        near_to(ard_wrong(NULL, 1, 3, all, 0, c), 2 / 3., 1e-15, "three");
    }
    static const double rows[4] = {.7, .5, .3, .5}; /* 2 x 2 */
    near_to(ard_wrong(NULL, 2, 2, rows, 0, 1), 1, 0, "a row");
    near_to(ard_wrong(NULL, 2, 2, rows, 1, 1), .5, 0, "the next");
}

/* ---- parts */

static void t_quantiles(void **state)
{
    (void)state;
    static const struct {
        int64_t df;
        double q975, q995;
    } expected[] = {{1, 12.706204736174696, 63.6567411628717},     {2, 4.302652729749464, 9.924843200918295},
                    {3, 3.18244630528371, 5.840909309733357},      {4, 2.7764451051977947, 4.604094871349992},
                    {9, 2.2621571627982053, 3.2498355415921263},   {10, 2.228138851986275, 3.1692726726169513},
                    {29, 2.0452296421327048, 2.7563859036706058},  {99, 1.9842169515864159, 2.626405457280827},
                    {999, 1.9623414611333372, 2.5807596372675503}, {100000, 1.9599877075346095, 2.5758784699083748}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        double tolerance = expected[i].df < 1000 ? 1e-13 : 1e-11;
        near_to(ard_t_two_sided(.95, (double)expected[i].df), expected[i].q975, tolerance, "t .975");
        near_to(ard_t_two_sided(.99, (double)expected[i].df), expected[i].q995, tolerance, "t .995");
    }
}

static void the_t_interval_needs_spread(void **state)
{
    (void)state;
    static const double same[3] = {.1, .1, .1}, spread[2] = {.1, .3};
    ard_metric m = ard_interval_corrected_t(3, same, .1, 0, 1);
    near_to(m.value, .1, 1e-15, "mean");
    has_no_interval(&m);
    m = ard_interval_corrected_t(2, spread, INFINITY, 0, 1);
    has_no_interval(&m);
    /* s^2 = .02, (1/2 + 0), t_1 = 12.7: without overlap this is the plain t interval. */
    m = ard_interval_corrected_t(2, spread, 0, -9, 9);
    metric_is(&m, .2, .2 - 12.706204736174696 * .1, .2 + 12.706204736174696 * .1, "corrected-t");
    /* An error of 1e-7 of the value is the tolerance of fits. */
    m = ard_interval_normal(2, 2.1e-7, 0, 9);
    metric_is(&m, 2, 2 - 1.959963984540054 * 2.1e-7, 2 + 1.959963984540054 * 2.1e-7, "normal");
    m = ard_interval_normal(2, 1.9e-7, 0, 9);
    has_no_interval(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partition_without_weights),
        cmocka_unit_test(partition_with_weights),
        cmocka_unit_test(three_classes),
        cmocka_unit_test(folds_by_corrected_t),
        cmocka_unit_test(one_fold_falls_back_to_its_rows),
        cmocka_unit_test(passes_are_balanced_as_a_whole),
        cmocka_unit_test(errors_that_are_alike_have_an_interval),
        cmocka_unit_test(alike_is_the_mean_of_splits),
        cmocka_unit_test(losses_that_are_alike_have_none),
        cmocka_unit_test(no_rows),
        cmocka_unit_test(one_row_and_one_class),
        cmocka_unit_test(no_errors_and_all_errors),
        cmocka_unit_test(log_loss_is_clipped),
        cmocka_unit_test(impossible_input_is_refused),
        cmocka_unit_test(a_tie_goes_to_the_lower_class),
        cmocka_unit_test(the_part_that_is_wrong_of_a_tie),
        cmocka_unit_test(the_baseline_predicts_the_shares),
        cmocka_unit_test(t_quantiles),
        cmocka_unit_test(the_t_interval_needs_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
