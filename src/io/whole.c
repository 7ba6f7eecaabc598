/* Files read as a whole. */
#include "io/whole.h"

#include <string.h>

#include "io/source.h"

int ard_read_whole(ardor_context *context, const char *path, ard_bytes *out, char **name)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    ard_bytes bytes = {0};
    const char *block = NULL;
    size_t size = 0;
    *out = (ard_bytes){0};
    *name = NULL;
    TRY(ard_source_open(context, path, &source));
    do {
        TRY(ard_source_read(source, &block, &size));
        if (size > 0) TRY(ard_bytes_add(context, &bytes, block, size));
    } while (size > 0);
    COPY(context, *name, ard_source_name(source));
    *out = bytes;
    bytes = (ard_bytes){0};
done:
    ard_free(context, bytes.data);
    ard_source_close(source);
    return rc;
}

ardor_status ardor_read_text(ardor_context *context, const char *path, char **out)
{
    int rc = ARDOR_OK;
    ard_bytes bytes = {0};
    char *name = NULL;
    if (out) *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, path && out, ARDOR_USAGE, "ardor_read_text: a path and a place for the text are needed");
    TRY(ard_read_whole(context, path, &bytes, &name));
    const char *nul = bytes.n > 0 ? memchr(bytes.data, 0, (size_t)bytes.n) : NULL;
    REQUIRE(context, !nul, ARDOR_DATA, "%s: is no text: byte %lld is NUL", name, (long long)(nul - bytes.data) + 1);
    TRY(ard_bytes_add(context, &bytes, "", 1));
    *out = bytes.data;
    bytes.data = NULL;
done:
    ard_free(context, name);
    ard_free(context, bytes.data);
    return (ardor_status)rc;
}
