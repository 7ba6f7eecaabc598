/* Names of the bases. */
#include "basis/basis.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST_DEGREE = 8 };

bool ard_basis_bilinear(ard_basis basis) { return basis.kind == ARD_LINEAR || (basis.kind == ARD_POLY && basis.degree == 1); }

int ard_basis_parse(ardor_context *context, const char *text, ard_basis *out)
{
    static const struct {
        const char *name;
        ard_basis_kind kind;
    } plain[] = {{"identity", ARD_IDENTITY}, {"linear", ARD_LINEAR}, {"rbf", ARD_RBF}};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(text, plain[i].name) == 0) {
            *out = (ard_basis){plain[i].kind, 0};
            return ARDOR_OK;
        }
    if (strncmp(text, "poly:", 5) == 0 && text[5] >= '1' && text[5] <= '0' + LARGEST_DEGREE && !text[6]) {
        *out = (ard_basis){ARD_POLY, text[5] - '0'};
        return ARDOR_OK;
    }
    return ard_fail(context, ARDOR_USAGE, "there is no basis '%s'; take identity, linear, rbf, or poly:1 to poly:%d", text,
                    LARGEST_DEGREE);
}

const char *ard_basis_name(ard_basis basis, char buffer[16])
{
    switch (basis.kind) {
    case ARD_IDENTITY:
        return "identity";
    case ARD_LINEAR:
        return "linear";
    case ARD_RBF:
        return "rbf";
    case ARD_POLY:
        break;
    }
    snprintf(buffer, 16, "poly:%d", basis.degree);
    return buffer;
}
