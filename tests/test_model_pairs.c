/* Model files of more than two classes, of machines of pairs and of functions of several outputs: they come back to the bit, also
 * of a method that the library does not have; damage; memory. */
#include "model_fixture.h"

static ardor_model *make_pairs_model(ardor_context *context, const char *method, const char *basis)
{
    ardor_model *model = make_model(context, method, basis, NULL, false, true);
    add_pairs(context, model);
    return model;
}

static void check_again(ardor_context *context, const char *text)
{
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    ardor_model *first = parse_model(context, text);
    char *again = text_of(context, first), *report = NULL, *report_again = NULL;
    ardor_model *second = parse_model(context, again);
    double p[3 * ROWS], q[3 * ROWS];
    char *third = text_of(context, second);
    if (first->method) assert_string_equal(text, again); /* else what is not known is on fewer lines */
    assert_string_equal(again, third);
    free(third);
    assert_int_equal(ardor_predict(context, first, data, p), ARDOR_OK);
    assert_int_equal(ardor_predict(context, second, data, q), ARDOR_OK);
    assert_memory_equal(p, q, sizeof p);
    assert_int_equal(ardor_model_json(context, first, &report), ARDOR_OK);
    assert_int_equal(ardor_model_json(context, second, &report_again), ARDOR_OK);
    assert_string_equal(report, report_again);
    ardor_string_free(context, report_again);
    ardor_string_free(context, report);
    free(again);
    ardor_model_free(second);
    ardor_model_free(first);
    ardor_dataset_free(data);
}

