/* What the tests through the public interface share: tables made in memory, specs from one text, results as JSON. */
#ifndef API_FIXTURE_H
#define API_FIXTURE_H

#include "numeric.h"

#include <jansson.h>

#include "ardor/ardor.h"

static ardor_context *context;
static char notes[4096]; /* what was noted since it was emptied, a line each */

static inline void keep_note(void *user, const char *text)
{
    (void)user;
    size_t used = strlen(notes);
    snprintf(notes + used, sizeof notes - used, "%s\n", text);
}

static inline int open_context(void **state)
{
    (void)state;
    ardor_blas_set_threads(1);
    return ardor_context_new(&(ardor_context_config){.size = sizeof(ardor_context_config), .note = keep_note}, &context);
}

static inline int close_context(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

static inline void must(ardor_status status)
{
    if (status != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}

/* Labels by sign: above 0 "yes" (the positive class), else "no". */
static inline ardor_dataset *make_table(int64_t n, int64_t p, const double *x, const double *side, const double *weight)
{
    ardor_dataset *data = NULL;
    const char **label = make_array(n, sizeof *label);
    for (int64_t i = 0; i < n; i++) label[i] = side[i] > 0 ? "yes" : "no";
    must(ardor_dataset_from_arrays(context, n, p, x, n, label, NULL, weight, &data));
    free(label);
    return data;
}

/* 40 rows of noise in 3 features, classes in turn. */
static inline ardor_dataset *balanced_noise(void)
{
    enum { N = 40, P = 3 };
    ard_rng rng;
    double side[N];
    ard_rng_init(&rng, 61, 0, 0);
    double *x = make_normals(&rng, P * N);
    for (int i = 0; i < N; i++) side[i] = i % 2 ? 1 : -1;
    ardor_dataset *data = make_table(N, P, x, side, NULL);
    free(x);
    return data;
}

/* Of the folder data/. */
static inline ardor_dataset *bundled(const char *name)
{
    char path[512];
    ardor_dataset *data = NULL;
    ardor_read_options options = {.size = sizeof options};
    need_full();
    snprintf(path, sizeof path, ARDOR_SOURCE_DIR "/data/%s.csv.gz", name);
    must(ardor_dataset_read(context, path, &options, &data));
    return data;
}

/* "method=spr basis=rbf lam1=2" */
static inline ardor_spec *make_spec(const char *text)
{
    ardor_spec *spec = NULL;
    char copy[1024], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    must(ardor_spec_new(context, &spec));
    for (char *pair = strtok_r(copy, " ", &rest); pair; pair = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(pair, '=');
        assert_non_null(value);
        *value = '\0';
        must(ardor_spec_set(context, spec, pair, value + 1));
    }
    return spec;
}

static inline ardor_status try_fit(const ardor_dataset *data, const char *text, ardor_model **model)
{
    ardor_spec *spec = make_spec(text);
    ardor_status status = ardor_fit(context, data, spec, model);
    ardor_spec_free(spec);
    if (status != ARDOR_OK) assert_null(*model);
    return status;
}

static inline ardor_model *fit(const ardor_dataset *data, const char *text)
{
    ardor_model *model = NULL;
    must(try_fit(data, text, &model));
    return model;
}

static inline json_t *parse_json(char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    ardor_string_free(context, text);
    return root;
}

static inline json_t *model_json(const ardor_model *model)
{
    char *text = NULL;
    must(ardor_model_json(context, model, &text));
    return parse_json(text);
}

static inline ardor_status try_evaluate(const ardor_dataset *data, const char *text, json_t **out)
{
    ardor_spec *spec = make_spec(text);
    ardor_evaluation *evaluation = NULL;
    char *json = NULL;
    *out = NULL;
    ardor_status status = ardor_evaluate(context, data, spec, &evaluation);
    ardor_spec_free(spec);
    if (status != ARDOR_OK) {
        assert_null(evaluation);
        return status;
    }
    must(ardor_evaluation_json(context, evaluation, &json));
    ardor_evaluation_free(evaluation);
    *out = parse_json(json);
    return status;
}

static inline json_t *evaluate(const ardor_dataset *data, const char *text)
{
    json_t *root = NULL;
    must(try_evaluate(data, text, &root));
    return root;
}

/* A number or text at "a.b.c"; of an array "a.0.c". */
static inline json_t *at(json_t *root, const char *path)
{
    char copy[128], *rest = copy;
    snprintf(copy, sizeof copy, "%s", path);
    for (char *key = strtok_r(copy, ".", &rest); key; key = strtok_r(NULL, ".", &rest))
        root = json_is_array(root) ? json_array_get(root, strtoul(key, NULL, 10)) : json_object_get(root, key);
    if (!root) fail_msg("there is no %s", path);
    return root;
}

/* A document without what differs from run to run, as text; it takes over root. */
static inline char *without_seconds(json_t *root)
{
    json_t *fold;
    size_t i;
    json_object_del(root, "seconds");
    json_array_foreach(json_object_get(root, "folds"), i, fold) json_object_del(fold, "seconds");
    char *text = json_dumps(root, JSON_REAL_PRECISION(17));
    assert_non_null(text);
    json_decref(root);
    return text;
}

static inline double number_at(json_t *root, const char *path) { return json_number_value(at(root, path)); }
static inline const char *text_at(json_t *root, const char *path) { return json_string_value(at(root, path)); }
static inline bool is_null(json_t *root, const char *path) { return json_is_null(at(root, path)); }

/* The text of the warning with this code; NULL: it is not there. */
static inline const char *warning_of(json_t *root, const char *code)
{
    size_t i;
    json_t *warning;
    json_array_foreach(at(root, "warnings"), i, warning)
    {
        if (strcmp(text_at(warning, "code"), code) == 0) return text_at(warning, "text");
    }
    return NULL;
}

/* P(positive class) of every row. */
static inline double *positive_prob(const ardor_model *model, const ardor_dataset *data)
{
    int64_t n = ardor_dataset_rows(data);
    double *prob = make_reals(2 * n);
    must(ardor_predict(context, model, data, prob));
    for (int64_t i = 0; i < n; i++) {
        assert_near(prob[i] + prob[n + i], 1, 1e-12, "the sum of the probabilities");
        prob[i] = prob[n + i];
    }
    return prob;
}

static inline void assert_message(const char *part)
{
    const char *message = ardor_context_message(context);
    if (!strstr(message, part)) fail_msg("'%s' is not in '%s'", part, message);
    if (strchr(message, '\n')) fail_msg("'%s' is more than one line", message);
}
#endif
