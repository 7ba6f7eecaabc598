/* ROC curves within folds: against each fold's curve by counting, the AUC of all pairs, bands by hand; groups of
 * probabilities. */
#include "predictions_fixture.h"

#include "metric/interval.h"
#include "metric/ranking.h"
#include "metric/reliability.h"
#include "metric/roc.h"

static bool curve(const ard_predictions *p, int positive, int64_t n_samples, const int64_t *of, double factor,
                  ard_roc_point out[ARD_ROC_POINTS])
{
    bool defined = true;
    ard_folds folds;
    assert_int_equal(ard_folds_new(context, p, &folds), ARDOR_OK);
    assert_int_equal(ard_roc_curve(context, p, &folds, positive, n_samples, of, factor, &defined, out), ARDOR_OK);
    ard_folds_free(context, &folds);
    return defined;
}

static double area(const ard_roc_point point[ARD_ROC_POINTS])
{
    double sum = 0;
    for (int g = 1; g < ARD_ROC_POINTS; g++) sum += (point[g].tpr + point[g - 1].tpr) / 2 * (point[g].fpr - point[g - 1].fpr);
    return sum;
}

/* Each row is a sample. */
static const int64_t *own(void)
{
    static int64_t of[MOST_ROWS];
    for (int64_t i = 0; i < MOST_ROWS; i++) of[i] = i;
    return of;
}

/* ---- the curve of one fold at x, by definition: the least share of positives found by a threshold, mixed where rows tie */

static double found_at(const ard_predictions *p, int positive, int64_t f, double x)
{
    double total[2] = {0, 0}, fpr = 0, tpr = 0;
    for (int64_t i = 0; i < p->n; i++)
        if (p->fold[i] == f) total[p->label[i] == positive] += ard_prediction_weight(p, i);
    for (double above = INFINITY;;) {
        double next = -INFINITY, tied[2] = {0, 0};
        for (int64_t i = 0; i < p->n; i++) {
            const double score = p->prob[positive * p->n + i];
            if (p->fold[i] == f && score < above) next = fmax(next, score);
        }
        if (!isfinite(next)) return 1;
        for (int64_t i = 0; i < p->n; i++)
            if (p->fold[i] == f && p->prob[positive * p->n + i] == next)
                tied[p->label[i] == positive] += ard_prediction_weight(p, i);
        const double to = fpr + tied[0] / total[0];
        if (x < to) return tpr + (x - fpr) / (to - fpr) * tied[1] / total[1];
        fpr = to;
        tpr += tied[1] / total[1];
        above = next;
    }
}

/* The mean over a cell, by many midpoints, over folds by their pairs. */
static double slow_point(const ard_predictions *p, int positive, int g)
{
    enum { MIDPOINTS = 4000, CELLS = ARD_ROC_POINTS - 1 };
    const double low = fmax(0, (g - .5) / CELLS), high = fmin(1, (g + .5) / CELLS);
    double sum = 0, pairs = 0;
    for (int64_t f = 0; f < p->n_folds; f++) {
        double total[2] = {0, 0}, mean = 0;
        for (int64_t i = 0; i < p->n; i++)
            if (p->fold[i] == f) total[p->label[i] == positive] += ard_prediction_weight(p, i);
        if (!(total[0] * total[1] > 0)) continue;
        for (int k = 0; k < MIDPOINTS; k++)
            mean += found_at(p, positive, f, low + (k + .5) * (high - low) / MIDPOINTS) / MIDPOINTS;
        sum += mean * total[0] * total[1];
        pairs += total[0] * total[1];
    }
    return sum / pairs;
}

