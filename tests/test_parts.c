/* Rows in two parts, each with a thread and a context of its own, whose sums are added up: every part ends where one fit of all
 * the rows does. */
#include "numeric.h"

#include <pthread.h>

#include "problem.h"
#include "reducers.h"
#include "method/jcfo/em.h"
#include "method/jcfo/jcfo.h"
#include "method/pcvm/em.h"
#include "solver/proxnewton/functions.h"

enum { PARTS = 2, N = 90, MOST_WEIGHTS = 400, CENTRES = 20, LARGEST_SUM = 200000 };

/* ------------------------------------------------------------------ adding up */

/* A part brings its values, waits for the other, adds all in order and waits again. A part that has ended brings -1 values, so
 * that another that goes on gets an error and not a wait for ever. */
typedef struct team {
    pthread_barrier_t barrier;
    int64_t n[PARTS], sums;
    double *value[PARTS];
} team;

typedef struct member {
    team *team;
    int part;
} member;

static int add_up(void *user, double *value, int64_t n)
{
    const member *m = user;
    team *t = m->team;
    t->n[m->part] = n;
    if (n > LARGEST_SUM) return ARDOR_INTERNAL;
    if (n > 0) memcpy(t->value[m->part], value, (size_t)n * sizeof *value);
    pthread_barrier_wait(&t->barrier);
    const bool together = t->n[0] == n && t->n[1] == n;
    for (int64_t i = 0; i < n && together; i++) value[i] = t->value[0][i] + t->value[1][i];
    if (m->part == 0) t->sums++;
    pthread_barrier_wait(&t->barrier);
    return together ? ARDOR_OK : ARDOR_INTERNAL;
}

/* ------------------------------------------------------------------ one fit */

typedef struct task {
    bool kernel, em, weighted;
    bool shares; /* EM of the vector machines: every part has all rows, and the case weights of its own alone */
    bool learn;  /* its scales */
    ard_basis basis;
    ard_link link;
    double lam1, lam2;
    bool penalise_bias;
    int64_t p, first; /* features; rows of the first part */
    double tolerance; /* of the comparison: where the point is ill conditioned, another order of sums moves it more */
} task;

/* x is N x p. */
typedef struct data {
    double *x, weight[N], total, centres[CENTRES * 8];
    int32_t label[N];
} data;

typedef struct outcome {
    int rc;
    char message[200];
    int64_t iterations;
    ard_iteration last;
    double bias, null_bias, weight[MOST_WEIGHTS], scale[8];
} outcome;

typedef struct job {
    const task *task;
    const data *data;
    int64_t first, n; /* its rows */
    member member;
    pthread_t thread;
    outcome out;
} job;

/* Centres are given, and the same in every part. */
static int open_function(ardor_context *context, const job *j, const ard_matrix *x, ard_kernel **kernel,
                         ard_pn_function *function)
{
    int rc = ARDOR_OK;
    if (j->task->kernel) {
        const ard_matrix z = ard_matrix_dense(CENTRES, j->task->p, j->data->centres, CENTRES);
        TRY(ard_kernel_open(context, j->task->basis, x, &z, kernel));
        ard_kernel_bind(*kernel, j->task->p, function);
    } else {
        ard_identity_bind(x, function);
    }
done:
    return rc;
}

static int solve_shares(ardor_context *context, job *j)
{
    int rc = ARDOR_OK;
    const task *t = j->task;
    const pcvm_options options = {.weight0 = 1, .scale = .2, .scale_steps = 3, .prune_below = 1e-5, .tol = 1e-12};
    double share[N] = {0};
    pcvm_em *em = NULL;
    array_problem q;
    for (int64_t i = j->first; i < j->first + j->n; i++) share[i] = t->weighted ? j->data->weight[i] : 1;
    array_problem_set(&q, N, t->p, j->data->x, j->data->label, share, t->basis);
    q.problem.target.weight_sum = t->weighted ? j->data->total : N;
    TRY(pcvm_em_open(context, &q.problem, t->learn, &em));
    TRY(pcvm_em_start(em, &options));
    TRY(ard_drive(context, pcvm_em_step, em, 30, NULL, &j->out.iterations, &j->out.last));
    const pcvm_state *s = pcvm_em_state(em);
    j->out.bias = s->bias;
    for (int64_t c = 0; c < s->m; c++) j->out.weight[s->row[c]] = s->u[c];
    for (int64_t k = 0; k < s->k; k++) j->out.scale[s->feature[k]] = s->theta[k];
done:
    pcvm_em_close(context, em);
    return rc;
}

