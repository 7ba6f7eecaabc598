/* --estimate: how long a run would take. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"

static void print_count(FILE *out, const json_t *document, const char *key, const char *before, const char *one, const char *many)
{
    const long long count = cli_count_of(document, key);
    if (count > 0) fprintf(out, "%s%lld %s", before, count, count == 1 ? one : many);
}

/* "1310 fits (10 folds, each 5 inner folds x 26 candidates and a fit to its training rows)" */
static void print_work(FILE *out, const json_t *document)
{
    const char *tune = cli_text_of(document, "tune");
    const bool evaluation = cli_count_of(document, "folds") > 0, tuned = cli_count_of(document, "candidates") > 0;
    const bool leaves_out = tuned && tune && strcmp(tune, "alo") == 0; /* and has no inner folds */
    print_count(out, document, "fits", ": ", "fit", "fits");
    if (!evaluation && !tuned) return;
    fputs(" (", out);
    print_count(out, document, "folds", "", "fold", "folds");
    if (leaves_out)
        fprintf(out, "%stuning alo", evaluation ? "; " : "");
    else
        print_count(out, document, "inner_folds", evaluation ? "; tuning " : "tuning ", "inner fold", "inner folds");
    print_count(out, document, "candidates", leaves_out ? ", " : " x ", "candidate", "candidates");
    fputs(")", out);
}

static int print_estimate(FILE *out, const json_t *document)
{
    char text[CLI_DURATION_BYTES];
    const char *verb = cli_text_of(document, "verb");
    const json_t *trial = json_object_get(document, "trial");
    const double seconds = cli_number_of(document, "seconds");
    if (!verb) return cli_error(CLI_FAILED, "the estimate names no verb");
    if (isfinite(seconds))
        fprintf(out, "%s would take %s", verb, cli_duration(seconds, text));
    else
        fprintf(out, "%s would take longer than %.0f s, in which no fit was finished", verb, cli_number_of(trial, "seconds"));
    print_count(out, document, "threads", " with ", "thread", "threads");
    print_work(out, document);
    fputs(".\n", out);
    return CLI_DONE;
}

int cli_estimate(ardor_context *context, const cli_options *options, const ardor_dataset *data, const ardor_spec *spec,
                 bool evaluation)
{
    int code = CLI_DONE;
    char *json = NULL;
    json_t *document = NULL;
    TRY(cli_status(context, ardor_estimate(context, data, spec, evaluation, &json)));
    cli_end_computation();
    if (options->json) {
        TRY(cli_deliver(context, NULL, json));
        goto done;
    }
    document = json_loads(json, 0, NULL);
    TRY(print_estimate(stdout, document));
done:
    json_decref(document);
    ardor_string_free(context, json);
    return code;
}
