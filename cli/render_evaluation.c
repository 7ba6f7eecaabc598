/* An evaluation. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "outcome.h"
#include "text.h"

/* What of an evaluation was not fitted inside the folds, where it is not leaky as a whole. */
static void print_outside(FILE *out, bool standardised, bool chosen, const char *how)
{
    fputs("not all inside the folds: ", out);
    if (standardised) fputs("features standardised with all rows, test rows included", out);
    if (chosen)
        fprintf(out, "%ssettings picked once, on the errors of the plan's first folds (%s)", standardised ? "; " : "", how);
    fprintf(out, "; the rest fitted inside each fold%s", chosen ? "; the error is too low" : "");
}

static void print_protocol(FILE *out, const json_t *document)
{
    const char *rule = NULL, *protocol = cli_text_of(document, "protocol"), *plan = cli_text_of(document, "plan");
    const char *how = render_tuning_of(document, &rule);
    const char *standardise = cli_text_of(document, "standardise");
    const bool leaky = protocol && strcmp(protocol, "leaky") == 0, first = how && strncmp(how, "first", 5) == 0;
    const bool all = standardise && strcmp(standardise, "all") == 0;
    render_label(out, "Protocol");
    if (leaky)
        fprintf(out, "leaky: preparation and preselection saw all rows, test rows included%s%s; the error is too low",
                how && strcmp(how, "plan") == 0 ? ", and settings were picked on the plan's own error" : "",
                first ? ", and settings were picked on the plan's first folds" : "");
    else if (all || first)
        print_outside(out, all, first, how);
    else
        fputs("honest: everything fitted inside each fold", out);
    if (how && !first && strcmp(how, "plan") != 0)
        fprintf(out, "; %s%s tuning%s%s", leaky ? "" : "nested ", how, rule ? ", rule " : "", rule ? rule : "");
    fputs("\n", out);
    render_label(out, "Plan");
    const long long folds = cli_planned_folds(document);
    const size_t rows = json_array_size(json_object_get(document, "rows"));
    cli_print_name(out, plan ? plan : "?", NAME_WIDTH);
    fprintf(out, ", %lld fold%s, %zu prediction%s\n", folds, folds == 1 ? "" : "s", rows, rows == 1 ? "" : "s");
}

/* What of the plan the figures are not of. */
static void print_missing(FILE *out, const json_t *document)
{
    const cli_failures failed = cli_failures_of(document);
    const char *cut = cli_cut_short(document);
    const long long folds = cli_planned_folds(document);
    if (cut) {
        char text[CLI_FOLDS_BYTES];
        const bool whole = cli_folds_text(document, text, sizeof text);
        render_label(out, "Stopped");
        fprintf(out, "%s: %s%s\n", cut, text, whole ? "" : "; the figures are of these only");
    }
    if (failed.first) {
        render_label(out, "Failed");
        fprintf(out, "%zu of %lld folds, which the figures leave out; the first, %lld: ", failed.n_folds, folds,
                cli_count_of(failed.first, "fold"));
        cli_print_padded(out, cli_message_of(failed.first), 0);
        fputs("\n", out);
    }
    if (failed.all_rows) {
        render_label(out, failed.first ? "" : "Failed");
        cli_print_padded(out, cli_message_of(failed.all_rows), 0);
        fputs("\n", out);
    }
}

static void print_stops(FILE *out, const json_t *folds)
{
    const char *reason = NULL;
    size_t count = cli_folds_stopped_early(folds, &reason);
    if (count == 0) return;
    render_label(out, "Not converged");
    fprintf(out, "%zu of %zu folds (%s)\n", count, json_array_size(folds), reason);
}

/* The least size of the filter above `last` that some fold took; 0: there is none. */
static long long next_size(const json_t *folds, long long last, size_t *count)
{
    long long next = 0;
    size_t i;
    const json_t *fold;
    json_array_foreach(folds, i, fold)
    {
        const long long size = cli_count_of(fold, "filter");
        if (size <= last || (next > 0 && size > next)) continue;
        *count = size == next ? *count + 1 : 1;
        next = size;
    }
    return next;
}

