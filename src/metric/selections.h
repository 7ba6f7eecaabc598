/* Sets of features, one of each fold or draw, and how often each feature is in one. Sets are lists: nothing here has the size of
 * sets x features. */
#ifndef ARD_SELECTIONS_H
#define ARD_SELECTIONS_H

#include "base/base.h"

/* M sets of the features 0..p-1, none twice in a set, in any order. It owns nothing. p counts what could be in a set and in none:
 * columns that are forced into all, or taken out before, are no part of it. */
typedef struct ard_selections {
    int64_t p, n_sets;
    const int64_t *size;           /* n_sets: k_i */
    const int64_t *const *feature; /* n_sets lists of size[i] */
} ard_selections;

/* count[j] (p, the caller's): how many sets have feature j. ARDOR_INTERNAL where a feature is out of range or twice in a set. */
int ard_selections_count(ardor_context *context, const ard_selections *sets, int64_t *count);
/* The mean of k_i; NaN of no set. */
double ard_selections_mean_size(const ard_selections *sets);
/* Is a share of at least `share` of n_sets reached by `count` of them? But for rounding of the share: .7 of 10 are 7. */
bool ard_selections_reach(int64_t count, int64_t n_sets, double share);

/* Core and tail of what was selected at all. */
typedef struct ard_selection_bins {
    int64_t n_never, n_tail, n_core, n_always; /* n_always: of the core, those in every set */
    double chance;    /* the frequency to expect of every feature if sets of these sizes were drawn at random: mean size / p */
    double mean_core; /* features of the core in a set, on the average */
} ard_selection_bins;

/* share: from which on a frequency makes a feature one of the core (the program's summaries: .8; half, where a report says "in at
 * least half of the fits"). count: of ard_selections_count. Of no set all are in n_never and the means NaN. */
ard_selection_bins ard_selection_bins_of(int64_t p, int64_t n_sets, const int64_t *count, double share);
#endif
