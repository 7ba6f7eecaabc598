/* How far sets of features agree (Nogueira, Sechidis and Brown, "On the stability of feature selection algorithms", JMLR 18,
 * 2018). */
#ifndef ARD_STABILITY_H
#define ARD_STABILITY_H

#include "metric/metric.h"
#include "metric/selections.h"

/* With f_j the share of the M sets that have feature j and kbar their mean size,
 *     S = 1 - [mean_j M/(M - 1) f_j (1 - f_j)] / [(kbar/p)(1 - kbar/p)]:
 * 1 where all sets are the same, 0 on the average where sets of their sizes are drawn at random, -1/(M - 1) at the least.
 *
 * The interval is normal, with the variance of their theorem 7, for sets that are independent draws. Those of folds have
 * training rows in common, and of such it says how far M sets settle S for training sets that overlap as these do, not how far
 * other data would.
 *
 * S has no value, and a reason, where there are fewer than two sets; where no set has a feature; where each has all of them:
 * there is nothing then that could have differed. No interval where all sets are the same. */
typedef struct ard_stability {
    ard_metric value;
    double variance;  /* of S; NaN where S is, 0 where all sets are the same */
    double mean_size; /* kbar */
} ard_stability;

/* Work and memory: O(sum of k_i + p). ARDOR_INTERNAL as ard_selections_count. */
int ard_stability_of(ardor_context *context, const ard_selections *sets, ard_stability *out);

/* Why S has no value for sets of these sizes; NULL: it has one. */
const char *ard_stability_absent(const ard_selections *sets);
#endif
