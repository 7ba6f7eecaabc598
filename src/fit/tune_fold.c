/* One fold of a tuning: its candidates, and the relaxed refits of the chosen one. */
#include <math.h>
#include <string.h>

#include "fit/tune_inside.h"
#include "metric/decide.h"

const double tune_least_probability = 1e-12;
const double tune_relax_factors[TUNE_N_RELAX] = {1, .5, .25, .1, .03};

static ard_matrix test_rows(const fold_state *s)
{
    return ard_matrix_dense(s->fold.test.n, s->training->x.p, s->x_test, s->fold.test.n);
}

static int predict(fold_state *s, const ard_fit *fit)
{
    const ard_matrix x = test_rows(s);
    return s->t->kept ? tune_alo_predict(s, fit) : ard_machine_predict(s->context, &fit->machine, &x, s->prob);
}

/* What all the candidates of this size predict. */
static int predict_each(fold_state *s)
{
    int rc = ARDOR_OK;
    ard_settings *candidate = NULL;
    double *prob = NULL;
    const ard_matrix x = test_rows(s);
    NEW(s->context, candidate, s->grid.n);
    NEW(s->context, prob, s->grid.n * x.n * s->t->data->n_classes);
    for (int64_t i = 0; i < s->grid.n; i++) ard_candidate_settings(&s->grid, i, &s->size->recipe.settings, candidate + i);
    TRY(ard_fitter_predict_each(&s->fitter, s->grid.n, candidate, &x, prob));
    s->prob_each = prob;
    prob = NULL;
done:
    ard_free(s->context, prob);
    ard_free(s->context, candidate);
    return rc;
}

/* The predictions of the i-th candidate of this size, which is the last that the walk has fitted. */
static int predict_candidate(fold_state *s, int64_t i)
{
    int rc = ARDOR_OK;
    const int64_t n = s->fold.test.n * s->t->data->n_classes;
    if (s->grid.n == 1 || !ard_fitter_predicts_each(&s->fitter)) return predict(s, ard_walk_fit(&s->walk));
    if (!s->prob_each) TRY(predict_each(s));
    memcpy(s->prob, s->prob_each + i * n, (size_t)n * sizeof *s->prob);
done:
    return rc;
}

/* Features that the method did not choose. */
static int64_t n_forced(const ard_training *training, const ard_machine *machine)
{
    int64_t n = 0;
    for (int64_t t = 0; t < machine->n_features; t++) n += ard_is_forced(&training->problem, machine->feature[t]);
    return n;
}

/* By the predictions in s->prob. */
static void score_fit(const fold_state *s, const ard_fit *fit, fold_score *out)
{
    const ardor_dataset *data = s->t->data;
    const ard_rows *test = &s->fold.test;
    double mean = 0;
    *out = (fold_score){.status = s->t->kept ? tune_alo_status(s->t, fit) : ARD_TUNED_DONE,
                        .n_features = (double)(fit->machine.n_features - n_forced(s->training, &fit->machine)),
                        .n_vectors = (double)fit->machine.n_vectors};
    for (int64_t i = 0; i < test->n; i++) {
        int64_t row = test->row[i];
        const int32_t label = data->label[row];
        const double weight = tune_row_weight(s->t, row), truth = s->prob[label * test->n + i];
        const double deviance = -log(fmax(truth, tune_least_probability)), distance = deviance - mean;
        out->weight += weight;
        mean += weight / out->weight * distance;
        out->spread += weight * distance * (deviance - mean);
        out->squares += weight * weight;
        out->error += weight * ard_wrong(NULL, test->n, data->n_classes, s->prob, i, label);
        out->deviance += weight * deviance;
    }
}

static void close_size(fold_state *s)
{
    ard_walk_end(&s->walk);
    ard_fitter_close(&s->fitter);
    ard_grid_free(s->context, &s->grid);
    ard_training_free(&s->narrow);
    ard_free(s->context, s->x_narrow);
    ard_free(s->context, s->prob_each);
    s->x_narrow = s->prob_each = NULL;
}

void tune_close_fold(fold_state *s)
{
    if (!s->context) return;
    close_size(s);
    ard_free(s->context, s->prob);
    ard_free(s->context, s->x_whole);
    ard_training_free(&s->own);
    ard_fold_free(s->context, &s->fold);
    s->context = NULL;
}

