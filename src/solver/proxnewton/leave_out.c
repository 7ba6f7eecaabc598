/* Approximate leave-one-out: the latent values that rows have without themselves, not by a refit but by one step of Newton's
 * method from the solution of all the rows. A block of rows (one row, or a group) is left out at a time.
 *
 * The step moves the nonzero variables: bias, weights, scales. H is the Hessian of the penalised objective in them at the
 * solution, a_i = df_i/d(variables). For a block B:
 *
 *     A          its rows a_i', |B| x variables
 *     g, W       its residuals and curvatures, dl/df and -d2l/df2
 *     E, beta    unit columns of the weights whose centres are rows of B, and their values. Such a centre is not there
 *                without its row, so the step is bound to make these weights 0
 *
 *     Q = A H^-1 A',   S = 1 - W^1/2 Q W^1/2,   R = W^1/2 S^-1 W^1/2
 *     x = g + R Q g
 *     P = E'H^-1 A' (1 + R Q),   G = E'H^-1 E + E'H^-1 A' R A H^-1 E,   G mu = beta - P g
 *     f without B = f - Q x - P' mu
 *
 * derived in solver/README.md. The diagonal of W^1/2 Q W^1/2 are the leverages. Everything comes from the Cholesky factor L of H:
 * V = L^-1 A' of all rows at once, Q = V'V; and L^-1 itself where weights go. H is scaled to a unit diagonal before, because
 * bias, weights and scales have units of their own. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/proxnewton/proxnewton_inside.h"

static const double RIDGE = 1e-9;     /* added to the diagonal of the scaled H, and of G relative to it */
static const double LEAST_REST = .01; /* of 1 - leverage: no row has more than 99 % of the say about its own value */

typedef struct leaving {
    ard_pn *s;
    int64_t first;   /* of the model's variables: 1 where the bias is penalised and 0, which is then none of them */
    int64_t k;       /* number of variables */
    double *unit;    /* k: factors that scale H to a unit diagonal */
    double *v;       /* k x n: V of all rows */
    double *inverse; /* k x k: L^-1; NULL where no weights go with their rows */
    int64_t *place;  /* n: which variable the weight is whose centre is row i; -1: none */
    int64_t n_blocks;
    int64_t *start;  /* n_blocks + 1: the rows of block b are row[start[b]] to row[start[b + 1] - 1] */
    int64_t *row;    /* n */
    int64_t largest; /* rows of the largest block */
    /* of the block that is being left out, with room for the largest */
    double *z;      /* k x rows: V of its rows */
    double *y;      /* k x weights: L^-1 E */
    double *q, *r;  /* rows x rows: Q, R */
    double *t;      /* rows x rows: scratch, S^-1 among others */
    double *p, *g;  /* E'H^-1 A'R; G */
    double *x, *mu; /* rows: x; beta, then mu */
    double *root;   /* rows: W^1/2 */
    double *work;   /* 3 rows */
} leaving;

static void close_leaving(leaving *l)
{
    double *const arrays[] = {l->work, l->root, l->mu, l->x, l->g, l->p, l->t, l->r, l->q, l->y, l->z, l->inverse, l->v, l->unit};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(l->s->context, arrays[i]);
    ard_free(l->s->context, l->row);
    ard_free(l->s->context, l->start);
    ard_free(l->s->context, l->place);
}

/* ------------------------------------------------------------------ blocks */

static int list_blocks(leaving *l, const int64_t *block)
{
    int rc = ARDOR_OK;
    ardor_context *context = l->s->context;
    const int64_t n = l->s->function.n;
    for (int64_t i = 0; i < n; i++) l->n_blocks = ard_max64(l->n_blocks, 1 + (block ? block[i] : i));
    NEW(context, l->start, l->n_blocks + 2);
    NEW(context, l->row, n);
    for (int64_t i = 0; i < n; i++) l->start[2 + (block ? block[i] : i)]++;
    for (int64_t b = 2; b <= l->n_blocks + 1; b++) {
        l->largest = ard_max64(l->largest, l->start[b]);
        l->start[b] += l->start[b - 1];
    }
    for (int64_t i = 0; i < n; i++) l->row[l->start[1 + (block ? block[i] : i)]++] = i;
done:
    return rc;
}

