/* Access to JSON documents: see document.h. */
#include "document.h"

#include <math.h>
#include <stdio.h>

double cli_number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *cli_text_of(const json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }

long long cli_count_of(const json_t *object, const char *key)
{
    double value = cli_number_of(object, key);
    return isfinite(value) && fabs(value) < 9e18 ? (long long)value : 0;
}

void cli_value_text(const json_t *value, const char *when_null, char *out, size_t bytes)
{
    if (json_is_number(value))
        snprintf(out, bytes, "%.6g", json_number_value(value));
    else if (json_is_string(value))
        snprintf(out, bytes, "%s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(out, bytes, "%s", json_is_true(value) ? "true" : "false");
    else
        snprintf(out, bytes, "%s", when_null);
}
