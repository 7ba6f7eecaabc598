/* Studies: each cell is the evaluation that ardor_evaluate has; what cannot be run is reported and the rest goes on; a run that
 * is stopped goes on from its file; refusals. */
#include "api_fixture.h"

enum { N = 40, P = 5, N_METHODS = 4 };

static const char *const file = "study-records.jsonl";
static ardor_dataset *tables[2];
static const char *const table_names[] = {"first", "second"};

/* The classes of a table, two or three, by its first column. */
static ardor_dataset *make_classes(uint64_t seed, int n_classes)
{
    static const char *const name[] = {"a", "b", "c"};
    ard_rng rng;
    const char *label[N];
    ardor_dataset *data = NULL;
    ard_rng_init(&rng, seed, 0, 0);
    double *x = make_normals(&rng, (int64_t)N * P);
    for (int i = 0; i < N; i++) {
        label[i] = name[i % n_classes];
        x[i] += 1.4 * (i % n_classes);
    }
    must(ardor_dataset_from_arrays(context, N, P, x, N, label, NULL, NULL, &data));
    free(x);
    return data;
}

static int open_tables(void **state)
{
    open_context(state);
    tables[0] = make_classes(1, 2);
    tables[1] = make_classes(2, 3);
    return 0;
}

static int close_tables(void **state)
{
    for (int d = 0; d < 2; d++) ardor_dataset_free(tables[d]);
    return close_context(state);
}

/* The second has more than two classes, for which no approximate leave-one-out is. */
static const char *const specs[N_METHODS] = {
    "method=majority plan=repeat:2x3 seed=5", "method=spr tune=cv:2 plan=repeat:2x3 seed=5",
    "method=spr tune=alo plan=repeat:2x3 seed=5", "method=rvm basis=linear plan=repeat:2x3 seed=5"};
static const char *const names[N_METHODS] = {NULL, "spr", "alo", "rvm"};

typedef struct asked {
    ardor_study *study;
    ardor_spec *spec[N_METHODS];
} asked;

static void open_study(int n_tables, asked *a)
{
    must(ardor_study_new(context, &a->study));
    for (int m = 0; m < N_METHODS; m++) a->spec[m] = make_spec(specs[m]);
    for (int d = 0; d < n_tables; d++)
        for (int m = 0; m < N_METHODS; m++)
            must(ardor_study_add(context, a->study, tables[d], table_names[d], a->spec[m], names[m]));
}

static void close_study(asked *a)
{
    for (int m = 0; m < N_METHODS; m++) ardor_spec_free(a->spec[m]);
    ardor_study_free(a->study);
}

/* Of every time in it 0. */
static void clear_seconds(json_t *json)
{
    const char *key;
    size_t i;
    json_t *value;
    json_array_foreach(json, i, value) clear_seconds(value);
    if (json_object_get(json, "seconds")) json_object_set_new(json, "seconds", json_integer(0));
    json_object_foreach(json, key, value) clear_seconds(value);
}

static json_t *study_json(const ardor_study *study)
{
    char *text = NULL;
    must(ardor_study_json(context, study, &text));
    json_t *out = parse_json(text);
    clear_seconds(out);
    return out;
}

static json_t *run_study(const char *run_text)
{
    asked a;
    ardor_spec *run = make_spec(run_text);
    open_study(2, &a);
    must(ardor_study_run(context, a.study, run));
    json_t *out = study_json(a.study);
    close_study(&a);
    ardor_spec_free(run);
    return out;
}

static const char *text_of(const json_t *object, const char *key) { return json_string_value(json_object_get(object, key)); }

/* ---- cells */

