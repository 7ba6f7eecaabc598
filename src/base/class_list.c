#include "base/class_list.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

static int find_exactly(int n_classes, char *const *class_name, const char *text, size_t bytes)
{
    for (int c = 0; c < n_classes; c++)
        if (strlen(class_name[c]) == bytes && memcmp(class_name[c], text, bytes) == 0) return c;
    return -1;
}

int ard_class_find(int n_classes, char *const *class_name, const char *text, size_t bytes)
{
    const int exact = find_exactly(n_classes, class_name, text, bytes);
    if (exact >= 0) return exact;
    while (bytes > 0 && strchr(" \t", *text)) text++, bytes--;
    while (bytes > 0 && strchr(" \t", text[bytes - 1])) bytes--;
    return find_exactly(n_classes, class_name, text, bytes);
}

static int read_item(ardor_context *context, const ard_class_list *list, const char *item, size_t bytes, double *number)
{
    int rc = ARDOR_OK;
    size_t name = bytes;
    double value = 0;
    char shown[ARD_QUOTE_BYTES], classes[ARD_LIST_BYTES];
    while (name > 0 && item[name - 1] != '=') name--;
    REQUIRE(context,
            name > 0 && ard_parse_double(item + name, bytes - name, &value) && value > 0 && value < list->below &&
                isfinite(value),
            ARDOR_USAGE, "%s: '%s' is not %s", list->key, ard_text_quote(item, bytes, shown), list->form);
    const int c = ard_class_find(list->n_classes, list->class_name, item, name - 1);
    REQUIRE(context, c >= 0, ARDOR_USAGE, "%s: %s has no class '%s'; the classes are %s", list->key, list->source,
            ard_text_quote(item, name - 1, shown), ard_names_list(list->n_classes, list->class_name, classes));
    REQUIRE(context, number[c] == 0, ARDOR_USAGE, "%s: class '%s' is named twice, with %g and with %g: give it one %s", list->key,
            ard_name_quote(list->class_name[c], shown), number[c], value, list->number);
    number[c] = value;
done:
    return rc;
}

int ard_class_list_read(ardor_context *context, const ard_class_list *list, const char *text, double *number)
{
    int rc = ARDOR_OK;
    for (int c = 0; c < list->n_classes; c++) number[c] = 0;
    for (const char *at = text; *at;) {
        const size_t bytes = strcspn(at, ",");
        TRY(read_item(context, list, at, bytes, number));
        at += bytes + (at[bytes] == ',');
    }
done:
    return rc;
}
