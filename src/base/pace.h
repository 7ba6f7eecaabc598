/* How long work will take, by the times of what is done of it. No clock: the times are given.
 *
 * A task (the fold of a plan) has inner folds with the same candidates, which cost unequally: the weaker the penalties the more,
 * the first of a path more than its neighbours. What a candidate costs is the mean of its own times, the last above all; one
 * that was never fitted costs as those in its place on other paths, and where there are none yet the last of the path, growing
 * as the ones before it did. The rest of a task (preparation, the fit to all its rows, prediction) is guessed from the paths
 * until one is over. */
#ifndef ARD_PACE_H
#define ARD_PACE_H

#include "base/base.h"

/* A mean in which what is older counts for less, so that it follows a machine that becomes faster or slower. */
typedef struct ard_mean {
    double sum, n; /* of the weights; 0: there is none */
} ard_mean;

typedef struct ard_pace {
    int64_t n, length; /* candidates of an inner fold, and of one path of them */
    ard_mean *time;    /* n */
    ard_mean rest;
    double *place; /* of each place of the sequence in which costs grow */
    double *left;  /* n + 1: the expected cost of the candidates from i to the last, set by ard_pace_expect */
} ard_pace;

/* length: n divided by the number of paths. */
int ard_pace_open(ardor_context *context, int64_t n, int64_t length, ard_pace *out);
void ard_pace_close(ardor_context *context, ard_pace *pace);
/* Candidate i took so many seconds in some inner fold. */
void ard_pace_add(ard_pace *pace, int64_t i, double seconds);
/* What a task took beside its candidates. */
void ard_pace_add_rest(ard_pace *pace, double seconds);
/* Set `left` by the times so far, of which there is one at least. */
void ard_pace_expect(ard_pace *pace);
/* Is any time of a candidate known? */
bool ard_pace_begun(const ard_pace *pace);
/* The fit to all the rows of a task, which follows one path, before any was seen. */
double ard_pace_path(const ard_pace *pace);

/* When the last of n equal jobs is done, each taken by the first of the threads that is free. ready: when each is that; it
 * is changed. */
double ard_schedule(int threads, double *ready, int64_t n, double seconds);

/* The seconds left, `left` after `spent`, with what was said before in mind, so that they do not jump. */
typedef struct ard_calm {
    double spent, total; /* of the last time; total 0: there was none */
} ard_calm;
double ard_calm_left(ard_calm *calm, double spent, double left);
#endif
