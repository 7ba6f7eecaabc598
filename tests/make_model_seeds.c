/* Writes the seed corpus of fuzz/fuzz_model.c into the directory named: a model of each kind, and damaged ones. Run it again when
 * the settings of a method change. The seeds of older versions of the file (*-v2-* to *-v12-*) stay as they are. */
#include "machine/stumps.h"
#include "model_fixture.h"

static void write_seed(ardor_context *context, const char *directory, const char *name, const char *text, size_t bytes)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.json", directory, name);
    if (ardor_write_file(context, path, text, bytes) != ARDOR_OK) {
        fprintf(stderr, "%s\n", ardor_context_message(context));
        exit(1);
    }
}

static void write_damaged(ardor_context *context, const char *directory, const char *name, const char *text, const char *from,
                          const char *to)
{
    char *damaged = replace(text, from, to);
    write_seed(context, directory, name, damaged, strlen(damaged));
    free(damaged);
}

static void write_model(ardor_context *context, const char *directory, const char *name, const char *method, const char *basis,
                        const ard_prepare_options *options, bool null_model)
{
    ardor_model *model = make_model(context, method, basis, options, null_model, true);
    if (strcmp(basis, "rbf") == 0) add_trace(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, name, text, strlen(text));
    free(text);
    ardor_model_free(model);
}

/* Of components, one of which has no loadings. */
static void write_components(ardor_context *context, const char *directory, const ard_prepare_options *components)
{
    ardor_model *model = make_model(context, "spr", "identity", components, false, true);
    char *text = text_of(context, model);
    write_damaged(context, directory, "damaged-loadings", text, "[0.0, 0.96, -0.28, 0.0]", "[0.0, 0.96]");
    free(text);
    ardor_model_free(model);
}

/* A model of a table with columns of levels. */
static void write_levels(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "spr", "identity", NULL, false, true);
    add_levels(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-levels", text, strlen(text));
    write_damaged(context, directory, "damaged-levels", text, "\"Rome\"", "\"Oslo\"");
    free(text);
    ardor_model_free(model);
}

/* A model whose tuning tried several sizes of its filter. */
static void write_sizes(ardor_context *context, const char *directory, const ard_prepare_options *options)
{
    ardor_model *model = make_model(context, "spr", "identity", options, false, true);
    for (int64_t i = 0; i < 3; i++) model->report.candidate[i].filter = i == 0 ? 2 : 3;
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-sizes", text, strlen(text));
    write_damaged(context, directory, "damaged-sizes", text, "\"argument\": \"fdr:3\"", "\"argument\": \"fdr:2,3\"");
    write_damaged(context, directory, "damaged-size", text, "{\"filter\": 2", "{\"filter\": null");
    free(text);
    ardor_model_free(model);
}

/* A model that is the best of several starts. */
static void write_optima(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, false);
    add_optima(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-optima", text, strlen(text));
    write_damaged(context, directory, "damaged-optima", text, "\"optimum\": true", "\"optimum\": false");
    free(text);
    ardor_model_free(model);
}

/* A model of three classes. */
static void write_pairs(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, true);
    add_pairs(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-pairs", text, strlen(text));
    write_damaged(context, directory, "damaged-pairs", text, "\"classes\": [0, 2]", "\"classes\": [1, 2]");
    write_damaged(context, directory, "damaged-parts", text, "\"multiclass\": \"pairs\"", "\"multiclass\": \"rest\"");
    free(text);
    ardor_model_free(model);
}

