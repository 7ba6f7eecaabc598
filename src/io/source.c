/* Files and memory, block by block, what is compressed through packed.h. */
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/utf8.h"
#include "io/packed.h"

enum { BLOCK_BYTES = 1 << 16 };

struct ard_source {
    ardor_context *context;
    char *name;
    int file;           /* descriptor, -1 = memory */
    const void *memory; /* not yet given on */
    size_t memory_size;
    bool peeked; /* the block, of this size, has been seen and not read */
    size_t peeked_size;
    ard_unpacker *unpacker;
    char raw[BLOCK_BYTES];   /* as stored */
    char block[BLOCK_BYTES]; /* as read */
};

static ssize_t stored(void *user, const void **out)
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
    }
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
    *out = source;
    source = NULL;
done:
    ard_source_close(source);
    return rc;
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
    TRY(ard_unpacker_new(context, source->name, stored, source, &source->unpacker));
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
    TRY(ard_unpacker_new(context, source->name, stored, source, &source->unpacker));
    *out = source;
    source = NULL;
done:
    ard_source_close(source);
    return rc;
}

int ard_source_read(ard_source *source, const char **block, size_t *size)
{
    *block = source->block;
    *size = source->peeked_size;
    if (!source->peeked) return ard_unpacker_read(source->unpacker, source->block, sizeof source->block, size);
    source->peeked = false;
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
    ard_unpacker_free(source->unpacker);
    if (source->file > STDIN_FILENO) close(source->file);
    ard_free(source->context, source->name);
    ard_free(source->context, source);
}
