/* Gaussian process classification: README.md in this folder. */
#ifndef ARD_GP_H
#define ARD_GP_H

#include "method/method.h"

extern const ard_method ard_method_gp;

enum { GP_LINK, GP_START_SCALE, GP_STARTS, GP_TOL, GP_INNER_TOL, GP_MAX_ITER, GP_N_SETTINGS };
enum { GP_EVIDENCE, GP_S2, GP_N_EXTRAS }; /* of ard_fit.extra */
#endif