static void a_cell_is_the_evaluation_alone(void **state)
{
    (void)state;
    json_t *study = run_study("threads=1"), *cells = json_object_get(study, "cells");
    assert_string_equal(text_of(study, "format"), "ardor-comparison");
    assert_int_equal(json_array_size(cells), 2 * N_METHODS);
    for (int k = 0; k < 2 * N_METHODS; k++) {
        const json_t *cell = json_array_get(cells, (size_t)k);
        json_t *alone = NULL;
        char *text = NULL;
        ardor_evaluation *e = NULL;
        ardor_spec *spec = make_spec(specs[k % N_METHODS]);
        assert_string_equal(text_of(cell, "data"), table_names[k / N_METHODS]);
        assert_string_equal(text_of(cell, "name"), k % N_METHODS == 0 ? "majority" : names[k % N_METHODS]);
        const ardor_status status = ardor_evaluate(context, tables[k / N_METHODS], spec, &e);
        if (k == N_METHODS + 2) {
            assert_int_equal(status, ARDOR_USAGE);
            assert_string_equal(text_of(cell, "status"), "failed");
            assert_non_null(strstr(text_of(cell, "message"), strstr(ardor_context_message(context), "--tune=alo")));
            assert_true(json_is_null(json_object_get(cell, "evaluation")));
        } else {
            must(status);
            must(ardor_evaluation_json(context, e, &text));
            alone = parse_json(text);
            clear_seconds(alone);
            assert_int_equal(json_object_del(alone, "command"), 0); /* it is the study's */
            assert_string_equal(text_of(cell, "status"), "done");
            assert_true(json_equal(json_object_get(cell, "evaluation"), alone));
        }
        json_decref(alone);
        ardor_evaluation_free(e);
        ardor_spec_free(spec);
    }
    json_decref(study);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    json_t *one = run_study("threads=1"), *four = run_study("threads=4");
    assert_true(json_equal(one, four));
    json_decref(four);
    json_decref(one);
}

static void a_failing_cell_leaves_the_others(void **state)
{
    (void)state;
    ardor_study *study = NULL;
    ardor_spec *good = make_spec("method=lda plan=kfold:3"), *bad = make_spec("method=lda plan=kfold:3 importance=permutation:2");
    ardor_spec *loo = make_spec("method=lda plan=loo importance=permutation:2");
    ardor_spec *alo = make_spec("method=spr tune=alo plan=kfold:3");
    must(ardor_study_new(context, &study));
    must(ardor_study_add(context, study, tables[0], NULL, good, NULL));
    must(ardor_study_add(context, study, tables[0], NULL, bad, "measured"));
    must(ardor_study_run(context, study, NULL));
    json_t *json = study_json(study);
    assert_string_equal(text_of(json_array_get(json_object_get(json, "cells"), 1), "status"), "done");
    json_decref(json);
    ardor_study_free(study);
    /* every fold is refused; and the cell is */
    must(ardor_study_new(context, &study));
    must(ardor_study_add(context, study, tables[1], NULL, alo, NULL));
    assert_int_equal(ardor_study_run(context, study, NULL), ARDOR_NUMERIC);
    assert_message("no cell of the study has a result; the first, data, spr: all 3 folds failed");
    ardor_study_free(study);
    must(ardor_study_new(context, &study));
    must(ardor_study_add(context, study, tables[0], NULL, loo, NULL));
    assert_int_equal(ardor_study_run(context, study, NULL), ARDOR_USAGE);
    assert_message("the first, data, lda: fold 1 of plan 'loo': --importance");
    ardor_study_free(study);
    ardor_spec_free(alo);
    ardor_spec_free(loo);
    ardor_spec_free(bad);
    ardor_spec_free(good);
}

/* ---- stops */

static int64_t finished, stop_after;
static char last_finished[64];

static int watch(void *user, const ardor_progress *progress)
{
    (void)user;
    assert_int_equal(progress->parts, 2 * N_METHODS);
    assert_in_range(progress->parts_done, finished, finished + 1); /* each is told */
    finished = progress->parts_done;
    if (progress->finished) snprintf(last_finished, sizeof last_finished, "%s", progress->finished);
    return finished >= stop_after;
}

/* Of a study that was stopped, perhaps when all was done: cells that lack folds say so, and the others are done. */
static void check_statuses(const json_t *study)
{
    size_t k;
    const json_t *cell;
    bool lacks = false;
    json_array_foreach(json_object_get(study, "cells"), k, cell)
    {
        const json_t *e = json_object_get(cell, "evaluation");
        const char *status = text_of(cell, "status");
        if (strcmp(status, "failed") == 0) continue;
        const int64_t done = json_is_null(e) ? 0 : json_integer_value(json_object_get(e, "folds_done"));
        const char *expected = done == 6 ? "done" : done > 0 ? "stopped" : "not_run";
        assert_string_equal(status, expected);
        lacks = lacks || done < 6;
        if (done > 0) assert_int_equal(json_is_null(json_object_get(e, "stopped")), done == 6);
    }
    assert_int_equal(json_is_null(json_object_get(study, "stopped")), !lacks);
}

