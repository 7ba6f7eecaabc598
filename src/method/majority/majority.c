/* The shares of the classes for every row: README.md in this folder. */
#include "method/majority/majority.h"

#include "machine/shares.h"
#include "method/shared/plain.h"

static int majority_solve(void *work, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out)
{
    int rc = ARDOR_OK;
    const ard_work *w = work;
    (void)candidate, (void)warm, (void)ask;
    *out = ard_fit_empty();
    TRY(ard_shares_of_targets(w->context, &w->problem->target, &out->machine));
    out->null_model = true;
    out->stop = ARD_STOP_NULL_MODEL;
done:
    return rc;
}

const ard_method ard_method_majority = {
    .name = "majority",
    .title = "The shares of the classes (the largest class for every row)",
    .reference = "what every classifier is to be better than",
    .can = ARD_CAN_IDENTITY | ARD_CAN_WEIGHTS | ARD_CAN_MANY_CLASSES | ARD_HAS_SHARES_ONLY,
    .default_basis = "identity",
    .weaken = -1,
    .max_iter = -1,
    .open = ard_plain_open,
    .solve = majority_solve,
    .close = ard_plain_close,
};
