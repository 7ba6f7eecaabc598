/* What the search over weights and scales is made of, on small tables: modes with bounds, what columns outside promise,
 * deletions, a search that is cut. */
#include "context_fixture.h"
#include "problem.h"
#include "search_fixture.h"

#include "linalg/blas.h"
#include "link/logit.h"
#include "solver/single.h"
#include "solver/type2/type2_inside.h"

/* ------------------------------------------------------------------ modes with bounds */

/* The conditions of a maximum of a concave function where some variables may not leave a side, by derivatives of our own. */
static void modes_stay_where_they_may_be(void **state)
{
    (void)state;
    enum { N = 50, M = 8 };
    int held = 0, inside = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, 0, 0);
        double *design = make_normals(&rng, N * M), u[M], precision[M], side[M], slope[M] = {0};
        int32_t label[N];
        ard_gauss gauss;
        ard_mode mode;
        for (int j = 0; j < M; j++) {
            side[j] = j < 2 ? 0 : j % 2 ? 1 : -1;
            precision[j] = exp(ard_rng_normal(&rng));
            u[j] = side[j] * .4; /* inside */
        }
        for (int i = 0; i < N; i++) label[i] = design[i] + design[i + 3 * N] + design[i + 4 * N] + ard_rng_normal(&rng) > 0;
        const ard_targets target = {.n = N, .n_classes = 2, .label = label};
        const ard_mode_block block = {.size = M, .u = u, .precision = precision, .design = design, .side = side};
        const ard_gauss_form form = seed % 2 ? ARD_GAUSS_COLUMNS : ARD_GAUSS_ROWS;
        assert_int_equal(ard_gauss_open(context, N, M, form, NULL, &gauss), ARDOR_OK);
        assert_int_equal(ard_mode_open(context, &ard_link_logit, &target, M, &mode), ARDOR_OK);
        assert_int_equal(ard_mode_find_point(&mode, &gauss, &block, 100, 1e-24), ARDOR_OK);
        for (int i = 0; i < N; i++) {
            double f = 0;
            for (int j = 0; j < M; j++) f += design[i + j * N] * u[j];
            for (int j = 0; j < M; j++) slope[j] += design[i + j * N] * (label[i] - 1 / (1 + exp(-f)));
        }
        for (int j = 0; j < M; j++) {
            slope[j] -= precision[j] * u[j];
            assert_true(side[j] * u[j] >= 0);
            if (side[j] != 0 && u[j] == 0) {
                held++;
                assert_true(side[j] * slope[j] <= 1e-9);
                assert_true(mode.gradient[j] == 0);
            } else {
                inside += side[j] != 0;
                assert_near(slope[j], 0, 1e-9, "a derivative");
            }
        }
        ard_mode_close(context, &mode);
        ard_gauss_close(context, &gauss);
        free(design);
    }
    assert_true(held > 20 && inside > 20);
}

/* ------------------------------------------------------------------ what columns promise */

enum { ROWS = 36, FEATURES = 5, ALL = 1 + ROWS + FEATURES };

typedef struct table {
    double *x;
    int32_t label[ROWS];
    int64_t feature[FEATURES];
    ard_type2_problem problem;
    ard_type2 *l;
} table;

static ard_type2_options options_of(double lambda)
{
    return (ard_type2_options){.alpha0 = 1,
                               .beta0 = 1,
                               .scale = .4,
                               .theta0 = 1,
                               .learn_scales = true,
                               .lambda = lambda,
                               .prune_at = 1e6,
                               .prune_negative = true,
                               .most_pruned = .2,
                               .weight_steps = 25,
                               .scale_steps = 5,
                               .newton_tol = 1e-12,
                               .tol = 1e-4,
                               .feature_price = .3,
                               .vector_price = .1,
                               .first = 5,
                               .number = 1};
}

static void make_table_of(table *t, uint64_t seed, ard_basis basis)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    *t = (table){.x = make_normals(&rng, ROWS * FEATURES)};
    for (int i = 0; i < ROWS; i++)
        t->label[i] = t->x[i] - t->x[i + ROWS] + .5 * t->x[i] * t->x[i + 2 * ROWS] + .7 * ard_rng_normal(&rng) > 0;
    for (int k = 0; k < FEATURES; k++) t->feature[k] = k;
    const ard_targets target = {ROWS, 2, t->label, NULL, ROWS};
    t->problem = (ard_type2_problem){ard_matrix_dense(ROWS, FEATURES, t->x, ROWS), target, &ard_link_logit, basis};
}

