/* Posteriors: memory and prediction. */
#include "method/posterior.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "link/logit.h"
#include "method/posterior_output.h"
#include "special/probit.h"

void ard_posterior_close(ardor_context *context, ard_posterior *posterior)
{
    ard_free(context, posterior->factor);
    ard_free(context, posterior->prior);
    ard_free(context, posterior->mean);
    ard_free(context, posterior->term);
    *posterior = (ard_posterior){0};
}

void ard_posteriors_free(ardor_context *context, int64_t n, ard_posterior *posterior)
{
    for (int64_t i = 0; i < n && posterior; i++) ard_posterior_close(context, posterior + i);
    ard_free(context, posterior);
}

int ard_posterior_open(ardor_context *context, int64_t m, int64_t rank, bool prior, ard_posterior *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    *out = (ard_posterior){.share = 1, .m = m, .rank = rank}; /* what follows is the caller's to free, on errors too */
    REQUIRE(context, ard_mul_ok(m, rank, &cells), ARDOR_MEMORY, "a posterior of %lld weights is too large", (long long)m);
    NEW(context, out->term, m);
    NEW(context, out->mean, m);
    if (prior) NEW(context, out->prior, m);
    NEW(context, out->factor, cells);
done:
    return rc;
}

int ard_posteriors_copy(ardor_context *context, int64_t n, const ard_posterior *from, ard_posterior **to)
{
    int rc = ARDOR_OK;
    ard_posterior *copy = NULL;
    *to = NULL;
    if (!from) return rc;
    NEW(context, copy, n);
    for (int64_t i = 0; i < n; i++) {
        const ard_posterior *a = from + i;
        TRY(ard_posterior_open(context, a->m, a->rank, a->prior != NULL, copy + i));
        copy[i].share = a->share;
        copy[i].process = a->process;
        memcpy(copy[i].term, a->term, (size_t)a->m * sizeof *a->term);
        memcpy(copy[i].mean, a->mean, (size_t)a->m * sizeof *a->mean);
        if (a->prior) memcpy(copy[i].prior, a->prior, (size_t)a->m * sizeof *a->prior);
        memcpy(copy[i].factor, a->factor, (size_t)(a->m * a->rank) * sizeof *a->factor);
    }
    *to = copy;
    copy = NULL;
done:
    ard_posteriors_free(context, n, copy);
    return rc;
}

/* ------------------------------------------------------------------ prediction */

/* Rows are worked off in blocks of this many. */
enum { BLOCK_ROWS = 256 };

typedef struct block {
    int64_t rows;
    double *columns; /* rows x n_features: the solution's columns */
    double *phi;     /* rows x (1 + weights) */
    double *part;    /* rows x m: phi of a posterior's terms */
    double *product; /* rows x rank */
    double *mean, *variance;
} block;

/* k(x, x) of row i. */
static double self_kernel(const ard_solution *s, const block *b, int64_t i)
{
    double sum = 0;
    if (s->basis.kind == ARD_RBF) return 1.0;
    for (int64_t t = 0; t < s->n_features; t++) {
        const double x = b->columns[i + t * b->rows];
        sum += s->scale[t] * x * x;
    }
    if (s->basis.kind == ARD_LINEAR) return sum;
    double power = 1.0;
    for (int r = 0; r < s->basis.degree; r++) power *= 1.0 + sum;
    return power;
}

static void moments(const ard_solution *s, const ard_posterior *q, block *b)
{
    const int64_t rows = b->rows;
    for (int64_t t = 0; t < q->m; t++) memcpy(b->part + t * rows, b->phi + q->term[t] * rows, (size_t)rows * sizeof *b->part);
    ard_gemv('N', rows, q->m, 1.0, b->part, rows, q->mean, 0.0, b->mean);
    ard_gemm('N', 'T', rows, q->rank, q->m, 1.0, b->part, rows, q->factor, q->rank, 0.0, b->product, rows);
    for (int64_t i = 0; i < rows; i++) {
        double length = 0, prior = 0;
        for (int64_t k = 0; k < q->rank; k++) length += b->product[i + k * rows] * b->product[i + k * rows];
        if (q->process > 0)
            prior = 1.0 + q->process * self_kernel(s, b, i);
        else if (q->prior)
            for (int64_t t = 0; t < q->m; t++) prior += q->prior[t] * b->part[i + t * rows] * b->part[i + t * rows];
        b->variance[i] = q->process > 0 || q->prior ? (prior < length ? 0.0 : prior - length) : length; /* NaN stays */
    }
}

/* The probabilities of the two classes, each from its own side: 1 - p would lose every digit of a small one. */
static void add_probabilities(const ard_posterior *q, const block *b, bool logit, double *negative, double *positive)
{
    for (int64_t i = 0; i < b->rows; i++) {
        double z = b->mean[i] / sqrt(1.0 + b->variance[i]), p[2] = {-z, z};
        if (logit) {
            p[0] = ard_logit_moderated(-b->mean[i], b->variance[i]);
            p[1] = ard_logit_moderated(b->mean[i], b->variance[i]);
        } else {
            ard_normal_cdf(2, p, p);
        }
        negative[i] += q->share * p[0];
        positive[i] += q->share * p[1];
    }
}

static int predict(ardor_context *context, const ard_solution *s, int64_t n, const double *x, int64_t ldx, bool logit,
                   double *prob)
{
    int rc = ARDOR_OK;
    const int64_t terms = 1 + (s->basis.kind == ARD_IDENTITY ? s->n_features : s->n_vectors), room = ard_min64(n, BLOCK_ROWS);
    int64_t rank = 0;
    block b = {0};
    for (int64_t k = 0; k < s->n_posteriors; k++) rank = ard_max64(rank, s->posterior[k].rank);
    NEW(context, b.columns, room * s->n_features);
    NEW(context, b.phi, room * terms);
    NEW(context, b.part, room * terms);
    NEW(context, b.product, room * rank);
    NEW(context, b.mean, room);
    NEW(context, b.variance, room);
    memset(prob, 0, (size_t)(2 * n) * sizeof *prob);
    for (int64_t row = 0; row < n; row += room) {
        b.rows = ard_min64(room, n - row);
        for (int64_t t = 0; t < s->n_features; t++)
            memcpy(b.columns + t * b.rows, x + s->feature[t] * ldx + row, (size_t)b.rows * sizeof *b.columns);
        TRY(ard_solution_basis(context, s, b.rows, b.columns, b.phi));
        for (int64_t k = 0; k < s->n_posteriors; k++) {
            moments(s, s->posterior + k, &b);
            TRY(ard_require_finite(context, row, b.rows, b.mean, n));
            TRY(ard_require_finite(context, row, b.rows, b.variance, n));
            add_probabilities(s->posterior + k, &b, logit, prob + row, prob + n + row);
        }
    }
done:
    ard_free(context, b.variance);
    ard_free(context, b.mean);
    ard_free(context, b.product);
    ard_free(context, b.part);
    ard_free(context, b.phi);
    ard_free(context, b.columns);
    return rc;
}

int ard_posterior_predict_probit(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                                 double *prob)
{
    return predict(context, solution, n, x, ldx, false, prob);
}

int ard_posterior_predict_logit(ardor_context *context, const ard_solution *solution, int64_t n, const double *x, int64_t ldx,
                                double *prob)
{
    return predict(context, solution, n, x, ldx, true, prob);
}
