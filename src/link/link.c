/* The links by name, and what they share. */
#include "link/link.h"

#include <string.h>

static const ard_link *const links[] = {&ard_link_probit, &ard_link_logit, &ard_link_softmax};

const ard_link *ard_link_find(const char *name)
{
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (strcmp(links[i]->name, name) == 0) return links[i];
    return NULL;
}

int ard_link_null_bias(ardor_context *context, const ard_link *link, const ard_targets *t, double *bias)
{
    int rc = ARDOR_OK;
    double *share = NULL;
    const double edge = 0.5 / (t->weight_sum + 1.0);
    NEW(context, share, t->n_classes);
    for (int64_t i = 0; i < t->n; i++) share[t->label[i]] += ard_target_weight(t, i);
    TRY(ard_sum(context, share, t->n_classes));
    for (int c = 0; c < t->n_classes; c++) share[c] = ard_clip(share[c] / t->weight_sum, edge, 1.0 - edge);
    link->intercepts(t->n_classes, share, bias);
done:
    ard_free(context, share);
    return rc;
}
