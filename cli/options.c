/* The command line: option tables shared by the verbs, and their parser.
 *
 * popt stores nothing by itself here: each option has a code, and poptGetNextOpt hands the codes back one by
 * one, so that the tables are constant and one function per kind of option says what it means. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#define TEXT(name, code, help, argument)                                                                                         \
    {                                                                                                                            \
        (name), '\0', POPT_ARG_STRING, NULL, (code), (help), (argument)                                                          \
    }
#define FLAG(name, code, help)                                                                                                   \
    {                                                                                                                            \
        (name), '\0', POPT_ARG_NONE, NULL, (code), (help), NULL                                                                  \
    }
#define LATER(name, code)                                                                                                        \
    {                                                                                                                            \
        (name), '\0', POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, (code), NULL, NULL                                        \
    }

const struct poptOption cli_reading_options[] = {
    TEXT("target", OPTION_TARGET, "column of class labels (default: `class`, else the last column)", "COL"),
    TEXT("id", OPTION_ID, "column of row names (default: rows are numbered from 1)", "COL"),
    TEXT("weights", OPTION_WEIGHTS, "column of case weights > 0", "COL"),
    TEXT("group", OPTION_GROUP, "column of groups that folds keep together", "COL"),
    TEXT("positive", OPTION_POSITIVE, "positive class (default: the second in sorted order)", "CLASS"),
    TEXT("format", OPTION_FORMAT, "csv or tsv (default: by the file name)", "FORMAT"),
    FLAG("transpose", OPTION_TRANSPOSE, "features are in rows, samples in columns"),
    FLAG("header", OPTION_HEADER, "the first row is names (default: found out)"),
    FLAG("no-header", OPTION_NO_HEADER, "the first row is data"),
    POPT_TABLEEND};

const struct poptOption cli_fitting_options[] = {
    TEXT("method", OPTION_METHOD, "method (default jcfo; `ardor methods` lists them)", "NAME"),
    TEXT("basis", OPTION_BASIS, "rbf, linear, poly:R or identity (default: the method's)", "BASIS"),
    TEXT("set", OPTION_SET, "a setting of the method or the tuning; may be repeated", "KEY=VALUE"),
    {"tune", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_TUNE,
     "choose settings by cv:K or holdout:F; evaluate: also first:K (alone: cv:5)", "HOW"},
    TEXT("standardise", OPTION_STANDARDISE, "train, all, samples or none (default train)", "HOW"),
    TEXT("impute", OPTION_IMPUTE, "fill missing values: median (default: they are an error)", "HOW"),
    {"log", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_LOG,
     "take logarithms, of values raised to FLOOR if given", "FLOOR"},
    TEXT("filter", OPTION_FILTER, "keep the K features of largest score in training: ttest:K or fdr:K", "NAME:K"),
    TEXT("class-weight", OPTION_CLASS_WEIGHT, "balanced, or weights of classes in training: a=1,b=5", "HOW"),
    TEXT("protocol", OPTION_PROTOCOL, "honest (default), or leaky as in some papers", "NAME"),
    LATER("ensemble", OPTION_ENSEMBLE),
    POPT_TABLEEND};

const struct poptOption cli_run_options[] = {
    CLI_SEED_OPTION,
    TEXT("threads", OPTION_THREADS, "number of threads (default: auto, the online processors)", "N"),
    TEXT("time-limit", OPTION_TIME_LIMIT, "stop after so much wall time", "SECONDS"),
    FLAG("trace", OPTION_TRACE, "record every iteration in the result"),
    LATER("checkpoint", OPTION_CHECKPOINT),
    POPT_TABLEEND};

const struct poptOption cli_output_options[] = {
    {"output", 'o', POPT_ARG_STRING, NULL, OPTION_OUTPUT, "write the result to this file (see below)", "FILE"},
    FLAG("json", OPTION_JSON, "print one JSON document on standard output"),
    {"quiet", 'q', POPT_ARG_NONE, NULL, OPTION_QUIET, "no progress and no notes on standard error", NULL},
    {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "show this help", NULL},
    POPT_TABLEEND};

/* Options that become a spec key of the same name; NULL value: given by the command line. */
static const struct {
    int code;
    const char *key, *value;
} spec_keys[] = {{OPTION_METHOD, "method", NULL},
                 {OPTION_BASIS, "basis", NULL},
                 {OPTION_TUNE, "tune", NULL},
                 {OPTION_PLAN, "plan", NULL},
                 {OPTION_PROTOCOL, "protocol", NULL},
                 {OPTION_CLASS_WEIGHT, "class-weight", NULL},
                 {OPTION_STANDARDISE, "standardise", NULL},
                 {OPTION_IMPUTE, "impute", NULL},
                 {OPTION_LOG, "log", NULL},
                 {OPTION_FILTER, "filter", NULL},
                 {OPTION_SEED, "seed", NULL},
                 {OPTION_THREADS, "threads", NULL},
                 {OPTION_TIME_LIMIT, "time-limit", NULL},
                 {OPTION_TRACE, "trace", "on"}};

