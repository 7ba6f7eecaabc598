/* The state of the search: its prior in the cheaper form, attempts to change one precision, the trajectory. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/sites/relevance_inside.h"

enum { MAX_SWEEPS = 60, UPDATES_OF_KERNEL = 50, MOST_SHORTENED = 3 };
/* The largest alpha in units of the least, which goes with the column's scale. */
#define RANGE_OF_ALPHA 1e20
#define LEAST_RISE 1e-9
#define SHORTEN 0.25

void ard_relevance_list(ard_relevance *s)
{
    s->n_active = 0;
    for (int64_t j = 0; j < s->d; j++)
        if (isfinite(s->alpha[j])) s->active[s->n_active++] = j;
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
static ard_prior weight_prior(ard_relevance *s)
{
    const int64_t m = s->n_active;
    for (int64_t t = 0; t < m; t++) {
        const double *from = s->columns + s->active[t] * s->n;
        for (int64_t i = 0; i < s->n; i++) s->rows[t + i * m] = from[i];
        s->precision[t] = s->alpha[s->active[t]];
    }
    return (ard_prior){NULL, m, s->rows, s->precision};
}

/* The approximation for alpha, into `sites`, warm from what is in them. In the dual form from kernel_trial (trial), which is
 * set already, or from a fresh kernel. */
bool ard_relevance_run(ard_relevance *s, ard_sites *sites, bool trial, double tol)
{
    ard_prior prior;
    if (cheaper_in_dual(s)) {
        if (!trial) {
            make_kernel(s, s->kernel);
            s->kernel_set = true;
            s->n_updates = 0;
        }
        prior = (ard_prior){trial ? s->kernel_trial : s->kernel, 0, NULL, NULL};
    } else {
        prior = weight_prior(s);
        if (!trial) s->kernel_set = false;
    }
    /* the gain at which Newton's method stops is a square of the change that EP's tolerance is about */
    return s->options.laplace ? ard_logit_mode_run(sites, &prior, tol * tol, MAX_SWEEPS)
                              : ard_ep_run(sites, &prior, tol, MAX_SWEEPS);
}

/* kernel_trial for alpha_j = value, where it was `old`. */
static void move_kernel(ard_relevance *s, int64_t j, double old, double value)
{
    const int64_t n = s->n;
    if (!s->kernel_set || s->n_updates >= UPDATES_OF_KERNEL) {
        make_kernel(s, s->kernel_trial);
        return;
    }
    const double *phi = s->columns + j * n, by = 1.0 / value - 1.0 / old;
    for (int64_t c = 0; c < n; c++)
        for (int64_t i = 0; i < n; i++) s->kernel_trial[i + c * n] = s->kernel[i + c * n] + by * phi[c] * phi[i];
}

static void accept(ard_relevance *s)
{
    const ard_sites sites = s->now;
    s->now = s->trial;
    s->trial = sites;
    s->statistics_set = false;
    if (!s->now.dual) {
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
bool ard_relevance_attempt(ard_relevance *s, int64_t j, double target)
{
    const double old = s->alpha[j], from = 1.0 / old, way = 1.0 / target - from;
    double part = 1.0;
    if (isinf(target) && s->n_active == 1) return false;
    for (int t = 0; t <= MOST_SHORTENED; t++, part *= SHORTEN) {
        s->alpha[j] = t == 0 ? target : 1.0 / (from + part * way);
        ard_relevance_list(s);
        if (cheaper_in_dual(s)) move_kernel(s, j, old, s->alpha[j]);
        ard_sites_take(&s->trial, &s->now);
        if (ard_relevance_run(s, &s->trial, true, s->options.tol) && s->trial.log_evidence > s->now.log_evidence + LEAST_RISE) {
            accept(s);
            if (s->n_changes < s->change_room) s->change[s->n_changes++] = (ard_relevance_change){j, s->alpha[j]};
            return true;
        }
    }
    s->alpha[j] = old;
    ard_relevance_list(s);
    return false;
}

/* ------------------------------------------------------------------ what the statistics advise */

static double log_gain(double r, double u, double alpha)
{
    return isinf(alpha) || !(r > 0) ? 0.0 : 0.5 * (u * u / (alpha + r) - log1p(r / alpha));
}

/* target[t] and gain[t] of columns r[t], u[t] belong to. */
static void advise_one(const ard_relevance *s, int64_t j, double r, double u, double *target, double *gain)
{
    const double alpha = s->alpha[j];
    *target = alpha;
    *gain = 0;
    if (!s->usable[j]) return;
    if (isfinite(alpha)) {
        const double rest = fmax(alpha - r, 1e-12 * alpha);
        r = alpha * r / rest;
        u = alpha * u / rest;
    }
    const double excess = u * u - r;
    *target =
        r > 0 && excess > 1e-10 * r ? ard_clip(r * r / excess, s->floor[j], RANGE_OF_ALPHA * s->floor[j]) : (double)INFINITY;
    if (isinf(*target) && isfinite(alpha) && s->n_active == 1) *target = alpha;
    *gain = log_gain(r, u, *target) - log_gain(r, u, alpha);
}

/* Into the first `count` of target and gain: of these columns, at most ARD_RELEVANCE_BLOCK; or of all (column NULL). */
void ard_relevance_advise(ard_relevance *s, int64_t count, const int64_t *column)
{
    const int64_t n = s->n;
    ard_prior prior = {s->kernel, 0, NULL, NULL};
    double *gathered = s->scratch + ARD_RELEVANCE_BLOCK * s->room + n;
    if (!s->now.dual) prior = weight_prior(s);
    if (column)
        for (int64_t t = 0; t < count; t++) memcpy(gathered + t * n, s->columns + column[t] * n, (size_t)n * sizeof *gathered);
    ard_sites_relevance(&s->now, &prior, count, column ? gathered : s->columns, s->r, s->u, s->scratch);
    for (int64_t t = 0; t < count; t++) advise_one(s, column ? column[t] : t, s->r[t], s->u[t], s->target + t, s->gain + t);
}

/* ------------------------------------------------------------------ starts, records */

/* Is the state the best so far? Then it is kept. */
void ard_relevance_record(ard_relevance *s)
{
    double score = -s->now.log_evidence;
    if (!s->options.laplace) s->score = ard_ep_cavities(&s->now);
    if (s->options.select != ARD_SELECT_EVIDENCE)
        score = s->options.select == ARD_SELECT_ERRORS ? (double)s->score.errors : s->score.scaled;
    if (!(score < s->best_score)) return;
    s->best_score = score;
    memcpy(s->best_alpha, s->alpha, (size_t)s->d * sizeof *s->alpha);
    memcpy(s->best_tau, s->now.tau, (size_t)s->n * sizeof *s->best_tau);
    memcpy(s->best_nu, s->now.nu, (size_t)s->n * sizeof *s->best_nu);
    memcpy(s->best_mu, s->now.mu, (size_t)s->n * sizeof *s->best_mu);
}

/* The column that explains most alone, by the sites that a first sweep over an empty model sets. */
static void start_best(ard_relevance *s)
{
    const double tau = s->options.laplace ? 0.25 : 0.6366197723675814, nu = s->options.laplace ? 0.5 : 0.7978845608028654;
    double best = -INFINITY;
    int64_t chosen = -1;
    for (int64_t j = 0; j < s->d; j++) {
        const double *phi = s->columns + j * s->n;
        double r = 0, u = 0, target, gain;
        for (int64_t i = 0; i < s->n; i++) {
            r += tau * phi[i] * phi[i];
            u += nu * phi[i];
        }
        if (!s->usable[j] || !(r > 0)) continue;
        advise_one(s, j, r, u, &target, &gain);
        if (chosen >= 0 && !(gain > best)) continue;
        best = gain;
        chosen = j;
        s->target[0] = isfinite(target) ? target : s->options.alpha0;
    }
    if (chosen >= 0) s->alpha[chosen] = s->target[0];
}

static void start_fraction(ard_relevance *s, int64_t number)
{
    int64_t usable = 0, *index = s->active;
    ard_rng rng;
    for (int64_t j = 0; j < s->d; j++)
        if (s->usable[j]) index[usable++] = j;
    ard_rng_init(&rng, s->options.seed, ARD_STREAM_SEARCH_START, (uint64_t)number);
    ard_rng_shuffle(&rng, usable, index);
    const int64_t count = ard_max64(1, llround(s->options.start_fraction * (double)usable));
    for (int64_t t = 0; t < ard_min64(count, usable); t++) s->alpha[index[t]] = s->options.alpha0;
}

/* alpha of start `number`, and its approximation from cold. */
bool ard_relevance_apply_start(ard_relevance *s, int64_t number)
{
    /* the others take the three kinds in turn, beginning with those that the first is not */
    const int kind = number == 0 ? (int)s->options.start : ((int)s->options.start + (int)(number % 3)) % 3;
    for (int64_t j = 0; j < s->d; j++) s->alpha[j] = INFINITY;
    s->n_active = 0;
    if (kind == ARD_START_BEST)
        start_best(s);
    else if (kind == ARD_START_FRACTION)
        start_fraction(s, number);
    else
        for (int64_t j = 0; j < s->d; j++)
            if (s->usable[j]) s->alpha[j] = s->options.alpha0;
    ard_relevance_list(s);
    ard_sites_forget(&s->now);
    s->statistics_set = false;
    return ard_relevance_run(s, &s->now, false, s->options.tol);
}
