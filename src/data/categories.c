#include "data/categories.h"

#include <string.h>

#include "base/text.h"
#include "data/dataset.h"

const char *ard_onehot_name(ard_onehot onehot)
{
    return onehot == ARD_ONEHOT_ERROR ? "error" : onehot == ARD_ONEHOT_ZERO ? "zero" : NULL;
}

char *ard_indicator_name(ardor_context *context, const char *column, const char *level)
{
    return ard_format(context, "%s=%s", column, level);
}

const ard_category *ard_category_of(const ard_categories *categories, const char *name)
{
    for (int64_t c = 0; c < categories->n; c++) {
        const ard_category *category = &categories->of[c];
        const size_t bytes = strlen(category->column);
        if (strncmp(name, category->column, bytes) != 0 || name[bytes] != '=') continue;
        for (int64_t k = 0; k < category->n_levels; k++)
            if (strcmp(name + bytes + 1, category->level[k]) == 0) return category;
    }
    return NULL;
}

void ard_categories_free(ardor_context *context, ard_categories *categories)
{
    for (int64_t c = 0; c < categories->n; c++) {
        ard_free(context, categories->of[c].column);
        ard_names_free(context, categories->of[c].n_levels, categories->of[c].level);
    }
    ard_free(context, categories->of);
    *categories = (ard_categories){0};
}

static int is_needed(ardor_context *context, const ard_category *category, const ard_name_index *index, bool *out)
{
    int rc = ARDOR_OK;
    *out = false;
    for (int64_t k = 0; k < category->n_levels && !*out; k++) {
        char *name = NULL;
        MAKE(name, ard_indicator_name(context, category->column, category->level[k]));
        *out = ard_name_index_find(index, name) >= 0;
        ard_free(context, name);
    }
done:
    return rc;
}

int ard_categories_keep(ardor_context *context, const ard_categories *from, int64_t n, char *const *names, ard_categories *out)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    *out = (ard_categories){0};
    TRY(ard_name_index_new(context, n, names, &index));
    NEW(context, out->of, from->n);
    for (; out->n < from->n;) {
        const ard_category *source = &from->of[out->n];
        ard_category *to = &out->of[out->n++];
        bool needed = false;
        COPY(context, to->column, source->column);
        TRY(is_needed(context, source, index, &needed));
        if (!needed) continue;
        TRY(ard_names_copy(context, source->n_levels, source->level, &to->level));
        to->n_levels = source->n_levels;
    }
done:
    ard_name_index_free(index);
    if (rc != ARDOR_OK) ard_categories_free(context, out);
    return rc;
}

/* ------------------------------------------------------------------ in a model file */

void ard_categories_write(const ard_categories *categories, ard_json *json, const char *key)
{
    ard_json_open(json, key, '[');
    for (int64_t c = 0; c < categories->n; c++) {
        const ard_category *category = &categories->of[c];
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "column", category->column);
        if (category->level)
            ard_json_texts(json, "levels", category->n_levels, category->level);
        else
            ard_json_null(json, "levels");
        ard_json_close(json);
    }
    ard_json_close(json);
}

static int check_unique(const ard_node *list, int64_t n, char *const *names)
{
    int rc = ARDOR_OK;
    int64_t first = 0, second = 0;
    TRY(ard_names_repeated(list->context, n, names, &first, &second));
    if (second >= 0)
        rc = ard_node_fail(list, "[%lld] and [%lld] are both '%.80s'", (long long)first, (long long)second, names[first]);
done:
    return rc;
}

static int read_levels(ard_node *object, ard_category *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_node_member(object, "levels", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array(&list, &n));
    if (n == 0) TRY(ard_node_fail(&list, "is empty"));
    NEW(object->context, out->level, n);
    out->n_levels = n;
    for (int64_t k = 0; k < n; k++) {
        const ard_node level = ard_node_element(&list, k);
        TRY(ard_node_copy_text(&level, &out->level[k]));
        if (!out->level[k][0]) TRY(ard_node_fail(&level, "is empty"));
    }
    TRY(check_unique(&list, n, out->level));
done:
    return rc;
}

static int read_category(ard_node *object, ard_category *out)
{
    int rc = ARDOR_OK;
    ard_node name;
    TRY(ard_node_object(object));
    TRY(ard_node_member(object, "column", &name));
    TRY(ard_node_copy_text(&name, &out->column));
    if (!out->column[0]) TRY(ard_node_fail(&name, "is empty"));
    TRY(read_levels(object, out));
    TRY(ard_node_done(object));
done:
    return rc;
}

int ard_categories_read(ard_node *object, const char *key, ard_categories *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    char **names = NULL;
    *out = (ard_categories){0};
    TRY(ard_member_array(object, key, &list, &n));
    NEW(object->context, out->of, n);
    NEW(object->context, names, n);
    while (out->n < n) {
        ard_node element = ard_node_element(&list, out->n);
        ard_category *category = &out->of[out->n++];
        TRY(read_category(&element, category));
        names[out->n - 1] = category->column;
    }
    TRY(check_unique(&list, n, names));
done:
    ard_free(object->context, names);
    if (rc != ARDOR_OK) ard_categories_free(object->context, out);
    return rc;
}
