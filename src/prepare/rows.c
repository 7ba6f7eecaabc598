/* See rows.h and step.h. */
#include "prepare/rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Missing values that nothing fills in: say how many there are in the whole table, where, and the remedy. */
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

void ard_step_gather(ard_step_column *column)
{
    const ard_step_rows *rows = column->rows;
    const int64_t n = rows->n, *row = rows->row;
    const double *from = rows->data->x + column->index * rows->data->n;
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
    ard_step_column column = {.rows = rows, .index = rows->all ? rows->all[j] : j, .x = x};
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

int ard_step_rows_open(ardor_context *context, const ard_prepare *prepare, const ardor_dataset *data, const ard_rows *rows,
                       const int64_t *all, ard_step_rows *out)
{
    int rc = ARDOR_OK;
    ard_step_rows r = {.context = context, .data = data, .n = rows->n, .row = rows->row, .p_in = prepare->p_in, .all = all};
    r.step = prepare->step;
    r.complete = complete_from(prepare);
    if (data->weight) {
        NEW(context, r.weight, r.n);
        for (int64_t i = 0; i < r.n; i++) r.weight[i] = data->weight[rows->row[i]];
    }
    for (; r.n_steps < prepare->n_steps; r.n_steps++) {
        const ard_step *step = &prepare->step[r.n_steps];
        if (!step->kind->rows) continue;
        NEW(context, r.number[r.n_steps], r.n * step->kind->row_numbers);
        TRY(step->kind->rows(&step->argument, &r, r.number[r.n_steps]));
    }
    *out = r;
    r = (ard_step_rows){.context = context};
done:
    ard_step_rows_close(&r);
    return rc;
}

void ard_step_rows_close(ard_step_rows *rows)
{
    for (int s = 0; s < ARD_MAX_STEPS; s++) ard_free(rows->context, rows->number[s]);
    ard_free(rows->context, rows->weight);
}
