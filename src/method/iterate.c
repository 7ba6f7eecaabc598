/* Fits, and the solve of iterative methods. */
#include <math.h>
#include <string.h>

#include "method/method.h"

ard_fit ard_fit_empty(void)
{
    ard_fit fit = {.objective = NAN, .certificate = ard_certificate_none(), .n_screened = -1, .screen_kkt = NAN};
    for (int i = 0; i < ARD_MAX_EXTRAS; i++) fit.extra[i] = NAN;
    return fit;
}

void ard_fit_free(ardor_context *context, ard_fit *fit)
{
    ard_machine_free(context, &fit->machine);
    ard_free(context, fit->counted);
    ard_free(context, fit->frequency);
    ard_optima_free(context, &fit->optima);
    ard_trace_free(context, &fit->trace);
    for (int64_t k = 0; fit->part && k < fit->n_parts; k++) ard_fit_free(context, fit->part + k);
    ard_free(context, fit->part);
    *fit = (ard_fit){0};
}

/* What is asked of every start. */
typedef struct request {
    ard_work *work;
    const ard_settings *candidate;
    const ard_fit *warm;
    const ard_ask *ask;
} request;

/* One start, from its point to its fit. Is it better than `best`? If not, nobody is told what only a report needs. */
static int run_start(const request *r, int64_t number, double best, bool *better, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_steps *steps = r->work->method->steps;
    const ard_ask quiet = {.trace = r->ask->trace};
    ard_fit fit = ard_fit_empty();
    ard_iteration last = {0};
    const int64_t max_iter =
        steps->most ? steps->most(r->work->method, r->candidate) : (int64_t)r->candidate->value[r->work->method->max_iter];
    *out = ard_fit_empty();
    TRY(number == 1 ? steps->start(r->work, r->candidate, r->warm) : steps->restart(r->work, r->candidate, number));
    TRY(ard_drive(r->work->context, steps->step, r->work, max_iter, r->ask->trace ? &fit.trace : NULL, &fit.iterations, &last));
    fit.objective = last.objective;
    fit.certificate = last.certificate;
    fit.stop = last.stop;
    TRY(steps->finish(r->work, last.objective > best ? r->ask : &quiet, &fit));
    *better = fit.objective > best; /* the finish may have moved it */
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_fit_free(r->work->context, &fit);
    return rc;
}

/* ------------------------------------------------------------------ several starts */

/* The starts so far. */
typedef struct starts {
    int64_t n, kept; /* kept -1: none */
    ard_end *end;
    ard_fit best;
    int failure; /* of the last one that failed */
    bool cut;    /* there was no time for all */
} starts;

static int64_t n_starts(const ard_method *method, const ard_settings *candidate)
{
    const int setting = ard_setting_index(method, "starts");
    return method->steps->restart && setting >= 0 ? (int64_t)candidate->value[setting] : 1;
}

static int describe(ardor_context *context, const ard_fit *fit, ard_end *out)
{
    int rc = ARDOR_OK;
    const ard_machine *machine = &fit->machine;
    NEW(context, out->feature, machine->n_features);
    out->at = (ard_optimum){.objective = fit->objective,
                            .n_starts = 1,
                            .n_vectors = machine->n_vectors,
                            .n_features = machine->n_features,
                            .certificate = fit->certificate,
                            .stop = fit->stop};
    memcpy(out->feature, machine->feature, (size_t)machine->n_features * sizeof *out->feature);
done:
    return rc;
}

/* Is the last start unfinished, or is there no time for those that are left? */
static bool is_cut(const ardor_context *context, const starts *s, int64_t left)
{
    if (s->n > 0 && ard_stop_cut(s->end[s->n - 1].at.stop)) return true;
    return left > 0 && ard_is_to_end(context);
}

/* A start that fails, or that there is no time for, costs itself and not what was found before. */
static int note_failure(ardor_context *context, int rc, starts *s)
{
    const bool stopped = rc == ARDOR_CANCELLED && s->kept >= 0;
    if (rc != ARDOR_NUMERIC && !stopped) return rc;
    s->failure = rc;
    s->cut = stopped;
    if (stopped) return ARDOR_OK;
    s->end[s->n].at = (ard_optimum){.objective = NAN, .n_starts = 1, .certificate = ard_certificate_none()};
    NEW(context, s->end[s->n].feature, 0);
    s->n++;
    rc = ARDOR_OK;
done:
    return rc;
}

static int take_start(const request *r, int64_t number, starts *s)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->work->context;
    ard_fit fit = ard_fit_empty();
    bool better = false;
    rc = run_start(r, number, s->kept < 0 ? (double)-INFINITY : s->best.objective, &better, &fit);
    if (rc != ARDOR_OK) return note_failure(context, rc, s);
    TRY(describe(context, &fit, s->end + s->n));
    s->n++;
    if (better) {
        ard_fit_free(context, &s->best);
        s->best = fit;
        s->kept = s->n - 1;
        fit = (ard_fit){0};
    }
done:
    ard_fit_free(context, &fit);
    return rc;
}

static double tol_used(const ard_method *method, const ard_fit *fit)
{
    const int setting = ard_setting_index(method, "tol");
    return setting >= 0 ? fit->used[setting] : (double)NAN;
}

static void starts_close(ardor_context *context, int64_t count, starts *s)
{
    for (int64_t i = 0; i < count && s->end; i++) ard_free(context, s->end[i].feature);
    ard_free(context, s->end);
    ard_fit_free(context, &s->best);
}

/* The best of `count` starts, or of those that there was time for. */
static int run_starts(const request *r, int64_t count, ard_fit *out)
{
    int rc = ARDOR_OK;
    ardor_context *context = r->work->context;
    starts s = {.kept = -1, .best = ard_fit_empty()};
    NEW(context, s.end, count);
    for (int64_t number = 1; number <= count && !s.cut; number++) {
        TRY(take_start(r, number, &s));
        s.cut = s.cut || is_cut(context, &s, count - number);
    }
    if (s.kept < 0) TRY(s.failure); /* its message is still there */
    if (s.failure != ARDOR_OK) ard_message_forget(context);
    if (s.cut) s.best.stop = ard_stop_asked(context);
    TRY(ard_optima_of(context, s.n, s.end, s.kept, tol_used(r->work->method, &s.best), &s.best.optima));
    *out = s.best;
    s.best = (ard_fit){0};
done:
    starts_close(context, count, &s);
    return rc;
}

int ard_iterate(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    ard_work *w = work;
    const request r = {w, candidate, warm, ask};
    const int64_t count = n_starts(w->method, candidate);
    bool better = false;
    *out = ard_fit_empty();
    return count > 1 ? run_starts(&r, count, out) : run_start(&r, 1, -INFINITY, &better, out);
}
