/* How far sets of features agree where a feature may stand for others that it is correlated with (Sechidis, Papangelou, Nogueira,
 * Weatherall and Brown, "On the stability of feature selection in the presence of feature correlations", ECML PKDD 2019). */
#ifndef ARD_CORRELATED_STABILITY_H
#define ARD_CORRELATED_STABILITY_H

#include "metric/selections.h"
#include "study/correlation.h"

/* S_C = 1 - tr(C S_z) / tr(C Sigma_0): C has ones on its diagonal and |r| of two features beside it, 0 where |r| < least; S_z is
 * the unbiased covariance of the selection vectors of the M sets, Sigma_0 that of sets of the same sizes drawn at random,
 *     (kbar/p)(1 - kbar/p) on the diagonal, (mean k_i^2 - kbar)/(p^2 - p) - kbar^2/p^2 beside it.
 * Without correlations (least above 1) it is the S of metric/stability.h. */
typedef struct ard_correlated_stability {
    double value;                    /* S_C, NaN: */
    const char *reason;              /* why; it lives as long as the program. NULL: there is a value */
    double spread, spread_at_random; /* tr(C S_z), tr(C Sigma_0); NaN where there is no value but for the last reason */
} ard_correlated_stability;

/* sum: that of all pairs of columns of x (ard_correlation_sum_of), with the same `least`, which has n p^2 flops; for other sets
 * on the same columns it stays. x: p = sets->p columns. The rest looks at features that are in some sets and not in all, at
 * pairs of them: n u^2 flops for u of them, and M for each pair that is correlated.
 *
 * No value where ard_stability_absent says so, and where tr(C Sigma_0) is 0 but for rounding, or less: features of which each
 * stands for all others, so that sets could not differ. */
int ard_correlated_stability_of(ardor_context *context, const ard_selections *sets, const ard_matrix *x, double least,
                                const ard_correlation_sum *sum, ard_correlated_stability *out);
#endif
