/* What tuning looks at, and what it counts: rows outside those of a fit have no say in it, and inner figures are those of fits of
 * each fold's rows by themselves, made through the public interface and counted here. */
#include "api_fixture.h"

#include "fit/protocol.h"
#include "fit/tune.h"
#include "model/model.h"
#include "resample/plan.h"

enum { ROWS = 48, COLUMNS = 6, HEAD = 8 };

static double case_weight(int64_t i) { return 1 + .37 * (double)(i % 5); }

/* A third of the rows are "yes", which the first columns tell, and not well. */
static ardor_dataset *weighted_table(bool missing)
{
    ard_rng rng;
    ard_rng_init(&rng, 17, 0, 0);
    double *x = make_normals(&rng, ROWS * COLUMNS), side[ROWS], weight[ROWS];
    for (int64_t i = 0; i < ROWS; i++) {
        side[i] = i % 3 == 0 ? 1 : -1;
        weight[i] = case_weight(i);
        x[i] += .9 * side[i];
        x[ROWS + i] += .6 * side[i];
        if (missing && i % 11 == 3) x[2 * ROWS + i] = NAN;
    }
    ardor_dataset *data = make_table(ROWS, COLUMNS, x, side, weight);
    free(x);
    return data;
}

static int64_t labelled(const ardor_dataset *data, const ard_rows *rows, int32_t label)
{
    int64_t n = 0;
    for (int64_t i = 0; i < rows->n; i++) n += data->label[rows->row[i]] == label;
    return n;
}

/* What every class has to be weighted by, for both to weigh half of the rows. */
static void balance(const ardor_dataset *data, const ard_rows *rows, double factor[2])
{
    double weight[2] = {0, 0};
    for (int64_t i = 0; i < rows->n; i++) weight[data->label[rows->row[i]]] += case_weight(rows->row[i]);
    for (int c = 0; c < 2; c++) factor[c] = (weight[0] + weight[1]) / 2 / weight[c];
}

/* ------------------------------------------------------------------ rows outside */

/* Each second pair is a group; of three groups one is outside, and a row inside is there twice. */
static void rows_inside(int64_t *row, ard_rows *out)
{
    *out = (ard_rows){.row = row};
    for (int64_t i = 0; i < ROWS; i++) {
        if (i / 2 % 3 != 2) row[out->n++] = i;
        if (i == 13) row[out->n++] = i;
    }
}

static ardor_dataset *other_outside(const ard_rows *inside, bool grouped, bool changed)
{
    ardor_dataset *data = weighted_table(true);
    bool kept[ROWS] = {false};
    for (int64_t i = 0; i < inside->n; i++) kept[inside->row[i]] = true;
    if (grouped) {
        data->group = ard_alloc(context, ROWS, sizeof *data->group);
        data->n_groups = ROWS / 2;
        for (int64_t i = 0; i < ROWS; i++) data->group[i] = (int32_t)(i / 2);
    }
    for (int64_t i = 0; changed && i < ROWS; i++) {
        if (kept[i]) continue;
        data->label[i] = 1 - data->label[i];
        data->weight[i] *= 7;
        for (int64_t j = 0; j < COLUMNS; j++) data->x[j * ROWS + i] = 5 - 3 * data->x[j * ROWS + i] + (double)j;
    }
    return data;
}

/* HEAD figures of the fit, six of each candidate, and what is predicted of the rows, one after the other. */
static int64_t figures_of(const ardor_dataset *data, const ard_rows *rows, const char *text, double *out)
{
    ardor_spec *spec = make_spec(text);
    ard_config config;
    ard_fitted fitted = {0};
    int64_t n = 0;
    must(ard_config_parse(context, spec, &config));
    must(ard_fit_rows(context, data, rows, &config.recipe, NULL, &(ard_run){.threads = 1}, &fitted));
    const ard_fit_report *r = &fitted.report;
    const double all[] = {(double)r->chosen, r->baseline_error,     r->baseline_deviance, r->learnt,
                          r->relax_factor,   r->relax_error_before, r->relax_error_after, r->train_error};
    assert_int_equal(COUNT_OF(all), HEAD);
    for (int k = 0; k < HEAD; k++) out[n++] = all[k];
    for (int64_t i = 0; i < r->n_candidates; i++) {
        const ard_tuned *c = r->candidate + i;
        const double one[] = {c->value[0], c->error, c->error_se, c->deviance, c->n_features, c->n_vectors};
        for (int k = 0; k < COUNT_OF(one); k++) out[n++] = one[k];
    }
    double *x = make_reals(rows->n * COLUMNS);
    must(ard_prepare_apply(context, fitted.prepare, data, rows, NULL, NULL, x));
    const ard_matrix matrix = ard_matrix_dense(rows->n, fitted.prepare->p, x, rows->n);
    must(ard_machine_predict(context, &fitted.fit.machine, &matrix, out + n));
    free(x);
    ard_fitted_free(context, &fitted);
    ardor_spec_free(spec);
    return n + 2 * rows->n;
}

