/* See importance.h. */
#include "study/importance.h"

#include <string.h>

#include "base/rng.h"
#include "fit/recipe.h"
#include "metric/predictions.h"

int ard_importance_check(ardor_context *context, const ard_plan *plan)
{
    int rc = ARDOR_OK;
    char title[ARD_TITLE_BYTES];
    ard_fold fold = {0};
    for (int64_t f = 0; f < plan->n_folds; f++) {
        TRY(ard_check_running(context));
        TRY(ard_plan_fold(context, plan, f, &fold));
        REQUIRE(context, fold.test.n >= ARD_IMPORTANCE_LEAST_ROWS, ARDOR_USAGE,
                "%s: --importance exchanges values among the test rows of a fold, of which this one has %lld: take a plan with "
                "larger folds, such as kfold:10",
                ard_plan_fold_title(plan, f, title), (long long)fold.test.n);
        ard_fold_free(context, &fold);
    }
done:
    ard_fold_free(context, &fold);
    return rc;
}

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

typedef struct room {
    double *prob, *kept; /* n x classes; n */
    int64_t *order;      /* n, of one permutation after the other */
} room;

static int room_open(ardor_context *context, const ard_importance *ask, room *w)
{
    int rc = ARDOR_OK;
    NEW(context, w->prob, ask->target.n * ask->machine->n_classes);
    NEW(context, w->kept, ask->target.n);
    NEW(context, w->order, ask->target.n);
done:
    return rc;
}

static void room_close(ardor_context *context, room *w)
{
    ard_free(context, w->order);
    ard_free(context, w->kept);
    ard_free(context, w->prob);
}

/* With the machine's t-th feature in the order at hand; the column is then as it was. */
static int exchange(ardor_context *context, const ard_importance *ask, const ard_matrix *x, int64_t t, room *w, figures *out)
{
    const int64_t n = ask->target.n;
    double *column = ask->x + ask->machine->feature[t] * n;
    memcpy(w->kept, column, (size_t)n * sizeof *column);
    for (int64_t i = 0; i < n; i++) column[i] = w->kept[w->order[i]];
    const int rc = figures_of(context, ask, x, w->prob, out);
    memcpy(column, w->kept, (size_t)n * sizeof *column);
    return rc;
}

int ard_importance_measure(ardor_context *context, const ard_importance *ask, double *loss_rise, double *error_rise)
{
    int rc = ARDOR_OK;
    const ard_machine *m = ask->machine;
    const int64_t n = ask->target.n, p = m->n_features > 0 ? m->feature[m->n_features - 1] + 1 : 0;
    const ard_matrix x = ard_matrix_dense(n, p, ask->x, n);
    figures as_is, exchanged;
    room w = {0};
    TRY(room_open(context, ask, &w));
    TRY(figures_of(context, ask, &x, w.prob, &as_is));
    for (int64_t r = 0; r < ask->repeats; r++) {
        permute(ask, r, w.order);
        for (int64_t t = 0, k = 0; t < m->n_features; t++) {
            if (ask->skip && ask->skip[m->feature[t]]) continue;
            TRY(ard_check_running(context));
            TRY(exchange(context, ask, &x, t, &w, &exchanged));
            if (r == 0) loss_rise[k] = error_rise[k] = 0;
            loss_rise[k] += (exchanged.loss - as_is.loss) / (double)ask->repeats;
            error_rise[k] += (exchanged.error - as_is.error) / (double)ask->repeats;
            k++;
        }
    }
done:
    room_close(context, &w);
    return rc;
}
