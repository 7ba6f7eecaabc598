/* Texts. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"

enum { SHOWN = 40, LISTED = 5 };

/* Bytes of the character, if it is a blank beyond ASCII or takes no room: U+00A0, U+1680, U+2000 to U+200F, U+2028 to U+202F,
 * U+205F to U+2064, U+3000, U+FEFF; else 0. */
static size_t odd_blank(const unsigned char *s, size_t bytes)
{
    if (bytes >= 2 && s[0] == 0xC2 && s[1] == 0xA0) return 2;
    if (bytes < 3) return 0;
    const unsigned last = s[2];
    const bool odd = (s[0] == 0xE1 && s[1] == 0x9A && last == 0x80) ||
                     (s[0] == 0xE2 && s[1] == 0x80 && (last <= 0x8F || (last >= 0xA8 && last <= 0xAF))) ||
                     (s[0] == 0xE2 && s[1] == 0x81 && last >= 0x9F && last <= 0xA4) ||
                     (s[0] == 0xE3 && s[1] == 0x80 && last == 0x80) || (s[0] == 0xEF && s[1] == 0xBB && last == 0xBF);
    return odd ? 3 : 0;
}

const char *ard_text_quote(const char *text, size_t bytes, char buffer[ARD_QUOTE_BYTES])
{
    const unsigned char *s = (const unsigned char *)text;
    size_t used = 0;
    size_t odd = 0; /* bytes left of such a blank */
    for (int shown = 0; bytes > 0; shown++) {
        if (shown == SHOWN) {
            memcpy(buffer + used, "...", 4);
            return buffer;
        }
        size_t step = ard_utf8_bytes(s, bytes);
        if (odd == 0) odd = odd_blank(s, bytes);
        if (step == 0 || *s < 0x20 || *s == 0x7F || odd > 0) {
            used += (size_t)snprintf(buffer + used, 5, "\\x%02X", *s);
            step = 1;
            if (odd > 0) odd--;
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

const char *ard_name_quote(const char *name, char buffer[ARD_QUOTE_BYTES]) { return ard_text_quote(name, strlen(name), buffer); }

/* ---- names */

void ard_text_append(char *list, size_t bytes, const char *text)
{
    const size_t used = strlen(list);
    snprintf(list + used, bytes - used, "%s%s", used ? ", " : "", text);
}

void ard_name_append(char *list, size_t bytes, const char *name)
{
    char quoted[ARD_QUOTE_BYTES], item[ARD_QUOTE_BYTES + 2];
    const size_t used = strlen(list), room = strlen(", ...");
    if (used >= 3 && strcmp(list + used - 3, "...") == 0) return;
    if (name) snprintf(item, sizeof item, "'%s'", ard_name_quote(name, quoted));
    ard_text_append(list, bytes, name && used + 2 + strlen(item) + room < bytes ? item : "...");
}

const char *ard_names_list(int64_t n, char *const *name, char list[ARD_LIST_BYTES])
{
    list[0] = '\0';
    for (int64_t i = 0; i < n && i <= LISTED; i++) ard_name_append(list, ARD_LIST_BYTES, i < LISTED ? name[i] : NULL);
    return list;
}

/* Bytes of blanks at the start of a text. */
static size_t blank_bytes(const char *text)
{
    size_t n = 0;
    for (size_t step = 1; step > 0; n += step) {
        const char *at = text + n;
        step = *at == ' ' || (*at >= '\t' && *at <= '\r') ? 1 : odd_blank((const unsigned char *)at, strlen(at));
    }
    return n;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

const char *ard_names_alike(const char *a, const char *b)
{
    double x = 0, y = 0;
    bool blanks = false, capitals = false;
    if (strcmp(a, b) == 0) return NULL;
    if (ard_parse_double(a, strlen(a), &x) && ard_parse_double(b, strlen(b), &y) && x == y) return "the way a number is written";
    for (;; a++, b++) {
        const size_t of_a = blank_bytes(a), of_b = blank_bytes(b);
        blanks = blanks || of_a != of_b || memcmp(a, b, of_a) != 0;
        a += of_a;
        b += of_b;
        if (lower(*a) != lower(*b)) return NULL;
        capitals = capitals || *a != *b;
        if (!*a) break;
    }
    return !capitals ? "blanks" : blanks ? "blanks and capitals" : "capitals";
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
