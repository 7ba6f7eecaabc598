/* A problem of several classes, divided into problems of two: a part for each pair of classes, on the rows of the two, or a part
 * for each class against the rest, on all rows. What is found out about the parts is put together as a fit of the whole, whose
 * machine is of the kind "pairs" (machine/pairs.h). */
#ifndef ARD_DIVISION_H
#define ARD_DIVISION_H

#include "base/text.h"
#include "machine/function.h"
#include "machine/pairs.h"
#include "method/method.h"

/* One of the parts. Its label 1 is the class pair.second. */
typedef struct ard_part {
    ard_pair pair;
    bool fits;              /* both sides have rows: else the part predicts `share`, and no method is asked */
    double share[2];        /* of the sides, none nearer than half a row to 0; 1/2 where there are no rows */
    int64_t n, *row;        /* rows of the whole, rising; row NULL: all of them */
    int32_t *label, *group; /* group NULL: none, or row is NULL */
    double *weight;         /* NULL without weights */
    ard_matrix x;           /* a view, but where row is NULL */
    ard_problem problem;
} ard_part;

typedef struct ard_division {
    ardor_context *context;
    ard_multiclass how; /* PAIRS or REST; AUTO: the problem is not divided, and there are no parts */
    int n_classes;
    char *const *class_name; /* NULL: they have none, and what is said of a part does not say of which */
    int64_t n_rows, n_parts;
    ard_part *part;
    ard_matrix shape; /* of `typical` */
    /* A problem of two classes of the mean size of a part, which has no targets of its own: what a method may look at to make its
     * grid, or to settle what all parts and folds are to have in common. Of a problem that is not divided, that. */
    ard_problem typical;
} ard_division;

/* how: NATIVE, PAIRS or REST; of two classes, and with NATIVE, it is not divided. The problem outlives the division, and *out
 * must stay where it is until it is closed. */
int ard_division_open(ardor_context *context, const ard_problem *problem, ard_multiclass how, ard_division *out);
void ard_division_close(ard_division *division);

/* Part k of a fit of the whole as a warm start: in rows of the part and columns of
 * the problem. It borrows what it can from `whole`, and is closed before that goes. */
typedef struct ard_part_start {
    bool any; /* else there is nothing to begin at, and `fit` is empty */
    ard_fit fit;
    ard_function function; /* the machine's content, with other rows */
} ard_part_start;

int ard_part_start_open(const ard_division *division, int64_t k, const ard_fit *whole, ard_part_start *out);
void ard_part_start_close(const ard_division *division, ard_part_start *start);

/* "'a' or 'b'", "'a' or another": what part k tells apart; NULL without names. */
enum { ARD_PART_BYTES = 2 * ARD_QUOTE_BYTES + 20 };
const char *ard_part_title(const ard_division *division, int64_t k, char out[ARD_PART_BYTES]);
/* Between the two, what is said is of part k, and so is what failed with the status, which the second returns. `title` outlives
 * both. */
void ard_part_begin(const ard_division *division, int64_t k, char title[ARD_PART_BYTES]);
int ard_part_end(const ard_division *division, int64_t k, int status);

/* The fit of a part that asks no method: it predicts the part's shares. */
int ard_part_shares(const ard_division *division, int64_t k, ard_fit *out);
/* A fit of part k again, of which `whole` has the null model there. */
int ard_part_again(const ard_division *division, int64_t k, const ard_fit *whole, ard_fit *out);
/* The rows of the machine of a fit of part k as those of the whole. */
void ard_part_place(const ard_division *division, int64_t k, ard_fit *fit);

/* The fit of the whole, of n_parts fits that are placed, each in columns of the problem: the array and what is in it is the fit's
 * from then on; after an error it is the caller's as before. warm: what they began at; NULL: nothing. */
int ard_division_join(const ard_division *division, ard_fit *part, const ard_fit *warm, ard_fit *out);
#endif
