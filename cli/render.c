/* Fits and evaluations for people, made from their JSON documents: whatever is shown here stands in the document
 * too. A member that is absent or null is left out. */
#include "render.h"

#include <string.h>

#include "cli.h"
#include "document.h"

/* Finished folds. */
static int print_records(FILE *out, const json_t *document)
{
    const char *plan = cli_text_of(document, "plan"), *hash = cli_text_of(document, "data_hash");
    const long long failed = cli_count_of(document, "n_failed");
    render_method(out, document);
    render_preparation(out, document);
    render_label(out, "Plan");
    fprintf(out, "%s\n", plan ? plan : "?");
    render_label(out, "Data");
    fprintf(out, "fingerprint %s\n", hash ? hash : "?");
    render_label(out, "Folds");
    fprintf(out, "%lld finished", cli_count_of(document, "n_folds"));
    if (failed > 0) fprintf(out, ", %lld of them failed", failed);
    fputs("\n", out);
    return CLI_DONE;
}

static bool is_format(const json_t *document, const char *name)
{
    const char *format = cli_text_of(document, "format");
    return format && strcmp(format, name) == 0;
}

static int parse(const char *json, const char *source, json_t **out)
{
    json_error_t error;
    *out = json_loads(json, JSON_REJECT_DUPLICATES, &error);
    return *out ? CLI_DONE : cli_error(CLI_DATA, "%s: line %d: not a JSON document: %s", source, error.line, error.text);
}

int cli_render(FILE *out, const char *json, const char *source, bool verbose)
{
    json_t *document = NULL;
    int code = parse(json, source, &document);
    if (code != CLI_DONE) return code;
    code = is_format(document, "ardor-evaluation") ? render_evaluation(out, document, verbose)
           : is_format(document, "ardor-records")  ? print_records(out, document)
                                                   : render_fit(out, document, verbose);
    json_decref(document);
    return code;
}

int cli_render_warnings(FILE *out, const char *json, const char *source)
{
    size_t i;
    json_t *document = NULL;
    const json_t *warning;
    const int code = parse(json, source, &document);
    const json_t *list = json_object_get(document, "warnings");
    if (json_array_size(list) > 0) fputs("\nWarnings\n", out);
    json_array_foreach(list, i, warning)
    {
        const char *text = cli_text_of(warning, "text");
        fputs("  ", out);
        cli_print_padded(out, text ? text : "?", 0);
        fputs("\n", out);
    }
    json_decref(document);
    return code;
}
