/* Text that came from outside: is it UTF-8, and how to show it in a message of one line. */
#ifndef ARD_TEXT_H
#define ARD_TEXT_H
#include <stdbool.h>
#include <stddef.h>

/* 40 characters of up to four bytes, "..." and the end. */
enum { ARD_QUOTE_BYTES = 168 };

bool ard_text_is_utf8(const char *text, size_t bytes);
/* The text cut to 40 characters, with control characters and bytes that are not UTF-8 written as \xNN. */
const char *ard_text_quote(const char *text, size_t bytes, char buffer[ARD_QUOTE_BYTES]);
#endif
