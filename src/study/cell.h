/* Cells: one recipe on one table under one plan. Evaluations have one; comparisons, permutations of labels and the like are many,
 * whose folds are run together. */
#ifndef ARD_CELL_H
#define ARD_CELL_H

#include "fit/config.h"
#include "fit/protocol.h"
#include "metric/decide.h"

typedef struct ard_cell {
    ardor_dataset data; /* the caller's, perhaps with other labels; it owns nothing */
    const ard_plan *plan;
    ard_protocol_state protocol;  /* with the recipe in force */
    ard_decision decision;        /* what becomes of its predictions; the fits know nothing of it */
    const ard_resamplings *asked; /* of an evaluation's: the further cells behind it, which follow from it; NULL: none */
    bool derived;                 /* it is one of these */
    ard_batch *batch;             /* its folds, of the work of the call; NULL: not counted */
} ard_cell;

/* label (n, or NULL: the data's): the labels that count, the caller's for as long as the cell. What the protocol decides outside
 * the folds is decided here. *out must stay where it is until it is closed. Its decision is
 * the most probable class, unless another is put there. */
int ard_cell_open(ardor_context *context, const ardor_dataset *data, const int32_t *label, const ard_plan *plan,
                  const ard_recipe *recipe, int threads, ard_cell *out);
/* Are importances measured in this fold? Of a bootstrap's fit to all rows there are none. */
static inline bool ard_cell_measures(const ard_cell *cell, int64_t fold)
{
    return cell->protocol.recipe.importance > 0 && fold < cell->plan->n_folds;
}
void ard_cell_close(ardor_context *context, ard_cell *cell);
#endif
