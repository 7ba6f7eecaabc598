/* The factor of Lambda + D'C D: its forms against each other and against the definition, parts of rows, what is not finite. */
#include "context_fixture.h"
#include "reducers.h"

#include "linalg/blas.h"
#include "linalg/gauss.h"

typedef struct setting {
    int64_t n, m;
    double *d, *curvature, *lambda, *g;
} setting;

static setting random_setting(uint64_t seed, int64_t n, int64_t m)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    setting s = {n, m, make_normals(&rng, n * m), make_reals(n), make_reals(m), make_normals(&rng, m)};
    for (int64_t i = 0; i < n; i++) s.curvature[i] = .25 * ard_rng_uniform(&rng);
    for (int64_t k = 0; k < m; k++) s.lambda[k] = exp(4 * ard_rng_normal(&rng));
    return s;
}

static void free_setting(setting *s)
{
    free(s->g);
    free(s->lambda);
    free(s->curvature);
    free(s->d);
}

static ard_gauss factor_of(const setting *s, ard_gauss_form form)
{
    ard_gauss f;
    assert_int_equal(ard_gauss_open(context, s->n, s->m, form, NULL, &f), ARDOR_OK);
    assert_int_equal(ard_gauss_make(&f, s->m, s->d, s->curvature, s->lambda), ARDOR_OK);
    assert_true(isfinite(f.log_det));
    return f;
}

/* ------------------------------------------------------------------ forms */

typedef struct answers {
    double *x, *t, *covariance, log_det, log_ratio;
} answers;

static answers ask(const setting *s, ard_gauss_form form)
{
    const int64_t m = s->m;
    answers a = {make_reals(m), make_reals(m), make_reals(m * m), 0, 0};
    double *again = make_reals(m), *before = make_reals(m * m);
    ard_gauss f = factor_of(s, form);
    ard_gauss_solve(&f, s->g, a.x);
    if (!f.by_rows) ard_gauss_covariance(&f, before);
    ard_gauss_shares(&f, a.t);
    ard_gauss_covariance(&f, a.covariance);
    ard_gauss_solve(&f, s->g, again);
    assert_arrays_near(m, again, a.x, 1e-10, "a solution after the shares");
    if (!f.by_rows) assert_arrays_near(m * m, before, a.covariance, 1e-12, "a covariance before the shares");
    a.log_det = f.log_det;
    a.log_ratio = f.log_ratio;
    ard_gauss_close(context, &f);
    free(before);
    free(again);
    return a;
}

static void free_answers(answers *a)
{
    free(a->covariance);
    free(a->t);
    free(a->x);
}

/* H x = g. */
static void check_solution(const setting *s, const double *x)
{
    const int64_t n = s->n, m = s->m;
    double *f = make_reals(n);
    for (int64_t l = 0; l < m; l++) ard_axpy(n, x[l], s->d + l * n, f);
    for (int64_t k = 0; k < m; k++) {
        double sum = s->lambda[k] * x[k], scale = fabs(sum) + 1;
        for (int64_t i = 0; i < n; i++) {
            sum += s->d[i + k * n] * s->curvature[i] * f[i];
            scale += fabs(s->d[i + k * n] * s->curvature[i] * f[i]);
        }
        assert_near(sum, s->g[k], 1e-9 * scale, "H x");
    }
    free(f);
}

static const int64_t sizes[][2] = {{20, 300}, {30, 30}, {40, 7}, {25, 26}, {25, 28}, {25, 29}, {1, 1}, {3, 0}};

/* A few more columns than rows are no reason for the rows form, unless rounding is. */
static bool columns_are_less_work(const setting *s)
{
    double square = 0;
    for (int64_t i = 0; i < s->n; i++)
        for (int64_t k = 0; k < s->m; k++) square += s->curvature[i] * pow(s->d[i + k * s->n], 2) / s->lambda[k];
    return s->m <= s->n || (s->m <= s->n + s->n / 8 && square < 1e6);
}

