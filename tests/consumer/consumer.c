/* Uses the installed library as anybody would: a context, a dataset made of arrays, the version. */
#include <ardor/ardor.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    static const double x[] = {1, 2, 3, 4, .5, .25, .125, .0625}; /* 4 x 2, column-major */
    static const char *const labels[] = {"no", "yes", "no", "yes"};
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    int good = argc > 1 && strcmp(argv[1], ardor_version()) == 0;

    if (!good) fprintf(stderr, "the library is version %s\n", ardor_version());
    if (ardor_context_new(NULL, &context) != ARDOR_OK) {
        fprintf(stderr, "no context\n");
        return 1;
    }
    if (ardor_dataset_from_arrays(context, 4, 2, x, 4, labels, NULL, NULL, &data) != ARDOR_OK) {
        fprintf(stderr, "%s\n", ardor_context_message(context));
        good = 0;
    } else if (ardor_dataset_rows(data) != 4 || ardor_dataset_features(data) != 2 || ardor_dataset_classes(data) != 2 ||
               ardor_dataset_label(data, 1) != 1 || ardor_dataset_column(data, 1)[3] != .0625) {
        fprintf(stderr, "the dataset is not what was put in\n");
        good = 0;
    }
    ardor_dataset_free(data);
    ardor_context_free(context);
    if (good) printf("ardor %s\n", ardor_version());
    return good ? 0 : 1;
}
