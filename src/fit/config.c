/* Parsing a spec. Common keys are a table of a name, what it takes, and a parser; everything else is a setting of
 * the method, whose own table checks it. */
#include "fit/config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"

/* ---- the common keys. Each parser says whether it took the value; the table says what it takes. */

static bool is_number(const char *text, double *out) { return ard_parse_double(text, strlen(text), out); }
static bool is_int(const char *text, int64_t *out) { return ard_parse_int(text, strlen(text), out); }

static bool parse_standardise(const char *text, ard_config *out)
{
    return ard_standardise_find(text, &out->recipe.prepare.standardise);
}
static bool parse_impute(const char *text, ard_config *out) { return ard_impute_find(text, &out->recipe.prepare.impute); }
static bool parse_log(const char *text, ard_config *out) { return ard_log_find(text, &out->recipe.prepare); }

static bool parse_filter(const char *text, ard_config *out) { return ard_filter_find(text, &out->recipe.prepare.filter); }

static bool parse_tune(const char *text, ard_config *out)
{
    int64_t k = 0;
    double fraction = 0;
    out->recipe.tune = ARD_TUNE_CV;
    out->recipe.tune_argument = 5;
    if (text[0] == '\0' || strcmp(text, "auto") == 0) return true;
    if (strcmp(text, "none") == 0) {
        out->recipe.tune = ARD_TUNE_NONE;
        out->recipe.tune_argument = 0;
        return true;
    }
    if (strncmp(text, "cv:", 3) == 0 && is_int(text + 3, &k) && k >= 2 && k <= INT32_MAX) {
        out->recipe.tune_argument = (double)k;
        return true;
    }
    if (strncmp(text, "first:", 6) == 0 && is_int(text + 6, &k) && k >= 1 && k <= INT32_MAX) {
        out->recipe.tune = ARD_TUNE_FIRST;
        out->recipe.tune_argument = (double)k;
        return true;
    }
    out->recipe.tune = ARD_TUNE_HOLDOUT;
    if (strncmp(text, "holdout:", 8) != 0 || !is_number(text + 8, &fraction)) return false;
    out->recipe.tune_argument = fraction;
    return fraction > 0 && fraction < 1;
}

static bool parse_rule(const char *text, ard_config *out) { return ard_rule_find(text, &out->recipe.rule); }
static bool parse_protocol(const char *text, ard_config *out) { return ard_protocol_find(text, &out->recipe.protocol); }

static bool parse_relax(const char *text, ard_config *out)
{
    const int index = ard_choice_find("none|auto", text);
    out->recipe.relax = index == 1;
    return index >= 0;
}

/* The names of classes are checked where the data are at hand. */
static bool parse_class_weight(const char *text, ard_config *out)
{
    out->recipe.class_weight = strcmp(text, "none") == 0 ? NULL : text;
    return strcmp(text, "none") == 0 || strcmp(text, "balanced") == 0 || strchr(text, '=');
}

static bool parse_trace(const char *text, ard_config *out)
{
    const int index = ard_choice_find("off|on", text);
    out->trace = index == 1;
    return index >= 0;
}

/* The text is checked where the plan is made, with the data at hand. */
static bool parse_plan(const char *text, ard_config *out)
{
    out->plan = text;
    return text[0] != '\0';
}

static bool parse_checkpoint(const char *text, ard_config *out)
{
    out->checkpoint = text;
    return text[0] != '\0';
}

/* Below 2^63, so that JSON readers, whose integers are signed, take it back. */
static bool parse_seed(const char *text, ard_config *out)
{
    int64_t seed = 0;
    if (!is_int(text, &seed) || seed < 0) return false;
    out->recipe.seed = (uint64_t)seed;
    return true;
}

enum { MOST_THREADS = 1024 };

static bool parse_threads(const char *text, ard_config *out)
{
    int64_t threads = 0;
    if (strcmp(text, "auto") == 0)
        threads = ard_min64(ard_max64(sysconf(_SC_NPROCESSORS_ONLN), 1), MOST_THREADS);
    else if (!is_int(text, &threads))
        return false;
    out->threads = (int)ard_min64(threads, MOST_THREADS + 1);
    return threads >= 1 && threads <= MOST_THREADS;
}

static bool parse_time_limit(const char *text, ard_config *out)
{
    out->time_limit = INFINITY;
    return strcmp(text, "none") == 0 || (is_number(text, &out->time_limit) && out->time_limit > 0);
}

/* The method and the basis decide how the rest is read: ard_config_parse has done them already. */
static bool parse_before(const char *text, ard_config *out)
{
    (void)text;
    (void)out;
    return true;
}

