/* What a model predicts for a table, held against the classes that the table states. */
#ifndef ARD_PREDICTED_H
#define ARD_PREDICTED_H

#include "metric/confusion.h"
#include "metric/metrics.h"
#include "model/model.h"

typedef struct ard_predicted {
    int32_t *predicted;          /* a class of the model for each row of the data; -1: not decided */
    int32_t *class_of;           /* of each class of the data: which it is of the model's, by name; -1: none */
    int64_t *n_of;               /* of each class of the data: its rows */
    int64_t n_labelled;          /* rows with a class */
    int64_t n_compared, n_wrong; /* of those: rows whose class the model knows; and those that are predicted to be of another */
    int64_t n_undecided, n_compared_undecided; /* of all rows, and of the compared: not decided */
    int training_table;      /* 1: the model was fitted to this table; 0: it was not; -1: it has no fingerprint of its data */
    ard_metrics summary;     /* of the rows compared, if there are any, like those of an evaluation with one fold */
    ard_confusion confusion; /* likewise */
    ard_remarks warnings;    /* of the context: what was said since the call began */
} ard_predicted;

/* prob: of all rows, n x the model's classes, column-major, as ardor_predict has them; they are decided by the model's decision.
 * Warns of classes that the model does not know, whose rows are not compared, and of the table that it was fitted to. */
int ard_predicted_of(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                     ard_predicted *out);
void ard_predicted_free(ardor_context *context, ard_predicted *predicted);
#endif
