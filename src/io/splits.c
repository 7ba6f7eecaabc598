/* Reading split files: entries in any order are sorted by split and row, then cut into parts. */
#include "io/splits.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/rank.h"
#include "base/text.h"
#include "io/delimited.h"
#include "io/foreign.h"
#include "io/reader.h"
#include "io/text_table.h"

typedef struct entry {
    int64_t split, row, line;
    bool test;
} entry;

enum { SPLIT, ROW, SET, N_COLUMNS };
static const char *const column_name[N_COLUMNS] = {"split", "row", "set"};

typedef struct collector {
    ardor_context *context;
    const char *file;
    int64_t n_rows; /* of the data */
    bool begun;     /* the header has been seen */
    int64_t n_cells, first_line;
    int64_t column[N_COLUMNS];
    entry *entry;
    int64_t n, room;
} collector;

static int take_header(collector *c, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    for (int k = 0; k < N_COLUMNS; k++) {
        c->column[k] = -1;
        for (int64_t j = 0; j < row->n; j++) {
            if (strcmp(row->cell[j], column_name[k]) != 0) continue;
            REQUIRE(c->context, c->column[k] < 0, ARDOR_DATA, "%s: line %lld: there are two columns '%s'", c->file,
                    (long long)row->line, column_name[k]);
            c->column[k] = j;
        }
        REQUIRE(c->context, c->column[k] >= 0, ARDOR_DATA,
                "%s: line %lld: there is no column '%s': a split file has a header with split, row and set%s", c->file,
                (long long)row->line, column_name[k], row->n > 1 ? "" : ", separated by commas, or in .tsv by tabs");
    }
    c->begun = true;
    c->n_cells = row->n;
    c->first_line = row->line;
done:
    return rc;
}

static const char *quoted(const collector *c, const ard_text_row *row, int which, char buffer[ARD_QUOTE_BYTES])
{
    return ard_text_quote(row->cell[c->column[which]], row->length[c->column[which]], buffer);
}

static bool take_int(const collector *c, const ard_text_row *row, int which, int64_t *out)
{
    return ard_parse_int(row->cell[c->column[which]], row->length[c->column[which]], out);
}

static int take_entry(const collector *c, const ard_text_row *row, entry *out)
{
    int rc = ARDOR_OK;
    char text[ARD_QUOTE_BYTES];
    const char *set = row->cell[c->column[SET]];
    REQUIRE(c->context, take_int(c, row, SPLIT, &out->split), ARDOR_DATA, "%s: line %lld: split '%s' is not a whole number",
            c->file, (long long)row->line, quoted(c, row, SPLIT, text));
    bool known = take_int(c, row, ROW, &out->row) && out->row >= 1 && out->row <= c->n_rows;
    REQUIRE(c->context, known, ARDOR_DATA, "%s: line %lld: row '%s' is not one of the data's rows 1 to %lld", c->file,
            (long long)row->line, quoted(c, row, ROW, text), (long long)c->n_rows);
    out->test = strcmp(set, "test") == 0;
    REQUIRE(c->context, out->test || strcmp(set, "train") == 0, ARDOR_DATA, "%s: line %lld: set '%s' is neither train nor test",
            c->file, (long long)row->line, quoted(c, row, SET, text));
    out->line = row->line;
done:
    return rc;
}

static int on_row(void *user, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    collector *c = user;
    if (!c->begun) return take_header(c, row);
    if (row->n != c->n_cells) return ard_ragged_error(c->context, c->file, row, c->n_cells, c->first_line);
    if (c->n == c->room) {
        int64_t room = c->room ? 2 * c->room : 256;
        EXTEND(c->context, c->entry, room);
        c->room = room;
    }
    TRY(take_entry(c, row, &c->entry[c->n]));
    c->n++;
done:
    return rc;
}

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int by_split_row_line(const void *left, const void *right)
{
    const entry *a = left, *b = right;
    if (a->split != b->split) return compare(a->split, b->split);
    if (a->row != b->row) return compare(a->row, b->row);
    return compare(a->line, b->line);
}

/* Of sorted entries: every row at most once in a split. Yields the number of splits. */
static int check_entries(const collector *c, int64_t *n_splits)
{
    int rc = ARDOR_OK;
    *n_splits = 0;
    for (int64_t i = 0; i < c->n; i++) {
        const entry *now = &c->entry[i], *before = now - 1;
        bool same = i > 0 && before->split == now->split;
        *n_splits += !same;
        REQUIRE(c->context, !same || before->row != now->row, ARDOR_DATA,
                "%s: line %lld: row %lld is in split %lld already (line %lld)", c->file, (long long)now->line,
                (long long)now->row, (long long)now->split, (long long)before->line);
    }
done:
    return rc;
}

/* The rows of `n` sorted entries that are in the part asked for. */
static int fill_part(const collector *c, const entry *entries, int64_t n, bool test, ard_rows *out)
{
    int rc = ARDOR_OK;
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += entries[i].test == test;
    REQUIRE(c->context, count > 0, ARDOR_DATA, "%s: split %lld (first at line %lld) has no %s rows", c->file,
            (long long)entries[0].split, (long long)entries[0].line, test ? "test" : "train");
    NEW(c->context, out->row, count);
    for (int64_t i = 0; i < n; i++)
        if (entries[i].test == test) out->row[out->n++] = entries[i].row - 1;
done:
    return rc;
}

