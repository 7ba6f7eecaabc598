/* Every allocation of every public function fails once, and once for good: the call must say so (ARDOR_MEMORY and a
 * message), give nothing, keep nothing and leave files as they were. The reader of JSON is a library with memory of its
 * own: it fails here by its hook. The methods themselves are in test_methods. */
#include "alloc_fixture.h"

#include <jansson.h>

#include "base/base.h"
#include "simulated.h"

static char directory[] = "ardor-memory-XXXXXX";
static char csv_path[80], split_path[80], splits_plan[90], model_path[80], target_path[80], packed_path[80], rest_path[80];
enum { FILES = 6 };
static ardor_dataset *small, *wide, *tall, *strange;
static ardor_model *model;
static ardor_evaluation *evaluation;

static const char OLD_TEXT[] = "the old file\n";
static const char CSV[] = "id,a,b,\"c \"\"d\"\"\",w,g,class\nr1,1,2.5,NA,1,u,yes\nr2,-1,0,1e-3,2,u,no\nr3,4,,7,1,v,yes\n"
                          "\"r,4\",5,5,5,.5,w,no\nr5,6,6,6,1,v,yes\n";

/* ---- operations */

static ardor_status from_arrays(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    const double x[] = {1, 2, 3, 4, 5, 6}, weight[] = {1, 2, 3};
    const char *const labels[] = {"u", "v", "u"}, *const names[] = {"first", "second"};
    ardor_dataset *data = (ardor_dataset *)out; /* anything but NULL */
    (void)o;
    (void)spec;
    ardor_status status = ardor_dataset_from_arrays(context, 3, 2, x, 3, labels, names, weight, &data);
    *out = data;
    return status;
}

/* Row by row, with all that may be beside the values. */
static ardor_status from_table(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    static const float x[] = {1, 2, 3, 4, 5, 6};
    static const int32_t label[] = {1, -1, 0};
    static const double weight[] = {1, 2, 3};
    static const int64_t group[] = {7, 7, -1};
    static const char *const classes[] = {"v", "u"}, *const names[] = {"first", "second"}, *const rows[] = {"a", "b", "c"};
    const ardor_table table = {.size = sizeof table,
                               .n = 3,
                               .p = 2,
                               .x = x,
                               .dtype = ARDOR_F32,
                               .row_stride = 2,
                               .column_stride = 1,
                               .label = label,
                               .n_classes = 2,
                               .class_names = classes,
                               .feature_names = names,
                               .row_names = rows,
                               .weights = weight,
                               .groups = group,
                               .target = "t"};
    ardor_dataset *data = (ardor_dataset *)out;
    (void)o;
    (void)spec;
    ardor_status status = ardor_dataset_from_table(context, &table, &data);
    *out = data;
    return status;
}

static ardor_status borrow_table(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    static const double x[] = {1, 2, 3, 4, 5, 6};
    const ardor_table table = {.size = sizeof table, .n = 3, .p = 2, .x = x, .row_stride = 1, .column_stride = 3, .borrow = 1};
    ardor_dataset *data = (ardor_dataset *)out;
    (void)o;
    (void)spec;
    ardor_status status = ardor_dataset_from_table(context, &table, &data);
    *out = data;
    return status;
}

static ardor_status read_table(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_read_options options = {.size = sizeof options, .id = "id", .weights = "w", .group = "g", .positive = "no"};
    ardor_dataset *data = (ardor_dataset *)out;
    (void)spec;
    ardor_status status = ardor_dataset_read(context, o->path, &options, &data);
    *out = data;
    return status;
}

static ardor_status simulate(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_dataset *data = (ardor_dataset *)out;
    (void)spec;
    ardor_status status = simulated(context, o->path, 12, 3, (double)NAN, 7, &data);
    *out = data;
    return status;
}

static ardor_status truth_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_dataset *data = NULL;
    char *text = NULL;
    (void)o;
    (void)spec;
    ardor_status status = simulated(context, "sparse-linear", 12, 3, (double)NAN, 7, &data);
    if (status == ARDOR_OK) status = ardor_simulation_json(context, data, &text);
    ardor_dataset_free(data);
    *out = text;
    return status;
}

