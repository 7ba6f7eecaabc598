/* ardor rerun: the command of a result once more, and whether the figures agree. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "agreement.h"
#include "cli.h"
#include "command.h"
#include "document.h"
#include "files.h"
#include "runs.h"

static const struct poptOption output_table[] = {
    {"output", 'o', POPT_ARG_STRING, NULL, OPTION_OUTPUT, "write the new result to this file (see below)", "FILE"},
    CLI_OUTPUT_END};
static const struct poptOption options_table[] = {CLI_INCLUDE(output_table, "Output:"), POPT_TABLEEND};

static const char notes[] =
    "RESULT is what `ardor evaluate` or `ardor compare` writes with -o; its `command` is run again, from this folder, whatever\n"
    "folder it was run from. DATA takes the place of its tables, as many and in the same order: after they were moved, or where\n"
    "one was standard input. Threads, checkpoints and time limits do not decide a result: they are not part of the command.\n\n"
    "It is said how many figures there are, whether all are the same, and where the largest difference is. Up to 1e-6 (of\n"
    "numbers beyond 1 relative) is rounding, as of another processor or BLAS. Any other difference is an error, status 1, with\n"
    "the first place. Times and versions are not compared. A result that was stopped is run whole, and its finished folds are\n"
    "compared. Lists, labels and splits in files of their own are read where the command names them.\n\n"
    "Examples:\n"
    "  ardor rerun result.json\n"
    "  ardor rerun result.json ../tables/colon.csv -o again.json\n";

static const cli_verb *const rerun_verbs[] = {&cli_evaluate, &cli_compare, NULL};

typedef struct rerun {
    const cli_options *options;
    const char *source; /* what messages call the result */
    ardor_context *context;
    json_t *before, *now;
    const cli_verb *verb;
    cli_options again; /* what the command asks for */
    char *json;
    FILE *out; /* standard output, or where that has the new result, standard error */
} rerun;

/* ---- what is run */

static int load(rerun *r)
{
    int code = CLI_DONE;
    json_error_t error;
    char *text = NULL;
    TRY(cli_status(r->context, ardor_read_text(r->context, r->options->argument[0], &text)));
    r->before = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!r->before)
        TRY(cli_error(CLI_DATA, "%s: line %d, column %d: not a result: %s", r->source, error.line, error.column, error.text));
    const char *format = cli_text_of(r->before, "format");
    if (!format || (strcmp(format, "ardor-evaluation") != 0 && strcmp(format, "ardor-comparison") != 0))
        TRY(cli_error(CLI_DATA, "%s: rerun repeats results of `ardor evaluate` and `ardor compare`; this is %s", r->source,
                      format ? format : "another document"));
    if (json_array_size(json_object_get(r->before, "command")) == 0)
        TRY(cli_error(CLI_DATA,
                      "%s: has no command to run again: it was made by a program that uses the library, or by a version of ardor "
                      "that kept none",
                      r->source));
done:
    ardor_string_free(r->context, text);
    return code;
}

static int says_more(const rerun *r)
{
    return cli_error(CLI_DATA, "%s: its command says more than how the result was made", r->source);
}

/* The words of the command as arguments of the program. */
static int parse_command(rerun *r)
{
    int code = CLI_DONE;
    bool stop = false;
    const json_t *command = json_object_get(r->before, "command");
    const size_t n = json_array_size(command);
    char **word = calloc(n + 2, sizeof *word), program[] = "ardor";
    if (!word) return cli_error(CLI_FAILED, "out of memory");
    word[0] = program;
    for (size_t i = 0; i < n; i++) {
        const char *text = json_string_value(json_array_get(command, i));
        if (!text) TRY(cli_error(CLI_DATA, "%s: word %zu of its command is no text", r->source, i + 1));
        if (strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) TRY(says_more(r));
        if (!(word[i + 1] = strdup(text))) TRY(cli_error(CLI_FAILED, "out of memory"));
    }
    for (size_t v = 0; rerun_verbs[v]; v++)
        if (strcmp(rerun_verbs[v]->name, word[1]) == 0) r->verb = rerun_verbs[v];
    if (!r->verb) TRY(cli_error(CLI_DATA, "%s: its command, %.60s, is neither evaluate nor compare", r->source, word[1]));
    TRY(cli_parse(rerun_verbs, r->verb, (int)n + 1, word, &r->again, &stop));
    cli_terminal_setup(r->options->quiet);
    if (stop || r->again.output || r->again.n_tables > 0 || r->again.json || r->again.estimate ||
        cli_setting_value(&r->again, "checkpoint"))
        TRY(says_more(r));
done:
    for (size_t i = 1; word && i < n + 2; i++) free(word[i]);
    free(word);
    return code;
}

/* Tables that were moved; and how this run is run. */
static int take_options(rerun *r)
{
    int code = CLI_DONE;
    const size_t given = r->options->n_arguments - 1;
    if (given > 0 && given != r->again.n_arguments)
        return cli_error(CLI_USAGE, "rerun: the result is of %zu table%s, and %zu are given", r->again.n_arguments,
                         r->again.n_arguments == 1 ? "" : "s", given);
    for (size_t i = 0; i < r->again.n_arguments; i++) {
        if (given == 0 && cli_is_stdin(r->again.argument[i]))
            return cli_error(CLI_USAGE, "%s: was made of standard input: name the table, as in ardor rerun %s DATA", r->source,
                             r->options->argument[0]);
        if (given == 0) continue;
        char *path = strdup(r->options->argument[i + 1]);
        if (!path) return cli_error(CLI_FAILED, "out of memory");
        free(r->again.argument[i]);
        r->again.argument[i] = path;
    }
    for (size_t i = 0; i < r->options->n_settings; i++)
        TRY(cli_options_set(&r->again, r->options->setting[i].key, r->options->setting[i].value));
    if (r->options->output && !(r->again.output = strdup(r->options->output))) TRY(cli_error(CLI_FAILED, "out of memory"));
    TRY(cli_check_files(r->verb, &r->again));
done:
    return code;
}

