/* What the files of plans share. */
#ifndef ARD_PLAN_INSIDE_H
#define ARD_PLAN_INSIDE_H

#include "io/splits.h"
#include "resample/plan.h"
#include "resample/pool.h"

typedef struct ard_deal {
    ard_pool *pool;
    int64_t n_parts; /* of a repetition: its k-th fold tests part k; 0: bootstrap, or given splits */
    int64_t *part;   /* repetitions x n_units; NULL: unit u is part u */
    uint64_t seed;
    const ard_splits *splits; /* NULL unless given: */
    ard_splits *read;         /* in a file; NULL: they are the caller's */
} ard_deal;

/* What the makers of plans work with. */
typedef struct maker {
    ardor_context *context;
    const ardor_dataset *data;
    ard_pool *pool;
    ard_plan *plan;
    ard_deal *deal;
    bool limited;         /* to some rows of the data */
    const char *argument; /* after the colon; "" without one */
} maker;

/* Resample b: as many units as there are, with replacement; drawn again while it is of no use, which it may stay. */
enum { BOOTSTRAP_ATTEMPTS = 100 };
bool plan_draw_units(const ard_deal *deal, int64_t b, int64_t *times);

/* Are there as many units as folds? */
int plan_check_units(const maker *m, int64_t n_folds);
/* Has every class more than one unit, so that leaving out one leaves some of it? */
int plan_check_classes(const maker *m);
/* Can each fold be trained and tested? Finds out whether the folds are a partition. */
int plan_check(const maker *m);
/* No resample is of use: says which class has how many units. */
int plan_refuse_resample(const maker *m, int64_t resample);
#endif
