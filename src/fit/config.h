/* What a spec asks for, parsed: the common keys and the settings of the method. */
#ifndef ARD_CONFIG_H
#define ARD_CONFIG_H

#include "fit/recipe.h"

/* A spec is the texts as given; it is parsed where it is used, because settings depend on the method. */
struct ardor_spec {
    ardor_context *context;
    int64_t n, room;
    char **key, **value;
};

/* What a spec asks for: the recipe, where it is tried, and how it is run. */
typedef struct ard_config {
    ard_recipe recipe;
    const char *plan;       /* key plan, NULL if not given; owned by the spec */
    const char *checkpoint; /* key checkpoint, a file, NULL if not given; owned by the spec */
    int threads;            /* key threads, default 1; "auto" = online processors */
    double time_limit;      /* key time-limit, seconds; INFINITY */
    bool trace;             /* key trace */
} ard_config;

/* Parse and check everything but the data: unknown keys and bad values are ARDOR_USAGE with what is allowed. */
int ard_config_parse(ardor_context *context, const ardor_spec *spec, ard_config *out);
/* The method of that name, or an error that lists all there are. */
int ard_config_method(ardor_context *context, const char *name, const ard_method **out);
/* The common keys by index, NULL beyond the last. */
const char *ard_config_key(int index);
#endif
