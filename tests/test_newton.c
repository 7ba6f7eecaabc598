/* Newton's method on functions whose way is known, and the mode of a posterior: its conditions, parts of rows, what is not
 * finite. */
#include "context_fixture.h"
#include "reducers.h"

#include "link/logit.h"
#include "solver/mode.h"
#include "solver/newton.h"

/* ------------------------------------------------------------------ the loop */

/* -(x - 1)^4 / 4, from x; wrong: the direction is turned round; far: it leads to the other side, hardly higher. */
typedef struct quartic {
    double x, at, d;
    bool wrong, far, broken;
    int expansions;
} quartic;

static double height(double x) { return -0.25 * pow(x - 1, 4); }

static int expand(void *state)
{
    quartic *q = state;
    assert_true(q->at == q->x); /* the place looked at last is the point */
    q->expansions++;
    return ARDOR_OK;
}

static int direct(void *state, double *value, double *slope)
{
    quartic *q = state;
    q->d = (1 - q->x) / 3 * (q->wrong ? -1 : 1);
    if (q->far) q->d = 1.999999 * (1 - q->x);
    *value = height(q->x);
    *slope = q->broken ? NAN : fabs(pow(1 - q->x, 3) * q->d);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    quartic *q = state;
    q->at = q->x + step * q->d;
    *value = height(q->at);
    return ARDOR_OK;
}

static void move(void *state, double step)
{
    quartic *q = state;
    q->x += step * q->d;
}

static const ard_newton newton = {expand, direct, look, move};

static void newton_stops_where_it_should(void **state)
{
    (void)state;
    quartic q = {.x = 4, .at = 4};
    assert_int_equal(ard_newton_run(&newton, &q, 3, 0), ARDOR_OK); /* so many steps, of two thirds each */
    assert_near(q.x, 1 + 3 * 8 / 27., 1e-14, "three steps");
    assert_true(q.expansions == 4 && q.at == q.x);
    q = (quartic){.x = 4, .at = 4};
    assert_int_equal(ard_newton_run(&newton, &q, 1000, 1e-8), ARDOR_OK); /* the decrement */
    assert_true(pow(q.x - 1, 4) / 3 < 1e-8 && pow(1.5 * (q.x - 1), 4) / 3 >= 1e-8 && q.at == q.x);
    q = (quartic){.x = 4, .at = 4, .wrong = true};
    assert_int_equal(ard_newton_run(&newton, &q, 1000, 0), ARDOR_OK); /* nothing rises */
    assert_true(q.x == 4 && q.at == 4 && q.expansions == 2);
    q = (quartic){.x = 4, .at = 4, .far = true};
    assert_int_equal(ard_newton_run(&newton, &q, 1, 0), ARDOR_OK); /* a rise that is too small for the slope is none */
    assert_near(q.x, 1, 1e-5, "half a step");
    q = (quartic){.x = 4, .at = 4, .broken = true};
    assert_int_equal(ard_newton_run(&newton, &q, 1000, 0), ARDOR_OK);
    assert_true(q.x == 4 && q.expansions == 1);
}

/* ------------------------------------------------------------------ the mode */

enum { N = 700, M = 4 };

typedef struct posterior {
    double *design, u[M], precision[M], tilt[M], weight[N];
    int32_t label[N];
    ard_mode_block block;
    ard_targets target;
    ard_gauss gauss;
    ard_mode mode;
} posterior;

static void open_posterior(posterior *p, double heavy)
{
    ard_rng rng;
    ard_rng_init(&rng, 2, 0, 0);
    *p = (posterior){.design = make_normals(&rng, N * M)};
    for (int i = 0; i < N; i++) {
        p->label[i] = p->design[i] + ard_rng_normal(&rng) > 0;
        p->weight[i] = heavy * (1 + i % 2);
    }
    for (int k = 0; k < M; k++) {
        p->precision[k] = .5 + k;
        p->tilt[k] = k == 1 ? -100 : k == 2 ? 100 : 0;
    }
    p->block = (ard_mode_block){.size = M, .u = p->u, .precision = p->precision, .tilt = p->tilt, .design = p->design};
    p->target = (ard_targets){.n = N, .n_classes = 2, .label = p->label, .weight = p->weight, .weight_sum = 1.5 * heavy * N};
    assert_int_equal(ard_gauss_open(context, N, M, ARD_GAUSS_AUTO, NULL, &p->gauss), ARDOR_OK);
    assert_int_equal(ard_mode_open(context, &ard_link_logit, &p->target, M, &p->mode), ARDOR_OK);
}

static void close_posterior(posterior *p)
{
    ard_mode_close(context, &p->mode);
    ard_gauss_close(context, &p->gauss);
    free(p->design);
}

static double value_at(posterior *p)
{
    double value;
    assert_int_equal(ard_mode_value(&p->mode, &p->block, &value), ARDOR_OK);
    return value;
}