static ardor_status write_table(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    (void)spec;
    *out = NULL;
    return ardor_dataset_write(context, small, o->path);
}

static ardor_status make_spec(ardor_context *context, const operation *o, const ardor_spec *unused, void **out)
{
    static const char *const key[] = {"method", "basis",  "tune",     "plan",     "protocol",   "standardise", "impute",
                                      "log",    "filter", "seed",     "threads",  "time-limit", "trace",       "lam1",
                                      "lam2",   "tol",    "max_iter", "strength", "seed"};
    ardor_spec *spec = (ardor_spec *)out;
    ardor_status status = ardor_spec_new(context, &spec);
    (void)o;
    (void)unused;
    for (size_t i = 0; i < sizeof key / sizeof *key && status == ARDOR_OK; i++) {
        status = ardor_spec_set(context, spec, key[i], "1");
        if (status == ARDOR_OK) continue;
        ardor_spec_free(spec);
        spec = NULL;
    }
    *out = spec;
    return status;
}

static ardor_status make_splits(ardor_context *context, const operation *o, const ardor_spec *unused, void **out)
{
    static const int64_t rows[] = {3, 1, 2, 0};
    static const int64_t *const train[] = {rows, rows + 2}, *const test[] = {rows + 2, rows};
    static const int64_t two[] = {2, 2};
    ardor_spec *spec = (ardor_spec *)out;
    ardor_status status = ardor_spec_new(context, &spec);
    (void)o;
    (void)unused;
    for (int i = 0; i < 2 && status == ARDOR_OK; i++) {
        status = ardor_spec_set_splits(context, spec, 2, train, two, test, two);
        if (status == ARDOR_OK) continue;
        ardor_spec_free(spec);
        spec = NULL;
    }
    *out = spec;
    return status;
}

/* By place, or with a path by name in another order, and explained. */
static ardor_status predict_table(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    const int64_t n = ardor_dataset_rows(small), p = ardor_dataset_features(small);
    double *prob = calloc(2 * 24, sizeof *prob), mean[24], variance[24], *x = calloc((size_t)(n * p), sizeof *x);
    double *contribution = calloc((size_t)(n * p), sizeof *contribution), reference = 0;
    const char **names = calloc((size_t)p, sizeof *names);
    ardor_table table = {.size = sizeof table, .n = n, .p = p, .x = x, .row_stride = p, .column_stride = 1};
    (void)spec;
    for (int64_t j = 0; j < p; j++) {
        const int64_t from = o->path ? p - 1 - j : j;
        names[j] = ardor_dataset_feature_name(small, from);
        for (int64_t i = 0; i < n; i++) x[i * p + j] = ardor_dataset_column(small, from)[i];
    }
    if (o->path) table.feature_names = names;
    ardor_status status = ardor_predict_table(
        context, model, &table,
        &(ardor_prediction){.size = sizeof(ardor_prediction), .prob = prob, .mean = mean, .variance = variance});
    if (status == ARDOR_OK && o->path) status = ardor_explain_table(context, model, &table, contribution, &reference, mean);
    *out = status == ARDOR_OK ? prob : NULL;
    if (status != ARDOR_OK) free(prob);
    free(names);
    free(contribution);
    free(x);
    return status;
}

static ardor_status predict(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    double *prob = calloc(2 * 24, sizeof *prob);
    (void)o;
    (void)spec;
    ardor_status status = ardor_predict(context, model, small, prob);
    *out = status == ARDOR_OK ? prob : NULL;
    if (status != ARDOR_OK) free(prob);
    return status;
}

/* And the document, from what was explained. */
static ardor_status explain(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *text = (char *)out;
    const int64_t cells = 24 * ardor_model_features(model);
    double prob[2 * 24], value[24], reference = 0, *contribution = calloc((size_t)cells, sizeof *contribution);
    (void)o;
    (void)spec;
    for (int i = 0; i < 2 * 24; i++) prob[i] = i % 3 ? .4 : .6;
    ardor_status status = ardor_explain(context, model, small, contribution, &reference);
    if (status == ARDOR_OK) status = ardor_explain_values(context, model, small, value);
    if (status == ARDOR_OK)
        status = ardor_explanations_json(context, model, small, prob, contribution, &reference, value, 1, &text);
    *out = status == ARDOR_OK ? text : NULL;
    free(contribution);
    return status;
}

