/* What every machine does: one suite for all kinds, and for one that only this test knows. Written, read back, short of
 * memory. */
#include "machine_fixture.h"

#include "fault_fixture.h"
#include "slopes.h"
#include "json/json.h"
#include "json/json_read.h"
#include "machine/pairs.h"
#include "machine/shares.h"
#include "machine/stumps.h"

#include "adding/src/machine/nearest.c"

enum { ROWS = 300, N_TRAINING = 40 };

static const ard_machine_kind *const kinds[] = {&ard_machine_nearest,
                                                &ard_machine_function,
                                                &ard_machine_shares,
                                                &ard_machine_pairs,
                                                &ard_machine_neighbours,
                                                &ard_machine_stumps,
                                                NULL};

static ard_machine make_nearest(ardor_context *context, ard_rng *rng)
{
    ard_machine m = {0};
    assert_ok(context, ard_machine_open(context, &ard_machine_nearest, 3, FEATURES, features, &m));
    assert_ok(context, nearest_open(context, &m));
    for (int i = 0; i < 3 * FEATURES; i++) ((nearest *)m.content)->centroid[i] = ard_rng_normal(rng);
    return m;
}

/* Of three classes: a linear function, one of a kernel with a mixture, shares; of classes against the rest none is of shares. */
static ard_machine make_pairs(ardor_context *context, ard_rng *rng, ard_multiclass how, ard_basis basis)
{
    ard_machine out, *part = ard_alloc(context, 3, sizeof *part);
    const double share[] = {.25, .75};
    assert_non_null(part);
    part[0] = make_function(context, rng, bases[0], links[0], false);
    part[1] = make_function(context, rng, basis, links[1], true);
    if (basis.kind != ARD_IDENTITY) add_posteriors(context, rng, MIXTURE, part + 1);
    part[1].feature[2] = 4;
    if (how == ARD_MULTICLASS_PAIRS)
        assert_ok(context, ard_shares_machine(context, 2, share, part + 2));
    else
        part[2] = make_function(context, rng, basis, links[0], false);
    assert_ok(context, ard_pairs_machine(context, how, 3, part, &out));
    return out;
}

/* Two of its votes are at one place, and two come to nothing. */
static ard_machine make_stumps(ardor_context *context, ard_rng *rng)
{
    enum { VOTES = 30 };
    ard_stump vote[VOTES];
    ard_machine out;
    for (int k = 0; k < VOTES; k++) vote[k] = (ard_stump){features[k % FEATURES], ard_rng_normal(rng), ard_rng_normal(rng)};
    vote[1] = vote[2] = vote[3] = (ard_stump){1, .5, .25};
    vote[3].feature = 0;
    vote[4] = (ard_stump){0, .5, -.25};
    assert_ok(context, ard_stumps_machine(context, ard_rng_normal(rng), VOTES, vote, &out));
    return out;
}

static ard_machine_frame frame_of(const ard_machine *m) { return (ard_machine_frame){kinds, m->n_classes, COLUMNS, N_TRAINING}; }

/* ------------------------------------------------------------------ what every machine does */

static void assert_same(const ard_machine *a, const ard_machine *b)
{
    const size_t reals = (size_t)a->n_features * sizeof(double);
    assert_true(a->kind == b->kind && a->n_classes == b->n_classes);
    assert_true(a->n_features == b->n_features && a->n_vectors == b->n_vectors);
    assert_memory_equal(a->feature, b->feature, (size_t)a->n_features * sizeof *a->feature);
    assert_memory_equal(a->importance, b->importance, reals);
    for (int64_t j = 0; j < a->n_features; j++) {
        const double weight = ard_machine_weight(a, j), other = ard_machine_weight(b, j);
        assert_true(weight == other || (isnan(weight) && isnan(other)));
    }
}

static void assert_same_bits(ardor_context *context, const ard_machine *a, const ard_machine *b, const ard_matrix *x)
{
    double *p = predicted(context, a, x), *q = predicted(context, b, x);
    assert_memory_equal(p, q, (size_t)(x->n * a->n_classes) * sizeof *p);
    free(q);
    free(p);
}

