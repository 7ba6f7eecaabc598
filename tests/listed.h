/* Texts that tests expect of the library, made of its tables: an entry more changes no test. */
#ifndef ARD_TEST_LISTED_H
#define ARD_TEST_LISTED_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "io/reader.h"
#include "prepare/filter.h"
#include "prepare/options.h"

enum { LISTED = 1000 };

/* The names of the readers between `before`, `between`, `last` and `after`. */
static inline const char *listed_formats(const ard_reader *const *readers, bool upper, const char *before, const char *between,
                                         const char *last, const char *after, char out[LISTED])
{
    size_t used = (size_t)snprintf(out, LISTED, "%s", before);
    for (int r = 0; readers[r]; r++) {
        used += (size_t)snprintf(out + used, LISTED - used, "%s", r == 0 ? "" : readers[r + 1] ? between : last);
        for (const char *c = readers[r]->name; *c; c++)
            used += (size_t)snprintf(out + used, LISTED - used, "%c", upper ? toupper((unsigned char)*c) : *c);
    }
    snprintf(out + used, LISTED - used, "%s", after);
    return out;
}

/* The message about a format that there is none of. */
static inline const char *listed_unknown_format(const ard_reader *const *readers, char out[LISTED])
{
    return listed_formats(readers, false, "there is no format 'xls': use ", ", ", readers[1] ? " or " : "", "", out);
}

/* The keys of a document, in which those of the preparation are between two others. */
static inline const char *listed_keys(const char *before, const char *after, char out[LISTED])
{
    size_t used = (size_t)snprintf(out, LISTED, "%s", before);
    for (int k = 0; ard_step_with_key(k); k++)
        used += (size_t)snprintf(out + used, LISTED - used, " %s", ard_step_with_key(k)->key);
    snprintf(out + used, LISTED - used, " %s", after);
    return out;
}

/* The message about an argument that the key `filter` does not take. */
static inline const char *listed_filters(const char *text, char out[LISTED])
{
    size_t used = (size_t)snprintf(out, LISTED, "filter takes none,");
    for (int f = 0; ard_filter_kinds[f]; f++)
        used += (size_t)snprintf(out + used, LISTED - used, " or %s:K", ard_filter_kinds[f]->name);
    snprintf(out + used, LISTED - used, " with K >= 1 (with --tune up to 16 K to choose from, with commas in between), not '%s'",
             text);
    return out;
}
#endif
