#include "data/levels.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

typedef struct level_text {
    const char *text;
    double value; /* 0 unless all texts are numbers, so that the text alone decides */
    int64_t at;
} level_text;

static int by_value_then_text(const void *left, const void *right)
{
    const level_text *a = left, *b = right;
    if (a->value != b->value) return a->value < b->value ? -1 : 1;
    return strcmp(a->text, b->text);
}

/* Those that are there, in their order; returns how many there are. */
static int64_t sort_texts(int64_t n, const char *const *text, level_text *sorted)
{
    int64_t m = 0;
    bool numbers = true;
    for (int64_t i = 0; i < n; i++) {
        if (!text[i] || !text[i][0]) continue;
        sorted[m] = (level_text){text[i], 0, i};
        if (numbers) numbers = ard_parse_double(text[i], strlen(text[i]), &sorted[m].value);
        m++;
    }
    for (int64_t i = 0; i < m && !numbers; i++) sorted[i].value = 0;
    qsort(sorted, (size_t)m, sizeof *sorted, by_value_then_text);
    return m;
}

int ard_levels_of(ardor_context *context, int64_t n, const char *const *text, int32_t *index, int64_t *n_levels, char ***level)
{
    int rc = ARDOR_OK;
    level_text *sorted = NULL;
    char **names = NULL;
    int64_t count = 0, copied = 0;
    *n_levels = 0;
    *level = NULL;
    NEW(context, sorted, n);
    const int64_t m = sort_texts(n, text, sorted);
    for (int64_t i = 0; i < n; i++) index[i] = -1;
    for (int64_t i = 0; i < m; i++) {
        count += i == 0 || strcmp(sorted[i].text, sorted[i - 1].text) != 0;
        index[sorted[i].at] = (int32_t)(count - 1);
    }
    NEW(context, names, count);
    for (int64_t i = 0; i < m; i++) {
        if (index[sorted[i].at] < copied) continue;
        COPY(context, names[copied], sorted[i].text);
        copied++;
    }
    *n_levels = count;
    *level = names;
    names = NULL;
done:
    ard_names_free(context, copied, names);
    ard_free(context, sorted);
    return rc;
}
