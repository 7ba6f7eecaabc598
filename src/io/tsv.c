/* Values that tabs separate. */
#include "io/delimited.h"
#include "io/reader.h"
#include "io/shape.h"

static int read(ardor_context *context, ard_source *source, const ard_reading *reading, ardor_dataset **out)
{
    return ard_delimited_read(context, source, '\t', reading, out);
}

static int write(ardor_context *context, const ardor_dataset *data, ard_bytes *out)
{
    return ard_delimited_write(context, data, '\t', out);
}

const ard_reader ard_reader_tsv = {
    .name = "tsv", .extensions = "tsv|tab", .delimiter = '\t', .recognises = ard_shape_is_tabbed, .read = read, .write = write};
