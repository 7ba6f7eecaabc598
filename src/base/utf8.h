/* Texts in UTF-8. */
#ifndef ARD_UTF8_H
#define ARD_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the well-formed character at the start of the text (bytes > 0), 0 if there is none. */
size_t ard_utf8_bytes(const unsigned char *text, size_t bytes);
bool ard_text_is_utf8(const char *text, size_t bytes);
/* Bytes of a byte order mark at its start: 3, or 0. */
size_t ard_mark_bytes(const char *text, size_t bytes);
/* Puts a ? in the place of every byte that is none of a character, such as those of one that was cut. */
void ard_text_repair(char *text);
#endif
