/* Permutation importance: whole evaluations against fits and predictions of exchanged tables by hand; against all permutations of
 * a few rows; what it must not change, and what it needs. */
#include "api_fixture.h"

#include <unistd.h>

#include "base/rng.h"
#include "machine/function.h"
#include "study/importance.h"
#include "study/spread.h"

enum { N = 60, P = 5, FOLDS = 3, REPEATS = 4, SEED = 11 };

/* ---- tables */

static double *make_values(void)
{
    ard_rng rng;
    ard_rng_init(&rng, 91, 0, 0);
    double *x = make_normals(&rng, N * P);
    for (int64_t i = 0; i < N * P; i++) x[i] = 2 + 3 * x[i];
    return x;
}

static double *make_weights(void)
{
    double *weight = make_reals(N);
    for (int i = 0; i < N; i++) weight[i] = i % 4 ? 1 : 3.5;
    return weight;
}

/* Classes by the first two columns, and noise. */
static void make_labels(const double *x, int classes, const char **label)
{
    static const char *const name[] = {"a", "b", "c"};
    ard_rng rng;
    ard_rng_init(&rng, 92, 0, 0);
    for (int64_t i = 0; i < N; i++) {
        const double u = x[i] - 2 + ard_rng_normal(&rng), v = x[i + N] - 2 + ard_rng_normal(&rng);
        label[i] = classes == 2 ? name[u - v > 0] : name[u > v ? (u > 0 ? 1 : 2) : 0];
    }
}

/* These rows of it. */
static ardor_dataset *rows_of(int64_t n, const int64_t *row, const double *x, const char **label, const double *weight)
{
    ardor_dataset *data = NULL;
    double *values = make_reals(n * P), *weights = make_reals(n);
    const char **labels = make_array(n, sizeof *labels);
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < P; j++) values[i + j * n] = x[row[i] + j * N];
        labels[i] = label[row[i]];
        weights[i] = weight ? weight[row[i]] : 1;
    }
    must(ardor_dataset_from_arrays(context, n, P, values, n, labels, NULL, weight ? weights : NULL, &data));
    free(labels);
    free(weights);
    free(values);
    return data;
}

static ardor_dataset *whole(const double *x, const char **label, const double *weight)
{
    int64_t row[N];
    for (int64_t i = 0; i < N; i++) row[i] = i;
    return rows_of(N, row, x, label, weight);
}

/* ---- by hand */

typedef struct figures {
    double loss, error;
} figures;

static figures figures_of(const ardor_model *model, int64_t n, const int64_t *row, const double *x, const char **label,
                          const double *weight)
{
    figures out = {0, 0};
    const int classes = ardor_model_classes(model);
    ardor_dataset *data = rows_of(n, row, x, label, NULL);
    double *prob = make_reals(n * classes), weights = 0;
    must(ardor_predict(context, model, data, prob));
    for (int64_t i = 0; i < n; i++) {
        int best = 0, own = 0;
        for (int c = 0; c < classes; c++) {
            if (prob[i + c * n] > prob[i + best * n]) best = c;
            if (strcmp(ardor_model_class_name(model, c), label[row[i]]) == 0) own = c;
        }
        const double w = weight ? weight[row[i]] : 1;
        out.loss -= w * log(prob[i + own * n]);
        out.error += w * (best != own);
        weights += w;
    }
    out.loss /= weights;
    out.error /= weights;
    free(prob);
    ardor_dataset_free(data);
    return out;
}

/* Column k of these rows exchanged among them, as the seed, the fold and the repetition have it. */
static void exchange(double *x, int64_t k, int64_t n, const int64_t *row, int64_t fold, int64_t repetition)
{
    ard_rng rng;
    int64_t order[N];
    double kept[N];
    for (int64_t i = 0; i < n; i++) {
        order[i] = i;
        kept[i] = x[row[i] + k * N];
    }
    ard_rng_init(&rng, SEED, ARD_STREAM_IMPORTANCE, (uint64_t)(fold * 10000 + repetition));
    ard_rng_shuffle(&rng, n, order);
    for (int64_t i = 0; i < n; i++) x[row[i] + k * N] = kept[order[i]];
}

