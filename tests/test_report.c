/* The JSON documents: keys in their order, values, null for what does not apply. */
#include "model_fixture.h"
#include "listed.h"
#include "loaded.h"

#include <jansson.h>

#include "report/report.h"

static json_t *parse_json(const char *text)
{
    json_error_t error;
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json) fail_msg("line %d: %s in %s", error.line, error.text, text);
    return json;
}

/* Keys of an object, which jansson keeps in the order of the text. */
static void assert_keys(const json_t *object, const char *want)
{
    char got[1024] = "";
    json_t *json = (json_t *)object;
    assert_true(json_is_object(json));
    for (void *at = json_object_iter(json); at; at = json_object_iter_next(json, at)) {
        if (got[0]) strcat(got, " ");
        strcat(got, json_object_iter_key(at));
    }
    assert_string_equal(got, want);
}

/* Member by a path such as "folds.0.kkt.weights". */
static json_t *at(const json_t *json, const char *path)
{
    char step[64];
    while (*path) {
        size_t bytes = strcspn(path, ".");
        assert_true(bytes < sizeof step);
        memcpy(step, path, bytes);
        step[bytes] = '\0';
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(step)) : json_object_get(json, step);
        if (!json) fail_msg("there is no %s", path);
        path += bytes + (path[bytes] == '.');
    }
    return (json_t *)json;
}

static double real_at(const json_t *json, const char *path)
{
    assert_true(json_is_real(at(json, path)));
    return json_real_value(at(json, path));
}
static int64_t int_at(const json_t *json, const char *path)
{
    assert_true(json_is_integer(at(json, path)));
    return json_integer_value(at(json, path));
}
static const char *text_at(const json_t *json, const char *path)
{
    assert_true(json_is_string(at(json, path)));
    return json_string_value(at(json, path));
}
static void assert_null_at(const json_t *json, const char *path) { assert_true(json_is_null(at(json, path))); }

static json_t *model_report(ardor_context *context, const ardor_model *model)
{
    char *text = NULL, *again = NULL;
    assert_int_equal(ardor_model_json(context, model, &text), ARDOR_OK);
    assert_int_equal(ardor_model_json(context, model, &again), ARDOR_OK);
    assert_string_equal(text, again);
    json_t *json = parse_json(text);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
    return json;
}

