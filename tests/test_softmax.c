/* Several outputs: the softmax link against its formulas in extended precision; proximal Newton with it against coordinate ascent
 * by code of the test's own, its certificate, and what nothing decides of a model: the offset common to all classes. */
#include "context_fixture.h"

#include "linalg/blas.h"
#include "solver/proxnewton/functions.h"

/* ------------------------------------------------------------------ the link */

enum { K = 4, PACKED = K * (K + 1) / 2 };

typedef struct row_terms {
    long double value, prob[K], residual[K], curvature[PACKED];
} row_terms;

static row_terms exact_terms(const double *f, int label)
{
    row_terms out;
    long double most = f[0], sum = 0, p[K];
    for (int c = 1; c < K; c++) most = fmaxl(most, f[c]);
    for (int c = 0; c < K; c++) sum += p[c] = expl(f[c] - most);
    long double others = 0;
    bool first = true; /* the largest itself */
    for (int c = 0; c < K; c++) {
        if (first && f[c] == most)
            first = false;
        else
            others += p[c];
    }
    out.value = f[label] - most - log1pl(others);
    for (int c = 0; c < K; c++) {
        long double rest = 0;
        for (int d = 0; d < K; d++) rest += d == c ? 0 : p[d] / sum;
        out.prob[c] = p[c] / sum;
        out.residual[c] = c == label ? rest : -p[c] / sum;
        for (int d = 0; d <= c; d++) out.curvature[c * (c + 1) / 2 + d] = c == d ? p[c] / sum * rest : -p[c] / sum * p[d] / sum;
    }
    return out;
}

static void relative(double a, long double b, const char *what)
{
    assert_near(a, (double)b, 1e-13 * fabs((double)b) + 1e-300, what);
}

static void check_row(const double *f, int32_t label, double weight)
{
    double residual[K], curvature[PACKED], prob[K], sum = 0;
    const ard_targets t = {1, K, &label, &weight, weight};
    const row_terms want = exact_terms(f, label);
    ard_link_softmax.derivatives(&t, f, residual, curvature);
    ard_link_softmax.probabilities(1, K, f, NULL, prob);
    assert_near(ard_link_softmax.value(&t, f), (double)(weight * want.value), 1e-13 * fabs((double)want.value) + 1e-300, "log P");
    for (int c = 0; c < K; c++) {
        relative(residual[c], weight * want.residual[c], "a residual");
        relative(prob[c], want.prob[c], "a probability");
        sum += prob[c];
    }
    for (int c = 0; c < PACKED; c++) relative(curvature[c], weight * want.curvature[c], "a curvature");
    assert_near(sum, 1, 1e-15 * K, "the sum of the probabilities");
}

static void rows_are_as_by_their_formulas(void **state)
{
    (void)state;
    static const double size[] = {1e-8, 1, 30, 700, 1e5};
    ard_rng rng;
    ard_rng_init(&rng, 3, 0, 0);
    for (int s = 0; s < COUNT_OF(size); s++)
        for (int i = 0; i < 200; i++) {
            double f[K];
            for (int c = 0; c < K; c++) f[c] = size[s] * (2 * ard_rng_uniform(&rng) - 1);
            if (i % 5 == 0) f[2] = f[1];
            if (i % 7 == 0) f[3] = f[0] = size[s];
            check_row(f, i % K, .5 + ard_rng_uniform(&rng));
        }
}

