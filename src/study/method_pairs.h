/* The methods of a study against each other on the same folds: each against the best of its table and against the baseline that
 * predicts the shares of the classes, and over several tables. */
#ifndef ARD_METHOD_PAIRS_H
#define ARD_METHOD_PAIRS_H

#include "metric/paired.h"
#include "study/fold_figures.h"

/* A p among others. */
typedef struct ard_adjusted {
    double p_holm;      /* among the comparisons with the same, of one figure (on one table, or over all), */
    int64_t n_compared; /* of which so many have a p */
} ard_adjusted;

/* Two methods on one table. Differences are first - second, means over the folds that both have a figure of. */
typedef struct ard_method_pair {
    ard_fold_figure figure;
    int64_t first, second; /* cells; second -1: the baseline on the folds of the first */
    bool best;             /* the second is the best of the table */
    double first_mean, second_mean;
    ard_paired_t test; /* corrected resampled t; its ratio is of the mean sizes of these folds */
    ard_adjusted adjusted;
    int64_t n_lacking;          /* folds of the plan that one of the two has not finished, because it failed or was stopped */
    ard_mcnemar mcnemar;        /* p NaN where it was not made; of the error alone */
    const char *mcnemar_reason; /* why; NULL: it was made, or the figure is none of counts (it lives as long as the program) */
} ard_method_pair;

/* Who is the best of a figure. */
typedef struct ard_best_method {
    ard_fold_figure figure;
    int64_t data; /* which table; -1: on the average of all */
    int64_t cell; /* of it, or the first of that name */
    double mean;  /* over folds, or of such means over tables */
} ard_best_method;

/* Two methods over the tables, by their means over the folds of each table that both have. */
typedef struct ard_table_pair {
    ard_fold_figure figure;
    int64_t first, second; /* the first cells of their names; second -1: the baseline */
    bool best;
    double first_mean, second_mean; /* over the tables that both have */
    ard_sign_test test;             /* of the values of the figure */
    const char *reason;             /* why its p is NaN though tables differ (it lives as long as the program); else NULL */
    ard_adjusted adjusted;
} ard_table_pair;

typedef struct ard_method_pairs {
    int64_t n_best, n, n_sets, n_sparse;
    ard_best_method *best;
    ard_method_pair *pair;
    ard_table_pair *set; /* of several tables */
    /* The price of sparsity: error and log loss of each method that selects features, on each table, against each of those that
     * use them all, of which the best (as above) is the first. It has no adjusted p and no McNemar. */
    ard_method_pair *sparse;
} ard_method_pairs;

struct ardor_study;
/* Of a study that was run: fills in `pairs`, and the figures of its cells.
 *
 * The best of a figure has the lowest (AUC: highest) mean over its folds; equals (but for rounding) go by the log loss, then by
 * the order of the cells. Only those are candidates that have the figure of the most folds, on the average of tables of the most
 * tables: one that failed where it was hard is not the best for it. It is picked on the folds that it is then compared on.
 *
 * A method that never has features is the baseline, and has no p against it.
 *
 * McNemar's test is of rows that each method predicts once, so of one partition, without case weights and prior; of the baseline
 * where its shares decide for one class. */
int ard_method_pairs_compute(ardor_context *context, struct ardor_study *study);
void ard_method_pairs_free(ardor_context *context, ard_method_pairs *pairs);
#endif
