/* Tuning by approximate leave-one-out, as a whole: its figures, which candidates it trusts, what it refuses, and that nothing
 * depends on threads. The step itself: test_leave_out.c; the fits that it keeps: test_alo_kept.c; time, cancelling, memory: where
 * those of all tunings are. */
#include "api_fixture.h"

#include <unistd.h>

#include "base/remark.h"
#include "fit/tune_inside.h"
#include "loaded.h"
#include "simulated.h"

static ardor_dataset *gaussians(int64_t n, int64_t p)
{
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", n, p, NAN, 5, &data));
    return data;
}

/* n rows of p features, of which the first two decide, with noise; weight and group NULL: none. */
typedef struct table {
    int64_t n, p;
    double *x, *side, *weight;
} table;

static table make_noisy(int64_t n, int64_t p, bool weighted)
{
    ard_rng rng;
    ard_rng_init(&rng, 41, 0, 0);
    table t = {n, p, make_normals(&rng, n * p), make_reals(n), weighted ? make_reals(n) : NULL};
    for (int64_t i = 0; i < n; i++) {
        t.side[i] = t.x[i] - .8 * t.x[n + i] + .7 * ard_rng_normal(&rng);
        if (weighted) t.weight[i] = .5 + ard_rng_uniform(&rng);
    }
    return t;
}

static ardor_dataset *dataset_of(const table *t) { return make_table(t->n, t->p, t->x, t->side, t->weight); }

static void free_table(table *t)
{
    free(t->x);
    free(t->side);
    free(t->weight);
}

static json_t *fit_json(const ardor_dataset *data, const char *spec)
{
    ardor_model *model = fit(data, spec);
    json_t *root = model_json(model);
    ardor_model_free(model);
    return root;
}

/* ------------------------------------------------------------------ figures */

/* Error and deviance of one candidate from the values that the method's leave_out has, on the rows as they were prepared. */
typedef struct figures {
    double error, deviance, error_se;
} figures;

static figures figures_of(const ardor_dataset *data, const char *text, const double *factor)
{
    ard_config config;
    ard_rows all = {0};
    ard_training training;
    ard_fitter fitter;
    ard_fit one = {0};
    figures out = {0};
    double weights = 0, squares = 0;
    ardor_spec *spec = make_spec(text);
    must(ard_config_parse(context, spec, &config));
    must(ard_rows_all(context, data->n, &all));
    must(ard_training_new(context, data, &all, &config.recipe, NULL, &training));
    must(ard_training_fitter(&training, 0, &fitter));
    must(ard_fitter_solve(&fitter, &config.recipe.settings, NULL, &(ard_ask){0}, &one));
    double *f = make_reals(data->n);
    must(ard_fitter_leave_out(&fitter, &one, NULL, f));
    for (int64_t i = 0; i < data->n; i++) {
        const double y = data->label[i] ? 1 : -1, c = ard_row_weight(data, i) * factor[data->label[i]];
        weights += c;
        squares += c * c;
        out.error += c * (y * f[i] < 0);
        out.deviance -= c * log(.5 * erfc(-y * f[i] / sqrt(2)));
    }
    out.error /= weights;
    out.deviance /= weights;
    out.error_se = sqrt(out.error * (1 - out.error) * squares) / weights;
    free(f);
    ard_fit_free(context, &one);
    ard_fitter_close(&fitter);
    ard_training_free(&training);
    ard_free(context, all.row);
    ardor_spec_free(spec);
    return out;
}

/* A row of weight c counts c, with the weight of its class; the standard error is that of a share of all the rows. */
static void figures_are_those_of_the_rows_left_out(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr lam1=3", "basis=rbf lam1=1 lam2=1", "basis=linear lam1=2 lam2=2",
                                        "method=spr basis=rbf lam1=1 scale=.1"};
    for (int weighted = 0; weighted < 2; weighted++) {
        table t = make_noisy(80, 4, weighted);
        ardor_dataset *data = dataset_of(&t);
        for (int k = 0; k < COUNT_OF(specs); k++) {
            char plain[160], tuned[200];
            const double factor[2] = {weighted ? 1 : .5, weighted ? 1 : 2};
            snprintf(plain, sizeof plain, "%s%s", specs[k], weighted ? "" : " class-weight=no=.5,yes=2");
            snprintf(tuned, sizeof tuned, "%s tune=alo", plain);
            const figures want = figures_of(data, plain, factor);
            json_t *root = fit_json(data, tuned), *list = at(root, "tune.candidates");
            assert_int_equal(json_array_size(list), 2);
            assert_string_equal(text_at(root, "tune.how"), "alo");
            assert_near(number_at(list, "0.error"), want.error, 1e-9, "the error");
            assert_near(number_at(list, "0.deviance"), want.deviance, 1e-6, "the deviance");
            assert_near(number_at(list, "0.error_se"), want.error_se, 1e-9, "the standard error");
            assert_true(want.error > number_at(root, "train_error") - .05 && want.error < .4);
            json_decref(root);
        }
        ardor_dataset_free(data);
        free_table(&t);
    }
}

