/* The fitted function: copies, values, and the solve of one candidate. */
#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "method/method.h"

void ard_solution_free(ardor_context *context, ard_solution *s)
{
    if (!s) return;
    ard_trace_free(context, &s->trace);
    ard_posteriors_free(context, s->n_posteriors, s->posterior);
    s->posterior = NULL;
    s->n_posteriors = 0;
    ard_free(context, s->covariance);
    ard_free(context, s->vector_x);
    ard_free(context, s->weight);
    ard_free(context, s->vector);
    ard_free(context, s->other_frequency);
    ard_free(context, s->other);
    ard_free(context, s->frequency);
    s->frequency = s->other_frequency = NULL;
    s->other = NULL;
    ard_free(context, s->scale);
    ard_free(context, s->feature);
    s->covariance = s->vector_x = s->weight = s->scale = NULL;
    s->vector = s->feature = NULL;
    s->n_features = s->n_others = s->n_vectors = s->n_covariance = 0;
}

static int copy_array(ardor_context *context, const void *from, int64_t count, size_t size, void *out)
{
    void *copy = NULL;
    if (from) {
        copy = ard_alloc(context, count, size);
        if (!copy) return ARDOR_MEMORY;
        memcpy(copy, from, (size_t)count * size);
    }
    memcpy(out, &copy, sizeof copy);
    return ARDOR_OK;
}

int ard_solution_copy(ardor_context *context, const ard_solution *from, ard_solution *to)
{
    int rc = ARDOR_OK;
    ard_solution s = *from;
    s.feature = s.other = s.vector = NULL;
    s.frequency = s.other_frequency = s.scale = s.weight = s.vector_x = s.covariance = NULL;
    s.posterior = NULL;
    s.trace = (ard_trace){0};
    TRY(copy_array(context, from->feature, s.n_features, sizeof *s.feature, &s.feature));
    TRY(copy_array(context, from->scale, s.n_features, sizeof *s.scale, &s.scale));
    TRY(copy_array(context, from->vector, s.n_vectors, sizeof *s.vector, &s.vector));
    TRY(copy_array(context, from->frequency, s.n_features, sizeof *s.frequency, &s.frequency));
    TRY(copy_array(context, from->other, s.n_others, sizeof *s.other, &s.other));
    TRY(copy_array(context, from->other_frequency, s.n_others, sizeof *s.other_frequency, &s.other_frequency));
    TRY(copy_array(context, from->weight, s.n_vectors, sizeof *s.weight, &s.weight));
    TRY(copy_array(context, from->vector_x, s.n_vectors * s.n_features, sizeof *s.vector_x, &s.vector_x));
    TRY(copy_array(context, from->covariance, s.n_covariance * s.n_covariance, sizeof *s.covariance, &s.covariance));
    TRY(ard_posteriors_copy(context, from->n_posteriors, from->posterior, &s.posterior));
    *to = s;
    return ARDOR_OK;
done:
    ard_solution_free(context, &s);
    *to = (ard_solution){0};
    return rc;
}

/* f without the bias for kernel bases: the active columns of x against the stored vectors. */
static int kernel_latent(ardor_context *context, const ard_solution *s, int64_t n, const double *x, int64_t ldx, double *f)
{
    int rc = ARDOR_OK;
    ard_kernel *kernel = NULL;
    double *columns = NULL;
    int64_t *all = NULL;
    const int64_t k = s->n_features;
    NEW(context, columns, n * k);
    NEW(context, all, ard_max64(k, s->n_vectors));
    for (int64_t i = 0; i < ard_max64(k, s->n_vectors); i++) all[i] = i;
    for (int64_t t = 0; t < k; t++) memcpy(columns + t * n, x + s->feature[t] * ldx, (size_t)n * sizeof *columns);
    const ard_matrix rows = ard_matrix_dense(n, k, columns, n);
    const ard_matrix vectors = ard_matrix_dense(s->n_vectors, k, s->vector_x, s->n_vectors);
    TRY(ard_kernel_open(context, s->basis, &rows, &vectors, &kernel));
    ard_kernel_set(kernel, (ard_list){k, all, s->scale});
    ard_kernel_latent(kernel, (ard_list){s->n_vectors, all, s->weight}, f);
done:
    ard_kernel_close(context, kernel);
    ard_free(context, all);
    ard_free(context, columns);
    return rc;
}

int ard_require_finite(ardor_context *context, int64_t first, int64_t n, const double *f, int64_t n_rows)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < n; i++)
        REQUIRE(context, isfinite(f[i]), ARDOR_NUMERIC,
                "the classifier has no finite value at row %lld of %lld: a feature there is far outside the range it learnt from",
                (long long)(first + i) + 1, (long long)n_rows);
done:
    return rc;
}

