/* Columns of levels: which they are, their indicators, what a model keeps of them, and tables that it predicts. */
#include "fault_fixture.h"

#include "api_fixture.h"
#include "io/reader.h"
#include "io/table.h"
#include "model/model_file.h"

#define OPTIONS(...) (&(ardor_read_options){.size = sizeof(ardor_read_options), __VA_ARGS__})

/* ------------------------------------------------------------------ reading */

static int read_for(ardor_context *in, const char *text, const ardor_read_options *options, const ardor_model *model,
                    ardor_dataset **out)
{
    ard_expected expected;
    if (model) ard_model_expects(model, &expected);
    return ard_table_read_memory(in, ard_readers, text, strlen(text), "t.csv", options, model ? &expected : NULL, out);
}

static ardor_dataset *read_table(const char *text, const ardor_read_options *options)
{
    ardor_dataset *data = NULL;
    must(read_for(context, text, options, NULL, &data));
    return data;
}

static void refuse(const char *text, const ardor_read_options *options, int status, const char *message)
{
    ardor_dataset *data = (ardor_dataset *)&status;
    assert_int_equal(read_for(context, text, options, NULL, &data), status);
    assert_message(message);
    assert_null(data);
}

/* The names of the features, and each one's values by rows: "a 1 2 3; b=x 0 1 -", "-" where it is missing. */
static void assert_table(const ardor_dataset *data, const char *expected)
{
    char text[2000] = "";
    for (int64_t j = 0; j < data->p; j++) {
        size_t used = strlen(text);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", j ? "; " : "", data->feature[j]);
        for (int64_t i = 0; i < data->n; i++) {
            const double x = data->x[i + j * data->n];
            used += (size_t)snprintf(text + used, sizeof text - used, isnan(x) ? " -" : " %g", x);
        }
    }
    assert_string_equal(text, expected);
}

#define TEXT_TABLE                                                                                                               \
    "age,city,sex,code,class\n"                                                                                                  \
    "30,Rome,f,10,u\n31,Oslo,m,9,v\n32,Rome,?,1,u\n33,\"Sao, T\",f,9,v\n34,,m,10,u\n35,Oslo,m,1,v\n36,Rome,f,1,u\n"

#define CITIES "city=Oslo 0 1 0 0 - 1 0; city=Rome 1 0 1 0 - 0 1; city=Sao, T 0 0 0 1 - 0 0"
#define SEXES "sex=f 1 0 - 1 0 0 1; sex=m 0 1 - 0 1 1 0"

static void columns_of_text_become_indicators(void **state)
{
    (void)state;
    notes[0] = '\0';
    ardor_dataset *data = read_table(TEXT_TABLE, OPTIONS(.onehot = "error"));
    assert_table(data, "age 30 31 32 33 34 35 36; " CITIES "; " SEXES "; code 10 9 1 9 10 1 1");
    assert_string_equal(notes, "t.csv: 2 columns of text become indicators of levels: 'city' (3), 'sex' (2)\n");
    assert_int_equal(data->inputs.onehot, ARD_ONEHOT_ERROR);
    assert_int_equal(data->categories.n, 2);
    assert_string_equal(data->categories.of[0].column, "city");
    assert_int_equal(data->categories.of[0].n_levels, 3);
    assert_string_equal(data->categories.of[0].level[2], "Sao, T");
    assert_int_equal(data->inputs.columns_read, 5);
    assert_true(data->place[0] == 1 && data->place[1] == 2 && data->place[3] == 2 && data->place[6] == 4);
    ardor_dataset_free(data);
    data = read_table("a,class\n1,u\n2,v\n", OPTIONS(.onehot = "zero")); /* nothing to do, and nothing to say */
    assert_true(data->categories.n == 0 && data->inputs.onehot == ARD_ONEHOT_ZERO);
    ardor_dataset_free(data);
    data = read_table("a,class\n1,u\n2,v\n", NULL);
    assert_int_equal(data->inputs.onehot, ARD_ONEHOT_NONE);
    ardor_dataset_free(data);
}

