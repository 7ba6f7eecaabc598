/* See stumps.h. */
#include "machine/stumps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "json/json_read.h"
#include "link/link.h"

enum { BLOCK_ROWS = 2048 }; /* of values of one feature, and of f before the link */

/* ------------------------------------------------------------------ memory */

static void stumps_free(ardor_context *context, void *content)
{
    ard_stumps *s = content;
    if (!s) return;
    ard_free(context, s->sum);
    ard_free(context, s->weight);
    ard_free(context, s->threshold);
    ard_free(context, s->first);
    ard_free(context, s);
}

static int stumps_open(ardor_context *context, int64_t n_features, int64_t n, ard_stumps **out)
{
    int rc = ARDOR_OK;
    ard_stumps *s = NULL;
    *out = NULL;
    NEW(context, s, 1);
    NEW(context, s->first, n_features + 1);
    NEW(context, s->threshold, n);
    NEW(context, s->weight, n);
    NEW(context, s->sum, n + n_features);
    *out = s;
    s = NULL;
done:
    stumps_free(context, s);
    return rc;
}

const ard_stumps *ard_machine_as_stumps(const ard_machine *machine)
{
    return machine->kind == &ard_machine_stumps ? machine->content : NULL;
}

/* What follows from thresholds and weights. */
static int settle(ardor_context *context, ard_machine *m)
{
    int rc = ARDOR_OK;
    ard_stumps *s = m->content;
    double most = fabs(s->bias);
    for (int64_t j = 0; j < m->n_features; j++) {
        double *sum = s->sum + s->first[j] + j, size = 0;
        const int64_t n = s->first[j + 1] - s->first[j];
        const double *weight = s->weight + s->first[j];
        for (int64_t k = 0; k < n; k++) size += fabs(weight[k]);
        sum[0] = 0;
        for (int64_t k = 0; k < n; k++) sum[0] -= weight[k];
        for (int64_t k = 0; k < n; k++) sum[k + 1] = sum[k] + 2 * weight[k];
        m->importance[j] = size;
        most += size;
    }
    REQUIRE(context, isfinite(2 * most), ARDOR_NUMERIC, "the stumps of a classifier have weights whose sum is not finite");
done:
    return rc;
}

/* ------------------------------------------------------------------ making one */

static int by_place(const void *left, const void *right)
{
    const ard_stump *a = left, *b = right;
    if (a->feature != b->feature) return a->feature < b->feature ? -1 : 1;
    if (a->threshold != b->threshold) return a->threshold < b->threshold ? -1 : 1;
    return (a->weight > b->weight) - (a->weight < b->weight); /* sums do not depend on the order that they come in */
}

/* Returns how many are left, each at a place of its own. */
static int64_t merge(int64_t n, ard_stump *vote)
{
    int64_t kept = 0;
    if (n > 1) qsort(vote, (size_t)n, sizeof *vote, by_place);
    for (int64_t i = 0; i < n;) {
        ard_stump at = vote[i++];
        for (; i < n && vote[i].feature == at.feature && vote[i].threshold == at.threshold; i++) at.weight += vote[i].weight;
        if (at.weight != 0) vote[kept++] = at;
    }
    return kept;
}

int ard_stumps_machine(ardor_context *context, double bias, int64_t n, ard_stump *vote, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_machine machine = {0};
    ard_stumps *s = NULL;
    int64_t n_features = 0;
    *out = machine;
    n = merge(n, vote);
    for (int64_t k = 0; k < n; k++) n_features += k == 0 || vote[k].feature != vote[k - 1].feature;
    TRY(ard_machine_open(context, &ard_machine_stumps, 2, n_features, NULL, &machine));
    TRY(stumps_open(context, n_features, n, &s));
    machine.content = s;
    s->bias = bias;
    for (int64_t k = 0, j = 0; k < n; k++) {
        if (k == 0 || vote[k].feature != vote[k - 1].feature) {
            machine.feature[j] = vote[k].feature;
            s->first[j++] = k;
        }
        s->threshold[k] = vote[k].threshold;
        s->weight[k] = vote[k].weight;
    }
    s->first[n_features] = n;
    TRY(settle(context, &machine));
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}

/* ------------------------------------------------------------------ values and probabilities */

static int stumps_n_scores(const ard_machine *m)
{
    (void)m;
    return 1;
}

