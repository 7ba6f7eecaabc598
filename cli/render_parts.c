/* Lines and tables that the documents have in common. */
#include "render.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "document.h"
#include "text.h"

enum { LABEL_WIDTH = 16, LINE_WIDTH = 100, SHOWN_FEATURES = 30 };

/* The columns that names of features and of classes have at most in tables. */
enum { FEATURE_WIDTH = 48, CLASS_WIDTH = 24 };

/* Names of forced features in a line. */
enum { MOST_FORCED = 6 };

/* From this frequency on a selected feature is of the core. */
static const double LEAST_OF_CORE = .8;

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
        if (!first && column + cli_name_width(item, NAME_WIDTH) + 2 > LINE_WIDTH) {
            fprintf(out, "\n%*s", LABEL_WIDTH, "");
            column = LABEL_WIDTH;
        } else if (!first) {
            fputs(" ", out);
        }
        cli_print_name(out, item, NAME_WIDTH);
        column += cli_name_width(item, NAME_WIDTH) + 2;
        first = false;
    }
    fputs("\n", out);
}

void render_method(FILE *out, const json_t *document)
{
    const char *method = cli_text_of(document, "method"), *basis = cli_text_of(document, "basis");
    render_label(out, "Method");
    cli_print_name(out, method ? method : "?", NAME_WIDTH);
    fputs(basis ? ", basis " : "", out);
    cli_print_name(out, basis ? basis : "", NAME_WIDTH);
    render_multiclass(out, document);
    fputs("\n", out);
}

/* Which labels the first class stands for. */
static void print_rest(FILE *out, const json_t *rest)
{
    size_t i;
    const json_t *label;
    json_array_foreach(rest, i, label)
    {
        if (i == 0) render_label(out, "The rest");
        fputs(i ? ", " : "", out);
        cli_print_name(out, json_is_string(label) ? json_string_value(label) : "?", NAME_WIDTH);
    }
    if (json_array_size(rest) > 0) fputs("\n", out);
}

/* "Target  column: class, class (positive)" */
static void print_target(FILE *out, const json_t *document)
{
    size_t i;
    const json_t *name;
    const char *target = cli_text_of(document, "target"), *positive = cli_text_of(document, "positive");
    render_label(out, "Target");
    if (target) cli_print_name(out, target, NAME_WIDTH);
    fputs(target ? ": " : "", out);
    json_array_foreach(json_object_get(document, "classes"), i, name)
    {
        const char *text = json_is_string(name) ? json_string_value(name) : "?";
        fputs(i ? ", " : "", out);
        cli_print_name(out, text, NAME_WIDTH);
        if (positive && strcmp(text, positive) == 0) fputs(" (positive)", out);
    }
    fputs("\n", out);
    print_rest(out, json_object_get(document, "rest"));
}

static void print_column(FILE *out, const char *title, const char *name, const char *remark)
{
    if (!name) return;
    render_label(out, title);
    cli_print_name(out, name, NAME_WIDTH);
    fprintf(out, "%s\n", remark);
}

void render_case_weights(FILE *out, const json_t *document)
{
    print_column(out, "Case weights", cli_text_of(document, "weights"), ", by which all figures are weighted");
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
    print_column(out, "Groups", cli_text_of(document, "group"),
                 cli_text_of(document, "plan") ? ", kept together; intervals still count their rows as independent"
                                               : ", kept together");
    render_case_weights(out, document);
    print_column(out, "Class weights", cli_text_of(document, "class_weight"), ", in training only");
}

/* "Prior  control 0.99, case 0.01" */
static void print_prior(FILE *out, const json_t *prior)
{
    const char *name;
    json_t *share;
    bool any = false;
    json_object_foreach((json_t *)prior, name, share)
    {
        if (!any) render_label(out, "Prior");
        fputs(any ? ", " : "", out);
        cli_print_name(out, name, NAME_WIDTH);
        fprintf(out, " %.6g", json_number_value(share));
        any = true;
    }
    if (any) fputs(", moved there from the shares of the training rows\n", out);
}

/* Of more than two classes those of 1, of which there are many, in one word. */
static void print_costs(FILE *out, const json_t *cost)
{
    const char *truth, *decided, *before = "";
    json_t *row, *value;
    bool others = false;
    if (json_object_size(cost) == 0) return;
    render_label(out, "Costs");
    json_object_foreach((json_t *)cost, truth, row)
    {
        json_object_foreach(row, decided, value)
        {
            if (json_object_size(cost) > 2 && json_number_value(value) == 1) {
                others = true;
                continue;
            }
            fputs(before, out);
            cli_print_name(out, truth, NAME_WIDTH);
            fputs(" taken for ", out);
            cli_print_name(out, decided, NAME_WIDTH);
            fprintf(out, " %.6g", json_number_value(value));
            before = ", ";
        }
    }
    if (others) fprintf(out, "%s%s", before, *before ? "all others 1" : "all 1");
    fputs("\n", out);
}

