/* Allocation of the proximal Newton workspace: everything a fit needs, once. */
#include "linalg/group_qp.h"
#include "solver/proxnewton/proxnewton_inside.h"

enum { ROW_CHUNK = 512 };

static int open_point(ardor_context *context, int n_outputs, int64_t n_weights, int64_t n_scales, ard_point *q)
{
    int rc = ARDOR_OK;
    NEW(context, q->bias, n_outputs);
    NEW(context, q->weight, n_weights);
    NEW(context, q->scale, n_scales);
    NEW(context, q->active, n_weights);
    NEW(context, q->live, n_scales);
    NEW(context, q->active_weight, n_weights);
    NEW(context, q->live_scale, n_scales);
done:
    return rc;
}

static void close_point(ardor_context *context, ard_point *q)
{
    ard_free(context, q->live_scale);
    ard_free(context, q->active_weight);
    ard_free(context, q->live);
    ard_free(context, q->active);
    ard_free(context, q->scale);
    ard_free(context, q->weight);
    ard_free(context, q->bias);
}

static int open_rows(ardor_context *context, ard_pn *s)
{
    int rc = ARDOR_OK;
    const int64_t n = s->function.n, values = n * s->n_columns;
    double **vectors[] = {&s->f, &s->f_trial, &s->g};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) NEW(context, *vectors[i], values);
    NEW(context, s->curvature, values * (s->n_columns + 1) / 2);
    s->chunk = ard_min64(n, ROW_CHUNK);
    NEW(context, s->root, s->chunk);
done:
    return rc;
}

static int open_variables(ardor_context *context, ard_pn *s)
{
    int rc = ARDOR_OK;
    const int64_t m = s->largest = s->function.n_outputs + s->function.weight_room + s->function.scale_room;
    double **vectors[] = {&s->diagonal, &s->x, &s->u, &s->d, &s->step, &s->product, &s->undamped};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) NEW(context, *vectors[i], m);
    NEW(context, s->design, s->function.n * m);
    NEW(context, s->scaled, s->chunk * m);
    NEW(context, s->penalty, m);
    NEW(context, s->gauss, m * m);
    if (s->function.curvature) {
        int64_t order =
            s->function.n_outputs + s->function.weight_room + ard_min64(s->function.scale_room, s->function.curvature_limit);
        NEW(context, s->newton, order * order);
    }
    const int64_t work = ard_qp_work(m), of_groups = ard_group_qp_work(m, s->function.n_outputs);
    NEW(context, s->qp_work, s->function.n_outputs > 1 ? ard_max64(work, of_groups) : work);
done:
    return rc;
}

static void close_variables(ardor_context *context, ard_pn *s)
{
    double **arrays[] = {&s->qp_work, &s->newton, &s->gauss, &s->undamped, &s->product, &s->step,
                         &s->d,       &s->u,      &s->x,     &s->diagonal, &s->scaled,  &s->design};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        ard_free(context, *arrays[i]);
        *arrays[i] = NULL;
    }
    ard_free(context, s->penalty);
    s->penalty = NULL;
}

int pn_make_room(ard_pn *s)
{
    int rc = ARDOR_OK;
    s->function.weight_room = ard_min64(2 * s->function.weight_room, s->most_weights);
    close_variables(s->context, s);
    TRY(open_variables(s->context, s));
done:
    return rc;
}

int ard_pn_grow(void *state)
{
    int rc = ARDOR_OK;
    ard_pn *s = state;
    while (pn_can_grow(s) && s->n_wanted > s->function.weight_room) TRY(pn_make_room(s));
    TRY(pn_recertify(s));
done:
    return rc;
}

/* Of two outputs one is not taken for the other's difference: such a link is one of one output. */
static int require_outputs(ardor_context *context, const ard_pn_function *function, const ard_link *link, int n_classes)
{
    const int outputs = link->outputs(n_classes), n = function->n_outputs;
    if (n < 1 || (n != outputs && !(n > 1 && n == outputs - 1)))
        return ard_fail(context, ARDOR_USAGE, "outputs of proximal Newton: the link '%s' has %d for %d classes, the function %d",
                        link->name, outputs, n_classes, n);
    if (n > 1 && function->n_scales > 0)
        return ard_fail(context, ARDOR_USAGE, "proximal Newton learns scales of one output only, not of %d", n);
    return ARDOR_OK;
}

/* What the sizes of the workspace follow from. */
static int set_sizes(ardor_context *context, ard_pn *s)
{
    int rc = ARDOR_OK;
    ard_pn_function *f = &s->function;
    s->rows = (double)f->n;
    TRY(ard_sum(context, &s->rows, 1));
    s->n_terms = f->n_weights;
    s->n_columns = s->link->outputs(s->targets.n_classes);
    f->grows = f->grows || f->n_outputs > 1;
    REQUIRE(context, ard_mul_ok(f->n_weights, f->n_outputs, &f->n_weights), ARDOR_MEMORY,
            "%lld weights of %d outputs are too many", (long long)s->n_terms, f->n_outputs);
    s->most_weights = f->weight_room * f->n_outputs;
    f->weight_room = ard_min64(s->most_weights, 2 * (int64_t)s->rows + 40);
done:
    return rc;
}

int ard_pn_open(ardor_context *context, const ard_pn_function *function, const ard_link *link, const ard_targets *targets,
                ard_pn **out)
{
    int rc = ARDOR_OK;
    ard_pn *s = NULL;
    *out = NULL;
    TRY(require_outputs(context, function, link, targets->n_classes));
    NEW(context, s, 1);
    s->context = context;
    s->function = *function;
    s->link = link;
    s->targets = *targets;
    TRY(set_sizes(context, s));
    const int n_outputs = function->n_outputs;
    const int64_t n_weights = s->function.n_weights, n_scales = function->n_scales;
    TRY(open_point(context, n_outputs, n_weights, n_scales, &s->point));
    TRY(open_point(context, n_outputs, n_weights, n_scales, &s->trial));
    NEW(context, s->gradient, n_outputs + n_weights + n_scales);
    s->d_weight = s->gradient + n_outputs;
    s->d_scale = s->d_weight + n_weights;
    NEW(context, s->first, n_outputs + 1);
    NEW(context, s->term, n_weights);
    NEW(context, s->set, n_weights);
    NEW(context, s->scale_set, n_scales);
    TRY(open_rows(context, s));
    TRY(open_variables(context, s));
    *out = s;
    s = NULL;
done:
    ard_pn_close(context, s);
    return rc;
}

void ard_pn_close(ardor_context *context, ard_pn *s)
{
    if (!s) return;
    void *arrays[] = {s->root, s->curvature, s->g, s->f_trial, s->f, s->scale_set, s->set, s->term, s->first, s->gradient};
    close_variables(context, s);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    close_point(context, &s->trial);
    close_point(context, &s->point);
    ard_free(context, s);
}

ard_pn_loan ard_pn_lend(ard_pn *s) { return (ard_pn_loan){s->function.n, s->largest, s->design, s->gauss}; }
