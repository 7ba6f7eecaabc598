/* The posteriors in a model file. As elsewhere nothing is trusted, and nothing is allocated that the file does not fill. */
#include <math.h>

#include "model/model_read.h"

/* `n` finite numbers into every stride-th place of `to`. */
static int read_reals(const ard_node *array, int64_t n, double *to, int64_t stride)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < n; i++) {
        ard_node element = ard_node_element(array, i);
        TRY(ard_node_real(&element, to + i * stride));
    }
done:
    return rc;
}

static int require_size(const ard_node *array, int64_t size, int64_t want, const char *what)
{
    if (size == want) return ARDOR_OK;
    return ard_node_fail(array, "has %lld values; the posterior has %lld %s", (long long)size, (long long)want, what);
}

/* Sizes first: nodes of the parts, which all have m members, and the factor's rows. */
static int check_sizes(ard_node *node, int64_t *m, int64_t *rank, bool *has_prior)
{
    int rc = ARDOR_OK;
    ard_node part, row;
    int64_t size = 0;
    TRY(ard_node_object(node));
    TRY(ard_member_array(node, "terms", &part, m));
    if (*m < 1) TRY(ard_node_fail(&part, "is empty"));
    TRY(ard_member_array(node, "mean", &part, &size));
    TRY(require_size(&part, size, *m, "terms"));
    TRY(ard_node_member(node, "prior", &part));
    *has_prior = !ard_node_is_null(&part);
    if (*has_prior) {
        TRY(ard_node_array(&part, &size));
        TRY(require_size(&part, size, *m, "terms"));
    }
    TRY(ard_member_array(node, "factor", &part, rank));
    for (int64_t i = 0; i < *rank; i++) {
        row = ard_node_element(&part, i);
        TRY(ard_node_array(&row, &size));
        TRY(require_size(&row, size, *m, "terms"));
    }
done:
    return rc;
}

static int read_scalars(ard_node *node, const ard_solution *s, ard_posterior *q)
{
    int rc = ARDOR_OK;
    TRY(ard_member_real(node, "share", &q->share));
    TRY(ard_member_real(node, "process", &q->process));
    if (!(q->share >= 0 && q->share <= 1))
        rc = ard_node_fail(node, "has the share %g; shares are from 0 to 1", q->share);
    else if (!(q->process >= 0) || (q->process > 0 && s->basis.kind == ARD_IDENTITY))
        rc = ard_node_fail(node, "has the process variance %g, which its basis does not allow", q->process);
done:
    return rc;
}

static int read_one(ard_node *node, const ard_solution *s, ard_posterior *q)
{
    int rc = ARDOR_OK;
    ard_node part, element;
    int64_t size = 0;
    const int64_t terms = 1 + (s->basis.kind == ARD_IDENTITY ? s->n_features : s->n_vectors);
    TRY(read_scalars(node, s, q));
    TRY(ard_member_array(node, "terms", &part, &size));
    for (int64_t t = 0; t < q->m; t++) {
        element = ard_node_element(&part, t);
        TRY(ard_node_int(&element, t == 0 ? 0 : q->term[t - 1] + 1, terms - 1, &q->term[t]));
    }
    TRY(ard_member_array(node, "mean", &part, &size));
    TRY(read_reals(&part, q->m, q->mean, 1));
    TRY(ard_node_member(node, "prior", &part));
    if (q->prior) TRY(read_reals(&part, q->m, q->prior, 1));
    for (int64_t t = 0; t < q->m && q->prior; t++)
        if (!(q->prior[t] >= 0)) TRY(ard_node_fail(&part, "has the variance %g; variances are not below 0", q->prior[t]));
    TRY(ard_member_array(node, "factor", &part, &size));
    for (int64_t i = 0; i < q->rank; i++) {
        element = ard_node_element(&part, i);
        TRY(read_reals(&element, q->m, q->factor + i, q->rank));
    }
    TRY(ard_node_done(node));
done:
    return rc;
}

int ard_read_posteriors(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_solution *s = &model->solution;
    ard_node list;
    int64_t n = 0;
    double sum = 0;
    if (!(model->method->can & ARD_HAS_POSTERIOR)) return rc;
    TRY(ard_member_array(root, "posteriors", &list, &n));
    if (n < 1) TRY(ard_node_fail(&list, "is empty"));
    NEW(root->context, s->posterior, n);
    s->n_posteriors = n;
    for (int64_t k = 0; k < n; k++) {
        ard_node node = ard_node_element(&list, k);
        int64_t m = 0, rank = 0;
        bool prior = false;
        TRY(check_sizes(&node, &m, &rank, &prior));
        TRY(ard_posterior_open(root->context, m, rank, prior, s->posterior + k));
        TRY(read_one(&node, s, s->posterior + k));
        sum += s->posterior[k].share;
    }
    if (!(fabs(sum - 1.0) <= 1e-6)) rc = ard_node_fail(&list, "has shares that add up to %g, not 1", sum);
done:
    return rc;
}
