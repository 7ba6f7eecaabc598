/* Projection of a dense teacher onto few features: README.md in this folder. It wants all rows at once, for the teacher (EP) and
 * for the half samples that it draws of them. */
#ifndef ARD_PROJECTION_H
#define ARD_PROJECTION_H

#include "method/method.h"

extern const ard_method ard_method_projection;

enum {
    PROJECTION_K,
    PROJECTION_HALVES,
    PROJECTION_SCREEN_SIZE,
    PROJECTION_PATH,
    PROJECTION_SEED,
    PROJECTION_TEACHER,
    PROJECTION_INNER_TOL,
    PROJECTION_MAX_ITER,
    PROJECTION_N_SETTINGS
};
#endif
