/* ardor predict: class probabilities of every row of a table, by a saved model. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "explain.h"
#include "render.h"
#include "suffix.h"
#include "tables.h"
#include "text.h"

static const struct poptOption output_table[] = {
    CLI_OUTPUT,
    CLI_TABLE("rows"),
    {"explain", '\0', POPT_ARG_NONE, NULL, OPTION_EXPLAIN, "say what each feature contributes to the prediction of a row", NULL},
    CLI_OUTPUT_END};
static const struct poptOption options_table[] = {CLI_INCLUDE(cli_reading_options, "Data:"), CLI_INCLUDE(output_table, "Output:"),
                                                  POPT_TABLEEND};

static const char notes[] =
    "Prints CSV with the columns id, class (the most probable one, unless decided otherwise; empty: not decided) and\n"
    "prob_CLASS for every class of the model; -o writes it to a file (.csv or .tsv, perhaps with .gz, .zst or .xz).\n"
    "--explain adds what each feature contributes, f(x) - f(x with the feature at its mean over the training rows), where f\n"
    "is the function behind the probabilities, or the log odds of models that have none: the columns explained (the class\n"
    "for which f speaks), value (f), reference (f where all features have their means) and contribution_FEATURE. Where f is\n"
    "linear, value = reference + all contributions. The features that contribute most go to standard error.\n"
    "--table rows=FILE.csv writes it with the labels of the rows beside the predictions. --json prints the predictions as\n"
    "one JSON document on standard output.\n"
    "Features are matched by name: a missing one is an error, extra ones are ignored with one note.\n"
    "DATA needs no labels. If it has the column that the model was fitted to, or the one that --target names, or --labels\n"
    "names a file of them, predictions are compared: error, AUC and other figures with their intervals go to standard error.\n"
    "Labels that are no class of the model are named and not counted.\n\n"
    "Decisions:\n"
    "  --prior moves probabilities from the shares of the classes that the model was trained at to those where it is used,\n"
    "  as after a case-control study; figures are then for that prior. --cost FP,FN is --threshold FP/(FP+FN), with the\n"
    "  mean cost among the figures. Rows left out by --abstain are wrong in the error; the error of the others is a line of\n"
    "  its own.\n\n"
    "Examples:\n"
    "  ardor predict model.json new.csv -o predictions.csv\n"
    "  ardor predict model.json new.csv -o predictions.tsv.gz --table rows=compared.csv\n"
    "  ardor predict model.json new.csv --prior case=0.02 --cost 1,20 --abstain 0.9\n"
    "  zcat new.csv.gz | ardor predict model.json - --id sample\n";

/* Predictions of all rows. */
typedef struct prediction {
    const ardor_model *model;
    const ardor_dataset *data;
    int64_t rows;
    int classes;
    double *prob;     /* rows x classes, column-major */
    int32_t *decided; /* rows; -1: not */
    cli_explanation explanation;
} prediction;

static double probability(const prediction *p, int64_t row, int class) { return p->prob[row + p->rows * class]; }

/* "": it is not decided. */
static const char *predicted_class(const prediction *p, int64_t row)
{
    return p->decided[row] < 0 ? "" : ardor_model_class_name(p->model, p->decided[row]);
}

/* False: no memory. */
static bool print_table(FILE *out, const prediction *p, char delimiter)
{
    char number[CLI_NUMBER_BYTES];
    fprintf(out, "id%cclass", delimiter);
    for (int k = 0; k < p->classes; k++) {
        fputc(delimiter, out);
        cli_print_cell(out, delimiter, "prob_", ardor_model_class_name(p->model, k));
    }
    if (p->explanation.contribution) cli_explain_names(out, delimiter, &p->explanation);
    fputc('\n', out);
    for (int64_t i = 0; i < p->rows; i++) {
        const char *name = ardor_dataset_row_name(p->data, i);
        if (!name) return false;
        cli_print_cell(out, delimiter, "", name);
        fputc(delimiter, out);
        cli_print_cell(out, delimiter, "", predicted_class(p, i));
        for (int k = 0; k < p->classes; k++) fprintf(out, "%c%s", delimiter, cli_number(probability(p, i, k), number));
        if (p->explanation.contribution) cli_explain_cells(out, delimiter, &p->explanation, p->prob, i);
        fputc('\n', out);
    }
    return true;
}

/* Make the whole text first: a file is written at once or not at all. */
static int deliver_table(ardor_context *context, const prediction *p, const char *path)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (!memory) return cli_error(CLI_FAILED, "out of memory");
    bool complete = print_table(memory, p, cli_delimiter_of(path)) && !ferror(memory);
    if (fclose(memory) != 0) complete = false;
    int code = complete ? cli_deliver(context, path, text) : cli_error(CLI_FAILED, "out of memory");
    free(text);
    return code;
}

/* In lines that are not too long; without memory nothing. */
static void print_figures(FILE *out, const json_t *document)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (memory) {
        render_case_weights(memory, document);
        render_decision(memory, document);
        render_metrics(memory, json_object_get(document, "summary"), NULL, 1);
        render_rows_of_figures(memory, document);
        render_confusion(memory, json_object_get(document, "confusion"));
        if (fclose(memory) == 0) cli_print_wrapped(out, text);
    }
    free(text);
}

