/* Principal components of the training rows. count: how many, 0: none. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "linalg/blas.h"
#include "prepare/step.h"

/* Components whose variance is that little against the first one's are rounding; loadings that are as large as the largest but
 * for rounding. */
static const double LEAST_VARIANCE = 1e-10, AS_LARGE = 1e-9;

static bool parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    *out = (ard_argument){0};
    if (strcmp(text, self->off) == 0) return true;
    return ard_parse_int(text, strlen(text), &out->count) && out->count >= 1;
}

static const char *print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    if (argument->count == 0) return self->off;
    snprintf(buffer, ARD_ARGUMENT_BYTES, "%" PRId64, argument->count);
    return buffer;
}

/* The columns less their means, rows times the root of their weight, all over a power of two near the largest value. */
static void centre(const ard_matrix *x, const ard_targets *t, double *mean, double *z)
{
    const int64_t n = x->n;
    ard_matrix_gather(x, 0, n, x->p, NULL, z, n);
    const double unit = ard_unit_of(ard_amax(n * x->p, z));
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, ard_target_weight(t, i));
    for (int64_t j = 0; j < x->p; j++) {
        double *value = z + j * n;
        mean[j] = ard_moments_of(n, value, t->weight).mean;
        for (int64_t i = 0; i < n; i++) value[i] = sqrt(ard_target_weight(t, i) / most) * (value[i] / unit - mean[j] / unit);
    }
}

/* The largest loading is positive; of several the first. */
static void turn(int64_t p, double *loading)
{
    const double largest = ard_amax(p, loading);
    int64_t j = 0;
    while (fabs(loading[j]) < largest * (1 - AS_LARGE)) j++;
    ard_scal(p, (loading[j] < 0 ? -1 : 1) / sqrt(ard_dot(p, loading, loading)), loading);
}

/* The largest eigenvalues and eigenvectors of the smaller one of z'z and zz'. */
typedef struct spectrum {
    int64_t m, k;
    double *variance, *vector; /* increasing; m x k */
} spectrum;

static void spectrum_close(ardor_context *context, spectrum *s)
{
    ard_free(context, s->vector);
    ard_free(context, s->variance);
}

static int find_spectrum(ardor_context *context, int64_t n, int64_t p, const double *z, spectrum *s)
{
    int rc = ARDOR_OK;
    double *square = NULL, *work = NULL;
    int32_t *whole = NULL;
    int64_t cells = 0;
    const int64_t m = s->m;
    REQUIRE(context, ard_mul_ok(m, m, &cells), ARDOR_MEMORY, "the components are of too many rows and columns");
    NEW(context, square, cells);
    NEW(context, s->variance, m);
    NEW(context, s->vector, m * s->k);
    NEW(context, work, ARD_LARGEST_REALS * m);
    NEW(context, whole, ARD_LARGEST_WHOLE * m);
    TRY(ard_check_running(context));
    ard_syrk(p <= n ? 'T' : 'N', m, p <= n ? n : p, 1, z, n, 0, square, m);
    TRY(ard_check_running(context));
    REQUIRE(context, ard_symmetric_largest(m, s->k, square, m, s->variance, s->vector, work, whole) == 0, ARDOR_NUMERIC,
            "the principal components of the training rows cannot be found");
    TRY(ard_check_running(context));
done:
    ard_free(context, whole);
    ard_free(context, work);
    ard_free(context, square);
    return rc;
}

/* Loadings are eigenvectors of z'z, or products with z' of those of zz'. */
static int find_loadings(ardor_context *context, int64_t most, int64_t n, int64_t p, const double *z, ard_projection *out)
{
    int rc = ARDOR_OK;
    spectrum s = {.m = ard_min64(n, p), .k = ard_min64(most, ard_min64(n, p))};
    TRY(find_spectrum(context, n, p, z, &s));
    while (out->k < s.k && s.variance[s.k - 1 - out->k] > LEAST_VARIANCE * s.variance[s.k - 1]) out->k++;
    NEW(context, out->loading, p * out->k);
    for (int64_t k = 0; k < out->k; k++) {
        const double *vector = s.vector + (s.k - 1 - k) * s.m;
        double *loading = out->loading + k * p;
        if (p <= n)
            memcpy(loading, vector, (size_t)p * sizeof *loading);
        else
            ard_gemv('T', n, p, 1, z, n, vector, 0, loading);
        turn(p, loading);
    }
done:
    spectrum_close(context, &s);
    return rc;
}

static int project(const ard_argument *argument, ardor_context *context, const ard_matrix *x, const ard_targets *t,
                   ard_projection *out)
{
    int rc = ARDOR_OK;
    double *z = NULL;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(x->n, x->p, &cells), ARDOR_MEMORY, "the components are of too many rows and columns");
    out->p = x->p;
    NEW(context, out->mean, x->p);
    if (cells == 0) goto done;
    NEW(context, z, cells);
    centre(x, t, out->mean, z);
    TRY(find_loadings(context, argument->count, x->n, x->p, z, out));
done:
    ard_free(context, z);
    return rc;
}

static int64_t most(const ard_argument *argument) { return argument->count; }

const ard_step_kind ard_step_pca = {.name = "pca",
                                    .key = "pca",
                                    .place = 5,
                                    .off = "none",
                                    .value = "K",
                                    .takes = "none, or K with K >= 1",
                                    .help = "give the method the first K principal components of the training rows instead",
                                    .parse = parse,
                                    .print = print,
                                    .project = project,
                                    .centres = true,
                                    .feature = "pc",
                                    .most = most};
