/* Foreign formats of text. A test that rests on one word asks for more than the word: tables may begin with any. */
#include "io/foreign_text.h"

#include <string.h>
#include <strings.h>

#include "base/number.h"

/* ---- bytes */

bool ard_head_has_at(const ard_head *head, size_t at, const char *bytes, size_t n)
{
    return at + n <= head->bytes && memcmp(head->text + at, bytes, n) == 0;
}

bool ard_head_has(const ard_head *head, const char *bytes, size_t n)
{
    for (size_t at = 0; at + n <= head->bytes; at++) {
        const char *next = memchr(head->text + at, bytes[0], head->bytes - n - at + 1);
        if (!next) return false;
        at = (size_t)(next - head->text);
        if (memcmp(next, bytes, n) == 0) return true;
    }
    return false;
}

/* ---- lines and words of them */

typedef struct span {
    const char *at, *end;
} span;

static bool is_blank(char c) { return c == ' ' || c == '\t'; }
static bool is_end(char c) { return c == '\n' || c == '\r'; }

static span rest_of(const ard_head *head) { return (span){head->text, head->text + head->bytes}; }

/* The next line that is not blank, without blanks around it; one that is cut off only if it is the only one. */
static bool next_line(const ard_head *head, span *rest, span *out)
{
    while (rest->at < rest->end && (is_blank(*rest->at) || is_end(*rest->at))) rest->at++;
    *out = (span){rest->at, rest->at};
    while (out->end < rest->end && !is_end(*out->end)) out->end++;
    rest->at = out->end;
    const bool cut = head->cut && out->end == rest->end;
    while (out->end > out->at && is_blank(out->end[-1])) out->end--;
    return out->end > out->at && !(cut && out->at > head->text);
}

static bool next_word(span *line, span *out)
{
    while (line->at < line->end && is_blank(*line->at)) line->at++;
    *out = (span){line->at, line->at};
    while (out->end < line->end && !is_blank(*out->end)) out->end++;
    line->at = out->end;
    return out->end > out->at;
}

static size_t length(span s) { return (size_t)(s.end - s.at); }

/* Does it begin with the word, in any case of letters? */
static bool begins(span s, const char *word) { return length(s) >= strlen(word) && strncasecmp(s.at, word, strlen(word)) == 0; }

/* The same, with nothing or one of `ends` behind it. */
static bool begins_with_word(span s, const char *word, const char *ends)
{
    const size_t n = strlen(word);
    return begins(s, word) && (length(s) == n || strchr(ends, s.at[n]));
}

static bool first_line_begins(const ard_head *head, const char *const *words, const char *ends)
{
    span rest = rest_of(head), line;
    if (!next_line(head, &rest, &line)) return false;
    for (; *words; words++)
        if (begins_with_word(line, *words, ends)) return true;
    return false;
}

static bool is_int(span s, int64_t *out) { return ard_parse_int(s.at, length(s), out); }

/* All of the line is whole numbers, at most `room` of them: how many, -1 if not. */
static int ints_of(span line, int room, int64_t *out)
{
    span word;
    int n = 0;
    while (next_word(&line, &word)) {
        if (n == room || !is_int(word, &out[n])) return -1;
        n++;
    }
    return n;
}

/* ---- JSON: its tokens, as far as the head goes */

typedef enum { OPEN, CLOSE, BETWEEN, VALUE, END, WRONG } token;

static token json_string(span *s)
{
    while (++s->at < s->end) {
        if (is_end(*s->at)) return WRONG;
        if (*s->at == '"') break;
        if (*s->at == '\\' && s->at + 1 < s->end) s->at++;
    }
    if (s->at == s->end) return END;
    s->at++;
    return VALUE;
}

static token json_literal(span *s)
{
    static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    const char *start = s->at;
    double value = 0;
    while (s->at < s->end && !is_end(*s->at) && !strchr(" \t,:[]{}\"", *s->at)) s->at++;
    if (s->at == s->end) return END;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == (size_t)(s->at - start) && memcmp(words[i], start, (size_t)(s->at - start)) == 0) return VALUE;
    return ard_parse_double(start, (size_t)(s->at - start), &value) ? VALUE : WRONG;
}

