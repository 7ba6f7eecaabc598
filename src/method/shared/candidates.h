/* The columns of a problem while some of them are chosen: by weights of theirs, of the same ones by what is in the columns. */
#ifndef ARD_CANDIDATES_H
#define ARD_CANDIDATES_H

#include "method/method.h"

/* A column, its weight, and what stands for its content where weights are the same. */
typedef struct ard_candidate {
    int64_t column;
    double weight;
    int64_t run;     /* of weights that are the same */
    uint64_t number; /* of the content: solver/numbers.h */
    double spread;   /* the standard deviation; 0: constant */
} ard_candidate;

/* All columns of the problem, which *kept has from then on (NULL: not looked at yet), and *out a copy to choose from. */
int ard_candidates_copy(ardor_context *context, const ard_problem *problem, ard_candidate **kept, ard_candidate **out);
/* Largest weights first. Which of the same weights comes first is decided by what is in the columns, of copies by their order. */
void ard_candidates_sort(int64_t n, ard_candidate *candidate);
#endif
