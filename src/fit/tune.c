/* Choosing settings by cross-validation inside the training rows.
 *
 * Every fold prepares, screens and fits on its own training part. The grid's shape depends on the settings only, so
 * candidate i is the same recipe in every fold while its rates follow the fold's size and data.
 *
 * A candidate that fails in a fold is out, and the rest goes on. Where a stop is to leave something (ard_run.keep), all folds are
 * open at the same time and advance together in rounds, so that candidates are finished in all of them early; otherwise one fold
 * after the other is done and closed. Each fold fits the same candidates in the same order either way. */
#include "fit/tune.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "fit/walk.h"
#include "metric/decide.h"
#include "resample/parallel.h"

/* Sums over the test rows of one fold for one candidate. */
typedef struct fold_score {
    ard_tuned_status status; /* in this fold */
    char *message;           /* of a failure */
    double weight, squares, error, deviance, n_features, n_vectors;
} fold_score;

enum { ROUNDS = 10 };
static const double relax_factors[] = {1, .5, .25, .1, .03};
enum { N_RELAX = sizeof relax_factors / sizeof *relax_factors };
static const double LEAST_PROBABILITY = 1e-12;

typedef struct tuning {
    ardor_context *context;
    const ardor_dataset *data;
    const ard_recipe *recipe;
    const ard_leak *leak;
    const ard_plan *plan;
    const ard_run *run;
    ard_prepare **prepared;   /* of the folds' training rows, NULL elements: not known yet */
    struct fold_state *state; /* n_folds with run->keep, else NULL */
    int64_t end;              /* candidates of this round: up to here */
    int64_t n_candidates;     /* of every fold's grid */
    fold_score *score;        /* n_folds x n_candidates */
    fold_score *relaxed;      /* n_folds x N_RELAX, for the chosen candidate */
    ard_tuned *candidate;     /* values: those of all the rows */
    int64_t chosen;
} tuning;

/* ------------------------------------------------------------------ one fold */

typedef struct fold_state {
    ardor_context *context;
    const tuning *t;
    ard_fold fold;
    ard_training training;
    ard_grid grid;
    ard_fitter fitter;
    ard_walk walk;
    double *x_test, *prob;
    int64_t path, next; /* the candidate to come */
} fold_state;

static int score_fit(const fold_state *s, const ard_fit *fit, fold_score *out)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = s->t->data;
    const ard_rows *test = &s->fold.test;
    const ard_matrix x = ard_matrix_dense(test->n, s->training.x.p, s->x_test, test->n);
    TRY(ard_machine_predict(s->context, &fit->machine, &x, s->prob));
    *out = (fold_score){.n_features = (double)fit->machine.n_features, .n_vectors = (double)fit->machine.n_vectors};
    for (int64_t i = 0; i < test->n; i++) {
        int64_t row = test->row[i];
        double weight = ard_row_weight(data, row), truth = s->prob[data->label[row] * test->n + i];
        const bool wrong = ard_decide(test->n, data->n_classes, s->prob, i) != data->label[row];
        out->weight += weight;
        out->squares += weight * weight;
        out->error += wrong ? weight : 0.0;
        out->deviance -= weight * log(fmax(truth, LEAST_PROBABILITY));
    }
done:
    return rc;
}

static void close_fold(fold_state *s)
{
    if (!s->context) return;
    ard_walk_end(&s->walk);
    ard_fitter_close(&s->fitter);
    ard_free(s->context, s->prob);
    ard_free(s->context, s->x_test);
    ard_grid_free(s->context, &s->grid);
    ard_training_free(&s->training);
    ard_fold_free(s->context, &s->fold);
    s->context = NULL;
}

/* The context outlives the state. */
static int open_fold(ardor_context *context, const tuning *t, int64_t fold, fold_state *s)
{
    int rc = ARDOR_OK;
    const ard_given given = {.leak = t->leak, .prepare = t->prepared ? t->prepared[fold] : NULL};
    *s = (fold_state){.context = context, .t = t};
    TRY(ard_plan_fold(context, t->plan, fold, &s->fold));
    TRY(ard_training_new(context, t->data, &s->fold.train, t->recipe, &given, &s->training));
    if (t->prepared && s->training.fitted) {
        t->prepared[fold] = s->training.fitted;
        t->prepared[fold]->context = t->context; /* that of the task goes with the task */
        s->training.fitted = NULL;
    }
    NEW(context, s->x_test, s->fold.test.n * s->training.problem.x->p);
    NEW(context, s->prob, s->fold.test.n * t->data->n_classes);
    TRY(ard_prepare_apply(context, s->training.prepare, t->data, &s->fold.test, NULL, NULL, s->x_test));
    TRY(ard_training_grid(&s->training, &s->grid));
    REQUIRE(context, s->grid.n == t->n_candidates, ARDOR_INTERNAL, "the grids of two folds differ in size");
done:
    return rc;
}

