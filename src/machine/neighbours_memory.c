/* The content of a machine of neighbours: room, and what is derived from the rows. */
#include <math.h>

#include "machine/neighbours_inside.h"
#include "metric/baseline.h"

void neighbours_close(ardor_context *context, void *content)
{
    ard_neighbours *c = content;
    if (!c) return;
    ard_free(context, c->share);
    ard_free(context, c->square);
    ard_free(context, c->vector);
    ard_free(context, c->weight);
    ard_free(context, c->label);
    ard_free(context, c);
}

int neighbours_open(ardor_context *context, int64_t n_vectors, ard_machine *m)
{
    int rc = ARDOR_OK;
    ard_neighbours *c = NULL;
    int64_t room = 0;
    REQUIRE(context, ard_mul_ok(n_vectors, m->n_features, &room), ARDOR_MEMORY, "%lld neighbours are too many",
            (long long)n_vectors);
    NEW(context, c, 1);
    m->content = c;
    m->n_vectors = n_vectors;
    NEW(context, c->label, n_vectors);
    NEW(context, c->weight, n_vectors);
    NEW(context, c->vector, room);
    NEW(context, c->square, n_vectors);
    NEW(context, c->share, m->n_classes);
done:
    return rc;
}

/* Every feature counts alike in a distance. */
bool neighbours_sum_up(ard_machine *m)
{
    ard_neighbours *c = m->content;
    double sum = 0;
    for (int64_t j = 0; j < m->n_features; j++) m->importance[j] = 1;
    for (int64_t i = 0; i < m->n_vectors; i++) {
        const double *vector = c->vector + i * m->n_features;
        sum += c->weight[i];
        for (int64_t j = 0; j < m->n_features; j++) c->square[i] += vector[j] * vector[j];
        c->farthest = fmax(c->farthest, sqrt(c->square[i]));
    }
    ard_class_shares(m->n_vectors, c->label, c->weight, m->n_classes, c->share);
    return isfinite(sum);
}
