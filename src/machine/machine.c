/* What all machines have in common: their columns, and the way to the functions of their kind. */
#include "machine/machine.h"

#include <math.h>
#include <string.h>

#include "json/json.h"
#include "json/json_read.h"

const ard_machine_kind *ard_machine_find(const ard_machine_kind *const *kinds, const char *name)
{
    for (; *kinds; kinds++)
        if (strcmp((*kinds)->name, name) == 0) return *kinds;
    return NULL;
}

int ard_machine_open(ardor_context *context, const ard_machine_kind *kind, int n_classes, int64_t n_features,
                     const int64_t *feature, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_machine machine = {.kind = kind, .n_classes = n_classes, .n_features = n_features};
    *out = (ard_machine){0};
    NEW(context, machine.feature, n_features);
    NEW(context, machine.importance, n_features);
    if (feature) memcpy(machine.feature, feature, (size_t)n_features * sizeof *feature);
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}

void ard_machine_free(ardor_context *context, ard_machine *machine)
{
    if (machine->kind) machine->kind->free(context, machine->content);
    ard_free(context, machine->importance);
    ard_free(context, machine->feature);
    *machine = (ard_machine){0};
}

int ard_machine_predict(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *prob)
{
    return machine->kind->predict(context, machine, x, prob);
}

int ard_machine_n_scores(const ard_machine *machine) { return machine->kind->n_scores ? machine->kind->n_scores(machine) : 0; }

int ard_machine_scores(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *score)
{
    return machine->kind->scores(context, machine, x, score);
}

int ard_machine_variances(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *variance)
{
    if (machine->kind->variances) return machine->kind->variances(context, machine, x, variance);
    const int64_t n = x->n * ard_machine_n_scores(machine);
    for (int64_t i = 0; i < n; i++) variance[i] = (double)NAN;
    return ARDOR_OK;
}

double ard_machine_weight(const ard_machine *machine, int64_t j)
{
    return machine->kind->weight ? machine->kind->weight(machine, j) : (double)NAN;
}

double ard_machine_class_weight(const ard_machine *machine, int64_t j, int c)
{
    if (machine->n_classes == 2) return c == 1 ? ard_machine_weight(machine, j) : -ard_machine_weight(machine, j);
    return machine->kind->class_weight ? machine->kind->class_weight(machine, j, c) : (double)NAN;
}

void ard_direction_add(ard_direction *d, double weight)
{
    const int at = d->next++;
    if (!(weight > d->most) && !(weight == d->most) && !isnan(weight)) return;
    d->class_index = weight > d->most ? at : -1;
    d->most = weight; /* NaN is above all */
}

int ard_machine_direction(const ard_machine *machine, int64_t j)
{
    ard_direction direction = {.class_index = -1};
    for (int c = 0; c < machine->n_classes; c++) ard_direction_add(&direction, ard_machine_class_weight(machine, j, c));
    return direction.class_index;
}

int ard_machine_require_finite(ardor_context *context, int64_t first, int64_t n, const double *f, int64_t n_rows)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < n; i++)
        REQUIRE(context, isfinite(f[i]), ARDOR_NUMERIC,
                "the classifier has no finite value at row %lld of %lld: a feature there is far outside the range it learnt from",
                (long long)(first + i) + 1, (long long)n_rows);
done:
    return rc;
}

/* ------------------------------------------------------------------ files */

void ard_machine_write(const ard_machine *machine, ard_json *json, const char *key)
{
    ard_json_open(json, key, '{');
    ard_json_text(json, "kind", machine->kind->name);
    ard_json_open_line(json, "features", '[');
    for (int64_t j = 0; j < machine->n_features; j++) ard_json_int(json, NULL, machine->feature[j]);
    ard_json_close(json);
    machine->kind->write(machine, json);
    ard_json_close(json);
}

static int read_features(const ard_machine_frame *frame, const ard_node *features, ard_machine *machine)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < machine->n_features; j++) {
        const ard_node position = ard_node_element(features, j);
        const int64_t least = j == 0 ? 0 : machine->feature[j - 1] + 1;
        TRY(ard_node_int(&position, least, frame->n_features - 1, &machine->feature[j]));
    }
done:
    return rc;
}

int ard_machine_read(const ard_machine_frame *frame, ard_node *object, ard_machine *out)
{
    int rc = ARDOR_OK;
    ardor_context *context = object->context;
    const char *name = NULL;
    ard_node node;
    int64_t n = 0;
    ard_machine machine = {0};
    *out = machine;
    TRY(ard_node_object(object));
    TRY(ard_member_text(object, "kind", &name));
    const ard_machine_kind *kind = ard_machine_find(frame->kinds, name);
    if (!kind) TRY(ard_node_fail(object, "is of the kind '%.40s', which ardor %s does not have", name, ardor_version()));
    TRY(ard_member_array(object, "features", &node, &n));
    TRY(ard_machine_open(context, kind, frame->n_classes, n, NULL, &machine));
    TRY(read_features(frame, &node, &machine));
    TRY(kind->read(frame, object, &machine));
    TRY(ard_node_done(object));
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}
