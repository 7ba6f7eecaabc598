/* See explain.h. */
#include "explain.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "text.h"

enum { MOST_FEATURES = 10 }; /* that people are told of */

int cli_explain(ardor_context *context, const ardor_model *model, const ardor_dataset *data, cli_explanation *out)
{
    int code = CLI_DONE;
    *out = (cli_explanation){.model = model,
                             .rows = ardor_dataset_rows(data),
                             .features = ardor_model_features(model),
                             .outputs = ardor_explain_outputs(model)};
    const size_t outputs = (size_t)out->outputs + 1, values = (size_t)out->rows * outputs;
    out->contribution = calloc((size_t)out->features + 1, values * sizeof(double) + 1);
    out->value = calloc(values + 1, sizeof(double));
    out->reference = calloc(outputs, sizeof(double));
    if (!out->contribution || !out->value || !out->reference) TRY(cli_error(CLI_FAILED, "out of memory"));
    TRY(cli_status(context, ardor_explain(context, model, data, out->contribution, out->reference)));
    TRY(cli_status(context, ardor_explain_values(context, model, data, out->value)));
done:
    return code;
}

void cli_explanation_free(cli_explanation *e)
{
    free(e->reference);
    free(e->value);
    free(e->contribution);
    *e = (cli_explanation){0};
}

void cli_explain_names(FILE *out, char delimiter, const cli_explanation *e)
{
    fprintf(out, "%cexplained%cvalue%creference", delimiter, delimiter, delimiter);
    for (int64_t j = 0; j < e->features; j++) {
        fputc(delimiter, out);
        cli_print_cell(out, delimiter, "contribution_", ardor_model_feature_name(e->model, j));
    }
}

/* Where there is one for each class, that of the most probable one. */
static int output_of(const cli_explanation *e, const double *prob, int64_t row)
{
    int best = 0;
    for (int c = 1; c < e->outputs; c++)
        if (prob[row + e->rows * c] > prob[row + e->rows * best]) best = c;
    return best;
}

void cli_explain_cells(FILE *out, char delimiter, const cli_explanation *e, const double *prob, int64_t row)
{
    char number[CLI_NUMBER_BYTES];
    const int output = output_of(e, prob, row);
    fputc(delimiter, out);
    cli_print_cell(out, delimiter, "", ardor_model_class_name(e->model, e->outputs == 1 ? 1 : output));
    fprintf(out, "%c%s", delimiter, cli_number(e->value[row + e->rows * output], number));
    fprintf(out, "%c%s", delimiter, cli_number(e->reference[output], number));
    for (int64_t j = 0; j < e->features; j++)
        fprintf(out, "%c%s", delimiter, cli_number(e->contribution[row + e->rows * (j + e->features * output)], number));
}

static int by_size(const void *left, const void *right)
{
    const double a = cli_number_of(*(json_t *const *)left, "mean_size"), b = cli_number_of(*(json_t *const *)right, "mean_size");
    return (b > a) - (b < a);
}

void cli_explain_tell(FILE *out, const json_t *document)
{
    const json_t *contributions = json_object_get(document, "contributions"), *list = json_object_get(contributions, "features");
    const size_t n = json_array_size(list), shown = n < MOST_FEATURES ? n : MOST_FEATURES;
    const char *of = cli_text_of(contributions, "of");
    json_t **feature = calloc(n + 1, sizeof *feature);
    if (!feature || n == 0 || cli_count_of(document, "n") == 0) goto done;
    for (size_t j = 0; j < n; j++) feature[j] = json_array_get(list, j);
    qsort(feature, n, sizeof *feature, by_size);
    fprintf(out, "Contributions   to %s, mean size over %lld rows; %s\n", of && strcmp(of, "f") == 0 ? "f" : "log odds",
            cli_count_of(document, "n"),
            json_is_true(json_object_get(contributions, "adds_up")) ? "with the reference they add up to the value"
                                                                    : "each is of its feature alone: they do not add up");
    for (size_t j = 0; j < shown; j++)
        fprintf(out, "  %s  %.4g\n", cli_text_of(feature[j], "name"), cli_number_of(feature[j], "mean_size"));
    if (shown < n) fprintf(out, "  and %zu more\n", n - shown);
done:
    free(feature);
}
