/* Files read as a whole. */
#ifndef ARD_WHOLE_H
#define ARD_WHOLE_H

#include "io/compress.h"

/* What is in the file ("-": standard input), decompressed, and what messages call it, which is a copy (ard_free). */
int ard_read_whole(ardor_context *context, const char *path, ard_bytes *out, char **name);
#endif
