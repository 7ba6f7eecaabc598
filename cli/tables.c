/* Tables of results: see tables.h. Which there are: table_kinds.h. A null, and a member that is absent, is an empty cell. */
#include "tables.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "suffix.h"
#include "suggest.h"
#include "table_kinds.h"
#include "table_rows.h"
#include "text.h"

/* ---- what there is */

static size_t kind_bytes(const char *table) { return strcspn(table, "="); }

const char *cli_table_path(const char *table)
{
    const char *path = table + kind_bytes(table);
    return *path ? path + 1 : path;
}

static bool is_kind(const cli_kind *k, const char *table)
{
    return strlen(k->name) == kind_bytes(table) && strncmp(k->name, table, strlen(k->name)) == 0;
}

const char *cli_tables_of(const char *verb, char out[CLI_KINDS_BYTES])
{
    const char *first = NULL;
    size_t used = 0;
    *out = '\0';
    for (size_t i = 0; i < cli_n_kinds; i++) {
        const bool told = strstr(out, cli_kinds[i].name) != NULL; /* of another document */
        if (!strstr(cli_kinds[i].verbs, verb) || told || used >= CLI_KINDS_BYTES) continue;
        used += (size_t)snprintf(out + used, CLI_KINDS_BYTES - used, "%s%s", first ? ", " : "", cli_kinds[i].name);
        if (!first) first = cli_kinds[i].name;
    }
    return first;
}

