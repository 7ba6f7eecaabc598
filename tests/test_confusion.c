/* Confusion tables: counts, shares and Matthews' correlation from their definitions; values of the last from scikit-learn's
 * documentation of matthews_corrcoef; its interval against resamples drawn by another generator. */
#include "predictions_fixture.h"

#include "metric/confusion.h"
#include "metric/interval.h"

static ard_confusion confusion_of(const ard_predictions *p)
{
    ard_confusion out;
    assert_int_equal(ard_confusion_compute(context, p, &out), ARDOR_OK);
    return out;
}

/* Weight of the rows of repetition r (-1: all) with these classes; *squares: of its squares. */
static double cell(const ard_predictions *p, int64_t r, int truth, int said, double *squares)
{
    double sum = 0;
    for (int64_t i = 0; i < p->n; i++) {
        if (p->label[i] != truth || p->predicted[i] != said) continue;
        if (r >= 0 && p->fold[i] / (p->n_folds / p->n_repetitions) != r) continue;
        sum += ard_prediction_weight(p, i);
        *squares += ard_prediction_weight(p, i) * ard_prediction_weight(p, i);
    }
    return sum;
}

/* right over right + wrong, where those are (truth, said) */
static ard_metric share_of(const ard_predictions *p, const int right[2], const int wrong[2])
{
    double squares = 0, each[8], unused = 0;
    const double a = cell(p, -1, right[0], right[1], &squares), b = cell(p, -1, wrong[0], wrong[1], &squares);
    const double effective = (a + b) * (a + b) / squares * (double)p->n_distinct / (double)p->n;
    if (p->n_folds != p->n_repetitions || p->n_folds == 1) return ard_interval_wilson(a / (a + b), effective);
    for (int64_t r = 0; r < p->n_repetitions; r++) {
        const double c = cell(p, r, right[0], right[1], &unused);
        each[r] = c / (c + cell(p, r, wrong[0], wrong[1], &unused));
    }
    return ard_interval_about(a / (a + b), p->n_repetitions, each, p->test_size / p->train_size, 0, 1);
}

static double mcc_of(const ard_predictions *p)
{
    double unused = 0;
    const double a = cell(p, -1, 1, 1, &unused), b = cell(p, -1, 0, 1, &unused), d = cell(p, -1, 1, 0, &unused),
                 e = cell(p, -1, 0, 0, &unused);
    return (a * e - b * d) / sqrt((a + b) * (a + d) * (e + b) * (e + d));
}

/* The variance of resamples of the rows within their folds, from what the correlation gains with the weight of each row. */
static double slow_variance(const sample *s)
{
    double variance = 0;
    for (int64_t f = 0; f < s->p.n_folds; f++) {
        double n = 0, sum = 0, squares = 0;
        for (int64_t i = 0; i < s->p.n; i++) {
            sample moved = *s;
            sample_bind(&moved);
            moved.p.weight = moved.weight;
            if (s->fold[i] != f) continue;
            moved.weight[i] = s->weight[i] + 1e-5;
            double gain = mcc_of(&moved.p);
            moved.weight[i] = s->weight[i] - 1e-5;
            gain = s->weight[i] * (gain - mcc_of(&moved.p)) / 2e-5;
            n++, sum += gain, squares += gain * gain;
        }
        if (n > 0) variance += squares - sum * sum / n;
    }
    return variance;
}

static void agrees_with_the_definitions(void **state)
{
    (void)state;
    static const int tp[2] = {1, 1}, fn[2] = {1, 0}, tn[2] = {0, 0}, fp[2] = {0, 1};
    ard_rng rng;
    ard_rng_init(&rng, 31, 0, 0);
    for (int trial = 0; trial < 60; trial++) {
        sample s;
        double unused = 0;
        const int repetitions = trial % 3 == 0 ? 1 : 2, folds = trial % 3 == 2 ? 2 : 4;
        sample_make(&s, &rng, 60, 2, folds, repetitions, trial % 2);
        ard_confusion c = confusion_of(&s.p);
        for (int t = 0; t < 2; t++)
            for (int k = 0; k < 2; k++) assert_near(c.count[2 * t + k], cell(&s.p, -1, t, k, &unused), 1e-12, "a count");
        ard_metric expected = share_of(&s.p, tp, fn);
        assert_metric(&c.sensitivity, &expected, 1e-13, "sensitivity");
        expected = share_of(&s.p, tn, fp);
        assert_metric(&c.specificity, &expected, 1e-13, "specificity");
        expected = share_of(&s.p, tp, fp);
        assert_metric(&c.ppv, &expected, 1e-13, "PPV");
        expected = share_of(&s.p, tn, fn);
        assert_metric(&c.npv, &expected, 1e-13, "NPV");
        assert_near(c.mcc.value, mcc_of(&s.p), 1e-14, "MCC");
        assert_string_equal(c.mcc.interval, repetitions == 1 ? "corrected-bootstrap" : folds == 2 ? "corrected-t" : "normal");
        assert_true(c.mcc.low < c.mcc.value && c.mcc.value < c.mcc.high);
        ard_confusion_free(context, &c);
    }
}