/* ", none in 2": what was said of the others is there already. */
static void print_empty(FILE *out, long long empty)
{
    if (empty > 0) fprintf(out, ", none in %lld (the empty model)", empty);
}

/* "10 in 3 folds, 20 in 6": the sizes of the filter that tuning took. Folds that ended in the empty model took none. */
static void print_sizes(FILE *out, const json_t *folds, long long empty)
{
    size_t count = 0;
    long long size = next_size(folds, 0, &count);
    if (size == 0) return;
    render_label(out, "Filter sizes");
    for (bool first = true; size > 0; first = false, size = next_size(folds, size, &count))
        fprintf(out, "%s%lld in %zu%s", first ? "" : ", ", size, count, !first ? "" : count == 1 ? " fold" : " folds");
    print_empty(out, empty);
    fputs("\n", out);
}

/* "model: spr in 8 folds, ridge in 2": what tuning took of settings that are a choice. Folds that ended in the empty model took
 * none. */
static void print_choices(FILE *out, const json_t *choices, long long empty)
{
    const char *setting, *choice;
    const json_t *counts, *count;
    json_object_foreach((json_t *)choices, setting, counts)
    {
        bool first = true;
        render_label(out, "Chosen");
        fprintf(out, "%s: ", setting);
        json_object_foreach((json_t *)counts, choice, count)
        {
            const long long n = json_integer_value(count);
            fprintf(out, "%s%s in %lld%s", first ? "" : ", ", choice, n, !first ? "" : n == 1 ? " fold" : " folds");
            first = false;
        }
        print_empty(out, empty);
        fputs("\n", out);
    }
}

/* The .632+ estimate of a bootstrap plan, with what it is made of. */
static void print_bootstrap(FILE *out, const json_t *bootstrap)
{
    if (json_object_size(bootstrap) == 0) return;
    fputs("  ", out);
    cli_print_padded(out, ".632+ error", 22);
    fprintf(out, "%9.2f %%   (.632: %.2f %%, out of bag %.2f %%, resubstitution %.2f %%)\n",
            100 * cli_number_of(bootstrap, "error_632_plus"), 100 * cli_number_of(bootstrap, "error_632"),
            100 * cli_number_of(bootstrap, "out_of_bag"), 100 * cli_number_of(bootstrap, "resubstitution"));
}

/* Does every fold use every feature? Then nothing was selected. The last one is that of the least frequency. */
static bool all_used(const json_t *document, const json_t *selection)
{
    const size_t n = json_array_size(selection);
    return n > 0 && (long long)n == cli_count_of(document, "p") &&
           cli_number_of(json_array_get(selection, n - 1), "frequency") == 1;
}

/* Are features components, another one of each number in every fold? */
static bool differ_by_fold(const json_t *document)
{
    const char *protocol = cli_text_of(document, "protocol");
    return render_combines(document) && !(protocol && strcmp(protocol, "leaky") == 0);
}

/* Weights where there are some, else scales. */
static int print_selection(FILE *out, const json_t *document, bool all)
{
    char buffer[64];
    const json_t *selection = json_object_get(document, "selection");
    const bool two = json_array_size(json_object_get(document, "classes")) == 2, one = cli_count_of(document, "folds_done") == 1;
    const size_t n_common = one ? 3 : 4; /* one fold agrees with itself */
    const char *weight = render_weight_title(document, two ? "mean |weight|" : "mean weight", buffer);
    render_column columns[RENDER_MOST_COLUMNS] = {
        {"frequency", "frequency", RENDER_NUMBER, NULL},
        {weight ? weight : "mean scale", weight ? "mean_weight" : "mean_scale", RENDER_NUMBER, NULL},
        {"for class", "direction", RENDER_TEXT, NULL},
        {"agree", "agreement", RENDER_SHARE, NULL}};
    const size_t n_columns = n_common + render_class_columns(document, selection, "mean_class_weights", columns + n_common);
    render_no_direction(out, document, selection);
    render_class_weights_elsewhere(out, document, selection, "mean_class_weights", "selection");
    if (one) {
        fputs("Selected in the one fold, which does not show what would be selected again\n", out);
        return render_features(out, selection, all, columns[1].key, n_columns - 1, columns + 1);
    }
    if (!render_combines(document) && all_used(document, selection)) {
        fprintf(out, "All %lld features are used in every fold\n", cli_count_of(document, "p"));
        return render_features(out, selection, all, columns[1].key, n_columns - 1, columns + 1);
    }
    if (differ_by_fold(document)) {
        fputs("Components by their numbers, which are others in every fold\n", out);
        return render_features(out, selection, all, columns[0].key, n_columns, columns);
    }
    render_agreement(out, document);
    const int code = render_core_and_tail(out, selection, all, "the folds", "frequency", n_columns, columns);
    if (code == CLI_DONE) render_nearest(out, document, all);
    return code;
}

