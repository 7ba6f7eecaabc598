/* Compression through libarchive's raw writer, into memory: the result then takes the same path to the disk as plain
 * files, with its atomic replacement. */
#include "io/compress.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

typedef struct compressor {
    ardor_context *context;
    ard_bytes *out;
    int rc; /* of the callback, which cannot return it */
} compressor;

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

static la_ssize_t on_block(struct archive *archive, void *user, const void *block, size_t size)
{
    compressor *c = user;
    c->rc = ard_bytes_add(c->context, c->out, block, size);
    if (c->rc == ARDOR_OK) return (la_ssize_t)size;
    archive_set_error(archive, ENOMEM, "out of memory");
    return -1;
}

static bool write_entry(struct archive *archive, struct archive_entry *entry, const ard_bytes *plain)
{
    archive_entry_set_pathname(entry, "data");
    archive_entry_set_filetype(entry, AE_IFREG);
    if (archive_write_header(archive, entry) != ARCHIVE_OK) return false;
    if (plain->n > 0 && archive_write_data(archive, plain->data, (size_t)plain->n) != (la_ssize_t)plain->n) return false;
    return archive_write_close(archive) == ARCHIVE_OK;
}

int ard_compress(ardor_context *context, const char *filter, const ard_bytes *plain, ard_bytes *out)
{
    int rc = ARDOR_OK;
    compressor c = {context, out, ARDOR_OK};
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    REQUIRE(context, archive && entry, ARDOR_MEMORY, "out of memory");
    REQUIRE(context, archive_write_add_filter_by_name(archive, filter) == ARCHIVE_OK, ARDOR_IO,
            "the installed libarchive cannot write %s: %s", filter, archive_error_string(archive));
    if (strcmp(filter, "gzip") == 0) archive_write_set_filter_option(archive, "gzip", "timestamp", NULL);
    archive_write_set_format_raw(archive);
    archive_write_set_bytes_per_block(archive, 0);
    bool written = archive_write_open(archive, &c, NULL, on_block, NULL) == ARCHIVE_OK && write_entry(archive, entry, plain);
    TRY(c.rc);
    REQUIRE(context, written, ARDOR_IO, "%s compression failed: %s", filter, archive_error_string(archive));
done:
    archive_entry_free(entry);
    if (archive) archive_write_free(archive);
    return rc;
}

size_t ard_compression_of(const char *path, const char **filter)
{
    static const struct {
        const char *suffix, *filter;
    } known[] = {{".gz", "gzip"}, {".zst", "zstd"}, {".xz", "xz"}};
    size_t bytes = strlen(path);
    *filter = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t suffix = strlen(known[i].suffix);
        if (bytes <= suffix || strcasecmp(path + bytes - suffix, known[i].suffix) != 0) continue;
        *filter = known[i].filter;
        return bytes - suffix;
    }
    return bytes;
}
