/* Tables of results: see tables.h.
 *
 * A kind is a row of KINDS: the documents that have it, the list of objects in them that become rows, and columns, each made of a
 * member of these objects. A null, and a member that is absent, is an empty cell. */
#include "tables.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "suffix.h"
#include "suggest.h"
#include "text.h"

typedef enum {
    MEMBER,
    SPREAD,   /* a column for each of the names that the document lists in `names`, or (NULL) that any row has, of `member` (NULL:
                   of the row itself); `name` begins theirs */
    POSITION, /* number of the row, from 1 */
    CHOSEN,   /* is it the row whose position, from 0, the document has in `names`? */
    STATUS,   /* failed with a message, else done */
    REPETITION, /* of the row's fold, by the document's plan */
    REPETITIONS /* the same where the plan has several, else no column */
} column_form;

typedef struct column {
    const char *name;
    column_form form;
    const char *member, *names;
} column;

typedef struct kind {
    const char *name, *verbs, *format; /* of the document that has it, but for "ardor-" */
    const char *list, *further;        /* where its rows are, and (NULL: nowhere) further ones, which go among them by `fold` */
    const column *columns;             /* NULL: the end */
} kind;

static const column FEATURES[] = {{"name", MEMBER, "name", NULL},
                                  {"scale", MEMBER, "scale", NULL},
                                  {"weight", MEMBER, "weight", NULL},
                                  {"class", MEMBER, "direction", NULL},
                                  {"weight_", SPREAD, "class_weights", NULL},
                                  {"frequency", MEMBER, "frequency", NULL},
                                  {"forced", MEMBER, "forced", NULL},
                                  {"filter_rank", MEMBER, "filter_rank", NULL},
                                  {"filter_score", MEMBER, "filter_score", NULL},
                                  {NULL, MEMBER, NULL, NULL}};

static const column CANDIDATES[] = {{"candidate", POSITION, NULL, NULL},
                                    {"filter", MEMBER, "filter", NULL},
                                    {"", SPREAD, NULL, "tune.settings"},
                                    {"error", MEMBER, "error", NULL},
                                    {"error_se", MEMBER, "error_se", NULL},
                                    {"deviance", MEMBER, "deviance", NULL},
                                    {"n_features", MEMBER, "n_features", NULL},
                                    {"n_vectors", MEMBER, "n_vectors", NULL},
                                    {"empty", MEMBER, "empty", NULL},
                                    {"status", MEMBER, "status", NULL},
                                    {"message", MEMBER, "message", NULL},
                                    {"chosen", CHOSEN, NULL, "tune.chosen"},
                                    {NULL, MEMBER, NULL, NULL}};

static const column SELECTION[] = {{"name", MEMBER, "name", NULL},
                                   {"frequency", MEMBER, "frequency", NULL},
                                   {"mean_scale", MEMBER, "mean_scale", NULL},
                                   {"mean_weight", MEMBER, "mean_weight", NULL},
                                   {"class", MEMBER, "direction", NULL},
                                   {"agreement", MEMBER, "agreement", NULL},
                                   {"mean_weight_", SPREAD, "mean_class_weights", NULL},
                                   {NULL, MEMBER, NULL, NULL}};

static const column FOLDS[] = {{"fold", MEMBER, "fold", NULL},
                               {"repetition", REPETITION, NULL, NULL},
                               {"n_train", MEMBER, "n_train", NULL},
                               {"n_test", MEMBER, "n_test", NULL},
                               {"error", MEMBER, "error", NULL},
                               {"majority_error", MEMBER, "majority_error", NULL},
                               {"n_features", MEMBER, "n_features", NULL},
                               {"n_vectors", MEMBER, "n_vectors", NULL},
                               {"n_screened", MEMBER, "n_screened", NULL},
                               {"filter", MEMBER, "filter", NULL},
                               {"", SPREAD, "settings", NULL},
                               {"relax_factor", MEMBER, "relax_factor", NULL},
                               {"stop_reason", MEMBER, "stop_reason", NULL},
                               {"null_model", MEMBER, "null_model", NULL},
                               {"status", STATUS, NULL, NULL},
                               {"message", MEMBER, "message", NULL},
                               {NULL, MEMBER, NULL, NULL}};

static const column IMPORTANCE[] = {{"name", MEMBER, "name", NULL},
                                    {"n_folds", MEMBER, "n_folds", NULL},
                                    {"log_loss_rise", MEMBER, "log_loss_rise", NULL},
                                    {"log_loss_sd", MEMBER, "log_loss_sd", NULL},
                                    {"error_rise", MEMBER, "error_rise", NULL},
                                    {"error_sd", MEMBER, "error_sd", NULL},
                                    {NULL, MEMBER, NULL, NULL}};