static int build(const collector *c, ard_splits **out)
{
    int rc = ARDOR_OK;
    int64_t n = 0, size = 0;
    ard_splits *splits = NULL;
    *out = NULL;
    REQUIRE(c->context, c->begun, ARDOR_DATA, "%s: the file is empty", c->file);
    REQUIRE(c->context, c->n > 0, ARDOR_DATA, "%s: there is a header but no splits", c->file);
    qsort(c->entry, (size_t)c->n, sizeof *c->entry, by_split_row_line);
    TRY(check_entries(c, &n));
    NEW(c->context, splits, 1);
    splits->context = c->context;
    NEW(c->context, splits->train, n);
    NEW(c->context, splits->test, n);
    for (int64_t start = 0; start < c->n; start += size) {
        const entry *first = c->entry + start;
        for (size = 0; start + size < c->n && first[size].split == first->split; size++) continue;
        int64_t k = splits->n++;
        TRY(fill_part(c, first, size, false, &splits->train[k]));
        TRY(fill_part(c, first, size, true, &splits->test[k]));
    }
    *out = splits;
    splits = NULL;
done:
    ard_splits_free(splits);
    return rc;
}

static int read_source(ardor_context *context, ard_source *source, const char *path, int64_t n_rows, ard_splits **out)
{
    int rc = ARDOR_OK;
    char delimiter = 0;
    collector c = {.context = context, .file = ard_source_name(source), .n_rows = n_rows};
    TRY(ard_foreign_check(context, source));
    TRY(ard_reader_delimiter(context, ard_readers, "splits", path, &delimiter));
    TRY(ard_delimited_rows(context, source, delimiter, on_row, &c));
    TRY(build(&c, out));
done:
    ard_free(context, c.entry);
    return rc;
}

int ard_splits_read(ardor_context *context, const char *path, int64_t n_rows, ard_splits **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    *out = NULL;
    TRY(ard_delimited_check(context, path, "splits"));
    TRY(ard_source_open(context, path, &source));
    TRY(read_source(context, source, path, n_rows, out));
done:
    ard_source_close(source);
    return rc;
}

int ard_splits_read_memory(ardor_context *context, const void *bytes, size_t size, const char *name, int64_t n_rows,
                           ard_splits **out)
{
    int rc = ARDOR_OK;
    ard_source *source = NULL;
    *out = NULL;
    TRY(ard_delimited_check(context, name, "splits"));
    TRY(ard_source_open_memory(context, bytes, size, name, &source));
    TRY(read_source(context, source, name, n_rows, out));
done:
    ard_source_close(source);
    return rc;
}

/* In order. */
static int copy_part(ardor_context *context, int64_t split, const char *name, int64_t n, const int64_t *row, ard_rows *out)
{
    int rc = ARDOR_OK;
    REQUIRE(context, n > 0 && row, ARDOR_USAGE, "splits: split %lld (from 0) has no %s rows", (long long)split, name);
    NEW(context, out->row, n);
    memcpy(out->row, row, (size_t)n * sizeof *row);
    out->n = n;
    ard_index_sort(n, out->row);
    REQUIRE(context, out->row[0] >= 0, ARDOR_USAGE, "splits: split %lld (from 0) has the row %lld: rows count from 0",
            (long long)split, (long long)out->row[0]);
    for (int64_t i = 1; i < n; i++)
        REQUIRE(context, out->row[i] > out->row[i - 1], ARDOR_USAGE, "splits: split %lld (from 0) has row %lld twice in %s",
                (long long)split, (long long)out->row[i], name);
done:
    return rc;
}

static int refuse_both(ardor_context *context, int64_t split, const ard_rows *train, const ard_rows *test)
{
    for (int64_t i = 0, j = 0; i < train->n && j < test->n;) {
        if (train->row[i] == test->row[j])
            return ard_fail(context, ARDOR_USAGE, "splits: split %lld (from 0) has row %lld both in train and in test",
                            (long long)split, (long long)train->row[i]);
        if (train->row[i] < test->row[j])
            i++;
        else
            j++;
    }
    return ARDOR_OK;
}

int ard_splits_of(ardor_context *context, int64_t n, const int64_t *const *train, const int64_t *n_train,
                  const int64_t *const *test, const int64_t *n_test, ard_splits **out)
{
    int rc = ARDOR_OK;
    ard_splits *splits = NULL;
    *out = NULL;
    REQUIRE(context, n > 0 && train && n_train && test && n_test, ARDOR_USAGE,
            "splits: one at least is needed, and the lists of their rows");
    NEW(context, splits, 1);
    splits->context = context;
    NEW(context, splits->train, n);
    NEW(context, splits->test, n);
    splits->n = n;
    for (int64_t k = 0; k < n; k++) {
        TRY(copy_part(context, k, "train", n_train[k], train[k], &splits->train[k]));
        TRY(copy_part(context, k, "test", n_test[k], test[k], &splits->test[k]));
        TRY(refuse_both(context, k, &splits->train[k], &splits->test[k]));
    }
    *out = splits;
    splits = NULL;
done:
    ard_splits_free(splits);
    return rc;
}

static void free_parts(ardor_context *context, ard_rows *parts, int64_t n)
{
    for (int64_t k = 0; parts && k < n; k++) ard_free(context, parts[k].row);
    ard_free(context, parts);
}

void ard_splits_free(ard_splits *splits)
{
    if (!splits) return;
    free_parts(splits->context, splits->train, splits->n);
    free_parts(splits->context, splits->test, splits->n);
    ard_free(splits->context, splits);
}
