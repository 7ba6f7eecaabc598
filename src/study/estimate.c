/* See estimate.h. */
#include "study/estimate.h"

#include <limits.h>

#include "fit/tune.h"
#include "resample/parallel.h"
#include "study/evaluation.h"

/* What the work is given, and what it is given at most to finish a first unit. */
static const double SECONDS = 10, MOST_SECONDS = 60;

/* Nothing is kept at a stop: then inner folds are done one after the other, and the end of a path is seen early. */
static int fit(ardor_context *context, const ardor_dataset *data, const ard_config *config, bool *complete)
{
    ard_fitted fitted = {0};
    const int rc = ard_fit_all(context, data, &config->recipe, &(ard_run){.threads = config->threads}, &fitted);
    *complete = rc == ARDOR_OK;
    ard_fitted_free(context, &fitted);
    return rc;
}

int ard_estimate_of(ardor_context *context, const ardor_dataset *data, ard_config *config, bool evaluation, ard_estimate *out)
{
    int rc = ARDOR_OK;
    bool complete = false;
    ardor_context *own = NULL;
    ard_estimate estimate = {config, evaluation, ard_parallel_threads(config->threads, INT_MAX), 1, {0}};
    *out = estimate;
    TRY(ard_context_child_here(context, &own));
    ard_workload_try(context, SECONDS, MOST_SECONDS);
    ard_stage(context, "estimate");
    rc = evaluation ? ard_evaluate_try(own, data, config, &estimate.n_folds, &complete) : fit(own, data, config, &complete);
    if (ard_cancelled(context)) TRY(ard_check_running(context));
    if (rc != ARDOR_OK && rc != ARDOR_CANCELLED) TRY(ard_fail(context, rc, "%s", ardor_context_message(own)));
    rc = ARDOR_OK;
    estimate.work = ard_workload_outlook(context);
    if (complete) estimate.work.whole = estimate.work.spent;
    estimate.work.complete = complete;
    *out = estimate;
done:
    ardor_context_free(own);
    return rc;
}
