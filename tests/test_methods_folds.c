/* What must not matter to an evaluation, for every method: how the classes are called, which is the positive one, where the
 * columns stand. The folds are the same, and so are the predictions, but for what the method's table excuses (test_methods). */
#include "methods_fixture.h"

#include "data/dataset.h"

/* Rows of which the first is not of the first class in sorted order, and whose classes do not fill the folds evenly. */
enum { ROWS = 23, SEED = 41, FOLDS = 3 };
#define TOL 1e-10
#define NEAR 1e-6

/* The same rows, told otherwise. */
typedef struct telling {
    const char *name, *side[2]; /* names of the classes: of sides below 0 and above */
    const char *positive;       /* NULL: as they are sorted */
    void (*mix)(table *);
    unsigned excuse; /* with the identity; with kernels the first bit alone */
} telling;

static const telling tellings[] = {
    {"names of the classes in the other order", {"z", "a"}, NULL, NULL, ARD_BREAKS_CLASS_EXCHANGE},
    {"the other class as the positive one", {"no", "yes"}, "no", NULL, ARD_BREAKS_CLASS_EXCHANGE},
    {"columns in another order", {"no", "yes"}, NULL, mix_features, ARD_BREAKS_TERM_ORDER},
};
static const telling plain = {"as they are", {"no", "yes"}, NULL, NULL, 0};

typedef struct told {
    int64_t row[ROWS], fold[ROWS];
    double prob[ROWS]; /* of the side above 0 */
} told;

static told evaluated(const telling *t, const char *spec)
{
    told out;
    table rows = make_rows(ROWS, COLUMNS, 1.7, SEED);
    const char *text[ROWS];
    if (t->mix) t->mix(&rows);
    ardor_dataset *data = dataset_of(context, &rows);
    for (int64_t i = 0; i < ROWS; i++) text[i] = t->side[rows.side[i] > 0];
    must(ard_dataset_set_labels(data, text, t->positive));
    json_t *root = evaluate(data, spec), *list = at(root, "rows");
    assert_int_equal(json_array_size(list), ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        json_t *row = json_array_get(list, i);
        out.row[i] = atoll(json_string_value(at(row, "id")));
        out.fold[i] = json_integer_value(at(row, "fold"));
        out.prob[i] = json_number_value(json_object_get(at(row, "prob"), t->side[1]));
    }
    json_decref(root);
    ardor_dataset_free(data);
    return out;
}

static bool is_excused(const variant *v, const telling *t)
{
    const unsigned excuse = v->basis.kind == ARD_IDENTITY ? t->excuse : t->excuse & ARD_BREAKS_CLASS_EXCHANGE;
    return (v->method->breaks | (v->choice ? v->choice->breaks : 0)) & excuse;
}

static void it_is_told_otherwise(const variant *v, const char *more)
{
    char spec[400];
    spec_of(v, TOL, more, spec);
    const told want = evaluated(&plain, spec);
    for (int k = 0; k < COUNT_OF(tellings); k++) {
        const told have = evaluated(&tellings[k], spec);
        double most = 0;
        if (memcmp(want.row, have.row, sizeof want.row) != 0 || memcmp(want.fold, have.fold, sizeof want.fold) != 0)
            fail_msg("%s: %s: other folds", spec, tellings[k].name);
        for (int i = 0; i < ROWS; i++) most = fmax(most, fabs(want.prob[i] - have.prob[i]));
        if (most > NEAR && !is_excused(v, &tellings[k]))
            fail_msg("%s: %s: predictions differ by %.3g", spec, tellings[k].name, most);
    }
}

static void the_first_row_is_not_of_the_first_class(void **state)
{
    (void)state;
    const table t = make_rows(ROWS, COLUMNS, 1.7, SEED);
    int64_t positive = 0;
    for (int64_t i = 0; i < ROWS; i++) positive += t.side[i] > 0;
    assert_true(t.side[0] > 0 && positive % FOLDS != 0 && (ROWS - positive) % FOLDS != 0);
}

static void evaluations_do_not_depend_on_how_it_is_told(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        const int n = variants_of(ard_method_at(m), false, v);
        for (int i = 0; i < n; i++) it_is_told_otherwise(&v[i], "plan=kfold:3");
    }
}

/* Settings chosen on inner folds, of methods whose maximum is the only one: with others last bits may lead to another. */
static void tuning_does_not_depend_on_how_it_is_told(void **state)
{
    (void)state;
    static const char *const methods[] = {"spr", "bpm"};
    for (int m = 0; m < COUNT_OF(methods); m++) {
        variant v[MOST_VARIANTS];
        variants_of(ard_method_find(methods[m]), false, v);
        it_is_told_otherwise(&v[0], "plan=kfold:3 tune=cv:3");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_row_is_not_of_the_first_class),
                                       cmocka_unit_test(evaluations_do_not_depend_on_how_it_is_told),
                                       cmocka_unit_test(tuning_does_not_depend_on_how_it_is_told)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
