/* An evaluation: a study of one cell. */
#include <string.h>

#include "fit/tune_auto.h"
#include "resample/plan_doubts.h"
#include "study/evaluation.h"
#include "study/importance.h"
#include "study/study.h"

static void free_records(ardor_context *context, const ard_plan *plan, ard_record *record)
{
    for (int64_t f = 0; record && f < plan->n_tasks; f++) ard_record_free(context, &record[f]);
    ard_free(context, record);
}

/* What comes before the folds. The checkpoint (store NULL: none) is opened first: if it cannot be, nothing has been computed in
 * vain. */
static int open_all(ardor_context *context, const ardor_dataset *data, ard_config *config, ard_plan **plan, ard_cell *cell,
                    ard_store **store)
{
    int rc = ARDOR_OK;
    ard_decision decision = {0};
    TRY(ard_decision_new(context, &config->decide, data->n_classes, data->class_name, data->source, &decision));
    REQUIRE(context, config->plan, ARDOR_USAGE,
            "a plan is needed: loo, logo, kfold:K, repeat:RxK, holdout:F, boot:B or splits:FILE");
    if (store && config->checkpoint) TRY(ard_store_open(context, config->checkpoint, store));
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
    if (store && *store) TRY(ard_store_load(*store, cell));
done:
    ard_decision_free(context, &decision);
    if (rc == ARDOR_CANCELLED) rc = ard_evaluation_none(context, ard_stop_asked(context));
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
    const ard_cell *const cells[] = {&cell};
    const double start = ard_now();
    *out = NULL;
    TRY(open_all(context, data, config, &plan, &cell, &store));
    NEW(context, record, plan->n_tasks);
    TRY(ard_study_run(context, 1, cells, config->threads, &store, &record, &stopped));
    TRY(ard_evaluation_of(context, &cell, record, stopped, out));
    (*out)->seconds = ard_now() - start;
done:
    free_records(context, plan, record);
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
    rc = open_all(context, data, config, &plan, &cell, NULL);
    *n_folds = plan ? plan->n_tasks : 0;
    TRY(rc);
    NEW(context, record, plan->n_tasks);
    TRY(ard_study_run(context, 1, cells, config->threads, NULL, &record, &stopped));
    *complete = stopped == ARD_STOP_NONE;
done:
    free_records(context, plan, record);
    ard_cell_close(context, &cell);
    ard_plan_free(plan);
    return rc;
}