static void free_table(table *t)
{
    ard_type2_close(context, t->l);
    free(t->x);
}

/* Kernel and f, scales of all features given. */
static double kernel_at(const table *t, int64_t i, int64_t j, const double *theta)
{
    double sum = 0;
    for (int k = 0; k < FEATURES; k++) {
        const double x = t->x[i + k * ROWS], z = t->x[j + k * ROWS];
        sum += .4 * theta[k] * (t->problem.basis.kind == ARD_RBF ? -(x - z) * (x - z) : x * z);
    }
    return t->problem.basis.kind == ARD_RBF ? exp(sum) : t->problem.basis.kind == ARD_POLY ? pow(1 + sum, 2) : sum;
}

static double latent_at(const table *t, const ard_type2_model *s, int64_t i, const double *theta)
{
    double f = s->u[0];
    for (int64_t j = 0; j < s->m; j++) f += s->u[1 + j] * kernel_at(t, i, s->centre[j], theta);
    return f;
}

typedef struct dense {
    double theta[FEATURES], c[ROWS], g[ROWS], column[ALL][ROWS];
} dense;

/* Columns of all actions: 1, the kernel's, the derivatives in the scales by differences. */
static void make_dense(const table *t, const ard_type2_model *s, dense *d)
{
    *d = (dense){0};
    for (int64_t k = 0; k < s->k; k++) d->theta[s->feature[k]] = s->theta[k];
    for (int64_t i = 0; i < ROWS; i++) {
        const double p = 1 / (1 + exp(-latent_at(t, s, i, d->theta)));
        d->g[i] = t->label[i] - p;
        d->c[i] = p * (1 - p);
        d->column[0][i] = 1;
        for (int64_t j = 0; j < ROWS; j++) d->column[1 + j][i] = kernel_at(t, i, j, d->theta);
        for (int k = 0; k < FEATURES; k++) {
            const double h = 1e-3, middle = d->theta[k];
            double sum = 0;
            for (int q = -2; q <= 2; q++) {
                d->theta[k] = middle + q * h;
                sum += latent_at(t, s, i, d->theta) * (q == -2 ? 1 : q == -1 ? -8 : q == 1 ? 8 : q == 2 ? -1 : 0);
            }
            d->theta[k] = middle;
            d->column[1 + ROWS + k][i] = sum / (12 * h);
        }
    }
}

/* s and q of action a, by Gauss and Jordan on the block of the actions in `in`; prior: precisions with the steps' curvature. */
static void of_block(const dense *d, int n_in, const int64_t *in, const double *prior, int64_t a, double *s, double *q)
{
    double h[ALL][ALL + 1] = {{0}};
    *s = *q = 0;
    for (int r = 0; r < n_in; r++) {
        for (int c = 0; c < n_in; c++)
            for (int i = 0; i < ROWS; i++) h[r][c] += d->column[in[r]][i] * d->c[i] * d->column[in[c]][i];
        for (int i = 0; i < ROWS; i++) h[r][n_in] += d->column[in[r]][i] * d->c[i] * d->column[a][i];
        h[r][r] += prior[r];
    }
    for (int i = 0; i < ROWS; i++) {
        *s += d->column[a][i] * d->c[i] * d->column[a][i];
        *q += d->column[a][i] * d->g[i];
    }
    double right[ALL];
    for (int r = 0; r < n_in; r++) right[r] = h[r][n_in];
    for (int p = 0; p < n_in; p++)
        for (int r = 0; r < n_in; r++) {
            const double by = r == p ? 0 : h[r][p] / h[p][p];
            for (int c = p; c <= n_in && r != p; c++) h[r][c] -= by * h[p][c];
        }
    for (int r = 0; r < n_in; r++) *s -= right[r] * h[r][n_in] / h[r][r];
}

