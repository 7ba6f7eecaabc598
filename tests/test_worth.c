/* What evaluations say of the list of features that their folds select: every number computed again from the sets of folds that
 * were run one by one, with whole matrices; permuted labels by hand; what selects nothing or all; where there is too much. */
#include "api_fixture.h"

#include "resample/plan.h"
#include "study/exchange.h"

enum { N = 60, P = 12, FOLDS = 5, CONSTANT = 10, RARE = 11, RARE_ROW = 7 };

static ardor_dataset *data;
static double prepared[N * P]; /* what the correlations are of */

static void keep(const double *x)
{
    for (int i = 0; i < N * P; i++) prepared[i] = x[i];
}

static int compare_reals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the values that are known. */
static void fill_in(double *x, int missing)
{
    double known[N];
    int n = 0;
    for (int i = 0; i < N; i++)
        if (i != missing) known[n++] = x[i];
    qsort(known, (size_t)n, sizeof *known, compare_reals);
    x[missing] = (known[(n - 1) / 2] + known[n / 2]) / 2;
}

/* Features 1 to 3 tell the classes apart, 5 and 7 are nearly 1, 6 is nearly the negative of 2. */
static int open_data(void **state)
{
    ard_rng rng;
    int32_t label[N];
    open_context(state);
    ard_rng_init(&rng, 11, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) {
        label[i] = i % 2;
        for (int j = 0; j < 3; j++) x[i + j * N] += .9 * label[i];
        x[i + 4 * N] = x[i] + .35 * x[i + 4 * N];
        x[i + 5 * N] = -x[i + N] + .35 * x[i + 5 * N];
        x[i + 6 * N] = x[i] + .45 * x[i + 6 * N];
        x[i + CONSTANT * N] = 3;
        x[i + RARE * N] = i == RARE_ROW;
    }
    x[2 + 9 * N] = NAN;
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    table.n_classes = 2;
    must(ardor_dataset_from_table(context, &table, &data));
    fill_in(x + 9 * N, 2);
    keep(x);
    free(x);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(data);
    return close_context(state);
}