static void files_round_trip(void **state)
{
    (void)state;
    static const char *const kinds[][2] = {
        {"jcfo", "rbf"}, {"spr", "identity"}, {"ard-ep", "rbf"}, {"rvm", "identity"}, {"projection", "identity"}};
    ardor_context *context = make_context();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        ardor_model *model = make_pairs_model(context, kinds[k][0], kinds[k][1]);
        char *text = text_of(context, model), method[40];
        check_again(context, text);
        snprintf(method, sizeof method, "\"method\": \"%s\"", kinds[k][0]);
        char *unknown = replace(text, method, "\"method\": \"tomorrow\"");
        check_again(context, unknown);
        free(unknown);
        free(text);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

/* What is asked of a model: weights towards each class; the third pair says nothing. */
static void features_speak_for_classes(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_pairs_model(context, "spr", "identity");
    const double w[] = {-2.9999999999999996, 2.5};
    for (int j = 0; j < 2; j++) {
        const double wanted[] = {-w[j], w[j] / 2, w[j] / 2};
        for (int c = 0; c < 3; c++) assert_true(fabs(ardor_model_feature_class_weight(model, j, c) - wanted[c]) < 1e-14);
        assert_int_equal(ardor_model_feature_direction(model, j), j == 0 ? 0 : -1); /* two of them alike */
        assert_true(isnan(ardor_model_feature_weight(model, j)));
        assert_true(fabs(ardor_model_feature_value(model, j) - sqrt(2) * fabs(w[j])) < 1e-14);
    }
    assert_true(isnan(ardor_model_feature_class_weight(model, 2, 0)) && isnan(ardor_model_feature_class_weight(model, 0, 3)));
    assert_true(isnan(ardor_model_feature_class_weight(model, 0, -1)) && isnan(ardor_model_feature_class_weight(NULL, 0, 0)));
    ardor_model_free(model);
    model = make_model(context, "spr", "identity", NULL, false, true);
    assert_true(ardor_model_feature_class_weight(model, 0, 1) == w[0] && ardor_model_feature_class_weight(model, 0, 0) == -w[0]);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* The first "multiclass" is the machine's, the second the report's. */
#define REPORTED ",\n    \"parts\": [\n      {\n        \"settings\""
static const damage damages[] = {
    {"\"multiclass\": \"pairs\"", "\"multiclass\": \"rest\"", "machine.parts[0].classes has 2 values; there are 1 classes"},
    {"\"multiclass\": \"pairs\"", "\"multiclass\": \"native\"", "machine has the multiclass 'native'; it is pairs or rest"},
    {"\"multiclass\": \"pairs\"" REPORTED, "\"multiclass\": \"rest\"" REPORTED,
     "machine has parts by 'pairs', but report.multiclass is 'rest'"},
    {"\"multiclass\": \"pairs\"" REPORTED, "\"multiclass\": null" REPORTED,
     "report.multiclass must be a text: there are more than two classes"},
    {"\"multiclass\": \"pairs\"" REPORTED, "\"multiclass\": \"auto\"" REPORTED,
     "report.multiclass must be native, pairs or rest, but is 'auto'"},
    {"\"null_model\": true", "\"null_model\": 1", "report.parts[2].null_model"},
    {"\"classes\": [0, 2]", "\"classes\": [1, 2]", "machine.parts[1].classes[0] is 1, but in this place it must be 0"},
    {"[\"maybe so\", \"no\", \"yes\"]", "[\"no\", \"yes\"]", "shares has 3 values; there are 2 classes"},
    {"[\"maybe so\", \"no\", \"yes\"]", "[\"maybe so\", \"no\", \"yes\", \"more\"]", "shares has 3 values; there are 4 classes"},
};

static void damage_is_found(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_pairs_model(context, "jcfo", "rbf");
    char *text = text_of(context, model);
    check_damages(context, text, sizeof damages / sizeof *damages, damages);
    free(text);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* A report of other parts than the machine has. */
static void parts_must_agree(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_pairs_model(context, "jcfo", "rbf"), *broken = NULL;
    model->fit.part[0].null_model = true;
    char *text = text_of(context, model);
    assert_int_equal(ard_model_parse(context, NULL, text, strlen(text), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "machine has features or vectors in parts[0], which is marked as a null model");
    free(text);
    model->fit.part[0].null_model = false;
    ard_fit_free(context, &model->fit.part[2]);
    model->fit.n_parts = 2;
    text = text_of(context, model);
    assert_int_equal(ard_model_parse(context, NULL, text, strlen(text), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "machine has 3 parts, but report.parts is of 2");
    free(text);
    ardor_model_free(model);
    ardor_context_free(context);
}

/* ------------------------------------------------------------------ several outputs */

static ardor_model *make_outputs_model(ardor_context *context, const char *basis)
{
    ardor_model *model = make_model(context, "smlr", basis, NULL, false, false);
    add_outputs(context, model);
    return model;
}

static void outputs_round_trip(void **state)
{
    (void)state;
    static const char *const bases[] = {"identity", "rbf", "linear", "poly:2"};
    ardor_context *context = make_context();
    for (size_t b = 0; b < sizeof bases / sizeof *bases; b++) {
        ardor_model *model = make_outputs_model(context, bases[b]);
        char *text = text_of(context, model), *forced = replace(text, "\"forced\": false", "\"forced\": true");
        char *unknown = replace(forced, "\"method\": \"smlr\"", "\"method\": \"tomorrow\"");
        check_again(context, text);
        check_again(context, forced);
        check_again(context, unknown);
        ardor_model *loaded = parse_model(context, forced);
        assert_true(ard_model_forced(loaded, 0) && !ard_model_forced(loaded, 1));
        ardor_model_free(loaded);
        free(unknown);
        free(forced);
        free(text);
        ardor_model_free(model);
    }
    ardor_context_free(context);
}

/* How far a class's weight is above the others, on the average: of -w, 1/3 and w. */
static void outputs_speak_for_classes(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_outputs_model(context, "identity");
    const double w[] = {-2.9999999999999996, 2.5};
    for (int j = 0; j < 2; j++) {
        const double wanted[] = {-1.5 * w[j] - 1 / 6.0, 1 / 3.0, 1.5 * w[j] - 1 / 6.0};
        for (int c = 0; c < 3; c++) assert_true(fabs(ardor_model_feature_class_weight(model, j, c) - wanted[c]) < 1e-14);
        assert_int_equal(ardor_model_feature_direction(model, j), j == 0 ? 0 : 2);
        assert_true(isnan(ardor_model_feature_weight(model, j)));
        assert_true(fabs(ardor_model_feature_value(model, j) - sqrt(2 * w[j] * w[j] + 1 / 9.0)) < 1e-14);
    }
    ardor_model_free(model);
    ardor_context_free(context);
}

static const damage outputs_damages[] = {
    {"\"softmax\"", "\"logit\"", "machine has the link 'logit', which is not for 3 classes"},
    {"\"softmax\"", "\"probit\"", "machine has the link 'probit', which is not for 3 classes"},
    {"\"bias\": [0.30000000000000004, ", "\"bias\": [", "machine.bias has 2 values; there are 3 outputs"},
    {"\"bias\": [0.30000000000000004, ", "\"bias\": [1, 2, ", "machine.bias has 4 values; there are 3 outputs"},
    {"\"bias\": [0.30000000000000004, ", "\"bias\": [null, ", "machine.bias[0]"},
    {"\"weights\": [", "\"weights\": [[1, 2],", "machine.weights has 4 values; there are 3 outputs"},
    {"[0.3333333333333333, 0.3333333333333333],", "", "machine.weights has 2 values; there are 3 outputs"},
    {"[0.3333333333333333, 0.3333333333333333]", "[0.3333333333333333]", "machine.weights[1] has 1 values; there are 2 terms"},
    {"[0.3333333333333333, 0.3333333333333333]", "0", "machine.weights[1]"},
    {"\"importance\": 4.", "\"importance\": 5.", "importance"},
    {"\"multiclass\": \"native\"", "\"multiclass\": \"pairs\"", "machine is one function, but report.multiclass is 'pairs'"},
    {"\"multiclass\": \"native\"", "\"multiclass\": null", "report.multiclass must be a text: there are more than two classes"},
    {"[\"maybe so\", \"no\", \"yes\"]", "[\"no\", \"yes\"]", "shares has 3 values; there are 2 classes"},
    {"\"forced\": false", "\"forced\": null", "features[0].forced"},
};

static void damaged_outputs_are_found(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_outputs_model(context, "identity"), *broken = NULL;
    char *text = text_of(context, model);
    check_damages(context, text, sizeof outputs_damages / sizeof *outputs_damages, outputs_damages);
    free(text);
    ardor_model_free(model);
    /* of two classes softmax has no outputs */
    model = make_model(context, "spr", "identity", NULL, false, false);
    text = text_of(context, model);
    char *bad = replace(text, "\"probit\"", "\"softmax\"");
    assert_int_equal(ard_model_parse(context, NULL, bad, strlen(bad), "m.json", &broken), ARDOR_DATA);
    assert_message(context, "machine has the link 'softmax', which is not for 2 classes");
    free(bad);
    free(text);
    ardor_model_free(model);
    ardor_context_free(context);
}

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    ardor_context *context = make_context();
    ardor_model *model = make_outputs_model(context, "rbf");
    ardor_dataset *outputs_data = make_data(context, ROWS, COLUMNS, in_order);
    char *outputs_text = text_of(context, model);
    check_memory(outputs_text, outputs_data);
    free(outputs_text);
    ardor_dataset_free(outputs_data);
    ardor_model_free(model);
    model = make_pairs_model(context, "ard-ep", "rbf");
    ardor_dataset *data = make_data(context, ROWS, COLUMNS, in_order);
    char *text = text_of(context, model), *unknown = replace(text, "\"method\": \"ard-ep\"", "\"method\": \"tomorrow\"");
    check_memory(text, data);
    check_memory(unknown, data);
    free(unknown);
    free(text);
    ardor_dataset_free(data);
    ardor_model_free(model);
    ardor_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_round_trip),          cmocka_unit_test(features_speak_for_classes),
        cmocka_unit_test(damage_is_found),           cmocka_unit_test(parts_must_agree),
        cmocka_unit_test(outputs_round_trip),        cmocka_unit_test(outputs_speak_for_classes),
        cmocka_unit_test(damaged_outputs_are_found), cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
