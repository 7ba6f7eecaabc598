/* What an evaluation finds out by running its recipe again: permuted labels, halves and parts of training rows, each against the
 * same work done by hand through the public interface, fits to resamples likewise; how labels are exchanged and rows thinned;
 * threads, files, refusals. */
#include "api_fixture.h"

#include "resample/halves.h"
#include "study/exchange.h"
#include "resample/plan.h"

enum { N = 48, P = 8, N_GROUPS = 12 };

static ardor_dataset *data, *sites, *patients; /* without groups; groups of mixed classes; groups of one class each */

static ardor_dataset *make_rows(const int64_t *group, int n_classes)
{
    ard_rng rng;
    int32_t label[N];
    ardor_dataset *out = NULL;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) {
        label[i] = i % n_classes;
        x[i] += 1.2 * label[i];
    }
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    table.n_classes = n_classes;
    table.groups = group;
    must(ardor_dataset_from_table(context, &table, &out));
    free(x);
    return out;
}

static int open_data(void **state)
{
    int64_t site[N], patient[N];
    open_context(state);
    for (int i = 0; i < N; i++) {
        site[i] = i / (N / 4);
        patient[i] = i % N_GROUPS; /* as many groups as are even: of one class each */
    }
    data = make_rows(NULL, 2);
    sites = make_rows(site, 2);
    patients = make_rows(patient, 2);
    return 0;
}

static int close_data(void **state)
{
    ardor_dataset_free(patients);
    ardor_dataset_free(sites);
    ardor_dataset_free(data);
    return close_context(state);
}

/* ---- labels and rows */

static void labels_are_exchanged(void **state)
{
    (void)state;
    const ardor_dataset *const of[] = {data, sites, patients};
    for (int d = 0; d < 3; d++) {
        int32_t first[N], again[N];
        int moved = 0, differ = 0;
        ard_exchange how;
        for (int64_t b = 1; b <= 20; b++) {
            int64_t count[N_GROUPS][2] = {{0}};
            must(ard_labels_exchange(context, of[d], 3, b, again, &how));
            assert_int_equal(how, (ard_exchange)d);
            for (int i = 0; i < N; i++) {
                const int group = d == 0 ? 0 : of[d]->group[i];
                count[group][again[i]]++;
                count[group][of[d]->label[i]] -= d != 2;
                moved += again[i] != of[d]->label[i];
                if (b > 1) differ += again[i] != first[i];
            }
            for (int g = 0; g < N_GROUPS; g++)
                if (d == 2) /* each of one class, and as many groups of a class as before */
                    assert_true(count[g][0] == 0 || count[g][1] == 0);
                else
                    assert_true(count[g][0] == 0 && count[g][1] == 0);
            if (b == 1) memcpy(first, again, sizeof first);
        }
        assert_in_range(moved, 20 * N / 4, 20 * 3 * N / 4);
        assert_true(differ > 19 * N / 4);
        must(ard_labels_exchange(context, of[d], 3, 1, again, &how));
        assert_memory_equal(first, again, sizeof first);
        must(ard_labels_exchange(context, of[d], 4, 1, again, &how));
        assert_memory_not_equal(first, again, sizeof first);
    }
}

/* Every place is as likely for every label: of 4000 permutations a row keeps its label in half, but for 4 deviations. */
static void exchanges_are_fair(void **state)
{
    (void)state;
    enum { TIMES = 4000 };
    int kept[N] = {0};
    for (int64_t b = 1; b <= TIMES; b++) {
        int32_t label[N];
        ard_exchange how;
        must(ard_labels_exchange(context, data, 9, b, label, &how));
        for (int i = 0; i < N; i++) kept[i] += label[i] == data->label[i];
    }
    for (int i = 0; i < N; i++) assert_true(fabs(kept[i] - TIMES / 2.) < 4 * sqrt(TIMES / 4.));
}

static bool has_row(const ard_rows *rows, int64_t row)
{
    for (int64_t i = 0; i < rows->n; i++)
        if (rows->row[i] == row) return true;
    return false;
}

