/* What fails costs a candidate and not the run, what is said names what helps, and what is written is read. */
#include "api_fixture.h"

#include "base/rng.h"
#include "methods_fixture.h"
#include "model/model_file.h"

enum { ROWS_OF = 40, COLUMNS_OF = 6 };

/* Standard normal features, labels of no relation to them. */
static ardor_dataset *noise(uint64_t seed, double unit)
{
    ard_rng rng;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, ROWS_OF * COLUMNS_OF), side[ROWS_OF];
    for (int i = 0; i < ROWS_OF * COLUMNS_OF; i++) x[i] *= unit;
    for (int i = 0; i < ROWS_OF; i++) side[i] = i % 2 ? 1 : -1;
    ardor_dataset *data = make_table(ROWS_OF, COLUMNS_OF, x, side, NULL);
    free(x);
    return data;
}

/* EM's scales fall to 0 together where its objective has no maximum. */
static void scales_that_vanish_end_the_fit(void **state)
{
    (void)state;
    static const char *const starts[] = {"0.001", "0.01", "0.1", "0.3", "1", "10"}, *const pruned[] = {"1e-5", "1e-100"};
    int vanished = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ardor_dataset *data = noise(seed, 1);
        for (int i = 0; i < COUNT_OF(starts) * COUNT_OF(pruned); i++) {
            char spec[120];
            snprintf(spec, sizeof spec, "method=pfcvm-em start_scale=%s prune_below=%s", starts[i / 2], pruned[i % 2]);
            ardor_model *model = fit(data, spec);
            const double start = atof(starts[i / 2]) / COLUMNS_OF;
            double most = 0;
            for (int64_t k = 0; k < model->fit.machine.n_features; k++) most = fmax(most, model->fit.machine.importance[k]);
            if (!(isfinite(model->fit.objective) && most > 1e-8 * start))
                fail_msg("%s, seed %d: objective %g, largest scale %g", spec, (int)seed, model->fit.objective, most);
            vanished += model->fit.stop == ARD_STOP_PRUNED;
            free(positive_prob(model, data));
            ardor_model_free(model);
        }
        ardor_dataset_free(data);
    }
    assert_true(vanished > 0);
}

