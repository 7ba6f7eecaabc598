/* AUC and average precision within folds, against all pairs compared one by one and derivatives by differences of the weights.
 * The values of one fold are those of roc_auc_score (scikit-learn 1.2). */
#include "predictions_fixture.h"

#include "metric/interval.h"
#include "metric/metrics.h"
#include "metric/ranking.h"

static int64_t slow_folds(const ard_predictions *p)
{
    int64_t n = 0;
    for (int64_t f = 0; f < p->n_folds; f++) {
        bool differ = false;
        for (int64_t i = 0; i < p->n; i++)
            for (int64_t j = 0; j < p->n; j++)
                differ =
                    differ || (p->label[i] != p->label[j] && ard_prediction_fold(p, i) == f && ard_prediction_fold(p, j) == f);
        n += differ;
    }
    return n;
}

static ard_ranking ranking_of(const ard_predictions *p)
{
    ard_ranking out;
    ard_folds folds;
    assert_int_equal(ard_folds_new(context, p, &folds), ARDOR_OK);
    assert_int_equal(ard_ranking_compute(context, p, &folds, &out), ARDOR_OK);
    ard_folds_free(context, &folds);
    const bool known = !out.auc.reason || strcmp(out.auc.reason, "a probability is not a number") != 0;
    const int64_t compared = known ? slow_folds(p) : 0;
    assert_true(out.auc.folds == compared && out.average_precision.folds == compared);
    assert_int_equal(out.auc_weighted.folds, p->n_classes > 2 ? compared : 0);
    return out;
}

/* ---- definitions in their slow form: positive class c, folds of repetition r (-1: all) */

static bool counts(const ard_predictions *p, int64_t i, int64_t r)
{
    return r < 0 || p->fold[i] / (p->n_folds / p->n_repetitions) == r;
}
static double score(const ard_predictions *p, int c, int64_t i) { return p->prob[c * p->n + i]; }
static bool is_pair(const ard_predictions *p, int c, int64_t i, int64_t j)
{
    return p->fold[i] == p->fold[j] && p->label[i] == c && p->label[j] != c;
}

static double slow_auc(const ard_predictions *p, int c, int64_t r)
{
    double right = 0, all = 0;
    for (int64_t i = 0; i < p->n; i++)
        for (int64_t j = 0; j < p->n; j++) {
            if (!is_pair(p, c, i, j) || !counts(p, i, r)) continue;
            const double w = ard_prediction_weight(p, i) * ard_prediction_weight(p, j), d = score(p, c, i) - score(p, c, j);
            right += w * (d > 0 ? 1 : d < 0 ? 0 : .5);
            all += w;
        }
    return right / all;
}

static bool takes_part(const ard_predictions *p, int c, int64_t i)
{
    for (int64_t j = 0; j < p->n; j++)
        if (is_pair(p, c, i, j) || is_pair(p, c, j, i)) return true;
    return false;
}

static double slow_precision(const ard_predictions *p, int c, int64_t r)
{
    double sum = 0, all = 0;
    for (int64_t i = 0; i < p->n; i++) {
        double positive = 0, both = 0;
        if (p->label[i] != c || !takes_part(p, c, i) || !counts(p, i, r)) continue;
        for (int64_t j = 0; j < p->n; j++) {
            if (p->fold[j] != p->fold[i] || score(p, c, j) < score(p, c, i)) continue;
            both += ard_prediction_weight(p, j);
            positive += p->label[j] == c ? ard_prediction_weight(p, j) : 0;
        }
        sum += ard_prediction_weight(p, i) * positive / both;
        all += ard_prediction_weight(p, i);
    }
    return sum / all;
}

static double effective(const ard_predictions *p, int label)
{
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < p->n; i++) {
        if ((label >= 0 && p->label[i] != label) || !takes_part(p, 1, i)) continue;
        sum += ard_prediction_weight(p, i);
        squares += ard_prediction_weight(p, i) * ard_prediction_weight(p, i);
    }
    return sum * sum / squares;
}

