/* A Gaussian posterior of latent values, prior times one Gaussian site for each row: what expectation propagation and Laplace's
 * approximation share.
 *
 * Rows are signed: x_i = t_i phi(x_i), t_i = -1 or +1, so that f_i = x_i'w > 0 is a right answer. Site i is
 * exp(nu_i f - tau_i f^2 / 2). The prior is w ~ N(0, A^-1); its covariance of f is K = X A^-1 X'. Two forms:
 *
 *   dual           B = I + T^.5 K T^.5 = L L',  S = K - (L^-1 T^.5 K)'(L^-1 T^.5 K),  mu = S nu        O(n^3)
 *   weight space   A + X'T X = L L',  V = (L L')^-1,  m = V X'nu,  S = X V X',  mu = X m               O(n m^2)
 *
 * T = diag tau. log|B| = log|A + X'T X| - sum log alpha. */
#ifndef ARD_SITES_H
#define ARD_SITES_H

#include "base/base.h"

/* Of the weights or of f; nothing in it is copied. */
typedef struct ard_prior {
    const double *kernel; /* K, n x n, both triangles: the dual form; NULL: weight space */
    int64_t m;            /* of weight space */
    const double *rows;   /* m x n: signed row i is column i */
    const double *alpha;  /* m precisions */
} ard_prior;

typedef struct ard_sites {
    int64_t n, room;    /* rows; largest order of the matrices below */
    double *tau, *nu;   /* n */
    double *mu, *sigma; /* n: mean and variance of f */
    bool dual;
    int64_t order;      /* of what follows: n, or m */
    double *covariance; /* S or V, both triangles */
    double *factor;     /* L */
    double *weight;     /* m, in weight space */
    double log_det;     /* log|B| */
    double log_evidence;
    int64_t sweeps, skipped;         /* of the last run */
    double change;                   /* largest change of a site in its last sweep */
    double *product, *column, *root; /* max(room, 1) x n, max(room, n), n: scratch */
    double *latent, *coefficient;    /* n: a point of Newton's method and K^-1 times it */
} ard_sites;

/* room: n for the dual form; else the largest m, which is then below n. */
int ard_sites_open(ardor_context *context, int64_t n, int64_t room, ard_sites *out);
void ard_sites_close(ardor_context *context, ard_sites *sites);
/* All sites to 1: the cold start. */
void ard_sites_forget(ard_sites *sites);
/* tau, nu and mu of another: the warm start. */
void ard_sites_take(ard_sites *sites, const ard_sites *from);

/* The posterior of the sites as they are, from scratch. False where a factorisation fails (numbers that are not finite). */
bool ard_sites_refresh(ard_sites *sites, const ard_prior *prior);

/* Of signed columns phi_j (n x count), with C = K + T^-1: R_j = phi_j' C^-1 phi_j and U_j = phi_j' C^-1 (mean of the sites) =
 * phi_j'(nu - tau mu), from which all of the evidence's dependence on alpha_j follows; R by one matrix product over the columns.
 * scratch: ARD_RELEVANCE_BLOCK room + n. */
enum { ARD_RELEVANCE_BLOCK = 64 };
void ard_sites_relevance(const ard_sites *sites, const ard_prior *prior, int64_t count, const double *columns, double *r,
                         double *u, double *scratch);
#endif
