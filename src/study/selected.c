/* Features that folds select: see evaluation.h. */
#include "study/evaluation.h"

ard_rank *ard_selected_by_count(ardor_context *context, const ardor_evaluation *e)
{
    ard_rank *order = ard_alloc(context, e->n_selected, sizeof *order);
    if (!order) return NULL;
    for (int64_t k = 0; k < e->n_selected; k++) order[k] = (ard_rank){.index = k, .key = (double)e->selected[k].count};
    ard_rank_sort(e->n_selected, order);
    return order;
}

ard_uses ard_evaluation_uses(const ardor_evaluation *e)
{
    if (!e->worth.told || e->n_selected == 0) return ARD_USES_NONE;
    return e->worth.selects ? ARD_USES_SOME : ARD_USES_ALL;
}

const char *ard_uses_name(ard_uses uses)
{
    static const char *const name[] = {NULL, "some", "all"};
    return name[uses];
}

int ard_selected_direction(const ard_selected *selected, int n_classes)
{
    ard_direction direction = {.class_index = -1};
    for (int c = 0; c < n_classes; c++) ard_direction_add(&direction, (double)selected->speaks[c]);
    return direction.class_index;
}