static void points_are_means_of_the_folds_curves(void **state)
{
    (void)state;
    sample s;
    ard_rng rng;
    ard_roc_point point[ARD_ROC_POINTS];
    ard_rng_init(&rng, 5, 0, 0);
    for (int k = 0; k < 4; k++) {
        sample_make(&s, &rng, 24, 2 + k % 2, 3, 1, k > 1);
        assert_true(curve(&s.p, 1, s.p.n, own(), 1, point));
        for (int g = 0; g < ARD_ROC_POINTS; g++) {
            assert_near(point[g].fpr, g / 40.0, 1e-15, "a rate of false alarms");
            assert_near(point[g].tpr, slow_point(&s.p, 1, g), 2e-3, "a point");
        }
    }
}

/* Of two classes the AUC; of more its mean over the classes of one against the rest. */
static void the_area_is_the_auc(void **state)
{
    (void)state;
    sample s;
    ard_rng rng;
    ard_folds folds;
    ard_ranking ranking;
    ard_roc_point point[ARD_ROC_POINTS];
    ard_rng_init(&rng, 6, 0, 0);
    for (int k = 0; k < 40; k++) {
        const int n_classes = 2 + k % 3;
        double sum = 0;
        sample_make(&s, &rng, 40 + k % 20, n_classes, 1 + k % 4, 1, k % 2);
        assert_int_equal(ard_folds_new(context, &s.p, &folds), ARDOR_OK);
        assert_int_equal(ard_ranking_compute(context, &s.p, &folds, &ranking), ARDOR_OK);
        ard_folds_free(context, &folds);
        for (int c = n_classes == 2 ? 1 : 0; c < n_classes; c++) {
            assert_true(curve(&s.p, c, s.p.n, own(), 1, point));
            sum += area(point);
            for (int g = 1; g < ARD_ROC_POINTS; g++) assert_true(point[g].tpr >= point[g - 1].tpr); /* by rounding, too */
        }
        assert_near(n_classes == 2 ? sum : sum / n_classes, ranking.auc.value, 1e-12, "the area");
    }
}

/* Where draws make the band, its distances from the curve go with the root of the factor; elsewhere it is Wilson's. */
static void bands_hold_the_curve_and_widen(void **state)
{
    (void)state;
    sample s;
    ard_rng rng;
    int by_draws = 0, moved = 0;
    double positives = 0;
    ard_roc_point narrow[ARD_ROC_POINTS], wide[ARD_ROC_POINTS], again[ARD_ROC_POINTS];
    ard_rng_init(&rng, 7, 0, 0);
    sample_make(&s, &rng, 60, 2, 2, 1, false);
    for (int64_t i = 0; i < s.p.n; i++) positives += s.label[i];
    assert_true(curve(&s.p, 1, s.p.n, own(), 1, narrow) && curve(&s.p, 1, s.p.n, own(), 4, wide));
    assert_true(curve(&s.p, 1, s.p.n, own(), 1, again));
    assert_memory_equal(narrow, again, sizeof again);
    for (int g = 0; g < ARD_ROC_POINTS; g++) {
        const double tpr = narrow[g].tpr;
        const ard_metric wilson = ard_interval_wilson(tpr, positives);
        assert_true(narrow[g].low <= wilson.low && wilson.high <= narrow[g].high);
        assert_true(narrow[g].low <= tpr && tpr <= narrow[g].high);
        /* where widening would make an end fall, it is that of the neighbour */
        const double low = fmax(0, tpr - 2 * (tpr - narrow[g].low)), next = g < ARD_ROC_POINTS - 1 ? wide[g + 1].low : 1;
        const double high = fmin(1, tpr + 2 * (narrow[g].high - tpr)), before = g > 0 ? wide[g - 1].high : 0;
        assert_true(wide[g].low <= next && wide[g].high >= before);
        if (narrow[g].low < wilson.low - 1e-6) {
            assert_near(wide[g].low, fmin(low, next), 1e-12, "the lower end");
            by_draws++;
            moved += low > next;
        }
        if (narrow[g].high > wilson.high + 1e-6 && narrow[g].high < 1)
            assert_near(wide[g].high, fmax(high, before), 1e-12, "the upper end");
    }
    assert_true(by_draws > 5 && moved > 0);
}

