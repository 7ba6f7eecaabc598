/* By halves until FEW are left, then one at a time: those of the smallest weights go. */
#include "method/svm_rfe/eliminate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rank.h"
#include "solver/numbers.h"

enum { FEW = 64 };
static const double ALIKE = 1e-10; /* of the largest weight: weights that are nearer to each other are the same */

/* ------------------------------------------------------------------ a machine */

void rfe_machine_close(ardor_context *context, rfe_machine *m)
{
    ard_free(context, m->f);
    ard_csvc_fit_close(context, &m->fit);
    ard_csvc_close(m->csvc);
    ard_matrix_free(context, &m->x);
    *m = (rfe_machine){0};
}

int rfe_machine_fit(ardor_context *context, const ard_method *method, const ard_problem *problem, int64_t n,
                    const int64_t *column, const ard_csvc_ask *ask, rfe_machine *out, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const int64_t rows = problem->x->n;
    *out = (rfe_machine){0};
    TRY(ard_matrix_view(context, problem->x, 0, NULL, n, column, &out->x));
    out->problem = *problem;
    out->problem.x = &out->x;
    TRY(ard_csvc_open(context, method, &out->problem, ARD_CSVC_AUTO, &out->csvc));
    TRY(ard_csvc_set(out->csvc, 1));
    TRY(ard_csvc_fit_open(context, rows, &out->fit));
    NEW(context, out->f, rows);
    TRY(ard_csvc_train(out->csvc, ask, &(ard_csvc_rows){{rows, NULL}, {rows, NULL}}, &out->fit, out->f, stop));
done:
    return rc;
}

/* ------------------------------------------------------------------ the order */

/* A column that is left, its weight, and what stands for its content where weights are the same. */
typedef struct candidate {
    int64_t column;
    double weight;
    int64_t run; /* of weights that are the same */
    uint64_t number;
} candidate;

static int by_weight(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->weight != b->weight) return a->weight > b->weight ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static int by_run(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->run != b->run) return a->run < b->run ? -1 : 1;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

/* Largest weights first. Which of the same weights comes first is decided by what is in the columns, of copies by their order. */
static void sort(int64_t n, candidate *left)
{
    qsort(left, (size_t)n, sizeof *left, by_weight);
    const double near = ALIKE * left[0].weight;
    for (int64_t t = 0; t < n; t++) left[t].run = t == 0 ? 0 : left[t - 1].run + (left[t - 1].weight - left[t].weight > near);
    qsort(left, (size_t)n, sizeof *left, by_run);
}

static int number_columns(ardor_context *context, const ard_problem *problem, uint64_t *number)
{
    int rc = ARDOR_OK;
    ard_array array = {0};
    ard_numbers of = {.n = problem->x->n, .d = problem->x->p, .target = &problem->target};
    TRY(ard_array_open(context, problem->x, &array));
    of.x = array.x;
    of.ld = array.ld;
    NEW(context, of.row, of.n);
    NEW(context, of.size, of.d);
    NEW(context, of.sum, of.d);
    NEW(context, of.mirrored, of.d);
    TRY(ard_number_columns(context, &of, number));
done:
    ard_free(context, of.mirrored);
    ard_free(context, of.sum);
    ard_free(context, of.size);
    ard_free(context, of.row);
    ard_array_close(context, &array);
    return rc;
}

/* How many are left after this machine. */
static int64_t fewer(int64_t n) { return n > FEW ? ard_max64(FEW, n / 2) : n - 1; }

/* The columns that are left, of which there are n, in the order of their weights in a machine of them. */
static int weigh(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_csvc_ask *ask, int64_t n,
                 candidate *left, ard_stop *stop)
{
    int rc = ARDOR_OK;
    rfe_machine machine = {0};
    int64_t *column = NULL;
    double *weight = NULL;
    NEW(context, column, n);
    NEW(context, weight, n);
    for (int64_t t = 0; t < n; t++) column[t] = left[t].column;
    TRY(rfe_machine_fit(context, method, problem, n, column, ask, &machine, stop));
    ard_matrix_transposed(&machine.x, machine.fit.coefficient, weight);
    for (int64_t t = 0; t < n; t++) left[t].weight = fabs(weight[t]);
    sort(n, left);
done:
    rfe_machine_close(context, &machine);
    ard_free(context, weight);
    ard_free(context, column);
    return rc;
}

int rfe_eliminate(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_csvc_ask *ask,
                  rfe_order *order, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const int64_t p = problem->x->p;
    candidate *left = NULL;
    uint64_t *number = NULL;
    if (order->known && order->cost == ask->cost) return ARDOR_OK;
    order->known = false;
    order->cost = ask->cost;
    order->calls = 0;
    NEW(context, left, p);
    NEW(context, number, p);
    TRY(number_columns(context, problem, number));
    for (int64_t k = 0; k < p; k++) left[k] = (candidate){.column = k, .number = number[k]};
    for (int64_t n = p; n > 1 && *stop == ARD_STOP_NONE; n = fewer(n)) {
        TRY(weigh(context, method, problem, ask, n, left, stop));
        order->calls++;
    }
    for (int64_t k = 0; k < p; k++) order->column[k] = left[k].column;
    order->known = *stop == ARD_STOP_NONE;
done:
    ard_free(context, number);
    ard_free(context, left);
    return rc;
}

int rfe_first(ardor_context *context, const rfe_order *order, int64_t k, int64_t **column)
{
    int rc = ARDOR_OK;
    NEW(context, *column, k);
    for (int64_t t = 0; t < k; t++) (*column)[t] = order ? order->column[t] : t;
    ard_index_sort(k, *column);
done:
    return rc;
}
