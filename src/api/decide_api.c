/* How a model's predictions are decided. */
#include "base/message.h"
#include "fit/config.h"
#include "model/model.h"

ardor_status ardor_model_decide(ardor_context *context, ardor_model *model, const ardor_spec *spec)
{
    int rc = ARDOR_OK;
    ard_decision_ask ask = {0};
    ard_decision decision = {0}, own = {0};
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model, ARDOR_USAGE, "a decision needs its model");
    if (spec) TRY(ard_config_decide(context, spec, &ask));
    TRY(ard_decision_new(context, &ask, model->n_classes, model->class_name, "the model", &decision));
    REQUIRE(
        context, !decision.prior || model->report.share, ARDOR_USAGE,
        "prior: the model's file, of an older version, does not have the shares of the classes that it was trained at: fit it "
        "again");
    TRY(ard_message_pass(model->context, context, ard_decision_copy(model->context, &decision, &own)));
    ard_decision_free(model->context, &model->decision);
    model->decision = own;
done:
    ard_decision_free(context, &decision);
    return rc;
}

ardor_status ardor_decide(ardor_context *context, const ardor_model *model, int64_t n, const double *prob, int32_t *decided)
{
    int rc = ARDOR_OK;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && prob && decided && n >= 0, ARDOR_USAGE,
            "deciding needs a model, the probabilities of rows, and a place for their classes");
    ard_decide_all(&model->decision, n, model->n_classes, prob, decided);
done:
    return rc;
}
