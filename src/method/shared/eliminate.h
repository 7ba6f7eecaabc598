/* Recursive feature elimination (I. Guyon, J. Weston, S. Barnhill, V. Vapnik, Machine Learning 46, 2002): the columns of a
 * problem in the order in which a function does without them, which is fitted anew to those that are left. README.md of this
 * folder, "Elimination". */
#ifndef ARD_ELIMINATE_H
#define ARD_ELIMINATE_H

#include "method/shared/candidates.h"

typedef struct ard_elimination {
    int64_t fits;    /* that it took */
    int64_t n;       /* columns that are not forced */
    int64_t *column; /* room for all columns: those, that which is kept longest first */
} ard_elimination;

/* What is eliminated from: how much each of n columns is worth in a fit of them, all at least 0 and in one unit, so that larger
 * is better. A fit that is cut short says so in *stop. */
typedef struct ard_eliminator {
    void *state;
    int (*weigh)(void *state, int64_t n, const int64_t *column, double *worth, ard_stop *stop);
} ard_eliminator;

/* `left`: all columns; in no order afterwards. A stop leaves an order that is of no account. */
int ard_eliminate(ardor_context *context, const ard_problem *problem, ard_candidate *left, const ard_eliminator *from,
                  ard_elimination *elimination, ard_stop *stop);

/* How many are kept: the row of the table of settings, and what grids try. */
#define ARD_SETTING_KEPT ARD_INT("k", 10, 1, 1e6, "features", "how many features are kept, at most; tuned with --tune")
enum { ARD_N_KEPT = 11 };
extern const double ard_kept[ARD_N_KEPT]; /* 1, 2, 4, .. */
#endif