/* The features that contribute most, likewise. */
static void print_contributions(FILE *out, const json_t *document)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *memory = open_memstream(&text, &bytes);
    if (memory) {
        cli_explain_tell(memory, document);
        if (fclose(memory) == 0) cli_print_wrapped(out, text);
    }
    free(text);
}

/* ", 12 not decided"; "": all are. */
static const char *undecided_text(const json_t *document, char out[48])
{
    const long long n = cli_count_of(document, "n_compared_undecided");
    *out = '\0';
    if (n > 0) snprintf(out, 48, ", %lld not decided", n);
    return out;
}

/* How right the predictions are, on standard error: results go to standard output. */
static int tell_figures(const char *json)
{
    char undecided[48];
    json_error_t error;
    json_t *document = json_loads(json, 0, &error);
    if (!document) return cli_error(CLI_FAILED, "the predictions cannot be read back: %s", error.text);
    const json_t *summary = json_object_get(document, "summary");
    if (cli_count_of(document, "n_undecided") > 0)
        cli_note("%lld of %lld rows are not decided: their class is empty", cli_count_of(document, "n_undecided"),
                 cli_count_of(document, "n"));
    if (json_object_size(summary) > 0) {
        const bool moved = json_is_object(json_object_get(json_object_get(document, "decision"), "prior"));
        cli_note("error %.4g %%%s: %lld wrong%s of %lld labelled rows",
                 100 * cli_number_of(json_object_get(summary, "error"), "value"), moved ? " at the prior" : "",
                 cli_count_of(document, "n_wrong"), undecided_text(document, undecided), cli_count_of(document, "n_compared"));
        print_figures(stderr, document);
    }
    print_contributions(stderr, document);
    json_decref(document);
    return CLI_DONE;
}

static ardor_status document_of(ardor_context *context, const prediction *p, bool rows, char **out)
{
    const cli_explanation *e = &p->explanation;
    if (!e->contribution) return ardor_predictions_json(context, p->model, p->data, p->prob, rows, out);
    return ardor_explanations_json(context, p->model, p->data, p->prob, e->contribution, e->reference, e->value, rows, out);
}

/* A first file that is no model where the second is one: the two were exchanged. */
static int load_model(ardor_context *context, const cli_options *options, ardor_model **out)
{
    const char *path = options->argument[0], *data = options->argument[1];
    ardor_model *other = NULL;
    const ardor_status status = ardor_model_load(context, path, out);
    char *message = status == ARDOR_DATA ? strdup(ardor_context_message(context)) : NULL;
    if (!message) return cli_status(context, status);
    const bool exchanged = strcmp(data, "-") != 0 && ardor_model_load(context, data, &other) == ARDOR_OK;
    ardor_model_free(other);
    const int code = exchanged
                         ? cli_error(CLI_USAGE, "predict MODEL DATA: %s is the model and %s is not: exchange the two", data, path)
                         : cli_error(CLI_DATA, "%s", message);
    free(message);
    return code;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    ardor_model *model = NULL;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    prediction p = {0};
    char *json = NULL;
    const bool to_file = options->output && !cli_is_stdout(options->output); /* files are written first, and whole */
    TRY(cli_open(&context));
    TRY(cli_spec(context, options, &spec));
    TRY(load_model(context, options, &model));
    TRY(cli_status(context, ardor_model_decide(context, model, spec)));
    TRY(cli_read(context, options, options->argument[1], model, &data));
    p = (prediction){model, data, ardor_dataset_rows(data), ardor_model_classes(model), NULL, NULL, {0}};
    p.prob = calloc((size_t)p.rows * (size_t)p.classes + 1, sizeof *p.prob);
    p.decided = calloc((size_t)p.rows + 1, sizeof *p.decided);
    if (!p.prob || !p.decided) TRY(cli_error(CLI_FAILED, "out of memory"));
    cli_begin_computation(context);
    if (options->explain) TRY(cli_explain(context, model, data, &p.explanation)); /* what may be refused comes first */
    TRY(cli_status(context, ardor_predict(context, model, data, p.prob)));
    TRY(cli_status(context, ardor_decide(context, model, p.rows, p.prob, p.decided)));
    cli_end_computation();
    const bool rows = options->json || options->n_tables > 0;
    if (rows || !options->quiet) TRY(cli_status(context, document_of(context, &p, rows, &json)));
    if (to_file) TRY(deliver_table(context, &p, options->output));
    TRY(cli_tables_write(context, options, json, false));
    if (options->json)
        TRY(cli_deliver(context, NULL, json));
    else if (!to_file)
        TRY(deliver_table(context, &p, NULL));
    TRY(cli_tables_write(context, options, json, true));
    if (!options->quiet) TRY(tell_figures(json));
done:
    ardor_string_free(context, json);
    cli_explanation_free(&p.explanation);
    free(p.decided);
    free(p.prob);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    ardor_model_free(model);
    return cli_close(context, code);
}

const cli_verb cli_predict = {
    "predict", "class probabilities of new rows", "MODEL DATA", 2, 2, 2, CLI_WRITES_TABLE, CLI_OWN_KEYS, options_table, notes,
    run};
