/* Table formats behind one small interface: each turns a stream of bytes into rows of text cells. */
#ifndef ARD_FORMAT_H
#define ARD_FORMAT_H

#include "io/source.h"

typedef struct ard_text_row {
    int64_t line; /* physical line in the file where the row starts, from 1 */
    int64_t n;
    const char *const *cell; /* n texts, each ending in a NUL and holding no other */
    const size_t *length;    /* their bytes */
} ard_text_row;

/* Takes one row, valid during the call; an error ends the parse. */
typedef int ard_row_sink(void *user, const ard_text_row *row);

typedef struct ard_table_format {
    const char *name;
    const char *extensions; /* "tsv|tab" */
    char delimiter;
    int (*parse)(const struct ard_table_format *format, ardor_context *context, ard_source *source, ard_row_sink *sink,
                 void *user);
} ard_table_format;

/* By name, or (name NULL) by the path's extension, compression suffix aside; any other extension means CSV. An unknown
 * name is an error that lists the formats. */
int ard_format_find(ardor_context *context, const char *name, const char *path, const ard_table_format **out);

/* Delimited text (format_delimited.c). */
int ard_delimited_parse(const ard_table_format *format, ardor_context *context, ard_source *source, ard_row_sink *sink,
                        void *user);

/* Length of the path without .gz, .zst or .xz; *filter is libarchive's name for it, NULL without such a suffix. */
size_t ard_compression_of(const char *path, const char **filter);
#endif
