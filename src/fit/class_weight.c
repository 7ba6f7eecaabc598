/* Weights of classes: factors on the case weights of the training rows. */
#include <math.h>
#include <string.h>

#include "base/class_list.h"
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
    const ard_class_list list = {
        "class-weight",  "CLASS=WEIGHT with a weight above 0", "weight", data->source, INFINITY, data->n_classes,
        data->class_name};
    TRY(ard_class_list_read(context, &list, recipe->class_weight, factor));
    for (int c = 0; c < data->n_classes; c++)
        if (factor[c] == 0) factor[c] = 1.0;
done:
    return rc;
}
