/* UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#include "base/utf8.h"

#include <string.h>

size_t ard_utf8_bytes(const unsigned char *text, size_t bytes)
{
    unsigned char first = text[0];
    if (first < 0x80) return 1;
    size_t need = first >= 0xC2 && first <= 0xDF ? 2 : (first & 0xF0) == 0xE0 ? 3 : first >= 0xF0 && first <= 0xF4 ? 4 : 0;
    if (need == 0 || need > bytes) return 0;
    for (size_t i = 1; i < need; i++)
        if ((text[i] & 0xC0) != 0x80) return 0;
    bool overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool surrogate = first == 0xED && text[1] > 0x9F;
    bool too_large = first == 0xF4 && text[1] > 0x8F;
    return overlong || surrogate || too_large ? 0 : need;
}

bool ard_text_is_utf8(const char *text, size_t bytes)
{
    const unsigned char *s = (const unsigned char *)text;
    while (bytes > 0) {
        size_t step = ard_utf8_bytes(s, bytes);
        if (step == 0) return false;
        s += step;
        bytes -= step;
    }
    return true;
}

size_t ard_mark_bytes(const char *text, size_t bytes) { return bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; }

void ard_text_repair(char *text)
{
    for (size_t bytes = strlen(text); bytes > 0;) {
        size_t step = ard_utf8_bytes((const unsigned char *)text, bytes);
        if (step == 0) {
            *text = '?';
            step = 1;
        }
        text += step;
        bytes -= step;
    }
}