static bool same(int64_t n, const double *a, const double *b)
{
    for (int64_t i = 0; i < n; i++)
        if (a[i] != b[i] && !(isnan(a[i]) && isnan(b[i]))) return false;
    return true;
}

/* Other values, labels and weights outside the rows change no figure and no probability of a fit, in no bit; that they would be
 * seen where they are looked at, the last line shows. */
static void rows_outside_have_no_say(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr impute=median tune=cv:4 class-weight=balanced",
                                        "method=spr impute=mean tune=cv:3 relax=auto filter=ttest:3",
                                        "method=spr impute=knn:3 tune=holdout:.3 relax=auto class-weight=balanced",
                                        "method=jcfo basis=linear impute=median tune=cv:3 rule=error",
                                        "method=rvm basis=rbf impute=median tune=cv:3 rule=deviance",
                                        "method=bpm impute=median filter=fdr:2",
                                        "method=spr impute=median tune=cv:4 filter=ttest:2,4,9 rule=keep",
                                        "method=jcfo basis=linear impute=knn:3 tune=cv:3 relax=auto filter=fdr:1,3 rule=error",
                                        "method=spr impute=median standardise=all lam1=1"};
    enum { MOST = 1000 };
    int64_t row[ROWS + 1];
    ard_rows inside;
    rows_inside(row, &inside);
    for (int grouped = 0; grouped < 2; grouped++) {
        ardor_dataset *as_is = other_outside(&inside, grouped, false), *changed = other_outside(&inside, grouped, true);
        for (int s = 0; s < COUNT_OF(specs); s++) {
            static double a[MOST], b[MOST];
            const int64_t n = figures_of(as_is, &inside, specs[s], a);
            assert_true(n <= MOST);
            assert_int_equal(figures_of(changed, &inside, specs[s], b), n);
            if (same(n, a, b) != (strstr(specs[s], "standardise=all") == NULL))
                fail_msg("%s%s: rows outside %s", specs[s], grouped ? ", in groups" : "",
                         same(n, a, b) ? "do not count" : "count");
        }
        ardor_dataset_free(changed);
        ardor_dataset_free(as_is);
    }
}

/* Nor do the rows that a fold tests in the fit of that fold, and in what is said of the features that it selects. */
static void tested_rows_have_no_say(void **state)
{
    (void)state;
    need_full();
    static const char *const specs[] = {"tune=cv:4 class-weight=balanced", "tune=holdout:.3 relax=auto filter=ttest:3",
                                        "tune=cv:4 filter=ttest:2,3,5 rule=error"};
    char path[] = "/tmp/ardor-test-inner-XXXXXX", spec[160];
    int64_t row[ROWS + 1];
    bool inside[ROWS] = {false};
    ard_rows rows;
    rows_inside(row, &rows);
    for (int64_t i = 0; i < rows.n; i++) inside[row[i]] = true;
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int i = 0; i < ROWS; i++) fprintf(file, "1,%d,%s\n", i + 1, inside[i] ? "train" : "test");
    fclose(file);
    ardor_dataset *as_is = other_outside(&rows, false, false), *changed = other_outside(&rows, false, true);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        static const char *const fit_of_fold[] = {"n_features", "objective", "settings", "filter", "relax_factor", "null_model"};
        snprintf(spec, sizeof spec, "method=spr impute=median plan=splits:%s %s", path, specs[s]);
        json_t *a = evaluate(as_is, spec), *b = evaluate(changed, spec);
        json_t *first = at(a, "folds.0"), *second = at(b, "folds.0");
        for (int k = 0; k < COUNT_OF(fit_of_fold); k++)
            assert_true(json_equal(at(first, fit_of_fold[k]), at(second, fit_of_fold[k])));
        assert_true(json_equal(at(a, "selection"), at(b, "selection")));
        assert_true(json_equal(at(a, "list"), at(b, "list")));
        assert_true(number_at(a, "summary.error.value") != number_at(b, "summary.error.value"));
        json_decref(b);
        json_decref(a);
    }
    ardor_dataset_free(changed);
    ardor_dataset_free(as_is);
    remove(path);
}