/* What may fail without ending the tuning: it is taken down. */
static int note_failure(ardor_context *context, int status, fold_score *out)
{
    int rc = ARDOR_OK;
    if (status != ARDOR_NUMERIC) return status;
    out->status = ARD_TUNED_FAILED;
    COPY(context, out->message, ardor_context_message(context));
    ard_message_forget(context);
done:
    return rc;
}

static int score_next(fold_state *s, fold_score *out)
{
    int rc = ARDOR_OK;
    TRY(ard_walk_next(&s->walk, &(ard_ask){0}));
    TRY(ard_check_stop(s->context, ard_walk_fit(&s->walk)));
    TRY(score_fit(s, ard_walk_fit(&s->walk), out));
done:
    return rc;
}

/* Fit and score the candidates before `end`. Paths that may use all the features share a workspace. */
static int advance(fold_state *s, fold_score *score, int64_t end)
{
    int rc = ARDOR_OK;
    for (; s->next < end; s->next++) {
        TRY(ard_check_running(s->context));
        if (s->next == s->grid.path[s->path]) {
            ard_walk_end(&s->walk);
            if (s->path == 0 || s->training.leak) {
                ard_fitter_close(&s->fitter);
                TRY(ard_training_fitter(&s->training, s->path, &s->fitter));
            }
            s->walk = ard_walk_begin(&s->t->recipe->settings, &s->fitter, &s->grid, s->path++);
        }
        rc = score_next(s, score + s->next);
        if (rc != ARDOR_OK) TRY(note_failure(s->context, rc, score + s->next));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ all folds */

static int score_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    TRY(open_fold(context, t, fold, &s));
    TRY(advance(&s, t->score + fold * t->n_candidates, t->n_candidates));
done:
    close_fold(&s);
    return rc;
}

/* A round of a fold that stays open. It has a context of its own, because that of the task goes with the task. */
static int advance_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state *s = t->state + fold;
    if (!s->t) rc = open_fold(s->context, t, fold, s);
    if (rc == ARDOR_OK) rc = advance(s, t->score + fold * t->n_candidates, t->end);
    return rc == ARDOR_OK ? rc : ard_fail(context, rc, "%s", ardor_context_message(s->context));
}

/* All folds together; *stopped says whether they came to the end. */
static int score_in_rounds(ardor_context *context, tuning *t, ard_stop *stopped)
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
    if (t->run->stage) ard_progress_begin(context, t->run->stage, ROUNDS);
    for (int round = 1; round <= ROUNDS && rc == ARDOR_OK; round++) {
        t->end = t->n_candidates * round / ROUNDS;
        rc = ard_parallel(context, t->run->threads, n, NULL, advance_fold, t);
        if (rc == ARDOR_OK && t->run->stage) ard_progress(context, t->run->stage, round, ROUNDS, (double)NAN);
    }
    if (t->run->stage) ard_progress_end(context);
    if (rc == ARDOR_CANCELLED) {
        *stopped = ard_cancelled(context) ? ARD_STOP_CANCELLED : ARD_STOP_TIME;
        rc = ARDOR_OK;
    }
done:
    for (int64_t f = 0; own && t->state && f < n; f++) {
        close_fold(&t->state[f]);
        ard_context_join(context, own[f], ARDOR_OK);
    }
    ard_free(context, t->state);
    ard_free(context, own);
    t->state = NULL;
    return rc;
}

