/* Random choices among columns, by what is in them: a column is drawn, or not, wherever it stands (solver/numbers.h). Columns of
 * one number, as copies have, are drawn together, the lower index first. */
#include "solver/numbers.h"
#include "solver/sites/relevance_inside.h"

/* The statistics lend their room. */
static int number_columns(ard_relevance *s)
{
    int rc = ARDOR_OK;
    const ard_numbers numbers = {s->n,          s->d,    s->n, s->columns, &s->target, s->laplace != NULL,
                                 s->row_number, s->gain, s->r, s->u};
    s->statistics_set = false;
    TRY(ard_number_columns(s->context, &numbers, s->column_number));
    s->numbered = true;
done:
    return rc;
}

int relevance_draw(ard_relevance *s, uint64_t stream, int64_t start, int64_t pass, int64_t n, int64_t *column)
{
    int rc = ARDOR_OK;
    if (!s->numbered) TRY(number_columns(s));
    for (int64_t t = 0; t < n; t++) {
        ard_rng rng;
        ard_rng_init(&rng, s->options.seed, stream, ard_number_of(s->column_number[column[t]], (uint64_t)start, (uint64_t)pass));
        s->rank[t] = (ard_rank){.index = column[t], .key = ard_rng_uniform(&rng)};
    }
    ard_rank_sort(n, s->rank);
    for (int64_t t = 0; t < n; t++) column[t] = s->rank[t].index;
done:
    return rc;
}
