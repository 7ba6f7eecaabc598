/* Correlations in blocks against plain sums over pairs; the stability of sets of correlated features against whole matrices in
 * NumPy 1.24; nearest columns likewise; groups against hclust(as.dist(1 - abs(cor(X))), "average") and cutree of R 4.2.2. */
#include "context_fixture.h"
#include "fault_fixture.h"
#include "lcg.h"

#include "metric/stability.h"
#include "study/correlated_stability.h"
#include "study/correlation_groups.h"

static ard_correlation_sum sum_of(const ard_matrix *x, double least)
{
    ard_correlation_sum out;
    assert_int_equal(ard_correlation_sum_of(context, x, least, &out), ARDOR_OK);
    return out;
}

static ard_correlated_stability stability_of(const ard_selections *sets, const ard_matrix *x, double least)
{
    const ard_correlation_sum sum = sum_of(x, least);
    ard_correlated_stability out;
    assert_int_equal(ard_correlated_stability_of(context, sets, x, least, &sum, &out), ARDOR_OK);
    return out;
}

/* ---- correlations */

/* Pearson's by its definition, 0 of columns that are constant or not finite. */
static double plain_correlation(int64_t n, const double *a, const double *b)
{
    double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
    bool constant[2] = {true, true};
    for (int64_t i = 0; i < n; i++) {
        constant[0] = constant[0] && a[i] == a[0];
        constant[1] = constant[1] && b[i] == b[0];
        ma += a[i] / (double)n;
        mb += b[i] / (double)n;
    }
    for (int64_t i = 0; i < n; i++) {
        aa += (a[i] - ma) * (a[i] - ma);
        bb += (b[i] - mb) * (b[i] - mb);
        ab += (a[i] - ma) * (b[i] - mb);
    }
    const double r = ab / sqrt(aa * bb);
    return isfinite(r) && !constant[0] && !constant[1] ? r : 0;
}

/* Columns that lean on one of seven, of different units; a constant one, one with a NaN, and two with an infinity. */
static double *make_table(ard_rng *rng, int64_t n, int64_t p)
{
    double *x = make_normals(rng, n * p);
    for (int64_t j = 7; j < p; j++)
        for (int64_t i = 0; i < n; i++)
            x[i + j * n] = (x[i + j % 7 * n] + (.2 + .1 * (double)(j % 13)) * x[i + j * n]) * pow(-10, (double)(j % 9) - 4) +
                           (double)(j % 3);
    for (int64_t i = 0; i < n; i++) x[i + 3 * n] = .1;
    x[5 + 4 * n] = NAN;
    x[1 + 5 * n] = INFINITY;
    x[2 + 5 * n] = -INFINITY;
    x[0 + 6 * n] = INFINITY;
    return x;
}

typedef struct seen {
    int64_t p, pairs;
    const double *expected; /* p x p */
    const int64_t *column;
} seen;

static int check_block(ardor_context *in, void *argument, const ard_correlation_block *block)
{
    seen *s = argument;
    assert_true(in == context);
    for (int64_t j = 0; j < block->n_right; j++)
        for (int64_t i = 0; i < block->n_left; i++, s->pairs++) {
            const int64_t a = s->column[block->first_left + i], b = block->first_right + j;
            if (a != b) assert_near(block->r[i + j * block->n_left], s->expected[a + b * s->p], 1e-12, "correlation");
        }
    return ARDOR_OK;
}

