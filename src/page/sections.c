/* The sections of a page, in their order: see page.h. A further one is a file in sections/ and a row here. */
#include "page/page.h"

#define SECTIONS(ROW)                                                                                                            \
    ROW(error)                                                                                                                   \
    ROW(runs)                                                                                                                    \
    ROW(methods)                                                                                                                 \
    ROW(sparsity)                                                                                                                \
    ROW(permutation)                                                                                                             \
    ROW(samples)                                                                                                                 \
    ROW(confusion)                                                                                                               \
    ROW(selection)                                                                                                               \
    ROW(list)                                                                                                                    \
    ROW(values)                                                                                                                  \
    ROW(stability)                                                                                                               \
    ROW(importance)                                                                                                              \
    ROW(model)                                                                                                                   \
    ROW(map)                                                                                                                     \
    ROW(ranks)                                                                                                                   \
    ROW(calibration)                                                                                                             \
    ROW(instability)                                                                                                             \
    ROW(tuning)                                                                                                                  \
    ROW(curve)                                                                                                                   \
    ROW(convergence)                                                                                                             \
    ROW(done)                                                                                                                    \
    ROW(reading)

#define DECLARE(name) extern const ard_section ard_section_##name;
#define LIST(name) &ard_section_##name,
SECTIONS(DECLARE)
const ard_section *const ard_sections[] = {SECTIONS(LIST) NULL};