/* The rows of a fold of the result: those tested, in the order of the predictions, and the others. */
static int64_t split(json_t *root, int64_t fold, int64_t *test, int64_t *train)
{
    int64_t n = 0, others = 0;
    bool tested[N] = {false};
    size_t i;
    json_t *row;
    json_array_foreach(at(root, "rows"), i, row)
    {
        if (json_integer_value(at(row, "fold")) != fold + 1) continue;
        test[n] = strtol(text_at(row, "id"), NULL, 10) - 1;
        tested[test[n++]] = true;
    }
    for (int64_t k = 0; k < N; k++)
        if (!tested[k]) train[others++] = k;
    return n;
}

typedef struct expected {
    ard_spread loss[P], error[P];
} expected;

static void add_fold(json_t *root, int64_t fold, const char *spec, const double *x, const char **label, const double *weight,
                     expected *out)
{
    int64_t test[N], train[N];
    const int64_t n = split(root, fold, test, train);
    ardor_dataset *data = rows_of(N - n, train, x, label, weight);
    ardor_model *model = fit(data, spec);
    const figures as_is = figures_of(model, n, test, x, label, weight);
    for (int64_t j = 0; j < ardor_model_features(model); j++) {
        const int64_t k = strtol(ardor_model_feature_name(model, j) + 1, NULL, 10) - 1;
        figures mean = {0, 0};
        for (int64_t r = 0; r < REPEATS; r++) {
            double *changed = make_reals(N * P);
            memcpy(changed, x, N * P * sizeof *x);
            exchange(changed, k, n, test, fold, r);
            const figures after = figures_of(model, n, test, changed, label, weight);
            mean.loss += (after.loss - as_is.loss) / REPEATS;
            mean.error += (after.error - as_is.error) / REPEATS;
            free(changed);
        }
        ard_spread_add(&out->loss[k], mean.loss);
        ard_spread_add(&out->error[k], mean.error);
    }
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static void check_spread(json_t *feature, const char *rise, const char *sd, const ard_spread *spread)
{
    assert_near(number_at(feature, rise), spread->mean, 1e-10, rise);
    if (spread->n > 1)
        assert_near(number_at(feature, sd), ard_spread_sd(spread), 1e-10, sd);
    else
        assert_true(is_null(feature, sd));
}

static void evaluations_are_those_by_hand(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int classes;
        bool weights;
    } cases[] = {{"method=spr strength=.1", 2, true},
                 {"method=logistic basis=rbf strength=.1", 2, false},
                 {"method=smlr strength=.1", 3, true},
                 {"method=spr strength=.1 multiclass=pairs", 3, false}};
    double *x = make_values(), *weight = make_weights();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char spec[200];
        const char *label[N];
        const double *given = cases[k].weights ? weight : NULL;
        expected e = {0};
        make_labels(x, cases[k].classes, label);
        ardor_dataset *data = whole(x, label, given);
        snprintf(spec, sizeof spec, "%s seed=%d plan=kfold:%d importance=permutation:%d", cases[k].spec, SEED, FOLDS, REPEATS);
        json_t *root = evaluate(data, spec), *list = at(root, "importance.features");
        snprintf(spec, sizeof spec, "%s seed=%d", cases[k].spec, SEED);
        for (int64_t fold = 0; fold < FOLDS; fold++) add_fold(root, fold, spec, x, label, given, &e);
        assert_string_equal(text_at(root, "importance.how"), "permutation");
        assert_int_equal(json_integer_value(at(root, "importance.repeats")), REPEATS);
        assert_int_equal(json_array_size(list), json_array_size(at(root, "selection")));
        assert_true(json_array_size(list) >= 2);
        double last = INFINITY;
        for (size_t j = 0; j < json_array_size(list); j++) {
            json_t *feature = json_array_get(list, j);
            const int64_t column = strtol(text_at(feature, "name") + 1, NULL, 10) - 1;
            assert_int_equal(json_integer_value(at(feature, "n_folds")), e.loss[column].n);
            check_spread(feature, "log_loss_rise", "log_loss_sd", &e.loss[column]);
            check_spread(feature, "error_rise", "error_sd", &e.error[column]);
            assert_true(number_at(feature, "log_loss_rise") <= last);
            last = number_at(feature, "log_loss_rise");
        }
        assert_true(number_at(json_array_get(list, 0), "log_loss_rise") > .1);
        json_decref(root);
        ardor_dataset_free(data);
    }
    free(weight);
    free(x);
}

