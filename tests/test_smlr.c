/* Sparse multinomial logistic regression: its conditions and objective from the model's own numbers, two classes, names and order
 * of classes and rows, weights, the rule of Bayes, forced columns, models in files. */
#include "api_fixture.h"
#include "fault_fixture.h"

#include <unistd.h>

#include "method/smlr/smlr.h"
#include "model/model.h"
#include "model/model_file.h"
#include "problem.h"

enum { K = 4, N = 90, P = 6, MOST = 2 * N };

/* Rows of K classes, of which the first few features tell. */
typedef struct rows {
    int n, p, k;
    double x[MOST * P], weight[MOST];
    int label[MOST];
    bool weighted;
} rows;

static rows make_rows(int k, double noise, uint64_t seed)
{
    ard_rng rng;
    rows r = {.n = N, .p = P, .k = k};
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < N * P; i++) r.x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        double best = -INFINITY;
        for (int c = 0; c < k; c++) {
            const double here =
                1.5 * r.x[c % 3 * N + i] - r.x[(c + 1) % 3 * N + i] * (c > 2 ? 2 : 0) + noise * ard_rng_normal(&rng);
            if (here > best) r.label[i] = c;
            best = fmax(best, here);
        }
        r.weight[i] = 1;
    }
    return r;
}

static ardor_dataset *dataset_of(const rows *r, const char *const *class_name)
{
    static const char *const usual[] = {"a", "b", "c", "d"};
    const char *label[MOST];
    ardor_dataset *data = NULL;
    for (int i = 0; i < r->n; i++) label[i] = (class_name ? class_name : usual)[r->label[i]];
    must(ardor_dataset_from_arrays(context, r->n, r->p, r->x, r->n, label, NULL, r->weighted ? r->weight : NULL, &data));
    return data;
}

static ardor_model *fit_rows(const rows *r, const char *spec)
{
    ardor_dataset *data = dataset_of(r, NULL);
    ardor_model *model = fit(data, spec);
    ardor_dataset_free(data);
    return model;
}

/* n x k */
static double *prob_of(const ardor_model *model, const ardor_dataset *data)
{
    const int k = ardor_model_classes(model);
    double *prob = make_reals(ardor_dataset_rows(data) * k);
    must(ardor_predict(context, model, data, prob));
    return prob;
}

/* ------------------------------------------------------------------ conditions, from the machine */

/* Columns as the machine knows them: not standardised, so that they are those of the rows. */
#define RAW " standardise=none tol=1e-9"

typedef struct numbers {
    double bias[K], weight[K][MOST]; /* of each feature, or row */
    int m;
} numbers;

static numbers numbers_of(const ardor_model *model, const rows *r)
{
    numbers out = {.m = model->fit.machine.n_vectors ? r->n : r->p};
    const ard_function *f = ard_machine_as_function(&model->fit.machine);
    for (int c = 0; c < r->k; c++) {
        out.bias[c] = f->bias[c];
        for (int64_t j = 0; j < f->n_terms; j++)
            out.weight[c][f->row ? f->row[j] : model->column[model->fit.machine.feature[j]]] = f->weight[j + c * f->n_terms];
    }
    return out;
}

static double column_of(const rows *r, ard_basis_kind basis, int j, int i)
{
    double sum = 0;
    if (basis == ARD_IDENTITY) return r->x[j * r->n + i];
    for (int k = 0; k < r->p; k++) sum += pow(r->x[k * r->n + i] - r->x[k * r->n + j], 2);
    return exp(-sum / r->p);
}

