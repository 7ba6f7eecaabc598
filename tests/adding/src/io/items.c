/* Tables as items "LENGTH:BYTES,": after a mark rows, columns and the names of columns; then for each row its name, label, weight
 * and values, where an empty item is NaN. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "data/dataset.h"
#include "io/compress.h"
#include "io/reader.h"

static const char mark[] = "items\n";

typedef struct items {
    ardor_context *context;
    const char *file, *begin, *at, *end;
} items;

static int next_text(items *i, char **out)
{
    int rc = ARDOR_OK;
    int64_t size = -1;
    const char *colon = memchr(i->at, ':', (size_t)(i->end - i->at));
    bool whole = colon && ard_parse_int(i->at, (size_t)(colon - i->at), &size) && size >= 0 && size < i->end - colon - 1 &&
                 colon[1 + size] == ',' && !memchr(colon, '\0', (size_t)size + 1);
    REQUIRE(i->context, whole, ARDOR_DATA, "%s: byte %lld: no whole item", i->file, (long long)(i->at - i->begin));
    MAKE(*out, ard_strndup(i->context, colon + 1, (size_t)size));
    i->at = colon + size + 2;
done:
    return rc;
}

/* An empty item is NaN. */
static int next_number(items *i, double *out)
{
    int rc = ARDOR_OK;
    char *text = NULL;
    TRY(next_text(i, &text));
    *out = (double)NAN;
    REQUIRE(i->context, !text[0] || ard_parse_double(text, strlen(text), out), ARDOR_DATA, "%s: byte %lld: no number", i->file,
            (long long)(i->at - i->begin));
done:
    ard_free(i->context, text);
    return rc;
}

static int next_row(items *i, ardor_dataset *data, int64_t row, char **label)
{
    int rc = ARDOR_OK;
    TRY(next_text(i, &data->id[row]));
    TRY(next_text(i, label));
    TRY(next_number(i, &data->weight[row]));
    for (int64_t j = 0; j < data->p; j++) TRY(next_number(i, &data->x[row + j * data->n]));
done:
    return rc;
}

static int items_parse(items *i, const ardor_read_options *options, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    double n = 0, p = 0, room = (double)(i->end - i->begin);
    char **label = NULL;
    ardor_dataset *data = NULL;
    TRY(next_number(i, &n));
    TRY(next_number(i, &p));
    REQUIRE(i->context, n >= 1 && p >= 0 && n * (p + 3) < room, ARDOR_DATA, "%s: sizes that cannot be", i->file);
    TRY(ard_dataset_new(i->context, (int64_t)n, (int64_t)p, i->file, &data));
    data->inputs.header = 1;
    data->inputs.columns_read = data->p + 1; /* and the classes */
    for (int64_t j = 0; j < data->p; j++) TRY(next_text(i, &data->feature[j]));
    NEW(i->context, label, data->n);
    NEW(i->context, data->id, data->n);
    NEW(i->context, data->weight, data->n);
    for (int64_t k = 0; k < data->n; k++) TRY(next_row(i, data, k, &label[k]));
    REQUIRE(i->context, i->at == i->end, ARDOR_DATA, "%s: bytes after the last item", i->file);
    TRY(ard_dataset_set_labels(data, (const char *const *)label, options->positive));
    *out = data;
    data = NULL;
done:
    if (label) ard_names_free(i->context, data ? data->n : (*out)->n, label);
    ardor_dataset_free(data);
    return rc;
}

/* Which item is what is fixed: there is nothing to choose. */
static int refuse_choices(ardor_context *c, const char *file, const ardor_read_options *options)
{
    int rc = ARDOR_OK;
    const char *const column[][2] = {{"--target", options->target},   {"--id", options->id},
                                     {"--weights", options->weights}, {"--group", options->group},
                                     {"--drop", options->drop},       {"--keep", options->keep},
                                     {"--onehot", options->onehot},   {"--delimiter", options->delimiter},
                                     {"--decimal", options->decimal}};
    for (size_t i = 0; i < sizeof column / sizeof *column; i++)
        REQUIRE(c, !column[i][1], ARDOR_USAGE, "%s: %s %s: the format 'items' has no columns to choose from", file, column[i][0],
                column[i][1]);
    REQUIRE(c, !options->transpose, ARDOR_USAGE, "%s: --transpose: items are in rows", file);
    REQUIRE(c, options->header >= 0, ARDOR_USAGE, "%s: --no-header: items always have the names of columns", file);
done:
    return rc;
}

static int items_read(ardor_context *c, ard_source *source, const ard_reading *reading, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ard_bytes all = {0};
    const char *block = NULL;
    size_t size = 0, skip = strlen(mark);
    *out = NULL;
    TRY(refuse_choices(c, ard_source_name(source), &reading->options));
    do {
        TRY(ard_source_read(source, &block, &size));
        TRY(ard_bytes_add(c, &all, block, size));
    } while (size > 0);
    REQUIRE(c, (size_t)all.n > skip && memcmp(all.data, mark, skip) == 0, ARDOR_DATA, "%s: no items", ard_source_name(source));
    items i = {c, ard_source_name(source), all.data, all.data + skip, all.data + all.n};
    TRY(items_parse(&i, &reading->options, out));
done:
    ard_free(c, all.data);
    return rc;
}

static int add_item(ardor_context *c, ard_bytes *out, const char *text)
{
    int rc = ARDOR_OK;
    char *item = NULL;
    MAKE(item, ard_format(c, "%zu:%s,", strlen(text), text));
    rc = ard_bytes_add(c, out, item, strlen(item));
    ard_free(c, item);
done:
    return rc;
}

static int add_number(ardor_context *c, ard_bytes *out, double value)
{
    char text[ARD_NUMBER_BYTES] = "";
    if (!isnan(value)) ard_print_double(value, text);
    return add_item(c, out, text);
}

static int items_write(ardor_context *c, const ardor_dataset *data, ard_bytes *out)
{
    int rc = ARDOR_OK;
    char number[24];
    TRY(ard_bytes_add(c, out, mark, strlen(mark)));
    TRY(add_number(c, out, (double)data->n));
    TRY(add_number(c, out, (double)data->p));
    for (int64_t j = 0; j < data->p; j++) TRY(add_item(c, out, data->feature[j]));
    for (int64_t i = 0; i < data->n; i++) {
        TRY(add_item(c, out, ard_row_name(data, i, number)));
        TRY(add_item(c, out, data->label && data->label[i] >= 0 ? data->class_name[data->label[i]] : ""));
        TRY(add_number(c, out, ard_row_weight(data, i)));
        for (int64_t j = 0; j < data->p; j++) TRY(add_number(c, out, data->x[i + j * data->n]));
    }
done:
    return rc;
}

static bool items_recognises(const ard_head *head)
{
    return head->bytes >= strlen(mark) && memcmp(head->text, mark, strlen(mark)) == 0;
}

const ard_reader ard_reader_items = {
    .name = "items", .extensions = "items|itm", .recognises = items_recognises, .read = items_read, .write = items_write};
