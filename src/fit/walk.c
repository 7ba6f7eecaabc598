/* Paths of candidates. */
#include "fit/walk.h"

void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out)
{
    *out = *base;
    for (int s = 0; s < grid->n_tuned; s++) out->value[grid->setting[s]] = grid->value[i * grid->n_tuned + s];
}

int64_t ard_path_of(const ard_grid *grid, int64_t i)
{
    int64_t path = 0;
    while (grid->path[path + 1] <= i) path++;
    return path;
}

int ard_check_stop(ardor_context *context, const ard_fit *fit)
{
    return fit->stop == ARD_STOP_CANCELLED || fit->stop == ARD_STOP_TIME ? ard_check_running(context) : ARDOR_OK;
}

ard_walk ard_walk_begin(const ard_settings *base, ard_fitter *fitter, const ard_grid *grid, int64_t path)
{
    return (ard_walk){.base = base, .fitter = fitter, .grid = grid, .path = path, .next = grid->path[path]};
}

int ard_walk_next(ard_walk *w, const ard_ask *ask)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->fitter->context;
    ard_settings settings;
    ard_fit next = {0};
    const int64_t i = w->next++;
    /* the way back begins at the last model, if there is one */
    if (i == w->grid->turn[w->path]) w->ended = !w->have && w->null.machine.kind;
    if (w->ended) return ARDOR_OK;
    ard_candidate_settings(w->grid, i, w->base, &settings);
    TRY(ard_fitter_solve(w->fitter, &settings, w->have ? &w->model : NULL, ask, &next));
    if (next.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &next));
    w->at_null = next.null_model;
    w->ended = next.null_model && w->grid->weak_to_strong;
    w->have = w->have || !next.null_model;
    ard_fit *to = next.null_model ? &w->null : &w->model;
    ard_fit_free(context, to);
    *to = next;
    next = (ard_fit){0};
done:
    ard_fit_free(context, &next);
    return rc;
}

static bool ends_in_null(const ard_walk *w) { return w->at_null || w->ended; }

const ard_fit *ard_walk_fit(const ard_walk *w) { return ends_in_null(w) ? &w->null : &w->model; }

ard_fit ard_walk_take(ard_walk *w)
{
    ard_fit *last = ends_in_null(w) ? &w->null : &w->model, out = *last;
    *last = (ard_fit){0};
    return out;
}

void ard_walk_end(ard_walk *w)
{
    if (!w->fitter) return;
    ard_fit_free(w->fitter->context, &w->null);
    ard_fit_free(w->fitter->context, &w->model);
    *w = (ard_walk){0};
}
