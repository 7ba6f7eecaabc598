/* The machine that most methods end in: f_c(x) = bias_c + sum_j weight_jc phi_j(x; scale), a link that makes probabilities of f,
 * and perhaps a posterior of f over which they are averaged. */
#ifndef ARD_FUNCTION_H
#define ARD_FUNCTION_H

#include "basis/basis.h"
#include "link/link.h"
#include "machine/machine.h"
#include "machine/posterior.h"

typedef struct ard_function {
    ard_basis basis;
    const ard_link *link;
    int n_outputs;   /* what the link has for the machine's classes */
    int64_t n_terms; /* identity: the machine's features themselves */
    double *scale;   /* kernels: one for each feature of the machine, of any sign; identity: NULL */
    double *centre;  /* kernels: n_terms x n_features, column-major; identity: NULL */
    int64_t *row;    /* kernels: training row of each centre, increasing, -1: a landmark that is none; identity: NULL */
    double *bias;    /* n_outputs */
    double *weight;  /* n_terms x n_outputs, column-major */
    /* 0: f is what it is; else their mixture, of functions with one output, whose mean bias and weights are. */
    int64_t n_posteriors;
    ard_posterior *posterior;
} ard_function;

extern const ard_machine_kind ard_machine_function;

/* The content; NULL where the machine is of another kind. */
ard_function *ard_machine_as_function(const ard_machine *machine);

/* ---- making one. In a method's finish: ard_function_of, and where there are posteriors, ard_function_take_posteriors. */

/* A function over rows and columns of the problem. */
typedef struct ard_function_parts {
    ard_basis basis;
    const ard_link *link;
    int n_classes; /* 0: two, and one output */
    double bias;
    const double *biases;   /* one for each output; NULL: the one is `bias` */
    int64_t n_features;     /* 0: the null model, which is its bias alone */
    const int64_t *feature; /* columns of the problem, increasing; NULL: 0, 1, .. */
    const double *weight;   /* one for each term (of the identity basis a feature, of kernels a row), and again for each output */
    int64_t n_terms;        /* this and what follows: kernels only */
    const double *scale;    /* n_features; NULL: all of them are `one_scale` */
    double one_scale;
    const int64_t *row;  /* n_terms rows of x, increasing */
    const ard_matrix *x; /* of the problem: where the centres are taken from */
} ard_function_parts;

int ard_function_of(ardor_context *context, const ard_function_parts *parts, ard_machine *out);

/* One with room for its numbers, all 0, its features to be filled in (of the identity basis, n_terms is n_features). At the end
 * call ard_function_set_importance. */
int ard_function_new(ardor_context *context, ard_basis basis, const ard_link *link, int n_classes, int64_t n_features,
                     int64_t n_terms, ard_machine *out);
/* Scales, or of the identity basis weights: of several outputs the length of a feature's weights. */
void ard_function_set_importance(ard_machine *machine);
/* A copy, without its posteriors. */
int ard_function_copy(ardor_context *context, const ard_machine *from, ard_machine *out);
/* Takes the array over, and sets *posterior to NULL. */
void ard_function_take_posteriors(ard_machine *machine, int64_t n, ard_posterior **posterior);

/* ---- warm starts: the numbers of a function where a solver keeps them */

/* The weights of an output of n terms: of the identity basis columns of the problem, of kernels training rows; 0 where it has
 * none. */
void ard_function_weights(const ard_machine *machine, int output, int64_t n, double *weight);
/* With one output: the scale (identity: the weight) of each of n columns of the problem, increasing (NULL: 0, 1, ..); 0 where it
 * has none. */
void ard_function_values(const ard_machine *machine, int64_t n, const int64_t *column, double *value);
#endif
