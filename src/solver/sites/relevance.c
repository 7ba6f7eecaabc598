/* The search over precisions: which column next, when to stop. */
#include "solver/sites/relevance.h"

#include <math.h>
#include <string.h>

#include "base/remark.h"
#include "linalg/blas.h"
#include "solver/sites/relevance_inside.h"

enum { MAX_PASSES = 30, MOST_STATES = 8192, MOST_STARTS = 100 };
/* In a scan: changes of log alpha below this are not tried; a pass that gains less than this is the last. */
#define LEAST_MOVE 1e-3
#define LEAST_PASS_GAIN 1e-3
#define LEAST_ALPHA 1e-8
#define LEAST_CHANGE 0.1
/* Ends of starts that differ by more are different maxima. */
#define SAME_EVIDENCE 1e-2

void ard_relevance_close(ardor_context *context, ard_relevance *s)
{
    if (!s) return;
    void *const owned[] = {s->rank,      s->column_number, s->row_number, s->change,      s->best_mu,
                           s->best_nu,   s->best_tau,      s->best_alpha, s->permutation, s->scratch,
                           s->barred,    s->advice,        s->gain,       s->u,           s->r,
                           s->precision, s->phi,           s->w,          s->active,      s->alpha,
                           s->usable,    s->kernel_trial,  s->kernel,     s->floor,       s->drift,
                           s->held,      s->end,           s->sites_alpha};
    relevance_together_close(context, &s->together);
    ard_sites_close(context, &s->sites[1]);
    ard_sites_close(context, &s->sites[0]);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(context, owned[i]);
    ard_free(context, s);
}

static int allocate(ardor_context *context, ard_relevance *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->n, d = s->d, room = s->room;
    int64_t square = 0, cells = 0, scratch = 0;
    const bool countable = ard_mul_ok(n, ard_max64(n, 1), &square) && ard_mul_ok(n, room, &cells);
    REQUIRE(context, countable && ard_gauss_scratch(n, room, &scratch), ARDOR_MEMORY, "%lld rows are too many", (long long)n);
    NEW(context, s->floor, d);
    NEW(context, s->usable, d);
    NEW(context, s->alpha, d);
    NEW(context, s->active, d);
    NEW(context, s->w, scratch);
    NEW(context, s->phi, cells);
    NEW(context, s->precision, room);
    NEW(context, s->r, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->u, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->gain, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->advice, ard_max64(d, ARD_RELEVANCE_BLOCK));
    NEW(context, s->barred, d);
    NEW(context, s->scratch, ARD_RELEVANCE_BLOCK * (n + room) + 2 * n);
    if (s->laplace) NEW(context, s->drift, ard_max64(d, ARD_RELEVANCE_BLOCK));
    if (s->laplace) NEW(context, s->held, d);
    if (s->laplace) NEW(context, s->sites_alpha, d);
    if (s->laplace) TRY(relevance_together_open(context, d, &s->together));
    NEW(context, s->end, MOST_STARTS);
    NEW(context, s->permutation, d);
    NEW(context, s->row_number, n);
    NEW(context, s->column_number, d);
    NEW(context, s->rank, d);
    NEW(context, s->best_alpha, d);
    NEW(context, s->best_tau, n);
    NEW(context, s->best_nu, n);
    NEW(context, s->best_mu, n);
    s->change_room = MOST_STATES;
    NEW(context, s->change, s->change_room);
    TRY(ard_sites_open(context, &s->target, room, s->laplace, s->w, &s->sites[0]));
    TRY(ard_sites_open(context, &s->target, room, s->laplace, s->w, &s->sites[1]));
done:
    return rc;
}

/* floor: 1e-8 of the columns' mean squares. */
static int set_floor(ard_relevance *s)
{
    int rc = ARDOR_OK;
    double rows = (double)s->n;
    for (int64_t j = 0; j < s->d; j++) s->floor[j] = ard_dot(s->n, s->columns + j * s->n, s->columns + j * s->n);
    if (s->laplace) {
        TRY(ard_sum(s->context, s->floor, s->d));
        TRY(ard_sum(s->context, &rows, 1));
    }
    for (int64_t j = 0; j < s->d; j++) s->floor[j] *= LEAST_ALPHA / rows;
done:
    return rc;
}

