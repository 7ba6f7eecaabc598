/* The group penalty over the classes: its quadratic programme by the conditions of optimality and against the programme of single
 * variables; smlr with group=yes against proximal gradients by code of the test's own, whole groups of zeros, names of classes,
 * the edge, two classes, forced columns. Paths are in test_group_path.c. */
#include "group_rows.h"

#include "linalg/blas.h"
#include "linalg/group_qp.h"
#include "method/smlr/smlr.h"
#include "model/model.h"

/* ------------------------------------------------------------------ the programme */

typedef struct programme {
    int64_t m, k;
    double *h, *g, *x, *u, *work;
    ard_penalty *penalty;
} programme;

/* The first place of each run is free, the others are groups. H = A'A / m + ridge, A of `rank` rows. */
static programme make_programme(uint64_t seed, int64_t k, int64_t terms, int64_t rank, double ridge)
{
    ard_rng rng;
    const int64_t m = k * (1 + terms);
    ard_rng_init(&rng, 31, seed, (uint64_t)m);
    programme q = {.m = m, .k = k, .g = make_normals(&rng, m), .h = make_reals(m * m), .x = make_reals(m), .u = make_reals(m)};
    double *a = make_normals(&rng, rank * m);
    q.penalty = make_array(m, sizeof *q.penalty);
    q.work = make_reals(ard_group_qp_work(m, k));
    for (int64_t r = 0; r < m; r++) q.penalty[r] = r % (1 + terms) ? (ard_penalty){ARD_GROUP, 1.2} : (ard_penalty){ARD_FREE, 0};
    for (int64_t r = 1; r <= terms; r += 2)
        for (int64_t c = 0; c < k; c++) q.x[c * (1 + terms) + r] = ard_rng_normal(&rng);
    for (int64_t j = 0; j < m; j++) {
        for (int64_t i = 0; i < m; i++) q.h[j * m + i] = ard_dot(rank, a + i * rank, a + j * rank) / (double)m;
        q.h[j * m + j] += ridge;
    }
    free(a);
    return q;
}

static void free_programme(programme *q)
{
    void *arrays[] = {q->h, q->g, q->x, q->penalty, q->u, q->work};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
}

/* The largest violation; *zeros: groups that are zero. */
static double violation(const programme *q, int64_t *zeros)
{
    const int64_t run = q->m / q->k;
    double worst = 0;
    *zeros = 0;
    for (int64_t r = 0; r < run; r++) {
        double pull[8], length = 0, size = 0, off = 0;
        for (int64_t c = 0; c < q->k; c++) {
            const int64_t v = c * run + r;
            pull[c] = q->g[v];
            for (int64_t i = 0; i < q->m; i++) pull[c] -= q->h[v * q->m + i] * (q->u[i] - q->x[i]);
            length += q->u[v] * q->u[v];
            size += pull[c] * pull[c];
        }
        const double rate = q->penalty[r].rate;
        length = sqrt(length);
        for (int64_t c = 0; c < q->k; c++) off += pow(pull[c] - (length > 0 ? rate * q->u[c * run + r] / length : 0), 2);
        const bool free_one = q->penalty[r].kind == ARD_FREE;
        *zeros += !free_one && length == 0;
        worst = fmax(worst, free_one ? sqrt(size) : length > 0 ? sqrt(off) : sqrt(size) - rate);
    }
    return worst;
}

static void programmes_are_solved(void **state)
{
    (void)state;
    int64_t all = 0, zero = 0;
    for (uint64_t seed = 0; seed < 60; seed++)
        for (int64_t k = 1; k <= 6; k++) {
            const bool thin = seed % 2; /* H of low rank but for a little */
            int64_t zeros = 0;
            programme q = make_programme(seed, k, 12, thin ? 10 : 200, thin ? 1e-4 : 1e-2);
            ard_group_qp(q.m, q.k, q.h, q.g, q.x, q.penalty, q.u, q.work);
            const double worst = violation(&q, &zeros);
            if (!(worst < (thin ? 1e-8 : 1e-11))) fail_msg("seed %d, groups of %d: %g", (int)seed, (int)k, worst);
            all += 12;
            zero += zeros;
            free_programme(&q);
        }
    assert_true(zero > all / 20 && zero < all - all / 20);
}

