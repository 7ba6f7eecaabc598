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

static int number_columns(ardor_context *context, const ard_problem *problem, const ard_array *array, ard_candidate *out)
{
    int rc = ARDOR_OK;
    const int64_t p = problem->x->p;
    uint64_t *number = NULL;
    ard_numbers of = {.n = problem->x->n, .d = p, .x = array->x, .ld = array->ld, .target = &problem->target};
    NEW(context, number, p);
    NEW(context, of.row, of.n);
    NEW(context, of.size, of.d);
    NEW(context, of.sum, of.d);
    NEW(context, of.mirrored, of.d);
    TRY(ard_number_columns(context, &of, number));
    for (int64_t k = 0; k < p; k++) out[k].number = number[k];
done:
    ard_free(context, of.mirrored);
    ard_free(context, of.sum);
    ard_free(context, of.size);
    ard_free(context, of.row);
    ard_free(context, number);
    return rc;
}

static int candidates_new(ardor_context *context, const ard_problem *problem, ard_candidate **out)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n, p = problem->x->p;
    ard_array array = {0};
    ard_candidate *all = NULL;
    *out = NULL;
    NEW(context, all, p);
    TRY(ard_array_open(context, problem->x, &array));
    for (int64_t k = 0; k < p; k++) {
        const ard_moments moments = ard_moments_of(n, array.x + k * array.ld, problem->target.weight);
        all[k] = (ard_candidate){.column = k, .spread = moments.constant ? 0 : moments.sd};
    }
    TRY(number_columns(context, problem, &array, all));
    *out = all;
    all = NULL;
done:
    ard_array_close(context, &array);
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
