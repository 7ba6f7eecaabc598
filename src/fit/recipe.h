/* Recipes: what is done to training rows. */
#ifndef ARD_RECIPE_H
#define ARD_RECIPE_H

#include "json/json.h"
#include "machine/pairs.h"
#include "method/method.h"
#include "prepare/prepare.h"

typedef enum { ARD_TUNE_NONE, ARD_TUNE_CV, ARD_TUNE_HOLDOUT, ARD_TUNE_FIRST, ARD_TUNE_ALO } ard_tune_kind;
typedef enum { ARD_RULE_ONE_SE, ARD_RULE_DEVIANCE, ARD_RULE_ERROR, ARD_RULE_KEEP, ARD_RULE_SPARSE } ard_rule;
typedef enum { ARD_PROTOCOL_HONEST, ARD_PROTOCOL_LEAKY } ard_protocol;

enum { ARD_MOST_PERMUTATIONS = 10000 }; /* of a feature, key importance */

/* A way to tune: a resampling or the like, and the rule of choice. */
typedef struct ard_scheme {
    ard_tune_kind tune;
    double argument;
    ard_rule rule;
} ard_scheme;

/* What is done: nothing else decides the result for given data and plan. */
typedef struct ard_recipe {
    const ard_method *method;  /* key method; default jcfo */
    ard_basis basis;           /* key basis; default: the method's */
    ard_multiclass multiclass; /* key multiclass: auto | native | pairs | rest */
    ard_settings settings;
    /* Where the filter has sizes to choose from, and their settings were settled outside of the rows at hand: for each size its
     * own. Else NULL. */
    const ard_settings *settled;
    ard_prepare_options prepare; /* the keys of the preparation's steps */
    const char *force;           /* key force: NULL (none) or a list of columns; owned by the spec. prepare.forced has them */
    const char *class_weight;    /* key class-weight: NULL (none), "balanced" or "CLASS=W,..."; owned by the spec */
    ard_protocol protocol;       /* key protocol: honest | leaky */
    ard_tune_kind tune;          /* key tune: none | cv:K | holdout:F | alo | first:K */
    double tune_argument;        /* K or F */
    ard_rule rule;               /* key rule: one-se | deviance | error | keep | sparse */
    bool auto_tune, auto_rule;   /* left to the table of fit/tune_auto.h: keys tune "" or auto, rule auto; default the latter */
    /* Of approximate leave-one-out that was taken for auto: what takes its place where it is of no use on the rows at hand. Else
     * it is none, and there is an error. */
    ard_scheme instead;
    bool relax;         /* key relax: none | auto */
    int64_t importance; /* key importance: permutations of each feature, 0 (none); of evaluations */
    uint64_t seed;      /* key seed, default 1 */
} ard_recipe;

/* Check against data: basis and case weights and number of classes against the method's capabilities. */
int ard_recipe_check(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data);
/* The columns of the key `force` into prepare.forced, against names, roles and what the method can. They are the caller's, with
 * the recipe and its copies: free them when these are done. */
int ard_recipe_find_forced(ardor_context *context, ard_recipe *recipe, const ardor_dataset *data);
void ard_recipe_free_forced(ardor_context *context, ard_recipe *recipe);
/* How the classes are told apart: NATIVE, of two classes always, or PAIRS, REST. */
ard_multiclass ard_recipe_multiclass(const ard_recipe *recipe, int n_classes);
/* Its name as in documents; NULL: there are two classes, so that nothing is to be said. */
const char *ard_recipe_multiclass_name(const ard_recipe *recipe, int n_classes);
/* The factor of every class's case weights on the given rows (data->n_classes values): 1, n / (K n_class) for balanced, or as
 * listed. Errors name a class that is not there or a weight that is not above 0. */
int ard_class_weights(ardor_context *context, const ard_recipe *recipe, const ardor_dataset *data, const ard_rows *rows,
                      double *factor);
/* How many sizes of its filter tuning chooses among; 1: there is nothing to choose. */
int ard_recipe_n_sizes(const ard_recipe *recipe);
/* The k-th of them, rising; 0: there is nothing to choose. */
int64_t ard_recipe_size(const ard_recipe *recipe, int k);
/* The recipe whose filter has this size alone. */
void ard_recipe_at(const ard_recipe *recipe, int k, ard_recipe *out);
/* The rule in force: settings picked on the errors that are reported go by the error. */
ard_rule ard_recipe_rule(const ard_recipe *recipe);
/* Does the rule go by the deviance? Else by the error. */
bool ard_rule_by_deviance(ard_rule rule);
/* Is the rule in force one that may keep the untuned settings, which are then a candidate? */
bool ard_recipe_keeps(const ard_recipe *recipe);
/* Are relaxed refits tried, so that there is a fit before them? */
bool ard_recipe_relaxes(const ard_recipe *recipe);
/* Why a recipe is not to be tuned by approximate leave-one-out, with what to take instead: "..: take .."; NULL: it may be, unless
 * the method refuses its settings for the data at hand (leave_out of method/method.h). n_classes: 2 where they are not known. */
const char *ard_recipe_not_alo(const ard_recipe *recipe, int n_classes);
/* Names as in reports. */
const char *ard_rule_name(ard_rule rule);
bool ard_rule_find(const char *name, ard_rule *out);
const char *ard_protocol_name(ard_protocol protocol);
bool ard_protocol_find(const char *name, ard_protocol *out);
/* "cv:5", "holdout:0.1", "alo", "none", "plan" (the leaky protocol picks on the plan itself), into a buffer where needed. */
const char *ard_tune_name(const ard_recipe *recipe, char buffer[32]);

/* Its members from "standardise" to "seed", as results and files of folds have them, for data of so many classes. */
void ard_recipe_write(const ard_recipe *recipe, int n_classes, ard_json *json);
#endif