/* What is fitted and tested in a fold, prepared on its training rows. */
static int prepare_fold(ardor_context *context, const tuning *t, fold_state *s)
{
    int rc = ARDOR_OK;
    const ard_given given = {.leak = t->leak, .prepare = t->prepared ? t->prepared[s->number] : NULL};
    s->whole = &s->own;
    TRY(ard_training_new(context, t->data, &s->fold.train, t->recipe, &given, &s->own));
    if (t->prepared && s->own.fitted) {
        t->prepared[s->number] = s->own.fitted;
        t->prepared[s->number]->context = t->context; /* that of the task goes with the task */
        s->own.fitted = NULL;
    }
    NEW(context, s->x_whole, s->fold.test.n * s->own.problem.x->p);
    TRY(ard_prepare_apply(context, s->own.prepare, t->data, &s->fold.test, NULL, NULL, s->x_whole));
done:
    return rc;
}

/* The context outlives the state. */
static int open_fold(ardor_context *context, const tuning *t, int64_t fold, fold_state *s)
{
    int rc = ARDOR_OK;
    *s = (fold_state){.context = context, .t = t, .number = fold, .shared = *t->training};
    s->shared.context = context;
    s->whole = &s->shared;
    TRY(ard_plan_fold(context, t->plan, fold, &s->fold));
    if (!t->kept) TRY(prepare_fold(context, t, s));
    NEW(context, s->prob, s->fold.test.n * t->data->n_classes);
done:
    return rc;
}

/* The fold is prepared once: what a size of the filter keeps are some of its columns. */
static int narrow_fold(fold_state *s)
{
    int rc = ARDOR_OK;
    ard_columns kept = {0};
    const int64_t n = s->fold.test.n;
    const ard_matrix test = ard_matrix_dense(n, s->whole->x.p, s->x_whole, n);
    TRY(ard_training_narrow(s->context, s->whole, s->size->k, &s->size->recipe, &s->narrow));
    TRY(ard_prepare_kept(s->context, s->whole->prepare, s->size->size, &kept));
    NEW(s->context, s->x_narrow, n * kept.n);
    ard_matrix_gather(&test, 0, n, kept.n, kept.column, s->x_narrow, n);
    s->training = &s->narrow;
    s->x_test = s->x_narrow;
done:
    ard_free(s->context, kept.column);
    return rc;
}

/* On to the candidates of a size. */
static int open_size(fold_state *s, const tuned_size *size)
{
    int rc = ARDOR_OK;
    close_size(s);
    s->size = size;
    s->training = s->whole;
    s->x_test = s->x_whole;
    s->path = 0;
    s->to_path = 0;
    if (size->size > 0) TRY(narrow_fold(s));
    TRY(ard_training_grid(s->training, &s->grid));
    REQUIRE(s->context, s->grid.n == size->n, ARDOR_INTERNAL, "the grids of two folds differ in size");
done:
    return rc;
}

/* The status, whose message says in which fold it was. */
static int placed(ardor_context *context, const tuning *t, int64_t fold, int status)
{
    char title[ARD_TITLE_BYTES];
    if (status != ARDOR_OK && status != ARDOR_CANCELLED && status != ARDOR_MEMORY)
        ard_message_place(context, t->data->source, ard_plan_fold_title(t->plan, fold, title));
    return status;
}

/* What may fail without ending the tuning: it is taken down. */
static int note_failure(const fold_state *s, int status, fold_score *out)
{
    int rc = ARDOR_OK;
    ardor_context *context = s->context;
    if (status != ARDOR_NUMERIC) return status;
    placed(context, s->t, s->number, status);
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
    TRY(predict_candidate(s, s->next - s->size->first));
    score_fit(s, ard_walk_fit(&s->walk), out);
done:
    return rc;
}

/* Paths that may use all the features share a workspace. */
static int begin_path(fold_state *s)
{
    int rc = ARDOR_OK;
    if (s->path == 0 || s->training->leak) {
        ard_fitter_close(&s->fitter);
        TRY(ard_training_fitter(s->training, s->path, &s->fitter));
    }
    if (s->path == 0)
        s->walk = ard_walk_begin(&s->size->recipe.settings, &s->fitter, &s->grid, 0);
    else
        ard_walk_on(&s->walk);
    s->walk.kept = s->t->kept;
    s->path++;
    s->on_path = s->to_path;
done:
    return rc;
}

