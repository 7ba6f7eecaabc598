/* Matrices: every storage and every view of it against the plain array of the same values, and fits on them. */
#include "fault_fixture.h"
#include "context_fixture.h"
#include "toy.h"

#include "solver/proxnewton/functions.h"

/* A third of the values are 0. */
static double *make_values(int64_t n, int64_t p)
{
    ard_rng rng;
    ard_rng_init(&rng, 71, (uint64_t)n, (uint64_t)p);
    double *x = make_normals(&rng, n * p);
    for (int64_t i = 0; i < n * p; i++)
        if (ard_rng_below(&rng, 3) == 0) x[i] = 0;
    return x;
}

/* ------------------------------------------------------------------ what every matrix must do */

static void check_gather(const ard_matrix *x, const double *want)
{
    const int64_t ld = x->n + 2;
    int64_t *column = make_array(2 * x->p + 1, sizeof *column), count = 0;
    for (int64_t j = x->p - 1; j >= 0; j--) { /* backwards, every other one twice */
        column[count++] = j;
        if (j % 2) column[count++] = j;
    }
    double *out = make_reals(ld * (count + 1));
    for (int64_t first = 0; first <= x->n; first += ard_max64(1, x->n / 3))
        for (int listed = 0; listed < 2; listed++) {
            const int64_t rows = ard_min64(x->n - first, 1 + x->n / 2), columns = listed ? count : x->p;
            for (int64_t i = 0; i < ld * (count + 1); i++) out[i] = -77;
            ard_matrix_gather(x, first, rows, columns, listed ? column : NULL, out, ld);
            for (int64_t j = 0; j <= columns; j++)
                for (int64_t i = 0; i < ld; i++) {
                    const bool inside = i < rows && j < columns;
                    const double value = inside ? want[(listed ? column[j] : j) * x->n + first + i] : -77;
                    assert_true(out[i + j * ld] == value);
                }
        }
    free(out);
    free(column);
}

static void check_products(const ard_matrix *x, const double *want)
{
    ard_rng rng;
    ard_rng_init(&rng, 72, (uint64_t)x->n, (uint64_t)x->p);
    double *f = make_normals(&rng, x->n), *want_f = make_reals(x->n), *d = make_reals(x->p), *want_d = make_reals(x->p);
    double *w = make_normals(&rng, x->p), *g = make_normals(&rng, x->n);
    int64_t *index = make_array(x->p, sizeof *index), count = 0;
    memcpy(want_f, f, (size_t)x->n * sizeof *f); /* what is there is added to */
    for (int64_t j = 0; j < x->p; j += 1 + j % 2) {
        w[count] = w[j];
        index[count++] = j;
        for (int64_t i = 0; i < x->n; i++) want_f[i] += w[count - 1] * want[j * x->n + i];
    }
    for (int64_t j = 0; j < x->p; j++) {
        d[j] = NAN; /* and what is here is not */
        for (int64_t i = 0; i < x->n; i++) want_d[j] += g[i] * want[j * x->n + i];
    }
    ard_matrix_times(x, (ard_list){count, index, w}, f);
    ard_matrix_transposed(x, g, d);
    assert_arrays_near(x->n, f, want_f, 1e-13, "X w");
    assert_arrays_near(x->p, d, want_d, 1e-13, "X'g");
    void *arrays[] = {f, want_f, d, want_d, w, g, index};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

static void check_array(const ard_matrix *x, const double *want)
{
    ard_array array;
    int64_t ld = 0;
    const double *own = x->row || x->column ? NULL : x->kind->array(x, &ld);
    assert_int_equal(ard_array_open(context, x, &array), ARDOR_OK);
    assert_true(own ? array.x == own && array.ld == ld && !array.copy : array.x == array.copy && array.ld == x->n);
    for (int64_t j = 0; j < x->p; j++)
        for (int64_t i = 0; i < x->n; i++) assert_true(array.x[j * array.ld + i] == want[j * x->n + i]);
    ard_array_close(context, &array);
    assert_null(array.copy);
}

/* want: x's values, n x p. */
static void check_matrix(const ard_matrix *x, const double *want)
{
    check_gather(x, want);
    check_products(x, want);
    check_array(x, want);
}

/* ------------------------------------------------------------------ views */

static double *select_values(int64_t n, const double *values, int64_t rows, const int64_t *row, int64_t columns,
                             const int64_t *column)
{
    double *out = make_reals(rows * columns);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++) out[j * rows + i] = values[(column ? column[j] : j) * n + (row ? row[i] : i)];
    return out;
}

