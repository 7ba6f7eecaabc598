/* Splits that a program gives: the folds of the file with the same, refusals, and files of finished folds. */
#include "api_fixture.h"

#include <unistd.h>

enum { N = 40, N_SPLITS = 3 };

static const int64_t first_train[] = {5, 0, 3, 20, 21, 9, 8}, first_test[] = {30, 1, 2, 7};
static const int64_t second_train[] = {39, 38, 1, 2, 3, 4}, second_test[] = {0};
static const int64_t third_train[] = {10, 11, 12, 13, 14, 15, 16}, third_test[] = {7, 30, 2};
static const int64_t *const train[] = {first_train, second_train, third_train};
static const int64_t *const test[] = {first_test, second_test, third_test};
static const int64_t n_train[] = {7, 6, 7}, n_test[] = {4, 1, 3};

static void write_file(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int k = 0; k < N_SPLITS; k++) {
        for (int64_t i = 0; i < n_train[k]; i++) fprintf(file, "%d,%lld,train\n", k, (long long)train[k][i] + 1);
        for (int64_t i = 0; i < n_test[k]; i++) fprintf(file, "%d,%lld,test\n", k, (long long)test[k][i] + 1);
    }
    fclose(file);
}

static json_t *run(const ardor_dataset *data, const ardor_spec *spec)
{
    ardor_evaluation *evaluation = NULL;
    char *text = NULL;
    must(ardor_evaluate(context, data, spec, &evaluation));
    must(ardor_evaluation_json(context, evaluation, &text));
    ardor_evaluation_free(evaluation);
    return parse_json(text);
}

static void the_folds_of_the_same_file(void **state)
{
    (void)state;
    need_full();
    ardor_dataset *data = balanced_noise();
    ardor_spec *spec = make_spec("method=lda ridge=.1 plan=loo"), *again = make_spec("method=lda ridge=.1");
    write_file("given_splits.csv");
    must(ardor_spec_set_splits(context, spec, N_SPLITS, train, n_train, test, n_test));
    json_t *given = run(data, spec);
    assert_string_equal(text_at(given, "plan"), "splits");
    must(ardor_spec_set(context, again, "plan", "splits:given_splits.csv"));
    json_t *read = run(data, again);
    json_object_set_new(read, "plan", json_string("splits"));
    char *a = without_seconds(given), *b = without_seconds(read);
    assert_string_equal(a, b);
    free(a);
    free(b);
    remove("given_splits.csv");
    /* given anew: others; another plan takes their place, and the key brings them back */
    must(ardor_spec_set_splits(context, spec, 1, train + 1, n_train + 1, test + 1, n_test + 1));
    given = run(data, spec);
    assert_int_equal(json_array_size(at(given, "folds")), 1);
    json_decref(given);
    must(ardor_spec_set(context, spec, "plan", "kfold:4"));
    given = run(data, spec);
    assert_int_equal(json_array_size(at(given, "folds")), 4);
    json_decref(given);
    must(ardor_spec_set(context, spec, "plan", "splits"));
    given = run(data, spec);
    assert_int_equal(json_array_size(at(given, "folds")), 1);
    json_decref(given);
    ardor_spec_free(again);
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

static void refused(int64_t n, const int64_t *const *a, const int64_t *n_a, const int64_t *const *b, const int64_t *n_b,
                    const char *message)
{
    ardor_spec *spec = make_spec("method=lda ridge=.1 plan=kfold:3");
    assert_int_equal(ardor_spec_set_splits(context, spec, n, a, n_a, b, n_b), ARDOR_USAGE);
    assert_message(message);
    ardor_dataset *data = balanced_noise(); /* the plan is what it was */
    json_t *root = run(data, spec);
    assert_string_equal(text_at(root, "plan"), "kfold:3");
    json_decref(root);
    ardor_dataset_free(data);
    ardor_spec_free(spec);
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    static const int64_t twice[] = {4, 6, 4}, below[] = {3, -1}, beyond[] = {1, N}, some[] = {1, 2, 3, 4}, three[] = {3, 3},
                         two[] = {2, 2};
    static const int64_t none[] = {0, 0}, four[] = {4, 4};
    refused(0, train, n_train, test, n_test, "one at least");
    refused(1, NULL, n_train, test, n_test, "the lists of their rows");
    refused(1, train, n_train, test, NULL, "the lists of their rows");
    refused(1, train, none, test, n_test, "split 0 (from 0) has no train rows");
    refused(2, train, n_train, test, (const int64_t[]){1, 0}, "split 1 (from 0) has no test rows");
    refused(1, (const int64_t *const[]){NULL}, three, test, n_test, "has no train rows");
    refused(1, (const int64_t *const[]){twice}, three, test, n_test, "has row 4 twice in train");
    refused(1, (const int64_t *const[]){below}, two, test, n_test, "has the row -1");
    refused(1, (const int64_t *const[]){some}, four, (const int64_t *const[]){twice}, (const int64_t[]){2},
            "row 4 both in train");
    refused(1, (const int64_t *const[]){some}, four, (const int64_t *const[]){some + 3}, (const int64_t[]){1},
            "row 4 both in train");
    refused(1, (const int64_t *const[]){some}, four, (const int64_t *const[]){some}, (const int64_t[]){1}, "row 1 both in train");
    assert_int_equal(ardor_spec_set_splits(context, NULL, 1, train, n_train, test, n_test), ARDOR_USAGE);
    assert_int_equal(ardor_spec_set_splits(NULL, NULL, 1, train, n_train, test, n_test), ARDOR_USAGE);
    /* what only the data tell */
    ardor_dataset *data = balanced_noise();
    ardor_spec *spec = make_spec("method=lda ridge=.1");
    ardor_evaluation *evaluation = NULL;
    must(ardor_spec_set_splits(context, spec, 1, train, n_train, (const int64_t *const[]){beyond + 1}, (const int64_t[]){1}));
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_USAGE);
    assert_message("split 0 (from 0) has row 40, and the data have 40");
    must(ardor_spec_set_splits(context, spec, 1, (const int64_t *const[]){beyond}, two, (const int64_t *const[]){some + 1},
                               (const int64_t[]){1}));
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_USAGE);
    assert_message("split 0 (from 0) has row 40, and the data have 40");
    must(ardor_spec_set_splits(context, spec, 1, (const int64_t *const[]){(const int64_t[]){0, 2, 4}}, three,
                               (const int64_t *const[]){some}, (const int64_t[]){1}));
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_DATA); /* of one class */
    ardor_spec_free(spec);
    spec = make_spec("method=lda plan=splits");
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_USAGE);
    assert_message("name the file, as in splits:splits.csv, or give them");
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