/* Also with 700 added to all: only differences matter. */
static void derivatives_follow_differences(void **state)
{
    (void)state;
    const double h = 1e-4,
                 at[][K] = {{0, 0, 0, 0}, {1, -2, .5, .3}, {700, 698, 701, 699.5}, {-700, -700, -703, -699}, {700, -700, 0, 350}};
    for (int k = 0; k < COUNT_OF(at); k++)
        for (int32_t label = 0; label < K; label++) {
            const ard_targets t = {1, K, &label, NULL, 1};
            double residual[K], curvature[PACKED];
            ard_link_softmax.derivatives(&t, at[k], residual, curvature);
            for (int c = 0; c < K; c++) {
                double up[K], down[K], g_up[K], g_down[K];
                memcpy(up, at[k], sizeof up);
                memcpy(down, at[k], sizeof down);
                up[c] += h;
                down[c] -= h;
                const double d = (ard_link_softmax.value(&t, up) - ard_link_softmax.value(&t, down)) / (2 * h);
                assert_near(residual[c], d, 1e-7, "a residual");
                ard_link_softmax.derivatives(&t, up, g_up, NULL);
                ard_link_softmax.derivatives(&t, down, g_down, NULL);
                for (int d2 = 0; d2 < K; d2++) {
                    const int row = c > d2 ? c : d2, column = c > d2 ? d2 : c;
                    assert_near(curvature[row * (row + 1) / 2 + column], -(g_up[d2] - g_down[d2]) / (2 * h), 1e-8, "a curvature");
                }
            }
        }
}

static void rows_add_up(void **state)
{
    (void)state;
    enum { ROWS = 5 };
    const double f[ROWS * K] = {1, 2, 3, -4, 700, .1, .2, .3, .4, -700, 3, 1, 2, 5, 0, 0, 0, 1, 1, 1},
                          weight[ROWS] = {1, .5, 2, 3, 0};
    const int32_t label[ROWS] = {0, 1, 2, 3, 1};
    double residual[ROWS * K], curvature[ROWS * PACKED], prob[ROWS * K], variance[ROWS * K], sum = 0;
    const ard_targets t = {ROWS, K, label, weight, 6.5};
    ard_link_softmax.derivatives(&t, f, residual, curvature);
    for (int i = 0; i < ROWS; i++) {
        double row[K];
        for (int c = 0; c < K; c++) row[c] = f[i + c * ROWS];
        const row_terms want = exact_terms(row, label[i]);
        sum += (double)(weight[i] * want.value);
        for (int c = 0; c < K; c++) relative(residual[i + c * ROWS], weight[i] * want.residual[c], "a residual");
        for (int c = 0; c < PACKED; c++) relative(curvature[i + c * ROWS], weight[i] * want.curvature[c], "a curvature");
    }
    assert_near(ard_link_softmax.value(&t, f), sum, 1e-12 * fabs(sum), "the sum");
    /* with a variance the classes are nearer to each other, in the same order */
    for (int i = 0; i < ROWS * K; i++) variance[i] = 3;
    ard_link_softmax.probabilities(ROWS, K, f, variance, prob);
    for (int i = 0; i < ROWS; i++) {
        double shrunk[K], all = 0;
        for (int c = 0; c < K; c++) shrunk[c] = f[i + c * ROWS] / sqrt(1 + acos(-1) / 8 * 3);
        const row_terms want = exact_terms(shrunk, 0);
        for (int c = 0; c < K; c++) relative(prob[i + c * ROWS], want.prob[c], "a shrunk probability");
        for (int c = 0; c < K; c++) all += prob[i + c * ROWS];
        assert_near(all, 1, 1e-14, "their sum");
    }
}

static void intercepts_are_the_shares(void **state)
{
    (void)state;
    const double share[K] = {.1, .2, .3, .4};
    double bias[K], prob[K], sum = 0;
    ard_link_softmax.intercepts(K, share, bias);
    ard_link_softmax.probabilities(1, K, bias, NULL, prob);
    for (int c = 0; c < K; c++) {
        assert_near(prob[c], share[c], 1e-15, "a share");
        sum += bias[c];
    }
    assert_near(sum, 0, 1e-14, "the sum of the intercepts");
}

/* ------------------------------------------------------------------ the engine */

enum { N = 60, P = 7, MOST = 64 };

/* phi: n x m, the columns of every output. */
typedef struct table {
    int n, m, k;
    double x[N * P], phi[N * MOST], case_weight[N];
    int32_t label[N];
} table;

typedef struct penalties {
    double rate, ridge;
    bool reference; /* the last output is 0 */
    const bool *forced;
} penalties;

typedef struct solution {
    double bias[K], weight[K][MOST];
} solution;

