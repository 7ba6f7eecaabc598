/* What the list of selected features is worth. */
#include <math.h>

#include "report/report.h"

static double share(int64_t count, int64_t of) { return of > 0 ? (double)count / (double)of : (double)NAN; }

/* A number where there is no reason against it. */
static void write_count(ard_json *json, const char *key, int64_t count, const char *reason)
{
    if (reason)
        ard_json_null(json, key);
    else
        ard_json_int(json, key, count);
}

static void write_core(ard_json *json, const ardor_evaluation *e, const ard_rank *order)
{
    const ard_worth *w = &e->worth;
    ard_json_real(json, "core_frequency", ARD_CORE_FREQUENCY);
    ard_json_int(json, "n_core", w->bins.n_core);
    ard_json_int(json, "n_tail", w->bins.n_tail);
    ard_json_int(json, "n_never", w->bins.n_never);
    ard_json_int(json, "n_always", w->bins.n_always);
    ard_json_real(json, "mean_core", w->bins.mean_core);
    ard_json_open(json, "core", '[');
    for (int64_t k = 0; k < w->bins.n_core; k++) ard_json_text(json, NULL, e->selected[order[k].index].name);
    ard_json_close(json);
}

void ard_report_worth(ard_json *json, const ardor_evaluation *e, const ard_rank *order)
{
    const ard_worth *w = &e->worth;
    if (!w->told) {
        ard_json_null(json, "list");
        return;
    }
    ard_json_open(json, "list", '{');
    ard_json_int(json, "p", w->p);
    ard_json_int(json, "folds", w->n_sets);
    ard_json_bool(json, "selects", w->selects);
    ard_report_metric(json, "stability", &w->stability.value);
    ard_json_open(json, "stability_correlated", '{');
    ard_json_real(json, "value", w->correlated);
    ard_json_real(json, "least", ARD_CORRELATED);
    ard_json_text(json, "reason", w->correlated_reason);
    ard_json_close(json);
    ard_json_real(json, "expected_by_chance", w->bins.chance);
    ard_json_int(json, "permuted_folds", w->n_permuted);
    ard_json_real(json, "permuted_frequency", share(w->permuted_total, w->n_permuted * w->p));
    write_core(json, e, order);
    ard_json_open(json, "groups", '{');
    ard_json_real(json, "least", ARD_SAME_CORRELATION);
    write_count(json, "core", w->n_core_groups, w->groups_reason);
    write_count(json, "all", w->n_groups, w->groups_reason);
    ard_json_text(json, "reason", w->groups_reason);
    ard_json_close(json);
    ard_json_open(json, "nearest", '{');
    ard_json_real(json, "least", ARD_SAME_CORRELATION);
    ard_json_int(json, "features", w->n_near);
    ard_json_text(json, "reason", w->near_reason);
    ard_json_close(json);
    ard_json_close(json);
}

void ard_report_near(ard_json *json, const ardor_evaluation *e, const ard_selected *selected)
{
    const ard_near *near = &selected->near;
    const bool known = near->name && !near->forced;
    ard_json_text(json, "nearest", near->name);
    ard_json_real(json, "nearest_correlation", near->name ? near->correlation : (double)NAN);
    ard_json_real(json, "nearest_frequency", known ? share(near->count, e->n_done) : (double)NAN);
    ard_json_real(json, "permuted_frequency", share(selected->n_permuted, e->worth.n_permuted));
}