static void thinned_rows_are_nested_parts(void **state)
{
    (void)state;
    int64_t rows[N];
    for (int i = 0; i < N; i++) rows[i] = i;
    for (int d = 0; d < 3; d += 2) {
        const ardor_dataset *of = d ? patients : data;
        ard_rows before = {0}, part;
        static const double fractions[] = {.05, .4, .5, .8};
        static const int64_t expected[2][4] = {{2, 20, 24, 38}, {4, 20, 24, 40}}; /* of groups of 4 rows whole ones */
        for (int k = 0; k < 4; k++) {
            int64_t count[2] = {0};
            must(ard_rows_thin(context, of, 7, 2, &(ard_rows){N, rows}, fractions[k], &part));
            assert_int_equal(part.n, expected[d / 2][k]);
            for (int64_t i = 0; i < part.n; i++) {
                count[of->label[part.row[i]]]++;
                assert_true(i == 0 || part.row[i] > part.row[i - 1]);
                for (int other = 0; d && other < N; other++)
                    if (of->group[other] == of->group[part.row[i]]) assert_true(has_row(&part, other));
            }
            if (!d) assert_int_equal(count[0], count[1]);
            for (int64_t i = 0; i < before.n; i++) assert_true(has_row(&part, before.row[i]));
            ard_free(context, before.row);
            before = part;
        }
        ard_free(context, before.row);
    }
}

/* ---- against the same by hand */

static const json_t *member(const json_t *object, const char *key) { return json_object_get(object, key); }
static double real_at(const json_t *object, const char *key) { return json_number_value(member(object, key)); }

/* Mean log loss over the rows of a document. */
static double loss_of(const json_t *document)
{
    double sum = 0;
    size_t i;
    const json_t *row, *rows = member(document, "rows");
    json_array_foreach(rows, i, row) sum -= log(real_at(member(row, "prob"), json_string_value(member(row, "class"))));
    return sum / (double)json_array_size(rows);
}

static void check_permutations(const ardor_dataset *of, const char *recipe, int times)
{
    char text[200];
    snprintf(text, sizeof text, "%s permute=%d", recipe, times);
    json_t *whole = evaluate(of, text), *plain = evaluate(of, recipe);
    const json_t *p = member(whole, "permutation");
    const double observed = loss_of(plain);
    int good = 0;
    assert_near(real_at(p, "observed"), observed, 1e-12, "observed");
    assert_true(json_equal(member(whole, "rows"), member(plain, "rows")));
    assert_int_equal(json_array_size(member(p, "values")), times);
    for (int b = 0; b < times; b++) {
        int32_t label[N];
        ard_exchange how;
        must(ard_labels_exchange(context, of, 4, b + 1, label, &how));
        const ardor_dataset exchanged = ard_dataset_with_labels(of, label);
        json_t *alone = evaluate(&exchanged, recipe);
        const double loss = loss_of(alone);
        assert_near(json_number_value(json_array_get(member(p, "values"), (size_t)b)), loss, 1e-12, "permuted");
        good += loss <= observed * (1 + 1e-9);
        json_decref(alone);
    }
    assert_int_equal(json_integer_value(member(p, "at_least_as_good")), good);
    assert_near(real_at(p, "p"), (1. + good) / (1. + times), 1e-15, "p");
    json_decref(plain);
    json_decref(whole);
}

static void permutations_are_evaluations_of_exchanged_labels(void **state)
{
    (void)state;
    check_permutations(data, "method=spr strength=.3 plan=kfold:4 seed=4", 9);
    check_permutations(sites, "method=spr tune=cv:2 plan=repeat:2x2 seed=4", 3);
    check_permutations(patients, "method=lda plan=kfold:3 seed=4", 5);
}