/* The rises of the log loss and of the error. */
static int print_importance(FILE *out, const json_t *document, bool all)
{
    const json_t *importance = json_object_get(document, "importance"), *list = json_object_get(importance, "features");
    static const render_column columns[] = {{"log loss", "log_loss_rise", RENDER_NUMBER, NULL},
                                            {"sd", "log_loss_sd", RENDER_NUMBER, NULL},
                                            {"error", "error_rise", RENDER_NUMBER, NULL},
                                            {"sd", "error_sd", RENDER_NUMBER, NULL},
                                            {"folds", "n_folds", RENDER_NUMBER, NULL}};
    if (json_array_size(list) == 0) return CLI_DONE;
    fprintf(
        out,
        "\nImportance: rise of log loss and error where the values of a feature are exchanged among the test rows, %lld time%s\n",
        cli_count_of(importance, "repeats"), cli_count_of(importance, "repeats") == 1 ? "" : "s");
    return render_features(out, list, all, NULL, sizeof columns / sizeof *columns, columns);
}

/* ---- probabilities and classes */

/* Share of the positive class among the rows that the figures are of. */
static double positive_share(const json_t *document)
{
    double sum[2] = {0, 0};
    const json_t *counts = json_object_get(json_object_get(document, "confusion"), "counts");
    const json_t *undecided = json_object_get(json_object_get(document, "confusion"), "undecided");
    const char *positive = cli_text_of(document, "positive");
    const double prior = cli_number_of(json_object_get(json_object_get(document, "decision"), "prior"), positive ? positive : "");
    if (isfinite(prior)) return prior;
    for (size_t t = 0; t < 2; t++) sum[t] = json_number_value(json_array_get(undecided, t));
    for (size_t t = 0; t < 2; t++)
        for (size_t p = 0; p < 2; p++) sum[t] += json_number_value(json_array_get(json_array_get(counts, t), p));
    return sum[1] / (sum[0] + sum[1]);
}

/* "the mean probability of tumor, 0.6540, is 0.0088 above its share" */
static void print_in_the_large(FILE *out, const json_t *document, double large)
{
    char distance[32];
    const double share = positive_share(document);
    const char *positive = json_string_value(json_array_get(json_object_get(document, "classes"), 1));
    fputs("\nCalibration: the mean probability of ", out);
    cli_print_name(out, positive ? positive : "?", NAME_WIDTH);
    if (isfinite(share)) fprintf(out, ", %.4f,", share + large);
    snprintf(distance, sizeof distance, "%.4f", fabs(large));
    if (strcmp(distance, "0.0000") == 0)
        fputs(" is its share", out);
    else
        fprintf(out, " is %s %s its share", distance, large > 0 ? "above" : "below");
}

static void print_calibration(FILE *out, const json_t *document)
{
    const json_t *calibration = json_object_get(document, "calibration");
    const double large = cli_number_of(calibration, "in_the_large"), slope = cli_number_of(calibration, "slope");
    const double low = cli_number_of(calibration, "slope_low"), high = cli_number_of(calibration, "slope_high");
    const char *reason = cli_text_of(calibration, "reason");
    if (!isfinite(large)) return;
    print_in_the_large(out, document, large);
    if (isfinite(slope))
        fprintf(out, "; slope %.3g [%.3g, %.3g]%s\n", slope, low, high,
                high < 1  ? ": the probabilities are too extreme"
                : low > 1 ? ": the probabilities are too cautious"
                          : "");
    else
        fprintf(out, "; slope not known: %s\n", reason ? reason : "?");
}

