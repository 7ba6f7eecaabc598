/* The search over weights and scales where rows are many, so that a step looks at some of them: none is forgotten, the seed
 * decides, and not where a row stands. */
#include "context_fixture.h"
#include "search_fixture.h"

#include "link/logit.h"
#include "solver/type2/type2_inside.h"

enum { ROWS = 2300, FEATURES = 3 };

typedef struct table {
    double *x;
    int32_t label[ROWS];
    int64_t feature[FEATURES];
    ard_type2_problem problem;
    ard_type2 *l;
} table;

/* The sign of x1 x2, with a twentieth of the labels flipped; the rows in this order, NULL: as they come. */
static void make_table(table *t, const int64_t *order, ard_basis basis)
{
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    double *x = make_reals(ROWS * FEATURES);
    int32_t label[ROWS];
    for (int64_t i = 0; i < ROWS; i++) {
        for (int k = 0; k < FEATURES; k++) x[i + k * ROWS] = 3 * ard_rng_uniform(&rng) - 1.5;
        label[i] = (x[i] * x[i + ROWS] > 0) != (ard_rng_uniform(&rng) < .05);
    }
    *t = (table){.x = make_reals(ROWS * FEATURES)};
    for (int64_t i = 0; i < ROWS; i++) {
        const int64_t from = order ? order[i] : i;
        t->label[i] = label[from];
        for (int k = 0; k < FEATURES; k++) t->x[i + k * ROWS] = x[from + k * ROWS];
    }
    free(x);
    for (int k = 0; k < FEATURES; k++) t->feature[k] = k;
    const ard_targets target = {ROWS, 2, t->label, NULL, ROWS};
    t->problem = (ard_type2_problem){ard_matrix_dense(ROWS, FEATURES, t->x, ROWS), target, &ard_link_logit, basis};
}

static void free_table(table *t)
{
    ard_type2_close(context, t->l);
    free(t->x);
}

static ard_type2_options options_of(double lambda, uint64_t seed, int64_t first)
{
    return (ard_type2_options){.alpha0 = 1,
                               .beta0 = 1,
                               .scale = 1,
                               .theta0 = 1,
                               .learn_scales = true,
                               .lambda = lambda,
                               .prune_at = 1e6,
                               .prune_negative = true,
                               .weight_steps = 25,
                               .newton_tol = 1e-12,
                               .feature_price = log(FEATURES),
                               .vector_price = lambda > 0 ? .5 : 0,
                               .first = first,
                               .number = 1,
                               .seed = seed};
}

/* Until it ends, by itself. */
static void search(table *t, double lambda, uint64_t seed)
{
    const ard_type2_options options = options_of(lambda, seed, 6);
    ard_iteration now = {0};
    if (!t->l) assert_int_equal(ard_type2_open_incremental(context, &t->problem, &t->l), ARDOR_OK);
    ard_type2_start(t->l, &options, FEATURES, t->feature);
    for (int step = 0; step < 3000 && now.stop == ARD_STOP_NONE; step++) {
        now = step_search(t->l);
    }
    assert_int_equal(now.stop, ARD_STOP_CONVERGED);
}

/* Looked at all together, at the end, no row promises anything that has not been tried at this model. */
static void no_row_is_forgotten(void **state)
{
    (void)state;
    int tried = 0;
    for (int variant = 0; variant < 3; variant++) {
        table t;
        bool ok = false;
        make_table(&t, NULL, (ard_basis){variant < 2 ? ARD_RBF : ARD_LINEAR, 0});
        if (variant == 2) /* a bilinear kernel cannot see a product */
            for (int i = 0; i < ROWS; i++) t.label[i] = t.x[i] + t.x[i + ROWS] > .3 * t.x[i + 2 * ROWS] * t.x[i];
        search(&t, variant == 1 ? 5 : 0, 1);
        type2_search *q = &t.l->search;
        assert_non_null(q->row);
        assert_int_equal(q->unseen, 0);
        type2_resume(t.l);
        assert_int_equal(type2_settle(t.l, &ok), ARDOR_OK);
        assert_true(ok);
        int64_t *row = q->row;
        q->row = NULL;
        assert_int_equal(type2_advise(t.l, false), ARDOR_OK);
        q->row = row;
        for (int64_t a = 1; a <= ROWS; a++) {
            if (q->place[a] >= 0 || !(q->gain[a] > 1.01e-3)) continue;
            tried++;
            assert_true(q->waits[a]);
        }
        free_table(&t);
    }
    assert_true(tried > 5);
}

/* Steps see different rows, each of them once before any is seen again; what is known of others stays. */
static void every_row_has_its_turn(void **state)
{
    (void)state;
    enum { STEPS = 9 };
    table t;
    bool ok = false;
    int seen[ROWS] = {0}, often = 0;
    int64_t row[TYPE2_BLOCK], n;
    double of_bias = 0;
    make_table(&t, NULL, (ard_basis){ARD_RBF, 0});
    search(&t, 0, 1);
    assert_int_equal(type2_begin_empty(t.l, &ok), ARDOR_OK);
    type2_find_places(t.l);
    for (int step = 0; step < STEPS; step++) {
        int64_t count = 0;
        for (int64_t first = 0; (n = type2_next_rows(t.l, &first, row)) > 0; count += n)
            for (int64_t i = 0; i < n; i++) seen[row[i]]++;
        assert_int_equal(count, TYPE2_ROWS);
        assert_int_equal(type2_advise(t.l, step > 0), ARDOR_OK);
        if (step == 0) of_bias = t.l->search.gain[0];
        assert_true(isfinite(of_bias) && t.l->search.gain[0] == of_bias);
        for (int64_t i = 0; i < ROWS; i++) assert_in_range(seen[i] - (step + 1) * TYPE2_ROWS / ROWS, 0, 1);
    }
    for (int64_t i = 0; i < ROWS; i++) often += seen[i] - 2;
    assert_int_equal(often, STEPS * TYPE2_ROWS - 2 * ROWS);
    free_table(&t);
}

