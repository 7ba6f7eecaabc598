/* What an evaluation found out by running its recipe again. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "document.h"
#include "text.h"

/* Up to this a p value counts as evidence. */
static const double SIGNIFICANT = .05;

/* "among the rows", by the document's word. */
static const char *exchanged(const json_t *permutation)
{
    const char *how = cli_text_of(permutation, "exchange");
    if (how && strcmp(how, "within_groups") == 0) return "among the rows of each group";
    return how && strcmp(how, "groups") == 0 ? "among the groups" : "among the rows";
}

static void print_permutation(FILE *out, const json_t *permutation)
{
    const double p = cli_number_of(permutation, "p");
    const long long done = cli_count_of(permutation, "done"), asked = cli_count_of(permutation, "asked");
    const long long failed = cli_count_of(permutation, "failed");
    if (!json_is_object(permutation)) return;
    fputs("\n", out);
    if (!isfinite(p) || done == 0) {
        fputs("Permuted labels: no p value, because folds failed or the run was stopped before one was known.\n", out);
        return;
    }
    if (p <= SIGNIFICANT)
        fprintf(out, "Better than chance: p = %.3g", p);
    else if (1 / (double)(done + 1) > SIGNIFICANT)
        fprintf(out,
                "Whether it is better than chance cannot be told with %lld permutation%s, whose p is at least %.3g (here %.3g): "
                "ask for 199 "
                "or more",
                done, done == 1 ? "" : "s", 1 / (double)(done + 1), p);
    else
        fprintf(out, "Not better than chance, as far as this tells: p = %.3g", p);
    fprintf(out, ". Of %lld runs on labels exchanged %s, %s, %lld had a log loss at least as good", done, exchanged(permutation),
            json_is_true(json_object_get(permutation, "tuned")) ? "tuning included" : "settings as they are",
            cli_count_of(permutation, "at_least_as_good"));
    if (failed > 0) fprintf(out, ", %lld that failed counted among them", failed);
    fputs(".\n", out);
    if (done < asked) fprintf(out, "%lld more were asked for and not run.\n", asked - done);
}

/* More than there are is no bound. */
static void print_bound(FILE *out, const json_t *stability)
{
    const double bound = cli_number_of(stability, "bound"), unimodal = cli_number_of(stability, "bound_unimodal");
    const double n = (double)cli_count_of(stability, "n_stable");
    if (!isfinite(bound)) return;
    fprintf(out, "Of features that a half takes no more often than chance at most %.3g are expected among them", bound);
    if (isfinite(unimodal)) fprintf(out, " (%.3g, if their frequencies have one peak)", unimodal);
    if (bound > n && (unimodal > n || !isfinite(unimodal)))
        fprintf(out, ": that says nothing, as there are %.0f; a method that selects fewer has a smaller bound", n);
    else if (bound > n)
        fprintf(out, ": without that peak it says nothing, as there are %.0f", n);
    fputs(".\n", out);
}

static int print_stability(FILE *out, const json_t *stability, bool all)
{
    static const render_column columns[] = {{"frequency", "frequency", RENDER_SHARE, NULL}};
    const json_t *features = json_object_get(stability, "features");
    const long long n = cli_count_of(stability, "n_stable");
    if (!json_is_object(stability)) return CLI_DONE;
    if (cli_count_of(stability, "halves_done") == 0) {
        fputs("\nStability selection: no half was finished.\n", out);
        return CLI_DONE;
    }
    fprintf(
        out,
        "\nStability selection: %lld feature%s selected by at least %.3g %% of %lld halves of the rows. A half selects %.3g of "
        "%lld; at random a feature would be in %.3g %% of the halves.\n",
        n, n == 1 ? " is" : "s are", 100 * cli_number_of(stability, "tau"), cli_count_of(stability, "halves_done"),
        cli_number_of(stability, "q"), cli_count_of(stability, "p"), 100 * cli_number_of(stability, "expected_by_chance"));
    print_bound(out, stability);
    if (json_array_size(features) == 0) return CLI_DONE;
    fputs("\n", out);
    return render_features(out, features, all, NULL, sizeof columns / sizeof *columns, columns);
}

