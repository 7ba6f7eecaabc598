/* Dividing a problem, and warm starts of the parts. */
#include "fit/division.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/remark.h"
#include "base/text.h"
#include "machine/shares.h"

/* ------------------------------------------------------------------ parts */

static bool belongs(const ard_part *part, int32_t label)
{
    return part->pair.first < 0 || label == part->pair.first || label == part->pair.second;
}

/* Half a row, as in the intercept of a null model (ard_link_null_bias). */
static void smooth(const ard_targets *t, double share[2])
{
    const double edge = 0.5 / (t->weight_sum + 1.0);
    for (int c = 0; c < 2; c++) share[c] = t->weight_sum > 0 ? ard_clip(share[c] / t->weight_sum, edge, 1.0 - edge) : 0.5;
}

static int fill_targets(ardor_context *context, const ard_targets *whole, ard_part *part)
{
    int rc = ARDOR_OK;
    int64_t n_of[2] = {0, 0};
    double sum = 0;
    NEW(context, part->label, part->n);
    if (whole->weight) NEW(context, part->weight, part->n);
    for (int64_t i = 0; i < part->n; i++) {
        const int64_t row = part->row ? part->row[i] : i;
        const double weight = ard_target_weight(whole, row);
        part->label[i] = whole->label[row] == part->pair.second;
        if (part->weight) part->weight[i] = weight;
        part->share[part->label[i]] += weight;
        n_of[part->label[i]]++;
        sum += weight;
    }
    part->problem.target = (ard_targets){part->n, 2, part->label, part->weight, sum};
    part->fits = n_of[0] > 0 && n_of[1] > 0;
    smooth(&part->problem.target, part->share);
done:
    return rc;
}

static int open_part(ardor_context *context, const ard_problem *whole, ard_part *part)
{
    int rc = ARDOR_OK;
    part->problem = *whole;
    part->n = whole->target.n;
    if (part->pair.first >= 0) {
        part->n = 0;
        for (int64_t i = 0; i < whole->target.n; i++) part->n += belongs(part, whole->target.label[i]);
        NEW(context, part->row, part->n);
        part->n = 0;
        for (int64_t i = 0; i < whole->target.n; i++)
            if (belongs(part, whole->target.label[i])) part->row[part->n++] = i;
        TRY(ard_matrix_view(context, whole->x, part->n, part->row, 0, NULL, &part->x));
        part->problem.x = &part->x;
        if (whole->group) NEW(context, part->group, part->n);
        for (int64_t i = 0; whole->group && i < part->n; i++) part->group[i] = whole->group[part->row[i]];
        part->problem.group = part->group;
    }
    TRY(fill_targets(context, &whole->target, part));
done:
    return rc;
}

/* A part has two of the classes, or all. */
static void settle_typical(const ard_problem *whole, ard_division *d)
{
    const double share = d->how == ARD_MULTICLASS_PAIRS ? 2.0 / d->n_classes : 1.0;
    const int64_t n = ard_max64(llround(share * (double)d->n_rows), 1);
    d->shape = *whole->x;
    d->shape.n = n;
    d->typical.x = &d->shape;
    d->typical.target = (ard_targets){.n = n, .n_classes = 2, .weight_sum = share * whole->target.weight_sum};
}

const char *ard_part_title(const ard_division *d, int64_t k, char out[ARD_PART_BYTES])
{
    char first[ARD_QUOTE_BYTES], second[ARD_QUOTE_BYTES];
    const ard_pair pair = d->part[k].pair;
    if (!d->class_name) return NULL;
    ard_name_quote(d->class_name[pair.second], second);
    if (pair.first < 0)
        snprintf(out, ARD_PART_BYTES, "'%s' or another", second);
    else
        snprintf(out, ARD_PART_BYTES, "'%s' or '%s'", ard_name_quote(d->class_name[pair.first], first), second);
    return out;
}

void ard_part_begin(const ard_division *d, int64_t k, char title[ARD_PART_BYTES])
{
    ard_remark_place(d->context, ard_part_title(d, k, title));
}

int ard_part_end(const ard_division *d, int64_t k, int status)
{
    char title[ARD_PART_BYTES];
    ard_remark_place(d->context, NULL);
    if (status != ARDOR_OK && status != ARDOR_CANCELLED && status != ARDOR_MEMORY && ard_part_title(d, k, title))
        ard_message_place(d->context, "", title);
    return status;
}

void ard_division_close(ard_division *d)
{
    for (int64_t k = 0; d->part && k < d->n_parts; k++) {
        ard_part *part = d->part + k;
        if (part->row) ard_matrix_free(d->context, &part->x);
        ard_free(d->context, part->group);
        ard_free(d->context, part->weight);
        ard_free(d->context, part->label);
        ard_free(d->context, part->row);
    }
    ard_free(d->context, d->part);
    *d = (ard_division){0};
}

