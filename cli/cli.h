/* What the verbs of the command-line tool share. The tool uses the public header only.
 *
 * Every function that can fail returns an exit code (0: go on) and has then printed its one line on standard
 * error. Standard output carries results and nothing else. */
#ifndef ARDOR_CLI_H
#define ARDOR_CLI_H

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "ardor/ardor.h"

/* Exit codes: a contract with scripts. */
enum {
    CLI_DONE = 0,
    CLI_FAILED = 1, /* anything else */
    CLI_USAGE = 2,
    CLI_DATA = 3, /* bad input data or file */
    CLI_NUMERIC = 4,
    CLI_CANCELLED = 5, /* cancelled, or out of time with nothing to save; what a cancelled run had is saved */
    CLI_PIPE = 141     /* nobody reads standard output any more: no message (what a shell shows after SIGPIPE) */
};

/* Run a call that yields an exit code; unless it is 0 keep it in `code` and go to `done`. */
#define TRY(call)                                                                                                                \
    do {                                                                                                                         \
        code = (call);                                                                                                           \
        if (code != CLI_DONE) goto done;                                                                                         \
    } while (0)

#define CLI_PRINTF(f, a) __attribute__((format(printf, f, a)))

/* ---- options.c: the command line */

/* One KEY=VALUE for the spec. */
typedef struct cli_setting {
    char *key, *value;
} cli_setting;

/* What a command line asked for. Texts are NULL where the option was not given. */
typedef struct cli_options {
    char *format, *target, *id, *weights, *group, *positive; /* reading */
    char *labels, *drop, *keep, *onehot, *delimiter, *decimal, *features_from;
    char *methods; /* compare */
    bool transpose;
    int header; /* as in ardor_read_options */
    char *output;
    bool json, quiet, verbose, all, estimate, explain, convergence;
    char *rows, *features, *noise, *seed, *truth_seed, *nonzeros, *classes; /* simulate */
    char **table;                                                           /* KIND=FILE, in the order given */
    size_t n_tables;
    cli_setting *setting; /* last value of each key */
    size_t n_settings;
    char **argument; /* what is not an option */
    size_t n_arguments;
} cli_options;

typedef struct cli_verb {
    const char *name, *summary;
    const char *arguments; /* for the usage line */
    size_t min_arguments, max_arguments;
    size_t reads; /* the first so many arguments are files */
    enum { CLI_WRITES_NOTHING, CLI_WRITES_JSON, CLI_WRITES_TABLE, CLI_WRITES_HTML } writes; /* with -o */
    /* Which common keys are options (keys.h), shown before: all, with --set, or those alone that go with the verb. */
    enum { CLI_NO_KEYS, CLI_OWN_KEYS, CLI_ALL_KEYS } keys;
    const struct poptOption *options; /* its own */
    const char *notes;                /* printed after the options: defaults and examples */
    int (*run)(const cli_options *options);
} cli_verb;

/* Parse argv[2..] for the verb, one of all verbs (NULL: the end). *stop is set if there is nothing left to do (help was
 * printed). */
int cli_parse(const cli_verb *const *verbs, const cli_verb *verb, int argc, char *const *argv, cli_options *out, bool *stop);
/* Give a key another value. */
int cli_options_set(cli_options *options, const char *key, const char *value);
void cli_options_free(cli_options *options);
/* Print the help of a verb. */
int cli_help(const cli_verb *verb);

