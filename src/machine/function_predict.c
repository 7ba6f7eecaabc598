/* Values and probabilities of a function. */
#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "machine/function_inside.h"

/* Rows to a block: where a row becomes one value (as many as kernel.c takes at a time), and where it becomes one a term. */
enum { VALUE_ROWS = 2048, TERM_ROWS = 256 };
/* Up to so many rows in all, each is worked off by itself: opening a kernel costs more. */
enum { BY_ROW = 8 };

/* ------------------------------------------------------------------ rows before a kernel */

/* Rows first .. first + rows of x, in the columns of the machine. */
typedef struct block {
    int64_t first, rows;
    double *columns; /* rows x n_features */
    int64_t *all;    /* 0, 1, ..: the lists of a kernel are of all features and terms */
    double *work;    /* max(n_features, n_terms) */
    double *value;   /* n_terms: of the kernel, for one row */
} block;

static int block_open(ardor_context *context, const ard_machine *m, int64_t room, block *b)
{
    int rc = ARDOR_OK;
    const ard_function *f = m->content;
    const int64_t n = ard_max64(m->n_features, f->n_terms);
    NEW(context, b->columns, room * m->n_features);
    NEW(context, b->all, n);
    NEW(context, b->work, n);
    NEW(context, b->value, f->n_terms);
    for (int64_t i = 0; i < n; i++) b->all[i] = i;
done:
    return rc;
}

static void block_close(ardor_context *context, block *b)
{
    ard_free(context, b->value);
    ard_free(context, b->work);
    ard_free(context, b->all);
    ard_free(context, b->columns);
}

static ard_list scales(const ard_machine *m, const block *b)
{
    return (ard_list){m->n_features, b->all, ((const ard_function *)m->content)->scale};
}

static void gather_block(const ard_machine *m, const ard_matrix *x, block *b)
{
    ard_matrix_gather(x, b->first, b->rows, m->n_features, m->feature, b->columns, b->rows);
}

/* Of row i of the block, into b->value. */
static void kernel_of_row(const ard_machine *m, const block *b, int64_t i)
{
    const ard_function *f = m->content;
    const ard_array centres = {.x = f->centre, .ld = f->n_terms};
    ard_kernel_row(f->basis, &centres, f->n_terms, m->n_features, b->columns + i, b->rows, f->scale, b->work, b->value);
}

/* derivatives: with room for them. */
static int kernel_of_block(ardor_context *context, const ard_machine *m, const block *b, bool derivatives, ard_kernel **out)
{
    const ard_function *f = m->content;
    const ard_matrix x = ard_matrix_dense(b->rows, m->n_features, b->columns, b->rows);
    const ard_matrix z = ard_matrix_dense(f->n_terms, m->n_features, f->centre, f->n_terms);
    int rc = (derivatives ? ard_kernel_open : ard_kernel_open_values)(context, f->basis, &x, &z, out);
    if (rc == ARDOR_OK) ard_kernel_set(*out, scales(m, b));
    return rc;
}

/* ------------------------------------------------------------------ values */

/* Of so many that are left. A rest joins the last block: the BLAS sums in another order where rows are very few. */
static int64_t value_rows(int64_t left) { return left < 2 * VALUE_ROWS ? left : VALUE_ROWS; }

/* All rows are in the block. */
static void values_by_row(const ard_machine *m, const block *b, double *f)
{
    const ard_function *function = m->content;
    const int64_t n_terms = function->n_terms;
    for (int64_t i = 0; i < b->rows; i++) {
        kernel_of_row(m, b, i);
        for (int c = 0; c < function->n_outputs; c++)
            f[i + c * b->rows] = ard_dot(n_terms, b->value, function->weight + c * n_terms);
    }
}

