/* Is the first row of a table names of its columns? */
#ifndef ARD_HEADER_H
#define ARD_HEADER_H

#include "data/expected.h"
#include "io/text_table.h"

/* What is known of the columns before that is. */
typedef struct ard_header_question {
    const char *file;
    const ard_top *head;          /* the first rows */
    const bool *skipped;          /* a column of each: it is not a feature, so that its cells tell little */
    int64_t target;               /* the column of labels if there are no names, -1: there is none */
    const ard_expected *expected; /* NULL: nothing */
} ard_header_question;

/* The guess, and whether it is none: names are text where other rows have numbers. Otherwise a note says it. */
int ard_header_guess(ardor_context *context, const ard_header_question *question, bool *out, bool *obvious);
#endif
