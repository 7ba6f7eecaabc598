/* The formats and how a file name selects one. */
#include "io/format.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

static const ard_table_format formats[] = {
    {"csv", "csv", ',', ard_delimited_parse},
    {"tsv", "tsv|tab", '\t', ard_delimited_parse},
};
enum { N_FORMATS = sizeof formats / sizeof *formats };

size_t ard_compression_of(const char *path, const char **filter)
{
    static const struct {
        const char *suffix, *filter;
    } known[] = {{".gz", "gzip"}, {".zst", "zstd"}, {".xz", "xz"}};
    size_t bytes = strlen(path);
    *filter = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t suffix = strlen(known[i].suffix);
        if (bytes <= suffix || strcasecmp(path + bytes - suffix, known[i].suffix) != 0) continue;
        *filter = known[i].filter;
        return bytes - suffix;
    }
    return bytes;
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

static const ard_table_format *by_extension(const char *path)
{
    const char *filter = NULL;
    size_t end = ard_compression_of(path, &filter), start = end;
    while (start > 0 && path[start - 1] != '.' && path[start - 1] != '/') start--;
    if (start == 0 || path[start - 1] != '.') return &formats[0];
    for (int i = 0; i < N_FORMATS; i++)
        if (is_among(path + start, end - start, formats[i].extensions)) return &formats[i];
    return &formats[0];
}

int ard_format_find(ardor_context *context, const char *name, const char *path, const ard_table_format **out)
{
    *out = NULL;
    if (!name) {
        *out = by_extension(path);
        return ARDOR_OK;
    }
    for (int i = 0; i < N_FORMATS; i++)
        if (strcasecmp(name, formats[i].name) == 0) *out = &formats[i];
    return *out ? ARDOR_OK : ard_fail(context, ARDOR_USAGE, "there is no format '%s': use csv or tsv", name);
}
