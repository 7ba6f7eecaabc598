/* ardor evaluate: estimate how well a method does on unseen rows, by a resampling plan. */
#include "cli.h"
#include "command.h"
#include "features_from.h"
#include "runs.h"
#include "tables.h"

static const struct poptOption choice_table[] = {CLI_FEATURES_FROM, POPT_TABLEEND};
static const struct poptOption output_table[] = {CLI_OUTPUT,
                                                 CLI_TABLE("selection, importance, stability, instability, rows or folds"),
                                                 CLI_VIEW, CLI_ESTIMATE, CLI_OUTPUT_END};
static const struct poptOption options_table[] = {CLI_INCLUDE(cli_reading_options, "Data:"), CLI_INCLUDE(choice_table, NULL),
                                                  CLI_INCLUDE(output_table, "Output:"), CLI_INCLUDE(cli_later_options, NULL),
                                                  POPT_TABLEEND};

static const char notes[] =
    "DATA is a table (--format), plain or compressed (.gz, .zst, .xz); \"-\" is standard input.\n"
    "A summary is printed, unless --json or -o - is given. -o writes the result as JSON (.json, perhaps\n"
    "with .gz, .zst or .xz; \"-\": on standard output). --table writes the features that were selected (selection), their\n"
    "importances, the predictions (rows), or the folds, those that failed among them. All names are whole in these files; a\n"
    "summary cuts long ones.\n\n"
    "Plans:\n"
    "  kfold:K        K folds, stratified by class          repeat:RxK  R times kfold:K\n"
    "  loo            each row, or group, tested alone      boot:B      B bootstrap resamples\n"
    "  logo           each group tested alone (--group)     holdout:F   one test part, the fraction F\n"
    "  splits:FILE    as a table has it, columns split, row (from 1) and set (train or test)\n\n"
    "Defaults:\n"
    "  The target is the column `class` if there is one, else the last column (that is not empty; transposed: `class` only).\n"
    "  With --labels it is the column `class` of that file, or --target; its samples are matched by name, in any order.\n"
    "  --protocol honest: preparation, preselection and tuning are fitted inside each fold, on its training rows.\n"
    "  --standardise train: mean 0 and population standard deviation 1 on the training rows of the fold.\n"
    "  --tune alone, inside each fold: scheme and rule by method and shape of the data; the result names them (rules:\n"
    "    one-se, keep, deviance, error, sparse; --set rule=NAME). --tune=alo (jcfo, spr,\n"
    "    logistic; two classes) is approximate leave-one-out.\n\n"
    "Importance:\n"
    "  --importance permutation:R exchanges the values of each feature that a fold selected among the fold's test\n"
    "  rows, R times, and says by how much log loss and error rise, on the average of the folds. Of features that\n"
    "  stand for each other each may have little.\n\n"
    "Resampling:\n"
    "  --permute B: is it better than chance? The whole evaluation, tuning included, B times on labels that are exchanged\n"
    "  among the rows; among the rows of each group with --group, or among groups, where each is of one class.\n"
    "  --stability B[:TAU]: which features are selected whatever rows there are? B pairs of halves of all rows, the features\n"
    "  that a share TAU of the 2 B fits selects, and a bound on how many of them to expect by chance.\n"
    "  --learning-curve F,F,..: would more rows help? The plan with these parts of each training part, the same test rows.\n"
    "  --instability B: how far do the probabilities of the model that `ardor fit` makes depend on these rows? The same fit,\n"
    "  tuning included, to B bootstrap resamples of all rows, and how far each row's probability moves.\n\n"
    "Pictures of features:\n"
    "  --keep-values: the result has the values of the features that folds selected most often (30 at most), as they stand\n"
    "  in the table, for `ardor report` to draw them by class. Whoever has the result then has these values.\n\n"
    "Features of a result:\n"
    "  --features-from RESULT (as of `ardor fit`) is a choice made with the rows that are tested: only with --protocol leaky.\n\n"
    "Decisions:\n"
    "  --prior, --threshold or --cost, and --abstain say what becomes of the probabilities; fits and tuning do not know of\n"
    "  them. Decide on them before you see errors: a threshold that was chosen by them is not honest. --prior moves the\n"
    "  probabilities of each fold from the shares of its training rows, and figures are then for that prior. --cost FP,FN is\n"
    "  --threshold FP/(FP+FN), with the mean cost among the figures. Rows left out by --abstain are wrong in the error; the\n"
    "  error of the others is a line of its own.\n\n"
    "Stopping:\n"
    "  After --time-limit, or a first Ctrl-C (status 5), the result is that of the folds that were finished, and says so;\n"
    "  a second Ctrl-C ends the program at once. --checkpoint FILE keeps finished folds: the same command goes on from them.\n\n"
    "How long:\n"
    "  --estimate does a part of the work, for some 10 s, and says about how long all of it takes with these threads; it\n"
    "  writes no file. What is left of a run is on the progress bar, or without a terminal in a line now and then.\n\n"
    "Examples:\n"
    "  ardor evaluate data.csv --plan kfold:10 --tune\n"
    "  ardor evaluate data.csv --method jcfo --basis linear --plan loo --set lam1=0.5 -o result.json\n"
    "  ardor evaluate data.csv --plan kfold:10 --tune --table selection=selection.csv --table rows=rows.tsv\n"
    "  ardor evaluate data.csv --plan kfold:10 --prior case=0.02 --cost 1,20\n"
    "  ardor evaluate data.csv --method spr --plan kfold:10 --permute 199 --stability 50\n"
    "  ardor evaluate data.csv --plan splits:splits.csv --seed 7 --json\n"
    "  ardor evaluate data.csv --plan repeat:10x10 --tune --checkpoint folds -o result.json\n";

