/* Lines and tables that the documents have in common. */
#include "render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "document.h"

enum { LABEL_WIDTH = 16, LINE_WIDTH = 100, SHOWN_FEATURES = 30 };

/* ---- lines */

void render_label(FILE *out, const char *text) { cli_print_padded(out, text, LABEL_WIDTH); }

/* "Label  key = value, key = value", wrapped. */
void render_values(FILE *out, const char *title, const json_t *object)
{
    char value[128], item[256];
    size_t column = LABEL_WIDTH;
    bool first = true;
    if (json_object_size(object) == 0) return;
    render_label(out, title);
    for (void *at = json_object_iter((json_t *)object); at; at = json_object_iter_next((json_t *)object, at)) {
        cli_value_text(json_object_iter_value(at), "auto", value, sizeof value);
        snprintf(item, sizeof item, "%s = %s", json_object_iter_key(at), value);
        if (!first) fputs(",", out);
        if (!first && column + cli_text_width(item) + 2 > LINE_WIDTH) {
            fprintf(out, "\n%*s", LABEL_WIDTH, "");
            column = LABEL_WIDTH;
        } else if (!first) {
            fputs(" ", out);
        }
        cli_print_padded(out, item, 0);
        column += cli_text_width(item) + 2;
        first = false;
    }
    fputs("\n", out);
}

void render_method(FILE *out, const json_t *document)
{
    const char *method = cli_text_of(document, "method"), *basis = cli_text_of(document, "basis");
    render_label(out, "Method");
    fprintf(out, "%s%s%s\n", method ? method : "?", basis ? ", basis " : "", basis ? basis : "");
}

/* "Target  column: class, class (positive)" */
static void print_target(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *name;
    const char *target = cli_text_of(document, "target"), *positive = cli_text_of(document, "positive");
    render_label(out, "Target");
    if (target) cli_print_padded(out, target, 0);
    fputs(target ? ": " : "", out);
    json_array_foreach(json_object_get(document, "classes"), i, name)
    {
        const char *text = json_is_string(name) ? json_string_value(name) : "?";
        fputs(i ? ", " : "", out);
        cli_print_padded(out, text, 0);
        if (positive && strcmp(text, positive) == 0) fputs(" (positive)", out);
    }
    fputs("\n", out);
}

static void print_column(FILE *out, const char *title, const char *name, const char *remark)
{
    if (!name) return;
    render_label(out, title);
    cli_print_padded(out, name, 0);
    fprintf(out, "%s\n", remark);
}

void render_data(FILE *out, const json_t *document)
{
    const long long dropped = cli_count_of(json_object_get(document, "columns"), "dropped");
    render_label(out, "Data");
    fprintf(out, "%lld rows, %lld features", cli_count_of(document, "n"), cli_count_of(document, "p"));
    if (dropped > 0)
        fprintf(out, "; %lld of %lld columns not used", dropped, cli_count_of(json_object_get(document, "columns"), "read"));
    fputs(json_is_false(json_object_get(document, "header")) ? "; no header\n" : "\n", out);
    print_target(out, document);
    print_column(out, "Row names", cli_text_of(document, "id"), "");
    print_column(out, "Groups", cli_text_of(document, "group"), "");
    print_column(out, "Case weights", cli_text_of(document, "weights"), ", by which all figures are weighted");
    print_column(out, "Class weights", cli_text_of(document, "class_weight"), ", in training only");
}

static bool is_given(const char *text) { return text && strcmp(text, "none") != 0 && strcmp(text, "off") != 0; }

/* A filter looks at rows, and perhaps at their labels; whose they were decides what an error is worth. */
static void print_filter(FILE *out, const json_t *document)
{
    const char *filter = cli_text_of(document, "filter"), *plan = cli_text_of(document, "plan"),
               *protocol = cli_text_of(document, "protocol");
    const bool leaky = protocol && strcmp(protocol, "leaky") == 0;
    if (!is_given(filter)) return;
    fprintf(out, ", filter %s, chosen on %s", filter,
            !plan   ? "all rows of the fit"
            : leaky ? "all rows, test rows included"
                    : "each fold's training rows");
}