/* The best of a fine grid. */
static double best_gain(double s, double q, double lambda, bool sided)
{
    double most = 0;
    for (double x = -8; x <= 5.9 && !(sided && lambda == 0 && q <= 0); x += 1e-3) {
        const double alpha = pow(10, x);
        most = fmax(most, lambda > 0 ? ard_stepped_gain(s, q, lambda, alpha) : ard_single_gain(s, q * q, alpha));
    }
    return most;
}

/* One action against the dense block that it belongs to. */
static int check_action(const table *t, const dense *d, int64_t a)
{
    const ard_type2 *l = t->l;
    const ard_type2_model *m = &l->now;
    const bool weight = a <= ROWS;
    const double lambda = a == 0 ? 0 : l->options.lambda, price = a == 0 ? 0 : weight ? .1 : .3;
    const double side = weight && lambda > 0 ? ard_target_sign(&t->problem.target, a - 1) : 1;
    const bool sided = a > 0 && (!weight || lambda > 0);
    int n_in = 0;
    int64_t in[ALL] = {0};
    double prior[ALL] = {0}, own = INFINITY, u = 0, s, q;
    for (int64_t j = 0; j < (weight ? 1 + m->m : m->k); j++) {
        const int64_t b = weight ? (j == 0 ? 0 : 1 + m->centre[j - 1]) : 1 + ROWS + m->feature[j];
        const double precision = weight ? m->alpha[j] : m->beta[j], value = weight ? m->u[j] : m->theta[j];
        const double up = 1 / (1 + exp(-l->options.lambda * fabs(value)));
        if (b == a) {
            own = precision;
            u = side * value;
            continue;
        }
        in[n_in] = b;
        prior[n_in++] = precision + (b == 0 ? 0 : pow(l->options.lambda, 2) * up * (1 - up));
    }
    of_block(d, n_in, in, prior, a, &s, &q);
    q = side * q + (isfinite(own) ? s * u : 0);
    double most = best_gain(s, q, lambda, sided);
    const double now = isinf(own) ? 0 : lambda > 0 ? ard_stepped_gain(s, q, lambda, own) : ard_single_gain(s, q * q, own);
    const bool goes = a > 0 && isfinite(own) && most < price;
    if (goes) most = 0;
    const double gain = most - now + (goes ? price : 0) - (isinf(own) && most > 0 ? price : 0);
    if (isinf(own) && most < 1e-4) return 0; /* it stays out, or hardly would not */
    if (a == 0 && l->search.target[0] >= 1e6) return 0;
    if (fabs(most - price) < 1e-2) return 0;
    assert_near(l->search.gain[a], gain, 2e-4 * fmax(1, fabs(gain)), "the gain");
    assert_int_equal(isinf(l->search.target[a]), goes);
    if (isinf(own) && lambda == 0)
        assert_near(l->search.target[a], s * s / (q * q - s), 1e-4 * l->search.target[a], "the precision");
    if (isinf(own))
        assert_near(l->search.start[a], side * (sided ? fmax(q, 0) : q) / (l->search.target[a] + s), 1e-4 * fmax(1, fabs(q / s)),
                    "the start");
    return isinf(own) ? 1 : 1000;
}

/* Of all features, those that are out too. */
static void check_derivatives(const table *t, const dense *d)
{
    const ard_type2_model *s = &t->l->now;
    double column[ROWS * FEATURES];
    type2_refresh(t->l);
    ard_kernel_jacobian(t->l->kernel, (ard_list){s->m, s->centre, s->u + 1}, t->l->phi + ROWS, FEATURES, t->feature, column);
    ard_scal(ROWS * FEATURES, t->l->options.scale, column);
    for (int k = 0; k < FEATURES; k++) assert_arrays_near(ROWS, column + k * ROWS, d->column[1 + ROWS + k], 1e-7, "df/dtheta");
}

