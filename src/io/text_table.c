/* An arena of cells and their offsets. */
#include "io/text_table.h"

#include "base/number.h"

#include <string.h>

struct ard_text_table {
    ardor_context *context;
    int64_t n_rows, n_cells; /* of all rows */
    int64_t rows_room, cells_room;
    int64_t *line;           /* n_rows */
    int64_t *first;          /* n_rows: the number of its first cell; row after row, without gaps */
    size_t *offset, *length; /* n_cells */
    char *text;
    int64_t used, room;
};

bool ard_row_is_blank(const ard_text_row *row)
{
    for (int64_t j = 0; j < row->n; j++)
        if (row->length[j] > 0) return false;
    return true;
}

int ard_ragged_error(ardor_context *context, const char *file, const ard_text_row *row, int64_t expected, int64_t first_line)
{
    return ard_fail(context, ARDOR_DATA, "%s: line %lld has %lld cell%s, but line %lld has %lld%s", file, (long long)row->line,
                    (long long)row->n, row->n == 1 ? "" : "s", (long long)first_line, (long long)expected,
                    expected == 1 ? ": if what stands above the table is a title or comments, take it out" : "");
}

int ard_text_table_new(ardor_context *context, ard_text_table **out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, 1);
    (*out)->context = context;
done:
    return rc;
}

void ard_text_table_free(ard_text_table *table)
{
    if (!table) return;
    ard_free(table->context, table->line);
    ard_free(table->context, table->first);
    ard_free(table->context, table->offset);
    ard_free(table->context, table->length);
    ard_free(table->context, table->text);
    ard_free(table->context, table);
}

int64_t ard_text_table_rows(const ard_text_table *table) { return table->n_rows; }
int64_t ard_text_table_size(const ard_text_table *table) { return table->n_cells; }
int64_t ard_text_table_line(const ard_text_table *table, int64_t row) { return table->line[row]; }

int64_t ard_text_table_cells(const ard_text_table *table, int64_t row)
{
    return (row + 1 < table->n_rows ? table->first[row + 1] : table->n_cells) - table->first[row];
}

/* ------------------------------------------------------------------ adding */

static int reserve_cells(ard_text_table *t, int64_t cells)
{
    int rc = ARDOR_OK;
    if (t->n_cells + cells <= t->cells_room) return ARDOR_OK;
    int64_t room = ard_max64(2 * t->cells_room, t->n_cells + cells);
    EXTEND(t->context, t->offset, room);
    EXTEND(t->context, t->length, room);
    t->cells_room = room;
done:
    return rc;
}

/* Room for one more row; what has grown stays valid if the next growth fails. */
static int reserve(ard_text_table *t, int64_t cells, int64_t bytes)
{
    int rc = ARDOR_OK;
    if (t->n_rows == t->rows_room) {
        int64_t rows = t->rows_room ? 2 * t->rows_room : 16;
        EXTEND(t->context, t->line, rows);
        EXTEND(t->context, t->first, rows);
        t->rows_room = rows;
    }
    TRY(reserve_cells(t, cells));
    if (t->used + bytes > t->room) {
        int64_t room = 2 * (t->used + bytes);
        EXTEND(t->context, t->text, room);
        t->room = room;
    }
done:
    return rc;
}

