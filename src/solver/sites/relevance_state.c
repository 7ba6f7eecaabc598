/* The state of the search: its prior in the cheaper form, attempts to change one precision, starts, the trajectory. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/single.h"
#include "solver/sites/relevance_inside.h"

enum { MAX_SWEEPS = 60, UPDATES_OF_KERNEL = 50, MOST_SHORTENED = 3 };
/* The largest alpha in units of the least, which goes with the column's scale. */
#define RANGE_OF_ALPHA 1e20
/* The largest of a constant that stays. */
#define CONSTANT_ALPHA 1e6
#define LEAST_RISE 1e-9
#define SHORTEN 0.25

void relevance_list(ard_relevance *s)
{
    s->n_active = 0;
    for (int64_t j = 0; j < s->d; j++)
        if (isfinite(s->alpha[j])) s->active[s->n_active++] = j;
}

void relevance_hold(ard_relevance *s) { memcpy(s->held, s->alpha, (size_t)s->d * sizeof *s->held); }

void relevance_put_back(ard_relevance *s)
{
    memcpy(s->alpha, s->held, (size_t)s->d * sizeof *s->alpha);
    relevance_list(s);
}

/* K from scratch, in blocks of active columns. */
static void make_kernel(ard_relevance *s, double *kernel)
{
    const int64_t n = s->n;
    memset(kernel, 0, (size_t)(n * n) * sizeof *kernel);
    for (int64_t first = 0; first < s->n_active; first += ARD_RELEVANCE_BLOCK) {
        const int64_t count = ard_min64(ARD_RELEVANCE_BLOCK, s->n_active - first);
        for (int64_t t = 0; t < count; t++) {
            const int64_t j = s->active[first + t];
            const double by = 1.0 / sqrt(s->alpha[j]);
            for (int64_t i = 0; i < n; i++) s->scratch[i + t * n] = by * s->columns[i + j * n];
        }
        ard_syrk('N', n, count, 1.0, s->scratch, n, 1.0, kernel, n);
    }
    ard_symmetrise(n, kernel, n);
}

static bool cheaper_in_dual(const ard_relevance *s) { return s->kernel && s->n_active >= s->n; }

/* The active columns' prior in weight space. */
ard_prior relevance_weight_prior(ard_relevance *s)
{
    for (int64_t t = 0; t < s->n_active; t++) {
        memcpy(s->phi + t * s->n, s->columns + s->active[t] * s->n, (size_t)s->n * sizeof *s->phi);
        s->precision[t] = s->alpha[s->active[t]];
    }
    return (ard_prior){.m = s->n_active, .columns = s->phi, .alpha = s->precision};
}

/* kernel_trial for alpha_j, where it was `old`. */
static void move_kernel(ard_relevance *s, int64_t j, double old)
{
    const int64_t n = s->n;
    if (!s->kernel_set || s->n_updates >= UPDATES_OF_KERNEL) {
        make_kernel(s, s->kernel_trial);
        return;
    }
    const double *phi = s->columns + j * n, by = 1.0 / s->alpha[j] - 1.0 / old;
    for (int64_t c = 0; c < n; c++)
        for (int64_t i = 0; i < n; i++) s->kernel_trial[i + c * n] = s->kernel[i + c * n] + by * phi[c] * phi[i];
}

/* The kernel of `now` and that of `trial` have a place each. */
static ard_prior dual_prior(ard_relevance *s, const ard_sites *sites, int64_t changed, double old)
{
    if (changed >= 0) {
        move_kernel(s, changed, old);
        return (ard_prior){.kernel = s->kernel_trial};
    }
    if (sites == s->trial) {
        make_kernel(s, s->kernel_trial);
        return (ard_prior){.kernel = s->kernel_trial};
    }
    make_kernel(s, s->kernel);
    s->kernel_set = true;
    s->n_updates = 0;
    return (ard_prior){.kernel = s->kernel};
}

/* The weights that go with the sites and the precisions that those had: phi_j'g / alpha_j. */
static int warm_weights(ard_relevance *s, ard_sites *sites)
{
    int rc = ARDOR_OK;
    const int64_t m = s->n_active;
    ard_sites_pull(sites, s->scratch);
    ard_gemv('T', s->n, m, 1.0, s->phi, s->n, s->scratch, 0.0, sites->weight);
    TRY(ard_sum(s->context, sites->weight, m));
    for (int64_t t = 0; t < m; t++) sites->weight[t] /= s->sites_alpha[s->active[t]];
done:
    return rc;
}

void relevance_mark_sites(ard_relevance *s)
{
    if (s->laplace) memcpy(s->sites_alpha, s->alpha, (size_t)s->d * sizeof *s->alpha);
}

int relevance_run(ard_relevance *s, ard_sites *sites, int64_t changed, double old, double tol)
{
    int rc = ARDOR_OK;
    const bool dual = cheaper_in_dual(s);
    const ard_prior prior = dual ? dual_prior(s, sites, changed, old) : relevance_weight_prior(s);
    if (!dual && sites == s->now) s->kernel_set = false;
    if (s->laplace && !dual) TRY(warm_weights(s, sites));
    /* the decrement at which Newton's method stops is a square of the change that EP's tolerance is about */
    TRY(s->laplace ? ard_laplace_run(sites, &prior, tol * tol, MAX_SWEEPS) : ard_ep_run(sites, &prior, tol, MAX_SWEEPS));
    if (sites == s->now) relevance_mark_sites(s);
done:
    return rc;
}