static void a_group_of_one_is_a_variable(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        programme q = make_programme(seed, 1, 30, 60, 1e-2);
        double *u = make_reals(q.m), *work = make_reals(ard_qp_work(q.m));
        ard_group_qp(q.m, 1, q.h, q.g, q.x, q.penalty, q.u, q.work);
        for (int64_t j = 1; j < q.m; j++) q.penalty[j].kind = ARD_L1;
        ard_qp(q.m, q.h, q.g, q.x, q.penalty, 100000, 1e-13, u, work);
        for (int64_t j = 0; j < q.m; j++) assert_true((u[j] == 0) == (q.u[j] == 0));
        assert_arrays_near(q.m, q.u, u, 1e-9, "the maximum");
        free(work);
        free(u);
        free_programme(&q);
    }
}

/* ------------------------------------------------------------------ the model */

#define GROUP "method=smlr group=yes standardise=none tol=1e-8 "

typedef struct numbers {
    double bias[MOST_CLASSES], weight[P][MOST_CLASSES];
} numbers;

/* Class c has the place names[c] - 'a'. */
static numbers numbers_of(const ardor_model *model, const sample *r, const char *names)
{
    numbers out = {0};
    const ard_function *f = ard_machine_as_function(&model->fit.machine);
    for (int c = 0; c < r->k; c++) {
        out.bias[c] = f->bias[names[c] - 'a'];
        for (int64_t j = 0; j < f->n_terms; j++)
            out.weight[model->column[model->fit.machine.feature[j]]][c] = f->weight[j + (names[c] - 'a') * f->n_terms];
    }
    return out;
}

static double length_of(int k, const double *v)
{
    double sum = 0;
    for (int c = 0; c < k; c++) sum += v[c] * v[c];
    return sqrt(sum);
}

/* Log likelihood and its derivatives. */
static double likelihood(const sample *r, const numbers *q, numbers *d)
{
    double value = 0;
    *d = (numbers){0};
    for (int i = 0; i < N; i++) {
        double f[MOST_CLASSES] = {0}, most = -INFINITY, sum = 0;
        for (int c = 0; c < r->k; c++) {
            f[c] = q->bias[c];
            for (int j = 0; j < P; j++) f[c] += q->weight[j][c] * r->x[j * N + i];
            most = fmax(most, f[c]);
        }
        for (int c = 0; c < r->k; c++) sum += exp(f[c] - most);
        value += r->weight[i] * (f[r->label[i]] - most - log(sum));
        for (int c = 0; c < r->k; c++) {
            const double g = r->weight[i] * ((c == r->label[i]) - exp(f[c] - most) / sum);
            d->bias[c] += g;
            for (int j = 0; j < P; j++) d->weight[j][c] += g * r->x[j * N + i];
        }
    }
    return value;
}

typedef struct rates {
    double lam, alpha;
    int forced; /* a feature; -1: none */
} rates;

static double objective_of(const sample *r, const numbers *q, const rates *o)
{
    numbers d;
    double value = likelihood(r, q, &d);
    for (int j = 0; j < P; j++) {
        const double length = length_of(r->k, q->weight[j]);
        if (j != o->forced) value -= o->lam * (o->alpha * length + (1 - o->alpha) / 2 * length * length);
    }
    return value;
}

static double violation_of(const sample *r, const numbers *q, const rates *o)
{
    numbers d;
    likelihood(r, q, &d);
    double worst = length_of(r->k, d.bias);
    for (int j = 0; j < P; j++) {
        const double rate = j == o->forced ? 0 : o->lam * o->alpha, ridge = j == o->forced ? 0 : o->lam * (1 - o->alpha),
                     length = length_of(r->k, q->weight[j]);
        double off[MOST_CLASSES];
        for (int c = 0; c < r->k; c++)
            off[c] = d.weight[j][c] - ridge * q->weight[j][c] - (length > 0 ? rate * q->weight[j][c] / length : 0);
        worst = fmax(worst, length > 0 || j == o->forced ? length_of(r->k, off) : length_of(r->k, off) - rate);
    }
    return worst;
}

