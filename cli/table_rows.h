/* Documents as rows of tables. */
#ifndef ARDOR_CLI_TABLE_ROWS_H
#define ARDOR_CLI_TABLE_ROWS_H

#include "table_kinds.h"

/* "tune.candidates" of a document. */
json_t *cli_at_path(const json_t *document, const char *path);
/* Folds that make one repetition; *several is set if there are more. */
long long cli_folds_of_repetition(const json_t *document, bool *several);
/* A new array of objects: the rows of a kind. */
json_t *cli_table_rows(const cli_kind *kind, const json_t *document);

#endif
