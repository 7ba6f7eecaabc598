/* AdaBoost: stumps against every threshold of every column, rounds by the formulas, the line of the probabilities fold by fold,
 * ties, copies, weights, one class alone on a value. */
#include "rows_fixture.h"

#include "linalg/blas.h"
#include "method/adaboost/adaboost.h"
#include "method/adaboost/boost.h"
#include "method/shared/platt.h"

/* step 0: normal values; else they are rounded to multiples of it, so that many are the same. */
static rows make_rows(int64_t n, int64_t p, double step, bool weighted, uint64_t seed)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    rows r = {.n = n, .p = p, .x = make_normals(&rng, n * p), .label = make_array(n, sizeof *r.label)};
    for (int64_t i = 0; i < n * p && step > 0; i++) r.x[i] = step * round(r.x[i] / step);
    for (int64_t i = 0; i < n; i++) r.label[i] = r.x[i] + (p > 1 ? .7 * fabs(r.x[i + n]) : 0) + .6 * ard_rng_normal(&rng) > .4;
    if (weighted) weigh_rows(&r);
    return r;
}

static void fit_to(rows *r, double rounds, ard_fit *out) { must_fit(&ard_method_adaboost, ADABOOST_ROUNDS, rounds, r, out); }

/* ------------------------------------------------------------------ the stump */

/* What a vote gets right less what it gets wrong, of these weights. */
static double edge_of(const rows *r, const double *w, const bool *in, int64_t j, double threshold)
{
    double edge = 0;
    for (int64_t i = 0; i < r->n; i++)
        if (in[i]) edge += w[i] * ((r->x[i + j * r->n] > threshold) == (r->label[i] == 1) ? 1 : -1);
    return edge;
}

/* Of every column and every place between two values of rows that are in. */
static double best_edge(const rows *r, const double *w, const bool *in)
{
    double best = 0;
    for (int64_t j = 0; j < r->p; j++) {
        double largest = -INFINITY; /* behind it there is no place */
        for (int64_t i = 0; i < r->n; i++)
            if (in[i]) largest = fmax(largest, r->x[i + j * r->n]);
        for (int64_t i = 0; i < r->n; i++)
            if (in[i] && r->x[i + j * r->n] < largest) best = fmax(best, fabs(edge_of(r, w, in, j, r->x[i + j * r->n])));
    }
    return best;
}

/* Is it midway between a value and the next larger one? */
static bool is_midway(const rows *r, const bool *in, int64_t j, double threshold)
{
    double below = -INFINITY, above = INFINITY;
    for (int64_t i = 0; i < r->n; i++) {
        const double x = r->x[i + j * r->n];
        if (in[i] && x <= threshold) below = fmax(below, x);
        if (in[i] && x > threshold) above = fmin(above, x);
    }
    return fabs(threshold - (below + above) / 2) <= 1e-12 * (1 + fabs(threshold));
}

static void check_stump(rows *r, uint64_t seed, bool part)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 1, 0);
    const ard_problem *problem = problem_of(r);
    double *w = make_reals(r->n), *signed_weight = make_reals(r->n), sum = 0;
    bool *in = make_array(r->n, sizeof *in);
    int64_t *fold = make_array(r->n, sizeof *fold);
    ard_array array;
    stump_rows all, some;
    ard_stump vote = {.feature = -1};
    for (int64_t i = 0; i < r->n; i++) {
        w[i] = .1 + ard_rng_uniform(&rng);
        fold[i] = i % 3;
        in[i] = !part || fold[i] != 1;
        sum += in[i] ? w[i] : 0;
    }
    for (int64_t i = 0; i < r->n; i++) {
        w[i] /= sum;
        signed_weight[i] = r->label[i] ? w[i] : -w[i];
    }
    assert_int_equal(ard_array_open(context, problem->x, &array), ARDOR_OK);
    assert_int_equal(stump_rows_open(context, &array, r->p, &problem->target, &all), ARDOR_OK);
    assert_int_equal(stump_rows_without(context, &all, &problem->target, fold, part ? 1 : 7, &some), ARDOR_OK);
    const double edge = stump_find(&some, signed_weight, &vote), found = edge_of(r, w, in, vote.feature, vote.threshold);
    assert_near(edge, best_edge(r, w, in), 1e-12, "the edge of the best stump");
    assert_near(vote.weight * found, edge, 1e-12, "the edge of the stump that was found");
    assert_true(fabs(vote.weight) == 1 && is_midway(r, in, vote.feature, vote.threshold));
    stump_rows_close(context, &some);
    stump_rows_close(context, &all);
    ard_array_close(context, &array);
    free(fold);
    free(in);
    free(signed_weight);
    free(w);
}

