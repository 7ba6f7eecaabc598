/* fit TABLE: fits JCFO to a table, prints the features that it keeps and the first probabilities.
 *
 *   cc fit.c $(pkg-config --cflags --libs ardor) -o fit && ./fit crabs.csv.gz */
#include <ardor/ardor.h>

#include <stdio.h>
#include <stdlib.h>

static void print_note(void *user, const char *text)
{
    (void)user;
    fprintf(stderr, "note: %s\n", text);
}

static void print_model(const ardor_model *model, const ardor_dataset *data, const double *prob)
{
    const long long n = (long long)ardor_dataset_rows(data);
    for (int64_t k = 0; k < ardor_model_features(model); k++)
        printf("%s has scale %.4g\n", ardor_model_feature_name(model, k), ardor_model_feature_value(model, k));
    for (long long i = 0; i < n && i < 3; i++) /* prob is column-major: column c belongs to class c */
        printf("row %s: P(%s) = %.4f\n", ardor_dataset_row_name(data, i), ardor_model_class_name(model, 1), prob[n + i]);
}

int main(int argc, char **argv)
{
    ardor_context_config config = {.size = sizeof config, .note = print_note};
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ardor_model *model = NULL;
    double *prob = NULL;
    int code = 1;

    if (argc != 2) {
        fprintf(stderr, "usage: fit TABLE\n");
        return 2;
    }
    ardor_blas_set_threads(1); /* so that results do not depend on the machine */
    if (ardor_context_new(&config, &context) != ARDOR_OK) return 1;
    if (ardor_dataset_read(context, argv[1], NULL, &data) != ARDOR_OK) goto done;
    if (ardor_spec_new(context, &spec) != ARDOR_OK) goto done;
    if (ardor_spec_set(context, spec, "method", "jcfo") != ARDOR_OK) goto done;
    if (ardor_spec_set(context, spec, "basis", "rbf") != ARDOR_OK) goto done;
    if (ardor_spec_set(context, spec, "tune", "cv:5") != ARDOR_OK) goto done;
    if (ardor_fit(context, data, spec, &model) != ARDOR_OK) goto done;
    prob = malloc(sizeof *prob * (size_t)ardor_dataset_rows(data) * (size_t)ardor_model_classes(model));
    if (!prob || ardor_predict(context, model, data, prob) != ARDOR_OK) goto done;
    print_model(model, data, prob);
    code = 0;
done:
    if (code != 0) fprintf(stderr, "fit: %s\n", ardor_context_message(context));
    free(prob);
    ardor_model_free(model);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    ardor_context_free(context);
    return code;
}
