/* Labels find their samples. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "io/cell.h"
#include "io/labels_inside.h"

enum { LISTED = 3, LIST_BYTES = 400, TEXT_BYTES = 600 };

typedef struct kind {
    int64_t n;
    char **name;
    int64_t *row; /* of the labels; -1: there is none */
} kind;

typedef struct attachment {
    ardor_context *context;
    const ard_labels *labels;
    const ard_reading *reading;
    ardor_dataset *data;
    int64_t *row;                /* of the labels, for each sample; -1: it has none */
    kind absent, empty, strange; /* samples without a row, samples without a label, rows without a sample */
} attachment;

static bool predicts(const attachment *a) { return a->reading->options.no_target != 0; }

/* ------------------------------------------------------------------ messages */

/* One more of "2 samples without a row ('a', 'b'), 1 row without a sample ('c' in line 4)". */
static void add_kind(const attachment *a, char text[TEXT_BYTES], const kind *these, const char *noun, const char *lack)
{
    char quoted[ARD_QUOTE_BYTES], one[ARD_QUOTE_BYTES + 40], list[LIST_BYTES] = "", all[LIST_BYTES + 100];
    if (these->n == 0) return;
    for (int64_t i = 0; i < these->n && i <= LISTED; i++) {
        ard_name_quote(these->name[i], quoted);
        if (these->row[i] >= 0)
            snprintf(one, sizeof one, "'%s' in line %lld", quoted, (long long)labels_line(a->labels, these->row[i]));
        else
            snprintf(one, sizeof one, "'%s'", quoted);
        ard_text_append(list, LIST_BYTES, i < LISTED ? one : "...");
    }
    snprintf(all, sizeof all, "%lld %s%s without a %s (%s)", (long long)these->n, noun, these->n == 1 ? "" : "s", lack, list);
    ard_text_append(text, TEXT_BYTES, all);
}

static int refuse_strangers(const attachment *a)
{
    int rc = ARDOR_OK;
    const labels_strangers strangers = {a->absent.n, a->strange.n, a->absent.name, a->strange.name};
    char text[TEXT_BYTES] = "", hint[TEXT_BYTES];
    if (!predicts(a)) {
        add_kind(a, text, &a->absent, "sample", "row");
        add_kind(a, text, &a->empty, "sample", "label");
    }
    add_kind(a, text, &a->strange, "row", "sample");
    if (!text[0]) return ARDOR_OK;
    TRY(labels_hint(a->labels, a->data, a->reading->options.transpose, &strangers, hint, sizeof hint));
    REQUIRE(a->context, false, ARDOR_DATA, "%s does not fit the samples of %s: %s; %s", a->labels->file, a->data->source, text,
            hint);
done:
    return rc;
}

static void tell_unlabelled(const attachment *a)
{
    const int64_t n = a->absent.n + a->empty.n;
    if (n > 0)
        ard_note(a->context, "%s: %lld of %lld samples ha%s no label in it: predicted, and not compared", a->labels->file,
                 (long long)n, (long long)a->data->n, n == 1 ? "s" : "ve");
}

/* ------------------------------------------------------------------ matching */

static int check_names(const attachment *a)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = a->data;
    int64_t first = 0, second = 0;
    char quoted[ARD_QUOTE_BYTES], here[40], there[40];
    REQUIRE(a->context, data->id, ARDOR_USAGE,
            "%s: its samples have no names, by which %s could be matched: --id says which column has them", data->source,
            a->labels->file);
    TRY(ard_names_repeated(a->context, data->n, data->id, &first, &second));
    REQUIRE(a->context, second < 0, ARDOR_DATA,
            "%s: %s: sample '%s' is there already (%s): labels are matched by names, which must differ", data->source,
            ard_row_place(data, second, here), ard_name_quote(data->id[second], quoted), ard_row_place(data, first, there));
done:
    return rc;
}

static int open_kind(const attachment *a, int64_t room, kind *out)
{
    int rc = ARDOR_OK;
    NEW(a->context, out->name, room);
    NEW(a->context, out->row, room);
done:
    return rc;
}

static void close_kind(const attachment *a, kind *done)
{
    ard_free(a->context, done->name);
    ard_free(a->context, done->row);
}

