/* Choosing settings by cross-validation inside the training rows.
 *
 * Every fold prepares, screens and fits on its own training part. The grid's shape depends on the settings only, so candidate i
 * is the same recipe in every fold while its rates follow the fold's size and data. Where a filter has several sizes, candidates
 * are those of the grid at each size, size after size: a fold is prepared for the largest, whose columns are ranked, and a
 * smaller one has the first of them.
 *
 * A candidate that fails in a fold is out, and the rest goes on. Where a stop is to leave something (ard_run.keep), and they are
 * not too large, all folds are open at the same time and advance together in rounds, so that candidates are finished in all of
 * them early; otherwise one fold after the other is done and closed. Each fold fits the same candidates in the same order either
 * way. What the preparation and the fits of inner folds remark is of no account: the fit to all the rows says its own. */
#include "fit/tune_inside.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/remark.h"
#include "metric/interval.h"
#include "resample/parallel.h"
#include "resample/plan_doubts.h"

enum { ROUNDS = 10 };
/* Of the time left, what tuning may take before its own pace is known, or where it keeps its fits; and how much longer than an
 * inner fold's path the fit to all the rows may take. */
static const double FIRST_SHARE = 0.75, KEPT_SHARE = 0.9, LONGER = 1.5;
static const double MOST_TOGETHER = 1024.0 * 1024 * 1024; /* bytes */

/* ------------------------------------------------------------------ all folds together */

/* The numbers that a fit to n rows holds. */
static double size_of(const tuning *t, double n)
{
    const double kernel = t->recipe->basis.kind == ARD_IDENTITY ? 0 : 4 * n * n;
    return kernel + 6 * n * (double)t->training->x.p;
}

/* What the folds hold when all of them are open, from the size of a fit (bench/README.md). */
static double bytes_together(const tuning *t)
{
    const ard_division *division = &t->training->division;
    double size = division->n_parts > 0 ? 0 : size_of(t, (double)t->training->x.n);
    for (int64_t k = 0; k < division->n_parts; k++) size += size_of(t, (double)division->part[k].n);
    return (double)t->plan->n_folds * size * sizeof(double);
}

static bool can_be_together(const tuning *t)
{
    return t->run->keep && !t->kept && (t->run->threads >= t->plan->n_folds || bytes_together(t) <= MOST_TOGETHER);
}

/* Leave the fit to all the rows the time that it will need: it follows one of the paths, as far as the folds have come on it. */
static void reserve_time(ardor_context *context, const tuning *t)
{
    const double now = ard_now();
    double longest = 0;
    if (!(t->deadline < INFINITY)) return;
    for (int64_t f = 0; t->state && f < t->plan->n_folds; f++) longest = fmax(longest, t->state[f].longest);
    ard_deadline_set(context, longest > 0 ? t->deadline - LONGER * longest
                                          : now + (t->kept ? KEPT_SHARE : FIRST_SHARE) * (t->deadline - now));
}

/* All folds together. */
static int score_in_rounds(ardor_context *context, tuning *t)
{
    int rc = ARDOR_OK;
    const int64_t n = t->plan->n_folds;
    ardor_context **own = NULL;
    NEW(context, own, n);
    NEW(context, t->state, n);
    for (int64_t f = 0; f < n; f++) {
        TRY(t->run->threads > 1 ? ard_context_child(context, &own[f]) : ard_context_child_here(context, &own[f]));
        t->state[f].context = own[f];
    }
    for (int round = 1; round <= ROUNDS && rc == ARDOR_OK; round++) {
        t->end = t->n_candidates * round / ROUNDS;
        rc = ard_parallel(context, t->run->threads, n, tune_advance_fold, t);
        if (rc == ARDOR_OK) reserve_time(context, t);
    }
done:
    for (int64_t f = 0; own && t->state && f < n; f++) {
        tune_close_fold(&t->state[f]);
        ard_remarks_forget(own[f]);
        ard_context_join(context, own[f], ARDOR_OK);
    }
    ard_free(context, t->state);
    ard_free(context, own);
    t->state = NULL;
    return rc;
}

/* ------------------------------------------------------------------ choosing */

