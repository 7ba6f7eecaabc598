/* Methods against each other on the same folds: every number against SciPy's, of made-up predictions with folds that are missing,
 * folds of one class, methods that are the same, shares that tie; weights, priors and rows not decided by hand. */
#include "context_fixture.h"

#include "method_pairs_values.h"
#include "study/comparison.h"

enum { N_TABLES = 3, N_MADE = 3, N_CELLS = N_TABLES * N_MADE, MOST_ROWS = 40, MOST_FOLDS = 5 };

/* An evaluation with its arrays. */
typedef struct faked {
    ardor_evaluation e;
    ard_fold_result fold[MOST_FOLDS];
    int64_t fold_of[MOST_ROWS];
    int32_t label[MOST_ROWS], predicted[MOST_ROWS];
    double prob[2 * MOST_ROWS], share[2];
} faked;

/* Of the folds that method m has finished. */
static void fake(const made_table *t, int m, faked *out)
{
    ardor_evaluation *e = &out->e;
    *e = (ardor_evaluation){.n_classes = 2, .n_folds = t->n_folds, .n_repetitions = t->n_repetitions};
    for (int f = 0; f < t->n_folds; f++) {
        if (f == t->missing[m]) continue;
        out->fold[e->n_done++] = (ard_fold_result){.fold = f, .n_distinct = t->n_train, .n_test = t->n_test};
        e->n_rows += t->n_test;
    }
    int64_t at = 0;
    out->share[1] = 0;
    for (int i = 0; i < t->n_folds * t->n_test; i++) {
        const int f = i / t->n_test;
        out->share[1] += t->label[i] / (double)(t->n_folds * t->n_test);
        if (f == t->missing[m]) continue;
        out->fold_of[at] = f;
        out->label[at] = t->label[i];
        out->predicted[at] = t->prob[m][i] > .5;
        out->prob[at] = 1 - t->prob[m][i];
        out->prob[e->n_rows + at++] = t->prob[m][i];
    }
    out->share[0] = 1 - out->share[1];
    e->fold = out->fold;
    e->fold_of = out->fold_of;
    e->label = out->label;
    e->predicted = out->predicted;
    e->prob = out->prob;
    e->baseline_share = out->share;
}

static faked fakes[N_CELLS];
static ard_compared cells[N_CELLS];
static ard_compared_data tables[N_TABLES];
static char *const cell_names[N_MADE] = {"good", "middling", "bad"};
static ardor_study study;

static void begin(int n_tables)
{
    study = (ardor_study){.context = context, .n_data = n_tables, .n = n_tables * N_MADE, .data = tables, .cell = cells};
    for (int c = 0; c < n_tables * N_MADE; c++) {
        fake(made + c / N_MADE, c % N_MADE, fakes + c);
        cells[c] = (ard_compared){.data = c / N_MADE, .name = cell_names[c % N_MADE], .evaluation = &fakes[c].e};
    }
}