static void make_table(table *t, int k, bool weighted, bool kernel)
{
    ard_rng rng;
    ard_rng_init(&rng, 11, 0, 0);
    *t = (table){.n = N, .m = P, .k = k};
    for (int i = 0; i < N * P; i++) t->x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        double best = -INFINITY;
        for (int c = 0; c < k; c++) {
            const double here = 1.3 * t->x[c * N + i] - .7 * t->x[(c + 1) % P * N + i] + ard_rng_normal(&rng) + .2 * c;
            if (here > best) t->label[i] = c;
            best = fmax(best, here);
        }
        t->case_weight[i] = weighted ? .5 + ard_rng_uniform(&rng) : 1;
    }
    memcpy(t->phi, t->x, sizeof t->x);
    if (!kernel) return;
    t->m = N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double squares = 0;
            for (int q = 0; q < P; q++) squares += pow(t->x[q * N + i] - t->x[q * N + j], 2);
            t->phi[j * N + i] = exp(-squares / P);
        }
}

static void values_at(const table *t, const solution *s, double f[K][N])
{
    for (int c = 0; c < t->k; c++)
        for (int i = 0; i < N; i++) {
            f[c][i] = s->bias[c];
            for (int j = 0; j < t->m; j++) f[c][i] += s->weight[c][j] * t->phi[j * N + i];
        }
}

static double objective_of(const table *t, const penalties *o, const solution *s)
{
    double f[K][N], sum = 0;
    values_at(t, s, f);
    for (int i = 0; i < N; i++) {
        double all = 0;
        for (int c = 0; c < t->k; c++) all += exp(f[c][i] - f[t->label[i]][i]);
        sum -= t->case_weight[i] * log(all);
    }
    for (int c = 0; c < t->k; c++)
        for (int j = 0; j < t->m; j++)
            if (!o->forced || !o->forced[j]) sum -= o->rate * fabs(s->weight[c][j]) + .5 * o->ridge * pow(s->weight[c][j], 2);
    return sum;
}

static double slope_along(const table *t, double f[K][N], int c, const double *column, double *curvature)
{
    double d = 0;
    *curvature = 1e-12;
    for (int i = 0; i < N; i++) {
        double all = 0;
        for (int e = 0; e < t->k; e++) all += exp(f[e][i] - f[c][i]);
        const double x = column ? column[i] : 1, p = 1 / all;
        d += t->case_weight[i] * x * ((t->label[i] == c) - p);
        *curvature += t->case_weight[i] * x * x * p * (1 - p);
    }
    return d;
}

static double ascend(const table *t, double f[K][N], int c, const double *column, double rate, double ridge, double *value)
{
    const double before = *value;
    for (int step = 0; step < 2; step++) {
        double h;
        const double d = slope_along(t, f, c, column, &h), z = h * *value + d;
        const double to = fabs(z) > rate ? (z - copysign(rate, z)) / (h + ridge) : 0, change = to - *value;
        for (int i = 0; i < N; i++) f[c][i] += change * (column ? column[i] : 1);
        *value = to;
    }
    return fabs(*value - before);
}

static void solve_by_coordinates(const table *t, const penalties *o, solution *s)
{
    double f[K][N];
    const int outputs = o->reference ? t->k - 1 : t->k;
    *s = (solution){0};
    values_at(t, s, f);
    for (int sweep = 0; sweep < 20000; sweep++) {
        double moved = 0;
        for (int c = 0; c < outputs; c++) {
            moved = fmax(moved, ascend(t, f, c, NULL, 0, 0, s->bias + c));
            for (int j = 0; j < t->m; j++) {
                const bool forced = o->forced && o->forced[j];
                moved =
                    fmax(moved, ascend(t, f, c, t->phi + j * N, forced ? 0 : o->rate, forced ? 0 : o->ridge, s->weight[c] + j));
            }
        }
        if (moved < 1e-12) return;
    }
}