/* Of the rows that are given, with their weights, and a row that is there twice for two. */
static void balanced_classes_weigh_half_each(void **state)
{
    (void)state;
    int64_t row[ROWS + 1];
    double factor[2], expected[2], weight[2] = {0, 0}, all = 0;
    ard_rows rows;
    ardor_dataset *data = weighted_table(false);
    rows_inside(row, &rows);
    balance(data, &rows, expected);
    must(ard_class_weights(context, &(ard_recipe){.class_weight = "balanced"}, data, &rows, factor));
    for (int c = 0; c < 2; c++) assert_near(factor[c], expected[c], 1e-12, "a factor");
    for (int64_t i = 0; i < rows.n; i++) {
        weight[data->label[row[i]]] += factor[data->label[row[i]]] * case_weight(row[i]);
        all += case_weight(row[i]);
    }
    for (int c = 0; c < 2; c++) assert_near(weight[c], all / 2, 1e-10, "the weight of a class"); /* the sum is what it was */
    assert_true(2 * labelled(data, &rows, 1) != rows.n);
    ardor_dataset_free(data);
}

/* In the training error rows weigh what they weigh in the fit; it is that of the fit which is handed over. */
static void the_training_error_is_weighted_as_the_fit(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        bool balanced;
        int candidates;
    } cases[] = {{"method=spr impute=median lam1=12", false, 0},
                 {"method=spr impute=median lam1=12 class-weight=balanced", true, 0},
                 {"method=spr impute=median lam1=19 tune=cv:3 relax=auto rule=deviance", false, 2}};
    int64_t row[ROWS + 1];
    double factor[2];
    ard_rows rows;
    ardor_dataset *data = weighted_table(true);
    rows_inside(row, &rows);
    balance(data, &rows, factor);
    for (int k = 0; k < COUNT_OF(cases); k++) {
        double figures[HEAD + 2 * 6 + 2 * (ROWS + 1)], wrong = 0, all = 0;
        const double *prob = figures + HEAD + 6 * cases[k].candidates;
        figures_of(data, &rows, cases[k].spec, figures);
        for (int64_t i = 0; i < rows.n; i++) {
            const int32_t label = data->label[row[i]];
            const double weight = case_weight(row[i]) * (cases[k].balanced ? factor[label] : 1);
            all += weight;
            wrong += prob[label * rows.n + i] < .5 ? weight : 0;
        }
        assert_true(wrong > 0 && (cases[k].candidates == 0 || figures[4] < 1)); /* the relaxation's factor */
        assert_near(figures[HEAD - 1], wrong / all, 1e-12, "the training error");
    }
    ardor_dataset_free(data);
}

/* What methods deal their own folds by: each row with its group, in parts of two of the classes too. */
static void problems_have_the_groups_of_their_rows(void **state)
{
    (void)state;
    enum { N = 24, P = 2 };
    double x[N * P];
    int32_t label[N];
    int64_t group[N], row[] = {23, 1, 2, 5, 7, 8, 9, 12, 14, 15, 18, 22, 22};
    for (int i = 0; i < N * P; i++) x[i] = sin(i);
    for (int i = 0; i < N; i++) {
        label[i] = i % 3;
        group[i] = 100 - i / 2;
    }
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = x, .row_stride = 1, .column_stride = N, .label = label};
    table.n_classes = 3;
    ard_rows rows = {COUNT_OF(row), row};
    for (int grouped = 0; grouped < 2; grouped++) {
        ardor_dataset *data = NULL;
        ard_config config;
        ard_training training = {0};
        ardor_spec *spec = make_spec("method=svm-l1");
        table.groups = grouped ? group : NULL;
        must(ardor_dataset_from_table(context, &table, &data));
        must(ard_config_parse(context, spec, &config));
        must(ard_training_new(context, data, &rows, &config.recipe, NULL, &training));
        assert_int_equal(training.division.n_parts, 3);
        assert_true((training.problem.group != NULL) == grouped);
        for (int64_t i = 0; grouped && i < rows.n; i++) assert_int_equal(training.problem.group[i], row[i] / 2);
        for (int k = 0; k < 3; k++) {
            const ard_part *part = training.division.part + k;
            assert_true((part->problem.group != NULL) == grouped);
            for (int64_t i = 0; grouped && i < part->n; i++) assert_int_equal(part->problem.group[i], row[part->row[i]] / 2);
        }
        ard_training_free(&training);
        ardor_spec_free(spec);
        ardor_dataset_free(data);
    }
}

