/* Weights of classes: factors on the case weights of the training rows. */
#include <math.h>
#include <string.h>

#include "base/number.h"
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

/* One "CLASS=WEIGHT" of the list. The last '=' separates, so that class names may hold one. */
static int listed(ardor_context *context, const ardor_dataset *data, const char *item, size_t bytes, double *factor)
{
    size_t name = bytes;
    double value = 0;
    while (name > 0 && item[name - 1] != '=') name--;
    if (name == 0 || !ard_parse_double(item + name, bytes - name, &value) || !(value > 0) || !isfinite(value))
        return ard_fail(context, ARDOR_USAGE, "class-weight: '%.*s' is not CLASS=WEIGHT with a weight above 0",
                        (int)ard_min64((int64_t)bytes, 60), item);
    for (int c = 0; c < data->n_classes; c++)
        if (strlen(data->class_name[c]) == name - 1 && memcmp(data->class_name[c], item, name - 1) == 0) {
            factor[c] = value;
            return ARDOR_OK;
        }
    return ard_fail(context, ARDOR_USAGE, "class-weight: %s has no class '%.*s'", data->source,
                    (int)ard_min64((int64_t)name - 1, 60), item);
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
    for (const char *at = recipe->class_weight; *at;) {
        size_t bytes = strcspn(at, ",");
        TRY(listed(context, data, at, bytes, factor));
        at += bytes + (at[bytes] == ',');
    }
done:
    return rc;
}
