/* Cells. */
#include "study/cell.h"

int ard_cell_open(ardor_context *context, const ardor_dataset *data, const int32_t *label, const ard_plan *plan,
                  const ard_recipe *recipe, int threads, ard_cell *out)
{
    *out = (ard_cell){.data = label ? ard_dataset_with_labels(data, label) : *data, .plan = plan};
    return ard_protocol_open(context, &out->data, plan, recipe, threads, &out->protocol);
}

void ard_cell_close(ardor_context *context, ard_cell *cell)
{
    if (cell->plan) ard_protocol_close(context, &cell->protocol);
    *cell = (ard_cell){0};
}
