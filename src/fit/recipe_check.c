/* A recipe against the data: basis, weights, and the classes, whether they can be told apart and are classes at all. */
#include "fit/recipe.h"

#include <stdio.h>

#include "base/remark.h"
#include "base/text.h"

/* From MANY classes on the target may be another column; more than MOST are too many parts for pairs. */
enum {
    MANY_CLASSES = 20,
    MOST_PAIRED = 200,
    MOST_COMPARED = 200,
    ALIKE_BYTES = 2 * ARD_QUOTE_BYTES + 120,
    WHO_BYTES = 600,
    TAKERS_BYTES = 400
};

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

/* "'data'", or "the target 'grade' of 'data.csv'". */
static const char *print_who(const ardor_dataset *data, char out[WHO_BYTES])
{
    char target[ARD_QUOTE_BYTES];
    if (data->inputs.target)
        snprintf(out, WHO_BYTES, "the target '%s' of '%.400s'", ard_name_quote(data->inputs.target, target), data->source);
    else
        snprintf(out, WHO_BYTES, "'%.400s'", data->source);
    return out;
}

/* What to do about a target that is none. */
static const char *remedy_of(const ardor_dataset *data)
{
    return data->inputs.target ? "if another column holds the classes, name it with --target" : "a class needs several rows";
}

/* ------------------------------------------------------------------ how they are told apart */

static int check_method(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    char who[WHO_BYTES], list[ARD_LIST_BYTES];
    const ard_method *method = recipe->method;
    const ard_multiclass how = ard_recipe_multiclass(recipe, data->n_classes);
    REQUIRE(context, how != ARD_MULTICLASS_NATIVE || data->n_classes == 2 || (method->can & ARD_CAN_MANY_CLASSES), ARDOR_USAGE,
            "method '%s' itself tells two classes apart, and %s has %d (%s): take multiclass=pairs, or rest, which fit it to "
            "two at a time",
            method->name, print_who(data, who), data->n_classes, ard_names_list(data->n_classes, data->class_name, list));
    REQUIRE(context, how != ARD_MULTICLASS_PAIRS || data->n_classes <= MOST_PAIRED, ARDOR_USAGE,
            "%s has %d classes, of which there are %lld pairs; up to %d classes are told apart by pairs: %s, or take "
            "multiclass=rest",
            print_who(data, who), data->n_classes, (long long)ard_pairs_count(ARD_MULTICLASS_PAIRS, data->n_classes), MOST_PAIRED,
            remedy_of(data));
done:
    return rc;
}

/* ------------------------------------------------------------------ are they classes? */

/* Classes of one row each, and their names. */
static int count_single(ardor_context *context, const ardor_dataset *data, int64_t *n_single, char list[ARD_LIST_BYTES])
{
    int rc = ARDOR_OK;
    int64_t *rows = NULL, n = 0;
    NEW(context, rows, data->n_classes);
    for (int64_t i = 0; i < data->n; i++) rows[data->label[i]]++;
    list[0] = '\0';
    for (int c = 0; c < data->n_classes; c++)
        if (rows[c] == 1 && n++ <= 4) ard_name_append(list, ARD_LIST_BYTES, n <= 4 ? data->class_name[c] : NULL);
    *n_single = n;
done:
    ard_free(context, rows);
    return rc;
}

static int check_rows(ardor_context *context, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    int64_t n_single = 0;
    char list[ARD_LIST_BYTES], all[ARD_LIST_BYTES], who[WHO_BYTES];
    TRY(count_single(context, data, &n_single, list));
    REQUIRE(context, 2 * n_single < data->n_classes, ARDOR_USAGE, "%s has %d classes (%s), of which %lld have one row: %s",
            print_who(data, who), data->n_classes, ard_names_list(data->n_classes, data->class_name, all), (long long)n_single,
            remedy_of(data));
    if (n_single > 0)
        ard_warn(context, ARD_WARN_SMALL_CLASS,
                 "%lld class%s one row (%s), which cannot train and be tested both: leave %s out, or collect more of %s",
                 (long long)n_single, n_single == 1 ? " has" : "es have", list, n_single == 1 ? "it" : "them",
                 n_single == 1 ? "it" : "them");
done:
    return rc;
}

