/* Elimination with penalised logistic regression: orders, weights and objectives by a solver of the test's own, in the space of
 * the rows, with the identity and with rbf; sizes, rates, forced columns, copies; the ridge of logistic; what is reported. */
#include "context_fixture.h"

#include "penalised_fixture.h"

#include "eliminate_fixture.h"
#include "method/logistic/logistic.h"
#include "method/pklr_rfe/fit.h"
#include "method/pklr_rfe/pklr_rfe.h"
#include "method/shared/eliminate.h"

static const ard_basis identity = {ARD_IDENTITY, 0}, rbf = {ARD_RBF, 0};

/* Near 1e-7 the objective often has no digits left to rise by. */
static void check_end(const ard_fit *fit)
{
    assert_true(fit->certificate.kind == ARD_CERTIFICATE_KKT && fit->certificate.weights < 1e-6);
    assert_true(fit->stop == ARD_STOP_CONVERGED || fit->stop == ARD_STOP_STALLED);
}

static ard_settings settings_of(double k, double lam)
{
    ard_settings s = settings_at(&ard_method_pklr_rfe, (const char *[]){"k", "lam"}, (const double[]){k, lam}, 2);
    s.value[PKLR_RFE_TOL] = 1e-8;
    return s;
}

/* ------------------------------------------------------------------ a solver */

/* a x = b by Gaussian elimination with pivots; both are overwritten, b by x. */
static void solve_dense(int64_t m, double *a, double *b)
{
    for (int64_t k = 0; k < m; k++) {
        int64_t pivot = k;
        for (int64_t i = k; i < m; i++)
            if (fabs(a[i * m + k]) > fabs(a[pivot * m + k])) pivot = i;
        for (int64_t j = 0; j < m; j++) {
            const double keep = a[k * m + j];
            a[k * m + j] = a[pivot * m + j];
            a[pivot * m + j] = keep;
        }
        const double keep = b[k];
        b[k] = b[pivot];
        b[pivot] = keep;
        for (int64_t i = k + 1; i < m; i++) {
            const double factor = a[i * m + k] / a[k * m + k];
            for (int64_t j = k; j < m; j++) a[i * m + j] -= factor * a[k * m + j];
            b[i] -= factor * b[k];
        }
    }
    for (int64_t k = m - 1; k >= 0; k--) {
        for (int64_t j = k + 1; j < m; j++) b[k] -= a[k * m + j] * b[j];
        b[k] /= a[k * m + k];
    }
}

/* f = K a + b + the forced columns v; the penalty is lam/2 a'Ka. theta 0: the kernel is the product. */
typedef struct dual {
    const rows *r;
    double lam, theta;
    double *kernel, *a, *f, bias, *forced; /* n x n, n, n, p */
    double objective;
} dual;

static double kernel_of(const dual *d, int64_t i, int64_t j, int64_t n, const int64_t *column, int64_t without)
{
    double sum = 0;
    for (int64_t t = 0; t < n; t++) {
        const double x = d->r->x[column[t] * d->r->n + i], z = d->r->x[column[t] * d->r->n + j];
        if (column[t] != without) sum += d->theta > 0 ? -d->theta * (x - z) * (x - z) : x * z;
    }
    return d->theta > 0 ? exp(sum) : sum;
}

