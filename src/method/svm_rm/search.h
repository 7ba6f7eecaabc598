/* The scales of least T, by projected steps of limited-memory BFGS on ln T. */
#ifndef ARD_SVM_RM_SEARCH_H
#define ARD_SVM_RM_SEARCH_H

#include "method/shared/candidates.h"
#include "method/svm_rm/bound.h"
#include "solver/lbfgs.h"

typedef struct rm_ask {
    double cost, tol;
    double start; /* scale of every feature at the start; with the identity they are on the mean 1, there and later */
    int64_t k;    /* at most so many features; 0: as many as the minimum has */
    int64_t max_iter;
} rm_ask;

typedef struct rm_search {
    ardor_context *context;
    rm_ask ask;
    bool shares;       /* identity: the scales have a given sum */
    double unit;       /* scales are so many times the variables of the search; of shares their sum */
    rm_bound bound;    /* at the point */
    ard_ascent ascent; /* of the variables, which are not below 0 */
    int64_t n_varying, *varying;
    int64_t n_features, *feature; /* that may have a scale */
    double *masked;               /* the gradient without what leads below 0 */
    double *slope, *scaling;      /* of all columns; of directions */
    int64_t n_live, *live;        /* columns that have a scale */
    double *theta;                /* theirs */
    ard_candidate *candidate;     /* all columns; NULL: not looked at yet */
    double value, trial_value;    /* -ln T of point and trial */
    bool begun;
} rm_search;

int rm_search_open(ardor_context *context, const ard_problem *problem, rm_search *out);
void rm_search_close(rm_search *search);
/* The scales are then live and theta, and the machine that of the bound. trace: NULL, or appended to. */
int rm_search_run(rm_search *search, const rm_ask *ask, ard_trace *trace, int64_t *iterations, ard_iteration *last);
#endif
