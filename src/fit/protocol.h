/* The protocols of papers: what is decided outside the folds of an evaluation.
 *
 *   honest               nothing (each fold prepares, screens and tunes on its own training rows)
 *   --tune first:K       settings picked once, by the median error over the first K folds of the plan, used for all
 *   leaky                preparation and preselection fitted on all rows; settings picked on the plan's own error (--tune),
 *                        on a hold-out of all rows (--tune holdout:F) or on the first folds (first:K), used for all folds.
 *                        Its error is too low: the test rows took part in making the classifier that is tested on them. */
#ifndef ARD_PROTOCOL_H
#define ARD_PROTOCOL_H

#include "fit/tune.h"

typedef struct ard_protocol_state {
    ard_recipe recipe;     /* to be used in every fold */
    ard_settings *settled; /* for each size of the filter to choose from, ard_recipe.settled; NULL: there are none */
    bool leaky;            /* `leak` is */
    ard_leak leak;
    bool chosen; /* the folds take `choice` and do not tune */
    ard_choice choice;
    int64_t n_tasks;
    ard_prepare **prepare; /* plan->n_tasks, NULL elements: of the folds whose training rows were prepared here */
} ard_protocol_state;

/* *out must stay where it is until it is closed. */
int ard_protocol_open(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_recipe *recipe,
                      int threads, ard_protocol_state *out);
void ard_protocol_close(ardor_context *context, ard_protocol_state *state);
/* Do the folds of a plan tune, rather than take a choice that is made outside them? */
bool ard_protocol_tunes(const ard_recipe *recipe);
/* What a fold of the plan is given. */
ard_given ard_protocol_given(const ard_protocol_state *state, int64_t fold);
#endif
