/* Training problems. */
#include "fit/training.h"

#include <math.h>

#include "machine/shares.h"
#include "metric/baseline.h"

static int prepare_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                        const ard_given *given, ard_training *t)
{
    int rc = ARDOR_OK;
    t->prepare = t->leak ? t->leak->prepare : given ? given->prepare : NULL;
    if (t->prepare) {
        NEW(context, t->values, rows->n * t->prepare->p);
        TRY(ard_prepare_apply(context, t->prepare, data, rows, NULL, NULL, t->values));
    } else {
        TRY(ard_prepare_fit(context, data, rows, &recipe->prepare, &t->fitted, &t->values));
        t->prepare = t->fitted;
    }
done:
    return rc;
}

int ard_training_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                     const ard_given *given, ard_training *out)
{
    int rc = ARDOR_OK;
    double *factor = NULL, sum = 0;
    ard_training *t = out;
    *t = (ard_training){.context = context, .recipe = recipe, .leak = given ? given->leak : NULL};
    TRY(ard_dataset_check_labels(context, data, rows));
    TRY(prepare_rows(context, data, rows, recipe, given, t));
    NEW(context, t->label, rows->n);
    if (data->weight || recipe->class_weight) NEW(context, t->weight, rows->n);
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, recipe, data, rows, factor));
    for (int64_t i = 0; i < rows->n; i++) {
        t->label[i] = data->label[rows->row[i]];
        if (t->weight) t->weight[i] = factor[t->label[i]] * ard_row_weight(data, rows->row[i]);
        sum += t->weight ? t->weight[i] : 1.0;
    }
    t->x = ard_matrix_dense(rows->n, t->prepare->p, t->values, rows->n);
    t->problem = (ard_problem){.x = &t->x,
                               .target = {rows->n, data->n_classes, t->label, t->weight, sum},
                               .basis = recipe->basis,
                               .seed = recipe->seed,
                               .forced = t->prepare->forced};
done:
    ard_free(context, factor);
    if (rc != ARDOR_OK) ard_training_free(t);
    return rc;
}

void ard_training_free(ard_training *t)
{
    if (!t->context) return;
    ard_free(t->context, t->weight);
    ard_free(t->context, t->label);
    ard_free(t->context, t->values);
    ard_prepare_free(t->fitted);
    *t = (ard_training){0};
}

/* The features that the protocol allows in this path; NULL: all. */
static const ard_columns *allowed_features(const ard_leak *leak, int64_t path)
{
    return leak && path < leak->n_paths && leak->only[path].column ? &leak->only[path] : NULL;
}

int ard_training_fitter(const ard_training *t, int64_t path, ard_fitter *out)
{
    return ard_fitter_open(t->context, t->recipe->method, &t->problem, &t->recipe->settings, allowed_features(t->leak, path),
                           out);
}

int ard_training_grid(const ard_training *t, ard_grid *out)
{
    int rc = ARDOR_OK;
    const ard_recipe *recipe = t->recipe;
    TRY(recipe->method->grid(recipe->method, t->context, &t->problem, &recipe->settings, t->leak != NULL, out));
    if (ard_recipe_keeps(recipe) && out->n > 1) TRY(ard_grid_append(t->context, &recipe->settings, out));
done:
    if (rc != ARDOR_OK) ard_grid_free(t->context, out);
    return rc;
}

int ard_training_empty(const ard_training *t, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_targets *target = &t->problem.target;
    double *share = NULL;
    *out = ard_fit_empty();
    NEW(t->context, share, target->n_classes);
    ard_class_shares(target->n, target->label, target->weight, target->n_classes, share);
    TRY(ard_shares_machine(t->context, target->n_classes, share, &out->machine));
    out->null_model = true;
    out->stop = ARD_STOP_NULL_MODEL;
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) out->used[i] = NAN;
done:
    ard_free(t->context, share);
    return rc;
}

int ard_relax(const ard_training *t, const ard_settings *settings, const ard_fit *from, double factor, const ard_ask *ask,
              ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_settings weaker = *settings;
    ard_fitter fitter = {0};
    const ard_method *method = t->recipe->method;
    const ard_columns only = {from->machine.n_features, from->machine.feature};
    *out = (ard_fit){0};
    weaker.value[method->weaken] = factor * from->used[method->weaken];
    TRY(ard_fitter_open(t->context, method, &t->problem, &t->recipe->settings, &only, &fitter));
    TRY(ard_fitter_solve(&fitter, &weaker, from, ask, out));
done:
    ard_fitter_close(&fitter);
    return rc;
}
