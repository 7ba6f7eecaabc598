/* See kept.h. */
#include "study/kept.h"

#include "base/text.h"
#include "study/evaluation.h"
#include "study/prepared.h"

static const char COMPONENTS[] = "the features of a fold are components, which each fold makes anew";

/* What a method that selects nothing is told by the list of its features (worth.h). Of a table whose features all find room none
 * is arbitrary. */
static const char *reason_of(const ardor_evaluation *e)
{
    if (ard_prepare_projects(&e->recipe.prepare)) return COMPONENTS;
    if (!e->worth.told) return ARD_NO_MEMORY;
    const bool arbitrary = !e->worth.selects && e->p > ARD_MOST_KEPT;
    return arbitrary || e->n_selected == 0 ? e->worth.groups_reason : NULL;
}

/* Rows in the order in which they are tested first. out: room for all rows of the data. */
static int list_rows(ardor_context *context, const ard_cell *cell, const ard_record *record, int64_t *n, int64_t *out)
{
    int rc = ARDOR_OK;
    bool *seen = NULL;
    NEW(context, seen, cell->data.n);
    for (int64_t f = 0; f < cell->plan->n_folds; f++) {
        if (record[f].status != ARD_RECORD_DONE) continue;
        for (int64_t i = 0; i < record[f].n_test; i++) {
            const int64_t row = record[f].row[i];
            if (!seen[row]) out[(*n)++] = row;
            seen[row] = true;
        }
    }
done:
    ard_free(context, seen);
    return rc;
}

static int copy_rows(ardor_context *context, const ardor_dataset *data, int64_t n, const int64_t *row, ard_kept *kept)
{
    int rc = ARDOR_OK;
    char buffer[24];
    NEW(context, kept->row_id, n);
    kept->n = n;
    NEW(context, kept->label, n);
    for (int64_t i = 0; i < n; i++) {
        COPY(context, kept->row_id[i], ard_row_name(data, row[i], buffer));
        kept->label[i] = data->label[row[i]];
    }
done:
    return rc;
}

static int copy_values(ardor_context *context, const ardor_dataset *data, const int64_t *row, const ardor_evaluation *e,
                       ard_kept *kept)
{
    int rc = ARDOR_OK;
    ard_rank *order = NULL;
    const int64_t most = ard_min64(ARD_MOST_KEPT, e->n_selected);
    MAKE(order, ard_selected_by_count(context, e));
    NEW(context, kept->name, most);
    kept->n_features = most;
    NEW(context, kept->value, kept->n * most);
    for (int64_t k = 0; k < most; k++) {
        const ard_selected *selected = e->selected + order[k].index;
        const double *column = ard_dataset_values(data, selected->column);
        COPY(context, kept->name[k], selected->name);
        for (int64_t i = 0; i < kept->n; i++) kept->value[k * kept->n + i] = column[row[i]];
    }
done:
    ard_free(context, order);
    return rc;
}

int ard_kept_of(ardor_context *context, const ard_cell *cell, const ard_record *record, ardor_evaluation *e)
{
    int rc = ARDOR_OK;
    int64_t *row = NULL, n = 0;
    const ardor_dataset *data = &cell->data;
    NEW(context, e->kept, 1);
    e->kept->reason = reason_of(e);
    if (e->kept->reason) {
        ard_note(context, "--keep-values: no values of features are kept, because %s", e->kept->reason);
        goto done;
    }
    NEW(context, row, data->n);
    TRY(list_rows(context, cell, record, &n, row));
    TRY(copy_rows(context, data, n, row, e->kept));
    TRY(copy_values(context, data, row, e, e->kept));
done:
    ard_free(context, row);
    return rc;
}

void ard_kept_free(ardor_context *context, ard_kept *kept)
{
    if (!kept) return;
    ard_names_free(context, kept->n, kept->row_id);
    ard_names_free(context, kept->n_features, kept->name);
    ard_free(context, kept->label);
    ard_free(context, kept->value);
    ard_free(context, kept);
}
