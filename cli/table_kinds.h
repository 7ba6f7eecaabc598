/* The kinds of tables of results: the documents that have one, the list of objects in them that become rows, and columns, each
 * made of a member of these objects. */
#ifndef ARDOR_CLI_TABLE_KINDS_H
#define ARDOR_CLI_TABLE_KINDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum {
    CLI_MEMBER,
    /* A column for each of the names that the document lists in `names`, or (NULL) that any row has, of `member` (NULL: of the
     * row itself); `name` begins theirs. */
    CLI_SPREAD,
    CLI_POSITION,   /* number of the row, from 1 */
    CLI_CHOSEN,     /* is it the row whose position, from 0, the document has in `names`? */
    CLI_STATUS,     /* failed with a message, else done */
    CLI_REPETITION, /* of the row's fold, by the document's plan */
    CLI_REPETITIONS /* the same where the plan has several, else no column */
} cli_column_form;

typedef struct cli_column {
    const char *name;
    cli_column_form form;
    const char *member, *names;
} cli_column;

typedef struct cli_kind {
    const char *name, *verbs, *format; /* of the document that has it, but for "ardor-" */
    const char *list, *further;        /* where its rows are, and (NULL: nowhere) further ones, which go among them by `fold` */
    const cli_column *columns;         /* NULL: the end */
} cli_kind;

enum { CLI_MOST_COLUMNS = 32 };

extern const cli_kind cli_kinds[];
extern const size_t cli_n_kinds;

#endif
