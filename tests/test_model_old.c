/* Model files of versions 1 to 9: what they predict, what becomes of them, and damage. */
#include "model_fixture.h"

#include <dirent.h>

#include "slopes.h"

#define DATA ARDOR_SOURCE_DIR "/tests/data/"
#define V2(name) "models-v2/" name
#define SEED(name) ARDOR_SOURCE_DIR "/fuzz/corpus/model/" name ".json"

/* ---- files */

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("%s is not there", path);
    char *text = calloc(1 << 17, 1);
    const size_t bytes = fread(text, 1, (1 << 17) - 1, file);
    assert_true(bytes > 0 && feof(file));
    fclose(file);
    return text;
}

static bool exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) fclose(file);
    return file != NULL;
}

static ardor_dataset *read_table(ardor_context *context, const char *path, const char *id, const char *target)
{
    ardor_read_options options = {.size = sizeof options, .id = id, .target = target, .no_target = !target};
    ardor_dataset *data = NULL;
    if (ardor_dataset_read(context, path, &options, &data) != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
    return data;
}

/* The rows that the model of this name predicted. */
static ardor_dataset *data_of(ardor_context *context, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, DATA "%s-data.csv", name);
    if (!exists(path)) snprintf(path, sizeof path, DATA "%.*s/data.csv", (int)strcspn(name, "/"), name);
    return read_table(context, path, NULL, NULL);
}

static char *text_of_file(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, DATA "%s.json", name);
    return read_text(path);
}

/* Call a function with the name of each model in a folder, "models-v2/bpm-rbf"; returns how many there are. */
static int each_model(ardor_context *context, const char *folder, void (*call)(ardor_context *context, const char *name))
{
    int count = 0;
    char path[512];
    snprintf(path, sizeof path, DATA "%s", folder);
    DIR *list = opendir(path);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));) {
        char name[400];
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        char *end = strstr(name, ".json");
        if (!end) continue;
        *end = '\0';
        call(context, name);
        count++;
    }
    closedir(list);
    return count;
}

enum { MODELS_2 = 23, MODELS_3 = 9 };

/* ---- predictions */

/* The processor decides the last bits: its instructions, and the BLAS for it. */
static void check_predictions(ardor_context *context, const char *name)
{
    char path[512];
    char *text = text_of_file(name);
    ardor_model *model = parse_model(context, text);
    ardor_dataset *data = data_of(context, name);
    snprintf(path, sizeof path, DATA "%s.csv", name);
    ardor_dataset *old = read_table(context, path, "id", "class");
    double *prob = malloc((size_t)(2 * data->n) * sizeof *prob);
    if (ardor_predict(context, model, data, prob) != ARDOR_OK) fail_msg("%s: %s", name, ardor_context_message(context));
    assert_int_equal(old->n, data->n);
    assert_int_equal(old->p, 2);
    for (int64_t i = 0; i < 2 * data->n; i++)
        if (!(fabs(prob[i] - old->x[i]) <= 1e-12)) fail_msg("%s: element %d: %.17g was %.17g", name, (int)i, prob[i], old->x[i]);
    free(prob);
    ardor_dataset_free(old);
    ardor_dataset_free(data);
    ardor_model_free(model);
    free(text);
}

static void old_models_predict_what_they_did(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    assert_int_equal(each_model(context, "models-v2", check_predictions), MODELS_2);
    assert_int_equal(each_model(context, "models-v3", check_predictions), MODELS_3);
    ardor_context_free(context);
}

/* They name no weights, and have them all the same. */
static void check_weights(ardor_context *context, const char *name)
{
    char *text = text_of_file(name);
    ardor_model *model = parse_model(context, text);
    const ard_basis basis = model->report.basis;
    check_slopes(context, &model->fit.machine, basis.kind == ARD_IDENTITY || ard_basis_bilinear(basis), name);
    ardor_model_free(model);
    free(text);
}

static void old_models_have_directions(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    assert_int_equal(each_model(context, "models-v2", check_weights), MODELS_2);
    assert_int_equal(each_model(context, "models-v3", check_weights), MODELS_3);
    ardor_context_free(context);
}

