/* What a spec asks for, parsed: the common keys and the settings of the method. */
#ifndef ARD_CONFIG_H
#define ARD_CONFIG_H

#include "fit/recipe.h"
#include "io/splits.h"
#include "metric/decide.h"

/* A spec is the texts as given; it is parsed where it is used, because settings depend on the method. */
struct ardor_spec {
    ardor_context *context;
    int64_t n, room;
    char **key, **value;
    ard_splits *splits; /* of the plan "splits"; NULL: none were given */
};

/* What an evaluation runs its recipe on beside its own folds. */
enum { ARD_MOST_FRACTIONS = 20 };
typedef struct ard_resamplings {
    int64_t permute;   /* key permute: permutations of the labels; 0: none */
    int64_t stability; /* key stability: complementary pairs of halves; 0: none */
    double tau;        /* and the share of the halves from which on a feature is a stable one */
    int n_fractions;   /* key learning-curve: parts of the training rows, rising; 0: none */
    double fraction[ARD_MOST_FRACTIONS];
    int64_t instability; /* key instability: bootstrap resamples; 0: none */
} ard_resamplings;

static inline bool ard_resamples(const ard_resamplings *r)
{
    return r->permute > 0 || r->stability > 0 || r->n_fractions > 0 || r->instability > 0;
}

/* What a spec asks for: the recipe, where it is tried, and how it is run. */
typedef struct ard_config {
    ard_recipe recipe;
    const char *plan;            /* key plan, NULL if not given; owned by the spec */
    const ard_splits *splits;    /* given for the plan "splits", NULL if there are none; owned by the spec */
    ard_decision_ask decide;     /* keys prior, threshold, cost, abstain; its texts are owned by the spec */
    ard_resamplings resamplings; /* keys permute, stability, learning-curve, instability */
    const char *checkpoint;      /* key checkpoint, a file, NULL if not given; owned by the spec */
    int threads;                 /* key threads, default 1; "auto" = online processors */
    double time_limit;           /* key time-limit, seconds; INFINITY */
    bool trace;                  /* key trace */
    bool keep_values;            /* key keep-values */
} ard_config;

/* Parse and check everything but the data: unknown keys and bad values are ARDOR_USAGE with what is allowed. */
int ard_config_parse(ardor_context *context, const ardor_spec *spec, ard_config *out);
/* Those keys alone that say how predictions are decided; all others are passed over. */
int ard_config_decide(ardor_context *context, const ardor_spec *spec, ard_decision_ask *out);
/* Those keys alone that say how work is run: threads, time-limit, checkpoint; all others are passed over. */
int ard_config_run(ardor_context *context, const ardor_spec *spec, ard_config *out);
/* The method of that name, or an error that lists all there are. */
int ard_config_method(ardor_context *context, const char *name, const ard_method **out);

/* The method of the spec as it is, the default one if it names none; NULL: it names one that there is not. */
const ard_method *ard_config_method_of(const ardor_spec *spec);
/* Its name as it stands there, or that of the default. */
const char *ard_config_method_name(const ardor_spec *spec);

/* A common key, as parsed and as described to programs (ardor_keys_json). */
typedef enum {
    ARD_KEY_OF_FIT = 1,
    ARD_KEY_OF_EVALUATE = 2,
    ARD_KEY_OF_PREDICT = 4,
    ARD_KEY_OF_COMPARE = 8,
    ARD_KEY_OF_RERUN = 16
} ard_key_verbs;
typedef struct ard_key {
    const char *name, *argument; /* "tune", and what stands for a value: "HOW" */
    const char *takes;           /* the values */
    const char *fallback;        /* what holds without it; NULL: no single value */
    const char *alone;           /* the value that an option --NAME without one means; NULL: it needs one */
    const char *group;           /* method, tuning, preparation, evaluation, decision or run */
    unsigned verbs;              /* of ard_key_verbs */
    const char *help;
    bool (*parse)(const char *text, ard_config *out); /* false: that is none of the values. NULL: a step of the preparation's */
} ard_key;
/* By index, in the order of the documents, those of the preparation's steps among them; false beyond the last. */
bool ard_config_key(int index, ard_key *out);
#endif