static void blocks_against_plain_sums(void **state)
{
    (void)state;
    /* More rows, and more columns, than a block has; and few. */
    static const int64_t sizes[2][2] = {{5000, 300}, {9, 40}};
    ard_rng rng;
    ard_rng_init(&rng, 21, 0, 0);
    for (int s = 0; s < 2; s++) {
        const int64_t n = sizes[s][0], p = sizes[s][1], left[5] = {p - 1, 3, 12, 4, 0};
        double *x = make_table(&rng, n, p), *expected = make_reals(p * p), sum = 0;
        int64_t pairs = 0;
        for (int64_t b = 0; b < p; b++)
            for (int64_t a = 0; a < b; a++)
                expected[a + b * p] = expected[b + a * p] = plain_correlation(n, x + a * n, x + b * n);
        const ard_matrix m = ard_matrix_dense(n, p, x, n);
        for (int64_t b = 0; b < p; b++)
            for (int64_t a = 0; a < b; a++) {
                pairs += fabs(expected[a + b * p]) >= .7;
                sum += fabs(expected[a + b * p]) >= .7 ? fabs(expected[a + b * p]) : 0;
            }
        const ard_correlation_sum all = sum_of(&m, .7);
        assert_true(pairs > 100 || s == 1);
        assert_int_equal(all.n_pairs, pairs);
        assert_near(all.sum, sum, 1e-9, "sum");
        assert_int_equal(sum_of(&m, 0).n_pairs, p * (p - 1) / 2);
        assert_int_equal(sum_of(&m, 1.5).n_pairs, 0);
        seen checked = {p, 0, expected, left};
        const ard_column_list few = {5, left}, every = {p, NULL};
        assert_int_equal(ard_correlation_between(context, &m, few, every, check_block, &checked), ARDOR_OK);
        assert_int_equal(checked.pairs, 5 * p);
        free(expected);
        free(x);
    }
}

/* A view of some rows and columns is the table of these. */
static void views(void **state)
{
    (void)state;
    double x[LCG_ROWS * LCG_FEATURES], part[20 * 11];
    int64_t row[20], column[11];
    lcg_table(x);
    for (int k = 0; k < 20; k++) row[k] = (k * 7) % LCG_ROWS;
    for (int k = 0; k < 11; k++) column[k] = 3 * k + 1;
    for (int j = 0; j < 11; j++)
        for (int i = 0; i < 20; i++) part[i + j * 20] = x[row[i] + column[j] * LCG_ROWS];
    const ard_matrix all = ard_matrix_dense(LCG_ROWS, LCG_FEATURES, x, LCG_ROWS), plain = ard_matrix_dense(20, 11, part, 20);
    ard_matrix view;
    assert_int_equal(ard_matrix_view(context, &all, 20, row, 11, column, &view), ARDOR_OK);
    const ard_correlation_sum a = sum_of(&view, .5), b = sum_of(&plain, .5);
    assert_true(a.n_pairs == b.n_pairs && a.sum == b.sum && a.n_pairs > 5);
    ard_matrix_free(context, &view);
}

/* 6000 columns in 1500 fours of copies but for sign and unit, 40 rows: the pairs are known, and no matrix of 6000 x 6000 (288
 * MB). */
static size_t held, most;
static void *count_bytes(void *user, void *pointer, size_t bytes)
{
    enum { HEAD = 16 };
    char *block = pointer ? (char *)pointer - HEAD : NULL;
    size_t old = 0;
    (void)user;
    if (block) memcpy(&old, block, sizeof old);
    held -= old;
    if (bytes == 0) {
        free(block);
        return NULL;
    }
    block = realloc(block, bytes + HEAD);
    assert_non_null(block);
    memcpy(block, &bytes, sizeof bytes);
    held += bytes;
    if (held > most) most = held;
    return block + HEAD;
}

static void memory_is_bounded(void **state)
{
    (void)state;
    enum { N = 40, P = 6000 };
    const ardor_context_config config = {.size = sizeof config, .resize = count_bytes};
    ardor_context *in = NULL;
    ard_correlation_sum sum;
    ard_rng rng;
    ard_rng_init(&rng, 22, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int64_t j = P / 4; j < P; j++)
        for (int64_t i = 0; i < N; i++) x[i + j * N] = x[i + j % (P / 4) * N] * (j % 3 - 1.5) + (double)(j % 5);
    const ard_matrix m = ard_matrix_dense(N, P, x, N);
    assert_int_equal(ardor_context_new(&config, &in), ARDOR_OK);
    assert_int_equal(ard_correlation_sum_of(in, &m, .95, &sum), ARDOR_OK);
    assert_int_equal(sum.n_pairs, P / 4 * 6);
    assert_near(sum.sum, P / 4 * 6, 1e-8, "sum");
    assert_true(most < 8 << 20);
    ardor_cancel(in);
    assert_int_equal(ard_correlation_sum_of(in, &m, .95, &sum), ARDOR_CANCELLED);
    ardor_context_free(in);
    assert_int_equal(held, 0);
    free(x);
}