static void promises_are_those_of_dense_blocks(void **state)
{
    (void)state;
    static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_POLY, 2}, {ARD_LINEAR, 0}};
    int looked[3] = {0};
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int tilted = 0; tilted < 2; tilted++)
            for (uint64_t seed = 1; seed <= 4; seed++) {
                table t;
                dense d;
                bool ok = false;
                make_table_of(&t, 10 * seed + (uint64_t)b, bases[b]);
                assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
                const ard_type2_options options = options_of(tilted ? 5 : 0);
                ard_type2_start(t.l, &options, FEATURES, t.feature);
                ard_type2_model *s = &t.l->now;
                s->m = 4;
                s->k = 3;
                for (int j = 0; j < 4; j++) {
                    s->centre[j] = 3 + 8 * j;
                    s->alpha[1 + j] = .1 + .2 * j;
                    s->u[1 + j] = .5 * ard_target_sign(&t.problem.target, 3 + 8 * j);
                }
                for (int k = 0; k < 3; k++) {
                    s->feature[k] = k + (k == 2);
                    s->beta[k] = .5;
                    s->theta[k] = 1;
                }
                s->u[0] = 0;
                s->alpha[0] = .2;
                for (int k = 0; k < FEATURES; k++) t.l->search.bound[k] = 1;
                assert_int_equal(type2_settle(t.l, &ok), ARDOR_OK);
                if (ok) {
                    double decrement;
                    assert_int_equal(type2_find_joint(t.l, true, &decrement), ARDOR_OK);
                    assert_int_equal(type2_measure(t.l), ARDOR_OK);
                    assert_int_equal(type2_advise(t.l, false), ARDOR_OK);
                    make_dense(&t, s, &d);
                    for (int64_t a = 0; a < ALL; a++) looked[b] += check_action(&t, &d, a);
                    check_derivatives(&t, &d);
                }
                free_table(&t);
            }
    for (int b = 0; b < COUNT_OF(bases); b++) {
        print_message("basis %d: %d that were in, %d that were out\n", b, looked[b] / 1000, looked[b] % 1000);
        assert_true(looked[b] / 1000 > 40 && looked[b] % 1000 > 30);
    }
}

/* ------------------------------------------------------------------ the backward pass */

static ard_iteration run(ard_type2 *l, bool searching)
{
    ard_iteration now = {0};
    double before = -INFINITY;
    for (int step = 0; step < 4000 && now.stop == ARD_STOP_NONE; step++) {
        const bool was = l->search.begun, held = l->search.held;
        now = step_search(l);
        assert_true(isfinite(now.objective));
        if (was && held == l->search.held && now.stop != ARD_STOP_NULL_MODEL) assert_true(now.objective >= before);
        before = now.objective;
    }
    assert_int_equal(l->search.begun, searching);
    return now;
}

typedef struct pass {
    ard_basis basis;
    bool learn;
    double lambda, feature_price, vector_price;
} pass;

static ard_type2 *passed(const table *t, const pass *p, bool priced)
{
    ard_type2 *l = NULL;
    ard_type2_options options = options_of(p->lambda);
    options.learn_scales = p->learn;
    options.feature_price = priced ? p->feature_price : 0;
    options.vector_price = priced ? p->vector_price : 0;
    assert_int_equal(ard_type2_open(context, &t->problem, p->learn, ARD_GAUSS_AUTO, &l), ARDOR_OK);
    ard_type2_start(l, &options, FEATURES, t->feature);
    const ard_stop stop = run(l, priced).stop;
    assert_true(stop == ARD_STOP_CONVERGED || stop == (priced ? ARD_STOP_NULL_MODEL : ARD_STOP_DROP));
    assert_int_equal(l->kept.m == 0, stop == ARD_STOP_NULL_MODEL);
    return l;
}

/* What the model kept is worth at these prices without one of its weights or scales. */
static double without(ard_type2 *l, int64_t a)
{
    bool ok = false;
    type2_resume(l);
    type2_change(l, a, INFINITY);
    assert_int_equal(type2_settle(l, &ok), ARDOR_OK);
    return ok ? l->now.objective : (double)-INFINITY;
}

