/* What was done: data, preparation, protocol, method, every setting, seed, version. */
#include <stdio.h>
#include <string.h>

#include "page/bars.h"

static bool applies(const ard_page *page)
{
    (void)page;
    return true;
}

/* Members of evaluations and fits that have a row, in words. */
static const struct {
    const char *key, *name;
} ROWS[] = {{"n", "samples"},
            {"p", "features"},
            {"target", "column of the classes"},
            {"positive", "positive class"},
            {"weights", "column of case weights"},
            {"group", "column of groups"},
            {"id", "column of names"},
            {"header", "names of columns in the table"},
            {"onehot", "levels the model does not know"},
            {"data_hash", "fingerprint of the data"},
            {"protocol", "protocol"},
            {"plan", "plan"},
            {"n_folds", "fits of the plan"},
            {"folds_done", "fits done"},
            {"standardise", "standardise"},
            {"impute", "impute"},
            {"log", "log"},
            {"filter", "filter"},
            {"pca", "principal components"},
            {"class_weight", "weights of classes in training"},
            {"multiclass", "more than two classes"},
            {"method", "method"},
            {"basis", "basis"},
            {"tune", "tuning"},
            {"rule", "rule of the tuning"},
            {"relax", "relaxed refit"},
            {"stop_reason", "how the fit ended"},
            {"iterations", "iterations"},
            {"seed", "seed"},
            {"ardor", "version of ardor"},
            {"seconds", "seconds"}};

/* Numbers, texts and truths; "" of anything else. */
static const char *value_text(const json_t *value, char out[ARD_PLAN_BYTES])
{
    if (json_is_integer(value))
        snprintf(out, ARD_PLAN_BYTES, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(out, ARD_PLAN_BYTES, "%.6g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(out, ARD_PLAN_BYTES, "%s", json_is_true(value) ? "yes" : "no");
    else
        *out = '\0';
    return out;
}

static void write_member(ard_page *page, const char *name, const json_t *document, const char *key)
{
    char text[ARD_PLAN_BYTES];
    const json_t *value = ard_doc_get(document, key);
    if (strcmp(key, "plan") == 0) ard_page_plan(document, text);
    const char *shown = strcmp(key, "plan") == 0 ? text
                        : json_is_string(value)  ? json_string_value(value)
                                                 : value_text(value, text);
    if (!*shown || !value) return;
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", name);
    ard_html_cell(&page->html, "%s", shown);
}

/* "a, b" of a list of names. */
static void write_names(ard_page *page, const char *name, const json_t *document, const char *key)
{
    const int64_t n = ard_doc_size(document, key);
    if (n == 0) return;
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "%s", name);
    ard_html_markup(&page->html, "<td>");
    for (int64_t i = 0; i < n; i++) ard_html_say(&page->html, "%s%s", i ? ", " : "", ard_doc_name_at(document, key, i));
    ard_html_markup(&page->html, "</td>");
}

static void write_dropped(ard_page *page, const json_t *document)
{
    const json_t *columns = ard_doc_get(document, "columns");
    const int64_t dropped = ard_doc_count(columns, "dropped");
    if (dropped == 0) return;
    ard_html_row(&page->html);
    ard_html_cell(&page->html, "columns left out");
    ard_html_cell(&page->html, "%lld of %lld", (long long)dropped, (long long)ard_doc_count(columns, "read"));
}

/* Numbers of an object, name by name: priors, costs. */
static void write_object(ard_page *page, const char *before, const json_t *object)
{
    const char *key;
    json_t *value;
    char text[ARD_PLAN_BYTES];
    json_object_foreach((json_t *)object, key, value)
    {
        if (json_is_object(value) || json_is_null(value)) continue;
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%s%s", before, key);
        ard_html_cell(&page->html, "%s", json_is_string(value) ? json_string_value(value) : value_text(value, text));
    }
}

static void write_decision(ard_page *page, const json_t *decision)
{
    const char *truth;
    json_t *costs;
    write_object(page, "share of ", ard_doc_get(decision, "prior"));
    json_object_foreach((json_t *)ard_doc_get(decision, "cost"), truth, costs)
    {
        const char *taken;
        json_t *value;
        json_object_foreach(costs, taken, value)
        {
            ard_html_row(&page->html);
            ard_html_cell(&page->html, "cost of %s taken for %s", truth, taken);
            ard_html_cell(&page->html, "%.6g", json_number_value(value));
        }
    }
    write_object(page, "decision: ", decision);
}

static void write_settings(ard_page *page, const json_t *document)
{
    const char *key;
    json_t *value;
    char text[ARD_PLAN_BYTES];
    json_object_foreach((json_t *)ard_doc_get(document, "settings"), key, value)
    {
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "setting %s", key);
        if (json_is_null(value))
            ard_html_cell(&page->html, "%s",
                          ard_doc_size(document, "folds") > 0 ? "left open: chosen or tuned in each fit" : "not needed");
        else
            ard_html_cell(&page->html, "%s", json_is_string(value) ? json_string_value(value) : value_text(value, text));
    }
}

static void write_how(ard_page *page, const char *title, const json_t *document, bool opened)
{
    static const char *const head[] = {"", ""};
    const json_t *tune = ard_doc_get(document, "tune");
    ard_html_details_open(&page->html, opened, "%s", title);
    ard_html_table_open(&page->html, 2, head);
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        write_member(page, ROWS[r].name, document, ROWS[r].key);
        if (strcmp(ROWS[r].key, "p") != 0) continue;
        write_names(page, "classes", document, "classes");
        write_names(page, "the rest are", document, "rest");
        write_dropped(page, document);
    }
    if (json_is_object(tune)) write_member(page, "tuning", tune, "how");
    if (json_is_object(tune)) write_member(page, "rule of the tuning", tune, "rule");
    write_names(page, "features put in by request", document, "forced");
    write_decision(page, ard_doc_get(document, "decision"));
    write_settings(page, document);
    ard_html_table_close(&page->html);
    ard_html_details_close(&page->html);
}

