/* The steps, in the order in which they are done; see step.h for what a row is. */
#include "prepare/step.h"

#define STEPS(ROW)                                                                                                               \
    ROW(log)                                                                                                                     \
    ROW(samples)                                                                                                                 \
    ROW(neighbours)                                                                                                              \
    ROW(impute)                                                                                                                  \
    ROW(constant)                                                                                                                \
    ROW(standardise)                                                                                                             \
    ROW(filter)                                                                                                                  \
    ROW(pca)

#define DECLARE(name) extern const ard_step_kind ard_step_##name;
#define ENTRY(name) &ard_step_##name,

STEPS(DECLARE)
const ard_step_kind *const ard_step_kinds[] = {STEPS(ENTRY) NULL};

_Static_assert(sizeof ard_step_kinds / sizeof *ard_step_kinds <= ARD_MAX_STEPS + 1, "room for the arguments of all steps");
