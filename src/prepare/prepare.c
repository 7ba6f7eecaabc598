/* Fitting and applying the preparation: logarithm, row scaling, imputation, constant columns, standardisation.
 *
 * Both work through a view: a list of rows together with what is needed to produce one transformed column of them
 * (logarithm and row scaling done, missing values still NaN). Row scaling needs the mean and deviation of each row
 * over every input column; they are found in passes over columns, the order in which the data lie in memory. */
#include "prepare/prepare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "prepare/moments.h"

typedef struct view {
    ardor_context *context;
    const ardor_dataset *data;
    const ard_prepare_options *options;
    int64_t n;
    const int64_t *row;
    double *row_mean, *row_sd; /* n, NULL without row scaling; sd 0 is stored as 1 */
    double *weight;            /* n, NULL = all 1 */
} view;

static int take_log(const view *v, int64_t column, double *out)
{
    char where[40], text[ARD_NUMBER_BYTES];
    double floor_value = v->options->log_floor;
    for (int64_t i = 0; i < v->n; i++) {
        if (floor_value > 0 && out[i] < floor_value) out[i] = floor_value;
        if (!(out[i] <= 0)) continue;
        ard_print_double(out[i], text);
        return ard_fail(v->context, ARDOR_DATA,
                        "%s: %s, column '%s': %s has no logarithm: use --log=FLOOR to raise small values to a floor first",
                        v->data->source, ard_row_place(v->data, v->row[i], where), v->data->feature[column], text);
    }
    for (int64_t i = 0; i < v->n; i++) out[i] = log(out[i]);
    return ARDOR_OK;
}

static void standardise(int64_t n, double mean, double sd, double *x)
{
    for (int64_t i = 0; i < n; i++) x[i] = ard_standardised(x[i], mean, sd);
}

static int view_column(const view *v, int64_t column, double *out)
{
    int rc = ARDOR_OK;
    const double *x = v->data->x + column * v->data->n;
    for (int64_t i = 0; i < v->n; i++) out[i] = x[v->row[i]];
    if (v->options->log) TRY(take_log(v, column, out));
    for (int64_t i = 0; v->row_mean && i < v->n; i++) out[i] = ard_standardised(out[i], v->row_mean[i], v->row_sd[i]);
done:
    return rc;
}

static void view_close(view *v)
{
    ard_free(v->context, v->row_mean);
    ard_free(v->context, v->row_sd);
    ard_free(v->context, v->weight);
}

/* Mean and deviation of every row over its values that are not missing, in three passes over `p` columns (column
 * NULL: 0..p-1): largest magnitude, mean, squares. A row without spread is centred only. */
static int scale_rows(view *v, int64_t p, const int64_t *column)
{
    int rc = ARDOR_OK;
    double *x = NULL, *largest = NULL, *unit = NULL, *count = NULL, *mean = NULL, *sd = NULL;
    NEW(v->context, x, v->n);
    NEW(v->context, largest, v->n);
    NEW(v->context, unit, v->n);
    NEW(v->context, count, v->n);
    NEW(v->context, mean, v->n);
    NEW(v->context, sd, v->n);
    for (int pass = 0; pass < 3; pass++) {
        for (int64_t j = 0; j < p; j++) {
            TRY(view_column(v, column ? column[j] : j, x));
            for (int64_t i = 0; i < v->n; i++) {
                if (isnan(x[i])) continue;
                double scaled = pass > 0 ? x[i] / unit[i] : 0;
                count[i] += pass == 0;
                if (pass == 0)
                    largest[i] = fmax(largest[i], fabs(x[i]));
                else if (pass == 1)
                    mean[i] += scaled / count[i];
                else
                    sd[i] += (scaled - mean[i]) * (scaled - mean[i]) / count[i];
            }
        }
        for (int64_t i = 0; pass == 0 && i < v->n; i++) unit[i] = ard_unit_of(largest[i]);
    }
    for (int64_t i = 0; i < v->n; i++) {
        mean[i] *= unit[i];
        sd[i] = sqrt(sd[i]) * unit[i];
        if (ard_is_rounding(sd[i], largest[i])) sd[i] = 1;
    }
    v->row_mean = mean;
    v->row_sd = sd;
    mean = sd = NULL;
done:
    ard_free(v->context, x);
    ard_free(v->context, largest);
    ard_free(v->context, unit);
    ard_free(v->context, count);
    ard_free(v->context, mean);
    ard_free(v->context, sd);
    return rc;
}