/* A view by the lists (NULL: all), checked, and then one view of each kind of it; both stay valid when the lists are gone. */
static void check_view(const ard_matrix *x, const double *values, int64_t n, const int64_t *row, int64_t p, const int64_t *column,
                       int depth)
{
    static const int64_t odd[] = {3, 1}, twice[] = {2, 2, 0, 1, 0};
    int64_t *rows = row ? make_array(n, sizeof *rows) : NULL, *columns = column ? make_array(p, sizeof *columns) : NULL;
    if (rows) memcpy(rows, row, (size_t)n * sizeof *rows);
    if (columns) memcpy(columns, column, (size_t)p * sizeof *columns);
    ard_matrix view;
    assert_int_equal(ard_matrix_view(context, x, n, rows, p, columns, &view), ARDOR_OK);
    double *want = select_values(x->n, values, view.n, row, view.p, column);
    assert_true(view.n == (row ? n : x->n) && view.p == (column ? p : x->p));
    if (rows) memset(rows, 0x7f, (size_t)n * sizeof *rows);
    if (columns) memset(columns, 0x7f, (size_t)p * sizeof *columns);
    free(columns);
    free(rows);
    check_matrix(&view, want);
    if (depth > 0 && view.n > 3 && view.p > 3) {
        check_view(&view, want, 5, twice, 0, NULL, depth - 1);
        check_view(&view, want, 0, NULL, 2, odd, depth - 1);
        check_view(&view, want, 2, odd, 5, twice, depth - 1);
        check_view(&view, want, 0, twice, 0, NULL, depth - 1);
        check_view(&view, want, 0, NULL, 0, odd, depth - 1);
        check_view(&view, want, 0, NULL, 0, NULL, depth - 1);
    }
    ard_matrix_free(context, &view);
    assert_true(!view.row && !view.column);
    free(want);
}

static void check_storage(const ard_matrix *x, const double *values)
{
    int64_t *row = make_array(x->n + 4, sizeof *row), *column = make_array(x->p + 4, sizeof *column);
    for (int64_t i = 0; i < x->n + 4; i++) row[i] = x->n > 0 ? 7 * i % x->n : 0;
    for (int64_t j = 0; j < x->p + 4; j++) column[j] = x->p > 0 ? x->p - 1 - 3 * j % x->p : 0;
    const int64_t rows = x->n > 0 ? x->n + 4 : 0, columns = x->p > 0 ? x->p + 4 : 0;
    check_matrix(x, values);
    check_view(x, values, rows, row, 0, NULL, 2);
    check_view(x, values, 0, NULL, columns, column, 2);
    check_view(x, values, rows, row, columns, column, 2);
    free(column);
    free(row);
}

static void storages_and_their_views_are_the_array(void **state)
{
    (void)state;
    static const int64_t shape[][2] = {{11, 7}, {5, 600}, {1, 1}, {6, 0}, {0, 6}, {0, 0}}; /* beyond one block of 256 columns */
    for (int s = 0; s < COUNT_OF(shape); s++) {
        const int64_t n = shape[s][0], p = shape[s][1], ld = n + 3;
        double *values = make_values(n, p), *apart = make_reals(ld * p);
        for (int64_t i = 0; i < ld * p; i++) apart[i] = NAN; /* rows beyond n are nobody's */
        for (int64_t j = 0; j < p; j++) memcpy(apart + j * ld, values + j * n, (size_t)n * sizeof *values);
        toy_lists lists = toy_lists_of(n, p, values);
        const ard_matrix dense = ard_matrix_dense(n, p, values, n), wide = ard_matrix_dense(n, p, apart, ld);
        const ard_matrix sparse = toy_lists_matrix(&lists);
        check_storage(&dense, values);
        check_storage(&wide, values);
        check_storage(&sparse, values);
        toy_lists_free(&lists);
        free(apart);
        free(values);
    }
}

static void failures_leave_nothing_behind(void **state)
{
    (void)state;
    static const int64_t some[] = {2, 0, 1};
    double values[16] = {0};
    const ard_matrix x = ard_matrix_dense(4, 4, values, 4), large = ard_matrix_dense((int64_t)1 << 62, 4, values, 4);
    for (long long at = 1; at <= 3; at++) {
        fault f = {0};
        ardor_context *failing = fault_context(&f);
        const long long before = atomic_load(&f.live);
        ard_matrix view;
        ard_array array = {0};
        fault_reset(&f, at, true);
        int rc = ard_matrix_view(failing, &x, 3, some, 3, some, &view);
        assert_int_equal(rc, at <= 2 ? ARDOR_MEMORY : ARDOR_OK);
        if (at <= 2) {
            assert_true(!view.row && !view.column);
        } else {
            assert_int_equal(ard_array_open(failing, &view, &array), ARDOR_MEMORY);
            assert_null(array.copy);
            ard_matrix_free(failing, &view);
        }
        assert_true(atomic_load(&f.live) == before);
        fault_reset(&f, 0, false);
        ardor_context_free(failing);
    }
    ard_matrix view = large;
    ard_array array;
    view.column = some; /* no plain array of its own */
    assert_int_equal(ard_array_open(context, &view, &array), ARDOR_MEMORY);
    assert_non_null(strstr(ardor_context_message(context), "too large"));
}