/* Of the deviances of column i, around their mean over all folds. */
static double spread_of(const fold_score *score, int64_t n_folds, int64_t n, int64_t i, double mean)
{
    double sum = 0;
    for (int64_t k = 0; k < n_folds; k++) {
        const fold_score *s = score + k * n + i;
        const double distance = s->weight > 0 ? s->deviance / s->weight - mean : 0;
        sum += s->spread + s->weight * distance * distance;
    }
    return sum;
}

/* Means over the folds of column i of a folds x n table. The standard error is that of a share of all the inner test
 * rows (as in Breiman et al. 1984, 3.4.3): the spread between five folds is too rough an estimate to choose by. Takes over the
 * first message. */
static ard_tuned summarise(fold_score *score, int64_t n_folds, int64_t n, int64_t i)
{
    ard_tuned out = {0};
    double weight = 0, squares = 0, error = 0, deviance = 0;
    for (int64_t k = 0; k < n_folds; k++) {
        fold_score *s = score + k * n + i;
        weight += s->weight;
        squares += s->squares;
        error += s->error;
        deviance += s->deviance;
        out.n_features += s->n_features / (double)n_folds;
        out.n_vectors += s->n_vectors / (double)n_folds;
        if (s->status != ARD_TUNED_DONE && out.status != ARD_TUNED_FAILED) out.status = s->status;
        if (s->message && !out.message) {
            out.message = s->message;
            s->message = NULL;
        }
    }
    out.error = error / weight;
    out.deviance = deviance / weight;
    out.deviance_se = sqrt(spread_of(score, n_folds, n, i, out.deviance) / weight * squares) / weight;
    out.error_se = sqrt(out.error * (1 - out.error) * squares) / weight;
    if (out.status == ARD_TUNED_FAILED || out.status == ARD_TUNED_UNFINISHED)
        out.error = out.deviance = out.error_se = out.deviance_se = out.n_features = out.n_vectors = NAN;
    return out;
}

/* The median of the folds' errors, by which the first folds of a plan choose. score: that candidate's, n apart. */
static double median_error(const fold_score *score, int64_t n_folds, int64_t n)
{
    /* the k-th smallest by counting: a handful of folds, and no allocation */
    double middle[2] = {NAN, NAN};
    for (int64_t a = 0; a < n_folds; a++) {
        double value = score[a * n].error / score[a * n].weight;
        int64_t below = 0, equal = 0;
        for (int64_t b = 0; b < n_folds; b++) {
            double other = score[b * n].error / score[b * n].weight;
            below += other < value;
            equal += other == value;
        }
        for (int h = 0; h < 2; h++) {
            int64_t rank = (n_folds - 1 + h) / 2;
            if (below <= rank && rank < below + equal) middle[h] = value;
        }
    }
    return (middle[0] + middle[1]) / 2;
}

/* The relaxation by the figure that chose the candidate; a tie stays with the stronger. */
static void choose_relaxation(ardor_context *context, const tuning *t, ard_choice *out)
{
    ard_tuned best = summarise(t->relaxed, t->plan->n_folds, TUNE_N_RELAX, 0);
    out->relax_error_before = best.error;
    ard_free(context, best.message);
    for (int r = 1; r < TUNE_N_RELAX; r++) {
        ard_tuned one = summarise(t->relaxed, t->plan->n_folds, TUNE_N_RELAX, r);
        ard_free(context, one.message);
        if (one.status != ARD_TUNED_DONE || !ard_better(&one, &best, t->recipe->rule)) continue;
        best = one;
        out->relax_factor = tune_relax_factors[r];
    }
    out->relax_error_after = best.error;
}

ard_choice ard_choice_none(void)
{
    return (ard_choice){.chosen = -1,
                        .baseline_error = NAN,
                        .baseline_deviance = NAN,
                        .relax_factor = 1,
                        .relax_error_before = NAN,
                        .relax_error_after = NAN};
}

bool ard_choice_is_empty(const ard_choice *choice) { return choice->chosen >= 0 && choice->candidate[choice->chosen].empty; }

void ard_choice_free(ardor_context *context, ard_choice *choice)
{
    ard_tuned_free(context, choice->n_candidates, choice->candidate);
    ard_fit_free(context, &choice->kept);
    *choice = ard_choice_none();
}

