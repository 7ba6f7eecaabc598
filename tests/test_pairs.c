/* Several classes from pairs of them: the coupling against a direct minimum and against probabilities from which the pairs were
 * made; machines of pairs against their parts; damaged ones in files. */
#include "machine_fixture.h"

#include "machine/coupling.h"
#include "machine/pairs.h"
#include "machine/shares.h"

enum { MOST = 12, ROWS = 700, N_TRAINING = 40 };

/* ------------------------------------------------------------------ coupling */

/* r(i, j) of random pairs that do not agree; the nearer to 1 `edge` is, the more of them are extreme. */
static void draw_pairs(ard_rng *rng, int k, double edge, double *r)
{
    for (int i = 0; i < k; i++)
        for (int j = 0; j < i; j++) {
            const double u = ard_rng_uniform(rng);
            const double v = u < edge / 2 ? 1e-7 : u < edge ? 1 - 1e-7 : 1e-7 + (1 - 2e-7) * ard_rng_uniform(rng);
            r[i + j * k] = v;
            r[j + i * k] = 1 - v;
        }
}

/* The conditions of the minimum, Q p + b e = 0 and e'p = 1, by elimination with full pivoting in extended precision. */
static void solve_directly(int k, const double *r, double *p)
{
    long double a[MOST + 1][MOST + 2] = {{0}};
    int order[MOST + 1], n = k + 1;
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
            if (i == j) continue;
            a[i][i] += (long double)r[j + i * k] * r[j + i * k];
            a[i][j] = -(long double)r[i + j * k] * r[j + i * k];
        }
        a[i][k] = a[k][i] = 1;
    }
    a[k][n] = 1;
    for (int i = 0; i < n; i++) order[i] = i;
    for (int s = 0; s < n; s++) {
        int row = s, column = s;
        for (int i = s; i < n; i++)
            for (int j = s; j < n; j++)
                if (fabsl(a[i][j]) > fabsl(a[row][column])) row = i, column = j;
        for (int j = 0; j <= n; j++) {
            const long double t = a[s][j];
            a[s][j] = a[row][j];
            a[row][j] = t;
        }
        for (int i = 0; i < n; i++) {
            const long double t = a[i][s];
            a[i][s] = a[i][column];
            a[i][column] = t;
        }
        const int t = order[s];
        order[s] = order[column];
        order[column] = t;
        for (int i = 0; i < n; i++) {
            if (i == s) continue;
            const long double f = a[i][s] / a[s][s];
            for (int j = s; j <= n; j++) a[i][j] -= f * a[s][j];
        }
    }
    for (int s = 0; s < n; s++)
        if (order[s] < k) p[order[s]] = (double)(a[s][n] / a[s][s]);
}

static void assert_sums_to_one(int k, const double *p)
{
    double sum = 0;
    for (int c = 0; c < k; c++) {
        assert_true(p[c] >= 0 && p[c] <= 1);
        sum += p[c];
    }
    assert_true(fabs(sum - 1) <= 1e-14);
}

static void coupling_is_the_minimum(void **state)
{
    (void)state;
    ard_rng rng;
    double r[MOST * MOST], work[MOST * MOST], p[MOST], direct[MOST];
    ard_rng_init(&rng, 3, 0, 0);
    for (int t = 0; t < 3000; t++) {
        const int k = 3 + t % (MOST - 2);
        draw_pairs(&rng, k, t % 5 * .25, r);
        ard_couple(k, r, work, p);
        solve_directly(k, r, direct);
        assert_sums_to_one(k, p);
        for (int c = 0; c < k; c++)
            if (!(fabs(p[c] - direct[c]) <= 1e-12)) fail_msg("%d classes: %.17g is not %.17g", k, p[c], direct[c]);
    }
}

/* Pairs that agree: the probabilities that they were made of. */
static void coupling_finds_what_pairs_agree_on(void **state)
{
    (void)state;
    ard_rng rng;
    double r[MOST * MOST], work[MOST * MOST], p[MOST], truth[MOST];
    ard_rng_init(&rng, 4, 0, 0);
    for (int t = 0; t < 2000; t++) {
        const int k = 3 + t % (MOST - 2);
        double sum = 0;
        for (int c = 0; c < k; c++) sum += truth[c] = exp(t % 7 * ard_rng_normal(&rng));
        for (int i = 0; i < k; i++)
            for (int j = 0; j < k; j++) r[i + j * k] = truth[i] / (truth[i] + truth[j]);
        ard_couple(k, r, work, p);
        assert_sums_to_one(k, p);
        for (int c = 0; c < k; c++) assert_true(fabs(p[c] - truth[c] / sum) <= 1e-13);
    }
}