/* What poptGetNextOpt returns for each option; the tables of the verbs use these. */
enum {
    OPTION_HELP = 1,
    OPTION_FORMAT,
    OPTION_TARGET,
    OPTION_ID,
    OPTION_WEIGHTS,
    OPTION_GROUP,
    OPTION_POSITIVE,
    OPTION_LABELS,
    OPTION_DROP,
    OPTION_KEEP,
    OPTION_ONEHOT,
    OPTION_FEATURES_FROM,
    OPTION_DELIMITER,
    OPTION_DECIMAL,
    OPTION_OUTPUT,
    OPTION_TABLE,
    OPTION_METHODS,
    OPTION_ALL,
    OPTION_ESTIMATE,
    OPTION_EXPLAIN,
    OPTION_CONVERGENCE,
    OPTION_ROWS,
    OPTION_FEATURES,
    OPTION_NOISE,
    OPTION_SEED,
    OPTION_TRUTH_SEED,
    OPTION_NONZEROS,
    OPTION_CLASSES,
    OPTION_TRANSPOSE,
    OPTION_HEADER,
    OPTION_NO_HEADER,
    OPTION_JSON,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_SET,
    OPTION_ENSEMBLE, /* part of the contract, not in this version */
    OPTION_KEYS      /* and those after it: the common keys (keys.h) */
};

/* Tables to include with CLI_INCLUDE. */
extern struct poptOption cli_reading_options[];
extern const struct poptOption cli_output_options[];
extern const struct poptOption cli_later_options[];
/* A row of the verbs that fit one recipe. */
#define CLI_FEATURES_FROM                                                                                                        \
    {                                                                                                                            \
        "features-from", '\0', POPT_ARG_STRING, NULL, OPTION_FEATURES_FROM,                                                      \
            "only the features that a result of `ardor evaluate` selected in a share TAU of its folds (see below)",              \
            "RESULT[:TAU]"                                                                                                       \
    }
/* A row of the verbs that may take long. */
#define CLI_ESTIMATE                                                                                                             \
    {                                                                                                                            \
        "estimate", '\0', POPT_ARG_NONE, NULL, OPTION_ESTIMATE, "only say about how long this would take, after some 10 s", NULL \
    }
/* Rows of the options of output: all verbs that write a result have the first and the last of these, */
#define CLI_OUTPUT                                                                                                               \
    {"output", 'o', POPT_ARG_STRING, NULL, OPTION_OUTPUT, "write the result to this file (see below)", "FILE"},                  \
    {                                                                                                                            \
        "json", '\0', POPT_ARG_NONE, NULL, OPTION_JSON, "print one JSON document on standard output", NULL                       \
    }
#define CLI_OUTPUT_END                                                                                                           \
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no progress, notes and warnings on standard error", NULL},                \
        {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this help", NULL}, POPT_TABLEEND
/* those that show fits or evaluations these, */
#define CLI_VIEW                                                                                                                 \
    {"verbose", '\0', POPT_ARG_NONE, NULL, OPTION_VERBOSE, "show every setting, and what the optimiser says of the fit", NULL},  \
    {                                                                                                                            \
        "all", '\0', POPT_ARG_NONE, NULL, OPTION_ALL, "show all features (default: the first 30)", NULL                          \
    }
/* and those that have tables this: kinds is "rows or folds". */
#define CLI_TABLE(kinds)                                                                                                         \
    {                                                                                                                            \
        "table", '\0', POPT_ARG_STRING, NULL, OPTION_TABLE,                                                                      \
            "write a table: KIND is " kinds "; FILE is .csv or .tsv, or - in the place of what is printed; may be repeated",     \
            "KIND=FILE"                                                                                                          \
    }
#define CLI_INCLUDE(table, title)                                                                                                \
    {                                                                                                                            \
        NULL, '\0', POPT_ARG_INCLUDE_TABLE, (void *)(table), 0, (title), NULL                                                    \
    }

/* ---- session.c: the context, data and spec of a run */

/* One BLAS thread, a context that draws progress and prints notes, and signal handlers. */
int cli_open(ardor_context **out);
/* The exit code of the run that ends with `code`. */
int cli_close(ardor_context *context, int code);
/* From here on the first SIGINT or SIGTERM cancels the running call; before, it ends the program. */
void cli_begin_computation(ardor_context *context);
/* From here on the first one waits until the results are written, whole: the exit code tells it. */
void cli_end_computation(void);
/* Exit code of a library call, after printing its message if it failed. */
int cli_status(ardor_context *context, ardor_status status);
/* model: what is to predict the rows, which then need no labels; NULL: they are to be learnt from. */
int cli_read(ardor_context *context, const cli_options *options, const char *path, const ardor_model *model, ardor_dataset **out);
/* The value that the command line has for a key, or NULL. */
const char *cli_setting_value(const cli_options *options, const char *key);
/* The program's own default of a key, or NULL. */
const char *cli_key_default(const char *key);
int cli_spec(ardor_context *context, const cli_options *options, ardor_spec **out);

