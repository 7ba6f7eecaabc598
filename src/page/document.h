/* Members of the documents that a page is made of: one that is absent, or of another type, is NaN, NULL, 0 or false. So an older
 * document, which lacks some, gives a page that is silent about them. */
#ifndef ARD_PAGE_DOCUMENT_H
#define ARD_PAGE_DOCUMENT_H

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline const json_t *ard_doc_get(const json_t *object, const char *key) { return json_object_get(object, key); }
static inline double ard_doc_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}
static inline const char *ard_doc_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}
/* "" where there is none. */
static inline const char *ard_doc_name(const json_t *object, const char *key)
{
    const char *text = ard_doc_text(object, key);
    return text ? text : "";
}
static inline bool ard_doc_is(const json_t *object, const char *key, const char *text)
{
    const char *found = ard_doc_text(object, key);
    return found && text && strcmp(found, text) == 0;
}
static inline int64_t ard_doc_count(const json_t *object, const char *key)
{
    const double value = ard_doc_number(object, key);
    return isfinite(value) && fabs(value) < 9e15 ? (int64_t)value : 0;
}
static inline bool ard_doc_true(const json_t *object, const char *key) { return json_is_true(json_object_get(object, key)); }
static inline int64_t ard_doc_size(const json_t *object, const char *key)
{
    return (int64_t)json_array_size(json_object_get(object, key));
}
/* Element i of a member that is an array; NULL beyond its end. */
static inline const json_t *ard_doc_at(const json_t *object, const char *key, int64_t i)
{
    return json_array_get(json_object_get(object, key), (size_t)i);
}
/* A text of an array of texts, "" where there is none. */
static inline const char *ard_doc_name_at(const json_t *object, const char *key, int64_t i)
{
    const char *text = json_string_value(ard_doc_at(object, key, i));
    return text ? text : "";
}
#endif
