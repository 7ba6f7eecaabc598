/* Running the folds of cells. */
#ifndef ARD_STUDY_H
#define ARD_STUDY_H

#include "study/cell.h"
#include "study/record.h"
#include "study/store.h"

typedef struct ard_study_how {
    int threads;
    ard_store
        *store;    /* loaded for these cells: gives the folds that are finished already and keeps those that finish; NULL: none */
    bool tolerant; /* a fold that fails for any reason is a record, but for lack of memory */
} ard_study_how;

/* All the folds of all the cells, in one loop over threads.
 *
 * record[c] points to plan->n_tasks records for each cell, the caller's, of status NONE. Folds that fail in a computation are
 * records with a message; after a time limit or a cancel those that were not finished have none, and *stopped says which it was.
 * Anything else that fails ends the run, unless it is tolerant. */
int ard_study_run(ardor_context *context, int64_t n_cells, const ard_cell *const *cell, const ard_study_how *how,
                  ard_record *const *record, ard_stop *stopped);
#endif
