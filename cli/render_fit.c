/* A fit, or a model. */
#include "render.h"

#include <math.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "outcome.h"
#include "text.h"

static bool is_empty(const json_t *candidate) { return json_is_true(json_object_get(candidate, "empty")); }

/* "filter = 20", where sizes of the filter were tried. */
static bool print_filter(FILE *out, const json_t *candidate)
{
    if (!json_is_integer(json_object_get(candidate, "filter"))) return false;
    fprintf(out, "filter = %lld", cli_count_of(candidate, "filter"));
    return true;
}

static void print_settings(FILE *out, const json_t *settings, const json_t *candidate)
{
    char value[128];
    size_t i;
    const json_t *name;
    const bool behind = print_filter(out, candidate);
    json_array_foreach(settings, i, name)
    {
        if (!json_is_string(name)) continue;
        cli_value_text(json_object_get(candidate, json_string_value(name)), "auto", value, sizeof value);
        fputs(i || behind ? ", " : "", out);
        cli_print_name(out, json_string_value(name), NAME_WIDTH);
        fputs(" = ", out);
        cli_print_name(out, value, NAME_WIDTH);
    }
}

/* What the inner error says, which must not be read without what needs no model. */
static void print_evidence(FILE *out, const json_t *tune, const json_t *candidate)
{
    if (!json_is_false(json_object_get(tune, "learnt"))) return;
    render_label(out, "");
    fprintf(out, "No evidence that anything was learnt: %s\n",
            is_empty(candidate) ? "no candidate is so much better than the baseline that it was chosen"
                                : "the inner error's 95 % limit is not below the baseline");
}

/* With the rule `keep` the last candidate before the empty model, or of each size of the filter, is the settings that hold
 * without tuning. */
static bool is_untuned(const json_t *tune)
{
    const char *rule = cli_text_of(tune, "rule");
    const json_t *candidates = json_object_get(tune, "candidates");
    const size_t chosen = (size_t)cli_count_of(tune, "chosen");
    const json_t *candidate = json_array_get(candidates, chosen), *next = json_array_get(candidates, chosen + 1);
    const bool last = is_empty(next) || !json_equal(json_object_get(candidate, "filter"), json_object_get(next, "filter"));
    return rule && strcmp(rule, "keep") == 0 && next && last;
}

/* The chosen candidate: its settings and its error in the inner folds. */
static void print_chosen(FILE *out, const json_t *tune)
{
    const json_t *candidates = json_object_get(tune, "candidates");
    const json_t *candidate = json_array_get(candidates, (size_t)cli_count_of(tune, "chosen"));
    const double baseline = cli_number_of(json_object_get(tune, "baseline"), "error");
    if (!candidate) return;
    render_label(out, "  chosen");
    if (is_empty(candidate))
        fputs("the empty model, which predicts the shares of the classes", out);
    else if (is_untuned(tune))
        fprintf(out, "%sthe settings as they are without tuning", print_filter(out, candidate) ? ", " : "");
    else
        print_settings(out, json_object_get(tune, "settings"), candidate);
    const size_t n = json_array_size(candidates), finished = cli_finished_candidates(candidates);
    fprintf(out, " (of %zu candidates", n);
    if (finished < n) fprintf(out, ", %zu finished", finished);
    if (isfinite(cli_number_of(candidate, "error")))
        fprintf(out, "; inner error %.2f %%", 100 * cli_number_of(candidate, "error"));
    if (isfinite(baseline)) fprintf(out, ", baseline %.2f %%", 100 * baseline);
    fputs(")\n", out);
    print_evidence(out, tune, candidate);
}

/* Of candidates with this choice the one of least deviance; NULL: `at` is not the first of them, or none is finished. */
static const json_t *best_of_choice(const json_t *candidates, const char *setting, size_t at)
{
    size_t i;
    const json_t *candidate, *best = NULL, *choice = json_object_get(json_array_get(candidates, at), setting);
    json_array_foreach(candidates, i, candidate)
    {
        const double deviance = cli_number_of(candidate, "deviance");
        if (!json_is_string(choice) || !json_equal(json_object_get(candidate, setting), choice)) continue;
        if (i < at) return NULL;
        if (isfinite(deviance) && !(best && cli_number_of(best, "deviance") <= deviance)) best = candidate;
    }
    return best;
}

