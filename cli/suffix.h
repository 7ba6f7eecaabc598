/* What the suffix of a file's name says of its content. */
#ifndef ARDOR_CLI_SUFFIX_H
#define ARDOR_CLI_SUFFIX_H

#include <stdbool.h>

/* Of the name, compression aside: .json; .csv; .tsv or .tab; none; .html;
 * one that stands for something else that we know; any other. */
typedef enum {
    CLI_SUFFIX_NONE,
    CLI_SUFFIX_JSON,
    CLI_SUFFIX_CSV,
    CLI_SUFFIX_TSV,
    CLI_SUFFIX_HTML,
    CLI_SUFFIX_FOREIGN,
    CLI_SUFFIX_PACKED, /* a compression that cannot be written, or an archive */
    CLI_SUFFIX_OTHER
} cli_suffix;

cli_suffix cli_suffix_of(const char *path);
/* Does it end in the suffix of a compression? */
bool cli_is_compressed(const char *path);
/* What separates the cells of a table that is written to such a file: a tab, or else a comma. */
char cli_delimiter_of(const char *path);

#endif
