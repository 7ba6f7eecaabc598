/* What separates the cells of a delimited table and marks decimals: what the options say of it, and whether the text looks so. */
#ifndef ARD_DIALECT_H
#define ARD_DIALECT_H

#include "io/source.h"

/* The one that `text`, of --delimiter, means; ARDOR_USAGE where it means none. */
int ard_dialect_delimiter(ardor_context *context, const char *file, const char *text, char *delimiter);
/* The delimiter of the source (' ': any run of blanks), which has `usual` unless the options say otherwise; with a note where a
 * decimal comma changes it. ARDOR_USAGE where `delimiter` or `decimal` of the options make no sense; ARDOR_DATA, with the option
 * that reads it, where the source looks separated by something else: all of it a single column, or rows of different lengths,
 * and with another delimiter a table. Nothing of the source is read by that. */
int ard_dialect_find(ardor_context *context, ard_source *source, char usual, const ardor_read_options *options, char *delimiter);
#endif
