/* Fewer weights at the same f: where the columns of the nonzero weights (and of the bias) depend on each other, an optimum is not
 * one point but a face, and the iterations end anywhere on it. With equal columns, or a kernel of low rank, every row can keep a
 * weight although few are needed.
 *
 *   Gram matrix -> pivoted Cholesky: a basis B of the columns, and column c = sum_b z_bc column b for every other
 *   for every other column c: move along w_c -> (1 - t) w_c, w_b -> w_b + t w_c z_bc, or the other way, until a weight is 0
 *
 * No sign changes on the way, so that the penalty is linear; by the conditions of optimality it does not change. With learnt
 * scales df/dtheta is another function of the weights than f is: a move that would break the conditions of a scale is not made.
 * What is left is a basic solution: as many weights as the columns have rank, where every move can be made. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/proxnewton/proxnewton_inside.h"

/* A column depends on others where the square of what is left of it is below this share; a share of a column that counts as none;
 * by how much a move, and all of them, may lower the objective, relative to it; and the rounding of a certificate. */
static const double DEPENDENT = 1e-13, NOTHING = 1e-10, MOST_LOSS = 1e-11, MOST_LOSS_OF_ALL = 1e-10, ROUNDING = 1e-6;

typedef struct thinning {
    ard_pn *s;
    int64_t m, r;    /* variables, 0 the bias; columns of the basis */
    bool has_bias;   /* it can move */
    int64_t *basic;  /* r: variables */
    bool *is_basic;  /* m */
    double *gram;    /* m x m */
    double *factor;  /* m x m: L of gram = L L', columns in the order of the pivots */
    double *left;    /* m: squares of what is left of the columns */
    double *z;       /* r x m: column c as a combination of the basis */
    double *value;   /* m: bias and weights */
    double *move;    /* m */
    double *d_scale; /* n_scales: those of a move */
    double *slope;   /* n_scales: the derivatives at `value` */
} thinning;

static void close_thinning(thinning *t)
{
    double *const arrays[] = {t->slope, t->d_scale, t->move, t->value, t->z, t->left, t->factor, t->gram};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(t->s->context, arrays[i]);
    ard_free(t->s->context, t->is_basic);
    ard_free(t->s->context, t->basic);
}

static int open_thinning(ard_pn *s, thinning *t)
{
    int rc = ARDOR_OK;
    const int64_t m = 1 + s->point.n_active;
    *t = (thinning){.s = s, .m = m, .has_bias = !s->options.penalise_bias || s->point.bias[0] != 0};
    NEW(s->context, t->basic, m);
    NEW(s->context, t->is_basic, m);
    NEW(s->context, t->gram, m * m);
    NEW(s->context, t->factor, m * m);
    NEW(s->context, t->left, m);
    NEW(s->context, t->z, m * m);
    NEW(s->context, t->value, m);
    NEW(s->context, t->move, m);
    NEW(s->context, t->d_scale, s->function.n_scales);
    NEW(s->context, t->slope, s->function.n_scales);
    memcpy(t->slope, s->d_scale, (size_t)s->function.n_scales * sizeof *t->slope);
    t->value[0] = s->point.bias[0];
    memcpy(t->value + 1, s->point.active_weight, (size_t)s->point.n_active * sizeof *t->value);
done:
    return rc;
}

/* ------------------------------------------------------------------ the basis */

static int fill_gram(thinning *t)
{
    ard_pn *s = t->s;
    const int64_t n = s->function.n, m = t->m;
    s->function.latent(s->function.self, &s->point, s->f_trial); /* what it keeps may be of a trial */
    s->function.gradient(s->function.self, &s->point, s->g, s->design + n, t->d_scale);
    for (int64_t i = 0; i < n; i++) s->design[i] = t->has_bias;
    ard_syrk('T', m, n, 1.0, s->design, n, 0.0, t->gram, m);
    ard_symmetrise(m, t->gram, m);
    return ard_sum(s->context, t->gram, m * m);
}

/* The column with the largest share left of itself; -1: all depend on the basis. The bias first. */
static int64_t next_pivot(const thinning *t)
{
    int64_t best = -1;
    double most = DEPENDENT;
    for (int64_t c = 0; c < t->m; c++) {
        const double share = t->left[c] / t->gram[c + c * t->m];
        if (t->is_basic[c] || !(share > most)) continue;
        most = share;
        best = c;
    }
    return best;
}

