/* Fits and evaluations for people, made from their JSON documents: whatever is shown here stands in the document
 * too. A member that is absent or null is left out. */
#include "render.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "tables.h"
#include "text.h"

/* Finished folds. */
static int print_records(FILE *out, const json_t *document)
{
    const char *plan = cli_text_of(document, "plan"), *hash = cli_text_of(document, "data_hash");
    const long long failed = cli_count_of(document, "n_failed");
    const long long cells = cli_count_of(document, "n_cells");
    if (cells == 0) render_method(out, document);
    render_preparation(out, document);
    if (cells > 0) render_label(out, "Cells");
    if (cells > 0) fprintf(out, "%lld, of a comparison\n", cells);
    render_label(out, "Plan");
    cli_print_name(out, plan ? plan : "?", NAME_WIDTH);
    fputs("\n", out);
    if (cells == 0) {
        render_label(out, "Data");
        fputs("fingerprint ", out);
        cli_print_name(out, hash ? hash : "?", NAME_WIDTH);
        fputs("\n", out);
    }
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

/* What is printed of a document is made as a whole, then printed in lines of limited width. */
typedef int (*printer)(FILE *out, const json_t *document, cli_view view);

static int print_document(FILE *out, const json_t *document, cli_view view)
{
    return is_format(document, "ardor-evaluation")   ? render_evaluation(out, document, view)
           : is_format(document, "ardor-comparison") ? render_comparison(out, document, view)
           : is_format(document, "ardor-records")    ? print_records(out, document)
                                                     : render_fit(out, document, view);
}

static int print_warnings(FILE *out, const json_t *document, cli_view view)
{
    (void)view;
    size_t i;
    const json_t *warning, *list = json_object_get(document, "warnings");
    if (json_array_size(list) > 0) fputs("\nWarnings\n", out);
    json_array_foreach(list, i, warning)
    {
        const char *text = cli_text_of(warning, "text");
        fputs("  ", out);
        cli_print_padded(out, text ? text : "?", 0);
        fputs("\n", out);
    }
    return CLI_DONE;
}

static int print_wrapped(FILE *out, const json_t *document, cli_view view, printer print)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (!memory) return cli_error(CLI_FAILED, "out of memory");
    int code = print(memory, document, view);
    const bool failed = ferror(memory) != 0;
    if ((fclose(memory) != 0 || failed) && code == CLI_DONE) code = cli_error(CLI_FAILED, "out of memory");
    if (code == CLI_DONE) cli_print_wrapped(out, text);
    free(text);
    return code;
}

static int render(FILE *out, const char *json, const char *source, cli_view view, printer print)
{
    json_t *document = NULL;
    int code = parse(json, source, &document);
    if (code == CLI_DONE) code = print_wrapped(out, document, view, print);
    json_decref(document);
    return code;
}

int cli_render(FILE *out, const char *json, const char *source, cli_view view)
{
    return render(out, json, source, view, print_document);
}

int cli_render_warnings(FILE *out, const char *json, const char *source)
{
    return render(out, json, source, (cli_view){0}, print_warnings);
}

int cli_show(ardor_context *context, const cli_options *options, const char *json, const char *source)
{
    if (options->json) return cli_deliver(context, NULL, json);
    if (cli_tables_print(options)) return cli_tables_write(context, options, json, true);
    if (options->output && cli_is_stdout(options->output)) return CLI_DONE;
    return cli_render(stdout, json, source, (cli_view){options->verbose, options->all});
}