/* Saved again it is a model of today's version, which says no more than the old one did. */
static void check_saved_again(ardor_context *context, const char *name)
{
    char *text = text_of_file(name), *report = NULL, *report_again = NULL;
    ardor_model *model = parse_model(context, text);
    char *first = text_of(context, model);
    ardor_model *again = parse_model(context, first);
    char *second = text_of(context, again);
    ardor_dataset *data = data_of(context, name);
    const size_t bytes = (size_t)(2 * data->n) * sizeof(double);
    double *p = malloc(bytes), *q = malloc(bytes);
    assert_string_equal(first, second);
    const bool two = strncmp(name, "models-v2/", 10) == 0; /* which lacks what version 3 has */
    assert_non_null(strstr(first, "\"version\": 13"));
    assert_int_equal(strstr(first, "\"data_hash\": null") != NULL, two);
    assert_int_equal(model->inputs.target == NULL, two);
    assert_int_equal(model->column == NULL, two);
    assert_int_equal(ardor_predict(context, model, data, p), ARDOR_OK);
    assert_int_equal(ardor_predict(context, again, data, q), ARDOR_OK);
    assert_memory_equal(p, q, bytes);
    assert_int_equal(ardor_model_json(context, model, &report), ARDOR_OK);
    assert_int_equal(ardor_model_json(context, again, &report_again), ARDOR_OK);
    assert_string_equal(report, report_again);
    ardor_string_free(context, report_again);
    ardor_string_free(context, report);
    free(q);
    free(p);
    ardor_dataset_free(data);
    free(second);
    ardor_model_free(again);
    free(first);
    ardor_model_free(model);
    free(text);
}

static void old_models_are_saved_as_new_ones(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    assert_int_equal(each_model(context, "models-v2", check_saved_again), MODELS_2);
    assert_int_equal(each_model(context, "models-v3", check_saved_again), MODELS_3);
    ardor_context_free(context);
}

/* Version 4 knows the target and nothing else of the table, and has no warnings. */
static void version_4_says_less_of_its_inputs(void **state)
{
    (void)state;
    static const char *const names[] = {SEED("valid-v4-linear"), SEED("valid-v4-rbf"), SEED("valid-v4-identity"),
                                        SEED("valid-v4-unknown"), SEED("valid-v4-null")};
    static const char unknown[] =
        "  \"weights\": null,\n  \"group\": null,\n  \"id\": null,\n  \"header\": null,\n  \"onehot\": null,\n"
        "  \"rows\": null,\n  \"columns\": null,\n  \"categories\": [],\n  \"method\"";
    ardor_context *context = make_context();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        char *text = read_text(names[k]), *report = NULL;
        assert_non_null(strstr(text, "\"version\": 4"));
        ardor_model *model = parse_model(context, text);
        char *first = text_of(context, model);
        assert_non_null(strstr(first, "\"version\": 13"));
        assert_non_null(strstr(first, unknown));
        assert_non_null(strstr(first, "\"warnings\": []"));
        ardor_model *again = parse_model(context, first);
        char *second = text_of(context, again);
        assert_string_equal(first, second);
        assert_int_equal(ardor_model_json(context, again, &report), ARDOR_OK);
        assert_non_null(strstr(report, "\"rows\": null"));
        ardor_string_free(context, report);
        free(second);
        ardor_model_free(again);
        free(first);
        ardor_model_free(model);
        free(text);
    }
    ardor_context_free(context);
}

/* Read, and saved again, it is the other seed. */
static char *instead(char *text, const char *what, const char *by)
{
    char *out = replace(text, what, by);
    free(text);
    return out;
}

