/* Figures of merit and confusion tables: of evaluations, and of predictions for rows with labels. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "text.h"

/* ---- figures */

/* A figure of merit: value, interval and how the interval was made, and the baseline's value. A document of version 1 has
 * no baseline but the error of the majority class. */
typedef struct figure {
    const char *key, *title;
    double factor;       /* 100 shows percentages */
    const char *instead; /* of losses: what does as well or better where the figure is no better than the baseline's */
} figure;

static const char BY_THE_SHARES[] = "naming the one class that the shares decide for does";

static const figure FIGURES[] = {{"error", "error", 100, "always naming the most frequent class does"},
                                 {"majority_error", "majority class error", 100, NULL},
                                 {"balanced_error", "balanced error", 100, "naming one class for every row does"},
                                 {"auc", "AUC", 1, NULL},
                                 {"auc_weighted", "AUC by class shares", 1, NULL},
                                 {"average_precision", "average precision", 1, NULL},
                                 {"log_loss", "log loss", 1, "those as the probabilities of every row do"},
                                 {"brier", "Brier score", 1, "those as the probabilities of every row do"},
                                 {"undecided", "rows not decided", 100, NULL},
                                 {"error_decided", "error of the decided", 100, BY_THE_SHARES},
                                 {"cost", "mean cost", 1, "naming the one class of the least expected cost does"}};
enum { N_FIGURES = sizeof FIGURES / sizeof *FIGURES };

static int digits_of(const figure *f) { return f->factor == 100 ? 2 : 4; }
static const char *unit_of(const figure *f) { return f->factor == 100 ? " %" : ""; }

/* "  AUC    .8   [.7, .9]  95 % wilson", without the end of the line, or why something of it is missing. */
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
    if (!isfinite(low) || !isfinite(high)) {
        if (reason) fprintf(out, "   no interval: %s", reason);
        return;
    }
    snprintf(text, sizeof text, "   [%.*f, %.*f]%s  95 %% %s", digits, f->factor * low, digits, f->factor * high, unit,
             interval ? interval : "");
    fputs(text, out);
}

/* Where there is a value, or a reason why there is none. */
static bool has_metric(const json_t *metric) { return isfinite(cli_number_of(metric, "value")) || cli_text_of(metric, "reason"); }

void render_metrics(FILE *out, const json_t *summary, const json_t *baseline, long long folds)
{
    for (int i = 0; i < N_FIGURES; i++) {
        const figure *f = FIGURES + i;
        const json_t *metric = json_object_get(summary, f->key);
        const double base = cli_number_of(json_object_get(baseline, f->key), "value");
        const bool known = isfinite(cli_number_of(metric, "value"));
        const long long compared = cli_count_of(metric, "folds");
        if (!has_metric(metric) || (baseline && strcmp(f->key, "majority_error") == 0)) continue;
        if (strcmp(f->key, "auc_weighted") == 0 && !known) continue;
        print_metric(out, f, metric);
        if (known && compared > 0 && compared < folds) fprintf(out, "   of %lld of %lld folds", compared, folds);
        if (known && isfinite(base)) fprintf(out, "   baseline %.*f%s", digits_of(f), f->factor * base, unit_of(f));
        fputs("\n", out);
    }
}

/* "as well" where the two differ by rounding. */
static bool is_worse(double value, double base) { return value > base + 1e-9 * fabs(base); }

void render_no_better(FILE *out, const json_t *summary, const json_t *baseline, bool class_weights, bool decided)
{
    bool any = false, expected = false;
    const bool abstains =
        json_is_object(json_object_get(summary, "undecided")); /* then rows that are not decided are no errors */
    for (int i = 0; i < N_FIGURES; i++) {
        const figure *f = FIGURES + i;
        const double value = cli_number_of(json_object_get(summary, f->key), "value"),
                     base = cli_number_of(json_object_get(baseline, f->key), "value");
        const char *instead = decided && strcmp(f->key, "error") == 0 ? BY_THE_SHARES : f->instead;
        if (!f->instead || !(value >= base) || (abstains && strstr(f->key, "error") && f->instead != BY_THE_SHARES)) continue;
        fprintf(out, "%sThe %s is no better than the class shares' (%.*f%s against %.*f%s): %s %s.\n", any ? "" : "\n", f->title,
                digits_of(f), f->factor * value, unit_of(f), digits_of(f), f->factor * base, unit_of(f), instead,
                is_worse(value, base) ? "better" : "as well");
        any = true;
        expected = expected || strcmp(f->key, "balanced_error") != 0;
    }
    if (class_weights && expected)
        fputs("With class weights the error, the log loss and the Brier score are expected to be above the baseline's:\n"
              "judge by the balanced error and the AUC.\n",
              out);
}

