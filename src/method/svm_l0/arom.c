/* See arom.h. A machine costs one product of n x n with the features that are left. */
#include "method/svm_l0/arom.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/rank.h"

static const double DEAD = 1e-6;    /* of the largest part of a feature in f: smaller ones are gone */
static const double SETTLED = 1e-3; /* the largest relative change of a scale, with which none goes any more */
static const double ALIKE = 1e-10;  /* spreads of copies */

typedef struct arom {
    ardor_context *context;
    const ard_problem *problem;
    const ard_csvc_ask *ask;
    ard_csvc *csvc;
    ard_csvc_fit fit;
    ard_candidate *candidate; /* those that are left; then those that went, the last first */
    int64_t n_left, *column;  /* increasing, of those that are left */
    double *z, *theta;        /* of all columns; z^2 of `column` */
    double *v, *f;            /* of all columns; of the rows */
    double unit;              /* 0: no machine yet */
    double gone;              /* sum of ln |v| of those that went */
} arom;

static void arom_close(arom *a)
{
    ard_free(a->context, a->f);
    ard_free(a->context, a->v);
    ard_free(a->context, a->theta);
    ard_free(a->context, a->z);
    ard_free(a->context, a->column);
    ard_free(a->context, a->candidate);
    ard_csvc_fit_close(a->context, &a->fit);
    ard_csvc_close(a->csvc);
}

/* ------------------------------------------------------------------ copies */

static int by_content(const void *left, const void *right)
{
    const ard_candidate *a = left, *b = right;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    if (a->spread != b->spread) return a->spread < b->spread ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

static bool is_copy(const ard_candidate *a, const ard_candidate *b)
{
    return a->number == b->number && b->spread - a->spread <= ALIKE * b->spread;
}

/* Copies would share a weight for ever: of each only the first column takes part. The others, and constant columns, are last in
 * the order. */
static void leave_out_copies(arom *a)
{
    const int64_t p = a->problem->x->p;
    ard_candidate *all = a->candidate;
    qsort(all, (size_t)p, sizeof *all, by_content);
    for (int64_t first = 0, end; first < p; first = end) {
        int64_t least = first;
        for (end = first + 1; end < p && is_copy(all + end - 1, all + end); end++)
            if (all[end].column < all[least].column) least = end;
        all[least].weight = all[least].spread > 0;
        a->n_left += all[least].weight > 0;
    }
    ard_candidates_sort(p, all);
}

/* ------------------------------------------------------------------ a machine, and what it leaves */

static int train(arom *a, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const int64_t n = a->problem->x->n;
    for (int64_t t = 0; t < a->n_left; t++) a->column[t] = a->candidate[t].column;
    ard_index_sort(a->n_left, a->column);
    for (int64_t t = 0; t < a->n_left; t++) a->theta[t] = a->z[a->column[t]] * a->z[a->column[t]];
    TRY(ard_csvc_set_each(a->csvc, (ard_list){a->n_left, a->column, a->theta}));
    TRY(ard_csvc_train(a->csvc, a->ask, &(ard_csvc_rows){{n, NULL}, {n, NULL}}, &a->fit, a->f, stop));
    ard_matrix_transposed(a->problem->x, a->fit.coefficient, a->v);
    for (int64_t t = 0; t < a->n_left; t++) a->v[a->column[t]] *= a->theta[t];
done:
    return rc;
}

/* In the unit the second machine's kernel is, of rows with themselves and on average, as large as that of the first: C has as
 * much to say. 0: no feature has a weight. */
static double unit_of(const arom *a)
{
    double before = 0, after = 0;
    for (int64_t t = 0; t < a->n_left; t++) {
        const ard_candidate *c = a->candidate + t;
        before += c->spread * c->spread;
        after += c->weight * c->weight;
    }
    return after > 0 ? sqrt(before / after) : 0;
}

/* -sum ln |v| of all features there were, in the unit. */
static double logarithms(const arom *a, int64_t n, const ard_candidate *of)
{
    double sum = 0;
    for (int64_t t = 0; t < n; t++) sum += log(fmax(fabs(a->v[of[t].column]), DBL_MIN));
    return sum;
}

/* The scales of the features that stay; by how much they change at most. */
static double rescale(arom *a)
{
    double most = 0;
    for (int64_t t = 0; t < a->n_left; t++) {
        double *z = a->z + a->candidate[t].column;
        const double next = a->unit * fabs(a->v[a->candidate[t].column]);
        most = fmax(most, fabs(next - *z) / *z);
        *z = next;
    }
    return most;
}

static int arom_step(void *state, ard_iteration *out)
{
    int rc = ARDOR_OK;
    arom *a = state;
    const int64_t before = a->n_left;
    ard_stop stop = ARD_STOP_NONE; /* the loop asks again */
    TRY(train(a, &stop));
    for (int64_t t = 0; t < before; t++) a->candidate[t].weight = fabs(a->v[a->candidate[t].column]) * a->candidate[t].spread;
    ard_candidates_sort(before, a->candidate);
    if (a->unit == 0) a->unit = unit_of(a);
    const double least = DEAD * a->candidate[0].weight;
    for (a->n_left = 0; a->n_left < before && a->candidate[a->n_left].weight > least;) a->n_left++;
    a->gone += logarithms(a, before - a->n_left, a->candidate + a->n_left);
    out->objective = -ard_csvc_slack(a->csvc, &a->fit, a->f);
    if (a->unit > 0) out->objective -= (a->gone + logarithms(a, a->n_left, a->candidate)) / (a->unit * a->unit);
    out->certificate = (ard_certificate){ARD_CERTIFICATE_KKT, ard_csvc_violation(a->csvc, &a->fit, a->f), NAN};
    out->n_features = a->n_left;
    const double change = rescale(a);
    if (a->n_left == 0 || (a->n_left == before && change <= SETTLED)) out->stop = ARD_STOP_CONVERGED;
done:
    return rc;
}

/* ------------------------------------------------------------------ the order */

static int arom_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_order_ask *ask,
                     ard_order *order, arom *out)
{
    int rc = ARDOR_OK;
    const int64_t n = problem->x->n, p = problem->x->p;
    *out = (arom){.context = context, .problem = problem, .ask = &ask->csvc};
    TRY(ard_csvc_open(context, method, problem, ARD_CSVC_AUTO, &out->csvc));
    TRY(ard_csvc_fit_open(context, n, &out->fit));
    TRY(ard_candidates_copy(context, problem, &order->candidate, &out->candidate));
    NEW(context, out->column, p);
    NEW(context, out->z, p);
    NEW(context, out->theta, p);
    NEW(context, out->v, p);
    NEW(context, out->f, n);
    for (int64_t k = 0; k < p; k++) out->z[k] = 1;
    leave_out_copies(out);
done:
    return rc;
}

int l0_order(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_order_ask *ask,
             ard_order *order, ard_stop *stop)
{
    int rc = ARDOR_OK;
    arom a = {.context = context};
    ard_iteration last = {.stop = ARD_STOP_CONVERGED};
    TRY(arom_open(context, method, problem, ask, order, &a));
    if (a.n_left > 0) TRY(ard_drive(context, arom_step, &a, ask->max_iter, ask->trace, &order->calls, &last));
    if (ard_stop_cut(last.stop)) *stop = last.stop;
    ard_order_take(problem->x->p, a.candidate, order);
    order->left = a.n_left;
    order->stop = last.stop;
done:
    arom_close(&a);
    return rc;
}