/* ---- stability */

static void stability_against_whole_matrices(void **state)
{
    (void)state;
    /* R = abs(np.corrcoef(X.T)); C = np.where(R >= t, R, 0), ones on the diagonal; np.trace(C @ np.cov(Z.T, ddof=1)), and with
     * Sigma_0: ((k**2).mean() - k.mean())/(p*p - p) - k.mean()**2/p**2 beside the diagonal of b*(1 - b) */
    static const struct {
        double least, value, spread, at_random, sum;
        int64_t pairs;
    } expected[] = {{.7, .41838983986510503, 3.580727309119842, 6.156576268009745, 85.0166466951043, 103},
                    {.8, .43232793601023767, 3.5394893230375724, 6.235095132497845, 57.59364029179801, 67},
                    {1.1, .46732954545454564, 3.4090909090909087, 6.4, 0, 0}};
    double x[LCG_ROWS * LCG_FEATURES];
    lcg_sets s;
    lcg_sets_make(&s);
    lcg_table(x);
    const ard_matrix m = ard_matrix_dense(LCG_ROWS, LCG_FEATURES, x, LCG_ROWS);
    for (int i = 0; i < COUNT_OF(expected); i++) {
        const ard_correlation_sum sum = sum_of(&m, expected[i].least);
        assert_int_equal(sum.n_pairs, expected[i].pairs);
        assert_near(sum.sum, expected[i].sum, 1e-11, "sum");
        const ard_correlated_stability t = stability_of(&s.sets, &m, expected[i].least);
        assert_near(t.value, expected[i].value, 1e-13, "S_C");
        assert_near(t.spread, expected[i].spread, 1e-13, "tr(C S_z)");
        assert_near(t.spread_at_random, expected[i].at_random, 1e-12, "tr(C Sigma_0)");
        assert_null(t.reason);
    }
    /* Without correlations it is the stability of sets. */
    ard_stability plain;
    assert_int_equal(ard_stability_of(context, &s.sets, &plain), ARDOR_OK);
    assert_near(plain.value.value, expected[2].value, 1e-14, "S");
}

/* 5000 columns, of which the first and the second half are copies: one of each pair in every set, drawn anew. Sets that have
 * little in common, but say the same. */
