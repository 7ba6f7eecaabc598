/* Messages of one line: names in them come from outside and may be of any length. */
#include "base/message.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum { WHOLE_BYTES = 12288, LONGEST = 200, KEPT = 90 };

static bool continues_character(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/* Bytes up to a quote that ends what one before it began: behind it the sentence goes on. 0: there is none. */
static size_t quoted_bytes(const char *text)
{
    for (size_t n = 1; text[n]; n++)
        if (text[n] == '\'' && strchr(" ,:;.)", text[n + 1])) return n + 1;
    return 0;
}

/* Of a word, or of a text in quotes. */
static size_t unit_bytes(const char *text)
{
    const size_t quoted = *text == '\'' ? quoted_bytes(text) : 0, word = strcspn(text, " ");
    return quoted > word ? quoted : word;
}

static void add(char *out, size_t bytes, size_t *used, const char *text, size_t n)
{
    const size_t room = bytes - 1 - *used;
    memcpy(out + *used, text, n < room ? n : room);
    *used += n < room ? n : room;
}

static void add_cut(char *out, size_t bytes, size_t *used, const char *text, size_t n)
{
    size_t head = KEPT, tail = n - KEPT;
    while (continues_character(text[head])) head--;
    while (tail < n && continues_character(text[tail])) tail++;
    add(out, bytes, used, text, head);
    add(out, bytes, used, "...", 3);
    add(out, bytes, used, text + tail, n - tail);
}

void ard_message_print(char *out, size_t bytes, const char *format, va_list list)
{
    char whole[WHOLE_BYTES];
    size_t used = 0;
    vsnprintf(whole, sizeof whole, format, list);
    ard_text_repair(whole);
    for (const char *text = whole; *text;) {
        const size_t blanks = strspn(text, " "), n = unit_bytes(text + blanks);
        add(out, bytes, &used, text, blanks);
        if (n > LONGEST)
            add_cut(out, bytes, &used, text + blanks, n);
        else
            add(out, bytes, &used, text + blanks, n);
        text += blanks + n;
    }
    out[used] = '\0';
    ard_text_repair(out); /* the end may have been cut */
}
