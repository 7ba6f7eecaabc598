/* ardor compare: several methods on the same folds of one or more tables. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "command.h"
#include "compare_parts.h"
#include "keys.h"
#include "runs.h"
#include "tables.h"

static const struct poptOption methods_table[] = {{"methods", '\0', POPT_ARG_STRING, NULL, OPTION_METHODS,
                                                   "what is compared, with commas in between; options of one method behind it, "
                                                   "as in spr:lam1=0.5:tune=cv:5 (default: see below)",
                                                   "LIST"},
                                                  POPT_TABLEEND};
static const struct poptOption output_table[] = {CLI_OUTPUT, CLI_TABLE("cells, pairs, sparsity, folds or selection"), CLI_VIEW,
                                                 CLI_OUTPUT_END};
static const struct poptOption options_table[] = {CLI_INCLUDE(methods_table, "Methods:"),
                                                  CLI_INCLUDE(cli_reading_options, "Data:"), CLI_INCLUDE(output_table, "Output:"),
                                                  CLI_INCLUDE(cli_later_options, NULL), POPT_TABLEEND};

static const char notes[] =
    "Every DATA, a table as of `ardor evaluate`, is crossed with every method: each cell is what `ardor evaluate` says of it, "
    "and\n"
    "the cells of a table have the same folds. Options of the data and of the preparation are those of all tables and methods;\n"
    "what one method is to have otherwise stands behind it: --methods spr,spr:tune=cv:5,svm:basis=rbf:filter=ttest:50. A cell\n"
    "is called by that text. A cell, or a fold, that fails is reported and the rest goes on.\n\n"
    "Without --methods: majority, logistic:alpha=0.5 (the elastic net; the setting mixes lasso, 1, and ridge, 0),\n"
    "svm:basis=identity (linear), bpm, spr, jcfo, projection, rvm.\n\n"
    "Plans are those of `ardor evaluate`: kfold:K, repeat:RxK, loo, logo, boot:B, holdout:F, splits:FILE.\n\n"
    "What is said of differences:\n"
    "  Each method is compared with the best of its table, picked on the same folds, and with the baseline, which predicts the\n"
    "  shares of the classes: mean difference over the folds, 95 % interval and p of the corrected resampled t, which allows\n"
    "  for training rows that folds share; McNemar's exact test where each row is predicted once; over several tables the sign\n"
    "  test. p is Holm's over the methods compared with the same, McNemar's of each by itself. Prefer repeat:RxK: the t of one\n"
    "  partition is approximate.\n\n"
    "  The price of sparsity: what methods that select features lose in error and log loss against each of those that use\n"
    "  them all, where both kinds are there, such as svm:basis=identity or bpm. Sizes of one method side by side:\n"
    "  --methods bpm,projection:k=5,projection:k=30.\n\n"
    "Stopping:\n"
    "  As of `ardor evaluate`: after --time-limit, or a first Ctrl-C (status 5), the result is that of the folds that were\n"
    "  finished. --checkpoint FILE keeps finished folds of all cells: the same command goes on from them. A line is written for\n"
    "  each cell that is done, with the time that is left.\n\n"
    "Examples:\n"
    "  ardor compare data.csv --plan repeat:10x5 --tune -o result.json\n"
    "  ardor compare colon.csv golub.csv --methods majority,spr,bpm,svm:basis=identity --plan repeat:5x5 --table "
    "pairs=pairs.csv\n"
    "  ardor compare data.csv --methods spr:lam1=0.5,spr:tune=cv:5 --plan kfold:10 --checkpoint folds\n";

/* ---- what is asked for */

/* Settings of one method stand behind it; those of the tuning are of all. */
static int check_settings(const cli_options *options)
{
    cli_keys *keys = NULL;
    int code = CLI_DONE;
    TRY(cli_keys_open(&cli_compare, &keys));
    for (size_t i = 0; i < options->n_settings; i++) {
        const char *key = options->setting[i].key;
        if (cli_keys_option(keys, key) || cli_keys_set(keys, key)) continue;
        TRY(cli_error(CLI_USAGE, "--set %s=%s: settings of a method stand behind it: --methods NAME:%s=%s", key,
                      options->setting[i].value, key, options->setting[i].value));
    }
done:
    cli_keys_close(keys);
    return code;
}

static int set(ardor_context *context, ardor_spec *spec, size_t n, const cli_setting *setting)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < n && code == CLI_DONE; i++)
        code = cli_status(context, ardor_spec_set(context, spec, setting[i].key, setting[i].value));
    return code;
}

