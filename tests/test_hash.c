/* Fingerprints: the published values of SipHash-2-4, and what a dataset's does and does not depend on. */
#include "context_fixture.h"

#include "base/hash.h"
#include "base/text.h"
#include "data/dataset.h"

/* Of the message 00 01 02 .. in words, and by the reference implementation's list of test vectors. */
static void the_published_values(void **state)
{
    (void)state;
    static const uint64_t expected[] = {UINT64_C(0x726fdb47dd0e0e31), UINT64_C(0x93f5f5799a932462), UINT64_C(0x3f2acc7f57c29bdb),
                                        UINT64_C(0xb8ad50c6f649af94)};
    ard_hash hash = ard_hash_begin();
    for (int n = 0; n < COUNT_OF(expected); n++) {
        uint64_t word = 0;
        assert_true(ard_hash_value(&hash) == expected[n]);
        for (int j = 7; j >= 0; j--) word = word << 8 | (uint64_t)(8 * n + j);
        ard_hash_word(&hash, word);
    }
}

static uint64_t of_text(const char *first, const char *second)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_text(&hash, first);
    ard_hash_text(&hash, second);
    return ard_hash_value(&hash);
}

static uint64_t of_real(double value)
{
    ard_hash hash = ard_hash_begin();
    ard_hash_real(&hash, value);
    return ard_hash_value(&hash);
}

static void texts_and_numbers(void **state)
{
    (void)state;
    char digits[ARD_HASH_BYTES];
    const char *const pairs[][2] = {{"ab", "c"}, {"a", "bc"}, {"abc", ""}, {"abc", NULL},       {NULL, "abc"},
                                    {"", "abc"}, {"c", "ab"}, {"", NULL},  {"abcdefgh", "ijk"}, {"abcdefghi", "jk"}};
    for (int i = 0; i < COUNT_OF(pairs); i++)
        for (int j = 0; j < i; j++) assert_true(of_text(pairs[i][0], pairs[i][1]) != of_text(pairs[j][0], pairs[j][1]));
    assert_true(of_real(-0.0) == of_real(0.0));
    assert_true(of_real(-NAN) == of_real(NAN) && of_real(nan("7")) == of_real(NAN));
    assert_true(of_real(1) != of_real(-1) && of_real(0) != of_real(NAN) && of_real(INFINITY) != of_real(NAN));
    assert_true(of_real(1) != of_real(nextafter(1, 2)));
    assert_string_equal(ard_hash_print(UINT64_C(0x0123456789abcdef), digits), "0123456789abcdef");
}

/* ------------------------------------------------------------------ datasets */

enum { N = 3, P = 2 };
/* Those that rows without names have. */
static char *const plain_names[N] = {"1", "2", "3"};

static ardor_dataset *make_data(void)
{
    const double x[N * P] = {1, 2.5, (double)NAN, -0.0, 1e300, -3};
    const char *const labels[N] = {"no", "yes", NULL}, *const names[P] = {"first", "a name that is longer than eight bytes"};
    ardor_dataset *data = NULL;
    assert_int_equal(ardor_dataset_from_arrays(context, N, P, x, N, labels, names, NULL, &data), ARDOR_OK);
    return data;
}

static void replace_text(char **text, const char *by)
{
    ard_free(context, *text);
    *text = ard_strdup(context, by);
}

static void swap_texts(char **a, char **b)
{
    char *kept = *a;
    *a = *b;
    *b = kept;
}

/* The value is that of an implementation of its own, in another language. */
static void a_known_dataset(void **state)
{
    (void)state;
    char digits[ARD_HASH_BYTES];
    ardor_dataset *data = make_data();
    assert_string_equal(ard_hash_print(ard_dataset_hash(data), digits), "885fa0dff6051daa");
    ardor_dataset_free(data);
}

static void what_is_learnt_from_counts(void **state)
{
    (void)state;
    uint64_t seen[15];
    for (int change = 0; change < COUNT_OF(seen); change++) {
        ardor_dataset *data = make_data();
        assert_int_equal(ard_names_copy(context, N, plain_names, &data->id), ARDOR_OK);
        data->weight = ard_alloc(context, N, sizeof *data->weight);
        data->group = ard_alloc(context, N, sizeof *data->group);
        for (int i = 0; i < N; i++) data->weight[i] = 1 + (change == 1 && i == 2);
        for (int i = 0; i < N; i++) data->group[i] = change == 2 && i == 2;
        if (change == 3) data->x[0] = nextafter(1, 2);
        if (change == 4) data->x[0] = 2.5, data->x[1] = 1;  /* rows */
        if (change == 5) data->x[0] = -0.0, data->x[N] = 1; /* columns */
        if (change == 6) data->label[0] = 1;                /* a label */
        if (change == 7) data->label[0] = 1, data->label[1] = 0;
        if (change == 8) data->label[2] = 0; /* one where there was none */
        if (change == 9) replace_text(data->feature, "First");
        if (change == 10) swap_texts(data->feature, data->feature + 1);
        if (change == 11) replace_text(data->id + 2, "4");
        if (change == 12) replace_text(data->class_name, "none");
        if (change == 13) data->x[2] = 0; /* a cell that is not missing */
        if (change == 14) {
            ard_free(context, data->group);
            data->group = NULL;
        }
        seen[change] = ard_dataset_hash(data);
        for (int i = 0; i < change; i++) assert_true(seen[i] != seen[change]);
        ardor_dataset_free(data);
    }
}

static void what_is_not_learnt_from_does_not(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    const uint64_t known = ard_dataset_hash(data);
    replace_text(&data->source, "another.csv");
    swap_texts(data->class_name, data->class_name + 1); /* the other class is the positive one */
    for (int i = 0; i < 2; i++) data->label[i] = 1 - data->label[i];
    data->weight = ard_alloc(context, N, sizeof *data->weight);
    for (int i = 0; i < N; i++) data->weight[i] = 1; /* as without */
    assert_null(data->id);                           /* "1".."n" are meant */
    assert_int_equal(ard_names_copy(context, N, plain_names, &data->id), ARDOR_OK);
    assert_true(ard_dataset_hash(data) == known);
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_published_values),
        cmocka_unit_test(texts_and_numbers),
        cmocka_unit_test(a_known_dataset),
        cmocka_unit_test(what_is_learnt_from_counts),
        cmocka_unit_test(what_is_not_learnt_from_does_not),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