static void choose_basis(thinning *t)
{
    const int64_t m = t->m;
    for (int64_t c = 0; c < m; c++) t->left[c] = t->gram[c + c * m];
    for (int64_t b = next_pivot(t); b >= 0; b = next_pivot(t)) {
        double *column = t->factor + t->r * m;
        const double root = sqrt(t->left[b]);
        memcpy(column, t->gram + b * m, (size_t)m * sizeof *column);
        for (int64_t k = 0; k < t->r; k++) {
            const double *before = t->factor + k * m, share = before[b];
            for (int64_t c = 0; c < m; c++) column[c] -= before[c] * share;
        }
        for (int64_t c = 0; c < m; c++) {
            column[c] = t->is_basic[c] ? 0.0 : column[c] / root;
            t->left[c] -= column[c] * column[c];
        }
        t->basic[t->r++] = b;
        t->is_basic[b] = true;
    }
}

/* z of L_B' z = the row of c in L. */
static void combine(thinning *t, int64_t c)
{
    const int64_t m = t->m, r = t->r;
    double *z = t->z + c * r;
    for (int64_t k = r - 1; k >= 0; k--) {
        double value = t->factor[c + k * m];
        for (int64_t b = k + 1; b < r; b++) value -= t->factor[t->basic[b] + k * m] * z[b];
        z[k] = value / t->factor[t->basic[k] + k * m];
    }
    for (int64_t k = 0; k < r; k++)
        if (fabs(z[k]) < NOTHING) z[k] = 0.0;
}

/* ------------------------------------------------------------------ moves */

/* What a certificate may be afterwards. */
static double allowed(const ard_pn *s, double before) { return fmax(s->options.tol, (1 + ROUNDING) * before); }

static bool is_forced(const thinning *t, int64_t v) { return v > 0 && pn_is_forced(t->s, t->s->point.active[v - 1]); }
static bool has_sign(const thinning *t, int64_t v) { return v > 0 ? !is_forced(t, v) : t->s->options.penalise_bias; }

/* The move along column c until a weight is 0: *leaves is the position of a basic one, -1: c itself. towards 1: w_c becomes
 * smaller; -1: larger. False: nothing ends it. */
static bool find_move(thinning *t, int64_t c, double towards, int64_t *leaves)
{
    const double *z = t->z + c * t->r, w = t->value[c];
    double step = towards > 0 ? 1.0 : INFINITY;
    *leaves = -1;
    for (int64_t b = 0; b < t->r; b++) {
        const double now = t->value[t->basic[b]], slope = towards * w * z[b];
        if (!has_sign(t, t->basic[b]) || !(now * slope < 0) || !(-now / slope < step)) continue;
        step = -now / slope;
        *leaves = b;
    }
    if (!isfinite(step)) return false;
    memset(t->move, 0, (size_t)t->m * sizeof *t->move);
    for (int64_t b = 0; b < t->r; b++) t->move[t->basic[b]] = towards * step * w * z[b];
    t->move[c] = -towards * step * w;
    return true;
}

static bool keeps_penalty(const thinning *t)
{
    double change = 0;
    for (int64_t v = 0; v < t->m; v++)
        if (has_sign(t, v)) change += fabs(t->value[v] + t->move[v]) - fabs(t->value[v]);
    return t->s->options.weights.rate * change <= MOST_LOSS * fmax(1.0, fabs(t->s->objective));
}

/* Do the scales' conditions hold after the move as well as they do now, or to tol? The derivatives are linear in the weights. */
static int keeps_scales(thinning *t, bool *keeps)
{
    int rc = ARDOR_OK;
    ard_pn *s = t->s;
    ard_point *q = &s->trial;
    const double rate = s->options.scales.rate, most = rate * allowed(s, s->certificate.scales);
    *keeps = true;
    if (s->function.n_scales == 0) goto done;
    memset(q->weight, 0, (size_t)s->function.n_weights * sizeof *q->weight);
    memcpy(q->scale, s->point.scale, (size_t)s->function.n_scales * sizeof *q->scale);
    for (int64_t v = 1; v < t->m; v++) q->weight[s->point.active[v - 1]] = t->move[v];
    ard_point_index(q, s->function.n_weights, s->function.n_scales);
    s->function.latent(s->function.self, q, s->f_trial);
    s->function.gradient(s->function.self, q, s->g, s->design + s->function.n, t->d_scale);
    TRY(ard_sum(s->context, t->d_scale, s->function.n_scales));
    for (int64_t k = 0; k < s->function.n_scales; k++) {
        const double excess = t->slope[k] + t->d_scale[k] - rate;
        if ((s->point.scale[k] > 0 ? fabs(excess) : excess) > most) *keeps = false;
    }
done:
    return rc;
}