/* The keys of preparation steps are what the document has from `standardise` to `class_weight`. */
static void print_steps(FILE *out, const json_t *document)
{
    void *at = json_object_iter_at((json_t *)document, "standardise");
    while ((at = json_object_iter_next((json_t *)document, at))) {
        const char *key = json_object_iter_key(at), *text = json_string_value(json_object_iter_value(at));
        if (strcmp(key, "class_weight") == 0) break;
        if (strcmp(key, "filter") != 0 && is_given(text)) fprintf(out, ", %s %s", key, text);
    }
}

void render_preparation(FILE *out, const json_t *document)
{
    const char *standardise = cli_text_of(document, "standardise");
    long long dropped = cli_count_of(document, "n_constant_dropped");
    if (!standardise) return;
    render_label(out, "Preparation");
    fprintf(out, "standardise %s", standardise);
    print_steps(out, document);
    print_filter(out, document);
    if (dropped > 0) fprintf(out, "; %lld constant features dropped", dropped);
    fputs("\n", out);
}

/* "title: weights 1e-07, scales 2e-07", of what is known of them. */
void render_pair(FILE *out, const char *title, const json_t *pair)
{
    const double weights = cli_number_of(pair, "weights"), scales = cli_number_of(pair, "scales");
    if (!isfinite(weights) && !isfinite(scales)) return;
    fprintf(out, "%s:", title);
    if (isfinite(weights)) fprintf(out, " weights %.2g", weights);
    if (isfinite(scales)) fprintf(out, "%s scales %.2g", isfinite(weights) ? "," : "", scales);
}

/* The tuning as asked for: "cv:5"; NULL if there was none. */
const char *render_tuning_of(const json_t *document, const char **rule)
{
    const json_t *tune = json_object_get(document, "tune");
    const char *how = json_is_string(tune) ? json_string_value(tune) : cli_text_of(tune, "how");
    *rule = cli_text_of(tune, "rule");
    if (!*rule) *rule = cli_text_of(document, "rule");
    return how && strcmp(how, "none") != 0 ? how : NULL;
}

/* ---- tables of features */

typedef struct feature_row {
    const char *name;
    double key, value, second; /* sorted by falling |key|; value and second are printed */
    size_t order;
} feature_row;

static int by_falling_key(const void *a, const void *b)
{
    const feature_row *x = a, *y = b;
    double kx = fabs(x->key), ky = fabs(y->key);
    if (kx != ky) return kx < ky ? 1 : -1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int column_width(const feature_row *row, size_t n)
{
    size_t width = strlen("feature");
    for (size_t i = 0; i < n; i++) {
        size_t w = cli_text_width(row[i].name);
        if (w > width) width = w;
    }
    return (int)width;
}

/* The largest features as an aligned table. `second` is the title of a further column, or NULL. */
int render_features(FILE *out, const json_t *list, const char *key, const char *value, const char *title, const char *second,
                    const char *second_title)
{
    size_t n = json_array_size(list), i;
    const json_t *item;
    feature_row *row = calloc(n + 1, sizeof *row);
    char text[CLI_NUMBER_BYTES];
    if (!row) return cli_error(CLI_FAILED, "out of memory");
    json_array_foreach(list, i, item)
    {
        const char *name = cli_text_of(item, "name");
        row[i] = (feature_row){name ? name : "?", cli_number_of(item, key), cli_number_of(item, value),
                               second ? cli_number_of(item, second) : NAN, i};
    }
    qsort(row, n, sizeof *row, by_falling_key);
    size_t shown = n < SHOWN_FEATURES ? n : SHOWN_FEATURES;
    int width = column_width(row, shown);
    fputs("  ", out);
    cli_print_padded(out, "feature", width);
    cli_print_padded(out, title, -14);
    cli_print_padded(out, second ? second_title : "", second ? -14 : 0);
    fputs("\n", out);
    for (i = 0; i < shown; i++) {
        fputs("  ", out);
        cli_print_padded(out, row[i].name, width);
        snprintf(text, sizeof text, "%.6g", row[i].value);
        cli_print_padded(out, text, -14);
        snprintf(text, sizeof text, "%.6g", row[i].second);
        cli_print_padded(out, second ? text : "", second ? -14 : 0);
        fputs("\n", out);
    }
    if (shown < n) fprintf(out, "  ... and %zu more\n", n - shown);
    free(row);
    return CLI_DONE;
}