/* ---- of one machine */

/* f = 2 x0 + 0 x1 - x2, of columns 0, 1 and 3 of four. */
static ard_machine make_machine(void)
{
    ard_machine machine = {0};
    must(ard_function_new(context, (ard_basis){ARD_IDENTITY, 0}, &ard_link_logit, 2, 3, 3, &machine));
    memcpy(machine.feature, (const int64_t[]){0, 1, 3}, 3 * sizeof(int64_t));
    memcpy(ard_machine_as_function(&machine)->weight, (const double[]){2, 0, -1}, 3 * sizeof(double));
    ard_function_set_importance(&machine);
    return machine;
}

/* The mean rise over all orders of a column, by taking each value to the place in turn. */
static double rise_of_all(const double *x, const int32_t *label, const double *weight, int64_t n, int64_t column, double slope)
{
    double sum = 0, weights = 0;
    for (int64_t i = 0; i < n; i++) {
        const double f = 2 * x[i] - x[i + 3 * n], sign = label[i] ? 1 : -1;
        weights += weight[i];
        for (int64_t k = 0; k < n; k++) { /* each value is as often there */
            const double moved = f + slope * (x[k + column * n] - x[i + column * n]);
            sum += weight[i] * (log1p(exp(-sign * moved)) - log1p(exp(-sign * f))) / (double)n;
        }
    }
    return sum / weights;
}

static void many_permutations_are_all_of_them(void **state)
{
    (void)state;
    enum { ROWS = 4 };
    const double kept[4 * ROWS] = {.3, -1, 1.2, .5, 1, 2, 3, 4, NAN, NAN, NAN, NAN, .7, -.2, -1, .4};
    const double weight[ROWS] = {1, 2, .5, 3};
    const int32_t label[ROWS] = {1, 0, 1, 0};
    double x[4 * ROWS], loss[3], error[3];
    ard_machine machine = make_machine();
    const bool skip[4] = {false, false, false, true};
    memcpy(x, kept, sizeof x);
    ard_importance ask = {
        .machine = &machine, .target = {ROWS, 2, label, weight, 6.5}, .x = x, .seed = 3, .fold = 2, .repeats = 10000};
    must(ard_importance_measure(context, &ask, loss, error));
    assert_memory_equal(x, kept, sizeof x);
    assert_near(loss[0], rise_of_all(kept, label, weight, ROWS, 0, 2), .03, "the mean over all permutations");
    assert_near(loss[2], rise_of_all(kept, label, weight, ROWS, 3, -1), .02, "the mean over all permutations");
    assert_true(loss[1] == 0 && error[1] == 0); /* without weight */
    const double first = loss[0];
    ask.skip = skip;
    loss[2] = -7;
    must(ard_importance_measure(context, &ask, loss, error));
    assert_true(loss[0] == first && loss[2] == -7);
    ask.skip = NULL;
    ask.repeats = 2;
    double other[3], same[3];
    must(ard_importance_measure(context, &ask, same, error));
    ask.fold = 3; /* has permutations of its own, as has a seed */
    must(ard_importance_measure(context, &ask, other, error));
    assert_true(other[0] != same[0]);
    ardor_cancel(context);
    assert_int_equal(ard_importance_measure(context, &ask, other, error), ARDOR_CANCELLED);
    ardor_cancel_reset(context);
    assert_memory_equal(x, kept, sizeof x);
    ask.fold = 2;
    ask.seed = 4;
    must(ard_importance_measure(context, &ask, other, error));
    assert_true(other[0] != same[0]);
    ard_machine_free(context, &machine);
}

static size_t largest;

static void *resize(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes > largest) largest = bytes;
    if (bytes > 0) return realloc(pointer, bytes);
    free(pointer);
    return NULL;
}

