/* Compression of a whole file's bytes. */
#ifndef ARD_COMPRESS_H
#define ARD_COMPRESS_H

#include "base/base.h"

/* Bytes that grow. `data` is owned; release with ard_free. */
typedef struct ard_bytes {
    char *data;
    int64_t n, room;
} ard_bytes;

int ard_bytes_add(ardor_context *context, ard_bytes *bytes, const void *data, size_t size);
/* filter: "gzip", "zstd" or "xz". The result depends on the input alone (no time stamp, no name). */
int ard_compress(ardor_context *context, const char *filter, const ard_bytes *plain, ard_bytes *out);
/* Length of the path without .gz, .zst or .xz; *filter is libarchive's name for it, NULL without such a suffix. */
size_t ard_compression_of(const char *path, const char **filter);
#endif
