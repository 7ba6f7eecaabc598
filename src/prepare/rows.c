/* See rows.h and step.h. */
#include "prepare/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Missing values that nothing fills in: say where the first of the column is, how many there are in the whole table, and the
 * remedy. */
static int missing_error(ardor_context *context, const ardor_dataset *data, int64_t column)
{
    char first[ARD_MISSING_BYTES], other[ARD_MISSING_BYTES], more[120] = "", others[64] = "";
    int64_t columns = 0;
    for (int64_t j = 0; j < data->p; j++) columns += j != column && ard_dataset_missing(data, j, other) > 0;
    const int64_t count = ard_dataset_missing(data, column, first);
    if (columns > 0)
        snprintf(others, sizeof others, " and %" PRId64 " other column%s some", columns, columns > 1 ? "s have" : " has");
    if (count > 1) snprintf(more, sizeof more, ", the first of %" PRId64 " in the column", count);
    return ard_fail(context, ARDOR_DATA, "%s: %s%s%s: use impute=median (--impute median)", data->source, first, more, others);
}

void ard_step_gather(ard_step_column *column)
{
    const ard_step_rows *rows = column->rows;
    const int64_t n = rows->n, *row = rows->row;
    const double *from = ard_dataset_values(rows->data, column->index);
    double *x = column->x;
    for (int64_t i = 0; i < n; i++) x[i] = from[row[i]];
    column->measured = false;
}

int ard_step_require(const ard_step_column *column, int s)
{
    const ard_step_rows *rows = column->rows;
    if (s != rows->complete) return ARDOR_OK;
    for (int64_t i = 0; i < rows->n; i++)
        if (isnan(column->x[i])) return missing_error(rows->context, rows->data, column->index);
    return ARDOR_OK;
}

int ard_step_apply(ard_step_column *column, int s, int64_t k)
{
    const ard_step_rows *rows = column->rows;
    const ard_step *step = &rows->step[s];
    if (!step->kind->apply) return ARDOR_OK;
    column->measured = false;
    return step->kind->apply(&step->argument, step->kind->rows ? rows->number[s] : step->number + k * step->n_numbers, column);
}

int ard_step_rows_column(const ard_step_rows *rows, int64_t j, double *x)
{
    int rc = ARDOR_OK;
    ard_step_column column = {.rows = rows, .index = rows->all ? rows->all[j] : j, .input = j, .x = x};
    ard_step_gather(&column);
    for (int s = 0; s < rows->n_steps; s++) {
        TRY(ard_step_require(&column, s));
        TRY(ard_step_apply(&column, s, 0));
    }
done:
    return rc;
}

const ard_moments *ard_step_moments(ard_step_column *column)
{
    if (!column->measured) column->moments = ard_moments_of(column->rows->n, column->x, column->rows->weight);
    column->measured = true;
    return &column->moments;
}

/* The first step that needs every value, unless one before fills them in. */
static int complete_from(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++) {
        const ard_missing missing = prepare->step[s].kind->missing;
        if (missing != ARD_MISSING_PASSED) return missing == ARD_MISSING_FILLED ? -1 : s;
    }
    return prepare->n_steps;
}

const char *ard_step_number_name(const ard_step *step, int k)
{
    return step->kind->number_name ? step->kind->number_name(&step->argument, k) : step->kind->number[k];
}

/* All but the numbers of the rows. */
static int open_plain(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                      const int64_t *all, ard_step_rows *r)
{
    int rc = ARDOR_OK;
    *r = (ard_step_rows){.context = context, .data = data, .n = rows->n, .row = rows->row, .p_in = prepare->p_in, .all = all};
    r->step = prepare->step;
    r->complete = complete_from(prepare);
    if (data->weight) NEW(context, r->weight, r->n);
    for (int64_t i = 0; data->weight && i < r->n; i++) r->weight[i] = data->weight[rows->row[i]];
    if (all) NEW(context, r->input, data->p);
    for (int64_t j = 0; all && j < data->p; j++) r->input[j] = -1;
    for (int64_t j = 0; all && j < r->p_in; j++) r->input[all[j]] = j;
done:
    return rc;
}

/* The numbers of the rows up to step `last`, in which the rows are as that step has them. */
static int find_numbers(int last, ard_step_rows *r)
{
    int rc = ARDOR_OK;
    for (; r->n_steps < last; r->n_steps++) {
        const ard_step *step = &r->step[r->n_steps];
        if (!step->kind->rows) continue;
        int64_t count = step->kind->row_numbers;
        if (step->kind->of_cells && !ard_mul_ok(count, r->p_in, &count)) TRY(ARDOR_MEMORY);
        NEW(r->context, r->number[r->n_steps], r->n * count);
        TRY(step->kind->rows(&step->argument, r, r->number[r->n_steps]));
    }
done:
    return rc;
}

static int keep(const ard_step_rows *rows, ard_kept_rows *out)
{
    int rc = ARDOR_OK;
    out->n = rows->n;
    out->p = rows->p_in;
    NEW(rows->context, out->x, out->n * out->p);
    if (rows->weight) NEW(rows->context, out->weight, out->n);
    if (rows->weight) memcpy(out->weight, rows->weight, (size_t)out->n * sizeof *out->weight);
    for (int64_t j = 0; j < out->p; j++) TRY(ard_step_rows_column(rows, j, out->x + j * out->n));
done:
    return rc;
}

int ard_step_rows_keep(ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows)
{
    int rc = ARDOR_OK;
    ard_step_rows r = {.context = prepare->context};
    for (int s = 0; s < prepare->n_steps; s++) {
        if (!prepare->step[s].kind->keeps_rows) continue;
        if (!r.data) TRY(open_plain(prepare->context, prepare, data, rows, NULL, &r));
        TRY(find_numbers(s, &r));
        TRY(keep(&r, &prepare->step[s].kept));
    }
done:
    ard_step_rows_close(&r);
    return rc;
}

int ard_step_rows_open(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                       const int64_t *all, ard_step_rows *out)
{
    int rc = ARDOR_OK;
    TRY(open_plain(context, prepare, data, rows, all, out));
    TRY(find_numbers(prepare->n_steps, out));
done:
    return rc;
}

void ard_step_rows_close(ard_step_rows *rows)
{
    for (int s = 0; s < ARD_MAX_STEPS; s++) ard_free(rows->context, rows->number[s]);
    ard_free(rows->context, rows->input);
    ard_free(rows->context, rows->weight);
}
