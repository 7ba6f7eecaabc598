/* Polishing the precisions: the log evidence rises step by step to where code of the test's own finds its gradient to vanish, and
 * removing a weight does not raise it. */
#include "context_fixture.h"
#include "problem.h"

#include "link/logit.h"
#include "linalg/blas.h"
#include "method/shared/evidence.h"
#include "solver/lbfgs.h"
#include "solver/type2/type2_inside.h"

enum { N = 40, P = 4, MOST = N + 1 };
static const double BIAS_LIMIT = 1e6;

/* ------------------------------------------------------------------ the evidence by itself */

/* Columns [1, basis], their precisions and tilts. */
typedef struct posterior {
    int64_t m;
    const ard_targets *target;
    double column[MOST * N], alpha[MOST], tilt[MOST], u[MOST];
} posterior;

/* log p(t | f) p(u), f and the Hessian's factor h at u. */
static double expand(const posterior *p, const double *u, double *f, double *gradient, double *h)
{
    double value = 0, residual[N], curvature[N];
    for (int i = 0; i < N; i++) f[i] = 0;
    for (int64_t j = 0; j < p->m; j++)
        for (int i = 0; i < N; i++) f[i] += u[j] * p->column[j * N + i];
    for (int i = 0; i < N; i++) {
        const double y = ard_target_sign(p->target, i), c = ard_target_weight(p->target, i);
        value -= c * ard_softplus(-y * f[i]);
        residual[i] = c * y * ard_sigmoid(-y * f[i]);
        curvature[i] = c * ard_sigmoid(f[i]) * ard_sigmoid(-f[i]);
    }
    for (int64_t j = 0; j < p->m; j++) {
        const double s = ard_sigmoid(p->tilt[j] * u[j]), other = ard_sigmoid(-p->tilt[j] * u[j]);
        value += -.5 * p->alpha[j] * u[j] * u[j] + (p->tilt[j] != 0 ? log(2) + log(s) : 0);
        gradient[j] = -p->alpha[j] * u[j] + p->tilt[j] * other;
        for (int64_t k = 0; k < p->m; k++) h[k * p->m + j] = k == j ? p->alpha[j] + p->tilt[j] * p->tilt[j] * s * other : 0;
        for (int i = 0; i < N; i++) {
            gradient[j] += residual[i] * p->column[j * N + i];
            for (int64_t k = 0; k < p->m; k++) h[k * p->m + j] += curvature[i] * p->column[j * N + i] * p->column[k * N + i];
        }
    }
    assert_int_equal(ard_cholesky(p->m, h, p->m), 0);
    return value;
}

static double evidence_of(void *self)
{
    posterior *p = self;
    static double h[MOST * MOST];
    double f[N], gradient[MOST], trial[MOST], value = expand(p, p->u, f, gradient, h);
    for (int step = 0; step < 100; step++) {
        double d[MOST];
        memcpy(d, gradient, sizeof d);
        ard_cholesky_solve(p->m, 1, h, p->m, d, p->m);
        if (ard_dot(p->m, d, gradient) < 1e-26) break;
        for (double part = 1; part > 1e-6; part /= 2) {
            for (int64_t j = 0; j < p->m; j++) trial[j] = p->u[j] + part * d[j];
            const double after = expand(p, trial, f, gradient, h);
            if (after < value - 1e-13 * fabs(value)) continue;
            value = after;
            break;
        }
        memcpy(p->u, trial, (size_t)p->m * sizeof *trial);
    }
    for (int64_t j = 0; j < p->m; j++) value += .5 * log(p->alpha[j]) - log(h[j * p->m + j]);
    return value;
}

/* The same posterior without weight i. */
static double evidence_without(const posterior *p, int64_t i)
{
    static posterior q;
    q = *p;
    for (int64_t j = i + 1; j < p->m; j++) {
        memcpy(q.column + (j - 1) * N, p->column + j * N, N * sizeof *q.column);
        q.alpha[j - 1] = p->alpha[j];
        q.tilt[j - 1] = p->tilt[j];
        q.u[j - 1] = p->u[j];
    }
    q.m--;
    return evidence_of(&q);
}

/* ------------------------------------------------------------------ problems and fits */

typedef struct setting {
    double *x, weight[N];
    int32_t label[N];
    ard_type2_problem problem;
    int64_t feature[P];
} setting;