/* Without its row the class that a row is of is always the rarer one: the null model would be wrong on all of balanced data. */
static void the_null_model_loses_no_row(void **state)
{
    (void)state;
    ardor_dataset *data = balanced_noise();
    json_t *root = fit_json(data, "method=spr strength=1 tune=alo"), *list = at(root, "tune.candidates");
    assert_true(json_is_true(at(root, "null_model")));
    for (int i = 0; i < 2; i++) { /* and the empty one */
        json_t *one = json_array_get(list, (size_t)i);
        assert_near(number_at(one, "error"), .5, 1e-12, "the error");
        assert_near(number_at(one, "deviance"), log(2), 1e-12, "the deviance");
        assert_string_equal(text_at(one, "status"), "done");
    }
    json_decref(root);
    ardor_dataset_free(data);
}

/* The figures are close to those of real refits to all the rows but one, and the choice has the same test. */
static void figures_are_near_those_of_leave_one_out(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        double error, deviance; /* how far they are, at most */
    } row[] = {{"method=spr", .04, .05}, {"basis=linear", .05, .08}, {"basis=rbf lam2=2", .06, .1}};
    table t = make_noisy(80, 4, false);
    ardor_dataset *data = dataset_of(&t);
    for (int k = 0; k < COUNT_OF(row); k++) {
        char spec[80];
        size_t i, n_done = 0;
        json_t *one;
        snprintf(spec, sizeof spec, "%s tune=alo", row[k].spec);
        json_t *approximate = fit_json(data, spec);
        snprintf(spec, sizeof spec, "%s tune=cv:80", row[k].spec);
        json_t *exact = fit_json(data, spec);
        json_array_foreach(at(approximate, "tune.candidates"), i, one)
        {
            json_t *other = json_array_get(at(exact, "tune.candidates"), i);
            if (strcmp(text_at(one, "status"), "done") != 0 || number_at(one, "n_features") == 0) continue;
            n_done++;
            if (fabs(number_at(one, "error") - number_at(other, "error")) > row[k].error ||
                fabs(number_at(one, "deviance") - number_at(other, "deviance")) > row[k].deviance)
                fail_msg("%s, %d: error %g, %g of refits; deviance %g, %g", row[k].spec, (int)i, number_at(one, "error"),
                         number_at(other, "error"), number_at(one, "deviance"), number_at(other, "deviance"));
        }
        assert_true(n_done >= 5);
        json_decref(exact);
        json_decref(approximate);
    }
    ardor_dataset_free(data);
    free_table(&t);
}

/* ------------------------------------------------------------------ which candidates are trusted */

/* Those with more features and vectors than a fifth of the rows have their figures, and are not chosen. */
static void large_candidates_are_not_chosen(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=alo", "basis=rbf lam2=1 tune=alo",
                                        "basis=rbf lam2=1 tune=alo rule=error", "method=spr basis=rbf tune=alo"};
    ardor_dataset *data = gaussians(60, 20);
    for (int k = 0; k < COUNT_OF(specs); k++) {
        size_t i;
        int n_large = 0;
        json_t *root = fit_json(data, specs[k]), *one;
        const int chosen = (int)number_at(root, "tune.chosen");
        json_array_foreach(at(root, "tune.candidates"), i, one)
        {
            const bool large = number_at(one, "n_features") + number_at(one, "n_vectors") > 12;
            n_large += large;
            assert_string_equal(text_at(one, "status"), large ? "untrusted" : "done");
            assert_true(json_is_real(at(one, "error")) && json_is_real(at(one, "deviance")));
            assert_true(json_is_null(at(one, "message")));
            assert_false(large && (int)i == chosen);
        }
        assert_in_range(n_large, 1, (int)i - 2);
        json_decref(root);
    }
    ardor_dataset_free(data);
}

