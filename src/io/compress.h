/* Bytes of a whole file, and the compression that its name asks for. */
#ifndef ARD_COMPRESS_H
#define ARD_COMPRESS_H

#include "base/base.h"

/* Bytes that grow. `data` is owned; release with ard_free. */
typedef struct ard_bytes {
    char *data;
    int64_t n, room;
} ard_bytes;

int ard_bytes_add(ardor_context *context, ard_bytes *bytes, const void *data, size_t size);
/* Length of the path without .gz, .zst or .xz; *filter is what ard_compress calls it, NULL without such a suffix. */
size_t ard_compression_of(const char *path, const char **filter);
/* By index; NULL beyond the last. */
const char *ard_compression_at(int index);
#endif
