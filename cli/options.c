/* The command line: option tables shared by the verbs, and their parser. Options that are keys of the library: keys.c.
 *
 * popt stores nothing by itself here: each option has a code, and poptGetNextOpt hands the codes back one by
 * one, so that the tables are constant and one function per kind of option says what it means. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "keys.h"
#include "words.h"

#define TEXT(name, code, help, argument)                                                                                         \
    {                                                                                                                            \
        (name), '\0', POPT_ARG_STRING, NULL, (code), (help), (argument)                                                          \
    }
#define FLAG(name, code, help)                                                                                                   \
    {                                                                                                                            \
        (name), '\0', POPT_ARG_NONE, NULL, (code), (help), NULL                                                                  \
    }
/* What is said of --format is the library's list, put there by describe_formats. */
struct poptOption cli_reading_options[] = {
    TEXT("target", OPTION_TARGET,
         "column of class labels (default: `class`, else the last column; of rows to predict: as at fit)", "COL"),
    TEXT("id", OPTION_ID, "column of row names (default: a first column without a name, else rows are numbered)", "COL"),
    TEXT("weights", OPTION_WEIGHTS, "column of case weights > 0", "COL"),
    TEXT("group", OPTION_GROUP, "column of groups that folds keep together", "COL"),
    TEXT("positive", OPTION_POSITIVE,
         "positive class (default: the second in sorted order); of more than two classes, against all others as one", "CLASS"),
    TEXT("labels", OPTION_LABELS, "file of the labels: a table whose first column names the samples, or a .cls file", "FILE"),
    TEXT("drop", OPTION_DROP,
         "columns to leave out: names, globs, A:B in the order of the file, @FILE with a name a line; may be repeated", "LIST"),
    TEXT("keep", OPTION_KEEP, "the only features, in the same way", "LIST"),
    {"onehot", '\0', POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL, NULL, OPTION_ONEHOT,
     "columns of text as indicators of their levels; an unseen level is an error, or all zero (error or zero, with :LIST for "
     "these "
     "columns alone; alone error)",
     "HOW"},
    TEXT("format", OPTION_FORMAT, NULL, "FORMAT"),
    TEXT("delimiter", OPTION_DELIMITER,
         "what separates cells: one character, tab, or space for any run of blanks (default: that of the format)", "C"),
    TEXT("decimal", OPTION_DECIMAL, "decimal mark, . or , (default .); with , the cells of csv are separated by ;", "C"),
    FLAG("transpose", OPTION_TRANSPOSE, "features are in rows, samples in columns"),
    FLAG("header", OPTION_HEADER, "the first row is names (default: found out)"),
    FLAG("no-header", OPTION_NO_HEADER, "the first row is data"),
    POPT_TABLEEND};

const struct poptOption cli_output_options[] = {CLI_OUTPUT, CLI_OUTPUT_END};

const struct poptOption cli_later_options[] = {
    {"ensemble", '\0', POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPTION_ENSEMBLE, NULL, NULL}, POPT_TABLEEND};

/* "csv or tsv (default: ..)" */
static int describe_formats(void)
{
    static char help[200];
    int code = CLI_DONE;
    size_t i, used = 0;
    const json_t *format;
    char *json = NULL;
    json_t *formats = NULL;
    ardor_context *context = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return cli_error(CLI_FAILED, "out of memory");
    TRY(cli_status(context, ardor_formats_json(context, &json)));
    formats = json_loads(json, 0, NULL);
    json_array_foreach(formats, i, format)
    {
        const char *before = i == 0 ? "" : i + 1 < json_array_size(formats) ? ", " : " or ", *name = cli_text_of(format, "name");
        if (used < sizeof help) used += (size_t)snprintf(help + used, sizeof help - used, "%s%s", before, name ? name : "?");
    }
    if (used < sizeof help) snprintf(help + used, sizeof help - used, " (default: by the file's name, or its content)");
    for (struct poptOption *o = cli_reading_options; o->longName; o++)
        if (o->val == OPTION_FORMAT) o->descrip = help;
done:
    json_decref(formats);
    ardor_string_free(context, json);
    ardor_context_free(context);
    return code;
}

static int out_of_memory(void) { return cli_error(CLI_FAILED, "out of memory"); }