static int inner_plan(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                      ard_plan **out)
{
    int rc = ARDOR_OK;
    char tune[32];
    *out = NULL;
    REQUIRE(context, recipe->tune != ARD_TUNE_FIRST, ARDOR_USAGE,
            "--tune first:K picks settings on the first folds of a plan: it goes with evaluate; take cv:K or holdout:F");
    TRY(ard_plan_new_inner(context, data, rows, ard_tune_name(recipe, tune), recipe->seed, out));
done:
    return rc;
}

static int new_scores(ardor_context *context, int64_t n_folds, int64_t n, fold_score **out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, n_folds * n);
    for (int64_t i = 0; i < n_folds * n; i++) (*out)[i].status = ARD_TUNED_UNFINISHED;
done:
    return rc;
}

static void free_scores(ardor_context *context, int64_t n, fold_score *score)
{
    for (int64_t i = 0; score && i < n; i++) ard_free(context, score[i].message);
    ard_free(context, score);
}

/* The candidates of a grid behind those that are there. There is always room for one more, the empty model. */
static int add_candidates(ardor_context *context, tuning *t, tuned_size *size, const ard_training *training)
{
    int rc = ARDOR_OK;
    ard_grid grid = {0};
    TRY(ard_training_grid(training, &grid));
    EXTEND(context, t->candidate, t->n_candidates + grid.n + 1);
    memset(t->candidate + t->n_candidates, 0, (size_t)(grid.n + 1) * sizeof *t->candidate);
    size->first = t->n_candidates;
    size->n = grid.n;
    for (int64_t i = 0; i < grid.n; i++) {
        ard_tuned *candidate = t->candidate + size->first + i;
        memcpy(candidate->value, grid.value + i * grid.n_tuned, (size_t)grid.n_tuned * sizeof *grid.value);
        candidate->filter = size->size;
        candidate->untuned = ard_recipe_keeps(training->recipe) && i > 0 && i == grid.n - 1;
    }
    t->n_candidates += grid.n;
    t->n_paths += grid.n_paths;
done:
    ard_grid_free(context, &grid);
    return rc;
}

/* Those of a size of the filter; its recipe is settled here, on all the rows. */
static int add_size(ardor_context *context, tuning *t, tuned_size *size)
{
    int rc = ARDOR_OK;
    ard_training narrow = {0};
    ard_recipe_at(t->recipe, size->k, &size->recipe);
    if (size->size == 0) return add_candidates(context, t, size, t->training);
    TRY(ard_training_narrow(context, t->training, size->k, &size->recipe, &narrow));
    TRY(ard_training_check(&narrow, &size->recipe.settings));
    ard_training_settle(&narrow, &size->recipe.settings);
    TRY(add_candidates(context, t, size, &narrow));
done:
    ard_training_free(&narrow);
    return rc;
}

/* The candidates, with their values on all the rows for the report. */
static int list_candidates(ardor_context *context, tuning *t)
{
    int rc = ARDOR_OK;
    t->n_sizes = ard_recipe_n_sizes(t->recipe);
    NEW(context, t->size, t->n_sizes);
    for (int k = 0; k < t->n_sizes; k++) {
        t->size[k].k = k;
        t->size[k].size = ard_recipe_size(t->recipe, k);
        TRY(add_size(context, t, &t->size[k]));
    }
    ard_tuned *empty = t->candidate + t->n_candidates;
    for (int j = 0; j < ARD_MAX_TUNED; j++) empty->value[j] = NAN;
    empty->empty = true;
done:
    return rc;
}

/* The figures of candidate i, which are in column i of a table with n columns. */
static void fill_in(const tuning *t, fold_score *score, int64_t n, int64_t i, ard_tuned *candidate)
{
    ard_tuned figures = summarise(score, t->plan->n_folds, n, i);
    memcpy(figures.value, candidate->value, sizeof figures.value);
    figures.filter = candidate->filter;
    figures.untuned = candidate->untuned;
    figures.empty = candidate->empty;
    if (t->recipe->tune == ARD_TUNE_FIRST && figures.status == ARD_TUNED_DONE)
        figures.error = median_error(score + i, t->plan->n_folds, n);
    *candidate = figures;
}

