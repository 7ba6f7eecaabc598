/* Transposition of text: an arena of cells and their offsets. */
#include "io/transpose.h"

#include <string.h>

struct ard_transpose {
    ardor_context *context;
    const char *file;
    int64_t n_rows, n_cells; /* n_cells of each row */
    int64_t rows_room, cells_room;
    int64_t *line;           /* n_rows */
    size_t *offset, *length; /* n_rows x n_cells, row-major */
    char *text;
    int64_t used, room;
};

int ard_ragged_error(ardor_context *context, const char *file, const ard_text_row *row, int64_t expected, int64_t first_line)
{
    return ard_fail(context, ARDOR_DATA, "%s: line %lld has %lld cell%s, but line %lld has %lld", file, (long long)row->line,
                    (long long)row->n, row->n == 1 ? "" : "s", (long long)first_line, (long long)expected);
}

int ard_transpose_new(ardor_context *context, const char *file, ard_transpose **out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, 1);
    (*out)->context = context;
    (*out)->file = file;
done:
    return rc;
}

static int64_t row_bytes(const ard_text_row *row)
{
    int64_t bytes = 0;
    for (int64_t j = 0; j < row->n; j++) bytes += (int64_t)row->length[j] + 1;
    return bytes;
}

/* Room for one more row of `bytes` bytes; what has grown stays valid if the next growth fails. */
static int reserve(ard_transpose *t, int64_t bytes)
{
    int rc = ARDOR_OK;
    if (t->n_rows == t->rows_room) {
        int64_t rows = t->rows_room ? 2 * t->rows_room : 16;
        EXTEND(t->context, t->line, rows);
        EXTEND(t->context, t->offset, rows * t->n_cells);
        EXTEND(t->context, t->length, rows * t->n_cells);
        t->rows_room = rows;
    }
    if (t->used + bytes > t->room) {
        int64_t room = 2 * (t->used + bytes);
        EXTEND(t->context, t->text, room);
        t->room = room;
    }
done:
    return rc;
}

int ard_transpose_add(void *user, const ard_text_row *row)
{
    int rc = ARDOR_OK;
    ard_transpose *t = user;
    if (t->n_rows == 0) t->n_cells = row->n;
    if (row->n != t->n_cells) return ard_ragged_error(t->context, t->file, row, t->n_cells, t->line[0]);
    TRY(reserve(t, row_bytes(row)));
    for (int64_t j = 0; j < row->n; j++) {
        int64_t at = t->n_rows * t->n_cells + j;
        t->offset[at] = (size_t)t->used;
        t->length[at] = row->length[j];
        memcpy(t->text + t->used, row->cell[j], row->length[j] + 1);
        t->used += (int64_t)row->length[j] + 1;
    }
    t->line[t->n_rows++] = row->line;
done:
    return rc;
}

int ard_transpose_replay(const ard_transpose *t, ard_row_sink *sink, void *user)
{
    int rc = ARDOR_OK;
    const char **cell = NULL;
    size_t *length = NULL;
    NEW(t->context, cell, t->n_rows);
    NEW(t->context, length, t->n_rows);
    for (int64_t j = 0; j < t->n_cells; j++) {
        for (int64_t i = 0; i < t->n_rows; i++) {
            cell[i] = t->text + t->offset[i * t->n_cells + j];
            length[i] = t->length[i * t->n_cells + j];
        }
        ard_text_row row = {j + 1, t->n_rows, cell, length};
        TRY(sink(user, &row));
    }
done:
    ard_free(t->context, cell);
    ard_free(t->context, length);
    return rc;
}

int64_t ard_transpose_line(const ard_transpose *transpose, int64_t row) { return transpose->line[row]; }

void ard_transpose_free(ard_transpose *transpose)
{
    if (!transpose) return;
    ard_free(transpose->context, transpose->line);
    ard_free(transpose->context, transpose->offset);
    ard_free(transpose->context, transpose->length);
    ard_free(transpose->context, transpose->text);
    ard_free(transpose->context, transpose);
}
