/* Every allocation of a page fails once, and once for good. */
#include "alloc_fixture.h"

#include "base/base.h"

enum { ROWS = 16, COLUMNS = 3 };

static char *document[2]; /* a result and a model */

static ardor_status page_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *html = (char *)out; /* anything but NULL */
    (void)o;
    (void)spec;
    const ardor_status status = ardor_report_html(context, 2, (const char *const *)document, NULL, NULL, &html);
    *out = html;
    return status;
}

static char *page_text(ardor_context *context, void *out)
{
    char *copy = NULL;
    (void)context;
    const size_t bytes = strlen(out) + 1;
    copy = ard_alloc(clean, (int64_t)bytes, 1);
    memcpy(copy, out, bytes);
    return copy;
}

static void release_page(ardor_context *context, void *out) { ardor_string_free(context, out); }

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const operation o = {.name = "page", .run = page_of, .text = page_text, .release = release_page, .stride = 7};
    fail_every_allocation(&o, NULL);
}

static int setup(void **state)
{
    ardor_dataset *data = NULL;
    ardor_evaluation *evaluation = NULL;
    ardor_model *model = NULL;
    ardor_spec *spec = NULL;
    (void)state;
    assert_int_equal(ardor_context_new(NULL, &clean), ARDOR_OK);
    data = fault_data(clean, ROWS, COLUMNS);
    spec = fault_spec(clean, SETTINGS("method", "forward", "k", "1", "tune", "none", "plan", "kfold:2"));
    assert_int_equal(ardor_fit(clean, data, spec, &model), ARDOR_OK);
    assert_int_equal(ardor_spec_set(clean, spec, "keep-values", "on"), ARDOR_OK);
    assert_int_equal(ardor_spec_set(clean, spec, "instability", "2"), ARDOR_OK);
    assert_int_equal(ardor_evaluate(clean, data, spec, &evaluation), ARDOR_OK);
    assert_int_equal(ardor_evaluation_json(clean, evaluation, &document[0]), ARDOR_OK);
    assert_int_equal(ardor_model_text(clean, model, &document[1]), ARDOR_OK);
    ardor_spec_free(spec);
    ardor_model_free(model);
    ardor_evaluation_free(evaluation);
    ardor_dataset_free(data);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ardor_string_free(clean, document[0]);
    ardor_string_free(clean, document[1]);
    ardor_context_free(clean);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
