/* Memory of the search over weights and scales, by an allocator that counts and has a fence behind every block. */
#include "context_fixture.h"
#include "search_fixture.h"

#include "link/logit.h"
#include "solver/type2/type2_inside.h"

enum { MOST = 900 };

typedef struct meter {
    int64_t now, most;
} meter;

static const int64_t fence = 0x1234567890abcdef; /* behind every block */

static void *count(void *user, void *pointer, size_t bytes)
{
    meter *m = user;
    int64_t *block = pointer ? (int64_t *)pointer - 2 : NULL;
    if (block) m->now -= block[0];
    if (block) assert_memory_equal((char *)pointer + block[0], &fence, sizeof fence);
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, bytes + 24);
    if (!block) return NULL;
    block[0] = (int64_t)bytes;
    memcpy((char *)(block + 2) + bytes, &fence, sizeof fence);
    m->now += block[0];
    m->most = m->now > m->most ? m->now : m->most;
    return block + 2;
}

/* Until it ends; the most weights and scales that were in, and the most memory until then, before the certificate. */
static int64_t run_metered(ardor_context *metered, const ard_type2_problem *problem, double scale, double price, const meter *m,
                           int64_t *searching)
{
    ard_type2 *l = NULL;
    ard_iteration now = {0};
    int64_t most = 0;
    const ard_type2_options options = {.alpha0 = 1,
                                       .beta0 = 1,
                                       .scale = scale,
                                       .theta0 = 1,
                                       .learn_scales = true,
                                       .prune_at = 1e6,
                                       .prune_negative = true,
                                       .weight_steps = 25,
                                       .newton_tol = 1e-12,
                                       .feature_price = price,
                                       .first = 5,
                                       .number = 1};
    int64_t feature[MOST];
    for (int64_t k = 0; k < problem->x.p; k++) feature[k] = k;
    assert_int_equal(ard_type2_open_incremental(metered, problem, &l), ARDOR_OK);
    ard_type2_start(l, &options, problem->x.p, feature);
    for (int step = 0; step < 200 && now.stop == ARD_STOP_NONE; step++) {
        now = step_search(l);
        most = ard_max64(most, l->kept.m + l->kept.k);
    }
    *searching = m->most;
    assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
    ard_type2_close(metered, l);
    return most;
}

/* Beside the kernel's own: the design of what is in, a block, squares; and nothing is written behind a block. */
static void memory_goes_with_what_is_in(void **state)
{
    (void)state;
    enum { N = 400, P = MOST };
    meter m = {0};
    ardor_context *metered = NULL;
    ard_rng rng;
    ard_rng_init(&rng, 9, 0, 0);
    double *x = make_normals(&rng, N * P);
    int32_t label[N];
    ard_kernel *kernel = NULL;
    for (int i = 0; i < N; i++) label[i] = x[i] + x[i + N] + ard_rng_normal(&rng) > 0;
    const ardor_context_config config = {.size = sizeof config, .resize = count, .user = &m};
    assert_int_equal(ardor_context_new(&config, &metered), ARDOR_OK);
    const ard_targets target = {N, 2, label, NULL, N};
    const ard_type2_problem problem = {ard_matrix_dense(N, P, x, N), target, &ard_link_logit, {ARD_LINEAR, 0}};
    const int64_t empty = m.now;
    assert_int_equal(ard_kernel_open(metered, problem.basis, &problem.x, NULL, &kernel), ARDOR_OK);
    assert_int_equal(ard_kernel_allow_negative(metered, kernel), ARDOR_OK);
    const int64_t of_kernel = m.now - empty;
    ard_kernel_close(metered, kernel);
    for (int many = 0; many < 2; many++) {
        m.most = 0;
        int64_t searching = 0;
        const int64_t most = run_metered(metered, &problem, .4, many ? 0 : log(P), &m, &searching);
        const double side = (double)most + 1 + 32, vectors = 48. * 8 * (N + P), squares = 8 * 8 * side * side;
        const double others = (double)(empty + of_kernel) + vectors + squares;
        const double per_row = ((double)searching - others) / 8. / N, at_last = ((double)m.most - others) / 8. / N;
        print_message("%d in at most; %.0f doubles a row, with the certificate %.0f\n", (int)most, per_row, at_last);
        assert_true(many ? most > 20 : most < 10);
        assert_true(per_row < side + 20); /* vectors are counted with a margin, which the block takes most of */
        assert_true(at_last < 3 * side + 20);
    }
    /* more features than have second derivatives, then fewer */
    for (int i = 0; i < 60; i++) {
        double sum = 0;
        for (int k = 0; k < 300; k++) sum += (k < 40 ? 2 : .2) * x[i + k * N];
        label[i] = sum > 0;
    }
    const ard_targets few = {60, 2, label, NULL, 60};
    const ard_type2_problem wide = {ard_matrix_dense(60, 300, x, N), few, &ard_link_logit, {ARD_RBF, 0}};
    int64_t searching = 0;
    assert_true(run_metered(metered, &wide, .01, .1, &m, &searching) > 300);
    ardor_context_free(metered);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_goes_with_what_is_in)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