/* Of ten thousand of a hundred thousand rows there would be no room. */
static void the_memory_is_that_of_one_permutation(void **state)
{
    (void)state;
    enum { ROWS = 50 };
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_normals(&rng, 4 * ROWS), loss[3], error[3];
    int32_t label[ROWS];
    ardor_context *counted = NULL;
    for (int i = 0; i < ROWS; i++) label[i] = i % 2;
    must(ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .resize = resize}, &counted));
    ard_machine machine = make_machine();
    const ard_importance ask = {.machine = &machine, .target = {ROWS, 2, label, NULL, ROWS}, .x = x, .seed = 3, .repeats = 1000};
    largest = 0;
    assert_int_equal(ard_importance_measure(counted, &ask, loss, error), ARDOR_OK);
    assert_true(largest > 0 && largest <= 4 * ROWS * sizeof(double));
    ardor_context_free(counted);
    ard_machine_free(context, &machine);
    free(x);
}

static void a_copy_of_the_label_is_all_that_counts(void **state)
{
    (void)state;
    const char *label[N];
    double *x = make_values();
    make_labels(x, 2, label);
    for (int64_t i = 0; i < N; i++) x[i + 2 * N] = label[i][0] == 'b' ? 1 : -1;
    ardor_dataset *data = whole(x, label, NULL);
    json_t *root = evaluate(data, "method=lda plan=kfold:3 importance=permutation:20"), *list = at(root, "importance.features");
    assert_int_equal(json_array_size(list), P);
    assert_string_equal(text_at(root, "importance.features.0.name"), "x3");
    assert_true(number_at(root, "importance.features.0.error_rise") > .3);
    for (size_t j = 1; j < P; j++) assert_true(fabs(number_at(json_array_get(list, j), "error_rise")) < .05);
    json_decref(root);
    ardor_dataset_free(data);
    free(x);
}

/* ---- what it must not change, and what must not change it */

