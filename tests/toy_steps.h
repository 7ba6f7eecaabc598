/* A table of steps with some that only tests have: one of rows (centre), one of columns (clip), one that drops columns (low), and
 * a filter that sees no labels (flat). */
#ifndef ARD_TEST_TOY_STEPS_H
#define ARD_TEST_TOY_STEPS_H

#include "numeric.h"
#include "prepare/filter.h"
#include "prepare/filters/score.h"
#include "prepared.h"

#include "adding/src/prepare/filters/flat.c"
#include "adding/src/prepare/steps/clip.c"

/* ---- centre: so many times its mean is taken from each row */

static int centre_rows(const ard_argument *argument, const ard_step_rows *rows, double *number)
{
    int rc = ARDOR_OK;
    double *x = NULL;
    NEW(rows->context, x, rows->n);
    for (int64_t j = 0; j < rows->p_in; j++) {
        TRY(ard_step_rows_column(rows, j, x));
        for (int64_t i = 0; i < rows->n; i++) number[i] += isnan(x[i]) ? 0 : argument->value * x[i] / (double)rows->p_in;
    }
done:
    ard_free(rows->context, x);
    return rc;
}

static int centre_apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    (void)argument;
    for (int64_t i = 0; i < column->rows->n; i++) column->x[i] -= number[i];
    return ARDOR_OK;
}

static const ard_step_kind toy_centre = {.name = "centring",
                                         .key = "centre",
                                         .place = 9,
                                         .off = "none",
                                         .value = "HOW",
                                         .takes = "none, or 2",
                                         .help = "centre rows",
                                         .parse = number_parse,
                                         .print = number_print,
                                         .missing = ARD_MISSING_PASSED,
                                         .row_numbers = 1,
                                         .rows = centre_rows,
                                         .apply = centre_apply};

/* ---- low: columns that are nowhere above a bound are dropped */

static int low_fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    (void)number;
    column->drop = true;
    for (int64_t i = 0; i < column->rows->n; i++) column->drop = column->drop && column->x[i] <= argument->value;
    return ARDOR_OK;
}

static const ard_step_kind toy_low = {.name = "low",
                                      .key = "low",
                                      .place = 9,
                                      .off = "none",
                                      .value = "HOW",
                                      .takes = "none, or 2",
                                      .help = "drop columns",
                                      .parse = number_parse,
                                      .print = number_print,
                                      .dropped = "low",
                                      .fit = low_fit};

/* ---- the tables */

enum { TOY_TABLE = ARD_MAX_STEPS + 1 };
static const ard_filter_kind *toy_filters[TOY_TABLE];
static const ard_step_kind *toy_kinds[TOY_TABLE];
static ard_step_kind toy_filter_step;

/* The library's steps with the toys among them. */
static inline void make_toy_kinds(void)
{
    int n = 0, f = 0;
    for (int i = 0; ard_step_kinds[i]; i++) {
        const ard_step_kind *kind = ard_step_kinds[i];
        if (strcmp(kind->name, "impute") == 0) toy_kinds[n++] = &toy_centre;
        if (strcmp(kind->name, "constant") == 0) toy_kinds[n++] = &toy_low;
        if (strcmp(kind->name, "standardise") == 0) toy_kinds[n++] = &ard_step_clip;
        if (kind->choose) {
            toy_filter_step = *kind;
            toy_filter_step.variant = toy_filters;
            toy_filter_step.takes = "none, or ttest:K or fdr:K or flat:K with K >= 1";
            kind = &toy_filter_step;
        }
        toy_kinds[n++] = kind;
    }
    while (ard_filter_kinds[f]) {
        toy_filters[f] = ard_filter_kinds[f];
        f++;
    }
    toy_filters[f] = &ard_filter_flat;
    assert_true(n < TOY_TABLE);
}

static inline const ard_step_kind *kind_named(const ard_step_kind *const *kinds, const char *name)
{
    for (int i = 0; kinds[i]; i++)
        if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
    fail_msg("there is no step '%s'", name);
    return NULL;
}
#endif
