/* The texts of preparation options, as in specs, model files and reports. */
#ifndef ARD_PREPARE_NAMES_H
#define ARD_PREPARE_NAMES_H

#include "base/number.h"
#include "prepare/prepare.h"

/* "train", "all", "samples", "none". */
const char *ard_standardise_name(ard_standardise standardise);
bool ard_standardise_find(const char *name, ard_standardise *out);
/* "none", "median". */
const char *ard_impute_name(ard_impute impute);
bool ard_impute_find(const char *name, ard_impute *out);
/* "off", "on" (no floor) or the floor. */
const char *ard_log_name(const ard_prepare_options *options, char buffer[ARD_NUMBER_BYTES]);
bool ard_log_find(const char *name, ard_prepare_options *out);
#endif