/* Objective and the largest violation at rates of the L1 norm and of the squares. */
static void check_conditions(const ardor_model *model, const rows *r, ard_basis_kind basis, bool reference, const bool *forced)
{
    const double lam = model->fit.used[SMLR_LAM], alpha = model->fit.used[SMLR_ALPHA], rate = alpha * lam,
                 ridge = (1 - alpha) * lam;
    const numbers q = numbers_of(model, r);
    double g[K][MOST], objective = 0, worst = 0, largest = 0;
    for (int i = 0; i < r->n; i++) {
        double f[K], sum = 0;
        for (int c = 0; c < r->k; c++) {
            f[c] = q.bias[c];
            for (int j = 0; j < q.m; j++)
                if (q.weight[c][j] != 0) f[c] += q.weight[c][j] * column_of(r, basis, j, i);
        }
        for (int c = 0; c < r->k; c++) sum += exp(f[c] - f[r->label[i]]);
        objective -= r->weight[i] * log(sum);
        for (int c = 0; c < r->k; c++) g[c][i] = r->weight[i] * ((c == r->label[i]) - exp(f[c] - f[r->label[i]]) / sum);
    }
    for (int c = 0; c < r->k - reference; c++) {
        double d = 0;
        for (int i = 0; i < r->n; i++) d += g[c][i];
        worst = fmax(worst, fabs(d));
        for (int j = 0; j < q.m; j++) {
            const double w = q.weight[c][j], here = forced && forced[j] ? 0 : 1;
            d = -here * ridge * w;
            for (int i = 0; i < r->n; i++) d += g[c][i] * column_of(r, basis, j, i);
            worst = fmax(worst, w != 0 ? fabs(d - here * copysign(rate, w)) : fabs(d) - here * rate);
            objective -= here * (rate * fabs(w) + .5 * ridge * w * w);
            largest = fmax(largest, here * fabs(w));
        }
    }
    for (int j = 0; j < q.m && reference; j++) assert_true(q.weight[r->k - 1][j] == 0 && q.bias[r->k - 1] == 0);
    worst /= rate + ridge * largest;
    assert_near(model->fit.objective, objective, 1e-10 * fabs(objective), "the objective");
    assert_near(model->fit.certificate.weights, worst, 1e-8, "the certificate");
    if (!(worst <= 1e-6)) fail_msg("%d classes, stop %d: the violation is %g", r->k, model->fit.stop, worst);
}

static void conditions_hold(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        ard_basis_kind basis;
        bool reference;
    } fits[] = {{"strength=.2", ARD_IDENTITY, false},
                {"strength=.02", ARD_IDENTITY, false},
                {"strength=.1 reference=last", ARD_IDENTITY, true},
                {"strength=.1 alpha=.5", ARD_IDENTITY, false},
                {"lam=1 alpha=0", ARD_IDENTITY, false},
                {"lam=2 alpha=.2 reference=last", ARD_IDENTITY, true},
                {"basis=rbf strength=.2", ARD_RBF, false},
                {"basis=rbf strength=.1 reference=last", ARD_RBF, true},
                {"basis=rbf strength=.1 alpha=.5", ARD_RBF, false},
                {"bayes=yes", ARD_IDENTITY, false}};
    for (int k = 3; k <= K; k++)
        for (int weighted = 0; weighted < 2; weighted++)
            for (int s = 0; s < COUNT_OF(fits); s++) {
                char spec[200];
                rows r = make_rows(k, 1.5, 4);
                r.weighted = weighted;
                for (int i = 0; i < N && weighted; i++) r.weight[i] = .5 + (i % 7) * .25;
                snprintf(spec, sizeof spec, "method=smlr %s" RAW, fits[s].spec);
                ardor_model *model = fit_rows(&r, spec);
                check_conditions(model, &r, fits[s].basis, fits[s].reference, NULL);
                ardor_model_free(model);
            }
}

/* The ridge alone with more features than rows goes another way. */
static void a_ridge_of_many_features_has_its_conditions(void **state)
{
    (void)state;
    rows r = make_rows(3, .5, 9);
    r.n = 5;
    for (int i = 0; i < r.n; i++) r.label[i] = i % 3;
    for (int j = 0; j < P; j++)
        for (int i = 0; i < r.n; i++) r.x[j * r.n + i] = sin(i * 7 + j * 3);
    ardor_model *model = fit_rows(&r, "method=smlr alpha=0 lam=.3" RAW);
    check_conditions(model, &r, ARD_IDENTITY, false, NULL);
    ardor_model_free(model);
}

/* ------------------------------------------------------------------ what it must agree with */