static token json_token(span *s)
{
    while (s->at < s->end && (is_blank(*s->at) || is_end(*s->at))) s->at++;
    if (s->at == s->end) return END;
    switch (*s->at) {
    case '{':
    case '[':
        s->at++;
        return OPEN;
    case '}':
    case ']':
        s->at++;
        return CLOSE;
    case ',':
    case ':':
        s->at++;
        return BETWEEN;
    case '"':
        return json_string(s);
    default:
        return json_literal(s);
    }
}

/* Values stand alone, and there are separators between them; names in objects are texts. Behind the end of the first value there
 * is nothing, or a further one in a new line. */
bool ard_is_json(const ard_head *head)
{
    span s = rest_of(head);
    int64_t n = 0, depth = 1;
    token before = OPEN;
    if (json_token(&s) != OPEN) return false;
    const bool object = s.at[-1] == '{';
    for (;; n++) {
        const char *start = s.at;
        const token now = json_token(&s);
        if (now == END) return n > 1;
        if (depth == 0) return object && now == OPEN && memchr(start, '\n', (size_t)(s.at - start));
        if (now == WRONG || ((now == VALUE || now == OPEN) && (before == VALUE || before == CLOSE))) return false;
        if (object && n == 0 && now != CLOSE && *(s.at - 1) != '"') return false;
        depth += (now == OPEN) - (now == CLOSE);
        before = now;
    }
}

bool ard_is_ardor_json(const ard_head *head)
{
    const ard_head begin = {head->text, head->bytes < 100 ? head->bytes : 100, true};
    return ard_head_has(&begin, "\"format\"", 8) && ard_head_has(&begin, "\"ardor-", 7) && head->text[0] == '{';
}

/* ---- markup */

bool ard_is_html(const ard_head *head)
{
    static const char *const words[] = {"<!doctype html", "<html", "<head", "<body", "<table", "<script", "<!--", NULL};
    return first_line_begins(head, words, " >");
}

bool ard_is_xml(const ard_head *head)
{
    static const char *const words[] = {"<?xml", "<!doctype", NULL};
    return first_line_begins(head, words, " \t");
}

/* ---- expression data */

bool ard_is_series_matrix(const ard_head *head)
{
    static const char *const words[] = {"!Series_", "!Sample_", "!series_matrix_table_begin"};
    span rest = rest_of(head), line, second;
    if (!next_line(head, &rest, &line) || !next_line(head, &rest, &second)) return false;
    if (*line.at == '"') line.at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins(line, words[i])) return begins(second, "!") || begins(second, "\"!") || begins(second, "\"ID_REF");
    return false;
}

bool ard_is_soft(const ard_head *head)
{
    static const char *const words[] = {"^DATABASE", "^SERIES", "^SAMPLE",     "^PLATFORM",
                                        "^DATASET",  "^SUBSET", "^ANNOTATION", NULL};
    span rest = rest_of(head), line;
    if (!first_line_begins(head, words, " =") || !next_line(head, &rest, &line) || !next_line(head, &rest, &line)) return false;
    return *line.at == '!' || *line.at == '^' || *line.at == '#';
}

/* "#1.2", perhaps with empty cells behind it, and a line of sizes. */
static bool is_gct_of(const ard_head *head, const char *version, int sizes)
{
    span rest = rest_of(head), line, first;
    int64_t size[4];
    return next_line(head, &rest, &first) && begins_with_word(first, version, " \t") && length(first) == strlen(version) &&
           next_line(head, &rest, &line) && ints_of(line, 4, size) == sizes;
}

bool ard_is_gct(const ard_head *head) { return is_gct_of(head, "#1.2", 2); }
bool ard_is_gct3(const ard_head *head) { return is_gct_of(head, "#1.3", 4); }

/* "38 2 1" and "# ALL AML"; or "#numeric" and "#GeneName". */
bool ard_is_cls(const ard_head *head)
{
    span rest = rest_of(head), first, second;
    int64_t n[3];
    if (!next_line(head, &rest, &first) || !next_line(head, &rest, &second) || *second.at != '#') return false;
    return (ints_of(first, 3, n) == 3 && n[2] == 1) ||
           (begins_with_word(first, "#numeric", "") && !memchr(second.at, ',', length(second)));
}

