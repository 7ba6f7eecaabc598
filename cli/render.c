/* Fits and evaluations for people, made from their JSON documents: whatever is shown here stands in the document
 * too. A member that is absent or null is left out. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "outcome.h"

enum { LABEL_WIDTH = 16, LINE_WIDTH = 100, SHOWN_FEATURES = 30 };

/* ---- lines */

static void label(FILE *out, const char *text) { cli_print_padded(out, text, LABEL_WIDTH); }

/* "Label  key = value, key = value", wrapped. */
static void print_values(FILE *out, const char *title, const json_t *object)
{
    char value[128], item[256];
    size_t column = LABEL_WIDTH;
    bool first = true;
    if (json_object_size(object) == 0) return;
    label(out, title);
    for (void *at = json_object_iter((json_t *)object); at; at = json_object_iter_next((json_t *)object, at)) {
        cli_value_text(json_object_iter_value(at), "auto", value, sizeof value);
        snprintf(item, sizeof item, "%s = %s", json_object_iter_key(at), value);
        if (!first) fputs(",", out);
        if (!first && column + cli_text_width(item) + 2 > LINE_WIDTH) {
            fprintf(out, "\n%*s", LABEL_WIDTH, "");
            column = LABEL_WIDTH;
        } else if (!first) {
            fputs(" ", out);
        }
        cli_print_padded(out, item, 0);
        column += cli_text_width(item) + 2;
        first = false;
    }
    fputs("\n", out);
}

static void print_names(FILE *out, const json_t *names)
{
    size_t i;
    const json_t *name;
    json_array_foreach(names, i, name)
    {
        fputs(i ? ", " : "", out);
        cli_print_padded(out, json_is_string(name) ? json_string_value(name) : "?", 0);
    }
}

static void print_method(FILE *out, const json_t *document)
{
    const char *method = cli_text_of(document, "method"), *basis = cli_text_of(document, "basis");
    label(out, "Method");
    fprintf(out, "%s%s%s\n", method ? method : "?", basis ? ", basis " : "", basis ? basis : "");
}

static void print_data(FILE *out, const json_t *document)
{
    label(out, "Data");
    fprintf(out, "%lld rows, %lld features; classes ", cli_count_of(document, "n"), cli_count_of(document, "p"));
    print_names(out, json_object_get(document, "classes"));
    fputs("\n", out);
}

static bool is_given(const char *text) { return text && strcmp(text, "none") != 0 && strcmp(text, "off") != 0; }

/* A filter looks at rows, and perhaps at their labels; whose they were decides what an error is worth. */
static void print_filter(FILE *out, const json_t *document)
{
    const char *filter = cli_text_of(document, "filter"), *plan = cli_text_of(document, "plan"),
               *protocol = cli_text_of(document, "protocol");
    const bool leaky = protocol && strcmp(protocol, "leaky") == 0;
    if (!is_given(filter)) return;
    fprintf(out, ", filter %s, chosen on %s", filter,
            !plan   ? "all rows of the fit"
            : leaky ? "all rows, test rows included"
                    : "each fold's training rows");
}

/* The keys of preparation steps are what the document has from `standardise` to `class_weight`. */
static void print_steps(FILE *out, const json_t *document)
{
    void *at = json_object_iter_at((json_t *)document, "standardise");
    while ((at = json_object_iter_next((json_t *)document, at))) {
        const char *key = json_object_iter_key(at), *text = json_string_value(json_object_iter_value(at));
        if (strcmp(key, "class_weight") == 0) break;
        if (strcmp(key, "filter") != 0 && is_given(text)) fprintf(out, ", %s %s", key, text);
    }
}

static void print_preparation(FILE *out, const json_t *document)
{
    const char *standardise = cli_text_of(document, "standardise");
    long long dropped = cli_count_of(document, "n_constant_dropped");
    if (!standardise) return;
    label(out, "Preparation");
    fprintf(out, "standardise %s", standardise);
    print_steps(out, document);
    print_filter(out, document);
    if (dropped > 0) fprintf(out, "; %lld constant features dropped", dropped);
    fputs("\n", out);
}

