/* Entries of the tables of matrices and links that only tests have: that a new one fits through the tables alone. */
#ifndef TOY_H
#define TOY_H

#include "link/link.h"
#include "matrix/matrix.h"
#include "numeric.h"

/* ---- a sparse storage: for each row a list of columns and values */

typedef struct toy_lists {
    int64_t n, p;
    int64_t *start, *column; /* n + 1; start[n] */
    double *value;
} toy_lists;

static inline toy_lists toy_lists_of(int64_t n, int64_t p, const double *dense)
{
    toy_lists s = {n, p, make_array(n + 1, sizeof *s.start), make_array(n * p, sizeof *s.column), make_reals(n * p)};
    int64_t used = 0;
    for (int64_t i = 0; i < n; i++) {
        s.start[i] = used;
        for (int64_t j = p - 1; j >= 0; j--) /* in no order that anybody may count on */
            if (dense[j * n + i] != 0) {
                s.column[used] = j;
                s.value[used++] = dense[j * n + i];
            }
    }
    s.start[n] = used;
    return s;
}

static inline void toy_lists_free(toy_lists *s)
{
    free(s->start);
    free(s->column);
    free(s->value);
}

static inline double toy_lists_at(const toy_lists *s, int64_t row, int64_t column)
{
    for (int64_t k = s->start[row]; k < s->start[row + 1]; k++)
        if (s->column[k] == column) return s->value[k];
    return 0;
}

static inline void toy_lists_gather(const ard_matrix *x, int64_t first, int64_t n, const int64_t *row, int64_t n_columns,
                                    const int64_t *column, double *out, int64_t ld)
{
    for (int64_t j = 0; j < n_columns; j++)
        for (int64_t i = 0; i < n; i++)
            out[i + j * ld] = toy_lists_at(x->store, row ? row[i] : first + i, column ? column[j] : j);
}

static inline void toy_lists_times(const ard_matrix *x, int64_t n, const int64_t *row, ard_list w, double *f)
{
    const toy_lists *s = x->store;
    double *dense = make_reals(s->p);
    for (int64_t k = 0; k < w.n; k++) dense[w.index[k]] += w.value[k];
    for (int64_t i = 0; i < n; i++) {
        const int64_t r = row ? row[i] : i;
        for (int64_t k = s->start[r]; k < s->start[r + 1]; k++) f[i] += s->value[k] * dense[s->column[k]];
    }
    free(dense);
}

static inline void toy_lists_transposed(const ard_matrix *x, int64_t n, const int64_t *row, int64_t n_columns,
                                        const int64_t *column, const double *g, double *d)
{
    const toy_lists *s = x->store;
    double *dense = make_reals(s->p);
    for (int64_t i = 0; i < n; i++) {
        const int64_t r = row ? row[i] : i;
        for (int64_t k = s->start[r]; k < s->start[r + 1]; k++) dense[s->column[k]] += g[i] * s->value[k];
    }
    for (int64_t j = 0; j < n_columns; j++) d[j] = dense[column ? column[j] : j];
    free(dense);
}

static inline const double *toy_no_array(const ard_matrix *x, int64_t *ld)
{
    (void)x;
    *ld = -1;
    return NULL;
}

static const ard_matrix_kind toy_lists_kind = {.name = "lists",
                                               .gather = toy_lists_gather,
                                               .times = toy_lists_times,
                                               .transposed = toy_lists_transposed,
                                               .array = toy_no_array};

static inline ard_matrix toy_lists_matrix(const toy_lists *s)
{
    return (ard_matrix){.kind = &toy_lists_kind, .store = s, .n = s->n, .p = s->p};
}

/* ---- a link that is neither symmetric nor in the library: complementary log-log, P(class 1) = 1 - exp(-exp(f)) */

static inline int toy_cloglog_outputs(int n_classes) { return n_classes == 2 ? 1 : 0; }

static inline double toy_cloglog_value(const ard_targets *t, const double *f)
{
    double sum = 0;
    for (int64_t i = 0; i < t->n; i++) sum += ard_target_weight(t, i) * (t->label[i] ? log(-expm1(-exp(f[i]))) : -exp(f[i]));
    return sum;
}

