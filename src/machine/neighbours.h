/* The machine of nearest neighbours: it keeps the training rows, and the classes of the k nearest of them, by the Euclidean
 * distance, are its probabilities:
 *
 *     P(c | x) = (votes_c + share_c)/(votes + 1)
 *
 * with the shares of the classes among all its rows. A row has as many votes as its weight; those at the distance of the k-th
 * share what is left for them. */
#ifndef ARD_NEIGHBOURS_H
#define ARD_NEIGHBOURS_H

#include "machine/machine.h"
#include "matrix/targets.h"

typedef struct ard_neighbours {
    int64_t k;       /* votes; where the weights of all rows are no more, all of them vote */
    int32_t *label;  /* n_vectors */
    double *weight;  /* n_vectors, above 0 */
    double *vector;  /* n_features x n_vectors: a row is a column */
    double *square;  /* n_vectors: their squared lengths; this and what follows is of what stands above */
    double farthest; /* the largest of their lengths */
    double *share;   /* n_classes */
} ard_neighbours;

extern const ard_machine_kind ard_machine_neighbours;

/* The content; NULL where the machine is of another kind. */
const ard_neighbours *ard_machine_as_neighbours(const ard_machine *machine);

/* Of all rows of x whose weight is above 0, and all its columns; without columns the machine of the shares (machine/shares.h). */
int ard_neighbours_machine(ardor_context *context, const ard_matrix *x, const ard_targets *target, int64_t k, ard_machine *out);

/* What n such machines, of this one's rows and with k[0], k[1], .. votes, predict: n tables of x->n x n_classes. The distances
 * are computed once. */
int ard_neighbours_predict_each(ardor_context *context, const ard_machine *machine, int64_t n, const int64_t *k,
                                const ard_matrix *x, double *prob);
#endif
