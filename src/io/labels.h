/* Labels that stand in a file of their own: a table with a header, whose first column names the samples, or a .cls file (cls.h),
 * whose labels are in the order of the samples. */
#ifndef ARD_LABELS_H
#define ARD_LABELS_H

#include "io/reader.h"

typedef struct ard_labels ard_labels;

/* The file that options.labels names, opened as `source`. Its columns of target, id, weights and group are those that the options
 * name; else those that the model was fitted to, else `class`, `id`, `weights` and `group`; one note says which they are and what
 * is ignored.
 * Cells are separated by what the name of the file says, else by options.delimiter, else by what its first line has. */
int ard_labels_read(ardor_context *context, const ard_reader *const *readers, ard_source *source, const ard_reading *reading,
                    ard_labels **out);
/* How the table is read that they are of: names of rows that are a column of the labels are none of it. */
ard_reading ard_labels_reading(const ard_labels *labels, const ard_reading *reading);
/* Give labels, names, weights and groups to the samples of a table that has none of its own but names. Samples without a label,
 * or labels without a sample, are an error; of rows to predict only the latter. */
int ard_labels_attach(const ard_labels *labels, const ard_reading *reading, ardor_dataset *data);
void ard_labels_free(ard_labels *labels);
#endif