static void copies_stand_for_each_other(void **state)
{
    (void)state;
    enum { N = 60, P = 5000, M = 10, K = 20 };
    ard_rng rng;
    ard_rng_init(&rng, 23, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    memcpy(x + (int64_t)N * P / 2, x, sizeof *x * N * P / 2);
    int64_t size[M], feature[M][K];
    const int64_t *list[M];
    for (int i = 0; i < M; i++) {
        size[i] = K;
        list[i] = feature[i];
        for (int k = 0; k < K; k++) feature[i][k] = 31 * k + ard_rng_below(&rng, 2) * P / 2;
    }
    const ard_selections sets = {P, M, size, list};
    const ard_matrix m = ard_matrix_dense(N, P, x, N);
    const ard_correlated_stability t = stability_of(&sets, &m, .9);
    ard_stability plain;
    assert_int_equal(ard_stability_of(context, &sets, &plain), ARDOR_OK);
    assert_near(t.value, 1, 1e-10, "S_C");
    assert_near(plain.value.value, .45, .15, "S");
    free(x);
}

static void stability_without_a_value(void **state)
{
    (void)state;
    static const int64_t lists[3][4] = {{0, 1, 2, 3}, {2, 3, 0, 1}, {1, 2, 0, 3}};
    static const int64_t *const list[3] = {lists[0], lists[1], lists[2]};
    static const int64_t none[3] = {0}, two[3] = {2, 2, 2}, four[3] = {4, 4, 4};
    static const double x[20] = {1,  2,  4,  7,  3,  2, 4, 8, 14, 6,
                                 -1, -2, -4, -7, -3, 3, 4, 6, 9,  5}; /* copies but for unit and sign */
    const ard_matrix m = ard_matrix_dense(5, 4, x, 5);
    const struct {
        ard_selections sets;
        const char *reason;
    } cases[] = {{{4, 3, none, list}, "no set has a feature"},
                 {{4, 3, four, list}, "every set has all features"},
                 {{4, 1, two, list}, "there are fewer than two sets"},
                 {{4, 3, two, list}, "every feature stands for the others: sets of them cannot differ"}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        const ard_correlated_stability t = stability_of(&cases[i].sets, &m, .7);
        assert_true(isnan(t.value));
        assert_string_equal(t.reason, cases[i].reason);
    }
    /* Sets of different sizes do differ, of copies by their sizes alone: as sizes do, S_C = 1 - var/var_0 of the sizes, with
     * the unbiased variance 1 of 1, 2, 3 and that of the population, 2/3. */
    static const int64_t sizes[3] = {1, 2, 3};
    const ard_selections sets = {4, 3, sizes, list};
    const ard_correlated_stability t = stability_of(&sets, &m, .7);
    assert_near(t.spread, 1, 1e-12, "variance of the sizes");
    assert_near(t.spread_at_random, 2. / 3, 1e-12, "that of random sets");
    assert_near(t.value, -.5, 1e-12, "S_C");
    const ard_selections other = {5, 3, sizes, list};
    const ard_correlation_sum sum = {0, 0};
    ard_correlated_stability out;
    assert_int_equal(ard_correlated_stability_of(context, &other, &m, .7, &sum, &out), ARDOR_INTERNAL);
}

/* ---- nearest columns, groups */

static void nearest_columns(void **state)
{
    (void)state;
    /* B = abs(R) with zeros on the diagonal; B.argmax(1) where B.max(1) >= .8 */
    static const int64_t nearest[LCG_FEATURES] = {30, 37, 8,  21, 16, 35, 12, 37, 2,  -1, 16, 5, 6,  25, 20, 27, 28, 5, 0, -1,
                                                  26, 15, 10, 17, -1, 1,  20, 15, 16, 35, 0,  1, 20, 21, 10, 5,  30, 1, 2, -1};
    static const double first[4] = {.947561, -.890127, .884228, -.837045};
    double x[LCG_ROWS * LCG_FEATURES];
    int64_t list[LCG_FEATURES];
    ard_nearest_column found[LCG_FEATURES];
    lcg_table(x);
    const ard_matrix m = ard_matrix_dense(LCG_ROWS, LCG_FEATURES, x, LCG_ROWS);
    for (int j = 0; j < LCG_FEATURES; j++) list[j] = (7 * j + 3) % LCG_FEATURES;
    assert_int_equal(ard_nearest_columns(context, &m, (ard_column_list){LCG_FEATURES, list}, ARD_SAME_CORRELATION, found),
                     ARDOR_OK);
    for (int j = 0; j < LCG_FEATURES; j++) {
        assert_int_equal(found[j].column, nearest[list[j]]);
        assert_true(isnan(found[j].correlation) == (found[j].column < 0));
        if (list[j] < 4) assert_near(found[j].correlation, first[list[j]], 1e-6, "correlation");
    }
    assert_int_equal(ard_nearest_columns(context, &m, (ard_column_list){0, NULL}, .8, found), ARDOR_OK);
    /* Of copies, which rounding tells apart, the first. */
    double copies[3 * 300];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 300; j++) copies[i + j * 3] = (i * i + .3) * (1 + j % 17 * .1) + j % 5 * .77;
    const ard_matrix c = ard_matrix_dense(3, 300, copies, 3);
    ard_nearest_column two[2];
    assert_int_equal(ard_nearest_columns(context, &c, (ard_column_list){2, (const int64_t[]){0, 299}}, .8, two), ARDOR_OK);
    assert_true(two[0].column == 1 && two[1].column == 0);
}

