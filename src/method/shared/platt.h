/* Platt's scaling: probabilities of decision values that rows have without their fold. */
#ifndef ARD_PLATT_H
#define ARD_PLATT_H

#include "method/method.h"

/* The folds that decision values are left out by, dealt class by class to rows by what is in them: rows with the same values go
 * together, also those of different classes, of which the one with more weight counts, and so do rows of a group. */
typedef struct ard_platt_folds {
    int n;         /* 0: a class has too few different rows, so that some fold would have all of it */
    int64_t *fold; /* rows */
} ard_platt_folds;

enum { ARD_PLATT_FOLDS = 5 };
/* n_folds: up to 10. */
int ard_platt_deal(ardor_context *context, const ard_problem *problem, uint64_t seed, int n_folds, ard_platt_folds *out);
void ard_platt_free(ardor_context *context, ard_platt_folds *folds);

/* A fold's rows `out`, and what the others are as a problem. */
typedef struct ard_platt_part {
    int fold;
    ard_rows out, in;
    ard_matrix x_out, x_in;
    int32_t *label;
    double *weight, *value; /* room for `problem`, and for values of `out` */
    ard_problem problem;
} ard_platt_part;

/* What a method fits to the rows of part->problem, in the same way as to all; value: what it says of part->out. *stop is
 * ARD_STOP_NONE before it; a stop for want of time, or because all is cancelled, ends the folds. */
typedef struct ard_platt_user {
    int (*fit)(void *work, const ard_platt_part *part, double *value, ard_stop *stop);
    void *work;
} ard_platt_user;

/* f (n): decision values without a fold. own: those of the fit to all the rows, whose stop is *stop. They are taken where a class
 * has too few rows or there is no time, though they are further apart than those of new rows. */
int ard_platt_values(ardor_context *context, const ard_problem *problem, const ard_platt_folds *folds, const ard_platt_user *user,
                     const double *own, ard_stop *stop, double *f);

/* The line of the logits over the decision values f (n). Values that do not rise with the classes have the slope 0, and the
 * intercept of the classes' shares. */
int ard_platt_line(ardor_context *context, const ard_targets *target, const double *f, double *slope, double *intercept);
#endif