static const json_t *member(const json_t *object, const char *key) { return json_object_get(object, key); }
static double real_at(const json_t *object, const char *key)
{
    const json_t *value = member(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}
static long long int_at(const json_t *object, const char *key)
{
    assert_true(json_is_integer(member(object, key)));
    return json_integer_value(member(object, key));
}

static int column_of(const char *name)
{
    for (int j = 0; j < P; j++)
        if (strcmp(data->feature[j], name) == 0) return j;
    fail_msg("there is no feature %s", name);
    return -1;
}

static const json_t *selected(const json_t *document, int column)
{
    size_t i;
    const json_t *feature;
    json_array_foreach(member(document, "selection"), i,
                       feature) if (column_of(json_string_value(member(feature, "name"))) == column) return feature;
    return NULL;
}

/* ---- sets */

typedef struct sets {
    int m;
    bool z[FOLDS][P];
    double f[P];
} sets;

static void add_set(sets *s, const ardor_dataset *of, const ard_plan *plan, int64_t f, const char *recipe)
{
    ard_fold fold;
    ardor_evaluation *e = NULL;
    char *text = NULL;
    ardor_spec *spec = make_spec(recipe);
    must(ard_plan_fold(context, plan, f, &fold));
    const int64_t *const train[] = {fold.train.row}, *const test[] = {fold.test.row};
    must(ardor_spec_set_splits(context, spec, 1, train, &fold.train.n, test, &fold.test.n));
    must(ardor_evaluate(context, of, spec, &e));
    must(ardor_evaluation_json(context, e, &text));
    json_t *document = parse_json(text);
    for (int j = 0; j < P; j++) s->z[s->m][j] = selected(document, j) != NULL;
    s->m++;
    json_decref(document);
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    ard_fold_free(context, &fold);
}

static sets sets_of(const ardor_dataset *of, const char *recipe)
{
    sets s = {0};
    ard_plan *plan = NULL;
    must(ard_plan_new(context, of, NULL, "kfold:5", 4, &plan));
    for (int64_t f = 0; f < FOLDS; f++) add_set(&s, of, plan, f, recipe);
    ard_plan_free(plan);
    for (int i = 0; i < s.m; i++)
        for (int j = 0; j < P; j++) s.f[j] += s.z[i][j] / (double)s.m;
    return s;
}

/* ---- the same by plain sums */

static double correlation(int a, int b)
{
    const double *x = prepared + a * N, *y = prepared + b * N;
    double mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (int i = 0; i < N; i++) {
        mx += x[i] / N;
        my += y[i] / N;
    }
    for (int i = 0; i < N; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

static double size_of(const sets *s, int i)
{
    double k = 0;
    for (int j = 0; j < P; j++) k += s->z[i][j];
    return k;
}

static void check_stability(const json_t *list, const sets *s, double p)
{
    const double m = s->m;
    double kbar = 0, spread = 0, phi[FOLDS], mean = 0, v = 0;
    for (int i = 0; i < s->m; i++) kbar += size_of(s, i) / m;
    for (int j = 0; j < P; j++) spread += m / (m - 1) * s->f[j] * (1 - s->f[j]) / p;
    const double q = kbar / p, stability = 1 - spread / (q * (1 - q));
    for (int i = 0; i < s->m; i++) {
        const double k = size_of(s, i);
        double agree = 0;
        for (int j = 0; j < P; j++) agree += s->z[i][j] * s->f[j] / p;
        phi[i] = (agree - k * kbar / (p * p) + stability / 2 * (2 * k * kbar / (p * p) - k / p - q + 1)) / (q * (1 - q));
        mean += phi[i] / m;
    }
    for (int i = 0; i < s->m; i++) v += 4 / (m * m) * (phi[i] - mean) * (phi[i] - mean);
    const json_t *figure = member(list, "stability");
    assert_near(real_at(figure, "value"), stability, 1e-12, "S");
    assert_near(real_at(figure, "low"), fmax(stability - 1.959963984540054 * sqrt(v), -1 / (m - 1)), 1e-12, "low");
    assert_near(real_at(figure, "high"), fmin(stability + 1.959963984540054 * sqrt(v), 1), 1e-12, "high");
    assert_near(real_at(list, "expected_by_chance"), q, 1e-14, "q/p");
    assert_true(stability > .2 && stability < .95); /* the test has something to see */
}

static double covariance(const sets *s, int a, int b)
{
    double both = 0;
    for (int i = 0; i < s->m; i++) both += (s->z[i][a] - s->f[a]) * (s->z[i][b] - s->f[b]);
    return both / (s->m - 1);
}

/* out: which columns may be selected. */
static void check_correlated(const json_t *list, const sets *s, const bool *out)
{
    double p = 0, kbar = 0, squares = 0, spread = 0, random = 0;
    for (int j = 0; j < P; j++) p += out[j];
    for (int i = 0; i < s->m; i++) {
        kbar += size_of(s, i) / s->m;
        squares += size_of(s, i) * size_of(s, i) / s->m;
    }
    for (int a = 0; a < P; a++)
        for (int b = 0; b < P; b++) {
            const double r = a == b ? 1 : fabs(correlation(a, b));
            if (!out[a] || !out[b] || !(r >= .7)) continue;
            spread += r * covariance(s, a, b);
            random += r * (a == b ? kbar / p * (1 - kbar / p) : (squares - kbar) / (p * p - p) - kbar * kbar / (p * p));
        }
    const json_t *figure = member(list, "stability_correlated");
    assert_near(real_at(figure, "value"), 1 - spread / random, 1e-11, "S_C");
    assert_near(real_at(figure, "least"), .7, 0, "least");
    assert_true(json_is_null(member(figure, "reason")));
}

/* Joins the nearest two groups of all, again and again. */
static int count_groups(const bool *in)
{
    int group[P], n = 0;
    for (int j = 0; j < P; j++) {
        group[j] = in[j] ? j : -1;
        n += in[j];
    }
    for (;;) {
        double best = -1;
        int join[2] = {0, 0};
        for (int a = 0; a < P; a++)
            for (int b = a + 1; b < P; b++) {
                double sum = 0, pairs = 0;
                for (int i = 0; i < P; i++)
                    for (int j = 0; j < P; j++)
                        if (group[i] == a && group[j] == b) {
                            sum += fabs(correlation(i, j));
                            pairs++;
                        }
                if (!(pairs > 0) || !(sum / pairs > best)) continue;
                best = sum / pairs;
                join[0] = a;
                join[1] = b;
            }
        if (best < .8) return n;
        for (int j = 0; j < P; j++)
            if (group[j] == join[1]) group[j] = join[0];
        n--;
    }
}

static void check_core(const json_t *list, const sets *s)
{
    int core = 0, tail = 0, always = 0, n = 0;
    bool in_core[P], in_any[P];
    for (int j = 0; j < P; j++) {
        in_core[j] = s->f[j] > .8 - 1e-9;
        in_any[j] = s->f[j] > 0;
        core += in_core[j];
        tail += in_any[j] && !in_core[j];
        always += s->f[j] > 1 - 1e-9;
    }
    assert_int_equal(int_at(list, "n_core"), core);
    assert_int_equal(int_at(list, "n_tail"), tail);
    assert_int_equal(int_at(list, "n_always"), always);
    assert_int_equal(int_at(list, "n_never"), int_at(list, "p") - core - tail);
    size_t i;
    const json_t *name;
    double mean = 0;
    json_array_foreach(member(list, "core"), i, name)
    {
        assert_true(in_core[column_of(json_string_value(name))]);
        mean += s->f[column_of(json_string_value(name))];
        n++;
    }
    assert_int_equal(n, core);
    assert_near(real_at(list, "mean_core"), mean, 1e-12, "features of the core in a set");
    assert_int_equal(int_at(member(list, "groups"), "core"), count_groups(in_core));
    assert_int_equal(int_at(member(list, "groups"), "all"), count_groups(in_any));
    assert_true(count_groups(in_any) < core + tail);
}

static void check_nearest(const json_t *document, const sets *s, int forced)
{
    int n = 0;
    for (int j = 0; j < P; j++) {
        const json_t *feature = selected(document, j);
        int best = -1;
        for (int k = 0; k < P; k++)
            if (k != j && fabs(correlation(j, k)) >= .8 && (best < 0 || fabs(correlation(j, k)) > fabs(correlation(j, best))))
                best = k;
        if (!feature) continue;
        if (best < 0) {
            assert_true(json_is_null(member(feature, "nearest")) && json_is_null(member(feature, "nearest_correlation")) &&
                        json_is_null(member(feature, "nearest_frequency")));
            continue;
        }
        n++;
        assert_string_equal(json_string_value(member(feature, "nearest")), data->feature[best]);
        assert_near(real_at(feature, "nearest_correlation"), correlation(j, best), 1e-12, "r");
        if (best == forced)
            assert_true(json_is_null(member(feature, "nearest_frequency")));
        else
            assert_near(real_at(feature, "nearest_frequency"), s->f[best], 1e-14, "frequency of the nearest");
    }
    assert_true(n >= 2);
    assert_int_equal(int_at(member(member(document, "list"), "nearest"), "features"),
                     json_array_size(member(document, "selection")));
}

/* dropped: constant as prepared. */
static void check_list(const char *recipe, int forced, int dropped)
{
    char text[200];
    bool may[P];
    double p = 0;
    snprintf(text, sizeof text, "%s plan=kfold:5", recipe);
    json_t *document = evaluate(data, text);
    const json_t *list = member(document, "list");
    const sets s = sets_of(data, recipe);
    for (int j = 0; j < P; j++) {
        may[j] = j != CONSTANT && j != forced && j != dropped;
        p += may[j];
    }
    assert_int_equal(int_at(list, "p"), p);
    assert_int_equal(int_at(list, "folds"), FOLDS);
    assert_true(json_is_true(member(list, "selects")));
    assert_near(real_at(list, "core_frequency"), .8, 0, "core");
    check_stability(list, &s, p);
    check_correlated(list, &s, may);
    check_core(list, &s);
    check_nearest(document, &s, forced);
    assert_int_equal(int_at(list, "permuted_folds"), 0);
    assert_true(json_is_null(member(list, "permuted_frequency")));
    assert_true(json_is_null(member(json_array_get(member(document, "selection"), 0), "permuted_frequency")));
    json_decref(document);
}

static void lists_are_those_of_folds_run_alone(void **state)
{
    (void)state;
    check_list("method=spr strength=.12 impute=median seed=4", -1, -1);
    check_list("method=svm-l1 strength=.2 impute=median seed=4", -1, -1);
    check_list("method=spr strength=.12 impute=median seed=4 force=x1", 0, -1);
}

/* The table in units of which the preparation takes the logarithm, above a floor or not: what is correlated, and what varies, are
 * the logarithms. */
static void correlations_are_of_prepared_values(void **state)
{
    (void)state;
    static const double floor_of[] = {0, .5};
    double own[N * P], x[N * P];
    ardor_dataset *table = data;
    memcpy(own, prepared, sizeof own);
    for (int k = 0; k < 2; k++) {
        int32_t label[N];
        char recipe[100];
        for (int i = 0; i < N; i++) label[i] = table->label[i];
        for (int i = 0; i < N * P; i++) x[i] = exp(own[i]);
        for (int i = 0; i < N; i++) x[i + RARE * N] = i % 3 ? .1 : .4;
        ardor_table of = {.size = sizeof of, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
        of.n_classes = 2;
        must(ardor_dataset_from_table(context, &of, &data));
        for (int i = 0; i < N * P; i++) prepared[i] = log(fmax(x[i], floor_of[k]));
        snprintf(recipe, sizeof recipe,
                 k == 0 ? "method=spr strength=.12 log=on seed=4" : "method=spr strength=.12 log=.5 seed=4");
        check_list(recipe, -1, k == 0 ? -1 : RARE);
        ardor_dataset_free(data);
    }
    data = table;
    keep(own);
}

/* What varies below the floor alone among the rows of a fold is dropped there: a fold without it leaves nothing out. */
static void values_below_the_floor_do_not_vary(void **state)
{
    (void)state;
    double x[N * P];
    int32_t label[N];
    for (int i = 0; i < N; i++) label[i] = data->label[i];
    for (int i = 0; i < N * P; i++) x[i] = i / N < 6 ? exp(prepared[i]) : i % N == 2 * (i / N) ? 2 : .1 + .001 * (i % N);
    ardor_table of = {.size = sizeof of, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    of.n_classes = 2;
    ardor_dataset *table = NULL;
    must(ardor_dataset_from_table(context, &of, &table));
    json_t *document = evaluate(table, "method=logistic alpha=0 log=.5 plan=kfold:5");
    assert_int_equal(int_at(member(document, "list"), "p"), P);
    assert_true(json_is_false(member(member(document, "list"), "selects")));
    json_decref(document);
    ardor_dataset_free(table);
}

/* The sum of correlations that the cells of a table have in common is none of a cell with forced columns. */
static void lists_of_cells_are_those_alone(void **state)
{
    (void)state;
    static const char *const recipes[] = {"method=spr strength=.12 impute=median plan=kfold:5",
                                          "method=spr strength=.12 impute=median plan=kfold:5 force=x1",
                                          "method=svm-l1 strength=.2 impute=median plan=kfold:5"};
    ardor_study *study = NULL;
    ardor_spec *spec[3], *run = make_spec("threads=1");
    char *text = NULL;
    must(ardor_study_new(context, &study));
    for (int k = 0; k < 3; k++) {
        char name[16];
        snprintf(name, sizeof name, "%d", k);
        spec[k] = make_spec(recipes[k]);
        must(ardor_study_add(context, study, data, "table", spec[k], name));
    }
    must(ardor_study_run(context, study, run));
    must(ardor_study_json(context, study, &text));
    json_t *document = parse_json(text);
    for (int k = 0; k < 3; k++) {
        json_t *alone = evaluate(data, recipes[k]);
        const json_t *cell = json_array_get(member(document, "cells"), (size_t)k);
        assert_true(json_is_object(member(alone, "list")));
        assert_true(json_equal(member(member(cell, "evaluation"), "list"), member(alone, "list")));
        json_decref(alone);
        ardor_spec_free(spec[k]);
    }
    json_decref(document);
    ardor_spec_free(run);
    ardor_study_free(study);
}

/* ---- chance */

static void permuted_folds_are_counted(void **state)
{
    (void)state;
    enum { TIMES = 4 };
    const char *recipe = "method=spr strength=.12 impute=median seed=4";
    char text[200];
    double f[P] = {0}, total = 0;
    snprintf(text, sizeof text, "%s plan=kfold:5 permute=%d", recipe, TIMES);
    json_t *document = evaluate(data, text);
    for (int b = 0; b < TIMES; b++) {
        int32_t label[N];
        ard_exchange how;
        must(ard_labels_exchange(context, data, 4, b + 1, label, &how));
        const ardor_dataset exchanged = ard_dataset_with_labels(data, label);
        const sets s = sets_of(&exchanged, recipe);
        for (int j = 0; j < P; j++) {
            f[j] += s.f[j] / TIMES;
            total += s.f[j] / TIMES;
        }
    }
    const json_t *list = member(document, "list");
    assert_int_equal(int_at(list, "permuted_folds"), TIMES * FOLDS);
    assert_near(real_at(list, "permuted_frequency"), total / (P - 1), 1e-14, "mean frequency");
    size_t i;
    const json_t *feature;
    json_array_foreach(member(document, "selection"), i, feature)
        assert_near(real_at(feature, "permuted_frequency"), f[column_of(json_string_value(member(feature, "name")))], 1e-14,
                    "frequency on permuted labels");
    json_decref(document);
}

/* ---- nothing to say */

/* Why there is no value, of a figure or a count. */
static void check_reason(const json_t *object, const char *key, const char *value, const char *reason)
{
    const json_t *figure = member(object, key);
    assert_true(json_is_null(member(figure, value)));
    assert_string_equal(json_string_value(member(figure, "reason")), reason);
}

static void there_may_be_nothing_to_say(void **state)
{
    (void)state;
    static const char all[] = "every fold uses all features";
    static const struct {
        const char *spec, *stability, *groups;
        bool selects;
    } cases[] = {
        /* a feature is constant where its one row is tested: that is no selection */
        {"method=logistic alpha=0 impute=median plan=kfold:5", all, all, false},
        {"method=logistic alpha=0 impute=median plan=holdout:.3", "there are fewer than two sets", all, false},
        {"method=majority impute=median plan=kfold:5", "no set has a feature", "no feature was selected", true},
        {"method=spr strength=.12 impute=median plan=holdout:.3", "there are fewer than two sets", NULL, true},
        {"method=logistic alpha=0 impute=median filter=ttest:3 plan=kfold:5", NULL, NULL, true},
    };
    for (int k = 0; k < COUNT_OF(cases); k++) {
        json_t *document = evaluate(data, cases[k].spec);
        const json_t *list = member(document, "list");
        assert_int_equal(json_is_true(member(list, "selects")), cases[k].selects);
        if (cases[k].stability) check_reason(list, "stability", "value", cases[k].stability);
        if (cases[k].stability) check_reason(list, "stability_correlated", "value", cases[k].stability);
        if (cases[k].groups) check_reason(list, "groups", "all", cases[k].groups);
        if (cases[k].groups) assert_int_equal(int_at(member(list, "nearest"), "features"), 0);
        if (!cases[k].stability) assert_true(json_is_number(member(member(list, "stability"), "value")));
        if (!cases[k].groups) assert_true(json_is_integer(member(member(list, "groups"), "all")));
        json_decref(document);
    }
    json_t *document = evaluate(data, "method=logistic alpha=0 impute=median pca=3 plan=kfold:5");
    assert_true(json_is_null(member(document, "list")));
    json_decref(document);
}

/* Rows from this one on are tested and train nowhere. */
enum { TRAINED = 48, SPLITS = 3 };

/* The evaluation in a study, whose folds may fail one by one: of all rows but those of every third pair, others in each split. */
static json_t *evaluate_splits(const char *text, const ardor_dataset *of, int n_trained)
{
    int64_t train[SPLITS][N], test[SPLITS][N], n_train[SPLITS] = {0}, n_test[SPLITS] = {0};
    ardor_spec *spec = make_spec(text);
    ardor_study *study = NULL;
    char *document = NULL;
    for (int f = 0; f < SPLITS; f++)
        for (int i = 0; i < N; i++) {
            if (i < n_trained && i / 2 % SPLITS != f)
                train[f][n_train[f]++] = i;
            else
                test[f][n_test[f]++] = i;
        }
    const int64_t *const trains[] = {train[0], train[1], train[2]}, *const tests[] = {test[0], test[1], test[2]};
    must(ardor_spec_set_splits(context, spec, SPLITS, trains, n_train, tests, n_test));
    must(ardor_study_new(context, &study));
    must(ardor_study_add(context, study, of, NULL, spec, NULL));
    must(ardor_study_run(context, study, NULL));
    must(ardor_study_json(context, study, &document));
    json_t *json = parse_json(document);
    json_t *evaluation = json_incref(json_object_get(json_array_get(json_object_get(json, "cells"), 0), "evaluation"));
    json_decref(json);
    ardor_study_free(study);
    ardor_spec_free(spec);
    return evaluation;
}

/* Feature 1 is nearly 12 in all rows that train, and not in the others, in which alone 4 varies. */
static void rows_that_only_test_have_no_say(void **state)
{
    (void)state;
    double x[N * P];
    int32_t label[N];
    for (int i = 0; i < N; i++) label[i] = data->label[i];
    memcpy(x, prepared, sizeof x);
    for (int i = 0; i < N; i++) {
        x[i + 3 * N] = i < TRAINED ? 1 : i;
        x[i + 11 * N] = i < TRAINED ? x[i] + .05 * x[i + 11 * N] + .001 * i : 50 - 10 * x[i];
    }
    ardor_table of = {.size = sizeof of, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    of.n_classes = 2;
    ardor_dataset *table = NULL;
    must(ardor_dataset_from_table(context, &of, &table));
    json_t *document = evaluate_splits("method=spr strength=.12", table, TRAINED);
    const json_t *list = member(document, "list"), *first = selected(document, 0), *last = selected(document, 11);
    assert_int_equal(int_at(list, "p"), P - 2);
    assert_true(first || last);
    if (first) assert_string_equal(json_string_value(member(first, "nearest")), table->feature[11]);
    if (first) assert_true(real_at(first, "nearest_correlation") > .99);
    if (last) assert_true(real_at(last, "nearest_correlation") > .99);
    json_decref(document);
    ardor_dataset_free(table);
}

/* Splits that train the row with a missing value fail; of the other one there is a list, and reasons in the place of the rest. */
static void a_preparation_may_fail(void **state)
{
    (void)state;
    static const char why[] = "the preparation cannot be fitted to the training rows of all folds together";
    json_t *document = evaluate_splits("method=logistic alpha=0 filter=ttest:3", data, N);
    const json_t *list = member(document, "list");
    assert_int_equal(json_array_size(member(document, "failed")), SPLITS - 1);
    assert_int_equal(int_at(list, "folds"), 1);
    assert_int_equal(int_at(list, "p"), P - 1);
    assert_true(json_is_true(member(list, "selects")));
    assert_int_equal(json_array_size(member(document, "selection")), 3);
    check_reason(list, "groups", "all", why);
    assert_string_equal(json_string_value(member(member(list, "nearest"), "reason")), why);
    assert_int_equal(int_at(member(list, "nearest"), "features"), 0);
    json_decref(document);
}

/* As many groups as there are train, whose rows may be more than those of the table. */
static void large_groups_may_be_drawn_repeatedly(void **state)
{
    (void)state;
    int32_t label[N];
    int64_t group[N];
    for (int i = 0; i < N; i++) {
        label[i] = data->label[i];
        group[i] = i < 20 ? 0 : i < 40 ? 1 : i;
    }
    ardor_table of = {.size = sizeof of, .n = N, .p = P, .x = prepared, .row_stride = 1, .column_stride = N, .label = label};
    of.n_classes = 2;
    of.groups = group;
    ardor_dataset *table = NULL;
    must(ardor_dataset_from_table(context, &of, &table));
    json_t *document = evaluate(table, "method=logistic alpha=0 plan=boot:30");
    assert_int_equal(int_at(member(document, "list"), "p"), P - 1);
    assert_true(json_is_false(member(member(document, "list"), "selects")));
    json_decref(document);
    ardor_dataset_free(table);
}

/* All sets the same: 1, without an interval. */
static void folds_may_all_agree(void **state)
{
    (void)state;
    json_t *document = evaluate(data, "method=logistic alpha=0 impute=median filter=ttest:1 plan=kfold:2 protocol=leaky");
    const json_t *list = member(document, "list"), *stability = member(list, "stability");
    assert_near(real_at(stability, "value"), 1, 0, "S");
    assert_true(json_is_null(member(stability, "low")));
    assert_string_equal(json_string_value(member(stability, "reason")), "all sets are the same");
    assert_int_equal(int_at(list, "n_always"), 1);
    json_decref(document);
}

/* 20 x 25000: the sum of all correlations is left out, and nothing else. */
static void large_tables_say_less(void **state)
{
    (void)state;
    enum { ROWS = 20, COLUMNS = 25000 };
    ard_rng rng;
    double side[ROWS];
    ard_rng_init(&rng, 3, 0, 0);
    double *x = make_normals(&rng, (int64_t)ROWS * COLUMNS);
    for (int i = 0; i < ROWS; i++) {
        side[i] = i % 2 ? 1 : -1;
        x[i] += 2 * side[i];
        x[i + 17 * ROWS] = -x[i] + .1 * x[i + 17 * ROWS];
    }
    ardor_dataset *large = make_table(ROWS, COLUMNS, x, side, NULL);
    json_t *document = evaluate(large, "method=logistic alpha=0 filter=ttest:40 plan=kfold:2");
    const json_t *list = member(document, "list"), *first = json_array_get(member(document, "selection"), 0);
    check_reason(list, "stability_correlated", "value", "the table is so large that its correlations would take too long");
    assert_true(json_is_number(member(member(list, "stability"), "value")));
    assert_true(json_is_integer(member(member(list, "groups"), "all")));
    assert_int_equal(int_at(member(list, "nearest"), "features"), 30);
    assert_true(json_array_size(member(document, "selection")) > 30);
    assert_string_equal(json_string_value(member(first, "nearest")), large->feature[17]);
    const json_t *last = json_array_get(member(document, "selection"), json_array_size(member(document, "selection")) - 1);
    assert_true(json_is_null(member(last, "nearest")));
    json_decref(document);
    ardor_dataset_free(large);
    free(x);
}

/* 5100 of 6000 columns are nearly the same: the memory for their groups is left out, and nothing else. */
static void groups_take_no_more_memory_than_some(void **state)
{
    (void)state;
    enum { ROWS = 12, COLUMNS = 6000, ALIKE = 5100 };
    ard_rng rng;
    double side[ROWS];
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_normals(&rng, (int64_t)ROWS * COLUMNS);
    for (int i = 0; i < ROWS; i++) {
        side[i] = i % 2 ? 1 : -1;
        for (int j = 0; j < ALIKE; j++) x[i + j * ROWS] = 2 * side[i] + .1 * x[i + j * ROWS];
    }
    ardor_dataset *large = make_table(ROWS, COLUMNS, x, side, NULL);
    json_t *document = evaluate(large, "method=logistic alpha=0 filter=ttest:5050 plan=kfold:2");
    const json_t *list = member(document, "list");
    check_reason(list, "groups", "all", "so many features are correlated that their groups would take too much memory");
    assert_true(json_is_null(member(member(list, "groups"), "core")));
    assert_true(json_is_number(member(member(list, "stability_correlated"), "value")));
    assert_int_equal(int_at(member(list, "nearest"), "features"), 30);
    json_decref(document);
    ardor_dataset_free(large);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_of_cells_are_those_alone),
        cmocka_unit_test(lists_are_those_of_folds_run_alone),
        cmocka_unit_test(permuted_folds_are_counted),
        cmocka_unit_test(there_may_be_nothing_to_say),
        cmocka_unit_test(folds_may_all_agree),
        cmocka_unit_test(large_tables_say_less),
        cmocka_unit_test(correlations_are_of_prepared_values),
        cmocka_unit_test(values_below_the_floor_do_not_vary),
        cmocka_unit_test(rows_that_only_test_have_no_say),
        cmocka_unit_test(a_preparation_may_fail),
        cmocka_unit_test(large_groups_may_be_drawn_repeatedly),
        cmocka_unit_test(groups_take_no_more_memory_than_some),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