/* DeLong: the spread of the placements of each class, each weighted by the pairs it stands for. */
static double slow_delong(const ard_predictions *p)
{
    double variance = 0;
    const double auc = slow_auc(p, 1, -1);
    for (int label = 0; label < 2; label++) {
        double sum = 0, squares = 0, deviations = 0;
        for (int64_t i = 0; i < p->n; i++) {
            double right = 0, all = 0;
            if (p->label[i] != label) continue;
            for (int64_t j = 0; j < p->n; j++) {
                if (!is_pair(p, 1, i, j) && !is_pair(p, 1, j, i)) continue;
                const double d = (score(p, 1, i) - score(p, 1, j)) * (label ? 1 : -1), w = ard_prediction_weight(p, j);
                right += w * (d > 0 ? 1 : d < 0 ? 0 : .5);
                all += w;
            }
            if (all == 0) continue;
            const double pairs = ard_prediction_weight(p, i) * all, deviation = right / all - auc;
            sum += pairs;
            squares += pairs * pairs;
            deviations += pairs * deviation * deviation;
        }
        variance += deviations / sum / (sum * sum / squares - 1);
    }
    return variance;
}

/* The infinitesimal jackknife by central differences of the weights. */
static double slow_jackknife(const sample *s)
{
    double sum = 0;
    const double n = effective(&s->p, -1), h = 1e-5;
    for (int64_t i = 0; i < s->p.n; i++) {
        sample moved = *s;
        sample_bind(&moved);
        moved.p.weight = moved.weight;
        moved.weight[i] = s->weight[i] + h;
        const double up = slow_precision(&moved.p, 1, -1);
        moved.weight[i] = s->weight[i] - h;
        const double slope = (up - slow_precision(&moved.p, 1, -1)) / (2 * h);
        sum += s->weight[i] * slope * (s->weight[i] * slope);
    }
    return sum * n / (n - 1);
}

static double correction(const ard_predictions *p)
{
    bool used[MOST_ROWS] = {false};
    double folds = 0;
    for (int64_t i = 0; i < p->n; i++) {
        if (used[p->fold[i]] || !takes_part(p, 1, i)) continue;
        used[p->fold[i]] = true;
        folds++;
    }
    return folds > 1 ? 1 + folds * p->test_size / p->train_size : 1;
}

/* ---- */

static void folds_agree_with_all_pairs(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 11, 0, 0);
    for (int trial = 0; trial < 200; trial++) {
        sample s;
        sample_make(&s, &rng, 24 + trial % 40, 2, 1 + trial % 6, trial % 6 == 5 ? 2 : 1, trial % 2);
        const ard_ranking r = ranking_of(&s.p);
        const double fewer = fmin(effective(&s.p, 0), effective(&s.p, 1)), once = (double)s.p.n_distinct / (double)s.p.n;
        const bool corrected = correction(&s.p) > 1;
        const ard_metric auc = ard_interval_logit(slow_auc(&s.p, 1, -1), correction(&s.p) * slow_delong(&s.p), once * fewer,
                                                  corrected ? "corrected-delong" : "delong"),
                         average = ard_interval_logit(slow_precision(&s.p, 1, -1), correction(&s.p) * slow_jackknife(&s),
                                                      once * effective(&s.p, 1), corrected ? "corrected-jackknife" : "jackknife");
        assert_metric(&r.auc, &auc, 1e-12, "AUC");
        assert_metric(&r.average_precision, &average, 1e-7, "average precision");
        assert_true(isnan(r.auc_weighted.value) && r.auc_weighted.reason);
    }
}

static void one_fold_has_delongs_interval(void **state)
{
    (void)state;
    static const int32_t label[20] = {0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    static const double positive[20] = {.2, .5, .3, .5, .8, .9, .2, .6, .4, .3, 0, .7, .6, .3, .1, .3, .4, 0, .4, .4};
    static const double weight[20] = {1.62, 2.5,  1.09, 1.3,  2.5, 1.77, 1.77, 1.09, .54,  2.83,
                                      .71,  2.61, 1.42, 2.88, 1.5, 2.84, 1.89, 1.1,  2.35, 2.19};
    double prob[40];
    for (int i = 0; i < 20; i++) {
        prob[i] = 1 - positive[i];
        prob[20 + i] = positive[i];
    }
    ard_predictions p = {.n = 20,
                         .n_classes = 2,
                         .prob = prob,
                         .label = label,
                         .predicted = label,
                         .n_folds = 1,
                         .n_repetitions = 1,
                         .n_distinct = 20};
    ard_ranking r = ranking_of(&p);
    ard_metric expected = {.885, 0.635336581513049, 0.9714221978230217, "delong", NULL, 1};
    assert_metric(&r.auc, &expected, 1e-12, "AUC");
    p.weight = weight;
    r = ranking_of(&p);
    expected = (ard_metric){0.8622689735346114, 0.5655453240891152, 0.9678551534789658, "delong", NULL, 1};
    assert_metric(&r.auc, &expected, 1e-12, "AUC with weights");
}

/* Each resample or given split has a value; repeated folds have not, they share their rows. */
static void splits_have_the_corrected_t(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 12, 0, 0);
    for (int trial = 0; trial < 50; trial++) {
        sample s;
        double each[2][4];
        int n = 0;
        sample_make(&s, &rng, 48, 2, 4, 4, trial % 2);
        for (int k = 0; k < 4; k++) {
            each[0][n] = slow_auc(&s.p, 1, k);
            each[1][n] = slow_precision(&s.p, 1, k);
            n += !isnan(each[0][n]);
        }
        const double ratio = s.p.test_size / s.p.train_size;
        const ard_ranking r = ranking_of(&s.p);
        const ard_metric auc = ard_interval_about(slow_auc(&s.p, 1, -1), n, each[0], ratio, 0, 1),
                         average = ard_interval_about(slow_precision(&s.p, 1, -1), n, each[1], ratio, 0, 1);
        assert_metric(&r.auc, &auc, 1e-12, "AUC");
        assert_metric(&r.average_precision, &average, 1e-12, "average precision");
    }
}

