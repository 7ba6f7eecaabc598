/* See store.h. */
#include "study/store.h"

#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "io/lines.h"
#include "model/model_file.h"

enum { FORMAT_VERSION = 1 };

struct ard_store {
    ardor_context *context;
    ard_lines lines;
    int64_t n_records;
    ard_record *record; /* by fold */
};

/* ------------------------------------------------------------------ the header */

static void write_recipe(ard_json *json, const ard_cell *cell)
{
    char text[ARD_NUMBER_BYTES];
    const ard_recipe *recipe = &cell->protocol.recipe;
    const ardor_dataset *data = &cell->data;
    ard_json_open(json, "recipe", '{');
    ard_json_text(json, "protocol", ard_protocol_name(recipe->protocol));
    ard_json_text(json, "method", recipe->method->name);
    ard_json_text(json, "basis", ard_basis_name(recipe->basis, text));
    ard_json_settings(json, "settings", recipe->method, recipe->settings.value);
    ard_recipe_write(recipe, json);
    ard_json_texts(json, "classes", data->n_classes, data->class_name);
    ard_json_close(json);
}

static int header_text(ardor_context *context, const ard_cell *cell, char **out)
{
    int rc = ARDOR_OK;
    char hash[ARD_HASH_BYTES];
    uint64_t plan = 0;
    ard_json json;
    *out = NULL;
    TRY(ard_plan_hash(context, cell->plan, &plan));
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-records");
    ard_json_int(&json, "version", FORMAT_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    write_recipe(&json, cell);
    ard_json_text(&json, "plan", cell->plan->name);
    ard_json_text(&json, "plan_hash", ard_hash_print(plan, hash));
    ard_json_text(&json, "data_hash", ard_dataset_hash_text(&cell->data, hash));
    ard_json_open(&json, "shard", '[');
    ard_json_int(&json, NULL, 0);
    ard_json_int(&json, NULL, 1);
    ard_json_close(&json);
    ard_json_close(&json);
    TRY(ard_json_finish(&json, out));
done:
    return rc;
}

/* The first member in which two headers differ; NULL if none does. */
static const char *first_difference(const json_t *a, const json_t *b)
{
    static const char *const member[] = {"version", "ardor", "data_hash", "plan_hash", "plan", "recipe", "shard"};
    for (size_t i = 0; i < sizeof member / sizeof *member; i++)
        if (!json_equal(json_object_get(a, member[i]), json_object_get(b, member[i]))) return member[i];
    return NULL;
}

static int not_ours(ardor_context *context, const char *path)
{
    return ard_fail(context, ARDOR_DATA, "%s: is no file of finished folds, and is left as it is: name another for --checkpoint",
                    path);
}

static int check_header(ardor_context *context, const char *path, const char *line, size_t bytes, const char *wanted)
{
    int rc = ARDOR_OK;
    json_t *found = json_loadb(line, bytes, 0, NULL), *ours = NULL;
    const char *format = json_string_value(json_object_get(found, "format")), *difference = NULL;
    if (!format || strcmp(format, "ardor-records") != 0) TRY(not_ours(context, path));
    TRY(ard_json_parse(context, wanted, strlen(wanted), path, &ours));
    difference = first_difference(found, ours);
    REQUIRE(context, !difference, ARDOR_DATA,
            "%s: its folds are of another run (they differ in: %s): name another file for --checkpoint, or remove this one", path,
            difference);
done:
    json_decref(found);
    json_decref(ours);
    return rc;
}

/* ------------------------------------------------------------------ records */

static const char HASH_KEY[] = ", \"hash\": \"";
enum { HASH_TAIL = sizeof HASH_KEY - 1 + ARD_HASH_BYTES - 1 + 2 }; /* with the closing quote and brace */

static uint64_t hash_of(const char *text)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_text(&hash, text);
    return ard_hash_value(&hash);
}

/* The digits are put where a line of the same length has zeros. */
static int record_text(ardor_context *context, const ard_record *record, char **out)
{
    int rc = ARDOR_OK;
    char digits[ARD_HASH_BYTES];
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_record_write(record, &json);
    ard_json_text(&json, "hash", "0000000000000000");
    ard_json_close(&json);
    TRY(ard_json_finish(&json, out));
    char *tail = *out + strlen(*out) - 1 - HASH_TAIL;
    *tail = '\0';
    ard_hash_print(hash_of(*out), digits);
    *tail = ',';
    memcpy(tail + sizeof HASH_KEY - 1, digits, ARD_HASH_BYTES - 1);
done:
    return rc;
}

