/* Texts. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 40 };

const char *ard_text_quote(const char *text, size_t bytes, char buffer[ARD_QUOTE_BYTES])
{
    const unsigned char *s = (const unsigned char *)text;
    size_t used = 0;
    for (int shown = 0; bytes > 0; shown++) {
        if (shown == SHOWN) {
            memcpy(buffer + used, "...", 4);
            return buffer;
        }
        size_t step = ard_utf8_bytes(s, bytes);
        if (step == 0 || *s < 0x20 || *s == 0x7F) {
            used += (size_t)snprintf(buffer + used, 5, "\\x%02X", *s);
            step = 1;
        } else {
            memcpy(buffer + used, s, step);
            used += step;
        }
        s += step;
        bytes -= step;
    }
    buffer[used] = '\0';
    return buffer;
}

/* ---- names */

void ard_text_append(char *list, size_t bytes, const char *text)
{
    const size_t used = strlen(list);
    snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", text);
}

bool ard_name_letter_equal(char a, char b) { return a == b || ((a == '-' || a == '_') && (b == '-' || b == '_')); }

bool ard_name_equal(const char *a, const char *b)
{
    while (*a && *b && ard_name_letter_equal(*a, *b)) a++, b++;
    return *a == *b;
}

int ard_text_find(const char *text, int n, const char *const *list)
{
    for (int i = 0; i < n; i++)
        if (strcmp(text, list[i]) == 0) return i;
    return -1;
}

int ard_names_copy(ardor_context *context, int64_t n, char *const *names, char ***out)
{
    int rc = ARDOR_OK;
    char **copy = NULL;
    *out = NULL;
    NEW(context, copy, n);
    for (int64_t i = 0; i < n; i++) COPY(context, copy[i], names[i]);
    *out = copy;
    copy = NULL;
done:
    ard_names_free(context, n, copy);
    return rc;
}

void ard_names_free(ardor_context *context, int64_t n, char **names)
{
    for (int64_t i = 0; names && i < n; i++) ard_free(context, names[i]);
    ard_free(context, names);
}

/* ---- choices */

const char *ard_choice_at(const char *choices, int index, size_t *bytes)
{
    const char *text = choices;
    for (int i = 0; i < index && text; i++) {
        text = strchr(text, '|');
        if (text) text++;
    }
    *bytes = text ? strcspn(text, "|") : 0;
    return text;
}

int ard_choice_find(const char *choices, const char *text)
{
    size_t bytes = 0;
    const char *choice;
    for (int i = 0; (choice = ard_choice_at(choices, i, &bytes)); i++)
        if (strlen(text) == bytes && memcmp(text, choice, bytes) == 0) return i;
    return -1;
}
