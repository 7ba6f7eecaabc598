/* Numbers as text, whatever the locale: the decimal mark is a point, or what the caller says. */
#ifndef ARD_NUMBER_H
#define ARD_NUMBER_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ARD_NUMBER_BYTES = 40 };

/* The whole of text[0..bytes) is one number (blanks around it allowed; "inf", "nan" and hexadecimal are
 * not): store it and return true. Overflow to infinity is false. */
bool ard_parse_double(const char *text, size_t bytes, double *out);
/* The same with another decimal mark than the point, which is none then. */
bool ard_parse_decimal(const char *text, size_t bytes, char mark, double *out);
bool ard_parse_int(const char *text, size_t bytes, int64_t *out);
/* The shortest decimal text that reads back to the same double; "nan", "inf", "-inf" where it must. */
void ard_print_double(double value, char out[ARD_NUMBER_BYTES]);
#endif