/* "inner deviance spr 0.43 (7 features), ridge 0.41 (2000 features)": the best of each choice of a setting that is one. */
static void print_choices(FILE *out, const json_t *tune)
{
    const json_t *candidates = json_object_get(tune, "candidates"), *name;
    size_t i;
    json_array_foreach(json_object_get(tune, "settings"), i, name)
    {
        const char *setting = json_string_value(name);
        size_t n = 0;
        for (size_t at = 0; at < json_array_size(candidates); at++) {
            const json_t *best = best_of_choice(candidates, setting, at);
            if (!best) continue;
            if (n == 0) render_label(out, "  compared");
            fprintf(out, "%s%s %.4g (%.4g features)", n ? ", " : "inner deviance ", cli_text_of(best, setting),
                    cli_number_of(best, "deviance"), cli_number_of(best, "n_features"));
            n++;
        }
        if (n > 0) fputs("\n", out);
    }
}

/* Candidates for which approximate leave-one-out does not hold. */
static void print_untrusted(FILE *out, const json_t *tune)
{
    const size_t n = cli_candidates_that_are(json_object_get(tune, "candidates"), "untrusted");
    if (n == 0) return;
    render_label(out, "  untrusted");
    fprintf(out, "%zu candidate%s, not to be chosen: too many features and vectors for the rows, or not at an optimum\n", n,
            n == 1 ? "" : "s");
}

/* The candidates that failed, a line each, with the reason. */
static void print_failed(FILE *out, const json_t *tune)
{
    bool first = true;
    size_t i;
    const json_t *candidate;
    json_array_foreach(json_object_get(tune, "candidates"), i, candidate)
    {
        const char *status = cli_text_of(candidate, "status");
        if (!status || strcmp(status, "failed") != 0) continue;
        render_label(out, first ? "  failed" : "");
        first = false;
        print_settings(out, json_object_get(tune, "settings"), candidate);
        fprintf(out, ": %s\n", cli_message_of(candidate));
    }
}

static bool is_empty_choice(const json_t *document)
{
    const json_t *tune = json_object_get(document, "tune");
    return is_empty(json_array_get(json_object_get(tune, "candidates"), (size_t)cli_count_of(tune, "chosen")));
}

static void print_tuning(FILE *out, const json_t *document)
{
    const char *rule = NULL;
    const char *how = render_tuning_of(document, &rule);
    const char *cut = cli_cut_short(document);
    if (!how && !cut) return;
    render_label(out, "Tuning");
    if (!how) {
        fprintf(out, "none: %s before a candidate was finished\n", cut);
        return;
    }
    fprintf(out, "%s%s%s%s%s\n", how, rule ? ", rule " : "", rule ? rule : "", cut ? "; " : "", cut ? cut : "");
    print_chosen(out, json_object_get(document, "tune"));
    print_choices(out, json_object_get(document, "tune"));
    print_untrusted(out, json_object_get(document, "tune"));
    print_failed(out, json_object_get(document, "tune"));
}

static void print_relaxed(FILE *out, const json_t *relax)
{
    double factor = cli_number_of(relax, "factor");
    double before = cli_number_of(relax, "error_before"), after = cli_number_of(relax, "error_after");
    if (!json_is_object(relax) || !isfinite(factor)) return;
    render_label(out, "Relaxed refit");
    if (factor == 1)
        fputs("not used: it does not lower the inner error", out);
    else
        fprintf(out, "penalty times %.4g", factor);
    if (isfinite(before) && isfinite(after))
        fprintf(out, " (inner error %.2f %% before, %.2f %% after)", 100 * before, 100 * after);
    fputs("\n", out);
}

/* What the method says of its fit, in its own words. */
static void print_fact(FILE *out, const json_t *document, bool detail)
{
    const json_t *fact = json_object_get(document, "fact");
    const char *title = cli_text_of(fact, "title"), *text = cli_text_of(fact, "text");
    if (!title || !text || json_is_true(json_object_get(fact, "detail")) != detail) return;
    render_label(out, title);
    fprintf(out, "%s\n", text);
}

