/* Cells. */
#include "study/cell.h"

#include <limits.h>

#include "resample/parallel.h"

int ard_cell_open(ardor_context *context, const ardor_dataset *data, const int32_t *label, const ard_plan *plan,
                  const ard_recipe *recipe, int threads, ard_cell *out)
{
    int rc = ARDOR_OK;
    const int outer = ard_parallel_threads(threads, plan->n_tasks), all = ard_parallel_threads(threads, INT_MAX);
    *out = (ard_cell){.data = label ? ard_dataset_with_labels(data, label) : *data, .plan = plan};
    TRY(ard_batch_add(context, plan->n_tasks, outer, plan->n_tasks == 1 ? all : 1, ard_protocol_tunes(recipe), true,
                      &out->batch));
    TRY(ard_protocol_open(context, &out->data, plan, recipe, threads, &out->protocol));
done:
    return rc;
}

void ard_cell_close(ardor_context *context, ard_cell *cell)
{
    ard_decision_free(context, &cell->decision);
    if (cell->plan) ard_protocol_close(context, &cell->protocol);
    *cell = (ard_cell){0};
}
