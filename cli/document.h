/* Members of the library's JSON documents: one that is absent, or of another type, is NaN, NULL or 0. */
#ifndef ARDOR_CLI_DOCUMENT_H
#define ARDOR_CLI_DOCUMENT_H

#include <jansson.h>
#include <stddef.h>

double cli_number_of(const json_t *object, const char *key);
const char *cli_text_of(const json_t *object, const char *key);
long long cli_count_of(const json_t *object, const char *key);
/* A setting's value, default or bound as text: numbers short, null as `when_null`. */
void cli_value_text(const json_t *value, const char *when_null, char *out, size_t bytes);

#endif
