/* Missing values filled in with the column's weighted median or mean; with 0 where it has no values at all, which makes it
 * constant. choice: as in impute.h; count: K of knn, after which (neighbours.c)
 * no value is missing. */
#include "prepare/steps/impute.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    static const char *const words[] = {"none", "median", "mean"}; /* by their choice */
    (void)self;
    *out = (ard_argument){.choice = ard_text_find(text, 3, words)};
    if (out->choice >= 0) return true;
    *out = (ard_argument){.choice = ARD_IMPUTE_KNN};
    return strncmp(text, "knn:", 4) == 0 && ard_parse_int(text + 4, strlen(text + 4), &out->count) && out->count >= 1;
}

static const char *print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    if (argument->choice == ARD_IMPUTE_KNN) {
        snprintf(buffer, ARD_ARGUMENT_BYTES, "knn:%" PRId64, argument->count);
        return buffer;
    }
    return argument->choice == ARD_IMPUTE_MEAN ? "mean" : argument->choice == ARD_IMPUTE_MEDIAN ? "median" : self->off;
}

static const char *name(const ard_argument *argument, int k)
{
    (void)k;
    return argument->choice == ARD_IMPUTE_MEDIAN ? "median" : "mean";
}

/* `work` holds the values that are there, and their weights. */
static double mean_of(const ard_step_column *column)
{
    const ard_step_rows *rows = column->rows;
    double *value = column->work, *weight = column->work + rows->n;
    int64_t m = 0;
    for (int64_t i = 0; i < rows->n; i++) {
        if (isnan(column->x[i])) continue;
        value[m] = column->x[i];
        weight[m++] = rows->weight ? rows->weight[i] : 1;
    }
    return ard_moments_of(m, value, weight).mean;
}

static int fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    const ard_step_rows *rows = column->rows;
    if (argument->choice != ARD_IMPUTE_MEDIAN)
        *number = mean_of(column);
    else if (!ard_weighted_median(rows->n, column->x, rows->weight, column->work, number))
        *number = 0;
    return ARDOR_OK;
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double value = *number;
    double *x = column->x;
    (void)argument;
    for (int64_t i = 0; i < n; i++)
        if (isnan(x[i])) x[i] = value;
    return ARDOR_OK;
}

const ard_step_kind ard_step_impute = {.name = "impute",
                                       .key = "impute",
                                       .place = 2,
                                       .off = "none",
                                       .value = "HOW",
                                       .takes = "none, median, mean, or knn:K with K >= 1",
                                       .help = "fill missing values, which are an error otherwise, with the column's median or "
                                               "mean, or the mean of the K nearest training rows",
                                       .parse = parse,
                                       .print = print,
                                       .missing = ARD_MISSING_FILLED,
                                       .number = {"median"},
                                       .number_name = name,
                                       .fit = fit,
                                       .apply = apply};