void relevance_accept(ard_relevance *s)
{
    ard_sites *const sites = s->now;
    s->now = s->trial;
    s->trial = sites;
    s->statistics_set = false;
    relevance_mark_sites(s);
    if (!s->now->dual) {
        s->kernel_set = false;
        return;
    }
    double *kernel = s->kernel;
    s->n_updates = s->kernel_set && s->n_updates < UPDATES_OF_KERNEL ? s->n_updates + 1 : 0;
    s->kernel = s->kernel_trial;
    s->kernel_trial = kernel;
    s->kernel_set = true;
}

/* Go from alpha_j towards the target as far as the evidence rises. */
int relevance_attempt(ard_relevance *s, int64_t j, double target, bool *accepted)
{
    int rc = ARDOR_OK;
    const double old = s->alpha[j], from = 1.0 / old, way = 1.0 / target - from;
    double part = 1.0;
    *accepted = false;
    if (isinf(target) && s->n_active == 1) return ARDOR_OK;
    for (int t = 0; t <= MOST_SHORTENED && !*accepted; t++, part *= SHORTEN) {
        s->alpha[j] = t == 0 ? target : 1.0 / (from + part * way);
        relevance_list(s);
        ard_sites_take(s->trial, s->now);
        TRY(relevance_run(s, s->trial, j, old, s->options.tol));
        *accepted = isfinite(s->trial->log_evidence) && s->trial->log_evidence > s->now->log_evidence + LEAST_RISE;
    }
    if (*accepted) {
        relevance_accept(s);
        s->polished = false;
        if (s->n_changes < s->change_room) s->change[s->n_changes++] = (ard_relevance_change){j, s->alpha[j]};
    } else {
        s->alpha[j] = old;
        relevance_list(s);
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ what the statistics advise */

/* A column's statistics without it; square: u^2, or where the sites move u (u - drift), which may be negative. */
typedef struct statistics {
    double r, square;
} statistics;

bool relevance_stays(const ard_relevance *s, int64_t j) { return j == 0 && s->options.constant_stays; }

double relevance_most(const ard_relevance *s, int64_t j)
{
    const double most = RANGE_OF_ALPHA * s->floor[j];
    return relevance_stays(s, j) ? fmin(most, CONSTANT_ALPHA) : most;
}

static double best_alpha(const ard_relevance *s, int64_t j, statistics x)
{
    const double least = s->floor[j];
    double alpha = ard_single_best(x.r, x.square);
    if (isfinite(alpha)) alpha = ard_clip(alpha, least, RANGE_OF_ALPHA * least);
    if (relevance_stays(s, j)) return fmin(alpha, CONSTANT_ALPHA);
    return alpha < s->options.prune_at ? alpha : (double)INFINITY;
}

void relevance_advise_one(const ard_relevance *s, int64_t j, double r, double u, double drift, double *advice, double *gain)
{
    const double alpha = s->alpha[j];
    *advice = alpha;
    *gain = 0;
    if (!s->usable[j] || (isinf(alpha) && isinf(ard_single_best(r, u * u - u * drift)))) return; /* as most are */
    if (isfinite(alpha)) {
        const double rest = fmax(alpha - r, 1e-12 * alpha);
        r = alpha * r / rest;
        u = alpha * u / rest;
        drift = alpha * drift / rest;
    }
    const statistics x = {r, u * u - u * drift};
    *advice = best_alpha(s, j, x);
    if (isinf(*advice) && isfinite(alpha) && s->n_active == 1) *advice = alpha;
    *gain = ard_single_gain(x.r, x.square, *advice) - ard_single_gain(x.r, x.square, alpha);
}

/* Into the first `count` of advice and gain: of these columns, at most ARD_RELEVANCE_BLOCK; or of all (column NULL). */
int relevance_advise(ard_relevance *s, int64_t count, const int64_t *column)
{
    int rc = ARDOR_OK;
    const int64_t n = s->n;
    ard_prior prior = {.kernel = s->kernel};
    double *gathered = s->scratch + ARD_RELEVANCE_BLOCK * s->room + 2 * n, *drift = s->options.together ? s->drift : NULL;
    if (!s->now->dual) prior = relevance_weight_prior(s);
    if (column)
        for (int64_t t = 0; t < count; t++) memcpy(gathered + t * n, s->columns + column[t] * n, (size_t)n * sizeof *gathered);
    TRY(ard_sites_relevance(s->now, &prior, count, column ? gathered : s->columns, s->r, s->u, drift, s->scratch));
    for (int64_t t = 0; t < count; t++)
        relevance_advise_one(s, column ? column[t] : t, s->r[t], s->u[t], s->options.polish ? drift[t] : 0.0, s->advice + t,
                             s->gain + t);
done:
    return rc;
}

/* ------------------------------------------------------------------ starts, records */

/* Is the state the best so far? Then it is kept. */
void relevance_record(ard_relevance *s)
{
    double score = -s->now->log_evidence;
    if (!s->laplace) s->score = ard_ep_cavities(s->now);
    if (s->options.select != ARD_SELECT_EVIDENCE)
        score = s->options.select == ARD_SELECT_ERRORS ? (double)s->score.errors : s->score.scaled;
    if (!(score < s->best_score)) return;
    s->best_score = score;
    memcpy(s->best_alpha, s->alpha, (size_t)s->d * sizeof *s->alpha);
    memcpy(s->best_tau, s->now->tau, (size_t)s->n * sizeof *s->best_tau);
    memcpy(s->best_nu, s->now->nu, (size_t)s->n * sizeof *s->best_nu);
    memcpy(s->best_mu, s->now->mu, (size_t)s->n * sizeof *s->best_mu);
}

/* Sites of f = 0: the derivatives there, or what EP's first sweep over an empty model sets. */
static void sites_of_nothing(ard_relevance *s, double *tau, double *nu)
{
    memset(nu, 0, (size_t)s->n * sizeof *nu);
    if (s->laplace) {
        double *f = s->scratch;
        memset(f, 0, (size_t)s->n * sizeof *f);
        s->laplace->derivatives(&s->target, f, nu, tau);
        return;
    }
    for (int64_t i = 0; i < s->n; i++) {
        tau[i] = 0.6366197723675814;
        nu[i] = ard_target_sign(&s->target, i) * 0.7978845608028654;
    }
}

/* The column that explains most alone, by those sites. */
static int start_best(ard_relevance *s)
{
    int rc = ARDOR_OK;
    double *tau = s->now->tau, *nu = s->now->nu, best = -INFINITY, alpha = INFINITY;
    int64_t chosen = -1;
    sites_of_nothing(s, tau, nu);
    for (int64_t j = 0; j < s->d; j++) {
        const double *phi = s->columns + j * s->n;
        s->r[j] = s->u[j] = 0;
        for (int64_t i = 0; i < s->n; i++) {
            s->r[j] += tau[i] * phi[i] * phi[i];
            s->u[j] += nu[i] * phi[i];
        }
    }
    if (s->laplace) {
        TRY(ard_sum(s->context, s->r, s->d));
        TRY(ard_sum(s->context, s->u, s->d));
    }
    for (int64_t j = 0; j < s->d; j++) {
        double advice, gain;
        if (!s->usable[j] || !(s->r[j] > 0)) continue;
        relevance_advise_one(s, j, s->r[j], s->u[j], 0.0, &advice, &gain);
        if (chosen >= 0 && !(gain > best)) continue;
        best = gain;
        chosen = j;
        alpha = isfinite(advice) ? advice : s->options.alpha0;
    }
    if (chosen >= 0) s->alpha[chosen] = alpha;
done:
    return rc;
}

static int start_fraction(ard_relevance *s, int64_t number)
{
    int rc = ARDOR_OK;
    int64_t usable = 0, *index = s->active;
    for (int64_t j = 0; j < s->d; j++)
        if (s->usable[j]) index[usable++] = j;
    TRY(relevance_draw(s, ARD_STREAM_SEARCH_START, number, 0, usable, index));
    const int64_t count = ard_max64(1, llround(s->options.start_fraction * (double)usable));
    for (int64_t t = 0; t < ard_min64(count, usable); t++) s->alpha[index[t]] = s->options.alpha0;
done:
    return rc;
}

static void start_all(ard_relevance *s)
{
    for (int64_t j = 0; j < s->d; j++)
        if (s->usable[j]) s->alpha[j] = s->options.alpha0;
}

/* The others take the three kinds in turn, beginning with those that the first is not; beside the constant alone there is one. */
static int kind_of(const ard_relevance *s, int64_t number)
{
    if (s->options.constant_stays) return ARD_START_ALL;
    return number == 0 ? (int)s->options.start : ((int)s->options.start + (int)(number % 3)) % 3;
}

static bool is_alone(const ard_relevance *s, int64_t number) { return s->options.constant_stays && number == 0; }

bool relevance_starts_with_all(const ard_relevance *s, int64_t number)
{
    return !is_alone(s, number) && kind_of(s, number) == ARD_START_ALL;
}

/* alpha of start `number`, and its approximation from cold. */
int relevance_apply_start(ard_relevance *s, int64_t number)
{
    int rc = ARDOR_OK;
    const int kind = kind_of(s, number);
    const bool alone = is_alone(s, number);
    for (int64_t j = 0; j < s->d; j++) s->alpha[j] = INFINITY;
    s->n_active = 0;
    if (alone)
        s->alpha[0] = s->options.alpha0;
    else if (kind == ARD_START_BEST)
        TRY(start_best(s));
    else if (kind == ARD_START_FRACTION)
        TRY(start_fraction(s, number));
    else
        start_all(s);
    relevance_list(s);
    ard_sites_forget(s->now);
    s->statistics_set = false;
    TRY(relevance_run(s, s->now, -1, INFINITY, s->options.tol));
done:
    return rc;
}
