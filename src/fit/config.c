/* Parsing a spec. Common keys are a table of a name, what it takes, and a parser; those of the preparation are in the table of
 * its steps; everything else is a setting of the method, whose own table checks it. */
#include "fit/config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/guess.h"
#include "base/text.h"

/* ---- the common keys. Each parser says whether it took the value; the table says what it takes. */

static bool is_number(const char *text, double *out) { return ard_parse_double(text, strlen(text), out); }
static bool is_int(const char *text, int64_t *out) { return ard_parse_int(text, strlen(text), out); }

static bool parse_tune(const char *text, ard_config *out)
{
    int64_t k = 0;
    double fraction = 0;
    out->recipe.auto_tune = text[0] == '\0' || strcmp(text, "auto") == 0;
    out->recipe.tune = ARD_TUNE_CV;
    out->recipe.tune_argument = 5; /* of auto until the data are at hand */
    if (out->recipe.auto_tune) return true;
    if (strcmp(text, "none") == 0) {
        out->recipe.tune = ARD_TUNE_NONE;
        out->recipe.tune_argument = 0;
        return true;
    }
    if (strcmp(text, "alo") == 0) {
        out->recipe.tune = ARD_TUNE_ALO;
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

static bool parse_rule(const char *text, ard_config *out)
{
    out->recipe.auto_rule = strcmp(text, "auto") == 0;
    return out->recipe.auto_rule || ard_rule_find(text, &out->recipe.rule);
}

static bool parse_multiclass(const char *text, ard_config *out) { return ard_multiclass_find(text, &out->recipe.multiclass); }

static bool parse_protocol(const char *text, ard_config *out) { return ard_protocol_find(text, &out->recipe.protocol); }

static bool parse_relax(const char *text, ard_config *out)
{
    const int index = ard_choice_find("none|auto", text);
    out->recipe.relax = index == 1;
    return index >= 0;
}

/* The names of columns are looked up where the data are at hand. */
static bool parse_force(const char *text, ard_config *out)
{
    out->recipe.force = strcmp(text, "none") == 0 ? NULL : text;
    return text[0] != '\0';
}

/* The names of classes are checked where the data are at hand. */
static bool parse_class_weight(const char *text, ard_config *out)
{
    out->recipe.class_weight = strcmp(text, "none") == 0 ? NULL : text;
    return strcmp(text, "none") == 0 || strcmp(text, "balanced") == 0 || strchr(text, '=');
}

static bool parse_switch(const char *text, bool *out)
{
    const int index = ard_choice_find("off|on", text);
    *out = index == 1;
    return index >= 0;
}
static bool parse_trace(const char *text, ard_config *out) { return parse_switch(text, &out->trace); }
static bool parse_keep_values(const char *text, ard_config *out) { return parse_switch(text, &out->keep_values); }

static bool is_none(const char *text) { return strcmp(text, "none") == 0; }

/* The text is checked where the plan is made, with the data at hand. */
static bool parse_plan(const char *text, ard_config *out)
{
    out->plan = text;
    return text[0] != '\0';
}

static bool parse_importance(const char *text, ard_config *out)
{
    int64_t repeats = 0;
    out->recipe.importance = 0;
    if (is_none(text)) return true;
    if (strncmp(text, "permutation:", 12) != 0 || !is_int(text + 12, &repeats)) return false;
    out->recipe.importance = repeats;
    return repeats >= 1 && repeats <= ARD_MOST_PERMUTATIONS;
}

static bool parse_permute(const char *text, ard_config *out)
{
    out->resamplings.permute = 0;
    return is_none(text) || (is_int(text, &out->resamplings.permute) && out->resamplings.permute >= 1 &&
                             out->resamplings.permute <= ARD_MOST_PERMUTATIONS);
}

/* Up to this many pairs of halves. */
enum { MOST_PAIRS = 10000 };
static const double DEFAULT_TAU = .75;

/* "50" or "50:.8" */
static bool parse_stability(const char *text, ard_config *out)
{
    char count[24];
    const char *colon = strchr(text, ':');
    const size_t bytes = colon ? (size_t)(colon - text) : strlen(text);
    ard_resamplings *r = &out->resamplings;
    r->stability = 0;
    r->tau = 0;
    if (is_none(text)) return true;
    r->tau = DEFAULT_TAU;
    if (bytes >= sizeof count) return false;
    memcpy(count, text, bytes);
    count[bytes] = '\0';
    if (!is_int(count, &r->stability) || r->stability < 1 || r->stability > MOST_PAIRS) return false;
    return !colon || (is_number(colon + 1, &r->tau) && r->tau > .5 && r->tau <= 1);
}

/* ".25,.5,.75", rising */
static bool parse_curve(const char *text, ard_config *out)
{
    ard_resamplings *r = &out->resamplings;
    r->n_fractions = 0;
    if (is_none(text)) return true;
    for (const char *at = text; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        double fraction = 0;
        if (r->n_fractions == ARD_MOST_FRACTIONS || !ard_parse_double(at, strcspn(at, ","), &fraction)) return false;
        if (!(fraction > 0 && fraction < 1)) return false;
        if (r->n_fractions > 0 && fraction <= r->fraction[r->n_fractions - 1]) return false;
        r->fraction[r->n_fractions++] = fraction;
    }
    return true;
}

/* Up to this many resamples, of each of which all rows are predicted. */
enum { MOST_REFITS = 10000 };

static bool parse_instability(const char *text, ard_config *out)
{
    int64_t *refits = &out->resamplings.instability;
    *refits = 0;
    return is_none(text) || (is_int(text, refits) && *refits >= 1 && *refits <= MOST_REFITS);
}

static bool parse_checkpoint(const char *text, ard_config *out)
{
    out->checkpoint = text;
    return text[0] != '\0';
}

/* The names of classes are checked where they are at hand. */
static bool parse_prior(const char *text, ard_config *out)
{
    out->decide.prior = is_none(text) ? NULL : text;
    return is_none(text) || strchr(text, '=');
}

static bool parse_threshold(const char *text, ard_config *out)
{
    out->decide.threshold = 0;
    return is_none(text) || (is_number(text, &out->decide.threshold) && out->decide.threshold > 0 && out->decide.threshold < 1);
}

static bool parse_cost(const char *text, ard_config *out)
{
    out->decide.cost = is_none(text) ? NULL : text;
    return is_none(text) || strpbrk(text, ",=");
}

static bool parse_abstain(const char *text, ard_config *out)
{
    out->decide.abstain = 0;
    out->decide.abstains = !is_none(text);
    return is_none(text) || (is_number(text, &out->decide.abstain) && out->decide.abstain >= 0 && out->decide.abstain <= 1);
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
enum {
    OF_A_FIT = ARD_KEY_OF_FIT | ARD_KEY_OF_EVALUATE, /* of one: compare has several */
    EVALUATING = ARD_KEY_OF_EVALUATE | ARD_KEY_OF_COMPARE,
    FITTING = ARD_KEY_OF_FIT | EVALUATING,
    DECIDING = EVALUATING | ARD_KEY_OF_PREDICT
};
static const ard_key common_key[] = {
    {"method", "NAME", "a name that `ardor methods` lists", "jcfo", NULL, "method", OF_A_FIT, "method to fit", parse_before},
    {"basis", "BASIS", "identity, linear, poly:R with R from 1 to 8, or rbf", NULL, NULL, "method", FITTING,
     "basis functions, by default the method's own", parse_before},
    {"multiclass", "HOW", "auto, native, pairs or rest", "auto", NULL, "method", FITTING,
     "tell more than two classes apart by the method itself, by pairs of classes, or each from the rest", parse_multiclass},
    {"tune", "HOW", "none, auto, cv:K with K >= 2, holdout:F with 0 < F < 1, alo, or (evaluate) first:K with K >= 1", "none",
     "auto", "method", FITTING, "choose the settings that are not given, inside the training rows", parse_tune},
    {"rule", "NAME", "auto, one-se, deviance, error, keep or sparse", "auto", NULL, "tuning", FITTING,
     "which candidate tuning chooses", parse_rule},
    {"relax", "HOW", "none or auto", "none", NULL, "tuning", FITTING,
     "refit the chosen features with weaker penalties where that lowers the inner error", parse_relax},
    {"plan", "PLAN", "a plan such as loo or kfold:10", NULL, NULL, "evaluation", EVALUATING, "resampling plan, needed",
     parse_plan},
    {"importance", "HOW", "none, or permutation:R with R from 1 to 10000", "none", NULL, "evaluation", EVALUATING,
     "by how much the predictions of test rows become worse where a feature is exchanged among them, R times", parse_importance},
    {"permute", "B", "none, or a number of permutations from 1 to 10000", "none", NULL, "evaluation", ARD_KEY_OF_EVALUATE,
     "is it better than chance? The whole evaluation again on labels that are exchanged among the rows, B times", parse_permute},
    {"stability", "B[:TAU]", "none, or B pairs of halves, B from 1 to 10000, and with : a share TAU above 0.5, up to 1", "none",
     NULL, "evaluation", ARD_KEY_OF_EVALUATE,
     "stability selection: which features do at least a share TAU (0.75) of 2 B halves of the rows select?", parse_stability},
    {"learning-curve", "F,F,...", "none, or rising fractions above 0 and below 1, up to 20, with commas in between", "none", NULL,
     "evaluation", ARD_KEY_OF_EVALUATE, "the plan again with these parts of each training part", parse_curve},
    {"instability", "B", "none, or a number of resamples from 1 to 10000", "none", NULL, "evaluation", ARD_KEY_OF_EVALUATE,
     "how far do the probabilities of the fit to all rows depend on these rows? The fit again on B bootstrap resamples of them",
     parse_instability},
    {"keep-values", "off|on", "off or on", "off", "on", "evaluation", ARD_KEY_OF_EVALUATE,
     "keep in the result the values of the features that folds selected most often, 30 at most, for the pictures of a report",
     parse_keep_values},
    {"checkpoint", "FILE", "a file", NULL, NULL, "evaluation", EVALUATING | ARD_KEY_OF_RERUN,
     "keep finished folds in it, and go on from those that it has", parse_checkpoint},
    {"force", "LIST", "none, or columns with commas in between: names, globs, A:B, @FILE", "none", NULL, "preparation", FITTING,
     "columns that are in every model and not penalised, such as age or batch", parse_force},
    {"class-weight", "HOW", "none, balanced, or CLASS=WEIGHT,...", "none", NULL, "preparation", FITTING,
     "factors on the case weights of training rows", parse_class_weight},
    {"protocol", "NAME", "honest or leaky", "honest", NULL, "method", FITTING,
     "honest: all that looks at data is fitted on training rows; leaky (evaluate): as in some papers", parse_protocol},
    {"prior", "CLASS=P,...", "none, or CLASS=P,... for all classes but one at least", "none", NULL, "decision", DECIDING,
     "shares of the classes where predictions are used, if training rows have others (case-control)", parse_prior},
    {"threshold", "P", "none, or a probability above 0 and below 1", "none", NULL, "decision", DECIDING,
     "decide for the positive class of two where its probability is above", parse_threshold},
    {"cost", "FP,FN", "none, FP,FN or TRUE:PREDICTED=COST,...", "none", NULL, "decision", DECIDING,
     "decide for the least expected cost, of a false positive and a false negative, or of pairs of classes (others 1)",
     parse_cost},
    {"abstain", "P", "none, or a probability from 0 to 1", "none", NULL, "decision", DECIDING,
     "decide nothing where the largest probability is below", parse_abstain},
    {"seed", "N", "an integer from 0 to 9223372036854775807", "1", NULL, "run", FITTING, "seed of every random choice",
     parse_seed},
    {"threads", "N", "an integer from 1 to 1024, or auto", "1", NULL, "run", FITTING | ARD_KEY_OF_RERUN,
     "number of threads; auto: the online processors", parse_threads},
    {"time-limit", "SECONDS", "seconds above 0, or none", "none", NULL, "run", FITTING,
     "stop after so much wall time with the folds, candidates or iterations that are finished", parse_time_limit},
    {"trace", "off|on", "off or on", "off", "on", "run", OF_A_FIT, "record every iteration in the result of a fit", parse_trace},
};
enum { N_COMMON = sizeof common_key / sizeof *common_key };

/* Those of the preparation follow after the method and its basis. */
enum { BEFORE_STEPS = 2 };

static ard_key key_of_step(const ard_step_kind *kind)
{
    return (ard_key){.name = kind->key,
                     .argument = kind->value,
                     .takes = kind->takes,
                     .fallback = kind->fallback ? kind->fallback : kind->off,
                     .alone = kind->alone,
                     .group = "preparation",
                     .verbs = FITTING,
                     .help = kind->help};
}

bool ard_config_key(int index, ard_key *out)
{
    const ard_step_kind *step = ard_step_with_key(index - BEFORE_STEPS);
    if (step) {
        *out = key_of_step(step);
        return true;
    }
    for (int i = 0; index >= BEFORE_STEPS && ard_step_with_key(i); i++) index--;
    if (index < 0 || index >= N_COMMON) return false;
    *out = common_key[index];
    return true;
}

static const char *value_of(const ardor_spec *spec, const char *key)
{
    for (int64_t i = 0; i < spec->n; i++)
        if (ard_name_equal(spec->key[i], key)) return spec->value[i];
    return NULL;
}

int ard_config_method(ardor_context *context, const char *name, const ard_method **out)
{
    char list[256] = "";
    ard_guess guess = {.asked = name};
    *out = ard_method_find(name);
    if (*out) return ARDOR_OK;
    const char *lacks = ard_method_lacks(name);
    if (lacks)
        return ard_fail(context, ARDOR_USAGE,
                        "method '%s' needs %s, without which this ardor was built: build it with that, or take another method",
                        name, lacks);
    for (int i = 0; i < ard_method_count(); i++) {
        ard_text_append(list, sizeof list, ard_method_at(i)->name);
        ard_guess_try(&guess, ard_method_at(i)->name);
    }
    return ard_fail(context, ARDOR_USAGE, "there is no method '%.60s'; the methods are: %s%s%s%s", name, list,
                    guess.list[0] ? "; is " : "", guess.list, guess.list[0] ? " meant?" : "");
}

const char *ard_config_method_name(const ardor_spec *spec)
{
    const char *name = value_of(spec, "method");
    return name ? name : "jcfo";
}

const ard_method *ard_config_method_of(const ardor_spec *spec) { return ard_method_find(ard_config_method_name(spec)); }

static int choose_method(ardor_context *context, const ardor_spec *spec, ard_recipe *out)
{
    int rc = ARDOR_OK;
    const char *basis = value_of(spec, "basis");
    TRY(ard_config_method(context, ard_config_method_name(spec), &out->method));
    TRY(ard_basis_parse(context, basis ? basis : out->method->default_basis, &out->basis));
    ard_settings_default(out->method, &out->settings);
done:
    return rc;
}

/* Of the methods that have a setting of this name there is one at least, or the spec would have refused the key. */
static int unknown_setting(ardor_context *context, const ard_method *method, const char *key)
{
    char own[512] = "", others[256] = "";
    ard_guess guess = {.asked = key};
    for (int i = 0; i < method->n_settings; i++) {
        ard_text_append(own, sizeof own, method->settings[i].name);
        ard_guess_try(&guess, method->settings[i].name);
    }
    for (int i = 0; i < ard_method_count(); i++)
        if (ard_setting_index(ard_method_at(i), key) >= 0) ard_text_append(others, sizeof others, ard_method_at(i)->name);
    const char *is = guess.list[0] ? "; is " : "", *meant = guess.list[0] ? " meant?" : "";
    return ard_fail(context, ARDOR_USAGE, "'%.60s' is a setting of %s, not of '%s', which has: %s%s%s%s", key, others,
                    method->name, own, is, guess.list, meant);
}

static int parse_key(ardor_context *context, const char *key, const char *value, ard_config *out)
{
    ard_key common;
    for (int i = 0; ard_config_key(i, &common); i++) {
        if (!ard_name_equal(key, common.name)) continue;
        if (common.parse ? common.parse(value, out) : ard_prepare_set(&out->recipe.prepare, key, value)) return ARDOR_OK;
        return ard_fail(context, ARDOR_USAGE, "%s takes %s, not '%.100s'", common.name, common.takes, value);
    }
    if (ard_setting_index(out->recipe.method, key) < 0) return unknown_setting(context, out->recipe.method, key);
    return ard_settings_set(context, out->recipe.method, &out->recipe.settings, key, value);
}

int ard_config_decide(ardor_context *context, const ardor_spec *spec, ard_decision_ask *out)
{
    int rc = ARDOR_OK;
    ard_config config = {0};
    ard_key key;
    for (int i = 0; ard_config_key(i, &key); i++) {
        const char *value = key.verbs & ARD_KEY_OF_PREDICT ? value_of(spec, key.name) : NULL;
        if (value) TRY(parse_key(context, key.name, value, &config));
    }
    *out = config.decide;
done:
    return rc;
}

int ard_config_run(ardor_context *context, const ardor_spec *spec, ard_config *out)
{
    int rc = ARDOR_OK;
    static const char *const keys[] = {"threads", "time-limit", "checkpoint"};
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        const char *value = value_of(spec, keys[k]);
        if (value) TRY(parse_key(context, keys[k], value, out));
    }
done:
    return rc;
}

/* So that a method without settings takes the options of those beside it. */
static void tune_nothing(ardor_context *context, ard_recipe *recipe)
{
    const ard_argument *sizes = ard_prepare_sizes(&recipe->prepare);
    ard_note(context, "method '%s' has nothing to tune%s", recipe->method->name,
             sizes ? ", and its filter has the smallest of its sizes" : "");
    recipe->tune = ARD_TUNE_NONE;
    recipe->tune_argument = 0;
    recipe->auto_tune = recipe->auto_rule = recipe->relax = false;
    if (sizes) ard_prepare_set_size(&recipe->prepare, sizes->size[0]);
}

int ard_config_parse(ardor_context *context, const ardor_spec *spec, ard_config *out)
{
    int rc = ARDOR_OK;
    ard_config config = {.recipe = {.auto_rule = true, .seed = 1}, .threads = 1, .time_limit = INFINITY};
    config.splits = spec->splits;
    TRY(choose_method(context, spec, &config.recipe));
    if (config.recipe.method->can & ARD_HAS_TUNING) TRY(parse_key(context, "tune", "auto", &config));
    for (int64_t i = 0; i < spec->n; i++) TRY(parse_key(context, spec->key[i], spec->value[i], &config));
    REQUIRE(context, !config.recipe.relax || config.recipe.tune != ARD_TUNE_NONE, ARDOR_USAGE,
            "relax=auto is chosen by cross-validation inside the training rows: give --tune too");
    REQUIRE(context, ard_recipe_n_sizes(&config.recipe) == 1 || config.recipe.tune != ARD_TUNE_NONE, ARDOR_USAGE,
            "the filter has several sizes, of which tuning takes one inside the training rows: give --tune too, or one size");
    REQUIRE(context, ard_recipe_n_sizes(&config.recipe) == 1 || !ard_prepare_projects(&config.recipe.prepare), ARDOR_USAGE,
            "the filter has several sizes, and components are those of one of them: give one size, or leave out --pca");
    if (!config.recipe.method->grid && config.recipe.tune != ARD_TUNE_NONE) tune_nothing(context, &config.recipe);
    const char *not_alo = config.recipe.tune == ARD_TUNE_ALO ? ard_recipe_not_alo(&config.recipe, 2) : NULL;
    REQUIRE(context, !not_alo, ARDOR_USAGE, "--tune=alo of '%s': %s", config.recipe.method->name, not_alo);
    *out = config;
done:
    return rc;
}
