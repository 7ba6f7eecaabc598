/* Two documents, member by member: see agreement.h. */
#include "agreement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "document.h"

const double cli_rounding = 1e-6;

/* Where a member is. */
typedef struct place {
    char text[CLI_PLACE_BYTES];
} place;

static void compare(const json_t *before, const json_t *now, const place *at, cli_agreement *a);

static place member_of(const place *at, const char *key)
{
    place p;
    snprintf(p.text, sizeof p.text, "%.*s%s%.60s", CLI_PLACE_BYTES - 64, at->text, *at->text ? "." : "", key);
    return p;
}

static place item_of(const place *at, size_t i)
{
    place p;
    snprintf(p.text, sizeof p.text, "%.*s[%zu]", CLI_PLACE_BYTES - 30, at->text, i);
    return p;
}

static void note_other(const place *at, cli_agreement *a)
{
    if (a->n_other++ == 0) snprintf(a->other_at, sizeof a->other_at, "%s", at->text);
}

static void compare_reals(double before, double now, const place *at, cli_agreement *a)
{
    const double difference = fabs(before - now) / fmax(1, fmax(fabs(before), fabs(now)));
    a->n_numbers++;
    if (!(difference > a->largest)) return;
    a->largest = difference;
    snprintf(a->largest_at, sizeof a->largest_at, "%s", at->text);
}

/* The last part of a place: "folds[3]". */
static const char *last_of(const place *at)
{
    const char *dot = strrchr(at->text, '.');
    return dot ? dot + 1 : at->text;
}

/* Of documents and folds alone: a class may have such a name. */
static bool passed_over(const place *at, const char *key)
{
    const bool document = !*at->text || strcmp(last_of(at), "evaluation") == 0, fold = strncmp(last_of(at), "folds[", 6) == 0;
    if (strcmp(key, "seconds") == 0) return document || fold;
    return document && (strcmp(key, "ardor") == 0 || strcmp(key, "command") == 0);
}

static void compare_objects(const json_t *before, const json_t *now, const place *at, cli_agreement *a)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)before, key, value)
    {
        const place here = member_of(at, key);
        if (!passed_over(at, key)) compare(value, json_object_get(now, key), &here, a);
    }
}

static void compare_arrays(const json_t *before, const json_t *now, const place *at, cli_agreement *a)
{
    const size_t n = json_array_size(before);
    if (n != json_array_size(now)) {
        note_other(at, a);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const place here = item_of(at, i);
        compare(json_array_get(before, i), json_array_get(now, i), &here, a);
    }
}

/* now NULL: it is not there. A real may be written without a point: 1.0 and 1 are numbers alike, but two counts are equal or
 * not. */
static void compare(const json_t *before, const json_t *now, const place *at, cli_agreement *a)
{
    if (json_is_object(before) && json_is_object(now))
        compare_objects(before, now, at, a);
    else if (json_is_array(before) && json_is_array(now))
        compare_arrays(before, now, at, a);
    else if (json_is_number(before) && json_is_number(now) && (json_is_real(before) || json_is_real(now)))
        compare_reals(json_number_value(before), json_number_value(now), at, a);
    else if (!json_equal((json_t *)before, (json_t *)now))
        note_other(at, a);
    else
        a->n_numbers += json_is_integer(before);
}

/* ---- of a result that was stopped */

/* The item of the fold in the same place among those of its fold: rows of a fold keep their order. */
static void compare_fold(const json_t *before, const json_t *now, const char *key, long long fold, cli_agreement *a)
{
    size_t i, j = 0;
    const json_t *item, *all = json_object_get(now, key);
    json_array_foreach(json_object_get(before, key), i, item)
    {
        const place top = {""}, list = member_of(&top, key), here = item_of(&list, i);
        if (cli_count_of(item, "fold") != fold) continue;
        while (j < json_array_size(all) && cli_count_of(json_array_get(all, j), "fold") != fold) j++;
        if (j < json_array_size(all))
            compare(item, json_array_get(all, j++), &here, a);
        else
            note_other(&here, a);
    }
}

static void compare_folds(const json_t *before, const json_t *now, cli_agreement *a)
{
    size_t i;
    const json_t *fold;
    json_array_foreach(json_object_get(before, "folds"), i, fold)
    {
        compare_fold(before, now, "folds", cli_count_of(fold, "fold"), a);
        compare_fold(before, now, "rows", cli_count_of(fold, "fold"), a);
    }
}

static void compare_cells(const json_t *before, const json_t *now, cli_agreement *a)
{
    size_t i;
    const json_t *cell, *cells = json_object_get(now, "cells");
    json_array_foreach(json_object_get(before, "cells"), i, cell)
    {
        const json_t *evaluation = json_object_get(cell, "evaluation");
        if (json_is_object(evaluation)) compare_folds(evaluation, json_object_get(json_array_get(cells, i), "evaluation"), a);
    }
}

/* ---- tables of a comparison */

/* In all of a document, where an object says by its name which table it is of. */
static void rename_table(json_t *document, const char *from, const char *to)
{
    const char *key;
    json_t *value;
    size_t i;
    json_array_foreach(document, i, value) rename_table(value, from, to);
    json_object_foreach(document, key, value)
    {
        const char *text = json_string_value(value);
        if (text && strcmp(key, "data") == 0 && strcmp(text, from) == 0)
            json_object_set_new(document, key, json_string(to));
        else
            rename_table(value, from, to);
    }
}

void cli_agreement_name_tables(const json_t *before, json_t *now)
{
    const json_t *then = json_object_get(before, "data");
    json_t *tables = json_object_get(now, "data");
    const size_t n = json_is_array(tables) ? json_array_size(tables) : 0;
    if (n != json_array_size(then)) return;
    /* by way of names that no table has: those of before may be exchanged */
    for (int way = 0; way < 2; way++)
        for (size_t i = 0; i < n; i++) {
            char unused[32];
            json_t *table = json_array_get(tables, i);
            const char *wanted = cli_text_of(json_array_get(then, i), "name"), *name = cli_text_of(table, "name");
            snprintf(unused, sizeof unused, "\x01%zu", i);
            if (!wanted || !name) continue;
            rename_table(now, way == 0 ? name : unused, way == 0 ? unused : wanted);
            json_object_set_new(table, "name", json_string(way == 0 ? unused : wanted));
        }
}

void cli_agreement_of(const json_t *before, const json_t *now, cli_agreement *out)
{
    const place top = {""};
    *out = (cli_agreement){0};
    if (!cli_text_of(before, "stopped")) {
        compare(before, now, &top, out);
    } else if (json_object_get(before, "cells")) {
        compare_cells(before, now, out);
    } else {
        compare_folds(before, now, out);
    }
}
