/* Columns; posteriors from sites. */
#include "method/shared/design.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"

const char *const ard_sites_extras[] = {[ARD_SITES_EVIDENCE] = "log_evidence",
                                        [ARD_SITES_ERRORS] = "score_errors",
                                        [ARD_SITES_PROBABILITY] = "score_probability",
                                        [ARD_SITES_SCALED] = "score_probability_scaled",
                                        [ARD_SITES_DENSITY] = "score_log_density",
                                        [ARD_SITES_SWEEPS] = "sweeps",
                                        [ARD_SITES_N_EXTRAS] = NULL};

void ard_sites_set_extras(const ard_sites *sites, double *extra)
{
    const ard_cavities c = ard_ep_cavities(sites);
    extra[ARD_SITES_EVIDENCE] = sites->log_evidence;
    extra[ARD_SITES_ERRORS] = (double)c.errors;
    extra[ARD_SITES_PROBABILITY] = c.probability;
    extra[ARD_SITES_SCALED] = c.scaled;
    extra[ARD_SITES_DENSITY] = c.log_density;
    extra[ARD_SITES_SWEEPS] = (double)sites->sweeps;
}

void ard_design_close(ardor_context *context, ard_design *design)
{
    ard_free(context, design->columns);
    *design = (ard_design){0};
}

int ard_design_open(ardor_context *context, const ard_problem *problem, ard_design *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    const bool identity = problem->basis.kind == ARD_IDENTITY;
    const int64_t n = problem->x->n, p = problem->x->p, d = 1 + (identity ? p : n);
    ard_design design = {.problem = problem, .n = n, .d = d};
    *out = design;
    REQUIRE(context, ard_mul_ok(n, d, &cells), ARDOR_MEMORY, "%lld rows are too many for this method's matrices", (long long)n);
    NEW(context, design.columns, cells);
    for (int64_t i = 0; i < n; i++) design.columns[i] = 1.0;
    if (identity) ard_matrix_gather(problem->x, 0, n, p, NULL, design.columns + n, n);
    *out = design;
    design = (ard_design){0};
done:
    ard_design_close(context, &design);
    return rc;
}

int ard_design_set(ardor_context *context, ard_design *design, double scale)
{
    int rc = ARDOR_OK;
    const int64_t n = design->n;
    ard_kernel *kernel = NULL;
    int64_t *all = NULL;
    design->scale = scale;
    if (design->problem->basis.kind == ARD_IDENTITY) return ARDOR_OK;
    NEW(context, all, n);
    for (int64_t i = 0; i < n; i++) all[i] = i;
    TRY(ard_kernel_open_values(context, design->problem->basis, design->problem->x, NULL, &kernel));
    ard_kernel_set_all(kernel, scale);
    ard_kernel_columns(kernel, n, all, 0, design->columns + n);
done:
    ard_kernel_close(context, kernel);
    ard_free(context, all);
    return rc;
}

void ard_design_usable(const ard_design *design, bool *usable)
{
    const bool kernel = design->problem->basis.kind != ARD_IDENTITY;
    for (int64_t j = 0; j < design->d; j++) usable[j] = j == 0 || !kernel || design->problem->x->p > 0;
}

int ard_design_gather(ardor_context *context, const ard_design *design, int64_t m, const int64_t *column, double **out)
{
    int rc = ARDOR_OK;
    const int64_t n = design->n;
    double *copy = NULL;
    NEW(context, copy, n * m);
    for (int64_t t = 0; t < m; t++) memcpy(copy + t * n, design->columns + column[t] * n, (size_t)n * sizeof *copy);
done:
    *out = copy;
    return rc;
}

/* ------------------------------------------------------------------ posteriors */

int ard_posterior_of_weights(ardor_context *context, const ard_sites *s, int64_t m, const double *columns, const double *alpha,
                             const int64_t *term, ard_posterior *out)
{
    int rc = ARDOR_OK;
    const int64_t n = s->target.n;
    if (!s->dual) {
        TRY(ard_posterior_of_factor(context, &s->gauss, s->weight, out));
    } else {
        /* A^-1 - A^-1 Phi'C^-1 Phi A^-1, C^-1 = T^.5 B^-1 T^.5 */
        TRY(ard_posterior_open(context, m, n, true, out));
        for (int64_t j = 0; j < m; j++) {
            double sum = 0;
            out->prior[j] = 1.0 / alpha[j];
            for (int64_t i = 0; i < n; i++) {
                sum += columns[i + j * n] * (s->nu[i] - s->tau[i] * s->mu[i]);
                out->factor[i + j * n] = out->prior[j] * s->gauss.row[i] * columns[i + j * n];
            }
            out->mean[j] = out->prior[j] * sum;
        }
        ard_triangular_solve('N', n, m, s->gauss.l, n, out->factor, n);
    }
    memcpy(out->term, term, (size_t)m * sizeof *term);
done:
    return rc;
}

/* The form of a posterior has a constant of variance 1: a row of F takes back what of it the process does not have. */
int ard_posterior_of_process(ardor_context *context, const ard_sites *s, bool constant, double s2, ard_posterior *out)
{
    const int64_t n = s->target.n, rank = constant ? n : n + 1;
    int rc = ard_posterior_open(context, n + 1, rank, false, out);
    if (rc != ARDOR_OK) return rc;
    out->process = s2;
    for (int64_t i = 0; i < n; i++) {
        const double g = s->nu[i] - s->tau[i] * s->mu[i];
        if (constant) {
            out->mean[0] += g;
            out->factor[i] = s->gauss.row[i];
        }
        out->mean[i + 1] = s2 * g;
        out->factor[i + (i + 1) * rank] = s2 * s->gauss.row[i];
    }
    if (!constant) out->factor[n] = 1.0;
    for (int64_t t = 0; t <= n; t++) out->term[t] = t;
    ard_triangular_solve('N', n, n + 1, s->gauss.l, n, out->factor, rank);
    return rc;
}

/* ------------------------------------------------------------------ machines */

int ard_design_machine(ardor_context *context, const ard_design *design, const ard_link *link, double bias, int64_t m,
                       const int64_t *column, const double *weight, ard_machine *out)
{
    int rc = ARDOR_OK;
    const ard_problem *problem = design->problem;
    int64_t *index = NULL;
    ard_function_parts parts = {.basis = problem->basis, .link = link, .bias = bias, .weight = weight, .x = problem->x};
    NEW(context, index, m);
    for (int64_t t = 0; t < m; t++) index[t] = column[t] - 1;
    if (problem->basis.kind == ARD_IDENTITY) {
        parts.n_features = m;
        parts.feature = index;
    } else if (m > 0) {
        parts.n_features = problem->x->p;
        parts.one_scale = design->scale;
        parts.n_terms = m;
        parts.row = index;
    }
    TRY(ard_function_of(context, &parts, out));
done:
    ard_free(context, index);
    return rc;
}