static void check_as_today(ardor_context *context, const char *old, const char *version, const char *today)
{
    static const char gradient[] = "\"mode_gradient\": -0.06666666666666667", laplace[] = "\"laplace_evidence\": -0.0625",
                      decrement[] = "\"mode_decrement\": -0.058823529411764705",
                      joint[] = "\"joint_evidence\": -0.05555555555555555";
    static const char limit[] = "\"tol\": 0.0001, \"max_iter\": 100", automatic[] = "\"tol\": 0.0001, \"max_iter\": null";
    char *text = read_text(old), *expected = read_text(today);
    assert_non_null(strstr(text, version));
    ardor_model *model = parse_model(context, text);
    if (!model->method && !strstr(text, "\"starts\": 1"))
        expected = instead(expected, "\"starts\": 1, ", ""); /* unknown: its settings are as they are */
    const bool sizes = strstr(text, "\"filter\": null, ") != NULL;
    while (!model->method && !sizes && strstr(expected, "\"filter\": null, ")) /* and so are its candidates */
        expected = instead(expected, "\"filter\": null, ", "");
    if (!strstr(text, "\"shares\": [0.25, 0.75]")) expected = instead(expected, "\"shares\": [0.25, 0.75]", "\"shares\": null");
    if (strstr(expected, gradient) && !strstr(text, gradient)) expected = instead(expected, gradient, "\"mode_gradient\": null");
    if (strstr(expected, laplace) && !strstr(text, laplace)) expected = instead(expected, laplace, "\"laplace_evidence\": null");
    if (strstr(expected, decrement) && !strstr(text, decrement))
        expected = instead(expected, decrement, "\"mode_decrement\": null");
    if (strstr(expected, joint) && !strstr(text, joint)) expected = instead(expected, joint, "\"joint_evidence\": null");
    if (strstr(text, limit) && strstr(expected, automatic)) expected = instead(expected, automatic, limit);
    assert_int_equal(model->inputs.onehot, ARD_ONEHOT_NONE);
    assert_int_equal(model->fit.optima.n, 0);
    assert_null(model->prepare->forced);
    char *again = text_of(context, model);
    assert_string_equal(again, expected);
    free(again);
    ardor_model_free(model);
    free(expected);
    free(text);
}

/* Version 5 is today's without columns of levels, version 6 without the ends of several starts, of which a fit had one, version 7
 * without parts of fits, forced features and the shares of the classes, version 8 without sizes of a filter and combined
 * columns, version 9 without means of features, which its preparation says, version 10 without a teacher of projection, version
 * 11 without the evidence of the paper beside that which is reported, version 12 without that of weights and scales together. */
static void versions_5_to_12_are_models_of_today(void **state)
{
    (void)state;
#define OLD(name)                                                                                                                \
    {                                                                                                                            \
        SEED("valid-v5-" name), SEED("valid-v6-" name), SEED("valid-v7-" name), SEED("valid-v8-" name), SEED("valid-v9-" name),  \
            SEED("valid-v10-" name), SEED("valid-v11-" name), SEED("valid-v12-" name), SEED("valid-" name)                       \
    }
    static const char *const names[][9] = {OLD("linear"), OLD("mixture"), OLD("covariance"),
                                           OLD("null"),   OLD("unknown"), OLD("frequency")};
#undef OLD
    ardor_context *context = make_context();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        check_as_today(context, names[k][0], "\"version\": 5", names[k][8]);
        check_as_today(context, names[k][1], "\"version\": 6", names[k][8]);
        check_as_today(context, names[k][2], "\"version\": 7", names[k][8]);
        check_as_today(context, names[k][3], "\"version\": 8", names[k][8]);
        check_as_today(context, names[k][4], "\"version\": 9", names[k][8]);
        check_as_today(context, names[k][5], "\"version\": 10", names[k][8]);
        check_as_today(context, names[k][6], "\"version\": 11", names[k][8]);
        check_as_today(context, names[k][7], "\"version\": 12", names[k][8]);
    }
    ardor_context_free(context);
}

/* Nor does it have what a filter says of its features: as of features that were forced in, the rank is 0. */
static void filters_of_version_8_say_nothing_of_features(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    char *text = read_text(SEED("valid-v8-poly")), *report = NULL;
    assert_non_null(strstr(text, "\"argument\": \"fdr:3\"}"));
    ardor_model *model = parse_model(context, text);
    char *again = text_of(context, model);
    assert_non_null(strstr(again, "\"argument\": \"fdr:3\", \"rank\": [0.0, 0.0], \"score\": [0.0, 0.0]}"));
    assert_int_equal(ardor_model_json(context, model, &report), ARDOR_OK);
    assert_non_null(strstr(report, "\"filter_rank\": null"));
    assert_null(strstr(report, "\"filter_rank\": 0"));
    ardor_string_free(context, report);
    free(again);
    ardor_model_free(model);
    free(text);
    ardor_context_free(context);
}

