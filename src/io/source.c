/* Byte streams through libarchive's raw format, whose filters recognise compression by content, read concatenated
 * members and report truncation, but for one case: bytes that follow a gzip member and are no whole header of another
 * are passed over. So the bytes that went in are counted, and at the end compared with those that were used.
 * An empty input is a format of its own there, and simply ends here. */
#include "io/source.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"

enum { BLOCK_BYTES = 1 << 16 };

struct ard_source {
    ardor_context *context;
    char *name;
    int file;           /* descriptor, -1 = memory */
    const void *memory; /* not yet given on */
    size_t memory_size;
    int64_t given; /* bytes that libarchive got */
    bool ended;
    bool peeked; /* the block, of this size, has been seen and not read */
    size_t peeked_size;
    struct archive *archive;
    char raw[BLOCK_BYTES];   /* as stored */
    char block[BLOCK_BYTES]; /* as read */
};

static int archive_error(const ard_source *source)
{
    const char *reason = archive_error_string(source->archive);
    return ard_fail(source->context, ARDOR_DATA, "%s: cannot be read: %s", source->name,
                    reason ? reason : "damaged or truncated");
}

static la_ssize_t on_read(struct archive *archive, void *user, const void **out)
{
    ard_source *source = user;
    ssize_t got = 0;
    if (source->file < 0) {
        *out = source->memory;
        got = (ssize_t)source->memory_size;
        source->memory_size = 0;
    } else {
        *out = source->raw;
        do got = read(source->file, source->raw, sizeof source->raw);
        while (got < 0 && errno == EINTR);
        if (got < 0) archive_set_error(archive, errno, "%s", strerror(errno));
    }
    if (got > 0) source->given += got;
    return got;
}

static int new_source(ardor_context *context, const char *name, ard_source **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    *out = NULL;
    NEW(context, source, 1);
    source->context = context;
    source->file = -1;
    COPY(context, source->name, name);
    source->archive = archive_read_new();
    REQUIRE(context, source->archive, ARDOR_MEMORY, "%s: out of memory", name);
    archive_read_support_filter_gzip(source->archive);
    archive_read_support_filter_zstd(source->archive);
    archive_read_support_filter_xz(source->archive);
    archive_read_support_format_raw(source->archive);
    archive_read_support_format_empty(source->archive);
    *out = source;
    source = NULL;
done:
    ard_source_close(source);
    return rc;
}

static int begin(ard_source *source)
{
    struct archive_entry *entry = NULL;
    if (archive_read_open(source->archive, source, NULL, on_read, NULL) != ARCHIVE_OK) return archive_error(source);
    int status = archive_read_next_header(source->archive, &entry);
    source->ended = status == ARCHIVE_EOF;
    return status == ARCHIVE_OK || status == ARCHIVE_EOF || status == ARCHIVE_WARN ? ARDOR_OK : archive_error(source);
}

int ard_source_open(ardor_context *context, const char *path, ard_source **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    struct stat status;
    *out = NULL;
    bool standard_input = strcmp(path, "-") == 0;
    TRY(new_source(context, standard_input ? "standard input" : path, &source));
    source->file = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    REQUIRE(context, source->file >= 0, ARDOR_IO, "%s: cannot be opened: %s", path, strerror(errno));
    bool directory = fstat(source->file, &status) == 0 && S_ISDIR(status.st_mode);
    REQUIRE(context, !directory, ARDOR_IO, "%s: is a directory, not a file", source->name);
    TRY(begin(source));
    *out = source;
    source = NULL;
done:
    ard_source_close(source);
    return rc;
}

int ard_source_open_memory(ardor_context *context, const void *bytes, size_t size, const char *name, ard_source **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    *out = NULL;
    TRY(new_source(context, name, &source));
    source->memory = bytes;
    source->memory_size = size;
    TRY(begin(source));
    *out = source;
    source = NULL;
done:
    ard_source_close(source);
    return rc;
}

int ard_source_read(ard_source *source, const char **block, size_t *size)
{
    *block = source->block;
    *size = source->peeked ? source->peeked_size : 0;
    if (source->peeked || source->ended) {
        source->peeked = false;
        return ARDOR_OK;
    }
    la_ssize_t got = archive_read_data(source->archive, source->block, sizeof source->block);
    if (got < 0) return archive_error(source);
    source->ended = got == 0;
    if (source->ended && archive_filter_bytes(source->archive, -1) != source->given)
        return ard_fail(source->context, ARDOR_DATA, "%s: bytes after the end of the compressed data: damaged or truncated",
                        source->name);
    *size = (size_t)got;
    return ARDOR_OK;
}

/* The block that ard_source_read gives next. */
static int peek(ard_source *source, const char **block, size_t *size)
{
    int rc = ard_source_read(source, block, size);
    source->peeked = rc == ARDOR_OK;
    source->peeked_size = *size;
    return rc;
}

int ard_source_head(ard_source *source, ard_head *out)
{
    int rc = peek(source, &out->text, &out->bytes);
    const size_t mark = ard_mark_bytes(out->text, out->bytes);
    out->cut = out->bytes == BLOCK_BYTES;
    out->text += mark;
    out->bytes -= mark;
    return rc;
}

const char *ard_source_name(const ard_source *source) { return source->name; }

void ard_source_close(ard_source *source)
{
    if (!source) return;
    if (source->archive) archive_read_free(source->archive);
    if (source->file > STDIN_FILENO) close(source->file);
    ard_free(source->context, source->name);
    ard_free(source->context, source);
}
