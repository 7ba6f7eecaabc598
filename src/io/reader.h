/* Formats of tables. What a new reader must implement: the table ard_reader, in a file of its own, and a row in readers.c.
 *
 * It gets the bytes as they are before compression, and trusts none of them: whatever they are, the result is a dataset, or
 * ARDOR_DATA with the name of the source and the place. Formats of delimited cells have most of it from delimited.h. */
#ifndef ARD_READER_H
#define ARD_READER_H

#include "data/dataset.h"
#include "data/expected.h"
#include "io/compress.h"
#include "io/source.h"

/* How a table is read. */
typedef struct ard_reading {
    ardor_read_options options;   /* all members are there; `labels` are the caller's to read, and with them there is no target */
    const ard_expected *expected; /* what is known of the table beforehand, by a model that is to predict it; NULL: nothing */
} ard_reading;

typedef struct ard_reader {
    const char *name;       /* as --format has it */
    const char *extensions; /* of file names, without the point, in any case: "tsv|tab" */
    char delimiter;         /* of its cells, which delimited.h reads; 0: they are not delimited */
    /* Is a file of this format what begins so? NULL: that cannot be told. */
    bool (*recognises)(const ard_head *head);
    /* What the format cannot do of target, id, weights, group, positive, transpose, header, drop, keep, onehot, delimiter and
     * decimal is refused, never passed over, and so is a column that is not there: ARDOR_USAGE, with what was asked for. Labels
     * become classes by ard_dataset_set_labels; dataset.inputs says what became of the table; the caller checks the dataset
     * (ard_dataset_check) and names rows without a name. */
    int (*read)(ardor_context *context, ard_source *source, const ard_reading *reading, ardor_dataset **out);
    /* The content of a file, added to `out`: reading it gives the same names, labels and values to the bit. NULL: the format is
     * only read. */
    int (*write)(ardor_context *context, const ardor_dataset *data, ard_bytes *out);
} ard_reader;

/* Those of the library, NULL after the last. */
extern const ard_reader *const ard_readers[];

/* By name, or (name NULL) by the extension of the path, compression suffix aside; NULL where only the content can tell. An
 * unknown name is an error that lists the formats. Tables of readers end in NULL. */
int ard_reader_find(ardor_context *context, const ard_reader *const *readers, const char *name, const char *path,
                    const ard_reader **out);
/* The one that recognises the content, with a note, or the first of the table. The source still gives all of it. */
int ard_reader_recognise(ardor_context *context, const ard_reader *const *readers, ard_source *source, const ard_reader **out);
/* The first of delimited text, NULL: there is none. */
const ard_reader *ard_reader_delimited(const ard_reader *const *readers);
/* What separates the cells of a file of this name, which holds `what` ("splits"): by extension, or that of the first that has
 * some. A format without delimited cells is an error. */
int ard_reader_delimiter(ardor_context *context, const ard_reader *const *readers, const char *what, const char *path, char *out);
/* The one to write a file of this name: by extension, or the first. A format that is only read is an error. */
int ard_reader_to_write(ardor_context *context, const ard_reader *const *readers, const char *path, const ard_reader **out);
#endif
