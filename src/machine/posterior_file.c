/* The posteriors of a function in a model file. As elsewhere nothing is trusted, and nothing is allocated that the file does not
 * fill. */
#include <math.h>

#include "json/json.h"
#include "json/json_read.h"
#include "machine/function_inside.h"

/* The factor by rows, one to a line. */
void posteriors_write(ard_json *json, int64_t n, const ard_posterior *posterior)
{
    ard_json_open(json, "posteriors", '[');
    for (int64_t k = 0; k < n; k++) {
        const ard_posterior *q = posterior + k;
        ard_json_open(json, NULL, '{');
        ard_json_real(json, "share", q->share);
        ard_json_real(json, "process", q->process);
        ard_json_open_line(json, "terms", '[');
        for (int64_t t = 0; t < q->m; t++) ard_json_int(json, NULL, q->term[t]);
        ard_json_close(json);
        ard_json_reals(json, "mean", q->m, q->mean, 1);
        if (q->prior)
            ard_json_reals(json, "prior", q->m, q->prior, 1);
        else
            ard_json_null(json, "prior");
        ard_json_open(json, "factor", '[');
        for (int64_t i = 0; i < q->rank; i++) ard_json_reals(json, NULL, q->m, q->factor + i, q->rank);
        ard_json_close(json);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* ------------------------------------------------------------------ reading */

/* The arrays of a posterior, of known sizes. */
typedef struct parts {
    int64_t m, rank;
    bool has_prior;
    ard_node term, mean, prior, factor;
} parts;

static int find_parts(ard_node *object, parts *out)
{
    int rc = ARDOR_OK;
    TRY(ard_node_object(object));
    TRY(ard_member_array(object, "terms", &out->term, &out->m));
    if (out->m < 1) TRY(ard_node_fail(&out->term, "is empty"));
    TRY(ard_member_array_of(object, "mean", out->m, "terms", &out->mean));
    TRY(ard_node_member(object, "prior", &out->prior));
    out->has_prior = !ard_node_is_null(&out->prior);
    if (out->has_prior) TRY(ard_node_array_of(&out->prior, out->m, "terms"));
    TRY(ard_member_array(object, "factor", &out->factor, &out->rank));
    for (int64_t i = 0; i < out->rank; i++) {
        const ard_node row = ard_node_element(&out->factor, i);
        TRY(ard_node_array_of(&row, out->m, "terms"));
    }
done:
    return rc;
}

static int read_scalars(ard_node *object, ard_basis basis, ard_posterior *q)
{
    int rc = ARDOR_OK;
    TRY(ard_member_real(object, "share", &q->share));
    if (!(q->share >= 0 && q->share <= 1)) TRY(ard_node_fail(object, "has the share %g; shares are from 0 to 1", q->share));
    TRY(ard_member_real(object, "process", &q->process));
    if (!(q->process >= 0) || (q->process > 0 && basis.kind == ARD_IDENTITY))
        rc = ard_node_fail(object, "has the process variance %g, which its basis does not allow", q->process);
done:
    return rc;
}

static int read_arrays(const parts *from, int64_t last, ard_posterior *q)
{
    int rc = ARDOR_OK;
    for (int64_t t = 0; t < q->m; t++) {
        const ard_node term = ard_node_element(&from->term, t);
        TRY(ard_node_int(&term, t == 0 ? 0 : q->term[t - 1] + 1, last, &q->term[t]));
    }
    TRY(ard_node_reals(&from->mean, q->m, q->mean, 1));
    if (q->prior) TRY(ard_node_reals(&from->prior, q->m, q->prior, 1));
    for (int64_t t = 0; t < q->m && q->prior; t++)
        if (!(q->prior[t] >= 0)) TRY(ard_node_fail(&from->prior, "has the variance %g; variances are not below 0", q->prior[t]));
    for (int64_t i = 0; i < q->rank; i++) {
        const ard_node row = ard_node_element(&from->factor, i);
        TRY(ard_node_reals(&row, q->m, q->factor + i, q->rank));
    }
done:
    return rc;
}

static int read_one(ard_node *object, ard_basis basis, int64_t last, ard_posterior *q)
{
    int rc = ARDOR_OK;
    parts found = {0};
    TRY(find_parts(object, &found));
    TRY(ard_posterior_open(object->context, found.m, found.rank, found.has_prior, q));
    TRY(read_scalars(object, basis, q));
    TRY(read_arrays(&found, last, q));
    TRY(ard_node_done(object));
done:
    return rc;
}

int ard_posteriors_read(ard_node *object, ard_basis basis, int64_t last, int64_t *n, ard_posterior **out)
{
    int rc = ARDOR_OK;
    ard_posterior *posterior = NULL;
    ard_node list;
    int64_t count = 0;
    double sum = 0;
    *n = 0;
    *out = NULL;
    TRY(ard_member_array(object, "posteriors", &list, &count));
    if (count == 0) goto done;
    NEW(object->context, posterior, count);
    for (int64_t k = 0; k < count; k++) {
        ard_node node = ard_node_element(&list, k);
        TRY(read_one(&node, basis, last, posterior + k));
        sum += posterior[k].share;
    }
    if (!(fabs(sum - 1.0) <= 1e-6)) TRY(ard_node_fail(&list, "has shares that add up to %g, not 1", sum));
    *n = count;
    *out = posterior;
    posterior = NULL;
done:
    ard_posteriors_free(object->context, count, posterior);
    return rc;
}
