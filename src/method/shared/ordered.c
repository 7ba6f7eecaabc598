/* See ordered.h. */
#include "method/shared/ordered.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

/* ------------------------------------------------------------------ a machine */

void ard_part_machine_close(ardor_context *context, ard_part_machine *m)
{
    ard_free(context, m->f);
    ard_csvc_fit_close(context, &m->fit);
    ard_csvc_close(m->csvc);
    ard_matrix_free(context, &m->x);
    *m = (ard_part_machine){0};
}

int ard_part_machine_fit(ardor_context *context, const ard_method *method, const ard_problem *problem, int64_t n,
                         const int64_t *column, const ard_csvc_ask *ask, ard_part_machine *out, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const int64_t rows = problem->x->n;
    *out = (ard_part_machine){0};
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

/* ------------------------------------------------------------------ an order */

int ard_order_open(ardor_context *context, const ard_problem *problem, ard_order *out)
{
    int rc = ARDOR_OK;
    *out = (ard_order){.left = 0};
    NEW(context, out->column, problem->x->p);
done:
    return rc;
}

void ard_order_close(ardor_context *context, ard_order *order)
{
    ard_free(context, order->candidate);
    ard_free(context, order->column);
    *order = (ard_order){0};
}

void ard_order_take(int64_t p, const ard_candidate *candidate, ard_order *order)
{
    for (int64_t k = 0; k < p; k++) order->column[k] = candidate[k].column;
}

int ard_order_first(ardor_context *context, const ard_order *order, int64_t k, int64_t **column)
{
    int rc = ARDOR_OK;
    NEW(context, *column, k);
    for (int64_t t = 0; t < k; t++) (*column)[t] = order ? order->column[t] : t;
    ard_index_sort(k, *column);
done:
    return rc;
}

/* ------------------------------------------------------------------ the method */

typedef struct ordered {
    ARD_WORK;
    ard_platt_folds folds;
    ard_order whole, *part; /* of all the rows, and without each fold; they last for all candidates */
    ard_order_ask ask;      /* of the candidate */
    int64_t k, calls;       /* k -1: automatic */
} ordered;

static const ard_ordered *variant_of(const ard_method *method) { return method->variant; }

void ard_ordered_close(void *work)
{
    ordered *w = work;
    if (!w) return;
    for (int fold = 0; w->part && fold < w->folds.n; fold++) ard_order_close(w->context, w->part + fold);
    ard_free(w->context, w->part);
    ard_order_close(w->context, &w->whole);
    ard_platt_free(w->context, &w->folds);
    ard_free(w->context, w);
}

int ard_ordered_open(const ard_method *self, ardor_context *context, const ard_problem *problem, const ard_settings *values,
                     void **work)
{
    int rc = ARDOR_OK;
    const uint64_t seed = ard_seed(values->value[ARD_ORDERED_FOLDS_SEED], problem->seed);
    ordered *w = NULL;
    *work = NULL;
    NEW(context, w, 1);
    w->context = context;
    w->method = self;
    w->problem = problem;
    TRY(ard_platt_deal(context, problem, seed, ARD_PLATT_FOLDS, &w->folds));
    TRY(ard_order_open(context, problem, &w->whole));
    NEW(context, w->part, w->folds.n);
    for (int fold = 0; fold < w->folds.n; fold++) TRY(ard_order_open(context, problem, w->part + fold));
    *work = w;
    w = NULL;
done:
    ard_ordered_close(w);
    return rc;
}

/* The order for the candidate's C: what is known of it stays, but for a trace, which is of an order that is made. */
static int order_of(ordered *w, const ard_problem *problem, const ard_order_ask *ask, ard_order *order, ard_stop *stop)
{
    int rc = ARDOR_OK;
    if (!order->known || order->cost != ask->csvc.cost || ask->trace) {
        *order =
            (ard_order){.cost = ask->csvc.cost, .left = problem->x->p, .column = order->column, .candidate = order->candidate};
        TRY(variant_of(w->method)->order(w->context, w->method, problem, ask, order, stop));
        order->known = *stop == ARD_STOP_NONE;
    }
    w->calls += order->calls;
done:
    return rc;
}

/* The columns of the candidate's size, and the machine of them. */
static int fit_rows(ordered *w, const ard_problem *problem, const ard_order_ask *ask, ard_order *order, int64_t **column,
                    ard_part_machine *machine, ard_stop *stop)
{
    int rc = ARDOR_OK;
    const bool all = w->k == problem->x->p;
    if (!all) {
        TRY(order_of(w, problem, ask, order, stop));
        if (!order->known) goto done;
    }
    const int64_t k = w->k < 0 ? order->left : w->k;
    TRY(ard_order_first(w->context, all ? NULL : order, k, column));
    TRY(ard_part_machine_fit(w->context, w->method, problem, k, *column, &w->ask.csvc, machine, stop));
    w->calls++;
done:
    return rc;
}

/* Without a fold features are ordered anew: those that all the rows choose suit the fold's rows too well. */
static int fit_part(void *work, const ard_platt_part *p, double *value, ard_stop *stop)
{
    int rc = ARDOR_OK;
    ordered *w = work;
    int64_t *column = NULL;
    ard_part_machine machine = {0};
    ard_machine function = {0};
    TRY(fit_rows(w, &p->problem, &w->ask, w->part + p->fold, &column, &machine, stop));
    if (*stop != ARD_STOP_NONE) goto done;
    TRY(ard_csvc_machine(machine.csvc, &machine.fit, 1, 0, column, &function));
    TRY(ard_machine_scores(w->context, &function, &p->x_out, value));
done:
    ard_machine_free(w->context, &function);
    ard_part_machine_close(w->context, &machine);
    ard_free(w->context, column);
    return rc;
}

static void read_candidate(ordered *w, const ard_settings *values)
{
    const double k = values->value[ARD_ORDERED_K];
    const int max_iter = w->method->max_iter;
    w->ask = (ard_order_ask){.csvc = {.cost = values->value[ARD_ORDERED_C], .tol = values->value[ARD_ORDERED_TOL]},
                             .max_iter = max_iter >= 0 ? (int64_t)values->value[max_iter] : 0};
    w->k = isnan(k) ? -1 : ard_min64((int64_t)k, w->problem->x->p);
    w->calls = 0;
}

/* Was the choice of the columns cut short where it decides? Columns that are gone come in the same order however it goes on. */
static ard_stop end_of(const ordered *w)
{
    const bool gone = w->k >= 0 && (w->k == w->problem->x->p || w->k >= w->whole.left);
    return gone || w->whole.stop == ARD_STOP_CONVERGED ? ARD_STOP_NONE : w->whole.stop;
}

/* An order that is stopped has no answer. */
int ard_ordered_solve(void *work, const ard_settings *values, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ordered *w = work;
    const ard_problem *problem = w->problem;
    int64_t *column = NULL;
    ard_part_machine machine = {0};
    ard_fit fit = ard_fit_empty();
    (void)warm;
    *out = fit;
    read_candidate(w, values);
    ard_order_ask traced = w->ask;
    if (ask->trace) traced.trace = &fit.trace;
    TRY(fit_rows(w, problem, &traced, &w->whole, &column, &machine, &fit.stop));
    if (!column) TRY(ard_check_running(w->context));
    REQUIRE(w->context, column, ARDOR_CANCELLED, "stopped before the features were chosen");
    if (fit.stop == ARD_STOP_NONE) fit.stop = end_of(w);
    const ard_csvc_end end = {.problem = problem, .column = column, .folds = &w->folds, .user = {fit_part, w}};
    TRY(ard_csvc_finish(machine.csvc, &machine.fit, machine.f, &end, &fit));
    fit.iterations = w->calls;
    memcpy(fit.used, values->value, sizeof fit.used);
    if (w->k < 0 && w->whole.left > 0) fit.used[ARD_ORDERED_K] = (double)w->whole.left;
    fit.used[ARD_ORDERED_FOLDS_SEED] = ard_seed_used(values->value[ARD_ORDERED_FOLDS_SEED], problem->seed);
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_part_machine_close(w->context, &machine);
    ard_free(w->context, column);
    ard_fit_free(w->context, &fit);
    return rc;
}