void render_decision(FILE *out, const json_t *document)
{
    const json_t *decision = json_object_get(document, "decision");
    const double threshold = cli_number_of(decision, "threshold"), abstain = cli_number_of(decision, "abstain");
    const char *positive = cli_text_of(document, "positive");
    print_prior(out, json_object_get(decision, "prior"));
    print_costs(out, json_object_get(decision, "cost"));
    if (isfinite(threshold)) {
        render_label(out, "Decided");
        cli_print_name(out, positive ? positive : "?", NAME_WIDTH);
        fprintf(out, " where its probability is above %.6g\n", threshold);
    }
    if (!isfinite(abstain)) return;
    render_label(out, "Abstains");
    fprintf(out, "where the largest probability is below %.6g\n", abstain);
}

static bool is_given(const char *text) { return text && strcmp(text, "none") != 0 && strcmp(text, "off") != 0; }

bool render_combines(const json_t *document) { return is_given(cli_text_of(document, "pca")); }

/* A filter and components look at rows, perhaps at their labels; whose they were decides what an error is worth. */
static void print_filter(FILE *out, const json_t *document)
{
    const char *filter = cli_text_of(document, "filter"), *pca = cli_text_of(document, "pca"),
               *plan = cli_text_of(document, "plan"), *protocol = cli_text_of(document, "protocol");
    const bool leaky = protocol && strcmp(protocol, "leaky") == 0;
    const char *rows = !plan ? "all rows of the fit" : leaky ? "all rows, test rows included" : "each fold's training rows";
    if (is_given(filter)) fprintf(out, ", filter %s, chosen on %s", filter, rows);
    if (is_given(pca)) fprintf(out, ", features the first principal components of %s, at most %s", rows, pca);
}

/* The keys of preparation steps are what the document has from `standardise` to `class_weight`. */
static void print_steps(FILE *out, const json_t *document)
{
    void *at = json_object_iter_at((json_t *)document, "standardise");
    while ((at = json_object_iter_next((json_t *)document, at))) {
        const char *key = json_object_iter_key(at), *text = json_string_value(json_object_iter_value(at));
        if (strcmp(key, "class_weight") == 0) break;
        if (strcmp(key, "filter") != 0 && strcmp(key, "pca") != 0 && is_given(text)) fprintf(out, ", %s %s", key, text);
    }
}

/* Of an evaluation a list of names, of a fit the features that say so. */
static const char *forced_name(const json_t *item)
{
    if (json_is_string(item)) return json_string_value(item);
    return json_is_true(json_object_get(item, "forced")) ? cli_text_of(item, "name") : NULL;
}

static void print_forced(FILE *out, const json_t *document)
{
    size_t i, n = 0;
    const json_t *item, *names = json_object_get(document, "forced");
    json_array_foreach(names ? names : json_object_get(document, "features"), i, item)
    {
        const char *name = forced_name(item);
        if (!name || n++ > MOST_FORCED) continue;
        if (n == 1) render_label(out, "Forced in");
        if (n > 1) fputs(", ", out);
        if (n > MOST_FORCED)
            fputs("..", out);
        else
            cli_print_name(out, name, NAME_WIDTH);
    }
    if (n > 0) fputs(": not penalised, and no selection\n", out);
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
    if (dropped > 0) fprintf(out, "; %lld constant feature%s dropped", dropped, dropped == 1 ? "" : "s");
    fputs("\n", out);
    print_forced(out, document);
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
    const json_t *feature;
    double key; /* sorted by falling |key| */
    size_t order;
} feature_row;

static int by_falling_key(const void *a, const void *b)
{
    const feature_row *x = a, *y = b;
    double kx = fabs(x->key), ky = fabs(y->key);
    if (kx != ky) return kx < ky ? 1 : -1;
    return x->order < y->order ? -1 : x->order > y->order;
}

static const json_t *holder_of(const json_t *feature, const render_column *column)
{
    return column->of ? json_object_get(feature, column->of) : feature;
}

static bool has_value(const json_t *feature, const render_column *column)
{
    const bool text = column->form == RENDER_TEXT;
    const json_t *holder = holder_of(feature, column);
    if (column->form == RENDER_SCORE) return isfinite(cli_number_of(holder, "filter_rank"));
    return text ? cli_text_of(holder, column->key) != NULL : isfinite(cli_number_of(holder, column->key));
}

/* What stands in a cell; numbers go through the buffer. */
static const char *cell_text(const json_t *feature, const render_column *column, char buffer[CLI_NUMBER_BYTES])
{
    const double value = cli_number_of(holder_of(feature, column), column->key);
    if (!has_value(feature, column)) return "-";
    if (column->form == RENDER_TEXT) return cli_text_of(feature, column->key);
    if (column->form == RENDER_SCORE && !isfinite(value)) return "inf";
    if (column->form == RENDER_SHARE)
        snprintf(buffer, CLI_NUMBER_BYTES, "%.0f %%", 100 * value);
    else
        snprintf(buffer, CLI_NUMBER_BYTES, "%.6g", value);
    return buffer;
}

/* What a column of texts has at most. */
static size_t text_limit(const render_column *column) { return strcmp(column->key, "name") == 0 ? FEATURE_WIDTH : CLASS_WIDTH; }