static void many_classes_are_one_against_the_rest(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 13, 0, 0);
    for (int trial = 0; trial < 40; trial++) {
        sample s;
        double sum[5][3] = {{0}}, of[5] = {0}, shares[5] = {0}, share[MOST_CLASSES] = {0}, each[3][5];
        sample_make(&s, &rng, 60, 3 + trial % 2, 4, (const int[]){1, 2, 4}[trial % 3], trial % 2);
        const int reps = (int)s.p.n_repetitions;
        for (int64_t i = 0; i < s.p.n; i++) share[s.label[i]] += s.weight[i];
        for (int c = 0; c < s.p.n_classes; c++)
            for (int k = 0; k <= reps; k++) {
                const double auc = slow_auc(&s.p, c, k < reps ? k : -1);
                if (isnan(auc)) continue;
                sum[k][0] += auc;
                sum[k][1] += share[c] * auc;
                sum[k][2] += slow_precision(&s.p, c, k < reps ? k : -1);
                of[k]++;
                shares[k] += share[c];
            }
        for (int m = 0; m < 3; m++)
            for (int k = 0; k <= reps; k++) each[m][k] = sum[k][m] / (m == 1 ? shares[k] : of[k]);
        const ard_ranking r = ranking_of(&s.p);
        const ard_metric *const got[3] = {&r.auc, &r.auc_weighted, &r.average_precision};
        for (int m = 0; m < 3; m++) {
            const double ratio = s.p.test_size / s.p.train_size;
            const ard_metric expected = reps < 4 ? ard_interval_none(each[m][reps]) /* passes share all their rows */
                                                 : ard_interval_about(each[m][4], 4, each[m], ratio, 0, 1);
            assert_metric(got[m], &expected, 1e-12, "a figure of several classes");
        }
    }
}

static void the_order_of_folds_does_not_matter(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 14, 0, 0);
    for (int trial = 0; trial < 20; trial++) {
        sample s;
        sample_make(&s, &rng, 50, 2 + trial % 2, 5, 1, true);
        const ard_ranking before = ranking_of(&s.p);
        for (int64_t i = 0; i < s.p.n; i++) s.fold[i] = (3 * s.fold[i] + 2) % 5;
        const ard_ranking after = ranking_of(&s.p);
        assert_metric(&after.auc, &before.auc, 1e-13, "AUC");
        assert_metric(&after.average_precision, &before.average_precision, 1e-13, "average precision");
    }
}

/* A row of weight 2 counts as two rows do (only the number of rows that an interval is worth differs). */
static void a_weight_is_a_repeated_row(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 15, 0, 0);
    for (int trial = 0; trial < 20; trial++) {
        sample s, twice;
        sample_make(&s, &rng, 24, 2 + trial % 2, 3, 1, true);
        for (int64_t i = 0; i < s.p.n; i++) s.weight[i] = 1 + (double)(i % 2);
        twice = s;
        sample_bind(&twice);
        twice.p.weight = NULL;
        twice.p.n = 36;
        int64_t n = 0;
        for (int64_t i = 0; i < 24; i++)
            for (int copy = 0; copy <= i % 2; copy++, n++) {
                twice.label[n] = s.label[i];
                twice.fold[n] = s.fold[i];
                for (int c = 0; c < s.p.n_classes; c++) twice.prob[c * 36 + n] = s.prob[c * 24 + i];
            }
        const ard_ranking a = ranking_of(&s.p), b = ranking_of(&twice.p);
        assert_near(a.auc.value, b.auc.value, 1e-13, "AUC");
        assert_near(a.average_precision.value, b.average_precision.value, 1e-13, "average precision");
        if (s.p.n_classes > 2) assert_near(a.auc_weighted.value, b.auc_weighted.value, 1e-13, "weighted AUC");
    }
}