/* Options whose value is kept as it is. */
static const struct {
    int code;
    size_t offset; /* of the member */
} texts[] = {{OPTION_FORMAT, offsetof(cli_options, format)},
             {OPTION_TARGET, offsetof(cli_options, target)},
             {OPTION_ID, offsetof(cli_options, id)},
             {OPTION_WEIGHTS, offsetof(cli_options, weights)},
             {OPTION_GROUP, offsetof(cli_options, group)},
             {OPTION_POSITIVE, offsetof(cli_options, positive)},
             {OPTION_LABELS, offsetof(cli_options, labels)},
             {OPTION_DROP, offsetof(cli_options, drop)},
             {OPTION_KEEP, offsetof(cli_options, keep)},
             {OPTION_ONEHOT, offsetof(cli_options, onehot)},
             {OPTION_FEATURES_FROM, offsetof(cli_options, features_from)},
             {OPTION_DELIMITER, offsetof(cli_options, delimiter)},
             {OPTION_DECIMAL, offsetof(cli_options, decimal)},
             {OPTION_OUTPUT, offsetof(cli_options, output)},
             {OPTION_METHODS, offsetof(cli_options, methods)},
             {OPTION_ROWS, offsetof(cli_options, rows)},
             {OPTION_FEATURES, offsetof(cli_options, features)},
             {OPTION_NOISE, offsetof(cli_options, noise)},
             {OPTION_SEED, offsetof(cli_options, seed)},
             {OPTION_TRUTH_SEED, offsetof(cli_options, truth_seed)},
             {OPTION_NONZEROS, offsetof(cli_options, nonzeros)},
             {OPTION_CLASSES, offsetof(cli_options, classes)}};
enum { N_TEXTS = sizeof texts / sizeof *texts };

static char **text_at(cli_options *options, size_t i) { return (char **)((char *)options + texts[i].offset); }

static char **text_field(cli_options *options, int code)
{
    for (size_t i = 0; i < N_TEXTS; i++)
        if (texts[i].code == code) return text_at(options, i);
    return NULL;
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
    case OPTION_VERBOSE:
        options->verbose = true;
        return true;
    case OPTION_ALL:
        options->all = true;
        return true;
    case OPTION_ESTIMATE:
        options->estimate = true;
        return true;
    case OPTION_EXPLAIN:
        options->explain = true;
        return true;
    case OPTION_CONVERGENCE:
        options->convergence = true;
        return true;
    default:
        return false;
    }
}

int cli_options_set(cli_options *options, const char *key, const char *value)
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

/* The last value given for a key counts, but for a list of which the first would be lost. */
static int set_key(cli_options *options, const char *key, const char *value)
{
    static const char *const lists[][2] = {{"class-weight", "A=2,B=3"}, {"prior", "A=.2,B=.3"}, {"cost", "A:B=2,B:A=3"}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(key, lists[i][0]) == 0 && cli_setting_value(options, key))
            return cli_error(CLI_USAGE, "--%s is given twice: name all classes in one list, as in %s", key, lists[i][1]);
    return cli_options_set(options, key, value);
}

/* --set KEY=VALUE. Keys that have an option of their own are refused, so that there is one way to give them. */
static int set_pair(const cli_keys *keys, cli_options *options, char *pair)
{
    char *equals = strchr(pair, '=');
    if (!equals || equals == pair) return cli_error(CLI_USAGE, "--set %s: KEY=VALUE is needed, for example --set lam1=0.5", pair);
    *equals = '\0';
    const char *option = cli_keys_option(keys, pair);
    if (option) return cli_error(CLI_USAGE, "--set %s=%s: use the option --%s", pair, equals + 1, option);
    return set_key(options, pair, equals + 1);
}

static int add_table(cli_options *options, char **value)
{
    char **grown = realloc(options->table, (options->n_tables + 1) * sizeof *grown);
    if (!grown) return out_of_memory();
    options->table = grown;
    options->table[options->n_tables++] = *value;
    *value = NULL;
    return CLI_DONE;
}

/* Lists that are given twice are one. */
static int extend_list(char **list, char **value)
{
    char *both = NULL;
    if (!*list) {
        *list = *value;
        *value = NULL;
        return CLI_DONE;
    }
    const size_t bytes = strlen(*list) + strlen(*value) + 2;
    if (!(both = malloc(bytes))) return out_of_memory();
    snprintf(both, bytes, "%s,%s", *list, *value);
    free(*list);
    *list = both;
    return CLI_DONE;
}

/* Take one option. `value` is popt's copy, or NULL; it stays the caller's unless *value is set to NULL. */
static int take_option(const cli_verb *of, const cli_keys *keys, cli_options *options, int code, char **value)
{
    char **field = text_field(options, code);
    if (code == OPTION_DROP || code == OPTION_KEEP) return extend_list(field, value);
    if (field) {
        free(*field);
        *field = *value;
        *value = NULL;
        return CLI_DONE;
    }
    if (set_flag(options, code)) return CLI_DONE;
    if (code == OPTION_SET) return set_pair(keys, options, *value);
    if (code == OPTION_TABLE) return add_table(options, value);
    if (code == OPTION_ENSEMBLE) return cli_error(CLI_USAGE, "--ensemble is not in this version");
    const char *verb = NULL, *key = cli_keys_of_code(keys, code, &verb);
    if (verb && strcmp(of->name, "compare") == 0 && strcmp(key, "method") == 0)
        return cli_error(CLI_USAGE, "compare has several methods: --methods %s", *value);
    if (verb) return cli_error(CLI_USAGE, "--%s goes with %s", key, verb);
    return key ? set_key(options, key, *value) : cli_error(CLI_FAILED, "an option of this verb is not handled");
}

