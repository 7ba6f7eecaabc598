/* What to do, parsed from a spec: the common keys and the settings of the method. */
#ifndef ARD_CONFIG_H
#define ARD_CONFIG_H

#include "method/method.h"
#include "prepare/names.h"
#include "prepare/prepare.h"

typedef enum { ARD_TUNE_NONE, ARD_TUNE_CV, ARD_TUNE_HOLDOUT, ARD_TUNE_FIRST } ard_tune_kind;
typedef enum { ARD_RULE_ONE_SE, ARD_RULE_DEVIANCE, ARD_RULE_ERROR } ard_rule;
typedef enum { ARD_PROTOCOL_HONEST, ARD_PROTOCOL_LEAKY } ard_protocol;

/* A spec is the texts as given; it is parsed where it is used, because settings depend on the method. */
struct ardor_spec {
    ardor_context *context;
    int64_t n, room;
    char **key, **value;
};

typedef struct ard_config {
    const ard_method *method; /* key method; default jcfo */
    ard_basis basis;          /* key basis; default: the method's */
    ard_settings settings;
    ard_prepare_options prepare; /* keys standardise, impute, log, filter */
    const char *class_weight;    /* key class-weight: NULL (none), "balanced" or "CLASS=W,..."; owned by the spec */
    ard_protocol protocol;       /* key protocol: honest | leaky */
    ard_tune_kind tune;          /* key tune: none | cv:K | holdout:F | first:K; "" and "auto" are cv:5 */
    double tune_argument;        /* K or F */
    ard_rule rule;               /* key rule: one-se | deviance | error */
    bool relax;                  /* key relax: none | auto */
    const char *plan;            /* key plan, NULL if not given; owned by the spec */
    uint64_t seed;               /* key seed, default 1 */
    int threads;                 /* key threads, default 1; "auto" = online processors */
    double time_limit;           /* key time-limit, seconds; INFINITY */
    double deadline;             /* ard_now() value, set by the caller of the fit */
    bool trace;                  /* key trace */
    const struct ard_leak *leak; /* what comes from outside the training rows (training.h); NULL: nothing */
} ard_config;

/* Parse and check everything but the data: unknown keys and bad values are ARDOR_USAGE with what is allowed. */
int ard_config_parse(ardor_context *context, const ardor_spec *spec, ard_config *out);
/* The method of that name, or an error that lists all there are. */
int ard_config_method(ardor_context *context, const char *name, const ard_method **out);
/* The factor of every class's case weights on the given rows (data->n_classes values): 1, n / (K n_class) for balanced, or as
 * listed. Errors name a class that is not there or a weight that is not above 0. */
int ard_class_weights(ardor_context *context, const ard_config *config, const ardor_dataset *data, const ard_rows *rows,
                      double *factor);
/* Check against data: basis and case weights and number of classes against the method's capabilities. */
int ard_config_check(ardor_context *context, const ard_config *config, const ardor_dataset *data);
/* The rule in force: settings picked on the errors that are reported go by the error. */
ard_rule ard_config_rule(const ard_config *config);
/* Names as in reports. */
const char *ard_rule_name(ard_rule rule);
const char *ard_protocol_name(ard_protocol protocol);
/* "cv:5", "holdout:0.1", "none", "plan" (the leaky protocol picks on the plan itself), into a buffer where needed. */
const char *ard_tune_name(const ard_config *config, char buffer[32]);

/* The common keys by index, NULL beyond the last. */
const char *ard_config_key(int index);
#endif
