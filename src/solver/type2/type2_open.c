/* Workspace of the evidence engine, and where it starts. */
#include <math.h>

#include "solver/type2/type2_inside.h"

/* Weights, and with a bilinear kernel scales, that the incremental search has room for at first. */
enum { FIRST_ROOM = 15 };

void ard_type2_close(ardor_context *context, ard_type2 *l)
{
    if (!l) return;
    double *arrays[] = {l->phi,        l->share,        l->fresh_precision, l->score,        l->weight_tilt,
                        l->scale_tilt, l->scaled_theta, l->scale_share,     l->scale_lambda, l->phi_theta};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    type2_search *const q = &l->search;
    void *const searched[] = {q->target,  q->gain,     q->start, q->place,  q->waits, q->order,
                              q->columns, q->products, q->root,  q->images, q->bound, q->row};
    for (size_t i = 0; i < sizeof searched / sizeof *searched; i++) ard_free(context, searched[i]);
    type2_joint_close(context, &l->joint);
    ard_ascent_close(context, &l->polish.ascent);
    ard_free(context, l->polish.scaling);
    ard_free(context, l->position);
    ard_free(context, l->rank);
    ard_type2_model_close(context, &l->kept);
    ard_type2_model_close(context, &l->now);
    ard_mode_close(context, &l->mode);
    ard_gauss_close(context, &l->gauss);
    ard_kernel_close(context, l->kernel);
    ard_free(context, l);
}

static int open_search(ardor_context *context, ard_type2 *l)
{
    int rc = ARDOR_OK;
    type2_search *q = &l->search;
    const int64_t p = l->problem.x.p, size = 1 + l->n_candidates + p;
    NEW(context, q->target, size);
    NEW(context, q->gain, size);
    NEW(context, q->start, size);
    NEW(context, q->place, size);
    NEW(context, q->waits, size);
    NEW(context, q->order, size);
    NEW(context, q->bound, p);
    if (q->incremental) NEW(context, q->columns, l->problem.x.n * TYPE2_BLOCK);
done:
    return rc;
}

/* room: columns of phi, most: weights and scales that there may be. */
static int open_arrays(ardor_context *context, ard_type2 *l, int64_t size, int64_t room, int64_t most, bool learn)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(l->problem.x.n, room, &cells), ARDOR_MEMORY, "the problem is too large");
    NEW(context, l->phi, cells);
    l->room = room;
    if (learn) TRY(type2_joint_new(context, most, &l->joint));
    double **values[] = {&l->share,        &l->fresh_precision, &l->score,        &l->weight_tilt, &l->scale_tilt,
                         &l->scaled_theta, &l->scale_share,     &l->scale_lambda, &l->phi_theta};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) NEW(context, *values[i], size);
    NEW(context, l->rank, ard_max64(size, most));
    NEW(context, l->position, size);
    const int64_t precisions = 1 + l->n_candidates + (learn ? l->problem.x.p : 0);
    if (!l->search.incremental) NEW(context, l->polish.scaling, precisions);
    if (!l->search.incremental) TRY(ard_ascent_open(context, precisions, &l->polish.ascent));
    TRY(open_search(context, l));
done:
    return rc;
}

int type2_make_room(ard_type2 *l, int64_t m, int64_t k)
{
    int rc = ARDOR_OK;
    const int64_t n = l->problem.x.n, room = 1 + m + k;
    int64_t cells = 0;
    REQUIRE(l->context, ard_mul_ok(n, room, &cells), ARDOR_MEMORY, "the problem is too large");
    EXTEND(l->context, l->phi, cells);
    ard_gauss_close(l->context, &l->gauss);
    TRY(ard_gauss_open_lean(l->context, n, room, &l->gauss));
    TRY(type2_joint_room(l, m, k));
    l->room = room;
    l->search.weight_room = m;
    l->search.scale_room = k;
    l->search.moved = true;
    type2_resume(l);
done:
    return rc;
}