static void make(setting *s, uint64_t seed, ard_basis basis, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    *s = (setting){.x = make_normals(&rng, N * P)};
    for (int i = 0; i < N; i++) {
        s->label[i] = s->x[i] + .7 * s->x[i + N] * s->x[i + N] - .6 + ard_rng_normal(&rng) > 0;
        s->weight[i] = .5 + .5 * (i % 3);
    }
    for (int k = 0; k < P; k++) s->feature[k] = k;
    const ard_targets target = {N, 2, s->label, weighted ? s->weight : NULL, N};
    s->problem = (ard_type2_problem){ard_matrix_dense(N, P, s->x, N), target, &ard_link_logit, basis};
}

static ard_type2_options options_of(bool tilted)
{
    return (ard_type2_options){.alpha0 = tilted ? 1 : 1. / (N + 1),
                               .scale = .5,
                               .lambda = tilted ? 5 : 0,
                               .prune_at = tilted ? 1e6 : 1e9,
                               .early_factor = tilted ? 10 : 1e6,
                               .prune_negative = tilted,
                               .most_pruned = .2,
                               .weight_steps = 25,
                               .newton_tol = tilted ? 1e-6 : 1e-12,
                               .watch_precisions = !tilted,
                               .tol = tilted ? 1e-4 : 1e-3};
}

/* Until it stops; begin: the evidence where the polish began. Without hyperpriors never lower afterwards. */
static ard_stop run(ard_type2 *l, double *begin)
{
    ard_iteration now = {0};
    double before = -INFINITY;
    *begin = NAN;
    for (int step = 0; step < 3000; step++) {
        const bool polishing = l->polishing;
        assert_int_equal(ard_type2_step(l, &now), ARDOR_OK);
        if (polishing && l->options.shape == 0) assert_true(now.objective >= before - 1e-8 * fabs(before));
        if (polishing) assert_int_equal(now.certificate.kind, ARD_CERTIFICATE_EVIDENCE);
        if (!polishing && l->polishing) *begin = now.objective;
        before = now.objective;
        if (now.stop != ARD_STOP_NONE) return now.stop;
    }
    fail_msg("it does not stop");
    return ARD_STOP_NONE;
}

static ard_type2 *open_fit(const setting *s, const ard_type2_options *options)
{
    ard_type2 *l = NULL;
    assert_int_equal(ard_type2_open(context, &s->problem, false, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, options, P, s->feature);
    return l;
}

static void describe(ard_type2 *l, posterior *p)
{
    const ard_type2_model *s = ard_type2_model_of(l);
    double *covariance = make_reals((s->m + 1) * (s->m + 1));
    assert_int_equal(ard_type2_covariance(l, covariance), ARDOR_OK);
    p->m = s->m + 1;
    p->target = &l->problem.target;
    memcpy(p->column, ard_type2_columns(l), (size_t)(p->m * N) * sizeof *p->column);
    memcpy(p->alpha, s->alpha, (size_t)p->m * sizeof *p->alpha);
    memcpy(p->u, s->u, (size_t)p->m * sizeof *p->u);
    for (int64_t j = 0; j < p->m; j++)
        p->tilt[j] = j == 0 || l->options.lambda == 0 ? 0 : l->options.lambda * ard_target_sign(p->target, s->centre[j - 1]);
    free(covariance);
}

static posterior found;

/* Of the model's certificate by differences: the largest slope, less the bias's beyond its limit. */
static double largest_slope(posterior *p, const ard_type2_options *o)
{
    double largest = 0;
    for (int64_t j = 0; j < p->m; j++) {
        const double slope = central_difference(evidence_of, p, &p->alpha[j], true, 5e-3) + o->shape - o->rate * p->alpha[j];
        if (j > 0 || p->alpha[0] < BIAS_LIMIT || slope < 0) largest = fmax(largest, fabs(slope));
    }
    return largest;
}

static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_LINEAR, 0}, {ARD_IDENTITY, 0}};