static ardor_spec *spec_of_halves(const char *recipe, int64_t n_pairs, ard_halves *halves)
{
    const int64_t *train[40], *test[40];
    int64_t n_train[40], n_test[40];
    for (int64_t k = 0; k < n_pairs; k++) must(ard_halves_draw(context, data, NULL, 4, k, halves + k));
    for (int64_t k = 0; k < 2 * n_pairs; k++) {
        const ard_rows *one = halves[k / 2].half + k % 2, *other = halves[k / 2].half + 1 - k % 2;
        train[k] = one->row;
        n_train[k] = one->n;
        test[k] = other->row;
        n_test[k] = other->n;
    }
    ardor_spec *spec = make_spec(recipe);
    must(ardor_spec_set_splits(context, spec, 2 * n_pairs, train, n_train, test, n_test));
    return spec;
}

static double frequency_of(const json_t *features, const char *name)
{
    size_t i;
    const json_t *feature;
    json_array_foreach(features, i, feature) if (strcmp(json_string_value(member(feature, "name")), name) ==
                                                 0) return real_at(feature, "frequency");
    return 0;
}

/* Frequencies are those of the halves as given splits; the bounds those of the formulas. */
static void stability_is_of_halves(void **state)
{
    (void)state;
    enum { PAIRS = 10 };
    ard_halves halves[PAIRS];
    ardor_evaluation *e = NULL;
    char *text = NULL;
    json_t *whole = evaluate(data, "method=spr strength=.3 plan=kfold:4 seed=4 stability=10:.8");
    const json_t *s = member(whole, "stability"), *features = member(s, "features");
    ardor_spec *spec = spec_of_halves("method=spr strength=.3 seed=4", PAIRS, halves);
    must(ardor_evaluate(context, data, spec, &e));
    must(ardor_evaluation_json(context, e, &text));
    json_t *alone = parse_json(text);
    double sum = 0;
    size_t i, stable = 0;
    const json_t *feature;
    json_array_foreach(member(alone, "selection"), i, feature)
    {
        const double frequency = real_at(feature, "frequency");
        assert_near(frequency_of(features, json_string_value(member(feature, "name"))), frequency, 1e-15, "frequency");
        sum += frequency;
        stable += frequency >= .8 - 1e-12;
    }
    assert_int_equal(json_array_size(features), json_array_size(member(alone, "selection")));
    assert_int_equal(json_integer_value(member(s, "n_stable")), stable);
    json_array_foreach(features, i, feature)
    {
        assert_int_equal(json_is_true(member(feature, "stable")), i < stable);
        if (i > 0) assert_true(real_at(feature, "frequency") <= real_at(json_array_get(features, i - 1), "frequency"));
    }
    const double q = real_at(s, "q");
    assert_near(q, sum, 1e-12, "q");
    assert_near(real_at(s, "bound"), q * q / ((2 * .8 - 1) * P), 1e-12, "bound");
    assert_true(q / P < 1 / sqrt(3));
    assert_near(real_at(s, "bound_unimodal"), 4 * (1 - .8 + .5 / PAIRS) * q * q / ((1 + 1. / PAIRS) * P), 1e-12, "bound");
    for (int k = 0; k < PAIRS; k++) ard_halves_free(context, halves + k);
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    json_decref(alone);
    json_decref(whole);
}