/* Weights make fewer rows of them, and so do groups. */
static void the_limit_follows_what_is_left_out(void **state)
{
    (void)state;
    ard_fitted fitted = {0};
    ard_config config;
    table t = make_noisy(60, 8, true);
    ardor_spec *spec = make_spec("method=spr tune=alo");
    must(ard_config_parse(context, spec, &config));
    for (int i = 0; i < 60; i++) t.weight[i] = i % 2 ? 1 : 1e-3; /* as good as 30 */
    for (int grouped = 0; grouped < 2; grouped++) {
        char *group[60], text[60][16];
        ardor_dataset *data = dataset_of(&t);
        for (int i = 0; i < 60; i++) {
            snprintf(text[i], sizeof text[i], "g%d", i / 2);
            group[i] = text[i];
        }
        if (grouped) {
            must(ard_dataset_set_groups(data, group));
            ard_free(context, data->weight);
            data->weight = NULL; /* 30 groups of two rows */
        }
        must(ard_fit_rows(context, data, NULL, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
        int n_large = 0;
        for (int64_t i = 0; i < fitted.report.n_candidates; i++) {
            const ard_tuned *c = fitted.report.candidate + i;
            assert_int_equal(c->status, c->n_features > 6.01 ? ARD_TUNED_UNTRUSTED : ARD_TUNED_DONE);
            n_large += c->n_features > 6.01;
        }
        assert_true(n_large > 0);
        ard_fitted_free(context, &fitted);
        ardor_dataset_free(data);
    }
    ardor_spec_free(spec);
    free_table(&t);
}

/* A fit that was cut before its conditions hold tells nothing about what it would be without a row. */
static void unsettled_candidates_are_not_trusted(void **state)
{
    (void)state;
    ardor_model *model = NULL;
    ardor_dataset *data = gaussians(120, 4);
    json_t *root = fit_json(data, "basis=rbf lam2=2 tune=alo max_iter=9"), *one;
    size_t i;
    int n_cut = 0;
    json_array_foreach(at(root, "tune.candidates"), i, one)
    {
        const bool large = number_at(one, "n_features") + number_at(one, "n_vectors") > 24;
        n_cut += !large && strcmp(text_at(one, "status"), "untrusted") == 0;
    }
    assert_true(n_cut > 0);
    json_decref(root);
    assert_int_equal(try_fit(data, "basis=rbf lam2=2 tune=alo max_iter=1", &model), ARDOR_DATA);
    assert_message("take --tune=cv:5");
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ refusals */

static void what_it_cannot_see_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *part;
        bool evaluated;
        ardor_status status;
    } row[] = {
        {"method=spr tune=alo filter=ttest:2", "not of the filter that chooses its features: take --tune=cv:5", false,
         ARDOR_USAGE},
        {"method=spr tune=alo filter=variance:2", "not of the filter, which has no labels to choose by", false, ARDOR_USAGE},
        {"method=spr tune=alo filter=laplacian:2", "not of the filter, which has no labels to choose by", false, ARDOR_USAGE},
        {"method=rvm tune=alo", "no approximate leave-one-out: take --tune=cv:5", false, ARDOR_USAGE},
        {"method=spr tune=alo rule=deviance", "take --set rule=one-se", false, ARDOR_USAGE},
        {"method=spr tune=alo relax=auto", "relax=auto", false, ARDOR_USAGE},
        {"method=spr tune=alo filter=ttest:3", "filter", false, ARDOR_USAGE},
        {"method=spr tune=alo protocol=leaky plan=kfold:3", "--protocol leaky", true, ARDOR_USAGE},
        {"basis=linear tune=alo screen=restrict", "screen=none", false, ARDOR_USAGE},
        {"tune=alo screen=open", "screen=none", false, ARDOR_USAGE},
        {"tune=alo solver=em", "solver=direct", false, ARDOR_USAGE},
        {"tune=alo:5", "alo, or", false, ARDOR_USAGE},
        {"method=spr plan=alo", "plan 'alo' is not known", true, ARDOR_USAGE},
    };
    ardor_dataset *data = gaussians(40, 5);
    for (int k = 0; k < COUNT_OF(row); k++) {
        ardor_model *model = NULL;
        json_t *root = NULL;
        const ardor_status status =
            row[k].evaluated ? try_evaluate(data, row[k].spec, &root) : try_fit(data, row[k].spec, &model);
        if (status != row[k].status) fail_msg("%s: status %d", row[k].spec, (int)status);
        assert_message(row[k].part);
    }
    ardor_dataset_free(data);
    /* screen=auto is settled by the data */
    ardor_model *model = NULL;
    data = gaussians(20, 120);
    assert_int_equal(try_fit(data, "basis=linear tune=alo", &model), ARDOR_USAGE);
    assert_message("p > 5 n");
    ardor_dataset_free(data);
}

static int try_rows(int64_t n, int64_t p, const double *x, const double *side, const char *spec)
{
    ardor_model *model = NULL;
    ardor_dataset *data = make_table(n, p, x, side, NULL);
    const int status = try_fit(data, spec, &model);
    ardor_model_free(model);
    ardor_dataset_free(data);
    return status;
}

/* Tables with hardly anything to leave out give a model or a reason, whatever the method. */
static void tiny_tables(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr tune=alo", "tune=alo", "basis=linear tune=alo",
                                        "method=spr basis=rbf tune=alo"};
    static const double x[24] = {1, 2, 3, 4, 5, 6, 7, 8.5, 2, 1, 0, 3, 1, 2, 2, 1, 4, 4, 4, 4, 4, 4, 4, 4};
    static const double two[2] = {1, -1}, lone[8] = {1, -1, -1, -1, -1, -1, -1, -1}, half[8] = {1, -1, 1, 1, -1, -1, 1, -1};
    static const double constant[24] = {0};
    for (int k = 0; k < COUNT_OF(specs); k++) {
        assert_int_equal(try_rows(2, 2, x, two, specs[k]), ARDOR_DATA);
        assert_message("is too small");
        assert_int_equal(try_rows(8, 2, x, lone, specs[k]), ARDOR_DATA); /* a class of one row */
        assert_message("the class has 1 row");
        const int status = try_rows(8, 3, x, half, specs[k]); /* 8 rows trust one feature */
        if (status != ARDOR_OK) assert_message("a fifth of what it leaves out");
        assert_int_equal(try_rows(8, 3, constant, half, specs[k]), ARDOR_OK); /* only constants */
        assert_int_equal(try_rows(8, 0, x, half, specs[k]), ARDOR_OK);
    }
}