static void add(kind *to, char *name, int64_t row)
{
    to->name[to->n] = name;
    to->row[to->n++] = row;
}

static int match(attachment *a)
{
    int rc = ARDOR_OK;
    const ard_labels *l = a->labels;
    ard_name_index *labelled = NULL, *samples = NULL;
    TRY(ard_name_index_new(a->context, l->n, l->name, &labelled));
    TRY(ard_name_index_new(a->context, a->data->n, a->data->id, &samples));
    TRY(open_kind(a, a->data->n, &a->absent));
    TRY(open_kind(a, a->data->n, &a->empty));
    TRY(open_kind(a, l->n, &a->strange));
    for (int64_t i = 0; i < a->data->n; i++) {
        const int64_t row = a->row[i] = ard_name_index_find(labelled, a->data->id[i]);
        if (row < 0)
            add(&a->absent, a->data->id[i], row);
        else if (!l->label[row])
            add(&a->empty, a->data->id[i], row);
    }
    for (int64_t k = 0; k < l->n; k++)
        if (ard_name_index_find(samples, l->name[k]) < 0) add(&a->strange, l->name[k], k);
    TRY(refuse_strangers(a));
    tell_unlabelled(a);
done:
    ard_name_index_free(samples);
    ard_name_index_free(labelled);
    return rc;
}

static int match_by_order(attachment *a)
{
    int rc = ARDOR_OK;
    const ard_labels *l = a->labels;
    const int64_t n = a->data->n;
    const bool turned = a->reading->options.transpose;
    char one[24], other[24], first[ARD_QUOTE_BYTES], last[ARD_QUOTE_BYTES];
    REQUIRE(a->context, l->n == n, ARDOR_DATA, "%s: it has %lld labels, in the order of the samples, and %s has %lld samples%s",
            l->file, (long long)l->n, a->data->source, (long long)n,
            l->n != a->data->p ? ""
            : turned           ? " and as many features: leave --transpose out?"
                               : " and as many features: add --transpose?");
    for (int64_t i = 0; i < n; i++) a->row[i] = i;
    ard_note(a->context, "%s: labels are taken in the order of the samples, from '%s' for '%s' to '%s' for '%s'", l->file,
             ard_name_quote(l->label[0], first), ard_row_name(a->data, 0, one), ard_name_quote(l->label[n - 1], last),
             ard_row_name(a->data, n - 1, other));
done:
    return rc;
}

/* ------------------------------------------------------------------ what samples are given */

static int name_input(const attachment *a, ard_role role, char **out)
{
    int rc = ARDOR_OK;
    ard_free(a->context, *out);
    *out = NULL;
    const char *name = a->labels->name ? labels_column(a->labels, a->labels->column[role]) : "class";
    if (name[0])
        COPY(a->context, *out, name);
    else
        MAKE(*out, ard_format(a->context, "%lld", (long long)a->labels->column[role] + 1));
done:
    return rc;
}

static int give_labels(const attachment *a)
{
    int rc = ARDOR_OK;
    const char **label = NULL;
    NEW(a->context, label, a->data->n);
    for (int64_t i = 0; i < a->data->n; i++) label[i] = a->row[i] < 0 ? NULL : a->labels->label[a->row[i]];
    TRY(ard_dataset_set_labels(a->data, label, a->reading->options.positive));
    TRY(name_input(a, ARD_ROLE_TARGET, &a->data->inputs.target));
done:
    ard_free(a->context, label);
    return rc;
}

