/* Tables of delimited text: what csv, tsv and the like share, down to single cells. */
#ifndef ARD_DELIMITED_H
#define ARD_DELIMITED_H

#include "io/reader.h"
#include "data/dataset.h"
#include "io/compress.h"
#include "io/source.h"

typedef struct ard_text_row {
    int64_t line; /* physical line in the file where the row starts, from 1 */
    int64_t n;
    const char *const *cell; /* n texts, each ending in a NUL and holding no other */
    const size_t *length;    /* their bytes */
} ard_text_row;

/* Takes one row, valid during the call; an error ends the parse. */
typedef int ard_row_sink(void *user, const ard_text_row *row);

/* The rows of the source, one by one (delimited.c); the delimiter ' ' is any run of blanks and tabs, ends of lines aside. */
int ard_delimited_rows(ardor_context *context, ard_source *source, char delimiter, ard_row_sink *sink, void *user);

/* Does this build read such text at all? Core does not, without libcsv (delimited_core.c): ARDOR_USAGE, of a file and what is to
 * be read from it ("tables", "splits"). To be asked before anything is opened. */
int ard_delimited_check(ardor_context *context, const char *file, const char *what);

/* `read` and `write` of a reader, for a delimiter (delimited_read.c, delimited_write.c). */
int ard_delimited_read(ardor_context *context, ard_source *source, char delimiter, const ard_reading *reading,
                       ardor_dataset **out);
int ard_delimited_write(ardor_context *context, const ardor_dataset *data, char delimiter, ard_bytes *out);
#endif
