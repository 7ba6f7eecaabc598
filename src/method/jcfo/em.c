/* JCFO by expectation-maximisation: Krishnapuram, Hartemink, Carin, Figueiredo (2004), section 3, equations (13) to (19).
 *
 * Hidden variables: z_i ~ N(f_i, 1) with the sign l_i, and the variances of a Gaussian scale mixture, which make the Laplace
 * priors Gaussian. At the current point (beta, theta) and with case weights c_i (each row's term of Q times its weight)
 *
 *   E step   v_i = E[z_i] = f_i + (derivative of log Phi(l_i f_i)),  omega_j = lam1/|beta_j|,  delta_k = lam2/theta_k
 *   M step   maximise Q = -1/2 [ sum_i c_i (v_i - f_i)^2 + sum_j omega_j beta_j^2 + sum_k delta_k theta_k^2 ]
 *
 * Each term of Q bounds its term of F from below up to a constant and touches it at the current point, so F never falls. Given
 * theta the best weights have a closed form, (19). omega_j is infinite at beta_j = 0, so it is written with
 * S = diag(s), s_j = 1/sqrt(omega_j) = sqrt(|beta_j|/lam1), as beta = S u with (S H'CH S + I) u = S H'C v: every entry is
 * bounded and no eigenvalue is below 1. Over theta, Q(beta(theta), theta) is climbed by a few conjugate gradients in
 * zeta = log theta, which keeps theta positive; because beta(theta) is optimal, the gradient is the partial one:
 * dQ/dtheta_k = sum_i c_i r_i df_i/dtheta_k - delta_k theta_k with r = v - f. Slope and curvature in zeta_k are proportional
 * to theta_k, so the gradients are divided by the old theta_k: otherwise small scales would hardly move, and a
 * feature that is on its way out would take thousands of steps to leave.
 *
 * A penalised bias is one more weight with a column of ones. A free one has a flat prior, s = infinity: maximising Q over b
 * first gives b = mean(v) - mean(K)'beta (means weighted by c), which is put in: K enters less its column means. This is the
 * limit itself, not a large s, and leaves the system as well conditioned as before.
 *
 * A weight with s_j^2 below 1e-12 of the largest changes no entry of the system beyond rounding. Such weights stay out of it,
 * which makes late iterations cheap, and follow the same formula to first order, beta_j = s_j^2 [H'C(v - f)]_j with the f
 * of before the step: they shrink while |dF/dbeta_j| < lam1 and grow back where it is larger, as under (19).
 *
 * EM approaches zeros but never has one: a weight or a scale counts as kept if it is above 1e-6 of the largest, and nothing is
 * kept where all of them together cost less than 1e-9 of |F|. KKT residuals and counts take the others for zeros; the
 * end of the fit sets them to zero and evaluates F again. No step changes a weight or a scale that is exactly zero, so a
 * warm start keeps the features and vectors that it has. */
#include "method/jcfo/em_inside.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/conjugate.h"

enum { DIRECTIONS = 5 };
static const double STRONG = 1e-12, KEPT = 1e-6, NEGLIGIBLE = 1e-9, VANISHED = 1e-100, ROUNDING = 1e-12;

struct jcfo_em {
    ardor_context *context;
    ard_targets targets;
    ard_kernel *kernel;
    ard_pn *pn;
    int64_t n, m, n_scales; /* rows, centres, features */
    ard_pn_options options;
    ard_conjugate conjugate;
    double *conjugate_work;
    int rc; /* of the M step's sums: the minimiser knows no errors */
    /* of the E step */
    double *root;              /* n: sqrt(c_i) */
    double *v;                 /* n */
    bool bias_column;          /* a penalised bias that is strong */
    int64_t n_strong, *strong; /* weights in the system */
    double *s;                 /* of the bias if it is a column, then of the strong weights */
    int64_t n_live, *live;
    double *old_scale; /* of the live scales: delta = lam2 / old_scale */
    double *zeta, *scaling;
    /* of the last theta that was tried */
    double *theta, *seen;     /* n_live: exp(seen) */
    double *columns, *square; /* n x n_strong kernel columns, the system: lent by pn */
    double *scaled;           /* n x (1 + m): sqrt(C) H S */
    double *u, *beta, bias;   /* 1 + m, m */
    double *mean;             /* m: column means, 0 for a penalised bias */
    double *residual;         /* n: c_i r_i */
    double *d_scale;          /* n_scales */
    /* the point before the step */
    double before_bias, *before_weight, *before_scale;
};

