/* Table reader: any bytes give a dataset that passes its own checks, or an error with a message, and never a crash. The first
 * byte selects the options, so that every path through the roles of columns is reached, and the length what else is asked for: a
 * list of columns, labels in another file, a model that is to predict, levels. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "data/dataset.h"
#include "io/reader.h"
#include "io/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static char *const features[] = {"a", "x1", "class"};
static const ard_inputs inputs[] = {{.target = "class", .id = "1", .group = "g", .weights = "w", .header = 1},
                                    {.target = "3", .id = "1", .group = "1", .header = 0, .columns_read = 3}};
static char *levels[] = {"u", "v"}, unneeded[] = "g";
static ard_category categories[] = {{.column = "b", .n_levels = 2, .level = levels}, {.column = unneeded}};
static const ard_categories known = {2, categories};
static const ard_expected models[] = {{&inputs[0], 3, features, &known}, {&inputs[1], 2, features + 1, NULL}};

/* By the length of the input, so that the first byte keeps its meaning. */
static const ard_expected *choose_more(size_t size, ardor_read_options *options)
{
    switch (size % 8) {
    case 0:
        options->drop = "b,a:c,?2*";
        return NULL;
    case 1:
        options->keep = "x1,a*,2:4";
        return NULL;
    case 2:
        options->labels = "another file";
        return NULL;
    case 3:
    case 4:
        return &models[size % 2];
    default:
        return NULL;
    }
}

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
    if ((choice & 24) == 16) options.delimiter = "space";
    if ((choice & 224) == 128) options.decimal = ",";
    if (choice & 32) options.id = choice & 128 ? "1" : "id";
    if (choice & 64) options.weights = choice & 128 ? "2" : "w";
    static const char *const onehot[] = {NULL, "error", "zero:x1"};
    options.onehot = onehot[size % 3]; /* all bits of the choice have a meaning already */
    if ((choice & 96) == 96) options.group = choice & 128 ? "3" : "g";
    const ard_expected *expected = choose_more(size, &options);
    int rc = ard_table_read_memory(context, ard_readers, bytes + 1, size - 1, "fuzz", &options, expected, &data);
    if (rc == ARDOR_OK && ard_dataset_check(data) != ARDOR_OK) abort();
    if (rc != ARDOR_OK && (data || ardor_context_message(context)[0] == '\0')) abort();
    ardor_dataset_free(data);
    ardor_context_free(context);
    return 0;
}
