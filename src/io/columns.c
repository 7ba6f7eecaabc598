#include "io/columns.h"

#include <fnmatch.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/whole.h"

typedef struct list {
    ardor_context *context;
    const ard_column_names *columns;
    const char *option;
    ard_name_index *index;
    int64_t commas; /* most in one name */
    bool *mark;
} list;

/* The column of this name, or number; -1: there is none. */
static int64_t find(const list *l, const char *text)
{
    const ard_column_names *c = l->columns;
    int64_t number = 0, column = *text ? ard_name_index_find(l->index, text) : -1;
    if (column >= 0) return column;
    if (!ard_parse_int(text, strlen(text), &number) || number < 1 || number > c->n) return -1;
    return c->numbered || (c->unnamed && c->unnamed[number - 1]) ? number - 1 : -1;
}

/* ------------------------------------------------------------------ items */

/* A name before and one behind a colon. */
static bool find_range(const list *l, char *item, int64_t *from, int64_t *to)
{
    for (char *colon = strchr(item, ':'); colon; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        *from = find(l, item);
        *to = find(l, colon + 1);
        *colon = ':';
        if (*from >= 0 && *to >= 0) return true;
    }
    return false;
}

static bool mark_range(const list *l, char *item)
{
    int64_t from = 0, to = 0;
    if (!find_range(l, item, &from, &to)) return false;
    for (int64_t j = ard_min64(from, to); j <= ard_max64(from, to); j++) l->mark[j] = true;
    return true;
}

static bool mark_glob(const list *l, const char *pattern)
{
    bool any = false;
    if (!strpbrk(pattern, "*?[")) return false;
    for (int64_t j = 0; j < l->columns->n; j++) {
        if (fnmatch(pattern, l->columns->name[j], 0) != 0) continue;
        l->mark[j] = any = true;
    }
    return any;
}

static char *trimmed(char *text)
{
    size_t bytes = 0;
    text += strspn(text, " \t\r");
    bytes = strlen(text);
    while (bytes > 0 && strchr(" \t\r", text[bytes - 1])) bytes--;
    text[bytes] = '\0';
    return text;
}

/* A line of a file: a name, perhaps in quotes, or nothing. */
static int take_line(const list *l, const char *path, int64_t number, char *line)
{
    char quoted[ARD_QUOTE_BYTES], *name = trimmed(line);
    size_t bytes = strlen(name);
    if (bytes == 0) return ARDOR_OK;
    int64_t column = find(l, name);
    if (column < 0 && bytes > 2 && name[0] == '"' && name[bytes - 1] == '"') {
        name[bytes - 1] = '\0';
        column = find(l, ++name);
    }
    if (column < 0)
        return ard_fail(l->context, ARDOR_USAGE, "%s: %s: %s: line %lld: there is no %s '%s'", l->columns->file, l->option, path,
                        (long long)number, l->columns->what, ard_name_quote(name, quoted));
    l->mark[column] = true;
    return ARDOR_OK;
}

static int mark_file(const list *l, const char *path)
{
    int rc = ARDOR_OK;
    ard_bytes all = {0};
    TRY(ard_read_whole(l->context, path, &all, NULL));
    char *line = all.data + ard_mark_bytes(all.data, (size_t)all.n);
    for (int64_t number = 1; line; number++) {
        char *end = strchr(line, '\n');
        if (end) *end++ = '\0';
        TRY(take_line(l, path, number, line));
        line = end;
    }
done:
    ard_free(l->context, all.data);
    return rc;
}

static int mark_item(const list *l, char *text)
{
    char quoted[ARD_QUOTE_BYTES], *item = trimmed(text);
    const int64_t column = find(l, item);
    if (column >= 0) {
        l->mark[column] = true;
        return ARDOR_OK;
    }
    if (*item == '@' && !item[1])
        return ard_fail(l->context, ARDOR_USAGE, "%s: %s: '@' goes before the name of a file", l->columns->file, l->option);
    if (*item == '@') return mark_file(l, item + 1);
    if (mark_range(l, item) || mark_glob(l, item)) return ARDOR_OK;
    if (*item == '\0') return ard_fail(l->context, ARDOR_USAGE, "%s: %s: a name is empty", l->columns->file, l->option);
    return ard_fail(l->context, ARDOR_USAGE, strpbrk(item, "*?[") ? "%s: %s: no %s is like '%s'" : "%s: %s: there is no %s '%s'",
                    l->columns->file, l->option, l->columns->what, ard_name_quote(item, quoted));
}

/* ------------------------------------------------------------------ the list */

/* The end of a name that holds commas, or of A:B with such names, the longest that there is; NULL: it begins with none. */
static char *end_with_commas(const list *l, char *text, bool range)
{
    char *end = text, *found = NULL;
    int64_t from = 0, to = 0;
    for (int64_t commas = 0; commas <= (range + 1) * l->commas && end; commas++) {
        end = strchr(end + (commas > 0), ',');
        if (end) *end = '\0';
        if (commas > 0 && (range ? find_range(l, text, &from, &to) : find(l, text) >= 0)) found = end ? end : text + strlen(text);
        if (end) *end = ',';
    }
    return found;
}

/* Does what stands before the comma mean something by itself? */
static bool is_item(const list *l, char *text, char *end)
{
    int64_t from = 0, to = 0;
    const char after = *end;
    *end = '\0';
    const bool is = find(l, text) >= 0 || strpbrk(text, "@*?[") || find_range(l, text, &from, &to);
    *end = after;
    return is;
}

static char *end_of_item(const list *l, char *text)
{
    char *comma = text + strcspn(text, ","), *end = l->commas > 0 ? end_with_commas(l, text, false) : NULL;
    if (!end && l->commas > 0 && !is_item(l, text, comma)) end = end_with_commas(l, text, true);
    return end ? end : comma;
}

static int mark_items(const list *l, char *text)
{
    int rc = ARDOR_OK;
    for (bool more = true; more; text++) {
        char *end = end_of_item(l, text);
        more = *end == ',';
        *end = '\0';
        TRY(mark_item(l, text));
        text = end;
    }
done:
    return rc;
}

static int64_t most_commas(const ard_column_names *columns)
{
    int64_t most = 0;
    for (int64_t j = 0; j < columns->n; j++) {
        int64_t commas = 0;
        for (const char *at = columns->name[j]; (at = strchr(at, ',')); at++) commas++;
        most = ard_max64(most, commas);
    }
    return most;
}

/* Columns of one name are marked together: the index knows the first of them. */
static void mark_namesakes(const list *l)
{
    for (int64_t j = 0; j < l->columns->n; j++) {
        if (l->columns->name[j][0] == '\0') continue;
        if (l->mark[ard_name_index_find(l->index, l->columns->name[j])]) l->mark[j] = true;
    }
}

int ard_columns_mark(ardor_context *context, const ard_column_names *columns, const char *option, const char *text, bool *mark)
{
    int rc = ARDOR_OK;
    char *copy = NULL;
    list l = {context, columns, option, NULL, most_commas(columns), mark};
    COPY(context, copy, text);
    TRY(ard_name_index_new(context, columns->n, columns->name, &l.index));
    TRY(mark_items(&l, copy));
    mark_namesakes(&l);
done:
    ard_name_index_free(l.index);
    ard_free(context, copy);
    return rc;
}