static void forms_agree(void **state)
{
    (void)state;
    int few = 0;
    for (int c = 0; c < COUNT_OF(sizes); c++) {
        setting s = random_setting(5 + (uint64_t)c, sizes[c][0], sizes[c][1]);
        const int64_t m = s.m;
        answers rows = ask(&s, ARD_GAUSS_ROWS), columns = ask(&s, ARD_GAUSS_COLUMNS), chosen = ask(&s, ARD_GAUSS_AUTO);
        double log_lambda = 0;
        for (int64_t k = 0; k < m; k++) log_lambda += log(s.lambda[k]);
        assert_near(rows.log_det, columns.log_det, 1e-9, "the determinant");
        assert_near(rows.log_ratio, columns.log_ratio, 1e-9, "the ratio of determinants");
        assert_near(rows.log_det - rows.log_ratio, log_lambda, 1e-9, "the other determinant");
        assert_arrays_near(m, rows.x, columns.x, 1e-9, "a solution");
        assert_arrays_near(m, rows.t, columns.t, 1e-9, "shares");
        assert_arrays_near(m * m, rows.covariance, columns.covariance, 1e-9, "a covariance");
        assert_arrays_near(m, chosen.x, (columns_are_less_work(&s) ? columns : rows).x, 1e-15, "the form chosen");
        few += m > s.n && columns_are_less_work(&s);
        check_solution(&s, rows.x);
        for (int64_t k = 0; k < m; k++) assert_near(rows.covariance[k + k * m] * s.lambda[k], 1 - rows.t[k], 1e-9, "a variance");
        free_answers(&chosen);
        free_answers(&columns);
        free_answers(&rows);
        free_setting(&s);
    }
    assert_int_equal(few, 2);
}

/* What is of rank n with precisions of 1e-9 goes by rows. */
static void rounding_chooses_the_rows(void **state)
{
    (void)state;
    for (int large = 0; large < 2; large++) {
        setting s = random_setting(8, 25, 26);
        for (int64_t k = 0; k < s.m; k++) s.lambda[k] = large ? 1e-9 : 1;
        ard_gauss f = factor_of(&s, ARD_GAUSS_AUTO);
        assert_true(f.by_rows == (large == 1));
        ard_gauss_close(context, &f);
        free_setting(&s);
    }
}

/* phi'H^-1 phi of some phi by either root, before and after the shares; the kernel has the determinant of the rows. */
static void roots_give_variances(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT_OF(sizes); c++)
        for (int form = 1; form <= 2; form++)
            for (int shares = 0; shares < 2; shares++) {
                setting s = random_setting(25 + (uint64_t)c, sizes[c][0], sizes[c][1]);
                const int64_t m = s.m, rank = form == ARD_GAUSS_ROWS ? s.n : m;
                double *root = make_reals(rank * m), *y = make_reals(ard_max64(rank, m)), *x = make_reals(m), variance = 0;
                ard_gauss f = factor_of(&s, (ard_gauss_form)form);
                ard_gauss_solve(&f, s.g, x);
                if (shares) ard_gauss_shares(&f, y); /* overwritten below */
                ard_gauss_root(&f, root);
                ard_gemv('N', rank, m, 1, root, rank, s.g, 0, y);
                variance = ard_dot(rank, y, y);
                if (form == ARD_GAUSS_ROWS) {
                    variance = -variance;
                    for (int64_t k = 0; k < m; k++) variance += s.g[k] * s.g[k] / s.lambda[k];
                }
                assert_near(variance, ard_dot(m, s.g, x), 1e-8 * fmax(1, fabs(variance)), "a variance");
                double *two = make_reals(2 * m), *images = make_reals(2 * rank), square[2];
                for (int64_t k = 0; k < m; k++) two[k] = 2 * (two[m + k] = s.g[k]);
                ard_gauss_squares(&f, root, 2, two, images, square);
                assert_near(square[0], 4 * variance, 1e-8 * fmax(1, fabs(variance)), "of twice the column");
                assert_near(square[1], variance, 1e-8 * fmax(1, fabs(variance)), "of the column");
                free(images);
                free(two);
                ard_gauss_close(context, &f);
                free(x);
                free(y);
                free(root);
                free_setting(&s);
            }
}