/* ---- a random order */

/* The mean, over all sets of ranks that this many positives of n rows can have, of the mean precision at them. */
static double all_orders(int64_t n, int64_t positives)
{
    double sum = 0, orders = 0;
    for (int set = 0; set < 1 << n; set++) {
        double above = 0, precision = 0;
        for (int64_t rank = 1; rank <= n; rank++)
            if (set >> (rank - 1) & 1) precision += ++above / (double)rank;
        if (above != (double)positives) continue;
        sum += precision / above;
        orders++;
    }
    return sum / orders;
}

static double slow_chance(const ard_predictions *p)
{
    double sum = 0, classes = 0;
    for (int c = p->n_classes == 2; c < p->n_classes; c++) {
        double precision = 0, of = 0;
        for (int64_t f = 0; f < p->n_folds; f++) {
            double weight = 0;
            int64_t n = 0, positives = 0;
            for (int64_t i = 0; i < p->n; i++) {
                if (p->fold[i] != f) continue;
                n++;
                positives += p->label[i] == c;
                if (p->label[i] == c) weight += ard_prediction_weight(p, i);
            }
            if (positives == 0 || positives == n) continue;
            precision += weight * all_orders(n, positives);
            of += weight;
        }
        if (of == 0) continue;
        sum += precision / of;
        classes++;
    }
    return sum / classes;
}

static void chance_is_the_mean_of_all_orders(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 20, 0, 0);
    assert_near(all_orders(6, 3), .645, 1e-3, "3 of 6");
    for (int trial = 0; trial < 60; trial++) {
        sample s;
        ard_folds folds;
        ard_metrics baseline;
        const double share[MOST_CLASSES] = {.25, .25, .25, .25};
        sample_make(&s, &rng, 30, 2 + trial % 3, 10, trial % 2 ? 1 : 2, trial % 4 < 2);
        for (int64_t i = 0; i < 30; i++) s.fold[i] = i < 6 ? 0 : i < 11 ? 1 : i < 15 ? 2 : i < 18 ? 3 : i < 20 ? 4 : 5 + i % 5;
        const double expected = slow_chance(&s.p);
        assert_int_equal(ard_folds_new(context, &s.p, &folds), ARDOR_OK);
        assert_near(ard_ranking_chance(&s.p, &folds), expected, 1e-14, "chance");
        ard_folds_free(context, &folds);
        assert_int_equal(ard_metrics_baseline(context, &s.p, share, &baseline), ARDOR_OK);
        const ard_metric none = ard_interval_none(expected);
        assert_metric(&baseline.average_precision, &none, 1e-14, "the baseline");
        assert_int_equal(baseline.average_precision.folds, slow_folds(&s.p));
        assert_int_equal(baseline.auc.folds, slow_folds(&s.p));
    }
}

/* ---- edges */

/* Folds of one row each, as of leave-one-out, compare nothing. */
static void rows_alone_have_no_auc(void **state)
{
    (void)state;
    for (int classes = 2; classes < 4; classes++) {
        ard_rng rng;
        ard_rng_init(&rng, 16, 0, 0);
        sample s;
        sample_make(&s, &rng, 40, classes, 40, 1, false);
        for (int64_t i = 0; i < 40; i++) s.fold[i] = i;
        const ard_ranking r = ranking_of(&s.p);
        const ard_metric none =
            ard_interval_absent(classes == 2 ? "no fold has both classes" : "no fold has rows of two classes");
        assert_metric(&r.auc, &none, 0, "AUC");
        assert_metric(&r.average_precision, &none, 0, "average precision");
        const double share[3] = {.5, .25, .25};
        ard_metrics baseline;
        assert_int_equal(ard_metrics_baseline(context, &s.p, share, &baseline), ARDOR_OK);
        assert_metric(&baseline.average_precision, &none, 0, "its baseline");
    }
}