static void curves_are_of_thinned_training_rows(void **state)
{
    (void)state;
    enum { FOLDS = 4 };
    ard_plan *plan = NULL;
    ardor_evaluation *e = NULL;
    char *text = NULL;
    ard_fold fold[FOLDS];
    ard_rows thin[FOLDS];
    const int64_t *train[FOLDS], *test[FOLDS];
    int64_t n_train[FOLDS], n_test[FOLDS];
    json_t *whole = evaluate(data, "method=lda plan=kfold:4 seed=4 learning-curve=.3,.6");
    const json_t *curve = member(whole, "learning_curve");
    assert_int_equal(json_array_size(curve), 2);
    must(ard_plan_new(context, data, NULL, "kfold:4", 4, &plan));
    for (int f = 0; f < FOLDS; f++) {
        must(ard_plan_fold(context, plan, f, fold + f));
        must(ard_rows_thin(context, data, 4, f, &fold[f].train, .6, thin + f));
        train[f] = thin[f].row;
        n_train[f] = thin[f].n;
        test[f] = fold[f].test.row;
        n_test[f] = fold[f].test.n;
    }
    ardor_spec *spec = make_spec("method=lda seed=4");
    must(ardor_spec_set_splits(context, spec, FOLDS, train, n_train, test, n_test));
    must(ardor_evaluate(context, data, spec, &e));
    must(ardor_evaluation_json(context, e, &text));
    json_t *alone = parse_json(text);
    const json_t *point = json_array_get(curve, 1);
    assert_near(real_at(point, "fraction"), .6, 0, "fraction");
    assert_near(real_at(point, "mean_n_train"), (double)thin[0].n, 1e-12, "rows");
    static const char *const figures[] = {"error", "auc", "log_loss", "brier"};
    for (size_t k = 0; k < sizeof figures / sizeof *figures; k++)
        assert_true(json_equal(member(member(point, "summary"), figures[k]), member(member(alone, "summary"), figures[k])));
    for (int f = 0; f < FOLDS; f++) {
        ard_free(context, thin[f].row);
        ard_fold_free(context, fold + f);
    }
    ard_plan_free(plan);
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    json_decref(alone);
    json_decref(whole);
}

/* Leaves out the line of one half in a file of records; returns the sum of the sizes of the selections of all other pairs. */
static int drop_half(const char *path, int fold)
{
    static char line[1 << 16];
    int sum = 0;
    FILE *in = fopen(path, "r"), *out = fopen("resampled-halves", "w");
    assert_true(in && out);
    while (fgets(line, sizeof line, in)) {
        json_t *json = json_loads(line, 0, NULL);
        const bool half = json_integer_value(member(json, "cell")) == 1;
        const int own = (int)json_integer_value(member(json, "fold"));
        if (half && (own - 1) / 2 != (fold - 1) / 2) sum += (int)json_array_size(member(json, "selected"));
        if (!half || own != fold) fputs(line, out);
        json_decref(json);
    }
    assert_int_equal(fclose(in) + fclose(out), 0);
    assert_int_equal(rename("resampled-halves", path), 0);
    return sum;
}

/* A half whose other one is missing counts for nothing. */
static void pairs_of_halves_are_whole(void **state)
{
    (void)state;
    static const char recipe[] = "method=spr strength=.3 plan=kfold:4 seed=4 stability=5:.8 checkpoint=resampled-records";
    remove("resampled-records");
    json_decref(evaluate(data, recipe));
    const int sum = drop_half("resampled-records", 4);
    ardor_cancel(context); /* what there is counts, and nothing is run */
    json_t *document = evaluate(data, recipe);
    ardor_cancel_reset(context);
    const json_t *s = member(document, "stability"), *feature;
    const double q = sum / 8.;
    size_t i;
    double frequencies = 0;
    assert_int_equal(json_integer_value(member(s, "pairs")), 5);
    assert_int_equal(json_integer_value(member(s, "halves_done")), 8);
    assert_near(real_at(s, "q"), q, 1e-12, "q");
    json_array_foreach(member(s, "features"), i, feature) frequencies += real_at(feature, "frequency");
    assert_near(frequencies, q, 1e-12, "the sum of the frequencies");
    assert_near(real_at(s, "bound"), q * q / ((2 * .8 - 1) * P), 1e-12, "bound");
    assert_near(real_at(s, "bound_unimodal"), 4 * (1 - .8 + .5 / 4) * q * q / ((1 + 1. / 4) * P), 1e-12, "of four pairs");
    json_decref(document);
    assert_int_equal(remove("resampled-records"), 0);
}

