/* Split reader: any bytes give splits with rows in range, increasing, in both parts, or an error with a message. */
#include <stdint.h>
#include <stdlib.h>

#include "io/splits.h"

static void check(ard_rows rows, int64_t n)
{
    if (rows.n < 1) abort();
    for (int64_t i = 0; i < rows.n; i++)
        if (rows.row[i] < 0 || rows.row[i] >= n || (i > 0 && rows.row[i] <= rows.row[i - 1])) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { ROWS = 20 };
    ardor_context *context = NULL;
    ard_splits *splits = NULL;
    if (ardor_context_new(NULL, &context) != ARDOR_OK) return 0;
    int rc = ard_splits_read_memory(context, bytes, size, "fuzz", ROWS, &splits);
    if (rc != ARDOR_OK && (splits || ardor_context_message(context)[0] == '\0')) abort();
    for (int64_t k = 0; rc == ARDOR_OK && k < splits->n; k++) {
        check(splits->train[k], ROWS);
        check(splits->test[k], ROWS);
    }
    ard_splits_free(splits);
    ardor_context_free(context);
    return 0;
}
