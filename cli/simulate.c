/* ardor simulate: made-up data with a known truth. */
#include "cli.h"

#include <math.h>

#include "text.h"

static const struct poptOption options_table[] = {
    {"n", '\0', POPT_ARG_STRING, NULL, OPTION_ROWS, "rows (needed)", "N"},
    {"p", '\0', POPT_ARG_STRING, NULL, OPTION_FEATURES, "features (needed)", "P"},
    {"noise", '\0', POPT_ARG_STRING, NULL, OPTION_NOISE, "share of the labels that is flipped (default 0.05)", "SHARE"},
    {"nonzeros", '\0', POPT_ARG_STRING, NULL, OPTION_NONZEROS,
     "sparse-linear: features with a weight (default 10, or all of fewer); gaussians: in which the means differ (4)", "K"},
    {"classes", '\0', POPT_ARG_STRING, NULL, OPTION_CLASSES, "gaussians: number of classes (default 3)", "K"},
    {"seed", '\0', POPT_ARG_STRING, NULL, OPTION_SEED, "seed of the rows (default 1)", "N"},
    {"truth-seed", '\0', POPT_ARG_STRING, NULL, OPTION_TRUTH_SEED,
     "seed of the weights of sparse-linear and the means of gaussians, which --seed leaves as they are (default 1)", "N"},
    CLI_INCLUDE(cli_output_options, "Output:"),
    POPT_TABLEEND};

static const char notes[] =
    "Kinds:\n"
    "  two-gaussians  means +-(1, 1, 0, ...) / sqrt 2, unit covariance\n"
    "  xor            the sign of x1 x2, uniform on [-1.5, 1.5], with flipped labels\n"
    "  circle         inside or outside of the median radius of (x1, x2), same box, with flipped labels\n"
    "  sparse-linear  the sign of w'x, ten (--nonzeros) weights from N(-0.5, 1), the others 0, x ~ N(0, I), with\n"
    "                 flipped labels\n"
    "  gaussians      --classes classes, whose means are from N(0, 1.5^2) in four (--nonzeros) features, unit covariance\n"
    "The classes depend on the first features alone, by a rule that --seed does not change: rows to train on and\n"
    "rows to test come from two seeds. Another --truth-seed gives other weights.\n\n"
    "The table goes to standard output, or to the file of -o (TSV if its name says so). The error of the best\n"
    "possible rule on exactly these rows is noted on standard error; with --json (and -o) it is in the document,\n"
    "with the rule, the features that matter and their weights.\n\n"
    "Examples:\n"
    "  ardor simulate xor --n 200 --p 10 --seed 3 -o xor.csv\n"
    "  ardor simulate sparse-linear --n 100 --p 500 --nonzeros 5 --json -o train.csv >truth.json\n"
    "  ardor simulate gaussians --classes 7 --n 140 --p 50 -o seven.csv\n"
    "  ardor simulate two-gaussians --n 200 --p 50 | ardor fit - --tune\n";

typedef struct request {
    const char *kind, *path;
    int64_t rows, features;
    ardor_simulation simulation;
} request;

static int read_seed(const char *name, const char *text, uint64_t *out)
{
    int64_t value = 0;
    if (!text) return CLI_DONE;
    if (!cli_parse_count(text, 0, &value))
        return cli_error(CLI_USAGE, "--%s %s: a whole number from 0 to 2^63 - 1 is needed", name, text);
    *out = (uint64_t)value;
    return CLI_DONE;
}

static int read_count(const char *name, const char *text, int64_t *out)
{
    if (text && !cli_parse_count(text, 1, out))
        return cli_error(CLI_USAGE, "--%s %s: a whole number of at least 1 is needed", name, text);
    return CLI_DONE;
}

static int read_noise(const char *text, double *out)
{
    if (text && (!cli_parse_real(text, out) || *out < 0 || *out > 0.5))
        return cli_error(CLI_USAGE, "--noise %s: a number from 0 to 0.5 is needed", text);
    return CLI_DONE;
}

static int read_request(const cli_options *options, request *out)
{
    int code = CLI_DONE;
    *out = (request){options->argument[0],
                     cli_is_stdout(options->output) ? "-" : options->output,
                     0,
                     0,
                     {.size = sizeof(ardor_simulation), .noise = NAN, .seed = 1, .truth_seed = 1}};
    if (!options->rows || !options->features) return cli_error(CLI_USAGE, "simulate needs --n and --p");
    TRY(read_count("n", options->rows, &out->rows));
    TRY(read_count("p", options->features, &out->features));
    TRY(read_count("nonzeros", options->nonzeros, &out->simulation.nonzeros));
    TRY(read_count("classes", options->classes, &out->simulation.classes));
    TRY(read_noise(options->noise, &out->simulation.noise));
    TRY(read_seed("seed", options->seed, &out->simulation.seed));
    TRY(read_seed("truth-seed", options->truth_seed, &out->simulation.truth_seed));
    if (options->json && cli_is_stdout(out->path))
        return cli_error(CLI_USAGE, "simulate: --json needs -o FILE, because the table takes standard output");
done:
    return code;
}

static int print_document(ardor_context *context, const ardor_dataset *data)
{
    int code = CLI_DONE;
    char *text = NULL;
    TRY(cli_status(context, ardor_simulation_json(context, data, &text)));
    TRY(cli_deliver(context, NULL, text));
done:
    ardor_string_free(context, text);
    return code;
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
    TRY(cli_status(context, ardor_simulate(context, asked.kind, asked.rows, asked.features, &asked.simulation, &data)));
    cli_end_computation();
    TRY(cli_write_status(context, ardor_dataset_write(context, data, asked.path), asked.path));
    if (options->json)
        TRY(print_document(context, data));
    else
        cli_note("error of the best possible rule on these rows: %.4g", ardor_dataset_bayes_error(data));
done:
    ardor_dataset_free(data);
    return cli_close(context, code);
}

const cli_verb cli_simulate = {
    "simulate", "make up data with a known truth", "KIND", 1, 1, 0, CLI_WRITES_TABLE, CLI_NO_KEYS, options_table, notes, run};
