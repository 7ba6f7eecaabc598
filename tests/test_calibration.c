/* Calibration against a logistic regression with a column for each fold, by Newton's method on the whole Hessian. */
#include "predictions_fixture.h"

#include "study/calibration.h"

enum { MOST_FOLDS = 6, ROOM = MOST_FOLDS + 1 };

static ard_calibration calibration_of(const ard_predictions *p)
{
    ard_calibration out;
    assert_int_equal(ard_calibration_compute(context, p, &out), ARDOR_OK);
    return out;
}

/* x = a^-1 b by elimination with pivots; a, b are spent. */
static void eliminate(int m, double a[ROOM][ROOM], double *b)
{
    for (int k = 0; k < m; k++) {
        int pivot = k;
        for (int i = k; i < m; i++)
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        for (int j = 0; j < m; j++) {
            const double swap = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = swap;
        }
        const double swap = b[k];
        b[k] = b[pivot];
        b[pivot] = swap;
        for (int i = 0; i < m; i++) {
            if (i == k) continue;
            const double factor = a[i][k] / a[k][k];
            for (int j = k; j < m; j++) a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (int k = 0; k < m; k++) b[k] /= a[k][k];
}

/* Which folds have both classes and logits that differ. */
static void find_folds(const ard_predictions *p, bool *uses)
{
    for (int64_t f = 0; f < p->n_folds; f++) {
        bool both[2] = {false, false}, differ = false;
        double first = NAN;
        for (int64_t i = 0; i < p->n; i++) {
            if (p->fold[i] != f) continue;
            both[p->label[i]] = true;
            if (!isnan(first) && p->prob[p->n + i] != first) differ = true;
            first = p->prob[p->n + i];
        }
        uses[f] = both[0] && both[1] && differ;
    }
}

/* The slope and its variance, of weights as they are. */
static void regress(const ard_predictions *p, double *slope, double *variance)
{
    bool uses[MOST_FOLDS];
    double beta[ROOM] = {0}, hessian[ROOM][ROOM], gradient[ROOM];
    const int m = (int)p->n_folds + 1;
    find_folds(p, uses);
    for (int step = 0; step < 60; step++) {
        memset(hessian, 0, sizeof hessian);
        memset(gradient, 0, sizeof gradient);
        for (int64_t i = 0; i < p->n; i++) {
            const int64_t f = p->fold[i];
            if (!uses[f]) continue;
            const double x[2] = {1, log(p->prob[p->n + i] / p->prob[i])}, w = ard_prediction_weight(p, i);
            const double q = 1 / (1 + exp(-beta[f] - beta[m - 1] * x[1]));
            const int at[2] = {(int)f, m - 1};
            for (int a = 0; a < 2; a++) {
                gradient[at[a]] += w * ((p->label[i] == 1) - q) * x[a];
                for (int b = 0; b < 2; b++) hessian[at[a]][at[b]] += w * q * (1 - q) * x[a] * x[b];
            }
        }
        for (int64_t f = 0; f < p->n_folds; f++)
            if (!uses[f]) hessian[f][f] = 1;
        double copy[ROOM][ROOM], column[ROOM] = {0};
        memcpy(copy, hessian, sizeof copy);
        column[m - 1] = 1;
        eliminate(m, copy, column);
        *variance = column[m - 1];
        eliminate(m, hessian, gradient);
        for (int k = 0; k < m; k++) beta[k] += gradient[k] * (step < 5 ? .5 : 1);
    }
    *slope = beta[m - 1];
}

static void agrees_with_the_whole_regression(void **state)
{
    (void)state;
    ard_rng rng;
    int slopes = 0;
    ard_rng_init(&rng, 21, 0, 0);
    for (int trial = 0; trial < 100; trial++) {
        sample s;
        double slope = 0, variance = 0, weight = 0, squares = 0, large = 0;
        sample_make(&s, &rng, 40 + trial % 20, 2, 1 + trial % MOST_FOLDS, trial % MOST_FOLDS == 5 ? 2 : 1, trial % 2);
        for (int64_t i = 0; i < s.p.n; i++) {
            weight += s.weight[i];
            squares += s.weight[i] * s.weight[i];
            large += s.weight[i] * (s.prob[s.p.n + i] - s.label[i]);
        }
        const ard_calibration c = calibration_of(&s.p);
        assert_near(c.in_the_large, large / weight, 1e-14, "in the large");
        if (c.reason) continue;
        slopes++;
        regress(&s.p, &slope, &variance);
        /* The rows are worth as many as their weights say, and one that is tested twice counts once. */
        const double half = 1.959963984540054 * sqrt(variance / (weight / squares) * (double)s.p.n / (double)s.p.n_distinct);
        assert_near(c.slope, slope, 1e-8 * fmax(1, fabs(slope)), "slope");
        assert_near(c.slope_low, slope - half, 1e-7 * fmax(1, fabs(slope)), "low");
        assert_near(c.slope_high, slope + half, 1e-7 * fmax(1, fabs(slope)), "high");
    }
    assert_true(slopes > 80);
}

/* Labels that are drawn from the probabilities: slope 1, and half of it where the logits are doubled. */
static void knows_calibrated_from_extreme(void **state)
{
    (void)state;
    enum { ROWS = 4000 };
    double *prob = make_reals(2 * ROWS);
    int32_t *label = make_array(ROWS, sizeof *label);
    ard_rng rng;
    ard_rng_init(&rng, 22, 0, 0);
    const ard_predictions p = {.n = ROWS,
                               .n_classes = 2,
                               .prob = prob,
                               .label = label,
                               .predicted = label,
                               .n_folds = 1,
                               .n_repetitions = 1,
                               .n_distinct = ROWS};
    for (int extreme = 1; extreme < 3; extreme++) {
        for (int64_t i = 0; i < ROWS; i++) {
            const double z = 1.5 * ard_rng_normal(&rng);
            label[i] = ard_rng_uniform(&rng) < 1 / (1 + exp(-z));
            prob[i] = 1 / (1 + exp(extreme * z));
            prob[ROWS + i] = 1 / (1 + exp(-extreme * z));
        }
        const ard_calibration c = calibration_of(&p);
        assert_null(c.reason);
        assert_true(c.slope_low < 1. / extreme && 1. / extreme < c.slope_high && c.slope_high - c.slope_low < .2);
        assert_true(fabs(c.in_the_large) < .03);
    }
    free(label);
    free(prob);
}

static void the_order_of_folds_does_not_matter(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_rng_init(&rng, 23, 0, 0);
    sample_make(&s, &rng, 60, 2, 5, 1, true);
    const ard_calibration before = calibration_of(&s.p);
    for (int64_t i = 0; i < 60; i++) s.fold[i] = (2 * s.fold[i] + 1) % 5;
    const ard_calibration after = calibration_of(&s.p);
    assert_near(after.slope, before.slope, 1e-10, "slope");
    assert_near(after.slope_low, before.slope_low, 1e-10, "low");
}

/* ---- no slope */

static void says_why_there_is_no_slope(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_rng_init(&rng, 24, 0, 0);
    sample_make(&s, &rng, 40, 2, 40, 1, false);
    for (int64_t i = 0; i < 40; i++) s.fold[i] = i;
    ard_calibration c = calibration_of(&s.p);
    assert_string_equal(c.reason, "no fold has both classes");
    assert_true(isnan(c.slope) && isnan(c.slope_low) && !isnan(c.in_the_large));
    /* All logits of a fold alike: null models. */
    sample_make(&s, &rng, 40, 2, 2, 1, false);
    for (int64_t i = 0; i < 40; i++) {
        s.prob[40 + i] = .25 + .5 * (double)s.fold[i];
        s.prob[i] = 1 - s.prob[40 + i];
    }
    assert_string_equal(calibration_of(&s.p).reason, "in every fold with both classes the probabilities are all alike");
    for (int64_t i = 0; i < 40; i++) s.fold[i] = s.label[i]; /* which differ between folds of one class */
    assert_string_equal(calibration_of(&s.p).reason, "no fold has both classes");
    /* A fold whose probabilities differ, of 8 rows. */
    for (int64_t i = 0; i < 40; i++) {
        s.fold[i] = i < 8;
        s.prob[40 + i] = i < 8 ? .1 * (double)(i + 1) : .25;
        s.prob[i] = 1 - s.prob[40 + i];
        s.label[i] = i % 3 == 0;
    }
    assert_string_equal(calibration_of(&s.p).reason, "fewer than 10 rows inform it");
    /* One fold, and whose rows are all of one class. */
    s.p.n_folds = 1;
    for (int64_t i = 0; i < 40; i++) {
        s.fold[i] = 0;
        s.prob[i] = s.prob[40 + i] = .5;
    }
    assert_string_equal(calibration_of(&s.p).reason, "the probabilities are all alike");
    for (int64_t i = 0; i < 40; i++) s.prob[40 + i] = .4 + .2 * s.label[i];
    assert_string_equal(calibration_of(&s.p).reason, "the probabilities separate the classes");
    for (int64_t i = 0; i < 40; i++) s.label[i] = 1;
    assert_string_equal(calibration_of(&s.p).reason, "all rows are of one class");
    s.p.n_folds = 2;
    /* Classes apart in each fold, either way, with a tie at the border; not so if one fold has them the other way round. */
    for (int way = 0; way < 2; way++) {
        for (int64_t i = 0; i < 40; i++) {
            s.label[i] = i % 20 < 9;
            s.fold[i] = i / 20;
            s.prob[40 + i] = i % 20 == 19 ? .5 : s.label[i] == way ? .5 + .02 * (double)(i % 9) : .3;
            s.prob[i] = 1 - s.prob[40 + i];
        }
        c = calibration_of(&s.p);
        assert_string_equal(c.reason, "in every fold the probabilities separate the classes");
        for (int64_t i = 0; i < 20; i++) s.label[i] = 1 - s.label[i];
        c = calibration_of(&s.p);
        assert_null(c.reason);
        assert_true(isfinite(c.slope_high));
    }
}

/* 8 rows that inform it, tested twice, are no more than 8; probabilities of 0 and 1 have logits too. */
static void rows_count_once(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_rng_init(&rng, 25, 0, 0);
    for (int n = 8; n < 12; n += 2) {
        sample_make(&s, &rng, 2 * n, 2, 2, 2, false);
        for (int64_t i = 0; i < 2 * n; i++) {
            s.fold[i] = i / n;
            s.label[i] = i % 2;
            s.prob[2 * n + i] = i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : i % 8 == 2 ? .7 : .4;
            s.prob[i] = 1 - s.prob[2 * n + i];
        }
        const ard_calibration c = calibration_of(&s.p);
        if (n == 8) assert_string_equal(c.reason, "fewer than 10 rows inform it");
        if (n == 10) assert_true(!c.reason && isfinite(c.slope) && c.slope > 0);
    }
}

static void many_classes_have_none(void **state)
{
    (void)state;
    ard_rng rng;
    sample s;
    ard_rng_init(&rng, 26, 0, 0);
    sample_make(&s, &rng, 40, 3, 2, 1, false);
    const ard_calibration c = calibration_of(&s.p);
    assert_true(isnan(c.in_the_large) && isnan(c.slope) && c.reason);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_whole_regression),
        cmocka_unit_test(knows_calibrated_from_extreme),
        cmocka_unit_test(the_order_of_folds_does_not_matter),
        cmocka_unit_test(says_why_there_is_no_slope),
        cmocka_unit_test(rows_count_once),
        cmocka_unit_test(many_classes_have_none),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
