/* Automatic relevance determination: the precisions alpha_j of the weights of columns, one at a time, so that the evidence of a
 * Gaussian approximation rises: expectation propagation (ep.h) for the probit likelihood, or Laplace's (laplace.h) for another.
 * alpha_j infinite: the column is out.
 *
 * With the sites held fixed the evidence depends on alpha_j through r = alpha R/(alpha - R), u = alpha U/(alpha - R) (R, U of
 * ard_sites_relevance; r = R, u = U where the column is out) as l(alpha) = (u^2/(alpha + r) - log(1 + r/alpha))/2, which is
 * largest at r^2/(u^2 - r) if u^2 > r, else at infinity (Tipping and Faul, 2003). But the sites move with alpha, so that a step
 * to that point can lower the evidence, and one column could come and go for ever. So a step is kept only if the evidence after
 * it is higher; if not it is shortened in 1/alpha.
 *
 * Qi, Minka, Picard, Ghahramani, ICML 2004. */
#ifndef ARD_RELEVANCE_H
#define ARD_RELEVANCE_H

#include "solver/drive.h"
#include "solver/sites/ep.h"

typedef enum { ARD_ORDER_GREEDY, ARD_ORDER_RANDOM, ARD_ORDER_CYCLIC } ard_relevance_order;
typedef enum { ARD_START_BEST, ARD_START_FRACTION, ARD_START_ALL } ard_relevance_start;
/* What the state that is kept has most of: evidence; or least of: ard_cavities' errors (the first such state), or its scaled. */
typedef enum { ARD_SELECT_EVIDENCE, ARD_SELECT_ERRORS, ARD_SELECT_SCALED } ard_relevance_select;

typedef struct ard_relevance_options {
    ard_relevance_order order;
    ard_relevance_start start;
    ard_relevance_select select; /* EP only: Laplace's approximation has no cavities */
    double start_fraction, alpha0;
    /* Column 0 stays, with a precision of at most 1e6, and a start of its own, alone at alpha0, takes the place of `start`. */
    bool constant_stays;
    bool patient;    /* greedy: a column that was refused waits until no other is left; else until another has changed */
    double prune_at; /* a precision from here on is infinite */
    double gain_tol;
    /* Laplace: a start with all columns goes on with steps of all precisions at once, before those of one; and, without
     * `polish`, columns that are in change many at once. The states that the search went through know nothing of these. */
    bool together;
    /* Laplace, with `together`: the maximum of the log evidence itself. The statistics are those of sites that move, single steps
     * are for columns that come and go or change a lot, and where they end all precisions climb together; until neither has
     * anything to do. */
    bool polish;
    int64_t starts; /* the first as `start` says, the others one of the three kinds in turn; the best is kept */
    uint64_t seed;
    double tol; /* of the approximation during the search: change of a site, root of the Newton decrement */
} ard_relevance_options;

typedef struct ard_relevance ard_relevance;

/* columns: n x d, not copied. laplace: the likelihood of Laplace's approximation, which alone takes case weights; NULL:
 * expectation propagation. */
int ard_relevance_open(ardor_context *context, const ard_targets *target, int64_t d, const double *columns,
                       const ard_link *laplace, ard_relevance **out);
void ard_relevance_close(ardor_context *context, ard_relevance *search);
/* From the start. usable: of each column, whether the search may use it. */
void ard_relevance_begin(ard_relevance *search, const ard_relevance_options *options, const bool *usable);
/* One attempt to change one column, or many: an ard_step_function. The objective is the evidence, which need not rise while
 * steps of all precisions lead to where a start begins. */
int ard_relevance_step(void *search, ard_iteration *out);
/* Back to the state that is kept, its approximation run to the tolerance `tol`. */
int ard_relevance_restore(ard_relevance *search, double tol);

/* ---- the state as it is now */
const ard_sites *ard_relevance_sites(const ard_relevance *search);
int64_t ard_relevance_active(const ard_relevance *search, const int64_t **column); /* their number; increasing */
const double *ard_relevance_alpha(const ard_relevance *search);                    /* d */
/* Has an active column the least precision that it may have? */
bool ard_relevance_at_bound(const ard_relevance *search);
/* Laplace's approximation: during the search its largest derivative in a weight, or of the log evidence where that is known;
 * behind ard_relevance_certify always the second. EP: none. */
ard_certificate ard_relevance_certificate(const ard_relevance *search);
/* Has the derivatives of the log evidence found: the last that is asked of a state, whose factor it changes. */
int ard_relevance_certify(ard_relevance *search);
/* A warning where starts ended in different maxima. */
void ard_relevance_warn(const ard_relevance *search);
/* Weights of the active columns. */
int ard_relevance_weights(const ard_relevance *search, double *weight);

/* ---- the states that the search went through: accepted ones and starts, in order */
int64_t ard_relevance_n_states(const ard_relevance *search);
/* State t again (0 first; only forwards): its sites run to tol from the state before. */
int ard_relevance_replay(ard_relevance *search, int64_t t, double tol);
#endif