/* Where all vectors are multiples of one, and it is of no use, one attempt says so of all. */
static void like_vectors_are_refused_together(void **state)
{
    (void)state;
    for (int lambda = 0; lambda < 6; lambda += 5) {
        table t;
        int steps = 0;
        make_table(&t, NULL, (ard_basis){ARD_LINEAR, 0});
        const ard_type2_options options = options_of(lambda, 1, 6);
        ard_iteration now = {0};
        assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
        ard_type2_start(t.l, &options, FEATURES, t.feature);
        for (; now.stop == ARD_STOP_NONE && steps < 1000; steps++) {
            now = (ard_iteration){0};
            assert_int_equal(ard_type2_step(t.l, &now), ARDOR_OK);
        }
        print_message("%d steps\n", steps);
        assert_int_equal(now.stop, ARD_STOP_NULL_MODEL);
        assert_true(steps < 5 * (ROWS / TYPE2_ROWS + 1));
        free_table(&t);
    }
}

/* A table of signs, where rows do not differ but in them: the order is the seed's, and starts have each their own. */
static void rows_of_signs_have_an_order(void **state)
{
    (void)state;
    table t;
    bool ok = false;
    int64_t row[3][TYPE2_BLOCK];
    make_table(&t, NULL, (ard_basis){ARD_RBF, 0});
    for (int i = 0; i < ROWS * FEATURES; i++) t.x[i] = t.x[i] > 0 ? 1 : -1;
    assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
    for (int run = 0; run < 3; run++) {
        int64_t first = 0, rising = 0;
        ard_type2_options options = options_of(0, run == 1 ? 2 : 1, 6);
        options.number = run == 2 ? 2 : 1;
        ard_type2_start(t.l, &options, FEATURES, t.feature);
        assert_int_equal(type2_begin_empty(t.l, &ok), ARDOR_OK);
        type2_find_places(t.l);
        assert_int_equal(type2_next_rows(t.l, &first, row[run]), TYPE2_BLOCK);
        for (int i = 1; i < TYPE2_BLOCK; i++) rising += row[run][i] > row[run][i - 1];
        assert_true(rising > 15 && rising < TYPE2_BLOCK - 15);
        for (int other = 0; other < run; other++) assert_memory_not_equal(row[run], row[other], sizeof row[run]);
    }
    free_table(&t);
}

/* Scales are learnt when there are vectors enough, or when none of all rows gains. */
static void scales_wait_for_all_rows(void **state)
{
    (void)state;
    table t;
    int waited = 0;
    make_table(&t, NULL, (ard_basis){ARD_RBF, 0});
    const ard_type2_options options = options_of(5, 1, 1000);
    assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
    ard_type2_start(t.l, &options, FEATURES, t.feature);
    do {
        const int64_t unseen = t.l->search.unseen;
        step_search(t.l);
        waited += unseen > 0 && unseen < ROWS - TYPE2_ROWS;
        if (!t.l->search.held) assert_true(unseen <= TYPE2_ROWS); /* which this step has seen */
    } while (t.l->search.held);
    assert_true(waited > 0 && t.l->kept.m < 1000);
    free_table(&t);
}

/* The same seed gives the same model, wherever rows stand, and one that has begun before gives what it would have given. */
static void the_seed_decides(void **state)
{
    (void)state;
    int64_t order[ROWS];
    ard_rng rng;
    double evidence[4];
    int64_t centre[4] = {0};
    ard_rng_init(&rng, 8, 0, 0);
    for (int64_t i = 0; i < ROWS; i++) order[i] = i;
    ard_rng_shuffle(&rng, ROWS, order);
    for (int run = 0; run < 4; run++) { /* 1: again, after another seed; 2: another order; 3: another seed */
        table t;
        make_table(&t, run == 2 ? order : NULL, (ard_basis){ARD_RBF, 0});
        if (run == 1) search(&t, 0, 2);
        search(&t, 0, run == 3 ? 2 : 1);
        evidence[run] = t.l->kept.evidence;
        for (int64_t j = 0; j < t.l->kept.m; j++) centre[run] += run == 2 ? order[t.l->kept.centre[j]] : t.l->kept.centre[j];
        free_table(&t);
    }
    assert_true(evidence[1] == evidence[0]);
    assert_near(evidence[2], evidence[0], 1e-6, "the evidence");
    assert_int_equal(centre[2], centre[0]);
    assert_true(centre[3] != centre[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_is_forgotten),         cmocka_unit_test(every_row_has_its_turn),
        cmocka_unit_test(scales_wait_for_all_rows),    cmocka_unit_test(like_vectors_are_refused_together),
        cmocka_unit_test(rows_of_signs_have_an_order), cmocka_unit_test(the_seed_decides)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
