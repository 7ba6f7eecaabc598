/* Texts: those that came from outside (is it UTF-8, and how to show it in a message of one line), names, choices. */
#ifndef ARD_TEXT_H
#define ARD_TEXT_H

#include "base/base.h"
#include "base/utf8.h"

/* 40 characters of up to four bytes, "..." and the end. */
enum { ARD_QUOTE_BYTES = 168 };

/* The text cut to 40 characters. Control characters, blanks that look like others (a no-break space) or like nothing, and bytes
 * that are not UTF-8 are written as \xNN. */
const char *ard_text_quote(const char *text, size_t bytes, char buffer[ARD_QUOTE_BYTES]);
/* The same of a text that a NUL ends, a name of the table for one; messages put quotes around it: '%s'. */
const char *ard_name_quote(const char *name, char buffer[ARD_QUOTE_BYTES]);

/* One more of "a, b, c", cut to the buffer. */
void ard_text_append(char *list, size_t bytes, const char *text);
/* One more of "'a', 'b', 'c'"; where no more fit, and as the last one of a list that goes on (NULL), "...". */
void ard_name_append(char *list, size_t bytes, const char *name);
/* The first of n names in this way. */
enum { ARD_LIST_BYTES = 6 * ARD_QUOTE_BYTES };
const char *ard_names_list(int64_t n, char *const *name, char list[ARD_LIST_BYTES]);

/* ---- names that are nearly alike */

/* In what two different names differ, if only in that: "blanks", "capitals", "blanks and capitals", "the way a number is
 * written"; else NULL. */
const char *ard_names_alike(const char *a, const char *b);

/* ---- names */

/* In keys and names of settings '-' and '_' are the same letter. */
bool ard_name_letter_equal(char a, char b);
bool ard_name_equal(const char *a, const char *b);
/* Position of a text in a list, or -1. */
int ard_text_find(const char *text, int n, const char *const *list);
/* A list of n texts, each and the list the caller's. */
int ard_names_copy(ardor_context *context, int64_t n, char *const *names, char ***out);
/* Releases the texts and the list; takes NULL for either. */
void ard_names_free(ardor_context *context, int64_t n, char **names);

/* ---- choices, as one text "a|b|c" */

/* The index-th of them, not ended by a NUL, and its length; NULL beyond the last. */
const char *ard_choice_at(const char *choices, int index, size_t *bytes);
/* Position of the text among them, or -1. */
int ard_choice_find(const char *choices, const char *text);
#endif
