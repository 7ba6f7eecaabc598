/* The readers, and how a name, a path or the content selects one. */
#include "io/reader.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { LIST_BYTES = 200 };

static bool is_any(const ard_reader *reader) { return reader != NULL; }
static bool is_written(const ard_reader *reader) { return reader->write != NULL; }
static bool is_delimited(const ard_reader *reader) { return reader->delimiter != 0; }

/* "csv, tsv or gct": those that are so. */
static const char *list_of(const ard_reader *const *readers, bool (*is_so)(const ard_reader *), char out[LIST_BYTES])
{
    size_t used = 0;
    const char *before = NULL;
    out[0] = '\0';
    for (int i = 0;; i++) {
        if (readers[i] && !is_so(readers[i])) continue;
        if (before && used < LIST_BYTES)
            used += (size_t)snprintf(out + used, LIST_BYTES - used, "%s%s", !used ? "" : readers[i] ? ", " : " or ", before);
        if (!readers[i]) return out;
        before = readers[i]->name;
    }
}

/* Is the text, in any case, one of "a|b|c"? */
static bool is_among(const char *text, size_t bytes, const char *choices)
{
    size_t n = 0;
    const char *choice;
    for (int i = 0; (choice = ard_choice_at(choices, i, &n)); i++)
        if (n == bytes && strncasecmp(choice, text, n) == 0) return true;
    return false;
}

static const ard_reader *by_extension(const ard_reader *const *readers, const char *path)
{
    const char *filter = NULL;
    size_t end = ard_compression_of(path, &filter), start = end;
    while (start > 0 && path[start - 1] != '.' && path[start - 1] != '/') start--;
    if (start == 0 || path[start - 1] != '.') return NULL;
    for (int i = 0; readers[i]; i++)
        if (is_among(path + start, end - start, readers[i]->extensions)) return readers[i];
    return NULL;
}

int ard_reader_find(ardor_context *context, const ard_reader *const *readers, const char *name, const char *path,
                    const ard_reader **out)
{
    char list[LIST_BYTES];
    *out = NULL;
    if (!name) {
        *out = by_extension(readers, path);
        return ARDOR_OK;
    }
    for (int i = 0; readers[i]; i++)
        if (strcasecmp(name, readers[i]->name) == 0) *out = readers[i];
    if (*out) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE, "there is no format '%s': use %s", name, list_of(readers, is_any, list));
}

int ard_reader_recognise(ardor_context *context, const ard_reader *const *readers, ard_source *source, const ard_reader **out)
{
    int rc = ARDOR_OK;
    ard_head head;
    *out = NULL;
    TRY(ard_source_head(source, &head));
    for (int i = 0; readers[i] && !*out; i++)
        if (readers[i]->recognises && readers[i]->recognises(&head)) *out = readers[i];
    if (*out)
        ard_note(context, "%s: looks like %s, and is read as that (others: --format)", ard_source_name(source), (*out)->name);
    else
        *out = readers[0];
done:
    return rc;
}

const ard_reader *ard_reader_delimited(const ard_reader *const *readers)
{
    while (*readers && !is_delimited(*readers)) readers++;
    return *readers;
}

int ard_reader_delimiter(ardor_context *context, const ard_reader *const *readers, const char *what, const char *path, char *out)
{
    char list[LIST_BYTES];
    const ard_reader *reader = by_extension(readers, path);
    if (!reader) reader = ard_reader_delimited(readers);
    *out = reader ? reader->delimiter : '\0';
    if (*out) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE, "%s: %s are read from %s", path, what, list_of(readers, is_delimited, list));
}

int ard_reader_to_write(ardor_context *context, const ard_reader *const *readers, const char *path, const ard_reader **out)
{
    char list[LIST_BYTES];
    const ard_reader *reader = by_extension(readers, path);
    *out = NULL;
    if (!reader) reader = readers[0];
    if (!reader->write)
        return ard_fail(context, ARDOR_USAGE, "%s: the format '%s' is only read: write %s", path, reader->name,
                        list_of(readers, is_written, list));
    *out = reader;
    return ARDOR_OK;
}