static int open_leaving(ard_pn *s, const int64_t *block, leaving *l)
{
    int rc = ARDOR_OK;
    ardor_context *context = s->context;
    const int64_t n = s->function.n, k = l->k;
    TRY(list_blocks(l, block));
    const int64_t m = l->largest;
    double **squares[] = {&l->q, &l->r, &l->t, &l->p, &l->g};
    NEW(context, l->place, n);
    NEW(context, l->unit, k);
    NEW(context, l->v, k * n);
    NEW(context, l->z, k * m);
    NEW(context, l->y, k * m);
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++) NEW(context, *squares[i], m * m);
    NEW(context, l->x, m);
    NEW(context, l->mu, m);
    NEW(context, l->root, m);
    NEW(context, l->work, 3 * m);
done:
    return rc;
}

/* ------------------------------------------------------------------ the model of all the rows */

static bool has_scales(const ard_pn *s) { return s->function.n_scales > 0; }

/* Makes the nonzeros the working set of the engine, and df/d(variables) its design. */
static void set_up(ard_pn *s)
{
    const ard_point *q = &s->point;
    ard_point none = *q;
    none.n_active = 0; /* a point without weights, so that the columns of all of them are asked for */
    memcpy(s->set, q->active, (size_t)q->n_active * sizeof *s->set);
    s->n_set = q->n_active;
    s->n_scale_set = has_scales(s) ? pn_choose_live(s) : 0;
    s->order = 1 + s->n_set + s->n_scale_set;
    s->first[1] = 1 + s->n_set;
    s->function.columns(s->function.self, &none, q->n_active, q->active, 0, NULL, s->design + s->function.n);
    s->function.columns(s->function.self, q, 0, NULL, s->n_scale_set, s->scale_set, s->design + s->function.n);
}

/* The Cholesky factor L of h, scaled to a unit diagonal, into qp_work. False: h is not positive definite. */
static bool factor(leaving *l, const double *h, double ridge)
{
    const ard_pn *s = l->s;
    const int64_t m = s->order, k = l->k, first = l->first;
    for (int64_t c = 0; c < k; c++) l->unit[c] = 1.0 / sqrt(fmax(s->diagonal[first + c], 1e-300));
    for (int64_t c = 0; c < k; c++) {
        for (int64_t r = c; r < k; r++) s->qp_work[c * k + r] = h[(first + c) * m + first + r] * l->unit[c] * l->unit[r];
        s->qp_work[c * k + c] += ridge;
    }
    return ard_cholesky(k, s->qp_work, k) == 0;
}

/* L of the exact Hessian; where that is indefinite, of the Gauss-Newton matrix, with as much of a ridge as it takes. */
static int factor_model(leaving *l)
{
    int rc = ARDOR_OK;
    ard_pn *s = l->s;
    const bool newton = pn_wants_newton(s);
    TRY(pn_gauss_newton(s));
    if (newton) TRY(pn_newton_matrix(s));
    if (newton && factor(l, s->newton, RIDGE)) goto done;
    for (double ridge = RIDGE; !factor(l, s->gauss, ridge); ridge *= 10)
        REQUIRE(s->context, ridge < 1, ARDOR_NUMERIC, "leaving out rows: the second derivatives at the solution are not finite");
done:
    return rc;
}

