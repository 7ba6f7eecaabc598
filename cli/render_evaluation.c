/* An evaluation. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "outcome.h"

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
    fprintf(out, "%s, %lld fold%s, %zu prediction%s\n", plan ? plan : "?", folds, folds == 1 ? "" : "s", rows,
            rows == 1 ? "" : "s");
}

/* What of the plan the figures are not of. */
static void print_missing(FILE *out, const json_t *document)
{
    const cli_failures failed = cli_failures_of(document);
    const char *cut = cli_cut_short(document);
    const long long folds = cli_planned_folds(document);
    if (cut) {
        render_label(out, "Stopped");
        fprintf(out, "%s: %lld of %lld folds; the figures are of these only\n", cut, cli_count_of(document, "folds_done"), folds);
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

/* A figure of merit: value, interval and how the interval was made, and the baseline's value. A document of version 1 has
 * no baseline but the error of the majority class. */
typedef struct figure {
    const char *key, *title;
    double factor;       /* 100 shows percentages */
    const char *instead; /* of losses: what does as well where the figure is no better than the baseline's */
} figure;

static const figure FIGURES[] = {{"error", "error", 100, "always naming the most frequent class does as well"},
                                 {"majority_error", "majority class error", 100, NULL},
                                 {"balanced_error", "balanced error", 100, "naming one class for every row does as well"},
                                 {"auc", "AUC", 1, NULL},
                                 {"auc_weighted", "AUC by class shares", 1, NULL},
                                 {"average_precision", "average precision", 1, NULL},
                                 {"log_loss", "log loss", 1, "those as the probabilities of every row do as well"},
                                 {"brier", "Brier score", 1, "those as the probabilities of every row do as well"}};
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

static int digits_of(const figure *f) { return f->factor == 100 ? 2 : 4; }
static const char *unit_of(const figure *f) { return f->factor == 100 ? " %" : ""; }

/* "  AUC    .8   [.7, .9]  95 % wilson", without the end of the line. */
static void print_metric(FILE *out, const figure *f, const json_t *metric)
{
    char text[96] = "";
    const double value = cli_number_of(metric, "value"), low = cli_number_of(metric, "low"), high = cli_number_of(metric, "high");
    const char *interval = cli_text_of(metric, "interval"), *reason = cli_text_of(metric, "reason"), *unit = unit_of(f);
    const int digits = digits_of(f);
    fputs("  ", out);
    cli_print_padded(out, f->title, 22);
    if (!isfinite(value)) {
        fprintf(out, "%9s   %s", "-", reason ? reason : "");
        return;
    }
    fprintf(out, "%9.*f%s", digits, f->factor * value, unit);
    if (!isfinite(low) || !isfinite(high)) return;
    snprintf(text, sizeof text, "   [%.*f, %.*f]%s  95 %% %s", digits, f->factor * low, digits, f->factor * high, unit,
             interval ? interval : "");
    fputs(text, out);
}

/* Where there is a value, or a reason why there is none. */
static bool has_metric(const json_t *metric) { return isfinite(cli_number_of(metric, "value")) || cli_text_of(metric, "reason"); }

static void print_metrics(FILE *out, const json_t *summary, const json_t *baseline)
{
    for (int i = 0; i < N_FIGURES; i++) {
        const figure *f = FIGURES + i;
        const json_t *metric = json_object_get(summary, f->key);
        const double base = cli_number_of(json_object_get(baseline, f->key), "value");
        const bool known = isfinite(cli_number_of(metric, "value"));
        if (!has_metric(metric) || (baseline && strcmp(f->key, "majority_error") == 0)) continue;
        if (strcmp(f->key, "auc_weighted") == 0 && !known) continue;
        print_metric(out, f, metric);
        if (known && isfinite(base)) fprintf(out, "   baseline %.*f%s", digits_of(f), f->factor * base, unit_of(f));
        fputs("\n", out);
    }
}

/* What is no better than knowing how frequent the classes are. */
static void print_no_better(FILE *out, const json_t *summary, const json_t *baseline)
{
    bool first = true;
    for (int i = 0; i < N_FIGURES; i++) {
        const figure *f = FIGURES + i;
        const double value = cli_number_of(json_object_get(summary, f->key), "value"),
                     base = cli_number_of(json_object_get(baseline, f->key), "value");
        if (!f->instead || !(value >= base)) continue;
        fprintf(out, "%sThe %s is no better than the class shares' (%.*f%s against %.*f%s): %s.\n", first ? "\n" : "", f->title,
                digits_of(f), f->factor * value, unit_of(f), digits_of(f), f->factor * base, unit_of(f), f->instead);
        first = false;
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

/* Weights where there are some, else scales. */
static int print_selection(FILE *out, const json_t *document)
{
    char buffer[64];
    const json_t *selection = json_object_get(document, "selection");
    const char *weight = render_weight_title(document, "mean |weight|", buffer);
    const render_column columns[] = {{"frequency", "frequency", RENDER_NUMBER},
                                     {weight ? weight : "mean scale", weight ? "mean_weight" : "mean_scale", RENDER_NUMBER},
                                     {"for class", "direction", RENDER_TEXT},
                                     {"agree", "agreement", RENDER_SHARE}};
    render_no_direction(out, document, selection);
    if (cli_count_of(document, "folds_done") == 1) {
        fputs("Selected in the one fold, which does not show what would be selected again\n", out);
        return render_features(out, selection, columns[1].key, 2, columns + 1);
    }
    if (all_used(document, selection)) {
        fprintf(out, "All %lld features are used in every fold\n", cli_count_of(document, "p"));
        return render_features(out, selection, columns[1].key, 3, columns + 1);
    }
    return render_core_and_tail(out, selection, "the folds", "frequency", sizeof columns / sizeof *columns, columns);
}

/* ---- probabilities and classes */

static void print_calibration(FILE *out, const json_t *document)
{
    const json_t *calibration = json_object_get(document, "calibration");
    const double large = cli_number_of(calibration, "in_the_large"), slope = cli_number_of(calibration, "slope");
    const char *reason = cli_text_of(calibration, "reason");
    const char *positive = json_string_value(json_array_get(json_object_get(document, "classes"), 1));
    if (!isfinite(large)) return;
    fputs("\nCalibration: the mean probability of ", out);
    cli_print_padded(out, positive ? positive : "?", 0);
    fprintf(out, " is its share %+.4f; slope ", large);
    if (isfinite(slope))
        fprintf(out, "%.3g [%.3g, %.3g] (below 1: probabilities are too extreme)\n", slope,
                cli_number_of(calibration, "slope_low"), cli_number_of(calibration, "slope_high"));
    else
        fprintf(out, "not known: %s\n", reason ? reason : "?");
}

static void print_counts(FILE *out, const json_t *classes, const json_t *counts)
{
    char text[CLI_NUMBER_BYTES];
    size_t t, p;
    const json_t *row, *count;
    int width = 10;
    for (t = 0; t < json_array_size(classes); t++) {
        const int w = (int)cli_text_width(json_string_value(json_array_get(classes, t))) + 2;
        if (w > width) width = w;
    }
    fputs("  ", out);
    cli_print_padded(out, "true \\ predicted", 22);
    for (p = 0; p < json_array_size(classes); p++) cli_print_padded(out, json_string_value(json_array_get(classes, p)), -width);
    fputs("\n", out);
    json_array_foreach(counts, t, row)
    {
        fputs("  ", out);
        cli_print_padded(out, json_string_value(json_array_get(classes, t)), 22);
        json_array_foreach(row, p, count)
        {
            cli_value_text(count, "-", text, sizeof text);
            cli_print_padded(out, text, -width);
        }
        fputs("\n", out);
    }
}

static void print_confusion(FILE *out, const json_t *confusion)
{
    static const figure of_two[] = {{"sensitivity", "sensitivity", 100, NULL},
                                    {"specificity", "specificity", 100, NULL},
                                    {"ppv", "PPV", 100, NULL},
                                    {"npv", "NPV", 100, NULL},
                                    {"mcc", "MCC", 1, NULL}};
    const json_t *classes = json_object_get(confusion, "classes");
    if (json_array_size(classes) < 2) return;
    const char *positive = json_string_value(json_array_get(classes, 1));
    fprintf(out, "\n%s\n",
            json_is_true(json_object_get(confusion, "weighted")) ? "Predictions, sums of case weights" : "Predictions");
    print_counts(out, classes, json_object_get(confusion, "counts"));
    if (json_array_size(classes) != 2) return;
    fputs("Of the positive class ", out);
    cli_print_padded(out, positive ? positive : "?", 0);
    fputs("\n", out);
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
        print_metric(out, of_two + i, json_object_get(confusion, of_two[i].key));
        fputs("\n", out);
    }
}

int render_evaluation(FILE *out, const json_t *document, bool verbose)
{
    const json_t *summary = json_object_get(document, "summary"), *unrelaxed = json_object_get(document, "unrelaxed");
    const json_t *selection = json_object_get(document, "selection"), *baseline = json_object_get(summary, "baseline");
    double vectors = cli_number_of(summary, "mean_n_vectors");
    bool both = json_object_size(unrelaxed) > 0;
    render_method(out, document);
    render_data(out, document);
    render_preparation(out, document);
    print_protocol(out, document);
    if (verbose) render_values(out, "Settings", json_object_get(document, "settings"));
    print_missing(out, document);
    print_stops(out, json_object_get(document, "folds"));
    fputs(both ? "\nRelaxed refits\n" : "\n", out);
    print_metrics(out, summary, baseline);
    print_bootstrap(out, json_object_get(document, "bootstrap"));
    if (both) {
        fputs("\nWithout the relaxed refit\n", out);
        print_metrics(out, unrelaxed, baseline);
    }
    print_no_better(out, summary, baseline);
    print_calibration(out, document);
    print_confusion(out, json_object_get(document, "confusion"));
    fprintf(out, "\n%.4g of %lld features in the mean", cli_number_of(summary, "mean_n_features"), cli_count_of(document, "p"));
    if (isfinite(vectors) && vectors > 0) fprintf(out, ", %.4g vectors", vectors);
    if (isfinite(cli_number_of(document, "seconds"))) fprintf(out, "; %.3g s", cli_number_of(document, "seconds"));
    if (json_array_size(selection) == 0) {
        fputs("\nNo feature was selected in any fold.\n", out);
        return CLI_DONE;
    }
    fputs("\n\n", out);
    return print_selection(out, document);
}