/* ---- confusion */

enum { ROW_NAME_WIDTH = 22 };

static const char *class_at(const json_t *classes, size_t index)
{
    const char *name = json_string_value(json_array_get(classes, index));
    return name ? name : "?";
}

/* The counts of so many predicted classes from the `first` on. */
static void print_block(FILE *out, const json_t *classes, const json_t *counts, size_t first, size_t n, int width)
{
    char text[CLI_NUMBER_BYTES];
    size_t t;
    const json_t *row;
    fputs("  ", out);
    cli_print_padded(out, "true \\ predicted", ROW_NAME_WIDTH);
    for (size_t p = first; p < first + n; p++) {
        fputs("  ", out);
        cli_print_padded(out, class_at(classes, p), 2 - width);
    }
    fputs("\n", out);
    json_array_foreach(counts, t, row)
    {
        fputs("  ", out);
        cli_print_padded(out, class_at(classes, t), ROW_NAME_WIDTH);
        for (size_t p = first; p < first + n && p < json_array_size(row); p++) {
            cli_value_text(json_array_get(row, p), "-", text, sizeof text);
            fprintf(out, "%*s", width, text);
        }
        fputs("\n", out);
    }
}

/* As many columns beside each other as a line takes; further ones below. */
static void print_counts(FILE *out, const json_t *classes, const json_t *counts)
{
    enum { ROOM = CLI_LINE - ROW_NAME_WIDTH - 2, LEAST = 10, MOST = ROOM / 4 };
    const size_t n = json_array_size(classes);
    int width = LEAST;
    for (size_t t = 0; t < n; t++) {
        const int w = (int)cli_name_width(class_at(classes, t), MOST - 2) + 2;
        if (w > width) width = w;
    }
    const size_t beside = (size_t)(ROOM / width);
    for (size_t first = 0; first < n; first += beside)
        print_block(out, classes, counts, first, n - first < beside ? n - first : beside, width);
}

/* "Not decided: 3 of a, 5 of b" */
static void print_undecided(FILE *out, const json_t *classes, const json_t *undecided)
{
    size_t c;
    const json_t *count;
    char text[CLI_NUMBER_BYTES];
    json_array_foreach(undecided, c, count)
    {
        cli_value_text(count, "-", text, sizeof text);
        fprintf(out, "%s%s of ", c ? ", " : "Not decided: ", text);
        cli_print_name(out, class_at(classes, c), NAME_WIDTH);
    }
    if (json_array_size(undecided) > 0) fputs("\n", out);
}

void render_rows_of_figures(FILE *out, const json_t *document)
{
    const json_t *decision = json_object_get(document, "decision");
    if (json_is_object(json_object_get(decision, "prior")))
        fputs("The figures are for the prior: rows of each class count its share there over their own share.\n", out);
    if (isfinite(cli_number_of(decision, "abstain")))
        fputs("Rows not decided are wrong in the error and the balanced error; the counts are of the others.\n", out);
}

void render_confusion(FILE *out, const json_t *confusion)
{
    static const figure of_two[] = {{"sensitivity", "sensitivity", 100, NULL},
                                    {"specificity", "specificity", 100, NULL},
                                    {"ppv", "PPV", 100, NULL},
                                    {"npv", "NPV", 100, NULL},
                                    {"mcc", "MCC", 1, NULL}};
    const json_t *classes = json_object_get(confusion, "classes");
    if (json_array_size(classes) < 2) return;
    fprintf(out, "\n%s\n",
            json_is_true(json_object_get(confusion, "weighted")) ? "Predictions, sums of case weights" : "Predictions");
    print_counts(out, classes, json_object_get(confusion, "counts"));
    print_undecided(out, classes, json_object_get(confusion, "undecided"));
    if (json_array_size(classes) != 2) return;
    fputs("Of the positive class ", out);
    cli_print_name(out, class_at(classes, 1), NAME_WIDTH);
    fputs("\n", out);
    for (size_t i = 0; i < sizeof of_two / sizeof *of_two; i++) {
        print_metric(out, of_two + i, json_object_get(confusion, of_two[i].key));
        fputs("\n", out);
    }
}
