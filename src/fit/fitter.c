/* Restriction to some features is a view of the problem's matrix; positions in it and columns of the problem are translated
 * here. */
#include "fit/fitter.h"

#include <string.h>

void ard_fitter_close(ard_fitter *f)
{
    for (int64_t k = 0; f->unit && k < f->n_units; k++) {
        if (f->unit[k].work) f->method->close(f->unit[k].work);
        if (f->only) ard_matrix_free(f->context, &f->unit[k].view);
        if (f->only) ard_free(f->context, f->unit[k].forced);
    }
    ard_free(f->context, f->unit);
    *f = (ard_fitter){0};
}

/* A view that lacked a forced column would be another problem. */
static int view_forced(const ard_fitter *f, const ard_problem *whole, ard_unit *unit)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    if (!whole->forced) goto done;
    NEW(f->context, unit->forced, f->only->n);
    for (int64_t j = 0; j < whole->x->p; j++) n += whole->forced[j];
    for (int64_t t = 0; t < f->only->n; t++) n -= unit->forced[t] = whole->forced[f->only->column[t]];
    REQUIRE(f->context, n == 0, ARDOR_INTERNAL, "a restriction leaves out forced columns");
    unit->problem.forced = unit->forced;
done:
    return rc;
}

/* works: the method is asked. */
static int open_unit(const ard_fitter *f, const ard_problem *problem, const ard_settings *settings, bool works, ard_unit *unit)
{
    int rc = ARDOR_OK;
    unit->problem = *problem;
    if (f->only) {
        TRY(ard_matrix_view(f->context, problem->x, 0, NULL, f->only->n, f->only->column, &unit->view));
        TRY(view_forced(f, problem, unit));
        unit->problem.x = &unit->view;
        unit->problem.preselected = true;
    }
    if (works) TRY(f->method->open(f->method, f->context, &unit->problem, settings, &unit->work));
done:
    return rc;
}

int ard_fitter_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                    const ard_columns *only, ard_fitter *out)
{
    int rc = ARDOR_OK;
    *out = (ard_fitter){.context = context, .method = method, .only = only, .n_units = 1};
    NEW(context, out->unit, 1);
    TRY(open_unit(out, problem, settings, true, out->unit));
done:
    if (rc != ARDOR_OK) ard_fitter_close(out);
    return rc;
}

int ard_fitter_open_parts(ardor_context *context, const ard_method *method, const ard_division *division,
                          const ard_settings *settings, const ard_columns *only, ard_fitter *out)
{
    int rc = ARDOR_OK;
    *out = (ard_fitter){.context = context, .method = method, .division = division, .only = only, .n_units = division->n_parts};
    NEW(context, out->unit, division->n_parts);
    for (int64_t k = 0; k < division->n_parts; k++)
        TRY(open_unit(out, &division->part[k].problem, settings, division->part[k].fits, out->unit + k));
done:
    if (rc != ARDOR_OK) ard_fitter_close(out);
    return rc;
}

/* A warm start in positions of the view: a shallow copy but for the list of features. */
static int into_view(ardor_context *context, const ard_columns *only, const ard_fit *from, ard_fit *out)
{
    int rc = ARDOR_OK;
    int64_t f = 0, *feature = NULL;
    const int64_t n = from->machine.n_features, *column = from->machine.feature;
    NEW(context, feature, n);
    for (int64_t t = 0; t < only->n && f < n; t++)
        if (only->column[t] == column[f]) feature[f++] = t;
    REQUIRE(context, f == n, ARDOR_INTERNAL, "a warm start has a feature outside the restriction");
    *out = *from;
    out->machine.feature = feature;
    feature = NULL;
done:
    ard_free(context, feature);
    return rc;
}

static void out_of_view(const ard_columns *only, ard_fit *fit)
{
    for (int64_t t = 0; t < fit->machine.n_features; t++) fit->machine.feature[t] = only->column[fit->machine.feature[t]];
    for (int64_t t = 0; t < fit->n_counted; t++) fit->counted[t] = only->column[fit->counted[t]];
}