/* 1 / (lambda_k + d_k'M^-1 d_k), M = C^-1 + sum over the others of d_j d_j' / lambda_j: there nothing cancels. */
static double variance_of(const setting *s, int64_t k)
{
    const int64_t n = s->n;
    double *matrix = make_reals(n * n), *x = make_reals(n);
    for (int64_t i = 0; i < n; i++) matrix[i + i * n] = 1 / s->curvature[i];
    for (int64_t j = 0; j < s->m; j++)
        for (int64_t i = 0; i < n * n && j != k; i++) matrix[i] += s->d[i % n + j * n] * s->d[i / n + j * n] / s->lambda[j];
    assert_int_equal(ard_cholesky(n, matrix, n), 0);
    memcpy(x, s->d + k * n, (size_t)n * sizeof *x);
    ard_triangular_solve('N', n, 1, matrix, n, x, n);
    const double information = ard_dot(n, x, x);
    free(x);
    free(matrix);
    return 1 / (s->lambda[k] + information);
}

/* A precision far below what the data say leaves a share that is 1 to all digits, but a variance. By rows it has half the digits
 * that K lost, at last the order of magnitude. */
static void variances_outlive_their_shares(void **state)
{
    (void)state;
    static const double least[] = {1, 1e-6, 1e-11, 1e-22};
    int n_gone = 0;
    for (int c = 0; c < COUNT_OF(sizes) && sizes[c][1] > 1; c++)
        for (int form = 1; form <= 2; form++)
            for (int r = 0; r < COUNT_OF(least); r++)
                for (int leverages = 0; leverages < 2; leverages++) {
                    setting s = random_setting(60 + (uint64_t)c, sizes[c][0], sizes[c][1]);
                    const int64_t m = s.m;
                    double *t = make_reals(m), *variance = make_reals(m), *leverage = make_reals(s.n);
                    for (int64_t k = 0; k < m; k++) s.lambda[k] = 1 + .1 * (double)(k % 7);
                    for (int64_t i = 0; i < s.n; i++) s.curvature[i] += .05;
                    s.lambda[1] = least[r];
                    ard_gauss f = factor_of(&s, (ard_gauss_form)form);
                    if (leverages) ard_gauss_leverages(&f, s.d, leverage);
                    ard_gauss_variances(&f, variance);
                    ard_gauss_shares(&f, t);
                    n_gone += 1 - t[1] < 1e-20;
                    const double error = fabs(variance[1] / variance_of(&s, 1) - 1);
                    assert_true(error < (form == ARD_GAUSS_COLUMNS ? 1e-13 : least[r] > 1e-20 ? 1e-7 : 3));
                    ard_gauss_close(context, &f);
                    free(leverage);
                    free(variance);
                    free(t);
                    free_setting(&s);
                }
    assert_true(n_gone > 5);
}

/* By the definition in both forms, before the shares and after; their sum is that of the shares. */
static void leverages_are_those_of_the_rows(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT_OF(sizes); c++)
        for (int form = 1; form <= 2; form++)
            for (int shares = 0; shares < 2; shares++) {
                setting s = random_setting(35 + (uint64_t)c, sizes[c][0], sizes[c][1]);
                const int64_t n = s.n, m = s.m;
                double *leverage = make_reals(n), *t = make_reals(m), *d = make_reals(m), *x = make_reals(m), sum = 0;
                s.curvature[0] = 0; /* a row that does not count */
                ard_gauss f = factor_of(&s, (ard_gauss_form)form);
                if (shares) ard_gauss_shares(&f, t);
                ard_gauss_leverages(&f, s.d, leverage);
                ard_gauss_shares(&f, t);
                for (int64_t i = 0; i < n; i++) {
                    for (int64_t k = 0; k < m; k++) d[k] = s.d[i + k * n];
                    ard_gauss_solve(&f, d, x);
                    assert_near(leverage[i], s.curvature[i] * ard_dot(m, d, x), 1e-10, "a leverage");
                    assert_true(leverage[i] >= 0 && leverage[i] < 1);
                    sum += leverage[i];
                }
                for (int64_t k = 0; k < m; k++) sum -= t[k];
                assert_near(sum, 0, 1e-9, "the sum less that of the shares");
                ard_gauss_close(context, &f);
                free(x);
                free(d);
                free(t);
                free(leverage);
                free_setting(&s);
            }
}

