/* Table reader: any bytes give a dataset that passes its own checks, or an error with a message, and never a crash. The first
 * byte selects the options, so that every path through the roles of columns is reached. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/dataset.h"
#include "io/reader.h"
#include "io/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    ardor_context *context = NULL;
    ardor_dataset *data = NULL;
    if (size == 0 || ardor_context_new(NULL, &context) != ARDOR_OK) return 0;
    uint8_t choice = bytes[0];
    ardor_read_options options = {.size = sizeof options};
    options.format = choice & 1 ? "tsv" : "csv";
    options.transpose = (choice & 2) != 0;
    options.no_target = (choice & 4) != 0;
    options.header = choice & 8 ? (choice & 16 ? 1 : -1) : 0;
    if (choice & 32) options.id = choice & 128 ? "1" : "id";
    if (choice & 64) options.weights = choice & 128 ? "2" : "w";
    if ((choice & 96) == 96) options.group = choice & 128 ? "3" : "g";
    int rc = ard_table_read_memory(context, ard_readers, bytes + 1, size - 1, "fuzz", &options, NULL, &data);
    if (rc == ARDOR_OK && ard_dataset_check(data) != ARDOR_OK) abort();
    if (rc != ARDOR_OK && (data || ardor_context_message(context)[0] == '\0')) abort();
    ardor_dataset_free(data);
    ardor_context_free(context);
    return 0;
}
