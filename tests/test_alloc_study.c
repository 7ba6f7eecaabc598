/* Every allocation fails once, and once for good, in studies of two tables and three methods, one of which cannot be run, and in
 * their documents. */
#include "alloc_fixture.h"

enum { ROWS = 14, COLUMNS = 3 };

/* Of two and of three classes. */
static ardor_dataset *two, *three;
static ardor_study *finished; /* of `clean` */

static ardor_status run_study(ardor_context *context, ardor_study **out)
{
    /* of more than two classes the last one is refused */
    static const char *const specs[][2] = {{"majority", "none"}, {"lda", "none"}, {"spr", "alo"}};
    ardor_spec *spec[3];
    ardor_study *study = NULL;
    ardor_status status = ardor_study_new(context, &study);
    for (int m = 0; m < 3; m++)
        spec[m] = fault_spec(clean, SETTINGS("method", specs[m][0], "tune", specs[m][1], "plan", "kfold:2"));
    for (int m = 0; m < 3 && status == ARDOR_OK; m++) status = ardor_study_add(context, study, two, "two", spec[m], NULL);
    for (int m = 0; m < 3 && status == ARDOR_OK; m++) status = ardor_study_add(context, study, three, "three", spec[m], NULL);
    if (status == ARDOR_OK) status = ardor_study_run(context, study, NULL);
    for (int m = 0; m < 3; m++) ardor_spec_free(spec[m]);
    if (status == ARDOR_OK)
        *out = study;
    else
        ardor_study_free(study);
    return status;
}

static ardor_status study_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_study *study = NULL;
    (void)o;
    (void)spec;
    const ardor_status status = run_study(context, &study);
    *out = study;
    return status;
}

static char *study_text(ardor_context *context, void *out)
{
    char *text = NULL;
    (void)context;
    assert_int_equal(ardor_study_json(clean, out, &text), ARDOR_OK);
    return text;
}

static void release_study(ardor_context *context, void *out)
{
    (void)context;
    ardor_study_free(out);
}

static ardor_status document_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *text = (char *)out; /* anything but NULL */
    (void)o;
    (void)spec;
    const ardor_status status = ardor_study_json(context, finished, &text);
    *out = text;
    return status;
}

static char *copy_text(ardor_context *context, void *out)
{
    (void)context;
    char *text = NULL;
    assert_int_equal(ardor_study_json(clean, finished, &text), ARDOR_OK);
    assert_string_equal(text, out);
    return text;
}

static void release_text(ardor_context *context, void *out) { ardor_string_free(context, out); }

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const operation operations[] = {
        {"study", .run = study_of, .text = study_text, .release = release_study, .degrades = true},
        {"document of a study", .run = document_of, .text = copy_text, .release = release_text}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) fail_every_allocation(&operations[i], NULL);
}

static int setup(void **state)
{
    (void)state;
    assert_int_equal(ardor_context_new(NULL, &clean), ARDOR_OK);
    two = fault_data(clean, ROWS, COLUMNS);
    three = fault_three(clean, ROWS, COLUMNS, false);
    return run_study(clean, &finished);
}

static int teardown(void **state)
{
    (void)state;
    ardor_study_free(finished);
    ardor_dataset_free(three);
    ardor_dataset_free(two);
    ardor_context_free(clean);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
