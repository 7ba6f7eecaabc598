/* Functions as machines: values and probabilities against the formulas in extended precision, whatever the rows. */
#include "machine_fixture.h"

#include "basis/kernel.h"

enum { ROWS = 37, MANY = 2 * 2048 + 259 };

/* ------------------------------------------------------------------ the formulas */

static long double kernel_value(const ard_machine *m, const long double *x, const long double *z)
{
    const ard_function *f = ard_machine_as_function(m);
    long double sum = 0, value = 1;
    for (int64_t k = 0; k < m->n_features; k++)
        sum += f->scale[k] * (f->basis.kind == ARD_RBF ? (x[k] - z[k]) * (x[k] - z[k]) : x[k] * z[k]);
    if (f->basis.kind == ARD_RBF) return sum < 0 ? 1 : expl(-sum);
    if (f->basis.kind == ARD_LINEAR) return sum;
    for (int d = 0; d < f->basis.degree; d++) value *= 1 + sum;
    return value;
}

/* The derivative of K(x, z) in the scale of feature k. */
static long double kernel_slope(const ard_machine *m, const long double *x, const long double *z, int64_t k)
{
    const ard_function *f = ard_machine_as_function(m);
    long double sum = 0, value = x[k] * z[k];
    if (f->basis.kind == ARD_RBF) return -(x[k] - z[k]) * (x[k] - z[k]) * kernel_value(m, x, z);
    if (f->basis.kind == ARD_LINEAR) return value;
    for (int64_t j = 0; j < m->n_features; j++) sum += f->scale[j] * x[j] * z[j];
    for (int d = 1; d < f->basis.degree; d++) value *= 1 + sum;
    return f->basis.degree * value;
}

/* phi = [1, basis functions, derivatives in the scales] at row i, and k(x, x). */
static void basis_values(const ard_machine *m, const double *x, int64_t n, int64_t i, long double *phi, long double *self)
{
    const ard_function *f = ard_machine_as_function(m);
    long double row[COLUMNS], centre[COLUMNS];
    phi[0] = 1;
    for (int64_t k = 0; k < m->n_features; k++) row[k] = x[i + m->feature[k] * n];
    for (int64_t j = 0; j < f->n_terms; j++) {
        for (int64_t k = 0; k < m->n_features && f->centre; k++) centre[k] = f->centre[j + k * f->n_terms];
        phi[1 + j] = f->centre ? kernel_value(m, row, centre) : row[j];
        for (int64_t k = 0; k < m->n_features && f->centre; k++)
            phi[1 + f->n_terms + k] = (j == 0 ? 0 : phi[1 + f->n_terms + k]) + f->weight[j] * kernel_slope(m, row, centre, k);
    }
    *self = f->centre ? kernel_value(m, row, row) : 0;
}

static long double probability(const ard_link *link, long double mean, long double variance)
{
    if (link == &ard_link_probit) return erfcl(-mean / sqrtl(2 * (1 + variance))) / 2;
    return 1 / (1 + expl(-mean / sqrtl(1 + acosl(-1) * variance / 8)));
}

static long double posterior_probability(const ard_link *link, const ard_posterior *q, const long double *phi, long double self)
{
    long double mean = 0, length = 0, prior = 0;
    for (int64_t t = 0; t < q->m; t++) {
        mean += q->mean[t] * phi[q->term[t]];
        if (q->prior) prior += q->prior[t] * phi[q->term[t]] * phi[q->term[t]];
    }
    if (q->process > 0) prior = 1 + q->process * self;
    for (int64_t k = 0; k < q->rank; k++) {
        long double product = 0;
        for (int64_t t = 0; t < q->m; t++) product += q->factor[k + t * q->rank] * phi[q->term[t]];
        length += product * product;
    }
    return probability(link, mean, q->process > 0 || q->prior ? fmaxl(prior - length, 0) : length);
}

static void check(ardor_context *context, const ard_machine *m, int64_t n, int64_t p, const double *x)
{
    const ard_function *f = ard_machine_as_function(m);
    const ard_matrix matrix = ard_matrix_dense(n, p, x, n);
    double *prob = predicted(context, m, &matrix), *score = make_reals(n);
    assert_int_equal(ard_machine_n_scores(m), 1);
    assert_ok(context, ard_machine_scores(context, m, &matrix, score));
    for (int64_t i = 0; i < n; i++) {
        long double phi[1 + TERMS + FEATURES], self = 0, value = f->bias[0], mixed = 0;
        basis_values(m, x, n, i, phi, &self);
        for (int64_t j = 0; j < f->n_terms; j++) value += f->weight[j] * phi[1 + j];
        for (int64_t k = 0; k < f->n_posteriors; k++)
            mixed += f->posterior[k].share * posterior_probability(f->link, f->posterior + k, phi, self);
        if (f->n_posteriors == 0) mixed = probability(f->link, value, 0);
        assert_near(score[i], (double)value, 1e-12 * (1 + fabs((double)value)), "score");
        assert_near(prob[i + n], (double)mixed, 1e-13, "probability of the second class");
        assert_near(prob[i], (double)(1 - mixed), 1e-13, "probability of the first class");
    }
    free(score);
    free(prob);
}

