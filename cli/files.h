/* The files of a run, looked at before any of them is read. */
#ifndef ARDOR_CLI_FILES_H
#define ARDOR_CLI_FILES_H

#include "cli.h"

/* Refuse what cannot be done: outputs that cannot be written or whose suffix is that of something else, two results for one
 * standard output, two inputs from one standard input, and an output that is one of the inputs, or another output. */
int cli_check_files(const cli_verb *verb, const cli_options *options);

#endif
