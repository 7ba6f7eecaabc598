/* The search's state, for its own files. */
#ifndef ARD_RELEVANCE_INSIDE_H
#define ARD_RELEVANCE_INSIDE_H

#include "base/rng.h"
#include "solver/sites/relevance.h"

/* Of a trajectory: column j went to alpha; j = -1: a start, whose number is in alpha. */
typedef struct ard_relevance_change {
    int64_t column;
    double alpha;
} ard_relevance_change;

struct ard_relevance {
    ardor_context *context;
    int64_t n, d, room;
    const double *columns; /* n x d */
    double *floor;         /* d: least alpha, 1e-8 of the column's mean square; 0 for a column of zeros */
    bool *usable;          /* d */
    ard_relevance_options options;
    double *alpha;             /* d; infinite: out */
    int64_t n_active, *active; /* d, increasing */
    ard_sites now, trial;
    double *kernel, *kernel_trial; /* n x n each; NULL where d < n */
    bool kernel_set;               /* kernel is that of alpha */
    int64_t n_updates;             /* of kernel since it was made from scratch */
    double *rows, *precision;      /* room x n, room: weight space */
    double *r, *u, *gain, *target; /* d: statistics and what they advise */
    bool statistics_set;
    bool *barred; /* d: an attempt failed since the last success */
    double *scratch;
    int64_t *permutation, position; /* scans */
    int64_t start_number, pass;
    bool starting;
    int64_t pass_changes;
    double pass_gain;
    ard_rng rng;
    /* the state that is kept */
    ard_cavities score; /* of the state; nothing with Laplace */
    double best_score, *best_alpha, *best_tau, *best_nu, *best_mu;
    /* the trajectory */
    int64_t n_changes, change_room, replayed;
    ard_relevance_change *change;
};

/* relevance_state.c */
bool ard_relevance_run(ard_relevance *s, ard_sites *sites, bool trial, double tol);
void ard_relevance_list(ard_relevance *s);
bool ard_relevance_attempt(ard_relevance *s, int64_t j, double target);
void ard_relevance_advise(ard_relevance *s, int64_t count, const int64_t *column);
void ard_relevance_record(ard_relevance *s);
bool ard_relevance_apply_start(ard_relevance *s, int64_t number);
#endif