/* ---- what is said */

static double error_of(const json_t *evaluation)
{
    return cli_number_of(json_object_get(json_object_get(evaluation, "summary"), "error"), "value");
}

static void print_error(FILE *out, const char *name, const json_t *before, const json_t *now)
{
    const double then = error_of(before), again = error_of(now);
    if (isfinite(then) && isfinite(again))
        fprintf(out, "  %.2f %%, was %.2f %%%s%s\n", 100 * again, 100 * then, *name ? "   " : "", name);
}

/* Where something differs a reader wants to know what that does to the error. */
static void print_errors(const rerun *r)
{
    size_t i;
    const json_t *cell, *now = json_object_get(r->now, "cells");
    fputs("Errors:\n", r->out);
    if (!now) print_error(r->out, "", r->before, r->now);
    json_array_foreach(json_object_get(r->before, "cells"), i, cell)
    {
        char name[200];
        const char *table = cli_text_of(cell, "data"), *method = cli_text_of(cell, "name");
        snprintf(name, sizeof name, "%.90s, %.90s", table ? table : "?", method ? method : "?");
        print_error(r->out, name, json_object_get(cell, "evaluation"), json_object_get(json_array_get(now, i), "evaluation"));
    }
}

/* Of other tables: the fingerprint tells before any figure does. */
static bool other_data(const json_t *before, const json_t *now)
{
    size_t i;
    const json_t *cell, *cells = json_object_get(now, "cells");
    const char *then = cli_text_of(before, "data_hash"), *again = cli_text_of(now, "data_hash");
    bool other = then && again && strcmp(then, again) != 0;
    json_array_foreach(json_object_get(before, "cells"), i, cell)
    {
        const json_t *evaluation = json_object_get(cell, "evaluation");
        if (json_is_object(evaluation)) other |= other_data(evaluation, json_object_get(json_array_get(cells, i), "evaluation"));
    }
    return other;
}

static void note_versions(const rerun *r)
{
    const char *then = cli_text_of(r->before, "ardor"), *again = cli_text_of(r->now, "ardor");
    if (then && again && strcmp(then, again) != 0) cli_note("%s was made by ardor %s; this is %s", r->source, then, again);
}

static int report(const rerun *r)
{
    cli_agreement a;
    cli_agreement_name_tables(r->before, r->now);
    cli_agreement_of(r->before, r->now, &a);
    note_versions(r);
    if (cli_text_of(r->now, "stopped") && !cli_text_of(r->before, "stopped"))
        return cli_error(CLI_FAILED, "the run was stopped before it was done: there is nothing to hold against %s", r->source);
    if (cli_text_of(r->before, "stopped")) cli_note("%s was stopped: its finished folds are compared", r->source);
    if (a.n_numbers == 0 && a.n_other == 0) return cli_error(CLI_DATA, "%s: has no figures to be held against", r->source);
    if (cli_agrees(&a) && a.largest == 0) {
        fprintf(r->out, "All %zu figures are the same as in %s.\n", a.n_numbers, r->source);
        return CLI_DONE;
    }
    if (cli_agrees(&a)) {
        fprintf(r->out, "All %zu figures agree with %s up to rounding: the largest difference is %.2g (%s).\n", a.n_numbers,
                r->source, a.largest, a.largest_at);
        return CLI_DONE;
    }
    print_errors(r);
    if (other_data(r->before, r->now))
        return cli_error(
            CLI_FAILED,
            "the figures differ from %s, because the table has other names, labels or values (its fingerprint differs)",
            r->source);
    if (a.n_other > 0)
        return cli_error(CLI_FAILED, "the figures differ from %s in %zu place%s, the first %s", r->source, a.n_other,
                         a.n_other == 1 ? "" : "s", a.other_at);
    return cli_error(CLI_FAILED, "the figures differ from %s by up to %.2g (%s)", r->source, a.largest, a.largest_at);
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    rerun r = {.options = options};
    const bool to_file = options->output && !cli_is_stdout(options->output);
    r.out = options->output && !to_file ? stderr : stdout;
    r.source = cli_is_stdin(options->argument[0]) ? "standard input" : options->argument[0];
    TRY(cli_open(&r.context));
    TRY(load(&r));
    TRY(parse_command(&r));
    TRY(take_options(&r));
    TRY((r.verb == &cli_compare ? cli_comparison_json : cli_evaluation_json)(r.context, &r.again, &r.json));
    cli_note_outcome(r.context, r.json);
    if (to_file) TRY(cli_deliver(r.context, options->output, r.json));
    if (!(r.now = json_loads(r.json, 0, NULL))) TRY(cli_error(CLI_FAILED, "out of memory"));
    if (options->output && !to_file) TRY(cli_deliver(r.context, NULL, r.json));
    TRY(cli_outcome(r.json));
    code = report(&r);
done:
    json_decref(r.before);
    json_decref(r.now);
    ardor_string_free(r.context, r.json);
    cli_options_free(&r.again);
    return cli_close(r.context, code);
}

const cli_verb cli_rerun = {"rerun",
                            "run the command of a result again: do the figures agree?",
                            "RESULT [DATA...]",
                            1,
                            SIZE_MAX,
                            SIZE_MAX,
                            CLI_WRITES_JSON,
                            CLI_OWN_KEYS,
                            options_table,
                            notes,
                            run};
