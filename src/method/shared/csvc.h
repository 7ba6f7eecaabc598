/* The support vector machine of two classes with the plain hinge (C-SVC), by LIBSVM:
 *
 *     maximise  F = -sum_i C_i max(0, 1 - y_i f_i) - |w|^2 / 2,    f = b + <w, phi(x)>
 *
 * Its dual has a weight alpha_i of each row in [0, C_i], and f(x) = b + sum_i alpha_i y_i k(x, x_i). C_i is C times the weight of
 * the row's class. Nothing of LIBSVM outlives a call. README.md of this folder, "LIBSVM". */
#ifndef ARD_CSVC_H
#define ARD_CSVC_H

#include "method/method.h"
#include "method/shared/cost.h"
#include "method/shared/platt.h"

/* Rows as LIBSVM takes them, and room for training on some of them. */
typedef struct ard_csvc ard_csvc;

/* How LIBSVM gets the kernel: as numbers of every pair of rows, or made by itself of the features. */
typedef enum { ARD_CSVC_AUTO, ARD_CSVC_PAIRS, ARD_CSVC_FEATURES } ard_csvc_form;

/* The basis is the problem's; the identity is the linear kernel with scales of 1. Case weights that differ within a class are
 * refused. The problem outlives it. */
int ard_csvc_open(ardor_context *context, const ard_method *method, const ard_problem *problem, ard_csvc_form form,
                  ard_csvc **out);
void ard_csvc_close(ard_csvc *csvc);
/* theta of every feature. ARDOR_NUMERIC where the kernel is beyond single precision, in which LIBSVM keeps it. */
int ard_csvc_set(ard_csvc *csvc, double theta);
/* theta > 0 of the features listed, increasing, which alone cost time; 0 of all others. ard_csvc_machine is not for it. */
int ard_csvc_set_each(ard_csvc *csvc, ard_list theta);

typedef struct ard_csvc_ask {
    double cost, tol; /* C; the largest violation of the dual's conditions that ends LIBSVM's iterations */
} ard_csvc_ask;

/* The coefficients alpha_i y_i of all rows of the problem, 0 of those that are no support vectors. */
typedef struct ard_csvc_fit {
    ard_csvc_ask ask;
    double bias, *coefficient;
} ard_csvc_fit;

int ard_csvc_fit_open(ardor_context *context, int64_t n, ard_csvc_fit *out);
void ard_csvc_fit_close(ardor_context *context, ard_csvc_fit *fit);

/* Rows, of which both classes are there, that are trained on, and those whose f is wanted (row NULL: all). */
typedef struct ard_csvc_rows {
    ard_rows train, wanted;
} ard_csvc_rows;

/* One call of LIBSVM, which cannot be interrupted; afterwards *stop is ARD_STOP_TIME or ARD_STOP_CANCELLED where that was asked
 * for meanwhile. ARDOR_NUMERIC where LIBSVM would come to its limit of iterations. f: of the wanted
 * rows, in double precision; NULL: not wanted. */
int ard_csvc_train(ard_csvc *csvc, const ard_csvc_ask *ask, const ard_csvc_rows *rows, ard_csvc_fit *fit, double *f,
                   ard_stop *stop);

/* Of a fit to all the rows and its f: what its slack costs, F, and the largest violation of the dual's conditions, y f >= 1 where
 * alpha is 0, y f <= 1 where it is C, and y f = 1 between. */
double ard_csvc_slack(const ard_csvc *csvc, const ard_csvc_fit *fit, const double *f);
double ard_csvc_objective(const ard_csvc *csvc, const ard_csvc_fit *fit, const double *f);
double ard_csvc_violation(const ard_csvc *csvc, const ard_csvc_fit *fit, const double *f);

/* slope f + intercept with the link logit. column: those of the machine, where the problem has some of all columns; NULL: it has
 * them all (kernels: always). */
int ard_csvc_machine(const ard_csvc *csvc, const ard_csvc_fit *fit, double slope, double intercept, const int64_t *column,
                     ard_machine *out);

/* What the ends of methods on it have in common. */
typedef struct ard_csvc_end {
    const ard_problem *problem; /* all of it; that of the csvc may have some of its columns */
    const int64_t *column;      /* those; NULL: all */
    const ard_platt_folds *folds;
    ard_platt_user user;
} ard_csvc_end;

/* The fit to all the rows and its f become a machine of probabilities with Platt's scaling: out->machine, null_model, objective,
 * certificate and stop, which is left alone where the fit was stopped. Its slope and intercept are the first two extras. */
int ard_csvc_finish(ard_csvc *csvc, const ard_csvc_fit *fit, const double *f, const ard_csvc_end *end, ard_fit *out);
enum { ARD_CSVC_SLOPE, ARD_CSVC_INTERCEPT };
extern const char *const ard_csvc_extras[];

/* A row of the table of settings. */
#define ARD_SETTING_SVM_TOL                                                                                                      \
    ARD_SETTING_TOL(1e-4, 1e-9, "largest violation of the dual's conditions; LIBSVM's own default is 1e-3")
#endif