static int open_engine(ardor_context *context, const ard_type2_problem *problem, bool learn, ard_gauss_form form,
                       bool incremental, ard_type2 **out)
{
    int rc = ARDOR_OK;
    ard_type2 *l = NULL;
    const int64_t n = problem->x.n, p = problem->x.p;
    const bool identity = problem->basis.kind == ARD_IDENTITY;
    *out = NULL;
    NEW(context, l, 1);
    l->context = context;
    l->problem = *problem;
    l->bilinear = ard_basis_bilinear(problem->basis);
    l->n_candidates = identity ? p : n;
    l->n_rows = (double)n;
    TRY(ard_sum(context, &l->n_rows, 1));
    if (!identity) TRY(ard_kernel_open(context, problem->basis, &problem->x, NULL, &l->kernel));
    if (!identity && learn) TRY(ard_kernel_allow_negative(context, l->kernel));
    const int64_t size = 1 + ard_max64(l->n_candidates, p), most = 1 + l->n_candidates + (learn ? p : 0);
    const int64_t weights = incremental ? ard_min64(n, FIRST_ROOM) : l->n_candidates;
    const int64_t scales = incremental && l->bilinear ? ard_min64(p, FIRST_ROOM) : learn ? p : 0;
    const int64_t room = 1 + weights + scales;
    l->search.weight_room = weights;
    l->search.scale_room = scales;
    l->search.incremental = incremental;
    TRY(open_arrays(context, l, size, room, most, learn));
    TRY(ard_type2_model_open(context, l->n_candidates, p, &l->now));
    TRY(ard_type2_model_open(context, l->n_candidates, p, &l->kept));
    TRY(incremental ? ard_gauss_open_lean(context, n, room, &l->gauss) : ard_gauss_open(context, n, room, form, NULL, &l->gauss));
    TRY(ard_mode_open(context, problem->link, &problem->target, ard_max64(size, most), &l->mode));
    if (incremental) TRY(type2_joint_room(l, weights, scales));
    *out = l;
    l = NULL;
done:
    ard_type2_close(context, l);
    return rc;
}

int ard_type2_open(ardor_context *context, const ard_type2_problem *problem, bool learn, ard_gauss_form form, ard_type2 **out)
{
    return open_engine(context, problem, learn, form, false, out);
}

int ard_type2_open_incremental(ardor_context *context, const ard_type2_problem *problem, ard_type2 **out)
{
    return open_engine(context, problem, true, ARD_GAUSS_AUTO, true, out);
}

static double multiple_of(const ard_type2_options *options, int64_t feature)
{
    return options->learn_scales && options->start_scales ? options->start_scales[feature] : 1.0;
}

void ard_type2_start(ard_type2 *l, const ard_type2_options *options, int64_t n_features, const int64_t *feature)
{
    ard_type2_model *s = &l->now;
    const bool identity = l->kernel == NULL;
    l->options = *options;
    l->iteration = l->search.n_attempts = 0;
    l->n_pruned = l->n_settled = 0;
    l->phi_fresh = l->resumed = l->polishing = l->polish.begun = l->search.begun = false;
    l->search.on = l->search.incremental;
    l->search.held = false;
    l->search.first_row = -1;
    l->newton_tol = options->newton_tol;
    l->gauss.product_side = 0;
    s->m = l->search.incremental ? 0 : identity || n_features == 0 ? n_features : l->problem.x.n;
    s->k = identity ? 0 : n_features;
    s->evidence = s->corrected = s->objective = s->log_likelihood = -INFINITY;
    s->slope[0] = s->slope[1] = s->gradient[0] = s->gradient[1] = s->decrement = s->joint = NAN;
    s->u[0] = 0;
    s->alpha[0] = options->alpha0;
    for (int64_t j = 0; j < s->m; j++) {
        s->centre[j] = identity ? feature[j] : j;
        s->u[j + 1] = 0;
        s->alpha[j + 1] = options->alpha0;
    }
    for (int64_t k = 0; k < s->k; k++) {
        s->feature[k] = feature[k];
        const double multiple = multiple_of(options, feature[k]);
        s->theta[k] = options->learn_scales ? options->theta0 * multiple : 1.0;
        s->beta[k] = l->search.incremental ? options->beta0 / (multiple * multiple) : options->beta0;
    }
    type2_copy_model(s, &l->kept);
}
