/* The order of an elimination, column by column; tables for eliminations.
 *
 * Before it: context_fixture.h, penalised_fixture.h. */
#ifndef ELIMINATE_FIXTURE_H
#define ELIMINATE_FIXTURE_H

/* What n columns, which may stand in any order, are worth in a fit of them. */
typedef void worth_by_hand(void *self, int64_t n, const int64_t *column, double *worth);

/* Columns in the order in which they go, the last that is left first: by halves down to 64, then one at a time. `order` begins
 * as the columns that there are. */
static inline void order_by_hand(int64_t p, worth_by_hand *of, void *self, int64_t *order)
{
    int64_t *left = make_array(p, sizeof *left);
    double *worth = make_reals(p);
    memcpy(left, order, (size_t)p * sizeof *left);
    for (int64_t n = p; n > 0;) {
        const int64_t to = n > 128 ? n / 2 : n > 64 ? 64 : n - 1;
        of(self, n, left, worth);
        while (n > to) {
            int64_t least = 0;
            for (int64_t k = 1; k < n; k++)
                if (worth[k] < worth[least]) least = k;
            order[--n] = left[least];
            for (int64_t k = least; k < n; k++) {
                left[k] = left[k + 1];
                worth[k] = worth[k + 1];
            }
        }
    }
    free(worth);
    free(left);
}

/* Columns 5 and, mirrored, 8 become copies of 2; 9 and 10 constant. */
static inline void make_copies(rows *r)
{
    for (int64_t i = 0; i < r->n; i++) {
        r->x[5 * r->n + i] = r->x[2 * r->n + i];
        r->x[8 * r->n + i] = -r->x[2 * r->n + i];
        r->x[9 * r->n + i] = 0;
        r->x[10 * r->n + i] = 3;
    }
}

/* 100 x 10000, of which a fifth is 0 throughout, and the first three tell the classes. */
static inline rows make_many_columns(uint64_t seed)
{
    rows r = make_rows_of(100, 10000, false, false, seed);
    for (int64_t k = 5; k < r.p; k += 5) memset(r.x + k * r.n, 0, (size_t)r.n * sizeof *r.x);
    for (int64_t k = 0; k < 3; k++)
        for (int64_t i = 0; i < r.n; i++) r.x[k * r.n + i] += 1.5 * sign_of(&r, i);
    return r;
}

/* Six of them are kept. */
static inline void check_many_columns(const ard_fit *fit)
{
    bool found[3] = {false, false, false};
    assert_int_equal(fit->machine.n_features, 6);
    for (int64_t j = 0; j < 6; j++) {
        const int64_t k = fit->machine.feature[j];
        assert_true(k < 5 || k % 5);
        if (k < 3) found[k] = true;
    }
    assert_true(found[0] && found[1] && found[2]);
}
#endif