static void grid_of(const ardor_dataset *data, const ard_rows *rows, const char *text, ard_grid *out)
{
    ardor_spec *spec = make_spec(text);
    ard_config config;
    ard_training training = {0};
    must(ard_config_parse(context, spec, &config));
    must(ard_training_new(context, data, rows, &config.recipe, NULL, &training));
    must(ard_training_grid(&training, out));
    ard_training_free(&training);
    ardor_spec_free(spec);
}

/* The candidates' rates are those of as many rows as the weights are worth. */
static void grids_take_a_weight_of_two_for_a_row_twice(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "method=jcfo basis=linear",         "method=jcfo basis=rbf", "method=jcfo basis=linear screen=restrict", "method=spr",
        "method=spr class-weight=balanced", "method=spr basis=rbf"};
    int64_t row[3 * ROWS];
    ardor_dataset *data = weighted_table(false), *plain = weighted_table(false);
    ard_rows once = {0}, copies = {0, row};
    must(ard_rows_all(context, ROWS, &once));
    for (int64_t i = 0; i < ROWS; i++) {
        data->weight[i] = 1 + (double)(i % 3);
        plain->weight[i] = 1;
        for (int64_t k = 0; k <= i % 3; k++) row[copies.n++] = i;
    }
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ard_grid a, b;
        grid_of(data, &once, specs[s], &a);
        grid_of(plain, &copies, specs[s], &b);
        assert_int_equal(a.n, b.n);
        for (int64_t i = 0; i < a.n * a.n_tuned; i++)
            if (!(fabs(a.value[i] - b.value[i]) <= 1e-9 * fabs(b.value[i])))
                fail_msg("%s: value %d is %.15g, not %.15g", specs[s], (int)i, a.value[i], b.value[i]);
        ard_grid_free(context, &b);
        ard_grid_free(context, &a);
    }
    ard_free(context, once.row);
    ardor_dataset_free(plain);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ one fold by itself */

/* Some rows and columns as a table; factor: of the classes' weights, NULL: 1. */
static ardor_dataset *part_of(const ardor_dataset *data, const ard_rows *rows, int64_t p, const int64_t *column,
                              const double *factor)
{
    double *x = make_reals(rows->n * p), *side = make_reals(rows->n), *weight = make_reals(rows->n);
    for (int64_t i = 0; i < rows->n; i++) {
        const int64_t row = rows->row[i];
        const int32_t label = data->label[row];
        side[i] = label ? 1 : -1;
        weight[i] = case_weight(row) * (factor ? factor[label] : 1);
        for (int64_t j = 0; j < p; j++) x[j * rows->n + i] = data->x[column[j] * ROWS + row];
    }
    ardor_dataset *part = make_table(rows->n, p, x, side, weight);
    free(weight);
    free(side);
    free(x);
    return part;
}

typedef struct sums {
    double weight, squares, error, deviance, n_features, n_vectors;
    int64_t n;
} sums;

/* Fit the training rows, weighted by `own` as well, and count the test rows, weighted by `factor`; *p and column become those of
 * the features that the fit has. */
static void add_fold(const ardor_dataset *data, const ard_fold *fold, const char *spec, const double *own, const double *factor,
                     int64_t *p, int64_t *column, sums *sum)
{
    ardor_dataset *train = part_of(data, &fold->train, *p, column, own), *test = part_of(data, &fold->test, *p, column, NULL);
    ardor_model *model = fit(train, spec);
    double *prob = positive_prob(model, test);
    for (int64_t i = 0; i < fold->test.n; i++) {
        const int32_t label = data->label[fold->test.row[i]];
        const double weight = case_weight(fold->test.row[i]) * (factor ? factor[label] : 1);
        const double right = label ? prob[i] : 1 - prob[i];
        sum->weight += weight;
        sum->squares += weight * weight;
        sum->error += weight * (fabs(right - .5) < 1e-9 ? .5 : right < .5);
        sum->deviance -= weight * log(right);
    }
    sum->n_features += (double)model->fit.machine.n_features;
    sum->n_vectors += (double)model->fit.machine.n_vectors;
    sum->n++;
    *p = model->fit.machine.n_features;
    for (int64_t j = 0; j < *p; j++) column[j] = column[model->column[j]];
    free(prob);
    ardor_model_free(model);
    ardor_dataset_free(test);
    ardor_dataset_free(train);
}

