#include "io/whole.h"

#include <string.h>

int ard_read_rest(ardor_context *context, ard_source *source, ard_bytes *out)
{
    int rc = ARDOR_OK;
    ard_bytes bytes = {0};
    const char *block = NULL;
    size_t size = 0;
    *out = (ard_bytes){0};
    do {
        TRY(ard_source_read(source, &block, &size));
        const char *nul = size > 0 ? memchr(block, '\0', size) : NULL;
        REQUIRE(context, !nul, ARDOR_DATA, "%s: is no text: byte %lld is NUL", ard_source_name(source),
                (long long)(bytes.n + (nul - block) + 1));
        TRY(ard_bytes_add(context, &bytes, block, size));
    } while (size > 0);
    TRY(ard_bytes_add(context, &bytes, "", 1));
    bytes.n--;
    *out = bytes;
    bytes = (ard_bytes){0};
done:
    ard_free(context, bytes.data);
    return rc;
}

int ard_read_whole(ardor_context *context, const char *path, ard_bytes *out, char **name)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    char *copy = NULL;
    *out = (ard_bytes){0};
    if (name) *name = NULL;
    TRY(ard_source_open(context, path, &source));
    if (name) COPY(context, copy, ard_source_name(source));
    TRY(ard_read_rest(context, source, out));
    if (name) *name = copy;
    copy = NULL;
done:
    ard_free(context, copy);
    ard_source_close(source);
    return rc;
}

ardor_status ardor_read_text(ardor_context *context, const char *path, char **out)
{
    int rc = ARDOR_OK;
    ard_bytes bytes = {0};
    if (out) *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, path && out, ARDOR_USAGE, "ardor_read_text: a path and a place for the text are needed");
    TRY(ard_read_whole(context, path, &bytes, NULL));
    *out = bytes.data;
done:
    return (ardor_status)rc;
}