static void polished_fits_are_at_maxima(void **state)
{
    (void)state;
    double gained = 0;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int variant = 0; variant < 8; variant++) {
            const bool tilted = variant & 1, weighted = variant & 2, hyperpriors = variant & 4;
            if (tilted && bases[b].kind == ARD_IDENTITY) continue; /* a feature has no label */
            setting s;
            double begin;
            make(&s, 11 + (uint64_t)b, bases[b], weighted);
            ard_type2_options options = options_of(tilted);
            options.polish = true;
            if (hyperpriors) options.shape = .2, options.rate = 1e-3;
            ard_type2 *l = open_fit(&s, &options);
            assert_int_equal(run(l, &begin), ARD_STOP_CONVERGED);
            const ard_type2_model *model = ard_type2_model_of(l);
            assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
            const ard_certificate c = ard_type2_certificate(l);
            describe(l, &found);
            assert_near(evidence_of(&found), model->evidence, 1e-9 * fabs(model->evidence), "the evidence");
            assert_true(c.kind == ARD_CERTIFICATE_EVIDENCE && c.weights < 1e-4 && isnan(c.scales));
            assert_near(largest_slope(&found, &options), c.weights, 1e-6, "the certificate");
            if (!hyperpriors) assert_true(model->evidence >= begin);
            if (!hyperpriors) gained = fmax(gained, model->evidence - begin);
            for (int64_t j = 1; j < found.m && !hyperpriors && found.m > 2; j++)
                assert_true(evidence_without(&found, j) <= model->evidence + 1e-6);
            ard_type2_close(context, l);
            free(s.x);
        }
    assert_true(gained > .5);
}

/* A fixed point is not at a maximum, and says how far from one it is; what it says is not part of what it found. */
static void fixed_points_say_that_they_are_none(void **state)
{
    (void)state;
    for (int tilted = 0; tilted < 2; tilted++) {
        setting s;
        double begin;
        make(&s, 5, (ard_basis){ARD_RBF, 0}, true);
        const ard_type2_options options = options_of(tilted);
        ard_type2 *l = open_fit(&s, &options);
        assert_int_equal(run(l, &begin), ARD_STOP_CONVERGED);
        assert_true(isnan(begin) && ard_type2_certificate(l).kind == ARD_CERTIFICATE_GRADIENT);
        const double evidence = ard_type2_model_of(l)->evidence, gradient = ard_type2_certificate(l).weights;
        assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
        const ard_certificate c = ard_type2_certificate(l);
        assert_true(ard_type2_model_of(l)->evidence == evidence && ard_type2_model_of(l)->gradient[0] == gradient);
        describe(l, &found);
        evidence_of(&found);
        assert_true(c.kind == ARD_CERTIFICATE_EVIDENCE && c.weights > .05);
        assert_near(largest_slope(&found, &options), c.weights, 1e-6, "the certificate");
        ard_type2_close(context, l);
        free(s.x);
    }
}

/* Classes of one size, mirror images: the bias is 0, and its precision goes to its limit and no further. */
static void the_bias_keeps_its_limit(void **state)
{
    (void)state;
    setting s;
    double begin;
    make(&s, 8, (ard_basis){ARD_IDENTITY, 0}, true);
    for (int i = 0; i < N / 2; i++) {
        for (int k = 0; k < P; k++) s.x[i + N / 2 + k * N] = -s.x[i + k * N];
        s.label[i + N / 2] = 1 - s.label[i];
        s.weight[i] = s.weight[i + N / 2] = 300; /* the evidence would have it larger yet */
    }
    ard_type2_options options = options_of(false);
    options.polish = true;
    options.prune_at = 1e9;
    ard_type2 *l = open_fit(&s, &options);
    assert_int_equal(run(l, &begin), ARD_STOP_CONVERGED);
    assert_true(ard_type2_model_of(l)->alpha[0] == BIAS_LIMIT);
    assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
    assert_true(ard_type2_certificate(l).weights < 1e-4);
    ard_type2_close(context, l);
    free(s.x);
}

/* Labels that no feature knows of: to an evidence that is flat in all of them each may go, but one stays. */
static void the_last_weight_stays(void **state)
{
    (void)state;
    int64_t pruned = 0;
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            setting s;
            double begin;
            make(&s, seed, bases[b], false);
            for (int i = 0; i < N; i++) s.label[i] = (i + i / 2) % 2;
            ard_type2_options options = options_of(false);
            options.polish = true;
            options.early_factor = 0;
            options.prune_at = 1e300;
            options.tol = 10; /* the polish takes out what is taken out */
            ard_type2 *l = open_fit(&s, &options);
            const ard_stop stop = run(l, &begin);
            assert_true(stop == ARD_STOP_CONVERGED || stop == ARD_STOP_PRUNED);
            pruned += stop == ARD_STOP_PRUNED;
            assert_true(ard_type2_model_of(l)->m >= 1);
            if (stop == ARD_STOP_PRUNED) assert_true(ard_type2_model_of(l)->m == 1);
            assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
            assert_true(isfinite(ard_type2_model_of(l)->evidence) && isfinite(ard_type2_certificate(l).weights));
            ard_type2_close(context, l);
            free(s.x);
        }
    print_message("%d fits ended with the last weight\n", (int)pruned);
    assert_true(pruned > 0);
}

