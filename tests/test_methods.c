/* What holds of every method: a loop over the registry, the bases that each takes and the choices of its settings, so that a new
 * method is covered without a word here. What one cannot hold stands in its table (ARD_BREAKS_ of method.h) and with the reason
 * in its README; then it must really not hold. */
#include "fault_fixture.h"
#include "methods_fixture.h"

#include <glob.h>

#include "model/model_file.h"
#include "slopes.h"

#define SAME(a, b) (strcmp(a, b) == 0)
#define EVALUATED "plan=kfold:3 tune=cv:2"

/* ------------------------------------------------------------------ invariances */

/* With tolerances of TOL the results of two orders of computing are nearer to each other than NEAR, also where the last steps of
 * EM are a thousand times smaller than the way to the maximum. */
#define TOL 1e-10
#define NEAR 1e-6
/* Rows from which every way leads to one maximum: with other seeds JCFO's ways from weighted and from repeated rows part. */
enum { ROWS = 20, SEED = 35 };

typedef struct outcome {
    double *prob, objective;
    bool selected[COLUMNS];
} outcome;

static outcome outcome_of(const char *spec, const table *t, const table *on)
{
    outcome out = {0};
    ardor_dataset *data = dataset_of(context, t), *rows = dataset_of(context, on);
    ardor_model *model = fit(data, spec);
    out.prob = checked_prob(model, rows, spec);
    out.objective = model->fit.objective;
    for (int64_t k = 0; k < ardor_model_features(model); k++) out.selected[*ardor_model_feature_name(model, k) - 'a'] = true;
    ardor_model_free(model);
    ardor_dataset_free(rows);
    ardor_dataset_free(data);
    return out;
}

/* The largest difference of probabilities and, relatively, of objectives; infinite where other features are selected. */
static double difference(const property *q, const variant *v)
{
    char spec[400];
    const table plain = make_rows(ROWS, COLUMNS, 1.7, SEED);
    table one = plain, other = plain;
    spec_of(v, TOL, "", spec);
    if (q->one) q->one(&one);
    q->other(&other);
    outcome a = outcome_of(spec, &one, &plain), b = outcome_of(spec, &other, q->in_other_units ? &other : &plain);
    double most = isnan(a.objective) ? 0 : fabs(a.objective - b.objective) / (1 + fabs(a.objective));
    for (int64_t i = 0; i < plain.n; i++) most = fmax(most, fabs(a.prob[i] - (q->mirrored ? 1 - b.prob[i] : b.prob[i])));
    if (memcmp(a.selected, b.selected, sizeof a.selected) != 0) most = INFINITY;
    free(b.prob);
    free(a.prob);
    return most;
}

/* ---- what the table says does not hold */

static const struct {
    unsigned bit;
    const char *name;
} breaks[] = {{ARD_BREAKS_CLASS_EXCHANGE, "exchange of the classes"},
              {ARD_BREAKS_ROW_ORDER, "order of the rows"},
              {ARD_BREAKS_TERM_ORDER, "order of the terms"},
              {ARD_BREAKS_REPEATED_ROWS, "repeated rows"}};

/* How far apart the results were where that excused it, by the row that says so (the last: the method's table). */
typedef struct excused {
    double most[ARD_MAX_SETTINGS + 1][COUNT_OF(breaks)];
} excused;

static bool excuse(const variant *v, unsigned by, double most, excused *out)
{
    const int row = v->choice ? (int)(v->choice - v->method->settings) : ARD_MAX_SETTINGS;
    bool any = false;
    for (int b = 0; b < COUNT_OF(breaks); b++) {
        if (!(by & breaks[b].bit)) continue;
        double *mine = v->method->breaks & breaks[b].bit                ? &out->most[ARD_MAX_SETTINGS][b]
                       : v->choice && v->choice->breaks & breaks[b].bit ? &out->most[row][b]
                                                                        : NULL;
        any = any || mine;
        if (mine) *mine = fmax(*mine, most);
    }
    return any;
}

