/* See importance.h. */
#include "study/importance.h"

#include <string.h>

#include "base/rng.h"
#include "fit/recipe.h"
#include "metric/predictions.h"

typedef struct figures {
    double loss, error;
} figures;

static int figures_of(ardor_context *context, const ard_importance *ask, const ard_matrix *x, double *prob, figures *out)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &ask->target;
    double weights = 0;
    *out = (figures){0};
    TRY(ard_machine_predict(context, ask->machine, x, prob));
    for (int64_t i = 0; i < t->n; i++) {
        const double weight = ard_target_weight(t, i);
        weights += weight;
        out->loss += weight * ard_log_loss(prob[i + t->label[i] * t->n]);
        out->error += weight * (ard_decide(NULL, t->n, t->n_classes, prob, i) != t->label[i]);
    }
    out->loss /= weights;
    out->error /= weights;
done:
    return rc;
}

/* The r-th permutation: 0, 1, .. exchanged. Neither names of classes nor columns have a say in it. */
static void permute(const ard_importance *ask, int64_t r, int64_t *order)
{
    ard_rng rng;
    for (int64_t i = 0; i < ask->target.n; i++) order[i] = i;
    ard_rng_init(&rng, ask->seed, ARD_STREAM_IMPORTANCE, (uint64_t)(ask->fold * ARD_MOST_PERMUTATIONS + r));
    ard_rng_shuffle(&rng, ask->target.n, order);
}

int ard_importance_measure(ardor_context *context, const ard_importance *ask, double *loss_rise, double *error_rise)
{
    int rc = ARDOR_OK;
    const ard_machine *m = ask->machine;
    const int64_t n = ask->target.n, p = m->n_features > 0 ? m->feature[m->n_features - 1] + 1 : 0;
    const ard_matrix x = ard_matrix_dense(n, p, ask->x, n);
    figures as_is, exchanged;
    double *prob = NULL, *kept = NULL;
    int64_t *order = NULL;
    NEW(context, prob, n * m->n_classes);
    NEW(context, kept, n);
    NEW(context, order, n * ask->repeats);
    for (int64_t r = 0; r < ask->repeats; r++) permute(ask, r, order + r * n);
    TRY(figures_of(context, ask, &x, prob, &as_is));
    for (int64_t t = 0, k = 0; t < m->n_features; t++) {
        double *column = ask->x + m->feature[t] * n;
        if (ask->skip && ask->skip[m->feature[t]]) continue;
        memcpy(kept, column, (size_t)n * sizeof *kept);
        loss_rise[k] = error_rise[k] = 0;
        for (int64_t r = 0; r < ask->repeats; r++) {
            TRY(ard_check_running(context));
            for (int64_t i = 0; i < n; i++) column[i] = kept[order[i + r * n]];
            TRY(figures_of(context, ask, &x, prob, &exchanged));
            loss_rise[k] += (exchanged.loss - as_is.loss) / (double)ask->repeats;
            error_rise[k] += (exchanged.error - as_is.error) / (double)ask->repeats;
        }
        memcpy(column, kept, (size_t)n * sizeof *kept);
        k++;
    }
done:
    ard_free(context, order);
    ard_free(context, kept);
    ard_free(context, prob);
    return rc;
}
