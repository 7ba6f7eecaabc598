#include "metric/predictions.h"

static int check(ardor_context *context, const ard_predictions *p)
{
    int rc = ARDOR_OK;
    REQUIRE(context, p->n_folds >= 1 && p->n_repetitions >= 1 && p->n_folds % p->n_repetitions == 0, ARDOR_INTERNAL,
            "%lld folds cannot be %lld repetitions", (long long)p->n_folds, (long long)p->n_repetitions);
    for (int64_t i = 0; i < p->n; i++) {
        const int64_t fold = ard_prediction_fold(p, i);
        REQUIRE(context, p->label[i] >= 0 && p->label[i] < p->n_classes, ARDOR_INTERNAL,
                "prediction %lld has no class to compare with", (long long)i);
        REQUIRE(context, fold >= 0 && fold < p->n_folds, ARDOR_INTERNAL, "prediction %lld is of fold %lld of %lld", (long long)i,
                (long long)fold, (long long)p->n_folds);
    }
done:
    return rc;
}

int ard_folds_new(ardor_context *context, const ard_predictions *p, ard_folds *out)
{
    int rc = ARDOR_OK;
    ard_folds folds = {0};
    *out = (ard_folds){0};
    TRY(check(context, p));
    NEW(context, folds.start, p->n_folds + 1);
    NEW(context, folds.row, p->n);
    for (int64_t i = 0; i < p->n; i++) folds.start[ard_prediction_fold(p, i) + 1]++;
    for (int64_t f = 0; f < p->n_folds; f++) folds.start[f + 1] += folds.start[f];
    for (int64_t i = p->n - 1; i >= 0; i--) folds.row[--folds.start[ard_prediction_fold(p, i) + 1]] = i;
    for (int64_t f = 0; f < p->n_folds; f++) folds.start[f] = folds.start[f + 1];
    folds.start[p->n_folds] = p->n;
    *out = folds;
    folds = (ard_folds){0};
done:
    ard_folds_free(context, &folds);
    return rc;
}

void ard_folds_free(ardor_context *context, ard_folds *folds)
{
    ard_free(context, folds->row);
    ard_free(context, folds->start);
    *folds = (ard_folds){0};
}
