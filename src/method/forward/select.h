/* One column after the other, each the one that leaves least of the labels in a regression on the columns so far; and the
 * discriminant that this regression is. */
#ifndef ARD_FORWARD_SELECT_H
#define ARD_FORWARD_SELECT_H

#include "matrix/matrix.h"
#include "matrix/targets.h"

/* The first columns of a longer selection are a shorter one, to the bit. */
typedef struct selection {
    const ard_matrix *x;
    const ard_targets *target;
    int64_t most;     /* columns that there may be */
    double *root;     /* n: square roots of the weights */
    double *residual; /* n: of the labels, times the roots */
    double *size;     /* p: squared length of a column's part that is outside the span */
    double *outset;   /* p: before the first */
    double *along;    /* p: the product of that part and the residual; 0 of columns that are out */
    double *scratch;  /* n */
    double *product;  /* p */
    int64_t n, room;
    int64_t *column; /* in the order of their entry */
    double *effect;  /* room: of each, the product of its direction and the labels */
    double *q;       /* n x room: an orthonormal basis of the centred columns times the roots */
    double *left;    /* room + 1: the share of the labels' variance that is left after so many */
    bool ended;      /* no further column may enter */
} selection;

int selection_open(ardor_context *context, const ard_matrix *x, const ard_targets *target, selection *out);
void selection_close(ardor_context *context, selection *s);
/* One column more, or the end. Room for it: selection_grow. */
void selection_step(selection *s);
int selection_grow(ardor_context *context, selection *s);
/* Fisher's discriminant on the first m >= 1 columns, the log odds of two normal distributions with one covariance S (divisor: the
 * sum of the weights less 2, at least 1):
 *     weight = S^-1 (m_1 - m_0), in the order of their entry,  bias = log(n_1/n_0) - weight'(m_0 + m_1)/2
 * and its criterion (m_1 - m_0)'S^-1(m_1 - m_0). Of the labels' variance at least 1e-8 counts as left. */
int selection_discriminant(ardor_context *context, const selection *s, int64_t m, double *bias, double *weight,
                           double *criterion);
#endif
