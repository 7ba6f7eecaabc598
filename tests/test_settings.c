/* The tables of settings of all methods: sound each, and one meaning to a name; the seeds of their random choices. */
#include "api_fixture.h"

#include "method/method.h"
#include "simulated.h"

/* ------------------------------------------------------------------ tables */

static void a_row_is_sound(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        assert_in_range(method->n_settings, method->grid ? 1 : 0, ARD_MAX_SETTINGS);
        for (int i = 0; i < method->n_settings; i++) {
            const ard_setting *row = method->settings + i;
            const bool number = row->type == ARD_SETTING_REAL || row->type == ARD_SETTING_INT;
            if (!row->name || !row->unit || !row->help || !row->help[0]) fail_msg("row %d of %s lacks texts", i, method->name);
            assert_int_equal(ard_setting_index(method, row->name), i);
            assert_int_equal(row->choices != NULL, row->type == ARD_SETTING_CHOICE);
            assert_true(!row->breaks || row->type == ARD_SETTING_CHOICE);
            if (number && !isnan(row->fallback)) assert_true(row->low <= row->fallback && row->fallback <= row->high);
            if (row->was && ard_setting_index(method, row->was) >= 0)
                fail_msg("%s: '%s' was '%s', which is the name of another", method->name, row->name, row->was);
        }
    }
}

/* Two methods' rows of one name are of one type and unit. */
static void a_name_means_one_thing(void **state)
{
    (void)state;
    for (int a = 0; a < ard_method_count(); a++)
        for (int b = 0; b < a; b++)
            for (int i = 0; i < ard_method_at(a)->n_settings; i++) {
                const ard_setting *x = ard_method_at(a)->settings + i, *y = NULL;
                const int j = ard_setting_index(ard_method_at(b), x->name);
                if (j < 0) continue;
                y = ard_method_at(b)->settings + j;
                if (x->type != y->type || strcmp(x->unit, y->unit) != 0)
                    fail_msg("'%s' of %s and of %s differ", x->name, ard_method_at(a)->name, ard_method_at(b)->name);
            }
}

/* ------------------------------------------------------------------ seeds */

/* Random methods on data where the draw matters. */
static const char *const drawing[] = {"method=projection halves=6 k=4 path=3", "method=ard-ep order=random start=fraction",
                                      "method=ard-laplace start=fraction order=cyclic", "method=ard-ep order=random"};

static ardor_dataset *make_data(void)
{
    ardor_dataset *data = NULL;
    must(simulated(context, "two-gaussians", 40, 30, NAN, 5, &data));
    return data;
}

/* The model of a spec without what says which seed it was, for comparisons of what was drawn. */
static char *drawn(const ardor_dataset *data, const char *spec, const char *more)
{
    char full[256];
    snprintf(full, sizeof full, "%s %s", spec, more);
    ardor_model *model = fit(data, full);
    json_t *root = model_json(model);
    json_object_del(root, "seed");
    json_object_del(root, "given");
    json_object_del(at(root, "settings"), "halves_seed");
    json_object_del(at(root, "settings"), "search_seed");
    ardor_model_free(model);
    return without_seconds(root);
}

static void random_choices_follow_the_seed(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    for (int s = 0; s < COUNT_OF(drawing); s++) {
        const char *own = strstr(drawing[s], "projection") ? "halves_seed=2" : "search_seed=2";
        char *one = drawn(data, drawing[s], ""), *again = drawn(data, drawing[s], "seed=1"),
             *two = drawn(data, drawing[s], "seed=2"), *given = drawn(data, drawing[s], own);
        assert_string_equal(one, again);
        if (strcmp(one, two) == 0) fail_msg("%s: seeds 1 and 2 draw the same", drawing[s]);
        assert_string_equal(given, two); /* a seed of its own stands for the common one */
        free(given);
        free(two);
        free(again);
        free(one);
    }
    ardor_dataset_free(data);
}

/* The settings that were used hold the seed, so that they alone repeat the run. */
static void reports_hold_the_seed(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    static const struct {
        const char *spec, *where;
        double used; /* NaN: none, `seed` of the report says it */
    } cases[] = {{"method=projection halves=2", "settings.halves_seed", 1},
                 {"method=projection halves=2 seed=9", "settings.halves_seed", 9},
                 {"method=projection halves=2 seed=9 halves_seed=3", "settings.halves_seed", 3},
                 {"method=projection halves=2 seed=9 halves_seed=auto", "settings.halves_seed", 9},
                 {"method=ard-ep seed=9007199254740992", "settings.search_seed", 9007199254740992.0},
                 {"method=ard-ep seed=9007199254740993", "settings.search_seed", NAN},
                 {"method=ard-laplace seed=9", "settings.search_seed", 9}};
    for (int c = 0; c < COUNT_OF(cases); c++) {
        ardor_model *model = fit(data, cases[c].spec);
        json_t *root = model_json(model);
        if (isnan(cases[c].used))
            assert_true(json_is_null(at(root, cases[c].where)));
        else
            assert_true(number_at(root, cases[c].where) == cases[c].used);
        json_decref(root);
        ardor_model_free(model);
    }
    ardor_dataset_free(data);
}

static void threads_draw_the_same(void **state)
{
    (void)state;
    ardor_dataset *data = make_data();
    for (int s = 0; s < COUNT_OF(drawing); s++) {
        char spec[256], *text[3];
        for (int run = 0; run < 3; run++) {
            snprintf(spec, sizeof spec, "%s plan=kfold:5 seed=%d threads=%d", drawing[s], run == 2 ? 8 : 7, run == 1 ? 8 : 1);
            text[run] = without_seconds(evaluate(data, spec));
        }
        assert_string_equal(text[0], text[1]);
        assert_string_not_equal(text[0], text[2]);
        for (int run = 0; run < 3; run++) free(text[run]);
    }
    ardor_dataset_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_row_is_sound), cmocka_unit_test(a_name_means_one_thing),
                                       cmocka_unit_test(random_choices_follow_the_seed), cmocka_unit_test(reports_hold_the_seed),
                                       cmocka_unit_test(threads_draw_the_same)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