int ard_solution_latent(ardor_context *context, const ard_solution *s, int64_t n, const double *x, int64_t ldx, double *f)
{
    int rc = ARDOR_OK;
    if (n == 0) return ARDOR_OK;
    if (s->basis.kind != ARD_IDENTITY && s->n_vectors > 0) {
        TRY(kernel_latent(context, s, n, x, ldx, f));
    } else {
        memset(f, 0, (size_t)n * sizeof *f);
        if (s->basis.kind == ARD_IDENTITY)
            for (int64_t t = 0; t < s->n_features; t++) ard_axpy(n, s->scale[t], x + s->feature[t] * ldx, f);
    }
    for (int64_t i = 0; i < n; i++) f[i] += s->bias;
    TRY(ard_require_finite(context, 0, n, f, n));
done:
    return rc;
}

/* Rows are worked off in blocks of this many, so that the basis functions of all of them need no room at once. */
enum { MOMENT_ROWS = 512 };

int ard_solution_basis(ardor_context *context, const ard_solution *s, int64_t n, const double *columns, double *phi)
{
    int rc = ARDOR_OK;
    ard_kernel *kernel = NULL;
    int64_t *all = NULL;
    for (int64_t i = 0; i < n; i++) phi[i] = 1.0;
    if (s->basis.kind == ARD_IDENTITY) {
        memcpy(phi + n, columns, (size_t)(n * s->n_features) * sizeof *phi);
    } else if (s->n_vectors > 0) {
        NEW(context, all, ard_max64(s->n_features, s->n_vectors));
        for (int64_t i = 0; i < ard_max64(s->n_features, s->n_vectors); i++) all[i] = i;
        const ard_matrix rows = ard_matrix_dense(n, s->n_features, columns, n);
        const ard_matrix vectors = ard_matrix_dense(s->n_vectors, s->n_features, s->vector_x, s->n_vectors);
        TRY(ard_kernel_open(context, s->basis, &rows, &vectors, &kernel));
        ard_kernel_set(kernel, (ard_list){s->n_features, all, s->scale});
        ard_kernel_columns(kernel, s->n_vectors, all, 0, phi + n);
    }
done:
    ard_kernel_close(context, kernel);
    ard_free(context, all);
    return rc;
}

int ard_solution_moments(ardor_context *context, const ard_solution *s, int64_t n, const double *x, int64_t ldx, double *f,
                         double *variance)
{
    int rc = ARDOR_OK;
    const int64_t m = s->n_covariance, k = s->n_features, room = ard_min64(n, MOMENT_ROWS);
    const double *weight = s->basis.kind == ARD_IDENTITY ? s->scale : s->weight;
    double *columns = NULL, *phi = NULL, *product = NULL;
    NEW(context, columns, room * k);
    NEW(context, phi, room * m);
    NEW(context, product, room * m);
    for (int64_t row = 0; row < n; row += room) {
        const int64_t rows = ard_min64(room, n - row);
        for (int64_t t = 0; t < k; t++) memcpy(columns + t * rows, x + s->feature[t] * ldx + row, (size_t)rows * sizeof *columns);
        TRY(ard_solution_basis(context, s, rows, columns, phi));
        for (int64_t i = 0; i < rows; i++) f[row + i] = s->bias;
        ard_gemv('N', rows, m - 1, 1.0, phi + rows, rows, weight, 1.0, f + row);
        ard_gemm('N', 'N', rows, m, m, 1.0, phi, rows, s->covariance, m, 0.0, product, rows);
        for (int64_t i = 0; i < rows; i++) {
            double sum = 0;
            for (int64_t j = 0; j < m; j++) sum += phi[j * rows + i] * product[j * rows + i];
            variance[row + i] = sum < 0 ? 0.0 : sum; /* rounding; NaN stays */
        }
        TRY(ard_require_finite(context, row, rows, f + row, n));
        TRY(ard_require_finite(context, row, rows, variance + row, n));
    }
done:
    ard_free(context, product);
    ard_free(context, phi);
    ard_free(context, columns);
    return rc;
}

int ard_iterate(void *work, const ard_settings *candidate, const ard_solution *warm, const ard_ask *ask, ard_solution *out)
{
    int rc = ARDOR_OK;
    const ard_work *w = work;
    ardor_context *context = w->context;
    const ard_steps *steps = w->method->steps;
    ard_trace rows = {0};
    ard_iteration last = {0};
    int64_t iterations = 0;
    ard_solution solution = {0};
    const double max_iter = candidate->value[w->method->max_iter];
    const ard_limits limits = {(int64_t)max_iter, ask->deadline};
    *out = solution;
    TRY(steps->start(work, candidate, warm));
    TRY(ard_drive(context, steps->step, work, &limits, ask->trace ? &rows : NULL, &iterations, &last));
    TRY(steps->finish(work, ask, &solution));
    if (!solution.restated) {
        solution.objective = last.objective;
        solution.kkt_weights = last.kkt_weights;
        solution.kkt_scales = last.kkt_scales;
    }
    solution.stop = last.stop;
    solution.iterations = iterations;
    solution.trace = rows;
    rows = (ard_trace){0};
    *out = solution;
    solution = (ard_solution){0};
done:
    ard_solution_free(context, &solution);
    ard_trace_free(context, &rows);
    return rc;
}