/* ------------------------------------------------------------------ predictions */

static void functions_follow_their_formula(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 1, 0);
    double *x = make_normals(&rng, MANY * COLUMNS);
    for (int b = 0; b < BASES; b++)
        for (int l = 0; l < COUNT_OF(links); l++)
            for (int form = -1; form < FORMS; form++) {
                ard_machine m = make_function(context, &rng, bases[b], links[l], l == 1);
                if (form >= 0) add_posteriors(context, &rng, form, &m);
                assert_int_equal(m.n_vectors, b == 0 ? 0 : TERMS);
                check(context, &m, ROWS, COLUMNS, x);
                if (form == -1 || form >= MIXTURE) check(context, &m, MANY, COLUMNS, x);
                ard_machine_free(context, &m);
            }
    free(x);
    ardor_context_free(context);
}

/* What a row gives depends on nothing but the row: neither on those beside it nor on where it is kept. */
static void check_views(ardor_context *context, const ard_machine *m, const double *x)
{
    const ard_matrix all = ard_matrix_dense(MANY, COLUMNS, x, MANY);
    int64_t *row = make_array(MANY, sizeof *row), column[COLUMNS];
    double *moved = make_reals(MANY * COLUMNS), *prob = predicted(context, m, &all);
    for (int64_t i = 0; i < MANY; i++) row[i] = MANY - 1 - i;
    for (int64_t j = 0; j < COLUMNS; j++) { /* the columns in opposite order, and a view that turns them back */
        column[j] = COLUMNS - 1 - j;
        memcpy(moved + column[j] * MANY, x + j * MANY, MANY * sizeof *x);
    }
    const ard_matrix turned = ard_matrix_dense(MANY, COLUMNS, moved, MANY);
    ard_matrix view = {0};
    ard_array copy = {0};
    assert_ok(context, ard_matrix_view(context, &turned, MANY, row, COLUMNS, column, &view));
    assert_ok(context, ard_array_open(context, &view, &copy));
    const ard_matrix plain = ard_matrix_dense(MANY, COLUMNS, copy.x, copy.ld);
    double *viewed = predicted(context, m, &view), *copied = predicted(context, m, &plain);
    for (int64_t i = 0; i < MANY; i++) {
        assert_near(viewed[i], prob[row[i]], 1e-14, "a row in another place");
        assert_near(viewed[i], copied[i], 1e-15, "a view");
        assert_near(viewed[i + MANY], copied[i + MANY], 1e-15, "a view");
    }
    void *arrays[] = {row, moved, prob, viewed, copied};
    for (int i = 0; i < COUNT_OF(arrays); i++) free(arrays[i]);
    ard_array_close(context, &copy);
    ard_matrix_free(context, &view);
}

static void rows_stand_for_themselves(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 2, 0);
    double *x = make_normals(&rng, MANY * COLUMNS);
    for (int b = 0; b < BASES; b++)
        for (int form = -1; form < FORMS; form += FORMS) {
            ard_machine m = make_function(context, &rng, bases[b], &ard_link_probit, false);
            if (form >= 0) add_posteriors(context, &rng, form, &m);
            check_views(context, &m, x);
            ard_machine_free(context, &m);
        }
    free(x);
    ardor_context_free(context);
}

/* Few rows are worked off one by one. */
static void few_rows_are_as_in_a_table(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 5, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS);
    const ard_matrix all = ard_matrix_dense(ROWS, COLUMNS, x, ROWS);
    for (int b = 0; b < BASES; b++)
        for (int form = -1; form < FORMS; form++) {
            ard_machine m = make_function(context, &rng, bases[b], &ard_link_probit, false);
            if (form >= 0) add_posteriors(context, &rng, form, &m);
            double *prob = predicted(context, &m, &all);
            for (int64_t n = 1; n <= 10; n++) {
                const ard_matrix few = ard_matrix_dense(n, COLUMNS, x + 20, ROWS);
                double *here = predicted(context, &m, &few);
                for (int64_t i = 0; i < n; i++)
                    for (int c = 0; c < 2; c++) assert_near(here[i + c * n], prob[20 + i + c * ROWS], 1e-13, "a row of a few");
                free(here);
            }
            free(prob);
            ard_machine_free(context, &m);
        }
    free(x);
    ardor_context_free(context);
}

