/* The file of finished folds: a header and a record to a line, each line one JSON object.
 *
 * Line 1 says what the records are of: {"format": "ardor-records", "version", "ardor", "recipe", "plan", "plan_hash",
 * "data_hash", "shard"}; of several cells "cells" has these four of each. Every other line is a record (record.h) and ends with
 * "hash", the fingerprint of the text before that member. Lines are appended as folds finish, so that a program which is killed
 * loses none but the one it was writing: an unfinished last line is dropped. */
#ifndef ARD_STORE_H
#define ARD_STORE_H

#include "study/cell.h"
#include "study/record.h"

enum { ARD_RECORDS_VERSION = 5 };

typedef struct ard_store ard_store;

/* Open the file, or make it: ARDOR_DATA where it is something else, which then stays as it is. One process at a time has it
 * open. */
int ard_store_open(ardor_context *context, const char *path, ard_store **out);
/* Then its records, for the folds of these cells. What is in it must be of the same recipes, plans, data and version of the
 * library: else ARDOR_DATA. */
int ard_store_load(ard_store *store, int64_t n_cells, const ard_cell *const *cell);
/* The records that were found, which it gives away: each can be taken once. A fold without one: ARD_RECORD_NONE. */
ard_record ard_store_take(ard_store *store, int64_t cell, int64_t fold);
/* Append; not from two threads at once. The text is made with the context's memory. Where the system refuses, a note says so, and
 * from there on nothing is kept: the run has its result all the same. */
int ard_store_add(ard_store *store, ardor_context *context, const ard_record *record);
/* A note where the file is not what was written, because somebody removed or changed it. */
void ard_store_close(ard_store *store);
#endif
