/* Choosing settings by cross-validation inside the training rows.
 *
 * Every fold prepares, screens and fits on its own training part. The grid's shape depends on the settings only, so
 * candidate i is the same recipe in every fold while its rates follow the fold's size and data.
 *
 * Rules: `deviance` and `error` take the best candidate by that figure; `one-se` takes, of all candidates whose error is within
 * one standard error of the least, the one with the fewest features (then the least error and deviance: the strongest rates of
 * all would also shrink what is kept). */
#include "fit/tune.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "metric/decide.h"
#include "resample/parallel.h"

/* Sums over the test rows of one fold for one candidate. */
typedef struct fold_score {
    double weight, squares, error, deviance, n_features, n_vectors;
} fold_score;

static const double relax_factors[] = {1, .5, .25, .1, .03};
enum { N_RELAX = sizeof relax_factors / sizeof *relax_factors };
static const double LEAST_PROBABILITY = 1e-12;

typedef struct tuning {
    const ardor_dataset *data;
    const ard_config *config;
    const ard_plan *plan;
    int64_t n_candidates; /* of every fold's grid */
    fold_score *score;    /* n_folds x n_candidates */
    fold_score *relaxed;  /* n_folds x N_RELAX, for the chosen candidate */
    ard_tuned *candidate; /* values: those of all the rows */
    int64_t chosen;
} tuning;

/* ------------------------------------------------------------------ one fold */

typedef struct fold_state {
    const tuning *t;
    const ard_fold *fold;
    ard_training training;
    ard_grid grid;
    double *x_test, *prob;
    fold_score *score;
} fold_state;

static int score_fit(ardor_context *context, const fold_state *s, const ard_fit *fit, fold_score *out)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = s->t->data;
    const ard_rows *test = &s->fold->test;
    const ard_matrix x = ard_matrix_dense(test->n, s->training.x.p, s->x_test, test->n);
    TRY(ard_machine_predict(context, &fit->machine, &x, s->prob));
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

static int visit_candidate(ardor_context *context, void *argument, int64_t i, const ard_fit *fit)
{
    fold_state *s = argument;
    return score_fit(context, s, fit, s->score + i);
}

static void close_fold(ardor_context *context, fold_state *s)
{
    ard_free(context, s->prob);
    ard_free(context, s->x_test);
    ard_grid_free(context, &s->grid);
    ard_training_free(&s->training);
}

static int open_fold(ardor_context *context, const tuning *t, int64_t fold, fold_state *s)
{
    int rc = ARDOR_OK;
    const ard_config *config = t->config;
    *s = (fold_state){.t = t, .fold = &t->plan->fold[fold]};
    const ard_rows *test = &s->fold->test;
    TRY(ard_training_new(context, t->data, &s->fold->train, config, &s->training));
    NEW(context, s->x_test, test->n * s->training.problem.x->p);
    NEW(context, s->prob, test->n * t->data->n_classes);
    TRY(ard_prepare_apply(context, s->training.prepare, t->data, test, NULL, NULL, s->x_test));
    TRY(ard_training_grid(&s->training, config, &s->grid));
done:
    return rc;
}

/* Paths that may use all the features share a workspace. */
static int score_fold(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    ard_fitter fitter = {0};
    TRY(open_fold(context, t, fold, &s));
    REQUIRE(context, s.grid.n == t->n_candidates, ARDOR_INTERNAL, "the grids of two folds differ in size");
    s.score = t->score + fold * t->n_candidates;
    for (int64_t path = 0; path < s.grid.n_paths; path++) {
        if (path == 0 || t->config->leak) {
            ard_fitter_close(&fitter);
            TRY(ard_training_fitter(&s.training, t->config, path, &fitter));
        }
        TRY(ard_walk_path(t->config, &fitter, &s.grid, path, s.grid.n, visit_candidate, &s, NULL));
    }
done:
    ard_fitter_close(&fitter);
    close_fold(context, &s);
    return rc;
}