/* Why no candidate can be chosen. */
static int refuse_all(ardor_context *context, const tuning *t)
{
    const ard_tuned *first = t->candidate;
    for (int64_t i = 0; i < t->n_candidates; i++)
        if (t->candidate[i].status == ARD_TUNED_FAILED && first->status != ARD_TUNED_FAILED) first = t->candidate + i;
    if (first->status != ARD_TUNED_FAILED)
        return ard_fail(
            context, ARDOR_DATA,
            "none of the %lld candidates has as few features and vectors as approximate leave-one-out needs to be trusted "
            "(%.4g, a fifth of what it leaves out one by one): take --tune=cv:5, or collect more rows",
            (long long)t->n_candidates, t->most_variables);
    return ard_fail(
        context, ARDOR_NUMERIC,
        "none of the %lld candidates could be fitted in all %lld inner folds: standardise the features (--standardise train), "
        "give the settings (--set) or take another --method; the first: %s",
        (long long)t->n_candidates, (long long)t->plan->n_folds, first->message);
}

/* Is there nothing to choose from? Null models lose no row, so that approximate leave-one-out always trusts them; where folds can
 * take its place it needs another candidate, unless there is none. */
static bool is_void(const tuning *t)
{
    bool any_lost = false, any_model = false;
    for (int64_t i = 0; i < t->n_candidates; i++) {
        const ard_tuned *c = t->candidate + i;
        any_model |= c->status == ARD_TUNED_DONE && c->n_vectors > 0;
        any_lost |= c->status != ARD_TUNED_DONE;
    }
    return t->chosen < 0 || (t->recipe->instead.tune != ARD_TUNE_NONE && any_lost && !any_model);
}

/* The empty model alone is no choice: where no other candidate is done, nothing was tried. And it is none where columns are
 * forced in, which it would leave out: there it is the baseline only. */
static int choose(ardor_context *context, tuning *t, const ard_choice *out)
{
    int rc = ARDOR_OK;
    const ard_rule rule = ard_recipe_rule(t->recipe);
    for (int64_t i = 0; i < t->n_candidates; i++) fill_in(t, t->score, t->n_candidates, i, t->candidate + i);
    fill_in(t, t->empty, 1, 0, t->candidate + t->n_candidates);
    t->chosen = ard_choose(t->candidate, t->n_candidates, rule);
    if (out->stopped == ARD_STOP_NONE && is_void(t)) TRY(refuse_all(context, t));
    if (t->chosen >= 0 && !t->training->problem.forced) t->chosen = ard_choose(t->candidate, t->n_candidates + 1, rule);
done:
    return rc;
}

static void hand_over(tuning *t, ard_choice *out)
{
    const ard_tuned *empty = t->candidate + t->n_candidates;
    out->chosen = t->chosen;
    out->n_candidates = t->n_candidates + 1;
    out->candidate = t->candidate;
    out->baseline_error = empty->error;
    out->baseline_deviance = empty->deviance;
    t->candidate = NULL;
    if (!t->kept || t->chosen < 0 || t->chosen >= t->n_candidates) return;
    out->kept = t->kept[t->chosen];
    t->kept[t->chosen] = (ard_fit){0};
}

/* Is the chosen candidate's error, up to the upper end of its interval, below the baseline's? */
static void judge(ardor_context *context, const tuning *t, ard_choice *out)
{
    if (out->chosen < 0) return;
    const ard_tuned *chosen = out->candidate + out->chosen;
    out->learnt = ard_interval_wilson(chosen->error, t->n_tested).high < out->baseline_error;
    if (!out->learnt)
        ard_warn(
            context, ARD_WARN_NOTHING_LEARNT,
            "no evidence that anything was learnt: the inner error of what tuning chose, up to its 95 %% limit, is not below "
            "that of the class shares alone; do not rely on features that were kept: more rows or other features may help");
}

/* Candidates that failed cost no more than themselves, and are told: what was chosen was chosen among the others. */
static void doubt_failed(ardor_context *context, const ard_choice *choice)
{
    int64_t n_failed = 0;
    const char *first = NULL;
    for (int64_t i = 0; i < choice->n_candidates; i++) {
        if (choice->candidate[i].status != ARD_TUNED_FAILED) continue;
        if (n_failed++ == 0) first = choice->candidate[i].message;
    }
    if (n_failed > 0)
        ard_warn(context, ARD_WARN_CANDIDATES,
                 "%lld of the %lld candidates of the tuning failed and could not be chosen; the first: %s", (long long)n_failed,
                 (long long)choice->n_candidates, first ? first : "?");
}

