/* ardor inspect: what is in a model, a result or a file of finished folds, for people. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "records.h"

static const struct poptOption options_table[] = {
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print one JSON document on standard output", NULL},
    CLI_VERBOSE,
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no notes on standard error", NULL},
    {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this help", NULL},
    POPT_TABLEEND};

static const char notes[] =
    "FILE is a model of `ardor fit -o`, the JSON of `ardor fit --json` or `ardor evaluate`, or what --checkpoint of\n"
    "`ardor evaluate` keeps. A model is checked as `ardor predict` would check it. --json prints the report of the fit,\n"
    "or the result as it is.\n\n"
    "Examples:\n"
    "  ardor inspect model.json\n"
    "  ardor evaluate data.csv --plan loo --json | ardor inspect -\n";

static int read_stream(FILE *file, const char *path, char **out, size_t *bytes)
{
    size_t room = 0, got;
    do {
        if (*bytes + 1 >= room) {
            room = room ? 2 * room : 65536;
            char *grown = realloc(*out, room);
            if (!grown) return cli_error(CLI_FAILED, "out of memory");
            *out = grown;
        }
        errno = 0;
        got = fread(*out + *bytes, 1, room - *bytes - 1, file);
        *bytes += got;
    } while (got > 0);
    (*out)[*bytes] = '\0';
    return ferror(file) ? cli_error(CLI_DATA, "%s: cannot be read: %s", path, strerror(errno)) : CLI_DONE;
}

/* The text of a file and the document in it; both are the caller's, on a failure too. */
static int load_document(const char *path, char **text, json_t **document)
{
    json_error_t error;
    size_t bytes = 0;
    bool standard_input = strcmp(path, "-") == 0;
    FILE *file = standard_input ? stdin : fopen(path, "rb");
    if (!file) return cli_error(CLI_DATA, "%s: cannot be read: %s", path, strerror(errno));
    int code = read_stream(file, path, text, &bytes);
    if (!standard_input) fclose(file);
    if (code != CLI_DONE) return code;
    if (cli_is_records(*text)) return cli_records_summary(*text, bytes, path, document);
    *document = json_loadb(*text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (*document) return CLI_DONE;
    return cli_error(CLI_DATA, "%s: line %d, column %d: not a JSON document: %s", path, error.line, error.column, error.text);
}

/* A model goes through the library, which finds damage; the report of its fit is what people want to see. */
static int model_report(const char *path, char **out)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    ardor_model *model = NULL;
    char *json = NULL;
    *out = NULL;
    if (strcmp(path, "-") == 0) return cli_error(CLI_USAGE, "inspect: a model is read from a file, not from standard input");
    TRY(cli_open(&context));
    TRY(cli_status(context, ardor_model_load(context, path, &model)));
    TRY(cli_status(context, ardor_model_json(context, model, &json)));
    *out = strdup(json);
    if (!*out) code = cli_error(CLI_FAILED, "out of memory");
done:
    ardor_string_free(context, json);
    ardor_model_free(model);
    return cli_close(context, code);
}

static int show(const cli_options *options, const char *text, const char *path)
{
    if (options->json) return cli_deliver(NULL, NULL, text);
    const int code = cli_render(stdout, text, path, options->verbose);
    return code == CLI_DONE ? cli_render_warnings(stdout, text, path) : code;
}

/* A summary for people; for programs the file itself is one object to a line. */
static int show_records(const cli_options *options, const json_t *summary, const char *path)
{
    if (options->json)
        return cli_error(CLI_USAGE, "inspect: %s has finished folds, a JSON object to a line already: --json has nothing to add",
                         path);
    char *text = json_dumps(summary, 0);
    int code = text ? cli_render(stdout, text, path, options->verbose) : cli_error(CLI_FAILED, "out of memory");
    free(text);
    return code;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    const char *path = options->argument[0];
    json_t *document = NULL;
    char *text = NULL, *report = NULL;
    TRY(load_document(path, &text, &document));
    const char *format = cli_text_of(document, "format");
    if (cli_is_records(text)) {
        code = show_records(options, document, path);
    } else if (!format) {
        code = cli_error(CLI_DATA, "%s: neither a model nor a result of ardor: it has no \"format\"", path);
    } else if (strcmp(format, "ardor-model") == 0) {
        TRY(model_report(path, &report));
        code = show(options, report, path);
    } else if (strcmp(format, "ardor-fit") == 0 || strcmp(format, "ardor-evaluation") == 0) {
        code = show(options, text, path);
    } else {
        code = cli_error(CLI_DATA, "%s: cannot show the format \"%s\"", path, format);
    }
done:
    json_decref(document);
    free(report);
    free(text);
    return code;
}

const cli_verb cli_inspect = {
    "inspect", "what is in a model, a result or a checkpoint", "FILE", 1, 1, false, options_table, notes, run};