/* What is run, or estimated. */
static int open_inputs(ardor_context *context, const cli_options *options, ardor_spec **spec, ardor_dataset **data)
{
    int code = CLI_DONE;
    if (!cli_setting_value(options, "plan")) return cli_error(CLI_USAGE, "evaluate needs a plan, for example --plan kfold:10");
    TRY(cli_spec(context, options, spec));
    TRY(cli_read(context, options, options->argument[0], NULL, data));
    TRY(cli_features_from(context, options, *data));
done:
    return code;
}

int cli_evaluation_json(ardor_context *context, const cli_options *options, char **json)
{
    int code = CLI_DONE;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    ardor_evaluation *evaluation = NULL;
    TRY(open_inputs(context, options, &spec, &data));
    TRY(cli_command_record(context, &cli_evaluate, options));
    if (cli_setting_value(options, "trace")) cli_note("the result of evaluate has no traces; those of fit have");
    cli_begin_computation(context);
    TRY(cli_status(context, ardor_evaluate(context, data, spec, &evaluation)));
    cli_end_computation();
    TRY(cli_status(context, ardor_evaluation_json(context, evaluation, json)));
done:
    ardor_evaluation_free(evaluation);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    return code;
}

static int estimate(ardor_context *context, const cli_options *options)
{
    int code = CLI_DONE;
    ardor_dataset *data = NULL;
    ardor_spec *spec = NULL;
    TRY(open_inputs(context, options, &spec, &data));
    cli_begin_computation(context);
    TRY(cli_estimate(context, options, data, spec, true));
done:
    ardor_spec_free(spec);
    ardor_dataset_free(data);
    return code;
}

static int run(const cli_options *options)
{
    int code = CLI_DONE;
    ardor_context *context = NULL;
    char *json = NULL;
    TRY(cli_open(&context));
    if (options->estimate) {
        code = estimate(context, options);
        goto done;
    }
    TRY(cli_evaluation_json(context, options, &json));
    code = cli_give_result(context, options, json, "evaluate");
done:
    ardor_string_free(context, json);
    return cli_close(context, code);
}

const cli_verb cli_evaluate = {"evaluate",
                               "estimate the error of a method by resampling",
                               "DATA",
                               1,
                               1,
                               1,
                               CLI_WRITES_JSON,
                               CLI_ALL_KEYS,
                               options_table,
                               notes,
                               run};