static void compute(void)
{
    if (ard_method_pairs_compute(context, &study) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

static void end(void)
{
    for (int64_t c = 0; c < study.n; c++) {
        ard_free(context, cells[c].figure);
        ard_free(context, cells[c].baseline);
    }
    ard_method_pairs_free(context, &study.pairs);
}

static void near(double value, double expected, const char *what, int row)
{
    if (isnan(value) != isnan(expected) || fabs(value - expected) > 1e-11 * fmax(1, fabs(expected)))
        fail_msg("row %d: %s is %.15g, not %.15g", row, what, value, expected);
}

/* ---- SciPy */

static void pairs_are_those_of_scipy(void **state)
{
    (void)state;
    begin(N_TABLES);
    compute();
    assert_int_equal(study.pairs.n, COUNT_OF(expected_pairs));
    for (int i = 0; i < COUNT_OF(expected_pairs); i++) {
        const ard_method_pair *pair = study.pairs.pair + i;
        const double *e = expected_pairs[i];
        assert_int_equal(pair->figure, (int)e[1]);
        assert_int_equal(pair->first, (int)(e[0] * N_MADE + e[2]));
        assert_int_equal(pair->second, e[3] < 0 ? -1 : (int)(e[0] * N_MADE + e[3]));
        assert_int_equal(pair->best, e[3] >= 0);
        near(pair->first_mean, e[4], "mean", i);
        near(pair->second_mean, e[5], "other mean", i);
        near(pair->test.mean, e[6], "difference", i);
        near(pair->test.low, e[7], "low", i);
        near(pair->test.high, e[8], "high", i);
        near(pair->test.t, e[9], "t", i);
        near(pair->test.p, e[10], "p", i);
        assert_int_equal(pair->test.n, (int)e[11]);
        assert_int_equal(pair->n_lacking, (int)e[12]);
        near(pair->mcnemar.p, e[15], "McNemar's p", i);
        if (!isnan(e[15])) {
            assert_int_equal(pair->mcnemar.only_first_wrong, (int)e[13]);
            assert_int_equal(pair->mcnemar.only_second_wrong, (int)e[14]);
        }
        assert_int_equal(pair->mcnemar_reason != NULL, pair->figure == ARD_FOLD_ERROR && isnan(e[15]));
        near(pair->adjusted.p_holm, e[16], "Holm's p", i);
        assert_int_equal(pair->adjusted.n_compared, (int)e[17]);
    }
    end();
}

static void tables_are_compared_by_the_sign_test(void **state)
{
    (void)state;
    begin(N_TABLES);
    compute();
    assert_int_equal(study.pairs.n_sets, COUNT_OF(expected_sets));
    for (int i = 0; i < COUNT_OF(expected_sets); i++) {
        const ard_table_pair *pair = study.pairs.set + i;
        const double *e = expected_sets[i];
        assert_int_equal(pair->figure, (int)e[0]);
        assert_int_equal(pair->first, (int)e[1]);
        assert_int_equal(pair->second, (int)e[2]);
        near(pair->first_mean, e[3], "mean", i);
        near(pair->second_mean, e[4], "other mean", i);
        assert_int_equal(pair->test.first_larger, (int)e[5]);
        assert_int_equal(pair->test.second_larger, (int)e[6]);
        assert_int_equal(pair->test.ties, (int)e[7]);
        assert_int_equal(pair->test.missing, 0);
        near(pair->test.p, e[8], "p", i);
        near(pair->adjusted.p_holm, e[9], "Holm's p", i);
        assert_int_equal(pair->adjusted.n_compared, (int)e[10]);
    }
    assert_int_equal(study.pairs.n_best, COUNT_OF(expected_best));
    for (int i = 0; i < COUNT_OF(expected_best); i++) {
        const ard_best_method *best = study.pairs.best;
        int found = 0;
        for (int j = 0; j < COUNT_OF(expected_best); j++)
            found += best[j].data == expected_best[i][0] && (int)best[j].figure == expected_best[i][1] &&
                     best[j].cell == (best[j].data < 0 ? 0 : best[j].data) * N_MADE + expected_best[i][2];
        assert_int_equal(found, 1);
    }
    end();
}

/* ---- who is the best */

static int64_t best_of(ard_fold_figure figure)
{
    for (int64_t i = 0; i < study.pairs.n_best; i++)
        if (study.pairs.best[i].figure == figure && study.pairs.best[i].data == 0) return study.pairs.best[i].cell;
    return -1;
}

/* Equal errors go by the log loss; and who lacks a fold is not the best, however good the others are. */
static void the_best_has_all_folds_and_the_lower_loss(void **state)
{
    (void)state;
    begin(1);
    memcpy(fakes[2].predicted, fakes[0].predicted, sizeof fakes[0].predicted); /* as good as the first, */
    for (int i = 0; i < 40; i++)                                               /* and surer of what is right */
        for (int c = 0; c < 2; c++) fakes[2].prob[c * 40 + i] = c == fakes[2].label[i] ? .9 : .1;
    for (int i = 0; i < 32; i++) fakes[1].predicted[i] = fakes[1].label[i]; /* without an error where it has a result */
    compute();
    assert_int_equal(best_of(ARD_FOLD_ERROR), 2);
    assert_int_equal(best_of(ARD_FOLD_LOG_LOSS), 2);
    end();
}

/* ---- what is not compared, and how */

static const ard_method_pair *pair_with(ard_fold_figure figure, int64_t first, int64_t second)
{
    for (int64_t i = 0; i < study.pairs.n; i++) {
        const ard_method_pair *pair = study.pairs.pair + i;
        if (pair->figure == figure && pair->first == first && pair->second == second) return pair;
    }
    fail_msg("there is no pair");
    return NULL;
}

static void cells_without_a_result_are_left_out(void **state)
{
    (void)state;
    begin(N_TABLES);
    cells[1].evaluation = NULL;
    for (int m = 0; m < N_MADE; m++) cells[2 * N_MADE + m].evaluation = NULL; /* of the third table */
    compute();
    for (int64_t i = 0; i < study.pairs.n; i++) {
        assert_true(study.pairs.pair[i].first != 1 && study.pairs.pair[i].second != 1);
        assert_true(study.pairs.pair[i].first < 2 * N_MADE);
    }
    assert_int_equal(pair_with(ARD_FOLD_ERROR, 2, 0)->adjusted.n_compared, 1);
    for (int64_t i = 0; i < study.pairs.n_sets; i++) {
        const ard_table_pair *set = study.pairs.set + i;
        assert_int_equal(set->test.missing, set->first == 1 || set->second == 1 ? 2 : 1);
    }
    end();
}

/* Each lacks another fold: rows are counted in those that both have. */
static void rows_are_counted_in_common_folds(void **state)
{
    (void)state;
    begin(1);
    for (int m = 0; m < N_MADE; m++) {
        made_table t = made[0];
        t.missing[m] = m + 1;
        fake(&t, m, fakes + m);
    }
    compute();
    const int64_t best = best_of(ARD_FOLD_ERROR);
    for (int m = 0; m < N_MADE; m++) {
        int64_t only[2] = {0, 0};
        if (m == best) continue;
        const ard_method_pair *pair = pair_with(ARD_FOLD_ERROR, m, best);
        for (int i = 0; i < 40; i++) {
            const bool a = (made[0].prob[m][i] > .5) != made[0].label[i], b = (made[0].prob[best][i] > .5) != made[0].label[i];
            if (i / 8 == m + 1 || i / 8 == best + 1) continue;
            only[0] += a && !b;
            only[1] += b && !a;
        }
        assert_int_equal(pair->n_lacking, 2);
        assert_int_equal(pair->test.n, 3);
        assert_int_equal(pair->mcnemar.only_first_wrong, only[0]);
        assert_int_equal(pair->mcnemar.only_second_wrong, only[1]);
    }
    end();
}

/* Rows with weights: the error of a fold is the weighted one, and counts of rows are none of it. */
static void weights_count_and_forbid_counts(void **state)
{
    (void)state;
    double weight[MOST_ROWS], sum = 0, wrong = 0;
    begin(1);
    for (int i = 0; i < MOST_ROWS; i++) weight[i] = 1 + i % 3;
    fakes[0].e.weight = weight;
    for (int i = 0; i < 8; i++) {
        sum += weight[i];
        wrong += weight[i] * (fakes[0].predicted[i] != fakes[0].label[i]);
    }
    compute();
    near(cells[0].figure[ARD_FOLD_ERROR], wrong / sum, "weighted error", 0);
    assert_string_equal(pair_with(ARD_FOLD_ERROR, 0, -1)->mcnemar_reason, "rows have case weights");
    end();
}

/* At a prior rows count its share over theirs; the baseline predicts it. */
static void a_prior_moves_the_figures(void **state)
{
    (void)state;
    double prior[2] = {.9, .1}, n[2] = {0, 0}, sum = 0, wrong = 0, loss = 0;
    begin(1);
    fakes[0].e.decision = (ard_decision){.n_classes = 2, .prior = prior};
    memcpy(fakes[0].share, prior, sizeof prior);
    for (int i = 0; i < 40; i++) n[fakes[0].label[i]]++;
    for (int i = 0; i < 8; i++) {
        const int32_t c = fakes[0].label[i];
        sum += prior[c] / n[c];
        wrong += prior[c] / n[c] * (fakes[0].predicted[i] != c);
        loss -= prior[c] / n[c] * log(prior[c]);
    }
    compute();
    near(cells[0].figure[ARD_FOLD_ERROR], wrong / sum, "error at the prior", 0);
    near(cells[0].baseline[ARD_FOLD_LOG_LOSS], loss / sum, "log loss of the baseline at the prior", 0);
    assert_string_equal(pair_with(ARD_FOLD_ERROR, 0, -1)->mcnemar_reason, "the figures are for a prior");
    end();
}

/* A row that is not decided is wrong; a single fold has no t, but counts. */
static void a_single_fold_has_counts_alone(void **state)
{
    (void)state;
    begin(1);
    for (int m = 0; m < N_MADE; m++) {
        fakes[m].e.n_folds = fakes[m].e.n_done = 1;
        fakes[m].e.n_rows = 8;
        for (int i = 0; i < 8; i++) fakes[m].prob[8 + i] = 1 - fakes[m].prob[i];
    }
    fakes[2].predicted[0] = -1;
    int64_t wrong = 0, right = 0;
    for (int i = 0; i < 8; i++) {
        wrong += fakes[2].predicted[i] != fakes[2].label[i] && fakes[0].predicted[i] == fakes[0].label[i];
        right += fakes[2].predicted[i] == fakes[2].label[i] && fakes[0].predicted[i] != fakes[0].label[i];
    }
    compute();
    const ard_method_pair *pair = pair_with(ARD_FOLD_ERROR, 2, best_of(ARD_FOLD_ERROR));
    assert_true(isnan(pair->test.p) && isnan(pair->adjusted.p_holm));
    assert_int_equal(pair->adjusted.n_compared, 0);
    assert_string_equal(pair->test.reason, "a single fold does not show how far folds differ");
    assert_int_equal(best_of(ARD_FOLD_ERROR), 0);
    assert_int_equal(pair->mcnemar.only_first_wrong, wrong);
    assert_int_equal(pair->mcnemar.only_second_wrong, right);
    end();
}

/* ---- the price of sparsity */

/* Method m of every table uses all features, or some. */
static void use(int m, bool all)
{
    for (int64_t c = m; c < study.n; c += N_MADE) {
        ardor_evaluation *e = &fakes[c].e;
        e->worth = (ard_worth){.told = true, .selects = !all};
        e->n_selected = 7;
        e->mean_n_features = all ? 7 : 2.5;
    }
}

/* The n-th (from 0) of a method. */
static const ard_method_pair *nth_price_of(ard_fold_figure figure, int64_t first, int n)
{
    for (int64_t i = 0; i < study.pairs.n_sparse; i++)
        if (study.pairs.sparse[i].figure == figure && study.pairs.sparse[i].first == first && n-- == 0)
            return study.pairs.sparse + i;
    fail_msg("there is no price");
    return NULL;
}

static const ard_method_pair *price_of(ard_fold_figure figure, int64_t first) { return nth_price_of(figure, first, 0); }

/* The mean difference of two cells of the first table, by hand. */
static double difference_of(int a, int b, ard_fold_figure k)
{
    double sum = 0, n = 0;
    for (int f = 0; f < made[0].n_folds; f++) {
        const double difference = cells[a].figure[f * ARD_FOLD_FIGURES + k] - cells[b].figure[f * ARD_FOLD_FIGURES + k];
        if (isnan(difference)) continue;
        sum += difference;
        n++;
    }
    return sum / n;
}

/* Where the best of all uses all features, prices are the differences to the best, which are SciPy's. */
static void prices_are_differences_to_all_features(void **state)
{
    (void)state;
    static const ard_fold_figure figures[] = {ARD_FOLD_ERROR, ARD_FOLD_LOG_LOSS};
    begin(N_TABLES);
    use(0, true);
    use(1, false);
    use(2, false);
    compute();
    assert_int_equal(study.pairs.n_sparse, N_TABLES * 2 * 2);
    int same = 0;
    for (int i = 0; i < COUNT_OF(expected_pairs); i++) {
        const double *e = expected_pairs[i];
        if (e[3] != 0 || (e[1] != ARD_FOLD_ERROR && e[1] != ARD_FOLD_LOG_LOSS)) continue;
        const ard_method_pair *price = price_of((ard_fold_figure)e[1], (int64_t)(e[0] * N_MADE + e[2]));
        assert_int_equal(price->second, (int)(e[0] * N_MADE));
        near(price->first_mean, e[4], "mean", i);
        near(price->second_mean, e[5], "other mean", i);
        near(price->test.mean, e[6], "difference", i);
        near(price->test.low, e[7], "low", i);
        near(price->test.high, e[8], "high", i);
        assert_int_equal(price->test.n, (int)e[11]);
        assert_int_equal(price->n_lacking, (int)e[12]);
        same++;
    }
    assert_true(same >= 4);
    end();
    /* Of two that use all the better one is taken, though a third is the best; mean differences by hand. */
    begin(1);
    use(0, false);
    use(1, true);
    use(2, true);
    fakes[2].e.n_selected = 0; /* none is not all */
    compute();
    assert_int_equal(study.pairs.n_sparse, 2);
    for (int k = 0; k < 2; k++) {
        const ard_method_pair *price = price_of(figures[k], 0);
        assert_int_equal(price->second, 1);
        near(price->test.mean, difference_of(0, 1, figures[k]), "difference", k);
    }
    end();
}

/* Both of those that use all, the best of the figure first. */
static void each_that_uses_all_has_a_price(void **state)
{
    (void)state;
    static const ard_fold_figure figures[] = {ARD_FOLD_ERROR, ARD_FOLD_LOG_LOSS};
    for (int sparse = 0; sparse < N_MADE; sparse++) {
        begin(1);
        for (int m = 0; m < N_MADE; m++) use(m, m != sparse);
        compute();
        assert_int_equal(study.pairs.n_sparse, 2 * 2);
        for (int k = 0; k < 2; k++) {
            const ard_method_pair *first = nth_price_of(figures[k], sparse, 0), *second = nth_price_of(figures[k], sparse, 1);
            const int64_t a = (sparse + 1) % N_MADE, b = (sparse + 2) % N_MADE;
            assert_int_equal(first->second + second->second, a + b);
            assert_true(first->second != second->second);
            near(first->test.mean, difference_of(sparse, (int)first->second, figures[k]), "difference", k);
            near(second->test.mean, difference_of(sparse, (int)second->second, figures[k]), "difference", k);
            if (sparse != best_of(figures[k])) assert_int_equal(first->second, best_of(figures[k]));
        }
        end();
    }
}

static const ard_method decides = {.name = "decides", .can = ARD_HAS_TUNING},
                        shares = {.name = "shares", .can = ARD_HAS_SHARES_ONLY};

/* What chooses among both kinds is of neither, whatever its folds did. */
static void what_decides_itself_has_no_side(void **state)
{
    (void)state;
    for (int all = 0; all < 2; all++) {
        begin(1);
        use(0, true);
        use(1, false);
        use(2, all);
        cells[2].method = &decides;
        compute();
        assert_int_equal(study.pairs.n_sparse, 2);
        assert_int_equal(price_of(ARD_FOLD_ERROR, 1)->second, 0);
        end();
    }
}

/* What never has features is the baseline: no p, and none of the family. */
static void the_baseline_is_no_hypothesis(void **state)
{
    (void)state;
    double p[N_CELLS][ARD_FOLD_FIGURES];
    for (int baseline = 0; baseline < 2; baseline++) {
        begin(N_TABLES);
        for (int c = 2; baseline && c < N_CELLS; c += N_MADE) cells[c].method = &shares;
        compute();
        for (int64_t i = 0; i < study.pairs.n; i++) {
            const ard_method_pair *pair = study.pairs.pair + i;
            const bool out = baseline && pair->second < 0 && pair->first % N_MADE == 2;
            int64_t tested = 0;
            if (out) {
                assert_true(isnan(pair->test.p) && isnan(pair->adjusted.p_holm) && isnan(pair->mcnemar.p));
                assert_string_equal(pair->test.reason, "it predicts the shares of the classes, as the baseline does");
            }
            if (pair->second < 0 && !baseline) p[pair->first][pair->figure] = pair->test.p;
            if (pair->second >= 0) continue;
            for (int64_t c = pair->first - pair->first % N_MADE, m = 0; m < N_MADE; m++)
                tested += !isnan(p[c + m][pair->figure]) && !(baseline && m == 2);
            if (baseline) assert_int_equal(pair->adjusted.n_compared, tested);
            if (!out) near(pair->test.p, p[pair->first][pair->figure], "p", (int)i);
        }
        for (int64_t i = 0; i < study.pairs.n_sets; i++) {
            const ard_table_pair *set = study.pairs.set + i;
            const bool out = baseline && set->second < 0 && set->first == 2;
            assert_true(!out || isnan(set->test.p));
            assert_true(out == (set->reason != NULL));
            if (baseline && set->second < 0) assert_true(set->adjusted.n_compared <= 2);
        }
        end();
    }
}

static void there_may_be_no_price(void **state)
{
    (void)state;
    begin(1);
    for (int m = 0; m < N_MADE; m++) use(m, false);
    compute();
    assert_int_equal(study.pairs.n_sparse, 0);
    end();
    begin(1);
    for (int m = 0; m < N_MADE; m++) use(m, true);
    compute();
    assert_int_equal(study.pairs.n_sparse, 0);
    end();
    begin(1); /* the shares of the classes are no selection */
    use(0, true);
    use(1, false);
    use(2, false);
    fakes[1].e.n_selected = fakes[2].e.n_selected = 0;
    compute();
    assert_int_equal(study.pairs.n_sparse, 0);
    end();
    begin(1); /* of components nothing is told */
    use(0, false);
    use(1, false);
    use(2, true);
    fakes[2].e.worth.told = false;
    compute();
    assert_int_equal(study.pairs.n_sparse, 0);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_scipy),
        cmocka_unit_test(tables_are_compared_by_the_sign_test),
        cmocka_unit_test(the_best_has_all_folds_and_the_lower_loss),
        cmocka_unit_test(cells_without_a_result_are_left_out),
        cmocka_unit_test(rows_are_counted_in_common_folds),
        cmocka_unit_test(weights_count_and_forbid_counts),
        cmocka_unit_test(a_prior_moves_the_figures),
        cmocka_unit_test(a_single_fold_has_counts_alone),
        cmocka_unit_test(prices_are_differences_to_all_features),
        cmocka_unit_test(each_that_uses_all_has_a_price),
        cmocka_unit_test(what_decides_itself_has_no_side),
        cmocka_unit_test(the_baseline_is_no_hypothesis),
        cmocka_unit_test(there_may_be_no_price),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
