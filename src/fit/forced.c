/* Columns that are forced in: the list of the key `force`, found in the data. */
#include <string.h>

#include "base/text.h"
#include "fit/recipe.h"
#include "io/columns.h"

/* ------------------------------------------------------------------ who can */

static int refuse_method(ardor_context *context, const char *name)
{
    char list[256] = "";
    for (int i = 0; i < ard_method_count(); i++)
        if (ard_method_at(i)->can & ARD_CAN_FORCE) ard_text_append(list, sizeof list, ard_method_at(i)->name);
    return ard_fail(context, ARDOR_USAGE, "method '%s' cannot take forced columns (--force); these can: %s", name, list);
}

static int check_method(ardor_context *context, const ard_recipe *recipe)
{
    char name[16];
    const ard_step_kind *projects = ard_prepare_projects(&recipe->prepare);
    if (projects)
        return ard_fail(
            context, ARDOR_USAGE,
            "--force: with --%s features are combinations of columns, and none could be kept apart: take one of the two",
            projects->key);
    if (!(recipe->method->can & ARD_CAN_FORCE)) return refuse_method(context, recipe->method->name);
    if (recipe->basis.kind == ARD_IDENTITY) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE,
                    "--force: with the basis '%s' no column has a weight of its own that could be spared the penalty: take "
                    "--basis identity",
                    ard_basis_name(recipe->basis, name));
}

/* ------------------------------------------------------------------ the columns */

/* The columns of the table that are features now, in its order: those of levels, each before its indicators, which have names
 * too. */
typedef struct columns {
    int64_t n;
    char **name;      /* borrowed */
    int64_t *feature; /* -1: that of a column of levels, */
    int64_t *until;   /* whose indicators come up to here */
    bool *mark;
} columns;

static void columns_close(ardor_context *context, columns *c)
{
    ard_free(context, c->mark);
    ard_free(context, c->until);
    ard_free(context, c->feature);
    ard_free(context, c->name);
}

static int columns_open(ardor_context *context, const ardor_dataset *data, columns *c)
{
    int rc = ARDOR_OK;
    const int64_t most = data->p + data->categories.n;
    const ard_category *last = NULL;
    int64_t head = 0;
    NEW(context, c->name, most);
    NEW(context, c->feature, most);
    NEW(context, c->until, most);
    NEW(context, c->mark, most);
    for (int64_t j = 0; j < data->p; j++) {
        const ard_category *of = ard_category_of(&data->categories, data->feature[j]);
        if (of && of != last) {
            head = c->n;
            c->feature[head] = -1;
            c->name[c->n++] = of->column;
        }
        c->feature[c->n] = j;
        c->name[c->n++] = data->feature[j];
        if (of) c->until[head] = c->n;
        last = of;
    }
done:
    return rc;
}

static bool is_item(const char *list, const char *name)
{
    const size_t bytes = name ? strlen(name) : 0;
    for (const char *at = list; bytes > 0 && (at = strstr(at, name)); at++) {
        const char *before = at, *after = at + bytes + strspn(at + bytes, " \t");
        while (before > list && (before[-1] == ' ' || before[-1] == '\t')) before--;
        if ((before == list || before[-1] == ',') && (*after == '\0' || *after == ',')) return true;
    }
    return false;
}

/* Columns with another role are no features, and have no names in the data. */
static int check_roles(ardor_context *context, const ardor_dataset *data, const char *list)
{
    const ard_inputs *in = &data->inputs;
    const char *const role[][2] = {{in->target, "the target"},
                                   {in->id, "the names of the rows"},
                                   {in->weights, "the case weights"},
                                   {in->group, "the groups"}};
    char quoted[ARD_QUOTE_BYTES];
    for (size_t r = 0; r < sizeof role / sizeof *role; r++) {
        if (!is_item(list, role[r][0])) continue;
        bool feature = false;
        for (int64_t j = 0; j < data->p; j++) feature |= strcmp(data->feature[j], role[r][0]) == 0;
        if (!feature)
            return ard_fail(context, ARDOR_USAGE, "%s: --force: '%s' is no feature: it holds %s", data->source,
                            ard_name_quote(role[r][0], quoted), role[r][1]);
    }
    return ARDOR_OK;
}

static int64_t take_marks(const columns *c, bool *forced)
{
    int64_t n = 0;
    for (int64_t i = 0; i < c->n; i++)
        for (int64_t k = i + 1; c->feature[i] < 0 && k < c->until[i]; k++) c->mark[k] |= c->mark[i];
    for (int64_t i = 0; i < c->n; i++)
        if (c->feature[i] >= 0) n += forced[c->feature[i]] = c->mark[i];
    return n;
}

void ard_recipe_free_forced(ardor_context *context, ard_recipe *recipe)
{
    ard_free(context, (bool *)recipe->prepare.forced); /* which the preparation does not change */
    recipe->prepare.forced = NULL;
}

int ard_recipe_find_forced(ardor_context *context, ard_recipe *recipe, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    columns c = {0};
    bool *forced = NULL;
    recipe->prepare.forced = NULL;
    if (!recipe->force) return ARDOR_OK;
    TRY(check_method(context, recipe));
    TRY(check_roles(context, data, recipe->force));
    TRY(columns_open(context, data, &c));
    const ard_column_names names = {.file = data->source, .what = "feature", .n = c.n, .name = c.name};
    TRY(ard_columns_mark(context, &names, "--force", recipe->force, c.mark));
    NEW(context, forced, data->p);
    REQUIRE(context, take_marks(&c, forced) < data->p, ARDOR_USAGE,
            "%s: --force: all %lld features are forced, so that there are none to choose from: force fewer", data->source,
            (long long)data->p);
    recipe->prepare.forced = forced;
    forced = NULL;
done:
    ard_free(context, forced);
    columns_close(context, &c);
    return rc;
}
