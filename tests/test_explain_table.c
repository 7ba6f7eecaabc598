/* Contributions of tables in memory: the bits of ardor_explain, by place and by name, in any layout; parts; refusals. */
#include "api_fixture.h"

enum { N = 50, P = 5, MANY = 4200 };

static const char *const names[] = {"u", "v", "w", "y", "z"};

/* MANY rows of two or three classes, of which the first N are fitted; the columns are off 0. */
typedef struct sample {
    double *x;
    int32_t label[N];
    ardor_model *model;
    ardor_dataset *rows; /* all */
} sample;

static void open_sample(sample *s, int n_classes, const char *spec)
{
    ard_rng rng;
    ardor_dataset *training = NULL;
    ard_rng_init(&rng, 23, 0, 0);
    s->x = make_normals(&rng, (int64_t)MANY * P);
    for (int64_t i = 0; i < N; i++) s->label[i] = (int32_t)(i % n_classes);
    for (int64_t j = 0; j < P; j++)
        for (int64_t i = 0; i < MANY; i++)
            s->x[i + j * MANY] += 2 * (double)j + (i < N && j % 2 == 0 ? 1.5 * s->label[i] * (1 - .4 * (double)j) : 0);
    ardor_table table = {.size = sizeof table, .n = N, .p = P, .x = s->x, .row_stride = 1, .label = s->label};
    table.column_stride = MANY;
    table.n_classes = n_classes;
    table.feature_names = names;
    must(ardor_dataset_from_table(context, &table, &training));
    s->model = fit(training, spec);
    ardor_dataset_free(training);
    table.n = MANY;
    table.label = NULL;
    table.n_classes = 0;
    must(ardor_dataset_from_table(context, &table, &s->rows));
}

static void close_sample(sample *s)
{
    ardor_dataset_free(s->rows);
    ardor_model_free(s->model);
    free(s->x);
}

typedef struct explained {
    int64_t cells, values;
    double *contribution, *value, reference[3];
} explained;

static void open_explained(const sample *s, explained *e)
{
    const int outputs = ardor_explain_outputs(s->model);
    assert_in_range(outputs, 1, 3);
    *e = (explained){.cells = MANY * ardor_model_features(s->model) * outputs, .values = (int64_t)MANY * outputs};
    e->contribution = make_reals(e->cells);
    e->value = make_reals(e->values);
}

static void close_explained(explained *e)
{
    free(e->value);
    free(e->contribution);
}

static void check_same(const explained *a, const explained *b)
{
    assert_memory_equal(a->contribution, b->contribution, (size_t)a->cells * sizeof *a->contribution);
    assert_memory_equal(a->value, b->value, (size_t)a->values * sizeof *a->value);
    assert_memory_equal(a->reference, b->reference, sizeof a->reference);
}

static const struct {
    const char *spec;
    int classes;
} cases[] = {
    {"method=spr lam1=.2", 2},
    {"method=jcfo basis=rbf lam1=.3 lam2=.1 standardise=none", 2},
    {"method=smlr strength=.02", 3},
    {"method=knn neighbours=5", 3},
    {"method=spr lam1=.3 multiclass=pairs standardise=samples", 3},
};

/* Of the same values: columns backwards with names, rows in C order, and as they were by place. */
static void tables_are_explained_as_datasets_are(void **state)
{
    (void)state;
    const char *backwards[P];
    double *rows = make_reals((int64_t)MANY * P);
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        sample s;
        explained of_data, of_table;
        open_sample(&s, cases[c].classes, cases[c].spec);
        open_explained(&s, &of_data);
        open_explained(&s, &of_table);
        must(ardor_explain(context, s.model, s.rows, of_data.contribution, of_data.reference));
        must(ardor_explain_values(context, s.model, s.rows, of_data.value));
        const ardor_table plain = {.size = sizeof plain, .n = MANY, .p = P, .x = s.x};
        must(ardor_explain_table(context, s.model, &plain, of_table.contribution, of_table.reference, of_table.value));
        check_same(&of_data, &of_table);
        for (int64_t j = 0; j < P; j++) {
            backwards[j] = names[P - 1 - j];
            for (int64_t i = 0; i < MANY; i++) rows[i * P + j] = s.x[i + (P - 1 - j) * MANY];
        }
        ardor_table other = {.size = sizeof other, .n = MANY, .p = P, .x = rows, .row_stride = P, .column_stride = 1};
        other.feature_names = backwards;
        memset(of_table.contribution, 0, (size_t)of_table.cells * sizeof *of_table.contribution);
        must(ardor_explain_table(context, s.model, &other, of_table.contribution, of_table.reference, of_table.value));
        check_same(&of_data, &of_table);
        close_explained(&of_table);
        close_explained(&of_data);
        close_sample(&s);
    }
    free(rows);
}

/* What is not wanted is not touched, and what is wanted does not depend on that. */
static void each_part_is_had_alone(void **state)
{
    (void)state;
    sample s;
    explained all, parts;
    open_sample(&s, 2, cases[1].spec);
    open_explained(&s, &all);
    open_explained(&s, &parts);
    const ardor_table table = {.size = sizeof table, .n = MANY, .p = P, .x = s.x};
    must(ardor_explain_table(context, s.model, &table, all.contribution, all.reference, all.value));
    must(ardor_explain_table(context, s.model, &table, parts.contribution, NULL, NULL));
    must(ardor_explain_table(context, s.model, &table, NULL, parts.reference, NULL));
    must(ardor_explain_table(context, s.model, &table, NULL, NULL, parts.value));
    check_same(&all, &parts);
    close_explained(&parts);
    close_explained(&all);
    close_sample(&s);
}

static void what_is_missing_is_refused(void **state)
{
    (void)state;
    sample s;
    double reference[3], *value = make_reals(MANY);
    open_sample(&s, 2, cases[0].spec);
    ardor_table table = {.size = sizeof table, .n = MANY, .p = P, .x = s.x};
    assert_int_equal(ardor_explain_table(NULL, s.model, &table, NULL, reference, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_explain_table(context, NULL, &table, NULL, reference, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_explain_table(context, s.model, NULL, NULL, reference, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_explain_table(context, s.model, &table, NULL, NULL, NULL), ARDOR_USAGE);
    assert_message("a place for what is to be found out");
    assert_int_equal(ardor_explain(NULL, s.model, s.rows, value, reference), ARDOR_USAGE);
    assert_int_equal(ardor_explain_values(NULL, s.model, s.rows, value), ARDOR_USAGE);
    table.p = P - 1;
    assert_int_equal(ardor_explain_table(context, s.model, &table, NULL, NULL, value), ARDOR_USAGE);
    assert_message("give feature_names");
    table.p = P;
    s.x[MANY - 1] = INFINITY;
    assert_int_equal(ardor_explain_table(context, s.model, &table, NULL, NULL, value), ARDOR_DATA);
    assert_message("is not a finite number");
    close_sample(&s);
    open_sample(&s, 2, "method=majority");
    table.x = s.x;
    assert_int_equal(ardor_explain_table(context, s.model, &table, NULL, reference, NULL), ARDOR_USAGE);
    assert_message("the model has no feature");
    close_sample(&s);
    free(value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_explained_as_datasets_are),
        cmocka_unit_test(each_part_is_had_alone),
        cmocka_unit_test(what_is_missing_is_refused),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
