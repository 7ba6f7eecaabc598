/* The public entry points that compute: fit, evaluate, and how long they take. */
#include <math.h>

#include "base/remark.h"
#include "data/doubts.h"
#include "fit/tune_auto.h"
#include "report/report.h"
#include "study/estimate.h"

/* Parse, check against the data, start the clock of the time limit. */
static int ready(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, ard_config *config)
{
    int rc = ARDOR_OK;
    ard_remarks_forget(context);
    TRY(ard_config_parse(context, spec, config));
    TRY(ard_recipe_check(context, &config->recipe, data));
    TRY(ard_recipe_find_forced(context, &config->recipe, data));
    TRY(ard_dataset_doubts(context, data));
    ard_deadline_set(context, config->time_limit < INFINITY ? ard_now() + config->time_limit : INFINITY);
    TRY(ard_workload_open(context));
done:
    return rc;
}

/* What was set for the call goes with it; a cancel stands until it is reset. */
static void finished(ardor_context *context, ard_config *config)
{
    ard_recipe_free_forced(context, &config->recipe);
    ard_workload_close(context);
    ard_deadline_set(context, INFINITY);
    ard_cancel_unheed(context);
}

static int ready_fit(ardor_context *context, const ardor_dataset *data, ard_config *config)
{
    int rc = ARDOR_OK;
    REQUIRE(context, config->recipe.protocol == ARD_PROTOCOL_HONEST, ARDOR_USAGE,
            "--protocol leaky is a way to evaluate; a fit has no test rows");
    REQUIRE(context, !config->checkpoint, ARDOR_USAGE, "--checkpoint keeps the folds of an evaluation; a fit has none");
    REQUIRE(context, config->recipe.importance == 0, ARDOR_USAGE, "--importance is measured on test rows; a fit has none");
    REQUIRE(context, !ard_resamples(&config->resamplings), ARDOR_USAGE,
            "--permute, --stability, --learning-curve and --instability are of evaluate");
    REQUIRE(context, !config->keep_values, ARDOR_USAGE, "--keep-values is of evaluate: a fit has no folds that select features");
    const ard_decision_ask *d = &config->decide;
    const char *key = d->prior ? "prior" : d->threshold > 0 ? "threshold" : d->cost ? "cost" : d->abstains ? "abstain" : NULL;
    REQUIRE(context, !key, ARDOR_USAGE, "--%s is of decisions, which evaluate and predict make; a fit has probabilities alone",
            key);
    TRY(ard_tune_settle(context, data, NULL, &config->recipe));
    ard_dataset_doubt_choice(context, data);
done:
    return rc;
}

ardor_status ardor_fit(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, ardor_model **out)
{
    int rc = ARDOR_OK;
    ard_config config = {0};
    ard_fitted fitted = {0};
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, data && spec, ARDOR_USAGE, "ardor_fit needs data and a spec");
    TRY(ready(context, data, spec, &config));
    TRY(ready_fit(context, data, &config));
    TRY(ard_fit_all(context, data, &config.recipe, &(ard_run){config.threads, .trace = config.trace, .keep = true}, &fitted));
    TRY(ard_warnings_copy(context, &fitted.report.warnings));
    TRY(ard_model_build(context, data, fitted.prepare, config.recipe.method, &fitted.fit, &fitted.report, out));
done:
    finished(context, &config);
    ard_fitted_free(context, &fitted);
    return (ardor_status)rc;
}

ardor_status ardor_evaluate(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, ardor_evaluation **out)
{
    int rc = ARDOR_OK;
    ard_config config = {0};
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, data && spec, ARDOR_USAGE, "ardor_evaluate needs data and a spec");
    TRY(ready(context, data, spec, &config));
    TRY(ard_evaluate(context, data, &config, out));
done:
    finished(context, &config);
    return (ardor_status)rc;
}

ardor_status ardor_study_run(ardor_context *context, ardor_study *study, const ardor_spec *run)
{
    int rc = ARDOR_OK;
    ard_config config = {.threads = 1, .time_limit = INFINITY};
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, study && study->n > 0, ARDOR_USAGE, "ardor_study_run needs a study with a cell");
    REQUIRE(context, !study->ran, ARDOR_USAGE, "the study was run already");
    ard_remarks_forget(context);
    if (run) TRY(ard_config_run(context, run, &config));
    study->ran = true;
    ard_deadline_set(context, config.time_limit < INFINITY ? ard_now() + config.time_limit : INFINITY);
    TRY(ard_workload_open(context));
    TRY(ard_study_compare(context, study, &config));
done:
    finished(context, &config);
    return (ardor_status)rc;
}

ardor_status ardor_estimate(ardor_context *context, const ardor_dataset *data, const ardor_spec *spec, int evaluation, char **out)
{
    int rc = ARDOR_OK;
    ard_config config = {0};
    ard_estimate estimate;
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, data && spec, ARDOR_USAGE, "ardor_estimate needs data and a spec");
    TRY(ready(context, data, spec, &config));
    if (!evaluation) TRY(ready_fit(context, data, &config));
    TRY(ard_estimate_of(context, data, &config, evaluation != 0, &estimate));
    TRY(ard_report_estimate(context, data, &estimate, out));
done:
    finished(context, &config);
    return (ardor_status)rc;
}
