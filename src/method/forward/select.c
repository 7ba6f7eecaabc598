/* See select.h. Let x_j be a column, centred and times the roots of the weights, and r the residual of the labels: on the columns
 * so far and x_j it is smaller by (x_j'r)^2/|x_j|^2, with x_j reduced to what is outside their span. Products with each new basis
 * vector q keep both numbers up to date, so that a step reads the matrix once and writes nothing of its size:
 * |x_j|^2 -= (x_j'q)^2, x_j'r -= (x_j'q)(q'r). */
#include "method/forward/select.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

static const double COLLINEAR = 1e-8;       /* of a column's variance that the columns so far leave */
static const double SEPARATED = 1e-8;       /* of the labels' variance: no less is left */
static const double EQUAL = 1e-9;           /* relatively: gains that differ by less do by rounding */
static const double LEAST_SQUARES = 1e-280; /* of which a share of 1e-8 is a number with all its digits */
enum { FIRST_ROOM = 16 };

void selection_close(ardor_context *context, selection *s)
{
    ard_free(context, s->left);
    ard_free(context, s->effect);
    ard_free(context, s->q);
    ard_free(context, s->column);
    ard_free(context, s->product);
    ard_free(context, s->scratch);
    ard_free(context, s->along);
    ard_free(context, s->outset);
    ard_free(context, s->size);
    ard_free(context, s->residual);
    ard_free(context, s->root);
    *s = (selection){0};
}

/* The centred column times the roots; returns its mean. */
static double take_column(const selection *s, int64_t j, double *out)
{
    const int64_t n = s->target->n;
    double mean = 0;
    ard_matrix_gather(s->x, 0, n, 1, &j, out, n);
    for (int64_t i = 0; i < n; i++) mean += s->root[i] * s->root[i] * out[i];
    mean /= s->target->weight_sum;
    for (int64_t i = 0; i < n; i++) out[i] = s->root[i] * (out[i] - mean);
    return mean;
}

static int allocate(ardor_context *context, selection *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->x->n, p = s->x->p;
    NEW(context, s->root, n);
    NEW(context, s->residual, n);
    NEW(context, s->size, p);
    NEW(context, s->outset, p);
    NEW(context, s->along, p);
    NEW(context, s->scratch, n);
    NEW(context, s->product, p);
    NEW(context, s->left, 1);
done:
    return rc;
}

/* Two degrees of freedom are left for the variance within the classes. */
static int64_t most_columns(const selection *s)
{
    return ard_max64(0, ard_min64(s->x->p, (int64_t)ard_clip(s->target->weight_sum, 0, 1e15) - 2));
}

int selection_open(ardor_context *context, const ard_matrix *x, const ard_targets *target, selection *out)
{
    int rc = ARDOR_OK;
    double mean = 0;
    *out = (selection){.x = x, .target = target};
    out->most = most_columns(out);
    TRY(allocate(context, out));
    for (int64_t i = 0; i < x->n; i++) out->root[i] = sqrt(ard_target_weight(target, i));
    for (int64_t i = 0; i < x->n; i++) mean += ard_target_weight(target, i) * ard_target_sign(target, i) / target->weight_sum;
    for (int64_t i = 0; i < x->n; i++) out->residual[i] = out->root[i] * (ard_target_sign(target, i) - mean);
    const double length = sqrt(ard_dot(x->n, out->residual, out->residual));
    if (length > 0) ard_scal(x->n, 1 / length, out->residual);
    for (int64_t j = 0; j < x->p; j++) {
        take_column(out, j, out->scratch);
        out->size[j] = out->outset[j] = ard_dot(x->n, out->scratch, out->scratch);
        out->along[j] = ard_dot(x->n, out->scratch, out->residual);
        REQUIRE(context, isfinite(out->size[j]) && (out->size[j] > LEAST_SQUARES || ard_amax(x->n, out->scratch) == 0),
                ARDOR_NUMERIC,
                "the squares of feature %lld of %lld are beyond the range of numbers: standardise the features (--standardise "
                "train)",
                (long long)j + 1, (long long)x->p);
    }
    out->left[0] = 1;
done:
    return rc;
}

int selection_grow(ardor_context *context, selection *s)
{
    int rc = ARDOR_OK;
    int64_t size = 0;
    if (s->n < s->room || s->n == s->most) return ARDOR_OK;
    const int64_t room = ard_min64(s->most, s->room > 0 ? 2 * s->room : FIRST_ROOM);
    REQUIRE(context, ard_mul_ok(s->x->n, room, &size), ARDOR_MEMORY, "%lld columns are too many", (long long)room);
    EXTEND(context, s->column, room);
    EXTEND(context, s->left, room + 1);
    EXTEND(context, s->effect, room);
    EXTEND(context, s->q, size);
    s->room = room;
done:
    return rc;
}

