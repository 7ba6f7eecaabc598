/* Thresholded centroids: shrunken ones, more or less. w_j is the difference of the classes' means where that is larger than a
 * threshold, the bias the middle between them. A method of another kind than most: one shot, no objective, no certificate. */
#include <math.h>

#include "link/logit.h"
#include "method/method.h"

typedef struct centroids {
    ardor_context *context;
    const ard_problem *problem;
    double prior;                /* log odds of the classes' weights */
    double *difference, *middle; /* p */
} centroids;

static const ard_setting settings[] = {ARD_REAL("least", NAN, 0, 1e9, "", "least difference of means; auto: 0.5; tuned")};

static void centroids_close(void *work)
{
    centroids *w = work;
    if (!w) return;
    ard_free(w->context, w->difference);
    ard_free(w->context, w->middle);
    ard_free(w->context, w);
}

static int centroids_open(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *values,
                          void **work)
{
    int rc = ARDOR_OK;
    centroids *w = NULL;
    double sum[2] = {0, 0}, *side = NULL;
    const ard_targets *t = &problem->target;
    (void)self, (void)values;
    *work = NULL;
    NEW(in, w, 1);
    w->context = in;
    w->problem = problem;
    NEW(in, w->difference, problem->x->p);
    NEW(in, w->middle, problem->x->p);
    NEW(in, side, t->n);
    for (int64_t i = 0; i < t->n; i++) sum[t->label[i]] += ard_target_weight(t, i);
    w->prior = log(sum[1] / sum[0]);
    for (int64_t i = 0; i < t->n; i++) side[i] = ard_target_sign(t, i) * ard_target_weight(t, i) / sum[t->label[i]];
    ard_matrix_transposed(problem->x, side, w->difference);
    for (int64_t i = 0; i < t->n; i++) side[i] = fabs(side[i]) / 2;
    ard_matrix_transposed(problem->x, side, w->middle);
    *work = w;
    w = NULL;
done:
    ard_free(in, side);
    centroids_close(w);
    return rc;
}

static int centroids_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const centroids *w = work;
    const int64_t p = w->problem->x->p;
    const double threshold = isnan(candidate->value[0]) ? .5 : candidate->value[0];
    ard_function_parts parts = {.basis = w->problem->basis, .link = &ard_link_logit, .x = w->problem->x, .bias = w->prior};
    int64_t *feature = NULL;
    double *weight = NULL;
    (void)warm, (void)ask;
    *out = ard_fit_empty();
    NEW(w->context, feature, p);
    NEW(w->context, weight, p);
    for (int64_t k = 0; k < p; k++) {
        if (!(fabs(w->difference[k]) > threshold)) continue;
        feature[parts.n_features] = k;
        weight[parts.n_features++] = w->difference[k];
        parts.bias -= w->difference[k] * w->middle[k];
    }
    parts.feature = feature;
    parts.weight = weight;
    TRY(ard_function_of(w->context, &parts, &out->machine));
    out->null_model = parts.n_features == 0;
    out->stop = out->null_model ? ARD_STOP_NULL_MODEL : ARD_STOP_CONVERGED;
    out->used[0] = threshold;
done:
    ard_free(w->context, weight);
    ard_free(w->context, feature);
    return rc;
}

static int centroids_grid(const ard_method *self, ardor_context *in, const ard_problem *problem, const ard_settings *values,
                          bool fine, ard_grid *out)
{
    static const double thresholds[] = {2, 1, .5, .25};
    const ard_axis axis = {0, sizeof thresholds / sizeof *thresholds, thresholds, 1.0};
    (void)self, (void)problem, (void)fine;
    return ard_product_grid(in, values, 1, &axis, out);
}

const ard_method ard_method_centroids = {.name = "centroids",
                                         .title = "Thresholded centroids",
                                         .reference = "tests/adding",
                                         .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS,
                                         .default_basis = "identity",
                                         .settings = settings,
                                         .n_settings = sizeof settings / sizeof *settings,
                                         .weaken = -1,
                                         .max_iter = -1,
                                         .grid = centroids_grid,
                                         .open = centroids_open,
                                         .solve = centroids_solve,
                                         .close = centroids_close};
