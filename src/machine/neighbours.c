/* Making machines of neighbours. */
#include "linalg/blas.h"
#include "machine/neighbours_inside.h"
#include "machine/shares.h"

const ard_machine_kind ard_machine_neighbours = {.name = "neighbours",
                                                 .predict = neighbours_predict,
                                                 .write = neighbours_write,
                                                 .read = neighbours_read,
                                                 .free = neighbours_close};

const ard_neighbours *ard_machine_as_neighbours(const ard_machine *machine)
{
    return machine->kind == &ard_machine_neighbours ? machine->content : NULL;
}

/* Lengths whose squares, of sums and differences too, are numbers with all their digits. */
static const double LEAST_LENGTH = 1e-140, MOST_LENGTH = 1e152;

int ard_neighbours_machine(ardor_context *context, const ard_matrix *x, const ard_targets *target, int64_t k, ard_machine *out)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    ard_machine machine = {0};
    *out = machine;
    if (x->p == 0) return ard_shares_of_targets(context, target, out);
    for (int64_t i = 0; i < x->n; i++) n += ard_target_weight(target, i) > 0;
    TRY(ard_machine_open(context, &ard_machine_neighbours, target->n_classes, x->p, NULL, &machine));
    TRY(neighbours_open(context, n, &machine));
    ard_neighbours *c = machine.content;
    c->k = k;
    for (int64_t j = 0; j < x->p; j++) machine.feature[j] = j;
    n = 0;
    for (int64_t i = 0; i < x->n; i++) {
        if (!(ard_target_weight(target, i) > 0)) continue;
        c->label[n] = target->label[i];
        c->weight[n] = ard_target_weight(target, i);
        ard_matrix_gather(x, i, 1, x->p, NULL, c->vector + n++ * x->p, 1);
    }
    REQUIRE(context, neighbours_sum_up(&machine), ARDOR_NUMERIC, "the weights of the rows have no finite sum");
    REQUIRE(context, ard_amax(n * x->p, c->vector) == 0 || (c->farthest > LEAST_LENGTH && c->farthest < MOST_LENGTH),
            ARDOR_NUMERIC,
            "the squares of the features are beyond the range of numbers: standardise the features (--standardise train)");
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}