static void what_is_not_worth_its_price_goes(void **state)
{
    (void)state;
    static const pass passes[] = {{{ARD_IDENTITY, 0}, false, 0, 1.5, 0},
                                  {{ARD_RBF, 0}, false, 5, 0, .7},
                                  {{ARD_RBF, 0}, true, 0, 1.5, .5},
                                  {{ARD_RBF, 0}, true, 5, 1.5, .5},
                                  {{ARD_LINEAR, 0}, true, 0, 1.5, 0}};
    int fewer = 0, looked = 0;
    for (int i = 0; i < COUNT_OF(passes); i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            const pass *p = &passes[i];
            table t;
            make_table_of(&t, seed, p->basis);
            ard_type2 *plain = passed(&t, p, false), *l = passed(&t, p, true);
            const ard_type2_model *s = ard_type2_model_of(l);
            const double charged = (p->basis.kind == ARD_IDENTITY ? p->feature_price : p->vector_price) * (double)s->m +
                                   (p->learn ? p->feature_price * (double)s->k : 0);
            assert_near(s->objective, s->corrected - charged, 1e-12, "the objective");
            fewer += s->m + s->k < plain->kept.m + plain->kept.k;
            const double objective = s->objective;
            const int64_t m = s->m, k = p->learn ? s->k : 0;
            /* nor is anything left that is not, but for what promises nothing and brings little */
            for (int64_t j = 0; j < m && m > 1; j++, looked++) assert_true(without(l, 1 + s->centre[j]) < objective + .02);
            for (int64_t j = 0; j < k && k > 1; j++, looked++)
                assert_true(without(l, 1 + ROWS + s->feature[j]) < objective + .02);
            ard_type2_close(context, l);
            ard_type2_close(context, plain);
            free(t.x);
        }
    print_message("%d of 15 smaller, %d deletions\n", fewer, looked);
    assert_true(fewer > 10 && looked > 25);
}

/* ------------------------------------------------------------------ a search that is cut */

/* Wherever it stops what is kept has a finite evidence, and at the end of a solve the mode's gradient vanishes. */
static void a_search_can_be_cut_anywhere(void **state)
{
    (void)state;
    for (int solve = 0; solve < 2; solve++)
        for (int steps = 1; steps < 30; steps += 3) {
            table t;
            ard_iteration now = {0};
            make_table_of(&t, 4, (ard_basis){ARD_RBF, 0});
            assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
            const ard_type2_options options = options_of(5);
            ard_type2_start(t.l, &options, FEATURES, t.feature);
            for (int step = 0; step < steps && now.stop == ARD_STOP_NONE; step++) {
                now = step_search(t.l);
            }
            assert_int_equal(ard_type2_finish(t.l, solve), ARDOR_OK);
            const ard_type2_model *s = ard_type2_model_of(t.l);
            assert_true(isfinite(s->objective) && isfinite(s->evidence));
            if (s->m > 0) assert_near(s->objective, s->corrected - .1 * (double)s->m - .3 * (double)s->k, 1e-12, "the objective");
            assert_true(isnan(s->joint));
            double again = 0;
            assert_int_equal(ard_type2_joint_evidence(t.l), ARDOR_OK);
            type2_resume(t.l);
            assert_int_equal(type2_joint_evidence(t.l, &again), ARDOR_OK);
            assert_true(!solve || isfinite(s->joint));
            if (solve) assert_near(s->joint, again, 1e-9, "the joint evidence");
            if (solve && s->m > 0) assert_true(s->gradient[0] < 1e-6 && !(s->gradient[1] > 1e-6));
            free_table(&t);
        }
}

/* At the start with a bilinear kernel, which has looked at other scales before. */
static void the_first_promises_are_of_the_first_feature(void **state)
{
    (void)state;
    int looked = 0;
    for (int tilted = 0; tilted < 2; tilted++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            table t;
            dense d;
            bool ok = false;
            make_table_of(&t, seed, (ard_basis){ARD_LINEAR, 0});
            assert_int_equal(ard_type2_open_incremental(context, &t.problem, &t.l), ARDOR_OK);
            const ard_type2_options options = options_of(tilted ? 5 : 0);
            ard_type2_start(t.l, &options, FEATURES, t.feature);
            assert_int_equal(type2_begin_empty(t.l, &ok), ARDOR_OK);
            assert_true(ok && t.l->now.m == 0 && t.l->now.k == 1);
            assert_int_equal(type2_advise(t.l, false), ARDOR_OK);
            make_dense(&t, &t.l->now, &d);
            for (int64_t a = 1; a <= ROWS; a++) looked += check_action(&t, &d, a);
            free_table(&t);
        }
    assert_true(looked > 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_stay_where_they_may_be), cmocka_unit_test(promises_are_those_of_dense_blocks),
        cmocka_unit_test(what_is_not_worth_its_price_goes), cmocka_unit_test(the_first_promises_are_of_the_first_feature),
        cmocka_unit_test(a_search_can_be_cut_anywhere)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
