/* See protocol.h. */
#include "fit/protocol.h"

#include <limits.h>
#include <string.h>

#include "fit/walk.h"
#include "resample/parallel.h"

static void free_screened(ardor_context *context, ard_screened *screened)
{
    for (int64_t i = 0; i < screened->n_paths; i++) ard_free(context, screened->only[i].column);
    ard_free(context, screened->only);
}

void ard_protocol_close(ardor_context *context, ard_protocol_state *s)
{
    ard_choice_free(context, &s->choice);
    for (int k = 0; s->leak.screened && k < ard_recipe_n_sizes(&s->recipe); k++) free_screened(context, &s->leak.screened[k]);
    ard_free(context, s->leak.screened);
    ard_prepare_free(s->leak.prepare);
    ard_free(context, s->settled);
    for (int64_t f = 0; s->prepare && f < s->n_tasks; f++) ard_prepare_free(s->prepare[f]);
    ard_free(context, s->prepare);
    memset(s, 0, sizeof *s);
}

ard_given ard_protocol_given(const ard_protocol_state *s, int64_t fold)
{
    return (ard_given){.leak = s->leaky ? &s->leak : NULL,
                       .prepare = s->prepare ? s->prepare[fold] : NULL,
                       .choice = s->chosen ? &s->choice : NULL};
}

/* What a size of the filter is looked at with: where the recipe has none to choose from, the training as it is. */
typedef struct sized {
    ard_recipe own;
    ard_training narrow; /* by `own` */
    const ard_training *training;
    ard_recipe *recipe;
} sized;

/* Its settings are settled. */
static int open_size(ardor_context *context, const ard_training *training, int k, ard_protocol_state *s, sized *out)
{
    int rc = ARDOR_OK;
    out->training = training;
    out->recipe = &s->recipe;
    if (s->settled) {
        ard_recipe_at(&s->recipe, k, &out->own);
        TRY(ard_training_narrow(context, training, k, &out->own, &out->narrow));
        out->training = &out->narrow;
        out->recipe = &out->own;
    }
    ard_training_settle(out->training, &out->recipe->settings);
    if (s->settled) s->settled[k] = out->own.settings;
done:
    return rc;
}

/* Screening of every path of a size. */
static int screen_size(ardor_context *context, const ard_training *training, int k, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    ard_grid grid = {0};
    ard_fitter fitter = {0};
    ard_settings settings;
    sized at = {0};
    ard_screened *screened = &s->leak.screened[k];
    const bool tuned = s->recipe.tune != ARD_TUNE_NONE;
    TRY(open_size(context, training, k, s, &at));
    TRY(ard_training_fitter(at.training, 0, &fitter));
    if (tuned) TRY(ard_training_grid(at.training, &grid));
    NEW(context, screened->only, tuned ? grid.n_paths : 1);
    screened->n_paths = tuned ? grid.n_paths : 1;
    for (int64_t path = 0; path < screened->n_paths; path++) {
        settings = at.recipe->settings;
        if (tuned) ard_candidate_settings(&grid, grid.path[path], &at.recipe->settings, &settings);
        TRY(ard_fitter_screen(&fitter, &settings, &screened->only[path]));
    }
done:
    ard_fitter_close(&fitter);
    ard_grid_free(context, &grid);
    ard_training_free(&at.narrow);
    return rc;
}

/* Preparation and screening from all rows, whose training this is; its preparation becomes the leak's. */
static int make_leak(ardor_context *context, ard_training *training, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    const int n = ard_recipe_n_sizes(&s->recipe);
    s->leak.prepare = training->fitted;
    training->fitted = NULL;
    s->leaky = true;
    NEW(context, s->leak.screened, n);
    training->leak = &s->leak;
    for (int k = 0; k < n; k++) TRY(screen_size(context, training, k, s));
done:
    return rc;
}