static int64_t n_calls, broken_call;

/* Those of the logistic link, but for one call whose values are not finite. */
static void break_derivatives(const ard_targets *t, const double *f, double *g, double *curvature)
{
    ard_link_logit.derivatives(t, f, g, curvature);
    if (++n_calls == broken_call) curvature[3] = NAN;
}

/* Wherever on its way: the fit ends with the last point that was reached, as it was there. */
static void a_point_that_is_not_finite_ends_it(void **state)
{
    (void)state;
    int64_t ended = 0, first = 0, last = 0;
    ard_link link = ard_link_logit;
    setting s;
    make(&s, 6, (ard_basis){ARD_RBF, 0}, false);
    link.derivatives = break_derivatives;
    s.problem.link = &link;
    ard_type2_options options = options_of(true);
    options.polish = true;
    broken_call = -1;
    for (int64_t call = -1; call < last; call = call < 0 ? first : call + 7) {
        ard_trace trace = {0};
        ard_iteration end;
        int64_t iterations = 0;
        broken_call = call;
        n_calls = 0;
        ard_type2 *l = open_fit(&s, &options);
        while (call < 0 && !l->polishing) assert_int_equal(ard_type2_step(l, &end), ARDOR_OK);
        first = call < 0 ? n_calls + 1 : first;
        assert_int_equal(ard_drive(context, ard_type2_step, l, 3000, &trace, &iterations, &end), ARDOR_OK);
        last = call < 0 ? n_calls : last;
        assert_int_equal(end.stop, call < 0 ? ARD_STOP_CONVERGED : ARD_STOP_NOT_FINITE);
        ended += call > 0;
        assert_int_equal(ard_type2_finish(l, true), ARDOR_OK);
        const double evidence = ard_type2_model_of(l)->evidence;
        assert_true(evidence >= trace.iteration[trace.n - 1].objective);
        describe(l, &found);
        assert_near(evidence_of(&found), evidence, 1e-6 * fabs(evidence), "the evidence");
        ard_trace_free(context, &trace);
        ard_type2_close(context, l);
    }
    print_message("%d calls broken\n", (int)ended);
    assert_true(ended > 10);
    free(s.x);
}

/* A fit that is started again forgets the polish of the one before. */
static void starting_again_begins_anew(void **state)
{
    (void)state;
    setting s;
    double begin[2], evidence[2];
    make(&s, 6, (ard_basis){ARD_RBF, 0}, false);
    ard_type2_options options = options_of(true);
    options.polish = true;
    ard_type2 *l = open_fit(&s, &options);
    for (int time = 0; time < 2; time++) {
        ard_type2_start(l, &options, P, s.feature);
        assert_true(!l->polishing && isnan(l->kept.slope[0]));
        assert_int_equal(run(l, begin + time), ARD_STOP_CONVERGED);
        evidence[time] = ard_type2_model_of(l)->evidence;
    }
    assert_true(begin[0] == begin[1] && evidence[0] == evidence[1]);
    ard_type2_close(context, l);
    free(s.x);
}

/* ------------------------------------------------------------------ directions */