int ard_relevance_open(ardor_context *context, const ard_targets *target, int64_t d, const double *columns,
                       const ard_link *laplace, ard_relevance **out)
{
    int rc = ARDOR_OK;
    ard_relevance *s = NULL;
    const int64_t n = target->n;
    /* Sweeps in weight space cost more than those of the dual form long before m is n; modes do not, and then the kernels are
     * worth their room only where many columns may be in. */
    const bool dual = laplace ? d > n + 1 : d >= n;
    *out = NULL;
    NEW(context, s, 1);
    s->context = context;
    s->target = *target;
    s->laplace = laplace;
    s->n = n;
    s->d = d;
    s->room = dual ? n : d;
    s->columns = columns;
    s->now = &s->sites[0];
    s->trial = &s->sites[1];
    TRY(allocate(context, s));
    if (dual) {
        NEW(context, s->kernel, n * n);
        NEW(context, s->kernel_trial, n * n);
    }
    TRY(set_floor(s));
    for (int64_t j = 0; j < d; j++) {
        s->usable[j] = true;
        s->alpha[j] = INFINITY;
    }
    relevance_mark_sites(s);
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
    s->numbered = false;
    s->start_number = s->n_ends = 0;
    s->starting = true;
    s->best_score = INFINITY;
    s->n_changes = 0;
    s->slope = NAN;
    s->replayed = -1;
}

/* The order of a pass of a scan: as the columns stand, or drawn. */
static int order_columns(ard_relevance *s)
{
    for (int64_t j = 0; j < s->d; j++) s->permutation[j] = j;
    if (s->options.order != ARD_ORDER_RANDOM) return ARDOR_OK;
    return relevance_draw(s, ARD_STREAM_SEARCH_ORDER, s->start_number, s->pass, s->d, s->permutation);
}

static void free_barred(ard_relevance *s)
{
    memset(s->barred, 0, (size_t)s->d * sizeof *s->barred);
    s->changed = false;
}

/* To single steps, all of which are open again. */
static int begin_singles(ard_relevance *s)
{
    free_barred(s);
    s->pass = s->position = s->pass_changes = 0;
    s->pass_gain = 0;
    return order_columns(s);
}

static int begin_start(ard_relevance *s)
{
    int rc = ARDOR_OK;
    s->starting = false;
    if (s->n_changes < s->change_room) s->change[s->n_changes++] = (ard_relevance_change){-1, (double)s->start_number};
    TRY(relevance_apply_start(s, s->start_number));
    REQUIRE(s->context, isfinite(s->now->log_evidence), ARDOR_NUMERIC,
            "the approximation has no finite evidence at the start, with %lld of %lld columns; standardise the features "
            "(--standardise train) or take another value of the setting alpha0",
            (long long)s->n_active, (long long)s->d);
    TRY(begin_singles(s));
    s->together.on = s->polished = false;
    s->joint = s->joint_refused = false;
    if (s->options.together && relevance_starts_with_all(s, s->start_number))
        TRY(s->options.polish ? relevance_together_begin(s) : relevance_mackay_begin(s));
    relevance_record(s);
done:
    return rc;
}

/* Changes of one precision that promise less are left to the steps of all together. */
static double least_gain(const ard_relevance *s, int64_t j)
{
    const bool stays_in = isfinite(s->alpha[j]) && isfinite(s->advice[j]);
    return s->options.polish && stays_in ? fmax(s->options.gain_tol, LEAST_CHANGE) : s->options.gain_tol;
}

static bool with_joint(const ard_relevance *s) { return s->laplace && s->options.together && !s->options.polish; }

/* The statistics take the sites to stay. Does the evidence, with sites that move, fall where they send a column that stays in? */
static bool falls(const ard_relevance *s, int64_t j)
{
    if (!with_joint(s) || isinf(s->alpha[j]) || isinf(s->advice[j])) return false;
    const double slope = s->u[j] * s->u[j] - s->r[j] - s->u[j] * s->drift[j];
    return !(slope * (1.0 / s->advice[j] - 1.0 / s->alpha[j]) > 0);
}

/* The column of the largest gain that may be tried; -1: none. */
static int64_t best_column(const ard_relevance *s)
{
    int64_t best = -1;
    for (int64_t j = 0; j < s->d; j++)
        if (!s->barred[j] && s->gain[j] >= least_gain(s, j) && (best < 0 || s->gain[j] > s->gain[best]) && !falls(s, j)) best = j;
    return best;
}

static int look_at_all(ard_relevance *s)
{
    int rc = ARDOR_OK;
    if (s->statistics_set) goto done;
    TRY(relevance_advise(s, s->d, NULL));
    s->statistics_set = true;
done:
    return rc;
}

static void accept_change(ard_relevance *s)
{
    s->changed = true;
    s->joint_refused = false;
    if (!s->options.patient) free_barred(s);
    relevance_record(s);
}

/* Joint steps: they begin where the column that promises most is one that is in, and go on for as long as they are accepted. */
static int joint(ard_relevance *s, int64_t best, bool *accepted)
{
    int rc = ARDOR_OK;
    *accepted = false;
    if (!s->joint) {
        if (!with_joint(s) || s->joint_refused || isinf(s->alpha[best])) goto done;
        s->joint = true;
        s->joint_moved = false;
        s->outside = 0;
        for (int64_t j = 0; j < s->d; j++)
            if (isinf(s->alpha[j]) && !s->barred[j]) s->outside = fmax(s->outside, s->gain[j]);
    }
    TRY(relevance_joint_attempt(s, accepted));
    s->joint = *accepted;
    if (*accepted) accept_change(s);
    s->joint_moved = s->joint_moved || *accepted;
    s->joint_refused = !s->joint_moved;
done:
    return rc;
}

