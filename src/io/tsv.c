/* Values that tabs separate. */
#include "io/delimited.h"
#include "io/reader.h"

static int read(ardor_context *context, ard_source *source, const ardor_read_options *options, ardor_dataset **out)
{
    return ard_delimited_read(context, source, '\t', options, out);
}

static int write(ardor_context *context, const ardor_dataset *data, ard_bytes *out)
{
    return ard_delimited_write(context, data, '\t', out);
}

const ard_reader ard_reader_tsv = {.name = "tsv", .extensions = "tsv|tab", .delimiter = '\t', .read = read, .write = write};