/* A method's own options, after those of all. */
static int make_spec(ardor_context *context, const cli_options *options, const cli_compared *method, ardor_spec **out)
{
    int code = CLI_DONE;
    static const char *const of_all[] = {"method", "plan", "seed", "threads", "time-limit", "checkpoint"};
    for (size_t i = 0; i < method->n_settings; i++)
        for (size_t k = 0; k < sizeof of_all / sizeof *of_all; k++)
            if (strcmp(method->setting[i].key, of_all[k]) == 0)
                TRY(cli_error(CLI_USAGE, "--methods %.200s: %s is none of the options of one method", method->name, of_all[k]));
    TRY(cli_status(context, ardor_spec_new(context, out)));
    TRY(cli_status(context, ardor_spec_set(context, *out, "method", method->method)));
    TRY(set(context, *out, options->n_settings, options->setting));
    TRY(set(context, *out, method->n_settings, method->setting));
done:
    return code;
}

/* ---- a run */

typedef struct comparison {
    const cli_options *options;
    ardor_context *context;
    cli_compared_list list;
    size_t n_data;
    char **name; /* of the tables */
    ardor_dataset **data;
    ardor_spec **spec; /* of the methods */
    ardor_spec *run;
    ardor_study *study;
} comparison;

static int open_all(comparison *c)
{
    int code = CLI_DONE;
    const cli_options *o = c->options;
    if (!cli_setting_value(o, "plan")) return cli_error(CLI_USAGE, "compare needs a plan, for example --plan repeat:5x10");
    TRY(check_settings(o));
    TRY(cli_compared_parse(c->context, o->methods, &c->list));
    TRY(cli_names_of_tables(o->n_arguments, o->argument, &c->name));
    c->n_data = o->n_arguments;
    c->data = calloc(c->n_data + 1, sizeof *c->data);
    c->spec = calloc(c->list.n + 1, sizeof *c->spec);
    if (!c->data || !c->spec) TRY(cli_error(CLI_FAILED, "out of memory"));
    for (size_t m = 0; m < c->list.n; m++) TRY(make_spec(c->context, o, c->list.method + m, c->spec + m));
    TRY(cli_spec(c->context, o, &c->run));
    TRY(cli_status(c->context, ardor_study_new(c->context, &c->study)));
    for (size_t d = 0; d < c->n_data; d++) TRY(cli_read(c->context, o, o->argument[d], NULL, c->data + d));
    for (size_t d = 0; d < c->n_data; d++)
        for (size_t m = 0; m < c->list.n; m++)
            TRY(cli_status(c->context,
                           ardor_study_add(c->context, c->study, c->data[d], c->name[d], c->spec[m], c->list.method[m].name)));
done:
    return code;
}

static void close_all(comparison *c)
{
    ardor_study_free(c->study);
    ardor_spec_free(c->run);
    for (size_t m = 0; c->spec && m < c->list.n; m++) ardor_spec_free(c->spec[m]);
    for (size_t d = 0; c->data && d < c->n_data; d++) ardor_dataset_free(c->data[d]);
    for (size_t d = 0; c->name && d < c->options->n_arguments; d++) free(c->name[d]);
    cli_compared_free(&c->list);
    free(c->spec);
    free(c->data);
    free(c->name);
}

int cli_comparison_json(ardor_context *context, const cli_options *options, char **json)
{
    int code = CLI_DONE;
    comparison c = {.options = options, .context = context};
    TRY(open_all(&c));
    TRY(cli_command_record(context, &cli_compare, options));
    cli_begin_computation(context);
    TRY(cli_status(context, ardor_study_run(context, c.study, c.run)));
    cli_end_computation();
    TRY(cli_status(context, ardor_study_json(context, c.study, json)));
done:
    close_all(&c);
    return code;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    char *json = NULL;
    TRY(cli_open(&context));
    TRY(cli_comparison_json(context, options, &json));
    code = cli_give_result(context, options, json, "compare");
done:
    ardor_string_free(context, json);
    return cli_close(context, code);
}

const cli_verb cli_compare = {"compare",
                              "compare methods on the same folds of one or more tables",
                              "DATA...",
                              1,
                              SIZE_MAX,
                              SIZE_MAX,
                              CLI_WRITES_JSON,
                              CLI_ALL_KEYS,
                              options_table,
                              notes,
                              run};