/* Without the member, whose text goes to *importance. */
static char *rest_of(json_t *root, char **importance)
{
    *importance = json_dumps(at(root, "importance"), JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    json_object_del(root, "importance");
    return without_seconds(root);
}

static void nothing_else_of_a_result_changes(void **state)
{
    (void)state;
    static const char *const how[] = {"importance=none", "importance=permutation:3", "importance=permutation:3 threads=3",
                                      "importance=permutation:3 prior=a=.1"};
    char *rest[4], *importance[4], spec[200];
    const char *label[N];
    double *x = make_values();
    make_labels(x, 2, label);
    ardor_dataset *data = whole(x, label, NULL);
    for (int k = 0; k < 4; k++) {
        snprintf(spec, sizeof spec, "method=spr tune=cv:3 plan=boot:4 seed=5 force=x5 %s", how[k]);
        rest[k] = rest_of(evaluate(data, spec), &importance[k]);
    }
    assert_string_equal(importance[0], "null");
    assert_non_null(strstr(importance[1], "\"x1\""));
    assert_null(strstr(importance[1], "\"x5\"")); /* which was forced, not selected */
    assert_string_equal(rest[0], rest[1]);
    assert_string_equal(rest[1], rest[2]);
    assert_string_equal(importance[1], importance[2]);
    assert_string_equal(importance[1], importance[3]);
    for (int k = 0; k < 4; k++) {
        free(rest[k]);
        free(importance[k]);
    }
    ardor_dataset_free(data);
    free(x);
}

static char *read_file(const char *path)
{
    char *text = NULL;
    must(ardor_read_text(context, path, &text));
    char *copy = strcpy(malloc(strlen(text) + 1), text);
    ardor_string_free(context, text);
    return copy;
}

static void write_part(const char *path, const char *text, int lines)
{
    const char *end = text;
    for (int k = 0; k < lines; k++) end = strchr(end, '\n') + 1;
    must(ardor_write_file(context, path, text, (size_t)(end - text)));
}

static void checkpoints_go_on(void **state)
{
    (void)state;
    static const char path[] = "test_importance.folds";
    static const char spec[] = "method=spr strength=.1 plan=kfold:4 checkpoint=test_importance.folds ";
    char with[200], *importance = NULL, *again = NULL;
    const char *label[N];
    double *x = make_values();
    json_t *root = NULL;
    make_labels(x, 2, label);
    ardor_dataset *data = whole(x, label, NULL);
    unlink(path);
    snprintf(with, sizeof with, "%simportance=permutation:3", spec);
    char *first = rest_of(evaluate(data, with), &importance), *file = read_file(path);
    assert_non_null(strstr(file, "\"loss_rise\": ["));
    write_part(path, file, 3);
    char *second = rest_of(evaluate(data, with), &again);
    assert_string_equal(first, second);
    assert_string_equal(importance, again);
    assert_int_equal(try_evaluate(data, spec, &root), ARDOR_DATA); /* of another run */
    assert_message("they differ in: recipe");
    free(again);
    free(second);
    free(file);
    unlink(path);
    free(first);
    first = rest_of(evaluate(data, spec), &again);
    file = read_file(path);
    assert_null(strstr(file, "loss_rise"));
    char *version = strstr(file, "\"version\": 5"), *member = strstr(file, "\"importance\": 0, "); /* as version 4 had it */
    assert_true(version && member);
    version[strlen("\"version\": ")] = '4';
    memmove(member, member + strlen("\"importance\": 0, "), strlen(member + strlen("\"importance\": 0, ")) + 1);
    write_part(path, file, 3);
    free(again);
    second = rest_of(evaluate(data, spec), &again);
    assert_string_equal(first, second);
    assert_int_equal(try_evaluate(data, with, &root), ARDOR_DATA);
    unlink(path);
    free(again);
    free(second);
    free(importance);
    free(first);
    free(file);
    ardor_dataset_free(data);
    free(x);
}

static void what_it_needs_is_said(void **state)
{
    (void)state;
    const char *label[N];
    double *x = make_values();
    json_t *root = NULL;
    ardor_model *model = NULL;
    make_labels(x, 2, label);
    ardor_dataset *data = whole(x, label, NULL);
    assert_int_equal(try_evaluate(data, "method=spr plan=loo importance=permutation:3", &root), ARDOR_USAGE);
    assert_message("of which this one has 1: take a plan with larger folds, such as kfold:10");
    /* found before the folds before it are fitted: they would be in this file */
    static const int64_t rows[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};
    const int64_t *const train[] = {rows, rows}, *const test[] = {rows + 20, rows + 20}, n_train[] = {20, 20}, n_test[] = {4, 1};
    ardor_spec *given = make_spec("method=spr importance=permutation:3 checkpoint=test_importance.few");
    ardor_evaluation *evaluation = NULL;
    unlink("test_importance.few");
    must(ardor_spec_set_splits(context, given, 2, train, n_train, test, n_test));
    assert_int_equal(ardor_evaluate(context, data, given, &evaluation), ARDOR_USAGE);
    assert_message("fold 2 of plan 'splits': --importance exchanges values");
    assert_int_equal(access("test_importance.few", F_OK), -1);
    ardor_spec_free(given);
    static const char *const bad[] = {"permutation",    "permutation:0",  "permutation:10001",
                                      "permutation:-1", "permutation:2x", "yes"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char spec[100];
        snprintf(spec, sizeof spec, "method=spr plan=kfold:3 importance=%s", bad[k]);
        assert_int_equal(try_evaluate(data, spec, &root), ARDOR_USAGE);
        assert_message("importance takes none, or permutation:R with R from 1 to 10000");
    }
    assert_int_equal(try_fit(data, "method=spr importance=permutation:3", &model), ARDOR_USAGE);
    assert_message("measured on test rows");
    root = evaluate(data, "method=majority plan=kfold:3 importance=permutation:3");
    assert_int_equal(json_array_size(at(root, "importance.features")), 0);
    json_decref(root);
    root = evaluate(data, "method=spr plan=kfold:3 pca=2 importance=permutation:3"); /* components */
    assert_string_equal(text_at(root, "importance.features.0.name"), text_at(root, "selection.0.name"));
    json_decref(root);
    ardor_dataset_free(data);
    free(x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluations_are_those_by_hand),
        cmocka_unit_test(many_permutations_are_all_of_them),
        cmocka_unit_test(the_memory_is_that_of_one_permutation),
        cmocka_unit_test(a_copy_of_the_label_is_all_that_counts),
        cmocka_unit_test(nothing_else_of_a_result_changes),
        cmocka_unit_test(checkpoints_go_on),
        cmocka_unit_test(what_it_needs_is_said),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