/* With room for a part of the rows everything is the same, and there is less of it. */
static void a_lean_one_is_the_same(void **state)
{
    (void)state;
    static const int64_t lean[][2] = {{300, 10}, {301, 100}, {70, 90}, {50, 50}, {200, 1}, {9, 0}};
    for (int c = 0; c < COUNT_OF(lean); c++) {
        const int64_t n = lean[c][0], m = lean[c][1];
        setting s = random_setting(40 + (uint64_t)c, n, m);
        double *x[2], *t[2], *leverage[2], *product[2];
        ard_gauss f[2];
        assert_int_equal(ard_gauss_open(context, n, m + 3, ARD_GAUSS_AUTO, NULL, &f[0]), ARDOR_OK);
        assert_int_equal(ard_gauss_open_lean(context, n, m + 3, &f[1]), ARDOR_OK);
        assert_true(m >= n || n <= 64 || f[1].w_room < f[0].w_room);
        for (int i = 0; i < 2; i++) {
            x[i] = make_reals(m), t[i] = make_reals(m), leverage[i] = make_reals(n), product[i] = make_reals(m * m);
            assert_int_equal(ard_gauss_product(&f[i], m, s.d, s.curvature, s.lambda, product[i]), ARDOR_OK);
            f[i].keep_product = true;
            assert_int_equal(ard_gauss_make(&f[i], m, s.d, s.curvature, s.lambda), ARDOR_OK);
            ard_gauss_solve(&f[i], s.g, x[i]);
            if (m > 0 && m <= n) assert_true(ard_gauss_precondition(&f[i], m, s.lambda));
            ard_gauss_shares(&f[i], t[i]);
            ard_gauss_leverages(&f[i], s.d, leverage[i]);
        }
        assert_int_equal(f[0].by_rows, f[1].by_rows);
        assert_near(f[1].log_det, f[0].log_det, 1e-10 * fmax(1, fabs(f[0].log_det)), "ln |H|");
        assert_arrays_near(m, x[1], x[0], 1e-10, "a solution");
        assert_arrays_near(m, t[1], t[0], 1e-10, "a share");
        assert_arrays_near(n, leverage[1], leverage[0], 1e-10, "a leverage");
        for (int64_t i = 0; i < m * m; i++) assert_near(product[1][i], product[0][i], 1e-12 * fmax(1, fabs(product[0][i])), "B");
        for (int i = 0; i < 2; i++) {
            free(product[i]);
            free(leverage[i]);
            free(t[i]);
            free(x[i]);
            ard_gauss_close(context, &f[i]);
        }
        free_setting(&s);
    }
}

static void a_kernel_is_the_rows_form(void **state)
{
    (void)state;
    setting s = random_setting(9, 30, 50);
    double *kernel = make_reals(s.n * s.n);
    for (int64_t j = 0; j < s.n; j++)
        for (int64_t i = 0; i < s.n; i++)
            for (int64_t k = 0; k < s.m; k++) kernel[i + j * s.n] += s.d[i + k * s.n] * s.d[j + k * s.n] / s.lambda[k];
    ard_gauss rows = factor_of(&s, ARD_GAUSS_ROWS), f;
    assert_int_equal(ard_gauss_open(context, s.n, s.n, ARD_GAUSS_COLUMNS, NULL, &f), ARDOR_OK);
    assert_int_equal(ard_gauss_make_kernel(&f, kernel, s.curvature), ARDOR_OK);
    assert_near(f.log_ratio, rows.log_ratio, 1e-10, "the determinant");
    for (int64_t j = 0; j < s.n; j++)
        for (int64_t i = j; i < s.n; i++) assert_near(f.l[i + j * s.n], rows.l[i + j * s.n], 1e-9, "L");
    ard_gauss_close(context, &f);
    ard_gauss_close(context, &rows);
    free(kernel);
    free_setting(&s);
}

