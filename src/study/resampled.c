/* See resampled.h. */
#include "study/resampled.h"

#include "base/text.h"

static void free_unstable(ardor_context *context, ard_unstable *u)
{
    if (!u) return;
    ard_names_free(context, u->n, u->row_id);
    ard_free(context, u->label);
    ard_free(context, u->original);
    ard_free(context, u->value);
    ard_free(context, u->refit_mean);
    ard_free(context, u->refit_low);
    ard_free(context, u->refit_high);
    ard_free(context, u);
}

void ard_resampled_free(ardor_context *context, ard_resampled *r)
{
    if (r->chance) ard_free(context, r->chance->value);
    for (int64_t j = 0; r->stable && r->stable->feature && j < r->stable->n; j++) ard_free(context, r->stable->feature[j].name);
    if (r->stable) ard_free(context, r->stable->feature);
    for (int64_t k = 0; r->point && k < r->n_points; k++) ard_free(context, r->point[k].message);
    ard_free(context, r->point);
    free_unstable(context, r->unstable);
    ard_free(context, r->stable);
    ard_free(context, r->chance);
    *r = (ard_resampled){0};
}