static void check_file(const ard_machine *m, const ard_matrix *x)
{
    ardor_context *context = new_context();
    ard_machine loaded = {0};
    char *first = NULL, *second = NULL;
    const ard_machine_frame frame = frame_of(m);
    assert_ok(context, write_text(context, m, &first));
    assert_ok(context, read_text(context, first, &frame, &loaded));
    assert_same(m, &loaded);
    assert_same_bits(context, m, &loaded, x);
    assert_ok(context, write_text(context, &loaded, &second));
    assert_string_equal(first, second);
    ard_free(context, second);
    ard_free(context, first);
    ard_machine_free(context, &loaded);
    assert_null(loaded.kind);
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ short of memory */

typedef struct shortage {
    const ard_machine *machine;
    const ard_matrix *x;
    json_t *document;
    double *out;
} shortage;

static int run_read(ardor_context *context, const shortage *s)
{
    ard_machine loaded = *s->machine;
    const ard_machine_frame frame = frame_of(s->machine);
    const int rc = read_json(context, s->document, &frame, &loaded);
    if (rc != ARDOR_OK) assert_true(!loaded.kind && !loaded.feature && !loaded.content);
    ard_machine_free(context, &loaded);
    return rc;
}

static int run_write(ardor_context *context, const shortage *s)
{
    char *text = NULL;
    const int rc = write_text(context, s->machine, &text);
    assert_true((rc == ARDOR_OK) == (text != NULL));
    ard_free(context, text);
    return rc;
}

static int run_predict(ardor_context *context, const shortage *s)
{
    return ard_machine_predict(context, s->machine, s->x, s->out);
}

static int run_scores(ardor_context *context, const shortage *s)
{
    return ard_machine_n_scores(s->machine) > 0 ? ard_machine_scores(context, s->machine, s->x, s->out) : ARDOR_OK;
}

/* Every allocation fails in turn: the status says so, and nothing is kept. */
static void check_shortage(const ard_machine *m, const ard_matrix *x)
{
    static int (*const runs[])(ardor_context *, const shortage *) = {run_read, run_write, run_predict, run_scores};
    ardor_context *clean = new_context();
    fault f = {0};
    ardor_context *context = fault_context(&f);
    const long long base = atomic_load(&f.live);
    shortage s = {.machine = m, .x = x, .out = make_reals(x->n * m->n_classes)};
    char *text = NULL;
    assert_ok(clean, write_text(clean, m, &text));
    assert_ok(clean, ard_json_parse(clean, text, strlen(text), "m.json", &s.document));
    for (int r = 0; r < COUNT_OF(runs); r++)
        for (long long at = 1;; at++) {
            fault_reset(&f, at, false);
            const int rc = runs[r](context, &s);
            const bool fired = atomic_load(&f.fired);
            assert_int_equal(rc, fired ? ARDOR_MEMORY : ARDOR_OK);
            assert_int_equal(atomic_load(&f.live), base);
            if (!fired) break;
            assert_message(context, "out of memory");
        }
    json_decref(s.document);
    ard_free(clean, text);
    free(s.out);
    ardor_context_free(context);
    ardor_context_free(clean);
}

/* Of the kinds that are tried here the linear functions alone have weights. */
static void check_weights(const ard_machine *m)
{
    ardor_context *context = new_context();
    const ard_function *f = ard_machine_as_function(m);
    const bool linear = f && (f->basis.kind == ARD_IDENTITY || ard_basis_bilinear(f->basis));
    check_slopes(context, m, linear, m->kind->name);
    ardor_context_free(context);
}

static void check_machine(const ard_machine *m, const ard_matrix *x)
{
    check_file(m, x);
    check_shortage(m, x);
    check_weights(m);
}

static void machines_conform(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 5, 1, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS);
    const ard_matrix matrix = ard_matrix_dense(ROWS, COLUMNS, x, ROWS);
    ard_machine m = make_nearest(context, &rng);
    check_machine(&m, &matrix);
    ard_machine_free(context, &m);
    for (int b = 0; b < BASES; b++) {
        for (int form = -1; form < FORMS; form++) {
            m = make_function(context, &rng, bases[b], links[b % 2], true);
            if (form >= 0) add_posteriors(context, &rng, form, &m);
            check_machine(&m, &matrix);
            ard_machine_free(context, &m);
        }
        const ard_function_parts null = {.basis = bases[b], .link = links[b % 2], .bias = -1e300};
        assert_ok(context, ard_function_of(context, &null, &m));
        check_machine(&m, &matrix);
        ard_machine_free(context, &m);
    }
    for (int b = 0; b < 2 * BASES; b++) {
        m = make_pairs(context, &rng, b % 2 ? ARD_MULTICLASS_REST : ARD_MULTICLASS_PAIRS, bases[b / 2]);
        check_machine(&m, &matrix);
        ard_machine_free(context, &m);
    }
    for (int64_t k = 1; k <= 1000; k *= 10) {
        m = make_neighbours(context, &rng, k);
        assert_true(m.n_vectors == 21 && m.n_features == FEATURES);
        check_machine(&m, &matrix);
        ard_machine_free(context, &m);
    }
    m = make_stumps(context, &rng);
    check_machine(&m, &matrix);
    ard_machine_free(context, &m);
    assert_ok(context, ard_stumps_machine(context, .5, 0, NULL, &m));
    check_machine(&m, &matrix);
    ard_machine_free(context, &m);
    const double share[] = {1.0 / 3, 0, 2.0 / 3};
    assert_ok(context, ard_shares_machine(context, 3, share, &m));
    double *prob = predicted(context, &m, &matrix);
    for (int i = 0; i < 3 * ROWS; i++) assert_true(prob[i] == share[i / ROWS]);
    free(prob);
    check_machine(&m, &matrix);
    ard_machine_free(context, &m);
    free(x);
    ardor_context_free(context);
}

