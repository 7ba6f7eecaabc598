/* Restriction to some features is a view of the problem's matrix; positions in it and columns of the problem are translated here. */
#include "fit/fitter.h"

void ard_fitter_close(ard_fitter *f)
{
    if (f->work) f->method->close(f->work);
    if (f->only) ard_matrix_free(f->context, &f->view);
    *f = (ard_fitter){0};
}

int ard_fitter_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                    const ard_columns *only, ard_fitter *out)
{
    int rc = ARDOR_OK;
    *out = (ard_fitter){.context = context, .method = method, .whole = problem, .only = only, .problem = *problem};
    if (only) {
        TRY(ard_matrix_view(context, problem->x, 0, NULL, only->n, only->column, &out->view));
        out->problem.x = &out->view;
        out->problem.preselected = true;
    }
    TRY(method->open(method, context, &out->problem, settings, &out->work));
done:
    if (rc != ARDOR_OK) ard_fitter_close(out);
    return rc;
}

/* A warm start in positions of the view: a shallow copy but for the features. */
static int into_view(ardor_context *context, const ard_columns *only, const ard_solution *from, ard_solution *out)
{
    int rc = ARDOR_OK;
    *out = *from;
    out->feature = NULL;
    out->scale = NULL;
    out->n_features = 0;
    NEW(context, out->feature, from->n_features);
    NEW(context, out->scale, from->n_features);
    for (int64_t t = 0, f = 0; t < only->n; t++) {
        while (f < from->n_features && from->feature[f] < only->column[t]) f++;
        if (f == from->n_features || from->feature[f] != only->column[t]) continue;
        out->feature[out->n_features] = t;
        out->scale[out->n_features++] = from->scale[f];
    }
done:
    return rc;
}

static void out_of_view(const ard_columns *only, ard_solution *s)
{
    for (int64_t t = 0; t < s->n_features; t++) s->feature[t] = only->column[s->feature[t]];
    for (int64_t t = 0; t < s->n_others; t++) s->other[t] = only->column[s->other[t]];
}

int ard_fitter_solve(ard_fitter *f, const ard_settings *candidate, const ard_solution *warm, const ard_ask *ask,
                     ard_solution *out)
{
    int rc = ARDOR_OK;
    ard_solution near = {0};
    if (!f->only) return f->method->solve(f->work, candidate, warm, ask, out);
    *out = (ard_solution){0};
    if (warm) TRY(into_view(f->context, f->only, warm, &near));
    TRY(f->method->solve(f->work, candidate, warm ? &near : NULL, ask, out));
    out_of_view(f->only, out);
done:
    ard_free(f->context, near.scale); /* the rest is the warm start's own */
    ard_free(f->context, near.feature);
    return rc;
}