static void two_classes_are_logistic_regression(void **state)
{
    (void)state;
    static const char *const specs[] = {"strength=.1", "strength=.3 alpha=.4", "basis=rbf strength=.2 reference=last",
                                        "lam=3 alpha=0"};
    const rows r = make_rows(2, 1, 3);
    ardor_dataset *data = dataset_of(&r, NULL);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[200];
        snprintf(spec, sizeof spec, "method=smlr %s", specs[s]);
        ardor_model *a = fit(data, spec);
        snprintf(spec, sizeof spec, "method=logistic %s",
                 strstr(specs[s], "rbf") ? "basis=rbf strength=.2 penalise_bias=no" : specs[s]);
        ardor_model *b = fit(data, spec);
        double *p = prob_of(a, data), *q = prob_of(b, data);
        assert_memory_equal(p, q, 2 * N * sizeof *p);
        assert_true(a->fit.objective == b->fit.objective && a->fit.iterations == b->fit.iterations);
        free(q);
        free(p);
        ardor_model_free(b);
        ardor_model_free(a);
    }
    ardor_dataset_free(data);
}

/* Other names, so that the classes are in another order, and rows in another order: the same model. With a reference it is
 * another. */
static void order_does_not_matter(void **state)
{
    (void)state;
    static const char *const other[] = {"z", "b", "x", "a"};
    static const int place[] = {3, 1, 2, 0}; /* of the classes, among the sorted names */
    static const char *const specs[] = {"strength=.1", "strength=.05 alpha=.5", "basis=rbf strength=.15", "bayes=yes"};
    const rows r = make_rows(K, 1.5, 4);
    rows mixed = r;
    for (int i = 0; i < N; i++) {
        const int from = (7 * i + 3) % N;
        mixed.label[i] = r.label[from];
        for (int j = 0; j < P; j++) mixed.x[j * N + i] = r.x[j * N + from];
    }
    ardor_dataset *data = dataset_of(&r, NULL), *moved = dataset_of(&mixed, other);
    for (int s = 0; s <= COUNT_OF(specs); s++) {
        char spec[200];
        double most = 0;
        snprintf(spec, sizeof spec, "method=smlr tol=1e-9 %s", s < COUNT_OF(specs) ? specs[s] : "strength=.1 reference=last");
        ardor_model *a = fit(data, spec), *b = fit(moved, spec);
        double *p = prob_of(a, data), *q = prob_of(b, data);
        for (int c = 0; c < K; c++)
            for (int i = 0; i < N; i++) most = fmax(most, fabs(p[c * N + i] - q[place[c] * N + i]));
        assert_true(s < COUNT_OF(specs) ? most < 1e-6 : most > 1e-3);
        if (s < COUNT_OF(specs)) assert_int_equal(ardor_model_features(a), ardor_model_features(b));
        free(q);
        free(p);
        ardor_model_free(b);
        ardor_model_free(a);
    }
    ardor_dataset_free(moved);
    ardor_dataset_free(data);
}