static void making_one_short_of_memory(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *context = fault_context(&f);
    const long long base = atomic_load(&f.live);
    const int64_t feature[] = {0, 1}, row[] = {1};
    const double weight[] = {1, 2}, x[] = {1, 2, 3, 4}, mean[] = {0, 0}, v[2][4] = {{1, 0, 0, 1}, {1, 1, 1, 1}};
    const ard_matrix matrix = ard_matrix_dense(2, 2, x, 2);
    const int32_t label[] = {0, 1};
    const ard_targets target = {2, 2, label, NULL, 2};
    for (int what = 0; what < 7; what++)
        for (long long at = 1;; at++) {
            ard_stump vote[] = {{1, 2, .5}, {0, 1, -.5}};
            const ard_function_parts parts = {.basis = bases[what ? 4 : 0],
                                              .link = &ard_link_probit,
                                              .n_features = 2,
                                              .feature = feature,
                                              .weight = weight,
                                              .n_terms = 1,
                                              .scale = weight,
                                              .row = row,
                                              .x = &matrix};
            ard_machine m = {0};
            ard_posterior q = {0};
            fault_reset(&f, at, false);
            const int rc = what < 2   ? ard_function_of(context, &parts, &m)
                           : what < 4 ? ard_posterior_of_covariance(context, 2, mean, v[what - 2], &q)
                           : what < 5 ? ard_stumps_machine(context, 0, 2, vote, &m)
                           : what < 6 ? ard_shares_machine(context, 2, (const double[]){.5, .5}, &m)
                                      : ard_neighbours_machine(context, &matrix, &target, 1, &m);
            const bool fired = atomic_load(&f.fired);
            assert_int_equal(rc, fired ? ARDOR_MEMORY : ARDOR_OK);
            if (fired) assert_int_equal(atomic_load(&f.live), base);
            ard_machine_free(context, &m);
            ard_posterior_close(context, &q);
            assert_int_equal(atomic_load(&f.live), base);
            if (!fired) break;
        }
    ardor_context_free(context);
}