#define ROWS_BEGIN                                                                                                               \
    {"id", MEMBER, "id", NULL}, {"class", MEMBER, "class", NULL}, { "predicted", MEMBER, "predicted", NULL }
#define PROBABILITIES                                                                                                            \
    {                                                                                                                            \
        "prob_", SPREAD, "prob", "classes"                                                                                       \
    }
static const column ROWS_PREDICTED[] = {ROWS_BEGIN, PROBABILITIES, {NULL, MEMBER, NULL, NULL}};
static const column ROWS_EVALUATED[] = {ROWS_BEGIN,
                                        PROBABILITIES,
                                        {"fold", MEMBER, "fold", NULL},
                                        {"repetition", REPETITIONS, NULL, NULL},
                                        {NULL, MEMBER, NULL, NULL}};

static const kind KINDS[] = {{"features", "fit inspect", "fit", "features", NULL, FEATURES},
                             {"candidates", "fit inspect", "fit", "tune.candidates", NULL, CANDIDATES},
                             {"selection", "evaluate inspect", "evaluation", "selection", NULL, SELECTION},
                             {"importance", "evaluate inspect", "evaluation", "importance.features", NULL, IMPORTANCE},
                             {"rows", "evaluate inspect", "evaluation", "rows", NULL, ROWS_EVALUATED},
                             {"rows", "predict", "predictions", "rows", NULL, ROWS_PREDICTED},
                             {"folds", "evaluate inspect", "evaluation", "folds", "failed", FOLDS}};
enum { N_KINDS = sizeof KINDS / sizeof *KINDS };

/* ---- what there is */

static size_t kind_bytes(const char *table) { return strcspn(table, "="); }

const char *cli_table_path(const char *table)
{
    const char *path = table + kind_bytes(table);
    return *path ? path + 1 : path;
}

static bool is_kind(const kind *k, const char *table)
{
    return strlen(k->name) == kind_bytes(table) && strncmp(k->name, table, strlen(k->name)) == 0;
}

const char *cli_tables_of(const char *verb, char out[CLI_KINDS_BYTES])
{
    const char *first = NULL;
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; i < N_KINDS; i++) {
        if (!strstr(KINDS[i].verbs, verb) || used >= CLI_KINDS_BYTES) continue;
        used += (size_t)snprintf(out + used, CLI_KINDS_BYTES - used, "%s%s", first ? ", " : "", KINDS[i].name);
        if (!first) first = KINDS[i].name;
    }
    return first;
}

/* The kind that a table names, among those of a verb; another verb that has it is told. */
static int find_kind(const cli_verb *verb, const char *table, const kind **out)
{
    char kinds[CLI_KINDS_BYTES], asked[32];
    const kind *other = NULL;
    *out = NULL;
    snprintf(asked, sizeof asked, "%.*s", (int)kind_bytes(table), table);
    cli_suggestion suggestion = {.asked = asked};
    for (size_t i = 0; i < N_KINDS && !*out; i++) {
        const bool has = strstr(KINDS[i].verbs, verb->name) != NULL;
        if (is_kind(KINDS + i, table)) {
            if (has) *out = KINDS + i;
            if (!other) other = KINDS + i;
        }
        if (has) cli_suggest(&suggestion, KINDS[i].name);
    }
    if (*out) return CLI_DONE;
    cli_tables_of(verb->name, kinds);
    if (other)
        return cli_error(CLI_USAGE, "--table %s: %s is a table of %.*s; %s has %s", table, other->name,
                         (int)strcspn(other->verbs, " "), other->verbs, verb->name, kinds);
    return cli_error(CLI_USAGE, "--table %.200s: there is no table '%s'; %s has %s%s%s%s", table, asked, verb->name, kinds,
                     suggestion.nearest ? "; is '" : "", suggestion.nearest ? suggestion.nearest : "",
                     suggestion.nearest ? "' meant?" : "");
}

static int check_table(const cli_verb *verb, const cli_options *options, const char *table)
{
    const kind *found = NULL;
    char kinds[CLI_KINDS_BYTES];
    const char *path = cli_table_path(table), *tune = cli_setting_value(options, "tune");
    const char *importance = cli_setting_value(options, "importance");
    if (!*path || kind_bytes(table) == 0)
        return cli_error(CLI_USAGE, "--table %s: KIND=FILE is needed, for example --table %s=FILE.csv", table,
                         cli_tables_of(verb->name, kinds));
    const int code = find_kind(verb, table, &found);
    if (code != CLI_DONE) return code;
    if (strcmp(found->name, "candidates") == 0 && verb->keys != CLI_NO_KEYS && (!tune || strcmp(tune, "none") == 0))
        return cli_error(CLI_USAGE, "--table %s: candidates are those of a tuning: add --tune", table);
    if (strcmp(found->name, "importance") == 0 && verb->keys != CLI_NO_KEYS && (!importance || strcmp(importance, "none") == 0))
        return cli_error(CLI_USAGE,
                         "--table %s: importances are measured where that is asked for: add --importance permutation:R", table);
    const cli_suffix suffix = cli_suffix_of(path);
    if (suffix == CLI_SUFFIX_NONE || suffix == CLI_SUFFIX_CSV || suffix == CLI_SUFFIX_TSV) return CLI_DONE;
    return cli_error(CLI_USAGE, "--table %s: tables are written as .csv or .tsv (also with .gz, .zst or .xz)", table);
}

