/* The values of the features that the folds of an evaluation select most often, for pictures of them. */
#ifndef ARD_KEPT_H
#define ARD_KEPT_H

#include "study/cell.h"
#include "study/record.h"

enum { ARD_MOST_KEPT = 30 }; /* features */

/* As they stand in the table, before any preparation. A `reason` says why there is nothing (it lives as long as the program);
 * NULL: there is. */
typedef struct ard_kept {
    const char *reason;
    int64_t n; /* rows that finished folds test, each once, as the predictions have them first */
    char **row_id;
    int32_t *label;
    int64_t n_features; /* the first ones of those that are selected, by ard_selected_by_count */
    char **name;
    double *value; /* n x n_features, column-major; NaN: missing */
} ard_kept;

struct ardor_evaluation;
/* Fills in `kept` of the evaluation that was made of these records, whose `worth` is known. Where nothing is selected among
 * more features than there is room for nothing is kept, and a note says so. */
int ard_kept_of(ardor_context *context, const ard_cell *cell, const ard_record *record, struct ardor_evaluation *e);
void ard_kept_free(ardor_context *context, ard_kept *kept); /* takes NULL */
#endif