/* B by the definition, whatever the form. */
static void the_product_is_that_of_the_definition(void **state)
{
    (void)state;
    for (int c = 0; c < COUNT_OF(sizes); c++) {
        setting s = random_setting(45 + (uint64_t)c, sizes[c][0], sizes[c][1]);
        const int64_t n = s.n, m = s.m;
        double *b = make_reals(m * m);
        ard_gauss f = factor_of(&s, ARD_GAUSS_AUTO);
        assert_int_equal(ard_gauss_product(&f, m, s.d, s.curvature, s.lambda, b), ARDOR_OK);
        assert_true(isnan(f.log_det));
        for (int64_t j = 0; j < m; j++)
            for (int64_t i = j; i < m; i++) {
                double sum = 0;
                for (int64_t r = 0; r < n; r++) sum += s.curvature[r] * s.d[r + i * n] * s.d[r + j * n];
                assert_near(b[i + j * m], (i == j) + sum / sqrt(s.lambda[i] * s.lambda[j]), 1e-9 * fmax(1, fabs(b[i + j * m])),
                            "B");
            }
        ard_gauss_close(context, &f);
        free(b);
        free_setting(&s);
    }
}

/* ------------------------------------------------------------------ preconditioned conjugate gradients */

/* The factor of a setting, whose product is left. */
static ard_gauss keeping(const setting *s)
{
    ard_gauss f;
    assert_int_equal(ard_gauss_open(context, s->n, s->m, ARD_GAUSS_COLUMNS, NULL, &f), ARDOR_OK);
    f.keep_product = true;
    assert_int_equal(ard_gauss_make(&f, s->m, s->d, s->curvature, s->lambda), ARDOR_OK);
    return f;
}

/* With other precisions and every other column it is the factor of those. */
static void a_product_makes_the_factor_of_other_precisions(void **state)
{
    (void)state;
    setting s = random_setting(51, 60, 40);
    double *x = make_reals(s.m), *want = make_reals(s.m);
    int64_t column[20];
    ard_gauss f = keeping(&s), exact;
    for (int64_t k = 0; k < s.m; k++) s.lambda[k] *= 1 + .1 * (double)k;
    for (int select = 0; select < 2; select++) {
        if (select) {
            for (int64_t k = 0; k < 20; k++) {
                column[k] = 2 * k + 1;
                s.lambda[k] = s.lambda[2 * k + 1];
                memcpy(s.d + k * s.n, s.d + (2 * k + 1) * s.n, (size_t)s.n * sizeof *s.d);
            }
            s.m = 20;
            ard_gauss_select(&f, s.m, column);
        }
        assert_true(ard_gauss_precondition(&f, s.m, s.lambda));
        exact = factor_of(&s, ARD_GAUSS_COLUMNS);
        ard_gauss_solve(&f, s.g, x);
        ard_gauss_solve(&exact, s.g, want);
        assert_arrays_near(s.m, x, want, 1e-11, "a solution");
        assert_near(f.log_det, exact.log_det, 1e-10, "the determinant");
        ard_gauss_close(context, &exact);
    }
    assert_false(ard_gauss_precondition(&f, s.m - 1, s.lambda));
    s.lambda[3] = 0;
    assert_false(ard_gauss_precondition(&f, s.m, s.lambda)); /* a number that is not finite */
    s.lambda[3] = 1;
    assert_true(ard_gauss_precondition(&f, s.m, s.lambda));
    f.keep_product = false;
    assert_int_equal(ard_gauss_make(&f, s.m, s.d, s.curvature, s.lambda), ARDOR_OK);
    assert_true(f.product_side == 0 && !ard_gauss_precondition(&f, s.m, s.lambda)); /* there is none */
    ard_gauss_close(context, &f);
    free(want);
    free(x);
    free_setting(&s);
}

/* (L L')_kk. */
static double square_of_row(const ard_gauss *f, int64_t k)
{
    double sum = 0;
    for (int64_t j = 0; j <= k; j++) sum += f->l[k + j * f->m] * f->l[k + j * f->m];
    return sum;
}

/* It has its place in w, up to 9/8 as many columns as rows; more of them leave none. A factor of a kernel between leaves it
 * alone. */
