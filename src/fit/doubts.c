#include "fit/doubts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/remark.h"
#include "base/text.h"

enum { LIST_BYTES = 200, FEWEST_VALUES = 3 };

/* ------------------------------------------------------------------ settings */

/* The settings that tuning would choose. */
static int doubt_rates(ardor_context *context, const ard_training *training)
{
    int rc = ARDOR_OK;
    char list[LIST_BYTES] = "";
    ard_grid grid = {0};
    const ard_method *method = training->recipe->method;
    TRY(ard_training_grid(training, &grid));
    for (int k = 0; k < grid.n_tuned && grid.n > 1; k++)
        if (!training->recipe->settings.given[grid.setting[k]])
            ard_text_append(list, sizeof list, method->settings[grid.setting[k]].name);
    if (list[0])
        ard_warn(context, ARD_WARN_NOT_TUNED,
                 "not tuned: %s: the values are not chosen for these data; --tune chooses them inside "
                 "the training rows",
                 list);
done:
    ard_grid_free(context, &grid);
    return rc;
}

/* Values of a tuned setting over the candidates: the least, the largest, and how many there are. */
static int count_values(const ard_choice *choice, int k, double *least, double *largest)
{
    int different = 0;
    *least = INFINITY;
    *largest = -INFINITY;
    for (int64_t i = 0; i < choice->n_candidates; i++) {
        const double value = choice->candidate[i].value[k];
        int64_t j = 0;
        if (isnan(value)) continue;
        while (j < i && choice->candidate[j].value[k] != value) j++;
        different += j == i;
        *least = fmin(*least, value);
        *largest = fmax(*largest, value);
    }
    return different;
}

/* Of the candidates that are done, is the best of those with this value of a setting better than all others? Else nothing speaks
 * for going on that way. */
static bool is_better_there(const ard_choice *choice, int k, double value, ard_rule rule)
{
    const ard_tuned *best[2] = {NULL, NULL};
    for (int64_t i = 0; i < choice->n_candidates; i++) {
        const ard_tuned *candidate = choice->candidate + i;
        const ard_tuned **to = &best[candidate->value[k] == value];
        if (candidate->status == ARD_TUNED_DONE && (!*to || ard_better(candidate, *to, rule))) *to = candidate;
    }
    return best[1] && (!best[0] || ard_better(best[1], best[0], rule));
}

/* Is the chosen value the last of the grid where the setting itself would go on? */
static const char *edge_of(const ard_choice *choice, int k, const ard_setting *setting, ard_rule rule)
{
    double least = 0, largest = 0;
    const double value = choice->candidate[choice->chosen].value[k];
    if (count_values(choice, k, &least, &largest) < FEWEST_VALUES || !is_better_there(choice, k, value, rule)) return NULL;
    if (value == least && value > setting->low) return "smallest";
    return value == largest && value < setting->high ? "largest" : NULL;
}

static void doubt_choice(ardor_context *context, const ard_training *training, const ard_choice *choice,
                         const ard_fit_report *report)
{
    char list[LIST_BYTES] = "", one[80];
    const ard_method *method = training->recipe->method;
    for (int k = 0; k < report->n_tuned; k++) {
        const ard_setting *setting = &method->settings[report->tuned_setting[k]];
        const char *edge = edge_of(choice, k, setting, ard_recipe_rule(training->recipe));
        if (!edge) continue;
        snprintf(one, sizeof one, "%s = %.4g is the %s", setting->name, choice->candidate[choice->chosen].value[k], edge);
        ard_text_append(list, sizeof list, one);
    }
    if (list[0])
        ard_warn(context, ARD_WARN_GRID_EDGE,
                 "the choice is at the edge of the values tried: %s; others may do better: try some "
                 "with --set",
                 list);
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
static void doubt_probes(ardor_context *context, const ardor_dataset *data, const ard_fitted *fitted)
{
    int64_t n = 0;
    const char *first = NULL;
    for (int64_t t = 0; t < fitted->fit.machine.n_features; t++) {
        const char *name = data->feature[fitted->prepare->column[fitted->fit.machine.feature[t]]];
        if (strncasecmp(name, "AFFX", 4) != 0) continue;
        if (n++ == 0) first = name;
    }
    if (n > 0)
        ard_warn(context, ARD_WARN_CONTROL_PROBES,
                 "%lld of the selected features %s a control probe, such as '%.60s': the classes may differ in how they were "
                 "measured; remove the probes whose names begin with AFFX and compare",
                 (long long)n, n == 1 ? "is" : "are", first);
}

static void doubt_null(ardor_context *context, const ard_choice *choice, const ard_fit *fit)
{
    if (!fit->null_model) return;
    if (choice->n_candidates == 0)
        ard_warn(context, ARD_WARN_NULL_MODEL,
                 "the fit ended without any feature (the null model): weaker rates or --tune may find a model");
    else
        ard_warn(context, ARD_WARN_NULL_MODEL,
                 "tuning ended in the null model: no feature is used, and every row gets the same probabilities; more rows, or "
                 "another --method or --basis, may show what these did not");
}

int ard_fit_doubts(ardor_context *context, const ardor_dataset *data, const ard_training *training, const ard_choice *choice,
                   const ard_fitted *fitted)
{
    int rc = ARDOR_OK;
    if (choice->n_candidates == 0)
        TRY(doubt_rates(context, training));
    else
        doubt_choice(context, training, choice, &fitted->report);
    doubt_null(context, choice, &fitted->fit);
    doubt_bounds(context, fitted);
    doubt_probes(context, data, fitted);
done:
    return rc;
}