/* Fit and score the candidates before `end`. */
static int advance(fold_state *s, fold_score *score, int64_t end)
{
    int rc = ARDOR_OK;
    const ard_share share = s->t->run->share;
    ard_inner_begin(share, s->number);
    for (; s->next < end; s->next++) {
        const double start = ard_now();
        TRY(ard_check_running(s->context));
        if (!s->size || s->next == s->size->first + s->size->n) TRY(open_size(s, s->size ? s->size + 1 : s->t->size));
        const int64_t i = s->next - s->size->first;
        if (i == s->grid.path[s->path]) TRY(begin_path(s));
        rc = score_next(s, score + s->next);
        if (rc != ARDOR_OK) TRY(note_failure(s, rc, score + s->next));
        s->on_path += ard_now() - start;
        if (s->grid.carries && i == s->grid.path[s->path - 1]) s->to_path = s->on_path;
        s->longest = fmax(s->longest, s->on_path);
        ard_inner_done(s->context, share, s->number, s->next);
        tune_alo_drop(s, score);
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ as tasks */

int tune_score_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    TRY(open_fold(context, t, fold, &s));
    TRY(advance(&s, t->score + fold * t->n_candidates, t->n_candidates));
done:
    tune_close_fold(&s);
    ard_remarks_forget(context);
    return placed(context, t, fold, rc);
}

/* A round of a fold that stays open. It has a context of its own, because that of the task goes with the task. */
int tune_advance_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state *s = t->state + fold;
    if (!s->t) rc = open_fold(s->context, t, fold, s);
    if (rc == ARDOR_OK) rc = advance(s, t->score + fold * t->n_candidates, t->end);
    return rc == ARDOR_OK ? rc : ard_fail(context, placed(s->context, t, fold, rc), "%s", ardor_context_message(s->context));
}

/* ------------------------------------------------------------------ relaxed refits */

/* The candidate of this size again in this fold. */
static int solve_again(fold_state *s, int64_t i, ard_fit *out)
{
    int rc = ARDOR_OK;
    const int64_t path = ard_path_of(&s->grid, i);
    TRY(ard_training_fitter(s->training, path, &s->fitter));
    s->walk = ard_walk_begin(&s->size->recipe.settings, &s->fitter, &s->grid, path);
    while (s->walk.next <= i) {
        TRY(ard_check_running(s->context));
        rc = ard_walk_next(&s->walk, &(ard_ask){0});
        if (rc == ARDOR_NUMERIC && s->walk.next <= i) continue; /* stepped over as it was before */
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
    TRY(ard_relax(s->training, settings, from, tune_relax_factors[r] / tune_relax_factors[r - 1], &(ard_ask){0}, &next));
    TRY(ard_check_stop(s->context, &next));
    ard_fit_free(s->context, from);
    *from = next;
    next = (ard_fit){0};
done:
    ard_fit_free(s->context, &next);
    return rc;
}

/* The relaxed refits of the chosen candidate from strong to weak, each from the one before. */
int tune_score_relaxed(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    ard_fit from = {0};
    ard_settings settings;
    const tuned_size *size = t->size;
    while (t->chosen >= size->first + size->n) size++;
    TRY(open_fold(context, t, fold, &s));
    TRY(open_size(&s, size));
    TRY(solve_again(&s, t->chosen - size->first, &from));
    ard_candidate_settings(&s.grid, t->chosen - size->first, &size->recipe.settings, &settings);
    for (int r = 0; r < TUNE_N_RELAX; r++) {
        TRY(ard_check_running(context));
        fold_score *score = t->relaxed + fold * TUNE_N_RELAX + r;
        rc = r > 0 && !from.null_model ? relax_further(&s, &settings, r, &from) : ARDOR_OK;
        if (rc == ARDOR_OK) rc = predict(&s, &from);
        if (rc == ARDOR_OK) score_fit(&s, &from, score);
        if (rc != ARDOR_OK) TRY(note_failure(&s, rc, score));
    }
done:
    ard_fit_free(context, &from);
    tune_close_fold(&s);
    ard_remarks_forget(context);
    return placed(context, t, fold, rc);
}