/* Grids must have one shape in every fold that takes part in the choice: settle on the first of them. */
static int settle_on_first(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    ard_fold first = {0};
    ard_training training = {0};
    if (!s->recipe.method->settle) return ARDOR_OK;
    TRY(ard_plan_fold(context, plan, 0, &first));
    TRY(ard_training_new(context, data, &first.train, &s->recipe, NULL, &training));
    for (int k = 0; k < ard_recipe_n_sizes(&s->recipe); k++) {
        sized at = {0};
        rc = open_size(context, &training, k, s, &at);
        ard_training_free(&at.narrow);
        TRY(rc);
    }
    s->prepare[0] = training.fitted;
    training.fitted = NULL;
done:
    ard_training_free(&training);
    ard_fold_free(context, &first);
    return rc;
}

static int choose_outside(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_rows *all,
                          const ard_training *training, int threads, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    const ard_recipe *recipe = &s->recipe;
    ard_run run = {.threads = threads};
    ard_plan first = *plan;
    const ard_plan *use = plan;
    if (recipe->tune == ARD_TUNE_HOLDOUT) use = NULL;
    if (recipe->tune == ARD_TUNE_FIRST) {
        REQUIRE(context, (int64_t)recipe->tune_argument <= plan->n_folds, ARDOR_USAGE,
                "--tune first:%d: plan '%s' has only %lld fold%s", (int)recipe->tune_argument, plan->name,
                (long long)plan->n_folds, plan->n_folds == 1 ? "" : "s");
        first.n_folds = (int64_t)recipe->tune_argument;
        use = &first;
    }
    TRY(ard_batch_add(context, 1, 1, ard_parallel_threads(threads, INT_MAX), true, false, &run.share.batch));
    ard_task_begin(run.share);
    TRY(ard_tune(context, data, all, training, use, use ? s->prepare : NULL, &run, &s->choice));
    ard_task_end(context, run.share, false);
    s->chosen = true;
done:
    return rc;
}

bool ard_protocol_tunes(const ard_recipe *recipe)
{
    return recipe->tune != ARD_TUNE_NONE && recipe->tune != ARD_TUNE_FIRST && recipe->protocol != ARD_PROTOCOL_LEAKY;
}

int ard_protocol_open(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_recipe *recipe,
                      int threads, ard_protocol_state *out)
{
    int rc = ARDOR_OK;
    ard_rows all = {0};
    ard_training training = {0};
    char text[ARD_ARGUMENT_BYTES];
    const bool leaky = recipe->protocol == ARD_PROTOCOL_LEAKY;
    *out = (ard_protocol_state){.recipe = *recipe, .n_tasks = plan->n_tasks};
    if (!leaky && recipe->tune != ARD_TUNE_FIRST) return ARDOR_OK;
    REQUIRE(context, !(leaky && recipe->relax), ARDOR_USAGE,
            "relax=auto is chosen inside honest folds; it does not go with --protocol leaky");
    TRY(ard_rows_all(context, data->n, &all));
    NEW(context, out->prepare, plan->n_tasks);
    if (leaky && strcmp(ard_prepare_text(&recipe->prepare, "standardise", text), "train") == 0)
        ard_prepare_set(&out->recipe.prepare, "standardise", "all");
    TRY(ard_training_new(context, data, &all, &out->recipe, NULL, &training));
    if (ard_recipe_n_sizes(recipe) > 1) NEW(context, out->settled, ard_recipe_n_sizes(recipe));
    if (leaky)
        TRY(make_leak(context, &training, out));
    else
        TRY(settle_on_first(context, data, plan, out));
    if (recipe->method->settle) out->recipe.settled = out->settled;
    if (recipe->tune != ARD_TUNE_NONE) TRY(choose_outside(context, data, plan, &all, &training, threads, out));
    if (plan->bootstrap && training.fitted) { /* the last task is the fit to all rows */
        out->prepare[plan->n_folds] = training.fitted;
        training.fitted = NULL;
    }
done:
    ard_training_free(&training);
    ard_free(context, all.row);
    if (rc != ARDOR_OK) ard_protocol_close(context, out);
    return rc;
}