static void documented_correlation(void **state)
{
    (void)state;
    static const int32_t label[4] = {1, 1, 1, 0}, predicted[4] = {1, 0, 1, 1};
    const ard_predictions p = {
        .n = 4, .n_classes = 2, .label = label, .predicted = predicted, .n_folds = 1, .n_repetitions = 1, .n_distinct = 4};
    ard_confusion c = confusion_of(&p);
    assert_near(c.mcc.value, -1. / 3, 1e-15, "MCC");
    ard_confusion_free(context, &c);
}

/* ---- the interval of the correlation */

/* Of a partition by the root of 1 + J n_test/n_train, which is 1 where nothing trains; a row that is tested twice counts once,
 * and so do the folds. */
static void folds_that_train_each_other_widen_it(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 35, 0, 0);
    for (int trial = 0; trial < 20; trial++) {
        sample s;
        sample_make(&s, &rng, 60, 2, 5, 1, trial % 2);
        s.p.test_size = 12, s.p.train_size = 48;
        ard_confusion c = confusion_of(&s.p);
        s.p.train_size = INFINITY;
        ard_confusion plain = confusion_of(&s.p);
        assert_string_equal(c.mcc.interval, "corrected-bootstrap");
        assert_string_equal(plain.mcc.interval, "bootstrap");
        assert_near(c.mcc.value - c.mcc.low, fmin(1.5 * (plain.mcc.value - plain.mcc.low), 1 + c.mcc.value), 1e-12, "below");
        assert_near(c.mcc.high - c.mcc.value, fmin(1.5 * (plain.mcc.high - plain.mcc.value), 1 - c.mcc.value), 1e-12, "above");
        ard_confusion_free(context, &plain);
        ard_confusion_free(context, &c);
        sample_make(&s, &rng, 60, 2, 6, 2, trial % 2); /* two passes of three folds of ten rows */
        s.p.test_size = 10, s.p.train_size = 20;
        c = confusion_of(&s.p);
        const double error = sqrt((1 + 3 * 10. / 20) * 2 * slow_variance(&s));
        assert_string_equal(c.mcc.interval, "normal");
        assert_near(c.mcc.low, fmax(c.mcc.value - 1.959963984540054 * error, -1), 1e-7, "low");
        assert_near(c.mcc.high, fmin(c.mcc.value + 1.959963984540054 * error, 1), 1e-7, "high");
        ard_confusion_free(context, &c);
    }
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rows of two folds that differ much: the classes' numbers of each fold stay together. */
static void rows_are_drawn_within_folds(void **state)
{
    (void)state;
    enum { ROWS = 60, DRAWS = 20000 };
    sample s;
    ard_rng rng;
    double *drawn = make_reals(DRAWS);
    ard_rng_init(&rng, 32, 0, 0);
    for (int alone = 0; alone < 2; alone++) {
        sample_make(&s, &rng, ROWS, 2, alone ? ROWS : 2, 1, false);
        s.p.train_size = INFINITY; /* as many as make no difference */
        for (int64_t i = 0; i < ROWS; i++) {
            s.fold[i] = alone ? i : i / 30;
            s.label[i] = i / 30 == 0;
            s.predicted[i] = i % 30 < 12 ? 1 - s.label[i] : s.label[i];
        }
        for (int b = 0; b < DRAWS; b++) {
            double count[2][2] = {{0}};
            for (int64_t i = 0; i < ROWS; i++) {
                const int64_t k = alone ? ard_rng_below(&rng, ROWS) : 30 * (i / 30) + ard_rng_below(&rng, 30);
                count[s.label[k]][s.predicted[k]]++;
            }
            const double margins = (count[1][1] + count[1][0]) * (count[1][1] + count[0][1]) * (count[0][0] + count[1][0]) *
                                   (count[0][0] + count[0][1]);
            drawn[b] = margins > 0 ? (count[1][1] * count[0][0] - count[1][0] * count[0][1]) / sqrt(margins) : 0;
        }
        qsort(drawn, DRAWS, sizeof *drawn, by_value);
        ard_confusion c = confusion_of(&s.p);
        assert_near(c.mcc.low, drawn[DRAWS / 40], .04, "low");
        assert_near(c.mcc.high, drawn[DRAWS - DRAWS / 40], .04, "high");
        for (int b = 0; b < 1000; b++) { /* the draws themselves, of which 24 are beyond either limit */
            double count[2][2] = {{0}};
            ard_rng own;
            ard_rng_init(&own, s.p.seed, ARD_STREAM_MCC, (uint64_t)b);
            for (int64_t i = 0; i < ROWS; i++) {
                const int64_t k =
                    alone ? (int64_t)(ard_rng_uniform(&own) * ROWS) : 30 * (i / 30) + (int64_t)(ard_rng_uniform(&own) * 30);
                count[s.label[k]][s.predicted[k]]++;
            }
            const double margins = (count[1][1] + count[1][0]) * (count[1][1] + count[0][1]) * (count[0][0] + count[1][0]) *
                                   (count[0][0] + count[0][1]);
            drawn[b] = margins > 0 ? (count[1][1] * count[0][0] - count[1][0] * count[0][1]) / sqrt(margins) : 0;
        }
        qsort(drawn, 1000, sizeof *drawn, by_value);
        assert_near(c.mcc.low, drawn[24], 1e-14, "low");
        assert_near(c.mcc.high, drawn[975], 1e-14, "high");
        ard_confusion again = confusion_of(&s.p);
        assert_true(c.mcc.low == again.mcc.low && c.mcc.high == again.mcc.high);
        ard_confusion_free(context, &again);
        s.p.seed = 99;
        again = confusion_of(&s.p);
        assert_true(c.mcc.low != again.mcc.low || c.mcc.high != again.mcc.high);
        ard_confusion_free(context, &again);
        ard_confusion_free(context, &c);
        /* One half right and one wrong: as folds no resample differs, as rows they do. */
        for (int64_t i = 0; i < ROWS; i++) s.predicted[i] = i / 30 == 0 ? (s.label[i] = i % 2) : 1 - (s.label[i] = i % 2);
        c = confusion_of(&s.p);
        assert_near(c.mcc.value, 0, 1e-15, "MCC");
        assert_true(alone ? c.mcc.high > .2 : c.mcc.high < .15);
        ard_confusion_free(context, &c);
    }
    free(drawn);
}