static void groups_are(const ard_matrix *m, ard_column_list columns, double least, int64_t n, const int64_t *expected)
{
    int64_t group[LCG_FEATURES], n_groups;
    assert_int_equal(ard_correlation_groups(context, m, columns, least, group, &n_groups), ARDOR_OK);
    assert_int_equal(n_groups, n);
    for (int64_t j = 0; j < columns.n; j++) assert_int_equal(group[j], expected[j]);
}

static void groups_against_r(void **state)
{
    (void)state;
    /* cutree(hclust(as.dist(1 - abs(cor(X))), "average"), h = 1 - least) - 1 */
    static const int64_t at_8[] = {0, 1, 2, 3, 4,  5, 0, 1, 2, 6, 7, 5, 0, 8, 9, 3, 7, 5, 0,  10,
                                   2, 3, 7, 5, 11, 1, 2, 3, 7, 5, 0, 1, 2, 3, 7, 5, 0, 1, 12, 13};
    static const int64_t at_7[] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 6, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1,
                                   2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3};
    static const int64_t at_9[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 5,  11, 12, 13, 14, 10, 15, 16, 17,
                                   18, 19, 20, 21, 22, 23, 24, 14, 10, 25, 0,  26, 27, 28, 29, 5,  0,  30, 31, 32};
    double x[LCG_ROWS * LCG_FEATURES];
    lcg_table(x);
    const ard_matrix m = ard_matrix_dense(LCG_ROWS, LCG_FEATURES, x, LCG_ROWS);
    const ard_column_list all = {LCG_FEATURES, NULL};
    groups_are(&m, all, .8, 14, at_8);
    groups_are(&m, all, .7, 7, at_7);
    groups_are(&m, all, .9, 33, at_9);
    int64_t each[LCG_FEATURES];
    for (int j = 0; j < LCG_FEATURES; j++) each[j] = j;
    groups_are(&m, all, 1.1, LCG_FEATURES, each);
    groups_are(&m, (ard_column_list){0, NULL}, .8, 0, each);
    groups_are(&m, (ard_column_list){1, each}, .8, 1, each);
}

/* The definition in O(c^3): the nearest two of all groups are joined. */
static int64_t plain_groups(int64_t n, int64_t c, const double *x, const int64_t *column, double least, int64_t *group)
{
    for (int64_t j = 0; j < c; j++) group[j] = j;
    for (;;) {
        double best = -1;
        int64_t join[2] = {0}, number = 0;
        for (int64_t a = 0; a < c; a++)
            for (int64_t b = a + 1; b < c; b++) {
                double sum = 0, pairs = 0;
                if (group[a] != a || group[b] != b) continue;
                for (int64_t i = 0; i < c; i++)
                    for (int64_t k = 0; k < c; k++)
                        if (group[i] == a && group[k] == b) {
                            sum += fabs(plain_correlation(n, x + column[i] * n, x + column[k] * n));
                            pairs++;
                        }
                if (sum / pairs > best) {
                    best = sum / pairs;
                    join[0] = a;
                    join[1] = b;
                }
            }
        if (best >= least) {
            for (int64_t j = 0; j < c; j++)
                if (group[j] == join[1]) group[j] = join[0];
            continue;
        }
        for (int64_t j = 0; j < c; j++) group[j] = group[j] == j ? number++ : group[group[j]];
        return number;
    }
}