static void a_product_has_the_room_of_the_columns(void **state)
{
    (void)state;
    enum { N = 20 };
    double kernel[N * N] = {0};
    setting s = random_setting(52, N, N + 3);
    ard_gauss f = keeping(&s), exact;
    assert_int_equal(f.product_side, 0);
    ard_gauss_close(context, &f);
    s.m = N + 2;
    f = keeping(&s);
    assert_int_equal(f.product_side, N + 2);
    assert_true(f.w_room >= (N + 2) * (N + 2));
    for (int64_t k = 0; k < s.m; k++) assert_near(f.w[k + k * s.m] + 1, square_of_row(&f, k), 1e-9, "the product");
    ard_gauss_close(context, &f);
    s.m = N;
    assert_int_equal(ard_gauss_open(context, N, N, ARD_GAUSS_AUTO, NULL, &f), ARDOR_OK);
    f.keep_product = true;
    assert_int_equal(ard_gauss_make(&f, N, s.d, s.curvature, s.lambda), ARDOR_OK);
    assert_true(!f.by_rows && f.product_side == N);
    for (int i = 0; i < N; i++) kernel[i + i * N] = 3;
    assert_int_equal(ard_gauss_make_kernel(&f, kernel, s.curvature), ARDOR_OK);
    assert_true(ard_gauss_precondition(&f, N, s.lambda));
    exact = factor_of(&s, ARD_GAUSS_COLUMNS);
    double x[N], want[N];
    ard_gauss_solve(&f, s.g, x);
    ard_gauss_solve(&exact, s.g, want);
    assert_arrays_near(N, x, want, 1e-8, "a solution");
    ard_gauss_close(context, &exact);
    ard_gauss_close(context, &f);
    free_setting(&s);
}

/* In the measure of a factor's inverse. */
static double square_by(ard_gauss *f, const double *g, double *scratch)
{
    ard_gauss_solve(f, g, scratch);
    return ard_dot(f->m, g, scratch);
}

/* Of a system with other curvatures and precisions the solution, as near as was asked; of one that is far away none. */
static void a_system_is_solved_by_a_factor_nearby(void **state)
{
    (void)state;
    setting s = random_setting(52, 300, 240);
    const int64_t n = s.n, m = s.m;
    double *x = make_reals(m), *want = make_reals(m), *rest = make_reals(m), *scratch = make_reals(m),
           *work = make_reals(3 * m + n);
    bool found = false;
    ard_gauss f = factor_of(&s, ARD_GAUSS_COLUMNS);
    ard_gauss_solve(&f, s.g, want);
    const ard_gauss_system system = {m, s.d, s.curvature, s.lambda};
    assert_true(ard_gauss_pcg_pays(m) && !ard_gauss_pcg_pays(10));
    const double all = square_by(&f, s.g, scratch);
    assert_int_equal(ard_gauss_pcg(&f, &system, s.g, 1e-9, 2 * all, x, work, &found), ARDOR_OK);
    assert_true(found); /* nothing is asked but the factor's own solution, of the same system here */
    assert_arrays_near(m, x, want, 1e-12, "the factor's own solution");
    for (int64_t i = 0; i < n; i++) s.curvature[i] *= 1 + .2 * sin((double)i);
    for (int64_t k = 0; k < m; k++) s.lambda[k] *= 1 + .2 * cos((double)k);
    assert_int_equal(ard_gauss_pcg(&f, &system, s.g, 1e-9, 2 * all, x, work, &found), ARDOR_OK);
    assert_true(found);
    assert_arrays_near(m, x, want, 1e-12, "the factor's own solution, of another system");
    for (int shares = 0; shares < 2; shares++) { /* the factor may be the inverse */
        if (shares) ard_gauss_shares(&f, scratch);
        assert_int_equal(ard_gauss_pcg(&f, &system, s.g, 1e-3, 0, x, work, &found), ARDOR_OK);
        assert_true(found);
        for (int64_t k = 0; k < m; k++) rest[k] = s.g[k] - s.lambda[k] * x[k];
        ard_gemv('N', n, m, 1.0, s.d, n, x, 0.0, work);
        for (int64_t i = 0; i < n; i++) work[i] *= s.curvature[i];
        ard_gemv('T', n, m, -1.0, s.d, n, work, 1.0, rest);
        const double left = square_by(&f, rest, scratch) / all;
        assert_true(left <= 1e-6 * (1 + 1e-6) && left > 1e-14);
    }
    for (int64_t i = 0; i < n; i++) s.curvature[i] *= i % 3 ? 1e5 : 1;
    assert_int_equal(ard_gauss_pcg(&f, &system, s.g, 1e-9, 0, x, work, &found), ARDOR_OK);
    assert_false(found);
    s.curvature[7] = NAN;
    assert_int_equal(ard_gauss_pcg(&f, &system, s.g, 1e-9, 0, x, work, &found), ARDOR_OK);
    assert_false(found);
    ard_gauss_close(context, &f);
    free(work);
    free(scratch);
    free(rest);
    free(want);
    free(x);
    free_setting(&s);
}

