/* A method opened on a training problem, or on some of its features: what fits candidates. Fits are in columns of the problem
 * in either case, so that no one else has to know of the restriction; nor of whether the problem is divided, and the method
 * opened on each of its parts. */
#ifndef ARD_FITTER_H
#define ARD_FITTER_H

#include "fit/division.h"

/* A method on one problem. */
typedef struct ard_unit {
    ard_matrix view;     /* of the features that it is restricted to */
    bool *forced;        /* which of them are forced */
    ard_problem problem; /* what the method sees */
    void *work;          /* NULL: of a part that asks no method */
} ard_unit;

typedef struct ard_fitter {
    ardor_context *context;
    const ard_method *method;
    const ard_division *division; /* NULL: the problem is not divided */
    const ard_columns *only;      /* NULL: all; outlives the fitter */
    int64_t n_units;              /* one, or the parts of the division */
    ard_unit *unit;
} ard_fitter;

/* only (NULL: all the features): these columns, the forced ones among them. *out must stay where it is until it is closed, for
 * the method refers to it; a failed one is closed already. */
int ard_fitter_open(ardor_context *context, const ard_method *method, const ard_problem *problem, const ard_settings *settings,
                    const ard_columns *only, ard_fitter *out);
/* The same of all parts of a division, which has some. */
int ard_fitter_open_parts(ardor_context *context, const ard_method *method, const ard_division *division,
                          const ard_settings *settings, const ard_columns *only, ard_fitter *out);
void ard_fitter_close(ard_fitter *fitter);
/* Fit a candidate, from `warm` (may be NULL), whose features are among those of the restriction. */
int ard_fitter_solve(ard_fitter *fitter, const ard_settings *candidate, const ard_fit *warm, const ard_ask *ask, ard_fit *out);
/* The features that the candidate's screen lets through, of a divided problem in any part; *out is empty (column NULL) where
 * there is no screen, in some part. */
int ard_fitter_screen(ard_fitter *fitter, const ard_settings *candidate, ard_columns *out);
/* The method's leave_out, which it has, for a fit on all the features of a problem that is not divided. */
int ard_fitter_leave_out(ard_fitter *fitter, const ard_fit *fit, const int64_t *block, double *latent);
/* Has the method a predict_each, and are its fits on all the features of a problem that is not divided? Then that. */
bool ard_fitter_predicts_each(const ard_fitter *fitter);
int ard_fitter_predict_each(ard_fitter *fitter, int64_t n, const ard_settings *candidate, const ard_matrix *x, double *prob);
#endif
