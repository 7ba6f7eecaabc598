/* Running the folds of cells. */
#ifndef ARD_STUDY_H
#define ARD_STUDY_H

#include "study/cell.h"
#include "study/record.h"
#include "study/store.h"

/* All the folds of all the cells, in one loop over threads. store (of the cell at that position; NULL, or elements NULL: none)
 * gives the folds that are finished already and keeps those that finish.
 *
 * record[c] points to plan->n_tasks records for each cell, the caller's, of status NONE. Folds that fail in a computation are
 * records with a message; after a time limit or a cancel those that were not finished have none, and *stopped says which it was.
 * Anything else that fails ends the run. */
int ard_study_run(ardor_context *context, int64_t n_cells, const ard_cell *const *cell, int threads, ard_store *const *store,
                  ard_record *const *record, ard_stop *stopped);
#endif
