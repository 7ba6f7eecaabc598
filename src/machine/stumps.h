/* A sum of decision stumps of two classes: f(x) = bias + sum of +weight where a value is above a threshold, -weight where it is
 * not; the probability of the second class is that of the link `logit`. Each feature adds a function of it alone, a staircase. */
#ifndef ARD_STUMPS_H
#define ARD_STUMPS_H

#include "machine/machine.h"

typedef struct ard_stumps {
    double bias;
    int64_t *first;    /* n_features + 1: where the stumps of each feature begin; each has at least one */
    double *threshold; /* finite, increasing within a feature */
    double *weight;    /* finite, none is 0 */
    double *sum;       /* for each feature, one place more than it has stumps: what it adds to f with so many thresholds passed */
} ard_stumps;

extern const ard_machine_kind ard_machine_stumps;

/* One vote for the second class above the threshold, where the weight is above 0. */
typedef struct ard_stump {
    int64_t feature; /* column of the problem */
    double threshold, weight;
} ard_stump;

/* Votes in any order: those at one threshold are added up, and what comes to nothing is left out. The importance of a feature is
 * the sum of the absolute weights. The votes are sorted in place. */
int ard_stumps_machine(ardor_context *context, double bias, int64_t n, ard_stump *vote, ard_machine *out);
/* The content; NULL where the machine is of another kind. */
const ard_stumps *ard_machine_as_stumps(const ard_machine *machine);
#endif
