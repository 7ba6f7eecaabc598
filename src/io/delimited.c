/* Delimited text through libcsv in strict mode.
 *
 * The parser is fed one physical line at a time, so that the line a row starts at is known even after quoted line
 * breaks and skipped blank lines. "\n", "\r\n" and a lone "\r" end a line. What libcsv leaves open is refused here:
 * NUL bytes (text files have none; binary files do) and fields so long that a quote must be unclosed. Where runs of blanks
 * are the delimiter, each line is fed with one blank for each run, and none at its ends. */
#include "io/delimited.h"

#include <csv.h>
#include <string.h>

#include "base/utf8.h"

enum { LONGEST_FIELD = 1 << 20 };

typedef struct delimited {
    ardor_context *context;
    const char *file;
    char delimiter;
    ard_row_sink *sink;
    void *user;
    int rc;            /* of the callbacks, which cannot return it */
    int64_t line;      /* that is being fed */
    bool after_return; /* the last byte was "\r": a "\n" now ends the same line */
    bool row_open;     /* the row has begun, at row_line */
    int64_t row_line;
    bool quoted, pending, line_begun; /* of folding: inside quotes; blanks that separate if a cell follows; a cell is there */
    char *folded;                     /* as much of a line as one call feeds */
    size_t folded_room;
    char *text; /* cells of the row, each with its NUL */
    int64_t text_used, text_room;
    size_t *length;
    const char **cell;
    int64_t n, room;
} delimited;

static int grow_cells(delimited *d)
{
    int rc = ARDOR_OK;
    int64_t room = d->room ? 2 * d->room : 64;
    EXTEND(d->context, d->length, room);
    EXTEND(d->context, d->cell, room);
    d->room = room;
done:
    return rc;
}

static int keep_field(delimited *d, const void *field, size_t bytes)
{
    int rc = ARDOR_OK;
    int64_t need = d->text_used + (int64_t)bytes + 1;
    if (need > d->text_room) {
        EXTEND(d->context, d->text, 2 * need);
        d->text_room = 2 * need;
    }
    if (d->n == d->room) TRY(grow_cells(d));
    memcpy(d->text + d->text_used, field, bytes);
    d->text[need - 1] = '\0';
    d->text_used = need;
    d->length[d->n++] = bytes;
done:
    return rc;
}

static void on_field(void *field, size_t bytes, void *user)
{
    delimited *d = user;
    if (d->rc == ARDOR_OK) d->rc = keep_field(d, bytes ? field : "", bytes);
}

static void on_row(int terminator, void *user)
{
    delimited *d = user;
    (void)terminator;
    if (d->rc == ARDOR_OK) {
        int64_t at = 0;
        for (int64_t j = 0; j < d->n; j++) {
            d->cell[j] = d->text + at;
            at += (int64_t)d->length[j] + 1;
        }
        ard_text_row row = {d->row_line, d->n, d->cell, d->length};
        d->rc = d->sink(d->user, &row);
    }
    d->n = 0;
    d->text_used = 0;
    d->row_open = false;
}

/* Blank for libcsv, which drops blanks around fields and lines that hold nothing else. */
static bool is_blank(const delimited *d, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        char c = text[i];
        if (c == d->delimiter || (c != ' ' && c != '\t' && c != '\r' && c != '\n')) return false;
    }
    return true;
}

/* One byte of a line, behind what separates it from the cell before; gives the new end. */
static size_t fold_byte(delimited *d, char c, size_t end)
{
    const bool blank = c == ' ' || c == '\t', ends = c == '\n' || c == '\r';
    if (!d->quoted && blank) {
        d->pending = d->line_begun;
        return end;
    }
    if (!d->quoted && !ends && d->pending) d->folded[end++] = ' ';
    d->quoted = d->quoted != (c == '"'); /* those inside unquoted cells are an error, which libcsv finds */
    d->line_begun = d->quoted || !ends;
    d->pending = false;
    d->folded[end++] = c;
    return end;
}

/* Runs of blanks outside quotes become one each. */
static int fold(delimited *d, const char **text, size_t *bytes)
{
    int rc = ARDOR_OK;
    size_t end = 0;
    if (*bytes + 1 > d->folded_room) {
        EXTEND(d->context, d->folded, *bytes + 1);
        d->folded_room = *bytes + 1;
    }
    for (size_t i = 0; i < *bytes; i++) end = fold_byte(d, (*text)[i], end);
    *text = d->folded;
    *bytes = end;
done:
    return rc;
}