/* Of many rows the limits are those that the resamples of a part have, which is 1/sqrt(2) as wide. */
static void many_rows_have_the_limits_of_resamples(void **state)
{
    (void)state;
    enum { MANY = 30000, PART = MANY / 2 };
    ard_rng rng;
    int32_t *label = make_array(MANY, sizeof *label), *predicted = make_array(MANY, sizeof *predicted);
    int64_t *fold = make_array(MANY, sizeof *fold);
    double *weight = make_reals(MANY);
    ard_rng_init(&rng, 34, 0, 0);
    for (int64_t i = 0; i < PART; i++) { /* the folds differ much, and the weights go with being wrong */
        fold[i] = i % 2;
        label[i] = ard_rng_uniform(&rng) < (fold[i] ? .6 : .4);
        predicted[i] = ard_rng_uniform(&rng) < (fold[i] ? .1 : .8) ? 1 - label[i] : label[i];
        weight[i] = predicted[i] != label[i] ? 5 * ard_rng_uniform(&rng) : .5;
        fold[PART + i] = fold[i], label[PART + i] = label[i], predicted[PART + i] = predicted[i], weight[PART + i] = weight[i];
    }
    for (int folds = 1; folds < 3; folds++)
        for (int weighted = 0; weighted < 2; weighted++) {
            ard_predictions p = {.n = PART,
                                 .n_classes = 2,
                                 .label = label,
                                 .predicted = predicted,
                                 .weight = weighted ? weight : NULL,
                                 .n_folds = folds,
                                 .fold = folds > 1 ? fold : NULL,
                                 .n_repetitions = 1,
                                 .train_size = 3,
                                 .test_size = 1,
                                 .n_distinct = PART};
            ard_confusion part = confusion_of(&p);
            p.n = p.n_distinct = MANY;
            ard_confusion all = confusion_of(&p);
            assert_string_equal(part.mcc.interval, folds > 1 ? "corrected-bootstrap" : "bootstrap");
            assert_string_equal(all.mcc.interval, "normal");
            assert_near(all.mcc.value, part.mcc.value, 1e-12, "MCC");
            assert_near(sqrt(2) * (all.mcc.high - all.mcc.low) / (part.mcc.high - part.mcc.low), 1, .09, "the width");
            assert_near(all.mcc.low + all.mcc.high, 2 * all.mcc.value, 1e-12, "the middle");
            ard_confusion_free(context, &all);
            ard_confusion_free(context, &part);
        }
    free(weight);
    free(fold);
    free(predicted);
    free(label);
}