/* The largest violation of the conditions, relative to the largest derivative of the penalty. */
static double certificate_of(const table *t, const penalties *o, const solution *s)
{
    double f[K][N], h, worst = 0, largest = 0;
    values_at(t, s, f);
    for (int c = 0; c < (o->reference ? t->k - 1 : t->k); c++) {
        worst = fmax(worst, fabs(slope_along(t, f, c, NULL, &h)));
        for (int j = 0; j < t->m; j++) {
            const bool forced = o->forced && o->forced[j];
            const double rate = forced ? 0 : o->rate, w = s->weight[c][j];
            const double d = slope_along(t, f, c, t->phi + j * N, &h) - (forced ? 0 : o->ridge * w);
            worst = fmax(worst, w != 0 ? fabs(d - copysign(rate, w)) : fabs(d) - rate);
            if (!forced) largest = fmax(largest, fabs(w));
        }
    }
    return worst / (o->rate + o->ridge * largest);
}

typedef struct engine {
    ard_matrix x;
    ard_kernel *kernel;
    ard_pn *pn;
    ard_iteration last;
    int64_t iterations;
} engine;

static void step_engine(const table *t, const penalties *o, bool kernel, int64_t most, engine *e)
{
    ard_pn_function function;
    const ard_pn_options options = {
        .weights = {ARD_L1, o->rate}, .ridge = o->ridge, .forced = o->forced, .tol = 1e-6, .damping = 1e-6};
    ard_targets targets = {N, t->k, t->label, t->case_weight, 0};
    for (int i = 0; i < N; i++) targets.weight_sum += t->case_weight[i];
    *e = (engine){.x = ard_matrix_dense(N, P, t->x, N)};
    if (kernel) {
        assert_int_equal(ard_kernel_open(context, (ard_basis){ARD_RBF, 0}, &e->x, NULL, &e->kernel), ARDOR_OK);
        ard_kernel_set_all(e->kernel, 1.0 / P);
        ard_kernel_bind(e->kernel, 0, &function);
    } else {
        ard_identity_bind(&e->x, &function);
    }
    function.n_outputs = o->reference ? t->k - 1 : t->k;
    assert_int_equal(ard_pn_open(context, &function, &ard_link_softmax, &targets, &e->pn), ARDOR_OK);
    assert_int_equal(ard_pn_start(e->pn, &options), ARDOR_OK);
    assert_int_equal(ard_drive(context, ard_pn_step, e->pn, most, NULL, &e->iterations, &e->last), ARDOR_OK);
}

static void run_engine(const table *t, const penalties *o, bool kernel, engine *e)
{
    step_engine(t, o, kernel, 200, e);
    assert_int_equal(e->last.stop, ARD_STOP_CONVERGED);
    assert_int_equal(ard_pn_finish(e->pn, e->last.stop), ARDOR_OK);
}

static void close_engine(engine *e)
{
    ard_pn_close(context, e->pn);
    ard_kernel_close(context, e->kernel);
}

static solution solution_of(const table *t, const penalties *o, engine *e)
{
    solution s = {0};
    const ard_point *q = ard_pn_point(e->pn);
    for (int c = 0; c < (o->reference ? t->k - 1 : t->k); c++) {
        s.bias[c] = q->bias[c];
        for (int j = 0; j < t->m; j++) s.weight[c][j] = q->weight[c * t->m + j];
    }
    return s;
}

static int nonzeros(const table *t, const solution *s)
{
    int count = 0;
    for (int c = 0; c < t->k; c++)
        for (int j = 0; j < t->m; j++) count += s->weight[c][j] != 0;
    return count;
}

static double distance_to_mean(int k, int j, const solution *s, double offset, int *zeros)
{
    double sum = 0;
    *zeros = 0;
    for (int c = 0; c < k; c++) {
        sum += (s->weight[c][j] - offset) / k;
        *zeros += s->weight[c][j] == offset;
    }
    return fabs(sum);
}

