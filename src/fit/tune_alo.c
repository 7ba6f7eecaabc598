/* Tuning by approximate leave-one-out: the candidates are fitted once, to all the rows, and each is scored by the predictions
 * that its rows would have without themselves (with groups: without their group), approximated by one step of Newton's method
 * (docs/approximate-leave-one-out.md).
 *
 * The null model and the empty one are scored as they are: without its row the class of a row is always a little rarer, and on
 * balanced data they would be wrong on every row. The approximation is good near a solution that has far fewer variables than
 * rows. Candidates of which that cannot be said have figures, but are not chosen: they are "untrusted". The fits are kept, so
 * that the path need not be walked again to the chosen one. */
#include <math.h>

#include "fit/tune_inside.h"

/* A candidate is trusted that has at most so many features and vectors, as a share of the rows (or groups) that are left out in
 * turn, and whose conditions of optimality are violated by at most so much, relative to the rates: docs/constants.md. */
static const double MOST_VARIABLES = .2, MOST_VIOLATION = .01;

int tune_alo_check(ardor_context *context, const tuning *t)
{
    int rc = ARDOR_OK;
    ard_fitter fitter = {0};
    const char *not_alo = ard_recipe_not_alo(t->recipe, t->data->n_classes);
    REQUIRE(context, !not_alo, ARDOR_USAGE, "--tune=alo: %s", not_alo);
    TRY(ard_training_fitter(t->training, 0, &fitter));
    TRY(ard_fitter_leave_out(&fitter, NULL, NULL, NULL));
done:
    ard_fitter_close(&fitter);
    return rc;
}

/* The effective number of units, rows or groups, that are left out: (sum of their weights)^2 / sum of the squares. */
static int effective_units(ardor_context *context, const tuning *t, double *out)
{
    int rc = ARDOR_OK;
    int64_t n_units = 0;
    const int64_t *unit = ard_plan_units(t->plan, &n_units);
    double *weight = NULL, sum = 0, squares = 0;
    NEW(context, weight, n_units);
    for (int64_t i = 0; i < t->rows->n; i++) weight[unit[i]] += ard_target_weight(&t->training->problem.target, i);
    for (int64_t u = 0; u < n_units; u++) {
        sum += weight[u];
        squares += weight[u] * weight[u];
    }
    *out = sum * sum / squares;
done:
    ard_free(context, weight);
    return rc;
}

int tune_alo_open(ardor_context *context, tuning *t)
{
    int rc = ARDOR_OK;
    double n_units = 0;
    TRY(effective_units(context, t, &n_units));
    t->most_variables = MOST_VARIABLES * n_units;
    NEW(context, t->kept, t->n_candidates);
done:
    return rc;
}

void tune_alo_close(ardor_context *context, tuning *t)
{
    for (int64_t i = 0; t->kept && i < t->n_candidates; i++) ard_fit_free(context, t->kept + i);
    ard_free(context, t->kept);
}

void tune_alo_drop(const fold_state *s, const fold_score *score)
{
    for (int64_t i = 0; s->t->kept && i < s->next; i++)
        if (score[i].status != ARD_TUNED_DONE) ard_fit_free(s->context, s->t->kept + i);
}

int tune_alo_predict(fold_state *s, const ard_fit *fit)
{
    int rc = ARDOR_OK;
    ardor_context *context = s->context;
    const ard_targets *target = &s->training->problem.target;
    const ard_function *function = ard_machine_as_function(&fit->machine);
    int64_t n_units = 0;
    double *latent = NULL;
    if (fit->null_model) return ard_machine_predict(context, &fit->machine, &s->training->x, s->prob);
    REQUIRE(context, function, ARDOR_INTERNAL, "rows are left out of a machine without a link");
    const int64_t *unit = ard_plan_units(s->t->plan, &n_units);
    NEW(context, latent, target->n * function->n_outputs);
    TRY(ard_fitter_leave_out(&s->fitter, fit, n_units < target->n ? unit : NULL, latent));
    function->link->probabilities(target->n, target->n_classes, latent, NULL, s->prob);
done:
    ard_free(context, latent);
    return rc;
}

ard_tuned_status tune_alo_status(const tuning *t, const ard_fit *fit)
{
    const bool large = (double)(fit->machine.n_features + fit->machine.n_vectors) > t->most_variables;
    const bool settled = fmax(fit->certificate.weights, fit->certificate.scales) <= MOST_VIOLATION; /* NaN: there are no scales */
    return fit->null_model || (settled && !large) ? ARD_TUNED_DONE : ARD_TUNED_UNTRUSTED;
}
