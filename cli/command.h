/* A run as the words of a command: what decides its result, without how it is run and where results go. */
#ifndef ARDOR_CLI_COMMAND_H
#define ARDOR_CLI_COMMAND_H

#include "cli.h"

/* Keys of runs that do not decide what an evaluation or a comparison says, up to NULL. */
extern const char *const cli_keys_of_running[];

/* Have the documents of this context say by which command they were made. */
int cli_command_record(ardor_context *context, const cli_verb *verb, const cli_options *options);

#endif