int ard_text_table_add(ard_text_table *t, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    int64_t bytes = 0;
    for (int64_t j = 0; j < row->n; j++) bytes += (int64_t)row->length[j] + 1;
    TRY(reserve(t, row->n, bytes));
    t->line[t->n_rows] = row->line;
    t->first[t->n_rows++] = t->n_cells;
    for (int64_t j = 0; j < row->n; j++, t->n_cells++) {
        t->offset[t->n_cells] = (size_t)t->used;
        t->length[t->n_cells] = row->length[j];
        memcpy(t->text + t->used, row->cell[j], row->length[j] + 1);
        t->used += (int64_t)row->length[j] + 1;
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ the first row */

static bool ends_empty(const ard_text_table *t, int64_t row)
{
    const int64_t n = ard_text_table_cells(t, row);
    return n > 0 && t->length[t->first[row] + n - 1] == 0;
}

/* Move the cells from number `from` on by one, up or down, and with them the rows but the first. */
static void shift_cells(ard_text_table *t, int64_t from, int by)
{
    const size_t n = (size_t)(t->n_cells - from);
    memmove(t->offset + from + by, t->offset + from, n * sizeof *t->offset);
    memmove(t->length + from + by, t->length + from, n * sizeof *t->length);
    for (int64_t i = 1; i < t->n_rows; i++) t->first[i] += by;
    t->n_cells += by;
}

/* An empty cell in the first row: the end of the text of any cell is one. */
static int insert_empty(ard_text_table *t, int64_t at)
{
    int rc = ARDOR_OK;
    TRY(reserve_cells(t, 1));
    shift_cells(t, at, 1);
    t->offset[at] = (size_t)t->used - 1;
    t->length[at] = 0;
done:
    return rc;
}

int ard_text_table_shape(ard_text_table *t, ard_first_row *out)
{
    int rc = ARDOR_OK;
    bool empty = true;
    *out = ARD_FIRST_AS_IT_IS;
    if (t->n_rows < 2) return ARDOR_OK;
    const int64_t n = ard_text_table_cells(t, 0), others = ard_text_table_cells(t, 1);
    for (int64_t i = 1; i < t->n_rows; i++) {
        if (ard_text_table_cells(t, i) != others) return ARDOR_OK;
        empty = empty && ends_empty(t, i);
    }
    if (others == n + 1) {
        *out = empty ? ARD_FIRST_WITHOUT_END : ARD_FIRST_WITHOUT_CORNER;
        TRY(insert_empty(t, empty ? n : 0));
    } else if (others == n - 1 && ends_empty(t, 0)) {
        *out = ARD_FIRST_WITH_END;
        shift_cells(t, n, -1);
    }
done:
    return rc;
}

/* The number of cells that more than half of the rows behind the first have, -1 if there is none. */
static int64_t usual_cells(const ard_text_table *t)
{
    int64_t usual = -1, lead = 0, n = 0;
    for (int64_t i = 1; i < t->n_rows; i++) {
        if (lead == 0) usual = ard_text_table_cells(t, i);
        lead += ard_text_table_cells(t, i) == usual ? 1 : -1;
    }
    for (int64_t i = 1; i < t->n_rows; i++) n += ard_text_table_cells(t, i) == usual;
    return 2 * n > t->n_rows - 1 ? usual : -1;
}

/* The rows behind the first against one that has as many cells as it should. */
static int check_cells(const ard_text_table *t, const char *file, int64_t like)
{
    const int64_t expected = ard_text_table_cells(t, like);
    for (int64_t i = 1; i < t->n_rows; i++) {
        const ard_text_row row = {t->line[i], ard_text_table_cells(t, i), NULL, NULL};
        if (row.n != expected) return ard_ragged_error(t->context, file, &row, expected, t->line[like]);
    }
    return ARDOR_OK;
}

int ard_text_table_check(const ard_text_table *t, const char *file)
{
    int rc = ARDOR_OK;
    const int64_t usual = usual_cells(t);
    int64_t like = 0;
    while (usual == ard_text_table_cells(t, 0) + 1 && ard_text_table_cells(t, like) != usual) like++;
    TRY(check_cells(t, file, like));
    TRY(check_cells(t, file, 0));
done:
    return rc;
}

/* ------------------------------------------------------------------ giving on */

/* Rows, or columns if turned, and the cells of one. */
static int64_t lines_of(const ard_text_table *t, bool turned)
{
    if (!turned || t->n_rows == 0) return t->n_rows;
    bool ended = true;
    for (int64_t i = 0; i < t->n_rows && ended; i++) ended = ends_empty(t, i);
    const int64_t n = ard_text_table_cells(t, 0);
    return ended && n > 1 ? n - 1 : n;
}

static int64_t cells_of(const ard_text_table *t, int64_t k, bool turned)
{
    return turned ? t->n_rows : ard_text_table_cells(t, k);
}

static ard_text_row row_at(const ard_text_table *t, int64_t k, bool turned, const char **cell, size_t *length)
{
    const int64_t n = cells_of(t, k, turned);
    for (int64_t j = 0; j < n; j++) {
        const int64_t at = turned ? t->first[j] + k : t->first[k] + j;
        cell[j] = t->text + t->offset[at];
        length[j] = t->length[at];
    }
    return (ard_text_row){turned ? k + 1 : t->line[k], n, cell, length};
}

int ard_text_table_replay(const ard_text_table *t, int64_t first, bool turned, ard_row_sink *sink, void *user)
{
    int rc = ARDOR_OK;
    const char **cell = NULL;
    size_t *length = NULL;
    int64_t widest = 0;
    const int64_t n = lines_of(t, turned);
    for (int64_t k = first; k < n; k++) widest = ard_max64(widest, cells_of(t, k, turned));
    NEW(t->context, cell, widest);
    NEW(t->context, length, widest);
    for (int64_t k = first; k < n; k++) {
        ard_text_row row = row_at(t, k, turned, cell, length);
        TRY(sink(user, &row));
    }
done:
    ard_free(t->context, cell);
    ard_free(t->context, length);
    return rc;
}

int ard_top_new(const ard_text_table *t, int64_t n, bool turned, ard_top *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0, at = 0;
    *out = (ard_top){.context = t->context, .table = t, .decimal = '.', .n = ard_min64(n, lines_of(t, turned))};
    for (int64_t k = 0; k < out->n; k++) cells += cells_of(t, k, turned);
    NEW(t->context, out->row, out->n);
    NEW(t->context, out->cell, cells);
    NEW(t->context, out->length, cells);
    for (int64_t k = 0; k < out->n; k++) {
        out->row[k] = row_at(t, k, turned, out->cell + at, out->length + at);
        at += out->row[k].n;
    }
done:
    return rc;
}

bool ard_top_number(const ard_top *head, const ard_text_row *row, int64_t column, double *out)
{
    return ard_parse_decimal(row->cell[column], row->length[column], head->decimal, out);
}

void ard_top_free(ard_top *head)
{
    ard_free(head->context, head->row);
    ard_free(head->context, head->cell);
    ard_free(head->context, head->length);
    *head = (ard_top){0};
}
