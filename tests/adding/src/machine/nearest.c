/* The nearest centroid: probabilities fall with the squared distance from a class's. */
#include <math.h>

#include "json/json.h"
#include "json/json_read.h"
#include "machine/machine.h"

typedef struct nearest {
    double *centroid; /* n_classes x n_features */
} nearest;

static void nearest_free(ardor_context *context, void *content)
{
    nearest *c = content;
    if (c) ard_free(context, c->centroid);
    ard_free(context, c);
}

static int nearest_open(ardor_context *context, ard_machine *m)
{
    int rc = ARDOR_OK;
    nearest *c = NULL;
    NEW(context, c, 1);
    m->content = c;
    NEW(context, c->centroid, m->n_classes * m->n_features);
    m->n_vectors = m->n_classes;
done:
    return rc;
}

static int nearest_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    int rc = ARDOR_OK;
    const nearest *c = m->content;
    double *row = NULL;
    NEW(context, row, m->n_features);
    for (int64_t i = 0; i < x->n; i++) {
        double sum = 0;
        ard_matrix_gather(x, i, 1, m->n_features, m->feature, row, 1);
        for (int k = 0; k < m->n_classes; k++) {
            double distance = 0;
            for (int64_t j = 0; j < m->n_features; j++) {
                const double d = row[j] - c->centroid[k + j * m->n_classes];
                distance += d * d;
            }
            sum += prob[i + k * x->n] = exp(-distance);
        }
        for (int k = 0; k < m->n_classes; k++) prob[i + k * x->n] /= sum;
    }
done:
    ard_free(context, row);
    return rc;
}

static void nearest_write(const ard_machine *m, ard_json *json)
{
    const nearest *c = m->content;
    ard_json_open(json, "centroids", '[');
    for (int k = 0; k < m->n_classes; k++) ard_json_reals(json, NULL, m->n_features, c->centroid + k, m->n_classes);
    ard_json_close(json);
}

static int nearest_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    ard_node list;
    TRY(ard_member_array_of(object, "centroids", frame->n_classes, "classes", &list));
    for (int k = 0; k < m->n_classes; k++) {
        const ard_node row = ard_node_element(&list, k);
        TRY(ard_node_array_of(&row, m->n_features, "features"));
    }
    TRY(nearest_open(object->context, m));
    for (int k = 0; k < m->n_classes; k++) {
        const ard_node row = ard_node_element(&list, k);
        TRY(ard_node_reals(&row, m->n_features, ((nearest *)m->content)->centroid + k, m->n_classes));
    }
done:
    return rc;
}

const ard_machine_kind ard_machine_nearest = {
    .name = "nearest", .predict = nearest_predict, .write = nearest_write, .read = nearest_read, .free = nearest_free};