/* A file of finished folds is of these splits and of no others. */
static void finished_folds_are_of_their_splits(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    ardor_spec *spec = make_spec("method=lda ridge=.1 checkpoint=given_splits.jsonl");
    ardor_evaluation *evaluation = NULL;
    remove("given_splits.jsonl");
    must(ardor_spec_set_splits(context, spec, N_SPLITS, train, n_train, test, n_test));
    char *a = without_seconds(run(data, spec)), *b = without_seconds(run(data, spec));
    assert_string_equal(a, b);
    free(a);
    free(b);
    must(ardor_spec_set_splits(context, spec, N_SPLITS - 1, train, n_train, test, n_test));
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_DATA);
    assert_message("plan_hash");
    const int64_t other[] = {30, 1, 2, 6};
    const int64_t *const changed[] = {other, second_test, third_test};
    must(ardor_spec_set_splits(context, spec, N_SPLITS, train, n_train, changed, n_test));
    assert_int_equal(ardor_evaluate(context, data, spec, &evaluation), ARDOR_DATA);
    assert_message("plan_hash");
    remove("given_splits.jsonl");
    ardor_spec_free(spec);
    ardor_dataset_free(data);
}

static bool short_of_memory;

static void *resize(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes > 0 && short_of_memory) return NULL;
    if (bytes > 0) return realloc(pointer, bytes);
    free(pointer);
    return NULL;
}

/* A spec has its memory from the context that it was made with; what goes wrong is said to who asks. */
static void messages_are_for_the_caller(void **state)
{
    (void)state;
    ardor_context *maker = NULL;
    ardor_spec *spec = NULL;
    must(ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .resize = resize}, &maker));
    assert_int_equal(ardor_spec_new(maker, &spec), ARDOR_OK);
    short_of_memory = true;
    assert_int_equal(ardor_spec_set(context, spec, "method", "spr"), ARDOR_MEMORY);
    assert_message("out of memory");
    assert_int_equal(ardor_spec_set(context, spec, "nothing", "spr"), ARDOR_USAGE);
    assert_message("there is no setting");
    assert_int_equal(ardor_spec_set_splits(context, spec, 1, train, n_train, test, n_test), ARDOR_MEMORY);
    assert_message("out of memory");
    short_of_memory = false;
    must(ardor_spec_set_splits(context, spec, 1, train, n_train, test, n_test));
    ardor_spec_free(spec);
    ardor_context_free(maker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_folds_of_the_same_file),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(finished_folds_are_of_their_splits),
        cmocka_unit_test(messages_are_for_the_caller),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
