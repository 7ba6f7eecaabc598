/* The shape that the beginning of a text has when cells are separated by this or that: what tells the separator of a table
 * without reading it. */
#ifndef ARD_SHAPE_H
#define ARD_SHAPE_H

#include "io/source.h"

typedef struct ard_shape {
    char delimiter;              /* ' ': any run of blanks */
    bool broken;                 /* quotes that this delimiter does not make sense of */
    int64_t records;             /* that are there to their end */
    int64_t header, cells;       /* of the first record, of the second */
    bool even;                   /* all behind the first have as many as the second */
    int64_t body;                /* cells behind the first record, but missing ones */
    int64_t whole, point, comma; /* numbers among them: without a mark, with a decimal point, with a decimal comma */
    bool leading;                /* each record behind the first begins with a number */
} ard_shape;

ard_shape ard_shape_of(const ard_head *head, char delimiter);
/* At least two cells in each record, in all as many; or the first is one short, as R writes a header over row names. */
bool ard_shape_fits(const ard_shape *shape);
/* Numbers have decimal commas, and none a point. */
bool ard_shape_has_commas(const ard_shape *shape);
/* The delimiter other than `chosen` with which the text makes most sense: false where it makes none with any. */
bool ard_shape_best(const ard_head *head, char chosen, ard_shape *out);
/* The one with which the first record has most cells, two at least; the others may have other numbers of them. */
bool ard_shape_longest(const ard_head *head, char chosen, ard_shape *out);
/* Commas, which separate the cells, stand between the digits of numbers too. `shape`: with commas. */
bool ard_shape_is_torn(const ard_head *head, const ard_shape *shape);
/* Each line is one quoted cell, and all have the same number of commas, semicolons or tabs in it. */
bool ard_shape_is_wrapped(const ard_head *head);
/* Tabs, and nothing else, separate its cells. */
bool ard_shape_is_tabbed(const ard_head *head);
#endif