static int kernel_values(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *f)
{
    int rc = ARDOR_OK;
    const ard_function *function = m->content;
    const int64_t n_terms = function->n_terms;
    ard_kernel *kernel = NULL;
    block b = {0};
    TRY(block_open(context, m, ard_min64(x->n, 2 * VALUE_ROWS - 1), &b));
    for (; b.first < x->n; b.first += b.rows) {
        b.rows = value_rows(x->n - b.first);
        gather_block(m, x, &b);
        if (x->n <= BY_ROW) {
            values_by_row(m, &b, f);
            continue;
        }
        TRY(kernel_of_block(context, m, &b, false, &kernel));
        for (int c = 0; c < function->n_outputs; c++)
            ard_kernel_latent(kernel, (ard_list){n_terms, b.all, function->weight + c * n_terms}, f + b.first + c * x->n);
        ard_kernel_close(context, kernel);
        kernel = NULL;
    }
done:
    ard_kernel_close(context, kernel);
    block_close(context, &b);
    return rc;
}

int function_n_scores(const ard_machine *m) { return ((const ard_function *)m->content)->n_outputs; }

int function_scores(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *f)
{
    int rc = ARDOR_OK;
    const ard_function *function = m->content;
    const int64_t n = x->n, n_terms = function->n_terms;
    memset(f, 0, (size_t)(n * function->n_outputs) * sizeof *f);
    if (function->basis.kind == ARD_IDENTITY)
        for (int c = 0; c < function->n_outputs; c++)
            ard_matrix_times(x, (ard_list){n_terms, m->feature, function->weight + c * n_terms}, f + c * n);
    else if (n_terms > 0)
        TRY(kernel_values(context, m, x, f));
    for (int c = 0; c < function->n_outputs; c++) {
        for (int64_t i = 0; i < n; i++) f[i + c * n] += function->bias[c];
        TRY(ard_machine_require_finite(context, 0, n, f + c * n, n));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ probabilities of a function that is what it is */

static void copy_columns(int64_t rows, int64_t n_columns, const double *from, int64_t ld_from, double *to, int64_t ld_to)
{
    for (int64_t j = 0; j < n_columns; j++) memcpy(to + j * ld_to, from + j * ld_from, (size_t)rows * sizeof *to);
}

/* A link has no more outputs than classes: f is put where the probabilities will be, and goes through a buffer. */
static int predict_point(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    int rc = ARDOR_OK;
    const ard_function *function = m->content;
    const int64_t room = ard_min64(x->n, VALUE_ROWS);
    double *f = NULL, *p = NULL;
    NEW(context, f, room * function->n_outputs);
    NEW(context, p, room * m->n_classes);
    TRY(function_scores(context, m, x, prob));
    for (int64_t first = 0; first < x->n; first += VALUE_ROWS) {
        const int64_t rows = ard_min64(VALUE_ROWS, x->n - first);
        copy_columns(rows, function->n_outputs, prob + first, x->n, f, rows);
        function->link->probabilities(rows, m->n_classes, f, NULL, p);
        copy_columns(rows, m->n_classes, p, rows, prob + first, x->n);
    }
done:
    ard_free(context, p);
    ard_free(context, f);
    return rc;
}

/* ------------------------------------------------------------------ ... and of one with posteriors */

typedef struct mixture {
    block b;
    bool scales;     /* does a posterior have terms of scales? */
    double *phi;     /* rows x (1 + n_terms), and n_features with scales */
    double *part;    /* rows x m: phi of a posterior's terms */
    double *product; /* rows x rank */
    double *mean, *variance, *prior;
    double *prob;   /* rows x n_classes */
    double *middle; /* of the means so far */
} mixture;

/* Its terms are the first ones: the columns are there as they stand. */
static bool leads(const ard_posterior *q) { return q->term[q->m - 1] == q->m - 1; }

static int mixture_open(ardor_context *context, const ard_machine *m, int64_t room, mixture *w)
{
    int rc = ARDOR_OK;
    const ard_function *f = m->content;
    int64_t rank = 0, terms = 0;
    for (int64_t k = 0; k < f->n_posteriors; k++) {
        rank = ard_max64(rank, f->posterior[k].rank);
        if (!leads(f->posterior + k)) terms = ard_max64(terms, f->posterior[k].m);
        if (f->posterior[k].term[f->posterior[k].m - 1] > f->n_terms) w->scales = true;
    }
    TRY(block_open(context, m, room, &w->b));
    NEW(context, w->phi, room * (1 + f->n_terms + (w->scales ? m->n_features : 0)));
    NEW(context, w->part, room * terms);
    NEW(context, w->product, room * rank);
    NEW(context, w->mean, room);
    NEW(context, w->variance, room);
    NEW(context, w->prior, room);
    NEW(context, w->prob, room * m->n_classes);
    NEW(context, w->middle, room);
done:
    return rc;
}

static void mixture_close(ardor_context *context, mixture *w)
{
    ard_free(context, w->middle);
    ard_free(context, w->prob);
    ard_free(context, w->prior);
    ard_free(context, w->variance);
    ard_free(context, w->mean);
    ard_free(context, w->product);
    ard_free(context, w->part);
    ard_free(context, w->phi);
    block_close(context, &w->b);
}

/* phi = [1, basis functions, derivatives in the scales] of the block's rows, and its columns where a kernel has some. */
static int fill_phi(ardor_context *context, const ard_machine *m, const ard_matrix *x, mixture *w)
{
    int rc = ARDOR_OK;
    const ard_function *f = m->content;
    const int64_t rows = w->b.rows;
    ard_kernel *kernel = NULL;
    for (int64_t i = 0; i < rows; i++) w->phi[i] = 1.0;
    if (f->basis.kind == ARD_IDENTITY) {
        ard_matrix_gather(x, w->b.first, rows, m->n_features, m->feature, w->phi + rows, rows);
        goto done;
    }
    gather_block(m, x, &w->b);
    if (x->n <= BY_ROW && !w->scales) {
        for (int64_t i = 0; i < rows; i++) {
            kernel_of_row(m, &w->b, i);
            for (int64_t t = 0; t < f->n_terms; t++) w->phi[i + (1 + t) * rows] = w->b.value[t];
        }
    } else {
        TRY(kernel_of_block(context, m, &w->b, w->scales, &kernel));
        ard_kernel_columns(kernel, f->n_terms, w->b.all, 0, w->phi + rows);
        if (w->scales)
            ard_kernel_jacobian(kernel, (ard_list){f->n_terms, w->b.all, f->weight}, w->phi + rows, m->n_features, w->b.all,
                                w->phi + (1 + f->n_terms) * rows);
    }
done:
    ard_kernel_close(context, kernel);
    return rc;
}

/* What the variance is taken from: nothing, or the prior's variance of f. */
static void prior_variance(const ard_machine *m, const ard_posterior *q, const double *part, const mixture *w, double *out)
{
    const ard_function *f = m->content;
    const int64_t rows = w->b.rows;
    if (q->process > 0) {
        ard_kernel_self(f->basis, rows, w->b.columns, rows, m->n_features, f->scale, out);
        for (int64_t i = 0; i < rows; i++) out[i] = 1.0 + q->process * out[i];
        return;
    }
    memset(out, 0, (size_t)rows * sizeof *out);
    for (int64_t t = 0; t < q->m; t++)
        for (int64_t i = 0; i < rows; i++) out[i] += q->prior[t] * part[i + t * rows] * part[i + t * rows];
}

static void moments(const ard_machine *m, const ard_posterior *q, mixture *w)
{
    const int64_t rows = w->b.rows;
    const double *part = w->phi;
    if (!leads(q)) {
        for (int64_t t = 0; t < q->m; t++) copy_columns(rows, 1, w->phi + q->term[t] * rows, rows, w->part + t * rows, rows);
        part = w->part;
    }
    ard_gemv('N', rows, q->m, 1.0, part, rows, q->mean, 0.0, w->mean);
    if (rows == 1) /* dgemm would copy the factor first */
        ard_gemv('N', q->rank, q->m, 1.0, q->factor, q->rank, part, 0.0, w->product);
    else
        ard_gemm('N', 'T', rows, q->rank, q->m, 1.0, part, rows, q->factor, q->rank, 0.0, w->product, rows);
    memset(w->variance, 0, (size_t)rows * sizeof *w->variance);
    for (int64_t k = 0; k < q->rank; k++)
        for (int64_t i = 0; i < rows; i++) w->variance[i] += w->product[i + k * rows] * w->product[i + k * rows];
    if (!(q->process > 0) && !q->prior) return;
    prior_variance(m, q, part, w, w->prior);
    for (int64_t i = 0; i < rows; i++)
        w->variance[i] = w->prior[i] < w->variance[i] ? 0.0 : w->prior[i] - w->variance[i]; /* rounding; NaN stays */
}

static void add_probabilities(const ard_machine *m, const ard_posterior *q, mixture *w, int64_t n, double *prob)
{
    const int64_t rows = w->b.rows;
    ((const ard_function *)m->content)->link->probabilities(rows, m->n_classes, w->mean, w->variance, w->prob);
    for (int c = 0; c < m->n_classes; c++)
        for (int64_t i = 0; i < rows; i++) prob[w->b.first + i + c * n] += q->share * w->prob[i + c * rows];
}

/* Of a mixture the mean of the variances and the variance of the means, which West's recurrence adds up without cancellation;
 * `before`: the shares so far. The shares add up to 1. */
static void add_variances(const ard_posterior *q, double before, mixture *w, double *variance)
{
    const double all = before + q->share;
    if (before == 0) memset(w->middle, 0, (size_t)w->b.rows * sizeof *w->middle);
    for (int64_t i = 0; i < w->b.rows; i++) {
        const double off = w->mean[i] - w->middle[i];
        w->middle[i] += off * q->share / all;
        variance[i] += q->share * w->variance[i] + (before > 0 ? q->share * off * (w->mean[i] - w->middle[i]) : 0);
    }
}

/* prob, variance: NULL where it is not asked for. */
static int mixture_of_rows(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob, double *variance)
{
    int rc = ARDOR_OK;
    const ard_function *f = m->content;
    const int64_t n = x->n;
    mixture w = {0};
    TRY(mixture_open(context, m, ard_min64(n, TERM_ROWS), &w));
    if (prob) memset(prob, 0, (size_t)(n * m->n_classes) * sizeof *prob);
    if (variance) memset(variance, 0, (size_t)n * sizeof *variance);
    for (; w.b.first < n; w.b.first += TERM_ROWS) {
        const int64_t first = w.b.first, rows = ard_min64(TERM_ROWS, n - first);
        double share = 0;
        w.b.rows = rows;
        TRY(fill_phi(context, m, x, &w));
        for (int64_t k = 0; k < f->n_posteriors; k++) {
            moments(m, f->posterior + k, &w);
            TRY(ard_machine_require_finite(context, first, rows, w.mean, n));
            TRY(ard_machine_require_finite(context, first, rows, w.variance, n));
            if (prob) add_probabilities(m, f->posterior + k, &w, n, prob);
            if (variance) add_variances(f->posterior + k, share, &w, variance + first);
            share += f->posterior[k].share;
        }
    }
done:
    mixture_close(context, &w);
    return rc;
}

int function_variances(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *variance)
{
    const ard_function *f = m->content;
    if (f->n_posteriors > 0) return mixture_of_rows(context, m, x, NULL, variance);
    for (int64_t i = 0; i < x->n * f->n_outputs; i++) variance[i] = (double)NAN;
    return ARDOR_OK;
}

int function_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    const ard_function *f = m->content;
    return f->n_posteriors > 0 ? mixture_of_rows(context, m, x, prob, NULL) : predict_point(context, m, x, prob);
}
