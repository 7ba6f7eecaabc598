/* See row_names.h. A block is made whole and then published by an atomic exchange; a thread that finds it made by another in the
 * meantime throws its own away. */
#include "data/row_names.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>

enum { BLOCK_ROWS = 4096 };

typedef _Atomic(char *) block_place;

struct ard_row_names {
    ardor_context *context;
    int64_t n, n_blocks;
    int bytes;          /* of a name, its end included: as many as the last one has */
    block_place *block; /* NULL: not made yet */
};

int ard_row_names_new(ardor_context *context, int64_t n, ard_row_names **out)
{
    int rc = ARDOR_OK;
    ard_row_names *names = NULL;
    *out = NULL;
    NEW(context, names, 1);
    names->context = context;
    names->n = n;
    names->n_blocks = n / BLOCK_ROWS + 1;
    names->bytes = snprintf(NULL, 0, "%" PRId64, n) + 1;
    NEW(context, names->block, names->n_blocks);
    for (int64_t b = 0; b < names->n_blocks; b++) atomic_init(names->block + b, NULL);
    *out = names;
    names = NULL;
done:
    ard_row_names_free(names);
    return rc;
}

void ard_row_names_free(ard_row_names *names)
{
    if (!names) return;
    for (int64_t b = 0; names->block && b < names->n_blocks; b++) ard_free(names->context, atomic_load(names->block + b));
    ard_free(names->context, names->block);
    ard_free(names->context, names);
}

/* The block of the rows from `first` on, made by this thread or another. */
static char *make_block(const ard_row_names *names, int64_t first)
{
    const int64_t rows = ard_min64(BLOCK_ROWS, names->n - first);
    block_place *place = names->block + first / BLOCK_ROWS;
    char *made = NULL, *block = ard_alloc_quietly(names->context, rows * names->bytes, 1);
    if (!block) return NULL;
    for (int64_t i = 0; i < rows; i++) snprintf(block + i * names->bytes, (size_t)names->bytes, "%" PRId64, first + i + 1);
    if (atomic_compare_exchange_strong(place, &made, block)) return block;
    ard_free(names->context, block);
    return made;
}

const char *ard_row_names_get(const ard_row_names *names, int64_t row)
{
    const int64_t within = row % BLOCK_ROWS;
    const char *block = atomic_load_explicit(names->block + row / BLOCK_ROWS, memory_order_acquire);
    if (!block) block = make_block(names, row - within);
    return block ? block + within * names->bytes : NULL;
}