/* V of all rows; with centred, which weights go with which rows, and L^-1. */
static int solve_rows(leaving *l, bool centred)
{
    int rc = ARDOR_OK;
    ard_pn *s = l->s;
    const int64_t n = s->function.n, k = l->k;
    for (int64_t c = 0; c < k; c++)
        for (int64_t i = 0; i < n; i++) l->v[i * k + c] = l->unit[c] * s->design[(l->first + c) * n + i];
    ard_triangular_solve('N', k, n, s->qp_work, k, l->v, k);
    for (int64_t i = 0; i < n; i++) l->place[i] = -1;
    if (!centred || s->n_set == 0) goto done;
    for (int64_t a = 0; a < s->n_set; a++) l->place[s->set[a]] = 1 - l->first + a;
    NEW(s->context, l->inverse, k * k);
    ard_triangular_inverse(k, s->qp_work, k, l->inverse, k);
done:
    return rc;
}

/* ------------------------------------------------------------------ a block */

/* S^-1 into t. False where an eigenvalue of S is below LEAST_REST, which is so where S - LEAST_REST has no Cholesky factor. */
static bool invert_rest(leaving *l, int64_t m)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t c = 0; c < m; c++) {
            for (int64_t r = 0; r < m; r++) l->t[c * m + r] = -l->root[c] * l->q[c * m + r] * l->root[r];
            l->t[c * m + c] += 1 - (pass == 0 ? LEAST_REST : 0);
        }
        if (ard_cholesky(m, l->t, m) != 0) return false;
    }
    ard_triangular_inverse(m, l->t, m, l->t, m);
    ard_triangular_square(m, l->t, m);
    ard_symmetrise(m, l->t, m);
    return true;
}

/* S^-1 into t by eigenvalues, of which those below LEAST_REST count as LEAST_REST. */
static bool invert_guarded(leaving *l, int64_t m)
{
    for (int64_t c = 0; c < m; c++)
        for (int64_t r = 0; r < m; r++) l->r[c * m + r] = l->root[c] * l->q[c * m + r] * l->root[r];
    if (ard_symmetric_eigen(m, l->r, m, l->x, l->work) != 0) return false;
    for (int64_t c = 0; c < m; c++) ard_scal(m, 1 / sqrt(fmax(1 - l->x[c], LEAST_REST)), l->r + c * m);
    ard_syrk('N', m, m, 1.0, l->r, m, 0.0, l->t, m);
    ard_symmetrise(m, l->t, m);
    return true;
}

/* R of a block of m rows. */
static bool make_r(leaving *l, int64_t m)
{
    if (m == 1) {
        l->t[0] = 1 / fmax(1 - l->root[0] * l->q[0] * l->root[0], LEAST_REST);
    } else if (!invert_rest(l, m) && !invert_guarded(l, m)) {
        return false;
    }
    for (int64_t c = 0; c < m; c++)
        for (int64_t r = 0; r < m; r++) l->r[c * m + r] = l->root[c] * l->t[c * m + r] * l->root[r];
    return true;
}

/* L^-1 E into y and beta into mu. Returns how many weights go with the block. */
static int64_t gather_weights(leaving *l, int64_t m, const int64_t *row)
{
    const int64_t k = l->k;
    int64_t count = 0;
    for (int64_t b = 0; b < m; b++) {
        const int64_t c = l->place[row[b]];
        if (c < 0) continue;
        for (int64_t j = 0; j < k; j++) l->y[count * k + j] = l->unit[c] * l->inverse[c * k + j];
        l->mu[count++] = l->s->point.weight[row[b]];
    }
    return count;
}