static void the_stump_is_the_best_of_all(void **state)
{
    (void)state;
    for (int mode = 0; mode < 12; mode++) {
        static const double step[] = {0, .5, 2};
        rows r = make_rows(mode < 6 ? 40 : 9, mode % 2 ? 1 : 6, step[mode % 3], mode & 1, 3 + (uint64_t)mode);
        check_stump(&r, (uint64_t)mode, false);
        check_stump(&r, (uint64_t)mode, true);
        free_rows(&r);
    }
}

static void thresholds_are_between_values(void **state)
{
    (void)state;
    const double next = nextafter(1, 2), huge = 1.7e308, tiny = 4.9406564584124654e-324;
    assert_true(stump_between(1, next) == 1);
    assert_true(stump_between(next, nextafter(next, 2)) == next);
    assert_true(stump_between(-huge, huge) == 0 && stump_between(huge / 2, huge) == .75 * huge);
    assert_true(stump_between(0, tiny) == 0 && stump_between(-tiny, 0) == -tiny);
    assert_true(stump_between(-3, 1) == -1);
}

/* Stumps of one error: the widest gap in deviations; of as wide ones the more even split; of copies the first column. */
static void ties_are_decided(void **state)
{
    (void)state;
    static const double x[] = {0, 1, 2, 3, 4, 5, 6, 7, /* a gap of 1 */
                               0, 1, 2, 3, 6, 7, 8, 9, /* 3 of a larger spread */
                               0, 1, 2, 3, 6, 7, 8, 9};
    static const int32_t label[] = {0, 0, 0, 0, 1, 1, 1, 1}, ends[] = {1, 0, 0, 0, 0, 0, 1, 1}, edge[] = {0, 1, 0, 1, 0, 1, 0, 1};
    static const int powers[] = {0, 660, -660}; /* units whose squares are no numbers, too */
    double scaled[COUNT_OF(x)];
    rows r = {.n = 8, .p = 3, .x = scaled, .label = (int32_t *)label};
    ard_fit fit;
    const ard_stumps *s = NULL;
    for (int k = 0; k < COUNT_OF(powers); k++) {
        for (int i = 0; i < COUNT_OF(x); i++) scaled[i] = ldexp(x[i], powers[k]);
        fit_to(&r, 1, &fit);
        s = ard_machine_as_stumps(&fit.machine);
        assert_true(fit.machine.n_features == 1 && fit.machine.feature[0] == 1 && s->threshold[0] == ldexp(4.5, powers[k]));
        ard_fit_free(context, &fit);
    }
    r.x = (double *)x;
    r.p = 1;
    r.label = (int32_t *)ends; /* .5 and 5.5 leave one row wrong, and two: the better one, not the wider */
    fit_to(&r, 1, &fit);
    s = ard_machine_as_stumps(&fit.machine);
    assert_true(s->threshold[0] == 5.5);
    ard_fit_free(context, &fit);
    r.label = (int32_t *)edge; /* .5, 2.5, 4.5 and 6.5 leave three rows wrong; 2.5 and 4.5 are the more even ones */
    const ard_problem *problem = problem_of(&r);
    const ard_array array = {.x = x, .ld = 8};
    double signed_weight[8];
    stump_rows all;
    ard_stump vote;
    for (int i = 0; i < 8; i++) signed_weight[i] = edge[i] ? .125 : -.125;
    assert_int_equal(stump_rows_open(context, &array, 1, &problem->target, &all), ARDOR_OK);
    assert_near(stump_find(&all, signed_weight, &vote), .25, 1e-15, "the edge");
    assert_true(vote.threshold == 2.5 && vote.weight == 1);
    stump_rows_close(context, &all);
}