static void a_fit_has_every_key_in_order(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    json_t *json = model_report(context, model);
    char keys[LISTED];
    assert_keys(
        json, listed_keys(
                  "format version ardor method basis settings given classes positive rest shares target weights group id header "
                  "onehot rows columns data_hash protocol",
                  "class_weight multiclass seed n p n_constant_dropped tune screen relax stopped stop_reason iterations "
                  "objective kkt certificate optima null_model bias n_features n_forced n_combined_columns weight_unit features "
                  "others n_vectors "
                  "extras fact parts train_error trace warnings seconds",
                  keys));
    assert_string_equal(text_at(json, "format"), "ardor-fit");
    assert_string_equal(text_at(json, "ardor"), ardor_version());
    assert_string_equal(text_at(json, "method"), "jcfo");
    assert_string_equal(text_at(json, "basis"), "rbf");
    assert_true(real_at(json, "settings.lam1") == 1 / 3.0);
    assert_int_equal(json_object_size(at(json, "settings")), model->method->n_settings);
    assert_string_equal(text_at(json, "classes.1"), "yes");
    assert_string_equal(text_at(json, "target"), "the class");
    assert_string_equal(text_at(json, "data_hash"), model->data_hash);
    assert_string_equal(text_at(json, "log"), "off");
    assert_string_equal(text_at(json, "filter"), "none");
    assert_int_equal(int_at(json, "seed"), 7);
    assert_int_equal(int_at(json, "n"), ROWS);
    assert_int_equal(int_at(json, "p"), COLUMNS);
    assert_int_equal(int_at(json, "n_constant_dropped"), 1);
    assert_string_equal(text_at(json, "stop_reason"), "converged");
    assert_true(real_at(json, "objective") == -12.345678901234567);
    assert_keys(at(json, "kkt"), "weights scales");
    assert_true(real_at(json, "kkt.weights") == 1e-7);
    assert_keys(at(json, "certificate"), "kind weights scales");
    assert_string_equal(text_at(json, "certificate.kind"), "kkt");
    assert_true(real_at(json, "certificate.scales") == 1.0 / 3e9);
    assert_int_equal(int_at(json, "n_features"), 2);
    assert_string_equal(text_at(json, "features.0.name"), "g\\4");
    assert_true(real_at(json, "features.0.scale") == 2.5);
    assert_string_equal(text_at(json, "features.1.name"), "g 2");
    assert_keys(at(json, "features.0"), "name scale weight direction class_weights forced filter_rank filter_score");
    assert_null_at(json, "weight_unit");
    assert_null_at(json, "features.0.weight");
    assert_null_at(json, "features.0.direction");
    assert_int_equal(int_at(json, "n_vectors"), 3);
    assert_true(real_at(json, "train_error") == 1.0 / 6);
    assert_null_at(json, "optima");
    assert_null_at(json, "others");
    assert_null_at(json, "extras");
    assert_null_at(json, "tune");
    assert_null_at(json, "screen");
    assert_null_at(json, "relax");
    assert_null_at(json, "trace");
    json_decref(json);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void a_fit_tells_of_tuning_screening_and_relaxing(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    const ard_prepare_options options = prepare_options("log=0.1 filter=ttest:30");
    ardor_model *model = make_model(context, "spr", "identity", &options, false, true);
    model->fit.n_screened = 17;
    model->fit.screen_kkt = 0.5;
    model->report.relax_factor = 0.1;
    model->report.relax_error_before = 0.25;
    model->report.relax_error_after = 0.125;
    json_t *json = model_report(context, model);
    assert_string_equal(text_at(json, "log"), "0.1");
    assert_string_equal(text_at(json, "filter"), "ttest:30");
    assert_string_equal(text_at(json, "tune.how"), "cv:5");
    assert_string_equal(text_at(json, "tune.rule"), "one-se");
    assert_string_equal(text_at(json, "tune.settings.1"), "lam1");
    assert_keys(at(json, "tune.candidates.0"),
                "filter tol lam1 error error_se deviance n_features n_vectors deviance_se status message empty");
    assert_true(real_at(json, "tune.candidates.1.lam1") == 0.25);
    assert_true(json_is_false(at(json, "tune.candidates.1.empty")) && json_is_true(at(json, "tune.candidates.3.empty")));
    assert_null_at(json, "tune.candidates.3.lam1");
    assert_keys(at(json, "tune"), "how rule settings candidates chosen baseline learnt");
    assert_true(real_at(json, "tune.baseline.error") == 0.375 && real_at(json, "tune.baseline.deviance") == 0.625);
    assert_true(json_is_true(at(json, "tune.learnt")));
    assert_null_at(json, "tune.candidates.1.error_se");
    assert_int_equal(int_at(json, "tune.chosen"), 1);
    assert_int_equal(int_at(json, "screen.n_features"), 17);
    assert_true(real_at(json, "relax.error_after") == 0.125);
    /* identity: weights, by size whatever the sign */
    assert_true(real_at(json, "features.0.weight") == -2.9999999999999996);
    assert_true(real_at(json, "features.1.weight") == 2.5);
    assert_keys(at(json, "features.0"), "name weight direction class_weights forced filter_rank filter_score");
    assert_string_equal(text_at(json, "features.0.direction"), "no");
    assert_int_equal(int_at(json, "n_vectors"), 0);
    json_decref(json);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void a_certificate_is_called_what_it_is(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "rvm", "rbf", NULL, false, false);
    add_trace(context, model);
    json_t *json = model_report(context, model);
    assert_null_at(json, "kkt");
    assert_string_equal(text_at(json, "certificate.kind"), "gradient");
    assert_true(real_at(json, "certificate.weights") == 1e-7 && real_at(json, "certificate.scales") == 1.0 / 3e9);
    assert_keys(at(json, "trace.0"), "objective kkt_weights kkt_scales certificate_weights certificate_scales n_vectors "
                                     "n_features seconds");
    assert_null_at(json, "trace.0.kkt_weights");
    assert_null_at(json, "trace.0.kkt_scales");
    assert_true(real_at(json, "trace.0.certificate_weights") == 1e-7);
    assert_null_at(json, "trace.1.certificate_weights");
    assert_keys(at(json, "extras"),
                "log_evidence log_likelihood alpha_bias alpha_least alpha_largest beta_least beta_largest "
                "kl_weights kl_scales kl margin_loss bound mode_gradient laplace_evidence mode_decrement joint_evidence");
    json_decref(json);
    ardor_model_free(model);
    model = make_model(context, "jcfo", "rbf", NULL, false, false);
    add_trace(context, model);
    json = model_report(context, model);
    assert_true(real_at(json, "trace.0.kkt_weights") == 1e-7 && real_at(json, "trace.0.certificate_weights") == 1e-7);
    json_decref(json);
    ardor_model_free(model);
    model = make_model(context, "bpm", "identity", NULL, false, false);
    json = model_report(context, model);
    assert_null_at(json, "kkt");
    assert_string_equal(text_at(json, "certificate.kind"), "none");
    assert_null_at(json, "certificate.weights");
    assert_null_at(json, "certificate.scales");
    json_decref(json);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void a_fit_tells_where_its_starts_ended(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    add_optima(context, model);
    json_t *json = model_report(context, model);
    assert_int_equal(json_array_size(at(json, "optima")), 3);
    for (int i = 0; i < 3; i++)
        assert_keys(json_array_get(at(json, "optima"), i),
                    "objective starts n_vectors n_features n_common stop_reason optimum certificate");
    assert_true(real_at(json, "optima.0.objective") == real_at(json, "objective"));
    assert_int_equal(int_at(json, "optima.0.starts"), 3);
    assert_true(json_is_true(at(json, "optima.0.optimum")) && json_is_false(at(json, "optima.1.optimum")));
    assert_string_equal(text_at(json, "optima.1.stop_reason"), "stalled");
    assert_int_equal(int_at(json, "optima.1.n_vectors"), 4);
    assert_int_equal(int_at(json, "optima.1.n_features"), 3);
    assert_int_equal(int_at(json, "optima.1.n_common"), 1);
    assert_true(real_at(json, "optima.1.certificate.weights") == 1e-7);
    assert_null_at(json, "optima.2.objective");
    assert_null_at(json, "optima.2.stop_reason");
    json_decref(json);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* Of a bilinear kernel beside the scale; per deviation, whoever's rows it is of. */
static void features_of_a_linear_kernel_have_weights(void **state)
{
    (void)state;
    static const char *const how[] = {"train", "all", "samples"};
    ardor_context *context = make_context();
    for (int k = 0; k < 3; k++) {
        ard_prepare_options options = {0};
        assert_true(ard_prepare_set(&options, "standardise", how[k]));
        ardor_model *model = make_model(context, "jcfo", k ? "linear" : "poly:1", &options, false, false);
        json_t *json = model_report(context, model);
        assert_string_equal(text_at(json, "weight_unit"), "sd");
        assert_keys(at(json, "features.0"), "name scale weight direction class_weights forced filter_rank filter_score");
        assert_true(real_at(json, "features.0.scale") == 2.5 && fabs(real_at(json, "features.0.weight") - 6.775) < 1e-14);
        assert_string_equal(text_at(json, "features.0.direction"), "yes");
        assert_string_equal(text_at(json, "features.1.direction"), "no");
        json_decref(json);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

static void counted_features_are_the_model_s_and_others(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "projection", "identity", NULL, false, false);
    json_t *json = model_report(context, model);
    assert_keys(at(json, "features.0"), "name weight direction class_weights frequency forced filter_rank filter_score");
    assert_string_equal(text_at(json, "features.0.name"), "g 2");
    assert_true(real_at(json, "features.0.frequency") == 1);
    assert_string_equal(text_at(json, "features.1.name"), "g\\4");
    assert_true(real_at(json, "features.1.frequency") == 0.1);
    assert_int_equal(json_array_size(at(json, "others")), 1);
    assert_keys(at(json, "others.0"), "name frequency");
    assert_string_equal(text_at(json, "others.0.name"), "g1");
    assert_true(real_at(json, "others.0.frequency") == 1 / 3.0);
    json_decref(json);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void check_loaded_report(ardor_context *context, const ardor_model *model)
{
    char *file = text_of(context, model), *first = NULL, *second = NULL;
    ardor_model *loaded = parse_model(context, file);
    assert_int_equal(ardor_model_json(context, model, &first), ARDOR_OK);
    assert_int_equal(ardor_model_json(context, loaded, &second), ARDOR_OK);
    json_t *a = parse_json(first), *b = parse_json(second);
    forget_what_files_lack(a, false);
    forget_what_files_lack(b, true);
    char *text[] = {json_dumps(a, 0), json_dumps(b, 0)};
    assert_string_equal(text[0], text[1]);
    free(text[0]);
    free(text[1]);
    json_decref(a);
    json_decref(b);
    free(file);
    ardor_string_free(context, first);
    ardor_string_free(context, second);
    ardor_model_free(loaded);
}

static void a_loaded_model_has_the_same_report(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        ardor_model *model = make_model(context, method->name, method->default_basis, NULL, false, true);
        add_trace(context, model);
        add_optima(context, model);
        check_loaded_report(context, model);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

/* What its file says is shown. */
static void an_unknown_method_has_a_report(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_model(context, "projection", "identity", NULL, false, false);
    model->fit.n_screened = 17;
    char *file = text_of(context, model), *more = replace(file, "\"projection\"", "\"tomorrow\"");
    char *text = replace(more, "\"halves\": 200", "\"halves\": \"many\"");
    ardor_model *loaded = parse_model(context, text);
    json_t *json = model_report(context, loaded);
    assert_string_equal(text_at(json, "method"), "tomorrow");
    assert_string_equal(text_at(json, "basis"), "identity");
    assert_string_equal(text_at(json, "settings.halves"), "many");
    assert_int_equal(int_at(json, "settings.k"), 30);
    assert_int_equal(json_object_size(at(json, "settings")), model->method->n_settings);
    assert_null_at(json, "tune");
    assert_int_equal(int_at(json, "screen.n_features"), 17);
    assert_true(real_at(json, "extras.log_evidence") == -1 / 3.0);
    assert_string_equal(text_at(json, "features.0.name"), "g 2");
    assert_true(real_at(json, "features.0.frequency") == 1);
    assert_string_equal(text_at(json, "others.0.name"), "g1");
    json_decref(json);
    check_loaded_report(context, loaded);
    ardor_model_free(loaded);
    free(text);
    free(more);
    free(file);
    ardor_model_free(model);
    model = make_model(context, "jcfo", "rbf", NULL, false, true);
    add_trace(context, model);
    file = text_of(context, model);
    text = replace(file, "\"jcfo\"", "\"tomorrow\"");
    loaded = parse_model(context, text);
    json = model_report(context, loaded);
    assert_string_equal(text_at(json, "tune.settings.1"), "lam1");
    assert_true(real_at(json, "tune.candidates.1.lam1") == 0.25);
    assert_int_equal(int_at(json, "tune.chosen"), 1);
    assert_true(real_at(json, "trace.0.kkt_weights") == 1e-7);
    assert_null_at(json, "extras");
    assert_null_at(json, "others");
    json_decref(json);
    ardor_model_free(loaded);
    free(text);
    free(file);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- evaluation */

typedef struct evaluation_fixture {
    ardor_evaluation evaluation;
    ard_fold_result fold[2];
    char *class_name[2], *row_id[3];
    int64_t fold_of[3];
    ard_selected selected[3];
    double weight_sum[3];
    int64_t speaks[3][2];
    ard_fold_failure failed[1];
    int32_t label[3], predicted[3];
    double prob[6], count[4];
} evaluation_fixture;

static void fill_evaluation(ardor_context *context, evaluation_fixture *f)
{
    const double nan = (double)NAN;
    ardor_spec *spec = NULL;
    *f = (evaluation_fixture){
        .class_name = {"no", "yes"},
        .row_id = {"r1", "r2", "r3"},
        .fold_of = {0, 0, 1},
        .weight_sum = {2, 1, nan},
        .speaks = {{0, 1}, {2, 0}, {0, 0}},
        .selected = {{0, "a", 1, 0.5, NULL, NULL}, {2, "c", 2, 3, NULL, NULL}, {3, "d", 1, 0.25, NULL, NULL}},
        .failed = {{2, "the objective became nan"}},
        .label = {0, 1, 1},
        .predicted = {0, 0, 1},
        .prob = {0.75, 0.9, 0.25, 0.25, 0.1, 0.75}};
    ardor_evaluation *e = &f->evaluation;
    ard_config config;
    for (int k = 0; k < 3; k++) {
        f->selected[k].weight_sum = &f->weight_sum[k];
        f->selected[k].speaks = f->speaks[k];
    }
    assert_int_equal(ardor_spec_new(context, &spec), ARDOR_OK);
    assert_int_equal(ardor_spec_set(context, spec, "tune", "cv:3"), ARDOR_OK);
    assert_int_equal(ard_config_parse(context, spec, &config), ARDOR_OK);
    e->recipe = config.recipe;
    ardor_spec_free(spec);
    int lam1 = ard_setting_index(e->recipe.method, "lam1"), tol = ard_setting_index(e->recipe.method, "tol");
    for (int i = 0; i < e->recipe.method->n_settings; i++)
        if (isnan(e->recipe.settings.value[i])) e->recipe.settings.value[i] = 1;
    e->recipe.settings.value[lam1] = nan;                                        /* left open, and chosen in each fold */
    e->recipe.settings.value[ard_setting_index(e->recipe.method, "lam2")] = nan; /* left open, and never needed */
    for (int k = 0; k < 2; k++) {
        f->fold[k] = (ard_fold_result){.n_train = 2,
                                       .fold = k,
                                       .n_test = 2 - k,
                                       .test_error = 0.5,
                                       .n_features = 2,
                                       .n_vectors = 3,
                                       .n_screened = k ? 9 : -1,
                                       .stop = ARD_STOP_MAX_ITER,
                                       .objective = -3,
                                       .certificate = {k ? ARD_CERTIFICATE_KKT : ARD_CERTIFICATE_GRADIENT, 0.5, nan},
                                       .relax_factor = 0.1,
                                       .filter = 20 * k,
                                       .baseline_error = 0.25,
                                       .seconds = 1};
        memcpy(f->fold[k].used, e->recipe.settings.value, sizeof f->fold[k].used);
        f->fold[k].used[lam1] = 0.5 + k;
    }
    f->fold[1].used[tol] = 0.5; /* differs in one fold: listed in both */
    e->context = context;
    e->plan = "kfold:2";
    e->n = 3;
    e->p = 4;
    e->n_classes = 2;
    e->class_name = f->class_name;
    e->n_rows = 3;
    e->row_id = f->row_id;
    e->fold_of = f->fold_of;
    e->label = f->label;
    e->predicted = f->predicted;
    e->prob = f->prob;
    e->n_folds = 4;
    e->stopped = ARD_STOP_TIME;
    e->n_done = 2;
    e->fold = f->fold;
    e->n_failed = 1;
    e->failed = f->failed;
    e->summary.error = (ard_metric){0.25, 0.125, 0.5, "wilson", NULL, 0};
    e->summary.auc = (ard_metric){nan, nan, nan, "none", "no fold has both classes", 0};
    e->summary.average_precision = (ard_metric){.5, .25, .75, "jackknife", NULL, 2};
    e->baseline.error = (ard_metric){0.5, nan, nan, "none", NULL, 0};
    memcpy(f->count, (const double[]){1, 2, 3, 4}, sizeof f->count);
    e->confusion = (ard_confusion){.n_classes = 2, .count = f->count, .ppv = {nan, nan, nan, "none", "nothing", 0}};
    e->calibration = (ard_calibration){0.125, nan, nan, nan, "too few"};
    e->unrelaxed.error = (ard_metric){0.375, nan, nan, "none", NULL, 0};
    e->mean_n_features = 2;
    e->mean_n_vectors = 3.5;
    e->n_selected = 3;
    e->selected = f->selected;
    e->seconds = 2;
}

static json_t *evaluation_report(ardor_context *context, const ardor_evaluation *evaluation)
{
    char *text = NULL;
    if (ardor_evaluation_json(context, evaluation, &text) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    json_t *json = parse_json(text);
    ardor_string_free(context, text);
    return json;
}

static void an_evaluation_has_every_key_in_order(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    evaluation_fixture f;
    fill_evaluation(context, &f);
    json_t *json = evaluation_report(context, &f.evaluation);
    char keys[LISTED];
    assert_keys(json, listed_keys("format version ardor protocol plan method basis settings",
                                  "class_weight multiclass tune rule relax seed forced n p classes positive rest decision target "
                                  "weights group id header onehot row_counts "
                                  "columns data_hash stopped n_folds folds_done failed rows folds choices empty_folds "
                                  "summary confusion calibration bootstrap unrelaxed weight_unit selection list importance "
                                  "permutation stability learning_curve instability values warnings seconds command",
                                  keys));
    assert_string_equal(text_at(json, "format"), "ardor-evaluation");
    assert_string_equal(text_at(json, "stopped"), "time");
    assert_int_equal(int_at(json, "n_folds"), 4);
    assert_int_equal(int_at(json, "folds_done"), 2);
    assert_int_equal(int_at(json, "failed.0.fold"), 3);
    assert_string_equal(text_at(json, "failed.0.message"), "the objective became nan");
    assert_string_equal(text_at(json, "tune"), "cv:3");
    assert_string_equal(text_at(json, "rule"), "one-se");
    assert_null_at(json, "settings.lam1");
    assert_null_at(json, "settings.lam2");
    assert_keys(at(json, "rows.0"), "id class predicted prob fold");
    assert_int_equal(json_array_size(at(json, "rows")), 3);
    assert_string_equal(text_at(json, "rows.1.id"), "r2");
    assert_string_equal(text_at(json, "rows.1.class"), "yes");
    assert_string_equal(text_at(json, "rows.1.predicted"), "no");
    assert_true(real_at(json, "rows.1.prob.no") == 0.9 && real_at(json, "rows.1.prob.yes") == 0.1);
    assert_int_equal(int_at(json, "rows.1.fold"), 1);
    assert_int_equal(int_at(json, "rows.2.fold"), 2);
    assert_keys(at(json, "folds.1"),
                "fold n_train n_train_distinct n_test error n_features n_vectors n_screened filter settings relax_factor "
                "stop_reason objective kkt certificate majority_error null_model seconds");
    assert_keys(at(json, "folds.0.settings"), "lam1 tol");
    assert_true(real_at(json, "folds.0.settings.lam1") == 0.5 && real_at(json, "folds.1.settings.lam1") == 1.5);
    assert_null_at(json, "folds.0.n_screened");
    assert_null_at(json, "folds.0.filter");
    assert_int_equal(int_at(json, "folds.1.filter"), 20);
    assert_int_equal(int_at(json, "folds.1.n_screened"), 9);
    assert_string_equal(text_at(json, "folds.1.stop_reason"), "max_iter");
    assert_null_at(json, "folds.0.relax_factor");
    assert_null_at(json, "folds.0.kkt");
    assert_string_equal(text_at(json, "folds.0.certificate.kind"), "gradient");
    assert_true(real_at(json, "folds.0.certificate.weights") == 0.5);
    assert_true(real_at(json, "folds.1.kkt.weights") == 0.5);
    assert_null_at(json, "folds.1.kkt.scales");
    assert_keys(
        at(json, "summary"),
        "error balanced_error auc auc_weighted average_precision log_loss brier undecided error_decided cost mean_n_features "
        "mean_n_vectors majority_error baseline");
    assert_keys(at(json, "summary.error"), "value low high interval reason folds");
    assert_true(json_is_null(at(json, "summary.error.folds")) && json_is_null(at(json, "summary.auc.folds")));
    assert_int_equal(json_integer_value(at(json, "summary.average_precision.folds")), 2);
    assert_null_at(json, "summary.error.reason");
    assert_string_equal(text_at(json, "summary.auc.reason"), "no fold has both classes");
    assert_keys(at(json, "summary.baseline"),
                "error balanced_error auc auc_weighted average_precision log_loss brier undecided error_decided cost");
    assert_true(real_at(json, "summary.baseline.error.value") == 0.5 && real_at(json, "summary.majority_error.value") == 0.5);
    assert_keys(at(json, "confusion"), "classes counts undecided weighted sensitivity specificity ppv npv mcc");
    assert_true(real_at(json, "confusion.counts.0.1") == 2 && real_at(json, "confusion.counts.1.0") == 3);
    assert_string_equal(text_at(json, "confusion.ppv.reason"), "nothing");
    assert_keys(at(json, "calibration"), "in_the_large slope slope_low slope_high reason");
    assert_true(real_at(json, "calibration.in_the_large") == 0.125);
    assert_null_at(json, "calibration.slope");
    assert_string_equal(text_at(json, "calibration.reason"), "too few");
    assert_true(real_at(json, "summary.error.high") == 0.5);
    assert_string_equal(text_at(json, "summary.error.interval"), "wilson");
    assert_null_at(json, "summary.auc.value");
    assert_true(real_at(json, "summary.mean_n_vectors") == 3.5);
    assert_null_at(json, "unrelaxed");
    assert_int_equal(json_array_size(at(json, "selection")), 3);
    assert_string_equal(text_at(json, "selection.0.name"), "c");
    assert_true(real_at(json, "selection.0.frequency") == 1 && real_at(json, "selection.0.mean_scale") == 1.5);
    assert_string_equal(text_at(json, "selection.1.name"), "a");
    assert_string_equal(text_at(json, "selection.2.name"), "d");
    assert_true(real_at(json, "selection.2.frequency") == 0.5 && real_at(json, "selection.2.mean_scale") == 0.25);
    assert_keys(at(json, "selection.0"), "name frequency mean_scale mean_weight direction agreement mean_class_weights "
                                         "nearest nearest_correlation nearest_frequency permuted_frequency");
    assert_null_at(json, "selection.0.nearest");
    assert_null_at(json, "selection.0.nearest_frequency");
    assert_null_at(json, "selection.0.permuted_frequency");
    assert_null_at(json, "list");
    assert_string_equal(text_at(json, "weight_unit"), "sd");
    assert_string_equal(text_at(json, "selection.0.direction"), "no");
    assert_string_equal(text_at(json, "selection.1.direction"), "yes");
    assert_true(real_at(json, "selection.0.mean_weight") == 0.5 && real_at(json, "selection.0.agreement") == 1);
    assert_null_at(json, "selection.2.mean_weight");
    assert_null_at(json, "selection.2.direction");
    assert_null_at(json, "selection.2.agreement");
    json_decref(json);
    ardor_context_free(context);
}

static void a_list_has_every_key_in_order(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    evaluation_fixture f;
    const double nan = (double)NAN;
    fill_evaluation(context, &f);
    f.selected[1].near = (ard_near){true, false, "a", -.875, 1};
    f.selected[0].near = (ard_near){true, true, "b", .9375, 0};
    f.selected[1].n_permuted = 2;
    f.evaluation.worth = (ard_worth){.told = true,
                                     .selects = true,
                                     .p = 4,
                                     .n_sets = 2,
                                     .stability = {{.25, 0, .5, "normal", NULL, 0}, .01, 2},
                                     .correlated = nan,
                                     .correlated_reason = "large",
                                     .bins = {1, 2, 1, 1, .5, 1},
                                     .n_core_groups = 1,
                                     .n_groups = 3,
                                     .n_near = 2,
                                     .n_permuted = 8,
                                     .permuted_total = 4};
    json_t *json = evaluation_report(context, &f.evaluation);
    assert_keys(at(json, "list"),
                "p folds selects stability stability_correlated expected_by_chance permuted_folds "
                "permuted_frequency core_frequency n_core n_tail n_never n_always mean_core core groups nearest");
    assert_int_equal(int_at(json, "list.p"), 4);
    assert_int_equal(int_at(json, "list.folds"), 2);
    assert_true(json_is_true(at(json, "list.selects")));
    assert_true(real_at(json, "list.stability.value") == .25 && real_at(json, "list.stability.high") == .5);
    assert_keys(at(json, "list.stability_correlated"), "value least reason");
    assert_null_at(json, "list.stability_correlated.value");
    assert_string_equal(text_at(json, "list.stability_correlated.reason"), "large");
    assert_true(real_at(json, "list.expected_by_chance") == .5);
    assert_int_equal(int_at(json, "list.permuted_folds"), 8);
    assert_true(real_at(json, "list.permuted_frequency") == .125);
    assert_int_equal(int_at(json, "list.n_core"), 1);
    assert_int_equal(int_at(json, "list.n_tail"), 2);
    assert_int_equal(json_array_size(at(json, "list.core")), 1);
    assert_string_equal(text_at(json, "list.core.0"), "c");
    assert_keys(at(json, "list.groups"), "least core all reason");
    assert_int_equal(int_at(json, "list.groups.all"), 3);
    assert_keys(at(json, "list.nearest"), "least features reason");
    assert_string_equal(text_at(json, "selection.0.nearest"), "a");
    assert_true(real_at(json, "selection.0.nearest_correlation") == -.875);
    assert_true(real_at(json, "selection.0.nearest_frequency") == .5);
    assert_true(real_at(json, "selection.0.permuted_frequency") == .25);
    assert_string_equal(text_at(json, "selection.1.nearest"), "b");
    assert_null_at(json, "selection.1.nearest_frequency");
    json_decref(json);
    f.evaluation.worth.groups_reason = "stopped";
    json = evaluation_report(context, &f.evaluation);
    assert_null_at(json, "list.groups.core");
    assert_null_at(json, "list.groups.all");
    assert_string_equal(text_at(json, "list.groups.reason"), "stopped");
    json_decref(json);
    ardor_context_free(context);
}

static void a_relaxed_evaluation_has_both_summaries(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    evaluation_fixture f;
    fill_evaluation(context, &f);
    f.evaluation.relaxed = true;
    json_t *json = evaluation_report(context, &f.evaluation);
    assert_keys(at(json, "unrelaxed"),
                "error balanced_error auc auc_weighted average_precision log_loss brier undecided error_decided cost");
    assert_true(real_at(json, "unrelaxed.error.value") == 0.375);
    assert_true(real_at(json, "folds.0.relax_factor") == 0.1);
    json_decref(json);
    ardor_context_free(context);
}

/* ---- methods */

static void check_setting(const json_t *json, const ard_setting *setting)
{
    assert_keys(json, "name type default low high choices unit help");
    assert_string_equal(text_at(json, "name"), setting->name);
    if (isnan(setting->fallback))
        assert_null_at(json, "default");
    else if (setting->type == ARD_SETTING_REAL)
        assert_true(real_at(json, "default") == setting->fallback);
    else if (setting->type == ARD_SETTING_INT)
        assert_true((double)int_at(json, "default") == setting->fallback);
    if (setting->type == ARD_SETTING_REAL && isfinite(setting->high)) assert_true(real_at(json, "high") == setting->high);
    if (setting->type != ARD_SETTING_CHOICE) return;
    size_t bytes = 0;
    int n = 0;
    for (const char *choice; (choice = ard_choice_at(setting->choices, n, &bytes)); n++) {
        const char *text = json_string_value(json_array_get(at(json, "choices"), (size_t)n));
        assert_int_equal(strlen(text), bytes);
        assert_memory_equal(text, choice, bytes);
        if (setting->fallback == n) assert_string_equal(text_at(json, "default"), text);
    }
    assert_int_equal(json_array_size(at(json, "choices")), n);
}

static void methods_list_their_tables(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    char *text = NULL;
    assert_int_equal(ardor_methods_json(context, NULL, &text), ARDOR_OK);
    json_t *json = parse_json(text);
    ardor_string_free(context, text);
    assert_int_equal(json_array_size(json), ard_method_count());
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        const json_t *entry = json_array_get(json, (size_t)m);
        assert_keys(entry, "name title reference bases default_basis capabilities max_iter settings");
        assert_string_equal(text_at(entry, "name"), method->name);
        assert_string_equal(text_at(entry, "title"), method->title);
        assert_keys(at(entry, "capabilities"), "weights class_weights many_classes relax alo force");
        const bool is_bpm = strcmp(method->name, "bpm") == 0, is_boosted = strcmp(method->name, "adaboost") == 0;
        if (!method->steps && method->max_iter < 0) /* computed in one go */
            assert_null_at(entry, "max_iter");
        else
            assert_string_equal(text_at(entry, "max_iter"), is_bpm ? "max_values" : is_boosted ? "rounds" : "max_iter");
        assert_int_equal(json_array_size(at(entry, "settings")), method->n_settings);
        for (int i = 0; i < method->n_settings; i++)
            check_setting(json_array_get(at(entry, "settings"), (size_t)i), &method->settings[i]);
    }
    json_decref(json);
    assert_int_equal(ardor_methods_json(context, "spr", &text), ARDOR_OK);
    json = parse_json(text);
    ardor_string_free(context, text);
    assert_string_equal(text_at(json, "name"), "spr");
    json_decref(json);
    assert_int_equal(ardor_methods_json(context, "tree", &text), ARDOR_USAGE);
    assert_null(text);
    assert_non_null(strstr(ardor_context_message(context), "there is no method 'tree'; the methods are: jcfo, spr"));
    ardor_context_free(context);
}

/* ---- the writer */

static void the_writer_escapes_and_lays_out(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ard_json json;
    char *text = NULL;
    static char *const names[] = {"\"\\\n\x01", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"};
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_real(&json, "a", 0.1);
    ard_json_real(&json, "b", 1e22);
    ard_json_real(&json, "c", -0.0);
    ard_json_real(&json, "d", INFINITY);
    ard_json_open(&json, "e", '[');
    ard_json_close(&json);
    ard_json_texts(&json, "f", 2, names);
    ard_json_open(&json, "g", '[');
    ard_json_open_line(&json, NULL, '{');
    ard_json_open(&json, "h", '[');
    ard_json_int(&json, NULL, 1);
    ard_json_int(&json, NULL, INT64_MIN);
    ard_json_close(&json);
    ard_json_bool(&json, "i", true);
    ard_json_close(&json);
    ard_json_null(&json, NULL);
    ard_json_close(&json);
    ard_json_close(&json);
    assert_int_equal(ard_json_finish(&json, &text), ARDOR_OK);
    assert_string_equal(text, "{\n  \"a\": 0.1,\n  \"b\": 1e+22,\n  \"c\": -0.0,\n  \"d\": null,\n  \"e\": [],\n"
                              "  \"f\": [\"\\\"\\\\\\u000a\\u0001\", \"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"],\n  \"g\": [\n"
                              "    {\"h\": [1, -9223372036854775808], \"i\": true},\n    null\n  ]\n}\n");
    ardor_string_free(context, text);
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    assert_int_equal(ard_json_finish(&json, &text), ARDOR_INTERNAL);
    assert_null(text);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fit_has_every_key_in_order),
        cmocka_unit_test(a_fit_tells_of_tuning_screening_and_relaxing),
        cmocka_unit_test(a_fit_tells_where_its_starts_ended),
        cmocka_unit_test(a_certificate_is_called_what_it_is),
        cmocka_unit_test(features_of_a_linear_kernel_have_weights),
        cmocka_unit_test(counted_features_are_the_model_s_and_others),
        cmocka_unit_test(a_loaded_model_has_the_same_report),
        cmocka_unit_test(an_unknown_method_has_a_report),
        cmocka_unit_test(an_evaluation_has_every_key_in_order),
        cmocka_unit_test(a_list_has_every_key_in_order),
        cmocka_unit_test(a_relaxed_evaluation_has_both_summaries),
        cmocka_unit_test(methods_list_their_tables),
        cmocka_unit_test(the_writer_escapes_and_lays_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