/* A view of the rows; p_in columns, numbered by `column` (NULL: 0..p_in-1), take part in row scaling. */
static int view_open(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_prepare_options *options,
                     int64_t p_in, const int64_t *column, view *out)
{
    int rc = ARDOR_OK;
    view v = {.context = context, .data = data, .options = options, .n = rows->n, .row = rows->row};
    if (data->weight) {
        NEW(context, v.weight, v.n);
        for (int64_t i = 0; i < v.n; i++) v.weight[i] = data->weight[rows->row[i]];
    }
    if (options->standardise == ARD_STANDARDISE_SAMPLES) TRY(scale_rows(&v, p_in, column));
    *out = v;
    memset(&v, 0, sizeof v);
    v.context = context;
done:
    view_close(&v);
    return rc;
}

/* Missing values without imputation: say how many there are in the whole table, where, and the remedy. */
static int missing_error(ardor_context *context, const ardor_dataset *data, int64_t column)
{
    char where[40], others[64] = "";
    int64_t count = 0, first = -1, columns = 0;
    for (int64_t j = 0; j < data->p; j++) {
        int64_t here = 0;
        for (int64_t i = 0; i < data->n; i++) {
            if (!isnan(data->x[j * data->n + i])) continue;
            here++;
            if (j == column && first < 0) first = i;
        }
        columns += here > 0;
        if (j == column) count = here;
    }
    if (columns > 1)
        snprintf(others, sizeof others, " and %" PRId64 " other column%s some", columns - 1, columns > 2 ? "s have" : " has");
    return ard_fail(context, ARDOR_DATA, "%s: column '%s' has %" PRId64 " missing value%s (first at %s)%s: use --impute median",
                    data->source, data->feature[column], count, count == 1 ? "" : "s", ard_row_place(data, first, where), others);
}

static int impute(const view *v, int64_t column, const double *median, double *x)
{
    for (int64_t i = 0; i < v->n; i++) {
        if (!isnan(x[i])) continue;
        if (!median) return missing_error(v->context, v->data, column);
        x[i] = *median;
    }
    return ARDOR_OK;
}

/* Statistics of one input column; keeps it at position out->p unless it is constant. */
static int fit_column(const view *v, int64_t column, double *x, double *work, ard_prepare *out)
{
    int rc = ARDOR_OK;
    double median = 0;
    TRY(view_column(v, column, x));
    bool known = out->median && ard_weighted_median(v->n, x, v->weight, work, &median);
    if (out->median && !known) return rc;
    TRY(impute(v, column, out->median ? &median : NULL, x));
    ard_moments m = ard_moments_of(v->n, x, v->weight);
    if (m.constant) return rc;
    bool scaled = out->options.standardise != ARD_STANDARDISE_NONE;
    out->column[out->p] = column;
    out->mean[out->p] = scaled ? m.mean : 0;
    out->sd[out->p] = scaled ? m.sd : 1;
    if (out->median) out->median[out->p] = median;
    out->p++;
done:
    return rc;
}

/* One note for all constant columns, with the names of the first few. */
static void note_constant(ardor_context *context, const ardor_dataset *data, const ard_prepare *prepare)
{
    char names[400] = "";
    size_t used = 0;
    int64_t kept = 0, named = 0, constant = prepare->n_constant;
    if (constant == 0) return;
    for (int64_t j = 0; j < data->p && named < 5; j++) {
        if (kept < prepare->p && prepare->column[kept] == j) {
            kept++;
            continue;
        }
        int wrote = snprintf(names + used, sizeof names - used, "%s%.60s", named++ ? ", " : "", data->feature[j]);
        used += (size_t)wrote;
    }
    ard_note(context, "%" PRId64 " constant column%s dropped: %s%s", constant, constant == 1 ? "" : "s", names,
             constant > named ? ", ..." : "");
}