/* Does the line end with the fingerprint of what is before? *end: where that is. */
static bool is_whole(char *line, size_t bytes, char **end)
{
    char digits[ARD_HASH_BYTES];
    if (bytes < HASH_TAIL) return false;
    *end = line + bytes - HASH_TAIL;
    if (memcmp(*end, HASH_KEY, sizeof HASH_KEY - 1) != 0) return false;
    **end = '\0';
    ard_hash_print(hash_of(line), digits);
    **end = ',';
    return memcmp(*end + sizeof HASH_KEY - 1, digits, ARD_HASH_BYTES - 1) == 0;
}

static int read_record(ard_store *s, const ard_record_frame *frame, char *line, size_t bytes, int64_t number)
{
    int rc = ARDOR_OK;
    char *end = NULL;
    const char *hash = NULL, *path = s->lines.path;
    json_t *json = NULL;
    ard_record record = {0};
    REQUIRE(s->context, is_whole(line, bytes, &end), ARDOR_DATA,
            "%s: line %lld is damaged: it does not have the hash that it ends with. Remove the line, and its fold is run again",
            path, (long long)number);
    TRY(ard_json_parse(s->context, line, bytes, path, &json));
    ard_node node = ard_node_root(s->context, path, json);
    TRY(ard_record_read(&node, frame, &record));
    TRY(ard_member_text(&node, "hash", &hash));
    TRY(ard_node_done(&node));
    ard_record_free(s->context, &s->record[record.fold]);
    s->record[record.fold] = record;
    record = (ard_record){0};
done:
    ard_record_free(s->context, &record);
    json_decref(json);
    return rc;
}

static int read_lines(ard_store *s, const ard_cell *cell, const char *header)
{
    int rc = ARDOR_OK;
    const ard_record_frame frame = {.n_cells = 1,
                                    .n_folds = cell->plan->n_tasks,
                                    .n = cell->data.n,
                                    .p = cell->data.p,
                                    .n_classes = cell->data.n_classes,
                                    .n_settings = cell->protocol.recipe.method->n_settings};
    char *line = s->lines.text, *stop = line + s->lines.bytes;
    /* a file without a whole line is a header that was being written, or none of ours */
    if (s->lines.bytes == 0 && strncmp(line, header, (size_t)s->lines.size) != 0) TRY(not_ours(s->context, s->lines.path));
    for (int64_t number = 1; line < stop; number++) {
        const size_t bytes = (size_t)((char *)memchr(line, '\n', (size_t)(stop - line)) - line);
        if (number == 1)
            TRY(check_header(s->context, s->lines.path, line, bytes, header));
        else
            TRY(read_record(s, &frame, line, bytes, number));
        line += bytes + 1;
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ the interface */

int ard_store_open(ardor_context *context, const char *path, const ard_cell *cell, ard_store **out)
{
    int rc = ARDOR_OK;
    ard_store *s = NULL;
    char *header = NULL;
    *out = NULL;
    NEW(context, s, 1);
    s->context = context;
    s->lines.fd = -1;
    TRY(header_text(context, cell, &header));
    TRY(ard_lines_open(context, path, &s->lines));
    s->n_records = cell->plan->n_tasks;
    NEW(context, s->record, s->n_records);
    TRY(read_lines(s, cell, header));
    const bool fresh = s->lines.bytes == 0;
    TRY(ard_lines_continue(&s->lines));
    if (fresh) TRY(ard_lines_add(&s->lines, context, header));
    *out = s;
    s = NULL;
done:
    ard_free(context, header);
    ard_store_close(s);
    return rc;
}

ard_record ard_store_take(ard_store *s, int64_t fold)
{
    ard_record record = s->record[fold];
    s->record[fold] = (ard_record){0};
    return record;
}

int ard_store_add(ard_store *s, ardor_context *context, const ard_record *record)
{
    int rc = ARDOR_OK;
    char *line = NULL;
    TRY(record_text(context, record, &line));
    TRY(ard_lines_add(&s->lines, context, line));
done:
    ard_free(context, line);
    return rc;
}

void ard_store_close(ard_store *s)
{
    if (!s) return;
    ard_lines_close(&s->lines);
    for (int64_t f = 0; s->record && f < s->n_records; f++) ard_record_free(s->context, &s->record[f]);
    ard_free(s->context, s->record);
    ard_free(s->context, s);
}
