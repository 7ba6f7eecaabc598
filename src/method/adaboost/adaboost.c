/* Discrete AdaBoost of decision stumps, and Platt's scaling on votes that rows have without their fold: README.md. */
#include "method/adaboost/adaboost.h"

#include <math.h>
#include <string.h>

#include "link/link.h"
#include "method/adaboost/boost.h"
#include "method/shared/platt.h"

static const ard_setting settings[ADABOOST_N_SETTINGS] = {
    [ADABOOST_ROUNDS] = ARD_INT("rounds", 100, 1, 1e6, "", "most stumps; tuned with --tune"),
    [ADABOOST_FOLDS_SEED] = ARD_SETTING_SEED("folds_seed", "of the folds whose votes make the probabilities"),
};

static const char *const extras[] = {
    [ADABOOST_MADE] = "rounds_made", [ADABOOST_SLOPE] = "platt_slope", [ADABOOST_INTERCEPT] = "platt_intercept", NULL};

/* The sorted columns and the runs stay from candidate to candidate: one of more rounds takes them up where they are. */
typedef struct adaboost {
    ARD_WORK;
    ard_array array;
    stump_rows rows;
    boost run;
    double seed; /* the setting */
    ard_platt_folds folds;
    boost *part;  /* folds.n: without each fold */
    bool *in_use; /* p: is there a stump of the feature? */
    int64_t n_in_use;
} adaboost;

static void adaboost_close(void *work)
{
    adaboost *w = work;
    if (!w) return;
    ard_free(w->context, w->in_use);
    for (int k = 0; w->part && k < w->folds.n; k++) boost_close(w->context, w->part + k);
    ard_free(w->context, w->part);
    ard_platt_free(w->context, &w->folds);
    boost_close(w->context, &w->run);
    stump_rows_close(w->context, &w->rows);
    ard_array_close(w->context, &w->array);
    ard_free(w->context, w);
}

static int adaboost_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                         void **work)
{
    int rc = ARDOR_OK;
    adaboost *w = NULL;
    const ard_targets *target = &problem->target;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    w->seed = values->value[ADABOOST_FOLDS_SEED];
    TRY(ard_array_open(context, problem->x, &w->array));
    TRY(stump_rows_open(context, &w->array, problem->x->p, target, &w->rows));
    TRY(boost_open(context, &w->array, target, &w->run));
    TRY(ard_platt_deal(context, problem, ard_seed(w->seed, problem->seed), ARD_PLATT_FOLDS, &w->folds));
    NEW(context, w->part, w->folds.n);
    for (int k = 0; k < w->folds.n; k++) TRY(boost_open(context, &w->array, target, w->part + k));
    NEW(context, w->in_use, problem->x->p);
    *work = w;
    w = NULL;
done:
    adaboost_close(w);
    return rc;
}

/* ------------------------------------------------------------------ rounds */

static void count_feature(adaboost *w, int64_t feature)
{
    w->n_in_use += !w->in_use[feature];
    w->in_use[feature] = true;
}

static int adaboost_start(void *work, const ard_settings *values, const ard_fit *warm)
{
    int rc = ARDOR_OK;
    adaboost *w = work;
    (void)warm; /* the run itself is there */
    TRY(boost_limit(w->context, &w->run, (int64_t)values->value[ADABOOST_ROUNDS]));
    memset(w->in_use, 0, (size_t)w->problem->x->p * sizeof *w->in_use);
    w->n_in_use = 0;
    for (int64_t m = 0; m < w->run.n; m++) count_feature(w, w->run.vote[m].feature);
done:
    return rc;
}

static int adaboost_step(void *work, ard_iteration *out)
{
    adaboost *w = work;
    const int64_t before = w->run.n;
    boost_round(&w->run, &w->rows);
    if (w->run.n > before) count_feature(w, w->run.vote[before].feature);
    out->objective = -w->run.loss;
    out->n_features = w->n_in_use;
    if (w->run.ended || w->run.n == w->run.room) out->stop = w->run.n > 0 ? ARD_STOP_CONVERGED : ARD_STOP_NULL_MODEL;
    return ARDOR_OK;
}

/* ------------------------------------------------------------------ probabilities */