static int give_weights(const attachment *a)
{
    int rc = ARDOR_OK;
    const ard_labels *l = a->labels;
    const int64_t column = l->column[ARD_ROLE_WEIGHT];
    char quoted[ARD_QUOTE_BYTES], name[ARD_QUOTE_BYTES];
    if (!a->data->weight) NEW(a->context, a->data->weight, a->data->n);
    for (int64_t i = 0; i < a->data->n; i++) {
        a->data->weight[i] = 1;
        if (a->row[i] < 0 || !l->label[a->row[i]]) continue; /* of rows to predict; only those with a label are weighed */
        const char *cell = labels_cell(l, a->row[i], column), *called = labels_column(l, column);
        REQUIRE(a->context,
                ard_cell_number(&a->reading->options, cell, strlen(cell), &a->data->weight[i]) && a->data->weight[i] > 0,
                ARDOR_DATA, "%s: line %lld, column %lld '%s': '%s' is not a case weight: it must be a number above 0", l->file,
                (long long)labels_line(l, a->row[i]), (long long)column + 1, ard_name_quote(called, name),
                ard_name_quote(cell, quoted));
    }
    TRY(name_input(a, ARD_ROLE_WEIGHT, &a->data->inputs.weights));
done:
    return rc;
}

/* Rows to predict need no group. */
static int give_groups(const attachment *a)
{
    int rc = ARDOR_OK;
    const ard_labels *l = a->labels;
    const int64_t column = l->column[ARD_ROLE_GROUP];
    char name[ARD_QUOTE_BYTES];
    char **group = NULL;
    bool all = true;
    NEW(a->context, group, a->data->n);
    for (int64_t i = 0; i < a->data->n; i++) {
        group[i] = a->row[i] < 0 ? NULL : labels_cell(l, a->row[i], column);
        const bool there = group[i] && !ard_is_missing(group[i], strlen(group[i]));
        const char *called = labels_column(l, column);
        REQUIRE(a->context, there || predicts(a), ARDOR_DATA,
                "%s: line %lld, column %lld '%s': a missing group: every row must belong to one", l->file,
                (long long)labels_line(l, a->row[i]), (long long)column + 1, ard_name_quote(called, name));
        all = all && there;
    }
    if (all) TRY(ard_dataset_set_groups(a->data, group));
    if (all) TRY(name_input(a, ARD_ROLE_GROUP, &a->data->inputs.group));
done:
    ard_free(a->context, group);
    return rc;
}

/* Rows that the labels lack keep the name that they have. */
static int give_names(const attachment *a)
{
    int rc = ARDOR_OK;
    const ard_labels *l = a->labels;
    const int64_t column = l->column[ARD_ROLE_ID];
    for (int64_t i = 0; i < a->data->n && column > 0; i++) {
        char *name = NULL;
        if (a->row[i] < 0) continue;
        COPY(a->context, name, labels_cell(l, a->row[i], column));
        ard_free(a->context, a->data->id[i]);
        a->data->id[i] = name;
    }
    TRY(name_input(a, ARD_ROLE_ID, &a->data->inputs.id));
done:
    return rc;
}

/* --id is a column of either. */
static int check_id(const attachment *a)
{
    int rc = ARDOR_OK;
    const char *asked = a->reading->options.id, *had = a->data->inputs.id;
    const bool here = a->labels->name && a->labels->column[ARD_ROLE_ID] >= 0;
    REQUIRE(a->context, !asked || here || (had && strcmp(asked, had) == 0), ARDOR_USAGE,
            "--id: there is no column '%s' in %s, nor in %s", asked, a->labels->file, a->data->source);
done:
    return rc;
}

int ard_labels_attach(const ard_labels *labels, const ard_reading *reading, ardor_dataset *data)
{
    int rc = ARDOR_OK;
    attachment a = {.context = data->context, .labels = labels, .reading = reading, .data = data};
    NEW(a.context, a.row, data->n);
    TRY(check_id(&a));
    if (labels->name) {
        TRY(check_names(&a));
        TRY(match(&a));
        if (labels->column[ARD_ROLE_WEIGHT] >= 0) TRY(give_weights(&a));
        if (labels->column[ARD_ROLE_GROUP] >= 0) TRY(give_groups(&a));
    } else {
        TRY(match_by_order(&a));
    }
    for (int64_t j = 0; j < data->p; j++) TRY(ard_layout_check_feature(a.context, data->source, reading, data->feature[j]));
    TRY(give_labels(&a));
    if (labels->name && labels->column[ARD_ROLE_ID] >= 0) TRY(give_names(&a));
done:
    close_kind(&a, &a.strange);
    close_kind(&a, &a.empty);
    close_kind(&a, &a.absent);
    ard_free(a.context, a.row);
    return rc;
}