/* With a decision, of which the model is rid again. */
static ardor_status decide(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *text = (char *)out;
    double *prob = calloc(2 * 24, sizeof *prob);
    ardor_status status = ardor_model_decide(context, model, spec);
    if (status == ARDOR_OK) status = ardor_predict(context, model, small, prob);
    if (status == ARDOR_OK) status = ardor_predictions_json(context, model, o->path ? strange : small, prob, 1, &text);
    assert_int_equal(ardor_model_decide(clean, model, NULL), ARDOR_OK);
    *out = status == ARDOR_OK ? text : NULL;
    free(prob);
    return status;
}

/* Three labels, of which two are the rest. */
static ardor_status read_rest(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_read_options options = {.size = sizeof options, .positive = "b"};
    ardor_dataset *data = (ardor_dataset *)out;
    (void)spec;
    ardor_status status = ardor_dataset_read(context, o->path, &options, &data);
    *out = data;
    return status;
}

static ardor_status save(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    (void)spec;
    *out = NULL;
    return ardor_model_save(context, model, o->path);
}

static ardor_status load(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_model *loaded = (ardor_model *)out;
    (void)spec;
    ardor_status status = ardor_model_load(context, o->path, &loaded);
    *out = loaded;
    return status;
}

static ardor_status json_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *text = (char *)out;
    (void)spec;
    ardor_status status = strcmp(o->path, "text") == 0         ? ardor_model_text(context, model, &text)
                          : strcmp(o->path, "build") == 0      ? ardor_build_json(context, &text)
                          : strcmp(o->path, "model") == 0      ? ardor_model_json(context, model, &text)
                          : strcmp(o->path, "evaluation") == 0 ? ardor_evaluation_json(context, evaluation, &text)
                          : strcmp(o->path, "methods") == 0    ? ardor_methods_json(context, NULL, &text)
                                                               : ardor_methods_json(context, "jcfo", &text);
    *out = text;
    return status;
}

/* Of the training table; or of a class that the model does not know. */
static ardor_status predictions_of(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    char *text = (char *)out;
    double prob[2 * 24];
    (void)spec;
    for (int i = 0; i < 2 * 24; i++) prob[i] = i % 3 ? .4 : .6;
    ardor_status status = ardor_predictions_json(context, model, o->path ? strange : small, prob, 1, &text);
    *out = text;
    return status;
}

/* ---- their results */

static char *probability_text(ardor_context *context, void *out)
{
    const double *prob = out;
    char *text = ard_alloc(clean, 2 * 24, 32);
    (void)context;
    for (int i = 0, used = 0; i < 2 * 24; i++) used += snprintf(text + used, 32, "%a ", prob[i]);
    return text;
}

static void release_probabilities(ardor_context *context, void *out)
{
    (void)context;
    free(out);
}
static void release_data(ardor_context *context, void *out)
{
    (void)context;
    ardor_dataset_free(out);
}
static void release_spec(ardor_context *context, void *out)
{
    (void)context;
    ardor_spec_free(out);
}
static void release_text(ardor_context *context, void *out) { ardor_string_free(context, out); }

