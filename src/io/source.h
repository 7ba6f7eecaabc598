/* A stream of bytes: a file, standard input or memory, decompressed on the way (gzip, zstd, xz, found by content). */
#ifndef ARD_SOURCE_H
#define ARD_SOURCE_H

#include "base/base.h"

typedef struct ard_source ard_source;

/* "-" is standard input. */
int ard_source_open(ardor_context *context, const char *path, ard_source **out);
/* The bytes must outlive the source; `name` is what messages call it. */
int ard_source_open_memory(ardor_context *context, const void *bytes, size_t size, const char *name, ard_source **out);
/* The next block, valid until the next call; *size 0 at the end. */
int ard_source_read(ard_source *source, const char **block, size_t *size);
/* What the stream begins with, behind a UTF-8 byte order mark; `cut`: there is more. Nothing is read by that. */
typedef struct ard_head {
    const char *text;
    size_t bytes;
    bool cut;
} ard_head;
int ard_source_head(ard_source *source, ard_head *out);
/* For messages: the path, "standard input" or the name given. */
const char *ard_source_name(const ard_source *source);
void ard_source_close(ard_source *source);
#endif
