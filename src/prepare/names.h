/* The texts of preparation options, as in specs, model files and reports. */
#ifndef ARD_PREPARE_NAMES_H
#define ARD_PREPARE_NAMES_H

#include "base/number.h"
#include "prepare/prepare.h"

enum { ARD_FILTER_BYTES = 32 };

/* "train", "all", "samples", "none". */
const char *ard_standardise_name(ard_standardise standardise);
bool ard_standardise_find(const char *name, ard_standardise *out);
/* "none", "median". */
const char *ard_impute_name(ard_impute impute);
bool ard_impute_find(const char *name, ard_impute *out);
/* "off", "on" (no floor) or the floor. */
const char *ard_log_name(const ard_prepare_options *options, char buffer[ARD_NUMBER_BYTES]);
bool ard_log_find(const char *name, ard_prepare_options *out);
/* "none", or the kind and the number of columns: "ttest:30", "fdr:30". */
const char *ard_filter_name(ard_filter filter, char buffer[ARD_FILTER_BYTES]);
bool ard_filter_find(const char *name, ard_filter *out);
#endif