/* What a version has is unknown to the one before, and the other way round it is missed. */
static void members_belong_to_their_versions(void **state)
{
    (void)state;
    static const damage of_8[] = {
        {"  \"features\": [\n", "  \"combined\": null,\n  \"features\": [\n",
         "the document has a member 'combined' that means nothing here"},
        {"\"fdr:3\"", "\"fdr:3\", \"rank\": [1, 2]", "prepare[3] has a member 'rank' that means nothing here"},
        {"\"fdr:3\"", "\"fdr:3\", \"score\": [2, 1]", "prepare[3] has a member 'score' that means nothing here"},
        {"{\"tol\": 0.001,", "{\"filter\": null, \"tol\": 0.001,",
         "report.candidates[0] has a member 'filter' that means nothing here"},
        {"\"version\": 8", "\"version\": 9", "the document lacks the member 'combined'"},
    };
    static const damage of_9[] = {
        {"\"forced\": false", "\"mean\": 0.0, \"forced\": false", "features[0] has a member 'mean' that means nothing here"},
        {"  \"combined\": null,\n", "", "the document lacks the member 'combined'"},
        {"\"rank\"", "\"rang\"", "prepare[3] lacks the member 'rank'"},
        {"\"score\"", "\"scores\"", "prepare[3] lacks the member 'score'"},
        {"{\"filter\": null, ", "{", "report.candidates[0] lacks the member 'filter'"},
        {"\"version\": 9", "\"version\": 8", "prepare[3] has a member 'rank' that means nothing here"},
        {"\"version\": 9", "\"version\": 13", "features[0] lacks the member 'mean'"},
    };
    ardor_context *context = make_context();
    char *old = read_text(SEED("valid-v8-poly")), *today = read_text(SEED("valid-v9-poly"));
    check_damages(context, old, sizeof of_8 / sizeof *of_8, of_8);
    check_damages(context, today, sizeof of_9 / sizeof *of_9, of_9);
    free(today);
    free(old);
    ardor_context_free(context);
}

/* ---- what they become */

static ardor_model *load(ardor_context *context, const char *name)
{
    char *text = text_of_file(name);
    ardor_model *model = parse_model(context, text);
    free(text);
    return model;
}

static void check_certificate(ardor_context *context, const char *name, ard_certificate_kind kind, bool trace)
{
    ardor_model *model = load(context, name);
    assert_int_equal(model->fit.certificate.kind, kind);
    assert_int_equal(isnan(model->fit.certificate.weights), kind == ARD_CERTIFICATE_NONE);
    assert_int_equal(model->fit.trace.n > 0, trace);
    if (trace) assert_int_equal(model->fit.trace.iteration[0].certificate.kind, kind);
    ardor_model_free(model);
}

static void certificates_are_called_what_they_are(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    check_certificate(context, V2("jcfo-trace"), ARD_CERTIFICATE_KKT, true);
    check_certificate(context, V2("spr-identity"), ARD_CERTIFICATE_KKT, false);
    check_certificate(context, V2("pfcvm-lp-rbf"), ARD_CERTIFICATE_GRADIENT, false);
    check_certificate(context, V2("pfcvm-em-rbf"), ARD_CERTIFICATE_GRADIENT, false);
    check_certificate(context, V2("rvm-rbf"), ARD_CERTIFICATE_GRADIENT, false);
    check_certificate(context, V2("ard-ep-identity"), ARD_CERTIFICATE_NONE, true);
    check_certificate(context, V2("bpm-rbf"), ARD_CERTIFICATE_NONE, false);
    ardor_context_free(context);
}

/* Numbers where there is no certificate mean nothing. */
static void numbers_of_no_certificate_are_left_out(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    char *text = read_text(SEED("valid-v2-posterior"));
    ardor_model *model = parse_model(context, text);
    assert_non_null(strstr(text, "\"kkt_weights\": 1e-07"));
    assert_int_equal(model->fit.certificate.kind, ARD_CERTIFICATE_NONE);
    assert_true(isnan(model->fit.certificate.weights) && isnan(model->fit.certificate.scales));
    ardor_model_free(model);
    free(text);
    ardor_context_free(context);
}

/* Of some methods only. */
static void scales_may_be_below_zero(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    static const char *const names[] = {V2("pfcvm-lp-rbf"), V2("epcvm-poly"), V2("rsfm-linear"), V2("pcvm-linear"),
                                        V2("jcfo-poly")};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ardor_model *model = NULL;
        char *text = text_of_file(names[i]), *below = replace(text, "x1\", \"scale\": ", "x1\", \"scale\": -");
        const int rc = ard_model_parse(context, NULL, below, strlen(below), "m.json", &model);
        assert_int_equal(rc, i < 3 ? ARDOR_OK : ARDOR_DATA);
        if (rc == ARDOR_OK) assert_true(ardor_model_feature_value(model, 0) < 0);
        ardor_model_free(model);
        free(below);
        free(text);
    }
    ardor_context_free(context);
}

