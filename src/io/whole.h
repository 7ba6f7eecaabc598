/* Small files of text, read as a whole: models, results, lists of names, .cls files. Tables are streams (source.h). */
#ifndef ARD_WHOLE_H
#define ARD_WHOLE_H

#include "io/compress.h"
#include "io/source.h"

/* What is left of the source, decompressed, with a NUL behind it that out->n does not count. Where a NUL is in it, it is no text:
 * ARDOR_DATA. */
int ard_read_rest(ardor_context *context, ard_source *source, ard_bytes *out);
/* What is in the file ("-": standard input) in the same way, and what messages call it, which is a copy (ard_free); name NULL: it
 * is not wanted. */
int ard_read_whole(ardor_context *context, const char *path, ard_bytes *out, char **name);
#endif
