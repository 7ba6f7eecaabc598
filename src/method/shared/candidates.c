/* See candidates.h. */
#include "method/shared/candidates.h"

#include <stdlib.h>
#include <string.h>

#include "prepare/moments.h"
#include "solver/numbers.h"

static const double ALIKE = 1e-10; /* of the largest weight: weights that are nearer to each other are the same */

static int by_weight(const void *left, const void *right)
{
    const ard_candidate *a = left, *b = right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static int by_run(const void *left, const void *right)
{
    const ard_candidate *a = left, *b = right;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

void ard_candidates_sort(int64_t n, ard_candidate *of)
{
    qsort(of, (size_t)n, sizeof *of, by_weight);
    const double near = n > 0 ? ALIKE * of[0].weight : 0;
    for (int64_t t = 0; t < n; t++) of[t].run = t == 0 ? 0 : of[t - 1].run + (of[t - 1].weight - of[t].weight > near);
    qsort(of, (size_t)n, sizeof *of, by_run);
}

static int candidates_new(ardor_context *context, const ard_problem *problem, ard_candidate **out)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n, p = problem->x->p;
    ard_array array = {0};
    ard_candidate *all = NULL;
    uint64_t *number = NULL;
    *out = NULL;
    NEW(context, all, p);
    NEW(context, number, p);
    TRY(ard_array_open(context, problem->x, &array));
    TRY(ard_number_array(context, &array, p, &problem->target, number));
    for (int64_t k = 0; k < p; k++) {
        const ard_moments moments = ard_moments_of(n, array.x + k * array.ld, problem->target.weight);
        all[k] = (ard_candidate){.column = k, .number = number[k], .spread = moments.constant ? 0 : moments.sd};
    }
    *out = all;
    all = NULL;
done:
    ard_array_close(context, &array);
    ard_free(context, number);
    ard_free(context, all);
    return rc;
}

int ard_candidates_copy(ardor_context *context, const ard_problem *problem, ard_candidate **kept, ard_candidate **out)
{
    int rc = ARDOR_OK;
    const int64_t p = problem->x->p;
    *out = NULL;
    if (!*kept) TRY(candidates_new(context, problem, kept));
    NEW(context, *out, p);
    memcpy(*out, *kept, (size_t)p * sizeof **out);
done:
    return rc;
}