static void all_columns(int64_t *p, int64_t *column)
{
    *p = COLUMNS;
    for (int64_t j = 0; j < COLUMNS; j++) column[j] = j;
}

/* ------------------------------------------------------------------ inner figures */

/* One candidate, whose figures are sums over the test rows of folds with the rows' and the classes' weights. The inner test rows'
 * classes weigh what they weigh among all the rows of the fit, those of a training part what they weigh in it. */
static void inner_figures_are_those_of_the_folds(void **state)
{
    (void)state;
    static const struct {
        const char *fit, *tune, *plan;
        bool balanced;
    } cases[] = {{"method=spr lam1=3", "tune=cv:4", "cv:4", false},
                 {"method=spr lam1=3 standardise=none", "tune=cv:5 class-weight=balanced", "cv:5", true},
                 {"method=spr basis=rbf lam1=.3 scale=.1", "tune=cv:4", "cv:4", false},
                 {"method=spr lam1=3 standardise=none", "tune=holdout:.3 class-weight=balanced", "holdout:.3", true},
                 {"method=spr lam1=3 filter=ttest:2", "tune=cv:7 seed=4", "cv:7", false}};
    ardor_dataset *data = weighted_table(false);
    int64_t row[ROWS], p, column[COLUMNS];
    ard_rows some = {0, row};
    for (int64_t i = 0; i < ROWS - 9; i++) row[some.n++] = i;
    bool features_differ = false, vectors_differ = false;
    for (int k = 0; k < COUNT_OF(cases); k++) {
        double factor[2], own[2], figures[1000];
        sums sum = {0}, first = {0};
        char spec[160];
        ard_plan *plan = NULL;
        must(ard_plan_new_inner(context, data, &some, cases[k].plan, strstr(cases[k].tune, "seed=4") ? 4 : 1, &plan));
        balance(data, &some, factor);
        for (int64_t f = 0; f < plan->n_folds; f++) {
            ard_fold fold;
            must(ard_plan_fold(context, plan, f, &fold));
            assert_true(fold.train.n + fold.test.n == some.n);
            balance(data, &fold.train, own);
            all_columns(&p, column);
            add_fold(data, &fold, cases[k].fit, cases[k].balanced ? own : NULL, cases[k].balanced ? factor : NULL, &p, column,
                     &sum);
            if (f == 0) first = sum;
            ard_fold_free(context, &fold);
        }
        const double error = sum.error / sum.weight, folds = (double)sum.n;
        features_differ |= sum.n_features != folds * first.n_features;
        vectors_differ |= sum.n_vectors != folds * first.n_vectors;
        snprintf(spec, sizeof spec, "%s %s", cases[k].fit, cases[k].tune);
        figures_of(data, &some, spec, figures);
        const double *candidate = figures + HEAD;
        assert_true(error > 0 && error < .5);
        assert_near(candidate[1], error, 1e-9, "the inner error");
        assert_near(candidate[2], sqrt(error * (1 - error) * sum.squares) / sum.weight, 1e-9, "its standard error");
        assert_near(candidate[3], sum.deviance / sum.weight, 1e-5, "the deviance");
        assert_near(candidate[4], sum.n_features / folds, 1e-9, "features");
        assert_near(candidate[5], sum.n_vectors / folds, 1e-9, "vectors");
        ard_plan_free(plan);
    }
    assert_true(features_differ && vectors_differ); /* so a mean was seen to be one */
    ardor_dataset_free(data);
}

/* The relaxed refits of each fold, from strong to weak, each on the features that the one before has, and else with the settings
 * of the candidate that was chosen: the best by error, then by deviance. */