static void coupling_does_not_see_the_order(void **state)
{
    (void)state;
    ard_rng rng;
    double r[MOST * MOST], other[MOST * MOST], work[MOST * MOST], p[MOST], q[MOST];
    ard_rng_init(&rng, 5, 0, 0);
    for (int t = 0; t < 500; t++) {
        const int k = 3 + t % (MOST - 2);
        int64_t order[MOST];
        for (int c = 0; c < k; c++) order[c] = c;
        ard_rng_shuffle(&rng, k, order);
        draw_pairs(&rng, k, .5, r);
        for (int i = 0; i < k; i++)
            for (int j = 0; j < k; j++) other[i + j * k] = r[order[i] + order[j] * k];
        ard_couple(k, r, work, p);
        ard_couple(k, other, work, q);
        for (int c = 0; c < k; c++) assert_true(fabs(q[c] - p[order[c]]) <= 1e-13);
    }
}

static void shares_of_values(void **state)
{
    (void)state;
    double p[] = {.2, .6, 0, .4}, tiny[] = {1e-300, 3e-300, 0}, none[] = {0, 0, 0, 0, 0}, rounded[] = {-1e-17, 1, 3};
    ard_shares_of(4, p);
    assert_true(fabs(p[0] - 1. / 6) < 1e-15 && fabs(p[1] - .5) < 1e-15 && p[2] == 0);
    ard_shares_of(3, tiny);
    assert_true(fabs(tiny[0] - .25) < 1e-15 && fabs(tiny[1] - .75) < 1e-15);
    ard_shares_of(5, none);
    for (int c = 0; c < 5; c++) assert_true(none[c] == .2);
    ard_shares_of(3, rounded);
    assert_true(rounded[0] == 0 && rounded[1] == .25 && rounded[2] == .75);
}

/* ------------------------------------------------------------------ machines */

/* Of four classes: one of the columns 0, 1, 2, and 4, 5, 6; column 3 is nobody's, so that positions are no columns. */
static ard_machine make_part(ardor_context *context, ard_rng *rng, ard_basis basis, int k)
{
    ard_machine m = make_function(context, rng, basis, links[k % 2], false);
    for (int t = 0; t < FEATURES; t++) m.feature[t] = t == 0 ? k % 3 : t + 3;
    return m;
}

static ard_machine make_pairs(ardor_context *context, ard_rng *rng, ard_multiclass how, ard_basis basis, bool shares,
                              ard_machine *copy)
{
    const int64_t n = ard_pairs_count(how, 4);
    ard_machine *part = ard_alloc(context, n, sizeof *part), out;
    const double share[] = {.25, .75};
    ard_rng again = *rng;
    for (int64_t k = 0; k < n; k++) {
        if (shares && k == 1)
            assert_ok(context, ard_shares_machine(context, 2, share, part + k));
        else
            part[k] = make_part(context, rng, basis, (int)k);
    }
    for (int64_t k = 0; k < n && copy; k++) {
        if (shares && k == 1)
            assert_ok(context, ard_shares_machine(context, 2, share, copy + k));
        else
            copy[k] = make_part(context, &again, basis, (int)k);
    }
    assert_ok(context, ard_pairs_machine(context, how, 4, part, &out));
    return out;
}

static void predict_by_hand(ardor_context *context, ard_multiclass how, const ard_machine *part, const ard_matrix *x,
                            double *prob)
{
    const int64_t n = x->n;
    double *of_part[6] = {NULL}, r[16], work[16], p[4];
    const int64_t n_parts = ard_pairs_count(how, 4);
    for (int64_t k = 0; k < n_parts; k++) of_part[k] = predicted(context, part + k, x);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t k = 0; k < n_parts; k++) {
            const ard_pair pair = ard_pairs_at(how, 4, k);
            const double second = of_part[k][n + i];
            if (pair.first < 0) {
                p[pair.second] = second;
                continue;
            }
            r[pair.second + pair.first * 4] = fmin(fmax(second, 1e-7), 1 - 1e-7);
            r[pair.first + pair.second * 4] = 1 - r[pair.second + pair.first * 4];
        }
        if (how == ARD_MULTICLASS_PAIRS) {
            ard_couple(4, r, work, p);
        } else {
            const double sum = p[0] + p[1] + p[2] + p[3];
            for (int c = 0; c < 4; c++) p[c] /= sum;
        }
        for (int c = 0; c < 4; c++) prob[i + c * n] = p[c];
    }
    for (int64_t k = 0; k < n_parts; k++) free(of_part[k]);
}

