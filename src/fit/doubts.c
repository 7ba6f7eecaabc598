#include "fit/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/remark.h"
#include "base/text.h"

enum { LIST_BYTES = 200 };

/* ------------------------------------------------------------------ settings */

/* Does it take several values in the grid? Settings that were given may decide it. */
static bool is_free(const ard_grid *grid, int k)
{
    for (int64_t i = 1; i < grid->n; i++)
        if (grid->value[i * grid->n_tuned + k] != grid->value[k]) return true;
    return false;
}

/* The settings that tuning would choose. */
static int doubt_rates(ardor_context *context, const ard_training *training)
{
    int rc = ARDOR_OK;
    char list[LIST_BYTES] = "";
    ard_grid grid = {0};
    const ard_method *method = training->recipe->method;
    if (!method->grid) return ARDOR_OK;
    TRY(ard_training_grid(training, &grid));
    for (int k = 0; k < grid.n_tuned; k++)
        if (is_free(&grid, k) && !training->recipe->settings.given[grid.setting[k]])
            ard_text_append(list, sizeof list, method->settings[grid.setting[k]].name);
    if (list[0])
        ard_warn(context, ARD_WARN_NOT_TUNED, "settings that were not chosen for these data: %s; %s", list,
                 training->recipe->tune == ARD_TUNE_NONE ? "--tune chooses them inside the training rows"
                                                         : "the tuning needs more time");
done:
    ard_grid_free(context, &grid);
    return rc;
}

/* In place of a setting: the size of the filter. */
enum { FILTER = -1 };

static double value_of(const ard_tuned *candidate, int k)
{
    if (k != FILTER) return candidate->value[k];
    return candidate->filter > 0 ? (double)candidate->filter : (double)NAN;
}

/* Candidates of another size of the filter have a grid of their own. */
static bool is_alike(const ard_choice *choice, const ard_tuned *candidate, int k)
{
    return k == FILTER || candidate->filter == choice->candidate[choice->chosen].filter;
}

/* What the rule goes by, of the best of the candidates that have this value of setting k; infinite where none is finished. */
static double best_with(const ard_choice *choice, int k, double value, ard_rule rule)
{
    double best = INFINITY;
    for (int64_t i = 0; i < choice->n_candidates; i++) {
        const ard_tuned *c = choice->candidate + i;
        if (c->status == ARD_TUNED_DONE && value_of(c, k) == value && is_alike(choice, c, k))
            best = fmin(best, ard_rule_by_deviance(rule) ? c->deviance : c->error);
    }
    return best;
}

/* The next value of a candidate above (sign 1) or below (-1); infinite: there is none. finished: of one that is done. */
static double next_value(const ard_choice *choice, int k, double value, int sign, bool finished)
{
    double next = INFINITY;
    for (int64_t i = 0; i < choice->n_candidates; i++) {
        const ard_tuned *c = choice->candidate + i;
        if ((c->status == ARD_TUNED_DONE || !finished) && is_alike(choice, c, k) && sign * value_of(c, k) > sign * value)
            next = fmin(next, sign * value_of(c, k));
    }
    return sign * next;
}

/* Do candidates become better up to this value, over the last three, and is none as good? Else nothing speaks for going on. */
static bool leads_to(const ard_choice *choice, int k, double value, int inwards, ard_rule rule)
{
    const double best = best_with(choice, k, value, rule);
    double last = best, at = value;
    int64_t steps = 0;
    while (isfinite(at = next_value(choice, k, at, inwards, true))) {
        const double figure = best_with(choice, k, at, rule);
        if (figure <= (steps++ < 2 ? last : best)) return false;
        last = figure;
    }
    return steps >= 2;
}

/* Is the chosen value the last of the grid where there are others, from low to high? */
static const char *edge_of(const ard_choice *choice, int k, double low, double high, ard_rule rule)
{
    const double value = value_of(choice->candidate + choice->chosen, k);
    for (int inwards = -1; inwards <= 1; inwards += 2) {
        const bool ends = inwards > 0 ? value <= low : value >= high;
        if (ends || isnan(value) || isfinite(next_value(choice, k, value, -inwards, false))) continue;
        if (leads_to(choice, k, value, inwards, rule)) return inwards > 0 ? "smallest" : "largest";
    }
    return NULL;
}

