/* How a run ended: notes and the exit code. See outcome.h. */
#include "outcome.h"

#include <stdarg.h>
#include <string.h>

#include "cli.h"
#include "document.h"

const char *cli_cut_short(const json_t *document)
{
    const char *stopped = cli_text_of(document, "stopped");
    if (!stopped) return NULL;
    return strcmp(stopped, "time") == 0 ? "out of time" : "cancelled";
}

long long cli_planned_folds(const json_t *evaluation)
{
    const json_t *folds = json_object_get(evaluation, "n_folds");
    return json_is_integer(folds) ? json_integer_value(folds) : (long long)json_array_size(json_object_get(evaluation, "folds"));
}

size_t cli_candidates_that_are(const json_t *candidates, const char *wanted)
{
    size_t i, count = 0;
    const json_t *candidate;
    json_array_foreach(candidates, i, candidate)
    {
        const char *status = cli_text_of(candidate, "status");
        count += strcmp(status ? status : "done", wanted) == 0; /* older files have those that are done alone */
    }
    return count;
}

size_t cli_finished_candidates(const json_t *candidates)
{
    return cli_candidates_that_are(candidates, "done") + cli_candidates_that_are(candidates, "untrusted");
}

static bool stopped_early(const char *reason)
{
    return reason && strcmp(reason, "converged") != 0 && strcmp(reason, "null_model") != 0;
}

/* The setting that limits the iterations of this document's method, as the library names it. */
static void limit_name(ardor_context *context, const json_t *document, char *out, size_t bytes)
{
    char *json = NULL;
    json_t *method = NULL;
    if (ardor_methods_json(context, cli_text_of(document, "method"), &json) == ARDOR_OK) method = json_loads(json, 0, NULL);
    const char *name = cli_text_of(method, "max_iter");
    snprintf(out, bytes, "%s", name ? name : "max_iter");
    json_decref(method);
    ardor_string_free(context, json);
}

/* What may help where a fit ended for this reason, as the end of a sentence. */
static void help_for(ardor_context *context, const json_t *document, const char *reason, char *out, size_t bytes)
{
    char limit[64];
    const char *standardise = cli_text_of(document, "standardise");
    const bool unscaled = standardise && strcmp(standardise, "none") == 0,
               has_tol = json_object_get(json_object_get(document, "settings"), "tol") != NULL;
    *out = '\0';
    if (strcmp(reason, "drop") == 0) snprintf(out, bytes, "; --set drop=0 prunes on, --tune tries other settings");
    if (strcmp(reason, "pruned") == 0)
        snprintf(out, bytes, "; --tune tries other settings%s",
                 unscaled ? ", and features on like scales (--standardise train) may be needed" : "");
    if (strcmp(reason, "max_iter") == 0) {
        limit_name(context, document, limit, sizeof limit);
        snprintf(out, bytes, "; --set %s=N gives it more iterations", limit);
    }
    if (strcmp(reason, "stalled") == 0 && (unscaled || has_tol))
        snprintf(out, bytes, "; %s%s%s may be needed", unscaled ? "features on like scales (--standardise train)" : "",
                 unscaled && has_tol ? " or " : "", has_tol ? "a larger --set tol=X" : "");
}

size_t cli_folds_stopped_early(const json_t *folds, const char **first)
{
    size_t i, count = 0;
    const json_t *fold;
    json_array_foreach(folds, i, fold)
    {
        const char *reason = cli_text_of(fold, "stop_reason");
        if (stopped_early(reason) && count++ == 0) *first = reason;
    }
    return count;
}

cli_failures cli_failures_of(const json_t *evaluation)
{
    size_t i;
    const json_t *failure;
    cli_failures out = {0};
    json_array_foreach(json_object_get(evaluation, "failed"), i, failure)
    {
        if (json_is_null(json_object_get(failure, "fold")))
            out.all_rows = failure;
        else if (out.n_folds++ == 0)
            out.first = failure;
    }
    return out;
}

const char *cli_message_of(const json_t *failure)
{
    const char *message = cli_text_of(failure, "message");
    return message ? message : "?";
}

cli_cells cli_cells_of(const json_t *comparison)
{
    size_t i;
    const json_t *cell;
    cli_cells out = {0};
    json_array_foreach(json_object_get(comparison, "cells"), i, cell)
    {
        const char *status = cli_text_of(cell, "status");
        const cli_failures failed = cli_failures_of(json_object_get(cell, "evaluation"));
        out.n++;
        out.n_done += status && strcmp(status, "done") == 0;
        out.n_failed_folds += failed.n_folds;
        if (failed.n_folds > 0 && !out.first_fold) out.first_fold = cell;
        if (status && strcmp(status, "failed") == 0 && out.n_failed++ == 0) out.first = cell;
    }
    return out;
}

static bool is_comparison(const json_t *document) { return json_is_array(json_object_get(document, "cells")); }

/* A tuning of which no candidate was finished left a fit without one: the library has a note about it. */
static bool has_parts(const json_t *document)
{
    return is_comparison(document) || json_object_get(document, "folds") || json_is_object(json_object_get(document, "tune"));
}

