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
    ard_free(context, s->vector_x);
    ard_free(context, s->weight);
    ard_free(context, s->vector);
    ard_free(context, s->scale);
    ard_free(context, s->feature);
    s->vector_x = s->weight = s->scale = NULL;
    s->vector = s->feature = NULL;
    s->n_features = s->n_vectors = 0;
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
    s.feature = s.vector = NULL;
    s.scale = s.weight = s.vector_x = NULL;
    s.trace = (ard_trace){0};
    TRY(copy_array(context, from->feature, s.n_features, sizeof *s.feature, &s.feature));
    TRY(copy_array(context, from->scale, s.n_features, sizeof *s.scale, &s.scale));
    TRY(copy_array(context, from->vector, s.n_vectors, sizeof *s.vector, &s.vector));
    TRY(copy_array(context, from->weight, s.n_vectors, sizeof *s.weight, &s.weight));
    TRY(copy_array(context, from->vector_x, s.n_vectors * s.n_features, sizeof *s.vector_x, &s.vector_x));
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
    TRY(ard_kernel_open(context, s->basis, n, columns, n, s->n_vectors, s->vector_x, s->n_vectors, k, &kernel));
    ard_kernel_set(kernel, (ard_sparse){k, all, s->scale});
    ard_kernel_latent(kernel, (ard_sparse){s->n_vectors, all, s->weight}, f);
done:
    ard_kernel_close(context, kernel);
    ard_free(context, all);
    ard_free(context, columns);
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
    for (int64_t i = 0; i < n; i++) {
        f[i] += s->bias;
        REQUIRE(context, isfinite(f[i]), ARDOR_NUMERIC,
                "the classifier has no finite value at row %lld of %lld: a feature there is far outside the range it learnt from",
                (long long)i + 1, (long long)n);
    }
done:
    return rc;
}

int ard_method_solve(ardor_context *context, const ard_method *method, void *work, const ard_settings *settings,
                     const ard_solution *warm, int64_t n_only, const int64_t *only, double deadline, bool report, bool trace,
                     ard_solution *out)
{
    int rc = ARDOR_OK;
    ard_trace rows = {0};
    ard_iteration last = {0};
    int64_t iterations = 0;
    ard_solution solution = {0};
    double max_iter = settings->value[method->max_iter_setting];
    if (isnan(max_iter)) max_iter = method->auto_max_iter(settings);
    ard_limits limits = {(int64_t)max_iter, deadline};
    *out = solution;
    TRY(method->start(work, settings, warm, n_only, only));
    TRY(ard_drive(context, method->step, work, &limits, trace ? &rows : NULL, &iterations, &last));
    TRY(method->finish(work, report, &solution));
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
