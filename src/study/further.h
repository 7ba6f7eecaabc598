/* What an evaluation finds out beside its own folds, by running the same recipe again: on labels that were exchanged among the
 * rows (is it better than chance?), on complementary halves of the rows (which features are selected whatever rows there are?),
 * on parts of the training rows (would more rows help?), and, of the one fit to all rows, on bootstrap
 * resamples of them (would its probabilities have been others?). Each is further cells, whose folds are run with those of the
 * evaluation. */
#ifndef ARD_FURTHER_H
#define ARD_FURTHER_H

#include "study/cell.h"
#include "study/record.h"
#include "study/resampled.h"

/* The further cells of a run. */
typedef struct ard_further ard_further;
/* cell: the evaluation's, which is to stay where it is; config, that of the call; fit: its recipe before what was left to
 * fit/tune_auto.h was settled for the folds. *out is NULL where nothing is asked for. */
int ard_further_open(ardor_context *context, const ardor_dataset *data, const ard_config *config, const ard_recipe *fit,
                     const ard_cell *cell, ard_further **out);
/* How many there are (0 of NULL), and the k-th with the place of its records. */
int64_t ard_further_count(const ard_further *further);
const ard_cell *ard_further_cell(const ard_further *further, int64_t k);
ard_record *ard_further_records(const ard_further *further, int64_t k);
/* After the run, for the evaluation that was made of `record`: its `resampled`, and what permuted labels add to its `worth`. */
int ard_further_finish(ardor_context *context, ard_further *further, const ard_record *record, ardor_evaluation *e);
void ard_further_close(ardor_context *context, ard_further *further);
#endif
