/* The filters, in the order in which texts list them; see filter.h for what a row is. NAMED is one whose name is not that of its
 * entry. */
#include "prepare/filter.h"
#include "prepare/step.h"

#define FILTERS(ROW, NAMED)                                                                                                      \
    ROW(ttest)                                                                                                                   \
    ROW(fdr)                                                                                                                     \
    NAMED(signal_to_noise, "signal-to-noise")                                                                                    \
    ROW(wilcoxon)                                                                                                                \
    ROW(anova)                                                                                                                   \
    ROW(mrmr)                                                                                                                    \
    ROW(laplacian)                                                                                                               \
    ROW(variance)

#define DECLARE(entry, ...) extern const ard_filter_kind ard_filter_##entry;
#define ENTRY(entry, ...) &ard_filter_##entry,
#define TAKEN(entry) NAMED(entry, #entry)
#define NAMED(entry, name) " or " name ":K"

FILTERS(DECLARE, DECLARE)
const ard_filter_kind *const ard_filter_kinds[] = {FILTERS(ENTRY, ENTRY) NULL};
_Static_assert(ARD_MAX_SIZES == 16, "the text says how many");
const char ard_filter_takes[] =
    "none," FILTERS(TAKEN, NAMED) " with K >= 1 (with --tune up to 16 K to choose from, with commas in between)";
