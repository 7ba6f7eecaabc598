/* Files to datasets and back, through a table of readers (ard_readers: those of the library). */
#ifndef ARD_TABLE_H
#define ARD_TABLE_H

#include "io/reader.h"

/* As ardor_dataset_read, from a file or from memory (`name` is what messages call it); `expected`: NULL, or of the
 * model that is to predict the table. */
int ard_table_read(ardor_context *context, const ard_reader *const *readers, const char *path, const ardor_read_options *options,
                   const ard_expected *expected, ardor_dataset **out);
int ard_table_read_memory(ardor_context *context, const ard_reader *const *readers, const void *bytes, size_t size,
                          const char *name, const ardor_read_options *options, const ard_expected *expected, ardor_dataset **out);
/* As ardor_dataset_write. */
int ard_table_write(ardor_context *context, const ard_reader *const *readers, const ardor_dataset *data, const char *path);
#endif
