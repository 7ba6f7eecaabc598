/* See shares.h. It has no link and no intercept, so that it is the same thing for any number of classes. */
#include "machine/shares.h"

#include <math.h>
#include <string.h>

#include "json/json.h"
#include "json/json_read.h"
#include "metric/baseline.h"

static const double ROUNDING = 1e-9; /* of the sum of shares that were written and read */

static void shares_free(ardor_context *context, void *content) { ard_free(context, content); }

static int shares_open(ardor_context *context, ard_machine *m)
{
    int rc = ARDOR_OK;
    double *share = NULL;
    NEW(context, share, m->n_classes);
    m->content = share;
done:
    return rc;
}

int ard_shares_machine(ardor_context *context, int n_classes, const double *share, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_machine machine = {0};
    *out = machine;
    TRY(ard_machine_open(context, &ard_machine_shares, n_classes, 0, NULL, &machine));
    TRY(shares_open(context, &machine));
    memcpy(machine.content, share, (size_t)n_classes * sizeof *share);
    *out = machine;
    machine = (ard_machine){0};
done:
    ard_machine_free(context, &machine);
    return rc;
}

int ard_shares_of_targets(ardor_context *context, const ard_targets *t, ard_machine *out)
{
    int rc = ARDOR_OK;
    double *share = NULL;
    *out = (ard_machine){0};
    NEW(context, share, t->n_classes);
    ard_class_shares(t->n, t->label, t->weight, t->n_classes, share);
    TRY(ard_shares_machine(context, t->n_classes, share, out));
done:
    ard_free(context, share);
    return rc;
}

static int shares_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    const double *share = m->content;
    (void)context;
    for (int c = 0; c < m->n_classes; c++)
        for (int64_t i = 0; i < x->n; i++) prob[i + c * x->n] = share[c];
    return ARDOR_OK;
}

static void shares_write(const ard_machine *m, ard_json *json) { ard_json_reals(json, "shares", m->n_classes, m->content, 1); }

static int check_shares(const ard_node *list, int n_classes, const double *share)
{
    double sum = 0;
    for (int c = 0; c < n_classes; c++) {
        if (!(share[c] >= 0)) return ard_node_fail(list, "has a share below 0");
        sum += share[c];
    }
    return fabs(sum - 1) <= ROUNDING ? ARDOR_OK : ard_node_fail(list, "has the sum %.17g; shares add up to 1", sum);
}

static int shares_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    ard_node list;
    if (m->n_features > 0) return ard_node_fail(object, "is of the kind 'shares', which reads no features");
    TRY(ard_member_array_of(object, "shares", frame->n_classes, "classes", &list));
    TRY(shares_open(object->context, m));
    TRY(ard_node_reals(&list, frame->n_classes, m->content, 1));
    TRY(check_shares(&list, frame->n_classes, m->content));
done:
    return rc;
}

const ard_machine_kind ard_machine_shares = {
    .name = "shares", .predict = shares_predict, .write = shares_write, .read = shares_read, .free = shares_free};
