/* What features contribute to predictions, --explain. */
#ifndef ARDOR_CLI_EXPLAIN_H
#define ARDOR_CLI_EXPLAIN_H

#include <jansson.h>

#include "cli.h"

/* As ardor_explain and ardor_explain_values have them; contribution NULL: nothing is explained. */
typedef struct cli_explanation {
    const ardor_model *model;
    int64_t rows, features;
    int outputs;
    double *contribution, *reference, *value;
} cli_explanation;

int cli_explain(ardor_context *context, const ardor_model *model, const ardor_dataset *data, cli_explanation *out);
void cli_explanation_free(cli_explanation *explanation);
/* Names of columns, and cells of a row with these probabilities (rows x classes), each with a delimiter before it. */
void cli_explain_names(FILE *out, char delimiter, const cli_explanation *explanation);
void cli_explain_cells(FILE *out, char delimiter, const cli_explanation *explanation, const double *prob, int64_t row);
/* For people, of a document of predictions: the features that contribute most. */
void cli_explain_tell(FILE *out, const json_t *document);

#endif