/* One step of iterated least squares: (K + lam W^-1) a + U v = z, U'a = 0, where U has the constant and the forced columns. */
static double step(dual *d, int64_t m, const double *u)
{
    const rows *r = d->r;
    const int64_t n = r->n, all = n + m;
    double *matrix = make_reals(all * all), *side = make_reals(all), change = 0;
    for (int64_t i = 0; i < n; i++) {
        const double prob = 1 / (1 + exp(-d->f[i])), spread = prob * (1 - prob);
        for (int64_t j = 0; j < n; j++) matrix[i * all + j] = d->kernel[i * n + j];
        matrix[i * all + i] += d->lam / (weight_of(r, i) * spread);
        for (int64_t k = 0; k < m; k++) matrix[i * all + n + k] = matrix[(n + k) * all + i] = u[k * n + i];
        side[i] = d->f[i] + (r->label[i] - prob) / spread;
    }
    solve_dense(all, matrix, side);
    for (int64_t i = 0; i < n; i++) {
        double f = 0;
        for (int64_t j = 0; j < n; j++) f += d->kernel[i * n + j] * side[j];
        for (int64_t k = 0; k < m; k++) f += u[k * n + i] * side[n + k];
        change = fmax(change, fabs(f - d->f[i]));
        d->f[i] = f;
    }
    memcpy(d->a, side, (size_t)n * sizeof *d->a);
    d->bias = side[n];
    for (int64_t k = 0, t = 1; k < r->p; k++)
        if (forced_of(r, k)) d->forced[k] = side[n + t++];
    free(side);
    free(matrix);
    return change;
}

static dual dual_open(const rows *r, double lam)
{
    return (dual){.r = r,
                  .lam = lam,
                  .kernel = make_reals(r->n * r->n),
                  .a = make_reals(r->n),
                  .f = make_reals(r->n),
                  .forced = make_reals(r->p)};
}

static void dual_close(dual *d)
{
    free(d->forced);
    free(d->f);
    free(d->a);
    free(d->kernel);
}

/* Of these columns, of which none is forced, and those that are. */
static void dual_fit(dual *d, int64_t n, const int64_t *column)
{
    const rows *r = d->r;
    double *u = make_reals(r->n * (r->p + 1)), penalty = 0;
    int64_t m = 1;
    for (int64_t i = 0; i < r->n; i++) u[i] = 1;
    for (int64_t k = 0; k < r->p; k++)
        if (forced_of(r, k)) memcpy(u + m++ * r->n, r->x + k * r->n, (size_t)r->n * sizeof *u);
    for (int64_t i = 0; i < r->n; i++)
        for (int64_t j = 0; j < r->n; j++) d->kernel[i * r->n + j] = kernel_of(d, i, j, n, column, -1);
    memset(d->f, 0, (size_t)r->n * sizeof *d->f);
    double change = 1;
    for (int t = 0; t < 100 && change > 1e-12; t++) change = step(d, m, u);
    assert_true(change < 1e-9);
    d->objective = 0;
    for (int64_t i = 0; i < r->n; i++) {
        d->objective += weight_of(r, i) * logistic_value(sign_of(r, i) * d->f[i]);
        for (int64_t j = 0; j < r->n; j++) penalty += d->a[i] * d->kernel[i * r->n + j] * d->a[j];
    }
    d->objective -= d->lam / 2 * penalty;
    free(u);
}

/* w_k = sum_i a_i x_ik. */
static double weight_by_hand(const dual *d, int64_t k)
{
    double sum = d->forced[k];
    for (int64_t i = 0; i < d->r->n && !forced_of(d->r, k); i++) sum += d->a[i] * d->r->x[k * d->r->n + i];
    return sum;
}

static void squares(void *self, int64_t n, const int64_t *column, double *worth)
{
    dual *d = self;
    dual_fit(d, n, column);
    for (int64_t k = 0; k < n; k++) worth[k] = pow(weight_by_hand(d, column[k]), 2);
}

/* a'Ka - a'K(-k)a, the kernel without a feature made anew. */
static void changes(void *self, int64_t n, const int64_t *column, double *worth)
{
    dual *d = self;
    const int64_t n_rows = d->r->n;
    d->theta = 1 / (double)n;
    dual_fit(d, n, column);
    for (int64_t k = 0; k < n; k++) {
        double sum = 0;
        for (int64_t i = 0; i < n_rows; i++)
            for (int64_t j = 0; j < n_rows; j++)
                sum += d->a[i] * d->a[j] * (d->kernel[i * n_rows + j] - kernel_of(d, i, j, n, column, column[k]));
        worth[k] = fabs(sum);
    }
}

