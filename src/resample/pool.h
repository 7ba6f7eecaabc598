/* The rows that a plan deals out, and the units of them that must stay in one part. */
#ifndef ARD_POOL_H
#define ARD_POOL_H

#include "base/rng.h"
#include "data/dataset.h"

typedef struct ard_pool {
    ardor_context *context;
    int64_t n;
    int64_t *row;  /* n dataset rows, increasing; a row may be repeated (a bootstrap resample) */
    int64_t *unit; /* n: what stays together: the rows of a group, the copies of a row, else each row alone */
    int64_t n_units;
    bool grouped;         /* some unit may have several rows */
    int n_classes;        /* that have rows here; numbered in the order of their first row, whatever their names and whichever
                          * is the positive one */
    int32_t *label;       /* n of these numbers */
    int64_t *class_rows;  /* n_classes: rows of each class */
    int32_t *class_index; /* n_classes: which class of the dataset */
} ard_pool;

/* All rows of the data (rows NULL) or these, which ard_dataset_check_labels must pass. */
int ard_pool_new(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, ard_pool **out);
void ard_pool_free(ard_pool *pool);

/* Parts of equal shares, 0..n_parts-1 (n_parts <= n_units), for every unit: part sizes, and the rows of a class in them, differ
 * by at most one; for units of several rows as little as a greedy assignment can. */
int ard_pool_deal(const ard_pool *pool, int64_t n_parts, ard_rng *rng, int64_t *part);
/* Part 0 for about `fraction` of each class, part 1 for the rest; both get rows of each class that has two. */
int ard_pool_split(const ard_pool *pool, double fraction, ard_rng *rng, int64_t *part);
/* Parts 0 and 1, of as many rows; of an odd number of single rows one, of a class with an odd number, is in part -1. As those of
 * ard_pool_deal, but for units of several rows drawn anew for every state of rng, at the price of parts that differ a little
 * more. */
int ard_pool_halve(const ard_pool *pool, ard_rng *rng, int64_t *part);
#endif