/* Numbers by value where all levels are; others as they are. */
static void listed_columns_are_levels_whatever_is_in_them(void **state)
{
    (void)state;
    ardor_dataset *data = read_table(TEXT_TABLE, OPTIONS(.onehot = "zero:code,city,sex"));
    assert_table(data, "age 30 31 32 33 34 35 36; " CITIES "; " SEXES
                       "; code=1 0 0 1 0 0 1 1; code=9 0 1 0 1 0 0 0; code=10 1 0 0 0 1 0 0");
    ardor_dataset_free(data);
    data = read_table("a,b,class\n1,1,u\n1.0,2,v\nx,3,u\n1,4,v\n", OPTIONS(.onehot = "error:a"));
    assert_table(data, "a=1 1 0 0 1; a=1.0 0 1 0 0; a=x 0 0 1 0; b 1 2 3 4"); /* levels are texts */
    ardor_dataset_free(data);
    refuse(TEXT_TABLE, OPTIONS(.onehot = "error:code"), ARDOR_DATA,
           "t.csv: line 2, column 2 'city': 'Rome' is not a finite number");
    refuse(TEXT_TABLE, OPTIONS(.onehot = "error:class"), ARDOR_USAGE, "--onehot: there is no feature 'class'");
    refuse(TEXT_TABLE, OPTIONS(.onehot = "error:town"), ARDOR_USAGE, "'town'");
    refuse(TEXT_TABLE, OPTIONS(.onehot = "one"), ARDOR_USAGE, "--onehot takes error, zero, error:LIST or zero:LIST, not 'one'");
    refuse(TEXT_TABLE, OPTIONS(.onehot = ""), ARDOR_USAGE, "--onehot takes");
}

/* A typing error in a column of numbers does not make it one of levels, wherever it stands. */
static void a_column_of_numbers_stays_one(void **state)
{
    (void)state;
    refuse(TEXT_TABLE, NULL, ARDOR_DATA,
           "'Rome' is not a finite number; missing cells are empty, NA, NaN, ? or . and a column of text can "
           "only be the target, names of rows (--id), or one of levels (--onehot)");
    refuse("a,class\n1,u\n2,v\nx,u\n", OPTIONS(.onehot = "error"), ARDOR_DATA,
           "t.csv: line 4, column 1 'a': 'x' is not a finite number, and others of the column are numbers, so that --onehot "
           "passes it "
           "over; mend the text, or name the column if it is one of levels (--onehot=error:a)");
    refuse("a,class\n?,u\nx,v\n3,u\n", OPTIONS(.onehot = "error"), ARDOR_DATA,
           "t.csv: line 4, column 1 'a': '3' is a number, but the column has the text 'x' too: --onehot takes columns in which "
           "no cell "
           "is a number");
}

/* A table to predict without a model may have columns that cannot be read, which are missing then. */
static void columns_that_cannot_be_read_are_missing(void **state)
{
    (void)state;
    ardor_dataset *data = read_table("a,b,c\nx,1,1\n3,2,y\n", OPTIONS(.onehot = "error", .no_target = 1));
    assert_table(data, "a - -; b 1 2; c 1 -");
    assert_non_null(strstr(data->unread[0], "line 3, column 1 'a': '3' is a number, but the column has the text 'x' too"));
    assert_null(data->unread[1]);
    assert_non_null(strstr(data->unread[2], "line 3, column 3 'c': 'y' is not a finite number"));
    ardor_dataset_free(data);
    data = read_table("a,b\nx,1\ny,2\n", OPTIONS(.onehot = "error", .no_target = 1));
    assert_table(data, "a - -; b 1 2");
    assert_non_null(strstr(data->unread[0], "column 'a' has 2 levels in 2 rows"));
    ardor_dataset_free(data);
}