/* The chosen candidate again in this fold. */
static int solve_chosen(const tuning *t, fold_state *s, ard_fit *out)
{
    int rc = ARDOR_OK;
    const int64_t path = ard_path_of(&s->grid, t->chosen);
    TRY(ard_training_fitter(&s->training, path, &s->fitter));
    s->walk = ard_walk_begin(&t->recipe->settings, &s->fitter, &s->grid, path);
    while (s->walk.next <= t->chosen) {
        TRY(ard_check_running(s->context));
        rc = ard_walk_next(&s->walk, &(ard_ask){0});
        if (rc == ARDOR_NUMERIC && s->walk.next <= t->chosen) continue; /* stepped over as it was before */
        TRY(rc);
        TRY(ard_check_stop(s->context, ard_walk_fit(&s->walk)));
    }
    *out = ard_walk_take(&s->walk);
done:
    return rc;
}

/* One more relaxed refit from the last. */
static int relax_further(fold_state *s, const ard_settings *settings, int r, ard_fit *from)
{
    int rc = ARDOR_OK;
    ard_fit next = {0};
    TRY(ard_relax(&s->training, settings, from, relax_factors[r] / relax_factors[r - 1], &(ard_ask){0}, &next));
    TRY(ard_check_stop(s->context, &next));
    ard_fit_free(s->context, from);
    *from = next;
    next = (ard_fit){0};
done:
    ard_fit_free(s->context, &next);
    return rc;
}

/* The relaxed refits of the chosen candidate from strong to weak, each from the one before. */
static int score_relaxed(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    ard_fit from = {0};
    ard_settings settings;
    TRY(open_fold(context, t, fold, &s));
    TRY(solve_chosen(t, &s, &from));
    ard_candidate_settings(&s.grid, t->chosen, &t->recipe->settings, &settings);
    for (int r = 0; r < N_RELAX; r++) {
        TRY(ard_check_running(context));
        fold_score *score = t->relaxed + fold * N_RELAX + r;
        rc = r > 0 && !from.null_model ? relax_further(&s, &settings, r, &from) : ARDOR_OK;
        if (rc == ARDOR_OK) rc = score_fit(&s, &from, score);
        if (rc != ARDOR_OK) TRY(note_failure(context, rc, score));
    }
done:
    ard_fit_free(context, &from);
    close_fold(&s);
    return rc;
}

/* ------------------------------------------------------------------ choosing */

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
    out.error_se = sqrt(out.error * (1 - out.error) * squares) / weight;
    if (out.status != ARD_TUNED_DONE) out.error = out.deviance = out.error_se = out.n_features = out.n_vectors = NAN;
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
    ard_tuned best = summarise(t->relaxed, t->plan->n_folds, N_RELAX, 0);
    out->relax_error_before = best.error;
    ard_free(context, best.message);
    for (int r = 1; r < N_RELAX; r++) {
        ard_tuned one = summarise(t->relaxed, t->plan->n_folds, N_RELAX, r);
        ard_free(context, one.message);
        if (one.status != ARD_TUNED_DONE || !ard_better(&one, &best, t->recipe->rule)) continue;
        best = one;
        out->relax_factor = relax_factors[r];
    }
    out->relax_error_after = best.error;
}

void ard_choice_free(ardor_context *context, ard_choice *choice)
{
    ard_tuned_free(context, choice->n_candidates, choice->candidate);
    *choice = (ard_choice){0};
}

/* A training part with fewer rows than folds, though the data have enough of them, has one fold a row. */
static int64_t inner_folds(const ardor_dataset *data, const ard_rows *rows, int64_t asked)
{
    return asked > rows->n && asked <= data->n ? ard_max64(rows->n, 2) : asked;
}

