/* What features contribute: see model_explain.h. */
#include "model/model_explain.h"

#include <string.h>

#include "machine/explain.h"

int ard_model_explains(ardor_context *context, const ardor_model *model)
{
    int rc = ARDOR_OK;
    REQUIRE(context, ard_explain_outputs(&model->fit.machine) > 0, ARDOR_USAGE,
            "the model has no feature: nothing contributes to its predictions, which are the same for all rows");
    REQUIRE(context, model->report.mean, ARDOR_USAGE,
            "the model's file, of an older version, does not have the means of the features, against which contributions are "
            "measured: fit it again");
done:
    return rc;
}

int ard_model_reference(ardor_context *context, const ardor_model *model, double *reference)
{
    const ard_matrix means = ard_matrix_dense(1, model->fit.machine.n_features, model->report.mean, 1);
    return ard_explain_values(context, &model->fit.machine, &means, reference);
}

int ard_model_explain_block(ardor_context *context, const ardor_model *model, const ard_model_block *b, double *contribution)
{
    const ard_explained rows = {b->n, b->x, model->report.mean, contribution + b->first, b->n_rows};
    return ard_explain(context, &model->fit.machine, &rows);
}

int ard_model_values_block(ardor_context *context, const ardor_model *model, const ard_model_block *b, double *value)
{
    int rc = ARDOR_OK;
    const int64_t n = b->n;
    const int outputs = ard_explain_outputs(&model->fit.machine);
    double *part = NULL;
    const ard_matrix x = ard_matrix_dense(n, model->fit.machine.n_features, b->x, n);
    NEW(context, part, n * outputs);
    TRY(ard_explain_values(context, &model->fit.machine, &x, part));
    for (int c = 0; c < outputs; c++) memcpy(value + b->first + c * b->n_rows, part + c * n, (size_t)n * sizeof *value);
done:
    ard_free(context, part);
    return rc;
}

/* ------------------------------------------------------------------ of a dataset */

static int visit_contributions(ardor_context *context, const ardor_model *model, const ard_model_block *block, void *contribution)
{
    return ard_model_explain_block(context, model, block, contribution);
}

/* What of a table is wanted; NULL: not. */
typedef struct wanted {
    double *contribution, *value;
} wanted;

static int visit_wanted(ardor_context *context, const ardor_model *model, const ard_model_block *block, void *user)
{
    int rc = ARDOR_OK;
    const wanted *w = user;
    if (w->contribution) TRY(ard_model_explain_block(context, model, block, w->contribution));
    if (w->value) TRY(ard_model_values_block(context, model, block, w->value));
done:
    return rc;
}

static int visit_values(ardor_context *context, const ardor_model *model, const ard_model_block *block, void *value)
{
    return ard_model_values_block(context, model, block, value);
}

int ardor_explain_outputs(const ardor_model *model) { return model ? ard_explain_outputs(&model->fit.machine) : 0; }

const char *ardor_explain_scale(const ardor_model *model)
{
    if (!model || ard_explain_outputs(&model->fit.machine) == 0) return NULL;
    return ard_explain_is_log_odds(&model->fit.machine) ? "log_odds" : "f";
}

int ardor_explain_adds_up(const ardor_model *model) { return model && ard_explain_adds_up(&model->fit.machine); }

ardor_status ardor_explain(ardor_context *context, const ardor_model *model, const ardor_dataset *data, double *contribution,
                           double *reference)
{
    int rc = ARDOR_OK;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && data && contribution && reference, ARDOR_USAGE,
            "an explanation needs a model, data and places for contributions and reference");
    TRY(ard_model_explains(context, model));
    TRY(ard_model_each_block(context, model, data, false, visit_contributions, contribution));
    TRY(ard_model_reference(context, model, reference));
done:
    return (ardor_status)rc;
}

ardor_status ardor_explain_values(ardor_context *context, const ardor_model *model, const ardor_dataset *data, double *value)
{
    int rc = ARDOR_OK;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && data && value, ARDOR_USAGE, "values need a model, data and a place to go to");
    TRY(ard_model_explains(context, model));
    TRY(ard_model_each_block(context, model, data, false, visit_values, value));
done:
    return (ardor_status)rc;
}

ardor_status ardor_explain_table(ardor_context *context, const ardor_model *model, const ardor_table *table, double *contribution,
                                 double *reference, double *value)
{
    int rc = ARDOR_OK;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && table && (contribution || reference || value), ARDOR_USAGE,
            "an explanation needs a model, a table and a place for what is to be found out");
    TRY(ard_model_explains(context, model));
    TRY(ard_model_each_block_of_table(context, model, table, visit_wanted, &(wanted){contribution, value}));
    if (reference) TRY(ard_model_reference(context, model, reference));
done:
    return (ardor_status)rc;
}
