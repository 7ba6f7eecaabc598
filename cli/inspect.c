/* ardor inspect: what is in a model, a result or a file of finished folds, for people. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "records.h"
#include "tables.h"

static const struct poptOption options_table[] = {
    {"json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print one JSON document on standard output", NULL},
    CLI_TABLE("features or candidates of a fit, selection, importance, instability, rows or folds of an evaluation, "
              "cells, pairs, sparsity, folds or selection of a comparison"),
    CLI_VIEW,
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no notes on standard error", NULL},
    {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this help", NULL},
    POPT_TABLEEND};

static const char notes[] =
    "FILE is a model of `ardor fit -o`, the JSON of `ardor fit --json`, `ardor evaluate` or `ardor compare`, or what\n"
    "--checkpoint keeps, plain or compressed; \"-\" is standard input. A model is checked as `ardor predict` would check\n"
    "it. --json prints the report of the fit, or the result as it is; --table makes tables of it.\n\n"
    "Examples:\n"
    "  ardor inspect model.json.gz\n"
    "  ardor inspect result.json --table selection=selection.csv --table rows=rows.csv\n"
    "  ardor evaluate data.csv --plan loo --json | ardor inspect -\n";

/* The text of a file, decompressed, and the document in it. */
static int load_document(ardor_context *context, const char *path, char **text, json_t **document)
{
    json_error_t error;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    const int code = cli_status(context, ardor_read_text(context, path, text));
    if (code != CLI_DONE) return code;
    const size_t bytes = strlen(*text);
    if (cli_is_records(*text)) return cli_records_summary(*text, bytes, name, document);
    *document = json_loadb(*text, bytes, JSON_REJECT_DUPLICATES, &error);
    if (*document) return CLI_DONE;
    return cli_error(CLI_DATA, "%s: line %d, column %d: not a JSON document: %s", name, error.line, error.column, error.text);
}

/* A model goes through the library, which finds damage; the report of its fit is what people want to see. */
static int model_report(ardor_context *context, const char *text, const char *name, char **out)
{
    int code = CLI_DONE;
    ardor_model *model = NULL;
    TRY(cli_status(context, ardor_model_from_text(context, text, name, &model)));
    TRY(cli_status(context, ardor_model_json(context, model, out)));
done:
    ardor_model_free(model);
    return code;
}

/* Tables first, which are files for the most part. */
static int show(ardor_context *context, const cli_options *options, const char *text, const char *path)
{
    int code = CLI_DONE;
    TRY(cli_tables_check_document(options, text, path));
    TRY(cli_tables_write(context, options, text, false));
    TRY(cli_show(context, options, text, path));
    if (!options->json && !cli_tables_print(options)) TRY(cli_render_warnings(stdout, text, path));
done:
    return code;
}

/* A summary for people; for programs the file itself is one object to a line. */
static int show_records(const cli_options *options, const json_t *summary, const char *path)
{
    if (options->json)
        return cli_error(CLI_USAGE, "inspect: %s has finished folds, a JSON object to a line already: --json has nothing to add",
                         path);
    if (options->n_tables > 0)
        return cli_error(CLI_USAGE, "--table %s: %s has finished folds, of which there are no tables: the result has some",
                         options->table[0], path);
    char *text = json_dumps(summary, 0);
    const cli_view view = {options->verbose, options->all};
    int code = text ? cli_render(stdout, text, path, view) : cli_error(CLI_FAILED, "out of memory");
    free(text);
    return code;
}

/* A document that is shown as it is. */
static bool is_result(const char *format)
{
    return strcmp(format, "ardor-fit") == 0 || strcmp(format, "ardor-evaluation") == 0 || strcmp(format, "ardor-comparison") == 0;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    const char *path = options->argument[0];
    json_t *document = NULL;
    char *text = NULL, *report = NULL;
    TRY(cli_open(&context));
    TRY(load_document(context, path, &text, &document));
    if (strcmp(path, "-") == 0) path = "standard input";
    const char *format = cli_text_of(document, "format");
    if (cli_is_records(text)) {
        code = show_records(options, document, path);
    } else if (!format) {
        code = cli_error(CLI_DATA, "%s: neither a model nor a result of ardor: it has no \"format\"", path);
    } else if (strcmp(format, "ardor-model") == 0) {
        TRY(model_report(context, text, path, &report));
        code = show(context, options, report, path);
    } else if (is_result(format)) {
        code = show(context, options, text, path);
    } else {
        code = cli_error(CLI_DATA, "%s: cannot show the format \"%.60s\"", path, format);
    }
done:
    json_decref(document);
    ardor_string_free(context, report);
    ardor_string_free(context, text);
    return cli_close(context, code);
}

const cli_verb cli_inspect = {"inspect",
                              "what is in a model, a result or a checkpoint",
                              "FILE",
                              1,
                              1,
                              1,
                              CLI_WRITES_NOTHING,
                              CLI_NO_KEYS,
                              options_table,
                              notes,
                              run};
