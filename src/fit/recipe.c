/* Recipes: names, checks against data, and as members of a document. */
#include "fit/recipe.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "model/model_file.h"

static const char *const rule_name[] = {"one-se", "deviance", "error", "keep"};
static const char *const protocol_name[] = {"honest", "leaky"};

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

static bool sees_labels(const ard_prepare_options *options)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    for (int i = 0; kinds[i]; i++)
        if (kinds[i]->sees_labels && ard_prepare_argument(options, i)) return true;
    return false;
}

const char *ard_recipe_not_alo(const ard_recipe *recipe)
{
    if (!recipe->method->leave_out) return "this method has no approximate leave-one-out: take --tune=cv:5";
    if (recipe->protocol == ARD_PROTOCOL_LEAKY) return "with --protocol leaky settings are picked on the plan: take --tune=cv:5";
    if (recipe->relax) return "relax=auto is chosen by inner folds, of which there are none: take --tune=cv:5";
    if (recipe->rule == ARD_RULE_DEVIANCE)
        return "its deviance does not see that the features were chosen by the rows left out: take --set rule=one-se or "
               "--tune=cv:5";
    if (sees_labels(&recipe->prepare))
        return "rows are left out of the fit, not of the filter that chooses its features: take --tune=cv:5";
    return NULL;
}

/* ---- against data */

static int check_basis(ardor_context *context, const ard_recipe *recipe)
{
    char list[80] = "", name[16];
    if (recipe->method->can >> recipe->basis.kind & 1) return ARDOR_OK;
    for (int kind = 0; kind < ARD_N_BASES; kind++)
        if (recipe->method->can >> kind & 1)
            ard_text_append(list, sizeof list, kind == ARD_POLY ? "poly:1 to poly:8" : ard_basis_kinds[kind]);
    return ard_fail(context, ARDOR_USAGE, "method '%s' has no basis '%s'; it has: %s", recipe->method->name,
                    ard_basis_name(recipe->basis, name), list);
}

enum { MOST_COMPARED = 200, ALIKE_BYTES = 2 * ARD_QUOTE_BYTES + 120 };

/* Two of the classes whose names are nearly alike, which may be one class; "" and false: there are none. */
static bool print_alike(const ardor_dataset *data, char out[ALIKE_BYTES])
{
    const int n = (int)ard_min64(data->n_classes, MOST_COMPARED);
    char one[ARD_QUOTE_BYTES], other[ARD_QUOTE_BYTES];
    out[0] = '\0';
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++) {
            const char *difference = ard_names_alike(data->class_name[a], data->class_name[b]);
            if (!difference) continue;
            snprintf(out, ALIKE_BYTES, "'%s' and '%s' differ only in %s: write them alike if they are one class",
                     ard_name_quote(data->class_name[a], one), ard_name_quote(data->class_name[b], other), difference);
            return true;
        }
    return false;
}

static int check_classes(ardor_context *context, const ard_method *method, const ardor_dataset *data)
{
    char list[ARD_LIST_BYTES], target[ARD_QUOTE_BYTES], remedy[ALIKE_BYTES];
    if (data->n_classes == 2 || (method->can & ARD_CAN_MANY_CLASSES)) return ARDOR_OK;
    ard_names_list(data->n_classes, data->class_name, list);
    const bool alike = print_alike(data, remedy);
    if (!data->inputs.target)
        return ard_fail(context, ARDOR_USAGE, "method '%s' handles two classes; '%s' has %d (%s)%s%s", method->name, data->source,
                        data->n_classes, list, alike ? ": " : "", remedy);
    return ard_fail(context, ARDOR_USAGE, "method '%s' handles two classes; the target '%s' of '%s' has %d (%s): %s",
                    method->name, ard_name_quote(data->inputs.target, target), data->source, data->n_classes, list,
                    alike ? remedy : "if another column holds the classes, name it with --target");
}

int ard_recipe_check(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    double *factor = NULL;
    TRY(check_basis(context, recipe));
    TRY(ard_dataset_check_labels(context, data, NULL));
    if (data->p == 0) ard_note(context, "'%s' has no feature columns: the model is the intercept alone", data->source);
    TRY(check_classes(context, recipe->method, data));
    REQUIRE(context, !data->weight || (recipe->method->can & ARD_CAN_WEIGHTS), ARDOR_USAGE,
            "method '%s' cannot take case weights", recipe->method->name);
    REQUIRE(context, !recipe->class_weight || (recipe->method->can & ARD_CAN_WEIGHTS), ARDOR_USAGE,
            "method '%s' cannot take weights of classes", recipe->method->name);
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, recipe, data, &(ard_rows){0}, factor)); /* refuses what it cannot read */
done:
    ard_free(context, factor);
    return rc;
}

/* ---- documents */

void ard_recipe_write(const ard_recipe *recipe, ard_json *json)
{
    char text[32];
    ard_json_prepare(json, &recipe->prepare);
    ard_json_text(json, "class_weight", recipe->class_weight);
    ard_json_text(json, "tune", ard_tune_name(recipe, text));
    ard_json_text(json, "rule", recipe->tune == ARD_TUNE_NONE ? NULL : ard_rule_name(ard_recipe_rule(recipe)));
    ard_json_text(json, "relax", recipe->relax ? "auto" : "none");
    ard_json_int(json, "seed", (int64_t)recipe->seed);
}
