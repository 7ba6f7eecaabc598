/* The map of the HTML report: which class a model of two features gives where. Cells against the model's own predictions at their
 * middles, points against the table, the words, and where there is no map. */
#include "page_fixture.h"

enum { N = 90, CELLS = 40, STEPS = 6, MAX_CLASSES = 3 };

/* A table of two features that tell apart n_classes classes, the second over decades, without the values in every 11th row; the
 * test's own copy of the values is x, with NaN. */
typedef struct made {
    int n_classes;
    double x[2 * N];
    int32_t label[N];
    ardor_dataset *data;
} made;

static void make(made *m, int n_classes, double shift)
{
    static const char *const name[] = {"first", "sec<ond>"};
    ard_rng rng;
    ard_rng_init(&rng, 5, 0, 0);
    double *x = make_normals(&rng, 2 * N);
    m->n_classes = n_classes;
    for (int i = 0; i < N; i++) {
        m->label[i] = i % n_classes;
        m->x[i] = x[i] + 1.2 * m->label[i] + shift;
        m->x[i + N] = i % 11 == 7 ? NAN : exp(2 * (x[i + N] - m->label[i]));
    }
    ardor_table table = {
        .size = sizeof table, .n = N, .p = 2, .x = m->x, .label = m->label, .n_classes = n_classes, .feature_names = name};
    must(ardor_dataset_from_table(context, &table, &m->data));
    free(x);
}

/* The page of the result and the file of the model. */
static char *page_with(char *result, const ardor_model *model)
{
    char *text = NULL, *html;
    must(ardor_model_text(context, model, &text));
    html = page_of_texts(2, (const char *const[]){result, text}, false);
    ardor_string_free(context, text);
    return html;
}

/* The most probable class of one row, and how sure, from 1 to STEPS. */
static int says_of(const ardor_model *model, const double *row, int n_classes, int *strength)
{
    double prob[MAX_CLASSES];
    int best = 0;
    const ardor_table table = {.size = sizeof table, .n = 1, .p = 2, .x = row};
    must(ardor_predict_table(context, model, &table, &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob}));
    for (int c = 1; c < n_classes; c++)
        if (prob[c] > prob[best]) best = c;
    const double sure = (prob[best] - 1.0 / n_classes) / (1 - 1.0 / n_classes);
    *strength = 1 + (int)fmin(STEPS - 1, floor(sure * STEPS));
    return best;
}

/* The least and the largest value. */
static void bounds(const double *x, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < N; i++) {
        *low = fmin(*low, x[i]);
        *high = fmax(*high, x[i]);
    }
}

/* The one cell that holds a point. */
static json_t *cell_at(json_t *cells, double x, double y)
{
    size_t i;
    json_t *cell, *found = NULL;
    json_array_foreach(cells, i, cell)
    {
        if (x < number_at(cell, "x") || x >= number_at(cell, "x2") || y < number_at(cell, "y") || y >= number_at(cell, "y2"))
            continue;
        if (found) fail_msg("two cells at %g, %g", x, y);
        found = cell;
    }
    if (!found) fail_msg("no cell at %g, %g", x, y);
    return found;
}

static void check_cells(const made *m, const ardor_model *model, json_t *cells)
{
    double low[2], high[2];
    bounds(m->x, &low[0], &high[0]);
    bounds(m->x + N, &low[1], &high[1]);
    for (int k = 0; k < CELLS * CELLS; k++) {
        char name[8];
        int strength;
        /* axes go on by 3 % at both ends */
        const double across = 1.06 * (k % CELLS + .5) / CELLS - .03, up = 1.06 * (k / CELLS + .5) / CELLS - .03;
        const double row[] = {low[0] + across * (high[0] - low[0]), exp(log(low[1]) + up * log(high[1] / low[1]))};
        json_t *cell = cell_at(cells, row[0], row[1]);
        snprintf(name, sizeof name, "%d", says_of(model, row, m->n_classes, &strength));
        assert_string_equal(text_at(cell, "state"), name);
        assert_near(number_at(cell, "strength"), strength / (double)STEPS, 1e-4, "how sure");
    }
}

static void check_points(const made *m, json_t *rows)
{
    size_t at = 0;
    for (int i = 0; i < N; i++) {
        char name[8];
        if (isnan(m->x[i + N])) continue;
        size_t k;
        json_t *row, *found = NULL;
        json_array_foreach(rows, k, row)
        {
            if (fabs(number_at(row, "x") - m->x[i]) < 1e-3 && fabs(number_at(row, "y") - m->x[i + N]) < 1e-3 * m->x[i + N])
                found = row;
        }
        if (!found) fail_msg("row %d is not drawn", i + 1);
        snprintf(name, sizeof name, "%d", m->label[i]);
        assert_string_equal(text_at(found, "state"), name);
        at++;
    }
    assert_int_equal(at, json_array_size(rows));
}

static int n_wrong(const made *m, const ardor_model *model)
{
    int wrong = 0, strength;
    for (int i = 0; i < N; i++) {
        const double row[] = {m->x[i], m->x[i + N]};
        wrong += !isnan(row[1]) && says_of(model, row, m->n_classes, &strength) != m->label[i];
    }
    return wrong;
}