/* Features and others in one list. */
static void frequencies_are_joined(void **state)
{
    (void)state;
    static const char *const name[] = {"x1", "x2", "x4", "x3", "x5"};
    static const double frequency[] = {1, 1, 0.7, 0.25, 0.05};
    ardor_context *context = make_context();
    ardor_model *model = load(context, V2("projection"));
    assert_int_equal(model->fit.n_counted, 5);
    for (int j = 0; j < 5; j++) {
        assert_string_equal(model->counted[j], name[j]);
        assert_true(model->fit.frequency[j] == frequency[j]);
    }
    ardor_model_free(model);
    char *seed = read_text(SEED("valid-v2-frequency"));
    model = parse_model(context, seed);
    assert_int_equal(model->fit.n_counted, 3);
    assert_string_equal(model->counted[0], "g 2");
    assert_string_equal(model->counted[1], "g1");
    assert_string_equal(model->counted[2], "g\\4");
    assert_true(model->fit.frequency[1] == 1 / 3.0);
    ardor_model_free(model);
    free(seed);
    /* version 1 knows of no others */
    char argument[ARD_ARGUMENT_BYTES];
    char *text = text_of_file(V2("projection")), *first = replace(text, "\"version\": 2", "\"version\": 1");
    char *filter = replace(first, "    \"filter\": \"none\",\n", ""), *others = strstr(filter, "  \"others\""),
         *end = strstr(filter, "  \"vectors\"");
    memmove(others, end, strlen(end) + 1);
    model = parse_model(context, filter);
    assert_int_equal(model->fit.n_counted, 2);
    assert_string_equal(ard_prepare_text(&model->prepare->options, "filter", argument), "none");
    ardor_model_free(model);
    free(filter);
    free(first);
    free(text);
    ardor_context_free(context);
}