static const operation operations[] = {
    {.name = "from_arrays", .run = from_arrays, .release = release_data},
    {.name = "from_table", .run = from_table, .release = release_data},
    {.name = "from_table, borrowed", .run = borrow_table, .release = release_data},
    {.name = "read csv", .run = read_table, .release = release_data, .path = csv_path},
    {.name = "read csv, one against the rest", .run = read_rest, .release = release_data, .path = rest_path},
    {.name = "simulate two-gaussians", .run = simulate, .release = release_data, .path = "two-gaussians"},
    {.name = "simulate xor", .run = simulate, .release = release_data, .path = "xor"},
    {.name = "simulate sparse-linear", .run = simulate, .release = release_data, .path = "sparse-linear"},
    {.name = "simulation_json", .run = truth_of, .release = release_text},
    {.name = "write csv", .run = write_table, .path = target_path},
    {.name = "write csv.gz", .run = write_table, .path = packed_path},
    {.name = "spec", .run = make_spec, .release = release_spec},
    {.name = "fit jcfo poly:2, log, samples",
     FIT(small),
     .degrades = true,
     .settings = SETTINGS("basis", "poly:2", "log", "1e-2", "standardise", "samples", "impute", "median")},
    {.name = "fit jcfo linear, screened", FIT(wide), .settings = SETTINGS("basis", "linear"), .degrades = true},
    {.name = "fit jcfo rbf, open screen", FIT(wide), .settings = SETTINGS("screen", "open"), .degrades = true},
    {.name = "fit bpm, filter", FIT(wide), .settings = SETTINGS("method", "bpm", "filter", "fdr:3"), .degrades = true},
    {.name = "fit rsfm, wide",
     FIT(wide),
     .degrades = true,
     .settings = SETTINGS("method", "rsfm", "basis", "poly:2", "max_iter", "10", "prune-negative", "no")},
    {.name = "evaluate epcvm, tuned",
     EVALUATE(small),
     .degrades = true,
     .stride = 13,
     .settings = SETTINGS("method", "epcvm", "tune", "cv:2", "plan", "kfold:2", "max_iter", "10")},
    {.name = "fit tuned, one candidate",
     FIT(small),
     .degrades = true,
     .settings = SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto")},
    {.name = "fit tuned, holdout",
     FIT(small),
     .degrades = true,
     .settings = SETTINGS("lam1", ".3", "lam2", "1", "tune", "holdout:.3", "relax", "auto")},
    {.name = "fit tuned",
     FIT(small),
     .degrades = true,
     .stride = 37,
     .settings = SETTINGS("lam2", ".5", "tune", "cv:3", "relax", "auto", "rule", "error", "max_iter", "15")},
    {.name = "fit tuned, sizes of a filter",
     FIT(small),
     .degrades = true,
     .stride = 5,
     .settings = SETTINGS("method", "spr", "strength", ".3", "tune", "cv:2", "relax", "auto", "filter", "ttest:1,2")},
    {.name = "evaluate leaky, tuned, sizes of a filter",
     EVALUATE(wide),
     .degrades = true,
     .stride = 13,
     .settings = SETTINGS("protocol", "leaky", "basis", "linear", "plan", "kfold:2", "tune", "cv:2", "strength", ".3", "filter",
                          "fdr:4,30")},
    {.name = "fit tuned, approximate leave-one-out",
     FIT(small),
     .degrades = true,
     .stride = 7,
     .settings = SETTINGS("method", "spr", "tune", "alo")},
    {.name = "fit tuned, approximate leave-one-out of a kernel",
     FIT(small),
     .degrades = true,
     .stride = 7,
     .settings = SETTINGS("method", "spr", "basis", "rbf", "scale", ".1", "tune", "alo")},
    {.name = "fit tuned, folds in the place of approximate leave-one-out",
     FIT(tall),
     .degrades = true,
     .stride = 7,
     .settings = SETTINGS("lam1", "1", "lam2", "2", "tune", "auto", "max_iter", "1")},
    {.name = "evaluate splits", EVALUATE(small), .degrades = true, .settings = SETTINGS("method", "spr", "plan", splits_plan)},
    {.name = "evaluate tuned, one thread",
     EVALUATE(small),
     .degrades = true,
     .stride = 11,
     .settings = SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto", "plan", "kfold:3", "threads", "1")},
    {.name = "evaluate tuned, two threads",
     EVALUATE(small),
     .degrades = true,
     .stride = 11,
     .settings = SETTINGS("method", "spr", "strength", ".3", "tune", "cv:3", "relax", "auto", "plan", "kfold:3", "threads", "2")},
    {.name = "evaluate, two threads",
     EVALUATE(small),
     .degrades = true,
     .settings = SETTINGS("method", "spr", "plan", "kfold:3", "threads", "2")},
    {.name = "evaluate bootstrap", EVALUATE(small), .degrades = true, .settings = SETTINGS("method", "spr", "plan", "boot:3")},
    {.name = "evaluate bootstrap, decided",
     EVALUATE(small),
     .degrades = true,
     .settings =
         SETTINGS("method", "spr", "plan", "boot:3", "prior", "yes=.1", "cost", "1,3", "abstain", ".8", "keep-values", "on")},
    {.name = "evaluate leaky",
     EVALUATE(wide),
     .degrades = true,
     .settings = SETTINGS("protocol", "leaky", "basis", "linear", "plan", "kfold:2", "class-weight", "yes=2,no=.5")},
    {.name = "evaluate leaky, tuned",
     EVALUATE(wide),
     .degrades = true,
     .stride = 13,
     .settings = SETTINGS("protocol", "leaky", "basis", "linear", "plan", "kfold:2", "tune", "cv:2", "strength", ".3")},
    {.name = "evaluate, tuned on the first fold",
     EVALUATE(small),
     .degrades = true,
     .stride = 3,
     .settings = SETTINGS("method", "spr", "strength", ".3", "plan", "kfold:2", "tune", "first:1")},
    {.name = "predict", .run = predict, .text = probability_text, .release = release_probabilities, .degrades = true},
    {.name = "predict_table", .run = predict_table, .text = probability_text, .release = release_probabilities},
    {.name = "predict_table and explain_table by name",
     .run = predict_table,
     .text = probability_text,
     .release = release_probabilities,
     .path = "names"},
    {.name = "spec_set_splits", .run = make_splits, .release = release_spec},
    {.name = "model_text", .run = json_of, .release = release_text, .path = "text"},
    {.name = "build_json", .run = json_of, .release = release_text, .path = "build"},
    {.name = "save", .run = save, .path = target_path},
    {.name = "load", .run = load, .text = model_text, .release = release_model, .path = model_path},
    {.name = "model_json", .run = json_of, .release = release_text, .path = "model"},
    {.name = "evaluation_json", .run = json_of, .release = release_text, .path = "evaluation"},
    {.name = "predictions_json", .run = predictions_of, .release = release_text},
    {.name = "explanations_json", .run = explain, .release = release_text},
    {.name = "predictions_json, decided",
     .run = decide,
     .release = release_text,
     .degrades = true,
     .settings = SETTINGS("prior", "yes=.1", "cost", "1,3", "abstain", ".8")},
    {.name = "predictions_json, unknown labels", .run = predictions_of, .release = release_text, .path = "strange"},
    {.name = "methods_json", .run = json_of, .release = release_text, .path = "methods"},
    {.name = "methods_json of one", .run = json_of, .release = release_text, .path = "method"},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* ---- trials */

static bool writes(const operation *o) { return o->path == target_path || o->path == packed_path; }

static void check_files(const operation *o, long long at, ardor_status status)
{
    if (fault_entries(directory) != FILES) fail_msg("%s: something is left on the disk after a failure at %lld", o->name, at);
    if (!writes(o)) return;
    char *text = fault_file_text(o->path);
    if ((strcmp(text, OLD_TEXT) == 0) != (status != ARDOR_OK))
        fail_msg("%s: the file is %s after a failure at %lld", o->name, status ? "no longer the old one" : "still the old one",
                 at);
    free(text);
    fault_write_file(o->path, OLD_TEXT);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (int i = 0; i < OPERATIONS; i++) fail_every_allocation(&operations[i], check_files);
    assert_true(n_unlisted > 0); /* a finished evaluation is kept without its list */
}

/* ---- the reader of JSON */

/* jansson takes most failures for errors of syntax, which is why either status will do. It does not notice at all when the
 * buffer of its tokens cannot grow (jansson 2.14: lex_save ignores the result), and goes on with characters missing; that
 * buffer, the first block of 16 bytes and the doubled ones that replace it, is spared here. */
static struct {
    fault fault;
    void *buffer, *successor;
    size_t size; /* of the buffer, 0 before there is one */
} json;

static void *json_take(size_t bytes)
{
    bool first = json.size == 0 && bytes == 16, grows = json.size > 0 && bytes == 2 * json.size;
    void *out = first || grows ? malloc(bytes) : fault_resize(&json.fault, NULL, bytes ? bytes : 1);
    if (first) {
        json.buffer = out;
        json.size = bytes;
    }
    if (first || grows) atomic_fetch_add(&json.fault.live, 1);
    if (grows) json.successor = out;
    return out;
}

static void json_give(void *pointer)
{
    if (pointer && pointer == json.buffer) {
        json.buffer = json.successor;
        json.size *= 2;
    }
    fault_resize(&json.fault, pointer, 0);
}

static void the_json_reader_may_run_out_of_memory(void **state)
{
    (void)state;
    for (int lasting = 0; lasting < 2; lasting++)
        for (long long at = 1, fired = 1; fired; at++) {
            ardor_model *loaded = (ardor_model *)&at;
            json.size = 0;
            json.buffer = json.successor = NULL;
            json_set_alloc_funcs(json_take, json_give);
            fault_reset(&json.fault, at, lasting);
            ardor_status status = ardor_model_load(clean, model_path, &loaded);
            fired = atomic_load(&json.fault.fired);
            fault_reset(&json.fault, 0, false);
            json_set_alloc_funcs(malloc, free);
            if (fired ? status != ARDOR_MEMORY && status != ARDOR_DATA : status != ARDOR_OK)
                fail_msg("status %d after a failure at %lld: %s", status, at, ardor_context_message(clean));
            assert_true(fired ? !loaded : loaded != NULL);
            if (fired) assert_true(*ardor_context_message(clean));
            ardor_model_free(loaded);
            assert_int_equal(atomic_load(&json.fault.live), 0);
        }
}

/* ---- set-up */

static void write_splits(const ardor_dataset *data)
{
    FILE *file = fopen(split_path, "w");
    assert_non_null(file);
    fputs("split,row,set\n", file);
    for (int split = 0; split < 2; split++)
        for (int64_t i = 0; i < ardor_dataset_rows(data); i++)
            fprintf(file, "%d,%d,%s\n", split, (int)i + 1, (i + split) % 3 ? "train" : "test");
    fclose(file);
}

static int setup(void **state)
{
    (void)state;
    if (!mkdtemp(directory)) return -1;
    snprintf(csv_path, sizeof csv_path, "%s/table.csv", directory);
    snprintf(split_path, sizeof split_path, "%s/splits.csv", directory);
    snprintf(splits_plan, sizeof splits_plan, "splits:%s", split_path);
    snprintf(model_path, sizeof model_path, "%s/model.json", directory);
    snprintf(target_path, sizeof target_path, "%s/target", directory);
    snprintf(packed_path, sizeof packed_path, "%s/target.csv.gz", directory);
    assert_int_equal(ardor_context_new(NULL, &clean), ARDOR_OK);
    small = fault_data(clean, 24, 3);
    wide = fault_data(clean, 14, 90);
    tall = fault_data(clean, 30, 3);
    assert_int_equal(ardor_dataset_from_arrays(clean, 4, 1, (const double[]){1, 2, 3, 4}, 4,
                                               (const char *const[]){"yes", "no", "alien", NULL}, NULL,
                                               (const double[]){1, 2, 3, 4}, &strange),
                     ARDOR_OK);
    write_splits(small);
    snprintf(rest_path, sizeof rest_path, "%s/rest.csv", directory);
    fault_write_file(csv_path, CSV);
    fault_write_file(rest_path, "x,class\n1,a\n2,b\n3,c\n4,b\n");
    fault_write_file(target_path, OLD_TEXT);
    fault_write_file(packed_path, OLD_TEXT);
    ardor_spec *spec = fault_spec(clean, SETTINGS("tune", "cv:2", "lam2", ".5", "trace", "on", "plan", "kfold:2"));
    assert_int_equal(ardor_fit(clean, small, spec, &model), ARDOR_OK);
    assert_int_equal(ardor_evaluate(clean, small, spec, &evaluation), ARDOR_OK);
    ardor_spec_free(spec);
    return ardor_model_save(clean, model, model_path);
}

static int teardown(void **state)
{
    (void)state;
    ardor_evaluation_free(evaluation);
    ardor_model_free(model);
    ardor_dataset_free(strange);
    ardor_dataset_free(tall);
    ardor_dataset_free(wide);
    ardor_dataset_free(small);
    ardor_context_free(clean);
    const char *const made[] = {csv_path, split_path, model_path, target_path, packed_path, rest_path};
    for (int i = 0; i < FILES; i++) unlink(made[i]);
    return rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_json_reader_may_run_out_of_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
