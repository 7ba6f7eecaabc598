/* Names of the bases. */
#include "basis/basis.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { LARGEST_DEGREE = 8 };

bool ard_basis_bilinear(ard_basis basis) { return basis.kind == ARD_LINEAR || (basis.kind == ARD_POLY && basis.degree == 1); }

const char *const ard_basis_kinds[ARD_N_BASES] = {"identity", "linear", "poly", "rbf"};

int ard_basis_parse(ardor_context *context, const char *text, ard_basis *out)
{
    const int kind = ard_text_find(text, ARD_N_BASES, ard_basis_kinds);
    *out = (ard_basis){kind < 0 ? ARD_POLY : kind, 0};
    if (kind >= 0 && kind != ARD_POLY) return ARDOR_OK;
    if (strncmp(text, "poly:", 5) == 0 && text[5] >= '1' && text[5] <= '0' + LARGEST_DEGREE && !text[6]) {
        out->degree = text[5] - '0';
        return ARDOR_OK;
    }
    return ard_fail(context, ARDOR_USAGE, "there is no basis '%s'; take identity, linear, rbf, or poly:1 to poly:%d", text,
                    LARGEST_DEGREE);
}

const char *ard_basis_name(ard_basis basis, char buffer[16])
{
    if (basis.kind != ARD_POLY) return ard_basis_kinds[basis.kind];
    snprintf(buffer, 16, "poly:%d", basis.degree);
    return buffer;
}