typedef struct text {
    char *out;
    size_t bytes;
} text;

static void append(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(text *to, const char *format, ...)
{
    va_list list;
    const size_t used = strlen(to->out);
    va_start(list, format);
    vsnprintf(to->out + used, to->bytes - used, format, list);
    va_end(list);
}

static void append_part(text *to, long long done, long long all, const char *what)
{
    if (done < all) append(to, "; %lld of %lld %s", done, all, what);
}

/* What a run is further asked for, as far as it was not finished. */
static void append_resamplings(const json_t *document, text *to)
{
    size_t i;
    const json_t *point, *permutation = json_object_get(document, "permutation"),
                         *halves = json_object_get(document, "stability");
    const json_t *resamples = json_object_get(document, "instability");
    long long done = 0, all = 0;
    append_part(to, cli_count_of(permutation, "done"), cli_count_of(permutation, "asked"), "permutations of the labels");
    append_part(to, cli_count_of(halves, "halves_done"), 2 * cli_count_of(halves, "pairs"), "halves, in pairs");
    json_array_foreach(json_object_get(document, "learning_curve"), i, point)
    {
        done += cli_count_of(point, "folds_done");
        all += cli_count_of(point, "n_folds");
    }
    append_part(to, done, all, "folds of the learning curve");
    append_part(to, cli_count_of(resamples, "done"), cli_count_of(resamples, "asked"), "resamples");
}

bool cli_folds_text(const json_t *document, char *out, size_t bytes)
{
    text to = {out, bytes};
    const long long done = cli_count_of(document, "folds_done"), all = cli_planned_folds(document);
    const bool whole = done + (long long)cli_failures_of(document).n_folds >= all;
    *out = '\0';
    if (whole)
        append(&to, "all %lld folds were run", all);
    else
        append(&to, "%lld of %lld folds", done, all);
    append_resamplings(document, &to);
    return whole;
}

/* "7 of 10 folds", "7 of 25 candidates of the tuning". */
static void kept_text(const json_t *document, char *out, size_t bytes)
{
    const json_t *candidates = json_object_get(json_object_get(document, "tune"), "candidates");
    const cli_cells cells = cli_cells_of(document);
    if (is_comparison(document))
        snprintf(out, bytes, "%zu of %zu cells are whole", cells.n_done, cells.n);
    else if (json_object_get(document, "folds"))
        cli_folds_text(document, out, bytes);
    else
        snprintf(out, bytes, "%zu of %zu candidates of the tuning", cli_finished_candidates(candidates),
                 json_array_size(candidates));
}

static void note_failures(const json_t *evaluation)
{
    const cli_failures failed = cli_failures_of(evaluation);
    if (failed.first)
        cli_note("%zu fold%s failed, the first, %lld: %s", failed.n_folds, failed.n_folds == 1 ? "" : "s",
                 cli_count_of(failed.first, "fold"), cli_message_of(failed.first));
    if (failed.all_rows) cli_note("1 fit failed: %s", cli_message_of(failed.all_rows));
}

static void note_cells(const json_t *comparison)
{
    const cli_cells cells = cli_cells_of(comparison);
    if (cells.first)
        cli_note("%zu of %zu cells failed, the first, %s, %s: %s", cells.n_failed, cells.n, cli_text_of(cells.first, "data"),
                 cli_text_of(cells.first, "name"), cli_message_of(cells.first));
    if (cells.first_fold)
        cli_note("%zu fold%s failed, the first of %s, %s: %s", cells.n_failed_folds, cells.n_failed_folds == 1 ? "" : "s",
                 cli_text_of(cells.first_fold, "data"), cli_text_of(cells.first_fold, "name"),
                 cli_message_of(cli_failures_of(json_object_get(cells.first_fold, "evaluation")).first));
}

void cli_note_outcome(ardor_context *context, const char *json)
{
    char kept[80], help[160] = "";
    json_t *document = json_loads(json, 0, NULL);
    const json_t *folds = json_object_get(document, "folds");
    const char *reason = cli_text_of(document, "stop_reason"), *cut = cli_cut_short(document);
    size_t count = cli_folds_stopped_early(folds, &reason);
    note_failures(document);
    note_cells(document);
    if (stopped_early(reason)) help_for(context, document, reason, help, sizeof help);
    if (count > 0)
        cli_note("%zu of %zu folds stopped before they converged: %s%s", count, json_array_size(folds), reason, help);
    else if (stopped_early(reason))
        cli_note("the fit stopped before it converged: %s%s", reason, help);
    kept_text(document, kept, sizeof kept);
    if (cut && strcmp(cut, "cancelled") != 0 && has_parts(document)) cli_note("%s: %s", cut, kept);
    json_decref(document);
}

int cli_outcome(const char *json)
{
    int code = CLI_DONE;
    char kept[CLI_FOLDS_BYTES];
    json_t *document = json_loads(json, 0, NULL);
    const char *cut = cli_cut_short(document);
    kept_text(document, kept, sizeof kept);
    if (cut && strcmp(cut, "cancelled") == 0) code = cli_error(CLI_CANCELLED, "%s: %s", cut, kept);
    json_decref(document);
    return code;
}
