/* Fuzz target: any bytes as a model file. What is taken must be written, read back and reported without change.
 * Seeds: fuzz/corpus/model, made by tests/make_model_seeds.c. */
#include <stdlib.h>
#include <string.h>

#include "model/model_file.h"
#include "report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_same(ardor_context *context, const ardor_model *model)
{
    ardor_model *again = NULL;
    char *first = NULL, *second = NULL, *report = NULL, *report_again = NULL;
    if (ard_model_text(context, model, &first) != ARDOR_OK) abort();
    if (ard_model_parse(context, NULL, first, strlen(first), "again", &again) != ARDOR_OK) abort();
    if (ard_model_text(context, again, &second) != ARDOR_OK || strcmp(first, second) != 0) abort();
    if (ard_report_model(context, model, &report) != ARDOR_OK) abort();
    if (ard_report_model(context, again, &report_again) != ARDOR_OK || strcmp(report, report_again) != 0) abort();
    ardor_string_free(context, report_again);
    ardor_string_free(context, report);
    ardor_string_free(context, second);
    ardor_string_free(context, first);
    ardor_model_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ardor_context *context = NULL;
    ardor_model *model = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) abort();
    int rc = ard_model_parse(context, NULL, (const char *)bytes, size, "fuzz", &model);
    if (rc == ARDOR_OK)
        check_same(context, model);
    else if (model || ardor_context_message(context)[0] == '\0')
        abort();
    ardor_model_free(model);
    ardor_context_free(context);
    return 0;
}