static int solve_unit(ard_fitter *f, ard_unit *unit, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask,
                      ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fit near = {0};
    if (!f->only) return f->method->solve(unit->work, candidate, warm, ask, out);
    *out = (ard_fit){0};
    if (warm) TRY(into_view(f->context, f->only, warm, &near));
    TRY(f->method->solve(unit->work, candidate, warm ? &near : NULL, ask, out));
    out_of_view(f->only, out);
done:
    if (warm) ard_free(f->context, near.machine.feature); /* the rest is the warm start's own */
    return rc;
}

/* ------------------------------------------------------------------ parts */

static int solve_part(ard_fitter *f, int64_t k, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask,
                      ard_fit *out)
{
    int rc = ARDOR_OK;
    char title[ARD_PART_BYTES];
    ard_part_start start = {0};
    if (!f->unit[k].work) return ard_part_shares(f->division, k, out);
    ard_part_begin(f->division, k, title);
    TRY(ard_part_start_open(f->division, k, warm, &start));
    TRY(solve_unit(f, f->unit + k, candidate, start.any ? &start.fit : NULL, ask, out));
    if (out->stop == ARD_STOP_CANCELLED) TRY(ard_check_running(f->context)); /* the other parts need not begin */
    ard_part_place(f->division, k, out);
done:
    ard_part_start_close(f->division, &start);
    return ard_part_end(f->division, k, rc);
}

static int solve_parts(ard_fitter *f, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fit *part = NULL;
    *out = (ard_fit){0};
    NEW(f->context, part, f->n_units);
    for (int64_t k = 0; k < f->n_units; k++) TRY(solve_part(f, k, candidate, warm, ask, part + k));
    TRY(ard_division_join(f->division, part, warm, out));
    part = NULL;
done:
    for (int64_t k = 0; part && k < f->n_units; k++) ard_fit_free(f->context, part + k);
    ard_free(f->context, part);
    return rc;
}

int ard_fitter_solve(ard_fitter *f, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    return f->division ? solve_parts(f, candidate, warm, ask, out) : solve_unit(f, f->unit, candidate, warm, ask, out);
}

/* ------------------------------------------------------------------ screens, rows left out, many predictions */

int ard_fitter_screen(ard_fitter *f, const ard_settings *candidate, ard_columns *out)
{
    int rc = ARDOR_OK;
    bool *passes = NULL;
    const int64_t p = f->unit[0].problem.x->p;
    *out = (ard_columns){0};
    if (!f->method->screen) return ARDOR_OK;
    NEW(f->context, passes, p);
    for (int64_t k = 0; k < f->n_units; k++) {
        ard_columns screened = {.n = -1};
        if (!f->unit[k].work) continue;
        TRY(f->method->screen(f->unit[k].work, candidate, &screened));
        if (screened.n < 0) goto done;
        for (int64_t t = 0; t < screened.n; t++) passes[screened.column[t]] = true;
    }
    NEW(f->context, out->column, p);
    for (int64_t j = 0; j < p; j++)
        if (passes[j]) out->column[out->n++] = j;
done:
    ard_free(f->context, passes);
    return rc;
}

int ard_fitter_leave_out(ard_fitter *f, const ard_fit *fit, const int64_t *block, double *latent)
{
    int rc = ARDOR_OK;
    REQUIRE(f->context, !f->only && !f->division, ARDOR_INTERNAL,
            "rows are left out of a fit on some of the features, or of parts");
    TRY(f->method->leave_out(f->unit->work, fit, block, latent));
done:
    return rc;
}

bool ard_fitter_predicts_each(const ard_fitter *f) { return f->method->predict_each && !f->only && !f->division; }

int ard_fitter_predict_each(ard_fitter *f, int64_t n, const ard_settings *candidate, const ard_matrix *x, double *prob)
{
    return f->method->predict_each(f->unit->work, n, candidate, x, prob);
}
