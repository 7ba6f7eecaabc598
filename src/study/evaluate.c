/* An evaluation: a study of one cell. */
#include <string.h>

#include "data/doubts.h"
#include "fit/tune_auto.h"
#include "resample/plan_doubts.h"
#include "study/evaluation.h"
#include "study/further.h"
#include "study/importance.h"
#include "study/study.h"

int ard_evaluation_open(ardor_context *context, const ardor_dataset *data, ard_config *config, ard_plan **plan, ard_cell *cell)
{
    int rc = ARDOR_OK;
    ard_decision decision = {0};
    REQUIRE(context, !data->chosen || config->recipe.protocol == ARD_PROTOCOL_LEAKY, ARDOR_USAGE,
            "%s: the features were chosen beforehand, %s, from rows that the folds would test: leave that out, and evaluate the "
            "method, which selects in every fold; or --protocol leaky, whose error is too low",
            data->source, data->chosen);
    ard_dataset_doubt_choice(context, data);
    TRY(ard_decision_new(context, &config->decide, data->n_classes, data->class_name, data->source, &decision));
    REQUIRE(context, config->plan, ARDOR_USAGE,
            "a plan is needed: loo, logo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE");
    if (config->splits && strcmp(config->plan, "splits") == 0)
        TRY(ard_plan_new_given(context, data, config->splits, plan));
    else
        TRY(ard_plan_new(context, data, NULL, config->plan, config->recipe.seed, plan));
    if (config->recipe.importance > 0) TRY(ard_importance_check(context, *plan));
    TRY(ard_tune_settle(context, data, *plan, &config->recipe));
    TRY(ard_plan_doubt_classes(context, data, NULL, *plan));
    TRY(ard_plan_doubt_rows(context, data, *plan));
    TRY(ard_cell_open(context, data, NULL, *plan, &config->recipe, config->threads, cell));
    cell->decision = decision;
    decision = (ard_decision){0};
done:
    ard_decision_free(context, &decision);
    if (rc == ARDOR_CANCELLED) rc = ard_evaluation_none(context, ard_stop_asked(context));
    return rc;
}

/* The folds of the evaluation and of what is further asked for. */
static int run(ardor_context *context, const ard_cell *own, ard_record *record, const ard_further *further,
               const ard_study_how *how, ard_stop *stopped)
{
    int rc = ARDOR_OK;
    const int64_t n = 1 + ard_further_count(further);
    const ard_cell **cell = NULL;
    ard_record **records = NULL;
    NEW(context, cell, n);
    NEW(context, records, n);
    for (int64_t k = 0; k < n; k++) {
        cell[k] = k == 0 ? own : ard_further_cell(further, k - 1);
        records[k] = k == 0 ? record : ard_further_records(further, k - 1);
    }
    if (how->store) TRY(ard_store_load(how->store, n, cell));
    TRY(ard_study_run(context, n, cell, how, records, stopped));
done:
    ard_free(context, records);
    ard_free(context, cell);
    return rc;
}

int ard_evaluate(ardor_context *context, const ardor_dataset *data, ard_config *config, ardor_evaluation **out)
{
    int rc = ARDOR_OK;
    ard_plan *plan = NULL;
    ard_cell cell = {0};
    ard_store *store = NULL;
    ard_record *record = NULL;
    ard_stop stopped = ARD_STOP_NONE;
    ard_further *further = NULL;
    ard_known_correlations known = {0};
    const ard_recipe fit = config->recipe;
    const double start = ard_now();
    *out = NULL;
    /* The checkpoint first: if it cannot be opened, nothing has been computed in vain. */
    if (config->checkpoint) TRY(ard_store_open(context, config->checkpoint, &store));
    TRY(ard_evaluation_open(context, data, config, &plan, &cell));
    NEW(context, record, plan->n_tasks);
    TRY(ard_further_open(context, data, config, &fit, &cell, &further));
    if (further) cell.asked = &config->resamplings;
    TRY(run(context, &cell, record, further, &(ard_study_how){config->threads, store, false}, &stopped));
    TRY(ard_evaluation_of(context, &cell, record, stopped, out));
    TRY(ard_worth_of(context, &cell, record, &known, *out));
    if (config->keep_values) TRY(ard_kept_of(context, &cell, record, *out));
    TRY(ard_further_finish(context, further, record, *out));
    (*out)->seconds = ard_now() - start;
done:
    if (rc != ARDOR_OK && *out) {
        ardor_evaluation_free(*out);
        *out = NULL;
    }
    ard_further_close(context, further);
    if (plan) ard_records_free(context, plan->n_tasks, record);
    ard_store_close(store);
    ard_cell_close(context, &cell);
    ard_plan_free(plan);
    return rc;
}

int ard_evaluate_try(ardor_context *context, const ardor_dataset *data, ard_config *config, int64_t *n_folds, bool *complete)
{
    int rc = ARDOR_OK;
    ard_plan *plan = NULL;
    ard_cell cell = {0};
    ard_record *record = NULL;
    ard_stop stopped = ARD_STOP_NONE;
    const ard_cell *const cells[] = {&cell};
    rc = ard_evaluation_open(context, data, config, &plan, &cell);
    *n_folds = plan ? plan->n_tasks : 0;
    TRY(rc);
    NEW(context, record, plan->n_tasks);
    TRY(ard_study_run(context, 1, cells, &(ard_study_how){.threads = config->threads}, &record, &stopped));
    *complete = stopped == ARD_STOP_NONE;
done:
    if (plan) ard_records_free(context, plan->n_tasks, record);
    ard_cell_close(context, &cell);
    ard_plan_free(plan);
    return rc;
}