/* Part of one physical line, with its end if that is reached. */
static int feed(delimited *d, struct csv_parser *parser, const char *text, size_t bytes)
{
    int rc = ARDOR_OK;
    REQUIRE(d->context, !memchr(text, '\0', bytes), ARDOR_DATA,
            "%s: line %lld holds a NUL byte: tables are UTF-8 text, plain or compressed as .gz, .zst or .xz", d->file,
            (long long)d->line);
    if (d->delimiter == ' ') TRY(fold(d, &text, &bytes));
    if (!d->row_open && !is_blank(d, text, bytes)) {
        d->row_open = true;
        d->row_line = d->line;
    }
    size_t done = csv_parse(parser, text, bytes, on_field, on_row, d);
    TRY(d->rc);
    REQUIRE(d->context, done == bytes || csv_error(parser) == CSV_EPARSE, ARDOR_MEMORY, "%s: line %lld: %s", d->file,
            (long long)d->line, csv_strerror(csv_error(parser)));
    REQUIRE(d->context, done == bytes, ARDOR_DATA,
            "%s: line %lld: a quote inside an unquoted cell, or text after a closing quote", d->file, (long long)d->line);
    REQUIRE(d->context, csv_get_buffer_size(parser) <= LONGEST_FIELD, ARDOR_DATA,
            "%s: the row at line %lld has a cell of more than a million bytes: is a closing quote missing?", d->file,
            (long long)d->row_line);
done:
    return rc;
}

/* Cut a block at its line ends and count them. */
static int feed_block(delimited *d, struct csv_parser *parser, const char *block, size_t size)
{
    int rc = ARDOR_OK;
    const char *end = block + size;
    while (block < end) {
        const char *stop = block;
        if (d->after_return && *block == '\n') {
            d->after_return = false;
            TRY(feed(d, parser, block++, 1));
            continue;
        }
        if (d->after_return) d->after_return = false;
        while (stop < end && *stop != '\n' && *stop != '\r') stop++;
        bool ended = stop < end;
        if (ended) d->after_return = *stop++ == '\r';
        TRY(feed(d, parser, block, (size_t)(stop - block)));
        d->line += ended;
        block = stop;
    }
done:
    return rc;
}

/* A byte order mark before the first cell would become part of its name. */
static void skip_mark(const char **block, size_t *size)
{
    const size_t mark = ard_mark_bytes(*block, *size);
    *block += mark;
    *size -= mark;
}

static int feed_all(delimited *d, struct csv_parser *parser, ard_source *source)
{
    int rc = ARDOR_OK;
    const char *block = NULL;
    size_t size = 0;
    for (bool first = true;; first = false) {
        TRY(ard_source_read(source, &block, &size));
        if (size == 0) break;
        if (first) skip_mark(&block, &size);
        TRY(feed_block(d, parser, block, size));
    }
    bool closed = csv_fini(parser, on_field, on_row, d) == 0;
    TRY(d->rc);
    REQUIRE(d->context, closed, ARDOR_DATA, "%s: the row at line %lld has a quote that is never closed", d->file,
            (long long)d->row_line);
done:
    return rc;
}

int ard_delimited_check(ardor_context *context, const char *file, const char *what)
{
    (void)context, (void)file, (void)what;
    return ARDOR_OK;
}

int ard_delimited_rows(ardor_context *context, ard_source *source, char delimiter, ard_row_sink *sink, void *user)
{
    int rc = ARDOR_OK;
    struct csv_parser parser;
    delimited d = {.context = context,
                   .file = ard_source_name(source),
                   .delimiter = delimiter,
                   .sink = sink,
                   .user = user,
                   .line = 1,
                   .row_line = 1};
    REQUIRE(context, csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) == 0, ARDOR_INTERNAL, "libcsv cannot be initialised");
    csv_set_delim(&parser, (unsigned char)delimiter);
    csv_set_blk_size(&parser, 1024);
    rc = feed_all(&d, &parser, source);
    csv_free(&parser);
done:
    ard_free(context, d.folded);
    ard_free(context, d.text);
    ard_free(context, d.length);
    ard_free(context, d.cell);
    return rc;
}
