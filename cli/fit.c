/* ardor fit: fit a model and save it, or say what was found. */
#include "cli.h"
#include "features_from.h"
#include "tables.h"

static const struct poptOption choice_table[] = {CLI_FEATURES_FROM, POPT_TABLEEND};
static const struct poptOption output_table[] = {CLI_OUTPUT, CLI_TABLE("features or candidates"), CLI_VIEW, CLI_ESTIMATE,
                                                 CLI_OUTPUT_END};
static const struct poptOption options_table[] = {CLI_INCLUDE(cli_reading_options, "Data:"), CLI_INCLUDE(choice_table, NULL),
                                                  CLI_INCLUDE(output_table, "Output:"), CLI_INCLUDE(cli_later_options, NULL),
                                                  POPT_TABLEEND};

static const char notes[] =
    "DATA is a table (--format), plain or compressed (.gz, .zst, .xz); \"-\" is standard input.\n"
    "A summary is printed, unless --json or -o - is given. -o saves the model (.json,\n"
    "perhaps with .gz, .zst or .xz; \"-\": on standard output). --table features=FILE.csv and candidates=FILE.csv (of --tune)\n"
    "write tables. All names are whole in these files; a summary cuts long ones in the middle.\n\n"
    "Defaults:\n"
    "  The target is the column `class` if there is one, else the last column (that is not empty; transposed: `class` only).\n"
    "  A first column without a name is row names; its number, 1, is what --id and --group call it.\n"
    "  Whether the first row is names is found out, and said where it is no more than likely: --header, --no-header.\n"
    "  With --labels it is the column `class` of that file, or --target; its samples are matched by name, in any order.\n"
    "  --standardise train: features have mean 0 and population standard deviation 1 on the training rows;\n"
    "    the statistics are part of the model.\n"
    "  --protocol honest: whatever looks at the data is fitted on training rows only.\n"
    "  --tune alone: scheme and rule by method and shape of the data; the result names them (rules: one-se, keep,\n"
    "    deviance, error, sparse; --set rule=NAME).\n"
    "    --tune=alo (jcfo, spr, logistic; two classes) is approximate leave-one-out on one path of fits to all the rows: a\n"
    "    fraction of the work.\n"
    "    --set relax=auto refits the chosen features with weaker penalties where that lowers the inner error.\n"
    "  Without --tune the method's default settings are used.\n\n"
    "Features of a result:\n"
    "  --features-from RESULT[:TAU] fits to the features alone that RESULT, of `ardor evaluate -o`, selected in at least a\n"
    "  share TAU of its folds (0.5), or of its halves where it has --stability (then its own TAU), and those that it forced.\n"
    "  The figures of RESULT are of the whole procedure, with selection in each fold, not of this refit.\n\n"
    "Stopping:\n"
    "  After --time-limit a fit is what its iterations have come to, one at least. A tuning that it stops, or a first Ctrl-C\n"
    "  (status 5), leaves the fit that its finished candidates choose; a fit that Ctrl-C stops leaves nothing.\n\n"
    "How long:\n"
    "  --estimate does a part of the work, for some 10 s, and says about how long all of it takes with these threads; it\n"
    "  writes no file. What is left of a run is on the progress bar, or without a terminal in a line now and then.\n\n"
    "Examples:\n"
    "  ardor fit train.csv --tune -o model.json\n"
    "  ardor fit expression.tsv.gz --transpose --log=20 --basis linear --tune=cv:10 --set rule=deviance\n"
    "  ardor fit train.csv --id patient --group patient --drop age,batch:plate,qc_* --keep @genes.txt\n"
    "  ardor fit expression.tsv.gz --transpose --labels samples.csv --target tissue --group patient --tune\n"
    "  ardor fit train.csv --tune -o model.json.gz --table features=features.csv --table candidates=candidates.csv\n"
    "  ardor fit train.csv --method jcfo --basis rbf --set lam1=0.5 --json\n";

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ardor_model *model = NULL;
    char *json = NULL;
    const bool to_file = options->output && !cli_is_stdout(options->output); /* files are written first, and whole */
    TRY(cli_open(&context));
    TRY(cli_spec(context, options, &spec));
    TRY(cli_read(context, options, options->argument[0], NULL, &data));
    TRY(cli_features_from(context, options, data));
    cli_begin_computation(context);
    if (options->estimate) {
        TRY(cli_estimate(context, options, data, spec, false));
        goto done;
    }
    TRY(cli_status(context, ardor_fit(context, data, spec, &model)));
    cli_end_computation();
    if (to_file) TRY(cli_status(context, ardor_model_save(context, model, options->output)));
    TRY(cli_status(context, ardor_model_json(context, model, &json)));
    TRY(cli_tables_write(context, options, json, false));
    cli_note_outcome(context, json);
    if (options->output && !to_file) TRY(cli_write_status(context, ardor_model_save(context, model, "-"), "-"));
    TRY(cli_show(context, options, json, "fit"));
    TRY(cli_outcome(json));
done:
    ardor_string_free(context, json);
    ardor_model_free(model);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    return cli_close(context, code);
}

const cli_verb cli_fit = {"fit", "fit a model and save it", "DATA", 1, 1, 1, CLI_WRITES_JSON, CLI_ALL_KEYS, options_table, notes,
                          run};
