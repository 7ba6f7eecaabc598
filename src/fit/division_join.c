/* One fit of the fits of the parts. */
#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "fit/division.h"

/* ------------------------------------------------------------------ what null models remember */

/* A part that is null goes on, with the next candidate of the path, from the last model that it was: a copy, in rows and
 * columns of the whole, because that belongs to the fit before. */
static int remember(const ard_division *d, int64_t k, const ard_fit *warm, ard_machine *out)
{
    int rc = ARDOR_OK;
    const ard_fit *before = warm->part + k;
    const ard_machine *machine = before->null_model ? &before->machine : ard_machine_as_pairs(&warm->machine)->part + k;
    if (!machine->kind || !ard_machine_as_function(machine)) return ARDOR_OK;
    TRY(ard_function_copy(d->context, machine, out));
    for (int64_t t = 0; t < out->n_features && !before->null_model; t++)
        out->feature[t] = warm->machine.feature[machine->feature[t]];
done:
    return rc;
}

static void free_machines(ardor_context *context, int64_t n, ard_machine *machine)
{
    for (int64_t k = 0; machine && k < n; k++) ard_machine_free(context, machine + k);
    ard_free(context, machine);
}

static int remember_all(const ard_division *d, const ard_fit *part, const ard_fit *warm, ard_machine **out)
{
    int rc = ARDOR_OK;
    ard_machine *before = NULL;
    NEW(d->context, before, d->n_parts);
    for (int64_t k = 0; warm && k < d->n_parts; k++)
        if (part[k].null_model && d->part[k].fits) TRY(remember(d, k, warm, before + k));
    *out = before;
    before = NULL;
done:
    free_machines(d->context, d->n_parts, before);
    return rc;
}

/* ------------------------------------------------------------------ figures */

/* From the best to the worst. */
static int badness(ard_stop stop)
{
    static const ard_stop order[] = {ARD_STOP_NONE,   ARD_STOP_NULL_MODEL, ARD_STOP_CONVERGED, ARD_STOP_DROP,
                                     ARD_STOP_PRUNED, ARD_STOP_STALLED,    ARD_STOP_MAX_ITER,  ARD_STOP_NOT_FINITE,
                                     ARD_STOP_TIME,   ARD_STOP_CANCELLED};
    int at = 0;
    while (order[at] != stop) at++;
    return at;
}

/* NaN is passed over. */
static void keep_worst(double value, double *worst)
{
    if (!(value <= *worst) && !isnan(value)) *worst = value;
}

static void add_certificate(const ard_certificate *one, ard_certificate *worst)
{
    if (one->kind == ARD_CERTIFICATE_NONE) return;
    worst->kind = one->kind;
    keep_worst(one->weights, &worst->weights);
    keep_worst(one->scales, &worst->scales);
}

static bool same(double a, double b) { return a == b || (isnan(a) && isnan(b)); }

/* Values of settings in which the parts that were fitted do not agree are none of the whole. */
static void add_used(const ard_fit *one, bool first, ard_fit *out)
{
    for (int i = 0; i < ARD_MAX_SETTINGS; i++)
        out->used[i] = first || same(out->used[i], one->used[i]) ? one->used[i] : (double)NAN;
}

static void add_part(const ard_fit *one, ard_fit *out)
{
    out->objective += one->objective;
    out->iterations += one->iterations;
    add_certificate(&one->certificate, &out->certificate);
    if (badness(one->stop) > badness(out->stop)) out->stop = one->stop;
    out->null_model = out->null_model && one->null_model;
    out->at_bound = out->at_bound || one->at_bound;
    out->n_screened = ard_max64(out->n_screened, one->n_screened);
    keep_worst(one->screen_kkt, &out->screen_kkt);
}

static void sum_up(const ard_division *d, const ard_fit *part, ard_fit *out)
{
    bool first = true;
    out->objective = 0;
    out->null_model = true;
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) out->used[i] = NAN;
    for (int64_t k = 0; k < d->n_parts; k++) {
        if (!d->part[k].fits) continue;
        add_part(part + k, out);
        add_used(part + k, first, out);
        first = false;
    }
    if (first) out->stop = ARD_STOP_NULL_MODEL;
}

/* ------------------------------------------------------------------ frequencies */

/* Of every feature that the resamples of some part selected the mean of its frequencies over the parts that were fitted. */
static int unite_counted(const ard_division *d, const ard_fit *part, ard_fit *out)
{
    int rc = ARDOR_OK;
    int64_t n = 0, at = 0, n_fitted = 0;
    ard_rank *all = NULL;
    for (int64_t k = 0; k < d->n_parts; k++) {
        n += part[k].n_counted;
        n_fitted += d->part[k].fits;
    }
    if (n == 0) return ARDOR_OK;
    NEW(d->context, all, n);
    for (int64_t k = 0; k < d->n_parts; k++)
        for (int64_t t = 0; t < part[k].n_counted; t++)
            all[at++] = (ard_rank){.index = part[k].counted[t], .key = -(double)part[k].counted[t], .tie = part[k].frequency[t]};
    ard_rank_sort(n, all);
    at = 0;
    for (int64_t i = 0; i < n; i++) { /* one for each column, its key the mean */
        const bool again = at > 0 && all[at - 1].index == all[i].index;
        const double share = all[i].tie / (double)n_fitted;
        if (again)
            all[at - 1].key += share;
        else
            all[at++] = (ard_rank){.index = all[i].index, .key = share};
    }
    ard_rank_sort(at, all);
    NEW(d->context, out->counted, at);
    NEW(d->context, out->frequency, at);
    out->n_counted = at;
    for (int64_t i = 0; i < at; i++) {
        out->counted[i] = all[i].index;
        out->frequency[i] = fmin(all[i].key, 1);
    }
done:
    ard_free(d->context, all);
    return rc;
}

/* ------------------------------------------------------------------ the whole */

static void hand_over(const ard_division *d, ard_fit *part, ard_machine *before, ard_fit *out)
{
    for (int64_t k = 0; k < d->n_parts; k++) {
        part[k].machine = before[k];
        before[k] = (ard_machine){0};
        ard_free(d->context, part[k].counted);
        ard_free(d->context, part[k].frequency);
        part[k].counted = NULL;
        part[k].frequency = NULL;
        part[k].n_counted = 0;
    }
    out->n_parts = d->n_parts;
    out->part = part;
}

int ard_division_join(const ard_division *d, ard_fit *part, const ard_fit *warm, ard_fit *out)
{
    int rc = ARDOR_OK;
    ard_fit fit = ard_fit_empty();
    ard_machine *machine = NULL, *before = NULL;
    *out = (ard_fit){0};
    TRY(remember_all(d, part, warm, &before));
    TRY(unite_counted(d, part, &fit));
    NEW(d->context, machine, d->n_parts);
    for (int64_t k = 0; k < d->n_parts; k++) machine[k] = part[k].machine;
    TRY(ard_pairs_machine(d->context, d->how, d->n_classes, machine, &fit.machine));
    machine = NULL;
    sum_up(d, part, &fit);
    hand_over(d, part, before, &fit);
    *out = fit;
    fit = (ard_fit){0};
done:
    ard_free(d->context, machine);
    free_machines(d->context, d->n_parts, before);
    ard_fit_free(d->context, &fit);
    return rc;
}