/* ---- terminal.c: standard error */

void cli_terminal_setup(bool quiet);
/* Print "ardor: <message>" and return `code`. */
int cli_error(int code, const char *format, ...) CLI_PRINTF(2, 3);
/* Print "ardor: note: <text>", unless quiet. */
void cli_note(const char *format, ...) CLI_PRINTF(1, 2);
/* The same from a signal handler, for a constant line with its newline: nothing if quiet. */
void cli_tell_from_signal(const char *line);
/* Callbacks of the context. */
int cli_show_progress(void *user, const ardor_progress *progress);
void cli_show_note(void *user, const char *text);
void cli_show_warning(void *user, const char *code, const char *text);
void cli_clear_progress(void);
/* Seconds as people say them, in coarse steps: "about 3 min". */
enum { CLI_DURATION_BYTES = 32 };
const char *cli_duration(double seconds, char out[CLI_DURATION_BYTES]);

/* ---- output.c: files, standard output, numbers */

/* Is it "-", or what systems call the stream? NULL is standard output. */
bool cli_is_stdin(const char *path);
bool cli_is_stdout(const char *path);
/* cli_status of a call that writes to `path`: a standard output that cannot be written is CLI_FAILED, or CLI_PIPE. */
int cli_write_status(ardor_context *context, ardor_status status, const char *path);
/* Write a whole text to a file or standard output, where it gets a final newline if it lacks one. */
int cli_deliver(ardor_context *context, const char *path, const char *text);
/* Flush standard output; every failed write since the start is found here, with CLI_PIPE where nobody reads it any more. */
int cli_finish_stdout(void);

enum { CLI_NUMBER_BYTES = 32 };
/* The shortest %g text that reads back to the same double. */
const char *cli_number(double value, char out[CLI_NUMBER_BYTES]);
/* The whole text is a number within the bounds. */
bool cli_parse_count(const char *text, int64_t low, int64_t *out);
bool cli_parse_real(const char *text, double *out);

/* ---- render.c: documents for people */

/* How much is shown: every setting, and what the optimiser says; all rows of tables instead of the first 30. */
typedef struct cli_view {
    bool verbose, all;
} cli_view;
/* Render the JSON of a fit or an evaluation, or a summary of finished folds (records.h), on `out`; `source` names it in
 * messages. */
int cli_render(FILE *out, const char *json, const char *source, cli_view view);
/* Print what standard output gets of a fit or an evaluation: JSON, a table, or the summary; with -o - nothing more. */
int cli_show(ardor_context *context, const cli_options *options, const char *json, const char *source);
/* The warnings of such a document, where they have not been told on standard error. */
int cli_render_warnings(FILE *out, const char *json, const char *source);

/* ---- estimate.c: how long a run would take */

/* Say it of a fit, or of an evaluation, on standard output. */
int cli_estimate(ardor_context *context, const cli_options *options, const ardor_dataset *data, const ardor_spec *spec,
                 bool evaluation);

/* ---- outcome.c: how a run ended */

/* Notes if the fit, or fits of the evaluation, of this JSON did not converge or failed, or if the time was not enough for all. */
void cli_note_outcome(ardor_context *context, const char *json);
/* CLI_CANCELLED, after a line that says what was kept, if the result is what a cancelled run had. */
int cli_outcome(const char *json);

extern const cli_verb cli_fit, cli_predict, cli_evaluate, cli_compare, cli_report, cli_rerun, cli_inspect, cli_simulate,
    cli_methods;

#endif
