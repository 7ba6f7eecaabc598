/* Directions of the limited-memory BFGS method: Nocedal and Wright, Numerical Optimization, 2nd edition, section 7.2. With it
 * ard_newton_run is a quasi-Newton method where second derivatives are too dear: ard_ascent is what such searches have. */
#ifndef ARD_LBFGS_H
#define ARD_LBFGS_H

#include <stdbool.h>

#include "base/base.h"

enum { ARD_LBFGS_PAIRS = 25 };

/* The last steps and the changes of the gradient along them. */
typedef struct ard_lbfgs {
    int64_t room;
    int n, next;         /* pairs known; where the next one goes */
    double *step, *fall; /* room x ARD_LBFGS_PAIRS */
    double product[ARD_LBFGS_PAIRS];
} ard_lbfgs;

/* For up to `room` variables. A half-made one can be closed. */
int ard_lbfgs_open(ardor_context *context, int64_t room, ard_lbfgs *out);
void ard_lbfgs_close(ardor_context *context, ard_lbfgs *memory);
void ard_lbfgs_forget(ard_lbfgs *memory);
/* Of a maximum: a step, and the gradient before it less that behind it. A pair without curvature is left out. */
void ard_lbfgs_learn(ard_lbfgs *memory, int64_t size, const double *step, const double *before, const double *after);
/* An ascent direction from the gradient; scaling: a positive diagonal, what is known of the inverse of minus the Hessian without
 * the pairs. Variables whose scaling is 0 are held: their direction is 0, and the pairs are those of the others. */
void ard_lbfgs_direct(const ard_lbfgs *memory, int64_t size, const double *gradient, const double *scaling, double *direction);

/* A search that goes by such directions: arrays of up to room variables, and where it is. */
typedef struct ard_ascent {
    double *point, *trial; /* the place looked at last */
    double *gradient, *before, *direction;
    ard_lbfgs memory;
    bool fresh; /* gradient is that of the point */
    bool moved; /* in the last step */
} ard_ascent;

/* A half-made one can be closed. */
int ard_ascent_open(ardor_context *context, int64_t room, ard_ascent *out);
void ard_ascent_close(ardor_context *context, ard_ascent *ascent);
/* The point is another, and what is known of the function is not of it. */
void ard_ascent_begin(ard_ascent *ascent);
/* Before the gradient at the point is computed, and behind it. */
void ard_ascent_keep(ard_ascent *ascent, int64_t size);
void ard_ascent_learn(ard_ascent *ascent, int64_t size);
/* The trial becomes the point; direction is the step that it was, perhaps cut short. */
void ard_ascent_move(ard_ascent *ascent, int64_t size);
#endif
