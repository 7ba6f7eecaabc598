/* What is in a file of finished folds: see records.h. */
#include "records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "document.h"

bool cli_is_records(const char *text)
{
    static const char start[] = "{\"format\": \"ardor-records\"";
    return strncmp(text, start, sizeof start - 1) == 0;
}

static int read_line(const char *line, size_t bytes, const char *path, int number, json_t **out)
{
    json_error_t error;
    *out = json_loadb(line, bytes, JSON_REJECT_DUPLICATES, &error);
    if (*out) return CLI_DONE;
    return cli_error(CLI_DATA, "%s: line %d, column %d: not a JSON document: %s", path, number, error.column, error.text);
}

/* Note by cell and fold whether the fold failed: of two lines of one fold the later counts. The number of a cell is that of the
 * header before it, of which a file has several where cells came to a comparison. */
static void note_fold(const json_t *header, const json_t *record, json_t *folds)
{
    char number[64];
    const long long cell = cli_count_of(record, "cell"), fold = cli_count_of(record, "fold");
    const json_t *described = json_array_get(json_object_get(header, "cells"), (size_t)cell);
    char *text = described ? json_dumps(described, JSON_COMPACT) : NULL;
    snprintf(number, sizeof number, "%lld", cell);
    json_t *key = json_sprintf("%lld, %s", fold, text ? text : number);
    json_object_set_new(folds, json_string_value(key), json_boolean(cli_text_of(record, "message") != NULL));
    json_decref(key);
    free(text);
}

static json_t *summary_of(json_t *header, json_t *folds)
{
    json_int_t failed = 0;
    const char *key;
    json_t *value;
    json_object_foreach(folds, key, value) failed += json_is_true(value);
    const json_t *cells = json_object_get(header, "cells");
    json_object_update_missing(header, json_object_get(header, "recipe"));
    if (json_array_size(cells) > 0) {
        json_object_set_new(header, "n_cells", json_integer((json_int_t)json_array_size(cells)));
        json_object_set(header, "plan", json_object_get(json_array_get(cells, 0), "plan"));
    }
    json_object_set_new(header, "n_folds", json_integer((json_int_t)json_object_size(folds)));
    json_object_set_new(header, "n_failed", json_integer(failed));
    return json_incref(header);
}

int cli_records_summary(const char *text, size_t bytes, const char *path, json_t **out)
{
    int code = CLI_DONE, number = 0;
    json_t *header = NULL, *folds = json_object();
    const char *end, *stop = text + bytes;
    *out = NULL;
    for (; (end = memchr(text, '\n', (size_t)(stop - text))); text = end + 1) {
        json_t *line = NULL;
        TRY(read_line(text, (size_t)(end - text), path, ++number, &line));
        if (header && !cli_is_records(text)) {
            note_fold(header, line, folds);
            json_decref(line);
        } else {
            json_decref(header);
            header = line;
        }
    }
    *out = header ? summary_of(header, folds) : NULL;
    if (!*out) code = cli_error(CLI_DATA, "%s: its first line is cut off", path);
done:
    json_decref(header);
    json_decref(folds);
    return code;
}