/* `takes` is a part of messages: "impute takes none or median, not 'mean'". */
enum { BOTH = ARD_KEY_OF_FIT | ARD_KEY_OF_EVALUATE };
static const ard_key common_key[] = {
    {"method", "NAME", "a name that `ardor methods` lists", "jcfo", NULL, "method", BOTH, "method to fit", parse_before},
    {"basis", "BASIS", "identity, linear, poly:R with R from 1 to 8, or rbf", NULL, NULL, "method", BOTH,
     "basis functions, by default the method's own", parse_before},
    {"standardise", "HOW", "train, all, samples or none", "train", NULL, "preparation", BOTH,
     "scale features to mean 0 and deviation 1 on these rows", parse_standardise},
    {"impute", "HOW", "none or median", "none", NULL, "preparation", BOTH, "fill missing values, which are an error otherwise",
     parse_impute},
    {"log", "FLOOR", "off, on, or a floor above 0", "off", "on", "preparation", BOTH,
     "natural logarithm, of values raised to FLOOR first", parse_log},
    {"filter", "NAME:K", "none, or ttest:K or fdr:K with K >= 1", "none", NULL, "preparation", BOTH,
     "keep the K features of largest score on training rows", parse_filter},
    {"tune", "HOW", "none, auto, cv:K with K >= 2, holdout:F with 0 < F < 1, or (evaluate) first:K with K >= 1", "none", "cv:5",
     "method", BOTH, "choose the settings that are not given, inside the training rows", parse_tune},
    {"rule", "NAME", "one-se, deviance or error", "one-se", NULL, "tuning", BOTH, "which candidate tuning chooses", parse_rule},
    {"relax", "HOW", "none or auto", "none", NULL, "tuning", BOTH,
     "refit the chosen features with weaker penalties where that lowers the inner error", parse_relax},
    {"plan", "PLAN", "a plan such as loo or kfold:10", NULL, NULL, "evaluation", ARD_KEY_OF_EVALUATE, "resampling plan, needed",
     parse_plan},
    {"checkpoint", "FILE", "a file", NULL, NULL, "evaluation", ARD_KEY_OF_EVALUATE,
     "keep finished folds in it, and go on from those that it has", parse_checkpoint},
    {"class-weight", "HOW", "none, balanced, or CLASS=WEIGHT,...", "none", NULL, "preparation", BOTH,
     "factors on the case weights of training rows", parse_class_weight},
    {"protocol", "NAME", "honest or leaky", "honest", NULL, "method", BOTH,
     "honest: all that looks at data is fitted on training rows; leaky (evaluate): as in some papers", parse_protocol},
    {"seed", "N", "an integer from 0 to 9223372036854775807", "1", NULL, "run", BOTH, "seed of every random choice", parse_seed},
    {"threads", "N", "an integer from 1 to 1024, or auto", "1", NULL, "run", BOTH,
     "number of threads; auto: the online processors", parse_threads},
    {"time-limit", "SECONDS", "seconds above 0, or none", "none", NULL, "run", BOTH,
     "end with what there is after so much wall time", parse_time_limit},
    {"trace", "off|on", "off or on", "off", "on", "run", BOTH, "record every iteration in the result of a fit", parse_trace},
};
enum { N_COMMON = sizeof common_key / sizeof *common_key };

const ard_key *ard_config_key(int index) { return index >= 0 && index < N_COMMON ? &common_key[index] : NULL; }

static const char *value_of(const ardor_spec *spec, const char *key)
{
    for (int64_t i = 0; i < spec->n; i++)
        if (ard_name_equal(spec->key[i], key)) return spec->value[i];
    return NULL;
}

int ard_config_method(ardor_context *context, const char *name, const ard_method **out)
{
    char list[256] = "";
    *out = ard_method_find(name);
    if (*out) return ARDOR_OK;
    for (int i = 0; i < ard_method_count(); i++) ard_text_append(list, sizeof list, ard_method_at(i)->name);
    return ard_fail(context, ARDOR_USAGE, "there is no method '%.60s'; the methods are: %s", name, list);
}

static int choose_method(ardor_context *context, const ardor_spec *spec, ard_recipe *out)
{
    int rc = ARDOR_OK;
    const char *method = value_of(spec, "method"), *basis = value_of(spec, "basis");
    TRY(ard_config_method(context, method ? method : "jcfo", &out->method));
    TRY(ard_basis_parse(context, basis ? basis : out->method->default_basis, &out->basis));
    ard_settings_default(out->method, &out->settings);
done:
    return rc;
}

static int parse_key(ardor_context *context, const char *key, const char *value, ard_config *out)
{
    for (int i = 0; i < N_COMMON; i++) {
        const ard_key *common = &common_key[i];
        if (!ard_name_equal(key, common->name)) continue;
        if (common->parse(value, out)) return ARDOR_OK;
        return ard_fail(context, ARDOR_USAGE, "%s takes %s, not '%s'", common->name, common->takes, value);
    }
    return ard_settings_set(context, out->recipe.method, &out->recipe.settings, key, value);
}

int ard_config_parse(ardor_context *context, const ardor_spec *spec, ard_config *out)
{
    int rc = ARDOR_OK;
    ard_config config = {.recipe.seed = 1, .threads = 1, .time_limit = INFINITY};
    TRY(choose_method(context, spec, &config.recipe));
    for (int64_t i = 0; i < spec->n; i++) TRY(parse_key(context, spec->key[i], spec->value[i], &config));
    REQUIRE(context, !config.recipe.relax || config.recipe.tune != ARD_TUNE_NONE, ARDOR_USAGE,
            "relax=auto is chosen by cross-validation inside the training rows: give --tune too");
    *out = config;
done:
    return rc;
}