/* The features that may be selected are the same in all that is said of them. */
static void constant_columns_are_no_features(void **state)
{
    (void)state;
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 6, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) {
        side[i] = i % 2 ? 1 : -1;
        x[i] += .6 * side[i];
        x[i + 5 * N] = x[i + 7 * N] = 4;
    }
    ardor_dataset *table = make_table(N, P, x, side, NULL);
    json_t *document = evaluate(table, "method=spr strength=.3 plan=kfold:4 seed=4 stability=5:.8 force=x2");
    const json_t *s = member(document, "stability");
    const double q = real_at(s, "q");
    assert_int_equal(json_integer_value(member(member(document, "list"), "p")), P - 3);
    assert_int_equal(json_integer_value(member(s, "p")), P - 3);
    assert_near(real_at(s, "expected_by_chance"), q / (P - 3), 1e-12, "q/p");
    assert_near(real_at(s, "bound"), q * q / ((2 * .8 - 1) * (P - 3)), 1e-12, "bound");
    json_decref(document);
    ardor_dataset_free(table);
    free(x);
}

/* ---- instability */

/* The rows, repeated, as a table of their own. */
static ardor_dataset *table_of(const ardor_dataset *of, const ard_rows *rows)
{
    ardor_dataset *out = NULL;
    double *x = make_reals(rows->n * P);
    int32_t label[4 * N];
    for (int64_t i = 0; i < rows->n; i++) {
        label[i] = of->label[rows->row[i]];
        for (int j = 0; j < P; j++) x[i + j * rows->n] = ard_dataset_values(of, j)[rows->row[i]];
    }
    ardor_table table = {.size = sizeof table, .n = rows->n, .p = P, .x = x, .row_stride = 1, .column_stride = rows->n};
    table.label = label;
    table.n_classes = of->n_classes;
    must(ardor_dataset_from_table(context, &table, &out));
    free(x);
    return out;
}

static double *predictions_of(const ardor_dataset *of, const ardor_dataset *on, const char *recipe)
{
    double *prob = make_reals((int64_t)N * of->n_classes);
    ardor_model *model = fit(of, recipe);
    must(ardor_predict(context, model, on, prob));
    ardor_model_free(model);
    return prob;
}

/* Limits of 95 % of so few are near the outermost: between these and the next, an eighth of the way from 6. */
static void check_refits(const json_t *row, int n, const double *prob)
{
    double mean = 0, low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int b = 0; b < n; b++) {
        mean += prob[b] / n;
        if (prob[b] < low[0]) low[1] = low[0];
        low[prob[b] < low[0] ? 0 : 1] = fmin(prob[b], low[prob[b] < low[0] ? 0 : 1]);
        if (prob[b] > high[0]) high[1] = high[0];
        high[prob[b] > high[0] ? 0 : 1] = fmax(prob[b], high[prob[b] > high[0] ? 0 : 1]);
    }
    const double part = .025 * (n - 1);
    assert_near(real_at(row, "refit_mean"), mean, 1e-6, "mean of the refits");
    assert_near(real_at(row, "refit_low"), low[0] + part * (low[1] - low[0]), 1e-6, "lower limit of the refits");
    assert_near(real_at(row, "refit_high"), high[0] + part * (high[1] - high[0]), 1e-6, "upper limit of the refits");
}