void jcfo_em_close(ardor_context *context, jcfo_em *em)
{
    if (!em) return;
    void *arrays[] = {
        em->before_scale,  em->before_weight, em->d_scale, em->residual,  em->mean, em->beta, em->u,      em->scaled, em->seen,
        em->theta,         em->scaling,       em->zeta,    em->old_scale, em->live, em->s,    em->strong, em->v,      em->root,
        em->conjugate_work};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    ard_free(context, em);
}

static int open_arrays(jcfo_em *em)
{
    int rc = ARDOR_OK;
    double **rows[] = {&em->root, &em->v, &em->residual};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) NEW(em->context, *rows[i], em->n);
    double **weights[] = {&em->s, &em->u, &em->beta, &em->mean, &em->before_weight};
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) NEW(em->context, *weights[i], 1 + em->m);
    double **scales[] = {&em->old_scale, &em->zeta, &em->scaling, &em->theta, &em->seen, &em->d_scale, &em->before_scale};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) NEW(em->context, *scales[i], em->n_scales);
    NEW(em->context, em->strong, em->m);
    NEW(em->context, em->live, em->n_scales);
    NEW(em->context, em->scaled, em->n * (1 + em->m));
    NEW(em->context, em->conjugate_work, ard_conjugate_work(em->n_scales));
done:
    return rc;
}

int jcfo_em_open(ardor_context *context, const ard_targets *targets, ard_kernel *kernel, ard_pn *pn, jcfo_em **out)
{
    int rc = ARDOR_OK;
    jcfo_em *em = NULL;
    const ard_kernel_shape shape = ard_kernel_shape_of(kernel);
    const ard_pn_loan loan = ard_pn_lend(pn);
    *out = NULL;
    REQUIRE(context, 1 + shape.m <= loan.columns, ARDOR_INTERNAL, "expectation-maximisation has no room for %lld weights",
            (long long)shape.m);
    NEW(context, em, 1);
    em->context = context;
    em->targets = *targets;
    em->kernel = kernel;
    em->pn = pn;
    em->n = shape.n, em->m = shape.m, em->n_scales = shape.p;
    em->columns = loan.design;
    em->square = loan.square;
    TRY(open_arrays(em));
    for (int64_t i = 0; i < em->n; i++) em->root[i] = sqrt(ard_target_weight(targets, i));
    *out = em;
    em = NULL;
done:
    jcfo_em_close(context, em);
    return rc;
}

int jcfo_em_start(jcfo_em *em, const ard_pn_options *options)
{
    em->options = *options;
    em->conjugate = (ard_conjugate){.self = em, .value = jcfo_em_loss, .iterations = DIRECTIONS, .longest = 5.0};
    return ard_pn_start(em->pn, options);
}

/* ------------------------------------------------------------------ E step */