static void print_point(FILE *out, double rows, double features, const json_t *summary)
{
    static const char *const figure[] = {"error", "balanced_error", "log_loss", "auc"};
    fprintf(out, "  %10.4g  %9.3g", rows, features);
    for (size_t i = 0; i < sizeof figure / sizeof *figure; i++) {
        const double value = cli_number_of(json_object_get(summary, figure[i]), "value");
        if (!isfinite(value))
            fputs("               -", out);
        else
            fprintf(out, i < 2 ? "  %12.2f %%" : "  %14.4f", i < 2 ? 100 * value : value);
    }
    fputs("\n", out);
}

static double mean_training_rows(const json_t *folds)
{
    double sum = 0;
    size_t i;
    const json_t *fold;
    json_array_foreach(folds, i, fold) sum += cli_number_of(fold, "n_train");
    return sum / (double)json_array_size(folds);
}

static void print_curve(FILE *out, const json_t *document)
{
    const json_t *curve = json_object_get(document, "learning_curve"), *summary = json_object_get(document, "summary");
    size_t i;
    const json_t *point;
    if (!json_is_array(curve)) return;
    fputs("\nLearning curve: the same test rows, predicted by fits to parts of the training rows\n\n"
          "        rows   features           error  balanced error        log loss             AUC\n",
          out);
    json_array_foreach(curve, i, point)
    {
        const char *message = cli_text_of(point, "message");
        if (!message) {
            print_point(out, cli_number_of(point, "mean_n_train"), cli_number_of(point, "mean_n_features"),
                        json_object_get(point, "summary"));
            continue;
        }
        fprintf(out, "  %8.3g %%  ", 100 * cli_number_of(point, "fraction"));
        cli_print_padded(out, message, 0);
        fputs("\n", out);
    }
    print_point(out, mean_training_rows(json_object_get(document, "folds")), cli_number_of(summary, "mean_n_features"), summary);
}

/* The row whose probabilities move most. */
static const json_t *most_unstable(const json_t *rows)
{
    size_t i;
    const json_t *row, *most = NULL;
    json_array_foreach(rows, i, row)
    {
        if (!most || cli_number_of(row, "instability") > cli_number_of(most, "instability")) most = row;
    }
    return most;
}

static void print_instability(FILE *out, const json_t *instability)
{
    const double mean = cli_number_of(instability, "mean");
    const json_t *most = most_unstable(json_object_get(instability, "rows"));
    const char *reason = cli_text_of(instability, "reason"), *id = cli_text_of(most, "id");
    const long long done = cli_count_of(instability, "done"), asked = cli_count_of(instability, "asked");
    if (!json_is_object(instability)) return;
    if (!isfinite(mean)) {
        fprintf(out, "\nInstability of the probabilities: not known: %s.\n", reason ? reason : "?");
        return;
    }
    fprintf(
        out,
        "\nInstability of the probabilities %.3f: between the fit to all rows and fits to %lld bootstrap resamples of them, %s, "
        "the probability of a row differs by that much on the average",
        mean, done, json_is_true(json_object_get(instability, "tuned")) ? "tuning included" : "settings as they are");
    if (most) fprintf(out, "; most of row ");
    if (most) cli_print_name(out, id ? id : "?", NAME_WIDTH);
    if (most) fprintf(out, ", by %.3f", cli_number_of(most, "instability"));
    fputs(".\n", out);
    if (done < asked)
        fprintf(out, "Of %lld resamples asked for, %lld failed and %lld were not run.\n", asked,
                cli_count_of(instability, "failed"), asked - done - cli_count_of(instability, "failed"));
}

int render_resampled(FILE *out, const json_t *document, bool all)
{
    print_permutation(out, json_object_get(document, "permutation"));
    print_curve(out, document);
    print_instability(out, json_object_get(document, "instability"));
    return print_stability(out, json_object_get(document, "stability"), all);
}