/* ------------------------------------------------------------------ rounds */

/* The run again, by the formulas: at every round the weights, the error of the vote, alpha and the loss. */
static void check_rounds(rows *r)
{
    enum { ROUNDS = 30 };
    const ard_problem *problem = problem_of(r);
    ard_array array;
    stump_rows all;
    boost run, short_run;
    double *f = make_reals(r->n), *w = make_reals(r->n), before = INFINITY, after_nine = NAN;
    bool *in = make_array(r->n, sizeof *in);
    for (int64_t i = 0; i < r->n; i++) in[i] = true;
    assert_int_equal(ard_array_open(context, problem->x, &array), ARDOR_OK);
    assert_int_equal(stump_rows_open(context, &array, r->p, &problem->target, &all), ARDOR_OK);
    assert_int_equal(boost_open(context, &array, &problem->target, &run), ARDOR_OK);
    assert_int_equal(boost_open(context, &array, &problem->target, &short_run), ARDOR_OK);
    assert_int_equal(boost_limit(context, &run, ROUNDS), ARDOR_OK);
    for (int m = 0; m < ROUNDS; m++) {
        double sum = 0, loss = 0;
        for (int64_t i = 0; i < r->n; i++) sum += w[i] = weight_of(r, i) * exp(r->label[i] ? -f[i] : f[i]);
        for (int64_t i = 0; i < r->n; i++) w[i] /= sum;
        boost_round(&run, &all);
        assert_int_equal(run.n, m + 1);
        const ard_stump v = run.vote[m];
        const double error = (1 - fabs(edge_of(r, w, in, v.feature, v.threshold))) / 2;
        assert_near(error, (1 - best_edge(r, w, in)) / 2, 1e-10, "the error of a round");
        assert_near(fabs(v.weight), .5 * log((1 - error) / error), 1e-9, "alpha");
        for (int64_t i = 0; i < r->n; i++) {
            f[i] += r->x[i + v.feature * r->n] > v.threshold ? v.weight : -v.weight;
            loss += weight_of(r, i) * exp(r->label[i] ? -f[i] : f[i]);
        }
        assert_near(run.loss, loss, 1e-10 * loss, "the loss");
        assert_true(run.loss < before);
        before = run.loss;
        if (m == 9) after_nine = run.loss;
    }
    assert_int_equal(boost_limit(context, &short_run, 10), ARDOR_OK);
    for (int m = 0; m < 12; m++) boost_round(&short_run, &all); /* no more than there may be */
    assert_int_equal(short_run.n, 10);
    assert_memory_equal(short_run.vote, run.vote, 10 * sizeof *run.vote);
    assert_true(short_run.loss == after_nine);
    assert_int_equal(boost_limit(context, &run, 10), ARDOR_OK); /* cut back, it is the same */
    assert_memory_equal(short_run.f, run.f, (size_t)r->n * sizeof *run.f);
    boost_round(&run, &all);
    assert_true(run.n == 10 && run.loss == after_nine);
    boost_close(context, &short_run);
    boost_close(context, &run);
    stump_rows_close(context, &all);
    ard_array_close(context, &array);
    free(in);
    free(w);
    free(f);
}

static void rounds_are_those_of_the_formulas(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        rows r = make_rows(90, 5, mode & 1 ? .5 : 0, mode & 2, 41);
        check_rounds(&r);
        free_rows(&r);
    }
}

