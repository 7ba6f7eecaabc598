/* The table of what --tune does by itself. Its entries are chosen on one collection of data sets and confirmed on another:
 * docs/tuning-defaults.md. */
#include "fit/tune_auto.h"

#include <string.h>

/* By the rows and the features that may be used: wide p > 5 n, where jcfo screens; long n >= 10 p; middle between. */
typedef enum { WIDE = 1, MIDDLE = 2, LONG = 4, ANY_SHAPE = 7 } shapes;
typedef enum { BILINEAR = 1, CURVED = 2, ANY_BASIS = 3 } bases;

/* The first entry that applies counts. */
static const struct entry {
    const char *method; /* NULL: any */
    shapes shapes;
    bases bases;
    ard_tune_kind tune;
    double argument;
    ard_rule rule;
} table[] = {
    {"jcfo", ANY_SHAPE, BILINEAR, ARD_TUNE_CV, 5, ARD_RULE_KEEP},
    {"spr", ANY_SHAPE, BILINEAR, ARD_TUNE_CV, 5, ARD_RULE_KEEP},
    {"jcfo", LONG, CURVED, ARD_TUNE_ALO, 0, ARD_RULE_ONE_SE},
    {NULL, ANY_SHAPE, ANY_BASIS, ARD_TUNE_CV, 5, ARD_RULE_ONE_SE},
};

/* The features that the preparation may leave. */
static int64_t n_features(const ard_recipe *recipe, const ardor_dataset *data)
{
    const ard_step_kind *const *kinds = ard_prepare_kinds(&recipe->prepare);
    for (int i = 0; kinds[i]; i++) {
        const ard_argument *argument = ard_prepare_argument(&recipe->prepare, i);
        if (argument && strcmp(kinds[i]->name, "filter") == 0) return ard_min64(argument->count, data->p);
    }
    return data->p;
}

static shapes shape_of(int64_t n, int64_t p) { return p > 5 * n ? WIDE : n >= 10 * p ? LONG : MIDDLE; }

static bases bases_of(ard_basis basis) { return basis.kind == ARD_IDENTITY || ard_basis_bilinear(basis) ? BILINEAR : CURVED; }

static bool is_given(const ard_recipe *recipe, const char *setting)
{
    const int index = ard_setting_index(recipe->method, setting);
    return index >= 0 && recipe->settings.given[index];
}

/* Approximate leave-one-out was measured where nothing is chosen outside the fit and all rows count alike. */
static bool takes_alo(const ard_recipe *recipe, const ardor_dataset *data)
{
    return !ard_recipe_not_alo(recipe) && !data->group && !data->weight && !recipe->class_weight && !is_given(recipe, "screen") &&
           !is_given(recipe, "solver");
}

static bool applies(const struct entry *e, const ard_recipe *recipe, const ardor_dataset *data)
{
    const bool is_method = !e->method || strcmp(e->method, recipe->method->name) == 0;
    const bool is_like = e->shapes & shape_of(data->n, n_features(recipe, data)) && e->bases & bases_of(recipe->basis);
    return is_method && is_like && (e->tune != ARD_TUNE_ALO || takes_alo(recipe, data));
}

void ard_tune_settle(ard_recipe *recipe, const ardor_dataset *data)
{
    const struct entry *entry = table;
    while (!applies(entry, recipe, data)) entry++;
    if (recipe->auto_tune) {
        recipe->tune = entry->tune;
        recipe->tune_argument = entry->argument;
    }
    if (recipe->auto_rule) recipe->rule = recipe->tune == ARD_TUNE_ALO ? ARD_RULE_ONE_SE : entry->rule;
    recipe->auto_tune = recipe->auto_rule = false;
}
