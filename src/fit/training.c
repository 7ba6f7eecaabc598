/* Training problems. */
#include "fit/training.h"

#include <math.h>

#include "machine/shares.h"

static int prepare_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_recipe *recipe,
                        const ard_given *given, ard_training *t)
{
    int rc = ARDOR_OK;
    t->prepare = t->leak ? t->leak->prepare : given ? given->prepare : NULL;
    if (t->prepare) {
        NEW(context, t->values, rows->n * ard_prepare_features(t->prepare));
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
    if (data->group) NEW(context, t->group, rows->n);
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, recipe, data, rows, factor));
    for (int64_t i = 0; i < rows->n; i++) {
        t->label[i] = data->label[rows->row[i]];
        if (t->group) t->group[i] = data->group[rows->row[i]];
        if (t->weight) t->weight[i] = factor[t->label[i]] * ard_row_weight(data, rows->row[i]);
        sum += t->weight ? t->weight[i] : 1.0;
    }
    t->x = ard_matrix_dense(rows->n, ard_prepare_features(t->prepare), t->values, rows->n);
    t->problem = (ard_problem){.x = &t->x,
                               .target = {rows->n, data->n_classes, t->label, t->weight, sum},
                               .basis = recipe->basis,
                               .seed = recipe->seed,
                               .forced = t->prepare->forced,
                               .group = t->group};
    TRY(ard_division_open(context, &t->problem, ard_recipe_multiclass(recipe, data->n_classes), &t->division));
    t->division.class_name = data->class_name;
done:
    ard_free(context, factor);
    if (rc != ARDOR_OK) ard_training_free(t);
    return rc;
}

void ard_training_free(ard_training *t)
{
    if (!t->context) return;
    ard_division_close(&t->division);
    ard_free(t->context, t->forced);
    ard_free(t->context, t->weight);
    ard_free(t->context, t->group);
    ard_free(t->context, t->label);
    ard_free(t->context, t->values);
    ard_prepare_free(t->fitted);
    *t = (ard_training){0};
}

/* ------------------------------------------------------------------ a size of the filter */

/* The columns are copied: what is fitted to them is in every bit what a preparation of that size would have given. */
static int copy_columns(const ard_training *whole, int64_t size, ard_training *t)
{
    int rc = ARDOR_OK;
    const int64_t n = whole->x.n;
    ard_columns kept = {0};
    TRY(ard_prepare_kept(t->context, whole->prepare, size, &kept));
    NEW(t->context, t->values, n * kept.n);
    ard_matrix_gather(&whole->x, 0, n, kept.n, kept.column, t->values, n);
    t->x = ard_matrix_dense(n, kept.n, t->values, n);
    if (whole->problem.forced) NEW(t->context, t->forced, kept.n);
    for (int64_t j = 0; t->forced && j < kept.n; j++) t->forced[j] = whole->problem.forced[kept.column[j]];
done:
    ard_free(t->context, kept.column);
    return rc;
}

int ard_training_narrow(ardor_context *context, const ard_training *whole, int k, const ard_recipe *recipe, ard_training *out)
{
    int rc = ARDOR_OK;
    ard_training *t = out;
    *t = (ard_training){.context = context,
                        .recipe = recipe,
                        .leak = whole->leak,
                        .size = k,
                        .prepare = whole->prepare,
                        .problem = whole->problem};
    TRY(copy_columns(whole, ard_recipe_size(whole->recipe, k), t));
    t->problem.x = &t->x;
    t->problem.forced = t->forced;
    TRY(ard_division_open(context, &t->problem, ard_recipe_multiclass(recipe, t->problem.target.n_classes), &t->division));
    t->division.class_name = whole->division.class_name;
done:
    if (rc != ARDOR_OK) ard_training_free(t);
    return rc;
}

/* ------------------------------------------------------------------ what it is for */

/* The features that the protocol allows in this path; NULL: all. */
static const ard_columns *allowed_features(const ard_training *t, int64_t path)
{
    const ard_screened *screened = t->leak ? &t->leak->screened[t->size] : NULL;
    return screened && path < screened->n_paths && screened->only[path].column ? &screened->only[path] : NULL;
}