/* "title: weights 1e-07, scales 2e-07", of what is known of them. */
static void print_pair(FILE *out, const char *title, const json_t *pair)
{
    const double weights = cli_number_of(pair, "weights"), scales = cli_number_of(pair, "scales");
    if (!isfinite(weights) && !isfinite(scales)) return;
    fprintf(out, "%s:", title);
    if (isfinite(weights)) fprintf(out, " weights %.2g", weights);
    if (isfinite(scales)) fprintf(out, "%s scales %.2g", isfinite(weights) ? "," : "", scales);
}

/* ---- fit */

/* The tuning as asked for: "cv:5"; NULL if there was none. */
static const char *tuning_of(const json_t *document, const char **rule)
{
    const json_t *tune = json_object_get(document, "tune");
    const char *how = json_is_string(tune) ? json_string_value(tune) : cli_text_of(tune, "how");
    *rule = cli_text_of(tune, "rule");
    if (!*rule) *rule = cli_text_of(document, "rule");
    return how && strcmp(how, "none") != 0 ? how : NULL;
}

/* The chosen candidate: its settings and its error in the inner folds. */
static void print_chosen(FILE *out, const json_t *tune)
{
    const json_t *candidates = json_object_get(tune, "candidates");
    const json_t *candidate = json_array_get(candidates, (size_t)cli_count_of(tune, "chosen"));
    char value[128];
    size_t i;
    const json_t *name;
    if (!candidate) return;
    label(out, "  chosen");
    json_array_foreach(json_object_get(tune, "settings"), i, name)
    {
        if (!json_is_string(name)) continue;
        cli_value_text(json_object_get(candidate, json_string_value(name)), "auto", value, sizeof value);
        fprintf(out, "%s%s = %s", i ? ", " : "", json_string_value(name), value);
    }
    const size_t n = json_array_size(candidates), finished = cli_finished_candidates(candidates);
    fprintf(out, " (of %zu candidates", n);
    if (finished < n) fprintf(out, ", %zu finished", finished);
    if (isfinite(cli_number_of(candidate, "error")))
        fprintf(out, "; inner error %.2f %%", 100 * cli_number_of(candidate, "error"));
    fputs(")\n", out);
}

static void print_tuning(FILE *out, const json_t *document)
{
    const char *rule = NULL;
    const char *how = tuning_of(document, &rule);
    const char *cut = cli_cut_short(document);
    if (!how && !cut) return;
    label(out, "Tuning");
    if (!how) {
        fprintf(out, "none: %s before a candidate was finished\n", cut);
        return;
    }
    fprintf(out, "%s%s%s%s%s\n", how, rule ? ", rule " : "", rule ? rule : "", cut ? "; " : "", cut ? cut : "");
    print_chosen(out, json_object_get(document, "tune"));
}

static void print_relaxed(FILE *out, const json_t *relax)
{
    double factor = cli_number_of(relax, "factor");
    double before = cli_number_of(relax, "error_before"), after = cli_number_of(relax, "error_after");
    if (!json_is_object(relax) || !isfinite(factor)) return;
    label(out, "Relaxed refit");
    if (factor == 1)
        fputs("not used: it does not lower the inner error", out);
    else
        fprintf(out, "penalty times %.4g", factor);
    if (isfinite(before) && isfinite(after))
        fprintf(out, " (inner error %.2f %% before, %.2f %% after)", 100 * before, 100 * after);
    fputs("\n", out);
}

/* The evidence family's distance from the prior and what the paper's bound makes of it. */
static void print_bound(FILE *out, const json_t *document)
{
    const json_t *extras = json_object_get(document, "extras");
    const double kl = cli_number_of(extras, "kl"), bound = cli_number_of(extras, "bound");
    if (!isfinite(kl) || !isfinite(bound)) return;
    label(out, "Divergence");
    fprintf(out, "KL of posterior from prior %.4g; bound of the paper on the error %.3g%s\n", kl, bound,
            bound >= 1 ? " (not below 1: vacuous, it says nothing)"
                       : " (of what was kept, chosen on the same rows: no guarantee)");
}