/* No offset of the same L1 norm leaves more zeros, or as many and a mean nearer to 0. */
static bool is_chosen(int k, int j, const solution *s)
{
    int mine, others;
    const double nearest = distance_to_mean(k, j, s, 0, &mine);
    for (int c = 0; c < k; c++) {
        double norm = 0, was = 0;
        for (int d = 0; d < k; d++) {
            norm += fabs(s->weight[d][j] - s->weight[c][j]);
            was += fabs(s->weight[d][j]);
        }
        const double distance = distance_to_mean(k, j, s, s->weight[c][j], &others);
        if (norm > was * (1 + 1e-12)) continue;
        if (others > mine || (others == mine && distance < nearest * (1 - 1e-9))) return false;
    }
    return true;
}

/* Nothing decides the offset of the biases, of forced terms and, where as many weights are above 0 as below, of others. */
static void check_offsets(const table *t, const penalties *o, const solution *s)
{
    double sum = 0;
    for (int c = 0; c < t->k; c++) sum += s->bias[c];
    assert_near(sum, 0, 1e-12, "the sum of the biases");
    for (int j = 0; j < t->m; j++) {
        double forced = 0;
        int above = 0, below = 0;
        for (int c = 0; c < t->k; c++) {
            forced += s->weight[c][j];
            above += s->weight[c][j] > 0;
            below += s->weight[c][j] < 0;
        }
        if (o->forced && o->forced[j])
            assert_near(forced, 0, 1e-12, "the sum of forced weights");
        else if (o->ridge == 0)
            assert_true(above + below < t->k && abs(above - below) <= t->k - above - below && is_chosen(t->k, j, s));
    }
}

static const bool forced_terms[MOST] = {[3] = true};
static const penalties all[] = {{4, 0, false, NULL},         {1, 0, false, NULL},         {2, 0, true, NULL},
                                {1, 2, false, NULL},         {.3, 5, true, NULL},         {0, 1, false, NULL},
                                {3, 0, false, forced_terms}, {1, 1, false, forced_terms}, {2, 1, true, forced_terms}};

static void optima_are_those_of_coordinate_ascent(void **state)
{
    (void)state;
    int zeros = 0;
    for (int mode = 0; mode < 8; mode++)
        for (int k = 0; k < COUNT_OF(all); k++) {
            table t;
            engine e;
            solution want;
            const penalties *o = all + k;
            const bool kernel = mode & 2;
            make_table(&t, mode & 4 ? 3 : 4, mode & 1, kernel);
            if (kernel && (o->rate > 1.5 || o->ridge < .5)) continue; /* empty, or too slow for coordinates */
            run_engine(&t, o, kernel, &e);
            const solution got = solution_of(&t, o, &e);
            solve_by_coordinates(&t, o, &want);
            const double best = objective_of(&t, o, &want), here = objective_of(&t, o, &got), kkt = certificate_of(&t, o, &got);
            assert_near(ard_pn_objective(e.pn), here, 1e-11 * fabs(best), "the objective");
            assert_near(here, best, 1e-9 * fabs(best), "the optimum");
            assert_near(ard_pn_violations(e.pn, 0, 0).weights, fmax(kkt, 0), 1e-9, "the certificate");
            assert_true(kkt <= 1e-6);
            if (!o->reference) check_offsets(&t, o, &got);
            if (o->ridge > 0 && !o->forced)
                for (int c = 0; c < t.k; c++) assert_arrays_near(t.m, got.weight[c], want.weight[c], 1e-4, "weights");
            zeros += t.k * t.m - nonzeros(&t, &got);
            close_engine(&e);
        }
    assert_true(zeros > 300);
}

static double value_at(engine *e, double *variable, double by, const ard_pn_options *options)
{
    const double keep = *variable;
    *variable += by;
    assert_int_equal(ard_pn_start(e->pn, options), ARDOR_OK);
    *variable = keep;
    return ard_pn_objective(e->pn);
}

