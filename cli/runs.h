/* What the verbs evaluate and compare compute, which `ardor rerun` computes again: the JSON of the result, with the command that
 * made it, for the caller to release by ardor_string_free. From then on the first signal waits until results are written. */
#ifndef ARDOR_CLI_RUNS_H
#define ARDOR_CLI_RUNS_H

#include "cli.h"

int cli_evaluation_json(ardor_context *context, const cli_options *options, char **json);
int cli_comparison_json(ardor_context *context, const cli_options *options, char **json);

/* All that is made of such a JSON: notes, the files, what is printed, and the exit code. source: what messages call it. */
int cli_give_result(ardor_context *context, const cli_options *options, const char *json, const char *source);

#endif
