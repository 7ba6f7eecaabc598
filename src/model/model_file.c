/* Model files on disk. */
#include "model/model_file.h"

#include <string.h>

#include "io/whole.h"

ardor_status ardor_model_save(ardor_context *context, const ardor_model *model, const char *path)
{
    int rc = ARDOR_OK;
    char *text = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, model && path, ARDOR_USAGE, "saving needs a model and a file name");
    TRY(ard_model_text(context, model, &text));
    TRY(ardor_write_file(context, path, text, strlen(text)));
done:
    ard_free(context, text);
    return rc;
}

ardor_status ardor_model_text(ardor_context *context, const ardor_model *model, char **out)
{
    int rc = ARDOR_OK;
    if (out) *out = NULL;
    REQUIRE(context, context && model && out, ARDOR_USAGE, "the text of a model needs the model and a place to go to");
    TRY(ard_model_text(context, model, out));
done:
    return (ardor_status)rc;
}

ardor_status ardor_model_load(ardor_context *context, const char *path, ardor_model **out)
{
    int rc = ARDOR_OK;
    char *name = NULL;
    ard_bytes text = {0};
    if (out) *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, path && out, ARDOR_USAGE, "loading needs a file name and a place for the model");
    TRY(ard_read_whole(context, path, &text, &name));
    TRY(ard_model_parse(context, NULL, text.data, (size_t)text.n, name, out));
done:
    ard_free(context, name);
    ard_free(context, text.data);
    return rc;
}

ardor_status ardor_model_from_text(ardor_context *context, const char *text, const char *name, ardor_model **out)
{
    int rc = ARDOR_OK;
    if (out) *out = NULL;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, text && name && out, ARDOR_USAGE, "a model from a text needs the text, its name and a place for the model");
    TRY(ard_model_parse(context, NULL, text, strlen(text), name, out));
done:
    return (ardor_status)rc;
}
