/* Compression through libarchive.
 *
 * Reading: its raw format, whose filters recognise compression by content, read concatenated members and report truncation, but
 * for one case: bytes that follow a gzip member and are no whole header of another are passed over. So the bytes that went in are
 * counted, and at the end compared with those that were used. An empty input is a format of its own there, and simply ends here.
 * Writing: its raw writer, into memory; the result then takes the same path to the disk as plain files, with its atomic
 * replacement. */
#include "io/packed.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

struct ard_unpacker {
    ardor_context *context;
    const char *name;
    ard_stored *stored;
    void *user;
    int64_t given; /* bytes that libarchive got */
    bool ended;
    struct archive *archive;
};

static int archive_error(const ard_unpacker *unpacker)
{
    const char *reason = archive_error_string(unpacker->archive);
    return ard_fail(unpacker->context, ARDOR_DATA, "%s: cannot be read: %s", unpacker->name,
                    reason ? reason : "damaged or truncated");
}

static la_ssize_t on_read(struct archive *archive, void *user, const void **out)
{
    ard_unpacker *unpacker = user;
    const ssize_t got = unpacker->stored(unpacker->user, out);
    if (got < 0) archive_set_error(archive, errno, "%s", strerror(errno));
    if (got > 0) unpacker->given += got;
    return got;
}

static int begin(ard_unpacker *unpacker)
{
    struct archive_entry *entry = NULL;
    archive_read_support_filter_gzip(unpacker->archive);
    archive_read_support_filter_zstd(unpacker->archive);
    archive_read_support_filter_xz(unpacker->archive);
    archive_read_support_format_raw(unpacker->archive);
    archive_read_support_format_empty(unpacker->archive);
    if (archive_read_open(unpacker->archive, unpacker, NULL, on_read, NULL) != ARCHIVE_OK) return archive_error(unpacker);
    int status = archive_read_next_header(unpacker->archive, &entry);
    unpacker->ended = status == ARCHIVE_EOF;
    return status == ARCHIVE_OK || status == ARCHIVE_EOF || status == ARCHIVE_WARN ? ARDOR_OK : archive_error(unpacker);
}

int ard_unpacker_new(ardor_context *context, const char *name, ard_stored *stored, void *user, ard_unpacker **out)
{
    int rc = ARDOR_OK;
    ard_unpacker *unpacker = NULL;
    *out = NULL;
    NEW(context, unpacker, 1);
    *unpacker = (ard_unpacker){.context = context, .name = name, .stored = stored, .user = user};
    unpacker->archive = archive_read_new();
    REQUIRE(context, unpacker->archive, ARDOR_MEMORY, "%s: out of memory", name);
    TRY(begin(unpacker));
    *out = unpacker;
    unpacker = NULL;
done:
    ard_unpacker_free(unpacker);
    return rc;
}

int ard_unpacker_read(ard_unpacker *unpacker, char *block, size_t room, size_t *size)
{
    *size = 0;
    if (unpacker->ended) return ARDOR_OK;
    la_ssize_t got = archive_read_data(unpacker->archive, block, room);
    if (got < 0) return archive_error(unpacker);
    unpacker->ended = got == 0;
    if (unpacker->ended && archive_filter_bytes(unpacker->archive, -1) != unpacker->given)
        return ard_fail(unpacker->context, ARDOR_DATA, "%s: bytes after the end of the compressed data: damaged or truncated",
                        unpacker->name);
    *size = (size_t)got;
    return ARDOR_OK;
}

void ard_unpacker_free(ard_unpacker *unpacker)
{
    if (!unpacker) return;
    if (unpacker->archive) archive_read_free(unpacker->archive);
    ard_free(unpacker->context, unpacker);
}

typedef struct compressor {
    ardor_context *context;
    ard_bytes *out;
    int rc; /* of the callback, which cannot return it */
} compressor;

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
