/* What the rows of a training problem say. Nothing in it is owned. The n rows may be a part of all of them (ard_sum). */
#ifndef ARD_TARGETS_H
#define ARD_TARGETS_H

#include "base/base.h"

typedef struct ard_targets {
    int64_t n;
    int n_classes;
    const int32_t *label; /* n class indices; of two classes 1 is the positive one */
    const double *weight; /* n case weights, NULL: all 1 */
    double weight_sum;    /* sum of the weights of all the rows, their number without: the sample size that grids scale with */
} ard_targets;

static inline double ard_target_weight(const ard_targets *t, int64_t i) { return t->weight ? t->weight[i] : 1.0; }
/* -1 for class 0, +1 for class 1, of two. */
static inline double ard_target_sign(const ard_targets *t, int64_t i) { return t->label[i] == 1 ? 1.0 : -1.0; }
#endif
