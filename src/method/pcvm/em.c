/* PCVM and PFCVM_EM by expectation-maximisation.
 *
 * Hidden variables: the probit's latent z ~ N(f, 1), E[z | y] = h = f + y m(y f), m the Mills ratio: f plus the derivative of
 * the probit link's log likelihood; and the precisions of the weights, E[alpha_j | w_j] = 1/(2 w_j^2), of the scales likewise.
 * So the M step of the weights is
 *     minimise sum_i c_i (h_i - b - (Phi u)_i)^2 + sum_j (u_j / m_j)^2,  m_j = sqrt 2 w_j old,  y_j u_j > 0,
 * where weights that come out on the wrong side are dropped AND THE REST SOLVED AGAIN until none does: dropping alone
 * diverges. The scales take some Gauss-Newton steps of the same with the Jacobian in place of Phi, held at or above 0.
 * What rises, while nothing is pruned, is sum c log Phi(y f) - .5 sum ln w - .5 sum ln theta. With a bilinear kernel it has no
 * maximum (w s, theta / s), so the scales' sum is kept at its start. With rbf and the other polynomials neither where the scales
 * become small: f is linear in theta there, and w s, theta / s goes on until the columns differ by rounding alone and the scales
 * fall to 0 in a few iterations. Scales that are all small against their start are pruned before that.
 *
 * The posterior is Laplace's at the end: the observed curvatures of the likelihood, f linear in weights and scales, the expected
 * precisions; not cut off at 0. */
#include "method/pcvm/em.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "linalg/gauss.h"
#include "link/link.h"

static const double ARMIJO = 1e-4, LEAST_STEP = 1e-6;
static const double VANISHED = 1e-8; /* of the start: scales at which half of the digits of 1 - K are rounding */

struct pcvm_em {
    ardor_context *context;
    const ard_problem *problem;
    ard_targets targets, unweighted;
    bool bilinear, learn;
    pcvm_options options;
    ard_kernel *kernel;
    ard_gauss gauss;
    pcvm_state now, kept;
    double *phi;                                           /* n x m: columns of `now` at its scales */
    double *jacobian;                                      /* n x k */
    double *f, *h, *r, *weight;                            /* n; weight: the case weights */
    double *gradient, *solution, *lambda, *before, *trial; /* max(n, p) + 1 */
    double scale_sum;
};

static void close_state(ardor_context *context, pcvm_state *s)
{
    ard_free(context, s->theta);
    ard_free(context, s->u);
    ard_free(context, s->feature);
    ard_free(context, s->row);
}

static int open_state(ardor_context *context, int64_t n, int64_t p, pcvm_state *s)
{
    int rc = ARDOR_OK;
    NEW(context, s->row, n);
    NEW(context, s->u, n);
    NEW(context, s->feature, p);
    NEW(context, s->theta, p);
done:
    return rc;
}

static void copy_state(const pcvm_state *from, pcvm_state *to)
{
    to->bias = from->bias;
    to->m = from->m;
    to->k = from->k;
    memcpy(to->row, from->row, (size_t)from->m * sizeof *to->row);
    memcpy(to->u, from->u, (size_t)from->m * sizeof *to->u);
    memcpy(to->feature, from->feature, (size_t)from->k * sizeof *to->feature);
    memcpy(to->theta, from->theta, (size_t)from->k * sizeof *to->theta);
}

void pcvm_em_close(ardor_context *context, pcvm_em *e)
{
    if (!e) return;
    double *arrays[] = {e->phi,      e->jacobian, e->f,      e->h,      e->r,    e->weight,
                        e->gradient, e->solution, e->lambda, e->before, e->trial};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    close_state(context, &e->kept);
    close_state(context, &e->now);
    ard_gauss_close(context, &e->gauss);
    ard_kernel_close(context, e->kernel);
    ard_free(context, e);
}

