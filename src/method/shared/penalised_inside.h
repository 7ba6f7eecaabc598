/* Shared by the files of penalised.h only. */
#ifndef ARD_PENALISED_INSIDE_H
#define ARD_PENALISED_INSIDE_H

#include "method/shared/penalised.h"

static inline bool penalised_is_identity(const ard_penalised *w) { return !w->kernel; }
static inline bool penalised_is_curved(const ard_penalised *w)
{
    return !penalised_is_identity(w) && !ard_basis_bilinear(w->problem->basis);
}

/* The terms of the problem: features, or rows. */
static inline int64_t penalised_terms(const ard_penalised *w)
{
    return penalised_is_identity(w) ? w->problem->x->p : w->problem->x->n;
}

/* penalised.c: a machine of the method where the engine has its point. */
int penalised_place(ard_penalised *w, const ard_machine *machine);
ard_penalised_settings penalised_settings(const ard_method *self);
double penalised_alpha(const ard_method *self, const ard_settings *values);
#endif
