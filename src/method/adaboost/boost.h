/* A run of AdaBoost, round by round. The first rounds of a longer run are a shorter one, to the bit. */
#ifndef ARD_ADABOOST_BOOST_H
#define ARD_ADABOOST_BOOST_H

#include "method/adaboost/stump.h"

typedef struct boost {
    const ard_array *x;        /* of all rows, of which a run learns from some */
    const ard_targets *target; /* of all rows */
    double *f;                 /* of all rows: the sum of the votes */
    double *signed_weight;     /* room */
    int64_t n, room;           /* rounds, and how many there may be */
    ard_stump *vote;           /* of each round, with alpha as its size */
    bool ended;                /* no stump is better than chance, or one makes no error */
    double loss;               /* sum_i c_i exp(-y_i f_i) over the rows that it learns from; of no round: not yet */
} boost;

/* No round yet. */
int boost_open(ardor_context *context, const ard_array *x, const ard_targets *target, boost *out);
void boost_close(ardor_context *context, boost *run);
/* There may be so many rounds; those behind them are forgotten. */
int boost_limit(ardor_context *context, boost *run, int64_t rounds);
/* One round more, learnt from these rows, which are always the same; none if the run has ended or there may be no more. */
void boost_round(boost *run, const stump_rows *rows);
#endif