/* The mean of how much each pair with the class says for it; of the rest, against each other class. */
static double weight_by_hand(ard_multiclass how, const ard_machine *part, int64_t column, int c)
{
    double w[6] = {0}, sum = 0;
    const int64_t n_parts = ard_pairs_count(how, 4);
    for (int64_t k = 0; k < n_parts; k++)
        for (int64_t t = 0; t < part[k].n_features; t++)
            if (part[k].feature[t] == column) w[k] = ard_machine_weight(part + k, t);
    for (int64_t k = 0; k < n_parts; k++) {
        const ard_pair pair = ard_pairs_at(how, 4, k);
        if (how == ARD_MULTICLASS_REST && k != c) sum += w[c] - w[k];
        if (how == ARD_MULTICLASS_PAIRS && pair.second == c) sum += w[k];
        if (how == ARD_MULTICLASS_PAIRS && pair.first == c) sum -= w[k];
    }
    return sum / 3;
}

static void check_weights(const ard_machine *m, ard_multiclass how, const ard_machine *part, bool linear)
{
    for (int64_t j = 0; j < m->n_features; j++) {
        int best = -1;
        double sum = 0, most = 0;
        assert_true(isnan(ard_machine_weight(m, j)));
        for (int c = 0; c < 4; c++) {
            const double weight = ard_machine_class_weight(m, j, c), wanted = weight_by_hand(how, part, m->feature[j], c);
            assert_true(linear ? fabs(weight - wanted) <= 1e-12 * (1 + fabs(wanted)) : isnan(weight));
            sum += weight;
            if (weight > most)
                most = weight, best = c;
            else if (weight == most)
                best = -1; /* it speaks against the one class alone */
        }
        assert_int_equal(ard_machine_direction(m, j), best);
        if (linear) assert_true(fabs(sum) < 1e-12 * (1 + most));
    }
}

static void check_importances(const ard_machine *m, int64_t n_parts, const ard_machine *part)
{
    for (int64_t j = 0; j < m->n_features; j++) {
        double squares = 0;
        for (int64_t k = 0; k < n_parts; k++)
            for (int64_t t = 0; t < part[k].n_features; t++)
                if (part[k].feature[t] == m->feature[j]) squares += part[k].importance[t] * part[k].importance[t];
        assert_true(fabs(m->importance[j] - sqrt(squares)) <= 1e-14 * (1 + sqrt(squares)));
    }
}

static void machines_are_their_parts(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 6, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), *wanted = make_reals(4 * ROWS);
    const ard_matrix matrix = ard_matrix_dense(ROWS, COLUMNS, x, ROWS);
    static const ard_multiclass hows[] = {ARD_MULTICLASS_PAIRS, ARD_MULTICLASS_REST};
    for (int b = 0; b < 2 * BASES; b++) {
        ard_machine copy[6] = {{0}};
        const ard_basis basis = bases[b / 2];
        const bool identity = basis.kind == ARD_IDENTITY;
        ard_machine m = make_pairs(context, &rng, hows[b % 2], basis, false, copy);
        double *prob = predicted(context, &m, &matrix);
        predict_by_hand(context, hows[b % 2], copy, &matrix, wanted);
        assert_int_equal(m.n_features, 6);
        assert_int_equal(m.n_vectors, identity ? 0 : 4 + ard_pairs_count(hows[b % 2], 4)); /* a landmark is each part's own */
        for (int64_t i = 0; i < ROWS; i++) {
            double sum = 0;
            for (int c = 0; c < 4; c++) {
                const double p = prob[i + c * ROWS];
                sum += p;
                if (!(fabs(p - wanted[i + c * ROWS]) <= 1e-12))
                    fail_msg("row %d: %.17g, by hand %.17g", (int)i, p, wanted[i + c * ROWS]);
            }
            assert_true(fabs(sum - 1) <= 1e-12);
        }
        check_weights(&m, hows[b % 2], copy, identity || ard_basis_bilinear(basis));
        check_importances(&m, ard_pairs_count(hows[b % 2], 4), copy);
        free(prob);
        for (int k = 0; k < 6; k++) ard_machine_free(context, copy + k);
        ard_machine_free(context, &m);
    }
    free(wanted);
    free(x);
    ardor_context_free(context);
}

/* Where one part has no weights there are none to add up, whichever part that is. */
static void one_part_without_weights(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 9, 0, 0);
    for (int curved = 0; curved < 3; curved++) {
        ard_machine *part = ard_alloc(context, 3, sizeof *part), m;
        for (int k = 0; k < 3; k++) part[k] = make_part(context, &rng, (ard_basis){k == curved ? ARD_RBF : ARD_IDENTITY, 0}, k);
        assert_int_equal(ard_pairs_machine(context, ARD_MULTICLASS_PAIRS, 3, part, &m), ARDOR_OK);
        for (int64_t j = 0; j < m.n_features; j++)
            for (int c = 0; c < 3; c++) assert_true(isnan(ard_machine_class_weight(&m, j, c)));
        ard_machine_free(context, &m);
    }
    ardor_context_free(context);
}