static int inner_plan(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                      ard_plan **out)
{
    int rc = ARDOR_OK;
    char *text = NULL, share[ARD_NUMBER_BYTES];
    *out = NULL;
    ard_print_double(recipe->tune_argument, share);
    REQUIRE(context, recipe->tune != ARD_TUNE_FIRST, ARDOR_USAGE,
            "--tune first:K picks settings on the first folds of a plan: it goes with evaluate; take cv:K or holdout:F");
    if (recipe->tune == ARD_TUNE_HOLDOUT)
        MAKE(text, ard_format(context, "holdout:%s", share));
    else
        MAKE(text, ard_format(context, "kfold:%lld", (long long)inner_folds(data, rows, (int64_t)recipe->tune_argument)));
    TRY(ard_plan_new(context, data, rows, text, recipe->seed, out));
done:
    ard_free(context, text);
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

/* The candidates, with their values on all the rows for the report. */
static int list_candidates(ardor_context *context, tuning *t, const ard_training *training)
{
    int rc = ARDOR_OK;
    ard_grid grid = {0};
    TRY(ard_training_grid(training, &grid));
    t->n_candidates = grid.n;
    NEW(context, t->candidate, grid.n);
    for (int64_t i = 0; i < grid.n; i++)
        memcpy(t->candidate[i].value, grid.value + i * grid.n_tuned, (size_t)grid.n_tuned * sizeof *grid.value);
done:
    ard_grid_free(context, &grid);
    return rc;
}

static int choose(ardor_context *context, tuning *t, const ard_choice *out)
{
    int rc = ARDOR_OK;
    const int64_t n_folds = t->plan->n_folds;
    for (int64_t i = 0; i < t->n_candidates; i++) {
        ard_tuned figures = summarise(t->score, n_folds, t->n_candidates, i);
        memcpy(figures.value, t->candidate[i].value, sizeof figures.value);
        if (t->recipe->tune == ARD_TUNE_FIRST && figures.status == ARD_TUNED_DONE)
            figures.error = median_error(t->score + i, n_folds, t->n_candidates);
        t->candidate[i] = figures;
    }
    t->chosen = ard_choose(t->candidate, t->n_candidates, ard_recipe_rule(t->recipe));
    REQUIRE(context, t->chosen >= 0 || out->stopped != ARD_STOP_NONE, ARDOR_NUMERIC,
            "none of the %lld candidates could be fitted in all %lld inner folds; the first: %s", (long long)t->n_candidates,
            (long long)n_folds, t->candidate[0].message);
done:
    return rc;
}

static int score_relaxations(ardor_context *context, tuning *t, ard_choice *out)
{
    int rc = ARDOR_OK;
    TRY(new_scores(context, t->plan->n_folds, N_RELAX, &t->relaxed));
    rc = ard_parallel(context, t->run->threads, t->plan->n_folds, t->run->stage, score_relaxed, t);
    if (rc == ARDOR_CANCELLED && t->run->keep) {
        out->stopped = ard_cancelled(context) ? ARD_STOP_CANCELLED : ARD_STOP_TIME;
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
    if (t->run->keep)
        TRY(score_in_rounds(context, t, &out->stopped));
    else
        TRY(ard_parallel(context, t->run->threads, t->plan->n_folds, t->run->stage, score_fold, t));
done:
    return rc;
}

static void close_tuning(ardor_context *context, tuning *t, ard_prepare **own)
{
    const int64_t n_folds = t->plan ? t->plan->n_folds : 0;
    for (int64_t f = 0; own && f < n_folds; f++) ard_prepare_free(own[f]);
    ard_free(context, own);
    free_scores(context, n_folds * N_RELAX, t->relaxed);
    free_scores(context, n_folds * t->n_candidates, t->score);
    ard_tuned_free(context, t->n_candidates, t->candidate);
}

int ard_tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
             const ard_plan *plan, ard_prepare **prepared, const ard_run *run, ard_choice *out)
{
    int rc = ARDOR_OK;
    ard_plan *inner = NULL;
    ard_prepare **own = NULL;
    const ard_recipe *recipe = training->recipe;
    const bool relax = recipe->relax && recipe->method->weaken >= 0;
    tuning t = {.context = context, .data = data, .recipe = recipe, .leak = training->leak, .run = run, .prepared = prepared};
    *out = (ard_choice){.relax_factor = 1, .relax_error_before = NAN, .relax_error_after = NAN};
    TRY(list_candidates(context, &t, training));
    if (!plan) {
        TRY(inner_plan(context, data, rows, recipe, &inner));
        plan = inner;
    }
    t.plan = plan;
    if (relax && !prepared) { /* the folds are opened twice and prepared once */
        NEW(context, own, plan->n_folds);
        t.prepared = own;
    }
    TRY(score_candidates(context, &t, out));
    TRY(choose(context, &t, out));
    if (relax && t.chosen >= 0 && out->stopped == ARD_STOP_NONE) TRY(score_relaxations(context, &t, out));
    out->chosen = t.chosen;
    out->n_candidates = t.n_candidates;
    out->candidate = t.candidate;
    t.candidate = NULL;
done:
    if (rc != ARDOR_OK) *out = (ard_choice){0};
    close_tuning(context, &t, own);
    ard_plan_free(inner);
    return rc;
}
