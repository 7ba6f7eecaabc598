/* Area under the ROC curve. */
#ifndef ARD_AUC_H
#define ARD_AUC_H

#include <stdbool.h>
#include <stdint.h>

#include "metric/metric.h"

typedef struct ard_scored {
    double score, weight;
    double placement; /* set by ard_auc */
    int64_t order;    /* position in the input: sums do not depend on how the sort treats ties */
    bool positive;
} ard_scored;

/* P(score of a positive > score of a negative) + P(equal)/2, with DeLong's interval. Sorts `rows` in place, O(n log n).
 * NaN with no interval if a class is absent or a score is NaN. */
ard_metric ard_auc(int64_t n, ard_scored *rows);

#endif
