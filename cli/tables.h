/* Results as tables, --table KIND=FILE (docs/tables.md), made from their JSON documents. */
#ifndef ARDOR_CLI_TABLES_H
#define ARDOR_CLI_TABLES_H

#include "cli.h"

enum { CLI_KINDS_BYTES = 80 };

/* The kinds that a verb has, "features, candidates", into the buffer; the first of them, NULL: it has none. */
const char *cli_tables_of(const char *verb, char out[CLI_KINDS_BYTES]);
/* The file of KIND=FILE. */
const char *cli_table_path(const char *table);
/* Refuse what the verb, or a run with these options, does not have. */
int cli_tables_check(const cli_verb *verb, const cli_options *options);
/* The same of a document that was read: `path` is for messages. */
int cli_tables_check_document(const cli_options *options, const char *json, const char *path);
/* Write those tables of a document that go to standard output, or those that go to files. */
int cli_tables_write(ardor_context *context, const cli_options *options, const char *json, bool standard_output);
/* Does one go to standard output, in the place of what is printed otherwise? */
bool cli_tables_print(const cli_options *options);

#endif