/* A row of weight 2 is the row twice. */
static void weights_are_repetitions(void **state)
{
    (void)state;
    static const char *const specs[] = {"strength=.1", "alpha=.3 lam=3", "bayes=yes", "alpha=0 strength=.01"};
    rows weighed = make_rows(K, 1.5, 4), twice = weighed;
    weighed.weighted = true;
    twice.n = 0;
    for (int i = 0; i < N; i++) {
        weighed.weight[i] = i % 4 ? 1 : 2;
        for (int copy = 0; copy < (i % 4 ? 1 : 2); copy++) twice.label[twice.n++] = weighed.label[i];
    }
    for (int j = 0; j < P; j++)
        for (int i = 0, at = 0; i < N; i++)
            for (int copy = 0; copy < (i % 4 ? 1 : 2); copy++) twice.x[j * twice.n + at++] = weighed.x[j * N + i];
    ardor_dataset *data = dataset_of(&weighed, NULL);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[200];
        snprintf(spec, sizeof spec, "method=smlr tol=1e-9 %s", specs[s]);
        ardor_model *a = fit_rows(&weighed, spec), *b = fit_rows(&twice, spec);
        double *p = prob_of(a, data), *q = prob_of(b, data);
        for (int i = 0; i < K * N; i++) assert_near(p[i], q[i], 1e-6, "a probability");
        assert_near(a->fit.objective, b->fit.objective, 1e-9 * fabs(b->fit.objective), "the objective");
        free(q);
        free(p);
        ardor_model_free(b);
        ardor_model_free(a);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ models */

static void probabilities_decide(void **state)
{
    (void)state;
    const rows r = make_rows(K, 1, 4);
    ardor_dataset *data = dataset_of(&r, NULL);
    for (int kernel = 0; kernel < 2; kernel++) {
        ardor_model *model = fit(data, kernel ? "method=smlr basis=rbf" : "method=smlr");
        double *prob = prob_of(model, data);
        int wrong = 0;
        for (int i = 0; i < N; i++) {
            double sum = 0;
            int best = 0;
            for (int c = 0; c < K; c++) {
                sum += prob[c * N + i];
                if (prob[c * N + i] > prob[best * N + i]) best = c;
            }
            assert_near(sum, 1, 1e-12, "the sum");
            wrong += best != r.label[i];
        }
        assert_near(model->report.train_error, (double)wrong / N, 1e-15, "the training error");
        free(prob);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

static char *file_of(const ardor_model *model)
{
    char path[] = "/tmp/smlr-XXXXXX";
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    must(ardor_model_save(context, model, path));
    char *text = fault_file_text(path);
    unlink(path);
    return text;
}

/* Written and read again a model is the same to the bit. */
static void models_come_back(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=smlr", "method=smlr reference=last basis=rbf", "method=smlr strength=1",
                                        "method=smlr basis=poly:2 strength=.1"};
    const rows r = make_rows(K, 1, 4);
    ardor_dataset *data = dataset_of(&r, NULL);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char *text = NULL, *again = NULL;
        ardor_model *model = fit(data, specs[s]), *back = NULL;
        text = file_of(model);
        must(ardor_model_from_text(context, text, "model", &back));
        again = file_of(back);
        assert_string_equal(text, again);
        double *p = prob_of(model, data), *q = prob_of(back, data);
        assert_memory_equal(p, q, K * N * sizeof *p);
        free(q);
        free(p);
        free(again);
        free(text);
        ardor_model_free(back);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* At lam_max nothing is left but the shares of the classes; just below there is something. */
static void lam_max_is_the_edge(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) {
        const char *const extra = s ? " reference=last" : "";
        char spec[100];
        const rows r = make_rows(K, 1, 4);
        snprintf(spec, sizeof spec, "method=smlr strength=1%s", extra);
        ardor_model *empty = fit_rows(&r, spec);
        snprintf(spec, sizeof spec, "method=smlr strength=.999%s", extra);
        ardor_model *some = fit_rows(&r, spec);
        assert_true(empty->fit.null_model && ardor_model_features(empty) == 0);
        assert_int_equal(ardor_model_features(some), 1);
        assert_int_equal(empty->fit.stop, ARD_STOP_NULL_MODEL);
        ardor_dataset *data = dataset_of(&r, NULL);
        double *prob = prob_of(empty, data);
        for (int c = 0; c < K; c++) {
            int count = 0;
            for (int i = 0; i < N; i++) count += r.label[i] == c;
            assert_near(prob[c * N], (double)count / N, 1e-9, "a share");
        }
        free(prob);
        ardor_dataset_free(data);
        ardor_model_free(some);
        ardor_model_free(empty);
    }
}

/* ------------------------------------------------------------------ the rule of Bayes */

static void the_rate_is_that_of_the_rule(void **state)
{
    (void)state;
    int exact = 0, between = 0;
    for (int k = 2; k < 6 * (K + 1); k++) {
        const int classes = k % (K + 1);
        if (classes < 2) continue;
        const rows r = make_rows(classes, 1, (uint64_t)k);
        ardor_model *model = fit_rows(&r, "method=smlr bayes=yes");
        const ard_function *f = ard_machine_as_function(&model->fit.machine);
        double count = 0, sum = 0;
        for (int64_t j = 0; j < f->n_terms * f->n_outputs; j++) {
            count += f->weight[j] != 0;
            sum += fabs(f->weight[j]);
        }
        assert_true(count > 0);
        const double lam = model->fit.used[SMLR_LAM]; /* where a weight comes or goes the rule may hold between the two */
        assert_true(model->fit.stop == ARD_STOP_CONVERGED && model->fit.iterations < 100);
        assert_true((count - 1) / sum < lam && lam < (count + 1) / sum);
        if (fabs(lam - count / sum) < 2e-4 * lam)
            exact++;
        else
            between++;
        ardor_model_free(model);
    }
    assert_true(exact > 9 && between > 0);
}

/* Where the rule would leave nothing, the last model that has something is kept; it is a solution at its rate. */
static void the_last_model_with_something_is_kept(void **state)
{
    (void)state;
    int rows_of_noise = 0;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        rows r = make_rows(K, 1, seed);
        ard_rng rng;
        ard_rng_init(&rng, seed, 1, 0);
        for (int i = 0; i < N; i++) r.label[i] = (int)(K * ard_rng_uniform(&rng));
        ardor_model *model = fit_rows(&r, "method=smlr bayes=yes" RAW);
        const ard_function *f = ard_machine_as_function(&model->fit.machine);
        double count = 0, sum = 0;
        for (int64_t j = 0; j < f->n_terms * f->n_outputs; j++) {
            count += f->weight[j] != 0;
            sum += fabs(f->weight[j]);
        }
        assert_true(!model->fit.null_model && count > 0);
        check_conditions(model, &r, ARD_IDENTITY, false, NULL);
        rows_of_noise += count / sum > 1.001 * model->fit.used[SMLR_LAM];
        ardor_model_free(model);
    }
    assert_true(rows_of_noise > 4); /* where it went on to nothing */
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    static const char *const specs[][2] = {
        {"bayes=yes lam=1", "leave out 'lam'"},      {"bayes=yes strength=.1", "leave out 'strength'"},
        {"bayes=yes alpha=.5", "leave out 'alpha'"}, {"alpha=1e-4", "so little of an L1 penalty"},
        {"lam=1 strength=.1", "exclude each other"}, {"tune=alo basis=rbf", "take --tune=cv:5"}};
    const rows r = make_rows(3, 1, 4);
    ardor_dataset *data = dataset_of(&r, NULL);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[200];
        ardor_model *model = NULL;
        snprintf(spec, sizeof spec, "method=smlr %s", specs[s][0]);
        assert_int_equal(try_fit(data, spec, &model), ARDOR_USAGE);
        if (!strstr(ardor_context_message(context), specs[s][1])) fail_msg("%s: %s", spec, ardor_context_message(context));
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ starts and scales */

static void a_solution_is_its_own_start(void **state)
{
    (void)state;
    static const struct {
        ard_basis basis;
        int64_t n;
        double alpha, reference;
    } problems[] = {
        {{ARD_IDENTITY, 0}, N, 1, 0}, {{ARD_IDENTITY, 0}, N, 1, 1}, {{ARD_RBF, 0}, N, 1, 0}, {{ARD_IDENTITY, 0}, 5, 0, 0}};
    const rows r = make_rows(K, 1, 4);
    int32_t label[N];
    for (int s = 0; s < COUNT_OF(problems); s++) {
        array_problem q;
        ard_settings settings;
        ard_fit first, again;
        ard_settings_default(&ard_method_smlr, &settings);
        settings.value[SMLR_ALPHA] = problems[s].alpha;
        settings.value[SMLR_REFERENCE] = problems[s].reference;
        settings.value[SMLR_STRENGTH] = .05;
        for (int i = 0; i < N; i++) label[i] = problems[s].n < N ? i % K : r.label[i];
        array_problem_set(&q, problems[s].n, P, r.x, label, NULL, problems[s].basis);
        q.problem.target.n_classes = K;
        must(fit_problem(context, &ard_method_smlr, &q.problem, &settings, NULL, false, &first));
        must(fit_problem(context, &ard_method_smlr, &q.problem, &settings, &first, false, &again));
        assert_true(first.iterations > 2 && again.iterations == 1);
        assert_near(again.objective, first.objective, 1e-10 * fabs(first.objective), "the objective");
        assert_int_equal(again.stop, ARD_STOP_CONVERGED);
        ard_fit_free(context, &again);
        ard_fit_free(context, &first);
    }
}

/* lam of the strength 1 without an L1 penalty: the trace of the information of all weights at the shares of the classes. */
static void a_ridge_is_relative_to_the_information(void **state)
{
    (void)state;
    const rows r = make_rows(K, 1, 4);
    double want = 0;
    for (int c = 0; c < K; c++) {
        double share = 0;
        for (int i = 0; i < N; i++) share += (double)(r.label[i] == c) / N;
        for (int j = 0; j < P; j++) {
            double mean = 0;
            for (int i = 0; i < N; i++) mean += r.x[j * N + i] / N;
            for (int i = 0; i < N; i++) want += share * (1 - share) * pow(r.x[j * N + i] - mean, 2);
        }
    }
    ardor_model *model = fit_rows(&r, "method=smlr alpha=0 strength=1" RAW);
    assert_near(model->fit.used[SMLR_LAM], want, 1e-9 * want, "lam");
    ardor_model_free(model);
}

/* ------------------------------------------------------------------ more of a fit */

static void forced_columns_have_no_penalty(void **state)
{
    (void)state;
    static const char *const specs[] = {"strength=.3", "strength=1", "lam=5 alpha=.5", "strength=.2 reference=last"};
    const rows r = make_rows(K, 1, 4);
    const bool forced[P] = {[4] = true};
    ardor_dataset *data = dataset_of(&r, NULL);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[200];
        const bool reference = strstr(specs[s], "reference");
        snprintf(spec, sizeof spec, "method=smlr force=%s %s" RAW, ardor_dataset_feature_name(data, 4), specs[s]);
        ardor_model *model = fit(data, spec);
        const numbers q = numbers_of(model, &r);
        double sum = 0;
        check_conditions(model, &r, ARD_IDENTITY, reference, forced);
        for (int c = 0; c < K - reference; c++) {
            assert_true(q.weight[c][4] != 0);
            sum += q.weight[c][4];
        }
        if (!reference) assert_near(sum, 0, 1e-12, "the sum of its weights");
        if (s == 1) assert_int_equal(ardor_model_features(model), 1);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* Tuned, and with a relaxed refit; every inner fold and the fit to all the rows has all the classes. */
static void it_tunes(void **state)
{
    (void)state;
    static const char *const specs[] = {"tune=cv:3", "tune=cv:3 relax=auto", "tune=cv:3 alpha=.5", "tune=cv:3 basis=rbf",
                                        "tune=cv:3 bayes=yes basis=rbf"};
    ardor_dataset *data = bundled("iris");
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char spec[200];
        snprintf(spec, sizeof spec, "method=smlr %s", specs[s]);
        ardor_model *model = fit(data, spec);
        assert_true(model->report.train_error <= .06);
        assert_true(model->fit.certificate.weights < 1e-5);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conditions_hold),
                                       cmocka_unit_test(a_ridge_of_many_features_has_its_conditions),
                                       cmocka_unit_test(two_classes_are_logistic_regression),
                                       cmocka_unit_test(order_does_not_matter),
                                       cmocka_unit_test(weights_are_repetitions),
                                       cmocka_unit_test(probabilities_decide),
                                       cmocka_unit_test(models_come_back),
                                       cmocka_unit_test(lam_max_is_the_edge),
                                       cmocka_unit_test(the_rate_is_that_of_the_rule),
                                       cmocka_unit_test(the_last_model_with_something_is_kept),
                                       cmocka_unit_test(what_makes_no_sense_is_refused),
                                       cmocka_unit_test(a_solution_is_its_own_start),
                                       cmocka_unit_test(a_ridge_is_relative_to_the_information),
                                       cmocka_unit_test(forced_columns_have_no_penalty),
                                       cmocka_unit_test(it_tunes)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
