/* Model files on disk. */
#include "model/model_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

ardor_status ardor_model_save(ardor_context *context, const ardor_model *model, const char *path)
{
    int rc = ARDOR_OK;
    char *text = NULL;
    REQUIRE(context, model && path, ARDOR_USAGE, "saving needs a model and a file name");
    TRY(ard_model_text(context, model, &text));
    TRY(ardor_write_file(context, path, text, strlen(text)));
done:
    ard_free(context, text);
    return rc;
}

static int read_whole(ardor_context *context, FILE *file, const char *path, char **out, int64_t *bytes)
{
    int rc = ARDOR_OK;
    char *text = NULL;
    int64_t used = 0, room = 0;
    do {
        if (room - used < 65536) {
            room = ard_max64(2 * room, 131072);
            char *grown = ard_grow(context, text, room, 1);
            REQUIRE(context, grown, ARDOR_MEMORY, "%s: out of memory after %lld bytes", path, (long long)used);
            text = grown;
        }
        used += (int64_t)fread(text + used, 1, (size_t)(room - used), file);
    } while (!feof(file) && !ferror(file));
    REQUIRE(context, !ferror(file), ARDOR_IO, "%s: cannot be read: %s", path, strerror(errno));
    *out = text;
    *bytes = used;
    text = NULL;
done:
    ard_free(context, text);
    return rc;
}

ardor_status ardor_model_load(ardor_context *context, const char *path, ardor_model **out)
{
    int rc = ARDOR_OK;
    FILE *file = NULL;
    char *text = NULL;
    int64_t bytes = 0;
    if (out) *out = NULL;
    REQUIRE(context, path && out, ARDOR_USAGE, "loading needs a file name and a place for the model");
    file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rbe");
    REQUIRE(context, file, ARDOR_IO, "%s: cannot be opened: %s", path, strerror(errno));
    TRY(read_whole(context, file, path, &text, &bytes));
    TRY(ard_model_parse(context, text, (size_t)bytes, path, out));
done:
    if (file && file != stdin) fclose(file);
    ard_free(context, text);
    return rc;
}
