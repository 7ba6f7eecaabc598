/* Bytes that grow, and what the suffix of a path says of compression. */
#include "io/compress.h"

#include <string.h>
#include <strings.h>

int ard_bytes_add(ardor_context *context, ard_bytes *bytes, const void *data, size_t size)
{
    int rc = ARDOR_OK;
    int64_t need = bytes->n + (int64_t)size;
    if (need > bytes->room) {
        EXTEND(context, bytes->data, 2 * need);
        bytes->room = 2 * need;
    }
    if (size > 0) memcpy(bytes->data + bytes->n, data, size);
    bytes->n = need;
done:
    return rc;
}

static const struct {
    const char *suffix, *filter;
} known[] = {{".gz", "gzip"}, {".zst", "zstd"}, {".xz", "xz"}};
enum { N_KNOWN = sizeof known / sizeof *known };

const char *ard_compression_at(int index) { return index >= 0 && index < N_KNOWN ? known[index].filter : NULL; }

size_t ard_compression_of(const char *path, const char **filter)
{
    size_t bytes = strlen(path);
    *filter = NULL;
    for (size_t i = 0; i < N_KNOWN; i++) {
        size_t suffix = strlen(known[i].suffix);
        if (bytes <= suffix || strcasecmp(path + bytes - suffix, known[i].suffix) != 0) continue;
        *filter = known[i].filter;
        return bytes - suffix;
    }
    return bytes;
}