/* The covariance becomes a posterior of the first form. */
static void covariances_become_posteriors(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = load(context, V2("rvm-identity"));
    const ard_function *f = ard_model_function(model);
    assert_ptr_equal(f->link, &ard_link_logit);
    assert_int_equal(f->n_posteriors, 1);
    const ard_posterior *q = f->posterior;
    assert_int_equal(q->m, 1 + f->n_terms);
    assert_true(q->share == 1 && q->process == 0 && !q->prior);
    assert_true(q->mean[0] == f->bias[0] && q->mean[1] == f->weight[0]);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ---- tuning without the empty model and a baseline */

static void candidates_of_version_4_are_none_of_them_empty(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    char *text = read_text(SEED("valid-v4-rbf"));
    ardor_model *model = parse_model(context, text);
    const ard_fit_report *report = &model->report;
    assert_int_equal(report->n_candidates, 3);
    for (int i = 0; i < 3; i++) assert_false(report->candidate[i].empty);
    assert_true(isnan(report->baseline_error) && isnan(report->baseline_deviance));
    char *again = text_of(context, model);
    assert_non_null(strstr(again, "\"baseline\": null,\n    \"learnt\": null,"));
    ardor_model_free(model);
    free(again);
    free(text);
    ardor_context_free(context);
}

/* ---- settings that were renamed */

static void old_names_of_settings_are_read(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    char *text = read_text(SEED("valid-v2-rbf")), *reference = NULL, *again = NULL;
    ardor_model *model = parse_model(context, text);
    reference = text_of(context, model);
    ardor_model_free(model);
    char *old = replace(text, "\"start_scale\": 1.0", "\"start\": 1.0");
    model = parse_model(context, old);
    again = text_of(context, model);
    assert_string_equal(again, reference);
    free(again);
    ardor_model_free(model);
    /* of tuned ones too, whatever the settings have */
    char *tuned = replace(old, "[\"tol\", \"lam1\"]", "[\"start\", \"lam1\"]");
    char *one = replace(tuned, "{\"tol\": 0.001,", "{\"start\": 0.001,");
    char *two = replace(one, "{\"tol\": 0.0001,", "{\"start_scale\": 0.0001,");
    model = parse_model(context, two);
    assert_int_equal(model->report.tuned_setting[0], ard_setting_index(model->method, "start_scale"));
    assert_true(model->report.candidate[0].value[0] == 0.001 && model->report.candidate[1].value[0] == 0.0001);
    ardor_model_free(model);
    char *both = replace(text, "\"start_scale\": 1.0", "\"start_scale\": 1.0, \"start\": 1.0");
    assert_int_equal(ard_model_parse(context, NULL, both, strlen(both), "m.json", &model), ARDOR_DATA);
    assert_message(context, "settings has a member 'start_scale' that means nothing here");
    free(both);
    free(two);
    free(one);
    free(tuned);
    free(old);
    free(reference);
    free(text);
    ardor_context_free(context);
}

/* ---- damage */

static const damage damages[] = {
    {"{\n", "{,\n", "m.json: line 1, column 2: not valid JSON"},
    {"\"version\": 2", "\"version\": 2, \"version\": 2", "duplicate object key"},
    {"\"version\": 2", "\"version\": 1", "prepare has a member 'filter' that means nothing here"},
    {"\"version\": 2", "\"version\": 3", "m.json: the document lacks the member 'data_hash'"},
    {"\"method\": \"jcfo\"", "\"method\": \"jfco\"", "has no method 'jfco'"},
    {"\"basis\": \"rbf\"", "\"basis\": \"rdf\"", "method 'jcfo' has no basis 'rdf'"},
    {"\"basis\": \"rbf\"", "\"basis\": \"identity\"", "method 'jcfo' has no basis 'identity'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": -1", "settings.lam1 must be at least 0, but is -1"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": true", "settings.lam1 must be a number, but is true"},
    {"\"lam1\": 0.3333333333333333", "\"lamb\": 1", "settings lacks the member 'lam1'"},
    {"\"lam1\": 0.3333333333333333", "\"lam1\": 0.3, \"lam9\": 1", "settings has a member 'lam9' that means nothing here"},
    {"[\"no\", \"yes\"]", "[\"no\"]", "classes must hold two classes, but holds 1"},
    {"[\"no\", \"yes\"]", "[\"no\", \"yes\", \"perhaps\"]", "classes must hold two classes, but holds 3"},
    {"\"standardise\": \"train\"", "\"standardise\": \"samples\"", "prepare.row_features must be a list of names"},
    {"\"filter\": \"none\"", "\"filter\": \"fdr:1\"", "the model has 2 features; its filter keeps 1"},
    {"\"filter\": \"none\"", "\"filters\": \"none\"", "prepare lacks the member 'filter'"},
    {"\"bias\": 0.30000000000000004", "\"bias\": null", "solution.bias must be a number, but is null"},
    {"\"converged\"", "\"bored\"", "solution.stop_reason is no stop reason: 'bored'"},
    {"\"null_model\": false", "\"null_model\": true", "marked as a null model"},
    {"\"iterations\": 42", "\"iterations\": -42", "solution.iterations must be between 0"},
    {"\"kkt_scales\"", "\"kkt_scale\"", "solution lacks the member 'kkt_scales'"},
    {"\"scale\": 0.7", "\"scale\": 0", "features[0] has the scale 0"},
    {"\"scale\": 0.7", "\"weight\": 0.7", "features[0] lacks the member 'scale'"},
    {"\"sd\": 2.0", "\"sd\": 0.0", "features[1] has the sd 0"},
    {"\"mean\": 1.1", "\"mean\": \"1.1\"", "features[0].mean must be a number, but is a text"},
    {"\"name\": \"g 2\"", "\"name\": \"\"", "features[0].name is empty"},
    {"\"name\": \"g 2\"", "\"name\": \"g\\\\4\"", "the same name 'g\\4'"},
    {"\"mean\": 1.1", "\"median\": 1, \"mean\": 1.1", "features[0] has a member 'median' that means nothing here"},
    {"\"row\": 3", "\"row\": 1", "vectors[1].row must be between 2"},
    {"\"row\": 6", "\"row\": 7", "a vector is row 7, of data with 6 rows"},
    {"\"weight\": 1.25", "\"weight\": []", "vectors[0].weight must be a number, but is an array"},
    {"\"weight\": 1.25", "\"weight\": 1.25, \"more\": 1", "vectors[0] has a member 'more' that means nothing here"},
    {"\"x\": [-1.0, 2.0]", "\"x\": [-1.0]", "vectors[0].x has 1 values; the model has 2 features"},
    {"\"x\": [-1.0, 2.0]", "\"x\": [-1.0, null]", "vectors[0].x[1] must be a number, but is null"},
    {"\"x\": [-1.0, 2.0]", "\"x\": 3", "vectors[0].x must be an array"},
    {"\"n\": 6", "\"n\": 0", "report.n must be between 1"},
    {"\"p\": 5", "\"p\": 1", "2 features, of data with 1 columns"},
    {"[\"tol\", \"lam1\"]", "[\"tol\", \"tol\"]", "report.tuned[1] is there twice"},
    {"[\"tol\", \"lam1\"]", "[\"tol\"]", "report.candidates[0] has a member 'lam1' that means nothing here"},
    {"\"error_se\": 0.1", "\"error_se\": {}", "report.candidates[0].error_se must be a number, but is an object"},
    {"\"chosen\": 1", "\"chosen\": 2", "report.chosen must be between 0 and 1, but is 2"},
    {"\"trace\": [", "\"trace\": [1, ", "report.trace[0] must be an object"},
    {"\"kkt_weights\": 0.0", "\"kkt_weight\": 0.0", "report.trace[0] lacks the member 'kkt_weights'"},
    {"\"trace\": [", "\"more\": 1, \"trace\": [", "report has a member 'more'"},
    {"\"format\"", "\"more\": 1, \"format\"", "m.json: the document has a member 'more'"},
};

static const damage identity_damages[] = {
    {"\"vectors\": []", "\"vectors\": [{\"row\": 1, \"weight\": 1, \"x\": [1, 2]}]",
     "vectors must be empty: the basis 'identity'"},
};

static const damage null_damages[] = {
    {"\"vectors\": []", "\"vectors\": [{\"row\": 1, \"weight\": 1, \"x\": []}]",
     "vectors must be empty: the model has no features"},
};

static const damage covariance_damages[] = {
    {"\"covariance\": [", "\"covariance\": [[1], ", "covariance has 5 rows; the bias and the weights are 4"},
    {"\"covariance\": [", "\"variance\": [", "lacks the member 'covariance'"},
    {"[0.3333333333333333]", "[0.3333333333333333, 1]", "covariance[0] has 2 values; row 1 of a triangle has 1"},
    {"[0.3333333333333333]", "[-0.3333333333333333]", "covariance[0] ends in the variance -0.333333; variances are not below 0"},
    {"[0.3333333333333333]", "[null]", "covariance[0][0] must be a number, but is null"},
    {"\"log_evidence\"", "\"log_evidences\"", "extras lacks the member 'log_evidence'"},
    {"\"log_evidence\"", "\"more\": 1, \"log_evidence\"", "extras has a member 'more'"},
    {"\"log_evidence\": -0.3333333333333333", "\"log_evidence\": \"no\"", "extras.log_evidence must be a number"},
};

/* As many more members as are read twice, so that their number is what was asked for. */
static const damage posterior_damages[] = {
    {"\"share\": 1.0", "\"e\": 1, \"f\": 2, \"g\": 3, \"h\": 4, \"share\": 1.0",
     "posteriors[0] has a member 'e' that means nothing"},
    {"\"posteriors\": [", "\"posterior\": [", "lacks the member 'posteriors'"},
    {"\"posteriors\": [", "\"posteriors\": [], \"more\": [", "posteriors is empty"},
};

static const damage frequency_damages[] = {
    {"\"others\"", "\"other\"", "lacks the member 'others'"},
    {"\"frequency\": 0.33", "\"frequency\": 3.33", "others[0] has the frequency 3.33333; frequencies are above 0"},
    {"\"frequency\": 1.0", "\"frequency\": -1.0", "features[0] has the frequency -1; frequencies are above 0"},
    {"\"name\": \"g1\"", "\"name\": \"g 2\"", "others has 'g 2', which is a feature of the model"},
};

/* Up to version 3 the preparation is an object, and its numbers are with the features. */
static const damage prepare_damages[] = {
    {"\"version\": 3", "\"version\": 4", "m.json: prepare must be an array, but is an object"},
    {"\"standardise\": \"train\"", "\"standardise\": \"trains\"", "prepare has an unknown standardise 'trains'"},
    {"\"standardise\": \"train\"", "\"standardise\": \"samples\"", "prepare.row_features must be a list of names"},
    {"\"standardise\": \"train\"", "\"standardise\": \"none\"", "features[0] has the mean 1.1 and the sd 0.3; without standard"},
    {"\"impute\": \"none\"", "\"impute\": \"mode\"", "prepare has an unknown impute 'mode'"},
    {"\"impute\": \"none\"", "\"impute\": \"median\"", "features[0] lacks the member 'median'"},
    {"\"log\": \"off\"", "\"log\": \"-1\"", "prepare has an unknown log '-1'"},
    {"\"filter\": \"none\"", "\"filter\": \"relief:3\"", "prepare has an unknown filter 'relief:3'"},
    {"\"filter\": \"none\"", "\"filter\": \"fdr:1\"", "the model has 2 features; its filter keeps 1"},
    {"\"filter\": \"none\"", "\"filters\": \"none\"", "prepare lacks the member 'filter'"},
    {"\"row_features\": null", "\"row_features\": []", "prepare.row_features must be null"},
    {"\"sd\": 2.0", "\"sd\": 0.0", "features[1] has the sd 0; standard deviations are above 0"},
    {"\"mean\": 1.1", "\"mean\": \"1.1\"", "features[0].mean must be a number, but is a text"},
    {"\"mean\": 1.1", "\"median\": 1, \"mean\": 1.1", "features[0] has a member 'median' that means nothing here"},
};

#define CHECK(context, name, list)                                                                                               \
    do {                                                                                                                         \
        char *text_ = read_text(SEED(name));                                                                                     \
        check_damages(context, text_, sizeof(list) / sizeof *(list), list);                                                      \
        free(text_);                                                                                                             \
    } while (0)

static void damage_is_found_and_named(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    CHECK(context, "valid-v2-rbf", damages);
    CHECK(context, "valid-v2-identity", identity_damages);
    CHECK(context, "valid-v2-null", null_damages);
    CHECK(context, "valid-v2-covariance", covariance_damages);
    CHECK(context, "valid-v2-posterior", posterior_damages);
    CHECK(context, "valid-v2-frequency", frequency_damages);
    CHECK(context, "valid-v3-rbf", prepare_damages);
    ardor_context_free(context);
}

/* Numbers of which no covariance is near are refused, whatever they overflow in. */
static void refuse_covariance(ardor_context *context, const char *name, const char *from, const char *to, const char *from_2,
                              const char *to_2)
{
    ardor_model *model = NULL;
    char *text = read_text(name), *first = replace(text, from, to), *second = replace(first, from_2, to_2);
    assert_int_equal(ard_model_parse(context, NULL, second, strlen(second), "m.json", &model), ARDOR_NUMERIC);
    assert_null(model);
    assert_message(context, "the posterior covariance is far from one: a correlation is ");
    free(second);
    free(first);
    free(text);
}

static void a_covariance_that_is_none_is_refused(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    refuse_covariance(context, SEED("valid-v2-covariance"), "[0.3333333333333333]", "[1e-300]", "[-0.03333333333333333, ",
                      "[1e300, ");
    refuse_covariance(context, DATA V2("pfcvm-lp-rbf") ".json", "-4.564376565366925e-07", "-1.7e308", "\"covariance\"",
                      "\"covariance\"");
    ardor_context_free(context);
}

/* ---- memory that runs out */

static void check_memory_of(ardor_context *context, const char *name)
{
    char *text = text_of_file(name);
    ardor_dataset *data = data_of(context, name);
    check_memory(text, data);
    ardor_dataset_free(data);
    free(text);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    static const char *const names[] = {V2("jcfo-linear"),
                                        V2("spr-identity"),
                                        V2("rvm-rbf"),
                                        V2("bpm-identity"),
                                        V2("projection"),
                                        V2("version-1"),
                                        "models-v3/bpm-identity-everything",
                                        "models-v3/projection-none"};
    ardor_context *context = make_context();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_memory_of(context, names[i]);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_models_predict_what_they_did),
        cmocka_unit_test(old_models_have_directions),
        cmocka_unit_test(old_models_are_saved_as_new_ones),
        cmocka_unit_test(version_4_says_less_of_its_inputs),
        cmocka_unit_test(versions_5_to_12_are_models_of_today),
        cmocka_unit_test(filters_of_version_8_say_nothing_of_features),
        cmocka_unit_test(members_belong_to_their_versions),
        cmocka_unit_test(certificates_are_called_what_they_are),
        cmocka_unit_test(numbers_of_no_certificate_are_left_out),
        cmocka_unit_test(scales_may_be_below_zero),
        cmocka_unit_test(frequencies_are_joined),
        cmocka_unit_test(covariances_become_posteriors),
        cmocka_unit_test(candidates_of_version_4_are_none_of_them_empty),
        cmocka_unit_test(old_names_of_settings_are_read),
        cmocka_unit_test(damage_is_found_and_named),
        cmocka_unit_test(a_covariance_that_is_none_is_refused),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
