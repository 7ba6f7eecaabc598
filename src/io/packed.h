/* Compression, by the library that the build has for it: libarchive (packed.c), or none (packed_core.c), where compressed bytes
 * are refused by name. */
#ifndef ARD_PACKED_H
#define ARD_PACKED_H

#include <sys/types.h>

#include "io/compress.h"

/* Bytes as they were before compression, by gzip, zstd or xz, which is found by content. */
typedef struct ard_unpacker ard_unpacker;

/* The next bytes as they are stored, valid until the next call; 0: the end, -1: errno says why there are none. */
typedef ssize_t ard_stored(void *user, const void **out);

/* `name` is what messages call it; name and user outlive the unpacker. */
int ard_unpacker_new(ardor_context *context, const char *name, ard_stored *stored, void *user, ard_unpacker **out);
/* As many bytes as there is room for, fewer at the end, then none. */
int ard_unpacker_read(ard_unpacker *unpacker, char *block, size_t room, size_t *size);
void ard_unpacker_free(ard_unpacker *unpacker);

/* filter: "gzip", "zstd" or "xz". The result depends on the input alone (no time stamp, no name). */
int ard_compress(ardor_context *context, const char *filter, const ard_bytes *plain, ard_bytes *out);
#endif