/* ------------------------------------------------------------------ groups, copies, threads */

static ardor_dataset *grouped(const table *t, int per_group)
{
    ardor_dataset *data = dataset_of(t);
    char(*text)[24] = make_array(t->n, sizeof *text);
    char **group = make_array(t->n, sizeof *group);
    for (int64_t i = 0; i < t->n; i++) {
        snprintf(text[i], sizeof text[i], "g%lld", (long long)(i % (t->n / per_group)));
        group[i] = text[i];
    }
    must(ard_dataset_set_groups(data, group));
    free(group);
    free(text);
    return data;
}

/* Each row twice: with groups copies go together, and the figures are those of the table without copies at half the rates. */
static void groups_are_left_out_together(void **state)
{
    (void)state;
    enum { N = 60, P = 3 };
    table t = make_noisy(N, P, false), twice = {2 * N, P, make_reals(2 * N * P), make_reals(2 * N), NULL};
    for (int i = 0; i < 2 * N; i++) {
        for (int j = 0; j < P; j++) twice.x[j * 2 * N + i] = t.x[j * N + i % N];
        twice.side[i] = t.side[i % N];
    }
    ardor_dataset *once = dataset_of(&t), *copies = dataset_of(&twice), *together = grouped(&twice, 2);
    json_t *want = fit_json(once, "method=spr lam1=2 tune=alo"), *have = fit_json(together, "method=spr lam1=4 tune=alo"),
           *apart = fit_json(copies, "method=spr lam1=4 tune=alo");
    assert_near(number_at(have, "tune.candidates.0.error"), number_at(want, "tune.candidates.0.error"), 1e-9, "the error");
    assert_near(number_at(have, "tune.candidates.0.deviance"), number_at(want, "tune.candidates.0.deviance"), 1e-5,
                "the deviance");
    assert_true(number_at(apart, "tune.candidates.0.deviance") < number_at(want, "tune.candidates.0.deviance") - 1e-3);
    assert_non_null(warning_of(apart, "copies_apart"));
    assert_null(warning_of(have, "copies_apart"));
    assert_null(warning_of(want, "copies_apart"));
    json_decref(apart);
    json_decref(have);
    json_decref(want);
    ardor_dataset_free(together);
    ardor_dataset_free(copies);
    ardor_dataset_free(once);
    free_table(&twice);
    free_table(&t);
}