/* What the options with an optional value mean when they stand alone. popt would take the next word as
 * their value, so `ardor fit --tune data.csv` would lose its data: they are spelled out beforehand. */
static const struct {
    const char *word, *meaning;
} lone_words[] = {{"--tune", "--tune=cv:5"}, {"--log", "--log=on"}};

static int out_of_memory(void) { return cli_error(CLI_FAILED, "out of memory"); }

static char **text_field(cli_options *options, int code)
{
    switch (code) {
    case OPTION_FORMAT:
        return &options->format;
    case OPTION_TARGET:
        return &options->target;
    case OPTION_ID:
        return &options->id;
    case OPTION_WEIGHTS:
        return &options->weights;
    case OPTION_GROUP:
        return &options->group;
    case OPTION_POSITIVE:
        return &options->positive;
    case OPTION_OUTPUT:
        return &options->output;
    case OPTION_ROWS:
        return &options->rows;
    case OPTION_FEATURES:
        return &options->features;
    case OPTION_NOISE:
        return &options->noise;
    default:
        return NULL;
    }
}

static bool set_flag(cli_options *options, int code)
{
    switch (code) {
    case OPTION_TRANSPOSE:
        options->transpose = true;
        return true;
    case OPTION_HEADER:
        options->header = 1;
        return true;
    case OPTION_NO_HEADER:
        options->header = -1;
        return true;
    case OPTION_JSON:
        options->json = true;
        return true;
    case OPTION_QUIET:
        options->quiet = true;
        return true;
    default:
        return false;
    }
}

const char *cli_setting_value(const cli_options *options, const char *key)
{
    for (size_t i = 0; i < options->n_settings; i++)
        if (strcmp(options->setting[i].key, key) == 0) return options->setting[i].value;
    return NULL;
}

/* The last value given for a key counts. */
static int set_key(cli_options *options, const char *key, const char *value)
{
    char *copy = strdup(value);
    if (!copy) return out_of_memory();
    for (size_t i = 0; i < options->n_settings; i++)
        if (strcmp(options->setting[i].key, key) == 0) {
            free(options->setting[i].value);
            options->setting[i].value = copy;
            return CLI_DONE;
        }
    size_t bytes = (options->n_settings + 1) * sizeof *options->setting;
    cli_setting *grown = realloc(options->setting, bytes);
    char *name = strdup(key);
    if (grown) options->setting = grown;
    if (!grown || !name) {
        free(name);
        free(copy);
        return out_of_memory();
    }
    options->setting[options->n_settings++] = (cli_setting){name, copy};
    return CLI_DONE;
}

/* --set KEY=VALUE. Keys that have an option of their own are refused, so that there is one way to give them. */
static int set_pair(cli_options *options, char *pair)
{
    char *equals = strchr(pair, '=');
    if (!equals || equals == pair) return cli_error(CLI_USAGE, "--set %s: KEY=VALUE is needed, for example --set lam1=0.5", pair);
    *equals = '\0';
    for (size_t i = 0; i < sizeof spec_keys / sizeof *spec_keys; i++)
        if (strcmp(pair, spec_keys[i].key) == 0)
            return cli_error(CLI_USAGE, "--set %s=%s: use the option --%s", pair, equals + 1, pair);
    return set_key(options, pair, equals + 1);
}

/* The name of an option that is not in this version, or NULL. */
static const char *later_option(int code)
{
    switch (code) {
    case OPTION_ENSEMBLE:
        return "--ensemble";
    case OPTION_CHECKPOINT:
        return "--checkpoint";
    default:
        return NULL;
    }
}