/* Candidates of one workspace, in any order, are those of their own. */
static void a_shorter_run_is_the_beginning_of_a_longer_one(void **state)
{
    (void)state;
    static const double rounds[] = {1, 7, 40, 12, 12, 41};
    rows r = make_rows(60, 6, 0, true, 43);
    ard_settings settings;
    void *work = NULL;
    ard_settings_default(&ard_method_adaboost, &settings);
    assert_int_equal(ard_method_adaboost.open(&ard_method_adaboost, context, problem_of(&r), &settings, &work), ARDOR_OK);
    for (int k = 0; k < COUNT_OF(rounds); k++) {
        ard_fit fit, alone;
        settings.value[ADABOOST_ROUNDS] = rounds[k];
        assert_int_equal(ard_method_adaboost.solve(work, &settings, NULL, &(ard_ask){false, false}, &fit), ARDOR_OK);
        fit_to(&r, rounds[k], &alone);
        const ard_stumps *a = ard_machine_as_stumps(&fit.machine), *b = ard_machine_as_stumps(&alone.machine);
        assert_true(fit.machine.n_features == alone.machine.n_features && a->bias == b->bias && fit.objective == alone.objective);
        const int64_t n = a->first[fit.machine.n_features];
        assert_memory_equal(a->first, b->first, (size_t)(fit.machine.n_features + 1) * sizeof *a->first);
        assert_memory_equal(a->threshold, b->threshold, (size_t)n * sizeof *a->threshold);
        assert_memory_equal(a->weight, b->weight, (size_t)n * sizeof *a->weight);
        assert_true(alone.iterations == (int64_t)rounds[k] && alone.extra[ADABOOST_MADE] == rounds[k]);
        ard_fit_free(context, &alone);
        ard_fit_free(context, &fit);
    }
    ard_method_adaboost.close(work);
    free_rows(&r);
}

/* Of two columns of two values the rounds go on until no stump is better than chance; a run that is cut back goes on to there. */
static void a_run_that_has_ended_can_be_cut_back(void **state)
{
    (void)state;
    enum { ROUNDS = 500 };
    rows r = make_rows(60, 2, 4, false, 71);
    const ard_problem *problem = problem_of(&r);
    ard_array array;
    stump_rows all;
    boost run;
    for (int64_t i = 0; i < r.n * r.p; i++) r.x[i] = i % (i < r.n ? 2 : 3) > 0;
    assert_int_equal(ard_array_open(context, problem->x, &array), ARDOR_OK);
    assert_int_equal(stump_rows_open(context, &array, r.p, &problem->target, &all), ARDOR_OK);
    assert_int_equal(boost_open(context, &array, &problem->target, &run), ARDOR_OK);
    assert_int_equal(boost_limit(context, &run, ROUNDS), ARDOR_OK);
    while (!run.ended && run.n < ROUNDS) boost_round(&run, &all);
    const int64_t made = run.n;
    const double loss = run.loss;
    assert_true(run.ended && made > 2 && made < ROUNDS);
    assert_int_equal(boost_limit(context, &run, 2), ARDOR_OK);
    assert_true(!run.ended && run.n == 2);
    assert_int_equal(boost_limit(context, &run, ROUNDS), ARDOR_OK);
    while (!run.ended && run.n < ROUNDS) boost_round(&run, &all);
    assert_true(run.n == made && run.loss == loss);
    boost_close(context, &run);
    stump_rows_close(context, &all);
    ard_array_close(context, &array);
    free_rows(&r);
}

