/* Numbers of columns by what is in them, for random choices among columns: what is drawn for a number is drawn for the column,
 * wherever it stands.
 *
 * The number of a column depends neither on its position nor on the order of the rows, on its unit or its sign. Its values are
 * taken in steps of its root mean square / 4096, q_ij, so that last bits have no say. Row i has the number sum_j h(|q_ij|);
 * column j has two sums over the rows, of w_i h(q_ij, number of row i) and the same with -q_ij, neither of which is the first.
 * The rows' numbers tell columns of few values apart. h < 2^40: with whole weights all sums are exact up to 8192 rows.
 *
 * Copies have one number. */
#ifndef ARD_NUMBERS_H
#define ARD_NUMBERS_H

#include "matrix/matrix.h"
#include "matrix/targets.h"

/* Columns, and room for numbering them. */
typedef struct ard_numbers {
    int64_t n, d, ld;
    const double *x; /* n x d, column-major */
    const ard_targets *target;
    bool parts; /* the rows may be a part of all (ard_sum) */
    uint64_t *row;
    double *size, *sum, *mirrored; /* d each */
} ard_numbers;

/* The numbers of the rows alone, into of->row: `sum` and `mirrored` are not needed. */
int ard_number_rows(ardor_context *context, const ard_numbers *of);
int ard_number_columns(ardor_context *context, const ard_numbers *of, uint64_t *number);
/* The same of p columns of all the target's rows, in room of its own. */
int ard_number_array(ardor_context *context, const ard_array *x, int64_t p, const ard_targets *target, uint64_t *number);
/* A draw of the seed's stream for each row, that of what is in it: rows are x->n, all of them. */
int ard_number_draws(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, uint64_t stream,
                     uint64_t *draw);
/* A number of three: the substream of a column's draws, with its number as one of them. */
uint64_t ard_number_of(uint64_t a, uint64_t b, uint64_t c);
#endif