/* How many of n increasing thresholds are below x. */
static int64_t passed(int64_t n, const double *threshold, double x)
{
    int64_t low = 0, high = n;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (x > threshold[middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int stumps_scores(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *f)
{
    int rc = ARDOR_OK;
    const ard_stumps *s = m->content;
    double *value = NULL;
    NEW(context, value, ard_min64(x->n, BLOCK_ROWS));
    for (int64_t first = 0; first < x->n; first += BLOCK_ROWS) {
        const int64_t rows = ard_min64(BLOCK_ROWS, x->n - first);
        for (int64_t i = 0; i < rows; i++) f[first + i] = s->bias;
        for (int64_t j = 0; j < m->n_features; j++) {
            const int64_t n = s->first[j + 1] - s->first[j];
            const double *sum = s->sum + s->first[j] + j, *threshold = s->threshold + s->first[j];
            ard_matrix_gather(x, first, rows, 1, m->feature + j, value, rows);
            for (int64_t i = 0; i < rows; i++) f[first + i] += sum[passed(n, threshold, value[i])];
        }
    }
done:
    ard_free(context, value);
    return rc;
}

static int stumps_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    int rc = ARDOR_OK;
    double *f = NULL;
    NEW(context, f, x->n);
    TRY(stumps_scores(context, m, x, f));
    ard_link_logit.probabilities(x->n, 2, f, NULL, prob);
done:
    ard_free(context, f);
    return rc;
}

/* ------------------------------------------------------------------ files */

static void stumps_write(const ard_machine *m, ard_json *json)
{
    const ard_stumps *s = m->content;
    ard_json_real(json, "bias", s->bias);
    ard_json_open(json, "stumps", '[');
    for (int64_t j = 0; j < m->n_features; j++) {
        const int64_t n = s->first[j + 1] - s->first[j];
        ard_json_open_line(json, NULL, '{');
        ard_json_reals(json, "thresholds", n, s->threshold + s->first[j], 1);
        ard_json_reals(json, "weights", n, s->weight + s->first[j], 1);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* The lists of one feature. */
static int find_lists(const ard_node *list, int64_t j, ard_node *object, ard_node *thresholds, ard_node *weights, int64_t *n)
{
    int rc = ARDOR_OK;
    *object = ard_node_element(list, j);
    TRY(ard_node_object(object));
    TRY(ard_member_array(object, "thresholds", thresholds, n));
    TRY(ard_member_array_of(object, "weights", *n, "thresholds", weights));
    if (*n == 0) TRY(ard_node_fail(thresholds, "is empty"));
    TRY(ard_node_done(object));
done:
    return rc;
}

static int check_lists(const ard_node *thresholds, const ard_node *weights, int64_t n, const double *threshold,
                       const double *weight)
{
    for (int64_t k = 0; k < n; k++) {
        if (k > 0 && !(threshold[k] > threshold[k - 1])) return ard_node_fail(thresholds, "does not increase");
        if (weight[k] == 0) return ard_node_fail(weights, "has a weight 0");
    }
    return ARDOR_OK;
}

static int read_stumps(const ard_node *list, ard_machine *m, ard_stumps *s)
{
    int rc = ARDOR_OK;
    ard_node object, thresholds, weights;
    int64_t n = 0;
    for (int64_t j = 0; j < m->n_features; j++) {
        double *threshold = s->threshold + s->first[j], *weight = s->weight + s->first[j];
        TRY(find_lists(list, j, &object, &thresholds, &weights, &n));
        TRY(ard_node_reals(&thresholds, n, threshold, 1));
        TRY(ard_node_reals(&weights, n, weight, 1));
        TRY(check_lists(&thresholds, &weights, n, threshold, weight));
        s->first[j + 1] = s->first[j] + n;
    }
done:
    return rc;
}

static int stumps_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    ard_node list, feature, thresholds, weights;
    ard_stumps *s = NULL;
    int64_t total = 0, n = 0;
    if (frame->n_classes != 2) return ard_node_fail(object, "is of the kind 'stumps', which is for two classes");
    TRY(ard_member_array_of(object, "stumps", m->n_features, "features", &list));
    for (int64_t j = 0; j < m->n_features; j++, total += n) TRY(find_lists(&list, j, &feature, &thresholds, &weights, &n));
    TRY(stumps_open(object->context, m->n_features, total, &s));
    m->content = s;
    TRY(ard_member_real(object, "bias", &s->bias));
    TRY(read_stumps(&list, m, s));
    if (settle(object->context, m) != ARDOR_OK) TRY(ard_node_fail(&list, "has weights whose sum is not finite"));
done:
    return rc;
}

const ard_machine_kind ard_machine_stumps = {.name = "stumps",
                                             .predict = stumps_predict,
                                             .n_scores = stumps_n_scores,
                                             .scores = stumps_scores,
                                             .write = stumps_write,
                                             .read = stumps_read,
                                             .free = stumps_free};