/* Refits are fits to tables in which rows stand repeatedly; with groups whole ones are drawn. */
static void check_instability(const ardor_dataset *of, const char *recipe)
{
    enum { TIMES = 6 };
    char text[200];
    snprintf(text, sizeof text, "%s plan=kfold:3 instability=%d", recipe, TIMES);
    json_t *document = evaluate(of, text);
    const json_t *u = member(document, "instability"), *rows = member(u, "rows");
    ard_plan *plan = NULL;
    double *original = predictions_of(of, of, recipe), sum[N] = {0}, mean = 0, refit[N][TIMES];
    must(ard_plan_new(context, of, NULL, "boot:6", 4, &plan));
    for (int64_t b = 0; b < TIMES; b++) {
        ard_fold fold;
        must(ard_plan_fold(context, plan, b, &fold));
        for (int64_t i = 0; of->group && i < fold.test.n; i++) /* a group trains or it does not */
            for (int64_t k = 0; k < fold.train.n; k++) assert_true(of->group[fold.test.row[i]] != of->group[fold.train.row[k]]);
        ardor_dataset *drawn = table_of(of, &fold.train);
        double *prob = predictions_of(drawn, of, recipe);
        for (int c = 0; c < of->n_classes; c++)
            for (int i = 0; i < N; i++) sum[i] += fabs(prob[c * N + i] - original[c * N + i]) / 2 / TIMES;
        for (int i = 0; i < N; i++) refit[i][b] = prob[(of->n_classes == 2 ? 1 : of->label[i]) * N + i];
        free(prob);
        ardor_dataset_free(drawn);
        ard_fold_free(context, &fold);
    }
    assert_int_equal(json_array_size(rows), N);
    for (int i = 0; i < N; i++) {
        const json_t *row = json_array_get(rows, (size_t)i);
        char id[24];
        snprintf(id, sizeof id, "%d", i + 1);
        assert_string_equal(json_string_value(member(row, "id")), id);
        assert_string_equal(json_string_value(member(row, "class")), of->class_name[of->label[i]]);
        for (int c = 0; c < of->n_classes; c++)
            assert_near(real_at(member(row, "prob"), of->class_name[c]), original[c * N + i], 1e-9, "of the fit");
        assert_near(real_at(row, "instability"), sum[i], 1e-6, "instability of a row");
        check_refits(row, TIMES, refit[i]);
        mean += sum[i] / N;
    }
    assert_near(real_at(u, "mean"), mean, 1e-6, "instability");
    assert_true(mean > .005);
    assert_int_equal(json_integer_value(member(u, "asked")), TIMES);
    assert_int_equal(json_integer_value(member(u, "done")), TIMES);
    assert_int_equal(json_integer_value(member(u, "failed")), 0);
    assert_true(json_is_null(member(u, "reason")) && json_is_false(member(u, "tuned")));
    ard_plan_free(plan);
    free(original);
    json_decref(document);
}

static void instability_is_of_fits_to_drawn_rows(void **state)
{
    (void)state;
    ardor_dataset *three = make_rows(NULL, 3);
    check_instability(data, "method=lda ridge=.1 seed=4");
    check_instability(data, "method=spr lam1=2 tol=1e-9 seed=4");
    check_instability(sites, "method=lda ridge=.1 seed=4");
    check_instability(three, "method=lda ridge=.1 seed=4");
    ardor_dataset_free(three);
}

/* Tuned by what auto is of all rows, as a fit is: not of the fewer rows of a fold. */
static void instability_is_of_the_tuned_fit(void **state)
{
    (void)state;
    static const char *const recipes[] = {"method=spr tune=cv:3 seed=4", "method=knn tune=auto seed=4"};
    for (int k = 0; k < COUNT_OF(recipes); k++) {
        char text[200];
        snprintf(text, sizeof text, "%s plan=kfold:3 instability=3", recipes[k]);
        json_t *document = evaluate(data, text);
        double *original = predictions_of(data, data, recipes[k]);
        const json_t *u = member(document, "instability");
        assert_true(json_is_true(member(u, "tuned")));
        for (int i = 0; i < N; i++)
            assert_near(real_at(member(json_array_get(member(u, "rows"), (size_t)i), "prob"), data->class_name[1]),
                        original[N + i], 0, "of the tuned fit");
        free(original);
        json_decref(document);
    }
}

/* Of 4 groups auto is 4 inner folds, of the 3 that train where one is left out 3. */
static void instability_tunes_as_a_fit_does(void **state)
{
    (void)state;
    json_t *document = evaluate(sites, "method=knn tune=auto seed=4 plan=logo instability=1");
    double *fitted = predictions_of(sites, sites, "method=knn tune=auto seed=4");
    double *fold = predictions_of(sites, sites, "method=knn tune=cv:3 rule=one-se seed=4"), distance = 0;
    for (int i = 0; i < N; i++) {
        const json_t *row = json_array_get(member(member(document, "instability"), "rows"), (size_t)i);
        assert_near(real_at(member(row, "prob"), sites->class_name[1]), fitted[N + i], 0, "of the tuned fit");
        distance += fabs(fitted[N + i] - fold[N + i]);
    }
    assert_true(distance > 1e-3); /* the test has something to see */
    free(fold);
    free(fitted);
    json_decref(document);
}