/* ------------------------------------------------------------------ parts of rows */

static void parts_of_the_rows_are_added_up(void **state)
{
    (void)state;
    setting s = random_setting(12, 600, 8);
    int64_t calls = 0;
    ard_context_set_reducer(context, twice, &calls);
    ard_gauss half = factor_of(&s, ARD_GAUSS_COLUMNS);
    ard_context_set_reducer(context, NULL, NULL);
    ard_scal(s.n, 2, s.curvature);
    ard_gauss whole = factor_of(&s, ARD_GAUSS_COLUMNS);
    assert_int_equal(calls, 1);
    assert_near(half.log_det, whole.log_det, 1e-10, "the determinant");
    for (int64_t j = 0; j < s.m; j++)
        for (int64_t i = j; i < s.m; i++)
            assert_near(half.l[i + j * s.m] / whole.l[j + j * s.m], whole.l[i + j * s.m] / whole.l[j + j * s.m], 1e-10, "L");
    ard_context_set_reducer(context, refuse, NULL);
    assert_int_equal(ard_gauss_make(&half, s.m, s.d, s.curvature, s.lambda), ARDOR_INTERNAL);
    ard_context_set_reducer(context, NULL, NULL);
    ard_gauss_close(context, &whole);
    ard_gauss_close(context, &half);
    free_setting(&s);
}

/* ------------------------------------------------------------------ edges */

static void what_is_not_finite_shows(void **state)
{
    (void)state;
    for (int form = 1; form <= 2; form++)
        for (int fault = 0; fault < 4; fault++) {
            setting s = random_setting(3, 12, 9);
            ard_gauss f = factor_of(&s, (ard_gauss_form)form);
            if (fault == 0) s.d[20] = NAN;
            if (fault == 1) s.d[20] = INFINITY;
            if (fault == 2) s.curvature[3] = -1;
            if (fault == 3) s.lambda[4] = 0;
            assert_int_equal(ard_gauss_make(&f, s.m, s.d, s.curvature, s.lambda), ARDOR_OK);
            assert_true(isnan(f.log_det) && isnan(f.log_ratio));
            ard_gauss_close(context, &f);
            free_setting(&s);
        }
}

/* Columns that are the same, with precisions of 1e-30: rounding is larger than the identity. */
static void a_little_is_added_where_rounding_is_large(void **state)
{
    (void)state;
    for (int form = 1; form <= 2; form++) {
        setting s = random_setting(4, 20, 15);
        for (int64_t k = 0; k < s.m; k++) {
            memcpy(s.d + k * s.n, s.d, (size_t)s.n * sizeof *s.d);
            s.lambda[k] = 1e-30;
        }
        ard_gauss f = factor_of(&s, (ard_gauss_form)form);
        ard_gauss_close(context, &f);
        free_setting(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(forms_agree),
                                       cmocka_unit_test(rounding_chooses_the_rows),
                                       cmocka_unit_test(the_product_is_that_of_the_definition),
                                       cmocka_unit_test(a_product_makes_the_factor_of_other_precisions),
                                       cmocka_unit_test(a_product_has_the_room_of_the_columns),
                                       cmocka_unit_test(a_system_is_solved_by_a_factor_nearby),
                                       cmocka_unit_test(roots_give_variances),
                                       cmocka_unit_test(variances_outlive_their_shares),
                                       cmocka_unit_test(leverages_are_those_of_the_rows),
                                       cmocka_unit_test(a_lean_one_is_the_same),
                                       cmocka_unit_test(a_kernel_is_the_rows_form),
                                       cmocka_unit_test(parts_of_the_rows_are_added_up),
                                       cmocka_unit_test(what_is_not_finite_shows),
                                       cmocka_unit_test(a_little_is_added_where_rounding_is_large)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
