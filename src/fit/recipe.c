/* Recipes: names, checks against data, and as members of a document. */
#include "fit/recipe.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "model/model_file.h"

static const char *const rule_name[] = {"one-se", "deviance", "error", "keep", "sparse"};
static const char *const protocol_name[] = {"honest", "leaky"};

bool ard_rule_by_deviance(ard_rule rule) { return rule == ARD_RULE_DEVIANCE || rule == ARD_RULE_SPARSE; }

const char *ard_rule_name(ard_rule rule) { return rule_name[rule]; }
const char *ard_protocol_name(ard_protocol protocol) { return protocol_name[protocol]; }

bool ard_rule_find(const char *name, ard_rule *out)
{
    const int index = ard_text_find(name, sizeof rule_name / sizeof *rule_name, rule_name);
    if (index >= 0) *out = (ard_rule)index;
    return index >= 0;
}

bool ard_protocol_find(const char *name, ard_protocol *out)
{
    const int index = ard_text_find(name, 2, protocol_name);
    if (index >= 0) *out = (ard_protocol)index;
    return index >= 0;
}

bool ard_recipe_relaxes(const ard_recipe *recipe) { return recipe->relax && recipe->tune != ARD_TUNE_NONE; }

ard_rule ard_recipe_rule(const ard_recipe *recipe)
{
    return recipe->tune == ARD_TUNE_FIRST || recipe->protocol == ARD_PROTOCOL_LEAKY ? ARD_RULE_ERROR : recipe->rule;
}

bool ard_recipe_keeps(const ard_recipe *recipe)
{
    return recipe->tune != ARD_TUNE_NONE && ard_recipe_rule(recipe) == ARD_RULE_KEEP;
}

const char *ard_tune_name(const ard_recipe *recipe, char buffer[32])
{
    static const char *const name[] = {"none", "cv", "holdout", "first", "alo"};
    char argument[ARD_NUMBER_BYTES];
    if (recipe->tune == ARD_TUNE_NONE || recipe->tune == ARD_TUNE_ALO) return name[recipe->tune];
    if (recipe->tune == ARD_TUNE_CV && recipe->protocol == ARD_PROTOCOL_LEAKY) return "plan";
    ard_print_double(recipe->tune_argument, argument);
    snprintf(buffer, 32, "%s:%.23s", name[recipe->tune], argument);
    return buffer;
}

/* Are columns chosen? By labels only: are labels looked at for that? */
static bool chooses(const ard_prepare_options *options, bool by_labels)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0; kinds[i]; i++) {
        const ard_argument *argument = ard_prepare_argument(options, i);
        if (!argument || !kinds[i]->choose) continue;
        if (!by_labels || (kinds[i]->sees_labels && kinds[i]->sees_labels(kinds[i], argument))) return true;
    }
    return false;
}

ard_multiclass ard_recipe_multiclass(const ard_recipe *recipe, int n_classes)
{
    if (n_classes <= 2) return ARD_MULTICLASS_NATIVE;
    if (recipe->multiclass != ARD_MULTICLASS_AUTO) return recipe->multiclass;
    return recipe->method->can & ARD_CAN_MANY_CLASSES ? ARD_MULTICLASS_NATIVE : ARD_MULTICLASS_PAIRS;
}

const char *ard_recipe_multiclass_name(const ard_recipe *recipe, int n_classes)
{
    return n_classes <= 2 ? NULL : ard_multiclass_name(ard_recipe_multiclass(recipe, n_classes));
}

/* ---- sizes of a filter */

int ard_recipe_n_sizes(const ard_recipe *recipe)
{
    const ard_argument *list = ard_prepare_sizes(&recipe->prepare);
    return list ? list->n_sizes : 1;
}

int64_t ard_recipe_size(const ard_recipe *recipe, int k)
{
    const ard_argument *list = ard_prepare_sizes(&recipe->prepare);
    return list ? list->size[k] : 0;
}

void ard_recipe_at(const ard_recipe *recipe, int k, ard_recipe *out)
{
    const int64_t size = ard_recipe_size(recipe, k);
    *out = *recipe;
    ard_prepare_set_size(&out->prepare, size);
    if (recipe->settled) out->settings = recipe->settled[k];
    out->settled = NULL;
}

const char *ard_recipe_not_alo(const ard_recipe *recipe, int n_classes)
{
    if (ard_recipe_n_sizes(recipe) > 1)
        return "rows are left out of fits, not of the choice of a filter's size: take --tune=cv:5";
    if (!recipe->method->leave_out) return "this method has no approximate leave-one-out: take --tune=cv:5";
    if (ard_recipe_multiclass(recipe, n_classes) != ARD_MULTICLASS_NATIVE)
        return "more than two classes are fitted in parts, of which rows cannot be left out: take --tune=cv:5";
    if (recipe->protocol == ARD_PROTOCOL_LEAKY) return "with --protocol leaky settings are picked on the plan: take --tune=cv:5";
    if (recipe->relax) return "relax=auto is chosen by inner folds, of which there are none: take --tune=cv:5";
    if (ard_rule_by_deviance(recipe->rule))
        return "its deviance does not see that the features were chosen by the rows left out: take --set rule=one-se or "
               "--tune=cv:5";
    if (ard_prepare_projects(&recipe->prepare))
        return "rows are left out of the fit, not of the components that are its features: take --tune=cv:5";
    if (chooses(&recipe->prepare, true))
        return "rows are left out of the fit, not of the filter that chooses its features: take --tune=cv:5";
    if (chooses(&recipe->prepare, false))
        return "rows are left out of the fit, not of the filter, which has no labels to choose by but chooses by their values "
               "(that was not tried): take --tune=cv:5";
    return NULL;
}

/* ---- documents */

void ard_recipe_write(const ard_recipe *recipe, int n_classes, ard_json *json)
{
    char text[32];
    ard_json_prepare(json, &recipe->prepare);
    ard_json_text(json, "class_weight", recipe->class_weight);
    ard_json_text(json, "multiclass", ard_recipe_multiclass_name(recipe, n_classes));
    ard_json_text(json, "tune", ard_tune_name(recipe, text));
    ard_json_text(json, "rule", recipe->tune == ARD_TUNE_NONE ? NULL : ard_rule_name(ard_recipe_rule(recipe)));
    ard_json_text(json, "relax", recipe->relax ? "auto" : "none");
    ard_json_int(json, "seed", (int64_t)recipe->seed);
}
