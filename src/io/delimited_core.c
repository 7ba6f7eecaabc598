/* Delimited text without libcsv: none is read. */
#include "base/profile.h"
#include "io/delimited.h"

int ard_delimited_check(ardor_context *context, const char *file, const char *what)
{
    return ard_fail(context, ARDOR_USAGE,
                    "%s: this build of ardor (profile %s) does not read files of %s: hand them over as arrays", file,
                    ard_profile(), what);
}

int ard_delimited_rows(ardor_context *context, ard_source *source, char delimiter, ard_row_sink *sink, void *user)
{
    (void)delimiter, (void)sink, (void)user;
    return ard_delimited_check(context, ard_source_name(source), "tables");
}
