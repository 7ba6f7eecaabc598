/* What is doubted of an evaluation as a whole. */
#include <math.h>

#include "base/remark.h"
#include "study/evaluation.h"

/* Is the test part of finished fold k, whose rows begin at `first`, of one class? */
static bool tests_one_class(const ardor_evaluation *e, int64_t k, int64_t first)
{
    for (int64_t i = 1; i < e->fold[k].n_test; i++)
        if (e->label[first + i] != e->label[first]) return false;
    return true;
}

/* What an error above the baseline's may be, where no fit has come to it. */
static void note_equal_classes(ardor_context *context, const ardor_evaluation *e, const double *share)
{
    for (int64_t k = 0; k < e->n_done; k++)
        if (e->fold[k].n_test > 1) return;
    if (e->n_classes == 2 && fabs(share[0] - share[1]) < 1e-9)
        ard_note(context, "leave-one-out of classes of equal size: a null model is wrong in every fold (error 100 %%), because "
                          "leaving a row out makes its class the rarer one; kfold:10 or repeat:5x10 have no such effect");
}

/* Where classes are about as large as each other, leaving out rows of one makes it the rarer; a fit that knows no more than the
 * shares then predicts the other one, which says nothing of the data. */
void ard_evaluation_doubts(ardor_context *context, const ardor_evaluation *e, const double *share)
{
    int64_t null = 0, first = 0;
    double wrong = 0, expected = 0;
    for (int64_t k = 0; k < e->n_done; first += e->fold[k++].n_test) {
        if (!e->fold[k].null_model || !tests_one_class(e, k, first)) continue;
        null++;
        wrong += e->fold[k].test_error;
        expected += e->fold[k].baseline_error;
    }
    if (wrong <= expected + 0.5) {
        note_equal_classes(context, e, share);
        return;
    }
    ard_warn(context, ARD_WARN_LOO_NULL,
             "%lld of %lld folds test one class and end in a null model, which is wrong in %.3g of them: leaving out rows of a "
             "class makes it the rarer one, so that a null model predicts the other, and the error says nothing of the data; use "
             "a plan such as kfold:10 or repeat:5x10",
             (long long)null, (long long)e->n_done, wrong);
}
