/* Recursive feature elimination with penalised logistic regression: see README.md in this folder. */
#ifndef ARD_PKLR_RFE_H
#define ARD_PKLR_RFE_H

#include "method/method.h"

extern const ard_method ard_method_pklr_rfe;

enum { PKLR_RFE_K, PKLR_RFE_LAM, PKLR_RFE_SCALE_FACTOR, PKLR_RFE_TOL, PKLR_RFE_MAX_ITER, PKLR_RFE_N_SETTINGS };
/* Of the elimination: how many fits it took, their iterations, and the largest of their KKT violations. */
enum { PKLR_RFE_FITS, PKLR_RFE_ITERATIONS, PKLR_RFE_KKT };
#endif
