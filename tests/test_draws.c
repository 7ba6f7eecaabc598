/* Random choices among columns: drawn for what is in a column, wherever it stands. */
#include "ep_fixture.h"

#include "context_fixture.h"

enum { ROWS = 30, COLUMNS = 41 };

/* Columns of the constant and of normal numbers; or of nothing but 0 and 1. */
static design columns_of(bool binary)
{
    design q = random_design(77, ROWS, COLUMNS, .3);
    for (int64_t t = ROWS; t < q.n * q.d && binary; t++) q.columns[t] = q.columns[t] > .4;
    return q;
}

/* The same columns elsewhere: of[j] is where column j comes from. */
typedef struct change {
    const char *name;
    bool columns, rows, units, last_bits;
} change;

static const change changes[] = {{"columns in another order", .columns = true},
                                 {"rows in another order", .rows = true},
                                 {"other units and signs", .units = true},
                                 {"other last bits", .last_bits = true},
                                 {"all that", true, true, true, true}};

static design changed(const design *q, const change *c, int64_t *of)
{
    design out = {q->n, q->d, make_reals(q->n * q->d)};
    for (int64_t j = 0; j < q->d; j++) {
        of[j] = c->columns ? (7 * j + 3) % q->d : j;
        const double unit = !c->units ? 1 : j % 3 ? 1000 : -.03;
        for (int64_t i = 0; i < q->n; i++) {
            const int64_t row = c->rows ? (7 * i + 4) % q->n : i;
            const double last = c->last_bits ? 1 + (double)((i + j) % 3 - 1) * 2e-16 : 1;
            out.columns[i + j * q->n] = unit * last * q->columns[row + of[j] * q->n];
        }
    }
    return out;
}

/* The columns of a search in the order that is drawn, as q has them: of may be NULL. */
static void draw(ard_relevance *search, const int64_t *of, uint64_t seed, int64_t start, int64_t pass, int64_t *order)
{
    const bool usable[COLUMNS] = {false};
    ard_relevance_options options = greedy();
    options.seed = seed;
    ard_relevance_begin(search, &options, usable);
    for (int64_t j = 0; j < search->d; j++) order[j] = j;
    assert_int_equal(relevance_draw(search, ARD_STREAM_SEARCH_ORDER, start, pass, search->d, order), ARDOR_OK);
    for (int64_t j = 0; j < search->d && of; j++) order[j] = of[order[j]];
}

static void columns_are_drawn_wherever_they_stand(void **state)
{
    (void)state;
    for (int binary = 0; binary < 2; binary++)
        for (int c = 0; c < COUNT_OF(changes); c++) {
            int64_t of[COLUMNS], want[COLUMNS], have[COLUMNS];
            design q = columns_of(binary), other = changed(&q, &changes[c], of);
            ard_relevance *one = open_search(context, &q, binary), *two = open_search(context, &other, binary);
            for (int k = 0; k < 8; k++) {
                draw(one, NULL, (uint64_t)(k & 1), k >> 1 & 1, k >> 2, want);
                draw(two, of, (uint64_t)(k & 1), k >> 1 & 1, k >> 2, have);
                if (memcmp(want, have, sizeof want) != 0) fail_msg("%s change what is drawn", changes[c].name);
            }
            ard_relevance_close(context, two);
            ard_relevance_close(context, one);
            free(other.columns);
            free(q.columns);
        }
}

/* Seeds, starts and passes each have an order of their own. */
static void every_draw_is_another(void **state)
{
    (void)state;
    int64_t order[8][COLUMNS];
    design q = columns_of(false);
    ard_relevance *search = open_search(context, &q, false);
    for (int k = 0; k < 8; k++) {
        draw(search, NULL, (uint64_t)(k & 1), k >> 1 & 1, k >> 2, order[k]);
        for (int before = 0; before < k; before++) assert_memory_not_equal(order[k], order[before], sizeof order[k]);
    }
    ard_relevance_close(context, search);
    free(q.columns);
}

/* The whole search, whose ways part where a draw is another. */
static void searches_find_the_same(void **state)
{
    (void)state;
    for (int laplace = 0; laplace < 2; laplace++) {
        int64_t of[COLUMNS];
        const change elsewhere = {"columns in another order", .columns = true};
        design q = columns_of(false), other = changed(&q, &elsewhere, of);
        ard_relevance_options options = greedy();
        options.order = ARD_ORDER_RANDOM;
        options.start = ARD_START_FRACTION;
        options.starts = 4;
        options.tol = 1e-8;
        for (options.seed = 1; options.seed < 6; options.seed++) {
            ard_relevance *one = open_search(context, &q, laplace), *two = open_search(context, &other, laplace);
            search_on(one, q.d, &options);
            search_on(two, q.d, &options);
            assert_near(ard_relevance_sites(two)->log_evidence, ard_relevance_sites(one)->log_evidence, 1e-7, "the evidence");
            for (int64_t j = 0; j < q.d; j++) {
                const double have = ard_relevance_alpha(two)[j], want = ard_relevance_alpha(one)[of[j]];
                assert_true(isfinite(have) == isfinite(want));
            }
            ard_relevance_close(context, two);
            ard_relevance_close(context, one);
        }
        free(other.columns);
        free(q.columns);
    }
}

/* Each of 8 columns is drawn first in about an eighth of 800 draws (sd 9.4), and of copies the lower index comes first. */
static void every_column_has_its_chance(void **state)
{
    (void)state;
    enum { D = 8, DRAWS = 800 };
    design q = random_design(5, 12, D, 0);
    int64_t first[D] = {0}, order[D], other[D], differ = 0;
    ard_relevance *search = open_search(context, &q, false);
    for (int k = 0; k < DRAWS; k++) {
        draw(search, NULL, (uint64_t)(k / 16), k / 4 % 4, k % 4, order);
        draw(search, NULL, (uint64_t)(k / 16), k / 4 % 4, k % 4 + 1, other);
        first[order[0]]++;
        differ += memcmp(order, other, sizeof order) != 0;
    }
    assert_true(differ > DRAWS - 5);
    for (int j = 0; j < D; j++) assert_true(first[j] > 60 && first[j] < 140);
    ard_relevance_close(context, search);
    for (int64_t j = 0; j < D; j++) memcpy(q.columns + j * q.n, q.columns, (size_t)q.n * sizeof *q.columns);
    search = open_search(context, &q, false);
    draw(search, NULL, 1, 0, 0, order);
    for (int64_t j = 0; j < D; j++) assert_int_equal(order[j], j);
    ard_relevance_close(context, search);
    free(q.columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_drawn_wherever_they_stand),
                                       cmocka_unit_test(searches_find_the_same), cmocka_unit_test(every_draw_is_another),
                                       cmocka_unit_test(every_column_has_its_chance)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
