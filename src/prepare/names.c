/* The texts of preparation options. */
#include "prepare/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static const char *const standardise_name[] = {"train", "all", "samples", "none"};
static const char *const impute_name[] = {"none", "median"};
static const char *const filter_kind[] = {"none", "ttest", "fdr"};

const char *ard_standardise_name(ard_standardise standardise) { return standardise_name[standardise]; }

bool ard_standardise_find(const char *name, ard_standardise *out)
{
    int index = ard_text_find(name, 4, standardise_name);
    if (index >= 0) *out = (ard_standardise)index;
    return index >= 0;
}

const char *ard_impute_name(ard_impute impute) { return impute_name[impute]; }

bool ard_impute_find(const char *name, ard_impute *out)
{
    int index = ard_text_find(name, 2, impute_name);
    if (index >= 0) *out = (ard_impute)index;
    return index >= 0;
}

const char *ard_log_name(const ard_prepare_options *options, char buffer[ARD_NUMBER_BYTES])
{
    if (!options->log) return "off";
    if (!(options->log_floor > 0)) return "on";
    ard_print_double(options->log_floor, buffer);
    return buffer;
}

bool ard_log_find(const char *name, ard_prepare_options *out)
{
    double floor = 0;
    bool on = strcmp(name, "off") != 0;
    if (on && strcmp(name, "on") != 0 && !(ard_parse_double(name, strlen(name), &floor) && floor > 0)) return false;
    out->log = on;
    out->log_floor = floor;
    return true;
}

const char *ard_filter_name(ard_filter filter, char buffer[ARD_FILTER_BYTES])
{
    if (filter.kind == ARD_FILTER_NONE) return filter_kind[ARD_FILTER_NONE];
    snprintf(buffer, ARD_FILTER_BYTES, "%s:%" PRId64, filter_kind[filter.kind], filter.k);
    return buffer;
}

bool ard_filter_find(const char *name, ard_filter *out)
{
    *out = (ard_filter){0};
    if (strcmp(name, filter_kind[ARD_FILTER_NONE]) == 0) return true;
    for (int kind = ARD_FILTER_TTEST; kind <= ARD_FILTER_FDR; kind++) {
        const size_t length = strlen(filter_kind[kind]);
        if (strncmp(name, filter_kind[kind], length) != 0 || name[length] != ':') continue;
        const char *count = name + length + 1;
        out->kind = (ard_filter_kind)kind;
        return ard_parse_int(count, strlen(count), &out->k) && out->k >= 1;
    }
    return false;
}
