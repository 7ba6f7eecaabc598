/* Writing delimited text: features, then the labels as `class`. Numbers take the shortest text that reads back; a missing
 * value is an empty cell, or NA where it would be alone on its line, because blank lines are skipped on reading. */
#include "io/delimited.h"

#include <math.h>
#include <string.h>

#include "base/number.h"

typedef struct writer {
    ardor_context *context;
    char delimiter;
    bool alone; /* a single column */
    ard_bytes *text;
} writer;

/* Reading drops blanks around a cell and takes these characters for structure. */
static bool needs_quotes(const writer *w, const char *text)
{
    size_t n = strlen(text);
    if (n == 0) return false;
    if (text[0] == ' ' || text[0] == '\t' || text[n - 1] == ' ' || text[n - 1] == '\t') return true;
    return strpbrk(text, "\"\r\n") || strchr(text, w->delimiter);
}

static int add_text(writer *w, const char *text)
{
    int rc = ARDOR_OK;
    if (!needs_quotes(w, text)) return ard_bytes_add(w->context, w->text, text, strlen(text));
    TRY(ard_bytes_add(w->context, w->text, "\"", 1));
    for (const char *c = text; *c; c++) TRY(ard_bytes_add(w->context, w->text, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1));
    TRY(ard_bytes_add(w->context, w->text, "\"", 1));
done:
    return rc;
}

static int add_cell(writer *w, int64_t column, const char *text)
{
    int rc = ARDOR_OK;
    if (column > 0) TRY(ard_bytes_add(w->context, w->text, &w->delimiter, 1));
    TRY(add_text(w, text[0] == '\0' && w->alone ? "NA" : text));
done:
    return rc;
}

static int add_header(writer *w, const ardor_dataset *data)
{
    int rc = ARDOR_OK;
    for (int64_t j = 0; j < data->p; j++) {
        REQUIRE(w->context, !data->label || strcmp(data->feature[j], "class") != 0, ARDOR_USAGE,
                "the dataset cannot be written: a feature is named 'class', as the label column would be");
        TRY(add_cell(w, j, data->feature[j]));
    }
    if (data->label) TRY(add_cell(w, data->p, "class"));
    TRY(ard_bytes_add(w->context, w->text, "\n", 1));
done:
    return rc;
}

static int add_row(writer *w, const ardor_dataset *data, int64_t i)
{
    int rc = ARDOR_OK;
    char number[ARD_NUMBER_BYTES];
    for (int64_t j = 0; j < data->p; j++) {
        double value = ard_dataset_values(data, j)[i];
        if (isnan(value))
            number[0] = '\0';
        else
            ard_print_double(value, number);
        TRY(add_cell(w, j, number));
    }
    if (data->label) TRY(add_cell(w, data->p, data->label[i] < 0 ? "" : data->class_name[data->label[i]]));
    TRY(ard_bytes_add(w->context, w->text, "\n", 1));
done:
    return rc;
}

int ard_delimited_write(ardor_context *context, const ardor_dataset *data, char delimiter, ard_bytes *out)
{
    int rc = ARDOR_OK;
    writer w = {context, delimiter, data->p + (data->label != NULL) == 1, out};
    TRY(add_header(&w, data));
    for (int64_t i = 0; i < data->n; i++) TRY(add_row(&w, data, i));
done:
    return rc;
}