/* ------------------------------------------------------------------ fits */

enum { N = 80, P = 12 };

typedef struct optimum {
    double bias, objective;
    double weight[N];
    int64_t iterations;
} optimum;

/* Sparse probit regression on the columns of x, or with a fixed rbf kernel over its rows. */
static void fit(const ard_matrix *x, const int32_t *label, bool kernel_basis, optimum *out)
{
    ard_pn_function function;
    ard_kernel *kernel = NULL;
    ard_pn *pn = NULL;
    ard_iteration last;
    const ard_targets targets = {x->n, 2, label, NULL, (double)x->n};
    /* further than 1e-7 the rise of F is in its last bits, which another BLAS rounds otherwise */
    const ard_pn_options options = {.weights = {ARD_L1, kernel_basis ? .3 : 2}, .tol = 1e-7, .damping = 1e-6};
    if (kernel_basis) {
        int64_t all[P];
        double theta[P];
        for (int k = 0; k < P; k++) {
            all[k] = k;
            theta[k] = .05;
        }
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, x, NULL, &kernel), ARDOR_OK);
        ard_kernel_set(kernel, (ard_list){x->p, all, theta});
        ard_kernel_bind(kernel, 0, &function);
    } else {
        ard_identity_bind(x, &function);
    }
    assert_int_equal(ard_pn_open(context, &function, &ard_link_probit, &targets, &pn), ARDOR_OK);
    assert_int_equal(ard_pn_start(pn, &options), ARDOR_OK);
    assert_int_equal(ard_drive(context, ard_pn_step, pn, 300, NULL, &out->iterations, &last), ARDOR_OK);
    assert_true(last.stop == ARD_STOP_CONVERGED && last.n_vectors > 2);
    out->bias = ard_pn_point(pn)->bias[0];
    out->objective = last.objective;
    memcpy(out->weight, ard_pn_point(pn)->weight, (size_t)function.n_weights * sizeof *out->weight);
    ard_pn_close(context, pn);
    ard_kernel_close(context, kernel);
}

/* A storage without a plain array, and views of it, are all that an engine needs. */
static void a_storage_is_enough_for_a_fit(void **state)
{
    (void)state;
    double *values = make_values(N, P);
    int64_t row[N - 10], column[P - 3];
    int32_t label[N], fewer[N - 10];
    for (int64_t i = 0; i < N; i++) label[i] = values[i] + values[3 * N + i] - values[5 * N + i] > .1 * (double)(i % 5);
    for (int64_t i = 0; i < N - 10; i++) fewer[i] = label[row[i] = (i * 7) % N];
    for (int64_t j = 0; j < P - 3; j++) column[j] = P - 1 - j;
    toy_lists lists = toy_lists_of(N, P, values);
    const ard_matrix whole[2] = {ard_matrix_dense(N, P, values, N), toy_lists_matrix(&lists)};
    for (int viewed = 0; viewed < 2; viewed++)
        for (int kernel = 0; kernel < 2; kernel++) {
            optimum found[2] = {{0}};
            for (int k = 0; k < 2; k++) {
                ard_matrix view;
                assert_int_equal(
                    ard_matrix_view(context, &whole[k], N - 10, viewed ? row : NULL, P - 3, viewed ? column : NULL, &view),
                    ARDOR_OK);
                fit(&view, viewed ? fewer : label, kernel, &found[k]);
                ard_matrix_free(context, &view);
            }
            assert_near(found[1].objective, found[0].objective, 1e-10 * fabs(found[0].objective), "F");
            assert_near(found[1].bias, found[0].bias, 1e-8, "the bias");
            assert_arrays_near(N, found[1].weight, found[0].weight, 1e-8, "weights");
            for (int j = 0; j < N; j++) assert_int_equal(found[1].weight[j] != 0, found[0].weight[j] != 0);
            assert_int_equal(found[1].iterations, found[0].iterations);
        }
    toy_lists_free(&lists);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(storages_and_their_views_are_the_array),
                                       cmocka_unit_test(failures_leave_nothing_behind),
                                       cmocka_unit_test(a_storage_is_enough_for_a_fit)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