/* Points listed; there may be as many as starts. */
enum { MOST_POINTS = 6 };

static void print_points(FILE *out, const json_t *optima, bool reached)
{
    size_t i, shown = 0;
    const json_t *point;
    json_array_foreach(optima, i, point)
    {
        if (json_is_true(json_object_get(point, "optimum")) != reached || shown > MOST_POINTS) continue;
        if (shown++ == MOST_POINTS) {
            fputs(", ..", out);
            continue;
        }
        const char *reason = cli_text_of(point, "stop_reason");
        const double objective = cli_number_of(point, "objective");
        fputs(shown > 1 ? ", " : " ", out);
        if (isfinite(objective)) fprintf(out, "%.6g ", objective);
        fprintf(out, "(%lld", cli_count_of(point, "starts"));
        if (!reached) fprintf(out, ", %s", reason ? reason : "failed");
        fputs(")", out);
    }
}

/* Where several starts ended, the best first: objective and how many did. */
static void print_starts(FILE *out, const json_t *optima)
{
    size_t i;
    const json_t *point;
    long long starts = 0, n_optima = 0, n_others = 0;
    if (!json_is_array(optima)) return;
    json_array_foreach(optima, i, point)
    {
        starts += cli_count_of(point, "starts");
        if (json_is_true(json_object_get(point, "optimum")))
            n_optima++;
        else
            n_others += cli_count_of(point, "starts");
    }
    render_label(out, "Starts");
    fprintf(out, "%lld, %lld distinct optim%s%s", starts, n_optima, n_optima == 1 ? "um" : "a", n_optima > 0 ? ":" : "");
    print_points(out, optima, true);
    if (n_others > 0) {
        fprintf(out, "; %lld ended at none:", n_others);
        print_points(out, optima, false);
    }
    fputs("\n", out);
}

/* How far from a maximum the fit is, if it knows. */
static void print_optimum(FILE *out, const json_t *document)
{
    const json_t *certificate = json_object_get(document, "certificate");
    const char *kind = cli_text_of(certificate, "kind");
    const double objective = cli_number_of(document, "objective");
    render_label(out, "Optimum");
    if (isfinite(objective)) fprintf(out, "objective %.8g", objective);
    render_pair(out, "; KKT violation", json_object_get(document, "kkt"));
    if (kind && strcmp(kind, "gradient") == 0) render_pair(out, "; largest gradient", certificate);
    if (kind && strcmp(kind, "evidence") == 0) render_pair(out, "; largest gradient of the log evidence", certificate);
    fputs("\n", out);
}

static void print_screen(FILE *out, const json_t *screen)
{
    const double kkt = cli_number_of(screen, "kkt");
    if (!json_is_object(screen)) return;
    render_label(out, "Screen");
    fprintf(out, "%lld features kept", cli_count_of(screen, "n_features"));
    if (isfinite(kkt)) fprintf(out, "; KKT violation outside %.2g", kkt);
    fputs("\n", out);
}

/* A stop reason in words, where its name is none. */
static const char *words_of(const char *reason)
{
    static const char *const words[][2] = {{"max_iter", "at the limit of its iterations"},
                                           {"null_model", "with the null model"},
                                           {"time", "out of time"},
                                           {"drop", "where pruning further would lose evidence"},
                                           {"pruned", "where pruning further would leave nothing"},
                                           {"not_finite", "before a value that is not finite"}};
    for (size_t i = 0; reason && i < sizeof words / sizeof *words; i++)
        if (strcmp(reason, words[i][0]) == 0) return words[i][1];
    return reason ? reason : "?";
}

static void print_stop(FILE *out, const json_t *document, bool verbose)
{
    const char *reason = cli_text_of(document, "stop_reason");
    const long long iterations = cli_count_of(document, "iterations");
    const double seconds = cli_number_of(document, "seconds");
    render_label(out, "Stopped");
    fprintf(out, "%s after %lld iteration%s", words_of(reason), iterations, iterations == 1 ? "" : "s");
    if (isfinite(seconds)) fprintf(out, ", %.3g s", seconds);
    fputs("\n", out);
    print_starts(out, json_object_get(document, "optima"));
    if (verbose) {
        print_optimum(out, document);
        print_fact(out, document, true);
        print_screen(out, json_object_get(document, "screen"));
    }
    if (isfinite(cli_number_of(document, "train_error"))) {
        render_label(out, "Training error");
        const bool weighted = cli_text_of(document, "weights") || cli_text_of(document, "class_weight");
        fprintf(out, "%.2f %%%s\n", 100 * cli_number_of(document, "train_error"), weighted ? " (weighted)" : "");
    }
}

