/* A machine of neighbours in a model file; docs/model-format.md lists its members. */
#include "json/json.h"
#include "json/json_read.h"
#include "machine/neighbours_inside.h"

enum { MOST_NEIGHBOURS = 1000000000 };

void neighbours_write(const ard_machine *m, ard_json *json)
{
    const ard_neighbours *c = m->content;
    ard_json_int(json, "k", c->k);
    ard_json_open(json, "rows", '[');
    for (int64_t i = 0; i < m->n_vectors; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_int(json, "class", c->label[i]);
        ard_json_real(json, "weight", c->weight[i]);
        ard_json_reals(json, "x", m->n_features, c->vector + i * m->n_features, 1);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* Sizes first, so that no more memory is taken than is filled. */
static int find_rows(const ard_machine_frame *frame, ard_node *object, int64_t n_features, ard_node *rows, int64_t *n)
{
    int rc = ARDOR_OK;
    if (n_features == 0) TRY(ard_node_fail(object, "is of the kind 'neighbours', which reads at least one feature"));
    TRY(ard_member_array(object, "rows", rows, n));
    if (*n == 0) TRY(ard_node_fail(rows, "is empty: there is no neighbour"));
    if (*n > frame->n_rows) TRY(ard_node_fail(rows, "has %lld rows, but %lld trained", (long long)*n, (long long)frame->n_rows));
    for (int64_t i = 0; i < *n; i++) {
        ard_node row = ard_node_element(rows, i), x;
        TRY(ard_node_object(&row));
        TRY(ard_member_array_of(&row, "x", n_features, "features", &x));
    }
done:
    return rc;
}

static int read_row(ard_node *node, const ard_machine *m, int64_t i)
{
    int rc = ARDOR_OK;
    ard_neighbours *c = m->content;
    ard_node x;
    int64_t label = 0;
    TRY(ard_member_int(node, "class", 0, m->n_classes - 1, &label));
    c->label[i] = (int32_t)label;
    TRY(ard_member_real(node, "weight", c->weight + i));
    if (!(c->weight[i] > 0)) TRY(ard_node_fail(node, "has a weight that is not above 0"));
    TRY(ard_node_member(node, "x", &x));
    TRY(ard_node_reals(&x, m->n_features, c->vector + i * m->n_features, 1));
    TRY(ard_node_done(node));
done:
    return rc;
}

int neighbours_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    int64_t n = 0, k = 0;
    ard_node rows;
    TRY(ard_member_int(object, "k", 1, MOST_NEIGHBOURS, &k));
    TRY(find_rows(frame, object, m->n_features, &rows, &n));
    TRY(neighbours_open(object->context, n, m));
    ((ard_neighbours *)m->content)->k = k;
    for (int64_t i = 0; i < n; i++) {
        ard_node row = ard_node_element(&rows, i);
        TRY(read_row(&row, m, i));
    }
    if (!neighbours_sum_up(m)) TRY(ard_node_fail(&rows, "has weights without a finite sum"));
done:
    return rc;
}
