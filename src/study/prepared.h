/* The rows of a cell that train in some fold of its plan, prepared together: what is said of a whole evaluation's features, and
 * not of one fold's, is said of these. */
#ifndef ARD_PREPARED_H
#define ARD_PREPARED_H

#include "study/cell.h"

typedef struct ard_prepared {
    const ardor_dataset *data; /* the cell's */
    ard_rows rows;             /* rising, each once */
    int64_t *place;            /* data->n: of a row among these; -1: it is none */
    bool *kept;                /* data->p: by the preparation; without it, does the column vary among the rows? */
    double *x;          /* rows.n x data->p, column-major: prepared; a column that is not kept is 0. NULL: there is none, */
    const char *reason; /* for this reason, which lives as long as the program; else NULL */
} ard_prepared;

/* The preparation of the cell's recipe without the steps that choose or combine columns, fitted to these rows. What it says of
 * columns the folds have said. If it fails, is stopped, or has not the memory, that is the reason, and no error. */
int ard_prepared_new(ardor_context *context, const ard_cell *cell, ard_prepared *out);
/* Does a column vary among these of its rows, as they are prepared (without a preparation, as they are)? A value that was missing
 * is none. work: n. */
bool ard_prepared_varies(const ard_prepared *p, int64_t column, const ard_rows *among, double *work);
void ard_prepared_free(ardor_context *context, ard_prepared *p);

#define ARD_NO_MEMORY "there is not enough memory"
/* The words for work that a stop, or a lack of memory, ended; NULL: `status` is another one. Then its message is forgotten, for
 * the call outlives it. */
const char *ard_given_up(ardor_context *context, int status);
#endif
