/* Files as they are, without libarchive: what is compressed is known by its first bytes, and refused. */
#include <errno.h>
#include <string.h>

#include "base/profile.h"
#include "io/packed.h"

struct ard_unpacker {
    ardor_context *context;
    const char *name;
    ard_stored *stored;
    void *user;
    const char *next; /* of the bytes that were stored */
    size_t left;      /* there */
    bool begun, ended;
};

int ard_unpacker_new(ardor_context *context, const char *name, ard_stored *stored, void *user, ard_unpacker **out)
{
    int rc = ARDOR_OK;
    *out = NULL;
    NEW(context, *out, 1);
    **out = (ard_unpacker){.context = context, .name = name, .stored = stored, .user = user};
done:
    return rc;
}

/* NULL: not compressed. */
static const char *filter_of(const char *text, size_t bytes)
{
    static const struct {
        const char *filter, *magic;
        size_t bytes;
    } known[] = {{"gzip", "\x1F\x8B", 2},
                 {"zstd", "\x28\xB5\x2F\xFD", 4},
                 {"xz",
                  "\xFD"
                  "7zXZ\0",
                  6}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (bytes >= known[i].bytes && memcmp(text, known[i].magic, known[i].bytes) == 0) return known[i].filter;
    return NULL;
}

static int refill(ard_unpacker *unpacker)
{
    const void *bytes = NULL;
    const ssize_t got = unpacker->stored(unpacker->user, &bytes);
    if (got < 0) return ard_fail(unpacker->context, ARDOR_DATA, "%s: cannot be read: %s", unpacker->name, strerror(errno));
    unpacker->next = bytes;
    unpacker->left = (size_t)got;
    unpacker->ended = got == 0;
    return ARDOR_OK;
}

int ard_unpacker_read(ard_unpacker *unpacker, char *block, size_t room, size_t *size)
{
    int rc = ARDOR_OK;
    size_t used = 0;
    *size = 0;
    while (used < room && !unpacker->ended) {
        if (unpacker->left == 0) TRY(refill(unpacker));
        const size_t part = unpacker->left < room - used ? unpacker->left : room - used;
        if (part > 0) memcpy(block + used, unpacker->next, part);
        unpacker->next += part;
        unpacker->left -= part;
        used += part;
    }
    const char *filter = unpacker->begun ? NULL : filter_of(block, used);
    REQUIRE(unpacker->context, !filter, ARDOR_USAGE,
            "%s: is compressed with %s, which this build of ardor (profile %s) does not read: decompress it first",
            unpacker->name, filter, ard_profile());
    unpacker->begun = true;
    *size = used;
done:
    return rc;
}

void ard_unpacker_free(ard_unpacker *unpacker)
{
    if (unpacker) ard_free(unpacker->context, unpacker);
}

int ard_compress(ardor_context *context, const char *filter, const ard_bytes *plain, ard_bytes *out)
{
    (void)plain, (void)out;
    return ard_fail(context, ARDOR_USAGE,
                    "this build of ardor (profile %s) does not write %s: name the file without .gz, .zst or .xz", ard_profile(),
                    filter);
}