static void null_functions_are_their_bias(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    for (int b = 0; b < BASES; b++)
        for (int with = 0; with < 2; with++) {
            const ard_function_parts parts = {.basis = bases[b], .link = &ard_link_probit, .bias = .3};
            ard_machine m = {0};
            assert_ok(context, ard_function_of(context, &parts, &m));
            if (with) {
                ard_posterior *q = ard_alloc(context, 1, sizeof *q);
                assert_ok(context, ard_posterior_open(context, 1, 1, false, q));
                q->mean[0] = .3;
                q->factor[0] = 2;
                ard_function_take_posteriors(&m, 1, &q);
            }
            assert_int_equal(m.n_features, 0);
            const ard_matrix x = ard_matrix_dense(4, 0, NULL, 4), none = ard_matrix_dense(0, 0, NULL, 0);
            double *prob = predicted(context, &m, &x);
            for (int i = 0; i < 4; i++)
                assert_near(prob[4 + i], (double)probability(&ard_link_probit, .3, 4.0 * with), 1e-15, "p");
            assert_ok(context, ard_machine_predict(context, &m, &none, prob));
            free(prob);
            ard_machine_free(context, &m);
        }
    ardor_context_free(context);
}

static void no_rows_are_no_fault(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 3, 0);
    const double x = 0, guard = 7;
    const ard_matrix none = ard_matrix_dense(0, COLUMNS, &x, 0);
    for (int b = 0; b < BASES; b++)
        for (int form = -1; form < FORMS; form++) {
            ard_machine m = make_function(context, &rng, bases[b], &ard_link_logit, false);
            if (form >= 0) add_posteriors(context, &rng, form, &m);
            double prob = guard;
            assert_ok(context, ard_machine_predict(context, &m, &none, &prob));
            assert_ok(context, ard_machine_scores(context, &m, &none, &prob));
            assert_true(prob == guard);
            ard_machine_free(context, &m);
        }
    ardor_context_free(context);
}

/* A value beyond the doubles is an error that names the row among all of them. */
static void rows_far_out_are_named(void **state)
{
    (void)state;
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 4, 0);
    double *x = make_normals(&rng, MANY * COLUMNS), *prob = make_reals(2 * MANY);
    x[MANY - 2 + features[3] * MANY] = 1e308;
    const ard_matrix matrix = ard_matrix_dense(MANY, COLUMNS, x, MANY);
    char expected[80];
    snprintf(expected, sizeof expected, "the classifier has no finite value at row %d of %d: a feature", MANY - 1, MANY);
    for (int b = 0; b < BASES - 1; b++) /* far from every centre rbf is 0 */
        for (int form = -1; form < 2; form++) {
            ard_machine m = make_function(context, &rng, bases[b], &ard_link_probit, false);
            ard_function *f = ard_machine_as_function(&m);
            if (form >= 0) add_posteriors(context, &rng, form, &m);
            if (f->scale) f->scale[3] = 100;
            if (!f->scale) f->weight[3] = 100;
            if (!f->scale && f->posterior) f->posterior->mean[4] = 100;
            assert_int_equal(ard_machine_predict(context, &m, &matrix, prob), ARDOR_NUMERIC);
            assert_message(context, expected);
            ard_machine_free(context, &m);
        }
    for (int which = 0; which < 2; which++) { /* only the mean, only the variance */
        ard_machine m = make_function(context, &rng, bases[0], &ard_link_probit, false);
        add_posteriors(context, &rng, 0, &m);
        ard_posterior *q = ard_machine_as_function(&m)->posterior;
        for (int64_t i = 0; i < q->rank * q->m && which == 0; i++) q->factor[i] = 0;
        q->mean[4] = which == 0 ? 100 : 0;
        assert_int_equal(ard_machine_predict(context, &m, &matrix, prob), ARDOR_NUMERIC);
        assert_message(context, expected);
        ard_machine_free(context, &m);
    }
    free(prob);
    free(x);
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ several outputs */

static int three(int n_classes) { return n_classes; }

static void exponentials(int64_t n, int n_classes, const double *mean, const double *variance, double *prob)
{
    assert_null(variance);
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int c = 0; c < n_classes; c++) sum += exp(mean[i + c * n]);
        for (int c = 0; c < n_classes; c++) prob[i + c * n] = exp(mean[i + c * n]) / sum;
    }
}

