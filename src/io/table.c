/* What reading and writing a table has around the format: which one, compression, the checks of every dataset, the file. */
#include "io/table.h"

#include <string.h>

#include "io/atomic.h"
#include "io/delimited.h"
#include "io/foreign.h"
#include "io/labels.h"

static ard_reading reading_of(const ardor_read_options *options, const ard_expected *expected)
{
    ard_reading full = {.expected = expected};
    if (options) full.options = *options;
    full.options.no_target = full.options.no_target || expected;
    return full;
}

static int read_labels(ardor_context *context, const ard_reader *const *readers, const ard_reading *reading, ard_labels **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    TRY(ard_source_open(context, reading->options.labels, &source));
    TRY(ard_labels_read(context, readers, source, reading, out));
done:
    ard_source_close(source);
    return rc;
}

/* reader NULL: the content is to tell. With labels in another file they are read first: they say whose column --id is. */
static int read_source(ardor_context *context, const ard_reader *const *readers, const ard_reader *reader, ard_source *source,
                       const ard_reading *reading, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ardor_dataset *data = NULL;
    ard_labels *labels = NULL;
    ard_reading own = *reading;
    if (reading->options.labels) {
        TRY(read_labels(context, readers, reading, &labels));
        own = ard_labels_reading(labels, reading);
    }
    TRY(ard_foreign_check(context, source));
    if (!reader && reading->options.delimiter) reader = ard_reader_delimited(readers);
    if (!reader) TRY(ard_reader_recognise(context, readers, source, &reader));
    TRY(reader->read(context, source, &own, &data));
    if (labels) TRY(ard_labels_attach(labels, reading, data));
    TRY(ard_dataset_check(data));
    *out = data;
    data = NULL;
done:
    ardor_dataset_free(data);
    ard_labels_free(labels);
    return rc;
}

int ard_table_read(ardor_context *context, const ard_reader *const *readers, const char *path, const ardor_read_options *options,
                   const ard_expected *expected, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    const ard_reader *reader = NULL;
    const ard_reading full = reading_of(options, expected);
    const char *labels = full.options.labels;
    *out = NULL;
    TRY(ard_delimited_check(context, path, "tables"));
    REQUIRE(context, !labels || strcmp(path, "-") != 0 || strcmp(labels, "-") != 0, ARDOR_USAGE,
            "the table and its labels cannot both be standard input: name a file for one of them");
    TRY(ard_reader_find(context, readers, full.options.format, path, &reader));
    TRY(ard_source_open(context, path, &source));
    TRY(read_source(context, readers, reader, source, &full, out));
done:
    ard_source_close(source);
    return rc;
}

int ard_table_read_memory(ardor_context *context, const ard_reader *const *readers, const void *bytes, size_t size,
                          const char *name, const ardor_read_options *options, const ard_expected *expected, ardor_dataset **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    const ard_reader *reader = NULL;
    const ard_reading full = reading_of(options, expected);
    *out = NULL;
    TRY(ard_delimited_check(context, name, "tables"));
    TRY(ard_reader_find(context, readers, full.options.format, name, &reader));
    TRY(ard_source_open_memory(context, bytes, size, name, &source));
    TRY(read_source(context, readers, reader, source, &full, out));
done:
    ard_source_close(source);
    return rc;
}

int ard_table_write(ardor_context *context, const ard_reader *const *readers, const ardor_dataset *data, const char *path)
{
    int rc = ARDOR_OK;
    const ard_reader *reader = NULL;
    ard_bytes text = {0};
    TRY(ard_reader_to_write(context, readers, path, &reader));
    REQUIRE(context, data->p > 0 || data->label, ARDOR_USAGE, "%s: a dataset without features and labels cannot be written",
            path);
    TRY(reader->write(context, data, &text));
    TRY(ard_write_file(context, path, text.data, (size_t)text.n));
done:
    ard_free(context, text.data);
    return rc;
}
