/* A Gaussian posterior of latent values, prior times one Gaussian site for each row: what expectation propagation and Laplace's
 * approximation share.
 *
 * f = Phi w, f_i the value of row i. Site i is exp(nu_i f - tau_i f^2 / 2). The prior is w ~ N(0, A^-1); its covariance of f is
 * K = Phi A^-1 Phi'. Two forms:
 *
 *   dual           B = I + T^.5 K T^.5 = L L',  S = K - (L^-1 T^.5 K)'(L^-1 T^.5 K),  mu = S nu        O(n^3)
 *   weight space   A + Phi'T Phi,  V its inverse,  m = V Phi'nu,  S = Phi V Phi',  mu = Phi m          O(n m^2)
 *
 * T = diag tau; ln|B| = ln|A + Phi'T Phi| - sum ln alpha is the log_ratio of the factor, which is ard_gauss in both.
 *
 * Sums over rows go through ard_sum in weight space with Laplace's approximation. The dual form is a matrix over all rows, and EP
 * changes the posterior row by row: these want all of them. */
#ifndef ARD_SITES_H
#define ARD_SITES_H

#include "linalg/gauss.h"
#include "solver/mode.h"

/* Of the weights or of f; nothing in it is copied. */
typedef struct ard_prior {
    const double *kernel;  /* K, n x n, both triangles: the dual form; NULL: weight space */
    int64_t m;             /* of weight space */
    const double *columns; /* n x m: Phi */
    const double *alpha;   /* m precisions */
    const double *mean;    /* n, EP in the dual form: of f in the prior; NULL: 0 */
} ard_prior;

typedef struct ard_sites {
    ardor_context *context;
    ard_targets target;
    const ard_link *link; /* of Laplace's approximation; NULL: expectation propagation */
    int64_t room;         /* largest order of the matrices below */
    double *tau, *nu;     /* n */
    double *mu;           /* n: mean of f */
    double *weight;       /* m, in weight space: mean of w */
    bool dual;
    int64_t order;       /* of the factor: n, or m */
    ard_gauss gauss;     /* its w is scratch, n x room at least */
    double log_evidence; /* NaN: numbers were not finite */
    ard_mode mode;       /* Laplace */
    bool keeps_product;  /* Laplace in weight space: w is not used between runs, and a product left there is still good */
    double slope;        /* Laplace in weight space: largest derivative in a weight, 0 at the mode; else NaN */
    double *coefficient; /* n, Laplace in the dual form: K^-1 f */
    double *step, *origin, *f_step; /* n: of Newton's method there */
    /* Laplace in the dual form: a factor serves several steps. They end where the decrement is below tol, and not far below, as
     * those do whose error is squared by each. */
    bool reuses_factor;
    double *covariance;      /* EP: S or V, both triangles */
    double *sigma, *sign;    /* n, EP: variance of f; -1 or +1 */
    double *row;             /* room, EP: scratch */
    int64_t sweeps, skipped; /* of EP's last run */
    double change;           /* largest change of a site in its last sweep */
} ard_sites;

/* room: n for the dual form; else the largest m. link: the likelihood of Laplace's approximation; NULL: expectation propagation
 * for the probit. w: as ard_gauss_open's. */
int ard_sites_open(ardor_context *context, const ard_targets *target, int64_t room, const ard_link *link, double *w,
                   ard_sites *out);
void ard_sites_close(ardor_context *context, ard_sites *sites);
/* All sites to 1: the cold start. */
void ard_sites_forget(ard_sites *sites);
/* tau, nu and mu of another: the warm start. */
void ard_sites_take(ard_sites *sites, const ard_sites *from);
/* g = nu - tau mu, n values: K^-1 mu, in weight space A w = Phi'g. */
void ard_sites_pull(const ard_sites *sites, double *g);

/* Of columns phi_j (n x count), with C = K + T^-1: R_j = phi_j' C^-1 phi_j and U_j = phi_j' C^-1 (mean of the sites) = phi_j'g,
 * from which all of the evidence's dependence on alpha_j follows where the sites stay; R by one matrix product over the columns.
 *
 * drift (Laplace; NULL: not wanted): the sites move with alpha, and with them T. With v_i = S_ii dtau_i/df_i and
 * df/d(1/alpha_j) = (I + K T)^-1 phi_j U_j the log evidence has the derivative
 *
 *     (U_j^2 - R_j - U_j D_j) / 2   in 1/alpha_j,   D_j = phi_j'q,   q = (I + T K)^-1 v,
 *
 * whether the column is in or out.
 *
 * scratch: ARD_RELEVANCE_BLOCK room + 2 n. */
enum { ARD_RELEVANCE_BLOCK = 64 };
int ard_sites_relevance(const ard_sites *sites, const ard_prior *prior, int64_t count, const double *columns, double *r,
                        double *u, double *drift, double *scratch);

/* Laplace in the dual form: how the log evidence moves with any change of K, dE = sum_ij G_ij dK_ij. With g of ard_sites_pull, q
 * from above and C = K + T^-1
 *
 *     G = (g g' - (g q' + q g') / 2 - C^-1) / 2.
 *
 * Its lower triangle is left in gauss.w. scratch: 3 n. */
int ard_sites_kernel_gradient(const ard_sites *sites, const ard_prior *prior, double *scratch);
#endif
