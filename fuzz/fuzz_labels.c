/* Labels in a file of their own: any bytes give three samples labels that pass the checks of a dataset, or an error with a
 * message. The first byte selects the options. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/dataset.h"
#include "io/labels.h"

/* A table of the samples s1, s2 and s3 without labels. */
static int make_table(ardor_context *context, ardor_dataset **out)
{
    enum { N = 3 };
    static const char *const name[N] = {"s1", "s2", "s3"};
    int rc = ARDOR_OK;
    TRY(ard_dataset_new(context, N, 1, "table", out));
    COPY(context, (*out)->feature[0], "x");
    NEW(context, (*out)->id, N);
    for (int i = 0; i < N; i++) COPY(context, (*out)->id[i], name[i]);
done:
    return rc;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    ard_source *source = NULL;
    ard_labels *labels = NULL;
    if (size == 0 || ardor_context_new(NULL, &context) != ARDOR_OK) return 0;
    const uint8_t choice = bytes[0];
    ard_reading reading = {.options = {.size = sizeof reading.options, .labels = choice & 1 ? "l.tsv" : "l"}};
    reading.options.transpose = (choice & 2) != 0;
    reading.options.no_target = (choice & 4) != 0;
    if (choice & 8) reading.options.delimiter = ";";
    if (choice & 16) reading.options.target = "t";
    if (choice & 32) reading.options.id = "p";
    if (choice & 64) reading.options.group = "p";
    if (choice & 128) reading.options.weights = "w";
    if (make_table(context, &data) != ARDOR_OK) abort();
    int rc = ard_source_open_memory(context, bytes + 1, size - 1, reading.options.labels, &source);
    if (rc == ARDOR_OK) rc = ard_labels_read(context, ard_readers, source, &reading, &labels);
    ard_source_close(source);
    if (rc != ARDOR_OK && labels) abort();
    if (rc == ARDOR_OK) rc = ard_labels_attach(labels, &reading, data);
    if (rc == ARDOR_OK && ((ard_dataset_check(data) != ARDOR_OK && !strstr(ardor_context_message(context), "UTF-8") &&
                            !strstr(ardor_context_message(context), "overflows")) ||
                           !data->label))
        abort();
    if (rc != ARDOR_OK && ardor_context_message(context)[0] == '\0') abort();
    ard_labels_free(labels);
    ardor_dataset_free(data);
    ardor_context_free(context);
    return 0;
}