static void an_excuse_is_needed(const ard_method *method, const excused *e)
{
    for (int b = 0; b < COUNT_OF(breaks); b++)
        for (int i = 0; i <= ARD_MAX_SETTINGS; i++) {
            if (i < ARD_MAX_SETTINGS && i >= method->n_settings) continue;
            const bool whole = i == ARD_MAX_SETTINGS;
            if (!((whole ? method->breaks : method->settings[i].breaks) & breaks[b].bit)) continue;
            print_message("%s%s%s: %s does not hold (%.1g)\n", method->name, whole ? "" : " ",
                          whole ? "" : method->settings[i].name, breaks[b].name, e->most[i][b]);
            if (!(e->most[i][b] > NEAR))
                fail_msg("%s: '%s' holds after all: take the bit out of the table and the reason out of the README", method->name,
                         breaks[b].name);
        }
}

static void what_must_not_matter_does_not(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        excused e = {0};
        const int n = variants_of(ard_method_at(m), true, v);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < COUNT_OF(properties); k++) {
                const property *q = &properties[k];
                if ((v[i].method->can & q->can) != q->can) continue;
                const double most = difference(q, &v[i]);
                if (excuse(&v[i], v[i].basis.kind == ARD_IDENTITY ? q->identity : q->kernel, most, &e) || most <= NEAR) continue;
                fail_msg("%s: %s changes the model (%.3g)", v[i].spec, q->name, most);
            }
        an_excuse_is_needed(ard_method_at(m), &e);
    }
}

/* Is there a line "- NAME (..`METHOD`..): .." under "What does not hold" in some README of methods? */
static bool a_readme_says(const char *name, const char *method)
{
    glob_t found;
    char start[64], quoted[32];
    bool said = false;
    snprintf(start, sizeof start, "\n- %s (", name);
    snprintf(quoted, sizeof quoted, "`%s`", method);
    assert_int_equal(glob(ARDOR_SOURCE_DIR "/src/method/*/README.md", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        char *text = fault_file_text(found.gl_pathv[i]), *section = strstr(text, "\n## What does not hold\n");
        for (char *line = section ? strstr(section, start) : NULL; line; line = strstr(line + 1, start)) {
            char *close = strchr(line, ')'), *at = strstr(line, quoted);
            said = said || (at && close && at < close);
        }
        free(text);
    }
    globfree(&found);
    return said;
}

static void what_does_not_hold_has_its_reason(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        unsigned all = method->breaks;
        for (int i = 0; i < method->n_settings; i++) all |= method->settings[i].breaks;
        for (int b = 0; b < COUNT_OF(breaks); b++) {
            const bool said = a_readme_says(breaks[b].name, method->name), broken = all & breaks[b].bit;
            if (said != broken)
                fail_msg("%s: '%s' %s", method->name, breaks[b].name,
                         broken ? "has no line under 'What does not hold' of its README"
                                : "is in its README and not in its table");
        }
    }
}