int cli_tables_check(const cli_verb *verb, const cli_options *options)
{
    int code = CLI_DONE;
    for (size_t i = 0; i < options->n_tables && code == CLI_DONE; i++) code = check_table(verb, options, options->table[i]);
    return code;
}

bool cli_tables_print(const cli_options *options)
{
    for (size_t i = 0; i < options->n_tables; i++)
        if (cli_is_stdout(cli_table_path(options->table[i]))) return true;
    return false;
}

static const kind *kind_of(const json_t *document, const char *table)
{
    const char *format = cli_text_of(document, "format");
    for (size_t i = 0; i < N_KINDS; i++)
        if (format && strncmp(format, "ardor-", 6) == 0 && strcmp(format + 6, KINDS[i].format) == 0 && is_kind(KINDS + i, table))
            return KINDS + i;
    return NULL;
}

/* ---- rows */

/* "tune.candidates" of a document. */
static json_t *at_path(const json_t *document, const char *path)
{
    const char *point = path ? strchr(path, '.') : NULL;
    char first[32];
    if (!path || !point) return path ? json_object_get(document, path) : NULL;
    snprintf(first, sizeof first, "%.*s", (int)(point - path), path);
    return json_object_get(json_object_get(document, first), point + 1);
}

/* The rows of both lists; those of the second go where their fold belongs. What failed outside the folds has none. */
static json_t *rows_of(const kind *k, const json_t *document)
{
    size_t i;
    json_t *row, *rows = json_array();
    json_array_foreach(at_path(document, k->list), i, row) json_array_append(rows, row);
    json_array_foreach(at_path(document, k->further), i, row)
    {
        size_t at = 0;
        if (!json_is_integer(json_object_get(row, "fold"))) continue;
        while (at < json_array_size(rows) && cli_count_of(json_array_get(rows, at), "fold") < cli_count_of(row, "fold")) at++;
        json_array_insert(rows, at, row);
    }
    return rows;
}

/* Folds that make one repetition; *several is set if there are more. */
static long long folds_of_repetition(const json_t *document, bool *several)
{
    long long repetitions = 1, folds = 0;
    const char *plan = cli_text_of(document, "plan");
    const long long planned = cli_count_of(document, "n_folds");
    if (plan && sscanf(plan, "repeat:%lldx%lld", &repetitions, &folds) == 2 && folds > 0) {
        *several = repetitions > 1;
        return folds;
    }
    const bool each = plan && (strncmp(plan, "boot:", 5) == 0 || strncmp(plan, "splits:", 7) == 0);
    *several = each && planned > 1;
    return each ? 1 : planned > 0 ? planned : 1;
}

/* ---- cells */

enum { MOST_COLUMNS = 16 };

typedef struct writer {
    FILE *out;
    char delimiter;
    bool begun; /* the line has a cell */
    const json_t *document, *rows;
    const column *columns;
    json_t *names[MOST_COLUMNS]; /* of those into which a column spreads */
    bool several;                /* repetitions, */
    long long folds;             /* each of so many folds */
} writer;

static void put(writer *w, const char *prefix, const char *text)
{
    if (w->begun) fputc(w->delimiter, w->out);
    w->begun = true;
    cli_print_cell(w->out, w->delimiter, prefix, text);
}

static void put_value(writer *w, const json_t *value)
{
    char text[CLI_NUMBER_BYTES] = "";
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        cli_number(json_real_value(value), text);
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s", json_is_true(value) ? "true" : "false");
    put(w, "", json_is_string(value) ? json_string_value(value) : text);
}

static void put_count(writer *w, long long count)
{
    char text[CLI_NUMBER_BYTES];
    snprintf(text, sizeof text, "%lld", count);
    put(w, "", text);
}

/* The names of the columns that one spreads into, as a new array. */
static json_t *spread_names(const writer *w, const column *c)
{
    size_t i;
    const json_t *row;
    json_t *seen = json_object(), *names = json_array(), *value;
    const char *key;
    json_array_foreach(w->rows, i, row)
    {
        if (c->names) break;
        json_object_foreach(json_object_get(row, c->member), key, value) json_object_set(seen, key, value);
    }
    json_object_foreach(seen, key, value) json_array_append_new(names, json_string(key));
    json_array_foreach(at_path(w->document, c->names), i, value) if (json_is_string(value)) json_array_append(names, value);
    json_decref(seen);
    return names;
}