/* The width of a column, title included; 0: no feature has a value for it. */
static int column_width(const feature_row *row, size_t n, const render_column *column)
{
    char buffer[CLI_NUMBER_BYTES];
    size_t width = cli_name_width(column->title, CLASS_WIDTH);
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        const char *text = cell_text(row[i].feature, column, buffer);
        const size_t w = column->form == RENDER_TEXT ? cli_name_width(text, text_limit(column)) : cli_text_width(text);
        any |= has_value(row[i].feature, column);
        if (w > width) width = w;
    }
    return any ? (int)width : 0;
}

/* Texts to the left, numbers to the right; the last of a line is not padded. */
static void print_cell(FILE *out, const char *text, const render_column *column, int width, bool last)
{
    fputs("  ", out);
    if (column->form != RENDER_TEXT)
        cli_print_padded(out, text, -width);
    else if (last)
        cli_print_name(out, text, text_limit(column));
    else
        cli_print_padded(out, text, width);
}

static void print_table(FILE *out, const feature_row *row, size_t n, size_t n_columns, const render_column *column)
{
    char buffer[CLI_NUMBER_BYTES];
    int width[RENDER_MOST_COLUMNS] = {0};
    size_t last = 0;
    for (size_t c = 0; c < n_columns; c++) {
        width[c] = column_width(row, n, column + c);
        if (width[c] > 0) last = c;
    }
    for (size_t i = 0; i <= n; i++) { /* the titles first */
        for (size_t c = 0; c < n_columns; c++) {
            if (width[c] == 0) continue;
            const char *text = i == 0 ? column[c].title : cell_text(row[i - 1].feature, column + c, buffer);
            print_cell(out, text, column + c, width[c], c == last);
        }
        fputs("\n", out);
    }
}

int render_features(FILE *out, const json_t *list, bool all, const char *key, size_t n_columns, const render_column *column)
{
    render_column columns[RENDER_MOST_COLUMNS] = {{"feature", "name", RENDER_TEXT, NULL}};
    size_t n = json_array_size(list), i;
    const json_t *item;
    feature_row *row = calloc(n + 1, sizeof *row);
    if (!row) return cli_error(CLI_FAILED, "out of memory");
    for (i = 0; i < n_columns && i + 1 < RENDER_MOST_COLUMNS; i++) columns[i + 1] = column[i];
    json_array_foreach(list, i, item) row[i] = (feature_row){item, key ? cli_number_of(item, key) : 0, i};
    qsort(row, n, sizeof *row, by_falling_key);
    const size_t shown = all || n < SHOWN_FEATURES ? n : SHOWN_FEATURES;
    print_table(out, row, shown, n_columns + 1, columns);
    if (shown < n) fprintf(out, "  ... and %zu more (--all shows them)\n", n - shown);
    free(row);
    return CLI_DONE;
}

/* The features of one of the two parts. */
static json_t *part_of(const json_t *list, bool core)
{
    json_t *part = json_array();
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
    {
        const bool often = cli_number_of(item, "frequency") >= LEAST_OF_CORE;
        if (often == core) json_array_append(part, item);
    }
    return part;
}

int render_core_and_tail(FILE *out, const json_t *list, bool all, const char *of, const char *key, size_t n_columns,
                         const render_column *column)
{
    int code = CLI_DONE;
    const double percent = 100 * LEAST_OF_CORE;
    json_t *core = part_of(list, true), *tail = part_of(list, false);
    const size_t n = json_array_size(list), n_core = json_array_size(core), n_tail = json_array_size(tail);
    if (n_core + n_tail < n) {
        code = cli_error(CLI_FAILED, "out of memory");
        goto done;
    }
    if (n_core > 0) {
        fprintf(out, "Core: %zu of %zu features, selected in at least %.0f %% of %s\n", n_core, n, percent, of);
        TRY(render_features(out, core, all, key, n_columns, column));
    } else {
        fprintf(out, "Core: none of %zu features was selected in at least %.0f %% of %s\n", n, percent, of);
    }
    if (n_tail > 0) {
        fprintf(out,
                "\nTail: %zu of %zu, selected less often; which of correlated features is kept is arbitrary,\n"
                "and changes with the data\n",
                n_tail, n);
        TRY(render_features(out, tail, all, key, n_columns, column));
    }
done:
    json_decref(core);
    json_decref(tail);
    return code;
}

/* The identity basis has weights unless what predicts is no function of them. */
void render_no_direction(FILE *out, const json_t *document, const json_t *features)
{
    const char *basis = cli_text_of(document, "basis");
    const bool told = json_object_get(document, "weight_unit") != NULL; /* not in a document of an older version */
    if (!told || !basis || json_array_size(features) == 0 || strcmp(basis, "identity") == 0) return;
    if (!cli_text_of(document, "weight_unit"))
        fprintf(out, "%s has no direction: a feature's effect depends on the others\n\n", basis);
}

const char *render_weight_title(const json_t *document, const char *weight, char buffer[64])
{
    const char *unit = cli_text_of(document, "weight_unit");
    if (!unit) return NULL;
    snprintf(buffer, 64, "%s per %.20s", weight, unit);
    return buffer;
}