static void functions_of_several_outputs(void **state)
{
    (void)state;
    enum { K = 3 };
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 5, 0);
    const ard_link link = {.name = "exponentials", .outputs = three, .probabilities = exponentials};
    double *x = make_normals(&rng, MANY * COLUMNS), *score = make_reals(MANY * K);
    const ard_matrix matrix = ard_matrix_dense(MANY, COLUMNS, x, MANY);
    for (int b = 0; b < BASES; b++) {
        ard_machine m = {0}, one = make_function(context, &rng, bases[b], &ard_link_probit, false);
        const ard_function *g = ard_machine_as_function(&one);
        assert_ok(context, ard_function_new(context, bases[b], &link, K, FEATURES, g->n_terms, &m));
        ard_function *f = ard_machine_as_function(&m);
        memcpy(m.feature, features, sizeof features);
        if (f->scale) memcpy(f->scale, g->scale, FEATURES * sizeof *f->scale);
        if (f->scale) memcpy(f->centre, g->centre, TERMS * FEATURES * sizeof *f->centre);
        for (int64_t j = 0; j < K * f->n_terms; j++) f->weight[j] = ard_rng_normal(&rng);
        for (int c = 0; c < K; c++) f->bias[c] = c;
        ard_function_set_importance(&m);
        const double *w = f->weight;
        assert_near(m.importance[1], f->scale ? f->scale[1] : sqrt(w[1] * w[1] + w[5] * w[5] + w[9] * w[9]), 1e-15, "importance");
        double *prob = predicted(context, &m, &matrix), *value = make_reals(MANY);
        assert_int_equal(ard_machine_n_scores(&m), K);
        for (int t = 0; t < FEATURES; t++) assert_true(isnan(ard_machine_weight(&m, t))); /* which of three classes? */
        assert_ok(context, ard_machine_scores(context, &m, &matrix, score));
        for (int c = 0; c < K; c++) { /* each as a function by itself */
            memcpy(g->weight, w + c * f->n_terms, (size_t)g->n_terms * sizeof *w);
            g->bias[0] = f->bias[c];
            assert_ok(context, ard_machine_scores(context, &one, &matrix, value));
            assert_arrays_near(MANY, score + c * MANY, value, 1e-14, "an output");
        }
        const ard_matrix few = ard_matrix_dense(3, COLUMNS, x, MANY);
        assert_ok(context, ard_machine_scores(context, &m, &few, value));
        for (int c = 0; c < K; c++) assert_arrays_near(3, value + 3 * c, score + c * MANY, 1e-13, "an output of a few rows");
        for (int64_t i = 0; i < MANY; i++) {
            assert_near(prob[i] + prob[i + MANY] + prob[i + 2 * MANY], 1, 1e-15, "sum");
            assert_near(log(prob[i] / prob[i + MANY]), score[i] - score[i + MANY], 1e-10, "odds");
        }
        free(value);
        free(prob);
        ard_machine_free(context, &one);
        ard_machine_free(context, &m);
    }
    free(score);
    free(x);
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ covariances */

/* phi'V phi against |F phi|^2 for m directions. */
static void check_covariance(ardor_context *context, ard_rng *rng, int64_t m, const double *v, int64_t rank_at_most)
{
    double *mean = make_normals(rng, m), *phi = make_normals(rng, m);
    ard_posterior q;
    assert_ok(context, ard_posterior_of_covariance(context, m, mean, v, &q));
    assert_true(q.m == m && q.rank <= rank_at_most && q.share == 1 && q.process == 0 && !q.prior);
    for (int64_t j = 0; j < m; j++) {
        assert_true(q.term[j] == j && q.mean[j] == mean[j]);
        for (int64_t i = j; i < m; i++) {
            long double sum = 0;
            for (int64_t k = 0; k < q.rank; k++) sum += (long double)q.factor[k + i * q.rank] * q.factor[k + j * q.rank];
            assert_near((double)sum, v[i + j * m], 1e-14 * sqrt(fabs(v[i + i * m] * v[j + j * m])), "F'F");
        }
    }
    ard_posterior_close(context, &q);
    free(phi);
    free(mean);
}