/* The columns that are not forced, in their order; how many they are. */
static int64_t dual_order(dual *d, bool curved, int64_t *order)
{
    int64_t n = 0;
    for (int64_t k = 0; k < d->r->p; k++)
        if (!forced_of(d->r, k)) order[n++] = k;
    order_by_hand(n, curved ? changes : squares, d, order);
    return n;
}

static int by_column(const void *a, const void *b) { return (int)(*(const int64_t *)a - *(const int64_t *)b); }

/* ------------------------------------------------------------------ the identity */

/* Every size is a fit of the first columns of one order, also where other sizes and rates came before it; the features, f and the
 * objective of each. */
static void check_sizes(rows *r, double lam, const int64_t *size, int n_sizes)
{
    const ard_problem *problem = rows_problem(r, identity);
    dual d = dual_open(r, lam);
    int64_t *order = make_array(r->p, sizeof *order);
    const int64_t n = dual_order(&d, false, order);
    void *work = NULL;
    ard_settings settings = settings_of(1, 3 * lam);
    ard_fit other;
    assert_int_equal(ard_method_pklr_rfe.open(&ard_method_pklr_rfe, context, problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_pklr_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &other), ARDOR_OK);
    for (int s = 0; s < n_sizes; s++) {
        ard_fit fit, fresh;
        settings = settings_of((double)size[s], lam);
        assert_int_equal(ard_method_pklr_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &fit), ARDOR_OK);
        must_fit(&ard_method_pklr_rfe, problem, &settings, NULL, &fresh);
        const int64_t kept = ard_min64(size[s], n);
        dual_fit(&d, kept, order);
        answer a = answer_of(r, &fit, 1, 0), b = answer_of(r, &fresh, 1, 0);
        assert_int_equal(fit.machine.n_features, kept + r->p - n);
        for (int64_t t = 0; t < n; t++) assert_true((a.weight[order[t]] != 0) == (t < kept));
        for (int64_t k = 0; k < r->p; k++) {
            assert_true(a.weight[k] == b.weight[k]);
            if (a.weight[k] != 0) assert_near(a.weight[k], weight_by_hand(&d, k), 1e-7, "a weight");
        }
        assert_near(a.bias, d.bias, 1e-7, "the bias");
        assert_near(fit.objective, d.objective, 1e-9 * fabs(d.objective), "the objective");
        check_end(&fit);
        assert_true(fit.used[PKLR_RFE_K] == (double)size[s] && fit.used[PKLR_RFE_LAM] == lam);
        free_answer(&b);
        free_answer(&a);
        ard_fit_free(context, &fresh);
        ard_fit_free(context, &fit);
    }
    ard_fit_free(context, &other);
    ard_method_pklr_rfe.close(work);
    free(order);
    dual_close(&d);
}

static void sizes_are_those_of_the_definition(void **state)
{
    (void)state;
    static const double rates[] = {.05, 1, 30};
    for (int mode = 0; mode < 4; mode++)
        for (int l = 0; l < COUNT_OF(rates); l++) {
            rows r = make_rows_of(40, 24, mode & 1, mode & 2, 201);
            check_sizes(&r, rates[l], (const int64_t[]){24, 13, 5, 2, 1, 400}, 6);
            free_rows(&r);
        }
    rows wide = make_rows_of(30, 150, true, true, 203);
    check_sizes(&wide, 2, (const int64_t[]){100, 64, 63, 20, 3}, 5);
    free_rows(&wide);
}