/* Does the interval of a figure lie on the better side of the baseline as a whole? */
static bool is_better(const json_t *summary, const char *key, bool more)
{
    const json_t *figure = json_object_get(summary, key);
    const double base = cli_number_of(json_object_get(json_object_get(summary, "baseline"), key), "value");
    return more ? cli_number_of(figure, "low") > base : cli_number_of(figure, "high") < base;
}

/* What is selected must not be read without it. Of classes that differ much in size the error alone would not do. */
static void print_evidence(FILE *out, const json_t *document)
{
    const json_t *summary = json_object_get(document, "summary");
    const bool learnt = is_better(summary, "error", false) || is_better(summary, "balanced_error", false) ||
                        is_better(summary, "log_loss", false) || is_better(summary, "brier", false) ||
                        is_better(summary, "error_decided", false) || is_better(summary, "cost", false) ||
                        is_better(summary, "auc", true);
    if (learnt || !json_is_object(json_object_get(summary, "baseline"))) return;
    fputs("\nNo evidence that anything was learnt: of no figure is the whole interval better than the baseline.\n", out);
}

int render_evaluation(FILE *out, const json_t *document, cli_view view)
{
    const json_t *summary = json_object_get(document, "summary"), *unrelaxed = json_object_get(document, "unrelaxed");
    const json_t *selection = json_object_get(document, "selection"), *baseline = json_object_get(summary, "baseline");
    const long long folds = cli_count_of(document, "folds_done");
    double vectors = cli_number_of(summary, "mean_n_vectors");
    bool both = json_object_size(unrelaxed) > 0;
    render_method(out, document);
    render_data(out, document);
    render_decision(out, document);
    render_preparation(out, document);
    print_protocol(out, document);
    if (view.verbose) render_values(out, "Settings", json_object_get(document, "settings"));
    print_missing(out, document);
    print_sizes(out, json_object_get(document, "folds"), cli_count_of(document, "empty_folds"));
    print_choices(out, json_object_get(document, "choices"), cli_count_of(document, "empty_folds"));
    print_stops(out, json_object_get(document, "folds"));
    fputs(both ? "\nRelaxed refits\n" : "\n", out);
    render_metrics(out, summary, baseline, folds);
    print_bootstrap(out, json_object_get(document, "bootstrap"));
    if (both) {
        fputs("\nWithout the relaxed refit\n", out);
        render_metrics(out, unrelaxed, baseline, folds);
    }
    render_rows_of_figures(out, document);
    render_no_better(out, summary, baseline, cli_text_of(document, "class_weight"),
                     json_is_object(json_object_get(document, "decision")));
    print_evidence(out, document);
    print_calibration(out, document);
    render_confusion(out, json_object_get(document, "confusion"));
    if (render_combines(document))
        fprintf(out, "\n%.4g components in the mean%s", cli_number_of(summary, "mean_n_features"),
                differ_by_fold(document) ? ", each fold's of its own" : "");
    else
        fprintf(out, "\n%.4g of %lld features in the mean", cli_number_of(summary, "mean_n_features"),
                cli_count_of(document, "p") - (long long)json_array_size(json_object_get(document, "forced")));
    if (isfinite(vectors) && vectors > 0) fprintf(out, ", %.4g vector%s", vectors, vectors == 1 ? "" : "s");
    if (isfinite(cli_number_of(document, "seconds"))) fprintf(out, "; %.3g s", cli_number_of(document, "seconds"));
    int code = CLI_DONE;
    if (json_array_size(selection) == 0) {
        fputs("\nNo feature was selected in any fold.\n", out);
    } else {
        fputs("\n\n", out);
        code = print_selection(out, document, view.all);
        if (code == CLI_DONE) code = print_importance(out, document, view.all);
    }
    return code != CLI_DONE ? code : render_resampled(out, document, view.all);
}