/* One attempt: at a joint step, or at the column of the largest gain. */
static int greedy(ard_relevance *s, bool *done)
{
    int rc = ARDOR_OK;
    bool accepted = false;
    *done = false;
    if (s->joint) TRY(joint(s, -1, &accepted));
    if (accepted) goto done;
    TRY(look_at_all(s));
    int64_t best = best_column(s);
    if (best < 0 && s->changed) {
        free_barred(s);
        best = best_column(s);
    }
    *done = best < 0;
    if (*done) goto done;
    TRY(joint(s, best, &accepted));
    if (accepted) goto done;
    TRY(look_at_all(s));
    TRY(relevance_attempt(s, best, s->advice[best], &accepted));
    s->barred[best] = !accepted;
    if (accepted) accept_change(s);
done:
    return rc;
}

static bool worth_trying(const ard_relevance *s, int64_t j, double target, double gain)
{
    const double alpha = s->alpha[j];
    if (isinf(target) != isinf(alpha)) return true;
    const double least = s->options.polish ? fmax(s->options.gain_tol, LEAST_CHANGE) : 1e-2 * s->options.gain_tol;
    return isfinite(alpha) && fabs(log(target / alpha)) > LEAST_MOVE && gain > least;
}

/* One attempt, at the next column in the order of the scan that is worth trying. */
static int scan(ard_relevance *s, bool *done)
{
    int rc = ARDOR_OK;
    bool accepted = false;
    *done = false;
    while (s->position < s->d) {
        const int64_t count = ard_min64(ARD_RELEVANCE_BLOCK, s->d - s->position), *column = s->permutation + s->position;
        TRY(relevance_advise(s, count, column));
        int64_t t = 0;
        while (t < count && !worth_trying(s, column[t], s->advice[t], s->gain[t])) t++;
        s->position += t;
        if (t == count) continue;
        s->position++;
        const double before = s->now->log_evidence;
        TRY(relevance_attempt(s, column[t], s->advice[t], &accepted));
        if (!accepted) goto done;
        s->pass_changes++;
        s->pass_gain = fmax(s->pass_gain, s->now->log_evidence - before);
        relevance_record(s);
        goto done;
    }
    *done = s->pass_changes == 0 || s->pass_gain < LEAST_PASS_GAIN || ++s->pass >= MAX_PASSES;
    s->position = s->pass_changes = 0;
    s->pass_gain = 0;
    if (!*done) TRY(order_columns(s));
done:
    return rc;
}

ard_certificate ard_relevance_certificate(const ard_relevance *s)
{
    if (!isnan(s->slope)) return (ard_certificate){ARD_CERTIFICATE_EVIDENCE, s->slope, NAN};
    const double slope = s->now->slope;
    return isnan(slope) ? ard_certificate_none() : (ard_certificate){ARD_CERTIFICATE_GRADIENT, slope, NAN};
}

int ard_relevance_certify(ard_relevance *s) { return s->laplace ? relevance_find_slope(s) : ARDOR_OK; }

/* One step of what it is the turn of. done: nothing is left to do from this start. */
static int advance(ard_relevance *s, bool *done)
{
    int rc = ARDOR_OK;
    *done = false;
    if (s->together.on) {
        TRY(s->options.polish ? relevance_together_step(s) : relevance_mackay_step(s));
        if (s->options.polish || !s->together.on) relevance_record(s);
        if (!s->together.on) TRY(begin_singles(s));
        goto done;
    }
    TRY(s->options.order == ARD_ORDER_GREEDY ? greedy(s, done) : scan(s, done));
    if (!*done || !s->options.polish || s->polished) goto done;
    TRY(relevance_together_begin(s));
    *done = false;
done:
    return rc;
}

/* The stop of a search whose last start is over. */
static ard_stop stop_of(const ard_relevance *s)
{
    const relevance_end *best = s->end;
    for (int64_t i = 1; i < s->n_ends; i++)
        if (s->end[i].evidence > best->evidence) best = &s->end[i];
    return s->options.polish && !best->flat ? ARD_STOP_STALLED : ARD_STOP_CONVERGED;
}