/* ---- settings */

/* Those that were asked for; of a document of an older version, and verbose: all. */
static void print_own_settings(FILE *out, const json_t *document, bool verbose)
{
    size_t i;
    const json_t *name, *given = json_object_get(document, "given"), *settings = json_object_get(document, "settings");
    json_t *own = verbose || !given ? NULL : json_object(), *all = render_settings_of_parts(document);
    if (all) settings = all;
    json_array_foreach(given, i, name)
    {
        json_t *value = own && json_is_string(name) ? json_object_get(settings, json_string_value(name)) : NULL;
        if (value) json_object_set(own, json_string_value(name), value);
    }
    render_values(out, "Settings", own ? own : settings);
    json_decref(all);
    json_decref(own);
}

/* Weights where there are some, else scales. Of methods that resample, the core and the tail. */
static int print_features(FILE *out, const json_t *document, bool all)
{
    int code = CLI_DONE;
    char buffer[64];
    const json_t *features = json_object_get(document, "features"), *others = json_object_get(document, "others");
    const char *weight = render_weight_title(document, "weight", buffer), *key = weight ? "weight" : "scale";
    render_column columns[RENDER_MOST_COLUMNS] = {{weight ? weight : "scale", key, RENDER_NUMBER, NULL},
                                                  {"speaks for", "direction", RENDER_TEXT, NULL},
                                                  {"frequency", "frequency", RENDER_NUMBER, NULL}};
    size_t n_columns = 3 + render_class_columns(document, features, "class_weights", columns + 3);
    const size_t n_others = json_array_size(others);
    columns[n_columns++] = (render_column){"filter rank", "filter_rank", RENDER_NUMBER, NULL};
    columns[n_columns++] = (render_column){"score", "filter_score", RENDER_SCORE, NULL};
    render_no_direction(out, document, features);
    render_class_weights_elsewhere(out, document, features, "class_weights", "features");
    if (json_is_array(others))
        TRY(render_core_and_tail(out, features, all, "the half samples", key, n_columns, columns));
    else
        TRY(render_features(out, features, all, key, n_columns, columns));
    if (n_others > 0)
        fprintf(out, "\n%zu further feature%s selected in some half samples\n", n_others, n_others == 1 ? " was" : "s were");
done:
    return code;
}

int render_fit(FILE *out, const json_t *document, cli_view view)
{
    const long long n_features = cli_count_of(document, "n_features"), n_forced = cli_count_of(document, "n_forced");
    render_method(out, document);
    render_data(out, document);
    render_preparation(out, document);
    print_tuning(out, document);
    if (!is_empty_choice(document)) print_own_settings(out, document, view.verbose);
    print_relaxed(out, json_object_get(document, "relax"));
    print_stop(out, document, view.verbose);
    print_fact(out, document, false);
    render_label(out, "Model");
    if (n_features + n_forced == 0) {
        fputs("null model: no feature is used, every row gets the same class probabilities\n", out);
        return CLI_DONE;
    }
    long long n_vectors = cli_count_of(document, "n_vectors");
    if (json_is_integer(json_object_get(document, "n_combined_columns")))
        fprintf(out, "%lld components, each of %lld columns", n_features, cli_count_of(document, "n_combined_columns"));
    else
        fprintf(out, "%lld of %lld features", n_features, cli_count_of(document, "p") - n_forced);
    if (n_forced > 0) fprintf(out, ", beside %lld forced in", n_forced);
    if (n_vectors > 0) fprintf(out, ", %lld vector%s", n_vectors, n_vectors == 1 ? "" : "s");
    fputs("\n", out);
    render_parts(out, document, view.all);
    fputs("\n", out);
    return print_features(out, document, view.all);
}