static int solve(ardor_context *context, job *j)
{
    int rc = ARDOR_OK;
    const task *t = j->task;
    ard_matrix whole = ard_matrix_dense(N, t->p, j->data->x, N), x = {0};
    const ard_targets targets = {j->n, 2, j->data->label + j->first, t->weighted ? j->data->weight + j->first : NULL,
                                 t->weighted ? j->data->total : N};
    const ard_pn_options options = {.weights = {ARD_L1, t->lam1},
                                    .scales = {ARD_NONNEGATIVE, t->lam2},
                                    .penalise_bias = t->penalise_bias,
                                    .tol = t->em                 ? 1e-9
                                           : t->tolerance > 1e-9 ? 1e-5
                                                                 : 1e-7,
                                    .damping = t->kernel ? 1 : 1e-6,
                                    .second_order = true};
    int64_t row[N];
    ard_pn_function function;
    ard_kernel *kernel = NULL;
    ard_pn *pn = NULL;
    jcfo_em *em = NULL;
    for (int64_t i = 0; i < j->n; i++) row[i] = j->first + i;
    TRY(ard_matrix_view(context, &whole, j->n, row, 0, NULL, &x));
    TRY(open_function(context, j, &x, &kernel, &function));
    TRY(ard_pn_open(context, &function, &t->link, &targets, &pn));
    ard_point *point = ard_pn_point(pn);
    TRY(ard_link_null_bias(context, &t->link, &targets, &j->out.null_bias));
    point->bias[0] = j->out.null_bias;
    for (int64_t c = 0; t->kernel && c < CENTRES; c++) point->weight[c] = c % 2 ? .2 : -.2;
    for (int64_t k = 0; t->kernel && k < t->p; k++) point->scale[k] = .3;
    if (t->em) {
        TRY(jcfo_em_open(context, &targets, kernel, pn, &em));
        TRY(jcfo_em_start(em, &options));
        TRY(ard_drive(context, jcfo_em_step, em, 50, NULL, &j->out.iterations, &j->out.last));
    } else {
        TRY(ard_pn_start(pn, &options));
        TRY(ard_drive(context, ard_pn_step, pn, 300, NULL, &j->out.iterations, &j->out.last));
    }
    j->out.bias = point->bias[0];
    memcpy(j->out.weight, point->weight, (size_t)function.n_weights * sizeof *point->weight);
    memcpy(j->out.scale, point->scale, (size_t)function.n_scales * sizeof *point->scale);
done:
    jcfo_em_close(context, em);
    ard_pn_close(context, pn);
    ard_kernel_close(context, kernel);
    ard_matrix_free(context, &x);
    return rc;
}

static void *work(void *argument)
{
    job *j = argument;
    ardor_context *context = NULL;
    j->out.rc = ardor_context_new(NULL, &context);
    if (!context) return NULL;
    if (j->member.team) ard_context_set_reducer(context, add_up, &j->member);
    j->out.rc = j->task->shares ? solve_shares(context, j) : solve(context, j);
    snprintf(j->out.message, sizeof j->out.message, "%s", ardor_context_message(context));
    if (j->member.team) add_up(&j->member, NULL, -1);
    ardor_context_free(context);
    return NULL;
}

/* ------------------------------------------------------------------ comparison */