/* Steps of 1 / L along the gradient, then the lengths shrunk; with Nesterov's momentum, begun anew where F falls. */
static numbers by_gradients(const sample *r, const rates *o)
{
    numbers at = {0}, ahead = {0}, d;
    double bound = 0, t = 1, last = -INFINITY;
    for (int i = 0; i < N; i++) {
        double squares = 1;
        for (int j = 0; j < P; j++) squares += r->x[j * N + i] * r->x[j * N + i];
        bound += .5 * r->weight[i] * squares;
    }
    for (int step = 0; step < 200000; step++) {
        numbers to = {0};
        likelihood(r, &ahead, &d);
        for (int c = 0; c < r->k; c++) to.bias[c] = ahead.bias[c] + d.bias[c] / bound;
        for (int j = 0; j < P; j++) {
            for (int c = 0; c < r->k; c++) to.weight[j][c] = ahead.weight[j][c] + d.weight[j][c] / bound;
            if (j == o->forced) continue;
            const double length = length_of(r->k, to.weight[j]);
            const double shrunk = fmax(0, 1 - o->lam * o->alpha / bound / length) / (1 + o->lam * (1 - o->alpha) / bound);
            for (int c = 0; c < r->k; c++) to.weight[j][c] *= shrunk;
        }
        const double value = objective_of(r, &to, o), next = (1 + sqrt(1 + 4 * t * t)) / 2,
                     push = value < last ? 0 : (t - 1) / next;
        for (int c = 0; c < r->k; c++) ahead.bias[c] = to.bias[c] + push * (to.bias[c] - at.bias[c]);
        for (int j = 0; j < P; j++)
            for (int c = 0; c < r->k; c++) ahead.weight[j][c] = to.weight[j][c] + push * (to.weight[j][c] - at.weight[j][c]);
        t = value < last ? 1 : next;
        last = value;
        at = to;
        if (step % 100 == 99 && violation_of(r, &at, o) < 1e-7 * o->lam) break;
    }
    return at;
}

static int check_fit(const sample *r, const ardor_model *model, const rates *o)
{
    const numbers q = numbers_of(model, r, "abcd"), other = by_gradients(r, o);
    const double here = objective_of(r, &q, o), there = objective_of(r, &other, o);
    int zeros = 0;
    assert_near(here, there, 1e-8 * fabs(there), "the objective of the weights");
    assert_near(model->fit.objective, here, 1e-11 * fabs(here), "the objective");
    const double worst = violation_of(r, &q, o);
    if (!(worst <= 1e-6 * o->lam)) fail_msg("the violation is %g of %g", worst, o->lam);
    if (o->alpha == 1) assert_near(model->fit.certificate.weights, worst / o->lam, 1e-9, "the certificate");
    for (int j = 0; j < P; j++) {
        double sum = 0;
        int off = 0;
        for (int c = 0; c < r->k; c++) {
            sum += q.weight[j][c];
            off += q.weight[j][c] != 0;
        }
        assert_near(sum, 0, 1e-14, "the sum over the classes");
        assert_true(off == 0 || off == r->k);
        zeros += off == 0;
        assert_arrays_near(r->k, q.weight[j], other.weight[j], 1e-4, "weights");
    }
    return zeros;
}

static void optima_are_those_of_gradients(void **state)
{
    (void)state;
    static const rates all[] = {{1, 1, -1}, {6, 1, -1}, {4, .5, -1}, {3, .9, 9}, {6, 1, 9}};
    int zeros = 0, some = 0;
    for (int k = 3; k <= MOST_CLASSES; k++)
        for (int weighted = 0; weighted < 2; weighted++)
            for (int s = 0; s < COUNT_OF(all); s++) {
                char spec[200];
                const sample r = make_rows(k, 5, weighted);
                snprintf(spec, sizeof spec, GROUP "lam=%g alpha=%g%s", all[s].lam, all[s].alpha,
                         all[s].forced < 0 ? "" : " force=x10");
                ardor_model *model = fit_rows(&r, "abcd", spec);
                const int here = check_fit(&r, model, &all[s]);
                zeros += here;
                some += P - here;
                ardor_model_free(model);
            }
    assert_true(zeros > 20 && some > 20);
}

static void names_do_not_matter(void **state)
{
    (void)state;
    const sample r = make_rows(4, 8, true);
    for (int s = 0; s < 2; s++) {
        const char *const spec = s ? GROUP "strength=.1 alpha=.5" : GROUP "strength=.1";
        ardor_model *a = fit_rows(&r, "abcd", spec), *b = fit_rows(&r, "cadb", spec);
        const numbers p = numbers_of(a, &r, "abcd"), q = numbers_of(b, &r, "cadb");
        assert_arrays_near(P * MOST_CLASSES, p.weight[0], q.weight[0], 1e-7, "weights");
        assert_arrays_near(MOST_CLASSES, p.bias, q.bias, 1e-7, "biases");
        ardor_model_free(b);
        ardor_model_free(a);
    }
}

