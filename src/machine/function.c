/* Making functions, and handing their numbers on to warm starts. */
#include <string.h>

#include "machine/function_inside.h"

const ard_machine_kind ard_machine_function = {.name = "function",
                                               .predict = function_predict,
                                               .n_scores = function_n_scores,
                                               .scores = function_scores,
                                               .variances = function_variances,
                                               .weight = function_weight,
                                               .class_weight = function_class_weight,
                                               .write = function_write,
                                               .read = function_read,
                                               .free = function_close};

ard_function *ard_machine_as_function(const ard_machine *machine)
{
    return machine->kind == &ard_machine_function ? machine->content : NULL;
}

/* ------------------------------------------------------------------ making one */

int ard_function_new(ardor_context *context, ard_basis basis, const ard_link *link, int n_classes, int64_t n_features,
                     int64_t n_terms, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_machine machine = {0};
    ard_function *function = NULL;
    *out = machine;
    TRY(ard_machine_open(context, &ard_machine_function, n_classes, n_features, NULL, &machine));
    TRY(function_open(context, basis, link, n_classes, n_features, n_terms, &function));
    machine.content = function;
    if (basis.kind != ARD_IDENTITY) machine.n_vectors = n_terms;
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}

static int take_centres(ardor_context *context, const ard_function_parts *parts, double *centre)
{
    int rc = ARDOR_OK;
    ard_matrix view = {0};
    TRY(ard_matrix_view(context, parts->x, parts->n_terms, parts->row, parts->n_features, parts->feature, &view));
    ard_matrix_gather(&view, 0, parts->n_terms, parts->n_features, NULL, centre, parts->n_terms);
done:
    ard_matrix_free(context, &view);
    return rc;
}

int ard_function_of(ardor_context *context, const ard_function_parts *parts, ard_machine *out)
{
    int rc = ARDOR_OK;
    const bool identity = parts->basis.kind == ARD_IDENTITY;
    const int64_t n_features = parts->n_features, n_terms = identity ? n_features : parts->n_terms;
    ard_machine machine = {0};
    *out = machine;
    TRY(ard_function_new(context, parts->basis, parts->link, parts->n_classes > 0 ? parts->n_classes : 2, n_features, n_terms,
                         &machine));
    ard_function *f = machine.content;
    memcpy(f->bias, parts->biases ? parts->biases : &parts->bias, (size_t)f->n_outputs * sizeof *f->bias);
    for (int64_t t = 0; t < n_features; t++) machine.feature[t] = parts->feature ? parts->feature[t] : t;
    if (n_terms > 0) memcpy(f->weight, parts->weight, (size_t)(n_terms * f->n_outputs) * sizeof *f->weight);
    for (int64_t k = 0; k < n_features && !identity; k++) f->scale[k] = parts->scale ? parts->scale[k] : parts->one_scale;
    if (!identity && n_terms > 0) {
        memcpy(f->row, parts->row, (size_t)n_terms * sizeof *f->row);
        TRY(take_centres(context, parts, f->centre));
    }
    ard_function_set_importance(&machine);
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}

static void copy_reals(int64_t n, const double *from, double *to)
{
    if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

int ard_function_copy(ardor_context *context, const ard_machine *from, ard_machine *out)
{
    int rc = ARDOR_OK;
    const ard_function *f = from->content;
    TRY(ard_function_new(context, f->basis, f->link, from->n_classes, from->n_features, f->n_terms, out));
    ard_function *copy = out->content;
    for (int64_t t = 0; t < from->n_features; t++) out->feature[t] = from->feature[t];
    copy_reals(f->n_outputs, f->bias, copy->bias);
    copy_reals(f->n_terms * f->n_outputs, f->weight, copy->weight);
    if (f->basis.kind != ARD_IDENTITY) {
        copy_reals(from->n_features, f->scale, copy->scale);
        copy_reals(f->n_terms * from->n_features, f->centre, copy->centre);
        for (int64_t t = 0; t < f->n_terms; t++) copy->row[t] = f->row[t];
    }
    ard_function_set_importance(out);
done:
    return rc;
}

void ard_function_take_posteriors(ard_machine *machine, int64_t n, ard_posterior **posterior)
{
    ard_function *f = machine->content;
    f->n_posteriors = n;
    f->posterior = *posterior;
    *posterior = NULL;
}

/* ------------------------------------------------------------------ warm starts */

void ard_function_values(const ard_machine *machine, int64_t n, const int64_t *column, double *value)
{
    const ard_function *f = machine->content;
    const double *from = f->basis.kind == ARD_IDENTITY ? f->weight : f->scale;
    int64_t j = 0;
    for (int64_t t = 0; t < n; t++) {
        const int64_t wanted = column ? column[t] : t;
        while (j < machine->n_features && machine->feature[j] < wanted) j++;
        value[t] = j < machine->n_features && machine->feature[j] == wanted ? from[j] : 0.0;
    }
}

void ard_function_weights(const ard_machine *machine, int output, int64_t n, double *weight)
{
    const ard_function *f = machine->content;
    const double *from = f->weight + output * f->n_terms;
    const int64_t *term = f->basis.kind == ARD_IDENTITY ? machine->feature : f->row;
    memset(weight, 0, (size_t)n * sizeof *weight);
    for (int64_t j = 0; j < f->n_terms; j++)
        if (term[j] >= 0) weight[term[j]] = from[j];
}
