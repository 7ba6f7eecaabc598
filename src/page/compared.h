/* Tables of comparisons, which several sections write one after another. */
#ifndef ARD_PAGE_COMPARED_H
#define ARD_PAGE_COMPARED_H

#include "page/page.h"

/* A table of a comparison, and the key of its chart. */
enum { ARD_TABLE_KEY_BYTES = 64 };
typedef struct ard_page_table {
    const json_t *comparison, *data;
    const char *name;
    char key[ARD_TABLE_KEY_BYTES];
} ard_page_table;

/* A cell of the comparison; NULL: it is of another table. */
const json_t *ard_page_cell(const ard_page_table *table, int64_t i);
static inline int64_t ard_page_n_cells(const ard_page_table *table) { return ard_doc_size(table->comparison, "cells"); }
static inline const json_t *ard_page_cell_summary(const json_t *cell)
{
    return ard_doc_get(ard_doc_get(cell, "evaluation"), "summary");
}

/* " or undecided": there is a method that abstains. */
const char *ard_page_table_or_undecided(const ard_page_table *table);

/* Which tables a section is about; NULL: all. */
typedef bool (*ard_page_table_has)(const ard_page_table *table);
/* Is there one? With a result, tables of other data do not count. */
bool ard_page_any_table(const ard_page *page, ard_page_table_has has);
/* Writes those of comparison i: of several the name of each, and where its folds are not those of the result. The keys of charts
 * begin with `prefix`. */
void ard_page_each_table(ard_page *page, int64_t i, const char *prefix, ard_page_table_has has,
                         void (*write)(ard_page *page, const ard_page_table *table));
#endif