void jcfo_em_expect(jcfo_em *em)
{
    const ard_point *point = ard_pn_point(em->pn);
    const double *f = ard_pn_latent(em->pn), *g = ard_pn_residual(em->pn);
    const double lam1 = em->options.weights.rate;
    for (int64_t i = 0; i < em->n; i++) {
        double c = ard_target_weight(&em->targets, i);
        em->v[i] = c > 0 ? f[i] + g[i] / c : f[i];
    }
    double most = ard_amax(point->n_active, point->active_weight);
    if (em->options.penalise_bias) most = fmax(most, fabs(point->bias[0]));
    em->bias_column = em->options.penalise_bias && fabs(point->bias[0]) > STRONG * most;
    double *s = em->s;
    if (em->bias_column) *s++ = sqrt(fabs(point->bias[0]) / lam1);
    em->n_strong = 0;
    for (int64_t j = 0; j < point->n_active; j++) {
        double size = fabs(point->active_weight[j]);
        if (!(size > STRONG * most)) continue;
        s[em->n_strong] = sqrt(size / lam1);
        em->strong[em->n_strong++] = point->active[j];
    }
    em->n_live = point->n_live;
    for (int64_t t = 0; t < point->n_live; t++) {
        em->live[t] = point->live[t];
        em->old_scale[t] = point->live_scale[t];
        em->zeta[t] = log(point->live_scale[t]);
        em->scaling[t] = 1 / point->live_scale[t];
    }
}

/* ------------------------------------------------------------------ M step */

/* Means of the columns, weighted by c, if the bias is free. */
static int column_means(jcfo_em *em)
{
    memset(em->mean, 0, (size_t)em->n_strong * sizeof *em->mean);
    if (em->options.penalise_bias) return ARDOR_OK;
    for (int64_t j = 0; j < em->n_strong; j++) {
        const double *column = em->columns + j * em->n;
        for (int64_t i = 0; i < em->n; i++) em->mean[j] += em->root[i] * em->root[i] * column[i];
    }
    int rc = ard_sum(em->context, em->mean, em->n_strong);
    for (int64_t j = 0; j < em->n_strong; j++) em->mean[j] /= em->targets.weight_sum;
    return rc;
}

/* sqrt(C) H S, where K enters less its column means if the bias is free. */
static void fill_design(jcfo_em *em)
{
    const int64_t n = em->n;
    const double *s = em->s, *root = em->root;
    double *to = em->scaled;
    if (em->bias_column) {
        for (int64_t i = 0; i < n; i++) to[i] = *s * root[i];
        s++;
        to += n;
    }
    for (int64_t j = 0; j < em->n_strong; j++, to += n) {
        const double *column = em->columns + j * n;
        for (int64_t i = 0; i < n; i++) to[i] = s[j] * root[i] * (column[i] - em->mean[j]);
    }
}

/* u of (S H'CH S + I) u = S H'C v, then the bias and the weights. With centred columns v needs no centring. False in *solved: the
 * system is not finite. */
static int solve_weights(jcfo_em *em, bool *solved)
{
    int rc = ARDOR_OK;
    const int64_t n = em->n, m = em->n_strong + em->bias_column;
    double *target = em->residual, *u = em->u, mean_v = 0;
    *solved = true;
    for (int64_t i = 0; i < n; i++) {
        target[i] = em->root[i] * em->v[i];
        mean_v += em->root[i] * target[i];
    }
    TRY(ard_sum(em->context, &mean_v, 1));
    em->bias = em->options.penalise_bias ? 0.0 : mean_v / em->targets.weight_sum;
    if (m == 0) goto done;
    ard_syrk('T', m, n, 1.0, em->scaled, n, 0.0, em->square, m);
    TRY(ard_sum(em->context, em->square, m * m));
    for (int64_t c = 0; c < m; c++) em->square[c * m + c] += 1.0;
    ard_gemv('T', n, m, 1.0, em->scaled, n, target, 0.0, u);
    TRY(ard_sum(em->context, u, m));
    *solved = ard_cholesky(m, em->square, m) == 0;
    if (!*solved) goto done;
    ard_cholesky_solve(m, 1, em->square, m, u, m);
    const double *s = em->s;
    if (em->bias_column) em->bias = *s++ * *u++;
    for (int64_t j = 0; j < em->n_strong; j++) {
        em->beta[j] = s[j] * u[j];
        em->bias -= em->mean[j] * em->beta[j];
    }
done:
    return rc;
}