static void covariances_have_factors(void **state)
{
    (void)state;
    enum { M = 20 };
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 6, 0);
    static const int64_t ranks[] = {M, 40, 7, 1, 0};
    for (int r = 0; r < COUNT_OF(ranks); r++) {
        double *b = make_normals(&rng, M * ranks[r]), *v = make_reals(M * M);
        for (int64_t j = 0; j < M; j++)
            for (int64_t i = 0; i < M; i++) {
                const double size = pow(10, (double)(i + j) / 4 - 5); /* standard deviations over five decades */
                if (r == 2 && (i == 3 || j == 3)) continue;           /* a variance of 0 */
                for (int64_t k = 0; k < ranks[r]; k++) v[i + j * M] += size * b[i + k * M] * b[j + k * M];
            }
        check_covariance(context, &rng, M, v, ranks[r] == 0 ? 0 : M);
        v[M - 1] = v[(M - 1) * M] = NAN;
        ard_posterior q;
        assert_int_equal(ard_posterior_of_covariance(context, M, b, v, &q), ARDOR_NUMERIC);
        assert_message(context, "terms has a value that is not finite");
        free(v);
        free(b);
    }
    /* indefinite: the part below 0 is left out */
    const double v[4] = {1, 2, 2, 1}, mean[2] = {0, 0};
    ard_posterior q;
    assert_ok(context, ard_posterior_of_covariance(context, 2, mean, v, &q));
    assert_int_equal(q.rank, 1);
    assert_near(fabs(q.factor[0]), sqrt(1.5), 1e-15, "factor");
    assert_true(fabs(q.factor[0] - q.factor[1]) < 1e-15);
    ard_posterior_close(context, &q);
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ from a method, and back to it */

static void parts_become_functions_and_starts(void **state)
{
    (void)state;
    enum { N = 6, P = 5 };
    ardor_context *context = new_context();
    ard_rng rng;
    ard_rng_init(&rng, 3, 7, 0);
    double *x = make_normals(&rng, N * P), value[P], guarded[1 + N] = {7}, *row_weight = guarded + 1;
    const int64_t feature[] = {1, 2, 4}, row[] = {0, 3}, some[] = {0, 2, 3, 4};
    const double weight[] = {.5, -2, 3}, scale[] = {1, 2, -3};
    const ard_matrix matrix = ard_matrix_dense(N, P, x, N);
    ard_function_parts parts = {
        .basis = bases[0], .link = &ard_link_logit, .bias = .25, .n_features = 3, .feature = feature, .weight = weight};
    ard_machine m = {0};
    assert_ok(context, ard_function_of(context, &parts, &m));
    assert_true(m.n_classes == 2 && m.n_features == 3 && m.n_vectors == 0 && m.importance[1] == -2);
    assert_int_equal(ard_machine_as_function(&m)->n_terms, 3);
    ard_function_values(&m, P, NULL, value);
    assert_true(value[0] == 0 && value[1] == .5 && value[2] == -2 && value[3] == 0 && value[4] == 3);
    ard_machine_free(context, &m);
    parts.basis = bases[4];
    parts.n_terms = 2;
    parts.scale = scale;
    parts.row = row;
    parts.x = &matrix;
    assert_ok(context, ard_function_of(context, &parts, &m));
    const ard_function *f = ard_machine_as_function(&m);
    assert_true(m.n_vectors == 2 && f->n_terms == 2 && f->bias[0] == .25 && m.importance[2] == -3);
    for (int t = 0; t < 3; t++)
        for (int j = 0; j < 2; j++) assert_true(f->centre[j + 2 * t] == x[row[j] + N * feature[t]]);
    check(context, &m, N, P, x);
    ard_function_values(&m, 4, some, value);
    assert_true(value[0] == 0 && value[1] == 2 && value[2] == 0 && value[3] == -3);
    ard_function_weights(&m, 0, N, row_weight);
    for (int i = 0; i < N; i++) assert_true(row_weight[i] == (i == 0 ? .5 : i == 3 ? -2 : 0));
    f->row[1] = -1; /* a landmark has no place among the rows */
    ard_function_weights(&m, 0, N, row_weight);
    for (int i = 0; i < N; i++) assert_true(row_weight[i] == (i == 0 ? .5 : 0));
    assert_true(guarded[0] == 7);
    ard_machine_free(context, &m);
    parts.scale = NULL;
    parts.one_scale = .125;
    assert_ok(context, ard_function_of(context, &parts, &m));
    for (int t = 0; t < 3; t++) assert_true(m.importance[t] == .125);
    ard_machine_free(context, &m);
    assert_null(ard_machine_as_function(&m));
    free(x);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_follow_their_formula),
        cmocka_unit_test(rows_stand_for_themselves),
        cmocka_unit_test(few_rows_are_as_in_a_table),
        cmocka_unit_test(null_functions_are_their_bias),
        cmocka_unit_test(no_rows_are_no_fault),
        cmocka_unit_test(rows_far_out_are_named),
        cmocka_unit_test(functions_of_several_outputs),
        cmocka_unit_test(covariances_have_factors),
        cmocka_unit_test(parts_become_functions_and_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