/* With e = exp(f) and q = e / (exp(e) - 1): d log P(1) = q, d2 log P(1) = q (1 - e - q); d log P(0) = d2 log P(0) = -e. */
static inline void toy_cloglog_derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double c = ard_target_weight(t, i), e = exp(f[i]), q = e / expm1(e);
        residual[i] = c * (t->label[i] ? q : -e);
        if (curvature) curvature[i] = c * (t->label[i] ? q * (e + q - 1) : e);
    }
}

/* Of q a, a = e + q - 1: q' = -q a, a' = e - q a. */
static inline void toy_cloglog_third(const ard_targets *t, const double *f, double *slope)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double e = exp(f[i]), q = e / expm1(e), a = e + q - 1;
        slope[i] = ard_target_weight(t, i) * (t->label[i] ? q * (e - q * a - a * a) : e);
    }
}

static inline void toy_cloglog_intercepts(int n_classes, const double *share, double *bias)
{
    (void)n_classes;
    *bias = log(-log1p(-share[1]));
}

static inline void toy_cloglog_probabilities(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    (void)n_classes;
    (void)variance;
    for (int64_t i = 0; i < n; i++) {
        prob[i] = exp(-exp(mean[i]));
        prob[i + n] = -expm1(-exp(mean[i]));
    }
}

static const ard_link toy_cloglog = {.name = "cloglog",
                                     .outputs = toy_cloglog_outputs,
                                     .value = toy_cloglog_value,
                                     .derivatives = toy_cloglog_derivatives,
                                     .third = toy_cloglog_third,
                                     .intercepts = toy_cloglog_intercepts,
                                     .probabilities = toy_cloglog_probabilities};

/* ---- a link whose log likelihood is not concave: cauchit, P(class 1) = 1/2 + atan(f)/pi */

static inline double toy_cauchit_of(double f) { return atan2(1, -f) / acos(-1); }

static inline double toy_cauchit_value(const ard_targets *t, const double *f)
{
    double sum = 0;
    for (int64_t i = 0; i < t->n; i++) sum += ard_target_weight(t, i) * log(toy_cauchit_of(ard_target_sign(t, i) * f[i]));
    return sum;
}

static inline void toy_cauchit_derivatives(const ard_targets *t, const double *f, double *residual, double *curvature)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double c = ard_target_weight(t, i), y = ard_target_sign(t, i), density = 1 / (acos(-1) * (1 + f[i] * f[i]));
        const double d = y * density / toy_cauchit_of(y * f[i]);
        residual[i] = c * d;
        if (curvature) curvature[i] = c * d * (d + 2 * f[i] / (1 + f[i] * f[i]));
    }
}

/* d' = -d (d + r), r = 2 f / (1 + f^2), r' = 2 (1 - f^2) / (1 + f^2)^2. */
static inline void toy_cauchit_third(const ard_targets *t, const double *f, double *slope)
{
    for (int64_t i = 0; i < t->n; i++) {
        const double y = ard_target_sign(t, i), s = 1 + f[i] * f[i], r = 2 * f[i] / s;
        const double d = y / (acos(-1) * s) / toy_cauchit_of(y * f[i]), curvature = d * (d + r);
        slope[i] = ard_target_weight(t, i) * (-curvature * (2 * d + r) + d * 2 * (1 - f[i] * f[i]) / (s * s));
    }
}

static inline void toy_cauchit_intercepts(int n_classes, const double *share, double *bias)
{
    (void)n_classes;
    *bias = tan(acos(-1) * (share[1] - .5));
}

static inline void toy_cauchit_probabilities(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    (void)n_classes;
    (void)variance;
    for (int64_t i = 0; i < n; i++) {
        prob[i] = toy_cauchit_of(-mean[i]);
        prob[i + n] = toy_cauchit_of(mean[i]);
    }
}

static const ard_link toy_cauchit = {.name = "cauchit",
                                     .outputs = toy_cloglog_outputs,
                                     .value = toy_cauchit_value,
                                     .derivatives = toy_cauchit_derivatives,
                                     .third = toy_cauchit_third,
                                     .intercepts = toy_cauchit_intercepts,
                                     .probabilities = toy_cauchit_probabilities};
#endif
