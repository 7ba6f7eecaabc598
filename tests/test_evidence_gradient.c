/* The gradient of Laplace's log evidence in the logarithms of the precisions, against differences of evidences whose modes are
 * found anew. */
#include "context_fixture.h"
#include "reducers.h"
#include "toy.h"

#include "linalg/blas.h"
#include "solver/mode.h"

enum { MOST = 60 };

typedef struct setting {
    int64_t n, m;
    double *design, u[MOST], precision[MOST], tilt[MOST], weight[MOST];
    int32_t label[MOST];
    ard_targets target;
    ard_mode_block block;
    ard_gauss gauss;
    ard_mode mode;
} setting;

/* tilted: 0, or the size of the tilts, of which some pull against the data. */
static void open_setting(setting *s, uint64_t seed, int64_t n, int64_t m, const ard_link *link, ard_gauss_form form,
                         double tilted, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    *s = (setting){.n = n, .m = m, .design = make_normals(&rng, n * m)};
    for (int64_t i = 0; i < n; i++) {
        s->label[i] = s->design[i] - s->design[i + n] + ard_rng_normal(&rng) > 0;
        s->weight[i] = i % 5 == 0 ? 0 : .4 + .3 * (double)(i % 4);
    }
    for (int64_t k = 0; k < m; k++) {
        s->precision[k] = exp(2 * ard_rng_normal(&rng));
        s->tilt[k] = k % 3 == 0 ? 0 : k % 2 ? -tilted : tilted;
    }
    s->target = (ard_targets){.n = n, .n_classes = 2, .label = s->label, .weight = weighted ? s->weight : NULL};
    s->block = (ard_mode_block){
        .size = m, .u = s->u, .precision = s->precision, .tilt = tilted > 0 ? s->tilt : NULL, .design = s->design};
    assert_int_equal(ard_gauss_open(context, n, m, form, NULL, &s->gauss), ARDOR_OK);
    assert_int_equal(ard_mode_open(context, link, &s->target, m, &s->mode), ARDOR_OK);
}

static void close_setting(setting *s)
{
    ard_mode_close(context, &s->mode);
    ard_gauss_close(context, &s->gauss);
    free(s->design);
}

/* At the mode of the precisions, which is looked for until nothing moves. */
static double evidence_at(void *self)
{
    setting *s = self;
    double likelihood = 0;
    assert_int_equal(ard_mode_find(&s->mode, &s->gauss, &s->block, 100, 1e-28), ARDOR_OK);
    assert_int_equal(ard_mode_log_likelihood(&s->mode, &likelihood), ARDOR_OK);
    return likelihood + ard_mode_occam(&s->block, &s->gauss);
}

static const int64_t sizes[][2] = {{40, 6}, {12, 40}, {15, 15}};

static void gradients_follow_differences(void **state)
{
    (void)state;
    static const ard_link *const links[] = {&ard_link_logit, &ard_link_probit, &toy_cloglog};
    for (int c = 0; c < COUNT_OF(sizes); c++)
        for (int k = 0; k < COUNT_OF(links); k++)
            for (int form = ARD_GAUSS_ROWS; form <= ARD_GAUSS_COLUMNS; form++)
                for (int variant = 0; variant < 4; variant++) {
                    setting s;
                    double gradient[MOST], moved = 0;
                    open_setting(&s, 3 + (uint64_t)c, sizes[c][0], sizes[c][1], links[k], (ard_gauss_form)form,
                                 variant & 1 ? 3 : 0, variant & 2);
                    evidence_at(&s);
                    assert_int_equal(ard_mode_evidence_gradient(&s.mode, &s.gauss, &s.block, gradient), ARDOR_OK);
                    for (int64_t i = 0; i < s.m; i++) {
                        assert_near(gradient[i], central_difference(evidence_at, &s, &s.precision[i], true, 2e-3), 1e-8,
                                    "the gradient");
                        moved = fmax(moved, fabs(gradient[i]));
                    }
                    assert_true(moved > 1e-2);
                    close_setting(&s);
                }
}

/* A second time at the same factor, and after other questions: the same bits. */
static void asking_again_changes_nothing(void **state)
{
    (void)state;
    for (int form = ARD_GAUSS_ROWS; form <= ARD_GAUSS_COLUMNS; form++) {
        setting s;
        double first[MOST], again[MOST], before[MOST], after[MOST], share[MOST];
        open_setting(&s, 21, 20, 20, &ard_link_logit, (ard_gauss_form)form, 2, true);
        evidence_at(&s);
        ard_gauss_shares(&s.gauss, share);
        ard_gauss_solve(&s.gauss, s.precision, before);
        assert_int_equal(ard_mode_evidence_gradient(&s.mode, &s.gauss, &s.block, first), ARDOR_OK);
        ard_gauss_solve(&s.gauss, s.precision, after);
        assert_int_equal(ard_mode_evidence_gradient(&s.mode, &s.gauss, &s.block, again), ARDOR_OK);
        assert_memory_equal(first, again, 20 * sizeof *first);
        assert_memory_equal(before, after, 20 * sizeof *before);
        close_setting(&s);
    }
}

/* A precision to which the data say next to nothing: by rows 1 - precision Sigma_ii keeps its digits, however small. */
static void small_gradients_keep_their_digits(void **state)
{
    (void)state;
    setting s;
    double gradient[MOST];
    open_setting(&s, 30, 40, 6, &ard_link_logit, ARD_GAUSS_ROWS, 0, false);
    s.precision[4] = 1e13;
    evidence_at(&s);
    assert_int_equal(ard_mode_evidence_gradient(&s.mode, &s.gauss, &s.block, gradient), ARDOR_OK);
    const double near = gradient[4] * s.precision[4];
    s.precision[4] = 1e11;
    evidence_at(&s);
    assert_int_equal(ard_mode_evidence_gradient(&s.mode, &s.gauss, &s.block, gradient), ARDOR_OK);
    assert_true(fabs(near) > 1e-2);
    assert_near(gradient[4] * s.precision[4], near, 1e-6 * fabs(near), "the limit");
    close_setting(&s);
}

static void parts_of_the_rows_are_added_up(void **state)
{
    (void)state;
    setting whole, half;
    double want[MOST], have[MOST];
    open_setting(&whole, 5, 40, 6, &ard_link_logit, ARD_GAUSS_COLUMNS, 3, true);
    open_setting(&half, 5, 40, 6, &ard_link_logit, ARD_GAUSS_COLUMNS, 3, true);
    ard_scal(40, 2, whole.weight);
    evidence_at(&whole);
    assert_int_equal(ard_mode_evidence_gradient(&whole.mode, &whole.gauss, &whole.block, want), ARDOR_OK);
    ard_context_set_reducer(context, twice, NULL);
    evidence_at(&half);
    assert_int_equal(ard_mode_evidence_gradient(&half.mode, &half.gauss, &half.block, have), ARDOR_OK);
    ard_context_set_reducer(context, refuse, NULL);
    assert_int_equal(ard_mode_evidence_gradient(&half.mode, &half.gauss, &half.block, have), ARDOR_INTERNAL);
    ard_context_set_reducer(context, NULL, NULL);
    assert_arrays_near(6, have, want, 1e-10, "the gradient");
    close_setting(&half);
    close_setting(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_follow_differences), cmocka_unit_test(asking_again_changes_nothing),
        cmocka_unit_test(small_gradients_keep_their_digits), cmocka_unit_test(parts_of_the_rows_are_added_up)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
