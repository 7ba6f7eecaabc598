/* See prepared.h. */
#include "study/prepared.h"

#include <math.h>
#include <string.h>

#include "prepare/moments.h"

static const char STOPPED[] = "the run was stopped";
static const char FAILED[] = "the preparation cannot be fitted to the training rows of all folds together";

const char *ard_given_up(ardor_context *context, int status)
{
    if (status != ARDOR_CANCELLED && status != ARDOR_MEMORY) return NULL;
    ard_message_forget(context);
    return status == ARDOR_CANCELLED ? STOPPED : ARD_NO_MEMORY;
}

static int list_rows(ardor_context *context, const ard_plan *plan, ard_prepared *p)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    NEW(context, p->place, p->data->n);
    NEW(context, p->rows.row, p->data->n);
    for (int64_t f = 0; f < plan->n_folds; f++) {
        TRY(ard_plan_fold(context, plan, f, &fold));
        for (int64_t i = 0; i < fold.train.n; i++) p->place[fold.train.row[i]] = 1;
        ard_fold_free(context, &fold);
    }
    for (int64_t i = 0; i < p->data->n; i++) {
        const bool trains = p->place[i] > 0;
        p->place[i] = trains ? p->rows.n : -1;
        if (trains) p->rows.row[p->rows.n++] = i;
    }
done:
    ard_fold_free(context, &fold);
    return rc;
}

/* The columns that are kept stand one after the other: each to its place in the table, from the last one on, which lies in no
 * other's way. */
static void spread_columns(const ard_prepare *prepare, ard_prepared *p)
{
    const int64_t n = p->rows.n;
    const size_t bytes = (size_t)n * sizeof *p->x;
    int64_t k = prepare->p;
    for (int64_t j = p->data->p - 1; j >= 0; j--) {
        p->kept[j] = k > 0 && prepare->column[k - 1] == j;
        if (p->kept[j])
            memmove(p->x + j * n, p->x + --k * n, bytes);
        else
            memset(p->x + j * n, 0, bytes);
    }
}

/* In a context of its own: its notes would be said a second time, and its failure is none of the call's. */
static int fit(ardor_context *context, const ard_prepare_options *of, ard_prepared *p)
{
    int rc = ARDOR_OK;
    ardor_context *own = NULL;
    ard_prepare *prepare = NULL;
    ard_prepare_options options = *of;
    ard_prepare_off_choices(&options);
    TRY(ard_context_child_here(context, &own));
    const int status = ard_prepare_fit(own, p->data, &p->rows, &options, &prepare, &p->x);
    if (status == ARDOR_OK) {
        spread_columns(prepare, p);
    } else {
        p->reason = ard_given_up(own, status);
        if (!p->reason) p->reason = FAILED;
    }
done:
    ard_prepare_free(prepare);
    ardor_context_free(own);
    return rc;
}

static int look_at_columns(ardor_context *context, ard_prepared *p)
{
    int rc = ARDOR_OK;
    double *work = NULL;
    NEW(context, work, p->rows.n);
    for (int64_t j = 0; j < p->data->p; j++) p->kept[j] = ard_prepared_varies(p, j, &p->rows, work);
done:
    ard_free(context, work);
    return rc;
}

int ard_prepared_new(ardor_context *context, const ard_cell *cell, ard_prepared *out)
{
    int rc = ARDOR_OK;
    *out = (ard_prepared){.data = &cell->data};
    NEW(context, out->kept, cell->data.p);
    TRY(list_rows(context, cell->plan, out));
    TRY(fit(context, &cell->protocol.recipe.prepare, out));
    if (!out->x) TRY(look_at_columns(context, out));
done:
    return rc;
}

bool ard_prepared_varies(const ard_prepared *p, int64_t column, const ard_rows *among, double *work)
{
    int64_t known = 0;
    const double *raw = ard_dataset_values(p->data, column), *x = p->x ? p->x + column * p->rows.n : NULL;
    for (int64_t i = 0; i < among->n; i++) {
        const int64_t row = among->row[i];
        if (!isnan(raw[row])) work[known++] = x ? x[p->place[row]] : raw[row];
    }
    return !ard_moments_of(known, work, NULL).constant;
}

void ard_prepared_free(ardor_context *context, ard_prepared *p)
{
    ard_free(context, p->x);
    ard_free(context, p->kept);
    ard_free(context, p->place);
    ard_free(context, p->rows.row);
    *p = (ard_prepared){0};
}