static int take_arguments(const char *const *argument, size_t n, cli_options *options)
{
    options->argument = calloc(n + 1, sizeof *options->argument);
    if (!options->argument) return out_of_memory();
    for (; options->n_arguments < n; options->n_arguments++) {
        char *copy = strdup(argument[options->n_arguments]);
        if (!copy) return out_of_memory();
        options->argument[options->n_arguments] = copy;
    }
    return CLI_DONE;
}

/* Made as a whole first, so that a standard output which cannot take it is found out with the reason. */
static int print_help(const cli_verb *verb, const cli_keys *keys)
{
    char name[64], usage[128], *text = NULL;
    size_t bytes = 0;
    snprintf(name, sizeof name, "ardor %s", verb->name);
    if (describe_formats() != CLI_DONE) return CLI_FAILED;
    snprintf(usage, sizeof usage, "[OPTION...] %s", verb->arguments);
    const char *argv[] = {name, NULL};
    FILE *memory = open_memstream(&text, &bytes);
    poptContext context = memory ? poptGetContext(NULL, 1, argv, cli_keys_options(keys), 0) : NULL;
    if (context) {
        poptSetOtherOptionHelp(context, usage);
        poptPrintHelp(context, memory, 0);
        fprintf(memory, "\n%s", verb->notes);
    }
    if (memory) fclose(memory);
    int code = context && text ? cli_deliver(NULL, NULL, text) : out_of_memory();
    poptFreeContext(context);
    free(text);
    return code;
}

int cli_help(const cli_verb *verb)
{
    cli_keys *keys = NULL;
    int code = cli_keys_open(verb, &keys);
    if (code == CLI_DONE) code = print_help(verb, keys);
    cli_keys_close(keys);
    return code;
}

static int parse_options(const cli_verb *verb, const cli_keys *keys, const cli_words *words, poptContext context,
                         cli_options *options, bool *stop)
{
    int option;
    while ((option = poptGetNextOpt(context)) > 0) {
        if (option == OPTION_HELP) {
            *stop = true;
            return print_help(verb, keys);
        }
        char *value = (char *)poptGetOptArg(context);
        int code = take_option(verb, keys, options, option, &value);
        free(value);
        if (code != CLI_DONE) return code;
    }
    const char *reason = poptStrerror(option), *bad = poptBadOption(context, POPT_BADOPTION_NOALIAS);
    if (option == POPT_ERROR_BADOPT) return cli_words_unknown(words, verb, keys, bad, reason);
    if (option < -1) return cli_error(CLI_USAGE, "%.100s: %s; see `ardor %s --help`", bad, reason, verb->name);
    const char **argument = poptGetArgs(context);
    size_t n = 0;
    while (argument && argument[n]) n++;
    const int code = cli_words_check(words, verb, keys, argument, n);
    return code != CLI_DONE ? code : take_arguments(argument, n, options);
}

int cli_parse(const cli_verb *const *verbs, const cli_verb *verb, int argc, char *const *argv, cli_options *out, bool *stop)
{
    int code = CLI_DONE;
    char name[64];
    cli_keys *keys = NULL;
    cli_words words = {.verbs = verbs};
    poptContext context = NULL;
    snprintf(name, sizeof name, "ardor %s", verb->name);
    *out = (cli_options){0};
    *stop = false;
    TRY(cli_keys_open(verb, &keys));
    TRY(cli_words_open(keys, name, argc, argv, &words));
    context = poptGetContext(NULL, words.n, words.word, cli_keys_options(keys), 0);
    if (!context) TRY(out_of_memory());
    TRY(parse_options(verb, keys, &words, context, out, stop));
    if (!*stop) cli_terminal_setup(out->quiet);
done:
    poptFreeContext(context);
    cli_words_close(&words);
    cli_keys_close(keys);
    return code;
}

void cli_options_free(cli_options *options)
{
    for (size_t i = 0; i < N_TEXTS; i++) free(*text_at(options, i));
    for (size_t i = 0; i < options->n_tables; i++) free(options->table[i]);
    free(options->table);
    for (size_t i = 0; i < options->n_settings; i++) {
        free(options->setting[i].key);
        free(options->setting[i].value);
    }
    free(options->setting);
    for (size_t i = 0; i < options->n_arguments; i++) free(options->argument[i]);
    free(options->argument);
    *options = (cli_options){0};
}
