/* The empty model among the candidates of a tuning.
 *
 * It stands for every method behind the candidates of its grid, so that "nothing was learnt" is among the answers. It knows the
 * shares of the classes, as the targets of the fit weigh them, of all the rows that the plan trains or tests on, and is scored on
 * the test rows like any other candidate: its figures are the baseline. Shares of the inner training parts would not do: where
 * the classes are nearly balanced they change sides from fold to fold, always to the class that the test part has less of, and
 * the baseline came out worse than a coin. */
#include <math.h>

#include "fit/tune_inside.h"
#include "metric/baseline.h"
#include "metric/decide.h"

enum { IN_PLAN = 1, TESTED = 2 };

typedef struct counts {
    unsigned char *seen; /* of every row of the data: what the plan does with it */
    double *tested;      /* n_folds x n_classes: weights of the test rows */
    double *share;       /* n_classes */
} counts;

static void count_fold(const tuning *t, const ard_fold *fold, counts *c, double *tested, fold_score *score)
{
    for (int64_t i = 0; i < fold->train.n; i++) c->seen[fold->train.row[i]] |= IN_PLAN;
    for (int64_t i = 0; i < fold->test.n; i++) {
        const int64_t row = fold->test.row[i];
        const double weight = tune_row_weight(t, row);
        c->seen[row] |= IN_PLAN | TESTED;
        tested[t->data->label[row]] += weight;
        score->weight += weight;
        score->squares += weight * weight;
    }
}

static int count_folds(ardor_context *context, const tuning *t, counts *c)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    for (int64_t f = 0; f < t->plan->n_folds; f++) {
        TRY(ard_plan_fold(context, t->plan, f, &fold));
        count_fold(t, &fold, c, c->tested + f * t->data->n_classes, t->empty + f);
        ard_fold_free(context, &fold);
    }
done:
    ard_fold_free(context, &fold);
    return rc;
}

/* Of the rows in the plan; a row that was drawn repeatedly counts so. */
static int find_shares(ardor_context *context, const tuning *t, counts *c)
{
    int rc = ARDOR_OK;
    const ard_training *training = t->training;
    int64_t n = 0;
    int32_t *label = NULL;
    double *weight = NULL;
    NEW(context, label, t->rows->n);
    NEW(context, weight, t->rows->n);
    for (int64_t i = 0; i < t->rows->n; i++) {
        if (!c->seen[t->rows->row[i]]) continue;
        label[n] = training->label[i];
        weight[n++] = ard_target_weight(&training->problem.target, i);
    }
    ard_class_shares(n, label, weight, t->data->n_classes, c->share);
done:
    ard_free(context, weight);
    ard_free(context, label);
    return rc;
}

static void score_shares(const tuning *t, const double *share, const double *tested, fold_score *score)
{
    const int n_classes = t->data->n_classes;
    score->status = ARD_TUNED_DONE;
    for (int c = 0; c < n_classes; c++) {
        score->error += tested[c] * ard_wrong(NULL, 1, n_classes, share, 0, c);
        score->deviance -= tested[c] * log(fmax(share[c], tune_least_probability));
    }
}

/* Rows that several folds test are no more rows for it. */
static double effective_rows(const tuning *t, const unsigned char *seen)
{
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < t->data->n; i++) {
        const double weight = seen[i] & TESTED ? tune_row_weight(t, i) : 0;
        sum += weight;
        squares += weight * weight;
    }
    return sum * sum / squares;
}

int tune_score_empty(ardor_context *context, tuning *t)
{
    int rc = ARDOR_OK;
    counts c = {0};
    const int n_classes = t->data->n_classes;
    NEW(context, c.seen, t->data->n);
    NEW(context, c.tested, t->plan->n_folds * n_classes);
    NEW(context, c.share, n_classes);
    TRY(count_folds(context, t, &c));
    TRY(find_shares(context, t, &c));
    for (int64_t f = 0; f < t->plan->n_folds; f++) score_shares(t, c.share, c.tested + f * n_classes, t->empty + f);
    t->n_tested = effective_rows(t, c.seen);
done:
    ard_free(context, c.share);
    ard_free(context, c.tested);
    ard_free(context, c.seen);
    return rc;
}