/* The gradient of the log likelihood in every weight, by differences of the objective, whose penalty is none. */
static void gradients_follow_differences(void **state)
{
    (void)state;
    const double h = 1e-5;
    const penalties o = {2, 0, false, NULL};
    const ard_pn_options none = {.weights = {ARD_L1, 0}, .tol = 1e-6, .damping = 1e-6};
    for (int kernel = 0; kernel < 2; kernel++) {
        table t;
        engine e;
        ard_rng rng;
        double gradient[K * MOST];
        ard_rng_init(&rng, 12, 0, 0);
        make_table(&t, K, true, kernel);
        run_engine(&t, &o, kernel, &e);
        double *weight = ard_pn_point(e.pn)->weight;
        for (int j = 0; j < K * t.m; j++) weight[j] = j % 3 ? .3 * ard_rng_normal(&rng) : 0;
        assert_int_equal(ard_pn_start(e.pn, &none), ARDOR_OK);
        memcpy(gradient, ard_pn_weight_gradient(e.pn), (size_t)(K * t.m) * sizeof *gradient);
        for (int j = 0; j < K * t.m; j++) {
            const double want = (value_at(&e, weight + j, h, &none) - value_at(&e, weight + j, -h, &none)) / (2 * h);
            assert_near(gradient[j], want, 1e-6 * fmax(1, fabs(want)), "a derivative");
        }
        close_engine(&e);
    }
}

/* Rows and weights grow with the outputs: room for them is made. */
static void more_weights_than_rows_fit(void **state)
{
    (void)state;
    table t;
    engine e;
    solution want;
    const penalties o = {.02, .5, false, NULL};
    make_table(&t, K, false, true);
    run_engine(&t, &o, true, &e);
    assert_true(ard_pn_weight_room(e.pn) > 2 * N + 40);
    const solution got = solution_of(&t, &o, &e);
    assert_true(nonzeros(&t, &got) > 2 * N + 40);
    solve_by_coordinates(&t, &o, &want);
    assert_near(objective_of(&t, &o, &got), objective_of(&t, &o, &want), 1e-9 * fabs(objective_of(&t, &o, &want)), "the optimum");
    close_engine(&e);
}

/* Wherever a fit ends, its finish leaves a point that is no worse, and says of it what is so. */
static void a_finish_is_no_worse(void **state)
{
    (void)state;
    const penalties o = {.5, 0, false, NULL};
    for (int weighted = 0; weighted < 2; weighted++)
        for (int most = 1; most < 12; most++) {
            table t;
            engine e;
            make_table(&t, K, weighted, false);
            step_engine(&t, &o, false, most, &e);
            assert_int_equal(ard_pn_finish(e.pn, e.last.stop), ARDOR_OK);
            const solution got = solution_of(&t, &o, &e);
            assert_near(ard_pn_violations(e.pn, 0, 0).weights, certificate_of(&t, &o, &got), 1e-9, "the certificate");
            assert_true(certificate_of(&t, &o, &got) <= fmax(1e-6, 1.0001 * e.last.certificate.weights));
            assert_true(ard_pn_objective(e.pn) > e.last.objective - 1e-9);
            close_engine(&e);
        }
}