static void weights_are_taken_or_refused(void **state)
{
    (void)state;
    table t = make_rows(ROWS, COLUMNS, 1.7, SEED);
    weigh_rows(&t);
    ardor_dataset *data = dataset_of(context, &t);
    for (int m = 0; m < ard_method_count(); m++) {
        const ard_method *method = ard_method_at(m);
        char spec[64], message[80];
        ardor_model *model = NULL;
        if (method->can & ARD_CAN_WEIGHTS) continue; /* "repeated rows" */
        snprintf(spec, sizeof spec, "method=%s", method->name);
        snprintf(message, sizeof message, "method '%s' cannot take case weights", method->name);
        assert_int_equal(try_fit(data, spec, &model), ARDOR_USAGE);
        assert_message(message);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ directions */

/* For which class a feature of the table speaks: -1 where the model has none, or not the feature. */
static void directions_of(const variant *v, const table *t, int64_t column, int *out)
{
    char spec[400];
    ardor_dataset *data = dataset_of(context, t);
    ardor_model *model = fit(data, spec_of(v, 0, "", spec));
    for (int k = 0; k < COLUMNS; k++) out[k] = -1;
    for (int64_t k = 0; k < ardor_model_features(model); k++) {
        const int direction = ardor_model_feature_direction(model, k);
        const char *class = ardor_model_class_name(model, direction);
        require_that(direction < 0 ? !class : class != NULL, spec, "the direction", direction);
        if (class) out[*ardor_model_feature_name(model, k) - 'a'] = SAME(class, "yes");
    }
    const bool weighs = model->fit.machine.kind->weight != NULL; /* neighbours and shares have no weights */
    const bool linear = weighs && (v->basis.kind == ARD_IDENTITY || ard_basis_bilinear(v->basis));
    check_slopes(context, &model->fit.machine, linear, spec);
    require_that((out[column] >= 0) == linear, spec, "the direction of a feature with signal", out[column]);
    ardor_model_free(model);
    ardor_dataset_free(data);
}

static void check_directions(const variant *v)
{
    int plain[COLUMNS], exchanged[COLUMNS], turned[COLUMNS];
    table t = make_rows(ROOM, COLUMNS, 5, SEED);
    directions_of(v, &t, 0, plain);
    exchange_classes(&t);
    directions_of(v, &t, 0, exchanged);
    exchange_classes(&t);
    for (int64_t i = 0; i < t.n; i++) t.x[i] = -t.x[i];
    directions_of(v, &t, 0, turned);
    if (plain[0] < 0) return;
    require_that(plain[0] == 1 && plain[1] != 1, v->spec, "the direction of 'a' or 'b'", plain[0]);
    require_that(exchanged[0] == 0 && exchanged[1] != 0, v->spec, "... with exchanged classes", exchanged[0]);
    require_that(turned[0] == 0 && turned[1] != 1, v->spec, "... with another sign of 'a'", turned[0]);
}

static void a_feature_speaks_for_the_class_of_its_larger_values(void **state)
{
    (void)state;
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS], poly;
        const int n = variants_of(ard_method_at(m), false, v);
        for (int i = 0; i < n; i++) check_directions(&v[i]);
        make_variant(v->method, (ard_basis){ARD_POLY, 1}, NULL, NULL, &poly);
        if (v->method->can >> ARD_POLY & 1) check_directions(&poly);
    }
}

/* ------------------------------------------------------------------ models, of all kinds of tables */

/* Written, read back: the same text, and the same bits of predictions. */
static void it_comes_back(const ardor_model *model, const ardor_dataset *data, const double *prob, const char *spec)
{
    char *text = NULL, *again = NULL;
    ardor_model *read = NULL;
    must(ard_model_text(context, model, &text));
    must(ard_model_parse(context, NULL, text, strlen(text), "model.json", &read));
    must(ard_model_text(context, read, &again));
    double *other = positive_prob(read, data);
    require_same(text, again, spec, "a model written, and read and written,");
    for (int64_t i = 0; i < ardor_dataset_rows(data); i++) require_that(prob[i] == other[i], spec, "a probability", other[i]);
    free(other);
    ardor_model_free(read);
    ardor_string_free(context, again);
    ardor_string_free(context, text);
}

typedef struct kind_of_table {
    const char *name;
    int64_t n, p;
    double signal;
    bool constant;
} kind_of_table;

static void check_fit(const variant *v, const kind_of_table *kind, const ardor_dataset *data, int *objectives)
{
    char spec[400], what[500];
    spec_of(v, 0, "trace=on", spec);
    snprintf(what, sizeof what, "%s, %s", spec, kind->name);
    ardor_model *model = NULL;
    if (try_fit(data, spec, &model) != ARDOR_OK) fail_msg("%s: %s", what, ardor_context_message(context));
    double *prob = checked_prob(model, data, what);
    check_model(model, what);
    *objectives |= isnan(model->fit.objective) ? 1 : 2;
    require_that(*objectives != 3, what, "the objective, which others of the method have", model->fit.objective);
    if (kind->constant || kind->p == 0) {
        require_that(model->fit.null_model, what, "'null model'", 0);
        require_that(prob[0] < .5, what, "the probability of the smaller class", prob[0]);
        for (int64_t i = 1; i < kind->n; i++) require_that(prob[i] == prob[0], what, "a probability", prob[i]);
    }
    if (kind->n == 2) require_that(prob[1] >= prob[0], what, "the slope", prob[1] - prob[0]);
    it_comes_back(model, data, prob, what);
    free(prob);
    ardor_model_free(model);
}