static void assert_same_point(const task *t, const outcome *a, const outcome *b, double tolerance)
{
    assert_near(a->null_bias, b->null_bias, tolerance, "the null bias");
    assert_near(a->last.objective, b->last.objective, tolerance * fabs(b->last.objective), "F");
    const double certificate = b->last.certificate.weights;
    assert_near(a->last.certificate.weights, certificate, tolerance * fmax(1, certificate), "the certificate");
    assert_near(a->bias, b->bias, tolerance * fmax(1, fabs(b->bias)), "the bias");
    assert_arrays_near(t->shares ? N : t->kernel ? CENTRES : t->p, a->weight, b->weight, tolerance, "weights");
    if (t->kernel || t->shares) assert_arrays_near(t->p, a->scale, b->scale, tolerance, "scales");
    for (int64_t w = 0; w < MOST_WEIGHTS; w++) assert_int_equal(a->weight[w] != 0, b->weight[w] != 0);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->last.stop, b->last.stop);
    assert_int_equal(a->last.n_vectors, b->last.n_vectors);
    assert_int_equal(a->last.n_features, b->last.n_features);
}

static void check(const task *t, const data *d)
{
    team both = {.sums = 0};
    job *whole = make_array(1, sizeof *whole), *part = make_array(PARTS, sizeof *part);
    assert_int_equal(pthread_barrier_init(&both.barrier, NULL, PARTS), 0);
    for (int p = 0; p < PARTS; p++) {
        both.value[p] = make_reals(LARGEST_SUM);
        part[p] = (job){.task = t, .data = d, .first = p ? t->first : 0, .n = p ? N - t->first : t->first, .member = {&both, p}};
        assert_int_equal(pthread_create(&part[p].thread, NULL, work, &part[p]), 0);
    }
    for (int p = 0; p < PARTS; p++) assert_int_equal(pthread_join(part[p].thread, NULL), 0);
    *whole = (job){.task = t, .data = d, .n = N};
    work(whole);
    if (whole->out.rc != ARDOR_OK) fail_msg("%s", whole->out.message);
    assert_true(whole->out.last.stop == (t->em ? ARD_STOP_MAX_ITER : ARD_STOP_CONVERGED) && whole->out.last.n_vectors > 1 &&
                both.sums > 10);
    for (int p = 0; p < PARTS; p++) {
        if (part[p].out.rc != ARDOR_OK) fail_msg("part %d: %s", p, part[p].out.message);
        assert_same_point(t, &part[p].out, &whole->out, t->tolerance);
    }
    assert_same_point(t, &part[0].out, &part[1].out, 0); /* to the bit */
    for (int p = 0; p < PARTS; p++) free(both.value[p]);
    assert_int_equal(pthread_barrier_destroy(&both.barrier), 0);
    free(part);
    free(whole);
}

static void make_data(int64_t p, data *d)
{
    ard_rng rng;
    ard_rng_init(&rng, 91, (uint64_t)p, 0);
    *d = (data){.x = make_normals(&rng, N * p)};
    for (int64_t i = 0; i < N; i++) {
        d->label[i] = d->x[i] - d->x[N + i] + .7 * ard_rng_normal(&rng) > .5;
        d->total += d->weight[i] = .5 + ard_rng_uniform(&rng);
    }
    for (int64_t k = 0; k < ard_min64(p, 8); k++)
        for (int64_t c = 0; c < CENTRES; c++) d->centres[k * CENTRES + c] = ard_rng_normal(&rng);
}

/* ------------------------------------------------------------------ the tests */

/* p = 300, and a part of four rows: by itself it would have room for fewer weights than there are. */
static void features(void **state)
{
    (void)state;
    for (int wide = 0; wide < 2; wide++) {
        data d;
        make_data(wide ? 300 : 6, &d);
        for (int mode = 0; mode < 4; mode++) {
            task t = {.link = ard_link_probit,
                      .weighted = mode & 1,
                      .lam1 = wide ? .3 : 2,
                      .penalise_bias = mode & 2,
                      .p = wide ? 300 : 6,
                      .first = wide ? 4 : 33,
                      .tolerance = 1e-9};
            check(&t, &d);
        }
        free(d.x);
    }
}

