/* The bases phi_j(x; theta): identity, linear, poly:r, rbf with a scale per feature. */
#ifndef ARD_BASIS_H
#define ARD_BASIS_H

#include "base/base.h"

typedef enum { ARD_IDENTITY, ARD_LINEAR, ARD_POLY, ARD_RBF } ard_basis_kind;
enum { ARD_N_BASES = ARD_RBF + 1 };
extern const char *const ard_basis_kinds[ARD_N_BASES]; /* "identity", "linear", "poly", "rbf" */

typedef struct ard_basis {
    ard_basis_kind kind;
    int degree; /* of poly, 1..8; 0 otherwise */
} ard_basis;

/* Is f bilinear in weights and scales (linear, poly:1)? Then theta / c and c w give the same function. */
bool ard_basis_bilinear(ard_basis basis);
/* "identity", "linear", "poly:2", "rbf". */
int ard_basis_parse(ardor_context *context, const char *text, ard_basis *out);
/* The text above, into a caller's buffer of 16 bytes. */
const char *ard_basis_name(ard_basis basis, char buffer[16]);
#endif
