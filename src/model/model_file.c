/* Model files on disk. */
#include "model/model_file.h"

#include <string.h>

#include "io/compress.h"
#include "io/source.h"

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

ardor_status ardor_model_load(ardor_context *context, const char *path, ardor_model **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    ard_bytes text = {0};
    const char *block = NULL;
    size_t size = 0;
    if (out) *out = NULL;
    REQUIRE(context, path && out, ARDOR_USAGE, "loading needs a file name and a place for the model");
    TRY(ard_source_open(context, path, &source));
    do {
        TRY(ard_source_read(source, &block, &size));
        if (size > 0) TRY(ard_bytes_add(context, &text, block, size));
    } while (size > 0);
    TRY(ard_model_parse(context, NULL, text.data ? text.data : "", (size_t)text.n, ard_source_name(source), out));
done:
    ard_free(context, text.data);
    ard_source_close(source);
    return rc;
}