/* Column c in the place of the basic one that left: the others as combinations of the new basis. */
static void exchange(thinning *t, int64_t c, int64_t place)
{
    const int64_t r = t->r;
    const double *in = t->z + c * r;
    for (int64_t d = 0; d < t->m; d++) {
        double *z = t->z + d * r;
        if (d == c || t->is_basic[d] || t->value[d] == 0) continue;
        const double share = z[place] / in[place];
        for (int64_t b = 0; b < r; b++) z[b] -= share * in[b];
        z[place] = share;
    }
    t->is_basic[t->basic[place]] = false;
    t->is_basic[c] = true;
    t->basic[place] = c;
}

static void make_move(thinning *t, int64_t c, int64_t leaves)
{
    for (int64_t v = 0; v < t->m; v++) t->value[v] += t->move[v];
    for (int64_t k = 0; k < t->s->function.n_scales; k++) t->slope[k] += t->d_scale[k];
    t->value[leaves < 0 ? c : t->basic[leaves]] = 0.0;
    if (leaves >= 0) exchange(t, c, leaves);
}

static int remove_one(thinning *t, int64_t c, bool *removed)
{
    int rc = ARDOR_OK;
    bool keeps = false;
    for (double towards = 1; towards >= -1 && !keeps; towards -= 2) {
        int64_t leaves = -1;
        if (!find_move(t, c, towards, &leaves) || !keeps_penalty(t)) continue;
        TRY(keeps_scales(t, &keeps));
        if (keeps) make_move(t, c, leaves);
    }
    *removed = *removed || keeps;
done:
    return rc;
}

/* Each move changes what the scales have left for others, so those that could not be made are tried again. */
static int remove_all(thinning *t)
{
    int rc = ARDOR_OK;
    for (bool removed = true; removed;) {
        removed = false;
        for (int64_t c = 1; c < t->m; c++)
            if (!t->is_basic[c] && t->value[c] != 0 && !is_forced(t, c)) TRY(remove_one(t, c, &removed));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ the point */

static void set_point(ard_pn *s, const double *value, ard_point *q)
{
    for (int64_t j = 0; j < s->point.n_active; j++) q->weight[q->active[j]] = value[1 + j];
    q->bias[0] = value[0];
}

/* The point with the values found, unless the objective or its certificate shows that they are not of the same f. */
static int take(thinning *t)
{
    int rc = ARDOR_OK;
    ard_pn *s = t->s;
    const double objective = s->objective;
    const ard_certificate before = s->certificate;
    const int64_t n = s->point.n_active;
    double *old = t->move;
    int64_t *active = t->basic; /* m of them have room for n */
    memcpy(active, s->point.active, (size_t)n * sizeof *active);
    memcpy(old + 1, s->point.active_weight, (size_t)n * sizeof *old);
    old[0] = s->point.bias[0];
    set_point(s, t->value, &s->point);
    TRY(ard_pn_start(s, &s->options));
    const bool same = s->objective >= objective - MOST_LOSS_OF_ALL * fmax(1.0, fabs(objective)) &&
                      s->certificate.weights <= allowed(s, before.weights) &&
                      (s->function.n_scales == 0 || s->certificate.scales <= allowed(s, before.scales));
    if (same) goto done;
    for (int64_t j = 0; j < n; j++) s->point.weight[active[j]] = old[1 + j];
    s->point.bias[0] = old[0];
    TRY(ard_pn_start(s, &s->options));
done:
    return rc;
}

static int thin(ard_pn *s, ard_stop stop)
{
    int rc = ARDOR_OK;
    thinning t = {.s = s};
    const bool settled = stop == ARD_STOP_CONVERGED || stop == ARD_STOP_STALLED;
    if (s->options.ridge > 0 || s->function.n_outputs > 1) goto done; /* the ridge makes the optimum one point */
    if (!settled || s->point.n_active < 2 || !isfinite(s->objective)) goto done;
    TRY(open_thinning(s, &t));
    TRY(fill_gram(&t));
    choose_basis(&t);
    if (t.r == t.m - !t.has_bias) goto done;
    for (int64_t c = 1; c < t.m; c++)
        if (!t.is_basic[c]) combine(&t, c);
    TRY(remove_all(&t));
    TRY(take(&t));
done:
    close_thinning(&t);
    return rc;
}

int ard_pn_finish(ard_pn *s, ard_stop stop)
{
    int rc = ARDOR_OK;
    TRY(pn_complete(s));
    TRY(thin(s, stop));
    TRY(pn_settle(s));
done:
    return rc;
}