/* How far from a maximum the fit is, if it knows. */
static void print_optimum(FILE *out, const json_t *document)
{
    const json_t *certificate = json_object_get(document, "certificate");
    const char *kind = cli_text_of(certificate, "kind");
    const double objective = cli_number_of(document, "objective");
    label(out, "Optimum");
    if (isfinite(objective)) fprintf(out, "objective %.8g", objective);
    print_pair(out, "; KKT violation", json_object_get(document, "kkt"));
    if (kind && strcmp(kind, "gradient") == 0) print_pair(out, "; largest gradient", certificate);
    fputs("\n", out);
}

static void print_screen(FILE *out, const json_t *screen)
{
    const double kkt = cli_number_of(screen, "kkt");
    if (!json_is_object(screen)) return;
    label(out, "Screen");
    fprintf(out, "%lld features kept", cli_count_of(screen, "n_features"));
    if (isfinite(kkt)) fprintf(out, "; KKT violation outside %.2g", kkt);
    fputs("\n", out);
}

static void print_stop(FILE *out, const json_t *document)
{
    const char *reason = cli_text_of(document, "stop_reason");
    const double seconds = cli_number_of(document, "seconds");
    label(out, "Stopped");
    fprintf(out, "%s after %lld iterations", reason ? reason : "?", cli_count_of(document, "iterations"));
    if (isfinite(seconds)) fprintf(out, ", %.3g s", seconds);
    fputs("\n", out);
    print_optimum(out, document);
    print_bound(out, document);
    print_screen(out, json_object_get(document, "screen"));
    if (isfinite(cli_number_of(document, "train_error"))) {
        label(out, "Training error");
        fprintf(out, "%.2f %%\n", 100 * cli_number_of(document, "train_error"));
    }
}

/* ---- tables of features */

typedef struct feature_row {
    const char *name;
    double key, value, second; /* sorted by falling |key|; value and second are printed */
    size_t order;
} feature_row;

