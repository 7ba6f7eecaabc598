/* See compared.h. */
#include "page/compared.h"

#include <stdio.h>

const json_t *ard_page_cell(const ard_page_table *table, int64_t i)
{
    const json_t *cell = ard_doc_at(table->comparison, "cells", i);
    return ard_doc_is(cell, "data", table->name) ? cell : NULL;
}

const char *ard_page_table_or_undecided(const ard_page_table *table)
{
    const char *found = "";
    for (int64_t i = 0; !*found && i < ard_page_n_cells(table); i++)
        found = ard_page_or_undecided(ard_doc_get(ard_page_cell(table, i), "evaluation"));
    return found;
}

/* With a result, the tables that are of its data. */
static bool is_shown(const ard_page *page, const json_t *data)
{
    const json_t *e = page->evaluation;
    return !e || (ard_doc_count(e, "n") == ard_doc_count(data, "n") && ard_doc_count(e, "p") == ard_doc_count(data, "p") &&
                  json_equal(ard_doc_get(e, "classes"), ard_doc_get(data, "classes")));
}

static ard_page_table table_at(const ard_page *page, int64_t i, int64_t k)
{
    const json_t *data = ard_doc_at(page->comparison[i], "data", k);
    return (ard_page_table){.comparison = page->comparison[i], .data = data, .name = ard_doc_name(data, "name")};
}

static bool is_written(const ard_page *page, const ard_page_table *t, ard_page_table_has has)
{
    return is_shown(page, t->data) && (!has || has(t));
}

bool ard_page_any_table(const ard_page *page, ard_page_table_has has)
{
    for (int64_t i = 0; i < page->n_comparisons; i++) {
        for (int64_t k = 0; k < ard_doc_size(page->comparison[i], "data"); k++) {
            const ard_page_table t = table_at(page, i, k);
            if (is_written(page, &t, has)) return true;
        }
    }
    return false;
}

static void introduce(ard_page *page, const ard_page_table *t, bool titled)
{
    char plan[ARD_PLAN_BYTES];
    if (titled) {
        ard_html_markup(&page->html, "<h3>");
        ard_html_text(&page->html, t->name);
        ard_html_markup(&page->html, "</h3>\n");
    }
    if (page->evaluation && !(ard_doc_is(page->evaluation, "plan", ard_doc_name(t->comparison, "plan")) &&
                              ard_doc_count(page->evaluation, "seed") == ard_doc_count(t->comparison, "seed")))
        ard_html_paragraph(&page->html, "note", "These are other folds (%s, seed %lld) than those of the rest of this page.",
                           ard_page_plan(t->comparison, plan), (long long)ard_doc_count(t->comparison, "seed"));
}

void ard_page_each_table(ard_page *page, int64_t i, const char *prefix, ard_page_table_has has,
                         void (*write)(ard_page *page, const ard_page_table *table))
{
    int64_t n = 0;
    for (int64_t c = 0; c < page->n_comparisons; c++) n += ard_doc_size(page->comparison[c], "data");
    for (int64_t k = 0; k < ard_doc_size(page->comparison[i], "data"); k++) {
        ard_page_table t = table_at(page, i, k);
        if (!is_written(page, &t, has)) continue;
        snprintf(t.key, sizeof t.key, "%s-%lld-%lld", prefix, (long long)i, (long long)k);
        introduce(page, &t, n > 1);
        write(page, &t);
    }
}