static void models_are_made_of_numbers_and_come_back(void **state)
{
    (void)state;
    static const kind_of_table kinds[] = {
        {"signal", ROWS, COLUMNS, 1.7, false}, {"labels of no relation to the features", ROWS, COLUMNS, 0, false},
        {"constant features", 11, 2, 0, true}, {"no features", 11, 0, 0, false},
        {"one feature", ROWS, 1, 1.7, false},  {"one row of each class", 2, 1, 0, false}};
    for (int k = 0; k < COUNT_OF(kinds); k++) {
        table t = make_rows(kinds[k].n, kinds[k].p, kinds[k].signal, SEED);
        for (int i = 0; i < kinds[k].n * kinds[k].p && kinds[k].constant; i++) t.x[i] = 7;
        if (kinds[k].n == 2) memcpy(t.x, (const double[]){1, 3}, 2 * sizeof *t.x); /* "no", "yes" */
        ardor_dataset *data = dataset_of(context, &t);
        for (int m = 0; m < ard_method_count(); m++) {
            variant v[MOST_VARIANTS];
            int objectives = 0;
            const int n = variants_of(ard_method_at(m), true, v);
            for (int i = 0; i < n; i++) check_fit(&v[i], &kinds[k], data, &objectives);
        }
        ardor_dataset_free(data);
    }
}

static void one_class_is_refused(void **state)
{
    (void)state;
    for (int64_t n = 1; n <= 3; n += 2) {
        table t = make_rows(n, 1, 0, SEED);
        for (int64_t i = 0; i < n; i++) t.side[i] = 1;
        ardor_dataset *data = dataset_of(context, &t);
        for (int m = 0; m < ard_method_count(); m++) {
            char spec[64];
            ardor_model *model = NULL;
            snprintf(spec, sizeof spec, "method=%s", ard_method_at(m)->name);
            assert_int_equal(try_fit(data, spec, &model), ARDOR_DATA);
            assert_message("has only one class, 'yes': a classifier needs two");
        }
        ardor_dataset_free(data);
    }
}

/* ------------------------------------------------------------------ seeds, threads */

static bool is_seed(const ard_setting *row)
{
    const size_t length = strlen(row->name);
    return row->type == ARD_SETTING_INT && length > 5 && SAME(row->name + length - 5, "_seed");
}

/* The document of a fit without times and without what says which seed it was. */
static char *drawn(const variant *v, const ardor_dataset *data, const char *seed)
{
    char spec[400];
    ardor_model *model = fit(data, spec_of(v, 0, seed, spec));
    json_t *root = model_json(model);
    json_object_del(root, "seed");
    for (int i = 0; i < v->method->n_settings; i++)
        if (is_seed(v->method->settings + i)) json_object_del(at(root, "settings"), v->method->settings[i].name);
    ardor_model_free(model);
    return without_seconds(root);
}