/* Folds whose models put all scores apart: nothing is compared between them. */
static void scores_of_different_folds_are_not_compared(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    sample s;
    sample_make(&s, &rng, 60, 2, 5, 1, false);
    const ard_ranking before = ranking_of(&s.p);
    for (int64_t i = 0; i < 60; i++) s.prob[60 + i] += 10 * (double)(s.fold[i] * 7 % 5);
    const ard_ranking after = ranking_of(&s.p);
    assert_metric(&after.auc, &before.auc, 1e-14, "AUC");
    assert_metric(&after.average_precision, &before.average_precision, 1e-14, "average precision");
}

/* All scores tied in every fold, as null models have them, or the classes apart: Wilson's interval for the rarer class, a row
 * that is tested twice counting once. */
static void without_spread_there_is_an_interval(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++)
        for (int repetitions = 1; repetitions < 3; repetitions++)
            for (int folds = 1; folds < 5; folds += 3) {
                ard_rng rng;
                ard_rng_init(&rng, 18, 0, 0);
                sample s;
                const int64_t n = 20 * repetitions;
                sample_make(&s, &rng, n, 2, folds * repetitions, repetitions, false);
                for (int64_t i = 0; i < n; i++) {
                    s.label[i] = i % 20 < 8;
                    s.fold[i] = i % folds + folds * (i / 20);
                    s.prob[n + i] = apart ? .25 + .5 * s.label[i] : .1 * (double)(1 + s.fold[i]);
                }
                const ard_ranking r = ranking_of(&s.p);
                const ard_metric expected = ard_interval_wilson(apart ? 1 : .5, 8);
                assert_metric(&r.auc, &expected, 1e-12, "AUC");
                if (apart) assert_metric(&r.average_precision, &expected, 1e-12, "average precision");
            }
}

static void a_single_positive_has_wilsons_interval(void **state)
{
    (void)state;
    static const double prob[8] = {.5, .5, .5, .5, 0, 1, 2, 3};
    static const int32_t label[4] = {0, 0, 1, 0};
    ard_predictions p = {.n = 4,
                         .n_classes = 2,
                         .prob = prob,
                         .label = label,
                         .predicted = label,
                         .n_folds = 1,
                         .n_repetitions = 1,
                         .n_distinct = 4};
    ard_ranking r = ranking_of(&p);
    const ard_metric expected = ard_interval_wilson(2 / 3., 1);
    assert_metric(&r.auc, &expected, 1e-14, "AUC");
    const double unknown[8] = {.5, .5, .5, .5, NAN, 1, 2, 3};
    p.prob = unknown;
    r = ranking_of(&p);
    assert_true(isnan(r.auc.value));
    assert_string_equal(r.auc.reason, "a probability is not a number");
}

/* Of two resamples one has both classes: its interval is over rows. */
static void one_split_with_both_classes_speaks_for_itself(void **state)
{
    (void)state;
    ard_rng rng;
    ard_rng_init(&rng, 19, 0, 0);
    sample s;
    sample_make(&s, &rng, 30, 2, 2, 2, false);
    for (int64_t i = 0; i < 30; i++) {
        s.fold[i] = i % 2;
        if (s.fold[i] == 1) s.label[i] = 0;
    }
    const ard_ranking r = ranking_of(&s.p);
    const ard_metric expected =
        ard_interval_logit(slow_auc(&s.p, 1, 0), slow_delong(&s.p), .5 * fmin(effective(&s.p, 0), effective(&s.p, 1)), "delong");
    assert_metric(&r.auc, &expected, 1e-12, "AUC");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folds_agree_with_all_pairs),
        cmocka_unit_test(one_fold_has_delongs_interval),
        cmocka_unit_test(splits_have_the_corrected_t),
        cmocka_unit_test(many_classes_are_one_against_the_rest),
        cmocka_unit_test(the_order_of_folds_does_not_matter),
        cmocka_unit_test(a_weight_is_a_repeated_row),
        cmocka_unit_test(chance_is_the_mean_of_all_orders),
        cmocka_unit_test(rows_alone_have_no_auc),
        cmocka_unit_test(scores_of_different_folds_are_not_compared),
        cmocka_unit_test(without_spread_there_is_an_interval),
        cmocka_unit_test(a_single_positive_has_wilsons_interval),
        cmocka_unit_test(one_split_with_both_classes_speaks_for_itself),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