static void doubt_choice(ardor_context *context, const ard_training *training, const ard_choice *choice,
                         const ard_fit_report *report)
{
    char list[LIST_BYTES] = "", one[80];
    const ard_method *method = training->recipe->method;
    for (int k = 0; k < report->n_tuned; k++) {
        const ard_setting *setting = &method->settings[report->tuned_setting[k]];
        const char *edge = edge_of(choice, k, setting->low, setting->high, ard_recipe_rule(training->recipe));
        if (!edge) continue;
        snprintf(one, sizeof one, "%s = %.4g is the %s", setting->name, choice->candidate[choice->chosen].value[k], edge);
        ard_text_append(list, sizeof list, one);
    }
    if (list[0])
        ard_warn(context, ARD_WARN_GRID_EDGE,
                 "the choice is at the edge of the values tried: %s; values beyond may do better: try some with --set", list);
}

/* Sizes of the filter that are as many as there are columns end by themselves. */
static void doubt_size(ardor_context *context, const ardor_dataset *data, const ard_training *training, const ard_choice *choice)
{
    if (choice->chosen < 0 || choice->candidate[choice->chosen].filter == 0) return;
    const double columns = (double)(data->p - training->prepare->n_constant);
    const char *edge = edge_of(choice, FILTER, 1, columns, ard_recipe_rule(training->recipe));
    if (edge)
        ard_warn(
            context, ARD_WARN_GRID_EDGE,
            "the choice is at the edge of the sizes tried: filter = %lld is the %s; sizes beyond may do better: try some with "
            "--filter",
            (long long)choice->candidate[choice->chosen].filter, edge);
}

/* Nothing but the bound keeps such a weight from growing. */
static void doubt_bounds(ardor_context *context, const ard_fitted *fitted)
{
    if (fitted->fit.at_bound && fitted->report.train_error == 0)
        ard_warn(context, ARD_WARN_SEPARABLE,
                 "the training rows are separated without an error, and a weight would grow without limit but for its bound: "
                 "probabilities near 0 and 1 say more than the data; collect more rows, or take a method with a rate "
                 "(spr, jcfo)");
}

/* ------------------------------------------------------------------ features */

/* Spike-in controls of Affymetrix arrays: they are of the measurement, not of the sample. */
static void doubt_probes(ardor_context *context, const ardor_dataset *data, const ard_training *training,
                         const ard_fitted *fitted)
{
    int64_t n = 0;
    const char *first = NULL;
    const int64_t n_features = fitted->fit.machine.n_features;
    if (n_features == 0 || ard_prepare_projection(fitted->prepare)) return; /* combinations have no names of their own */
    for (int64_t t = 0; t < n_features; t++) {
        const int64_t feature = fitted->fit.machine.feature[t];
        const char *name = data->feature[fitted->prepare->column[feature]];
        if (strncasecmp(name, "AFFX", 4) != 0 || ard_is_forced(&training->problem, feature)) continue;
        if (n++ == 0) first = name;
    }
    if (n > 0)
        ard_warn(context, ARD_WARN_CONTROL_PROBES,
                 "%lld of the selected features %s, such as '%.60s': the classes may differ in how they were "
                 "measured; remove the probes whose names begin with AFFX and compare",
                 (long long)n, n == 1 ? "is a control probe" : "are control probes", first);
}

static void doubt_null(ardor_context *context, const ard_training *training, const ard_choice *choice, const ard_fit *fit)
{
    const ard_method *method = training->recipe->method;
    if (!fit->null_model || method->can & ARD_HAS_SHARES_ONLY) return;
    if (training->problem.x->p == 0)
        ard_warn(context, ARD_WARN_NULL_MODEL,
                 "no feature is left to learn from (the null model): every row gets the same probabilities");
    else if (choice->n_candidates == 0)
        ard_warn(context, ARD_WARN_NULL_MODEL,
                 "the fit ended without any feature (the null model): %s or --tune may find a model",
                 method->weaken >= 0 ? "weaker rates" : "other settings");
    else
        ard_warn(context, ARD_WARN_NULL_MODEL,
                 "tuning ended in the null model: no feature is used, and every row gets the same probabilities; more rows, or "
                 "another --method or --basis, may show what these did not");
}

int ard_fit_doubts(ardor_context *context, const ardor_dataset *data, const ard_training *training, const ard_choice *choice,
                   const ard_fitted *fitted)
{
    int rc = ARDOR_OK;
    if (choice->n_candidates == 0) {
        TRY(doubt_rates(context, training));
    } else {
        doubt_choice(context, training, choice, &fitted->report);
        doubt_size(context, data, training, choice);
    }
    doubt_null(context, training, choice, &fitted->fit);
    doubt_bounds(context, fitted);
    doubt_probes(context, data, training, fitted);
done:
    return rc;
}