/* Random choices have a setting that stands for the seed: without one another seed changes nothing, with one it does. */
static void a_seed_is_a_result(void **state)
{
    (void)state;
    const table t = make_rows(ROWS, COLUMNS, 1.7, SEED);
    ardor_dataset *data = dataset_of(context, &t);
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        bool draws = false, drew = false;
        const int n = variants_of(ard_method_at(m), true, v);
        for (int i = 0; i < v->method->n_settings; i++) draws = draws || is_seed(v->method->settings + i);
        for (int i = 0; i < n; i++) {
            char *one = drawn(&v[i], data, "seed=1"), *again = drawn(&v[i], data, "seed=1"), *two = drawn(&v[i], data, "seed=2");
            require_same(one, again, v[i].spec, "one seed's second run");
            if (!draws) require_same(one, two, v[i].spec, "without a setting that stands for it, another seed's run");
            drew = drew || !SAME(one, two);
            free(two);
            free(again);
            free(one);
        }
        if (drew != draws) fail_msg("%s: no seed makes a difference", v->method->name);
    }
    ardor_dataset_free(data);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    const table t = make_rows(ROWS, COLUMNS, 1.7, SEED);
    ardor_dataset *data = dataset_of(context, &t);
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        variants_of(ard_method_at(m), false, v);
        char spec[400], *text[2];
        for (int many = 0; many < 2; many++)
            text[many] = without_seconds(evaluate(data, spec_of(v, 0, many ? EVALUATED " threads=8" : EVALUATED, spec)));
        require_same(text[0], text[1], spec, "what one and eight threads give");
        free(text[1]);
        free(text[0]);
    }
    ardor_dataset_free(data);
}

/* ------------------------------------------------------------------ stopped, out of time, out of memory */

typedef struct watched {
    fault memory; /* first: it is what the allocator takes this for */
    bool stop;    /* at the next report, of which the first comes before the work */
} watched;

static int report(void *user, const ardor_progress *progress)
{
    (void)progress;
    return ((watched *)user)->stop;
}

static ardor_context *watched_context(watched *w)
{
    ardor_context *in = NULL;
    *w = (watched){.stop = false};
    must(ardor_context_new(
        &(ardor_context_config){.size = sizeof(ardor_context_config), .resize = fault_resize, .progress = report, .user = w},
        &in));
    return in;
}

/* A fit in a context of its own; what it gives as text, and its iterations and stop reason. */
typedef struct run {
    ardor_status status;
    char *text;
    int64_t iterations;
    ard_stop stop;
} run;

static run run_in(ardor_context *in, const ardor_dataset *data, const ardor_spec *spec, const char *what)
{
    ardor_model *model = (ardor_model *)&in; /* anything but NULL */
    run out = {.status = ardor_fit(in, data, spec, &model)};
    const char *message = ardor_context_message(in);
    if (out.status == ARDOR_OK) {
        check_model(model, what);
        must(ardor_model_json(context, model, &out.text));
        fault_blank_seconds(out.text);
        out.iterations = model->fit.iterations;
        out.stop = model->fit.stop;
        ardor_model_free(model);
    } else {
        require_that(!model, what, "a model in spite of status", out.status);
        require_that(*message && !strchr(message, '\n'), what, "not one line: the message of status", out.status);
    }
    return out;
}

static void nothing_is_left(ardor_context *in, watched *w, const char *what)
{
    ardor_context_free(in);
    require_that(atomic_load(&w->memory.live) == 0, what, "the number of blocks lost", (double)atomic_load(&w->memory.live));
}

/* Stopped before the first step: nothing comes of it but of a fit in one step, and the context is as good as before. */
static void check_stopped(const variant *v, const ardor_dataset *data)
{
    char what[400];
    watched w;
    ardor_context *in = watched_context(&w);
    ardor_spec *spec = make_spec(spec_of(v, 0, "trace=on", what));
    run whole = run_in(context, data, spec, what);
    w.stop = true;
    run stopped = run_in(in, data, spec, what);
    require_that(stopped.status == (whole.iterations > 1 ? ARDOR_CANCELLED : ARDOR_OK), what, "the status", stopped.status);
    ardor_cancel_reset(in);
    w.stop = false;
    run again = run_in(in, data, spec, what);
    require_that(again.status == ARDOR_OK, what, "the status of the run after it", again.status);
    require_same(again.text, whole.text, what, "the run after it");
    nothing_is_left(in, &w, what);
    ardor_string_free(context, again.text);
    ardor_string_free(context, stopped.text);
    ardor_string_free(context, whole.text);
    ardor_spec_free(spec);
}