/* The column of the largest gain, of equal ones the first; -1: none may enter. */
static int64_t find(const selection *s)
{
    int64_t best = -1;
    double most = 0;
    for (int64_t j = 0; j < s->x->p; j++) {
        if (!(s->size[j] > COLLINEAR * s->outset[j])) continue;
        const double gain = s->along[j] * s->along[j] / s->size[j];
        if (!(gain > most * (1 + EQUAL))) continue;
        best = j;
        most = gain;
    }
    return best;
}

/* Its part outside the span, of length 1; false: there is none but for rounding. Twice is enough. */
static bool reduce(selection *s, int64_t j)
{
    const int64_t n = s->target->n;
    double *q = s->q + s->n * n;
    take_column(s, j, q);
    for (int pass = 0; pass < 2; pass++)
        for (int64_t k = 0; k < s->n; k++) ard_axpy(n, -ard_dot(n, s->q + k * n, q), s->q + k * n, q);
    const double size = ard_dot(n, q, q);
    if (!(size > COLLINEAR * s->outset[j])) return false;
    ard_scal(n, 1 / sqrt(size), q);
    return true;
}

static void enter(selection *s, int64_t j)
{
    const int64_t n = s->target->n, p = s->x->p;
    const double *q = s->q + s->n * n, along = ard_dot(n, q, s->residual);
    for (int64_t i = 0; i < n; i++) s->scratch[i] = s->root[i] * q[i];
    ard_matrix_transposed(s->x, s->scratch, s->product);
    for (int64_t k = 0; k < p; k++) {
        s->size[k] -= s->product[k] * s->product[k];
        s->along[k] -= s->product[k] * along;
    }
    ard_axpy(n, -along, q, s->residual);
    s->size[j] = 0;
    s->effect[s->n] = along;
    s->column[s->n++] = j;
    s->left[s->n] = ard_dot(n, s->residual, s->residual);
}

void selection_step(selection *s)
{
    int64_t j = s->ended || s->n == s->most ? -1 : find(s);
    for (; j >= 0 && !reduce(s, j); j = find(s)) s->size[j] = 0; /* it was rounding */
    if (j >= 0) enter(s, j);
    s->ended = j < 0 || s->n == s->most || s->left[s->n] <= SEPARATED;
}

/* Of the first m columns the factor R' of their scatter T = R'R, from Z = QR, and their means. */
static void factor_of(const selection *s, int64_t m, double *z, double *factor, double *mean)
{
    const int64_t n = s->target->n;
    for (int64_t k = 0; k < m; k++) mean[k] = take_column(s, s->column[k], z + k * n);
    ard_gemm('T', 'N', m, m, n, 1, z, n, s->q, n, 0, factor, m);
}

/* With d the difference of the means and k = n_0 n_1/W the scatter within the classes is T - k dd', so that its inverse times d
 * is T^-1 d/left. The labels, of length 1, have the regression R^-1 effect = sqrt(k) T^-1 d. So nothing is factored that is
 * singular where the classes are apart; only `left` may vanish. */
int selection_discriminant(ardor_context *context, const selection *s, int64_t m, double *bias, double *weight, double *criterion)
{
    int rc = ARDOR_OK;
    const ard_targets *t = s->target;
    double *z = NULL, *factor = NULL, *mean = NULL, sum[2] = {0};
    NEW(context, z, t->n * m);
    NEW(context, factor, m * m);
    NEW(context, mean, m);
    for (int64_t i = 0; i < t->n; i++) sum[t->label[i]] += ard_target_weight(t, i);
    const double total = sum[0] + sum[1], k = sum[0] * sum[1] / total;
    const double scale = fmax(total - 2, 1) / fmax(s->left[m], SEPARATED);
    factor_of(s, m, z, factor, mean);
    memcpy(weight, s->effect, (size_t)m * sizeof *weight);
    *criterion = scale * ard_dot(m, weight, weight) / k;
    ard_triangular_solve('T', m, 1, factor, m, weight, m);
    ard_scal(m, scale / sqrt(k), weight);
    *bias = log(sum[1] / sum[0]);
    for (int64_t j = 0; j < m; j++) {
        double middle = mean[j];
        for (int64_t i = 0; i < t->n; i++) middle += s->root[i] * z[i + j * t->n] / (2 * sum[t->label[i]]);
        *bias -= weight[j] * middle;
    }
done:
    ard_free(context, mean);
    ard_free(context, factor);
    ard_free(context, z);
    return rc;
}
