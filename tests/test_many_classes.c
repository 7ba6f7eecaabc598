/* More than two classes through the public interface, of every method: probabilities, orders and names that must not matter,
 * files, threads, small classes, weights; tables whose target is no column of classes. Failing allocations are in
 * test_alloc_classes.c, cancelling in test_cancel.c. */
#include "methods_fixture.h"

#include "machine/coupling.h"
#include "machine/pairs.h"

#define TOL 1e-10
#define NEAR 1e-6
enum { CLASSES = 4, MANY_ROWS = 36 };

static const char *const plain[] = {"a", "b", "c", "d"};
static const char *const renamed[] = {"z", "m", "a b", "\316\261\316\262"}; /* in the order 2, 1, 0, 3; blanks, Greek */

typedef struct classes {
    int64_t n, p;
    double *x, *weight;
    int *class; /* of every row */
} classes;

/* Of k classes; the first, second, .. of them stand out in the first, second, .. feature, the last one in none. */
static classes make_classes(int64_t n, int64_t p, int k, double signal, uint64_t seed)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    classes t = {n, p, make_normals(&rng, n * p), NULL, make_array(n, sizeof(int))};
    for (int64_t i = 0; i < n; i++) {
        t.class[i] = (int)(i * 11 % n) % k;
        if (t.class[i] < p) t.x[i + t.class[i] * n] += signal;
    }
    return t;
}

static void free_classes(classes *t)
{
    free(t->class);
    free(t->weight);
    free(t->x);
}

static ardor_dataset *dataset_named(ardor_context *in, const classes *t, const char *const *name)
{
    ardor_dataset *data = NULL;
    const char **label = make_array(t->n, sizeof *label);
    for (int64_t i = 0; i < t->n; i++) label[i] = name[t->class[i]];
    if (ardor_dataset_from_arrays(in, t->n, t->p, t->x, t->n, label, NULL, t->weight, &data) != ARDOR_OK) data = NULL;
    free(label);
    return data;
}

/* Probabilities by the number of the class in `name`, of k. */
static double *prob_named(const ardor_model *model, const ardor_dataset *data, int k, const char *const *name)
{
    const int64_t n = ardor_dataset_rows(data);
    double *prob = make_reals(n * k), *out = make_reals(n * k);
    must(ardor_predict(context, model, data, prob));
    for (int c = 0; c < k; c++)
        for (int d = 0; d < k; d++)
            if (strcmp(ardor_model_class_name(model, d), name[c]) == 0)
                memcpy(out + c * n, prob + d * n, (size_t)n * sizeof *prob);
    free(prob);
    return out;
}

/* ------------------------------------------------------------------ what every model is */

static void check_sums(const double *prob, int64_t n, int k, const char *spec)
{
    for (int64_t i = 0; i < n; i++) {
        double sum = 0;
        for (int c = 0; c < k; c++) {
            const double p = prob[i + c * n];
            require_that(p >= 0 && p <= 1, spec, "a probability", p);
            sum += p;
        }
        require_that(fabs(sum - 1) <= 1e-12, spec, "the sum of the probabilities", sum);
    }
}

/* The labels that predictions have are the classes of the largest probability; of those that rounding alone tells apart any. */
static void check_predicted(const ardor_model *model, const ardor_dataset *data, const double *prob, int k, const char *spec)
{
    const int64_t n = ardor_dataset_rows(data);
    double *raw = make_reals(n * k);
    char *text = NULL;
    size_t i;
    json_t *row;
    must(ardor_predict(context, model, data, raw));
    must(ardor_predictions_json(context, model, data, raw, 1, &text));
    json_t *root = parse_json(text);
    json_array_foreach(at(root, "rows"), i, row)
    {
        double best = 0, own = -1;
        for (int c = 0; c < k; c++) {
            best = fmax(best, raw[i + c * n]);
            if (strcmp(text_at(row, "predicted"), ardor_model_class_name(model, c)) == 0) own = raw[i + c * n];
        }
        if (own < best - 1e-12) fail_msg("%s: row %d is predicted as %s", spec, (int)i, text_at(row, "predicted"));
    }
    (void)prob;
    json_decref(root);
    free(raw);
}

