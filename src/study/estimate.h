/* About how long a fit or an evaluation takes, found out by doing some of it. */
#ifndef ARD_ESTIMATE_H
#define ARD_ESTIMATE_H

#include "base/workload.h"
#include "fit/config.h"

typedef struct ard_estimate {
    const ard_config *config;
    bool evaluation;
    int threads;     /* that can be used */
    int64_t n_folds; /* of the plan, the fit to all rows of a bootstrap among them; of a fit 1 */
    ard_outlook work;
} ard_estimate;

/* The work is begun as it would be, without a checkpoint and whatever the time limit, and given up after some seconds. Remarks on
 * its folds are dropped. *out refers to config, in which nothing is auto any more. ARDOR_CANCELLED: by ardor_cancel; else
 * what the work itself fails with. */
int ard_estimate_of(ardor_context *context, const ardor_dataset *data, ard_config *config, bool evaluation, ard_estimate *out);
#endif
