/* The filters, in the order in which texts list them; see filter.h for what a row is. */
#include "prepare/filter.h"

#define FILTERS(ROW)                                                                                                             \
    ROW(ttest)                                                                                                                   \
    ROW(fdr)

#define DECLARE(name) extern const ard_filter_kind ard_filter_##name;
#define ENTRY(name) &ard_filter_##name,
#define TAKEN(name) " or " #name ":K"

FILTERS(DECLARE)
const ard_filter_kind *const ard_filter_kinds[] = {FILTERS(ENTRY) NULL};
const char ard_filter_takes[] = "none," FILTERS(TAKEN) " with K >= 1";