int ard_training_check(const ard_training *t, const ard_settings *settings)
{
    const ard_method *method = t->recipe->method;
    return method->check ? method->check(method, t->context, &t->division.typical, settings) : ARDOR_OK;
}

void ard_training_settle(const ard_training *t, ard_settings *settings)
{
    const ard_method *method = t->recipe->method;
    if (method->settle) method->settle(method, &t->division.typical, settings);
}

int ard_training_fitter(const ard_training *t, int64_t path, ard_fitter *out)
{
    const ard_recipe *recipe = t->recipe;
    const ard_columns *only = allowed_features(t, path);
    return t->division.n_parts > 0 ? ard_fitter_open_parts(t->context, recipe->method, &t->division, &recipe->settings, only, out)
                                   : ard_fitter_open(t->context, recipe->method, &t->problem, &recipe->settings, only, out);
}

int ard_training_grid(const ard_training *t, ard_grid *out)
{
    int rc = ARDOR_OK;
    const ard_recipe *recipe = t->recipe;
    TRY(recipe->method->grid(recipe->method, t->context, &t->division.typical, &recipe->settings, t->leak != NULL, out));
    if (ard_recipe_keeps(recipe) && out->n > 1) TRY(ard_grid_append(t->context, &recipe->settings, out));
done:
    if (rc != ARDOR_OK) ard_grid_free(t->context, out);
    return rc;
}

int ard_training_empty(const ard_training *t, ard_fit *out)
{
    int rc = ARDOR_OK;
    *out = ard_fit_empty();
    TRY(ard_shares_of_targets(t->context, &t->problem.target, &out->machine));
    out->null_model = true;
    out->stop = ARD_STOP_NULL_MODEL;
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) out->used[i] = NAN;
done:
    return rc;
}

static int relax_problem(const ard_training *t, const ard_problem *problem, const ard_settings *settings, const ard_fit *from,
                         double factor, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_settings weaker = *settings;
    ard_fitter fitter = {0};
    const ard_method *method = t->recipe->method;
    const ard_columns only = {from->machine.n_features, from->machine.feature};
    *out = (ard_fit){0};
    weaker.value[method->weaken] = factor * from->used[method->weaken];
    TRY(ard_fitter_open(t->context, method, problem, &t->recipe->settings, &only, &fitter));
    TRY(ard_fitter_solve(&fitter, &weaker, from, ask, out));
done:
    ard_fitter_close(&fitter);
    return rc;
}

/* A null model has nothing to relax. */
static int relax_part(const ard_training *t, int64_t k, const ard_settings *settings, const ard_fit *from, double factor,
                      const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    char title[ARD_PART_BYTES];
    ard_part_start start = {0};
    const ard_division *division = &t->division;
    if (from->part[k].null_model) return ard_part_again(division, k, from, out);
    ard_part_begin(division, k, title);
    TRY(ard_part_start_open(division, k, from, &start));
    TRY(relax_problem(t, &division->part[k].problem, settings, &start.fit, factor, ask, out));
    ard_part_place(division, k, out);
done:
    ard_part_start_close(division, &start);
    return ard_part_end(division, k, rc);
}

int ard_relax(const ard_training *t, const ard_settings *settings, const ard_fit *from, double factor, const ard_ask *ask,
              ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fit *part = NULL;
    const int64_t n = t->division.n_parts;
    if (n == 0) return relax_problem(t, &t->problem, settings, from, factor, ask, out);
    *out = (ard_fit){0};
    NEW(t->context, part, n);
    for (int64_t k = 0; k < n; k++) TRY(relax_part(t, k, settings, from, factor, ask, part + k));
    TRY(ard_division_join(&t->division, part, NULL, out));
    part = NULL;
done:
    for (int64_t k = 0; part && k < n; k++) ard_fit_free(t->context, part + k);
    ard_free(t->context, part);
    return rc;
}