/* Stopped when so many cells are done; goes on from the file to what it would have been. */
static void a_stopped_study_goes_on(void **state)
{
    (void)state;
    json_t *whole = run_study("threads=1");
    for (stop_after = 1; stop_after <= 2 * N_METHODS; stop_after += 2) {
        ardor_context *plain = context;
        asked a;
        char text[100];
        ardor_spec *run = NULL;
        finished = 0;
        remove(file);
        must(ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .progress = watch}, &context));
        open_study(2, &a);
        snprintf(text, sizeof text, "checkpoint=%s", file);
        run = make_spec(text);
        const ardor_status status = ardor_study_run(context, a.study, run);
        assert_true(status == ARDOR_OK || status == ARDOR_CANCELLED);
        if (status == ARDOR_OK) {
            json_t *part = study_json(a.study);
            check_statuses(part);
            json_decref(part);
        }
        close_study(&a);
        ardor_spec_free(run);
        ardor_context_free(context);
        context = plain;
        json_t *again = run_study(text);
        assert_true(json_equal(again, whole));
        json_decref(again);
    }
    assert_non_null(strchr(last_finished, ','));
    json_decref(whole);
    assert_int_equal(remove(file), 0);
}

static void a_file_of_other_cells_is_refused(void **state)
{
    (void)state;
    char text[100];
    asked a;
    snprintf(text, sizeof text, "checkpoint=%s", file);
    json_decref(run_study(text));
    ardor_spec *run = make_spec(text);
    open_study(1, &a);
    assert_int_equal(ardor_study_run(context, a.study, run), ARDOR_DATA);
    assert_message("they differ in: cells");
    close_study(&a);
    ardor_spec_free(run);
    assert_int_equal(remove(file), 0);
}

/* ---- what is asked for */

static void what_does_not_belong_together_is_refused(void **state)
{
    (void)state;
    asked a;
    ardor_study *none = NULL;
    char *text = NULL;
    ardor_spec *other = make_spec("method=lda plan=kfold:3 seed=5"), *seed = make_spec("method=lda plan=repeat:2x3 seed=6");
    ardor_spec *planless = make_spec("method=lda"), *resampled = make_spec("method=lda plan=repeat:2x3 seed=5 instability=4");
    open_study(1, &a);
    assert_int_equal(ardor_study_add(context, a.study, tables[0], "first", other, NULL), ARDOR_USAGE);
    assert_message("repeat:2x3, seed 5");
    assert_int_equal(ardor_study_add(context, a.study, tables[0], "first", seed, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_study_add(context, a.study, tables[0], "first", planless, NULL), ARDOR_USAGE);
    assert_message("needs a plan");
    assert_int_equal(ardor_study_add(context, a.study, tables[0], "first", resampled, NULL), ARDOR_USAGE);
    assert_message("instability are of an evaluation alone");
    ardor_spec_free(resampled);
    assert_int_equal(ardor_study_add(context, a.study, tables[0], "first", a.spec[1], NULL), ARDOR_USAGE);
    assert_message("two methods called 'spr'");
    assert_int_equal(ardor_study_add(context, a.study, tables[1], "first", a.spec[1], NULL), ARDOR_USAGE);
    assert_message("another table");
    assert_int_equal(ardor_study_add(context, a.study, NULL, "first", a.spec[1], NULL), ARDOR_USAGE);
    assert_int_equal(ardor_study_json(context, a.study, &text), ARDOR_USAGE);
    assert_null(text);
    must(ardor_study_run(context, a.study, NULL));
    assert_int_equal(ardor_study_run(context, a.study, NULL), ARDOR_USAGE);
    assert_int_equal(ardor_study_add(context, a.study, tables[1], "second", a.spec[1], NULL), ARDOR_USAGE);
    close_study(&a);
    must(ardor_study_new(context, &none));
    assert_int_equal(ardor_study_run(context, none, NULL), ARDOR_USAGE);
    ardor_study_free(none);
    ardor_study_free(NULL);
    ardor_spec_free(planless);
    ardor_spec_free(seed);
    ardor_spec_free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_is_the_evaluation_alone),   cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_failing_cell_leaves_the_others), cmocka_unit_test(a_stopped_study_goes_on),
        cmocka_unit_test(a_file_of_other_cells_is_refused), cmocka_unit_test(what_does_not_belong_together_is_refused),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
