/* Fuzz target: any bytes as a line of a file of finished folds, its hash aside. What is taken is written and read back without
 * change. Seeds: fuzz/corpus/record, lines that `ardor evaluate --checkpoint` wrote. */
#include <stdlib.h>
#include <string.h>

#include "study/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Of 40 rows of 6 features, under kfold:5, of spr with its 7 settings. */
static const ard_record_frame frame = {.n_cells = 1, .n_folds = 5, .n = 40, .p = 6, .n_classes = 2, .n_settings = 7};

static int read_line(ardor_context *context, const char *text, size_t bytes, ard_record *out)
{
    int rc = ARDOR_OK;
    json_t *json = NULL;
    const char *hash = NULL;
    *out = (ard_record){0};
    TRY(ard_json_parse(context, text, bytes, "fuzz", &json));
    ard_node node = ard_node_root(context, "fuzz", json);
    TRY(ard_record_read(&node, &frame, out));
    if (ard_node_has(&node, "hash")) rc = ard_member_text(&node, "hash", &hash);
    if (rc == ARDOR_OK) rc = ard_node_done(&node);
    if (rc != ARDOR_OK) ard_record_free(context, out);
done:
    json_decref(json);
    return rc;
}

static char *line_of(ardor_context *context, const ard_record *record)
{
    ard_json json;
    char *text = NULL;
    ard_json_begin(&json, context);
    ard_json_open_line(&json, NULL, '{');
    ard_record_write(record, &json);
    ard_json_close(&json);
    if (ard_json_finish(&json, &text) != ARDOR_OK) abort();
    return text;
}

static void check_same(ardor_context *context, const ard_record *record)
{
    ard_record again;
    char *first = line_of(context, record);
    if (read_line(context, first, strlen(first), &again) != ARDOR_OK) abort();
    char *second = line_of(context, &again);
    if (strcmp(first, second) != 0) abort();
    ard_record_free(context, &again);
    ardor_string_free(context, second);
    ardor_string_free(context, first);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ardor_context *context = NULL;
    ard_record record;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) abort();
    if (read_line(context, (const char *)bytes, size, &record) == ARDOR_OK)
        check_same(context, &record);
    else if (ardor_context_message(context)[0] == '\0')
        abort();
    ard_record_free(context, &record);
    ardor_context_free(context);
    return 0;
}