int ard_division_open(ardor_context *context, const ard_problem *problem, ard_multiclass how, ard_division *out)
{
    int rc = ARDOR_OK;
    const int n_classes = problem->target.n_classes;
    const bool divided = n_classes > 2 && how >= ARD_MULTICLASS_PAIRS;
    ard_division *d = out;
    *d = (ard_division){.context = context, .n_classes = n_classes, .n_rows = problem->target.n, .typical = *problem};
    if (!divided) return ARDOR_OK;
    d->how = how;
    settle_typical(problem, d);
    NEW(context, d->part, ard_pairs_count(how, n_classes));
    d->n_parts = ard_pairs_count(how, n_classes);
    for (int64_t k = 0; k < d->n_parts; k++) {
        d->part[k].pair = ard_pairs_at(how, n_classes, k);
        TRY(open_part(context, problem, d->part + k));
    }
done:
    if (rc != ARDOR_OK) ard_division_close(d);
    return rc;
}

/* ------------------------------------------------------------------ warm starts */

/* Where the whole has a null model in the part, what was before it. */
static const ard_machine *machine_of(const ard_fit *whole, int64_t k)
{
    return whole->part[k].null_model ? &whole->part[k].machine : ard_machine_as_pairs(&whole->machine)->part + k;
}

/* The columns of the problem that it reads. */
static int64_t column_of(const ard_fit *whole, int64_t k, const ard_machine *machine, int64_t t)
{
    return whole->part[k].null_model ? machine->feature[t] : whole->machine.feature[machine->feature[t]];
}

/* Rows of the part, of which the list of those of the whole has them all. */
static int find_rows(ardor_context *context, const ard_part *part, int64_t n, const int64_t *from, int64_t **out)
{
    int rc = ARDOR_OK;
    int64_t at = 0, *row = NULL;
    NEW(context, row, n);
    for (int64_t j = 0; j < n; j++) {
        while (part->row && from[j] >= 0 && at < part->n && part->row[at] < from[j]) at++;
        REQUIRE(context, !part->row || from[j] < 0 || (at < part->n && part->row[at] == from[j]), ARDOR_INTERNAL,
                "a warm start of a part has a row of another");
        row[j] = !part->row || from[j] < 0 ? from[j] : at;
    }
    *out = row;
    row = NULL;
done:
    ard_free(context, row);
    return rc;
}

void ard_part_start_close(const ard_division *d, ard_part_start *start)
{
    if (start->function.row) ard_free(d->context, start->function.row);
    ard_free(d->context, start->fit.machine.feature);
    *start = (ard_part_start){0};
}

int ard_part_start_open(const ard_division *d, int64_t k, const ard_fit *whole, ard_part_start *out)
{
    int rc = ARDOR_OK;
    const ard_machine *machine = whole ? machine_of(whole, k) : NULL;
    const ard_function *function = machine && machine->kind ? ard_machine_as_function(machine) : NULL;
    *out = (ard_part_start){0};
    if (!function) return ARDOR_OK;
    out->fit = ard_fit_empty();
    out->fit.machine = *machine;
    out->fit.machine.feature = NULL;
    out->function = *function;
    out->function.row = NULL;
    out->fit.machine.content = &out->function;
    memcpy(out->fit.used, whole->part[k].used, sizeof out->fit.used);
    NEW(d->context, out->fit.machine.feature, machine->n_features);
    for (int64_t t = 0; t < machine->n_features; t++) out->fit.machine.feature[t] = column_of(whole, k, machine, t);
    if (function->row) TRY(find_rows(d->context, d->part + k, function->n_terms, function->row, &out->function.row));
    out->any = true;
done:
    if (rc != ARDOR_OK) ard_part_start_close(d, out);
    return rc;
}

/* ------------------------------------------------------------------ fits of parts */

int ard_part_shares(const ard_division *d, int64_t k, ard_fit *out)
{
    *out = ard_fit_empty();
    out->null_model = true;
    out->stop = ARD_STOP_NULL_MODEL;
    for (int i = 0; i < ARD_MAX_SETTINGS; i++) out->used[i] = NAN;
    return ard_shares_machine(d->context, 2, d->part[k].share, &out->machine);
}

int ard_part_again(const ard_division *d, int64_t k, const ard_fit *whole, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_fit *part = whole->part + k;
    const ard_machine *machine = ard_machine_as_pairs(&whole->machine)->part + k;
    TRY(ard_part_shares(d, k, out));
    if (!ard_machine_as_function(machine)) goto done;
    ard_machine_free(d->context, &out->machine);
    TRY(ard_function_copy(d->context, machine, &out->machine));
    out->objective = part->objective;
    out->certificate = part->certificate;
    out->iterations = part->iterations;
    out->stop = part->stop;
    memcpy(out->used, part->used, sizeof out->used);
    memcpy(out->extra, part->extra, sizeof out->extra);
done:
    return rc;
}

void ard_part_place(const ard_division *d, int64_t k, ard_fit *fit)
{
    const ard_function *f = ard_machine_as_function(&fit->machine);
    const int64_t *row = d->part[k].row;
    for (int64_t j = 0; row && f && f->row && j < f->n_terms; j++)
        if (f->row[j] >= 0) f->row[j] = row[f->row[j]];
}