/* Points set by hand: the offset is the one that is promised, unless the conditions would be violated more. */
static void offsets_are_chosen_by_the_weights(void **state)
{
    (void)state;
    static const double weight[][2][K] = {{{-1, -.2, .9, 3}, {-1.9, -1.1, 0, 2.1}}, {{-1, .3, .2, -.6}, {-.4, .9, .8, 0}},
                                          {{-3, .9, -.2, .3}, {-2.8, 1.1, 0, .5}},  {{0, 2, 1, 0}, {0, 2, 1, 0}},
                                          {{0, 1, 1, -2}, {-1, 0, 0, -3}},          {{1, 2, 3, 4}, {1, 2, 3, 4}}};
    int taken = 0, left = 0;
    ard_rng rng;
    table t;
    engine e;
    make_table(&t, K, true, false);
    run_engine(&t, all, false, &e);
    double *here = ard_pn_point(e.pn)->weight;
    for (int k = 0; k < COUNT_OF(weight); k++) {
        memset(here, 0, K * P * sizeof *here);
        for (int c = 0; c < K; c++) here[c * P + 2] = weight[k][0][c];
        const ard_pn_options anything = {.weights = {ARD_L1, 1}, .tol = 1e9, .damping = 1e-6};
        assert_int_equal(ard_pn_start(e.pn, &anything), ARDOR_OK);
        assert_int_equal(ard_pn_finish(e.pn, ARD_STOP_CONVERGED), ARDOR_OK);
        here = ard_pn_point(e.pn)->weight;
        for (int c = 0; c < K; c++) assert_near(here[c * P + 2], weight[k][1][c], 1e-15, "a weight");
    }
    ard_rng_init(&rng, 8, 0, 0);
    for (int k = 0; k < 300; k++) {
        double was[K];
        memset(here, 0, K * P * sizeof *here);
        for (int c = 0; c < K; c++) was[c] = here[c * P] = ard_rng_uniform(&rng) < .3 ? 0 : ard_rng_normal(&rng);
        const ard_pn_options options = {.weights = {ARD_L1, 20 * ard_rng_uniform(&rng)}, .tol = 1e-6, .damping = 1e-6};
        assert_int_equal(ard_pn_start(e.pn, &options), ARDOR_OK);
        const double before = ard_pn_violations(e.pn, 0, 0).weights;
        assert_int_equal(ard_pn_finish(e.pn, ARD_STOP_CONVERGED), ARDOR_OK);
        here = ard_pn_point(e.pn)->weight;
        assert_true(ard_pn_violations(e.pn, 0, 0).weights <= before * 1.0001);
        bool same = true;
        for (int c = 0; c < K; c++) same = same && here[c * P] == was[c];
        taken += !same;
        left += same && was[0] != 0 && was[1] != 0;
    }
    assert_true(taken > 20 && left > 20);
    close_engine(&e);
}

/* Rows are taken in pieces: many copies of the rows with a share of the weight each are the same. */
static void many_rows_are_as_few(void **state)
{
    (void)state;
    enum { COPIES = 18, ROWS = COPIES * N };
    const penalties o = {2, 0, false, NULL};
    table t;
    engine few, many = {0};
    ard_pn_function function;
    double *x = make_reals(ROWS * P), *weight = make_reals(ROWS);
    int32_t *label = make_array(ROWS, sizeof *label);
    make_table(&t, K, true, false);
    run_engine(&t, &o, false, &few);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < P; j++) x[j * ROWS + i] = t.x[j * N + i % N];
        weight[i] = t.case_weight[i % N] / COPIES;
        label[i] = t.label[i % N];
    }
    ard_targets targets = {ROWS, K, label, weight, 0};
    for (int i = 0; i < ROWS; i++) targets.weight_sum += weight[i];
    many.x = ard_matrix_dense(ROWS, P, x, ROWS);
    ard_identity_bind(&many.x, &function);
    function.n_outputs = K;
    const ard_pn_options options = {.weights = {ARD_L1, o.rate}, .tol = 1e-6, .damping = 1e-6};
    assert_int_equal(ard_pn_open(context, &function, &ard_link_softmax, &targets, &many.pn), ARDOR_OK);
    assert_int_equal(ard_pn_start(many.pn, &options), ARDOR_OK);
    assert_int_equal(ard_drive(context, ard_pn_step, many.pn, 200, NULL, &many.iterations, &many.last), ARDOR_OK);
    assert_int_equal(ard_pn_finish(many.pn, many.last.stop), ARDOR_OK);
    assert_int_equal(many.iterations, few.iterations);
    assert_arrays_near(K * P, ard_pn_point(many.pn)->weight, ard_pn_point(few.pn)->weight, 1e-7, "weights");
    close_engine(&many);
    close_engine(&few);
    free(label);
    free(weight);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_as_by_their_formulas),
                                       cmocka_unit_test(derivatives_follow_differences),
                                       cmocka_unit_test(rows_add_up),
                                       cmocka_unit_test(intercepts_are_the_shares),
                                       cmocka_unit_test(optima_are_those_of_coordinate_ascent),
                                       cmocka_unit_test(gradients_follow_differences),
                                       cmocka_unit_test(more_weights_than_rows_fit),
                                       cmocka_unit_test(a_finish_is_no_worse),
                                       cmocka_unit_test(offsets_are_chosen_by_the_weights),
                                       cmocka_unit_test(many_rows_are_as_few)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