static int by_falling_key(const void *a, const void *b)
{
    const feature_row *x = a, *y = b;
    double kx = fabs(x->key), ky = fabs(y->key);
    if (kx != ky) return kx < ky ? 1 : -1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int column_width(const feature_row *row, size_t n)
{
    size_t width = strlen("feature");
    for (size_t i = 0; i < n; i++) {
        size_t w = cli_text_width(row[i].name);
        if (w > width) width = w;
    }
    return (int)width;
}

/* The largest features as an aligned table. `second` is the title of a further column, or NULL. */
static int print_features(FILE *out, const json_t *list, const char *key, const char *value, const char *title,
                          const char *second, const char *second_title)
{
    size_t n = json_array_size(list), i;
    const json_t *item;
    feature_row *row = calloc(n + 1, sizeof *row);
    char text[CLI_NUMBER_BYTES];
    if (!row) return cli_error(CLI_FAILED, "out of memory");
    json_array_foreach(list, i, item)
    {
        const char *name = cli_text_of(item, "name");
        row[i] = (feature_row){name ? name : "?", cli_number_of(item, key), cli_number_of(item, value),
                               second ? cli_number_of(item, second) : NAN, i};
    }
    qsort(row, n, sizeof *row, by_falling_key);
    size_t shown = n < SHOWN_FEATURES ? n : SHOWN_FEATURES;
    int width = column_width(row, shown);
    fputs("  ", out);
    cli_print_padded(out, "feature", width);
    cli_print_padded(out, title, -14);
    cli_print_padded(out, second ? second_title : "", second ? -14 : 0);
    fputs("\n", out);
    for (i = 0; i < shown; i++) {
        fputs("  ", out);
        cli_print_padded(out, row[i].name, width);
        snprintf(text, sizeof text, "%.6g", row[i].value);
        cli_print_padded(out, text, -14);
        snprintf(text, sizeof text, "%.6g", row[i].second);
        cli_print_padded(out, second ? text : "", second ? -14 : 0);
        fputs("\n", out);
    }
    if (shown < n) fprintf(out, "  ... and %zu more\n", n - shown);
    free(row);
    return CLI_DONE;
}

static int print_fit(FILE *out, const json_t *document)
{
    const json_t *features = json_object_get(document, "features");
    long long n_features = cli_count_of(document, "n_features");
    print_method(out, document);
    print_data(out, document);
    print_preparation(out, document);
    print_tuning(out, document);
    print_values(out, "Settings", json_object_get(document, "settings"));
    print_relaxed(out, json_object_get(document, "relax"));
    print_stop(out, document);
    label(out, "Model");
    if (n_features == 0) {
        fputs("null model: no feature is used, every row gets the same class probabilities\n", out);
        return CLI_DONE;
    }
    long long n_vectors = cli_count_of(document, "n_vectors");
    fprintf(out, "%lld of %lld features", n_features, cli_count_of(document, "p"));
    if (n_vectors > 0) fprintf(out, ", %lld vector%s", n_vectors, n_vectors == 1 ? "" : "s");
    fputs("\n\n", out);
    const char *value = json_object_get(json_array_get(features, 0), "scale") ? "scale" : "weight";
    return print_features(out, features, value, value, value, NULL, NULL);
}

/* ---- evaluation */

static void print_protocol(FILE *out, const json_t *document)
{
    const char *rule = NULL, *protocol = cli_text_of(document, "protocol"), *plan = cli_text_of(document, "plan");
    const char *how = tuning_of(document, &rule);
    const char *standardise = cli_text_of(document, "standardise");
    bool leaky = protocol && strcmp(protocol, "leaky") == 0;
    bool all = standardise && strcmp(standardise, "all") == 0;
    label(out, "Protocol");
    if (leaky)
        fprintf(out, "leaky: preparation and preselection saw all rows, test rows included%s; the error is too low",
                how && strcmp(how, "plan") == 0 ? ", and settings were picked on the plan's own error" : "");
    else
        fprintf(out, "honest: everything fitted inside each fold%s", all ? ", but standardised with all rows" : "");
    if (how && strncmp(how, "first", 5) == 0)
        fprintf(out, "; but settings were picked once, on the errors of the plan's first folds (%s), so the error is too low",
                how);
    else if (how && strcmp(how, "plan") != 0)
        fprintf(out, "; %s%s tuning%s%s", leaky ? "" : "nested ", how, rule ? ", rule " : "", rule ? rule : "");
    fputs("\n", out);
    label(out, "Plan");
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
        label(out, "Stopped");
        fprintf(out, "%s: %lld of %lld folds; the figures are of these only\n", cut, cli_count_of(document, "folds_done"), folds);
    }
    if (failed.first) {
        label(out, "Failed");
        fprintf(out, "%zu of %lld folds, which the figures leave out; the first, %lld: ", failed.n_folds, folds,
                cli_count_of(failed.first, "fold"));
        cli_print_padded(out, cli_message_of(failed.first), 0);
        fputs("\n", out);
    }
    if (failed.all_rows) {
        label(out, failed.first ? "" : "Failed");
        cli_print_padded(out, cli_message_of(failed.all_rows), 0);
        fputs("\n", out);
    }
}

static void print_stops(FILE *out, const json_t *folds)
{
    const char *reason = NULL;
    size_t count = cli_folds_stopped_early(folds, &reason);
    if (count == 0) return;
    label(out, "Not converged");
    fprintf(out, "%zu of %zu folds (%s)\n", count, json_array_size(folds), reason);
}