static void write_warnings(ard_page *page, const char *of, const json_t *document)
{
    const int64_t n = ard_doc_size(document, "warnings");
    if (n == 0) return;
    ard_page_say(page, "Warnings of %s:", of);
    ard_html_markup(&page->html, "<ul>\n");
    for (int64_t i = 0; i < n; i++) {
        ard_html_markup(&page->html, "<li>");
        ard_html_text(&page->html, ard_doc_name(ard_doc_at(document, "warnings", i), "text"));
        ard_html_markup(&page->html, "</li>\n");
    }
    ard_html_markup(&page->html, "</ul>\n");
}

/* The settings that a fold has of its own: "lam1 0.5, strength 0.2". */
static void write_own_settings(ard_page *page, const json_t *fold)
{
    const char *key, *before = "";
    json_t *value;
    char text[ARD_PLAN_BYTES];
    ard_html_markup(&page->html, "<td>");
    json_object_foreach((json_t *)ard_doc_get(fold, "settings"), key, value)
    {
        if (json_is_null(value)) continue;
        ard_html_say(&page->html, "%s%s %s", before, key,
                     json_is_string(value) ? json_string_value(value) : value_text(value, text));
        before = ", ";
    }
    ard_html_markup(&page->html, "</td>");
}

static void write_folds(ard_page *page)
{
    static const char *const head[] = {"fit",      "learnt from",  "tested", "error",
                                       "features", "samples kept", "ended",  "settings of its own"};
    char text[ARD_FIGURE_BYTES];
    const int64_t n = ard_page_fits(page), shown = ard_min64(n, ARD_MOST_ROWS);
    ard_html_details_open(&page->html, false, "The fits (%lld row%s)", (long long)shown, ard_plural(shown));
    ard_html_table_open(&page->html, sizeof head / sizeof *head, head);
    for (int64_t f = 0; f < shown; f++) {
        const json_t *fold = ard_doc_at(page->evaluation, "folds", f);
        ard_html_row(&page->html);
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "fold"));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "n_train"));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "n_test"));
        ard_html_cell(&page->html, "%s", ard_figure_text(ard_doc_number(fold, "error"), true, text));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "n_features"));
        ard_html_cell(&page->html, "%lld", (long long)ard_doc_count(fold, "n_vectors"));
        ard_html_cell(&page->html, "%s", ard_doc_name(fold, "stop_reason"));
        write_own_settings(page, fold);
    }
    ard_html_table_close(&page->html);
    ard_page_say_rest(page, shown, n, "fits");
    ard_html_details_close(&page->html);
}

/* Of a comparison each method on each table. */
static void write_cells(ard_page *page, const json_t *comparison)
{
    char title[ARD_PLAN_BYTES];
    for (int64_t i = 0; i < ard_doc_size(comparison, "cells"); i++) {
        const json_t *cell = ard_doc_at(comparison, "cells", i), *evaluation = ard_doc_get(cell, "evaluation");
        if (!json_is_object(evaluation)) continue;
        snprintf(title, sizeof title, "%.70s on %.70s", ard_doc_name(cell, "name"), ard_doc_name(cell, "data"));
        write_how(page, title, evaluation, false);
    }
}

/* As a shell takes it. */
static void write_word(ard_page *page, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,@%+";
    char piece[2] = "";
    const bool quoted = !*word || strspn(word, plain) != strlen(word);
    ard_html_say(&page->html, "%s", quoted ? " '" : " ");
    for (const char *at = word; *at; at++) {
        piece[0] = *at;
        ard_html_text(&page->html, *at == '\'' ? "'\\''" : piece);
    }
    if (quoted) ard_html_text(&page->html, "'");
}

/* The command that repeats the result. */
static void write_command(ard_page *page, const json_t *document)
{
    const int64_t n = ard_doc_size(document, "command");
    if (n == 0) return;
    ard_html_markup(&page->html, "<p class=\"command\"><code>ardor");
    for (int64_t i = 0; i < n; i++) write_word(page, ard_doc_name_at(document, "command", i));
    ard_html_markup(&page->html, "</code></p>\n");
    ard_page_say(
        page, "is the command that made it, with these files; their folders are not on this page. \"ardor rerun\" with the file "
              "of the result runs it again and says whether the figures agree.");
}

static int write(ard_page *page)
{
    if (page->evaluation) {
        write_command(page, page->evaluation);
        write_how(page, "The evaluation", page->evaluation, true);
        write_folds(page);
        write_warnings(page, "the evaluation", page->evaluation);
    }
    for (int64_t i = 1; i < page->n_runs; i++) {
        char title[ARD_PLAN_BYTES];
        snprintf(title, sizeof title, "Result %lld, %.90s", (long long)i + 1, ard_doc_name(page->run[i], "method"));
        write_how(page, title, page->run[i], false);
    }
    if (page->fit) {
        write_how(page, "The model", page->fit, !page->evaluation);
        write_warnings(page, "the model", page->fit);
    }
    for (int64_t i = 0; i < page->n_comparisons; i++) {
        write_command(page, page->comparison[i]);
        write_cells(page, page->comparison[i]);
    }
    return ARDOR_OK;
}

const ard_section ard_section_done = {.key = "done", .title = "What was done", .applies = applies, .write = write};