static void names_of_rows_are_no_levels(void **state)
{
    (void)state;
    char text[20000] = "name,x,class\n";
    for (int i = 0; i < 250; i++) snprintf(text + strlen(text), 60, "n%d,%d,%s\n", i % 110, i, i % 2 ? "u" : "v");
    refuse(
        text, OPTIONS(.onehot = "error"), ARDOR_DATA,
        "t.csv: column 'name' has more than 100 levels in 250 rows ('n0', 'n1', 'n2', 'n3', 'n4', ...): these look like names of "
        "rows; name it with --id or leave it out with --drop, or ask for its levels with --onehot=error:name");
    ardor_dataset *data = read_table(text, OPTIONS(.onehot = "error:name"));
    assert_int_equal(data->p, 111);
    ardor_dataset_free(data);
    refuse("a,class\nx,u\ny,v\nz,u\nx,v\nx,u\n", OPTIONS(.onehot = "error"), ARDOR_DATA,
           "column 'a' has 3 levels in 5 rows ('x', 'y', 'z')");
    data = read_table("a,class\nx,u\ny,v\nz,u\nx,v\nx,u\ny,v\n", OPTIONS(.onehot = "error"));
    assert_int_equal(data->p, 3); /* no more than half as many as rows */
    ardor_dataset_free(data);
    refuse("a,class\nx,u\ny,v\nz,u\n", OPTIONS(.onehot = "error:a"), ARDOR_DATA, "column 'a' has 3 levels in 3 rows");
    data = read_table("a,b,class\nx,1,u\nx,2,v\n", OPTIONS(.onehot = "error"));
    assert_table(data, "a=x 1 1; b 1 2"); /* a single level is constant */
    ardor_dataset_free(data);
}

static void names_that_meet_are_refused(void **state)
{
    (void)state;
    refuse("a,a=x,class\nx,1,u\ny,2,v\nx,3,u\ny,4,v\n", OPTIONS(.onehot = "error"), ARDOR_DATA,
           "t.csv: 'a=x' is the name of a column and that of an indicator that --onehot makes of another one: rename the column");
}

/* A row of text in a transposed table, or in one that is written another way. */
static void layouts_do_not_matter(void **state)
{
    (void)state;
    ardor_dataset *data = read_table("name,s1,s2,s3,s4\ng1,1,2,3,4\ncity,Rome,Oslo,NA,Rome\nclass,u,v,u,v\n",
                                     OPTIONS(.onehot = "error", .transpose = 1));
    assert_table(data, "g1 1 2 3 4; city=Oslo 0 1 - 0; city=Rome 1 0 - 1");
    char missing[ARD_MISSING_BYTES];
    assert_int_equal(ard_dataset_missing(data, 2, missing), 1);
    assert_string_equal(missing, "line 3 'city', column 4: 'NA' is a missing value");
    ardor_dataset_free(data);
    data = read_table("\xef\xbb\xbf"
                      "city\tx\tclass\r\n\"Rome\"\t1\tu\r\nOslo\t2\tv\r\nRome\t3\tu\r\nOslo\t4\tv\r\n",
                      OPTIONS(.onehot = "error", .format = "tsv"));
    assert_table(data, "city=Oslo 0 1 0 1; city=Rome 1 0 1 0; x 1 2 3 4");
    ardor_dataset_free(data);
    data = read_table("Rome,1,u\nOslo,2,v\nRome,3,u\nOslo,4,v\n", OPTIONS(.onehot = "error:x1", .header = -1));
    assert_table(data, "x1=Oslo 0 1 0 1; x1=Rome 1 0 1 0; x2 1 2 3 4");
    ardor_dataset_free(data);
}

/* A table is written with the indicators, and is then one of numbers. */
static void indicators_are_written(void **state)
{
    (void)state;
    ardor_dataset *data = read_table(TEXT_TABLE, OPTIONS(.onehot = "error")), *again = NULL;
    must(ardor_dataset_write(context, data, "onehot-test.csv"));
    must(ardor_dataset_read(context, "onehot-test.csv", NULL, &again));
    remove("onehot-test.csv");
    assert_table(again, "age 30 31 32 33 34 35 36; " CITIES "; " SEXES "; code 10 9 1 9 10 1 1");
    assert_true(ard_dataset_hash(again) == ard_dataset_hash(data));
    ardor_dataset_free(again);
    ardor_dataset_free(data);
}