/* As many rounds without the fold as there may be with it: taken up where they are, over columns that are sorted already. */
static int run_part(void *work, const ard_platt_part *part, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    adaboost *w = work;
    boost *run = w->part + part->fold;
    stump_rows rows = {0};
    TRY(boost_limit(w->context, run, w->run.room));
    if (!run->ended && run->n < run->room)
        TRY(stump_rows_without(w->context, &w->rows, &w->problem->target, w->folds.fold, part->fold, &rows));
    while (!run->ended && run->n < run->room && !ard_is_to_end(w->context)) {
        boost_round(run, &rows);
        ard_progress_alive(w->context, -w->run.loss);
    }
    for (int64_t k = 0; k < part->out.n; k++) value[k] = run->f[part->out.row[k]];
    if (ard_is_to_end(w->context)) *stop = ard_stop_asked(w->context);
done:
    stump_rows_close(w->context, &rows);
    return rc;
}

/* The line of the logit over F. Where a class has too few rows for folds, or there is no time, it is the one that the loss
 * itself has at its minimum over all functions, 2F. */
static int find_line(adaboost *w, ard_stop *stop, double *slope, double *intercept)
{
    int rc = ARDOR_OK;
    double *f = NULL;
    const ard_platt_user user = {run_part, w};
    *slope = 2;
    *intercept = 0;
    NEW(w->context, f, w->problem->target.n);
    TRY(ard_platt_values(w->context, w->problem, &w->folds, &user, w->run.f, stop, f));
    if (!ard_stop_cut(*stop) && w->folds.n > 0) TRY(ard_platt_line(w->context, &w->problem->target, f, slope, intercept));
done:
    ard_free(w->context, f);
    return rc;
}

static int adaboost_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    adaboost *w = work;
    const boost *run = &w->run;
    ard_stump *vote = NULL;
    double slope = 0, intercept = 0;
    (void)ask;
    NEW(w->context, vote, run->n);
    if (run->n == 0)
        TRY(ard_link_null_bias(w->context, &ard_link_logit, &w->problem->target, &intercept));
    else
        TRY(find_line(w, &out->stop, &slope, &intercept));
    for (int64_t m = 0; m < run->n; m++) {
        vote[m] = run->vote[m];
        vote[m].weight *= slope;
    }
    TRY(ard_stumps_machine(w->context, intercept, run->n, vote, &out->machine));
    out->null_model = out->machine.n_features == 0;
    out->used[ADABOOST_ROUNDS] = (double)run->room;
    out->used[ADABOOST_FOLDS_SEED] = ard_seed_used(w->seed, w->problem->seed);
    out->extra[ADABOOST_MADE] = (double)run->n;
    out->extra[ADABOOST_SLOPE] = slope;
    out->extra[ADABOOST_INTERCEPT] = intercept;
done:
    ard_free(w->context, vote);
    return rc;
}

/* ------------------------------------------------------------------ the method */

/* One path, of which a candidate costs its last rounds. */
static int adaboost_grid(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                         bool fine, ard_grid *out)
{
    static const double rounds[] = {1, 2, 5, 10, 20, 50, 100, 200, 400},
                        fine_rounds[] = {1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 400, 600, 800, 1000};
    const ard_axis axis = {ADABOOST_ROUNDS, fine ? sizeof fine_rounds / sizeof *fine_rounds : sizeof rounds / sizeof *rounds,
                           fine ? fine_rounds : rounds, 1.0};
    (void)self, (void)problem;
    return ard_path_grid(context, values, 1, &axis, 0, false, out);
}

static const ard_steps adaboost_steps = {.start = adaboost_start, .step = adaboost_step, .finish = adaboost_finish};

const ard_method ard_method_adaboost = {
    .name = "adaboost",
    .title = "AdaBoost of decision stumps (discrete; Platt's probabilities)",
    .reference = "Freund and Schapire, J. Comput. Syst. Sci. 55, 1997; Friedman, Hastie, Tibshirani, Ann. Statist. 28, 2000",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS,
    .default_basis = "identity",
    .settings = settings,
    .n_settings = ADABOOST_N_SETTINGS,
    .extra = extras,
    .weaken = -1,
    .max_iter = ADABOOST_ROUNDS,
    .grid = adaboost_grid,
    .open = adaboost_open,
    .solve = ard_iterate,
    .steps = &adaboost_steps,
    .close = adaboost_close,
};