/* Votes one by one, with values on thresholds, over more than a block of rows. */
static void stumps_are_the_sum_of_their_votes(void **state)
{
    (void)state;
    enum { VOTES = 40, MANY = 5000 };
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 5, 3, 0);
    ard_stump vote[VOTES], sorted[VOTES];
    ard_machine m = {0};
    double *x = make_reals(MANY * COLUMNS), *f = make_reals(MANY);
    for (int i = 0; i < MANY * COLUMNS; i++) x[i] = (double)ard_rng_below(&rng, 7);
    for (int k = 0; k < VOTES; k++)
        sorted[k] = vote[k] = (ard_stump){features[k % FEATURES], (double)ard_rng_below(&rng, 12) / 2, ard_rng_normal(&rng)};
    const ard_matrix matrix = ard_matrix_dense(MANY, COLUMNS, x, MANY);
    assert_ok(context, ard_stumps_machine(context, .25, VOTES, sorted, &m));
    assert_ok(context, ard_machine_scores(context, &m, &matrix, f));
    double *prob = predicted(context, &m, &matrix);
    for (int i = 0; i < MANY; i++) {
        double sum = .25;
        for (int k = 0; k < VOTES; k++)
            sum += x[i + vote[k].feature * MANY] > vote[k].threshold ? vote[k].weight : -vote[k].weight;
        assert_near(f[i], sum, 1e-12, "a sum of votes");
        assert_near(prob[i + MANY], 1 / (1 + exp(-sum)), 1e-13, "a probability");
    }
    free(prob);
    ard_machine_free(context, &m);
    free(f);
    free(x);
    ardor_context_free(context);
}

/* Every kind of the library is tried here: a new one needs something that makes one of it. */
static void no_kind_is_left_out(void **state)
{
    (void)state;
    for (int i = 0; ard_machine_kinds[i]; i++)
        if (!ard_machine_find(kinds, ard_machine_kinds[i]->name)) fail_msg("nothing here makes a %s", ard_machine_kinds[i]->name);
}

static void kinds_are_found_by_name(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    const char *text = "{\"machine\": {\"kind\": \"nearest\", \"features\": [], \"centroids\": [[], []]}}";
    ard_machine_frame frame = {kinds, 2, COLUMNS, N_TRAINING};
    ard_machine m = {0};
    assert_ptr_equal(ard_machine_find(ard_machine_kinds, "function"), &ard_machine_function);
    assert_null(ard_machine_find(ard_machine_kinds, "nearest"));
    assert_ptr_equal(ard_machine_find(kinds, "nearest"), &ard_machine_nearest);
    assert_ok(context, read_text(context, text, &frame, &m));
    assert_true(m.kind == &ard_machine_nearest && m.n_classes == 2 && m.n_features == 0);
    ard_machine_free(context, &m);
    frame.kinds = ard_machine_kinds;
    assert_int_equal(read_text(context, text, &frame, &m), ARDOR_DATA);
    assert_message(context, "m.json: machine is of the kind 'nearest', which ardor ");
    ardor_context_free(context);
}

static void shares_are_shares(void **state)
{
    (void)state;
    static const char *const damages[][2] = {
        {"\"features\": [], \"shares\": [0.5, 0.6]", "machine.shares has the sum 1.1000000000000001; shares add up to 1"},
        {"\"features\": [], \"shares\": [1.5, -0.5]", "machine.shares has a share below 0"},
        {"\"features\": [], \"shares\": [1.0]", "machine.shares"},
        {"\"features\": [0], \"shares\": [0.5, 0.5]", "machine is of the kind 'shares', which reads no features"}};
    ardor_context *context = new_context();
    const ard_machine_frame frame = {kinds, 2, COLUMNS, N_TRAINING};
    ard_machine m = {0};
    for (int i = 0; i < COUNT_OF(damages); i++) {
        char text[200];
        snprintf(text, sizeof text, "{\"machine\": {\"kind\": \"shares\", %s}}", damages[i][0]);
        assert_int_equal(read_text(context, text, &frame, &m), ARDOR_DATA);
        assert_message(context, damages[i][1]);
        assert_null(m.kind);
    }
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_conform),    cmocka_unit_test(making_one_short_of_memory),
        cmocka_unit_test(no_kind_is_left_out), cmocka_unit_test(stumps_are_the_sum_of_their_votes),
        cmocka_unit_test(shares_are_shares),   cmocka_unit_test(kinds_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
