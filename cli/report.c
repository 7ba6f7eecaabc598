/* ardor report: one HTML page of results, to be read by people. */
#include "cli.h"

#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "records.h"

static const struct poptOption options_table[] = {
    {"output", 'o', POPT_ARG_STRING, NULL, OPTION_OUTPUT, "write the page to this file (.html); -: to standard output", "FILE"},
    {"convergence", '\0', POPT_ARG_NONE, NULL, OPTION_CONVERGENCE, "with a section on how the optimiser ended", NULL},
    CLI_OUTPUT_END};

static const char notes[] =
    "RESULT is what `ardor evaluate` or `ardor compare` writes with -o, plain or compressed; MODEL what `ardor fit -o` does; "
    "\"-\"\n"
    "is standard input. The order does not matter, but that the first result of `ardor evaluate` is the one that the page is\n"
    "of: further ones are put beside it and need the same data, plan and seed.\n\n"
    "The page is one file that opens in a browser without a network; docs/report.md says what is in it. The same results\n"
    "give the same bytes. Its charts are drawn by a library that is built in (`ardor --version --json` names it); where\n"
    "scripts are off, and in a program that was built without it, the tables have every number.\n\n"
    "Examples:\n"
    "  ardor report result.json -o report.html\n"
    "  ardor report result.json comparison.json model.json -o report.html\n"
    "  ardor evaluate data.csv --plan kfold:10 --tune --json | ardor report - -o report.html\n";

/* The texts of the files, and what messages call them. */
typedef struct texts {
    size_t n;
    char **text;
    const char **name;
} texts;

static int read_texts(ardor_context *context, const cli_options *options, texts *t)
{
    int code = CLI_DONE;
    t->text = calloc(options->n_arguments, sizeof *t->text);
    t->name = calloc(options->n_arguments, sizeof *t->name);
    if (!t->text || !t->name) return cli_error(CLI_FAILED, "out of memory");
    for (; t->n < options->n_arguments; t->n++) {
        const char *path = options->argument[t->n];
        t->name[t->n] = cli_is_stdin(path) ? "standard input" : path;
        TRY(cli_status(context, ardor_read_text(context, path, &t->text[t->n])));
        if (cli_is_records(t->text[t->n])) {
            code = cli_error(CLI_DATA, "%s: these are finished folds of a run; a page is made of its result", t->name[t->n]);
            ardor_string_free(context, t->text[t->n]);
            t->text[t->n] = NULL;
            goto done;
        }
    }
done:
    return code;
}

static void free_texts(ardor_context *context, texts *t)
{
    for (size_t i = 0; i < t->n; i++) ardor_string_free(context, t->text[i]);
    free(t->text);
    free(t->name);
}

static void note_charts(ardor_context *context)
{
    char *json = NULL;
    if (ardor_build_json(context, &json) == ARDOR_OK) {
        json_t *build = json_loads(json, 0, NULL);
        if (build && !cli_text_of(build, "charts")) cli_note("this program was built without charts: the page has tables only");
        json_decref(build);
    }
    ardor_string_free(context, json);
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    texts t = {0};
    char *html = NULL;
    const ardor_report_options how = {.size = sizeof how, .convergence = options->convergence};
    if (!options->output) return cli_error(CLI_USAGE, "report needs a file for the page, for example -o report.html");
    TRY(cli_open(&context));
    TRY(read_texts(context, options, &t));
    TRY(cli_status(context, ardor_report_html(context, (int64_t)t.n, (const char *const *)t.text, t.name, &how, &html)));
    note_charts(context);
    code = cli_deliver(context, options->output, html);
done:
    ardor_string_free(context, html);
    free_texts(context, &t);
    return cli_close(context, code);
}

const cli_verb cli_report = {"report",
                             "one HTML page of results, for people",
                             "RESULT... [MODEL]",
                             1,
                             SIZE_MAX,
                             SIZE_MAX,
                             CLI_WRITES_HTML,
                             CLI_NO_KEYS,
                             options_table,
                             notes,
                             run};