static void relaxed_figures_are_those_of_the_folds(void **state)
{
    (void)state;
    static const double factors[] = {1, .5, .25, .1, .03}, strongest[] = {12, 5};
    static const char *const fits[] = {"method=spr", "method=spr basis=rbf"};
    ardor_dataset *data = weighted_table(false);
    for (int k = 0; k < COUNT_OF(fits); k++) {
        char spec[120];
        ard_plan *plan = NULL;
        sums sum[COUNT_OF(factors)] = {{0}};
        int best = 0;
        snprintf(spec, sizeof spec, "%s lam1=%g tune=cv:4 relax=auto rule=error", fits[k], strongest[k]);
        ardor_model *model = fit(data, spec);
        json_t *root = model_json(model);
        const int chosen = (int)number_at(root, "tune.chosen");
        const double scale = k == 1 ? number_at(json_array_get(at(root, "tune.candidates"), (size_t)chosen), "scale") : NAN;
        must(ard_plan_new_inner(context, data, NULL, "cv:4", 1, &plan));
        for (int64_t f = 0; f < plan->n_folds; f++) {
            ard_fold fold;
            int64_t p, column[COLUMNS];
            must(ard_plan_fold(context, plan, f, &fold));
            all_columns(&p, column);
            for (int r = 0; r < COUNT_OF(factors); r++) {
                int used = snprintf(spec, sizeof spec, "%s lam1=%.17g", fits[k], strongest[k] * factors[r]);
                if (k == 1) snprintf(spec + used, sizeof spec - (size_t)used, " scale=%.17g", scale);
                add_fold(data, &fold, spec, NULL, NULL, &p, column, &sum[r]);
                assert_true(p > 0);
            }
            ard_fold_free(context, &fold);
        }
        for (int r = 1; r < COUNT_OF(factors); r++)
            if (sum[r].error < sum[best].error - 1e-9 ||
                (sum[r].error < sum[best].error + 1e-9 && sum[r].deviance < sum[best].deviance))
                best = r;
        assert_true(best > 0 && sum[best].error < sum[0].error - 1e-6);
        assert_true(k == 0 || chosen > 0);
        assert_near(number_at(root, "relax.factor"), factors[best], 0, "the factor");
        assert_near(number_at(root, "relax.error_before"), sum[0].error / sum[0].weight, 1e-9, "the error before");
        assert_near(number_at(root, "relax.error_after"), sum[best].error / sum[best].weight, 1e-9, "the error after");
        json_decref(root);
        ardor_model_free(model);
        ard_plan_free(plan);
    }
    ardor_dataset_free(data);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The folds that settings are picked on are the first ones of the plan; of their errors it is the median, between the two in the
 * middle of an even number. */
static void the_first_folds_are_those_of_the_plan(void **state)
{
    (void)state;
    ardor_dataset *data = weighted_table(false);
    for (int n = 3; n <= 4; n++) {
        double error[4], deviance = 0, weight = 0;
        char text[80];
        ard_config config;
        ard_plan *plan = NULL;
        ard_protocol_state protocol;
        snprintf(text, sizeof text, "method=spr lam1=3 plan=kfold:5 tune=first:%d", n);
        ardor_spec *spec = make_spec(text);
        must(ard_config_parse(context, spec, &config));
        must(ard_plan_new(context, data, NULL, config.plan, config.recipe.seed, &plan));
        for (int f = 0; f < n; f++) {
            ard_fold fold;
            sums sum = {0};
            int64_t p, column[COLUMNS];
            must(ard_plan_fold(context, plan, f, &fold));
            all_columns(&p, column);
            add_fold(data, &fold, "method=spr lam1=3", NULL, NULL, &p, column, &sum);
            error[f] = sum.error / sum.weight;
            deviance += sum.deviance;
            weight += sum.weight;
            ard_fold_free(context, &fold);
        }
        qsort(error, (size_t)n, sizeof *error, by_value);
        assert_true(error[1] < error[2]);
        must(ard_protocol_open(context, data, plan, &config.recipe, 1, &protocol));
        assert_near(protocol.choice.candidate[0].error, n == 3 ? error[1] : (error[1] + error[2]) / 2, 1e-9, "the median");
        assert_near(protocol.choice.candidate[0].deviance, deviance / weight, 1e-5, "the deviance");
        ard_protocol_close(context, &protocol);
        ard_plan_free(plan);
        ardor_spec_free(spec);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_outside_have_no_say),
                                       cmocka_unit_test(tested_rows_have_no_say),
                                       cmocka_unit_test(problems_have_the_groups_of_their_rows),
                                       cmocka_unit_test(balanced_classes_weigh_half_each),
                                       cmocka_unit_test(the_training_error_is_weighted_as_the_fit),
                                       cmocka_unit_test(grids_take_a_weight_of_two_for_a_row_twice),
                                       cmocka_unit_test(inner_figures_are_those_of_the_folds),
                                       cmocka_unit_test(relaxed_figures_are_those_of_the_folds),
                                       cmocka_unit_test(the_first_folds_are_those_of_the_plan)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