/* Take one option. `value` is popt's copy, or NULL; it stays the caller's unless *value is set to NULL. */
static int take_option(cli_options *options, int code, char **value)
{
    char **field = text_field(options, code);
    if (field) {
        free(*field);
        *field = *value;
        *value = NULL;
        return CLI_DONE;
    }
    if (set_flag(options, code)) return CLI_DONE;
    if (code == OPTION_SET) return set_pair(options, *value);
    if (later_option(code)) return cli_error(CLI_USAGE, "%s is not in this version", later_option(code));
    for (size_t i = 0; i < sizeof spec_keys / sizeof *spec_keys; i++)
        if (spec_keys[i].code == code)
            return set_key(options, spec_keys[i].key, spec_keys[i].value ? spec_keys[i].value : *value);
    return cli_error(CLI_FAILED, "an option of this verb is not handled");
}

static int take_arguments(const cli_verb *verb, poptContext context, cli_options *options)
{
    const char **rest = poptGetArgs(context);
    size_t count = 0;
    while (rest && rest[count]) count++;
    if (count < verb->min_arguments)
        return cli_error(CLI_USAGE, "%s needs %s; see `ardor %s --help`", verb->name, verb->arguments, verb->name);
    if (count > verb->max_arguments)
        return cli_error(CLI_USAGE, "%s: \"%s\" is one argument too many; see `ardor %s --help`", verb->name,
                         rest[verb->max_arguments], verb->name);
    options->argument = calloc(count + 1, sizeof *options->argument);
    if (!options->argument) return out_of_memory();
    for (; options->n_arguments < count; options->n_arguments++) {
        char *copy = strdup(rest[options->n_arguments]);
        if (!copy) return out_of_memory();
        options->argument[options->n_arguments] = copy;
    }
    return CLI_DONE;
}

void cli_print_help(const cli_verb *verb)
{
    char name[64];
    snprintf(name, sizeof name, "ardor %s", verb->name);
    const char *argv[] = {name, NULL};
    poptContext context = poptGetContext(NULL, 1, argv, verb->options, 0);
    char usage[128];
    snprintf(usage, sizeof usage, "[OPTION...] %s", verb->arguments);
    poptSetOtherOptionHelp(context, usage);
    poptPrintHelp(context, stdout, 0);
    printf("\n%s", verb->notes);
    poptFreeContext(context);
}

/* argv as popt wants it: the verb's name first, lone words spelled out up to "--". */
static const char **popt_arguments(const char *name, int argc, char *const *argv)
{
    const char **out = calloc((size_t)argc + 1, sizeof *out);
    if (!out) return NULL;
    bool options_over = false;
    out[0] = name;
    for (int i = 2; i < argc; i++) {
        out[i - 1] = argv[i];
        if (strcmp(argv[i], "--") == 0) options_over = true;
        for (size_t w = 0; !options_over && w < sizeof lone_words / sizeof *lone_words; w++)
            if (strcmp(argv[i], lone_words[w].word) == 0) out[i - 1] = lone_words[w].meaning;
    }
    return out;
}

static int parse_options(const cli_verb *verb, poptContext context, cli_options *options, bool *stop)
{
    int option;
    while ((option = poptGetNextOpt(context)) > 0) {
        if (option == OPTION_HELP) {
            cli_print_help(verb);
            *stop = true;
            return CLI_DONE;
        }
        char *value = (char *)poptGetOptArg(context);
        int code = take_option(options, option, &value);
        free(value);
        if (code != CLI_DONE) return code;
    }
    if (option < -1)
        return cli_error(CLI_USAGE, "%s: %s; see `ardor %s --help`", poptBadOption(context, POPT_BADOPTION_NOALIAS),
                         poptStrerror(option), verb->name);
    return take_arguments(verb, context, options);
}

int cli_parse(const cli_verb *verb, int argc, char *const *argv, cli_options *out, bool *stop)
{
    char name[64];
    snprintf(name, sizeof name, "ardor %s", verb->name);
    *out = (cli_options){0};
    *stop = false;
    const char **words = popt_arguments(name, argc, argv);
    if (!words) return out_of_memory();
    poptContext context = poptGetContext(NULL, argc - 1, words, verb->options, 0);
    int code = context ? parse_options(verb, context, out, stop) : out_of_memory();
    poptFreeContext(context);
    free(words);
    if (code == CLI_DONE && !*stop) cli_terminal_setup(out->quiet);
    return code;
}

void cli_options_free(cli_options *options)
{
    char *texts[] = {options->format,   options->target, options->id,   options->weights,  options->group,
                     options->positive, options->output, options->rows, options->features, options->noise};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
    for (size_t i = 0; i < options->n_settings; i++) {
        free(options->setting[i].key);
        free(options->setting[i].value);
    }
    free(options->setting);
    for (size_t i = 0; i < options->n_arguments; i++) free(options->argument[i]);
    free(options->argument);
    *options = (cli_options){0};
}
