/* See projection.h. */
#include "prepare/projection.h"

#include <string.h>

void ard_projection_add(const ard_projection *projection, int64_t j, int64_t n, const double *x, double *out)
{
    const double mean = projection->mean[j];
    for (int64_t k = 0; k < projection->k; k++) {
        const double loading = projection->loading[j + k * projection->p];
        double *feature = out + k * n;
        for (int64_t i = 0; i < n; i++) feature[i] += loading * (x[i] - mean);
    }
}

static int make_room(ardor_context *context, int64_t p, int64_t k, ard_projection *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(p, k, &cells), ARDOR_MEMORY, "the components have too many loadings");
    out->p = p;
    out->k = k;
    NEW(context, out->mean, p);
    NEW(context, out->loading, cells);
done:
    return rc;
}

int ard_projection_keep(ardor_context *context, const ard_projection *from, int64_t n, const int64_t *kept, ard_projection *to)
{
    int rc = ARDOR_OK;
    const int64_t p = n > 0 ? from->p : 0;
    TRY(make_room(context, p, n, to));
    memcpy(to->mean, from->mean, (size_t)p * sizeof *to->mean);
    for (int64_t k = 0; k < n; k++) memcpy(to->loading + k * p, from->loading + kept[k] * p, (size_t)p * sizeof *to->loading);
done:
    return rc;
}

void ard_projection_free(ardor_context *context, ard_projection *projection)
{
    ard_free(context, projection->loading);
    ard_free(context, projection->mean);
    *projection = (ard_projection){0};
}

void ard_projection_write(const ard_projection *projection, ard_json *json)
{
    const int64_t p = projection->p;
    ard_json_reals(json, "mean", p, projection->mean, 1);
    ard_json_open(json, "loadings", '[');
    for (int64_t k = 0; k < projection->k; k++) ard_json_reals(json, NULL, p, projection->loading + k * p, 1);
    ard_json_close(json);
}

int ard_projection_read(ard_node *object, int64_t p, ard_projection *out)
{
    int rc = ARDOR_OK;
    ard_node mean, loadings;
    int64_t k = 0;
    TRY(ard_member_array_of(object, "mean", p, "columns", &mean));
    TRY(ard_member_array(object, "loadings", &loadings, &k));
    for (int64_t i = 0; i < k; i++) { /* memory is taken for what is there */
        const ard_node list = ard_node_element(&loadings, i);
        TRY(ard_node_array_of(&list, p, "columns"));
    }
    TRY(make_room(object->context, p, k, out));
    TRY(ard_node_reals(&mean, p, out->mean, 1));
    for (int64_t i = 0; i < k; i++) {
        const ard_node list = ard_node_element(&loadings, i);
        TRY(ard_node_reals(&list, p, out->loading + i * p, 1));
    }
done:
    return rc;
}
