/* Warnings about tables and plans: each is said, and is not of what is nearly so. */
#include "numeric.h"

#include "base/remark.h"
#include "data/copies.h"
#include "data/doubts.h"
#include "resample/plan_doubts.h"

static ardor_context *context;
static char said[2000]; /* "code text;", since it was emptied */

static void hear(void *user, const char *code, const char *text)
{
    const size_t used = strlen(said);
    (void)user;
    snprintf(said + used, sizeof said - used, "%s %s;", code, text);
}

static int open_hearing(void **state)
{
    (void)state;
    return ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .warning = hear}, &context);
}

static int close_hearing(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static void begin_hearing(void)
{
    ard_remarks_forget(context);
    said[0] = '\0';
}

static void assert_said(bool expected, const char *code, const char *what)
{
    if ((strstr(said, code) != NULL) != expected) fail_msg("%s: %s said: %s", what, expected ? "not" : "it is", said);
}

/* ---- tables: columns that own their numbers, classes by letters ("abab": of four rows) */

enum { MOST = 64 };

static ardor_dataset *table_of(const char *classes, int64_t p, const double *x, const char *const *names)
{
    ardor_dataset *data = NULL;
    const char *label[MOST];
    char text[MOST][2];
    const int64_t n = (int64_t)strlen(classes);
    assert_true(n <= MOST);
    for (int64_t i = 0; i < n; i++) {
        snprintf(text[i], sizeof text[i], "%c", classes[i]);
        label[i] = text[i];
    }
    if (ardor_dataset_from_arrays(context, n, p, x, n, label, names, NULL, &data) != ARDOR_OK)
        fail_msg("%s", ardor_context_message(context));
    return data;
}

/* "abab.." of n rows. */
static const char *two_classes(int64_t n)
{
    static char text[MOST + 1];
    for (int64_t i = 0; i < n; i++) text[i] = "ab"[i % 2];
    text[n] = '\0';
    return text;
}

static void doubt(const ardor_dataset *data)
{
    begin_hearing();
    assert_int_equal(ard_dataset_doubts(context, data), ARDOR_OK);
}

/* A column that is not suspicious, apart from what is changed of it. */
static double plain_value(int64_t i) { return sin(3.1 * (double)(i + 1)); }

static void rows_are_few_below_20(void **state)
{
    (void)state;
    double x[MOST];
    for (int64_t i = 0; i < MOST; i++) x[i] = plain_value(i);
    for (int64_t n = 2; n <= 40; n++) {
        ardor_dataset *data = table_of(two_classes(n), 1, x, NULL);
        doubt(data);
        assert_said(n < 20, "few_rows", "few rows");
        assert_null(strchr(said, '\n'));
        ardor_dataset_free(data);
    }
    ardor_dataset *data = table_of(two_classes(30), 0, x, NULL);
    doubt(data);
    assert_string_equal(said, "");
    ardor_dataset_free(data);
    data = table_of("a", 1, x, NULL);
    doubt(data);
    assert_int_equal(strncmp(said, "few_rows 1 row: ", 16), 0);
    assert_null(strchr(said, ';') ? strstr(said, ";id") : NULL);
    ardor_dataset_free(data);
}

static void names_of_rows_are_told_by_name(void **state)
{
    (void)state;
    static const char *const suspicious[] = {"id",        "ID",        "Index",      "sample",    "PATIENT",   "Batch",
                                             "subject",   "row",       "Unnamed: 0", "sampleID",  "SAMPLE",    "unnamed: 0.1",
                                             "sample_id", "Sample ID", "patient.id", "PatientId", "barcode-id"};
    static const char *const plain[] = {"i",       "idx",    "acid", "valid", "samples", "patient age", "unnamed", "batch2",
                                        "indices", "narrow", "ids",  "_",     "rowing",  "x1",          "sampl"};
    double x[20];
    for (int64_t i = 0; i < 20; i++) x[i] = plain_value(i);
    for (int k = 0; k < COUNT_OF(suspicious) + COUNT_OF(plain); k++) {
        const char *name = k < COUNT_OF(suspicious) ? suspicious[k] : plain[k - COUNT_OF(suspicious)];
        ardor_dataset *data = table_of(two_classes(20), 1, x, &name);
        doubt(data);
        assert_said(k < COUNT_OF(suspicious), "id_column", name);
        if (k < COUNT_OF(suspicious)) assert_non_null(strstr(said, name));
        ardor_dataset_free(data);
    }
}

/* x is the i-th value of a column, and what is done to it. */
static double count_up(int64_t i) { return (double)i; }
static double count_down(int64_t i) { return 500 - (double)i; }
static double count_from_below(int64_t i) { return (double)i - 7; }
static double leave_gaps(int64_t i) { return 1000 + (double)(i * i); }
static double large(int64_t i) { return 1e15 + (double)i; }
static double halves(int64_t i) { return (double)i / 2; }
static double turn_once(int64_t i) { return (double)(i == 19 ? 0 : i + 1); }
static double exchange_two(int64_t i) { return (double)(i == 6 ? 7 : i == 7 ? 6 : i); }
static double repeat_one(int64_t i) { return (double)(i == 11 ? 10 : i); }
static double lack_one(int64_t i) { return i == 12 ? NAN : (double)i; }
static double lack_the_first(int64_t i) { return i == 0 ? NAN : (double)i; }
static double in_pairs(int64_t i) { return (double)(i / 2); }
static double constant(int64_t i) { return 0 * (double)i; }

static void counters_are_told_by_their_values(void **state)
{
    (void)state;
    static const struct {
        double (*value)(int64_t);
        bool counts;
        const char *what;
    } cases[] = {{count_up, true, "up"},
                 {count_down, true, "down"},
                 {count_from_below, true, "through 0"},
                 {leave_gaps, true, "with gaps"},
                 {large, true, "large"},
                 {halves, false, "halves"},
                 {turn_once, false, "turns at the end"},
                 {exchange_two, false, "two are exchanged"},
                 {repeat_one, false, "one twice"},
                 {lack_one, false, "one is missing"},
                 {lack_the_first, false, "the first is missing"},
                 {in_pairs, false, "in pairs"},
                 {constant, false, "constant"},
                 {plain_value, false, "plain"}};
    double x[20];
    for (int k = 0; k < COUNT_OF(cases); k++) {
        for (int64_t i = 0; i < 20; i++) x[i] = cases[k].value(i);
        ardor_dataset *data = table_of(two_classes(20), 1, x, NULL);
        doubt(data);
        assert_said(cases[k].counts, "id_column 1 feature looks", cases[k].what);
        ardor_dataset_free(data);
    }
}

/* Of n! orders two count, which one of many columns of few rows may do by chance: n! / 2 against 20 p. */
static void short_counters_may_be_chance(void **state)
{
    (void)state;
    static const struct {
        int64_t n, p;
        bool counts;
    } cases[] = {{4, 1, false}, {5, 1, true}, {5, 3, true}, {5, 4, false}, {7, 126, true}, {7, 127, false}, {10, 3000, true}};
    for (int k = 0; k < COUNT_OF(cases); k++) {
        double *x = make_reals(cases[k].n * cases[k].p);
        for (int64_t i = 0; i < cases[k].n * cases[k].p; i++) x[i] = i < cases[k].n ? (double)i : plain_value(i);
        ardor_dataset *data = table_of(two_classes(cases[k].n), cases[k].p, x, NULL);
        doubt(data);
        assert_said(cases[k].counts, "id_column", "short");
        ardor_dataset_free(data);
        free(x);
    }
}

static void columns_are_listed(void **state)
{
    (void)state;
    double x[5 * 20];
    for (int64_t i = 0; i < 100; i++) x[i] = (double)(i % 20);
    ardor_dataset *data = table_of(two_classes(20), 5, x, NULL);
    doubt(data);
    assert_int_equal(strncmp(said, "id_column 5 features look ", 26), 0);
    assert_non_null(strstr(said, ": 'x1', 'x2', 'x3', ...; if so, remove them "));
    ardor_dataset_free(data);
    data = table_of(two_classes(20), 3, x, NULL);
    doubt(data);
    assert_non_null(strstr(said, ": 'x1', 'x2', 'x3'; if so"));
    ardor_dataset_free(data);
}

/* classes and the numbers that stand for a, b, c in a column. */
static bool label_is_doubted(const char *classes, int64_t p, const char *digits)
{
    const int64_t n = (int64_t)strlen(classes);
    double *x = make_reals(n * p);
    for (int64_t i = 0; i < n * p; i++) x[i] = i < n ? digits[classes[i] - 'a'] - '0' : plain_value(i);
    ardor_dataset *data = table_of(classes, p, x, NULL);
    doubt(data);
    ardor_dataset_free(data);
    free(x);
    return strstr(said, "label_column 1 feature is the label by another name: 'x1'; ") != NULL;
}

static void features_that_are_the_label(void **state)
{
    (void)state;
    double x[24];
    assert_true(label_is_doubted(two_classes(24), 1, "01"));
    assert_true(label_is_doubted(two_classes(24), 1, "72"));
    assert_false(label_is_doubted(two_classes(24), 1, "33"));
    assert_true(label_is_doubted("abcabcabcabcaabbccabc", 2, "519"));
    assert_false(label_is_doubted("abcabcabcabcaabbccabc", 2, "515")); /* two classes have one value */
    for (int what = 0; what < 3; what++) {
        for (int i = 0; i < 24; i++) x[i] = i % 2;
        if (what == 1) x[17] = 0; /* one row is another */
        if (what == 2) x[8] = NAN;
        ardor_dataset *data = table_of(two_classes(24), 1, x, NULL);
        doubt(data);
        assert_said(what == 0, "label_column", "one row");
        ardor_dataset_free(data);
    }
    /* 2^(n - K) against 20 p */
    assert_true(label_is_doubted("abababa", 1, "01"));
    assert_false(label_is_doubted("ababab", 1, "01"));
    assert_true(label_is_doubted("abababababab", 51, "01"));
    assert_false(label_is_doubted("abababababab", 52, "01"));
    /* a class of each row has no value that is not its own */
    assert_false(label_is_doubted("abcdefgh", 1, "01234567"));
}

/* ---- copies */

static int64_t count_values(const ardor_dataset *data, int64_t j, const int64_t *first)
{
    const double *x = data->x + j * data->n;
    int64_t count = 0;
    for (int64_t i = 0; i < data->n; i++) {
        int64_t before = 0;
        if (first[i] != i || isnan(x[i])) continue;
        while (before < i && !(first[before] == before && x[before] == x[i])) before++;
        count += before == i;
    }
    return count;
}

/* By comparing every row with every other. */
static bool copies_by_hand(const ardor_dataset *data, int64_t *first)
{
    int64_t different = 0;
    for (int64_t i = 0; i < data->n; i++) {
        first[i] = i;
        for (int64_t b = i - 1; b >= 0; b--) {
            bool same = true;
            for (int64_t j = 0; j < data->p && same; j++) {
                const double u = data->x[i + j * data->n], v = data->x[b + j * data->n];
                same = u == v || (isnan(u) && isnan(v));
            }
            if (same) first[i] = b;
        }
        different += first[i] == i;
    }
    if (different == data->n) return false;
    int64_t telling = 0;
    for (int64_t j = 0; j < data->p; j++) {
        const int64_t values = count_values(data, j, first);
        if (2 * values > data->n) return true;
        telling += 2 * values > different;
    }
    return telling > 1 && different >= 8;
}

static void check_copies(const ardor_dataset *data, int *found)
{
    int64_t *out = NULL, first[MOST];
    const bool any = copies_by_hand(data, first);
    assert_int_equal(ard_dataset_copies(context, data, &out), ARDOR_OK);
    assert_int_equal(out != NULL, any);
    for (int64_t i = 0; out && i < data->n; i++) assert_int_equal(out[i], first[i]);
    found[any]++;
    ard_free(context, out);
}

/* Tables of few values, of many, with both zeros and missing cells; some of their rows again, some again but for one cell, which
 * may be in a column of any block. */
static void copies_are_found_as_by_hand(void **state)
{
    (void)state;
    int found[2] = {0};
    ard_rng rng;
    ard_rng_init(&rng, 7, 0, 0);
    for (int round = 0; round < 3000; round++) {
        const int64_t n = 1 + (int64_t)ard_rng_below(&rng, 40), p = (int64_t)ard_rng_below(&rng, 70);
        const uint64_t values = round % 3 == 0 ? 2 : round % 3 == 1 ? 2 + ard_rng_below(&rng, 40) : 1u << 30;
        double *x = make_reals(n * p);
        for (int64_t k = 0; k < n * p; k++) {
            const double value = (double)ard_rng_below(&rng, values);
            x[k] = value == 1 && round % 4 == 0 ? NAN : value == 0 && ard_rng_below(&rng, 2) ? -0.0 : value;
        }
        for (int64_t i = 0; i < n; i++) {
            const int64_t from = (int64_t)ard_rng_below(&rng, (uint64_t)n);
            if (ard_rng_below(&rng, 3)) continue;
            for (int64_t j = 0; j < p; j++) x[i + j * n] = x[from + j * n];
            if (p > 0 && ard_rng_below(&rng, 2)) x[i + (int64_t)ard_rng_below(&rng, (uint64_t)p) * n] += 1;
        }
        ardor_dataset *data = table_of(two_classes(n), p, x, NULL);
        check_copies(data, found);
        ardor_dataset_free(data);
        free(x);
    }
    assert_true(found[0] > 500 && found[1] > 500);
}

/* ---- plans */

/* Given splits that test each row once: nobody asked for a number of folds. */
static void given_folds_are_not_counted(void **state)
{
    (void)state;
    need_full();
    char path[] = "/tmp/ardor-doubts-XXXXXX.csv", given[64];
    double x[16] = {0};
    ardor_dataset *data = table_of("aaaabbbbbbbbbbbb", 1, x, NULL);
    const int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    FILE *file = fdopen(descriptor, "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int s = 0; s < 5; s++)
        for (int i = 0; i < 16; i++) fprintf(file, "%d,%d,%s\n", s + 1, i + 1, i % 5 == s ? "test" : "train");
    assert_int_equal(fclose(file), 0);
    snprintf(given, sizeof given, "splits:%s", path);
    for (int is_given = 0; is_given < 2; is_given++) {
        ard_plan *plan = NULL;
        assert_int_equal(ard_plan_new(context, data, NULL, is_given ? given : "kfold:5", 1, &plan), ARDOR_OK);
        begin_hearing();
        assert_int_equal(ard_plan_doubt_classes(context, data, NULL, plan), ARDOR_OK);
        assert_said(!is_given, "small_class", "given");
        ard_plan_free(plan);
    }
    ardor_dataset_free(data);
    assert_int_equal(remove(path), 0);
}

static const char *plan_says(const ardor_dataset *data, const ard_rows *rows, const char *plan, bool of_classes)
{
    ard_plan *made = NULL;
    begin_hearing();
    if (ard_plan_new(context, data, rows, plan, 1, &made) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    assert_int_equal(of_classes ? ard_plan_doubt_classes(context, data, rows, made) : ard_plan_doubt_rows(context, data, made),
                     ARDOR_OK);
    ard_plan_free(made);
    return said;
}

static void classes_smaller_than_folds(void **state)
{
    (void)state;
    static const struct {
        const char *classes, *plan, *expected; /* NULL: nothing */
    } cases[] = {
        {"aaaabbbbbbbbbbbb", "kfold:5",
         "small_class the class 'a' has 4 rows, fewer than the 5 folds, so that some of them have none to test: take 4 folds or "
         "fewer;"},
        {"aaaabbbbbbbbbbbb", "repeat:2x5", "'a' has 4 rows, fewer than the 5 folds"},
        {"aaaabbbbbbbbbbbb", "kfold:4", NULL},
        {"aaaabbbbbbbbbbbb", "repeat:5x4", NULL},
        {"aaaabbbbbbbbbbbb", "loo", NULL},
        {"aaaabbbbbbbbbbbb", "kfold:16", NULL}, /* the same */
        {"aaaabbbbbbbbbbbb", "kfold:15", "fewer than the 15 folds"},
        {"aaaabbbbbbbbbbbb", "boot:20", NULL},
        {"aaaabbbbbbbbbbbb", "holdout:.1", NULL},
        {"bbbcccccaaaaaaaa", "kfold:6", "the class 'b' has 3 rows"}, /* of two the smaller */
        {"abbbbbbbbccccccc", "kfold:5",
         "'a' has 1 row, fewer than the 5 folds, so that some of them have none to test: leave the class out, or collect"},
    };
    double x[MOST] = {0};
    for (int k = 0; k < COUNT_OF(cases); k++) {
        ardor_dataset *data = table_of(cases[k].classes, 1, x, NULL);
        plan_says(data, NULL, cases[k].plan, true);
        if (cases[k].expected ? !strstr(said, cases[k].expected) : said[0] != '\0')
            fail_msg("%s of %s: '%s'", cases[k].plan, cases[k].classes, said);
        ardor_dataset_free(data);
    }
}

/* Copies of a row are dealt as one, and so are the rows of a group. */
static void classes_are_counted_as_they_are_dealt(void **state)
{
    (void)state;
    static int64_t row[] = {0, 0, 0, 1, 1, 4, 5, 6, 7, 8, 9, 9};
    static int32_t group[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
    const ard_rows drawn = {COUNT_OF(row), row};
    double x[16] = {0};
    ardor_dataset *data = table_of("aaaabbbbbbbbbbbb", 1, x, NULL);
    plan_says(data, &drawn, "kfold:3", true);
    assert_non_null(strstr(said, "'a' has 2 rows, fewer than the 3 folds"));
    plan_says(data, &drawn, "kfold:2", true);
    assert_string_equal(said, "");
    data->group = group;
    data->n_groups = 8;
    plan_says(data, NULL, "kfold:3", true);
    assert_non_null(strstr(said, "'a' has 2 groups, fewer than the 3 folds"));
    plan_says(data, NULL, "kfold:2", true);
    assert_string_equal(said, "");
    plan_says(data, NULL, "kfold:8", true);
    assert_string_equal(said, "");
    data->group = NULL;
    ardor_dataset_free(data);
}

/* Of three classes one may be all in the group that is left out, and is then tested by what was trained without it. */
static void classes_of_one_group(void **state)
{
    (void)state;
    static const struct {
        const char *classes, *plan;
        bool said;
    } cases[] = {
        {"aabbccbcbcbcbcbc", "logo", true},     {"aabbccbcbcbcbcbc", "loo", true},         {"aabbccbcbcbcbcbc", "kfold:8", true},
        {"aabbccacbcbcbcbc", "logo", false},    {"aabbccbcbcbcbcbc", "holdout:.3", false}, {"aabbccbcbcbcbcbc", "boot:3", false},
        {"aabbccacbcbcbcbc", "kfold:8", false},
    };
    static int32_t group[16] = {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7};
    double x[16] = {0};
    for (int k = 0; k < COUNT_OF(cases); k++) {
        ardor_dataset *data = table_of(cases[k].classes, 1, x, NULL);
        data->group = group;
        data->n_groups = 8;
        plan_says(data, NULL, cases[k].plan, true);
        if (strcmp(said, cases[k].said
                             ? "small_class the class 'a' has 1 group, and is not among the rows that train where that group "
                               "is left out: leave the class out, or collect it in more groups;"
                             : "") != 0)
            fail_msg("%s of %s: '%s'", cases[k].plan, cases[k].classes, said);
        data->group = NULL;
        ardor_dataset_free(data);
    }
}

/* Of the rows to tune on, where these are not all. */
static void classes_smaller_than_inner_folds(void **state)
{
    (void)state;
    static int64_t row[] = {0, 1, 2, 4, 5, 6, 7, 8, 9, 10};
    static const ard_rows some = {COUNT_OF(row), row};
    static const struct {
        const char *tune;
        const ard_rows *rows;
        const char *expected;
    } cases[] = {
        {"cv:5", NULL, "'a' has 4 rows, fewer than the 5 inner folds, so that some of them have none to test: take --tune=cv:4;"},
        {"cv:5", &some,
         "'a' has 3 rows among the 10 to tune on, fewer than the 5 inner folds, so that some of them have none to test: "
         "take --tune=cv:3;"},
        {"cv:3", &some, ""},
    };
    double x[MOST] = {0};
    ardor_dataset *data = table_of("aaaabbbbbbbbbbbb", 1, x, NULL);
    for (int k = 0; k < COUNT_OF(cases); k++) {
        ard_plan *plan = NULL;
        begin_hearing();
        assert_int_equal(ard_plan_new_inner(context, data, cases[k].rows, cases[k].tune, 1, &plan), ARDOR_OK);
        assert_int_equal(ard_plan_doubt_classes(context, data, cases[k].rows, plan), ARDOR_OK);
        if (cases[k].expected[0] ? !strstr(said, cases[k].expected) : said[0] != '\0') fail_msg("%s: '%s'", cases[k].tune, said);
        ard_plan_free(plan);
    }
    ardor_dataset_free(data);
}

/* 12 rows: 0 and 1, 2 and 3 are copies; the rest are single. */
static ardor_dataset *two_pairs(double last)
{
    double x[24];
    for (int64_t i = 0; i < 12; i++) {
        x[i] = plain_value(i < 4 ? i / 2 * 2 : i);
        x[i + 12] = i == 3 ? last : 5;
    }
    return table_of("abbaabbaabba", 2, x, NULL);
}

static void copies_in_two_parts_are_counted(void **state)
{
    (void)state;
    static int32_t group[12] = {0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    ardor_dataset *data = two_pairs(5);
    plan_says(data, NULL, "loo", false);
    assert_string_equal(said, "copies_apart 4 of 12 test rows of the folds have an exact copy among the rows that were trained "
                              "on: errors may be too low; keep copies together with --group, or remove them;");
    data->group = group;
    data->n_groups = 10;
    plan_says(data, NULL, "loo", false);
    assert_string_equal(said, "");
    group[1] = 10; /* a pair in two groups */
    data->n_groups = 11;
    plan_says(data, NULL, "loo", false);
    assert_non_null(strstr(said, "2 of 12 test rows"));
    assert_non_null(strstr(said, "give copies one group, or remove them"));
    group[1] = 0;
    data->group = NULL;
    ardor_dataset_free(data);
    /* nearly a copy, by one bit, is none */
    data = two_pairs(nextafter(5, 6));
    plan_says(data, NULL, "loo", false);
    assert_non_null(strstr(said, "2 of 12 test rows"));
    ardor_dataset_free(data);
}

/* The first `n` values of a column, which are repeated, and of another; NULL: there is none. */
static bool copies_are_told(int64_t n, int64_t different, double (*one)(int64_t), double (*other)(int64_t))
{
    double x[2 * MOST];
    int64_t *first = NULL;
    for (int64_t i = 0; i < n; i++) {
        x[i] = one(i % different);
        if (other) x[i + n] = other(i % different);
    }
    ardor_dataset *data = table_of(two_classes(n), other ? 2 : 1, x, NULL);
    assert_int_equal(ard_dataset_copies(context, data, &first), ARDOR_OK);
    const bool told = first != NULL;
    ard_free(context, first);
    ardor_dataset_free(data);
    return told;
}

static double binary(int64_t i) { return (double)(i % 2); }
static double other_value(int64_t i) { return cos(1.7 * (double)(i + 1)); }

static void rows_may_be_alike_by_chance(void **state)
{
    (void)state;
    assert_true(copies_are_told(60, 20, plain_value, other_value)); /* every row three times */
    assert_true(copies_are_told(60, 8, plain_value, other_value));
    assert_false(copies_are_told(60, 7, plain_value, other_value));
    assert_false(copies_are_told(60, 60, plain_value, other_value)); /* none */
    assert_false(copies_are_told(60, 20, plain_value, binary));
    assert_false(copies_are_told(60, 20, plain_value, constant));
    assert_false(copies_are_told(60, 20, plain_value, NULL)); /* perhaps ages */
    assert_false(copies_are_told(60, 30, plain_value, NULL));
    assert_true(copies_are_told(60, 31, plain_value, NULL));
    assert_true(copies_are_told(60, 31, plain_value, constant));
    assert_false(copies_are_told(60, 2, binary, NULL));
    assert_false(copies_are_told(60, 2, binary, binary));
}

/* In folds that are dealt: against every pair of a training and a test row of every fold. */
static void separated_rows_by_hand(void **state)
{
    (void)state;
    static const char *const plans[] = {"kfold:3", "repeat:4x2", "holdout:.3", "boot:15"};
    double x[60];
    for (int64_t i = 0; i < 60; i++) x[i] = i < 30 ? plain_value(i % 13) : other_value(i % 30 % 13);
    ardor_dataset *data = table_of(two_classes(30), 2, x, NULL);
    for (int k = 0; k < COUNT_OF(plans); k++) {
        ard_plan *plan = NULL;
        ard_fold fold = {0};
        char expected[80];
        long long separated = 0, tested = 0;
        assert_int_equal(ard_plan_new(context, data, NULL, plans[k], 1, &plan), ARDOR_OK);
        for (int64_t f = 0; f < plan->n_folds; f++) {
            assert_int_equal(ard_plan_fold(context, plan, f, &fold), ARDOR_OK);
            for (int64_t i = 0; i < fold.test.n; i++) {
                bool trained = false;
                for (int64_t t = 0; t < fold.train.n; t++) trained |= x[fold.train.row[t]] == x[fold.test.row[i]];
                separated += trained;
            }
            tested += fold.test.n;
            ard_fold_free(context, &fold);
        }
        ard_plan_free(plan);
        snprintf(expected, sizeof expected, "copies_apart %lld of %lld test rows", separated, tested);
        if (strncmp(plan_says(data, NULL, plans[k], false), expected, strlen(expected)) != 0)
            fail_msg("%s: '%s', not '%s'", plans[k], said, expected);
    }
    ardor_dataset_free(data);
}

static void names_in_two_parts_are_counted(void **state)
{
    (void)state;
    static int32_t group[12] = {0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8};
    static char id_column[] = "who";
    char *name[12] = {"p1", "p1", "p2", "p2", "p2", "p3", "P1", "p5", "p6", "p7", "p8", "p9"};
    char *own[12] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    ardor_dataset *data = two_pairs(7);
    for (int64_t i = 0; i < 12; i++) data->x[i] = plain_value(i);
    data->id = name;
    plan_says(data, NULL, "loo", false); /* names that nobody asked for */
    assert_string_equal(said, "");
    data->inputs.id = id_column;
    plan_says(data, NULL, "loo", false);
    assert_string_equal(said,
                        "repeated_ids names of rows repeat ('p1' for one), and 5 of 12 test rows of the folds have their name "
                        "among the rows that were trained on: if the rows of a name belong together, name "
                        "their column with --group instead of --id;");
    data->group = group;
    data->n_groups = 9;
    plan_says(data, NULL, "loo", false);
    assert_string_equal(said, "");
    for (int i = 0; i < 12; i++) group[i] = i; /* who gives groups knows what belongs together */
    data->n_groups = 12;
    plan_says(data, NULL, "loo", false);
    assert_string_equal(said, "");
    data->group = NULL;
    data->id = own;
    plan_says(data, NULL, "loo", false); /* each its own */
    assert_string_equal(said, "");
    data->inputs.id = NULL;
    data->id = NULL;
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_few_below_20),
        cmocka_unit_test(names_of_rows_are_told_by_name),
        cmocka_unit_test(counters_are_told_by_their_values),
        cmocka_unit_test(short_counters_may_be_chance),
        cmocka_unit_test(columns_are_listed),
        cmocka_unit_test(features_that_are_the_label),
        cmocka_unit_test(copies_are_found_as_by_hand),
        cmocka_unit_test(classes_smaller_than_folds),
        cmocka_unit_test(classes_smaller_than_inner_folds),
        cmocka_unit_test(given_folds_are_not_counted),
        cmocka_unit_test(classes_are_counted_as_they_are_dealt),
        cmocka_unit_test(classes_of_one_group),
        cmocka_unit_test(copies_in_two_parts_are_counted),
        cmocka_unit_test(rows_may_be_alike_by_chance),
        cmocka_unit_test(separated_rows_by_hand),
        cmocka_unit_test(names_in_two_parts_are_counted),
    };
    return cmocka_run_group_tests(tests, open_hearing, close_hearing);
}
