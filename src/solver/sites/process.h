/* A Gaussian process for two classes, f ~ GP(0, s2 k(x, z; theta)) with a scale for each feature: the maximum of its log
 * evidence, by Laplace's approximation, over ln s2 and the ln theta.
 *
 * Rasmussen and Williams, ch. 3 and 5. */
#ifndef ARD_PROCESS_H
#define ARD_PROCESS_H

#include "basis/basis.h"
#include "matrix/matrix.h"
#include "solver/drive.h"
#include "solver/sites/sites.h"

typedef struct ard_process ard_process;

/* What it points to is not copied. */
typedef struct ard_process_problem {
    ard_targets target;
    const ard_matrix *x;
    ard_basis basis;        /* rbf */
    int64_t n_features;     /* that the kernel sees; with none k is 1, and f a constant */
    const int64_t *feature; /* columns of x, increasing */
    const ard_link *link;   /* the likelihood */
} ard_process_problem;

typedef struct ard_process_options {
    double s2, scale;    /* of the start; every scale is `scale` .. */
    const double *start; /* .. times this one of the x->p of the columns; NULL: 1 */
    double tol;          /* of the length of the gradient of the log evidence in ln s2 and the ln theta */
    double inner_tol;    /* of the Newton decrement at the mode of f */
} ard_process_options;

int ard_process_open(ardor_context *context, const ard_process_problem *problem, ard_process **out);
void ard_process_close(ardor_context *context, ard_process *process);
void ard_process_start(ard_process *process, const ard_process_options *options);
/* One step of limited-memory BFGS, which never lowers the log evidence: an ard_step_function. */
int ard_process_step(void *process, ard_iteration *out);

/* The log evidence, and the point becomes [ln s2, ln theta of each feature]. For whoever wants it elsewhere: the search goes on
 * from there only after a start. gradient (as many; NULL: not wanted): its derivatives there. */
int ard_process_evaluate(ard_process *process, const double *point, double *evidence, double *gradient);

/* Of the last step: the point, and its approximation in the dual form. */
const double *ard_process_point(const ard_process *process);
const ard_sites *ard_process_sites(const ard_process *process);
#endif
