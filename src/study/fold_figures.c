/* See fold_figures.h. The rows of a fold lie one after the other; each is a set of predictions of its own. */
#include "study/fold_figures.h"

#include <string.h>

#include "metric/baseline.h"

const char *ard_fold_figure_name(ard_fold_figure figure)
{
    static const char *const name[ARD_FOLD_FIGURES] = {"error", "balanced_error", "auc", "log_loss"};
    return name[figure];
}

double ard_fold_figure_sign(ard_fold_figure figure) { return figure == ARD_FOLD_AUC ? -1 : 1; }

static bool has_two_classes(const ard_predictions *p)
{
    for (int64_t i = 1; i < p->n; i++)
        if (p->label[i] != p->label[0]) return true;
    return false;
}

static int figures_of(ardor_context *context, const ardor_evaluation *e, const ard_predictions *p, bool baseline, double *out)
{
    int rc = ARDOR_OK;
    ard_metrics m;
    if (p->n == 0) return ARDOR_OK;
    TRY(baseline ? ard_metrics_baseline(context, p, e->baseline_share, &m) : ard_metrics_compute(context, p, &m));
    out[ARD_FOLD_ERROR] = m.error.value;
    out[ARD_FOLD_BALANCED_ERROR] = has_two_classes(p) ? m.balanced_error.value : (double)NAN;
    out[ARD_FOLD_AUC] = m.auc.value;
    out[ARD_FOLD_LOG_LOSS] = m.log_loss.value;
done:
    return rc;
}

int ard_fold_figures(ardor_context *context, const ardor_evaluation *e, bool baseline, double *out)
{
    int rc = ARDOR_OK;
    const int k = e->n_classes;
    int64_t largest = 0, at = 0;
    double *prob = NULL, *factor = NULL;
    for (int64_t f = 0; f < e->n_folds * ARD_FOLD_FIGURES; f++) out[f] = NAN;
    for (int64_t f = 0; f < e->n_done; f++) largest = ard_max64(largest, e->fold[f].n_test);
    NEW(context, prob, largest * k);
    NEW(context, factor, k);
    if (e->decision.prior) ard_prior_factors(k, e->decision.prior, e->n_rows, e->label, e->weight, factor);
    for (int64_t f = 0; f < e->n_done; f++) {
        const int64_t n = e->fold[f].n_test;
        for (int c = 0; c < k && n > 0; c++) memcpy(prob + c * n, e->prob + c * e->n_rows + at, (size_t)n * sizeof *prob);
        const ard_predictions p = {.n = n,
                                   .n_classes = k,
                                   .prob = prob,
                                   .label = e->label + at,
                                   .predicted = e->predicted + at,
                                   .weight = e->weight ? e->weight + at : NULL,
                                   .factor = e->decision.prior ? factor : NULL,
                                   .decision = &e->decision,
                                   .n_folds = 1,
                                   .n_repetitions = 1,
                                   .train_size = (double)e->fold[f].n_distinct,
                                   .test_size = (double)n,
                                   .n_distinct = n,
                                   .seed = e->recipe.seed};
        TRY(figures_of(context, e, &p, baseline, out + e->fold[f].fold * ARD_FOLD_FIGURES));
        at += n;
    }
done:
    ard_free(context, factor);
    ard_free(context, prob);
    return rc;
}