static const ard_basis bases[] = {{ARD_RBF, 0}, {ARD_POLY, 2}, {ARD_LINEAR, 0}, {ARD_POLY, 1}};

static void centres_and_learnt_scales(void **state)
{
    (void)state;
    data d;
    make_data(5, &d);
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int mode = 0; mode < 4; mode++) {
            task t = {.kernel = true,
                      .basis = bases[b],
                      .link = mode & 1 ? ard_link_logit : ard_link_probit,
                      .weighted = mode & 2,
                      .lam1 = .1,
                      .lam2 = .1,
                      .penalise_bias = mode & 1,
                      .p = 5,
                      .first = 50,
                      .tolerance = bases[b].kind == ARD_RBF ? 1e-9 : 1e-6};
            check(&t, &d);
        }
    free(d.x);
}

static void expectation_maximisation(void **state)
{
    (void)state;
    data d;
    make_data(5, &d);
    for (int mode = 0; mode < 4; mode++) {
        task t = {.kernel = true,
                  .em = true,
                  .basis = bases[0],
                  .link = ard_link_probit,
                  .weighted = mode & 1,
                  .lam1 = .1,
                  .lam2 = .1,
                  .penalise_bias = mode & 2,
                  .p = 5,
                  .first = 41,
                  .tolerance = 1e-6};
        check(&t, &d);
    }
    free(d.x);
}

static void shares_of_the_case_weights(void **state)
{
    (void)state;
    data d;
    make_data(5, &d);
    for (int b = 0; b < COUNT_OF(bases); b++)
        for (int mode = 0; mode < 4; mode++) {
            task t = {.shares = true,
                      .learn = mode & 1,
                      .em = true,
                      .basis = bases[b],
                      .weighted = mode & 2,
                      .p = 5,
                      .first = 38,
                      .tolerance = 1e-7};
            check(&t, &d);
        }
    free(d.x);
}

/* ------------------------------------------------------------------ whole methods */

