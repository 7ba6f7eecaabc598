/* The content of a machine of pairs: which parts there are, room for them, what follows from them. */
#include <math.h>

#include "base/rank.h"
#include "base/text.h"
#include "machine/function.h"
#include "machine/pairs_inside.h"

static const char *const multiclass_name[] = {"auto", "native", "pairs", "rest"};

const char *ard_multiclass_name(ard_multiclass how) { return multiclass_name[how]; }

bool ard_multiclass_find(const char *name, ard_multiclass *out)
{
    const int index = ard_text_find(name, sizeof multiclass_name / sizeof *multiclass_name, multiclass_name);
    if (index >= 0) *out = (ard_multiclass)index;
    return index >= 0;
}

/* ------------------------------------------------------------------ which parts there are */

int64_t ard_pairs_count(ard_multiclass how, int n_classes)
{
    return how == ARD_MULTICLASS_REST ? n_classes : (int64_t)n_classes * (n_classes - 1) / 2;
}

ard_pair ard_pairs_at(ard_multiclass how, int n_classes, int64_t part)
{
    int first = 0;
    if (how == ARD_MULTICLASS_REST) return (ard_pair){-1, (int)part};
    while (part >= n_classes - 1 - first) part -= n_classes - 1 - first++;
    return (ard_pair){first, first + 1 + (int)part};
}

/* ------------------------------------------------------------------ content */

void pairs_close(ardor_context *context, void *content)
{
    ard_pairs *p = content;
    if (!p) return;
    for (int64_t k = 0; p->part && k < p->n_parts; k++) ard_machine_free(context, p->part + k);
    ard_free(context, p->part);
    ard_free(context, p);
}

int pairs_open(ardor_context *context, ard_multiclass how, int n_classes, ard_pairs **out)
{
    int rc = ARDOR_OK;
    ard_pairs *p = NULL;
    *out = NULL;
    NEW(context, p, 1);
    *p = (ard_pairs){.how = how, .n_parts = ard_pairs_count(how, n_classes)};
    NEW(context, p->part, p->n_parts);
    *out = p;
    p = NULL;
done:
    pairs_close(context, p);
    return rc;
}

/* The training rows that several parts keep are one vector. Others, which nobody knows to be the same, are as many as there
 * are. */
static int count_vectors(ardor_context *context, ard_machine *m)
{
    int rc = ARDOR_OK;
    const ard_pairs *p = m->content;
    int64_t *row = NULL, n = 0;
    for (int64_t k = 0; k < p->n_parts; k++) n += p->part[k].n_vectors;
    NEW(context, row, n);
    m->n_vectors = 0;
    n = 0;
    for (int64_t k = 0; k < p->n_parts; k++) {
        const ard_function *f = ard_machine_as_function(p->part + k);
        for (int64_t j = 0; j < p->part[k].n_vectors; j++)
            if (f && f->row[j] >= 0)
                row[n++] = f->row[j];
            else
                m->n_vectors++;
    }
    ard_index_sort(n, row);
    for (int64_t i = 0; i < n; i++) m->n_vectors += i == 0 || row[i] != row[i - 1];
done:
    ard_free(context, row);
    return rc;
}

int pairs_sum_up(ardor_context *context, ard_machine *m)
{
    ard_pairs *p = m->content;
    p->linear = true;
    for (int64_t k = 0; k < p->n_parts; k++)
        for (int64_t t = 0; t < p->part[k].n_features; t++) {
            m->importance[p->part[k].feature[t]] += p->part[k].importance[t] * p->part[k].importance[t];
            p->linear = p->linear && !isnan(ard_machine_weight(p->part + k, t));
        }
    for (int64_t j = 0; j < m->n_features; j++) m->importance[j] = sqrt(m->importance[j]);
    return count_vectors(context, m);
}
