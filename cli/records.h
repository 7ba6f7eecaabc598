/* Files of finished folds (docs/records.md). */
#ifndef ARDOR_CLI_RECORDS_H
#define ARDOR_CLI_RECORDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Does the text begin as the first line of such a file does? */
bool cli_is_records(const char *text);
/* What the folds are of: the first line's members with those of its recipe, and of how many there is a line (`n_folds`) and how
 * many failed (`n_failed`); of a comparison also how many cells it has (`n_cells`), and the plan of the first. A last line that
 * was cut off does not count; `path` is for messages. */
int cli_records_summary(const char *text, size_t bytes, const char *path, json_t **out);

#endif