/* The kind that a table names, among those of a verb; another verb that has it is told. */
static int find_kind(const cli_verb *verb, const char *table, const cli_kind **out)
{
    char kinds[CLI_KINDS_BYTES], asked[32];
    const cli_kind *other = NULL;
    *out = NULL;
    snprintf(asked, sizeof asked, "%.*s", (int)kind_bytes(table), table);
    cli_suggestion suggestion = {.asked = asked};
    for (size_t i = 0; i < cli_n_kinds && !*out; i++) {
        const bool has = strstr(cli_kinds[i].verbs, verb->name) != NULL;
        if (is_kind(cli_kinds + i, table)) {
            if (has) *out = cli_kinds + i;
            if (!other) other = cli_kinds + i;
        }
        if (has) cli_suggest(&suggestion, cli_kinds[i].name);
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

/* Kinds of what is found out only where a key asks for it. */
static const struct {
    const char *kind, *key, *what;
} asked_for[] = {
    {"candidates", "tune", "candidates are those of a tuning: add --tune"},
    {"importance", "importance", "importances are measured where that is asked for: add --importance permutation:R"},
    {"stability", "stability", "halves of the rows are fitted where that is asked for: add --stability B"},
    {"instability", "instability", "resamples of the rows are fitted where that is asked for: add --instability B"},
};

static int check_table(const cli_verb *verb, const cli_options *options, const char *table)
{
    const cli_kind *found = NULL;
    char kinds[CLI_KINDS_BYTES];
    const char *path = cli_table_path(table);
    if (!*path || kind_bytes(table) == 0)
        return cli_error(CLI_USAGE, "--table %s: KIND=FILE is needed, for example --table %s=FILE.csv", table,
                         cli_tables_of(verb->name, kinds));
    const int code = find_kind(verb, table, &found);
    if (code != CLI_DONE) return code;
    for (size_t i = 0; i < sizeof asked_for / sizeof *asked_for; i++) {
        const char *value = cli_setting_value(options, asked_for[i].key);
        if (strcmp(found->name, asked_for[i].kind) == 0 && verb->keys != CLI_NO_KEYS && (!value || strcmp(value, "none") == 0))
            return cli_error(CLI_USAGE, "--table %s: %s", table, asked_for[i].what);
    }
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

static const cli_kind *kind_of(const json_t *document, const char *table)
{
    const char *format = cli_text_of(document, "format");
    for (size_t i = 0; i < cli_n_kinds; i++)
        if (format && strncmp(format, "ardor-", 6) == 0 && strcmp(format + 6, cli_kinds[i].format) == 0 &&
            is_kind(cli_kinds + i, table))
            return cli_kinds + i;
    return NULL;
}

/* ---- cells */

typedef struct writer {
    FILE *out;
    char delimiter;
    bool begun; /* the line has a cell */
    const json_t *document, *rows;
    const cli_column *columns;
    json_t *names[CLI_MOST_COLUMNS]; /* of those into which a column spreads */
    bool several;                    /* repetitions, */
    long long folds;                 /* each of so many folds */
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
static json_t *spread_names(const writer *w, const cli_column *c)
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
    json_array_foreach(cli_at_path(w->document, c->names), i, value) if (json_is_string(value)) json_array_append(names, value);
    json_decref(seen);
    return names;
}

/* row NULL: the names. */
static void put_spread(writer *w, const cli_column *c, const json_t *row)
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

static void put_cell(writer *w, const cli_column *c, const json_t *row, size_t position)
{
    const json_t *chosen = cli_at_path(w->document, c->names);
    switch (c->form) {
    case CLI_MEMBER:
        put_value(w, json_object_get(row, c->member));
        return;
    case CLI_SPREAD:
        put_spread(w, c, row);
        return;
    case CLI_POSITION:
        put_count(w, (long long)position + 1);
        return;
    case CLI_CHOSEN:
        put(w, "", json_is_integer(chosen) && json_integer_value(chosen) == (json_int_t)position ? "true" : "false");
        return;
    case CLI_STATUS:
        put(w, "", cli_text_of(row, "message") ? "failed" : "done");
        return;
    case CLI_REPETITION:
    case CLI_REPETITIONS:
        if (c->form == CLI_REPETITION || w->several) put_count(w, (cli_count_of(row, "fold") - 1) / w->folds + 1);
        return;
    }
}

static void put_name(writer *w, const cli_column *c)
{
    if (c->form == CLI_SPREAD)
        put_spread(w, c, NULL);
    else if (c->form != CLI_REPETITIONS || w->several)
        put(w, "", c->name);
}

static void write_table(FILE *out, char delimiter, const cli_kind *k, const json_t *document, const json_t *rows)
{
    size_t i;
    const json_t *row;
    writer w = {.out = out, .delimiter = delimiter, .document = document, .rows = rows, .columns = k->columns};
    w.folds = cli_folds_of_repetition(document, &w.several);
    for (const cli_column *c = k->columns; c->name; c++)
        if (c->form == CLI_SPREAD) w.names[c - k->columns] = spread_names(&w, c);
    for (const cli_column *c = k->columns; c->name; c++) put_name(&w, c);
    fputc('\n', out);
    json_array_foreach(rows, i, row)
    {
        w.begun = false;
        for (const cli_column *c = k->columns; c->name; c++) put_cell(&w, c, row, i);
        fputc('\n', out);
    }
    for (i = 0; i < CLI_MOST_COLUMNS; i++) json_decref(w.names[i]);
}

/* ---- tables */

/* Made as a whole first: a file is written at once or not at all. */
static int deliver(ardor_context *context, const json_t *document, const cli_kind *k, const char *path)
{
    char *text = NULL;
    size_t bytes = 0;
    json_t *rows = cli_table_rows(k, document);
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
        const cli_kind *k = kind_of(document, table);
        if (!k)
            TRY(cli_error(CLI_USAGE, "--table %s: %s has no table '%.*s': it is %s", table, path, (int)kind_bytes(table), table,
                          format ? format : "?"));
        if (!json_is_array(cli_at_path(document, k->list)))
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
        const cli_kind *k = kind_of(document, options->table[i]);
        if (cli_is_stdout(path) == standard_output && k) TRY(deliver(context, document, k, path));
    }
done:
    json_decref(document);
    return code;
}