bool ard_may_be_cls(const ard_head *head)
{
    span rest = rest_of(head), line;
    int64_t n[3];
    return next_line(head, &rest, &line) && ints_of(line, 3, n) >= 2;
}

/* ---- tables of other programs */

bool ard_is_arff(const ard_head *head)
{
    span rest = rest_of(head), line;
    bool found = next_line(head, &rest, &line);
    while (found && *line.at == '%') found = next_line(head, &rest, &line);
    if (!found || !begins_with_word(line, "@relation", " \t")) return false;
    while (found && !begins_with_word(line, "@attribute", " \t")) found = next_line(head, &rest, &line);
    return found;
}

bool ard_is_matrix_market(const ard_head *head)
{
    static const char *const words[] = {"%%MatrixMarket matrix", NULL};
    return first_line_begins(head, words, " \t");
}

bool ard_is_sep_line(const ard_head *head)
{
    span rest = rest_of(head), line;
    const bool found = next_line(head, &rest, &line);
    if (found && *line.at == '"' && length(line) > 2 && line.end[-1] == '"') line = (span){line.at + 1, line.end - 1};
    return found && begins(line, "sep=") && length(line) <= 5 && rest.at < rest.end;
}

/* "A", the version of the form, and of R twice, as numbers: the last is that of the oldest R that reads it. */
bool ard_is_rds_text(const ard_head *head)
{
    return ard_head_has_at(head, 0, "A\n", 2) && (ard_head_has(head, "\n131840\n", 8) || ard_head_has(head, "\n197888\n", 8)) &&
           (ard_head_has_at(head, 2, "2\n", 2) || ard_head_has_at(head, 2, "3\n", 2));
}

/* ---- sparse rows */

/* "1", "-1.5", "2,7". */
static bool is_label(span word)
{
    double value = 0;
    while (word.at < word.end) {
        const char *comma = memchr(word.at, ',', length(word));
        const char *stop = comma ? comma : word.end;
        if (!ard_parse_double(word.at, (size_t)(stop - word.at), &value)) return false;
        word.at = comma ? comma + 1 : stop;
    }
    return true;
}

/* "3:0.5", with an index above `last`. */
static bool is_pair(span word, int64_t *last)
{
    int64_t index = 0;
    double value = 0;
    const char *colon = memchr(word.at, ':', length(word));
    if (!colon || !ard_parse_int(word.at, (size_t)(colon - word.at), &index) || index <= *last) return false;
    *last = index;
    return ard_parse_double(colon + 1, (size_t)(word.end - colon) - 1, &value);
}

/* A label, perhaps a query, and pairs. False: it is none of these. Counts what it has. */
static bool add_sparse_row(span line, bool cut, int64_t *labels, int64_t *pairs)
{
    span word;
    int64_t last = -1;
    const char *comment = memchr(line.at, '#', length(line));
    if (comment) line.end = comment;
    for (int n = 0; next_word(&line, &word); n++) {
        const bool whole = !cut || word.end < line.end;
        if (n == 0 && is_label(word))
            (*labels)++;
        else if (n == 1 && begins(word, "qid:"))
            continue;
        else if (is_pair(word, &last))
            (*pairs)++;
        else if (whole)
            return false;
    }
    return true;
}

bool ard_is_svmlight(const ard_head *head)
{
    span rest = rest_of(head), line;
    int64_t labels = 0, pairs = 0, lines = 0;
    while (lines < 100 && next_line(head, &rest, &line)) {
        lines++;
        if (!add_sparse_row(line, head->cut && rest.at == rest.end, &labels, &pairs)) return false;
    }
    return labels > 0 && pairs > 0;
}

/* A label and increasing indices, of which lines do not have the same number. */
bool ard_is_index_lists(const ard_head *head)
{
    span rest = rest_of(head), line, word;
    int64_t lines = 0, least = INT64_MAX, most = 0;
    while (lines < 100 && next_line(head, &rest, &line)) {
        int64_t n = 0, last = 0, index = 0;
        if (!next_word(&line, &word) || !is_label(word)) return false;
        for (; next_word(&line, &word); n++) {
            if (!is_int(word, &index) || index <= last) return false;
            last = index;
        }
        least = ard_min64(least, n);
        most = ard_max64(most, n);
        lines++;
    }
    return lines >= 3 && most > least && most >= 3;
}