static void solve_method(ardor_context *context, const char *name, const char *basis_name, ard_problem *problem,
                         const char *const *setting, ard_fit *out)
{
    const ard_method *method = ard_method_find(name);
    ard_settings settings;
    ard_settings_default(method, &settings);
    for (; *setting; setting += 2)
        assert_int_equal(ard_settings_set(context, method, &settings, setting[0], setting[1]), ARDOR_OK);
    assert_int_equal(ard_basis_parse(context, basis_name, &problem->basis), ARDOR_OK);
    int rc = fit_problem(context, method, problem, &settings, NULL, false, out);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

/* Every sum over rows twice is every row of weight 2: the screen, all starts, the report of what the screen left out. */
static void twice_the_sums_is_weight_two(void **state)
{
    (void)state;
    enum { COLUMNS = 8 };
    static const struct {
        const char *method, *basis, *setting[7];
        bool dual; /* begins at a point that depends on the number of centres, which is not doubled */
    } cases[] = {{"spr", "identity", {0}, false},
                 {"spr", "rbf", {"penalise_bias", "no"}, false},
                 {"jcfo", "rbf", {"screen", "none", "centres", "30"}, false},
                 {"jcfo", "rbf", {"screen", "restrict", "strength", ".5"}, false},
                 {"jcfo", "linear", {"screen", "restrict", "strength", ".5"}, true},
                 {"jcfo", "poly:1", {"screen", "open", "strength", ".5"}, true},
                 {"jcfo", "rbf", {"solver", "em", "max_iter", "20"}, false},
                 {"pcvm", "rbf", {0}, false},
                 {"pcvm", "poly:2", {0}, false},
                 {"pfcvm-em", "rbf", {0}, false},
                 {"pfcvm-em", "linear", {"max_iter", "100"}, false}};
    data d;
    double two[N];
    make_data(COLUMNS, &d);
    for (int i = 0; i < N; i++) two[i] = 2;
    for (int c = 0; c < COUNT_OF(cases); c++) {
        ard_fit s[2];
        ardor_context *context[2] = {NULL, NULL};
        for (int summed = 0; summed < 2; summed++) {
            array_problem q;
            array_problem_set(&q, N, COLUMNS, d.x, d.label, summed ? NULL : two, (ard_basis){ARD_RBF, 0});
            q.problem.target.weight_sum = 2 * N;
            assert_int_equal(ardor_context_new(NULL, &context[summed]), ARDOR_OK);
            if (summed) ard_context_set_reducer(context[summed], twice, NULL);
            solve_method(context[summed], cases[c].method, cases[c].basis, &q.problem, cases[c].setting, &s[summed]);
        }
        assert_int_equal(s[1].stop, s[0].stop);
        if (!cases[c].dual) assert_int_equal(s[1].iterations, s[0].iterations);
        assert_int_equal(s[1].machine.n_vectors, s[0].machine.n_vectors);
        assert_int_equal(s[1].machine.n_features, s[0].machine.n_features);
        assert_true(s[0].machine.n_features > 0);
        assert_near(s[1].objective, s[0].objective, 1e-9 * fabs(s[0].objective), "F");
        assert_near(function_of(&s[1])->bias[0], function_of(&s[0])->bias[0], 1e-6, "the bias");
        assert_true(isnan(s[0].screen_kkt) == isnan(s[1].screen_kkt));
        if (!isnan(s[0].screen_kkt)) assert_near(s[1].screen_kkt, s[0].screen_kkt, 1e-6, "the violation outside the screen");
        assert_arrays_near(s[0].machine.n_features, s[1].machine.importance, s[0].machine.importance, 1e-6, "features");
        assert_arrays_near(s[0].machine.n_vectors, function_of(&s[1])->weight, function_of(&s[0])->weight, 1e-6, "weights");
        for (int summed = 0; summed < 2; summed++) {
            ard_fit_free(context[summed], &s[summed]);
            ardor_context_free(context[summed]);
        }
    }
    free(d.x);
}

/* ------------------------------------------------------------------ sums that cannot be had */

static int fail_at(void *user, double *value, int64_t n)
{
    int64_t *left = user;
    (void)value;
    (void)n;
    return --*left == 0 ? ARDOR_IO : ARDOR_OK;
}

static void a_failed_sum_is_an_error(void **state)
{
    (void)state;
    data d;
    make_data(5, &d);
    for (int kind = 0; kind < 3; kind++) {
        const bool em = kind > 0, shares = kind == 2;
        const task t = {.kernel = !shares,
                        .shares = shares,
                        .learn = shares,
                        .em = em,
                        .basis = bases[0],
                        .link = ard_link_probit,
                        .lam1 = .1,
                        .lam2 = .1,
                        .p = 5};
        for (int64_t at = 1, failed = 1; failed; at += em ? 7 : 1) {
            job *j = make_array(1, sizeof *j);
            ardor_context *context = NULL;
            int64_t left = at;
            *j = (job){.task = &t, .data = &d, .n = N};
            assert_int_equal(ardor_context_new(NULL, &context), ARDOR_OK);
            ard_context_set_reducer(context, fail_at, &left);
            const int rc = shares ? solve_shares(context, j) : solve(context, j);
            failed = left <= 0;
            assert_int_equal(rc, failed ? ARDOR_INTERNAL : ARDOR_OK);
            assert_true(!failed || strstr(ardor_context_message(context), "could not be added up"));
            assert_true(failed || at > 30);
            ardor_context_free(context);
            free(j);
        }
    }
    free(d.x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(features),
                                       cmocka_unit_test(centres_and_learnt_scales),
                                       cmocka_unit_test(expectation_maximisation),
                                       cmocka_unit_test(shares_of_the_case_weights),
                                       cmocka_unit_test(twice_the_sums_is_weight_two),
                                       cmocka_unit_test(a_failed_sum_is_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
