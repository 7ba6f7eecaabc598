/* What an iteration of type-II maximum likelihood keeps for the next search of its weights' mode. */
#include "context_fixture.h"

#include "link/link.h"
#include "solver/type2/type2_inside.h"

enum { ROWS = 240, FEATURES = 3, ITERATIONS = 30, LEAST = 120 };

typedef struct sample {
    double *x, weight[ROWS];
    int32_t label[ROWS];
    ard_type2_problem problem;
} sample;

static void make_sample(sample *s)
{
    ard_rng rng;
    ard_rng_init(&rng, 7, 0, 0);
    s->x = make_normals(&rng, ROWS * FEATURES);
    for (int i = 0; i < ROWS; i++) {
        s->label[i] = s->x[i] * s->x[i + ROWS] + .5 * ard_rng_normal(&rng) > 0;
        s->weight[i] = 1;
    }
    const ard_targets target = {ROWS, 2, s->label, s->weight, ROWS};
    s->problem =
        (ard_type2_problem){ard_matrix_dense(ROWS, FEATURES, s->x, ROWS), target, &ard_link_logit, (ard_basis){ARD_RBF, 0}};
}

/* The factor by what is kept against one that is made of the columns, at the curvatures of the iteration's end. */
static void check_kept(ard_type2 *l)
{
    const int64_t size = l->now.m + 1;
    double *lambda = make_reals(size), *g = make_reals(size), *x = make_reals(size), *want = make_reals(size);
    ard_gauss exact;
    for (int64_t j = 0; j < size; j++) {
        lambda[j] = l->now.alpha[j];
        g[j] = sin((double)j);
    }
    assert_true(ard_gauss_precondition(&l->gauss, size, lambda));
    assert_int_equal(ard_gauss_open(context, ROWS, size, ARD_GAUSS_COLUMNS, NULL, &exact), ARDOR_OK);
    assert_int_equal(ard_gauss_make(&exact, size, l->phi, l->mode.curvature, lambda), ARDOR_OK);
    ard_gauss_solve(&l->gauss, g, x);
    ard_gauss_solve(&exact, g, want);
    assert_arrays_near(size, x, want, 1e-8, "a solution");
    ard_gauss_close(context, &exact);
    free(want);
    free(x);
    free(g);
    free(lambda);
}

/* It follows the weights that are pruned, and where the model is another one nothing is left of it. */
static void what_is_kept_follows_the_pruning(void **state)
{
    (void)state;
    static const int64_t feature[FEATURES] = {0, 1, 2};
    for (int learn = 0; learn < 2; learn++) {
        const ard_type2_options options = {.alpha0 = 1,
                                           .beta0 = 1,
                                           .scale = 1,
                                           .theta0 = 1,
                                           .learn_scales = learn == 1,
                                           .lambda = 5,
                                           .prune_at = 1e6,
                                           .early_factor = 10,
                                           .most_pruned = .05,
                                           .prune_negative = true,
                                           .weight_steps = 25,
                                           .scale_steps = 5,
                                           .newton_tol = 1e-6};
        sample s;
        ard_type2 *l = NULL;
        ard_iteration now = {0};
        int seen = 0;
        make_sample(&s);
        assert_int_equal(ard_type2_open(context, &s.problem, true, ARD_GAUSS_AUTO, &l), ARDOR_OK);
        ard_type2_start(l, &options, FEATURES, feature);
        for (int i = 0; i < ITERATIONS && now.stop == ARD_STOP_NONE && l->now.m + 1 >= LEAST; i++) {
            const int64_t m = l->now.m;
            assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
            if (l->now.m == m || l->now.m + 1 < LEAST || !l->phi_fresh) continue;
            check_kept(l);
            seen++;
        }
        assert_true(seen >= 2);
        type2_resume(l);
        assert_true(l->gauss.product_side == 0);
        l->gauss.product_side = 3;
        ard_type2_start(l, &options, FEATURES, feature);
        assert_true(l->gauss.product_side == 0);
        ard_type2_close(context, l);
        free(s.x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_kept_follows_the_pruning)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