/* At the mode no direction rises, and the gradient says so; away from it the gradient is that of differences. */
static void the_mode_is_stationary(void **state)
{
    (void)state;
    posterior p;
    open_posterior(&p, 1);
    for (int found = 0; found < 2; found++) {
        assert_int_equal(ard_mode_find(&p.mode, &p.gauss, &p.block, found ? 50 : 0, 1e-24), ARDOR_OK);
        double gradient[M];
        memcpy(gradient, p.mode.gradient, sizeof gradient);
        for (int k = 0; k < M; k++) {
            const double u = p.u[k], h = 1e-6;
            p.u[k] = u + h;
            const double above = value_at(&p);
            p.u[k] = u - h;
            const double below = value_at(&p);
            p.u[k] = u;
            assert_near((above - below) / (2 * h), gradient[k], 1e-5 * fmax(1, fabs(gradient[k])), "the gradient");
            if (found) assert_near(gradient[k], 0, 1e-9, "the gradient at the mode");
        }
    }
    assert_true(p.u[1] < 0 && p.u[2] > 0 && p.u[0] > .3);
    close_posterior(&p);
}

/* A power keeps a weight above 0, though the data pull it below and the first step would go there; gradient and curvature are
 * those of the objective by differences. */
static void a_power_is_a_factor_of_the_prior(void **state)
{
    (void)state;
    static const double power[M] = {2, 1, .5, 1};
    posterior p;
    open_posterior(&p, 1);
    p.block.tilt = NULL;
    p.block.power = power;
    for (int i = 0; i < N; i++) {
        p.label[i] = i % 4 == 0; /* against column 0 */
        p.design[i] = fabs(p.design[i]) + (i % 4 > 0);
    }
    for (int k = 0; k < M; k++) p.u[k] = 1;
    assert_int_equal(ard_mode_find(&p.mode, &p.gauss, &p.block, 50, 1e-24), ARDOR_OK);
    const double top = value_at(&p);
    for (int k = 0; k < M; k++) {
        const double u = p.u[k], h = 1e-3 * u;
        assert_true(u > 0 && (k > 0 || u < .1));
        assert_near(p.mode.gradient[k], 0, 1e-8, "the gradient");
        p.u[k] = u + h;
        const double above = value_at(&p);
        p.u[k] = u - h;
        const double below = value_at(&p);
        p.u[k] = u;
        double curvature = p.precision[k] + power[k] / (u * u);
        for (int i = 0; i < N; i++) curvature += p.design[i + k * N] * p.design[i + k * N] * p.mode.curvature[i];
        assert_near((2 * top - above - below) / (h * h), curvature, 1e-4 * curvature, "the curvature");
        assert_near(p.mode.lambda[k], p.precision[k] + power[k] / (u * u), 1e-10 / (u * u), "the prior's curvature");
    }
    p.u[0] = -1e-3;
    assert_true(value_at(&p) == -INFINITY);
    close_posterior(&p);
}

/* The occam factor beside the likelihood is the evidence: of one weight without a tilt, by quadrature. */
static void occam_makes_the_evidence(void **state)
{
    (void)state;
    posterior p;
    open_posterior(&p, 1);
    p.block.size = 1;
    assert_int_equal(ard_mode_find(&p.mode, &p.gauss, &p.block, 50, 1e-24), ARDOR_OK);
    double likelihood, sum = 0;
    assert_int_equal(ard_mode_log_likelihood(&p.mode, &likelihood), ARDOR_OK);
    const double mode = p.u[0], top = value_at(&p), h = 1e-3, evidence = likelihood + ard_mode_occam(&p.block, &p.gauss);
    for (int t = -1000; t <= 1000; t++) {
        p.u[0] = mode + t * h;
        sum += exp(value_at(&p) - top);
    }
    assert_near(evidence, top + log(sum * h) + .5 * log(p.precision[0] / 6.283185307179586), 1e-3, "the evidence");
    close_posterior(&p);
}

static void parts_of_the_rows_are_added_up(void **state)
{
    (void)state;
    posterior heavy, part;
    double want, have;
    open_posterior(&heavy, 2);
    open_posterior(&part, 1);
    assert_int_equal(ard_mode_find(&heavy.mode, &heavy.gauss, &heavy.block, 50, 1e-20), ARDOR_OK);
    assert_int_equal(ard_mode_log_likelihood(&heavy.mode, &want), ARDOR_OK);
    ard_context_set_reducer(context, twice, NULL);
    assert_int_equal(ard_mode_find(&part.mode, &part.gauss, &part.block, 50, 1e-20), ARDOR_OK);
    assert_int_equal(ard_mode_log_likelihood(&part.mode, &have), ARDOR_OK);
    assert_near(have, want, 1e-9 * fabs(want), "the likelihood");
    assert_arrays_near(M, part.u, heavy.u, 1e-10, "the mode");
    assert_near(part.gauss.log_det, heavy.gauss.log_det, 1e-9, "the determinant");
    for (int good = 0; good < 8; good++) { /* each sum in turn fails */
        int left = good;
        memset(part.u, 0, sizeof part.u);
        ard_context_set_reducer(context, refuse, &left);
        assert_int_equal(ard_mode_find(&part.mode, &part.gauss, &part.block, 50, 1e-20), ARDOR_INTERNAL);
    }
    ard_context_set_reducer(context, NULL, NULL);
    close_posterior(&part);
    close_posterior(&heavy);
}

