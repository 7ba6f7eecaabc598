/* Structures that begin with their size: what programs of older and newer headers give. */
#include "base/stamp.h"

#include "api_fixture.h"

enum { MORE = 24 }; /* bytes of members that this library does not have */

static ardor_dataset *data;
static ardor_model *model;
static double prob[2 * 40];

static ardor_status give_config(const void *given)
{
    ardor_context *other = NULL;
    const ardor_status status = ardor_context_new(given, &other);
    assert_true((status == ARDOR_OK) == (other != NULL));
    ardor_context_free(other);
    return status;
}

#ifndef ARDOR_CORE /* which reads no files */
static ardor_status give_options(const void *given)
{
    ardor_dataset *read = NULL;
    const ardor_status status = ardor_dataset_read(context, ARDOR_SOURCE_DIR "/data/crabs.csv.gz", given, &read);
    assert_true((status == ARDOR_OK) == (read != NULL));
    ardor_dataset_free(read);
    return status;
}
static const ardor_read_options options = {.size = sizeof options};
#endif

static ardor_status give_simulation(const void *given)
{
    ardor_dataset *made = NULL;
    const ardor_status status = ardor_simulate(context, "xor", 10, 2, given, &made);
    assert_true((status == ARDOR_OK) == (made != NULL));
    ardor_dataset_free(made);
    return status;
}

static ardor_status give_table(const void *given)
{
    ardor_dataset *made = NULL;
    const ardor_status status = ardor_dataset_from_table(context, given, &made);
    assert_true((status == ARDOR_OK) == (made != NULL));
    ardor_dataset_free(made);
    return status;
}

static ardor_status give_prediction(const void *given)
{
    const ardor_table table = {.size = sizeof table, .n = 40, .p = 3, .x = ardor_dataset_column(data, 0)};
    return ardor_predict_table(context, model, &table, given);
}

typedef struct stamped {
    const char *name;
    size_t first, bytes;
    ardor_status (*give)(const void *given);
    const void *filled;
} stamped;

static const double values[] = {1, 2, 3, 4};
static const ardor_context_config config = {.size = sizeof config};
static const ardor_simulation simulation = {.size = sizeof simulation, .seed = 3};
static const ardor_table table = {.size = sizeof table, .n = 2, .p = 2, .x = values};
static const ardor_prediction prediction = {.size = sizeof prediction, .prob = prob};
static const stamped structures[] = {
    {"ardor_context_config", ARD_CONTEXT_CONFIG_FIRST, sizeof config, give_config, &config},
#ifndef ARDOR_CORE
    {"ardor_read_options", ARD_READ_OPTIONS_FIRST, sizeof options, give_options, &options},
#endif
    {"ardor_simulation", ARD_SIMULATION_FIRST, sizeof simulation, give_simulation, &simulation},
    {"ardor_table", ARD_TABLE_FIRST, sizeof table, give_table, &table},
    {"ardor_prediction", ARD_PREDICTION_FIRST, sizeof prediction, give_prediction, &prediction},
};
enum { N_STRUCTURES = sizeof structures / sizeof *structures };

static int open_all(void **state)
{
    if (open_context(state) != 0) return -1;
    data = balanced_noise();
    model = fit(data, "method=lda ridge=.1");
    return 0;
}

static int close_all(void **state)
{
    ardor_model_free(model);
    ardor_dataset_free(data);
    return close_context(state);
}

static void refused(const stamped *s, const void *given, const char *message)
{
    if (s->give(given) != ARDOR_USAGE) fail_msg("%s: not refused", s->name);
    if (s->give == give_config) return; /* there is no context yet */
    assert_message(s->name);
    assert_message(message);
}

/* Given in room of just this size, so that the sanitizers see what is read; of one that is too small even for itself, in that. */
static void *of_size(const stamped *s, size_t size)
{
    char *given = make_array((int64_t)(size < sizeof size ? sizeof size : size), 1);
    memcpy(given, s->filled, size < s->bytes ? size : s->bytes);
    memcpy(given, &size, sizeof size);
    return given;
}

static void every_size_that_was_is_taken(void **state)
{
    (void)state;
    for (int i = 0; i < N_STRUCTURES; i++) {
        const stamped *s = structures + i;
        assert_true(s->first >= sizeof(size_t));
        for (size_t size = s->first; size <= s->bytes + MORE; size += sizeof(void *)) {
            void *given = of_size(s, size);
            if (s->give(given) != ARDOR_OK) fail_msg("%s of %zu bytes: %s", s->name, size, ardor_context_message(context));
            free(given);
        }
        void *given = of_size(s, s->first - 1);
        refused(s, given, "set it to sizeof(");
        free(given);
    }
}

static void members_of_the_future_are_refused_where_they_are_set(void **state)
{
    (void)state;
    for (int i = 0; i < N_STRUCTURES; i++)
        for (size_t at = 0; at < MORE; at++) {
            const stamped *s = structures + i;
            char *given = of_size(s, s->bytes + MORE);
            given[s->bytes + at] = 1;
            refused(s, given, "beyond these a member is set");
            free(given);
        }
}

static void a_size_that_was_not_set_is_refused(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, sizeof(size_t), 4097, SIZE_MAX, (size_t)INT64_MAX};
    for (int i = 0; i < N_STRUCTURES; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            void *given = of_size(structures + i, structures[i].bytes);
            memcpy(given, &sizes[k], sizeof sizes[k]);
            if (sizes[k] < structures[i].first || sizes[k] > 4096) refused(structures + i, given, "set it to sizeof(");
            free(given);
        }
}

/* Of programs that are there already, on 64 bits: a member that is added does not change them. */
static void first_sizes_stay(void **state)
{
    (void)state;
    if (sizeof(void *) != 8) skip();
    assert_int_equal(ARD_CONTEXT_CONFIG_FIRST, 8);
    assert_int_equal(ARD_READ_OPTIONS_FIRST, 72);
    assert_int_equal(ARD_SIMULATION_FIRST, 24);
    assert_int_equal(ARD_TABLE_FIRST, 128);
    assert_int_equal(ARD_PREDICTION_FIRST, 32);
}

/* What is beyond the given size has its default. */
static void members_beyond_have_their_defaults(void **state)
{
    (void)state;
    ardor_simulation full = {.size = ARD_SIMULATION_FIRST, .noise = .1, .seed = 1, .truth_seed = 1, .classes = -5};
    ardor_dataset *made = NULL;
    must(ardor_simulate(context, "gaussians", 30, 5, &full, &made));
    assert_int_equal(ardor_dataset_classes(made), 3);
    ardor_dataset_free(made);
    full.size = sizeof full;
    assert_int_equal(ardor_simulate(context, "gaussians", 30, 5, &full, &made), ARDOR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_that_was_is_taken),
        cmocka_unit_test(members_of_the_future_are_refused_where_they_are_set),
        cmocka_unit_test(a_size_that_was_not_set_is_refused),
        cmocka_unit_test(first_sizes_stay),
        cmocka_unit_test(members_beyond_have_their_defaults),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