/* What is found in an elimination, and how many fits it takes: 300, 150, 75, 64, 63, .., 2. */
static void the_order_goes_by_halves(void **state)
{
    (void)state;
    static const struct {
        int64_t n, p, k, fits;
    } size[] = {{60, 6, 2, 5}, {40, 64, 64, -1}, {40, 65, 64, 64}, {30, 300, 70, 66}};
    for (int s = 0; s < COUNT_OF(size); s++) {
        rows r = make_rows_of(size[s].n, size[s].p, false, false, 205);
        const ard_settings settings = settings_of((double)size[s].k, 1);
        ard_fit fit;
        check_sizes(&r, 1, &size[s].k, 1);
        must_fit(&ard_method_pklr_rfe, rows_problem(&r, identity), &settings, NULL, &fit);
        if (size[s].fits < 0) {
            for (int i = PKLR_RFE_FITS; i <= PKLR_RFE_KKT; i++) assert_true(isnan(fit.extra[i]));
        } else {
            assert_true(fit.extra[PKLR_RFE_FITS] == (double)size[s].fits);
            assert_true(fit.extra[PKLR_RFE_ITERATIONS] >= fit.extra[PKLR_RFE_FITS]);
            assert_true(fit.extra[PKLR_RFE_KKT] > 0 && fit.extra[PKLR_RFE_KKT] < 1e-6);
        }
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

/* Fits go on from one another: few iterations each. */
static void an_elimination_is_warm(void **state)
{
    (void)state;
    rows r = make_rows_of(60, 200, false, false, 207);
    const ard_settings settings = settings_of(3, 1), all = settings_of(200, 1);
    ard_fit fit, cold;
    must_fit(&ard_method_pklr_rfe, rows_problem(&r, identity), &settings, NULL, &fit);
    must_fit(&ard_method_pklr_rfe, rows_problem(&r, identity), &all, NULL, &cold);
    assert_true(fit.extra[PKLR_RFE_ITERATIONS] < .6 * (double)cold.iterations * fit.extra[PKLR_RFE_FITS]);
    ard_fit_free(context, &cold);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

/* With all features it is the ridge of logistic, and begins where that method's fits begin. */
static void all_features_are_the_ridge_of_logistic(void **state)
{
    (void)state;
    for (int mode = 0; mode < 4; mode++) {
        rows r = make_rows_of(30, mode & 1 ? 50 : 12, mode & 2, mode & 2, 211);
        ard_settings settings = settings_of(1000, .7),
                     ridge = settings_at(&ard_method_logistic, (const char *[]){"lam", "alpha"}, (const double[]){.7, 0}, 2);
        ard_fit fit, other;
        ridge.value[LOGISTIC_TOL] = settings.value[PKLR_RFE_TOL];
        must_fit(&ard_method_pklr_rfe, rows_problem(&r, identity), &settings, NULL, &fit);
        must_fit(&ard_method_logistic, rows_problem(&r, identity), &ridge, NULL, &other);
        assert_int_equal(fit.machine.n_features, other.machine.n_features);
        for (int64_t k = 0; k < r.p; k++) assert_true(function_of(&fit)->weight[k] == function_of(&other)->weight[k]);
        assert_true(fit.objective == other.objective && fit.certificate.weights == other.certificate.weights);
        ard_fit_free(context, &other);
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

/* A row of weight 2 is the row twice, of weight 0 none. */
static void rows_count_by_their_weights(void **state)
{
    (void)state;
    enum { N = 40, P = 20 };
    rows r = make_rows_of(N, P, true, false, 213), twice = make_rows_of(N, P, false, false, 213);
    for (int64_t i = 0; i < N; i++) r.weight[i] = i % 4 == 0 ? 2 : i % 4 == 1 ? 0 : 1;
    for (int64_t i = 0; i < N; i += 4) { /* row i + 1 becomes row i */
        for (int64_t k = 0; k < P; k++) twice.x[k * N + i + 1] = twice.x[k * N + i];
        twice.label[i + 1] = twice.label[i];
    }
    const ard_settings settings = settings_of(4, .5);
    for (int b = 0; b < 2; b++) {
        const ard_basis basis = b ? rbf : identity;
        double f[N], g[N];
        ard_fit one, other;
        must_fit(&ard_method_pklr_rfe, rows_problem(&r, basis), &settings, NULL, &one);
        must_fit(&ard_method_pklr_rfe, rows_problem(&twice, basis), &settings, NULL, &other);
        assert_int_equal(one.machine.n_features, 4);
        for (int64_t t = 0; t < 4; t++) assert_int_equal(one.machine.feature[t], other.machine.feature[t]);
        assert_int_equal(latent_of(context, &one, N, r.x, f), ARDOR_OK);
        assert_int_equal(latent_of(context, &other, N, r.x, g), ARDOR_OK);
        assert_arrays_near(N, f, g, 1e-7, "f");
        ard_fit_free(context, &other);
        ard_fit_free(context, &one);
    }
    free_rows(&twice);
    free_rows(&r);
}

/* ------------------------------------------------------------------ rbf */

static void check_kernel(int64_t n, int64_t p, double lam, bool weighted, const int64_t *size, int n_sizes)
{
    rows r = make_rows_of(n, p, weighted, false, 217);
    const ard_problem *problem = rows_problem(&r, rbf);
    dual d = dual_open(&r, lam);
    int64_t *order = make_array(p, sizeof *order);
    double *f = make_reals(n);
    dual_order(&d, true, order);
    for (int s = 0; s < n_sizes; s++) {
        ard_fit fit;
        const ard_settings settings = settings_of((double)size[s], lam);
        must_fit(&ard_method_pklr_rfe, problem, &settings, NULL, &fit);
        const int64_t kept = ard_min64(size[s], p);
        d.theta = 1 / (double)kept;
        dual_fit(&d, kept, order);
        int64_t *wanted = make_array(kept, sizeof *wanted);
        memcpy(wanted, order, (size_t)kept * sizeof *wanted);
        qsort(wanted, (size_t)kept, sizeof *wanted, by_column);
        assert_int_equal(fit.machine.n_features, kept);
        assert_int_equal(fit.machine.n_vectors, n);
        for (int64_t t = 0; t < kept; t++) assert_int_equal(fit.machine.feature[t], wanted[t]);
        for (int64_t t = 0; t < kept; t++) assert_true(function_of(&fit)->scale[t] == 1 / (double)kept);
        assert_int_equal(latent_of(context, &fit, n, r.x, f), ARDOR_OK);
        assert_arrays_near(n, f, d.f, 1e-7, "f");
        assert_near(fit.objective, d.objective, 1e-8 * fabs(d.objective), "the objective");
        check_end(&fit);
        free(wanted);
        ard_fit_free(context, &fit);
    }
    free(f);
    free(order);
    dual_close(&d);
    free_rows(&r);
}

static void kernels_go_by_the_change_of_the_norm(void **state)
{
    (void)state;
    check_kernel(30, 12, .1, false, (const int64_t[]){12, 5, 2, 1}, 4);
    check_kernel(30, 12, 1, true, (const int64_t[]){400, 7, 3}, 3);
    check_kernel(25, 70, .3, true, (const int64_t[]){66, 64, 10, 1}, 4);
}

/* Another factor is another elimination, and wide kernels with much of a penalty are nothing but a bias. */
static void another_width_begins_anew(void **state)
{
    (void)state;
    rows r = make_rows_of(40, 12, false, false, 219);
    const ard_problem *problem = rows_problem(&r, rbf);
    void *work = NULL;
    ard_settings settings = settings_of(3, .1);
    ard_fit first, second, fresh;
    assert_int_equal(ard_method_pklr_rfe.open(&ard_method_pklr_rfe, context, problem, &settings, &work), ARDOR_OK);
    assert_int_equal(ard_method_pklr_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &first), ARDOR_OK);
    settings.value[PKLR_RFE_SCALE_FACTOR] = 8;
    assert_int_equal(ard_method_pklr_rfe.solve(work, &settings, NULL, &(ard_ask){true, false}, &second), ARDOR_OK);
    must_fit(&ard_method_pklr_rfe, problem, &settings, NULL, &fresh);
    for (int i = PKLR_RFE_FITS; i <= PKLR_RFE_KKT; i++) assert_true(second.extra[i] == fresh.extra[i]);
    for (int64_t t = 0; t < 3; t++) assert_int_equal(second.machine.feature[t], fresh.machine.feature[t]);
    assert_true(function_of(&second)->scale[0] == 8. / 3);
    assert_true(second.extra[PKLR_RFE_KKT] != first.extra[PKLR_RFE_KKT]);
    ard_method_pklr_rfe.close(work);
    ard_fit_free(context, &fresh);
    ard_fit_free(context, &second);
    ard_fit_free(context, &first);
    free_rows(&r);
}

/* A row that is far away has a kernel of 0, whose change is no number if one is not careful. */
static void far_rows_do_not_matter(void **state)
{
    (void)state;
    enum { N = 30, P = 8 };
    rows r = make_rows_of(N, P, false, false, 223);
    for (int64_t k = 0; k < P; k++) r.x[k * N] = 100 + 10 * (double)k;
    dual d = dual_open(&r, .1);
    int64_t order[P];
    dual_order(&d, true, order);
    for (int64_t kept = 1; kept < P; kept++) {
        const ard_settings settings = settings_of((double)kept, .1);
        bool in[P] = {false};
        ard_fit fit;
        must_fit(&ard_method_pklr_rfe, rows_problem(&r, rbf), &settings, NULL, &fit);
        for (int64_t t = 0; t < fit.machine.n_features; t++) in[fit.machine.feature[t]] = true;
        for (int64_t t = 0; t < P; t++) assert_true(in[order[t]] == (t < kept));
        ard_fit_free(context, &fit);
    }
    dual_close(&d);
    free_rows(&r);
}

/* Rows that are all alike, or nearly so: a null model is its bias, and has no centres. */
static void nothing_but_a_bias_has_no_centres(void **state)
{
    (void)state;
    for (int tiny = 0; tiny < 2; tiny++) {
        rows r = make_rows_of(30, 6, false, false, 225);
        const ard_settings settings = settings_of(3, tiny ? 1e12 : 1);
        ard_fit fit;
        for (int64_t i = 0; i < r.n * r.p; i++) r.x[i] = tiny ? 1e-160 * r.x[i] : 2;
        must_fit(&ard_method_pklr_rfe, rows_problem(&r, rbf), &settings, NULL, &fit);
        assert_true(fit.null_model == (fit.machine.n_features == 0));
        assert_true(fit.null_model == (fit.machine.n_vectors == 0));
        assert_true(fit.null_model == (function_of(&fit)->n_terms == 0));
        assert_true(tiny || fit.null_model);
        ard_fit_free(context, &fit);
        free_rows(&r);
    }
}

/* ------------------------------------------------------------------ the rest */

/* Of copies the first column stays the longest, and it does not matter where the others stand. */
static void the_order_is_of_contents(void **state)
{
    (void)state;
    enum { N = 40, P = 12 };
    for (int b = 0; b < 2; b++)
        for (int64_t k = 1; k < P; k++) {
            rows r = make_rows_of(N, P, false, false, 227), moved = make_rows_of(N, P, false, false, 227);
            const ard_basis basis = b ? rbf : identity;
            const ard_settings settings = settings_of((double)k, 1);
            bool in[P] = {false};
            ard_fit fit, other;
            make_copies(&r);
            for (int64_t j = 0; j < P; j++) memcpy(moved.x + (7 * j + 3) % P * N, r.x + j * N, N * sizeof *r.x);
            must_fit(&ard_method_pklr_rfe, rows_problem(&r, basis), &settings, NULL, &fit);
            must_fit(&ard_method_pklr_rfe, rows_problem(&moved, basis), &settings, NULL, &other);
            assert_int_equal(fit.machine.n_features, other.machine.n_features);
            for (int64_t t = 0; t < fit.machine.n_features; t++) in[fit.machine.feature[t]] = true;
            assert_true(in[2] >= in[5] && in[5] >= in[8]);
            if (!b) assert_false(in[9]); /* it may be among those kept, with a weight of 0 */
            int64_t copies = in[2] + in[5] + in[8];
            for (int64_t t = 0; t < other.machine.n_features; t++) {
                const int64_t was = 7 * (other.machine.feature[t] + P - 3) % P; /* 7 is its own inverse modulo 12 */
                if (was == 2 || was == 5 || was == 8)
                    copies--;
                else
                    assert_true(in[was]);
            }
            assert_int_equal(copies, 0);
            ard_fit_free(context, &other);
            ard_fit_free(context, &fit);
            free_rows(&moved);
            free_rows(&r);
        }
}

static void many_features(void **state)
{
    (void)state;
    rows r = make_many_columns(229);
    const ard_settings settings = settings_of(6, 1);
    ard_fit fit;
    must_fit(&ard_method_pklr_rfe, rows_problem(&r, identity), &settings, NULL, &fit);
    check_many_columns(&fit);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

static void rates_and_sizes_are_tuned(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 5, false, false, 233);
    ard_settings settings;
    ard_grid grid;
    ard_settings_default(&ard_method_pklr_rfe, &settings);
    const ard_problem *problem = rows_problem(&r, identity);
    assert_int_equal(ard_method_pklr_rfe.grid(&ard_method_pklr_rfe, context, problem, &settings, false, &grid), ARDOR_OK);
    assert_int_equal(grid.n, 66);
    assert_true(grid.setting[0] == PKLR_RFE_LAM && grid.setting[1] == PKLR_RFE_K);
    for (int64_t i = 0; i < grid.n; i++) {
        assert_near(grid.value[2 * i], pow(10, 3 - (double)(i / 11)), 1e-9 * grid.value[2 * i], "a rate");
        assert_true(grid.value[2 * i + 1] == (double)(1 << i % 11));
    }
    ard_grid_free(context, &grid);
    free_rows(&r);
}

/* With rbf the worth of the features takes time of its own. */
static void worths_end_in_time(void **state)
{
    (void)state;
    rows r = make_rows_of(20, 4, false, false, 67);
    const ard_settings settings = settings_of(2, 1);
    const pklr_common common = {context, &ard_method_pklr_rfe, &settings};
    double worth[4];
    ard_fit fit;
    ard_deadline_set(context, 0);
    assert_int_equal(pklr_fit(&common, rows_problem(&r, rbf), NULL, &(ard_ask){0}, NULL, &fit), ARDOR_OK);
    assert_int_equal(fit.stop, ARD_STOP_TIME);
    ard_fit_free(context, &fit);
    assert_int_equal(pklr_fit(&common, rows_problem(&r, rbf), NULL, &(ard_ask){0}, worth, &fit), ARDOR_CANCELLED);
    ard_deadline_set(context, INFINITY);
    ard_fit_free(context, &fit);
    free_rows(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sizes_are_those_of_the_definition),
                                       cmocka_unit_test(the_order_goes_by_halves),
                                       cmocka_unit_test(an_elimination_is_warm),
                                       cmocka_unit_test(all_features_are_the_ridge_of_logistic),
                                       cmocka_unit_test(rows_count_by_their_weights),
                                       cmocka_unit_test(kernels_go_by_the_change_of_the_norm),
                                       cmocka_unit_test(another_width_begins_anew),
                                       cmocka_unit_test(far_rows_do_not_matter),
                                       cmocka_unit_test(nothing_but_a_bias_has_no_centres),
                                       cmocka_unit_test(the_order_is_of_contents),
                                       cmocka_unit_test(many_features),
                                       cmocka_unit_test(worths_end_in_time),
                                       cmocka_unit_test(rates_and_sizes_are_tuned)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
