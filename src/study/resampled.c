/* See resampled.h. */
#include "study/resampled.h"

void ard_resampled_free(ardor_context *context, ard_resampled *r)
{
    if (r->chance) ard_free(context, r->chance->value);
    for (int64_t j = 0; r->stable && r->stable->feature && j < r->stable->n; j++) ard_free(context, r->stable->feature[j].name);
    if (r->stable) ard_free(context, r->stable->feature);
    for (int64_t k = 0; r->point && k < r->n_points; k++) ard_free(context, r->point[k].message);
    ard_free(context, r->point);
    ard_free(context, r->stable);
    ard_free(context, r->chance);
    *r = (ard_resampled){0};
}