static void groups_by_definition(void **state)
{
    (void)state;
    enum { N = 12, P = 30, C = 18 };
    ard_rng rng;
    ard_rng_init(&rng, 24, 0, 0);
    int64_t joined = 0;
    for (int trial = 0; trial < 40; trial++) {
        double *x = make_normals(&rng, N * P);
        int64_t order[P], group[C], expected[C], n_groups = 0;
        for (int64_t j = 4; j < P; j++)
            for (int64_t i = 0; i < N; i++)
                x[i + j * N] = x[i + j % 4 * N] * (j % 3 ? 1 : -1) + (.3 + .02 * trial) * x[i + j * N];
        for (int64_t j = 0; j < P; j++) order[j] = j;
        ard_rng_shuffle(&rng, P, order);
        const ard_matrix m = ard_matrix_dense(N, P, x, N);
        const ard_column_list list = {C, order};
        assert_int_equal(ard_correlation_groups(context, &m, list, .8, group, &n_groups), ARDOR_OK);
        assert_int_equal(n_groups, plain_groups(N, C, x, order, .8, expected));
        for (int j = 0; j < C; j++) assert_int_equal(group[j], expected[j]);
        joined += C - n_groups;
        free(x);
    }
    assert_true(joined > 100);
}

/* Columns of one row that is not 0, and a trace of another: thousands of |r| near 1, which differ in the last bits of both orders
 * of a pair. Each group is of columns with the same row. */
static void columns_that_are_alike_are_one_group(void **state)
{
    (void)state;
    enum { N = 40, P = 3000 };
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = calloc((size_t)N * P, sizeof *x);
    int64_t order[P], group[P], n_groups = 0;
    assert_non_null(x);
    for (int64_t j = 0; j < P; j++) {
        order[j] = j;
        x[j % N + j * N] = 1 + 100 * ard_rng_uniform(&rng);
        if (j % 3 == 0) x[(j % N + 1) % N + j * N] = 0.2 * x[j % N + j * N];
    }
    const ard_matrix m = ard_matrix_dense(N, P, x, N);
    assert_int_equal(ard_correlation_groups(context, &m, (ard_column_list){P, order}, .8, group, &n_groups), ARDOR_OK);
    assert_int_equal(n_groups, N);
    for (int64_t j = 0; j < P; j++) assert_int_equal(group[j], j % N);
    free(x);
}

static void memory_may_fail(void **state)
{
    (void)state;
    fault f = {0};
    ardor_context *in = fault_context(&f);
    const long long before = f.live;
    double x[LCG_ROWS * LCG_FEATURES];
    lcg_sets s;
    lcg_sets_make(&s);
    lcg_table(x);
    const ard_matrix m = ard_matrix_dense(LCG_ROWS, LCG_FEATURES, x, LCG_ROWS);
    for (int kind = 0; kind < 3; kind++) {
        int at = 0, rc;
        do {
            const ard_correlation_sum sum = {103, 85};
            ard_correlated_stability out;
            int64_t group[LCG_FEATURES], n_groups;
            ard_nearest_column nearest[LCG_FEATURES];
            const ard_column_list all = {LCG_FEATURES, NULL};
            fault_reset(&f, ++at, false);
            rc = kind == 0   ? ard_correlated_stability_of(in, &s.sets, &m, .7, &sum, &out)
                 : kind == 1 ? ard_correlation_groups(in, &m, all, .8, group, &n_groups)
                             : ard_nearest_columns(in, &m, all, .8, nearest);
            assert_int_equal(rc, f.fired ? ARDOR_MEMORY : ARDOR_OK);
            assert_int_equal(f.live, before);
        } while (f.fired);
        assert_true(at > 8);
    }
    ardor_context_free(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_against_plain_sums),
        cmocka_unit_test(views),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(stability_against_whole_matrices),
        cmocka_unit_test(copies_stand_for_each_other),
        cmocka_unit_test(stability_without_a_value),
        cmocka_unit_test(nearest_columns),
        cmocka_unit_test(groups_against_r),
        cmocka_unit_test(groups_by_definition),
        cmocka_unit_test(columns_that_are_alike_are_one_group),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
