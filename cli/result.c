/* What becomes of a result: see runs.h. */
#include "runs.h"
#include "tables.h"

int cli_give_result(ardor_context *context, const cli_options *options, const char *json, const char *source)
{
    int code = CLI_DONE;
    const bool to_file = options->output && !cli_is_stdout(options->output); /* files are written first, and whole */
    cli_note_outcome(context, json);
    if (to_file) TRY(cli_deliver(context, options->output, json));
    TRY(cli_tables_write(context, options, json, false));
    if (options->output && !to_file) TRY(cli_deliver(context, NULL, json));
    TRY(cli_show(context, options, json, source));
    TRY(cli_outcome(json));
done:
    return code;
}