/* Fit on every row of `rows`; `prepared` (n x data->p, or NULL) receives the rows themselves, in its first out->p columns. */
static int fit_columns(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, double *prepared,
                       ard_prepare *out)
{
    int rc = ARDOR_OK;
    double *x = NULL, *work = NULL;
    view v = {.context = context};
    if (!prepared) NEW(context, x, rows->n);
    NEW(context, work, 2 * rows->n);
    TRY(view_open(context, data, rows, &out->options, data->p, NULL, &v));
    for (int64_t j = 0; j < data->p; j++) {
        const int64_t k = out->p;
        double *to = prepared ? prepared + k * rows->n : x;
        TRY(fit_column(&v, j, to, work, out));
        if (prepared && out->p > k) standardise(rows->n, out->mean[k], out->sd[k], to);
    }
done:
    view_close(&v);
    ard_free(context, work);
    ard_free(context, x);
    return rc;
}

static int fit(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, const ard_prepare_options *options,
               double *prepared, ard_prepare **out)
{
    int rc = ARDOR_OK;
    ard_prepare *prepare = NULL;
    ard_rows all = {0};
    *out = NULL;
    NEW(context, prepare, 1);
    prepare->context = context;
    prepare->options = *options;
    prepare->p_in = data->p;
    NEW(context, prepare->column, data->p);
    NEW(context, prepare->mean, data->p);
    NEW(context, prepare->sd, data->p);
    if (options->impute == ARD_IMPUTE_MEDIAN) NEW(context, prepare->median, data->p);
    if (options->standardise == ARD_STANDARDISE_ALL) {
        TRY(ard_rows_all(context, data->n, &all));
        rows = &all;
    }
    TRY(fit_columns(context, data, rows, prepared, prepare));
    prepare->n_constant = data->p - prepare->p;
    note_constant(context, data, prepare);
    *out = prepare;
    prepare = NULL;
done:
    ard_free(context, all.row);
    ard_prepare_free(prepare);
    return rc;
}

int ard_prepare_fit_rows(ardor_context *context, const ardor_dataset *data, const ard_rows *rows,
                         const ard_prepare_options *options, ard_prepare **out, double **x)
{
    int rc = ARDOR_OK;
    ard_prepare *prepare = NULL;
    double *prepared = NULL;
    const bool same_rows = options->standardise != ARD_STANDARDISE_ALL;
    *out = NULL;
    *x = NULL;
    NEW(context, prepared, rows->n * data->p);
    TRY(fit(context, data, rows, options, same_rows ? prepared : NULL, &prepare));
    if (!same_rows) TRY(ard_prepare_apply(context, prepare, data, rows, NULL, NULL, prepared));
    *out = prepare;
    *x = prepared;
    prepare = NULL;
    prepared = NULL;
done:
    ard_free(context, prepared);
    ard_prepare_free(prepare);
    return rc;
}

int ard_prepare_apply(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                      const int64_t *column, const int64_t *all_column, double *x)
{
    int rc = ARDOR_OK;
    view v = {.context = context};
    if (!column) column = prepare->column;
    TRY(view_open(context, data, rows, &prepare->options, prepare->p_in, all_column, &v));
    for (int64_t k = 0; k < prepare->p; k++) {
        double *to = x + k * rows->n;
        TRY(view_column(&v, column[k], to));
        TRY(impute(&v, column[k], prepare->median ? &prepare->median[k] : NULL, to));
        standardise(rows->n, prepare->mean[k], prepare->sd[k], to);
    }
done:
    view_close(&v);
    return rc;
}

void ard_prepare_free(ard_prepare *prepare)
{
    if (!prepare) return;
    ardor_context *context = prepare->context;
    ard_free(context, prepare->column);
    ard_free(context, prepare->mean);
    ard_free(context, prepare->sd);
    ard_free(context, prepare->median);
    ard_free(context, prepare);
}
