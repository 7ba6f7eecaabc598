/* Orders of indices: no two are equal, so that they do not depend on how the C library sorts. Equal numbers are alike. */
#include "base/rank.h"

#include <stdlib.h>

static int by_index(const void *left, const void *right)
{
    const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

static int by_falling_key(const void *left, const void *right)
{
    const ard_rank *a = left, *b = right;
    if (a->key != b->key) return a->key > b->key ? -1 : 1;
    if (a->tie != b->tie) return a->tie > b->tie ? -1 : 1;
    return by_index(&a->index, &b->index);
}

void ard_rank_sort(int64_t n, ard_rank *rank) { qsort(rank, (size_t)n, sizeof *rank, by_falling_key); }

void ard_index_sort(int64_t n, int64_t *index) { qsort(index, (size_t)n, sizeof *index, by_index); }

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void ard_reals_sort(int64_t n, double *value) { qsort(value, (size_t)n, sizeof *value, by_value); }