static void doubt_classes(ardor_context *context, const ardor_dataset *data)
{
    char alike[ALIKE_BYTES], who[WHO_BYTES];
    if (print_alike(data, alike))
        ard_warn(context, ARD_WARN_CLASSES_ALIKE, "%s has %d classes, of which %s", print_who(data, who), data->n_classes, alike);
    if (data->n_classes > MANY_CLASSES)
        ard_warn(context, ARD_WARN_MANY_CLASSES, "%s has %d classes, with %.3g rows each on the average%s%s",
                 print_who(data, who), data->n_classes, (double)data->n / data->n_classes, data->inputs.target ? ": " : "",
                 data->inputs.target ? remedy_of(data) : "");
}

/* Half of the classes with one row, or more, are no classes. */
static int check_classes(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    if (data->n_classes > 2) TRY(check_rows(context, data));
    TRY(check_method(context, recipe, data));
    if (data->n_classes > 2) doubt_classes(context, data);
done:
    return rc;
}

/* ------------------------------------------------------------------ all of it */

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

/* Has each class one weight? */
static int find_class_weights(ardor_context *context, const ardor_dataset *data, bool *out)
{
    int rc = ARDOR_OK;
    double *weight = NULL; /* 0: not seen yet */
    NEW(context, weight, data->n_classes);
    *out = true;
    for (int64_t i = 0; data->weight && i < data->n; i++) {
        double *of = weight + data->label[i];
        *out = *out && (*of == 0 || *of == data->weight[i]);
        *of = data->weight[i];
    }
done:
    ard_free(context, weight);
    return rc;
}

static int check_weights(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    const ard_method *method = recipe->method;
    bool of_classes = false;
    if (method->can & ARD_CAN_WEIGHTS || (!data->weight && !recipe->class_weight)) return ARDOR_OK;
    const bool may = method->can & ARD_CAN_CLASS_WEIGHTS;
    char takers[TAKERS_BYTES] = "";
    for (int i = 0; i < ard_method_count(); i++)
        if (ard_method_at(i)->can & ARD_CAN_WEIGHTS) ard_text_append(takers, sizeof takers, ard_method_at(i)->name);
    REQUIRE(context, may || !data->weight, ARDOR_USAGE, "method '%s' cannot take case weights", method->name);
    REQUIRE(context, may, ARDOR_USAGE, "method '%s' cannot take weights of classes", method->name);
    TRY(find_class_weights(context, data, &of_classes));
    REQUIRE(context, of_classes, ARDOR_USAGE,
            "method '%s' cannot take case weights that differ within a class; weights of classes (class-weight) it can; methods "
            "that take any: %s",
            method->name, takers);
    REQUIRE(context, ard_recipe_multiclass(recipe, data->n_classes) != ARD_MULTICLASS_REST, ARDOR_USAGE,
            "with multiclass=rest the rows of several classes are one side, and method '%s' cannot take weights that differ "
            "within it: take multiclass=pairs",
            method->name);
done:
    return rc;
}

int ard_recipe_check(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    double *factor = NULL;
    TRY(check_basis(context, recipe));
    TRY(ard_dataset_check_labels(context, data, NULL));
    if (data->p == 0) ard_note(context, "'%s' has no feature columns: the model is the intercept alone", data->source);
    TRY(check_classes(context, recipe, data));
    TRY(check_weights(context, recipe, data));
    NEW(context, factor, data->n_classes);
    TRY(ard_class_weights(context, recipe, data, &(ard_rows){0}, factor)); /* refuses what it cannot read */
done:
    ard_free(context, factor);
    return rc;
}