static int score_relaxations(ardor_context *context, tuning *t, ard_choice *out)
{
    int rc = ARDOR_OK;
    TRY(new_scores(context, t->plan->n_folds, TUNE_N_RELAX, &t->relaxed));
    rc = ard_parallel(context, t->run->threads, t->plan->n_folds, tune_score_relaxed, t);
    if (rc == ARDOR_CANCELLED && t->run->keep) {
        out->stopped = ard_stop_asked(context);
        return ARDOR_OK;
    }
    TRY(rc);
    choose_relaxation(context, t, out);
done:
    return rc;
}

static int score_candidates(ardor_context *context, tuning *t, ard_choice *out)
{
    int rc = ARDOR_OK;
    TRY(new_scores(context, t->plan->n_folds, t->n_candidates, &t->score));
    t->deadline = ard_deadline(context);
    if (t->run->keep) reserve_time(context, t);
    rc = can_be_together(t) ? score_in_rounds(context, t)
                            : ard_parallel(context, t->run->threads, t->plan->n_folds, tune_score_fold, t);
    if (rc == ARDOR_CANCELLED && t->run->keep) {
        out->stopped = ard_stop_asked(context);
        rc = ARDOR_OK;
    }
done:
    return rc;
}

static void close_tuning(ardor_context *context, tuning *t, ard_prepare **own)
{
    const int64_t n_folds = t->plan ? t->plan->n_folds : 0;
    for (int64_t f = 0; own && f < n_folds; f++) ard_prepare_free(own[f]);
    ard_free(context, own);
    free_scores(context, n_folds * TUNE_N_RELAX, t->relaxed);
    free_scores(context, n_folds, t->empty);
    ard_free(context, t->factor);
    free_scores(context, n_folds * t->n_candidates, t->score);
    tune_alo_close(context, t);
    ard_tuned_free(context, t->n_candidates + 1, t->candidate);
    ard_free(context, t->size);
}

int ard_tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
             const ard_plan *plan, ard_prepare **prepared, const ard_run *run, ard_choice *out)
{
    int rc = ARDOR_OK;
    ard_plan *inner = NULL;
    ard_prepare **own = NULL;
    const ard_recipe *recipe = training->recipe;
    const bool relax = recipe->relax && recipe->method->weaken >= 0, leaves_out = recipe->tune == ARD_TUNE_ALO;
    tuning t = {.context = context,
                .data = data,
                .rows = rows,
                .recipe = recipe,
                .leak = training->leak,
                .run = run,
                .training = training,
                .prepared = prepared};
    *out = ard_choice_none();
    ard_stage(context, "tune");
    if (leaves_out) TRY(tune_alo_check(context, &t));
    TRY(list_candidates(context, &t));
    if (!plan) {
        TRY(inner_plan(context, data, rows, recipe, &inner));
        plan = inner;
    }
    t.plan = plan;
    if (inner) TRY(ard_plan_doubt_classes(context, data, rows, plan));
    if (inner && run->keep) TRY(ard_plan_doubt_rows(context, data, plan)); /* else the outer folds have said it */
    if (leaves_out) TRY(tune_alo_open(context, &t));
    NEW(context, t.factor, data->n_classes);
    TRY(ard_class_weights(context, recipe, data, rows, t.factor));
    if (relax && !prepared) { /* the folds are opened twice and prepared once */
        NEW(context, own, plan->n_folds);
        t.prepared = own;
    }
    TRY(ard_task_plan(context, run->share, plan->n_folds, t.n_candidates, t.n_paths,
                      relax        ? ARD_LAST_REFITS
                      : leaves_out ? ARD_LAST_IS_KEPT
                                   : ARD_LAST_WALKS));
    TRY(score_candidates(context, &t, out));
    TRY(new_scores(context, plan->n_folds, 1, &t.empty));
    TRY(tune_score_empty(context, &t));
    TRY(choose(context, &t, out));
    if (relax && t.chosen >= 0 && t.chosen < t.n_candidates && out->stopped == ARD_STOP_NONE)
        TRY(score_relaxations(context, &t, out));
    hand_over(&t, out);
    judge(context, &t, out);
    doubt_failed(context, out);
done:
    if (rc != ARDOR_OK) *out = ard_choice_none();
    close_tuning(context, &t, own);
    ard_plan_free(inner);
    return rc;
}
