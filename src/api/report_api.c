/* The HTML report. */
#include <stdio.h>

#include "base/stamp.h"
#include "page/page.h"

enum { NAME_BYTES = 32 };

/* What messages call the documents: as given, or by their numbers. */
static int name_documents(ardor_context *context, int64_t n, const char *const *given, char **buffer, const char ***out)
{
    int rc = ARDOR_OK;
    NEW(context, *out, n);
    NEW(context, *buffer, n * NAME_BYTES);
    for (int64_t i = 0; i < n; i++) {
        char *number = *buffer + i * NAME_BYTES;
        snprintf(number, NAME_BYTES, "document %lld", (long long)i + 1);
        (*out)[i] = given && given[i] ? given[i] : number;
    }
done:
    return rc;
}

ardor_status ardor_report_html(ardor_context *context, int64_t n, const char *const *document, const char *const *name,
                               const ardor_report_options *options, char **out)
{
    int rc = ARDOR_OK;
    ardor_report_options full = {.size = sizeof full};
    const char **called = NULL;
    char *buffer = NULL;
    if (out) *out = NULL;
    REQUIRE(context, context && document && out && n >= 1, ARDOR_USAGE,
            "a report needs a document at least, and a place to go to");
    for (int64_t i = 0; i < n; i++)
        REQUIRE(context, document[i], ARDOR_USAGE, "document %lld of a report is NULL", (long long)i + 1);
    TRY(ARD_STAMP_TAKE(context, "ardor_report_options", ARD_REPORT_OPTIONS_FIRST, options, &full));
    TRY(name_documents(context, n, name, &buffer, &called));
    const ard_page_source source = {.n = n, .text = document, .name = called, .convergence = full.convergence != 0};
    TRY(ard_page_write(context, &source, out));
done:
    ard_free(context, buffer);
    ard_free(context, called);
    return (ardor_status)rc;
}
