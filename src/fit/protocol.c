/* See protocol.h. */
#include "fit/protocol.h"

#include <string.h>

void ard_protocol_close(ardor_context *context, ard_protocol_state *s)
{
    ard_choice_free(context, &s->choice);
    for (int64_t i = 0; s->leak.only && i < s->leak.n_paths; i++) ard_free(context, s->leak.only[i].column);
    ard_free(context, s->leak.only);
    ard_prepare_free(s->leak.prepare);
    memset(s, 0, sizeof *s);
}

static int screen_path(ardor_context *context, const ard_method *method, void *work, const ard_settings *settings,
                       ard_columns *out)
{
    int rc = ARDOR_OK;
    ard_columns screened = {.n = -1};
    if (method->screen) TRY(method->screen(work, settings, &screened));
    if (screened.n < 0) goto done;
    NEW(context, out->column, screened.n);
    out->n = screened.n;
    memcpy(out->column, screened.column, (size_t)screened.n * sizeof *out->column);
done:
    return rc;
}

/* Preparation and screening of every path from all rows, whose training this is; its preparation becomes the leak's. */
static int make_leak(ardor_context *context, ard_training *training, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    ard_grid grid = {0};
    ard_fitter fitter = {0};
    ard_settings settings;
    ard_config *config = &s->config;
    const ard_method *method = config->method;
    const bool tuned = config->tune != ARD_TUNE_NONE;
    s->leak.prepare = training->fitted;
    training->fitted = NULL;
    if (method->settle) method->settle(method, &training->problem, &config->settings);
    TRY(ard_training_fitter(training, config, 0, &fitter));
    config->leak = &s->leak;
    if (tuned) TRY(ard_training_grid(training, config, &grid));
    NEW(context, s->leak.only, tuned ? grid.n_paths : 1);
    s->leak.n_paths = tuned ? grid.n_paths : 1;
    for (int64_t path = 0; path < s->leak.n_paths; path++) {
        settings = config->settings;
        if (tuned) ard_candidate_settings(&grid, grid.path[path], &config->settings, &settings);
        TRY(screen_path(context, method, fitter.work, &settings, &s->leak.only[path]));
    }
done:
    ard_fitter_close(&fitter);
    ard_grid_free(context, &grid);
    return rc;
}

/* Grids must have one shape in every fold that takes part in the choice: settle on the first of them. */
static int settle_on(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, ard_config *config)
{
    int rc = ARDOR_OK;
    ard_training training = {0};
    if (!config->method->settle) return ARDOR_OK;
    TRY(ard_training_new(context, data, rows, config, &training));
    config->method->settle(config->method, &training.problem, &config->settings);
done:
    ard_training_free(&training);
    return rc;
}

static int choose_outside(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_rows *all,
                          const ard_training *training, ard_protocol_state *s)
{
    int rc = ARDOR_OK;
    const ard_config *config = &s->config;
    ard_plan first = *plan;
    const ard_plan *use = plan;
    if (config->tune == ARD_TUNE_HOLDOUT) use = NULL;
    if (config->tune == ARD_TUNE_FIRST) {
        REQUIRE(context, (int64_t)config->tune_argument <= plan->n_folds, ARDOR_USAGE,
                "--tune first:%d: the plan %s has only %lld folds", (int)config->tune_argument, plan->name,
                (long long)plan->n_folds);
        first.n_folds = (int64_t)config->tune_argument;
        use = &first;
    }
    TRY(ard_tune(context, data, all, training, config, use, config->threads, "tune", &s->choice));
    s->chosen = true;
done:
    return rc;
}

int ard_protocol_open(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_config *config,
                      ard_protocol_state *out)
{
    int rc = ARDOR_OK;
    ard_rows all = {0};
    ard_training training = {0};
    const bool leaky = config->protocol == ARD_PROTOCOL_LEAKY;
    *out = (ard_protocol_state){.config = *config};
    if (!leaky && config->tune != ARD_TUNE_FIRST) return ARDOR_OK;
    REQUIRE(context, !(leaky && config->relax), ARDOR_USAGE,
            "relax=auto is chosen inside honest folds; it does not go with --protocol leaky");
    TRY(ard_rows_all(context, data->n, &all));
    if (leaky && out->config.prepare.standardise == ARD_STANDARDISE_TRAIN) out->config.prepare.standardise = ARD_STANDARDISE_ALL;
    TRY(ard_training_new(context, data, &all, &out->config, &training));
    if (leaky)
        TRY(make_leak(context, &training, out));
    else
        TRY(settle_on(context, data, &plan->fold[0].train, &out->config));
    if (config->tune != ARD_TUNE_NONE) TRY(choose_outside(context, data, plan, &all, &training, out));
done:
    ard_training_free(&training);
    ard_free(context, all.row);
    if (rc != ARDOR_OK) ard_protocol_close(context, out);
    return rc;
}
