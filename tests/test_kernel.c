/* Kernel bases: products against the formulas, derivatives against central differences in extended precision. */
#include "context_fixture.h"

#include "basis/kernel.h"

enum { N_BASES = 5 };
static const ard_basis bases[N_BASES] = {{ARD_LINEAR, 0}, {ARD_POLY, 1}, {ARD_POLY, 2}, {ARD_POLY, 3}, {ARD_RBF, 0}};

/* Rows, centres, scales and weights with their lists of nonzeros. */
typedef struct sample {
    ard_basis basis;
    int64_t n, m, p, ldx, ldz, n_live, n_active;
    double *x, *z, *theta, *weight, *g;
    int64_t *live, *active;
    double *live_theta, *active_weight;
    bool shared;
    ard_kernel *kernel;
} sample;

static void index_nonzeros(int64_t n, const double *dense, int64_t *count, int64_t *index, double *value)
{
    *count = 0;
    for (int64_t i = 0; i < n; i++)
        if (dense[i] != 0) {
            value[*count] = dense[i];
            index[(*count)++] = i;
        }
}

/* Leading dimensions exceed the number of rows, so that one taken for the other is found out. Every `zero_scale`-th theta and
 * all weights but every `active_step`-th are zero; 0: all are. */
static sample make_sample(ard_basis basis, int64_t n, int64_t m, int64_t p, bool shared, int zero_scale, int active_step)
{
    ard_rng rng;
    ard_rng_init(&rng, 11, (uint64_t)basis.kind, (uint64_t)(n + m));
    sample s = {.basis = basis, .n = n, .m = shared ? n : m, .p = p, .ldx = n + 3, .shared = shared};
    s.x = make_normals(&rng, s.ldx * p);
    s.ldz = shared ? s.ldx : m + 2;
    s.z = shared ? s.x : make_normals(&rng, s.ldz * p);
    s.theta = make_reals(p);
    s.weight = make_reals(s.m);
    s.g = make_normals(&rng, n);
    for (int64_t k = 0; k < p; k++)
        if (zero_scale && k % zero_scale) s.theta[k] = (.2 + ard_rng_uniform(&rng)) / (double)p;
    for (int64_t j = 0; j < s.m; j++)
        if (active_step && j % active_step == 0) s.weight[j] = ard_rng_normal(&rng);
    s.live = make_array(p, sizeof *s.live);
    s.active = make_array(s.m, sizeof *s.active);
    s.live_theta = make_reals(p);
    s.active_weight = make_reals(s.m);
    index_nonzeros(p, s.theta, &s.n_live, s.live, s.live_theta);
    index_nonzeros(s.m, s.weight, &s.n_active, s.active, s.active_weight);
    const ard_matrix rows = ard_matrix_dense(n, p, s.x, s.ldx), centres = ard_matrix_dense(s.m, p, s.z, s.ldz);
    assert_int_equal(ard_kernel_open(context, basis, &rows, shared ? NULL : &centres, &s.kernel), ARDOR_OK);
    ard_kernel_set(s.kernel, (ard_list){s.n_live, s.live, s.live_theta});
    return s;
}