static void missing_cells_are_missing_in_all_indicators(void **state)
{
    (void)state;
    ardor_model *model = NULL;
    ardor_dataset *data = read_table(TEXT_TABLE, OPTIONS(.onehot = "error"));
    assert_int_equal(try_fit(data, "method=spr", &model), ARDOR_DATA);
    assert_message("t.csv: line 6, column 2 'city': the cell is empty and 4 other columns have some: use impute=median");
    char missing[ARD_MISSING_BYTES];
    assert_int_equal(ard_dataset_missing(data, 4, missing), 1);
    assert_string_equal(missing, "line 4, column 3 'sex': '?' is a missing value");
    ardor_dataset *two = read_table("a,class\n1,u\nnan,v\n.,u\n", NULL); /* the first text of a column */
    assert_int_equal(ard_dataset_missing(two, 0, missing), 2);
    assert_string_equal(missing, "line 3, column 1 'a': 'nan' is a missing value");
    ardor_dataset_free(two);
    static const char *const how[] = {"median", "mean", "knn:2"};
    for (int i = 0; i < COUNT_OF(how); i++) {
        char spec[60];
        snprintf(spec, sizeof spec, "method=spr impute=%s", how[i]);
        ardor_model_free(fit(data, spec));
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ models */

/* The class follows from city and from the numbers of `code`, which are levels: 2 against 1 and 3. `noise` does nothing. */
static void make_rows(char *text, size_t bytes)
{
    static const char *const city[] = {"Oslo", "Rome", "Paris"}, *const noise[] = {"a", "b"};
    snprintf(text, bytes, "x,city,code,noise,class\n");
    for (int i = 0; i < 60; i++) {
        const int c = i % 3, k = 1 + i / 3 % 3, flip = i % 11 == 0;
        snprintf(text + strlen(text), 80, "%d,%s,%d,%s,%s\n", i * 7 % 10, city[c], k, noise[i / 2 % 2],
                 ((c == 1) + (k == 2) > 0) != flip ? "yes" : "no");
    }
}

static ardor_model *levels_model(const char *onehot, const char *spec, ardor_dataset **out)
{
    char text[4000];
    make_rows(text, sizeof text);
    *out = read_table(text, OPTIONS(.onehot = onehot));
    return fit(*out, spec);
}

/* Written and read. */
static ardor_model *again(const ardor_model *model)
{
    char *text = NULL;
    ardor_model *loaded = NULL;
    must(ard_model_text(context, model, &text));
    must(ard_model_parse(context, NULL, text, strlen(text), "m.json", &loaded));
    ardor_string_free(context, text);
    return loaded;
}

static const ard_category *category(const ardor_model *model, const char *name)
{
    for (int64_t c = 0; c < model->categories.n; c++)
        if (strcmp(model->categories.of[c].column, name) == 0) return &model->categories.of[c];
    fail_msg("the model has no '%s'", name);
    return NULL;
}

/* All levels of columns that have an active indicator, and of the others their names. */
static void a_model_keeps_the_levels_that_it_needs(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    ardor_model *model = levels_model("error:city,code,noise", "method=spr strength=0.5", &data), *loaded = again(model);
    assert_int_equal(ardor_model_features(model), 2); /* city=Rome, code=2 */
    for (int i = 0; i < 2; i++) {
        const ardor_model *m = i ? loaded : model;
        assert_int_equal(m->categories.n, 3);
        assert_int_equal(category(m, "city")->n_levels, 3);
        assert_string_equal(category(m, "city")->level[1], "Paris");
        assert_string_equal(category(m, "code")->level[2], "3");
        assert_null(category(m, "noise")->level);
        assert_int_equal(m->inputs.onehot, ARD_ONEHOT_ERROR);
    }
    json_t *root = model_json(loaded);
    assert_string_equal(text_at(root, "onehot"), "error");
    json_decref(root);
    ardor_model_free(loaded);
    ardor_model_free(model);
    model = fit(data, "method=spr strength=0.5 standardise=samples"); /* whole rows need all of them */
    assert_int_equal(category(model, "noise")->n_levels, 2);
    ardor_model_free(model);
    root = evaluate(data, "method=spr plan=kfold:3");
    assert_string_equal(text_at(root, "onehot"), "error");
    json_decref(root);
    ardor_dataset_free(data);
}

static ardor_dataset *read_as(const ardor_model *model, const char *text, const char *onehot)
{
    ardor_dataset *data = NULL;
    must(read_for(context, text, OPTIONS(.onehot = onehot), model, &data));
    return data;
}

/* The table of the fit is the same table, however few of its columns the model needs, and gives the same predictions. */
static void the_table_of_the_fit_is_known(void **state)
{
    (void)state;
    static const char *const onehot[] = {"error:city,code,noise", "zero:city,code,noise"};
    for (int i = 0; i < 4; i++) {
        char text[4000];
        ardor_dataset *data = NULL;
        ardor_model *model =
            levels_model(onehot[i % 2], i < 2 ? "method=spr strength=0.5" : "method=rvm standardise=samples", &data);
        ardor_model *loaded = again(model);
        make_rows(text, sizeof text);
        ardor_dataset *same = read_as(loaded, text, NULL);
        assert_true(ard_dataset_hash(same) == ard_dataset_hash(data));
        double *p = positive_prob(model, data), *q = positive_prob(loaded, same);
        assert_memory_equal(p, q, 60 * sizeof *p);
        free(q);
        free(p);
        ardor_dataset_free(same);
        ardor_model_free(loaded);
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

static double only_prob(const ardor_model *model, const char *text, const char *onehot)
{
    ardor_dataset *data = read_as(model, text, onehot);
    assert_int_equal(data->n, 1);
    double *p = positive_prob(model, data), prob = p[0];
    free(p);
    ardor_dataset_free(data);
    return prob;
}

static void refuse_as(const ardor_model *model, const char *text, const char *onehot, int status, const char *message)
{
    ardor_dataset *data = NULL;
    assert_int_equal(read_for(context, text, OPTIONS(.onehot = onehot), model, &data), status);
    assert_message(message);
    assert_null(data);
}

/* One row, in another order of columns, with columns that the model does not know, or as indicators. */
static void other_tables_are_expanded_by_the_models_levels(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    ardor_model *model = levels_model("error:city,code,noise", "method=spr strength=0.5", &data);
    const double one = only_prob(model, "city,code,x\nRome,2,1\n", NULL);
    assert_true(one > only_prob(model, "city,code\nOslo,2\n", NULL));
    assert_true(only_prob(model, "remark,code,city\nwhat,2,Rome\n", NULL) == one);
    assert_true(only_prob(model, "noise,code,city\nnever seen,2,Rome\n", NULL) == one); /* it has no use for that */
    assert_true(only_prob(model, "city=Rome,code=2\n1,1\n", NULL) == one);
    assert_true(only_prob(model, "city=Rome,code\n1,2\n", NULL) == one);
    refuse_as(model, "city,code\nRome,2.0\n", NULL, ARDOR_DATA,
              "t.csv: line 2, column 2 'code': '2.0' is a level that the model does not know: it knows '1', '2', '3'; with "
              "--onehot=zero");
    refuse_as(model, "city,code\nRome,2\nRoma,1\n", "error", ARDOR_DATA, "line 3, column 1 'city': 'Roma' is a level");
    refuse_as(model, "city,city=Rome,code\nRome,1,2\n", NULL, ARDOR_DATA, "'city=Rome' is the name of a column and that");
    refuse_as(model, "city,code\nRome,2\n", "error:city", ARDOR_USAGE, "--onehot takes no columns at prediction");
    double prob[2];
    ardor_dataset *short_of = read_as(model, "city\nRome\n", NULL);
    assert_int_equal(ardor_predict(context, model, short_of, prob), ARDOR_DATA);
    assert_message("there is no column 'code=2', which the model needs");
    ardor_dataset_free(short_of);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* Fitted with zero, or asked for at prediction, an unseen level has no indicator, and a note counts and names. */
static void unseen_levels_are_none_of_them_on_request(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        ardor_dataset *data = NULL;
        ardor_model *model = levels_model(i ? "zero:city,code,noise" : "error:city,code,noise", "method=spr strength=0.5", &data);
        const char *asked = i ? NULL : "zero";
        notes[0] = '\0';
        const double none = only_prob(model, "city=Rome,code=2\n0,0\n", asked);
        assert_string_equal(notes, "");
        assert_true(only_prob(model, "city,code\nRoma,7\n", asked) == none);
        assert_non_null(strstr(notes, "t.csv: 2 cells of levels that the model does not know are none of its levels: "
                                      "'city=Roma', 'code=7'\n"));
        ardor_dataset *unseen = read_as(model, "city,code\nRoma,7\nOslo,\n", asked);
        assert_table(unseen, "city=Oslo 0 1; city=Paris 0 0; city=Rome 0 0; code=1 0 -; code=2 0 -; code=3 0 -");
        ardor_dataset_free(unseen);
        notes[0] = '\0';
        ardor_dataset_free(read_as(model, "city,code\nA,1\nB,2\nA,3\nC,9\nD,1\n", asked));
        assert_string_equal(notes, "t.csv: 6 cells of levels that the model does not know are none of its levels: 'city=A', "
                                   "'city=B', 'city=C', ...\n");
        if (i) refuse_as(model, "city,code\nRoma,2\n", "error", ARDOR_DATA, "'Roma' is a level that the model does not know");
        ardor_model_free(model);
        ardor_dataset_free(data);
    }
}

/* A missing cell where the model needs one. */
static void missing_cells_at_prediction_are_named(void **state)
{
    (void)state;
    ardor_dataset *data = NULL;
    double prob[4];
    ardor_model *model = levels_model("error:city,code,noise", "method=spr strength=0.5", &data);
    ardor_dataset *gaps = read_as(model, "x,city,code\n1,Rome,2\n2,NA,1\n", NULL);
    assert_int_equal(ardor_predict(context, model, gaps, prob), ARDOR_DATA);
    assert_message(
        "t.csv: line 3, column 2 'city': 'NA' is a missing value, and the model was fitted without imputation: fill it "
        "in, or fit with impute=median (--impute median)");
    ardor_dataset_free(gaps);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

/* A level that a fold's training rows lack makes a constant column there, no more. */
static void a_fold_may_lack_a_level(void **state)
{
    (void)state;
    char text[4000];
    make_rows(text, sizeof text);
    char *at = strstr(text, "Paris");
    memcpy(at, "Prato", 5);
    ardor_dataset *data = read_table(text, OPTIONS(.onehot = "error:city,code,noise"));
    json_t *root = evaluate(data, "method=rvm plan=loo");
    assert_int_equal(json_array_size(json_object_get(root, "rows")), 60);
    json_decref(root);
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ memory */

static void every_failed_allocation_is_survived(void **state)
{
    (void)state;
    ardor_dataset *fitted = NULL;
    ardor_model *model = levels_model("zero:city,code,noise", "method=spr strength=0.5", &fitted);
    char text[4000];
    make_rows(text, sizeof text);
    memcpy(strstr(text, "Paris"), "Parma", 5);
    for (int what = 0; what < 3; what++) {
        fault f = {0};
        ardor_context *poor = fault_context(&f);
        const long long base = atomic_load(&f.live);
        bool fired = true;
        for (long long k = 1; fired; k++) {
            ardor_dataset *data = NULL;
            fault_reset(&f, k, false);
            const int rc = read_for(poor, text,
                                    OPTIONS(.onehot = what == 0   ? "error"
                                                      : what == 1 ? "error:city,code,noise"
                                                                  : NULL),
                                    what == 2 ? model : NULL, &data);
            fired = atomic_load(&f.fired);
            if (!fired) assert_int_equal(rc, ARDOR_OK);
            if (rc != ARDOR_OK) assert_int_equal(rc, ARDOR_MEMORY);
            assert_int_equal(rc == ARDOR_OK, data != NULL);
            ardor_dataset_free(data);
            ard_remarks_forget(poor);
            assert_int_equal(atomic_load(&f.live), base);
        }
        ardor_context_free(poor);
    }
    ardor_model_free(model);
    ardor_dataset_free(fitted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_of_text_become_indicators),
        cmocka_unit_test(listed_columns_are_levels_whatever_is_in_them),
        cmocka_unit_test(a_column_of_numbers_stays_one),
        cmocka_unit_test(columns_that_cannot_be_read_are_missing),
        cmocka_unit_test(names_of_rows_are_no_levels),
        cmocka_unit_test(names_that_meet_are_refused),
        cmocka_unit_test(layouts_do_not_matter),
        cmocka_unit_test(indicators_are_written),
        cmocka_unit_test(missing_cells_are_missing_in_all_indicators),
        cmocka_unit_test(a_model_keeps_the_levels_that_it_needs),
        cmocka_unit_test(the_table_of_the_fit_is_known),
        cmocka_unit_test(other_tables_are_expanded_by_the_models_levels),
        cmocka_unit_test(unseen_levels_are_none_of_them_on_request),
        cmocka_unit_test(missing_cells_at_prediction_are_named),
        cmocka_unit_test(a_fold_may_lack_a_level),
        cmocka_unit_test(every_failed_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