int pcvm_em_open(ardor_context *context, const ard_problem *problem, bool learn, pcvm_em **out)
{
    int rc = ARDOR_OK;
    pcvm_em *e = NULL;
    const int64_t n = problem->x->n, p = problem->x->p, size = learn ? ard_max64(n, p) : n;
    int64_t cells = 0;
    *out = NULL;
    NEW(context, e, 1);
    e->context = context;
    e->problem = problem;
    e->targets = e->unweighted = problem->target;
    e->unweighted.weight = NULL;
    e->learn = learn;
    e->bilinear = ard_basis_bilinear(problem->basis);
    TRY(ard_kernel_open(context, problem->basis, problem->x, NULL, &e->kernel));
    TRY(ard_gauss_open(context, n, size, ARD_GAUSS_AUTO, NULL, &e->gauss));
    TRY(open_state(context, n, p, &e->now));
    TRY(open_state(context, n, p, &e->kept));
    REQUIRE(context, ard_mul_ok(n, n, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, e->phi, cells);
    if (learn) NEW(context, e->jacobian, n * p);
    double **rows[] = {&e->f, &e->h, &e->r, &e->weight};
    double **values[] = {&e->gradient, &e->solution, &e->lambda, &e->before, &e->trial};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) NEW(context, *rows[i], n);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) NEW(context, *values[i], size + 1);
    for (int64_t i = 0; i < n; i++) e->weight[i] = ard_target_weight(&problem->target, i);
    *out = e;
    e = NULL;
done:
    pcvm_em_close(context, e);
    return rc;
}

static void set_scales(pcvm_em *e, const double *theta)
{
    ard_kernel_set(e->kernel, (ard_list){e->now.k, e->now.feature, theta});
}

static void fill(pcvm_em *e)
{
    set_scales(e, e->now.theta);
    ard_kernel_columns(e->kernel, e->now.m, e->now.row, 0, e->phi);
}

int pcvm_em_start(pcvm_em *e, const pcvm_options *options)
{
    int rc = ARDOR_OK;
    pcvm_state *s = &e->now;
    e->options = *options;
    s->bias = 0;
    s->k = e->problem->x->p;
    s->m = s->k > 0 ? e->problem->x->n : 0;
    for (int64_t j = 0; j < s->m; j++) {
        s->row[j] = j;
        s->u[j] = options->weight0 * ard_target_sign(&e->targets, j);
    }
    for (int64_t k = 0; k < s->k; k++) {
        s->feature[k] = k;
        s->theta[k] = options->scale;
    }
    if (s->m == 0) TRY(ard_link_null_bias(e->context, &ard_link_probit, &e->targets, &s->bias));
    e->scale_sum = options->scale * (double)s->k;
    fill(e);
    copy_state(s, &e->kept);
done:
    return rc;
}

const pcvm_state *pcvm_em_state(const pcvm_em *e) { return &e->kept; }

/* f at `now`, from its columns. */
static void latent(pcvm_em *e)
{
    for (int64_t i = 0; i < e->problem->x->n; i++) e->f[i] = e->now.bias;
    ard_gemv('N', e->problem->x->n, e->now.m, 1.0, e->phi, e->problem->x->n, e->now.u, 1.0, e->f);
}

static void expect(pcvm_em *e)
{
    latent(e);
    ard_link_probit.derivatives(&e->unweighted, e->f, e->h, NULL);
    for (int64_t i = 0; i < e->problem->x->n; i++) e->h[i] += e->f[i];
}

static void drop_weight(pcvm_em *e, int64_t from, int64_t to)
{
    const int64_t n = e->problem->x->n;
    if (from == to) return;
    e->now.row[to] = e->now.row[from];
    e->now.u[to] = e->now.u[from];
    e->before[to] = e->before[from];
    memcpy(e->phi + to * n, e->phi + from * n, (size_t)n * sizeof *e->phi);
}

/* g = D'C r. */
static int weighted_transpose(const pcvm_em *e, int64_t size, const double *d, double *r, double *g)
{
    for (int64_t i = 0; i < e->problem->x->n; i++) r[i] *= e->weight[i];
    ard_gemv('T', e->problem->x->n, size, 1.0, d, e->problem->x->n, r, 0.0, g);
    return ard_sum(e->context, g, size);
}

