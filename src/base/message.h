/* Messages and remarks of one line. */
#ifndef ARD_MESSAGE_H
#define ARD_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>

#include "ardor/ardor.h"

/* vsnprintf, of which every word, or text in quotes, of more than 200 bytes keeps its beginning and its end with "..." in
 * between, so that a name of any length leaves room for what is said of it. What is not UTF-8 is a '?'. */
void ard_message_print(char *out, size_t bytes, const char *format, va_list list);
/* A failure of a function that was given another context, the one that an object has its memory from: the message is for the
 * caller's. */
int ard_message_pass(const ardor_context *from, ardor_context *to, int rc);
#endif
