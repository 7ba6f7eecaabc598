/* Values that commas separate. */
#include "io/delimited.h"
#include "io/reader.h"

static int read(ardor_context *context, ard_source *source, const ard_reading *reading, ardor_dataset **out)
{
    return ard_delimited_read(context, source, ',', reading, out);
}

static int write(ardor_context *context, const ardor_dataset *data, ard_bytes *out)
{
    return ard_delimited_write(context, data, ',', out);
}

const ard_reader ard_reader_csv = {.name = "csv", .extensions = "csv", .delimiter = ',', .read = read, .write = write};
