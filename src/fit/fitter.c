/* Restriction to some features is a view of the problem's matrix; positions in it and columns of the problem are translated
 * here. */
#include "fit/fitter.h"

void ard_fitter_close(ard_fitter *f)
{
    if (f->work) f->method->close(f->work);
    if (f->only) ard_matrix_free(f->context, &f->view);
    if (f->only) ard_free(f->context, f->forced);
    *f = (ard_fitter){0};
}

/* A view that lacked a forced column would be another problem. */
static int view_forced(const ard_problem *whole, const ard_columns *only, ard_fitter *f)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    if (!whole->forced) goto done;
    NEW(f->context, f->forced, only->n);
    for (int64_t j = 0; j < whole->x->p; j++) n += whole->forced[j];
    for (int64_t t = 0; t < only->n; t++) n -= f->forced[t] = whole->forced[only->column[t]];
    REQUIRE(f->context, n == 0, ARDOR_INTERNAL, "a restriction leaves out forced columns");
    f->problem.forced = f->forced;
done:
    return rc;
}

int ard_fitter_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                    const ard_columns *only, ard_fitter *out)
{
    int rc = ARDOR_OK;
    *out = (ard_fitter){.context = context, .method = method, .whole = problem, .only = only, .problem = *problem};
    if (only) {
        TRY(ard_matrix_view(context, problem->x, 0, NULL, only->n, only->column, &out->view));
        TRY(view_forced(problem, only, out));
        out->problem.x = &out->view;
        out->problem.preselected = true;
    }
    TRY(method->open(method, context, &out->problem, settings, &out->work));
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

int ard_fitter_solve(ard_fitter *f, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fit near = {0};
    if (!f->only) return f->method->solve(f->work, candidate, warm, ask, out);
    *out = (ard_fit){0};
    if (warm) TRY(into_view(f->context, f->only, warm, &near));
    TRY(f->method->solve(f->work, candidate, warm ? &near : NULL, ask, out));
    out_of_view(f->only, out);
done:
    if (warm) ard_free(f->context, near.machine.feature); /* the rest is the warm start's own */
    return rc;
}

int ard_fitter_leave_out(ard_fitter *f, const ard_fit *fit, const int64_t *block, double *latent)
{
    int rc = ARDOR_OK;
    REQUIRE(f->context, !f->only, ARDOR_INTERNAL, "rows are left out of a fit on some of the features");
    TRY(f->method->leave_out(f->work, fit, block, latent));
done:
    return rc;
}
