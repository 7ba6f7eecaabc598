/* Fits, and the solve of iterative methods. */
#include <math.h>

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
    ard_trace_free(context, &fit->trace);
    *fit = (ard_fit){0};
}

int ard_iterate(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_work *w = work;
    ardor_context *context = w->context;
    const ard_steps *steps = w->method->steps;
    ard_fit fit = ard_fit_empty();
    ard_iteration last = {0};
    const int64_t max_iter = (int64_t)candidate->value[w->method->max_iter];
    *out = ard_fit_empty();
    TRY(steps->start(work, candidate, warm));
    TRY(ard_drive(context, steps->step, work, max_iter, ask->trace ? &fit.trace : NULL, &fit.iterations, &last));
    fit.objective = last.objective;
    fit.certificate = last.certificate;
    fit.stop = last.stop;
    TRY(steps->finish(work, ask, &fit));
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_fit_free(context, &fit);
    return rc;
}
