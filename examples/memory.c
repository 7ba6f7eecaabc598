/* memory: fits sparse probit regression to a table in memory, row by row, and predicts a row of it.
 *
 *   cc memory.c $(pkg-config --cflags --libs ardor) -o memory && ./memory */
#include <ardor/ardor.h>

#include <stdio.h>

enum { ROWS = 40, COLUMNS = 3 };

static ardor_status fit(ardor_context *context, const ardor_table *table, ardor_model **model)
{
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ardor_status status = ardor_dataset_from_table(context, table, &data);
    if (status == ARDOR_OK) status = ardor_spec_new(context, &spec);
    if (status == ARDOR_OK) status = ardor_spec_set(context, spec, "method", "spr");
    if (status == ARDOR_OK) status = ardor_spec_set(context, spec, "lam1", "2");
    if (status == ARDOR_OK) status = ardor_fit(context, data, spec, model);
    ardor_spec_free(spec);
    ardor_dataset_free(data); /* the model does not need it */
    return status;
}

/* Of one row: only the columns of the model are looked at, found by their places. */
static ardor_status predict(ardor_context *context, const ardor_model *model, const float *row)
{
    double prob[2], mean;
    const ardor_table table = {
        .size = sizeof table, .n = 1, .p = COLUMNS, .x = row, .dtype = ARDOR_F32, .row_stride = COLUMNS, .column_stride = 1};
    const ardor_prediction wanted = {.size = sizeof wanted, .prob = prob, .mean = &mean};
    const ardor_status status = ardor_predict_table(context, model, &table, &wanted);
    if (status == ARDOR_OK) printf("P(%s) = %.4f, f = %.4f\n", ardor_model_class_name(model, 1), prob[1], mean);
    return status;
}

int main(void)
{
    static const char *const classes[] = {"well", "ill"}; /* the second is the positive one */
    float x[ROWS * COLUMNS];
    int32_t label[ROWS];
    ardor_context *context = NULL;
    ardor_model *model = NULL;
    int code = 1;

    for (int i = 0; i < ROWS; i++) {
        label[i] = i % 2;
        x[i * COLUMNS] = (float)(i % 7);
        x[i * COLUMNS + 1] = (float)(i % 5) + 3 * (float)label[i]; /* the one that tells */
        x[i * COLUMNS + 2] = (float)(i * i % 11);
    }
    ardor_table table = {.size = sizeof table, .n = ROWS, .p = COLUMNS, .x = x, .dtype = ARDOR_F32};
    table.row_stride = COLUMNS;
    table.column_stride = 1;
    table.label = label;
    table.n_classes = 2;
    table.class_names = classes;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 1;
    ardor_blas_set_threads(1); /* so that results do not depend on the machine */
    if (fit(context, &table, &model) != ARDOR_OK) goto done;
    for (int64_t k = 0; k < ardor_model_features(model); k++)
        printf("column %lld has the weight %.4g\n", (long long)ardor_model_feature_column(model, k),
               ardor_model_feature_weight(model, k));
    if (predict(context, model, x + COLUMNS) != ARDOR_OK) goto done;
    code = 0;
done:
    if (code != 0) fprintf(stderr, "%s\n", ardor_context_message(context));
    ardor_model_free(model);
    ardor_context_free(context);
    return code;
}