/* The largest length of the gradient at the class shares. */
static double edge_of(const sample *r)
{
    numbers null = {0}, d;
    double most = 0;
    for (int i = 0; i < N; i++) null.bias[r->label[i]] += r->weight[i];
    for (int c = 0; c < r->k; c++) null.bias[c] = log(null.bias[c]);
    likelihood(r, &null, &d);
    for (int j = 0; j < P; j++) most = fmax(most, length_of(r->k, d.weight[j]));
    return most;
}

static void lam_max_is_the_edge(void **state)
{
    (void)state;
    const sample r = make_rows(4, 8, true);
    for (int s = 0; s < 2; s++) {
        const char *const specs[2][2] = {{GROUP "strength=1", GROUP "strength=.99"},
                                         {GROUP "alpha=.5 strength=1", GROUP "alpha=.5 strength=.99"}};
        ardor_model *at = fit_rows(&r, "abcd", specs[s][0]), *below = fit_rows(&r, "abcd", specs[s][1]);
        assert_near(at->fit.used[SMLR_LAM], edge_of(&r) / (s ? .5 : 1), 1e-10 * edge_of(&r), "lam_max");
        assert_true(at->fit.null_model && at->fit.machine.n_features == 0);
        assert_true(below->fit.machine.n_features == 1);
        ardor_model_free(below);
        ardor_model_free(at);
    }
}

/* One weight for each term: nothing to group; and of a ridge alone there are no groups. */
static void without_groups_nothing_changes(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) {
        const sample r = make_rows(s ? 3 : 2, 8, true);
        ardor_model *a = fit_rows(&r, "abcd", s ? GROUP "lam=2 alpha=0" : GROUP "strength=.1"),
                    *b = fit_rows(&r, "abcd",
                                  s ? "method=smlr standardise=none tol=1e-8 lam=2 alpha=0"
                                    : "method=smlr standardise=none tol=1e-8 strength=.1");
        const ard_function *f = ard_machine_as_function(&a->fit.machine), *g = ard_machine_as_function(&b->fit.machine);
        assert_true(a->fit.objective == b->fit.objective && f->n_terms == g->n_terms && f->n_terms > 0);
        assert_memory_equal(f->weight, g->weight, (size_t)f->n_terms * sizeof *f->weight);
        ardor_model_free(b);
        ardor_model_free(a);
    }
}

/* Kernel columns are nearly collinear; more groups than the workspace has room for at first. */
static void kernels_and_many_groups_converge(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=smlr group=yes basis=rbf strength=.05",
                                        "method=smlr group=yes basis=rbf strength=.01 alpha=.01"};
    const sample r = make_rows(4, 8, false);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_model *model = fit_rows(&r, "abcd", specs[s]);
        assert_true(model->fit.stop == ARD_STOP_CONVERGED && model->fit.certificate.weights < 1e-5);
        if (s) assert_true(model->fit.machine.n_vectors * 4 > 2 * N + 40);
        ardor_model_free(model);
    }
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    const sample r = make_rows(3, 8, false);
    static const char *const specs[][2] = {{GROUP "bayes=yes", "leave out 'group'"},
                                           {GROUP "reference=last", "leave out 'reference'"}};
    const char *label[N];
    ardor_dataset *data = NULL;
    for (int i = 0; i < N; i++) label[i] = r.label[i] == 0 ? "a" : r.label[i] == 1 ? "b" : "c";
    must(ardor_dataset_from_arrays(context, N, P, r.x, N, label, NULL, NULL, &data));
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_model *model = NULL;
        assert_int_equal(try_fit(data, specs[s][0], &model), ARDOR_USAGE);
        assert_message(specs[s][1]);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(programmes_are_solved),
                                       cmocka_unit_test(a_group_of_one_is_a_variable),
                                       cmocka_unit_test(optima_are_those_of_gradients),
                                       cmocka_unit_test(names_do_not_matter),
                                       cmocka_unit_test(lam_max_is_the_edge),
                                       cmocka_unit_test(without_groups_nothing_changes),
                                       cmocka_unit_test(kernels_and_many_groups_converge),
                                       cmocka_unit_test(what_makes_no_sense_is_refused)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
