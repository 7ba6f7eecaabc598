/* A method opened on a training problem, or on some of its features: what fits candidates. Fits are in columns of the problem in
 * either case, so that no one else has to know of the restriction. */
#ifndef ARD_FITTER_H
#define ARD_FITTER_H

#include "method/method.h"

typedef struct ard_fitter {
    ardor_context *context;
    const ard_method *method;
    const ard_problem *whole;
    const ard_columns *only; /* NULL: all; outlives the fitter */
    ard_matrix view;         /* of those columns */
    bool *forced;            /* those of the view */
    ard_problem problem;     /* what the method sees */
    void *work;
} ard_fitter;

/* only (NULL: all the features): these columns, the forced ones among them. *out must stay where it is until it is closed, for
 * the method refers to it; a failed one is closed already. */
int ard_fitter_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                    const ard_columns *only, ard_fitter *out);
void ard_fitter_close(ard_fitter *fitter);
/* Fit a candidate, from `warm` (may be NULL), whose features are among those of the restriction. */
int ard_fitter_solve(ard_fitter *fitter, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out);
/* The method's leave_out, which it has, for a fit on all the features. */
int ard_fitter_leave_out(ard_fitter *fitter, const ard_fit *fit, const int64_t *block, double *latent);
#endif