static void tuning_finishes_every_candidate(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++) {
        ardor_dataset *data = noise(seed, 1);
        ardor_model *model = fit(data, "method=pfcvm-em tune=cv:3 max_iter=500");
        for (int64_t i = 0; i < model->report.n_candidates; i++)
            assert_int_equal(model->report.candidate[i].status, ARD_TUNED_DONE);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

/* Features of any unit, not standardised: a model that can be used and comes back, or a message that names what helps. */
static void any_unit_is_fitted_or_named(void **state)
{
    (void)state;
    static const double units[] = {1e-300, 1e-150, 1e-20, 1, 1e20, 1e150, 1e300};
    int fitted = 0, refused = 0;
    for (int u = 0; u < COUNT_OF(units); u++) {
        ardor_dataset *data = noise(3, units[u]);
        for (int m = 0; m < ard_method_count(); m++) {
            variant v[MOST_VARIANTS];
            const int n = variants_of(ard_method_at(m), false, v);
            for (int i = 0; i < n; i++) {
                char spec[400], *text = NULL;
                ardor_model *model = NULL, *read = NULL;
                spec_of(&v[i], 0, "standardise=none", spec);
                const ardor_status status = try_fit(data, spec, &model);
                if (status != ARDOR_OK) {
                    assert_int_equal(status, ARDOR_NUMERIC);
                    if (!strstr(ardor_context_message(context), "--standardise train"))
                        fail_msg("%s at %g: %s", spec, units[u], ardor_context_message(context));
                    refused++;
                    continue;
                }
                free(positive_prob(model, data));
                must(ard_model_text(context, model, &text));
                must(ard_model_parse(context, NULL, text, strlen(text), "model.json", &read));
                fitted++;
                ardor_model_free(read);
                ardor_string_free(context, text);
                ardor_model_free(model);
            }
        }
        ardor_dataset_free(data);
    }
    printf("%d fits, %d refused\n", fitted, refused);
    assert_true(fitted > refused && refused > 0);
}

/* Settings that the data decide can be beyond what may be asked for. */
static void derived_settings_are_read(void **state)
{
    (void)state;
    static const char *const specs[] = {"method=spr lam1=1e-12",
                                        "method=spr lam1=1e12",
                                        "method=spr basis=rbf lam1=1e-12",
                                        "method=jcfo lam1=1e12",
                                        "method=pcvm sigma=1e6",
                                        "method=rvm basis=rbf sigma=1e-6",
                                        "method=bpm s2=1e8",
                                        "method=jcfo lam1=1e-12 lam2=1e-12 max_iter=20"};
    ardor_dataset *data = noise(4, 1);
    for (int i = 0; i < COUNT_OF(specs); i++) {
        char *text = NULL;
        ardor_model *model = fit(data, specs[i]), *read = NULL;
        must(ard_model_text(context, model, &text));
        must(ard_model_parse(context, NULL, text, strlen(text), "model.json", &read));
        ardor_model_free(read);
        ardor_string_free(context, text);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

/* All candidates fail: the message says of how many, what to do, and why the first did. */
static void a_tuning_without_a_candidate_says_what_to_do(void **state)
{
    (void)state;
    ardor_dataset *data = noise(5, 1e150);
    ardor_model *model = NULL;
    assert_int_equal(try_fit(data, "method=pcvm basis=linear standardise=none tune=cv:3", &model), ARDOR_NUMERIC);
    static const char *const parts[] = {"none of the ",        " candidates could be fitted in all 3 inner folds",
                                        "--standardise train", "another --method",
                                        "the first: ",         "the setting scale"};
    for (int i = 0; i < COUNT_OF(parts); i++)
        if (!strstr(ardor_context_message(context), parts[i])) fail_msg("'%s': %s", parts[i], ardor_context_message(context));
    ardor_dataset_free(data);
}

static const char *text_of_warning(const ard_remarks *warnings, ard_remark_kind kind)
{
    for (int64_t i = 0; i < warnings->n; i++)
        if (warnings->item[i].kind == kind) return warnings->item[i].text;
    return NULL;
}

static const char *told(const json_t *document, const char *code)
{
    size_t i;
    const json_t *warning;
    json_array_foreach(json_object_get(document, "warnings"), i,
                       warning) if (strcmp(json_string_value(json_object_get(warning, "code")), code) ==
                                    0) return json_string_value(json_object_get(warning, "text"));
    return NULL;
}

/* Some fail: a warning has how many and why, in a fit and in the folds of an evaluation; without failures there is none. */
static void candidates_that_fail_are_counted(void **state)
{
    (void)state;
    static const double units[] = {1e77, 1};
    for (int u = 0; u < COUNT_OF(units); u++) {
        const char *spec = "method=epcvm basis=linear standardise=none tune=cv:3";
        ardor_dataset *data = noise(5, units[u]);
        ardor_model *model = fit(data, spec);
        const ard_fit_report *report = &model->report;
        int64_t failed = 0;
        const char *first = NULL;
        for (int64_t i = report->n_candidates - 1; i >= 0; i--) {
            if (report->candidate[i].status != ARD_TUNED_FAILED) continue;
            failed++;
            first = report->candidate[i].message;
        }
        const char *text = text_of_warning(&report->warnings, ARD_WARN_CANDIDATES);
        assert_true(units[u] == 1 ? failed == 0 : failed > 1 && failed < report->n_candidates);
        assert_true((failed > 0) == (text != NULL));
        if (failed > 0) {
            char wanted[400];
            snprintf(wanted, sizeof wanted, "%d of the %d candidates of the tuning failed and could not be chosen; the first: %s",
                     (int)failed, (int)report->n_candidates, first);
            assert_string_equal(text, wanted);
        }
        json_t *evaluation = evaluate(data, "method=epcvm basis=linear standardise=none tune=cv:3 plan=kfold:4");
        text = told(evaluation, "candidates_failed");
        assert_true((failed > 0) == (text != NULL));
        if (failed > 0 && !(strstr(text, "in all 4 folds") && strstr(text, " candidates of the tuning failed")))
            fail_msg("%s", text);
        json_decref(evaluation);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(scales_that_vanish_end_the_fit),
                                       cmocka_unit_test(tuning_finishes_every_candidate),
                                       cmocka_unit_test(any_unit_is_fitted_or_named),
                                       cmocka_unit_test(derived_settings_are_read),
                                       cmocka_unit_test(a_tuning_without_a_candidate_says_what_to_do),
                                       cmocka_unit_test(candidates_that_fail_are_counted)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