/* x = H^-1 of the gradient, H = Lambda + D'CD. */
static int solve(pcvm_em *e, int64_t size, const double *d, double *x)
{
    int rc = ARDOR_OK;
    TRY(ard_gauss_make(&e->gauss, size, d, e->weight, e->lambda));
    REQUIRE(
        e->context, isfinite(e->gauss.log_det), ARDOR_NUMERIC,
        "the M step of %lld %s has a value that is not finite; standardise the features (--standardise train) or take another "
        "value of the setting %s",
        (long long)size, d == e->phi ? "weights" : "scales", e->learn ? "start_scale" : "scale");
    ard_gauss_solve(&e->gauss, e->gradient, x);
done:
    return rc;
}

/* The weights' M step and pruning; `change` is the largest of a weight that stays. */
static int weight_step(pcvm_em *e, double *change)
{
    int rc = ARDOR_OK;
    pcvm_state *s = &e->now;
    memcpy(e->before, s->u, (size_t)s->m * sizeof *s->u);
    for (bool again = true; again && s->m > 0;) {
        for (int64_t j = 0; j < s->m; j++) e->lambda[j] = 0.5 / (e->before[j] * e->before[j]);
        for (int64_t i = 0; i < e->problem->x->n; i++) e->r[i] = e->h[i] - s->bias;
        TRY(weighted_transpose(e, s->m, e->phi, e->r, e->gradient));
        TRY(solve(e, s->m, e->phi, s->u));
        int64_t to = 0;
        for (int64_t j = 0; j < s->m; j++)
            if (s->u[j] * ard_target_sign(&e->targets, s->row[j]) > 0) drop_weight(e, j, to++);
        again = to < s->m;
        s->m = to;
    }
    double bias = 0, residual = 0;
    latent(e);
    for (int64_t i = 0; i < e->problem->x->n; i++) residual += e->weight[i] * (e->h[i] - e->f[i]);
    TRY(ard_sum(e->context, &residual, 1));
    bias = s->bias + residual / e->problem->target.weight_sum;
    int64_t to = 0;
    *change = 0;
    for (int64_t j = 0; j < s->m; j++) {
        if (fabs(s->u[j]) <= e->options.prune_below) continue;
        *change = fmax(*change, fabs(s->u[j] - e->before[j]));
        drop_weight(e, j, to++);
    }
    s->m = to;
    s->bias = bias;
done:
    return rc;
}

/* -.5 sum c (h - f)^2 - .5 sum theta^2 / m^2 at these scales; r = h - f. Leaves the columns there, unless bilinear. */
static int scale_objective(pcvm_em *e, const double *theta, double *value)
{
    int rc = ARDOR_OK;
    const int64_t n = e->problem->x->n;
    double sum = 0;
    set_scales(e, theta);
    if (e->bilinear) {
        ard_kernel_latent(e->kernel, (ard_list){e->now.m, e->now.row, e->now.u}, e->f);
        for (int64_t i = 0; i < n; i++) e->f[i] += e->now.bias;
    } else {
        ard_kernel_columns(e->kernel, e->now.m, e->now.row, 0, e->phi);
        latent(e);
    }
    for (int64_t i = 0; i < n; i++) {
        e->r[i] = e->h[i] - e->f[i];
        sum -= 0.5 * e->weight[i] * e->r[i] * e->r[i];
    }
    TRY(ard_sum(e->context, &sum, 1));
    for (int64_t k = 0; k < e->now.k; k++) sum -= 0.5 * e->lambda[k] * theta[k] * theta[k];
    *value = sum;
done:
    return rc;
}

/* One damped step along the direction, cut off at 0. *moved false: nothing rises. */
static int move_scales(pcvm_em *e, double before, bool *moved)
{
    int rc = ARDOR_OK;
    pcvm_state *s = &e->now;
    *moved = false;
    for (double step = 1.0; step >= LEAST_STEP && !*moved; step *= 0.5) {
        double slope = 0, after = 0;
        for (int64_t k = 0; k < s->k; k++) {
            e->trial[k] = fmax(0.0, s->theta[k] + step * e->solution[k]);
            slope += e->gradient[k] * (e->trial[k] - s->theta[k]);
        }
        TRY(scale_objective(e, e->trial, &after));
        *moved = isfinite(after) && slope > 0 && after >= before + ARMIJO * slope;
    }
    if (*moved) memcpy(s->theta, e->trial, (size_t)s->k * sizeof *s->theta);
done:
    return rc;
}