static void check_parts(const ardor_model *model, int k, bool rest, const char *spec)
{
    const ard_pairs *pairs = ard_machine_as_pairs(&model->fit.machine);
    require_that(pairs != NULL, spec, "the machine", 0);
    require_that(pairs->n_parts == (rest ? k : k * (k - 1) / 2) && model->fit.n_parts == pairs->n_parts, spec,
                 "the number of parts", (double)pairs->n_parts);
    for (int64_t j = 0; j < pairs->n_parts; j++) {
        const ard_fit *part = model->fit.part + j;
        const bool iterates = model->method->max_iter >= 0 || model->method->can & ARD_HAS_TUNING;
        require_that(!part->machine.kind && (part->trace.n > 0) == iterates, spec, "the trace of a part", (double)part->trace.n);
        check_certificate(&part->certificate, spec);
        check_used(model->method, part->used, spec);
    }
    check_used(model->method, model->fit.used, spec);
}

static void check_file(const ardor_model *model, const ardor_dataset *data, int k, const char *spec)
{
    static const char path[] = "many-classes-model.json";
    const int64_t n = ardor_dataset_rows(data);
    double *p = make_reals(n * k), *q = make_reals(n * k);
    char *a = NULL, *b = NULL;
    ardor_model *loaded = NULL;
    must(ardor_model_save(context, model, path));
    must(ardor_model_load(context, path, &loaded));
    must(ardor_predict(context, model, data, p));
    must(ardor_predict(context, loaded, data, q));
    assert_memory_equal(p, q, (size_t)(n * k) * sizeof *p);
    must(ardor_model_json(context, model, &a));
    must(ardor_model_json(context, loaded, &b));
    require_same(a, b, spec, "the document");
    ardor_string_free(context, b);
    ardor_string_free(context, a);
    ardor_model_free(loaded);
    free(q);
    free(p);
    remove(path);
}

static void every_method_tells_classes_apart(void **state)
{
    (void)state;
    classes t = make_classes(MANY_ROWS, 4, CLASSES, 2, 3);
    ardor_dataset *data = dataset_named(context, &t, plain);
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        const int n = variants_of(ard_method_at(m), false, v);
        for (int i = 0; i < 2 * n; i++) {
            char spec[400];
            const bool rest = i % 2;
            spec_of(v + i / 2, 0, rest ? "multiclass=rest trace=on" : "multiclass=pairs trace=on", spec);
            ardor_model *model = fit(data, spec);
            double *prob = prob_named(model, data, CLASSES, plain);
            check_sums(prob, t.n, CLASSES, spec);
            check_predicted(model, data, prob, CLASSES, spec);
            check_parts(model, CLASSES, rest, spec);
            check_file(model, data, CLASSES, spec);
            free(prob);
            ardor_model_free(model);
        }
    }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* ------------------------------------------------------------------ what must not matter */