/* The trace is the loss after each round, which only falls. */
static void the_objective_rises(void **state)
{
    (void)state;
    rows r = make_rows(80, 4, 0, false, 47);
    ard_fit fit;
    fit_to(&r, 25, &fit);
    assert_int_equal(fit.trace.n, 25);
    for (int64_t m = 1; m < fit.trace.n; m++)
        assert_true(fit.trace.iteration[m].objective > fit.trace.iteration[m - 1].objective);
    assert_true(fit.objective == fit.trace.iteration[24].objective && fit.stop == ARD_STOP_CONVERGED);
    assert_int_equal(fit.trace.iteration[24].n_features, fit.machine.n_features);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* ------------------------------------------------------------------ probabilities */

/* f of the rows of a fold by a run of the other rows on their own, and the line that ard_platt_line finds for them. */
static void check_line(rows *all)
{
    enum { ROUNDS = 15 };
    const rows r = *all;
    const ard_problem *problem = problem_of(all);
    ard_platt_folds folds;
    ard_fit fit;
    double *f = make_reals(r.n), *prob = make_reals(2 * r.n), *own = make_reals(r.n), slope, intercept;
    assert_int_equal(ard_platt_deal(context, problem, problem->seed, ARD_PLATT_FOLDS, &folds), ARDOR_OK);
    assert_int_equal(folds.n, 5);
    for (int fold = 0; fold < folds.n; fold++) {
        rows part = make_rows(r.n, r.p, 0, true, 53);
        for (int64_t i = 0, at = 0; i < r.n; i++) {
            if (folds.fold[i] == fold) continue;
            part.label[at] = r.label[i];
            part.weight[at++] = r.weight[i];
            part.n = at;
        }
        for (int64_t j = 0, at = 0; j < r.p; j++)
            for (int64_t i = 0; i < r.n; i++)
                if (folds.fold[i] != fold) part.x[at++] = r.x[i + j * r.n];
        fit_to(&part, ROUNDS, &fit);
        assert_int_equal(latent_of(context, &fit, r.n, r.x, own), ARDOR_OK);
        for (int64_t i = 0; i < r.n; i++)
            if (folds.fold[i] == fold) f[i] = (own[i] - fit.extra[ADABOOST_INTERCEPT]) / fit.extra[ADABOOST_SLOPE];
        ard_fit_free(context, &fit);
        free_rows(&part);
    }
    assert_int_equal(ard_platt_line(context, &problem->target, f, &slope, &intercept), ARDOR_OK);
    fit_to(all, ROUNDS, &fit);
    assert_near(fit.extra[ADABOOST_SLOPE], slope, 1e-9, "the slope");
    assert_near(fit.extra[ADABOOST_INTERCEPT], intercept, 1e-9, "the intercept");
    assert_int_equal(latent_of(context, &fit, r.n, r.x, own), ARDOR_OK);
    assert_int_equal(probabilities_of(context, &fit, r.n, r.x, prob), ARDOR_OK);
    for (int64_t i = 0; i < r.n; i++) assert_near(prob[i + r.n], 1 / (1 + exp(-own[i])), 1e-14, "a probability");
    ard_fit_free(context, &fit);
    ard_platt_free(context, &folds);
    free(own);
    free(prob);
    free(f);
}

/* Of the second table a stump is perfect where the fold of row 0 is left out, and there alone. */
static void the_line_is_of_votes_out_of_fold(void **state)
{
    (void)state;
    for (int perfect = 0; perfect < 2; perfect++) {
        rows r = make_rows(60, 4, 0, true, 53);
        for (int64_t i = 0; perfect && i < r.n; i++) r.label[i] = (r.x[i] > 0) != (i == 0);
        check_line(&r);
        free_rows(&r);
    }
}

/* ------------------------------------------------------------------ odd tables */

/* A stump without an error ends the run. Two rows have no folds: the probability is that of 2F, half a row in three wrong. */
static void a_perfect_stump_ends_the_run(void **state)
{
    (void)state;
    static const double x[] = {1, 3};
    static const int32_t label[] = {0, 1};
    rows r = {.n = 2, .p = 1, .x = (double *)x, .label = (int32_t *)label}, many = make_rows(30, 3, 0, false, 59);
    ard_fit fit;
    double prob[4];
    fit_to(&r, 100, &fit);
    assert_true(fit.extra[ADABOOST_MADE] == 1 && fit.stop == ARD_STOP_CONVERGED && fit.extra[ADABOOST_SLOPE] == 2);
    assert_int_equal(probabilities_of(context, &fit, 2, x, prob), ARDOR_OK);
    assert_near(prob[3], 5. / 6, 1e-14, "the probability of a row of two");
    assert_near(prob[2], 1. / 6, 1e-14, "... of the other");
    ard_fit_free(context, &fit);
    for (int64_t i = 0; i < many.n; i++) many.label[i] = many.x[i + 2 * many.n] > .3;
    fit_to(&many, 100, &fit);
    assert_true(fit.extra[ADABOOST_MADE] == 1 && fit.machine.n_features == 1 && fit.machine.feature[0] == 2);
    assert_near(fit.objective, -30 / sqrt(61), 1e-12, "the loss");
    ard_fit_free(context, &fit);
    free_rows(&many);
}

/* Constant columns, none at all, and a column that says nothing: no stump is better than chance. */
static void nothing_to_learn_is_the_null_model(void **state)
{
    (void)state;
    static const double x[] = {7, 7, 7, 7, 7, 7, 7, 7, 0, 0, 1, 1, 0, 0, 1, 1};
    static const int32_t label[] = {0, 1, 0, 1, 0, 1, 0, 1};
    for (int64_t p = 0; p <= 2; p++) {
        rows r = {.n = 8, .p = p, .x = (double *)x, .label = (int32_t *)label};
        ard_fit fit;
        fit_to(&r, 100, &fit);
        assert_true(fit.null_model && fit.stop == ARD_STOP_NULL_MODEL && fit.machine.n_features == 0);
        assert_true(fit.extra[ADABOOST_MADE] == 0 && fit.objective == -8);
        ard_fit_free(context, &fit);
    }
}

/* A constant column and a copy behind the others change nothing. */
static void constants_and_copies_change_nothing(void **state)
{
    (void)state;
    rows r = make_rows(50, 6, 0, false, 61);
    ard_fit few, all;
    for (int64_t i = 0; i < r.n; i++) {
        r.x[i + 4 * r.n] = 3;
        r.x[i + 5 * r.n] = r.x[i];
    }
    fit_to(&r, 40, &all);
    r.p = 4;
    fit_to(&r, 40, &few);
    assert_true(all.machine.n_features == few.machine.n_features && all.objective == few.objective);
    for (int64_t k = 0; k < few.machine.n_features; k++) assert_true(all.machine.feature[k] < 4);
    ard_fit_free(context, &few);
    ard_fit_free(context, &all);
    free_rows(&r);
}

/* A weight of 2 is a row twice, copies among the values included. */
static void a_weight_is_a_row_repeated(void **state)
{
    (void)state;
    for (int tied = 0; tied < 2; tied++) {
        rows r = make_rows(50, 5, tied ? .5 : 0, true, 67), twice = repeat_rows(&r);
        ard_fit a, b;
        double *p = make_reals(2 * r.n), *q = make_reals(2 * r.n);
        fit_to(&r, 20, &a);
        fit_to(&twice, 20, &b);
        assert_near(a.objective, b.objective, 1e-9 * fabs(b.objective), "the loss");
        assert_int_equal(probabilities_of(context, &a, r.n, r.x, p), ARDOR_OK);
        assert_int_equal(probabilities_of(context, &b, r.n, r.x, q), ARDOR_OK);
        assert_arrays_near(2 * r.n, p, q, 1e-7, "probabilities");
        free(q);
        free(p);
        ard_fit_free(context, &b);
        ard_fit_free(context, &a);
        free_rows(&twice);
        free_rows(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_stump_is_the_best_of_all),
                                       cmocka_unit_test(thresholds_are_between_values),
                                       cmocka_unit_test(ties_are_decided),
                                       cmocka_unit_test(rounds_are_those_of_the_formulas),
                                       cmocka_unit_test(a_shorter_run_is_the_beginning_of_a_longer_one),
                                       cmocka_unit_test(a_run_that_has_ended_can_be_cut_back),
                                       cmocka_unit_test(the_objective_rises),
                                       cmocka_unit_test(the_line_is_of_votes_out_of_fold),
                                       cmocka_unit_test(a_perfect_stump_ends_the_run),
                                       cmocka_unit_test(nothing_to_learn_is_the_null_model),
                                       cmocka_unit_test(constants_and_copies_change_nothing),
                                       cmocka_unit_test(a_weight_is_a_row_repeated)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