static void free_sample(sample *s)
{
    ard_kernel_close(context, s->kernel);
    if (!s->shared) free(s->z);
    void *arrays[] = {s->x, s->theta, s->weight, s->g, s->live, s->active, s->live_theta, s->active_weight};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static ard_list active_of(const sample *s) { return (ard_list){s->n_active, s->active, s->active_weight}; }

/* The formulas of kernel.h at any real theta. */
static long double kernel_value(const sample *s, const long double *theta, int64_t i, int64_t j)
{
    long double sum = 0, value = 1;
    for (int64_t k = 0; k < s->p; k++) {
        long double x = s->x[k * s->ldx + i], z = s->z[k * s->ldz + j];
        sum += theta[k] * (s->basis.kind == ARD_RBF ? (x - z) * (x - z) : x * z);
    }
    if (s->basis.kind == ARD_RBF) return expl(-sum);
    if (s->basis.kind == ARD_LINEAR) return sum;
    for (int d = 0; d < s->basis.degree; d++) value *= 1 + sum;
    return value;
}

static long double *extended_theta(const sample *s)
{
    long double *theta = make_array(s->p, sizeof *theta);
    for (int64_t k = 0; k < s->p; k++) theta[k] = s->theta[k];
    return theta;
}

/* ------------------------------------------------------------------ products */

static void check_products(sample *s)
{
    long double *theta = extended_theta(s);
    double *columns = make_reals(s->n * s->n_active), *want_columns = make_reals(s->n * s->n_active);
    double *f = make_reals(s->n), *want_f = make_reals(s->n), *d = make_reals(s->m), *want_d = make_reals(s->m);
    for (int64_t i = 0; i < s->n; i++) f[i] = NAN; /* outputs are overwritten, whatever they held */
    for (int64_t j = 0; j < s->m; j++) d[j] = NAN;
    for (int64_t j = 0, a = 0; j < s->m; j++) {
        bool active = s->weight[j] != 0;
        for (int64_t i = 0; i < s->n; i++) {
            double value = (double)kernel_value(s, theta, i, j);
            want_d[j] += s->g[i] * value;
            want_f[i] += s->weight[j] * value;
            if (active) want_columns[a * s->n + i] = value;
        }
        a += active;
    }
    ard_kernel *values = NULL;
    const ard_matrix rows = ard_matrix_dense(s->n, s->p, s->x, s->ldx), centres = ard_matrix_dense(s->m, s->p, s->z, s->ldz);
    assert_int_equal(ard_kernel_open_values(context, s->basis, &rows, &centres, &values), ARDOR_OK);
    ard_kernel_set(values, (ard_list){s->n_live, s->live, s->live_theta});
    for (int i = 0; i < 2; i++) { /* with the room for derivatives and without */
        ard_kernel *kernel = i == 0 ? s->kernel : values;
        ard_kernel_columns(kernel, s->n_active, s->active, 0, columns);
        ard_kernel_latent(kernel, active_of(s), f);
        ard_kernel_transpose(kernel, s->g, d);
        assert_arrays_near(s->n * s->n_active, columns, want_columns, 1e-12, "columns");
        assert_arrays_near(s->n, f, want_f, 1e-12, "latent");
        assert_arrays_near(s->m, d, want_d, 1e-11, "transpose");
    }
    ard_kernel_close(context, values);
    void *arrays[] = {theta, columns, want_columns, f, want_f, d, want_d};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

/* A row by itself, at scales of any sign. */
static void check_row(const sample *s, int64_t i)
{
    long double *theta = extended_theta(s);
    double *value = make_reals(s->m), *want = make_reals(s->m), *work = make_reals(s->m + s->p);
    const ard_array centres = {.x = s->z, .ld = s->ldz};
    for (int64_t j = 0; j < s->m; j++) {
        value[j] = NAN;
        want[j] = (double)kernel_value(s, theta, i, j);
        if (s->basis.kind == ARD_RBF) want[j] = fmin(want[j], 1);
    }
    for (int64_t k = 0; k < s->m + s->p; k++) work[k] = NAN;
    ard_kernel_row(s->basis, &centres, s->m, s->p, s->x + i, s->ldx, s->theta, work, value);
    assert_arrays_near(s->m, value, want, 1e-12, "row");
    void *arrays[] = {theta, value, want, work};
    for (int a = 0; a < COUNT_OF(arrays); a++) free(arrays[a]);
}

static void rows_follow_the_formulas(void **state)
{
    (void)state;
    static const struct {
        int64_t n, m, p;
    } shape[] = {{3, 150, 5}, {2, 7, 30}, {1, 1, 1}, {3, 5, 0}, {4, 0, 3}};
    for (int b = 0; b < N_BASES; b++)
        for (int i = 0; i < COUNT_OF(shape); i++) {
            sample s = make_sample(bases[b], shape[i].n, shape[i].m, shape[i].p, false, 3, 1);
            for (int64_t row = 0; row < s.n; row++) check_row(&s, row);
            for (int64_t k = 0; k < s.p; k += 2) s.theta[k] = -s.theta[k] / 2; /* rbf: where the sum is below 0 the kernel is 1 */
            if (s.p > 1) s.theta[0] = -.1;
            for (int64_t row = 0; row < s.n; row++) check_row(&s, row);
            free_sample(&s);
        }
}

/* Columns far from 0 keep their digits; a row out of range has no values, as in a kernel. */
static void rows_far_from_zero(void **state)
{
    (void)state;
    const double far = 1e9, z[] = {far, far + 1, -1e-9, 1}, theta[] = {.5, 2};
    const ard_array centres = {.x = z, .ld = 2};
    double x[] = {far + 2, 3}, work[2], value[2];
    ard_kernel_row((ard_basis){ARD_RBF, 0}, &centres, 2, 2, x, 1, theta, work, value);
    assert_near(value[0], exp(-.5 * 4 - 2 * 9), 1e-14, "far");
    assert_near(value[1], exp(-.5 - 2 * 4), 1e-14, "far");
    x[1] = 1e300;
    ard_kernel_row((ard_basis){ARD_RBF, 0}, &centres, 2, 2, x, 1, theta, work, value);
    assert_true(isnan(value[0]) && isnan(value[1]));
}

static void products_follow_the_formulas(void **state)
{
    (void)state;
    /* beyond one block of rows (2048) and one of centres (64); few live features, none; few active centres, none */
    static const struct {
        int64_t n, m, p;
        bool shared;
        int zero_scale, active_step;
    } shape[] = {{2100, 150, 5, false, 3, 2}, {400, 0, 6, true, 3, 5}, {2100, 0, 3, true, 2, 25},
                 {7, 3, 1, false, 2, 1},      {5, 4, 4, false, 0, 1},  {5, 4, 4, false, 2, 0},
                 {1, 1, 2, false, 5, 1},      {9, 0, 4, true, 0, 0},   {3, 5, 0, false, 0, 1}};
    for (int b = 0; b < N_BASES; b++)
        for (int i = 0; i < COUNT_OF(shape); i++) {
            sample s = make_sample(bases[b], shape[i].n, shape[i].m, shape[i].p, shape[i].shared, shape[i].zero_scale,
                                   shape[i].active_step);
            check_products(&s);
            free_sample(&s);
        }
}

/* ------------------------------------------------------------------ derivatives */

/* sum_i g_i f_i with two scales and one weight moved. */
static long double moved_sum(const sample *s, int64_t k, long double hk, int64_t l, long double hl, int64_t j, long double hj)
{
    long double *theta = extended_theta(s), sum = 0;
    if (k >= 0) theta[k] += hk;
    if (l >= 0) theta[l] += hl;
    for (int64_t c = 0; c < s->m; c++) {
        long double weight = s->weight[c] + (c == j ? hj : 0);
        if (weight == 0) continue;
        for (int64_t i = 0; i < s->n; i++) sum += s->g[i] * weight * kernel_value(s, theta, i, c);
    }
    free(theta);
    return sum;
}

static void check_first_derivatives(sample *s)
{
    const long double h = 1e-6L;
    const int64_t p = s->p, n = s->n;
    double *columns = make_reals(n * s->n_active), *d = make_reals(p), *want = make_reals(p);
    double *jacobian = make_reals(n * p), *want_jacobian = make_reals(n * p);
    int64_t *feature = make_array(p, sizeof *feature);
    ard_kernel_columns(s->kernel, s->n_active, s->active, 0, columns);
    long double *theta = extended_theta(s);
    for (int64_t t = 0; t < p; t++) {
        int64_t k = p - 1 - t; /* any order of features */
        feature[t] = k;
        for (int64_t i = 0; i < n; i++) {
            long double change = 0;
            for (int side = -1; side <= 1; side += 2) {
                theta[k] = s->theta[k] + side * h;
                for (int64_t a = 0; a < s->n_active; a++)
                    change += side * s->active_weight[a] * kernel_value(s, theta, i, s->active[a]);
            }
            theta[k] = s->theta[k];
            want_jacobian[t * n + i] = (double)(change / (2 * h));
            want[k] += s->g[i] * want_jacobian[t * n + i];
        }
    }
    ard_kernel_scale_gradient(s->kernel, active_of(s), columns, s->g, d);
    ard_kernel_jacobian(s->kernel, active_of(s), columns, p, feature, jacobian);
    assert_arrays_near(p, d, want, 1e-8, "scale gradient");
    assert_arrays_near(n * p, jacobian, want_jacobian, 1e-8, "jacobian");
    void *arrays[] = {columns, d, want, jacobian, want_jacobian, feature, theta};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static void first_derivatives_follow_differences(void **state)
{
    (void)state;
    for (int b = 0; b < N_BASES; b++)
        for (int shared = 0; shared < 2; shared++) {
            sample s = make_sample(bases[b], 40, 13, 7, shared, 3, 2), many = make_sample(bases[b], 6, 4, 300, shared, 4, 2);
            sample none = make_sample(bases[b], 8, 5, 3, shared, 2, 0), dead = make_sample(bases[b], 8, 5, 3, shared, 0, 1);
            sample *all[] = {&s, &many, &none, &dead}; /* 300 features: more than one block of them */
            for (int i = 0; i < COUNT_OF(all); i++) {
                check_first_derivatives(all[i]);
                free_sample(all[i]);
            }
        }
}

/* ds/dtheta between a row and a centre. */
static long double slope_of(const sample *s, int64_t i, int64_t j, int64_t k)
{
    const long double x = s->x[i + k * s->ldx], z = s->z[j + k * s->ldz];
    return s->basis.kind == ARD_RBF ? -(x - z) * (x - z) : x * z;
}

/* With any matrices in place of the kernel's slopes. */
static void check_contractions(sample *s)
{
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    const int64_t n = s->n, m = s->n_active, nf = s->p - 1;
    double *e = make_normals(&rng, n * m), *t = make_normals(&rng, n * nf), *v = make_reals(n * m), *want_v = make_reals(n * m);
    double *d = make_reals(s->p), *want = make_reals(s->p);
    int64_t *feature = make_array(nf, sizeof *feature);
    for (int64_t f = 0; f < nf; f++) feature[f] = nf - f;
    for (int64_t j = 0; j < m; j++)
        for (int64_t i = 0; i < n; i++) {
            for (int64_t f = 0; f < nf; f++)
                want_v[i + j * n] += (double)(t[i + f * n] * slope_of(s, i, s->active[j], feature[f]));
            for (int64_t k = 0; k < s->p; k++)
                want[k] += (double)(s->g[i] * e[i + j * n] * s->active_weight[j] * slope_of(s, i, s->active[j], k));
        }
    ard_kernel_contract(s->kernel, active_of(s), e, s->g, s->p, NULL, d);
    assert_arrays_near(s->p, d, want, 1e-11, "a contraction");
    ard_kernel_contract(s->kernel, active_of(s), e, s->g, nf, feature, d);
    for (int64_t f = 0; f < nf; f++) assert_near(d[f], want[feature[f]], 1e-10 * fmax(1, fabs(d[f])), "of some features");
    ard_kernel_spread(s->kernel, m, s->active, nf, feature, t, v);
    assert_arrays_near(n * m, v, want_v, 1e-11, "a spread");
    void *arrays[] = {e, t, v, want_v, d, want, feature};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static void contractions_follow_the_formulas(void **state)
{
    (void)state;
    for (int b = 0; b < N_BASES; b++)
        for (int shared = 0; shared < 2; shared++) {
            sample s = make_sample(bases[b], 40, 13, 7, shared, 3, 2), many = make_sample(bases[b], 6, 4, 300, shared, 4, 1);
            sample wide = make_sample(bases[b], 150, 140, 3, shared, 2, 1), none = make_sample(bases[b], 8, 5, 3, shared, 2, 0);
            sample *all[] = {&s, &many, &wide, &none}; /* more than one block of features, and of centres */
            for (int i = 0; i < COUNT_OF(all); i++) {
                check_contractions(all[i]);
                free_sample(all[i]);
            }
        }
}

/* The active centres and then two that are not. */
static int64_t working_set(const sample *s, int64_t *set)
{
    int64_t count = s->n_active;
    memcpy(set, s->active, (size_t)count * sizeof *set);
    for (int64_t j = 0; j < s->m && count < s->n_active + 2; j++)
        if (s->weight[j] == 0) set[count++] = j;
    return count;
}

static void check_curvature(sample *s)
{
    const long double h = 1e-4L;
    const int64_t nf = s->p - 1; /* all features but the first, backwards */
    int64_t *set = make_array(s->m + 2, sizeof *set), *feature = make_array(s->p, sizeof *feature);
    const int64_t ns = working_set(s, set);
    double *columns = make_reals(s->n * ns), *cross = make_reals(ns * nf), *square = make_reals(nf * nf);
    double *want_cross = make_reals(ns * nf), *want_square = make_reals(nf * nf);
    for (int64_t t = 0; t < nf; t++) feature[t] = s->p - 1 - t;
    for (int64_t t = 0; t < nf; t++) {
        for (int64_t j = 0; j < ns; j++) {
            long double sum = 0;
            for (int a = -1; a <= 1; a += 2)
                for (int c = -1; c <= 1; c += 2) sum += a * c * moved_sum(s, feature[t], a * h, -1, 0, set[j], c);
            want_cross[t * ns + j] = (double)(sum / (4 * h));
        }
        for (int64_t u = 0; u < nf; u++) {
            long double sum = 0;
            for (int a = -1; a <= 1; a += 2)
                for (int c = -1; c <= 1; c += 2) sum += a * c * moved_sum(s, feature[t], a * h, feature[u], c * h, -1, 0);
            want_square[t * nf + u] = (double)(sum / (4 * h * h));
        }
    }
    ard_kernel_columns(s->kernel, ns, set, 0, columns);
    ard_kernel_curvature(s->kernel, active_of(s), ns, set, columns, s->g, nf, feature, cross, square);
    assert_arrays_near(ns * nf, cross, want_cross, 1e-6, "cross derivatives");
    assert_arrays_near(nf * nf, square, want_square, 1e-6, "second derivatives");
    void *arrays[] = {set, feature, columns, cross, square, want_cross, want_square};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static void curvature_follows_differences(void **state)
{
    (void)state;
    for (int b = 0; b < N_BASES; b++)
        for (int shared = 0; shared < 2; shared++) {
            sample s = make_sample(bases[b], 20, 11, 6, shared, 3, 2), one = make_sample(bases[b], 5, 12, 3, shared, 2, 3);
            assert_true(ard_kernel_curvature_limit(s.kernel) >= 5);
            check_curvature(&s);
            check_curvature(&one); /* more centres than rows */
            free_sample(&s);
            free_sample(&one);
        }
}

/* (1 + s)^r where s = -1: the kernel and its derivatives vanish, or are finite, and nothing divides by them. */
static void zero_base_of_a_polynomial(void **state)
{
    (void)state;
    for (int degree = 1; degree <= 3; degree++) {
        sample s = make_sample((ard_basis){ARD_POLY, degree}, 4, 3, 2, false, 0, 1);
        for (int64_t k = 0; k < 2; k++) {
            s.theta[k] = s.live_theta[k] = .5;
            s.live[k] = k;
            s.z[k * s.ldz] = 1;
            s.x[k * s.ldx] = -1; /* 1 - .5 - .5 = 0 exactly */
        }
        s.n_live = 2;
        ard_kernel_set(s.kernel, (ard_list){2, s.live, s.live_theta});
        double column[4];
        ard_kernel_columns(s.kernel, 1, (int64_t[]){0}, 0, column);
        assert_true(fabs(column[0]) < 1e-15);
        check_products(&s);
        check_first_derivatives(&s);
        check_curvature(&s);
        free_sample(&s);
    }
}

/* A kernel value never exceeds 1, and a row is at no distance from itself, however far from the origin. */
static void distances_do_not_go_below_zero(void **state)
{
    (void)state;
    sample s = make_sample((ard_basis){ARD_RBF, 0}, 50, 0, 3, true, 5, 1);
    double *columns = make_reals(50 * 50);
    for (int64_t k = 0; k < 3; k++)
        for (int64_t i = 0; i < 50; i++) s.x[k * s.ldx + i] += 1e4;
    ard_kernel_set(s.kernel, (ard_list){s.n_live, s.live, s.live_theta});
    ard_kernel_columns(s.kernel, s.n_active, s.active, 0, columns);
    for (int64_t i = 0; i < 50 * 50; i++) assert_true(columns[i] <= 1);
    for (int64_t i = 0; i < 50; i++) assert_near(columns[i * 51], 1, 1e-6, "k(x, x)");
    free(columns);
    free_sample(&s);
}

/* Columns that are far from 0 for their spread, with centres of their own or not: rbf sees differences only, and keeps their
 * digits. */
static void columns_far_from_zero_keep_their_digits(void **state)
{
    (void)state;
    enum { ROWS = 6, COLUMNS = 2 };
    double x[ROWS * COLUMNS], k[ROWS * ROWS];
    const int64_t all[ROWS] = {0, 1, 2, 3, 4, 5};
    const double theta[COLUMNS] = {.3, 2};
    for (int i = 0; i < ROWS; i++) {
        x[i] = 1e8 + .25 * i;
        x[i + ROWS] = -3e7 + .5 * (i % 3);
    }
    const ard_matrix matrix = ard_matrix_dense(ROWS, COLUMNS, x, ROWS);
    for (int apart = 0; apart < 2; apart++) {
        ard_kernel *kernel = NULL;
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, &matrix, apart ? &matrix : NULL, &kernel), ARDOR_OK);
        ard_kernel_set(kernel, (ard_list){COLUMNS, all, theta});
        ard_kernel_columns(kernel, ROWS, all, 0, k);
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < ROWS; j++) {
                const double a = x[i] - x[j], b = x[i + ROWS] - x[j + ROWS];
                assert_near(k[i + j * ROWS], exp(-.3 * a * a - 2 * b * b), 1e-14, "a kernel");
            }
        ard_kernel_close(context, kernel);
    }
}

/* k(x, x) is the diagonal of the kernel matrix. */
static void self_is_the_diagonal(void **state)
{
    (void)state;
    for (int b = 0; b < N_BASES; b++) {
        sample s = make_sample(bases[b], 11, 0, 4, true, 3, 1);
        double *columns = make_reals(11 * 11), *self = make_reals(11), diagonal[11];
        ard_kernel_columns(s.kernel, s.n_active, s.active, 0, columns);
        for (int64_t i = 0; i < 11; i++) diagonal[i] = columns[i * 12];
        ard_kernel_self(bases[b], 11, s.x, s.ldx, 4, s.theta, self);
        assert_arrays_near(11, self, diagonal, 1e-14, "k(x, x)");
        free(self);
        free(columns);
        free_sample(&s);
    }
}

/* A kernel on selected rows and columns, and with some of the rows as centres, is that on the plain arrays. */
static void views_are_as_good_as_arrays(void **state)
{
    (void)state;
    enum { ROWS = 9, CENTRES = 5, COLUMNS = 3 };
    static const int64_t row[ROWS] = {7, 0, 19, 3, 3, 12, 8, 1, 15}, centre[CENTRES] = {2, 7, 0, 18, 11},
                         column[COLUMNS] = {4, 0, 2};
    ard_rng rng;
    ard_rng_init(&rng, 12, 0, 0);
    double *all = make_normals(&rng, 20 * 5), x[ROWS * COLUMNS], z[CENTRES * COLUMNS], g[ROWS], d[2][CENTRES], slope[2][COLUMNS];
    double f[2][ROWS], columns[ROWS * CENTRES];
    for (int64_t i = 0; i < 20; i++) all[i] += 1e3; /* far from 0, so that rbf moves it */
    for (int i = 0; i < ROWS; i++) g[i] = ard_rng_normal(&rng);
    for (int k = 0; k < COLUMNS; k++) {
        for (int i = 0; i < ROWS; i++) x[k * ROWS + i] = all[column[k] * 20 + row[i]];
        for (int j = 0; j < CENTRES; j++) z[k * CENTRES + j] = all[column[k] * 20 + centre[j]];
    }
    const int64_t index[CENTRES] = {0, 1, 2, 3, 4};
    const double theta[COLUMNS] = {.3, 1e-4, .2}, w[CENTRES] = {1, -2, .5, .25, 3};
    const ard_matrix whole = ard_matrix_dense(20, 5, all, 20);
    const ard_matrix plain[2] = {ard_matrix_dense(ROWS, COLUMNS, x, ROWS), ard_matrix_dense(CENTRES, COLUMNS, z, CENTRES)};
    ard_matrix view[2];
    assert_int_equal(ard_matrix_view(context, &whole, ROWS, row, COLUMNS, column, &view[0]), ARDOR_OK);
    assert_int_equal(ard_matrix_view(context, &whole, CENTRES, centre, COLUMNS, column, &view[1]), ARDOR_OK);
    for (int b = 0; b < N_BASES; b++) {
        for (int v = 0; v < 2; v++) {
            ard_kernel *kernel = NULL;
            assert_int_equal(ard_kernel_open(context, bases[b], v ? &view[0] : &plain[0], v ? &view[1] : &plain[1], &kernel),
                             ARDOR_OK);
            const ard_kernel_shape shape = ard_kernel_shape_of(kernel);
            assert_true(shape.n == ROWS && shape.m == CENTRES && shape.p == COLUMNS && shape.basis.kind == bases[b].kind);
            ard_kernel_set(kernel, (ard_list){COLUMNS, index, theta});
            ard_kernel_latent(kernel, (ard_list){CENTRES, index, w}, f[v]);
            ard_kernel_transpose(kernel, g, d[v]);
            ard_kernel_columns(kernel, CENTRES, index, 0, columns);
            ard_kernel_scale_gradient(kernel, (ard_list){CENTRES, index, w}, columns, g, slope[v]);
            ard_kernel_close(context, kernel);
        }
        assert_arrays_near(ROWS, f[1], f[0], 1e-14, "f"); /* some BLAS round by where an array begins */
        assert_arrays_near(CENTRES, d[1], d[0], 1e-14, "the transposed product");
        assert_arrays_near(COLUMNS, slope[1], slope[0], 1e-14, "the derivative in the scales");
    }
    ard_matrix_free(context, &view[1]);
    ard_matrix_free(context, &view[0]);
    free(all);
}

/* Where the centres are the rows, one half of the matrix serves for both: against the same centres given. */
static void symmetric_products_are_plain_ones(void **state)
{
    (void)state;
    static const int64_t size[] = {1, 63, 64, 65, 128, 200, 2048, 2112, 2115, 4200}; /* on and about the borders of blocks */
    enum { LARGEST = 4200 };
    double *want = make_reals(LARGEST), *got = make_reals(LARGEST);
    for (int b = 0; b < N_BASES; b++)
        for (int i = 0; i < COUNT_OF(size); i++)
            for (int live = 0; live < 2; live++) { /* no live feature, and some */
                const int64_t n = size[i];
                sample s = make_sample(bases[b], n, n, 3, true, live * 2, 1);
                const ard_matrix x = ard_matrix_dense(n, s.p, s.x, s.ldx);
                ard_kernel *plain = NULL;
                assert_int_equal(ard_kernel_open_values(context, s.basis, &x, &x, &plain), ARDOR_OK);
                ard_kernel_set(plain, (ard_list){s.n_live, s.live, s.live_theta});
                ard_kernel_transpose(plain, s.g, want);
                for (int64_t j = 0; j < n; j++) got[j] = NAN;
                ard_kernel_transpose(s.kernel, s.g, got);
                assert_arrays_near(n, got, want, 1e-11, "the symmetric product");
                ard_kernel_close(context, plain);
                free_sample(&s);
            }
    free(got);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(symmetric_products_are_plain_ones),
                                       cmocka_unit_test(products_follow_the_formulas),
                                       cmocka_unit_test(rows_follow_the_formulas),
                                       cmocka_unit_test(rows_far_from_zero),
                                       cmocka_unit_test(first_derivatives_follow_differences),
                                       cmocka_unit_test(contractions_follow_the_formulas),
                                       cmocka_unit_test(curvature_follows_differences),
                                       cmocka_unit_test(zero_base_of_a_polynomial),
                                       cmocka_unit_test(distances_do_not_go_below_zero),
                                       cmocka_unit_test(columns_far_from_zero_keep_their_digits),
                                       cmocka_unit_test(self_is_the_diagonal),
                                       cmocka_unit_test(views_are_as_good_as_arrays)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