/* A class that is all of one group cannot be left out. */
static void a_class_in_one_group_is_refused(void **state)
{
    (void)state;
    ardor_model *model = NULL;
    table t = make_noisy(40, 3, false);
    ardor_dataset *data = dataset_of(&t);
    char *group[40];
    for (int i = 0; i < 40; i++) group[i] = t.side[i] > 0 ? "a" : i % 2 ? "b" : "c";
    must(ard_dataset_set_groups(data, group));
    assert_int_equal(try_fit(data, "method=spr tune=alo", &model), ARDOR_DATA);
    assert_message("is too small");
    for (int i = 0; i < 40; i++) group[i] = "a";
    must(ard_dataset_set_groups(data, group));
    assert_int_equal(try_fit(data, "method=spr tune=alo", &model), ARDOR_USAGE);
    assert_message("of one group");
    ardor_dataset_free(data);
    free_table(&t);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const specs[] = {"basis=rbf tune=alo", "method=spr tune=alo"};
    ardor_dataset *data = gaussians(80, 4);
    for (int k = 0; k < COUNT_OF(specs); k++) {
        char one[100], several[100];
        snprintf(one, sizeof one, "%s threads=1", specs[k]);
        snprintf(several, sizeof several, "%s threads=3", specs[k]);
        char *a = without_seconds(fit_json(data, one)), *b = without_seconds(fit_json(data, several));
        assert_string_equal(a, b);
        free(a);
        free(b);
        strcat(one, " plan=kfold:3");
        strcat(several, " plan=kfold:3");
        json_t *first = evaluate(data, one), *other = evaluate(data, several);
        assert_string_equal(text_at(first, "tune"), "alo");
        json_object_del(first, "threads");
        json_object_del(other, "threads");
        a = without_seconds(first);
        b = without_seconds(other);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
    ardor_dataset_free(data);
}

/* The model file has the figures of candidates that are not trusted too. */
static void a_model_file_keeps_the_candidates(void **state)
{
    (void)state;
    char path[] = "ardor-alo-XXXXXX";
    ardor_model *model = NULL, *again = NULL;
    ardor_dataset *data = gaussians(60, 20);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    model = fit(data, "basis=rbf lam2=1 tune=alo");
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &again));
    json_t *made = model_json(model), *loaded = model_json(again);
    forget_what_files_lack(made, false);
    forget_what_files_lack(loaded, true);
    char *a = without_seconds(made), *b = without_seconds(loaded);
    assert_non_null(strstr(a, "untrusted"));
    assert_string_equal(a, b);
    free(a);
    free(b);
    remove(path);
    ardor_model_free(again);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Trusted is what is small and settled, in weights and in scales; of a null model nothing is asked. */
static void candidates_are_trusted_by_size_and_certificate(void **state)
{
    (void)state;
    static const struct {
        double weights, scales;
        int64_t features, vectors;
        bool null, trusted;
    } cases[] = {{1e-3, 1e-3, 4, 6, false, true},   {1e-3, NAN, 4, 6, false, true},    {1e-3, .5, 4, 6, false, false},
                 {.5, 1e-3, 4, 6, false, false},    {.5, NAN, 4, 6, false, false},     {1e-3, 1e-3, 5, 6, false, false},
                 {1e-3, 1e-3, 11, 0, false, false}, {1e-3, 1e-3, 0, 11, false, false}, {.5, .5, 0, 0, true, true}};
    const tuning t = {.most_variables = 10};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const ard_fit fit = {.machine = {.n_features = cases[i].features, .n_vectors = cases[i].vectors},
                             .certificate = {ARD_CERTIFICATE_KKT, cases[i].weights, cases[i].scales},
                             .null_model = cases[i].null};
        if (tune_alo_status(&t, &fit) != (cases[i].trusted ? ARD_TUNED_DONE : ARD_TUNED_UNTRUSTED)) fail_msg("case %d", (int)i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(figures_are_those_of_the_rows_left_out),
                                       cmocka_unit_test(the_null_model_loses_no_row),
                                       cmocka_unit_test(figures_are_near_those_of_leave_one_out),
                                       cmocka_unit_test(large_candidates_are_not_chosen),
                                       cmocka_unit_test(the_limit_follows_what_is_left_out),
                                       cmocka_unit_test(unsettled_candidates_are_not_trusted),
                                       cmocka_unit_test(candidates_are_trusted_by_size_and_certificate),
                                       cmocka_unit_test(what_it_cannot_see_is_refused),
                                       cmocka_unit_test(tiny_tables),
                                       cmocka_unit_test(groups_are_left_out_together),
                                       cmocka_unit_test(a_class_in_one_group_is_refused),
                                       cmocka_unit_test(threads_change_nothing),
                                       cmocka_unit_test(a_model_file_keeps_the_candidates)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
