/* Names to positions: an open-addressing hash table over strings that it does not own. */
#include "data/dataset.h"

#include <string.h>

struct ard_name_index {
    ardor_context *context;
    char *const *names;
    uint64_t mask; /* slots - 1; slots is a power of two, at least twice the names */
    int64_t *slot; /* position + 1, 0 = free */
};

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *name)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *name; name++) h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return h ^ (h >> 32);
}

/* The slot that holds the name, or the free one where it would go. */
static uint64_t slot_of(const ard_name_index *index, const char *name)
{
    uint64_t s = hash(name) & index->mask;
    while (index->slot[s] != 0 && strcmp(index->names[index->slot[s] - 1], name) != 0) s = (s + 1) & index->mask;
    return s;
}

int ard_name_index_new(ardor_context *context, int64_t n, char *const *names, ard_name_index **out)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    *out = NULL;
    NEW(context, index, 1);
    index->context = context;
    index->names = names;
    int64_t slots = 8;
    while (slots / 2 < n) slots *= 2;
    index->mask = (uint64_t)slots - 1;
    NEW(context, index->slot, slots);
    for (int64_t i = 0; i < n; i++) {
        uint64_t s = slot_of(index, names[i]);
        if (index->slot[s] == 0) index->slot[s] = i + 1;
    }
    *out = index;
    index = NULL;
done:
    ard_name_index_free(index);
    return rc;
}

int64_t ard_name_index_find(const ard_name_index *index, const char *name) { return index->slot[slot_of(index, name)] - 1; }

void ard_name_index_free(ard_name_index *index)
{
    if (!index) return;
    ard_free(index->context, index->slot);
    ard_free(index->context, index);
}

int ard_names_repeated(ardor_context *context, int64_t n, char *const *names, int64_t *first, int64_t *second)
{
    int rc = ARDOR_OK;
    ard_name_index *index = NULL;
    *first = *second = -1;
    TRY(ard_name_index_new(context, n, names, &index));
    for (int64_t i = 0; i < n && *second < 0; i++) {
        int64_t seen = ard_name_index_find(index, names[i]);
        if (seen == i) continue;
        *first = seen;
        *second = i;
    }
done:
    ard_name_index_free(index);
    return rc;
}