/* One figure of merit: value, interval and how the interval was made. `factor` 100 shows percentages. */
static void print_metric(FILE *out, const char *title, const json_t *metric, double factor)
{
    double value = cli_number_of(metric, "value"), low = cli_number_of(metric, "low"), high = cli_number_of(metric, "high");
    const char *interval = cli_text_of(metric, "interval"), *unit = factor == 100 ? " %" : "";
    int digits = factor == 100 ? 2 : 4;
    if (!isfinite(value)) return;
    fputs("  ", out);
    cli_print_padded(out, title, 22);
    fprintf(out, "%9.*f%s", digits, factor * value, unit);
    if (isfinite(low) && isfinite(high))
        fprintf(out, "   [%.*f, %.*f]%s  95 %% %s", digits, factor * low, digits, factor * high, unit, interval ? interval : "");
    fputs("\n", out);
}

static void print_metrics(FILE *out, const json_t *summary)
{
    print_metric(out, "error", json_object_get(summary, "error"), 100);
    print_metric(out, "majority class error", json_object_get(summary, "majority_error"), 100);
    print_metric(out, "balanced error", json_object_get(summary, "balanced_error"), 100);
    print_metric(out, "AUC", json_object_get(summary, "auc"), 1);
    print_metric(out, "log loss", json_object_get(summary, "log_loss"), 1);
    print_metric(out, "Brier score", json_object_get(summary, "brier"), 1);
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

static int print_evaluation(FILE *out, const json_t *document)
{
    const json_t *summary = json_object_get(document, "summary"), *unrelaxed = json_object_get(document, "unrelaxed");
    const json_t *selection = json_object_get(document, "selection");
    double vectors = cli_number_of(summary, "mean_n_vectors");
    bool both = json_object_size(unrelaxed) > 0;
    print_method(out, document);
    print_data(out, document);
    print_preparation(out, document);
    print_protocol(out, document);
    print_missing(out, document);
    print_stops(out, json_object_get(document, "folds"));
    fputs(both ? "\nRelaxed refits\n" : "\n", out);
    print_metrics(out, summary);
    print_bootstrap(out, json_object_get(document, "bootstrap"));
    if (both) {
        fputs("\nWithout the relaxed refit\n", out);
        print_metrics(out, unrelaxed);
    }
    fprintf(out, "\n%.4g of %lld features in the mean", cli_number_of(summary, "mean_n_features"), cli_count_of(document, "p"));
    if (isfinite(vectors) && vectors > 0) fprintf(out, ", %.4g vectors", vectors);
    if (isfinite(cli_number_of(document, "seconds"))) fprintf(out, "; %.3g s", cli_number_of(document, "seconds"));
    if (json_array_size(selection) == 0) {
        fputs("\nNo feature was selected in any fold.\n", out);
        return CLI_DONE;
    }
    fprintf(out, "\n\nMost often selected, of %zu features selected at all\n", json_array_size(selection));
    return print_features(out, selection, "frequency", "frequency", "frequency", "mean_scale", "mean scale");
}

/* ---- finished folds */

static int print_records(FILE *out, const json_t *document)
{
    const char *plan = cli_text_of(document, "plan"), *hash = cli_text_of(document, "data_hash");
    const long long failed = cli_count_of(document, "n_failed");
    print_method(out, document);
    print_preparation(out, document);
    label(out, "Plan");
    fprintf(out, "%s\n", plan ? plan : "?");
    label(out, "Data");
    fprintf(out, "fingerprint %s\n", hash ? hash : "?");
    label(out, "Folds");
    fprintf(out, "%lld finished", cli_count_of(document, "n_folds"));
    if (failed > 0) fprintf(out, ", %lld of them failed", failed);
    fputs("\n", out);
    return CLI_DONE;
}

static bool is_format(const json_t *document, const char *name)
{
    const char *format = cli_text_of(document, "format");
    return format && strcmp(format, name) == 0;
}

int cli_render(FILE *out, const char *json, const char *source)
{
    json_error_t error;
    json_t *document = json_loads(json, JSON_REJECT_DUPLICATES, &error);
    if (!document) return cli_error(CLI_DATA, "%s: line %d: not a JSON document: %s", source, error.line, error.text);
    int code = is_format(document, "ardor-evaluation") ? print_evaluation(out, document)
               : is_format(document, "ardor-records")  ? print_records(out, document)
                                                       : print_fit(out, document);
    json_decref(document);
    return code;
}
