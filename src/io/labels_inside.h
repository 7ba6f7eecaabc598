/* What the files of labels share. */
#ifndef ARD_LABELS_INSIDE_H
#define ARD_LABELS_INSIDE_H

#include "io/labels.h"
#include "io/layout.h"

struct ard_labels {
    ardor_context *context;
    char *file;
    int64_t n;            /* samples */
    char **label, **name; /* n texts each, which the cells or the text hold; a label is NULL where it is missing. name NULL: the
                           * labels are in the order of the samples */
    /* Of a table: */
    ard_text_table *table;
    ard_top rows; /* all of it: the header and a row for each sample */
    int64_t n_columns;
    int64_t column[ARD_N_ROLES]; /* of each role but features; -1: there is none */
    /* Of a .cls file: */
    ard_bytes text;
};

/* The name of a column, "" where it has none; a cell of a sample, which is only read; the line of a sample in the file. */
static inline const char *labels_column(const ard_labels *l, int64_t column) { return l->rows.row[0].cell[column]; }
static inline char *labels_cell(const ard_labels *l, int64_t row, int64_t column)
{
    return (char *)l->rows.row[row + 1].cell[column];
}
static inline int64_t labels_line(const ard_labels *l, int64_t row) { return l->rows.row[row + 1].line; }

/* ---- labels_hints.c */

/* Why the first line has no column `wanted` of labels, as the end of a message: it is no header, or the table lies on its side;
 * "" where neither is so. */
void labels_column_hint(const ard_labels *labels, const char *wanted, char *out, size_t bytes);

/* Names that have no counterpart: n samples of the table, m of the labels. */
typedef struct labels_strangers {
    int64_t n, m;
    char **sample, **labelled;
} labels_strangers;

/* Why they have none, and what to do, as the end of a message. */
int labels_hint(const ard_labels *labels, const ardor_dataset *data, bool transposed, const labels_strangers *strangers,
                char *out, size_t bytes);
#endif
