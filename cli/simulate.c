/* ardor simulate: made-up data with a known truth. */
#include "cli.h"

#include <math.h>

static const struct poptOption options_table[] = {
    {"n", '\0', POPT_ARG_STRING, NULL, OPTION_ROWS, "rows (needed)", "N"},
    {"p", '\0', POPT_ARG_STRING, NULL, OPTION_FEATURES, "features (needed)", "P"},
    {"noise", '\0', POPT_ARG_STRING, NULL, OPTION_NOISE, "share of the labels that is flipped (default 0.05)", "SHARE"},
    {"seed", '\0', POPT_ARG_STRING, NULL, OPTION_SEED, "seed of every random choice (default 1)", "N"},
    CLI_INCLUDE(cli_output_options, "Output:"),
    POPT_TABLEEND};

static const char notes[] =
    "Kinds:\n"
    "  two-gaussians  means +-(1, 1, 0, ...) / sqrt 2, unit covariance\n"
    "  xor            the sign of x1 x2, uniform on [-1.5, 1.5], with flipped labels\n"
    "  circle         inside or outside of the median radius of (x1, x2), same box, with flipped labels\n"
    "  sparse-linear  the sign of w'x, ten weights from N(-0.5, 1), the others 0, x ~ N(0, I), with flipped labels\n\n"
    "The table goes to standard output, or to the file of -o (TSV if its name says so). The error of the best\n"
    "possible rule on exactly these rows is noted on standard error; with --json (and -o) it is in the document.\n\n"
    "Examples:\n"
    "  ardor simulate xor --n 200 --p 10 --seed 3 -o xor.csv\n"
    "  ardor simulate two-gaussians --n 200 --p 50 | ardor fit - --tune\n";

typedef struct request {
    const char *kind, *path;
    int64_t rows, features;
    double noise;
    int64_t seed;
} request;

static int read_request(const cli_options *options, request *out)
{
    *out = (request){options->argument[0], options->output ? options->output : "-", 0, 0, NAN, 1};
    if (!options->rows || !options->features) return cli_error(CLI_USAGE, "simulate needs --n and --p");
    if (!cli_parse_count(options->rows, 1, &out->rows))
        return cli_error(CLI_USAGE, "--n %s: a whole number of at least 1 is needed", options->rows);
    if (!cli_parse_count(options->features, 1, &out->features))
        return cli_error(CLI_USAGE, "--p %s: a whole number of at least 1 is needed", options->features);
    if (options->noise && (!cli_parse_real(options->noise, &out->noise) || out->noise < 0 || out->noise > 0.5))
        return cli_error(CLI_USAGE, "--noise %s: a number from 0 to 0.5 is needed", options->noise);
    if (options->seed && !cli_parse_count(options->seed, 0, &out->seed))
        return cli_error(CLI_USAGE, "--seed %s: a whole number from 0 to 2^63 - 1 is needed", options->seed);
    if (options->json && cli_is_stdout(out->path))
        return cli_error(CLI_USAGE, "simulate: --json needs -o FILE, because the table takes standard output");
    return cli_check_output(out->path);
}

static int print_document(const request *asked, const ardor_dataset *data)
{
    char bayes[CLI_NUMBER_BYTES];
    fputs("{\"format\": \"ardor-simulation\", \"kind\": ", stdout);
    cli_print_json_text(stdout, asked->kind);
    fputs(", \"file\": ", stdout);
    if (!cli_print_json_text(stdout, asked->path)) fputs("null", stdout);
    printf(", \"n\": %lld, \"p\": %lld, \"seed\": %lld, \"bayes_error\": %s}\n", (long long)ardor_dataset_rows(data),
           (long long)ardor_dataset_features(data), (long long)asked->seed, cli_number(ardor_dataset_bayes_error(data), bayes));
    return CLI_DONE;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    request asked;
    TRY(read_request(options, &asked));
    TRY(cli_open(&context));
    cli_begin_computation(context);
    TRY(cli_status(context,
                   ardor_simulate(context, asked.kind, asked.rows, asked.features, asked.noise, (uint64_t)asked.seed, &data)));
    cli_end_computation();
    TRY(cli_write_status(context, ardor_dataset_write(context, data, asked.path), asked.path));
    if (options->json)
        TRY(print_document(&asked, data));
    else
        cli_note("error of the best possible rule on these rows: %.4g", ardor_dataset_bayes_error(data));
done:
    ardor_dataset_free(data);
    return cli_close(context, code);
}

const cli_verb cli_simulate = {"simulate", "make up data with a known truth", "KIND", 1, 1, false, options_table, notes, run};
