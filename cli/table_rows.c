/* See table_rows.h. Of comparisons, rows that evaluations have go with the table and the name of their cell. */
#include "table_rows.h"

#include <stdio.h>
#include <string.h>

#include "document.h"

json_t *cli_at_path(const json_t *document, const char *path)
{
    const char *point = path ? strchr(path, '.') : NULL;
    char first[32];
    if (!path || !point) return path ? json_object_get(document, path) : NULL;
    snprintf(first, sizeof first, "%.*s", (int)(point - path), path);
    return json_object_get(json_object_get(document, first), point + 1);
}

long long cli_folds_of_repetition(const json_t *document, bool *several)
{
    long long repetitions = 1, folds = 0;
    const char *plan = cli_text_of(document, "plan");
    const long long planned = cli_count_of(document, "n_folds");
    if (plan && sscanf(plan, "repeat:%lldx%lld", &repetitions, &folds) == 2 && folds > 0) {
        *several = repetitions > 1;
        return folds;
    }
    const bool each = plan && (strncmp(plan, "boot:", 5) == 0 || strncmp(plan, "splits:", 7) == 0);
    *several = each && planned > 1;
    return each ? 1 : planned > 0 ? planned : 1;
}

/* The rows of both lists; those of the second go where their fold belongs. What failed outside the folds has none. */
static json_t *rows_with_folds(const json_t *list, const json_t *further)
{
    size_t i;
    json_t *row, *rows = json_array();
    json_array_foreach(list, i, row) json_array_append(rows, row);
    json_array_foreach(further, i, row)
    {
        size_t at = 0;
        if (!json_is_integer(json_object_get(row, "fold"))) continue;
        while (at < json_array_size(rows) && cli_count_of(json_array_get(rows, at), "fold") < cli_count_of(row, "fold")) at++;
        json_array_insert(rows, at, row);
    }
    return rows;
}

/* ---- comparisons */

static void copy(json_t *to, const char *key, const json_t *from, const char *member)
{
    json_object_set(to, key, json_object_get(from, member));
}

/* "error", "error_low", "error_high" */
static void put_figure(json_t *row, const json_t *summary, const char *figure)
{
    static const char *const parts[][2] = {{"value", ""}, {"low", "_low"}, {"high", "_high"}};
    char key[40];
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(key, sizeof key, "%s%s", figure, parts[i][1]);
        copy(row, key, json_object_get(summary, figure), parts[i][0]);
    }
}

/* The evaluation of a cell in a line. */
static json_t *row_of_cell(const json_t *cell)
{
    static const char *const figures[] = {"error", "balanced_error", "auc", "log_loss"};
    static const char *const own[] = {"data", "name", "method", "status", "message"};
    static const char *const of_evaluation[] = {"n", "p", "n_folds", "folds_done"};
    json_t *row = json_object();
    const json_t *evaluation = json_object_get(cell, "evaluation"), *summary = json_object_get(evaluation, "summary");
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) copy(row, own[i], cell, own[i]);
    if (!json_is_object(evaluation)) return row;
    for (size_t i = 0; i < sizeof of_evaluation / sizeof *of_evaluation; i++)
        copy(row, of_evaluation[i], evaluation, of_evaluation[i]);
    json_object_set_new(row, "folds_failed", json_integer((json_int_t)json_array_size(json_object_get(evaluation, "failed"))));
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) put_figure(row, summary, figures[i]);
    copy(row, "n_features", summary, "mean_n_features");
    copy(row, "n_vectors", summary, "mean_n_vectors");
    json_object_set_new(row, "n_warnings", json_integer((json_int_t)json_array_size(json_object_get(evaluation, "warnings"))));
    return row;
}

/* A copy of an object of the cell, that knows which cell it is of. */
static json_t *row_of(const json_t *cell, const json_t *object)
{
    json_t *row = json_copy((json_t *)object);
    copy(row, "data", cell, "data");
    copy(row, "cell", cell, "name");
    return row;
}

/* The figures of fold_figures that a fold does not have itself. */
static void add_figures(const json_t *cell, json_t *row)
{
    size_t i;
    const json_t *figures;
    json_array_foreach(json_object_get(cell, "fold_figures"), i, figures)
    {
        if (cli_count_of(figures, "fold") == cli_count_of(row, "fold")) json_object_update_missing(row, (json_t *)figures);
    }
}

/* Those that were finished and those that failed, in their order. */
static void add_folds(const json_t *cell, json_t *rows)
{
    size_t i;
    json_t *fold;
    bool several = false;
    const json_t *evaluation = json_object_get(cell, "evaluation");
    const long long folds = cli_folds_of_repetition(evaluation, &several);
    json_t *all = rows_with_folds(json_object_get(evaluation, "folds"), json_object_get(evaluation, "failed"));
    json_array_foreach(all, i, fold)
    {
        json_t *row = row_of(cell, fold);
        json_object_set_new(row, "repetition", json_integer((json_int_t)((cli_count_of(fold, "fold") - 1) / folds + 1)));
        add_figures(cell, row);
        json_array_append_new(rows, row);
    }
    json_decref(all);
}

static void add_selection(const json_t *cell, json_t *rows)
{
    size_t i;
    const json_t *feature;
    json_array_foreach(json_object_get(json_object_get(cell, "evaluation"), "selection"), i, feature)
        json_array_append_new(rows, row_of(cell, feature));
}

static json_t *comparison_rows(const json_t *document, const char *kind)
{
    size_t i;
    json_t *item, *rows = json_array();
    if (strcmp(kind, "sparsity") == 0) {
        json_array_extend(rows, json_object_get(document, kind));
        return rows;
    }
    if (strcmp(kind, "pairs") == 0) {
        json_array_extend(rows, json_object_get(document, "pairs"));
        json_array_extend(rows, json_object_get(document, "sets"));
        return rows;
    }
    json_array_foreach(json_object_get(document, "cells"), i, item)
    {
        if (strcmp(kind, "cells") == 0) json_array_append_new(rows, row_of_cell(item));
        if (strcmp(kind, "folds") == 0) add_folds(item, rows);
        if (strcmp(kind, "selection") == 0) add_selection(item, rows);
    }
    return rows;
}

json_t *cli_table_rows(const cli_kind *k, const json_t *document)
{
    if (strcmp(k->format, "comparison") == 0) return comparison_rows(document, k->name);
    return rows_with_folds(cli_at_path(document, k->list), cli_at_path(document, k->further));
}