/* At a prior, and with case weights, which the mean takes. */
static void instability_is_at_the_prior(void **state)
{
    (void)state;
    double weight[N], side[N], sum = 0, of = 0;
    for (int i = 0; i < N; i++) {
        weight[i] = 1 + i % 4;
        side[i] = data->label[i] ? 1 : -1;
    }
    ardor_dataset *weighted = make_table(N, P, data->x, side, weight);
    json_t *plain = evaluate(weighted, "method=lda ridge=.1 plan=kfold:3 instability=4 seed=4");
    json_t *moved = evaluate(weighted, "method=lda ridge=.1 plan=kfold:3 instability=4 seed=4 prior=yes=.1");
    const json_t *rows = member(member(plain, "instability"), "rows");
    double share = 0, all = 0;
    for (int i = 0; i < N; i++) {
        const json_t *row = json_array_get(rows, (size_t)i);
        sum += weight[i] * real_at(row, "instability");
        of += weight[i];
        share += weight[i] * (side[i] > 0);
        all += weight[i];
    }
    share /= all;
    assert_near(real_at(member(plain, "instability"), "mean"), sum / of, 1e-14, "weighted mean");
    int differ = 0;
    for (int i = 0; i < N; i++) {
        const json_t *a = json_array_get(rows, (size_t)i);
        const json_t *b = json_array_get(member(member(moved, "instability"), "rows"), (size_t)i);
        const double yes = real_at(member(a, "prob"), "yes") * .1 / share,
                     no = real_at(member(a, "prob"), "no") * .9 / (1 - share);
        assert_near(real_at(member(b, "prob"), "yes"), yes / (yes + no), 1e-12, "at the prior");
        differ += fabs(real_at(a, "instability") - real_at(b, "instability")) > 1e-4;
    }
    assert_true(differ > N / 2);
    json_decref(moved);
    json_decref(plain);
    ardor_dataset_free(weighted);
}

/* Two groups, one of each class: no resample that leaves one out has both. */
static void there_may_be_no_resample(void **state)
{
    (void)state;
    int64_t group[N], train[N - 2], test[] = {0, 1};
    ardor_evaluation *e = NULL;
    char *text = NULL;
    for (int i = 0; i < N; i++) group[i] = i % 2;
    for (int i = 2; i < N; i++) train[i - 2] = i;
    ardor_dataset *two = make_rows(group, 2);
    ardor_spec *spec = make_spec("method=lda ridge=.1 instability=4");
    const int64_t n_train = N - 2, n_test = 2;
    must(ardor_spec_set_splits(context, spec, 1, (const int64_t *const[]){train}, &n_train, (const int64_t *const[]){test},
                               &n_test));
    must(ardor_evaluate(context, two, spec, &e));
    must(ardor_evaluation_json(context, e, &text));
    json_t *document = parse_json(text);
    const json_t *u = member(document, "instability");
    assert_string_equal(json_string_value(member(u, "reason")), "no resample has rows of two classes and leaves out a row");
    assert_true(json_is_null(member(u, "mean")) && json_array_size(member(u, "rows")) == 0);
    assert_int_equal(json_integer_value(member(u, "done")), 0);
    json_decref(document);
    ardor_evaluation_free(e);
    ardor_spec_free(spec);
    ardor_dataset_free(two);
}

/* ---- runs */

static const char all_of_it[] = "method=spr strength=.3 plan=kfold:3 permute=5 stability=3 learning-curve=.5 instability=4";