/* The chosen candidate again in this fold. */
static int solve_chosen(const tuning *t, const fold_state *s, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fitter fitter = {0};
    const int64_t path = ard_path_of(&s->grid, t->chosen);
    TRY(ard_training_fitter(&s->training, t->config, path, &fitter));
    TRY(ard_walk_path(t->config, &fitter, &s->grid, path, t->chosen, NULL, NULL, out));
    TRY(ard_check_stop(s->training.context, out));
done:
    ard_fitter_close(&fitter);
    return rc;
}

/* Its relaxed refits from strong to weak, each from the one before. */
static int score_relaxed(ardor_context *context, void *argument, int64_t fold)
{
    int rc = ARDOR_OK;
    tuning *t = argument;
    fold_state s = {0};
    ard_fit from = {0}, next = {0};
    ard_settings settings;
    TRY(open_fold(context, t, fold, &s));
    TRY(solve_chosen(t, &s, &from));
    ard_candidate_settings(&s.grid, t->chosen, &t->config->settings, &settings);
    for (int r = 0; r < N_RELAX; r++) {
        if (r > 0 && !from.null_model) {
            double factor = relax_factors[r] / relax_factors[r - 1];
            TRY(ard_relax(&s.training, t->config, &settings, &from, factor, false, &next));
            TRY(ard_check_stop(context, &next));
            ard_fit_free(context, &from);
            from = next;
            next = (ard_fit){0};
        }
        TRY(score_fit(context, &s, &from, t->relaxed + fold * N_RELAX + r));
    }
done:
    ard_fit_free(context, &next);
    ard_fit_free(context, &from);
    close_fold(context, &s);
    return rc;
}

/* ------------------------------------------------------------------ choosing */

/* Means over the folds of column i of a folds x n table. The standard error is that of a share of all the inner test
 * rows (as in Breiman et al. 1984, 3.4.3): the spread between five folds is too rough an estimate to choose by. */
