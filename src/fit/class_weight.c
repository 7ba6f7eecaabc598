/* Weights of classes: factors on the case weights of the training rows. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "fit/config.h"

static void balanced(const ardor_dataset *data, const ard_rows *rows, double *factor)
{
    double total = 0;
    for (int c = 0; c < data->n_classes; c++) factor[c] = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        double weight = ard_row_weight(data, rows->row[i]);
        factor[data->label[rows->row[i]]] += weight;
        total += weight;
    }
    for (int c = 0; c < data->n_classes; c++) factor[c] = factor[c] > 0 ? total / (data->n_classes * factor[c]) : 1.0;
}

static int find_class(const ardor_dataset *data, const char *name, size_t bytes)
{
    for (int c = 0; c < data->n_classes; c++)
        if (strlen(data->class_name[c]) == bytes && memcmp(data->class_name[c], name, bytes) == 0) return c;
    return -1;
}

/* The class of this name, or else of the name without the blanks around it. */
static int find_listed(const ardor_dataset *data, const char *name, size_t bytes)
{
    const int exact = find_class(data, name, bytes);
    if (exact >= 0) return exact;
    while (bytes > 0 && strchr(" \t", *name)) name++, bytes--;
    while (bytes > 0 && strchr(" \t", name[bytes - 1])) bytes--;
    return find_class(data, name, bytes);
}

/* One "CLASS=WEIGHT" of the list. The last '=' separates, so that class names may hold one. factor: 0 of classes that were not
 * named before. */
static int listed(ardor_context *context, const ardor_dataset *data, const char *item, size_t bytes, double *factor)
{
    int rc = ARDOR_OK;
    size_t name = bytes;
    double value = 0;
    char shown[ARD_QUOTE_BYTES], list[ARD_LIST_BYTES];
    while (name > 0 && item[name - 1] != '=') name--;
    REQUIRE(context, name > 0 && ard_parse_double(item + name, bytes - name, &value) && value > 0 && isfinite(value), ARDOR_USAGE,
            "class-weight: '%s' is not CLASS=WEIGHT with a weight above 0", ard_text_quote(item, bytes, shown));
    const int c = find_listed(data, item, name - 1);
    REQUIRE(context, c >= 0, ARDOR_USAGE, "class-weight: %s has no class '%s'; the classes are %s", data->source,
            ard_text_quote(item, name - 1, shown), ard_names_list(data->n_classes, data->class_name, list));
    REQUIRE(context, factor[c] == 0, ARDOR_USAGE,
            "class-weight: class '%s' is named twice, with %g and with %g: give it one weight",
            ard_name_quote(data->class_name[c], shown), factor[c], value);
    factor[c] = value;
done:
    return rc;
}

int ard_class_weights(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data, const ard_rows *rows,
                      double *factor)
{
    int rc = ARDOR_OK;
    for (int c = 0; c < data->n_classes; c++) factor[c] = 1.0;
    if (!recipe->class_weight) return ARDOR_OK;
    if (strcmp(recipe->class_weight, "balanced") == 0) {
        balanced(data, rows, factor);
        return ARDOR_OK;
    }
    for (int c = 0; c < data->n_classes; c++) factor[c] = 0;
    for (const char *at = recipe->class_weight; *at;) {
        size_t bytes = strcspn(at, ",");
        TRY(listed(context, data, at, bytes, factor));
        at += bytes + (at[bytes] == ',');
    }
    for (int c = 0; c < data->n_classes; c++)
        if (factor[c] == 0) factor[c] = 1.0;
done:
    return rc;
}