/* ---- edges */

static void says_why_there_is_no_value(void **state)
{
    (void)state;
    static const int32_t label[6] = {0, 1, 1, 0, 0, 0}, none[6] = {0}, ones[6] = {1, 1, 1, 1, 1, 1};
    ard_predictions p = {
        .n = 6, .n_classes = 2, .label = label, .predicted = none, .n_folds = 1, .n_repetitions = 1, .n_distinct = 6};
    ard_confusion c = confusion_of(&p);
    assert_string_equal(c.ppv.reason, "no row was predicted to be of the positive class");
    assert_true(isnan(c.ppv.value) && c.sensitivity.value == 0 && c.specificity.value == 1);
    assert_string_equal(c.mcc.reason, "all rows are of one class, or are predicted to be");
    ard_confusion_free(context, &c);
    p.label = ones;
    c = confusion_of(&p);
    assert_string_equal(c.specificity.reason, "no row of the negative class was tested");
    ard_confusion_free(context, &c);
    p.label = p.predicted = label;
    c = confusion_of(&p);
    assert_true(c.mcc.value == 1 && c.mcc.low == 0); /* a resample often has one class */
    assert_string_equal(c.sensitivity.interval, "wilson");
    ard_confusion_free(context, &c);
}

/* All right: so are the resamples, of which none loses a class. */
static void perfect_folds_have_no_interval(void **state)
{
    (void)state;
    sample s = {.p = {.n = 60, .n_classes = 2, .n_folds = 2, .train_size = 30, .test_size = 30, .n_distinct = 60}};
    for (int64_t i = 0; i < 60; i++) {
        s.label[i] = s.predicted[i] = i % 2;
        s.fold[i] = i / 30;
        s.weight[i] = 1;
    }
    sample_bind(&s);
    for (int repetitions = 1; repetitions < 3; repetitions++) {
        if (repetitions == 2) { /* of two folds each */
            s.p.n_folds = 4, s.p.n_distinct = 30;
            for (int64_t i = 0; i < 60; i++) s.fold[i] = i / 15;
        }
        s.p.n_repetitions = repetitions;
        ard_confusion c = confusion_of(&s.p);
        assert_true(c.mcc.value == 1 && isnan(c.mcc.low) && isnan(c.mcc.high));
        assert_string_equal(c.mcc.interval, "none");
        assert_string_equal(c.mcc.reason, "the resamples are all alike");
        ard_confusion_free(context, &c);
    }
}

static void many_classes_are_counted(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    double unused = 0;
    ard_rng_init(&rng, 33, 0, 0);
    sample_make(&s, &rng, 60, 4, 3, 1, true);
    ard_confusion c = confusion_of(&s.p);
    for (int t = 0; t < 4; t++)
        for (int k = 0; k < 4; k++) assert_near(c.count[4 * t + k], cell(&s.p, -1, t, k, &unused), 1e-12, "a count");
    assert_true(isnan(c.sensitivity.value) && isnan(c.mcc.value) && c.ppv.reason);
    ard_confusion_free(context, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_definitions),    cmocka_unit_test(documented_correlation),
        cmocka_unit_test(rows_are_drawn_within_folds),    cmocka_unit_test(many_rows_have_the_limits_of_resamples),
        cmocka_unit_test(says_why_there_is_no_value),     cmocka_unit_test(many_classes_are_counted),
        cmocka_unit_test(perfect_folds_have_no_interval), cmocka_unit_test(folds_that_train_each_other_widen_it),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