/* Parts are in the order of the pairs; their number and place belong together. */
static void parts_have_their_places(void **state)
{
    (void)state;
    for (int k = 3; k < 9; k++) {
        int64_t at = 0;
        for (int i = 0; i < k; i++)
            for (int j = i + 1; j < k; j++, at++) {
                const ard_pair pair = ard_pairs_at(ARD_MULTICLASS_PAIRS, k, at);
                assert_true(pair.first == i && pair.second == j);
            }
        assert_int_equal(ard_pairs_count(ARD_MULTICLASS_PAIRS, k), at);
        assert_int_equal(ard_pairs_count(ARD_MULTICLASS_REST, k), k);
        for (int i = 0; i < k; i++) assert_true(ard_pairs_at(ARD_MULTICLASS_REST, k, i).second == i);
    }
}

/* ------------------------------------------------------------------ files */

static const char *const damages[][3] = {
    {"\"multiclass\": \"pairs\"", "\"multiclass\": \"auto\"", "machine has the multiclass 'auto'; it is pairs or rest"},
    {"\"multiclass\": \"pairs\"", "\"multiclass\": \"rest\"", "machine.parts has 6 values; there are 4 parts"},
    {"\"classes\": [0, 2]", "\"classes\": [0, 3]", "machine.parts[1].classes[1] is 3, but in this place it must be 2"},
    {"\"classes\": [0, 2]", "\"classes\": [2]", "machine.parts[1].classes"},
    {"\"kind\": \"shares\"", "\"kind\": \"pairs\"", "is of the kind 'pairs', which is for more than two classes"},
    {"\"features\": [0, 1, 2, 4, 5, 6]", "\"features\": [0, 1, 2, 4, 5]", "features[3]"},
    {"\"shares\": [0.25, 0.75]", "\"shares\": [0.25, 0.75], \"more\": 1", "more"},
};

static void damaged_files_are_refused(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 7, 0, 0);
    ard_machine m = make_pairs(context, &rng, ARD_MULTICLASS_PAIRS, bases[0], true, NULL), read;
    const ard_machine_frame frame = {ard_machine_kinds, 4, COLUMNS, N_TRAINING};
    char *text = NULL;
    assert_ok(context, write_text(context, &m, &text));
    for (int i = 0; i < COUNT_OF(damages); i++) {
        const char *at = strstr(text, damages[i][0]);
        char *damaged = calloc(strlen(text) + 200, 1);
        assert_non_null(at);
        sprintf(damaged, "%.*s%s%s", (int)(at - text), text, damages[i][1], at + strlen(damages[i][0]));
        assert_int_equal(read_text(context, damaged, &frame, &read), ARDOR_DATA);
        assert_message(context, damages[i][2]);
        assert_null(read.kind);
        free(damaged);
    }
    ard_machine two = {0};
    const ard_machine_frame of_two = {ard_machine_kinds, 2, COLUMNS, N_TRAINING};
    assert_int_equal(read_text(context, text, &of_two, &two), ARDOR_DATA);
    assert_message(context, "machine is of the kind 'pairs', which is for more than two classes");
    ard_free(context, text);
    ard_machine_free(context, &m);
    ardor_context_free(context);
}

/* A feature that no part reads. */
static void every_feature_is_some_parts(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    const char *text = "{\"machine\": {\"kind\": \"pairs\", \"features\": [1], \"multiclass\": \"rest\", \"parts\": ["
                       "{\"classes\": [0], \"machine\": {\"kind\": \"shares\", \"features\": [], \"shares\": [0.5, 0.5]}},"
                       "{\"classes\": [1], \"machine\": {\"kind\": \"shares\", \"features\": [], \"shares\": [0.5, 0.5]}},"
                       "{\"classes\": [2], \"machine\": {\"kind\": \"shares\", \"features\": [], \"shares\": [0.5, 0.5]}}]}}";
    const ard_machine_frame frame = {ard_machine_kinds, 3, COLUMNS, N_TRAINING};
    ard_machine m;
    assert_int_equal(read_text(context, text, &frame, &m), ARDOR_DATA);
    assert_message(context, "machine has the feature 1, which no part reads");
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coupling_is_the_minimum),         cmocka_unit_test(coupling_finds_what_pairs_agree_on),
        cmocka_unit_test(coupling_does_not_see_the_order), cmocka_unit_test(shares_of_values),
        cmocka_unit_test(machines_are_their_parts),        cmocka_unit_test(one_part_without_weights),
        cmocka_unit_test(parts_have_their_places),         cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(every_feature_is_some_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