/* Out of time from the beginning: the model of the first step, or none. */
static void check_timed(const variant *v, const ardor_dataset *data)
{
    char what[400];
    watched w;
    ardor_context *in = watched_context(&w);
    ardor_spec *spec = make_spec(spec_of(v, 0, "trace=on time-limit=1e-9", what));
    run timed = run_in(in, data, spec, what);
    if (timed.status == ARDOR_OK)
        require_that(timed.iterations <= 1, what, "the number of iterations", (double)timed.iterations);
    else
        require_that(timed.status == ARDOR_CANCELLED, what, "the status", timed.status);
    nothing_is_left(in, &w, what);
    ardor_string_free(context, timed.text);
    ardor_spec_free(spec);
}

/* Every allocation fails, once and for good: an error, unless all that is lost is a note. Steps allocate nothing, so three will
 * do. */
static void check_memory(const variant *v, const ardor_dataset *data)
{
    char what[400], few[64];
    const ard_method *m = v->method;
    snprintf(few, sizeof few, "trace=on%s%s%s", m->steps ? " " : "", m->steps ? m->settings[m->max_iter].name : "",
             m->steps ? "=3" : "");
    ardor_spec *spec = make_spec(spec_of(v, 0, few, what));
    notes[0] = '\0';
    run whole = run_in(context, data, spec, what);
    int64_t lost = 0;
    for (int lasting = 0; lasting < 2; lasting++) {
        bool fired = true;
        for (long long at = 1; fired; at++) {
            watched w;
            ardor_context *in = watched_context(&w);
            fault_reset(&w.memory, at, lasting);
            run out = run_in(in, data, spec, what);
            fired = atomic_load(&w.memory.fired);
            fault_reset(&w.memory, 0, false);
            if (out.status != ARDOR_MEMORY && !(out.status == ARDOR_OK && SAME(out.text, whole.text)))
                fail_msg("%s: status %d or another model after a failure at %lld", what, out.status, at);
            require_that(fired || out.status == ARDOR_OK, what, "the status", out.status);
            lost += fired && out.status == ARDOR_OK;
            nothing_is_left(in, &w, what);
            ardor_string_free(context, out.text);
        }
    }
    require_that(lost <= (notes[0] ? 2 : 0), what, "the number of failures that went unnoticed", (double)lost);
    ardor_string_free(context, whole.text);
    ardor_spec_free(spec);
}

static void every_fit(int64_t n, int64_t p, void (*check)(const variant *v, const ardor_dataset *data))
{
    const table t = make_rows(n, p, 1.7, SEED);
    ardor_dataset *data = dataset_of(context, &t);
    for (int m = 0; m < ard_method_count(); m++) {
        variant v[MOST_VARIANTS];
        const int count = variants_of(ard_method_at(m), false, v);
        for (int i = 0; i < count; i++) check(&v[i], data);
    }
    ardor_dataset_free(data);
}

static void a_fit_can_be_stopped(void **state)
{
    (void)state;
    every_fit(ROWS, COLUMNS, check_stopped);
}

static void a_fit_can_run_out_of_time(void **state)
{
    (void)state;
    every_fit(ROWS, COLUMNS, check_timed);
}

static void a_fit_can_run_out_of_memory(void **state)
{
    (void)state;
    every_fit(14, 3, check_memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_must_not_matter_does_not),
                                       cmocka_unit_test(what_does_not_hold_has_its_reason),
                                       cmocka_unit_test(weights_are_taken_or_refused),
                                       cmocka_unit_test(models_are_made_of_numbers_and_come_back),
                                       cmocka_unit_test(one_class_is_refused),
                                       cmocka_unit_test(a_feature_speaks_for_the_class_of_its_larger_values),
                                       cmocka_unit_test(a_seed_is_a_result),
                                       cmocka_unit_test(threads_do_not_matter),
                                       cmocka_unit_test(a_fit_can_be_stopped),
                                       cmocka_unit_test(a_fit_can_run_out_of_time),
                                       cmocka_unit_test(a_fit_can_run_out_of_memory)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