/* Models of three classes with an output for each, and one whose features are forced in. */
static void write_outputs(ardor_context *context, const char *directory)
{
    static const char *const outputs_damage[][3] = {
        {"damaged-outputs", "\"link\": \"softmax\"", "\"link\": \"logit\""},
        {"damaged-bias", "\"bias\": [0.30000000000000004, ", "\"bias\": ["},
        {"damaged-terms", "[0.3333333333333333, 0.3333333333333333]", "[0.3333333333333333]"},
        {"damaged-multiclass", "\"multiclass\": \"native\"", "\"multiclass\": \"rest\""},
        {"damaged-forced", "\"forced\": false", "\"forced\": 0"},
    };
    ardor_model *kernel = make_model(context, "smlr", "rbf", NULL, false, false),
                *model = make_model(context, "smlr", "identity", NULL, false, false);
    add_outputs(context, kernel);
    add_outputs(context, model);
    char *text = text_of(context, kernel);
    write_seed(context, directory, "valid-outputs-rbf", text, strlen(text));
    free(text);
    text = text_of(context, model);
    write_seed(context, directory, "valid-outputs", text, strlen(text));
    write_damaged(context, directory, "valid-outputs-forced", text, "\"forced\": false", "\"forced\": true");
    for (size_t i = 0; i < sizeof outputs_damage / sizeof *outputs_damage; i++)
        write_damaged(context, directory, outputs_damage[i][0], text, outputs_damage[i][1], outputs_damage[i][2]);
    free(text);
    ardor_model_free(model);
    ardor_model_free(kernel);
}

/* A model that keeps training rows. */
static void write_rows(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "knn", "identity", NULL, false, true);
    add_rows(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-rows", text, strlen(text));
    write_damaged(context, directory, "damaged-class", text, "\"class\": 1", "\"class\": 2");
    free(text);
    ardor_model_free(model);
}

/* A model of one class against the rest. */
static void write_rest(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "spr", "identity", NULL, false, true);
    add_rest(context, model);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-rest", text, strlen(text));
    write_damaged(context, directory, "damaged-rest", text, "\"maybe\"", "\"yes\"");
    write_damaged(context, directory, "damaged-shares", text, "[0.25, 0.75]", "[0.25, 0.5]");
    free(text);
    ardor_model_free(model);
}

/* A model of decision stumps. */
static void write_stumps(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "adaboost", "identity", NULL, false, true);
    ard_stump vote[] = {{0, 0.1, 1.0 / 3}, {0, -0.7, -0.2}, {1, 1e-17, 0.30000000000000004}};
    ard_machine_free(context, &model->fit.machine);
    assert_int_equal(ard_stumps_machine(context, -0.1, 3, vote, &model->fit.machine), ARDOR_OK);
    char *text = text_of(context, model);
    write_seed(context, directory, "valid-stumps", text, strlen(text));
    write_damaged(context, directory, "damaged-stumps", text, "\"thresholds\": [-0.7, 0.1]", "\"thresholds\": [0.1, 0.1]");
    free(text);
    ardor_model_free(model);
}

/* A model of a method that no library has. */
static void write_unknown(ardor_context *context, const char *directory)
{
    ardor_model *model = make_model(context, "jcfo", "rbf", NULL, false, true);
    add_trace(context, model);
    char *text = text_of(context, model);
    write_damaged(context, directory, "valid-forced", text, "\"forced\": false", "\"forced\": true");
    write_damaged(context, directory, "valid-unknown", text, "\"method\": \"jcfo\"", "\"method\": \"tomorrow\"");
    free(text);
    ardor_model_free(model);
}

static void write_damages(ardor_context *context, const char *directory, const char *method, const char *basis, size_t n,
                          const char *const list[][3])
{
    ardor_model *model = make_model(context, method, basis, NULL, false, false);
    add_trace(context, model);
    char *text = text_of(context, model);
    for (size_t i = 0; i < n; i++) write_damaged(context, directory, list[i][0], text, list[i][1], list[i][2]);
    if (strcmp(method, "jcfo") == 0) write_seed(context, directory, "damaged-end", text, strlen(text) * 2 / 3);
    free(text);
    ardor_model_free(model);
}

