/* The table of what --tune does by itself. Its entries are chosen on one collection of data sets and confirmed on another:
 * docs/tuning-defaults.md. */
#include "fit/tune_auto.h"

#include <math.h>
#include <string.h>

enum { LEAST_FOLDS = 2 };

/* By the rows that train and the features: wide p > 5 n, where jcfo screens; long n >= 10 p; middle between. */
typedef enum { WIDE = 1, MIDDLE = 2, LONG = 4, ANY_SHAPE = 7 } shapes;
typedef enum { BILINEAR = 1, CURVED = 2, ANY_BASIS = 3 } bases;

/* The first entry that applies counts. */
static const struct entry {
    const char *method; /* NULL: any */
    shapes shapes;
    bases bases;
    ard_scheme scheme;
} table[] = {
    {"auto", ANY_SHAPE, ANY_BASIS, {ARD_TUNE_CV, 5, ARD_RULE_SPARSE}},
    {"jcfo", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"spr", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"logistic", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"svm-l1", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"smlr", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"adaboost", ANY_SHAPE, BILINEAR, {ARD_TUNE_CV, 5, ARD_RULE_KEEP}},
    {"jcfo", LONG, CURVED, {ARD_TUNE_ALO, 0, ARD_RULE_ONE_SE}},
    {"spr", LONG, CURVED, {ARD_TUNE_ALO, 0, ARD_RULE_ONE_SE}},
    {"rvm", LONG, CURVED, {ARD_TUNE_CV, 5, ARD_RULE_DEVIANCE}},
    {"rsfm", LONG, CURVED, {ARD_TUNE_CV, 5, ARD_RULE_DEVIANCE}},
    {"pfcvm-lp", LONG, CURVED, {ARD_TUNE_CV, 5, ARD_RULE_DEVIANCE}},
    {NULL, ANY_SHAPE, ANY_BASIS, {ARD_TUNE_CV, 5, ARD_RULE_ONE_SE}},
};

static shapes shape_of(int64_t n, int64_t p) { return p > 5 * n ? WIDE : n >= 10 * p ? LONG : MIDDLE; }

static bases bases_of(ard_basis basis) { return basis.kind == ARD_IDENTITY || ard_basis_bilinear(basis) ? BILINEAR : CURVED; }

static bool is_given(const ard_recipe *recipe, const char *setting)
{
    const int index = ard_setting_index(recipe->method, setting);
    return index >= 0 && recipe->settings.given[index];
}

/* Approximate leave-one-out was confirmed with one-se, where nothing is chosen outside the fit and all rows count alike. */
static bool takes_alo(const ard_recipe *recipe, const ardor_dataset *data)
{
    const bool one_se = recipe->auto_rule || recipe->rule == ARD_RULE_ONE_SE;
    return one_se && !ard_recipe_not_alo(recipe, data->n_classes) && !data->group && !data->weight && !recipe->class_weight &&
           !is_given(recipe, "screen") && !is_given(recipe, "solver");
}

static bool applies(const struct entry *e, const ard_recipe *recipe, const ardor_dataset *data, int64_t n, bool may_leave_out)
{
    const bool is_method = !e->method || strcmp(e->method, recipe->method->name) == 0;
    const bool is_like = e->shapes & shape_of(n, data->p) && e->bases & bases_of(recipe->basis);
    return is_method && is_like && (e->scheme.tune != ARD_TUNE_ALO || may_leave_out);
}

static ard_scheme find(const ard_recipe *recipe, const ardor_dataset *data, int64_t n, bool may_leave_out)
{
    const struct entry *entry = table;
    while (!applies(entry, recipe, data, n, may_leave_out)) entry++;
    return entry->scheme;
}

/* Of the rows (of `rows`; NULL: all). 0: there are none. */
static int count_groups(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, int64_t *out)
{
    int rc = ARDOR_OK;
    bool *seen = NULL;
    *out = rows ? 0 : data->n_groups;
    NEW(context, seen, data->n_groups);
    for (int64_t i = 0; rows && data->group && i < rows->n; i++) {
        bool *one = seen + data->group[rows->row[i]];
        *out += !*one;
        *one = true;
    }
done:
    ard_free(context, seen);
    return rc;
}

/* How many rows train, and in how many groups they are; of a problem that is divided into pairs of classes the rows of a part of
 * the mean size. */
static int count(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, const ard_recipe *recipe, int64_t *n,
                 int64_t *n_groups)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    if (plan) TRY(ard_plan_fold(context, plan, 0, &fold));
    TRY(count_groups(context, data, plan ? &fold.train : NULL, n_groups));
    *n = plan ? fold.train.n : data->n;
    if (ard_recipe_multiclass(recipe, data->n_classes) == ARD_MULTICLASS_PAIRS) *n = 2 * *n / data->n_classes;
done:
    ard_fold_free(context, &fold);
    return rc;
}

int ard_tune_settle(ardor_context *context, const ardor_dataset *data, const ard_plan *plan, ard_recipe *recipe)
{
    int rc = ARDOR_OK;
    int64_t n = 0, n_groups = 0;
    if (!recipe->auto_tune && !recipe->auto_rule) return ARDOR_OK;
    TRY(count(context, data, plan, recipe, &n, &n_groups));
    const ard_scheme scheme = find(recipe, data, n, takes_alo(recipe, data)), folds = find(recipe, data, n, false);
    const bool is_alo = recipe->auto_tune && scheme.tune == ARD_TUNE_ALO;
    if (recipe->auto_tune) {
        recipe->tune = scheme.tune;
        recipe->tune_argument = scheme.argument;
        if (scheme.tune == ARD_TUNE_CV && n_groups > 0) /* which folds keep together */
            recipe->tune_argument = fmin(scheme.argument, (double)ard_max64(n_groups, LEAST_FOLDS));
    }
    if (is_alo) recipe->instead = folds;
    if (is_alo && !recipe->auto_rule) recipe->instead.rule = recipe->rule;
    if (recipe->auto_rule) recipe->rule = recipe->tune == ARD_TUNE_ALO ? ARD_RULE_ONE_SE : scheme.rule;
    recipe->auto_tune = recipe->auto_rule = false;
done:
    return rc;
}

bool ard_tune_fall_back(ard_recipe *recipe)
{
    const ard_scheme scheme = recipe->instead;
    if (scheme.tune == ARD_TUNE_NONE) return false;
    recipe->tune = scheme.tune;
    recipe->tune_argument = scheme.argument;
    recipe->rule = scheme.rule;
    recipe->instead = (ard_scheme){0};
    return true;
}
