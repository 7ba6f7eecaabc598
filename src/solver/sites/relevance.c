/* The search over precisions: which column next, when to stop. */
#include "solver/sites/relevance.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/sites/relevance_inside.h"

enum { MAX_PASSES = 30, MOST_STATES = 8192 };
/* In a scan: changes of log alpha below this are not tried; a pass that gains less than this is the last. */
#define LEAST_MOVE 1e-3
#define LEAST_PASS_GAIN 1e-3
#define LEAST_ALPHA 1e-8

void ard_relevance_close(ardor_context *context, ard_relevance *s)
{
    if (!s) return;
    void *const owned[] = {s->change,       s->best_mu, s->best_nu, s->best_tau, s->best_alpha, s->permutation, s->scratch,
                           s->barred,       s->target,  s->gain,    s->u,        s->r,          s->precision,   s->rows,
                           s->kernel_trial, s->kernel,  s->active,  s->alpha,    s->usable,     s->floor};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(context, owned[i]);
    ard_sites_close(context, &s->trial);
    ard_sites_close(context, &s->now);
    ard_free(context, s);
}

static int allocate(ardor_context *context, ard_relevance *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->n, d = s->d;
    int64_t square = 0;
    REQUIRE(context, ard_mul_ok(n, ard_max64(n, 1), &square), ARDOR_MEMORY, "%lld rows are too many", (long long)n);
    NEW(context, s->floor, d);
    NEW(context, s->usable, d);
    NEW(context, s->alpha, d);
    NEW(context, s->active, d);
    if (d >= n) {
        NEW(context, s->kernel, square);
        NEW(context, s->kernel_trial, square);
    }
    NEW(context, s->rows, s->room * n);
    NEW(context, s->precision, s->room);
    NEW(context, s->r, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->u, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->gain, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->target, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->barred, d);
    NEW(context, s->scratch, ARD_RELEVANCE_BLOCK * (n + s->room) + n);
    NEW(context, s->permutation, d);
    NEW(context, s->best_alpha, d);
    NEW(context, s->best_tau, n);
    NEW(context, s->best_nu, n);
    NEW(context, s->best_mu, n);
    s->change_room = MOST_STATES;
    NEW(context, s->change, s->change_room);
    TRY(ard_sites_open(context, n, s->room, &s->now));
    TRY(ard_sites_open(context, n, s->room, &s->trial));
done:
    return rc;
}

int ard_relevance_open(ardor_context *context, int64_t n, int64_t d, const double *columns, ard_relevance **out)
{
    int rc = ARDOR_OK;
    ard_relevance *s = NULL;
    *out = NULL;
    NEW(context, s, 1);
    s->context = context;
    s->n = n;
    s->d = d;
    s->room = ard_min64(n, d);
    s->columns = columns;
    TRY(allocate(context, s));
    for (int64_t j = 0; j < d; j++) {
        s->floor[j] = LEAST_ALPHA * ard_dot(n, columns + j * n, columns + j * n) / (double)n;
        s->usable[j] = true;
        s->alpha[j] = INFINITY;
    }
    *out = s;
    s = NULL;
done:
    ard_relevance_close(context, s);
    return rc;
}

void ard_relevance_begin(ard_relevance *s, const ard_relevance_options *options, const bool *usable)
{
    s->options = *options;
    for (int64_t j = 0; j < s->d; j++) s->usable[j] = usable[j] && s->floor[j] > 0;
    s->start_number = 0;
    s->starting = true;
    s->best_score = INFINITY;
    s->n_changes = 0;
    s->replayed = -1;
}

static int begin_start(ard_relevance *s)
{
    s->starting = false;
    if (s->n_changes < s->change_room) s->change[s->n_changes++] = (ard_relevance_change){-1, (double)s->start_number};
    if (!ard_relevance_apply_start(s, s->start_number))
        return ard_fail(s->context, ARDOR_NUMERIC,
                        "the approximation of the start has no finite evidence; are the columns on very "
                        "different scales?");
    memset(s->barred, 0, (size_t)s->d * sizeof *s->barred);
    for (int64_t j = 0; j < s->d; j++) s->permutation[j] = j;
    ard_rng_init(&s->rng, s->options.seed, ARD_STREAM_SEARCH_ORDER, (uint64_t)s->start_number);
    s->pass = s->pass_changes = 0;
    s->pass_gain = 0;
    s->position = 0;
    if (s->options.order == ARD_ORDER_RANDOM) ard_rng_shuffle(&s->rng, s->d, s->permutation);
    ard_relevance_record(s);
    return ARDOR_OK;
}

/* The column of the largest gain. True: this start is done. */
static bool greedy(ard_relevance *s)
{
    int64_t best = -1;
    if (!s->statistics_set) {
        ard_relevance_advise(s, s->d, NULL);
        s->statistics_set = true;
    }
    for (int64_t j = 0; j < s->d; j++)
        if (!s->barred[j] && s->gain[j] >= s->options.gain_tol && (best < 0 || s->gain[j] > s->gain[best])) best = j;
    if (best < 0) return true;
    if (ard_relevance_attempt(s, best, s->target[best])) {
        memset(s->barred, 0, (size_t)s->d * sizeof *s->barred);
        ard_relevance_record(s);
    } else {
        s->barred[best] = true;
    }
    return false;
}