/* c_i r_i, and the sum of c_i r_i^2. */
static int residuals(jcfo_em *em, double *squares)
{
    for (int64_t i = 0; i < em->n; i++) em->residual[i] = em->v[i] - em->bias;
    ard_gemv('N', em->n, em->n_strong, -1.0, em->columns, em->n, em->beta, 1.0, em->residual);
    *squares = 0;
    for (int64_t i = 0; i < em->n; i++) {
        double r = em->residual[i], c = em->root[i] * em->root[i];
        *squares += c * r * r;
        em->residual[i] = c * r;
    }
    return ard_sum(em->context, squares, 1);
}

/* The loss over the weights at theta, infinite where it has none, and df/dtheta of all scales. */
static int weights_loss(jcfo_em *em, double *loss)
{
    int rc = ARDOR_OK;
    bool solved = false;
    double squares = 0;
    *loss = INFINITY;
    ard_kernel_set(em->kernel, (ard_list){em->n_live, em->live, em->theta});
    ard_kernel_columns(em->kernel, em->n_strong, em->strong, 0, em->columns);
    TRY(column_means(em));
    fill_design(em);
    TRY(solve_weights(em, &solved));
    if (!solved) goto done;
    TRY(residuals(em, &squares));
    ard_kernel_scale_gradient(em->kernel, (ard_list){em->n_strong, em->strong, em->beta}, em->columns, em->residual, em->d_scale);
    TRY(ard_sum(em->context, em->d_scale, em->n_scales));
    *loss = ard_dot(em->n_strong + em->bias_column, em->u, em->u) + squares;
done:
    return rc;
}

double jcfo_em_loss(void *state, const double *zeta, double *gradient)
{
    jcfo_em *em = state;
    double loss = INFINITY;
    for (int64_t t = 0; t < em->n_live; t++) {
        em->seen[t] = zeta[t];
        em->theta[t] = exp(zeta[t]);
        gradient[t] = 0;
    }
    if (em->rc == ARDOR_OK) em->rc = weights_loss(em, &loss);
    if (!isfinite(loss)) return INFINITY;
    for (int64_t t = 0; t < em->n_live; t++) {
        double ratio = em->theta[t] / em->old_scale[t];
        loss += em->options.scales.rate * ratio * em->theta[t];
        gradient[t] = em->theta[t] * (em->options.scales.rate * ratio - em->d_scale[em->live[t]]);
    }
    return 0.5 * loss;
}

/* The maximum of Q becomes the point; what it was is kept. */
static int move(jcfo_em *em)
{
    ard_point *point = ard_pn_point(em->pn);
    const double *d_weight = ard_pn_weight_gradient(em->pn), lam1 = em->options.weights.rate;
    memcpy(em->before_weight, point->weight, (size_t)em->m * sizeof *point->weight);
    memcpy(em->before_scale, point->scale, (size_t)em->n_scales * sizeof *point->scale);
    em->before_bias = point->bias[0];
    for (int64_t j = 0; j < em->m; j++) point->weight[j] = fabs(point->weight[j]) * d_weight[j] / lam1;
    for (int64_t j = 0; j < em->n_strong; j++) point->weight[em->strong[j]] = em->beta[j];
    for (int64_t j = 0; j < em->m; j++)
        if (fabs(point->weight[j]) < VANISHED) point->weight[j] = 0.0;
    for (int64_t t = 0; t < em->n_live; t++) point->scale[em->live[t]] = em->theta[t] < VANISHED ? 0.0 : em->theta[t];
    bool weak_bias = em->options.penalise_bias && !em->bias_column;
    point->bias[0] = weak_bias ? fabs(point->bias[0]) * ard_pn_bias_gradient(em->pn) / lam1 : em->bias;
    return ard_pn_start(em->pn, &em->options);
}