/* ------------------------------------------------------------------ steps by a factor from nearby */

enum { WIDE = 240 };

typedef struct wide {
    double *design, *u, *precision, *tilt;
    posterior *of;
    ard_mode_block block;
    ard_gauss gauss;
    ard_mode mode;
} wide;

/* The posterior with so many weights. */
static void open_wide(wide *w, posterior *p, bool pcg)
{
    ard_rng rng;
    ard_rng_init(&rng, 4, 0, 0);
    *w = (wide){make_normals(&rng, N * WIDE), make_reals(WIDE), make_reals(WIDE), make_reals(WIDE), .of = p};
    for (int k = 0; k < WIDE; k++) {
        w->precision[k] = exp(ard_rng_normal(&rng));
        w->tilt[k] = k % 3 == 1 ? 5 : k % 3 == 2 ? -5 : 0;
    }
    w->block =
        (ard_mode_block){.size = WIDE, .u = w->u, .precision = w->precision, .tilt = w->tilt, .design = w->design, .pcg = pcg};
    assert_int_equal(ard_gauss_open(context, N, WIDE, ARD_GAUSS_AUTO, NULL, &w->gauss), ARDOR_OK);
    assert_int_equal(ard_mode_open(context, &ard_link_logit, &p->target, WIDE, &w->mode), ARDOR_OK);
}

static void close_wide(wide *w)
{
    ard_mode_close(context, &w->mode);
    ard_gauss_close(context, &w->gauss);
    free(w->tilt);
    free(w->precision);
    free(w->u);
    free(w->design);
}

static int factors; /* that were made: each is a sum of a square */

static int count_factors(void *user, double *value, int64_t n)
{
    (void)user, (void)value;
    factors += n == WIDE * WIDE;
    return ARDOR_OK;
}

/* The mode is the same, in as many steps, of parts of rows too; where the factor is wanted it is that of the mode, and fewer were
 * made. Then with other precisions, from the product kept. */
static void steps_from_nearby_end_at_the_mode(void **state)
{
    (void)state;
    posterior p;
    wide plain, pcg;
    int made[2];
    open_posterior(&p, 1);
    open_wide(&plain, &p, false);
    open_wide(&pcg, &p, true);
    for (int round = 0; round < 3; round++) {
        ard_context_set_reducer(context, round == 2 ? twice : count_factors, NULL);
        factors = 0;
        assert_int_equal(ard_mode_find(&plain.mode, &plain.gauss, &plain.block, 50, 1e-6), ARDOR_OK);
        made[0] = factors;
        factors = 0;
        if (round == 1) {
            assert_int_equal(ard_mode_find_point(&pcg.mode, &pcg.gauss, &pcg.block, 50, 1e-6), ARDOR_OK);
            assert_int_equal(factors, 0);
        }
        assert_int_equal(ard_mode_find(&pcg.mode, &pcg.gauss, &pcg.block, 50, 1e-6), ARDOR_OK);
        made[1] = factors;
        assert_arrays_near(WIDE, pcg.u, plain.u, 1e-7, "the mode");
        assert_near(pcg.gauss.log_det, plain.gauss.log_det, 1e-6, "the determinant");
        assert_true(round == 2 || (made[1] < made[0] && (round == 0 || made[1] == 1)));
        for (int k = 0; k < WIDE; k++) plain.precision[k] = pcg.precision[k] *= k % 2 ? 1.2 : .8;
    }
    ard_context_set_reducer(context, NULL, NULL);
    pcg.design[5] = NAN;
    assert_int_equal(ard_mode_find_point(&pcg.mode, &pcg.gauss, &pcg.block, 50, 1e-6), ARDOR_OK);
    assert_true(isnan(pcg.gauss.log_det));
    close_wide(&pcg);
    close_wide(&plain);
    close_posterior(&p);
}

static void what_is_not_finite_has_no_factor(void **state)
{
    (void)state;
    posterior p;
    open_posterior(&p, 1);
    p.design[5] = NAN;
    assert_int_equal(ard_mode_find(&p.mode, &p.gauss, &p.block, 50, 1e-20), ARDOR_OK);
    assert_true(isnan(p.gauss.log_det));
    close_posterior(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_stops_where_it_should),     cmocka_unit_test(the_mode_is_stationary),
        cmocka_unit_test(a_power_is_a_factor_of_the_prior), cmocka_unit_test(occam_makes_the_evidence),
        cmocka_unit_test(parts_of_the_rows_are_added_up),   cmocka_unit_test(steps_from_nearby_end_at_the_mode),
        cmocka_unit_test(what_is_not_finite_has_no_factor)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