static const char *const kernel_damage[][3] = {
    {"damaged-version", "\"version\": 13", "\"version\": 14"},
    {"damaged-step", "\"step\": \"constant\"", "\"step\": \"consistent\""},
    {"damaged-argument", "\"argument\": \"train\"", "\"argument\": \"samples\""},
    {"damaged-order", "\"step\": \"constant\"", "\"step\": \"filter\", \"argument\": \"fdr:3\""},
    {"damaged-sd", "2.0]", "0.0]"},
    {"damaged-hash", "\"data_hash\": \"", "\"data_hash\": \"x"},
    {"damaged-kind", "\"kind\": \"function\"", "\"kind\": \"fiction\""},
    {"damaged-link", "\"probit\"", "\"prohibit\""},
    {"damaged-softmax", "\"probit\"", "\"softmax\""},
    {"damaged-basis", "\"basis\": \"rbf\"", "\"basis\": \"linear\""},
    {"damaged-row", "\"row\": 6", "\"row\": 9"},
    {"damaged-column", "\"column\": 4", "\"column\": 1"},
    {"damaged-mean", "\"mean\": 0.0", "\"mean\": null"},
    {"damaged-importance", "\"importance\": 0.7", "\"importance\": -0.7"},
    {"damaged-type", "\"iterations\": 42", "\"iterations\": []"},
    {"damaged-certificate", "\"kkt_weights\": 1e-07", "\"kkt_weights\": 1e-06"},
};
static const char *const mixture_damage[][3] = {{"damaged-share", "\"share\": 0.3333333333333333", "\"share\": 0.5"}};
static const char *const counted_damage[][3] = {
    {"damaged-frequency", "\"frequency\": 0.3333333333333333", "\"frequency\": 3.3333333333333333"}};

#define WRITE_DAMAGES(method, basis, list) write_damages(context, directory, method, basis, sizeof(list) / sizeof *(list), list)

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
        return 2;
    }
    const char *directory = argv[1];
    const ard_prepare_options median = prepare_options("impute=median log=0.1");
    const ard_prepare_options samples = prepare_options("standardise=samples filter=fdr:3");
    const ard_prepare_options components = prepare_options("filter=ttest:4 pca=4");
    const ard_prepare_options neighbours = prepare_options("impute=knn:2");
    const ard_prepare_options filter = prepare_options("filter=fdr:3");
    ardor_context *context = make_context();
    write_model(context, directory, "valid-rbf", "jcfo", "rbf", NULL, false);
    write_model(context, directory, "valid-linear", "jcfo", "linear", &median, false);
    write_model(context, directory, "valid-poly", "jcfo", "poly:3", &samples, false);
    write_model(context, directory, "valid-identity", "spr", "identity", NULL, false);
    write_model(context, directory, "valid-posterior", "bpm", "identity", NULL, false);
    write_model(context, directory, "valid-mixture", "ard-ep", "rbf", NULL, false);
    write_model(context, directory, "valid-frequency", "projection", "identity", NULL, false);
    write_model(context, directory, "valid-null", "jcfo", "rbf", NULL, true);
    write_model(context, directory, "valid-covariance", "pfcvm-lp", "rbf", NULL, false);
    write_model(context, directory, "valid-covariance-identity", "rvm", "identity", NULL, false);
    write_model(context, directory, "valid-neighbours", "jcfo", "linear", &neighbours, false);
    write_model(context, directory, "valid-pca", "spr", "identity", &components, false);
    write_components(context, directory, &components);
    write_levels(context, directory);
    write_sizes(context, directory, &filter);
    write_optima(context, directory);
    write_pairs(context, directory);
    write_outputs(context, directory);
    write_rest(context, directory);
    write_rows(context, directory);
    write_stumps(context, directory);
    write_unknown(context, directory);
    WRITE_DAMAGES("jcfo", "rbf", kernel_damage);
    WRITE_DAMAGES("ard-ep", "rbf", mixture_damage);
    WRITE_DAMAGES("projection", "identity", counted_damage);
    ardor_context_free(context);
    return 0;
}
