/* Texts in what the program prints. */
#ifndef ARDOR_CLI_TEXT_H
#define ARDOR_CLI_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* No line for people has more columns. */
enum { CLI_LINE = 120 };

/* One cell of a table, `prefix` and `text` together, in quotes where it needs them. */
void cli_print_cell(FILE *out, char delimiter, const char *prefix, const char *text);

/* Columns that a text takes on a terminal (UTF-8). */
size_t cli_text_width(const char *text);
/* A name in at most so many columns (8 or more): of a longer one the beginning and the end, with "..." in between. Control
 * characters, and those that change the direction of writing, are shown as '?'. */
void cli_print_name(FILE *out, const char *text, size_t most);
/* The columns that it takes. */
size_t cli_name_width(const char *text, size_t most);
/* The same padded to a width (negative: right-aligned); 0: the whole text, as it is. */
void cli_print_padded(FILE *out, const char *text, int width);
/* A text on one line, whose words have at most so many columns. */
void cli_print_words(FILE *out, const char *text, size_t most);
/* Lines, of which those longer than CLI_LINE go on below, indented. */
void cli_print_wrapped(FILE *out, const char *text);

#endif