/* Minus a quadratic function: the secant equation holds for the last pair, and what has no curvature is left out. */
static void directions_know_the_last_step(void **state)
{
    (void)state;
    enum { SIZE = 6, STEPS = ARD_LBFGS_PAIRS + 5 };
    ard_rng rng;
    ard_lbfgs memory;
    double scaling[SIZE], before[SIZE], after[SIZE], fall[SIZE], step[SIZE], direction[SIZE];
    ard_rng_init(&rng, 3, 0, 0);
    assert_int_equal(ard_lbfgs_open(context, SIZE, &memory), ARDOR_OK);
    for (int i = 0; i < SIZE; i++) scaling[i] = .5 + i;
    for (int i = 0; i < SIZE; i++) before[i] = ard_rng_normal(&rng);
    ard_lbfgs_direct(&memory, SIZE, before, scaling, direction);
    for (int i = 0; i < SIZE; i++) assert_near(direction[i], scaling[i] * before[i], 1e-15, "the scaled gradient");
    for (int t = 0; t < STEPS; t++) {
        for (int i = 0; i < SIZE; i++) step[i] = ard_rng_normal(&rng);
        for (int i = 0; i < SIZE; i++)
            after[i] = before[i] - (i + 1) * step[i] - .3 * step[(i + 1) % SIZE] - .3 * step[(i + 5) % SIZE];
        ard_lbfgs_learn(&memory, SIZE, step, before, after);
        assert_int_equal(memory.n, t < ARD_LBFGS_PAIRS ? t + 1 : ARD_LBFGS_PAIRS);
        for (int i = 0; i < SIZE; i++) fall[i] = before[i] - after[i];
        ard_lbfgs_direct(&memory, SIZE, fall, scaling, direction);
        assert_arrays_near(SIZE, direction, step, 1e-12, "the direction of the last fall");
        ard_lbfgs_direct(&memory, SIZE, after, scaling, direction);
        assert_true(ard_dot(SIZE, direction, after) > 0);
        memcpy(before, after, sizeof before);
    }
    for (int i = 0; i < SIZE; i++) after[i] = before[i] + step[i]; /* the gradient grows along the step */
    ard_lbfgs_learn(&memory, SIZE, step, before, after);
    ard_lbfgs_direct(&memory, SIZE, fall, scaling, direction);
    assert_arrays_near(SIZE, direction, step, 1e-12, "the pair before");
    ard_lbfgs_forget(&memory);
    ard_lbfgs_direct(&memory, SIZE, before, scaling, direction);
    for (int i = 0; i < SIZE; i++) assert_near(direction[i], scaling[i] * before[i], 1e-15, "nothing known");
    ard_lbfgs_close(context, &memory);
}

/* Variables that are held: the direction of the others is that of pairs which never knew them. */
static void held_variables_do_not_count(void **state)
{
    (void)state;
    enum { SIZE = 7, LEFT = 4, STEPS = 6 };
    static const int left[LEFT] = {0, 2, 3, 6};
    ard_rng rng;
    ard_lbfgs memory, small;
    double scaling[SIZE] = {0}, step[SIZE], before[SIZE], after[SIZE], gradient[SIZE] = {0}, direction[SIZE];
    double part[4][LEFT], wanted[LEFT];
    ard_rng_init(&rng, 5, 0, 0);
    assert_int_equal(ard_lbfgs_open(context, SIZE, &memory), ARDOR_OK);
    assert_int_equal(ard_lbfgs_open(context, LEFT, &small), ARDOR_OK);
    for (int i = 0; i < LEFT; i++) scaling[left[i]] = part[3][i] = 1 + i;
    for (int t = 0; t < STEPS; t++) {
        const double turn = t == 2 ? -1 : 1; /* a pair whose curvature is that of the held ones alone */
        for (int i = 0; i < SIZE; i++) {
            step[i] = ard_rng_normal(&rng);
            before[i] = 9 * step[i];
            after[i] = (scaling[i] > 0 ? 9 - turn * (1 + i) : -5000) * step[i];
        }
        for (int i = 0; i < LEFT; i++) {
            part[0][i] = step[left[i]];
            part[1][i] = before[left[i]];
            part[2][i] = after[left[i]];
        }
        ard_lbfgs_learn(&memory, SIZE, step, before, after);
        ard_lbfgs_learn(&small, LEFT, part[0], part[1], part[2]);
        assert_int_equal(memory.n, t + 1);
        assert_int_equal(small.n, t < 2 ? t + 1 : t);
        for (int i = 0; i < LEFT; i++) gradient[left[i]] = part[2][i] = ard_rng_normal(&rng);
        ard_lbfgs_direct(&memory, SIZE, gradient, scaling, direction);
        ard_lbfgs_direct(&small, LEFT, part[2], part[3], wanted);
        for (int i = 0; i < LEFT; i++) assert_near(direction[left[i]], wanted[i], 1e-12, "the direction");
        assert_true(direction[1] == 0 && direction[4] == 0 && direction[5] == 0);
    }
    ard_lbfgs_close(context, &small);
    ard_lbfgs_close(context, &memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polished_fits_are_at_maxima),   cmocka_unit_test(fixed_points_say_that_they_are_none),
        cmocka_unit_test(the_bias_keeps_its_limit),      cmocka_unit_test(the_last_weight_stays),
        cmocka_unit_test(starting_again_begins_anew),    cmocka_unit_test(a_point_that_is_not_finite_ends_it),
        cmocka_unit_test(directions_know_the_last_step), cmocka_unit_test(held_variables_do_not_count)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
