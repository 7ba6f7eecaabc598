/* Where the starts of a fit ended. A fit that has several keeps the highest end and says what the others were. */
#ifndef ARD_OPTIMA_H
#define ARD_OPTIMA_H

#include "solver/drive.h"

/* What the starts have in common that ended at one point: for the same reason, with the same features, and with an objective
 * that the tolerance of the fit does not tell from the best of theirs. */
typedef struct ard_optimum {
    double objective; /* of the best of them; NaN: they failed */
    int64_t n_starts;
    int64_t n_vectors, n_features, n_common; /* of the best of them; features that the fit that is kept has too */
    ard_certificate certificate;             /* the worst of theirs */
    ard_stop stop;                           /* NONE: they failed */
} ard_optimum;

/* By falling objective, those that failed last. Empty: there was one start. */
typedef struct ard_optima {
    int64_t n;
    ard_optimum *optimum;
} ard_optima;

/* Is it an optimum? Else it is where a fit happened to end. */
bool ard_optimum_reached(const ard_optimum *optimum);
void ard_optima_free(ardor_context *context, ard_optima *optima);

/* One start alone: n_starts is 1, its features are increasing. */
typedef struct ard_end {
    ard_optimum at;
    int64_t *feature;
} ard_end;

/* Of n ends, of which `kept` is the fit's. tol: the fit's, of its certificate or of the change of its objective. */
int ard_optima_of(ardor_context *context, int64_t n, const ard_end *end, int64_t kept, double tol, ard_optima *out);
#endif