static json_t *timeless(json_t *document)
{
    size_t i;
    json_t *fold;
    json_object_set_new(document, "seconds", json_null());
    json_array_foreach(json_object_get(document, "folds"), i, fold) json_object_set_new(fold, "seconds", json_null());
    return document;
}

static void threads_and_files_do_not_matter(void **state)
{
    (void)state;
    char text[300];
    json_t *one = timeless(evaluate(data, all_of_it)), *other = NULL;
    remove("resampled-records");
    snprintf(text, sizeof text, "%s threads=4", all_of_it);
    other = timeless(evaluate(data, text));
    assert_true(json_equal(one, other));
    json_decref(other);
    for (int k = 0; k < 2; k++) { /* the second time from the file alone */
        snprintf(text, sizeof text, "%s checkpoint=resampled-records", all_of_it);
        other = timeless(evaluate(data, text));
        assert_true(json_equal(one, other));
        json_decref(other);
    }
    assert_int_equal(try_evaluate(data, "method=spr strength=.3 plan=kfold:3 permute=6 checkpoint=resampled-records", &other),
                     ARDOR_DATA);
    assert_message("resamplings");
    assert_int_equal(remove("resampled-records"), 0);
    json_decref(one);
}

static void what_was_not_asked_for_is_null(void **state)
{
    (void)state;
    json_t *document = evaluate(data, "method=lda plan=kfold:3 permute=none stability=none learning-curve=none instability=none");
    assert_true(json_is_null(member(document, "permutation")) && json_is_null(member(document, "stability")));
    assert_true(json_is_null(member(document, "learning_curve")) && json_is_null(member(document, "instability")));
    json_decref(document);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *message;
    } cases[] = {
        {"method=lda plan=kfold:3 permute=0", "permute takes none, or a number"},
        {"method=lda plan=kfold:3 stability=10:.5", "stability takes none, or B pairs"},
        {"method=lda plan=kfold:3 stability=x", "stability takes"},
        {"method=lda plan=kfold:3 instability=0", "instability takes none, or a number"},
        {"method=lda plan=kfold:3 instability=10001", "instability takes none, or a number"},
        {"method=lda plan=kfold:3 instability=5 protocol=leaky", "leave out --protocol leaky"},
        {"method=spr plan=kfold:3 instability=5 tune=first:2", "leave out --protocol leaky and --tune=first:K"},
        {"method=lda plan=kfold:3 learning-curve=.5,.4", "learning-curve takes"},
        {"method=lda plan=kfold:3 learning-curve=1", "learning-curve takes"},
        {"method=lda plan=kfold:3 learning-curve=.5,", "learning-curve takes"},
        {"method=spr plan=kfold:3 pca=2 stability=5", "components"},
        {"method=lda plan=boot:3 learning-curve=.5", "a bootstrap draws repeatedly"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        json_t *out = NULL;
        assert_int_equal(try_evaluate(data, cases[k].spec, &out), ARDOR_USAGE);
        assert_message(cases[k].message);
    }
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "method=lda permute=9", &model), ARDOR_USAGE);
    assert_message("are of evaluate");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_are_exchanged),
        cmocka_unit_test(exchanges_are_fair),
        cmocka_unit_test(thinned_rows_are_nested_parts),
        cmocka_unit_test(permutations_are_evaluations_of_exchanged_labels),
        cmocka_unit_test(stability_is_of_halves),
        cmocka_unit_test(pairs_of_halves_are_whole),
        cmocka_unit_test(constant_columns_are_no_features),
        cmocka_unit_test(curves_are_of_thinned_training_rows),
        cmocka_unit_test(instability_is_of_fits_to_drawn_rows),
        cmocka_unit_test(instability_is_of_the_tuned_fit),
        cmocka_unit_test(instability_tunes_as_a_fit_does),
        cmocka_unit_test(instability_is_at_the_prior),
        cmocka_unit_test(there_may_be_no_resample),
        cmocka_unit_test(threads_and_files_do_not_matter),
        cmocka_unit_test(what_was_not_asked_for_is_null),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