static int scale_step(pcvm_em *e, double *change)
{
    int rc = ARDOR_OK;
    pcvm_state *s = &e->now;
    const double top = ard_amax(s->k, s->theta);
    double sum = 0;
    memcpy(e->before, s->theta, (size_t)s->k * sizeof *s->theta);
    for (int64_t k = 0; k < s->k; k++) e->lambda[k] = 0.5 / (s->theta[k] * s->theta[k]);
    bool moved = true;
    for (int64_t step = 0; step < e->options.scale_steps && moved; step++) {
        double value = 0;
        TRY(scale_objective(e, s->theta, &value));
        ard_kernel_jacobian(e->kernel, (ard_list){s->m, s->row, s->u}, e->phi, s->k, s->feature, e->jacobian);
        TRY(weighted_transpose(e, s->k, e->jacobian, e->r, e->gradient));
        for (int64_t k = 0; k < s->k; k++) e->gradient[k] -= e->lambda[k] * s->theta[k];
        TRY(solve(e, s->k, e->jacobian, e->solution));
        TRY(move_scales(e, value, &moved));
    }
    const double most = ard_amax(s->k, s->theta);
    const bool vanished = !e->bilinear && most <= fmax(e->options.prune_below, VANISHED) * e->options.scale;
    const double least = vanished ? INFINITY : e->options.prune_below * most;
    int64_t to = 0;
    *change = 0;
    for (int64_t k = 0; k < s->k; k++) {
        if (!(s->theta[k] > least)) continue;
        *change = fmax(*change, fabs(s->theta[k] - e->before[k]) / top);
        s->feature[to] = s->feature[k];
        s->theta[to++] = s->theta[k];
    }
    s->k = to;
    for (int64_t k = 0; k < s->k; k++) sum += s->theta[k];
    if (e->bilinear && sum > 0) {
        for (int64_t k = 0; k < s->k; k++) s->theta[k] *= e->scale_sum / sum;
        for (int64_t j = 0; j < s->m; j++) s->u[j] *= sum / e->scale_sum;
    }
done:
    return rc;
}

/* What the iterations raise, at `now`, and its largest |u_j dF/du_j| of the weights: 0 at a maximum. Relative to the weight,
 * because dF/du_j has the term -1/(2 u_j), which is without bound where a weight is on its way to 0. */
static int assess(pcvm_em *e, double *objective, double *stationarity)
{
    int rc = ARDOR_OK;
    const pcvm_state *s = &e->now;
    latent(e);
    ard_link_probit.derivatives(&e->targets, e->f, e->r, NULL);
    ard_gemv('T', e->problem->x->n, s->m, 1.0, e->phi, e->problem->x->n, e->r, 0.0, e->gradient);
    e->gradient[s->m] = ard_link_probit.value(&e->targets, e->f);
    TRY(ard_sum(e->context, e->gradient, s->m + 1));
    *objective = e->gradient[s->m];
    for (int64_t j = 0; j < s->m; j++) *objective -= 0.5 * log(fabs(s->u[j]));
    for (int64_t k = 0; e->learn && k < s->k; k++) *objective -= 0.5 * log(s->theta[k]);
    *stationarity = 0;
    for (int64_t j = 0; j < s->m; j++) *stationarity = fmax(*stationarity, fabs(s->u[j] * e->gradient[j] - 0.5));
done:
    return rc;
}

int pcvm_em_step(void *em, ard_iteration *out)
{
    int rc = ARDOR_OK;
    pcvm_em *e = em;
    pcvm_state *s = &e->now;
    double weight_change = 0, scale_change = 0, objective = 0, stationarity = 0;
    const int64_t m = s->m, k = s->k;
    ard_stop stop = ARD_STOP_NONE;
    expect(e);
    TRY(weight_step(e, &weight_change));
    if (e->learn && s->m > 0) {
        TRY(scale_step(e, &scale_change));
        if (s->k > 0) fill(e);
    }
    if (m == 0)
        stop = ARD_STOP_NULL_MODEL;
    else if (s->m == 0 || s->k == 0)
        stop = ARD_STOP_PRUNED;
    else if (s->m == m && s->k == k && weight_change < e->options.tol && scale_change < e->options.tol)
        stop = ARD_STOP_CONVERGED;
    if (stop == ARD_STOP_PRUNED) {
        copy_state(&e->kept, s);
        fill(e);
    }
    TRY(assess(e, &objective, &stationarity));
    REQUIRE(
        e->context, isfinite(objective), ARDOR_NUMERIC,
        "what expectation-maximisation raises became %g; standardise the features (--standardise train) or take another value "
        "of the setting %s",
        objective, e->learn ? "start_scale" : "scale");
    copy_state(s, &e->kept);
    *out = (ard_iteration){.objective = objective,
                           .certificate = {ARD_CERTIFICATE_GRADIENT, stationarity, NAN},
                           .n_vectors = s->m,
                           .n_features = s->k,
                           .stop = stop};
done:
    return rc;
}