static double furthest(const double *a, const double *b, int64_t n)
{
    double most = 0;
    for (int64_t i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* Rows in another order, with the place of each of the first table in the second. */
static classes mixed(const classes *t, int64_t *place)
{
    classes out = {t->n, t->p, make_reals(t->n * t->p), NULL, make_array(t->n, sizeof(int))};
    for (int64_t i = 0; i < t->n; i++) {
        place[i] = (8 * i + 3) % t->n;
        out.class[place[i]] = t->class[i];
        for (int64_t j = 0; j < t->p; j++) out.x[place[i] + j * t->n] = t->x[i + j * t->n];
    }
    return out;
}

static void names_and_orders_do_not_matter(void **state)
{
    (void)state;
    int64_t place[MANY_ROWS - 1];
    classes t = make_classes(MANY_ROWS - 1, 3, CLASSES, 1.5, 8), other = mixed(&t, place);
    ardor_dataset *data = dataset_named(context, &t, plain), *names = dataset_named(context, &t, renamed),
                  *rows = dataset_named(context, &other, plain);
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        variant v[MOST_VARIANTS];
        variants_of(method, false, v);
        for (int rest = 0; rest < 2; rest++) {
            char spec[400];
            spec_of(v, TOL, rest ? "multiclass=rest" : "multiclass=pairs", spec);
            ardor_model *a = fit(data, spec), *b = fit(names, spec), *c = fit(rows, spec);
            double *p = prob_named(a, data, CLASSES, plain), *q = prob_named(b, data, CLASSES, renamed),
                   *r = prob_named(c, data, CLASSES, plain);
            const double by_names = furthest(p, q, CLASSES * t.n), by_rows = furthest(p, r, CLASSES * t.n);
            if (!(method->breaks & ARD_BREAKS_CLASS_EXCHANGE))
                require_that(by_names <= NEAR, spec, "the change by names", by_names);
            if (!(method->breaks & (ARD_BREAKS_ROW_ORDER | ARD_BREAKS_TERM_ORDER)))
                require_that(by_rows <= NEAR, spec, "the change by the order of the rows", by_rows);
            free(r);
            free(q);
            free(p);
            ardor_model_free(c);
            ardor_model_free(b);
            ardor_model_free(a);
        }
    }
    ardor_dataset_free(rows);
    ardor_dataset_free(names);
    ardor_dataset_free(data);
    free_classes(&other);
    free_classes(&t);
}

/* Labels 0, 1, 2 are the same as any others. */
static void numbers_are_names(void **state)
{
    (void)state;
    static const char *const digits[] = {"0", "1", "2"}, *const texts[] = {"low", "middle", "not so low"};
    classes t = make_classes(MANY_ROWS, 3, 3, 1.5, 9);
    ardor_dataset *a = dataset_named(context, &t, digits), *b = dataset_named(context, &t, texts);
    ardor_model *m = fit(a, "method=spr tune=cv:3"), *o = fit(b, "method=spr tune=cv:3");
    double *p = prob_named(m, a, 3, digits), *q = prob_named(o, a, 3, texts);
    assert_memory_equal(p, q, (size_t)(3 * t.n) * sizeof *p);
    free(q);
    free(p);
    ardor_model_free(o);
    ardor_model_free(m);
    ardor_dataset_free(b);
    ardor_dataset_free(a);
    free_classes(&t);
}

/* With two classes nothing is divided, whatever is asked. */
static void two_classes_are_as_they_were(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=jcfo basis=linear tune=cv:3", "method=spr basis=rbf", "method=rvm"};
    static const char *const hows[] = {"native", "pairs", "rest", "auto"};
    classes t = make_classes(MANY_ROWS, 3, 2, 1, 10);
    ardor_dataset *data = dataset_named(context, &t, plain);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_model *model = fit(data, specs[s]);
        char *wanted = without_seconds(model_json(model));
        for (int h = 0; h < COUNT_OF(hows); h++) {
            char spec[200];
            snprintf(spec, sizeof spec, "%s multiclass=%s", specs[s], hows[h]);
            ardor_model *other = fit(data, spec);
            char *found = without_seconds(model_json(other));
            require_same(wanted, found, spec, "the model");
            assert_null(ard_machine_as_pairs(&other->fit.machine));
            free(found);
            ardor_model_free(other);
        }
        assert_non_null(strstr(wanted, "\"multiclass\": null"));
        free(wanted);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* ------------------------------------------------------------------ runs */

static void threads_do_not_matter(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=jcfo tune=cv:3 max_iter=40", "method=spr tune=cv:3 relax=auto rule=error",
                                        "method=rvm multiclass=rest tune=cv:3"};
    classes t = make_classes(MANY_ROWS, 3, CLASSES, 1.5, 11);
    ardor_dataset *data = dataset_named(context, &t, plain);
    for (int s = 0; s < COUNT_OF(specs); s++) {
        char *out[2], *fits[2];
        for (int threads = 1; threads <= 2; threads++) {
            char spec[200];
            snprintf(spec, sizeof spec, "%s plan=kfold:3 threads=%d", specs[s], threads);
            out[threads - 1] = without_seconds(evaluate(data, spec));
            snprintf(spec, sizeof spec, "%s threads=%d", specs[s], threads);
            ardor_model *model = fit(data, spec);
            fits[threads - 1] = without_seconds(model_json(model));
            ardor_model_free(model);
        }
        require_same(out[0], out[1], specs[s], "the evaluation");
        require_same(fits[0], fits[1], specs[s], "the model");
        for (int k = 0; k < 2; k++) {
            free(out[k]);
            free(fits[k]);
        }
    }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* A relaxed refit leaves each part its own features. */
static void relaxed_parts_keep_their_features(void **state)
{
    (void)state;
    classes t = make_classes(60, 8, 3, 1.5, 12);
    ardor_dataset *data = dataset_named(context, &t, plain);
    ardor_model *strict = fit(data, "method=spr strength=.7 tune=cv:3 rule=deviance"),
                *relaxed = fit(data, "method=spr strength=.7 tune=cv:3 rule=deviance relax=auto");
    const ard_pairs *a = ard_machine_as_pairs(&strict->fit.machine), *b = ard_machine_as_pairs(&relaxed->fit.machine);
    assert_true(relaxed->report.relax_factor < 1);
    for (int64_t k = 0; k < 3; k++) {
        const double rate = strict->fit.part[k].used[ard_setting_index(strict->method, "lam1")];
        assert_near(relaxed->fit.part[k].used[ard_setting_index(strict->method, "lam1")], relaxed->report.relax_factor * rate,
                    1e-9, "the rate of a part");
        for (int64_t f = 0; f < b->part[k].n_features; f++) {
            bool found = false;
            for (int64_t g = 0; g < a->part[k].n_features; g++)
                found |= strcmp(relaxed->feature[b->part[k].feature[f]], strict->feature[a->part[k].feature[g]]) == 0;
            assert_true(found);
        }
        assert_true(b->part[k].n_features > 0);
    }
    ardor_model_free(relaxed);
    ardor_model_free(strict);
    ardor_dataset_free(data);
    free_classes(&t);
}

/* ------------------------------------------------------------------ classes that are small */

static void set_class_sizes(classes *t, int n_sizes, const int *size)
{
    int64_t at = 0;
    for (int c = 0; c < n_sizes; c++)
        for (int i = 0; i < size[c]; i++) t->class[(7 * at++ + 2) % t->n] = c;
    assert_int_equal(at, t->n);
}

static void a_class_of_one_row(void **state)
{
    (void)state;
    classes t = make_classes(32, 3, 3, 1.5, 13);
    set_class_sizes(&t, 3, (const int[]){16, 15, 1});
    ardor_dataset *data = dataset_named(context, &t, plain);
    notes[0] = '\0';
    ardor_model *model = fit(data, "method=spr");
    json_t *root = model_json(model);
    assert_string_equal(warning_of(root, "small_class"),
                        "1 class has one row ('c'), which cannot train and be tested both: leave it out, or collect more of it");
    double *prob = prob_named(model, data, 3, plain);
    check_sums(prob, t.n, 3, "a class of one row");
    free(prob);
    json_decref(root);
    ardor_model_free(model);
    static const char *const plans[] = {"loo", "kfold:4", "boot:3", "holdout:0.4"};
    for (int p = 0; p < COUNT_OF(plans); p++)
        for (int m = 0; m < 3; m++) {
            char spec[200];
            snprintf(spec, sizeof spec, "method=%s plan=%s tune=cv:3 max_iter=30",
                     m == 0   ? "spr"
                     : m == 1 ? "jcfo"
                              : "rvm",
                     plans[p]);
            root = evaluate(data, spec);
            assert_non_null(warning_of(root, "small_class"));
            json_decref(root);
        }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* Two rows of a class are in two of five inner folds: in each of them it is trained on one, in none on both. */
static void a_class_that_inner_folds_lack(void **state)
{
    (void)state;
    classes t = make_classes(42, 3, 3, 1.5, 14);
    set_class_sizes(&t, 3, (const int[]){20, 20, 2});
    ardor_dataset *data = dataset_named(context, &t, plain);
    for (int rest = 0; rest < 2; rest++)
        for (int m = 0; m < ard_method_count(); m++) {
            variant v[MOST_VARIANTS];
            char spec[400];
            variants_of(ard_method_at(m), false, v);
            spec_of(v, 0, rest ? "plan=kfold:2 tune=holdout:0.5 multiclass=rest" : "plan=kfold:2 tune=cv:2", spec);
            json_t *root = evaluate(data, spec), *row;
            size_t i;
            json_array_foreach(at(root, "rows"), i, row)
            {
                const double sum = number_at(row, "prob.a") + number_at(row, "prob.b") + number_at(row, "prob.c");
                require_that(fabs(sum - 1) <= 1e-12, spec, "a sum", sum);
            }
            json_decref(root);
        }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* 97 % are of the first of three. */
static void unbalanced_classes(void **state)
{
    (void)state;
    classes t = make_classes(200, 4, 3, 1, 15);
    set_class_sizes(&t, 3, (const int[]){194, 3, 3});
    ardor_dataset *data = dataset_named(context, &t, plain);
    for (int b = 0; b < 2; b++) {
        json_t *root =
            evaluate(data, b ? "method=spr plan=kfold:3 tune=cv:3 class-weight=balanced" : "method=spr plan=kfold:3 tune=cv:3");
        const double baseline = number_at(root, "summary.baseline.error.value"),
                     balanced = number_at(root, "summary.baseline.balanced_error.value");
        assert_near(baseline, .03, 1e-12, "the error of the largest class");
        assert_near(balanced, 2. / 3, 1e-12, "its balanced error");
        if (!b) assert_true(number_at(root, "summary.error.value") <= .05);
        json_decref(root);
    }
    ardor_dataset_free(data);
    free_classes(&t);
}

/* ------------------------------------------------------------------ features, weights, groups */

static void relevant_features_are_found(void **state)
{
    (void)state;
    classes all = make_classes(80, 3, 3, 3, 16), none = make_classes(80, 6, 3, 0, 17);
    ardor_dataset *data = dataset_named(context, &all, plain), *noise = dataset_named(context, &none, plain);
    ardor_model *model = fit(data, "method=spr tune=cv:4");
    assert_int_equal(ardor_model_features(model), 3);
    for (int64_t j = 0; j < 3; j++) {
        double sum = 0;
        assert_int_equal(ardor_model_feature_direction(model, j), j); /* each speaks for its class */
        for (int c = 0; c < 3; c++) sum += ardor_model_feature_class_weight(model, j, c);
        assert_near(sum, 0, 1e-12, "the sum of the weights towards all classes");
    }
    ardor_model_free(model);
    json_t *folds = evaluate(data, "method=spr plan=kfold:4"), *selected;
    size_t f;
    json_array_foreach(at(folds, "selection"), f, selected)
    {
        const double weights[] = {number_at(selected, "mean_class_weights.a"), number_at(selected, "mean_class_weights.b"),
                                  number_at(selected, "mean_class_weights.c")};
        assert_string_equal(text_at(selected, "direction"), plain[f]);
        assert_true(number_at(selected, "agreement") == 1 && weights[f] > 0 && weights[f] == number_at(selected, "mean_weight"));
        assert_near(weights[0] + weights[1] + weights[2], 0, 1e-12, "the sum of mean weights");
    }
    assert_int_equal(f, 3);
    json_decref(folds);
    model = fit(noise, "method=spr tune=cv:4 rule=one-se");
    json_t *root = model_json(model);
    assert_non_null(warning_of(root, "nothing_learnt"));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(noise);
    ardor_dataset_free(data);
    free_classes(&none);
    free_classes(&all);
}

/* What is said of a part begins with its classes. */
static void remarks_name_the_part(void **state)
{
    (void)state;
    classes none = make_classes(40, 4, 3, 0, 23);
    ardor_dataset *data = dataset_named(context, &none, plain);
    for (int rest = 0; rest < 2; rest++) {
        ardor_model *model =
            fit(data, rest ? "method=projection halves=4 k=2 path=2 multiclass=rest" : "method=projection halves=4 k=2 path=2");
        json_t *root = model_json(model);
        const char *text = warning_of(root, "weak_teacher");
        assert_non_null(text);
        assert_true(strstr(text, rest ? "' or another: the teacher" : "': the teacher") != NULL && text[0] == '\'');
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
    free_classes(&none);
}

/* A row of weight 2 is a row twice, for a method that has no row among its terms. */
static void weights_are_copies(void **state)
{
    (void)state;
    classes t = make_classes(24, 3, 3, 1, 18), twice = {30, 3, make_reals(90), NULL, make_array(30, sizeof(int))};
    t.weight = make_reals(t.n);
    for (int64_t i = 0; i < 24; i++) t.weight[i] = i < 6 ? 2 : 1;
    for (int64_t i = 0; i < 30; i++) {
        const int64_t from = i < 24 ? i : i - 24;
        twice.class[i] = t.class[from];
        for (int64_t j = 0; j < 3; j++) twice.x[i + j * 30] = t.x[from + j * 24];
    }
    ardor_dataset *a = dataset_named(context, &t, plain), *b = dataset_named(context, &twice, plain);
    static const char *const specs[] = {"method=spr strength=.1 tol=1e-10", "method=spr strength=.1 tol=1e-10 multiclass=rest",
                                        "method=rvm basis=identity tol=1e-9"};
    for (int s = 0; s < COUNT_OF(specs); s++) {
        ardor_model *m = fit(a, specs[s]), *o = fit(b, specs[s]);
        double *p = prob_named(m, a, 3, plain), *q = prob_named(o, a, 3, plain);
        require_that(furthest(p, q, 72) < NEAR, specs[s], "the difference of weights and copies", furthest(p, q, 72));
        free(q);
        free(p);
        ardor_model_free(o);
        ardor_model_free(m);
    }
    ardor_dataset_free(b);
    ardor_dataset_free(a);
    free_classes(&twice);
    free_classes(&t);
}

/* ------------------------------------------------------------------ what is refused */

static void refuse(const ardor_dataset *data, const char *spec, const char *part)
{
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, spec, &model), ARDOR_USAGE);
    assert_message(part);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    classes t = make_classes(40, 3, 3, 1, 19);
    ardor_dataset *data = dataset_named(context, &t, plain);
    refuse(data, "method=spr multiclass=native",
           "method 'spr' itself tells two classes apart, and 'data' has 3 ('a', 'b', 'c'): take multiclass=pairs, or rest, which "
           "fit it to two at a time");
    refuse(data, "method=spr tune=alo",
           "--tune=alo: more than two classes are fitted in parts, of which rows cannot be left out: take --tune=cv:5");
    refuse(data, "method=spr multiclass=ovo", "multiclass takes auto, native, pairs or rest, not 'ovo'");
    ardor_dataset_free(data);
    free_classes(&t);

    char name[60][8];
    const char *names[60];
    for (int i = 0; i < 60; i++) {
        snprintf(name[i], sizeof name[i], "%.2f", i / 7.);
        names[i] = name[i];
    }
    t = make_classes(60, 3, 40, 1, 20); /* as a column of measurements: 20 values twice, 20 once */
    data = dataset_named(context, &t, names);
    refuse(data, "method=spr", "has 40 classes (");
    assert_message("of which 20 have one row: a class needs several rows");
    ardor_dataset_free(data);
    free_classes(&t);

    t = make_classes(60, 3, 25, 1, 21);
    data = dataset_named(context, &t, names);
    ardor_model *model = fit(data, "method=spr");
    json_t *root = model_json(model);
    assert_non_null(strstr(warning_of(root, "many_classes"), "25 classes, with 2.4 rows each on the average"));
    json_decref(root);
    ardor_model_free(model);
    ardor_dataset_free(data);
    free_classes(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_tells_classes_apart),
        cmocka_unit_test(names_and_orders_do_not_matter),
        cmocka_unit_test(numbers_are_names),
        cmocka_unit_test(two_classes_are_as_they_were),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(relaxed_parts_keep_their_features),
        cmocka_unit_test(a_class_of_one_row),
        cmocka_unit_test(a_class_that_inner_folds_lack),
        cmocka_unit_test(unbalanced_classes),
        cmocka_unit_test(relevant_features_are_found),
        cmocka_unit_test(remarks_name_the_part),
        cmocka_unit_test(weights_are_copies),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
