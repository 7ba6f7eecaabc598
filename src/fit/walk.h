/* Along a path of candidates, each warm-started from the last model before it. */
#ifndef ARD_WALK_H
#define ARD_WALK_H

#include "fit/fitter.h"

/* Put candidate i of the grid into a copy of the settings. */
void ard_candidate_settings(const ard_grid *grid, int64_t i, const ard_settings *base, ard_settings *out);
/* The path of candidate i. */
int64_t ard_path_of(const ard_grid *grid, int64_t i);

/* Refers to all that it was begun with. */
typedef struct ard_walk {
    const ard_settings *base;
    ard_fitter *fitter; /* that of the path */
    const ard_grid *grid;
    int64_t path, here;                    /* that it is to go along; that of the last candidate, -1 before any */
    int64_t next;                          /* the candidate to come */
    ard_fit model, null;                   /* the last of this path that is not the null model; the first that is */
    ard_fit carried;                       /* of a grid that carries: the last model that was the first candidate of a path */
    bool have, at_null;                    /* is there a model? is the last fit the null model? */
    bool first;                            /* is the model that of the path's first candidate? */
    bool ended;                            /* candidates to come have the null model without being fitted */
    int64_t model_of, null_of, carried_of; /* their candidates */
    ard_fit *kept; /* grid->n, or NULL: where fits go, each to its candidate's place, when the walk is done with them */
} ard_walk;

/* To the candidates of this path. Where the grid carries, by way of the first candidates of the paths before it, as a walk along
 * all paths goes: so a candidate is found by the same steps in the folds of a tuning and on its own. */
ard_walk ard_walk_begin(const ard_settings *base, ard_fitter *fitter, const ard_grid *grid, int64_t path);
/* On to the next path, from any candidate. */
void ard_walk_on(ard_walk *walk);
/* Fits the candidate to come; from the first null model of a weak-to-strong path on, that is the null model. One that is
 * cancelled is an error, one that runs out of time a fit with that stop. After an error the next call takes the candidate behind
 * it, as if there had been none. */
int ard_walk_next(ard_walk *walk, const ard_ask *ask);
/* The fit of the last candidate, until the next call; or taken over. */
const ard_fit *ard_walk_fit(const ard_walk *walk);
ard_fit ard_walk_take(ard_walk *walk);
void ard_walk_end(ard_walk *walk);

/* A fit that was cancelled or ran out of time as an error. */
int ard_check_stop(ardor_context *context, const ard_fit *fit);
#endif
