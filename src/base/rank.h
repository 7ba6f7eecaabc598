/* Orders of indices. */
#ifndef ARD_RANK_H
#define ARD_RANK_H

#include <stdint.h>

/* An index and what it is ranked by. */
typedef struct ard_rank {
    int64_t index;
    double key, tie; /* tie decides between equal keys */
} ard_rank;

/* By falling key, of equal keys by falling tie, then by rising index. */
void ard_rank_sort(int64_t n, ard_rank *rank);
/* Rising. */
void ard_index_sort(int64_t n, int64_t *index);
/* Rising; no NaN among them. */
void ard_reals_sort(int64_t n, double *value);
#endif
