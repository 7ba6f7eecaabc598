#include "io/columns.h"

#include <fnmatch.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "io/compress.h"
#include "io/source.h"

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
    return c->numbered || c->name[number - 1][0] == '\0' ? number - 1 : -1;
}

static int fail_item(const list *l, const char *item, const char *problem)
{
    char quoted[ARD_QUOTE_BYTES];
    return ard_fail(l->context, ARDOR_USAGE, "%s: %s: %s '%s'", l->columns->file, l->option, problem,
                    ard_text_quote(item, strlen(item), quoted));
}

/* ------------------------------------------------------------------ items */

/* A name before and one behind a colon: the columns between. */
static bool mark_range(const list *l, char *item)
{
    for (char *colon = strchr(item, ':'); colon; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        const int64_t from = find(l, item), to = find(l, colon + 1);
        *colon = ':';
        if (from < 0 || to < 0) continue;
        for (int64_t j = ard_min64(from, to); j <= ard_max64(from, to); j++) l->mark[j] = true;
        return true;
    }
    return false;
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

static int read_all(ardor_context *context, const char *path, ard_bytes *out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    const char *block = NULL;
    size_t size = 0;
    TRY(ard_source_open(context, path, &source));
    do {
        TRY(ard_source_read(source, &block, &size));
        TRY(ard_bytes_add(context, out, block, size));
    } while (size > 0);
    TRY(ard_bytes_add(context, out, "", 1));
done:
    ard_source_close(source);
    return rc;
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
        return ard_fail(l->context, ARDOR_USAGE, "%s: %s: %s: line %lld: there is no column '%s'", l->columns->file, l->option,
                        path, (long long)number, ard_text_quote(name, strlen(name), quoted));
    l->mark[column] = true;
    return ARDOR_OK;
}

static int mark_file(const list *l, const char *path)
{
    int rc = ARDOR_OK;
    ard_bytes all = {0};
    TRY(read_all(l->context, path, &all));
    char *line = all.data;
    if (strncmp(line, "\xEF\xBB\xBF", 3) == 0) line += 3;
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
    char *item = trimmed(text);
    const int64_t column = find(l, item);
    if (column >= 0) {
        l->mark[column] = true;
        return ARDOR_OK;
    }
    if (*item == '@') return mark_file(l, item + 1);
    if (mark_range(l, item) || mark_glob(l, item)) return ARDOR_OK;
    if (*item == '\0') return ard_fail(l->context, ARDOR_USAGE, "%s: %s: a name is empty", l->columns->file, l->option);
    return fail_item(l, item, strpbrk(item, "*?[") ? "no column is like" : "there is no column");
}

/* ------------------------------------------------------------------ the list */

/* The end of a name that holds commas, the longest that there is; NULL: it begins with none. */
static char *end_of_name(const list *l, char *text)
{
    char *end = text, *found = NULL;
    for (int64_t commas = 0; commas <= l->commas && end; commas++) {
        end = strchr(end + (commas > 0), ',');
        if (end) *end = '\0';
        if (commas > 0 && find(l, text) >= 0) found = end ? end : text + strlen(text);
        if (end) *end = ',';
    }
    return found;
}

static int mark_items(const list *l, char *text)
{
    int rc = ARDOR_OK;
    for (bool more = true; more; text++) {
        char *end = l->commas > 0 ? end_of_name(l, text) : NULL;
        if (!end) end = text + strcspn(text, ",");
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