void ard_relevance_warn(const ard_relevance *s)
{
    double best = -INFINITY, worst = INFINITY;
    for (int64_t i = 0; i < s->n_ends; i++) {
        best = fmax(best, s->end[i].evidence);
        worst = fmin(worst, s->end[i].evidence);
    }
    if (best - worst > SAME_EVIDENCE)
        ard_warn(
            s->context, ARD_WARN_OTHER_MAXIMA,
            "the log evidence has other maxima: %lld starts ended between %.2f and %.2f, of which the highest is kept; others "
            "may be higher: compare --set solver=batch (rvm), or more starts (ard-laplace, --set starts=K)",
            (long long)s->n_ends, worst, best);
}

int ard_relevance_step(void *search, ard_iteration *out)
{
    int rc = ARDOR_OK;
    ard_relevance *s = search;
    bool done = false;
    s->slope = NAN;
    if (s->starting)
        TRY(begin_start(s));
    else
        TRY(advance(s, &done));
    if (done) s->end[s->n_ends++] = (relevance_end){s->now->log_evidence, s->flat};
    if (done && s->start_number + 1 < s->options.starts) {
        s->start_number++;
        s->starting = true;
        done = false;
    }
    out->objective = s->now->log_evidence;
    out->certificate = ard_relevance_certificate(s);
    out->n_features = s->n_active;
    out->stop = done ? stop_of(s) : ARD_STOP_NONE;
    out->score_errors = (double)s->score.errors;
    out->score_probability = s->score.probability;
    out->score_probability_scaled = s->score.scaled;
    out->score_log_density = s->score.log_density;
done:
    return rc;
}

static int run_again(ard_relevance *s, double tol)
{
    int rc = ARDOR_OK;
    relevance_list(s);
    s->statistics_set = false;
    s->slope = NAN;
    TRY(relevance_run(s, s->now, -1, INFINITY, tol));
    REQUIRE(s->context, isfinite(s->now->log_evidence), ARDOR_NUMERIC,
            "the approximation has no finite evidence at the precisions of %lld columns; standardise the features "
            "(--standardise train) or take another value of the setting alpha0",
            (long long)s->n_active);
done:
    return rc;
}

int ard_relevance_restore(ard_relevance *s, double tol)
{
    memcpy(s->alpha, s->best_alpha, (size_t)s->d * sizeof *s->alpha);
    relevance_mark_sites(s);
    memcpy(s->now->tau, s->best_tau, (size_t)s->n * sizeof *s->best_tau);
    memcpy(s->now->nu, s->best_nu, (size_t)s->n * sizeof *s->best_nu);
    memcpy(s->now->mu, s->best_mu, (size_t)s->n * sizeof *s->best_mu);
    return run_again(s, tol);
}

int ard_relevance_set(ard_relevance *s, const double *alpha, double tol)
{
    memcpy(s->alpha, alpha, (size_t)s->d * sizeof *s->alpha);
    ard_sites_forget(s->now);
    return run_again(s, tol);
}

const ard_sites *ard_relevance_sites(const ard_relevance *s) { return s->now; }

int64_t ard_relevance_active(const ard_relevance *s, const int64_t **column)
{
    *column = s->active;
    return s->n_active;
}

const double *ard_relevance_alpha(const ard_relevance *s) { return s->alpha; }

bool ard_relevance_at_bound(const ard_relevance *s)
{
    for (int64_t j = 1; j < s->d; j++)
        if (s->alpha[j] <= s->floor[j]) return true;
    return false;
}

/* w_j = phi_j'g / alpha_j, in both forms. */
int ard_relevance_weights(const ard_relevance *s, double *weight)
{
    int rc = ARDOR_OK;
    double *g = s->scratch;
    ard_sites_pull(s->now, g);
    for (int64_t t = 0; t < s->n_active; t++) weight[t] = ard_dot(s->n, s->columns + s->active[t] * s->n, g);
    if (s->laplace) TRY(ard_sum(s->context, weight, s->n_active));
    for (int64_t t = 0; t < s->n_active; t++) weight[t] /= s->alpha[s->active[t]];
done:
    return rc;
}

int ard_relevance_statistics(ard_relevance *s, double *r, double *u)
{
    int rc = ARDOR_OK;
    TRY(relevance_advise(s, s->d, NULL));
    s->statistics_set = false;
    memcpy(r, s->r, (size_t)s->d * sizeof *r);
    memcpy(u, s->u, (size_t)s->d * sizeof *u);
done:
    return rc;
}

int64_t ard_relevance_n_states(const ard_relevance *s) { return s->n_changes; }

int ard_relevance_replay(ard_relevance *s, int64_t t, double tol)
{
    int rc = ARDOR_OK;
    if (t <= s->replayed) s->replayed = -1;
    while (s->replayed < t) {
        const ard_relevance_change change = s->change[++s->replayed];
        if (change.column < 0)
            TRY(relevance_apply_start(s, (int64_t)change.alpha));
        else
            s->alpha[change.column] = change.alpha;
    }
    TRY(run_again(s, tol));
done:
    return rc;
}