static void cells_and_points_are_what_the_model_says(void **state)
{
    (void)state;
    static const char *const spec[] = {"method=rvm basis=rbf impute=median scale=.5", "method=smlr impute=median lam=1"};
    for (int k = 0; k < 2; k++) {
        made m;
        char plan[100], text[200];
        make(&m, 2 + k, 0);
        snprintf(plan, sizeof plan, "%s plan=kfold:3 keep-values=on", spec[k]);
        ardor_model *model = fit(m.data, spec[k]);
        char *result = text_of(evaluate(m.data, plan)), *html = page_with(result, model);
        json_t *data = data_of(html);
        snprintf(text, sizeof text, "%d of the %d samples it learnt from lie", n_wrong(&m, model), N - N / 11);
        has(html, text);
        has(html, "All that the model looks at is first and sec&lt;ond&gt;.");
        has(html, "The model was fitted to these samples");
        if (data) {
            check_cells(&m, model, json_object_get(json_object_get(data, "map"), "cells"));
            check_points(&m, json_object_get(json_object_get(data, "map"), "rows"));
            assert_true(json_is_false(at(data, "map.x.logarithmic")) && json_is_true(at(data, "map.y.logarithmic")));
        }
        json_decref(data);
        ardor_string_free(context, html);
        free(result);
        ardor_model_free(model);
        ardor_dataset_free(m.data);
    }
}

static void other_tables_are_named(void **state)
{
    (void)state;
    made m, other;
    make(&m, 2, 0);
    make(&other, 2, .1);
    ardor_model *model = fit(other.data, "method=lda impute=median");
    char *result = text_of(evaluate(m.data, "method=lda impute=median plan=kfold:3 keep-values=on")),
         *html = page_with(result, model);
    has(html, "These samples are of another table than the model was fitted to.");
    has(html, "samples of the result lie");
    ardor_string_free(context, html);
    free(result);
    ardor_model_free(model);
    ardor_dataset_free(m.data);
    ardor_dataset_free(other.data);
}

/* The map is of the most probable class; the page may decide otherwise, be no evidence, or be of a part of the samples. */
static void what_the_page_does_otherwise_is_said(void **state)
{
    (void)state;
    static const char *const plan[] = {"plan=kfold:3", "plan=kfold:3 threshold=.2", "plan=kfold:3 protocol=leaky",
                                       "plan=holdout:.3"};
    made m;
    make(&m, 2, 0);
    ardor_model *model = fit(m.data, "method=lda impute=median");
    for (int k = 0; k < COUNT_OF(plan); k++) {
        char spec[120], shown[40];
        snprintf(spec, sizeof spec, "method=lda impute=median keep-values=on %s", plan[k]);
        json_t *document = evaluate(m.data, spec), *value;
        int n = 0;
        size_t i;
        json_array_foreach(at(document, "values.features.1.values"), i, value) n += !json_is_null(value);
        snprintf(shown, sizeof shown, " of the %d samples shown lie", n);
        char *result = text_of(document), *html = page_with(result, model);
        k == 1 ? has(html, "The colour is the most probable class there, not as this page decides: palest")
               : lacks(html, "not as");
        k == 1 ? has(html, "where another class than theirs is the most probable.") : has(html, "where it gives another class");
        k == 1 ? lacks(html, "the model says") : has(html, "the model says");
        k == 2 ? has(html, "is no evidence, and nothing else on this page is.") : has(html, "the error on this page is.");
        k == 2 ? lacks(html, "the error on this page is.") : lacks(html, "nothing else on this page");
        k == 3 ? has(html, shown) : has(html, "samples it learnt from lie");
        ardor_string_free(context, html);
        free(result);
    }
    ardor_model_free(model);
    ardor_dataset_free(m.data);
}

/* Without the values, without what can predict. */
static void there_is_no_map_where_it_cannot_be(void **state)
{
    (void)state;
    made m;
    make(&m, 2, 0);
    ardor_model *model = fit(m.data, "method=lda impute=median"), *components = fit(m.data, "method=lda impute=median pca=2");
    char *plain = text_of(evaluate(m.data, "method=lda impute=median plan=kfold:3")), *fitted = NULL;
    char *kept = text_of(evaluate(m.data, "method=lda impute=median plan=kfold:3 keep-values=on"));
    must(ardor_model_json(context, model, &fitted));
    char *page[] = {page_with(plain, model), page_with(kept, components),
                    page_of_texts(2, (const char *const[]){kept, fitted}, false), page_with(kept, model)};
    for (int k = 0; k < COUNT_OF(page); k++) {
        k < 3 ? lacks(page[k], "id=\"s-map\"") : has(page[k], "id=\"s-map\"");
        ardor_string_free(context, page[k]);
    }
    ardor_string_free(context, fitted);
    free(plain);
    free(kept);
    ardor_model_free(model);
    ardor_model_free(components);
    ardor_dataset_free(m.data);
}

static void indicators_make_no_plane(void **state)
{
    (void)state;
    made m;
    make(&m, 2, 0);
    ardor_dataset_free(m.data);
    for (int i = 0; i < N; i++) m.x[i + N] = (m.label[i] + (i % 5 == 0)) % 2;
    ardor_table table = {.size = sizeof table, .n = N, .p = 2, .x = m.x, .label = m.label, .n_classes = 2};
    must(ardor_dataset_from_table(context, &table, &m.data));
    ardor_model *model = fit(m.data, "method=lda");
    char *result = text_of(evaluate(m.data, "method=lda plan=kfold:3 keep-values=on")), *html = page_with(result, model);
    has(html, "too few different values for a map");
    ardor_string_free(context, html);
    free(result);
    ardor_model_free(model);
    ardor_dataset_free(m.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_points_are_what_the_model_says), cmocka_unit_test(other_tables_are_named),
        cmocka_unit_test(what_the_page_does_otherwise_is_said), cmocka_unit_test(there_is_no_map_where_it_cannot_be),
        cmocka_unit_test(indicators_make_no_plane)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