/* 30 positives, of which 12 are above all negatives: at 0 the curve is their share, whose draws are binomial. */
static void the_band_is_that_of_a_share(void **state)
{
    (void)state;
    enum { N = 60, P = 30, ABOVE = 12 };
    double prob[2 * N];
    int32_t label[N], predicted[N] = {0};
    ard_roc_point point[ARD_ROC_POINTS];
    ard_predictions p = {
        .n = N, .n_classes = 2, .prob = prob, .label = label, .predicted = predicted, .n_folds = 1, .n_repetitions = 1};
    for (int i = 0; i < N; i++) {
        label[i] = i < P;
        prob[N + i] = i < ABOVE ? .9 : i < P ? .1 : .5;
        prob[i] = 1 - prob[N + i];
    }
    assert_true(curve(&p, 1, N, own(), 1, point));
    assert_near(point[0].tpr, .4, 1e-12, "the share");
    assert_near(point[20].tpr, .4, 1e-12, "the share");
    /* qbinom(c(.025, .975), 30, .4) / 30 of R are 7/30 and 17/30; 500 draws hit them or what is next to them */
    assert_near(point[0].low, 7 / 30., 1.01 / 30, "the lower end");
    assert_near(point[0].high, 17 / 30., 1.01 / 30, "the upper end");
}

/* Where the classes are apart all draws are alike. */
static void classes_apart_have_a_band(void **state)
{
    (void)state;
    enum { N = 20 };
    double prob[2 * N];
    int32_t label[N], predicted[N] = {0};
    ard_roc_point point[ARD_ROC_POINTS];
    ard_predictions p = {
        .n = N, .n_classes = 2, .prob = prob, .label = label, .predicted = predicted, .n_folds = 1, .n_repetitions = 1};
    for (int i = 0; i < N; i++) {
        label[i] = i < 10;
        prob[N + i] = label[i] ? .6 + .01 * i : .4 - .01 * i;
        prob[i] = 1 - prob[N + i];
    }
    assert_true(curve(&p, 1, N, own(), 2, point));
    for (int g = 0; g < ARD_ROC_POINTS; g++) {
        assert_near(point[g].tpr, 1, 1e-12, "the curve");
        assert_near(point[g].low, 10 / (10 + ARD_Z95 * ARD_Z95), 1e-9, "Wilson's lower end of 10 of 10");
        assert_near(point[g].high, 1, 1e-12, "the upper end");
    }
}

/* Repetitions of the same samples say no more of others than one: the band is as wide. */
static void repetitions_are_drawn_together(void **state)
{
    (void)state;
    enum { N = 30 };
    sample s;
    ard_rng rng;
    static int64_t of[2 * N], fold[2 * N];
    static double prob[4 * N];
    static int32_t label[2 * N], predicted[2 * N];
    ard_roc_point once[ARD_ROC_POINTS], twice[ARD_ROC_POINTS];
    ard_rng_init(&rng, 8, 0, 0);
    sample_make(&s, &rng, N, 2, 2, 1, false);
    ard_predictions p = s.p;
    p.n = 2 * N;
    p.n_folds = 4;
    p.prob = prob;
    p.label = label;
    p.predicted = predicted;
    p.fold = fold;
    for (int i = 0; i < 2 * N; i++) {
        of[i] = i % N;
        label[i] = s.label[i % N];
        fold[i] = s.fold[i % N] + 2 * (i / N);
        for (int c = 0; c < 2; c++) prob[c * 2 * N + i] = s.prob[c * N + i % N];
    }
    assert_true(curve(&s.p, 1, N, of, 1, once) && curve(&p, 1, N, of, 1, twice));
    for (int g = 0; g < ARD_ROC_POINTS; g++) {
        assert_near(twice[g].tpr, once[g].tpr, 1e-12, "the curve");
        assert_near(twice[g].low, once[g].low, 1e-12, "the lower end");
        assert_near(twice[g].high, once[g].high, 1e-12, "the upper end");
    }
}