/* f -= P' mu: the part of the change that comes of c weights becoming 0. g: of the block's rows. */
static bool lose_weights(leaving *l, int64_t m, int64_t c, const double *g, double *f)
{
    const int64_t k = l->k;
    double *cross = l->t; /* c x m: E'H^-1 A', then P */
    ard_gemm('T', 'N', c, m, k, 1.0, l->y, k, l->z, k, 0.0, cross, c);
    ard_gemm('T', 'N', c, c, k, 1.0, l->y, k, l->y, k, 0.0, l->g, c);
    ard_gemm('N', 'N', c, m, m, 1.0, cross, c, l->r, m, 0.0, l->p, c);
    ard_gemm('N', 'T', c, c, m, 1.0, l->p, c, cross, c, 1.0, l->g, c);
    ard_gemm('N', 'N', c, m, m, 1.0, l->p, c, l->q, m, 1.0, cross, c);
    ard_gemv('N', c, m, -1.0, cross, c, g, 1.0, l->mu);
    for (int64_t j = 0; j < c; j++) l->g[j * c + j] *= 1 + RIDGE;
    if (ard_cholesky(c, l->g, c) != 0) return false;
    ard_cholesky_solve(c, 1, l->g, c, l->mu, c);
    ard_gemv('T', c, m, -1.0, cross, c, l->mu, 1.0, f);
    return true;
}

/* The values of f of m rows without them, into their places in `out`. False: something is not finite. */
static bool leave_block(leaving *l, int64_t m, const int64_t *row, double *out)
{
    const ard_pn *s = l->s;
    const int64_t k = l->k;
    double *const f = l->work, *const g = l->work + m, *const qg = l->work + 2 * m;
    for (int64_t b = 0; b < m; b++) {
        memcpy(l->z + b * k, l->v + row[b] * k, (size_t)k * sizeof *l->z);
        l->root[b] = sqrt(s->curvature[row[b]]);
    }
    ard_gemm('T', 'N', m, m, k, 1.0, l->z, k, l->z, k, 0.0, l->q, m);
    if (!make_r(l, m)) return false;
    for (int64_t b = 0; b < m; b++) {
        f[b] = s->f[row[b]];
        l->x[b] = g[b] = s->g[row[b]];
    }
    ard_gemv('N', m, m, 1.0, l->q, m, g, 0.0, qg);
    ard_gemv('N', m, m, 1.0, l->r, m, qg, 1.0, l->x);
    ard_gemv('N', m, m, -1.0, l->q, m, l->x, 1.0, f);
    const int64_t lost = l->inverse ? gather_weights(l, m, row) : 0;
    if (lost > 0 && !lose_weights(l, m, lost, g, f)) return false;
    for (int64_t b = 0; b < m; b++) out[row[b]] = f[b];
    return true;
}

/* The quadratic model overshoots where the rows are separated: no value goes beyond where those of the fit, or 1, are. */
static void keep_in_range(int64_t n, const double *f, double *out)
{
    double low = -1, high = 1;
    for (int64_t i = 0; i < n; i++) {
        low = fmin(low, f[i]);
        high = fmax(high, f[i]);
    }
    for (int64_t i = 0; i < n; i++) out[i] = ard_clip(out[i], low, high);
}

int ard_pn_leave_out(ard_pn *s, bool centred, const int64_t *block, double *out)
{
    int rc = ARDOR_OK;
    const int64_t n = s->function.n;
    leaving l = {.s = s};
    REQUIRE(s->context, s->function.n_outputs == 1, ARDOR_INTERNAL, "rows are left out of one output, not of %d",
            s->function.n_outputs);
    ard_point_index(&s->point, s->function.n_weights, s->function.n_scales);
    pn_latent(s, &s->point, s->f);
    pn_curvature(s);
    set_up(s);
    l.first = s->options.penalise_bias && s->point.bias[0] == 0.0;
    l.k = s->order - l.first;
    TRY(open_leaving(s, block, &l));
    if (l.k > 0) TRY(factor_model(&l));
    TRY(solve_rows(&l, centred));
    for (int64_t b = 0; b < l.n_blocks; b++)
        REQUIRE(s->context, leave_block(&l, l.start[b + 1] - l.start[b], l.row + l.start[b], out), ARDOR_NUMERIC,
                "leaving out rows: the derivatives at the solution are not finite");
    keep_in_range(n, s->f, out);
done:
    close_leaving(&l);
    return rc;
}
