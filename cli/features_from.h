/* The option --features-from. */
#ifndef ARDOR_CLI_FEATURES_FROM_H
#define ARDOR_CLI_FEATURES_FROM_H

#include "cli.h"

/* RESULT[:TAU]: the path, for the caller to free (NULL: no memory), and the share, NaN without one. */
char *cli_features_path(const char *text, double *tau);
/* Reduces the data to the features of the option, if it was given. */
int cli_features_from(ardor_context *context, const cli_options *options, ardor_dataset *data);

#endif
