/* The content of a function: room, importances, weights of features. */
#include <math.h>
#include <string.h>

#include "machine/function_inside.h"

void function_close(ardor_context *context, void *content)
{
    ard_function *f = content;
    if (!f) return;
    ard_posteriors_free(context, f->n_posteriors, f->posterior);
    ard_free(context, f->weight);
    ard_free(context, f->bias);
    ard_free(context, f->row);
    ard_free(context, f->centre);
    ard_free(context, f->scale);
    ard_free(context, f);
}

int function_open(ardor_context *context, ard_basis basis, const ard_link *link, int n_classes, int64_t n_features,
                  int64_t n_terms, ard_function **out)
{
    int rc = ARDOR_OK;
    ard_function *f = NULL;
    int64_t centres = 0, weights = 0;
    *out = NULL;
    NEW(context, f, 1);
    *f = (ard_function){.basis = basis, .link = link, .n_outputs = link->outputs(n_classes), .n_terms = n_terms};
    REQUIRE(context, ard_mul_ok(n_terms, n_features, &centres) && ard_mul_ok(n_terms, f->n_outputs, &weights), ARDOR_MEMORY,
            "a function of %lld terms is too large", (long long)n_terms);
    if (basis.kind != ARD_IDENTITY) {
        NEW(context, f->scale, n_features);
        NEW(context, f->centre, centres);
        NEW(context, f->row, n_terms);
    }
    NEW(context, f->bias, f->n_outputs);
    NEW(context, f->weight, weights);
    *out = f;
    f = NULL;
done:
    function_close(context, f);
    return rc;
}

void ard_function_set_importance(ard_machine *machine)
{
    const ard_function *f = machine->content;
    const bool identity = f->basis.kind == ARD_IDENTITY;
    memcpy(machine->importance, identity ? f->weight : f->scale, (size_t)machine->n_features * sizeof *machine->importance);
    for (int64_t j = 0; j < machine->n_features && identity && f->n_outputs > 1; j++) {
        double squares = 0;
        for (int c = 0; c < f->n_outputs; c++) squares += f->weight[j + c * f->n_terms] * f->weight[j + c * f->n_terms];
        machine->importance[j] = sqrt(squares);
    }
}

/* Of the bilinear kernels f = bias + sum_k theta_k x_k (Z'w)_k. A sum beyond the range of doubles is no weight. */
static double output_weight(const ard_function *f, int64_t j, int c)
{
    double sum = 0;
    const double *weight = f->weight + c * f->n_terms;
    if (f->basis.kind == ARD_IDENTITY) return weight[j];
    if (!ard_basis_bilinear(f->basis)) return NAN;
    for (int64_t t = 0; t < f->n_terms; t++) sum += weight[t] * f->centre[t + j * f->n_terms];
    return isfinite(f->scale[j] * sum) ? f->scale[j] * sum : NAN;
}

double function_weight(const ard_machine *machine, int64_t j)
{
    const ard_function *f = machine->content;
    return machine->n_classes == 2 && f->n_outputs == 1 ? output_weight(f, j, 0) : NAN;
}

/* With an output for each class: how far that of the class is above the others, on the average. */
double function_class_weight(const ard_machine *machine, int64_t j, int c)
{
    const ard_function *f = machine->content;
    double sum = 0;
    if (f->n_outputs != machine->n_classes) return NAN;
    for (int d = 0; d < f->n_outputs; d++) sum += output_weight(f, j, c) - output_weight(f, j, d);
    return sum / (f->n_outputs - 1);
}