/* row NULL: the names. */
static void put_spread(writer *w, const column *c, const json_t *row)
{
    size_t i;
    const json_t *name, *object = c->member ? json_object_get(row, c->member) : row;
    json_array_foreach(w->names[c - w->columns], i, name)
    {
        if (row)
            put_value(w, json_object_get(object, json_string_value(name)));
        else
            put(w, c->name, json_string_value(name));
    }
}

static void put_cell(writer *w, const column *c, const json_t *row, size_t position)
{
    const json_t *chosen = at_path(w->document, c->names);
    switch (c->form) {
    case MEMBER:
        put_value(w, json_object_get(row, c->member));
        return;
    case SPREAD:
        put_spread(w, c, row);
        return;
    case POSITION:
        put_count(w, (long long)position + 1);
        return;
    case CHOSEN:
        put(w, "", json_is_integer(chosen) && json_integer_value(chosen) == (json_int_t)position ? "true" : "false");
        return;
    case STATUS:
        put(w, "", cli_text_of(row, "message") ? "failed" : "done");
        return;
    case REPETITION:
    case REPETITIONS:
        if (c->form == REPETITION || w->several) put_count(w, (cli_count_of(row, "fold") - 1) / w->folds + 1);
        return;
    }
}

static void put_name(writer *w, const column *c)
{
    if (c->form == SPREAD)
        put_spread(w, c, NULL);
    else if (c->form != REPETITIONS || w->several)
        put(w, "", c->name);
}

static void write_table(FILE *out, char delimiter, const kind *k, const json_t *document, const json_t *rows)
{
    size_t i;
    const json_t *row;
    writer w = {.out = out, .delimiter = delimiter, .document = document, .rows = rows, .columns = k->columns};
    w.folds = folds_of_repetition(document, &w.several);
    for (const column *c = k->columns; c->name; c++)
        if (c->form == SPREAD) w.names[c - k->columns] = spread_names(&w, c);
    for (const column *c = k->columns; c->name; c++) put_name(&w, c);
    fputc('\n', out);
    json_array_foreach(rows, i, row)
    {
        w.begun = false;
        for (const column *c = k->columns; c->name; c++) put_cell(&w, c, row, i);
        fputc('\n', out);
    }
    for (i = 0; i < MOST_COLUMNS; i++) json_decref(w.names[i]);
}

/* ---- tables */

/* Made as a whole first: a file is written at once or not at all. */
static int deliver(ardor_context *context, const json_t *document, const kind *k, const char *path)
{
    char *text = NULL;
    size_t bytes = 0;
    json_t *rows = rows_of(k, document);
    FILE *memory = open_memstream(&text, &bytes);
    bool complete = rows && memory;
    if (complete) write_table(memory, cli_delimiter_of(path), k, document, rows);
    if (complete) complete = !ferror(memory);
    if (memory && fclose(memory) != 0) complete = false;
    const int code = complete ? cli_deliver(context, path, text) : cli_error(CLI_FAILED, "out of memory");
    json_decref(rows);
    free(text);
    return code;
}

static int parse(const char *json, json_t **out)
{
    *out = json_loads(json, 0, NULL);
    return *out ? CLI_DONE : cli_error(CLI_FAILED, "the result cannot be read back");
}

int cli_tables_check_document(const cli_options *options, const char *json, const char *path)
{
    int code = CLI_DONE;
    json_t *document = NULL;
    if (options->n_tables == 0) return CLI_DONE;
    TRY(parse(json, &document));
    for (size_t i = 0; i < options->n_tables; i++) {
        const char *table = options->table[i], *format = cli_text_of(document, "format");
        const kind *k = kind_of(document, table);
        if (!k)
            TRY(cli_error(CLI_USAGE, "--table %s: %s has no table '%.*s': it is %s", table, path, (int)kind_bytes(table), table,
                          format ? format : "?"));
        if (!json_is_array(at_path(document, k->list)))
            TRY(cli_error(CLI_USAGE, "--table %s: %s has no %s", table, path, k->name));
    }
done:
    json_decref(document);
    return code;
}

int cli_tables_write(ardor_context *context, const cli_options *options, const char *json, bool standard_output)
{
    int code = CLI_DONE;
    json_t *document = NULL;
    if (options->n_tables == 0) return CLI_DONE;
    TRY(parse(json, &document));
    for (size_t i = 0; i < options->n_tables; i++) {
        const char *path = cli_table_path(options->table[i]);
        const kind *k = kind_of(document, options->table[i]);
        if (cli_is_stdout(path) == standard_output && k) TRY(deliver(context, document, k, path));
    }
done:
    json_decref(document);
    return code;
}
