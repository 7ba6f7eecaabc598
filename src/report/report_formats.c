/* The JSON description of the formats of tables. */
#include "base/text.h"
#include "io/reader.h"
#include "report/report.h"

static void write_format(ard_json *json, const ard_reader *reader)
{
    const char *extension;
    size_t bytes = 0;
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "name", reader->name);
    ard_json_open(json, "extensions", '[');
    for (int i = 0; (extension = ard_choice_at(reader->extensions, i, &bytes)); i++)
        ard_json_text_bytes(json, NULL, extension, bytes);
    ard_json_close(json);
    ard_json_bool(json, "writes", reader->write != NULL);
    ard_json_close(json);
}

int ard_report_formats(ardor_context *context, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '[');
    for (int i = 0; ard_readers[i]; i++) write_format(&json, ard_readers[i]);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