static ard_tuned summarise(const fold_score *score, int64_t n_folds, int64_t n, int64_t i)
{
    ard_tuned out = {0};
    double weight = 0, squares = 0, error = 0, deviance = 0;
    for (int64_t k = 0; k < n_folds; k++) {
        const fold_score *s = score + k * n + i;
        weight += s->weight;
        squares += s->squares;
        error += s->error;
        deviance += s->deviance;
        out.n_features += s->n_features / (double)n_folds;
        out.n_vectors += s->n_vectors / (double)n_folds;
    }
    out.error = error / weight;
    out.deviance = deviance / weight;
    out.error_se = sqrt(out.error * (1 - out.error) * squares) / weight;
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

/* Is a to be preferred over b by (figures in order)? */
static bool before(const double *a, const double *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

static bool better(const ard_tuned *a, const ard_tuned *b, ard_rule rule)
{
    if (rule == ARD_RULE_DEVIANCE) return a->deviance < b->deviance;
    return before((double[]){a->error, a->deviance}, (double[]){b->error, b->deviance}, 2);
}

int64_t ard_choose(const ard_tuned *candidate, int64_t n, ard_rule rule)
{
    int64_t best = 0;
    for (int64_t i = 1; i < n; i++)
        if (better(candidate + i, candidate + best, rule)) best = i;
    if (rule != ARD_RULE_ONE_SE) return best;
    const double limit = candidate[best].error + candidate[best].error_se;
    for (int64_t i = 0; i < n; i++) {
        const ard_tuned *a = candidate + i, *b = candidate + best;
        if (a->error > limit) continue;
        double by_size[2][4] = {{a->n_features, a->error, a->deviance, a->n_vectors},
                                {b->n_features, b->error, b->deviance, b->n_vectors}};
        if (before(by_size[0], by_size[1], 4)) best = i;
    }
    return best;
}

/* The relaxation by the figure that chose the candidate; a tie stays with the stronger. */
static void choose_relaxation(const tuning *t, ard_choice *out)
{
    ard_tuned best = summarise(t->relaxed, t->plan->n_folds, N_RELAX, 0);
    out->relax_error_before = best.error;
    for (int r = 1; r < N_RELAX; r++) {
        ard_tuned one = summarise(t->relaxed, t->plan->n_folds, N_RELAX, r);
        if (!better(&one, &best, t->config->rule)) continue;
        best = one;
        out->relax_factor = relax_factors[r];
    }
    out->relax_error_after = best.error;
}

void ard_choice_free(ardor_context *context, ard_choice *choice)
{
    ard_free(context, choice->candidate);
    *choice = (ard_choice){0};
}

/* A training part with fewer rows than folds, though the data have enough of them, has one fold a row. */
static int64_t inner_folds(const ardor_dataset *data, const ard_rows *rows, int64_t asked)
{
    return asked > rows->n && asked <= data->n ? ard_max64(rows->n, 2) : asked;
}

static int inner_plan(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_config *config,
                      ard_plan **out)
{
    int rc = ARDOR_OK;
    char *text = NULL, share[ARD_NUMBER_BYTES];
    *out = NULL;
    ard_print_double(config->tune_argument, share);
    REQUIRE(context, config->tune != ARD_TUNE_FIRST, ARDOR_USAGE,
            "--tune first:K picks settings on the first folds of a plan: it goes with evaluate; take cv:K or holdout:F");
    if (config->tune == ARD_TUNE_HOLDOUT)
        MAKE(text, ard_format(context, "holdout:%s", share));
    else
        MAKE(text, ard_format(context, "kfold:%lld", (long long)inner_folds(data, rows, (int64_t)config->tune_argument)));
    TRY(ard_plan_new(context, data, rows, text, config->seed, out));
done:
    ard_free(context, text);
    return rc;
}

/* The number of candidates, and their values on all the rows for the report. */
static int count_candidates(ardor_context *context, tuning *t, const ard_training *training)
{
    int rc = ARDOR_OK;
    ard_grid grid = {0};
    TRY(ard_training_grid(training, t->config, &grid));
    t->n_candidates = grid.n;
    NEW(context, t->candidate, grid.n);
    for (int64_t i = 0; i < grid.n; i++)
        memcpy(t->candidate[i].value, grid.value + i * grid.n_tuned, (size_t)grid.n_tuned * sizeof *grid.value);
done:
    ard_grid_free(context, &grid);
    return rc;
}

int ard_tune(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_training *training,
             const ard_config *config, const ard_plan *plan, int threads, const char *stage, ard_choice *out)
{
    int rc = ARDOR_OK;
    ard_plan *inner = NULL;
    tuning t = {.data = data, .config = config};
    *out = (ard_choice){.relax_factor = 1, .relax_error_before = NAN, .relax_error_after = NAN};
    TRY(count_candidates(context, &t, training));
    if (!plan) {
        TRY(inner_plan(context, data, rows, config, &inner));
        plan = inner;
    }
    t.plan = plan;
    NEW(context, t.score, plan->n_folds * t.n_candidates);
    TRY(ard_parallel(context, threads, plan->n_folds, stage, score_fold, &t));
    for (int64_t i = 0; i < t.n_candidates; i++) {
        ard_tuned figures = summarise(t.score, plan->n_folds, t.n_candidates, i);
        memcpy(figures.value, t.candidate[i].value, sizeof figures.value);
        if (config->tune == ARD_TUNE_FIRST) figures.error = median_error(t.score + i, plan->n_folds, t.n_candidates);
        t.candidate[i] = figures;
    }
    t.chosen = ard_choose(t.candidate, t.n_candidates, ard_config_rule(config));
    out->chosen = t.chosen;
    out->n_candidates = t.n_candidates;
    if (config->relax && config->method->weaken >= 0) {
        NEW(context, t.relaxed, plan->n_folds * N_RELAX);
        TRY(ard_parallel(context, threads, plan->n_folds, stage, score_relaxed, &t));
        choose_relaxation(&t, out);
    }
    out->candidate = t.candidate;
    t.candidate = NULL;
done:
    if (rc != ARDOR_OK) *out = (ard_choice){0};
    ard_free(context, t.relaxed);
    ard_free(context, t.candidate);
    ard_free(context, t.score);
    ard_plan_free(inner);
    return rc;
}
