/* The JSON documents of the public interface. */
#include "model/model_explain.h"
#include "report/report.h"

/* Shared checks of the arguments; *out is NULL from here on. */
static int check(ardor_context *context, const void *object, char **out)
{
    if (out) *out = NULL;
    if (context && object && out) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE, "a JSON document needs its object and a place to go to");
}

ardor_status ardor_model_json(ardor_context *context, const ardor_model *model, char **out)
{
    int rc = check(context, model, out);
    return rc != ARDOR_OK ? rc : ard_report_model(context, model, out);
}

ardor_status ardor_evaluation_json(ardor_context *context, const ardor_evaluation *evaluation, char **out)
{
    int rc = check(context, evaluation, out);
    return rc != ARDOR_OK ? rc : ard_report_evaluation(context, evaluation, out);
}

ardor_status ardor_study_json(ardor_context *context, const ardor_study *study, char **out)
{
    int rc = check(context, study && study->ran ? study : NULL, out);
    return rc != ARDOR_OK ? rc : ard_report_study(context, study, out);
}

static ardor_status predictions(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                                const ard_explanation *explanation, int rows, char **out)
{
    ard_predicted predicted = {0};
    int rc = check(context, model && data && prob ? model : NULL, out);
    if (rc != ARDOR_OK) return rc;
    ard_remarks_forget(context);
    TRY(ard_predicted_of(context, model, data, prob, &predicted));
    TRY(ard_report_predictions(context, model, data, prob, &predicted, explanation, rows != 0, out));
done:
    ard_predicted_free(context, &predicted);
    return rc;
}

ardor_status ardor_predictions_json(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                    const double *prob, int rows, char **out)
{
    return predictions(context, model, data, prob, NULL, rows, out);
}

ardor_status ardor_explanations_json(ardor_context *context, const ardor_model *model, const ardor_dataset *data,
                                     const double *prob, const double *contribution, const double *reference, const double *value,
                                     int rows, char **out)
{
    const ard_explanation explanation = {contribution, reference, value};
    int rc = check(context, model && contribution && reference && value ? model : NULL, out);
    if (rc != ARDOR_OK) return rc;
    TRY(ard_model_explains(context, model));
    TRY(predictions(context, model, data, prob, &explanation, rows, out));
done:
    return (ardor_status)rc;
}

ardor_status ardor_simulation_json(ardor_context *context, const ardor_dataset *data, char **out)
{
    int rc = check(context, data, out);
    if (rc != ARDOR_OK) return rc;
    REQUIRE(context, data->truth, ARDOR_USAGE, "%s: the data are not simulated, so that their truth is not known", data->source);
    TRY(ard_report_simulation(context, data, out));
done:
    return rc;
}

ardor_status ardor_methods_json(ardor_context *context, const char *name, char **out)
{
    int rc = check(context, context, out);
    return rc != ARDOR_OK ? rc : ard_report_methods(context, name, out);
}

ardor_status ardor_keys_json(ardor_context *context, char **out)
{
    int rc = check(context, context, out);
    return rc != ARDOR_OK ? rc : ard_report_keys(context, out);
}

ardor_status ardor_formats_json(ardor_context *context, char **out)
{
    int rc = check(context, context, out);
    return rc != ARDOR_OK ? rc : ard_report_formats(context, out);
}

ardor_status ardor_build_json(ardor_context *context, char **out)
{
    int rc = check(context, context, out);
    return rc != ARDOR_OK ? rc : ard_report_build(context, out);
}
