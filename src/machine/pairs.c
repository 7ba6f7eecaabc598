/* Making machines of pairs. */
#include "base/rank.h"
#include "machine/pairs_inside.h"

const ard_machine_kind ard_machine_pairs = {.name = "pairs",
                                            .predict = pairs_predict,
                                            .class_weight = pairs_class_weight,
                                            .write = pairs_write,
                                            .read = pairs_read,
                                            .free = pairs_close};

const ard_pairs *ard_machine_as_pairs(const ard_machine *machine)
{
    return machine->kind == &ard_machine_pairs ? machine->content : NULL;
}

/* The features of all parts, once each, rising. */
static int unite(ardor_context *context, int64_t n_parts, const ard_machine *part, ard_columns *out)
{
    int rc = ARDOR_OK;
    int64_t n = 0, total = 0;
    for (int64_t k = 0; k < n_parts; k++) total += part[k].n_features;
    NEW(context, out->column, total);
    for (int64_t k = 0; k < n_parts; k++)
        for (int64_t t = 0; t < part[k].n_features; t++) out->column[n++] = part[k].feature[t];
    ard_index_sort(total, out->column);
    for (int64_t i = 0; i < total; i++)
        if (i == 0 || out->column[i] != out->column[i - 1]) out->column[out->n++] = out->column[i];
done:
    return rc;
}

/* Positions of the part's features in the list, which has them all. */
static void place(const ard_columns *all, ard_machine *part)
{
    int64_t at = 0;
    for (int64_t t = 0; t < part->n_features; t++) {
        while (all->column[at] != part->feature[t]) at++;
        part->feature[t] = at;
    }
}

int ard_pairs_machine(ardor_context *context, ard_multiclass how, int n_classes, ard_machine *part, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_machine machine = {0};
    ard_pairs *p = NULL;
    ard_columns all = {0};
    *out = machine;
    TRY(pairs_open(context, how, n_classes, &p));
    TRY(unite(context, p->n_parts, part, &all));
    TRY(ard_machine_open(context, &ard_machine_pairs, n_classes, all.n, all.column, &machine));
    machine.content = p;
    p = NULL;
    ard_pairs *content = machine.content;
    ard_machine *const empty = content->part;
    for (int64_t k = 0; k < content->n_parts; k++) place(&all, part + k);
    content->part = part;
    rc = pairs_sum_up(context, &machine);
    if (rc != ARDOR_OK) { /* the parts go back as they were */
        for (int64_t k = 0; k < content->n_parts; k++)
            for (int64_t t = 0; t < part[k].n_features; t++) part[k].feature[t] = all.column[part[k].feature[t]];
        content->part = empty;
        goto done;
    }
    ard_free(context, empty);
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    ard_free(context, all.column);
    pairs_close(context, p);
    return rc;
}