static bool worth_trying(const ard_relevance *s, int64_t j, double target, double gain)
{
    const double alpha = s->alpha[j];
    if (isinf(target) != isinf(alpha)) return true;
    return isfinite(alpha) && fabs(log(target / alpha)) > LEAST_MOVE && gain > 1e-2 * s->options.gain_tol;
}

/* The next column in the order of the scan that is worth trying. True: this start is done. */
static bool scan(ard_relevance *s)
{
    while (s->position < s->d) {
        const int64_t count = ard_min64(ARD_RELEVANCE_BLOCK, s->d - s->position), *column = s->permutation + s->position;
        ard_relevance_advise(s, count, column);
        int64_t t = 0;
        while (t < count && !worth_trying(s, column[t], s->target[t], s->gain[t])) t++;
        s->position += t;
        if (t == count) continue;
        s->position++;
        const double before = s->now.log_evidence;
        if (ard_relevance_attempt(s, column[t], s->target[t])) {
            s->pass_changes++;
            s->pass_gain = fmax(s->pass_gain, s->now.log_evidence - before);
            ard_relevance_record(s);
        }
        return false;
    }
    if (s->pass_changes == 0 || s->pass_gain < LEAST_PASS_GAIN || ++s->pass >= MAX_PASSES) return true;
    s->position = s->pass_changes = 0;
    s->pass_gain = 0;
    if (s->options.order == ARD_ORDER_RANDOM) ard_rng_shuffle(&s->rng, s->d, s->permutation);
    return false;
}

int ard_relevance_step(void *search, ard_iteration *out)
{
    ard_relevance *s = search;
    bool done = false;
    if (s->starting) {
        int rc = begin_start(s);
        if (rc != ARDOR_OK) return rc;
    } else {
        done = s->options.order == ARD_ORDER_GREEDY ? greedy(s) : scan(s);
    }
    if (done && s->start_number + 1 < s->options.starts) {
        s->start_number++;
        s->starting = true;
        done = false;
    }
    out->objective = s->now.log_evidence;
    out->n_features = s->n_active;
    out->stop = done ? ARD_STOP_CONVERGED : ARD_STOP_NONE;
    out->score_errors = (double)s->score.errors;
    out->score_probability = s->score.probability;
    out->score_probability_scaled = s->score.scaled;
    out->score_log_density = s->score.log_density;
    return ARDOR_OK;
}

static int run_again(ard_relevance *s, double tol)
{
    ard_relevance_list(s);
    s->statistics_set = false;
    if (!ard_relevance_run(s, &s->now, false, tol))
        return ard_fail(s->context, ARDOR_NUMERIC, "the approximation has no finite evidence at these precisions");
    return ARDOR_OK;
}

int ard_relevance_restore(ard_relevance *s, double tol)
{
    memcpy(s->alpha, s->best_alpha, (size_t)s->d * sizeof *s->alpha);
    memcpy(s->now.tau, s->best_tau, (size_t)s->n * sizeof *s->best_tau);
    memcpy(s->now.nu, s->best_nu, (size_t)s->n * sizeof *s->best_nu);
    memcpy(s->now.mu, s->best_mu, (size_t)s->n * sizeof *s->best_mu);
    return run_again(s, tol);
}

int ard_relevance_set(ard_relevance *s, const double *alpha, double tol)
{
    memcpy(s->alpha, alpha, (size_t)s->d * sizeof *s->alpha);
    ard_sites_forget(&s->now);
    return run_again(s, tol);
}

const ard_sites *ard_relevance_sites(const ard_relevance *s) { return &s->now; }

int64_t ard_relevance_active(const ard_relevance *s, const int64_t **column)
{
    *column = s->active;
    return s->n_active;
}

const double *ard_relevance_alpha(const ard_relevance *s) { return s->alpha; }

/* w_j = phi_j'(nu - tau mu) / alpha_j, in both forms. */
void ard_relevance_weights(const ard_relevance *s, double *weight)
{
    for (int64_t t = 0; t < s->n_active; t++) {
        const double *phi = s->columns + s->active[t] * s->n;
        double sum = 0;
        for (int64_t i = 0; i < s->n; i++) sum += phi[i] * (s->now.nu[i] - s->now.tau[i] * s->now.mu[i]);
        weight[t] = sum / s->alpha[s->active[t]];
    }
}

void ard_relevance_statistics(ard_relevance *s, double *r, double *u)
{
    ard_relevance_advise(s, s->d, NULL);
    s->statistics_set = false;
    memcpy(r, s->r, (size_t)s->d * sizeof *r);
    memcpy(u, s->u, (size_t)s->d * sizeof *u);
}

int64_t ard_relevance_n_states(const ard_relevance *s) { return s->n_changes; }

int ard_relevance_replay(ard_relevance *s, int64_t t, double tol)
{
    if (t <= s->replayed) s->replayed = -1;
    while (s->replayed < t) {
        const ard_relevance_change change = s->change[++s->replayed];
        if (change.column < 0) {
            if (!ard_relevance_apply_start(s, (int64_t)change.alpha))
                return ard_fail(s->context, ARDOR_NUMERIC, "the approximation of a start has no finite evidence");
        } else {
            s->alpha[change.column] = change.alpha;
        }
    }
    return run_again(s, tol);
}