/* Of the terms [bias, u, theta] at `now`: means, 0 of scales, and deviations of priors with the expected precisions. */
static void priors(const pcvm_state *s, int64_t n_terms, double *mean, double *deviation)
{
    mean[0] = s->bias;
    deviation[0] =
        sqrt(2.0) * fmax(1.0, fabs(s->bias)); /* flat, it would be anything where f is so large that no row has curvature */
    for (int64_t j = 0; j < s->m; j++) {
        mean[1 + j] = s->u[j];
        deviation[1 + j] = sqrt(2.0) * fabs(s->u[j]);
    }
    for (int64_t t = 1 + s->m; t < n_terms; t++) deviation[t] = sqrt(2.0) * s->theta[t - 1 - s->m];
}

/* [1, phi, derivatives in the scales] at `now`, each times the deviation of its prior, and the curvatures. */
static void linearise(pcvm_em *e, int64_t n_terms, const double *deviation, double *columns, double *curvature)
{
    const int64_t n = e->problem->x->n;
    const pcvm_state *s = &e->now;
    fill(e);
    latent(e);
    ard_link_probit.derivatives(&e->targets, e->f, e->r, curvature);
    for (int64_t i = 0; i < n; i++) columns[i] = 1.0;
    memcpy(columns + n, e->phi, (size_t)(n * s->m) * sizeof *columns);
    if (n_terms > 1 + s->m)
        ard_kernel_jacobian(e->kernel, (ard_list){s->m, s->row, s->u}, e->phi, s->k, s->feature, columns + n * (1 + s->m));
    for (int64_t t = 0; t < n_terms; t++) ard_scal(n, deviation[t], columns + t * n);
}

/* In units of the priors' deviations, whose precisions are 1: those of tiny weights are beyond the doubles. */
int pcvm_em_posterior(pcvm_em *e, ard_posterior *out)
{
    int rc = ARDOR_OK;
    const int64_t n = e->problem->x->n, m = 1 + e->kept.m + (e->learn && e->kept.m > 0 ? e->kept.k : 0);
    ard_gauss gauss = {0};
    double *columns = NULL, *unit = NULL, *mean = NULL, *deviation = NULL, *curvature = NULL;
    *out = (ard_posterior){0};
    NEW(e->context, columns, n * m);
    NEW(e->context, unit, m);
    NEW(e->context, mean, m);
    NEW(e->context, deviation, m);
    NEW(e->context, curvature, n);
    copy_state(&e->kept, &e->now);
    priors(&e->now, m, mean, deviation);
    linearise(e, m, deviation, columns, curvature);
    for (int64_t t = 0; t < m; t++) unit[t] = 1.0;
    TRY(ard_gauss_open(e->context, n, m, m > n + 1 ? ARD_GAUSS_ROWS : ARD_GAUSS_COLUMNS, NULL, &gauss));
    TRY(ard_gauss_make(&gauss, m, columns, curvature, unit));
    TRY(ard_posterior_of_factor(e->context, &gauss, mean, out));
    for (int64_t t = 0; t < m; t++) {
        ard_scal(out->rank, deviation[t], out->factor + t * out->rank);
        if (out->prior) out->prior[t] *= deviation[t] * deviation[t];
    }
done:
    ard_gauss_close(e->context, &gauss);
    ard_free(e->context, curvature);
    ard_free(e->context, deviation);
    ard_free(e->context, mean);
    ard_free(e->context, unit);
    ard_free(e->context, columns);
    return rc;
}
