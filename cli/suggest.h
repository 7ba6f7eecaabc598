/* What may have been meant by a word of the command line: a verb, an option, a kind of table.
 *
 * The library suggests keys, methods and settings in messages of its own (base/guess.c), by another rule, since names of settings
 * abbreviate each other. The distance of two texts stands here again because the program has the public header and no more of the
 * library, and that is no place for one. */
#ifndef ARDOR_CLI_SUGGEST_H
#define ARDOR_CLI_SUGGEST_H

#include <stddef.h>

/* {.asked = word}, then every word that could have been meant, in turn: `nearest` is the first of those that are nearest, NULL
 * where none is near. Words that are tried must live as long. */
typedef struct cli_suggestion {
    const char *asked, *nearest;
    size_t distance;
} cli_suggestion;

void cli_suggest(cli_suggestion *suggestion, const char *word);

#endif
