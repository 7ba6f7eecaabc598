/* Preparation of a feature matrix, FITTED ON TRAINING ROWS and stored in the model: logarithm, row scaling,
 * imputation, dropping of constant columns, standardisation, in this order. A filter follows (filter.h). */
#ifndef ARD_PREPARE_H
#define ARD_PREPARE_H

#include "data/dataset.h"

typedef enum { ARD_STANDARDISE_TRAIN, ARD_STANDARDISE_ALL, ARD_STANDARDISE_SAMPLES, ARD_STANDARDISE_NONE } ard_standardise;
typedef enum { ARD_IMPUTE_NONE, ARD_IMPUTE_MEDIAN } ard_impute;
typedef enum { ARD_FILTER_NONE, ARD_FILTER_TTEST, ARD_FILTER_FDR } ard_filter_kind;

typedef struct ard_filter {
    ard_filter_kind kind;
    int64_t k; /* columns kept, at least 1; 0 with ARD_FILTER_NONE */
} ard_filter;

typedef struct ard_prepare_options {
    ard_standardise standardise;
    ard_impute impute;
    bool log;          /* natural logarithm of every value ... */
    double log_floor;  /* ... after raising it to this floor; <= 0: none, values <= 0 are then an error */
    ard_filter filter; /* ard_filter_fit's; ard_prepare_fit_rows keeps every column that is not constant */
} ard_prepare_options;

typedef struct ard_prepare {
    ardor_context *context;
    ard_prepare_options options;
    int64_t p_in;       /* columns of the dataset it was fitted on */
    int64_t p;          /* columns kept: the method's features */
    int64_t *column;    /* p dataset columns, increasing */
    double *mean, *sd;  /* p (0 and 1 where not standardised); population sd */
    double *median;     /* p, or NULL without imputation */
    int64_t n_constant; /* columns dropped because constant on the training rows */
} ard_prepare;

/* Fit on the given rows (weighted by the case weights); with ARD_STANDARDISE_ALL every statistic comes from every row
 * of the data instead. Missing values without imputation are an error naming column and row.
 * Notes constant columns once: how many and the first few. *x, the caller's, are the prepared rows themselves as
 * ard_prepare_apply gives them; it has room for data->p columns. */
int ard_prepare_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows,
                         const ard_prepare_options *options, ard_prepare **out, double **x);
/* x (rows->n x prepare->p, column-major, ld = rows->n): the prepared rows. `column` maps prepare's kept columns to
 * columns of `data` (p entries), NULL: prepare->column, for data of the same table. `all_column` (p_in entries, or NULL):
 * the same for every input column, needed by row scaling only. */
int ard_prepare_apply(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                      const int64_t *column, const int64_t *all_column, double *x);
void ard_prepare_free(ard_prepare *prepare);
#endif