static void folds_of_one_class_have_no_curve(void **state)
{
    (void)state;
    double prob[4] = {.1, .2, .9, .8};
    int32_t label[2] = {0, 1}, predicted[2] = {0, 1};
    int64_t fold[2] = {0, 1};
    ard_roc_point point[ARD_ROC_POINTS] = {{.fpr = 7}};
    ard_predictions p = {.n = 2,
                         .n_classes = 2,
                         .prob = prob,
                         .label = label,
                         .predicted = predicted,
                         .fold = fold,
                         .n_folds = 2,
                         .n_repetitions = 2};
    assert_false(curve(&p, 1, 2, own(), 1, point));
    assert_true(point[0].fpr == 7);
}

/* ---- groups of probabilities */

static void groups_are_shares_with_wilsons_interval(void **state)
{
    (void)state;
    /* 0.2 and 1 are on limits: they are of the group that begins there, and of the last */
    static const double prob[] = {0, .1, .2, .25, .3, .39999, 1, .95, .85, .8};
    static const bool positive[] = {false, true, false, true, false, false, true, true, true, false};
    ard_bin bin[ARD_MOST_BINS];
    assert_int_equal(ard_reliability(10, prob, positive, NULL, bin), 3);
    assert_true(bin[0].n == 2 && bin[0].positives == 1 && bin[1].n == 4 && bin[1].positives == 1 && bin[2].n == 4);
    assert_near(bin[1].from, .2, 1e-15, "where it begins");
    assert_near(bin[1].to, .4, 1e-15, "where it ends");
    assert_near(bin[1].mean, (.2 + .25 + .3 + .39999) / 4, 1e-15, "the mean");
    assert_near(bin[1].observed, .25, 1e-15, "the share");
    /* prop.test(1, 4, correct = FALSE)$conf.int of R */
    assert_near(bin[1].low, 0.0455873, 1e-6, "the lower end");
    assert_near(bin[1].high, 0.6993582, 1e-6, "the upper end");
}

static void a_hundred_samples_have_ten_groups(void **state)
{
    (void)state;
    double prob[100];
    bool positive[100] = {false};
    ard_bin bin[ARD_MOST_BINS];
    for (int i = 0; i < 100; i++) prob[i] = (i + .5) / 100;
    assert_int_equal(ard_reliability(100, prob, positive, NULL, bin), 10);
    assert_int_equal(ard_reliability(99, prob, positive, NULL, bin), 5);
}

/* With weights a group is that of as many samples as (sum w)^2 / sum w^2. */
static void groups_are_weighted(void **state)
{
    (void)state;
    static const double prob[] = {.5, .55, .5}, weight[] = {2, 1, 1};
    static const bool positive[] = {true, false, false};
    ard_bin bin[ARD_MOST_BINS];
    assert_int_equal(ard_reliability(3, prob, positive, weight, bin), 1);
    const ard_metric wilson = ard_interval_wilson(.5, 16 / 6.);
    assert_near(bin[0].observed, .5, 1e-15, "the share");
    assert_near(bin[0].mean, 2.05 / 4, 1e-15, "the mean");
    assert_near(bin[0].low, wilson.low, 1e-15, "the lower end");
    assert_near(bin[0].high, wilson.high, 1e-15, "the upper end");
    assert_true(bin[0].n == 3 && bin[0].positives == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_are_means_of_the_folds_curves),
                                       cmocka_unit_test(the_area_is_the_auc),
                                       cmocka_unit_test(bands_hold_the_curve_and_widen),
                                       cmocka_unit_test(the_band_is_that_of_a_share),
                                       cmocka_unit_test(classes_apart_have_a_band),
                                       cmocka_unit_test(repetitions_are_drawn_together),
                                       cmocka_unit_test(folds_of_one_class_have_no_curve),
                                       cmocka_unit_test(groups_are_shares_with_wilsons_interval),
                                       cmocka_unit_test(a_hundred_samples_have_ten_groups),
                                       cmocka_unit_test(groups_are_weighted)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
