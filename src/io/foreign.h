/* Files that people have in the place of a table of delimited text, told by what they begin with, so that a message can name them
 * and say what to do. What a new row of the table (foreign.c) must have: the name, to go on after "is"; what to do, which must be
 * true and have been tried; and a test of the head, by bytes that no table begins with, or by several lines of text. Near misses
 * (a table whose first cell is the magic word) belong into test_foreign with it. Where a reader of the format is added, its row
 * goes. */
#ifndef ARD_FOREIGN_H
#define ARD_FOREIGN_H

#include "io/source.h"

typedef struct ard_foreign {
    const char *name;
    bool (*is)(const ard_head *head);
    const char *advice;
} ard_foreign;

/* ARDOR_DATA if the source is one of them, whatever its name; nothing of it is read by that. */
int ard_foreign_check(ardor_context *context, ard_source *source);
#endif
