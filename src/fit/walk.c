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
    return ard_stop_cut(fit->stop) ? ard_check_running(context) : ARDOR_OK;
}

/* The untuned settings stand for themselves. */
static bool begins_alone(const ard_grid *grid, int64_t path)
{
    return !grid->carries || (grid->untuned && path == grid->n_paths - 1);
}

ard_walk ard_walk_begin(const ard_settings *base, ard_fitter *fitter, const ard_grid *grid, int64_t path)
{
    const int64_t from = grid->path[begins_alone(grid, path) ? path : 0];
    return (ard_walk){.base = base, .fitter = fitter, .grid = grid, .path = path, .here = -1, .next = from};
}

void ard_walk_on(ard_walk *w) { w->next = w->grid->path[++w->path]; }

/* The walk is done with a fit. */
static void put_away(ard_walk *w, ard_fit *fit, int64_t i)
{
    if (w->kept && fit->machine.kind)
        w->kept[i] = *fit;
    else
        ard_fit_free(w->fitter->context, fit);
    *fit = (ard_fit){0};
}

/* The model gives way: to the start of the next path if it is to be that. */
static void leave_model(ard_walk *w)
{
    if (w->grid->carries && w->first) {
        put_away(w, &w->carried, w->carried_of);
        w->carried = w->model;
        w->carried_of = w->model_of;
        w->model = (ard_fit){0};
    }
    put_away(w, &w->model, w->model_of);
    w->first = false;
}

static void enter_path(ard_walk *w, int64_t path)
{
    leave_model(w);
    put_away(w, &w->null, w->null_of);
    if (begins_alone(w->grid, path)) put_away(w, &w->carried, w->carried_of);
    w->have = w->at_null = w->ended = false;
    w->here = path;
}

/* What candidates begin at: the model before; on a path without one yet that which was carried to it. */
static const ard_fit *start_of(const ard_walk *w)
{
    if (w->have) return &w->model;
    return w->carried.machine.kind ? &w->carried : NULL;
}

/* On the way to the path of the walk, the first candidates of others. */
static int64_t after(const ard_walk *w, int64_t i) { return w->here < w->path ? w->grid->path[w->here + 1] : i + 1; }

static void take(ard_walk *w, int64_t i, ard_fit *fit)
{
    w->at_null = fit->null_model;
    w->ended = fit->null_model && w->grid->weak_to_strong;
    if (fit->null_model) {
        put_away(w, &w->null, w->null_of);
        w->null = *fit;
        w->null_of = i;
    } else {
        leave_model(w);
        w->model = *fit;
        w->model_of = i;
        w->have = true;
        w->first = i == w->grid->path[w->here];
    }
    *fit = (ard_fit){0};
}

int ard_walk_next(ard_walk *w, const ard_ask *ask)
{
    int rc = ARDOR_OK;
    ardor_context *context = w->fitter->context;
    ard_settings settings;
    ard_fit next = {0};
    const int64_t i = w->next, path = ard_path_of(w->grid, i);
    if (path != w->here) enter_path(w, path);
    w->next = after(w, i);
    /* the way back begins at the last model, if there is one */
    if (i == w->grid->turn[path]) w->ended = !w->have && w->null.machine.kind;
    if (w->ended) return ARDOR_OK;
    ard_candidate_settings(w->grid, i, w->base, &settings);
    TRY(ard_fitter_solve(w->fitter, &settings, start_of(w), ask, &next));
    if (next.stop == ARD_STOP_CANCELLED) TRY(ard_check_stop(context, &next));
    take(w, i, &next);
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
    put_away(w, &w->carried, w->carried_of);
    put_away(w, &w->null, w->null_of);
    put_away(w, &w->model, w->model_of);
    *w = (ard_walk){0};
}