static int restore(jcfo_em *em)
{
    ard_point *point = ard_pn_point(em->pn);
    memcpy(point->weight, em->before_weight, (size_t)em->m * sizeof *point->weight);
    memcpy(point->scale, em->before_scale, (size_t)em->n_scales * sizeof *point->scale);
    point->bias[0] = em->before_bias;
    return ard_pn_start(em->pn, &em->options);
}

static int maximise(jcfo_em *em)
{
    em->rc = ARDOR_OK;
    em->conjugate.n = em->n_live;
    em->conjugate.scaling = em->scaling;
    ard_conjugate_minimise(&em->conjugate, em->zeta, em->conjugate_work);
    /* the weights are those of the last theta tried, which a line search may have turned down */
    if (memcmp(em->seen, em->zeta, (size_t)em->n_live * sizeof *em->zeta) != 0) jcfo_em_loss(em, em->zeta, em->conjugate_work);
    return em->rc;
}

/* ------------------------------------------------------------------ what is kept */

/* The largest weight and scale that do not count as kept. */
static void kept_above(const jcfo_em *em, double *weight, double *scale)
{
    const ard_point *point = ard_pn_point(em->pn);
    const double negligible = NEGLIGIBLE * fabs(ard_pn_objective(em->pn));
    double most = ard_amax(point->n_active, point->active_weight);
    if (em->options.penalise_bias) most = fmax(most, fabs(point->bias[0]));
    *weight = em->options.weights.rate * ard_asum(point->n_active, point->active_weight) < negligible ? INFINITY : KEPT * most;
    *scale = em->options.scales.rate * ard_asum(point->n_live, point->live_scale) < negligible
                 ? INFINITY
                 : KEPT * ard_amax(point->n_live, point->live_scale);
}

static void describe(const jcfo_em *em, ard_iteration *out)
{
    const ard_point *point = ard_pn_point(em->pn);
    double weight = 0, scale = 0;
    kept_above(em, &weight, &scale);
    *out = (ard_iteration){.objective = ard_pn_objective(em->pn)};
    out->certificate = ard_pn_violations(em->pn, weight, scale);
    for (int64_t j = 0; j < point->n_active; j++) out->n_vectors += fabs(point->active_weight[j]) > weight;
    for (int64_t t = 0; t < point->n_live; t++) out->n_features += point->live_scale[t] > scale;
}

int jcfo_em_trim(jcfo_em *em)
{
    ard_point *point = ard_pn_point(em->pn);
    double weight = 0, scale = 0;
    kept_above(em, &weight, &scale);
    for (int64_t j = 0; j < em->m; j++)
        if (!(fabs(point->weight[j]) > weight)) point->weight[j] = 0.0;
    for (int64_t k = 0; k < em->n_scales; k++)
        if (!(point->scale[k] > scale)) point->scale[k] = 0.0;
    if (em->options.penalise_bias && isfinite(weight) && !(fabs(point->bias[0]) > weight)) point->bias[0] = 0.0;
    return ard_pn_start(em->pn, &em->options);
}

int jcfo_em_step(void *state, ard_iteration *out)
{
    int rc = ARDOR_OK;
    jcfo_em *em = state;
    const double before = ard_pn_objective(em->pn);
    jcfo_em_expect(em);
    TRY(maximise(em));
    TRY(move(em));
    double gain = ard_pn_objective(em->pn) - before;
    ard_stop stop = gain < em->options.tol * fabs(before) ? ARD_STOP_CONVERGED : ARD_STOP_NONE;
    if (!(gain >= 0)) {
        TRY(restore(em));
        stop = gain >= -ROUNDING * fabs(before) ? ARD_STOP_CONVERGED : ARD_STOP_STALLED;
    }
    describe(em, out);
    out->stop = stop == ARD_STOP_CONVERGED && (!out->n_vectors || !out->n_features) ? ARD_STOP_NULL_MODEL : stop;
done:
    return rc;
}
