/* The model file's reader. Nothing in the file is trusted: sizes are those of the arrays that are there, so a file
 * cannot ask for more memory than it fills; every number, index and name is checked; a member that is missing, of
 * the wrong type or unknown is an error that says where it is. */
#include <string.h>

#include "model/model_file.h"
#include "model/model_read.h"
#include "prepare/names.h"

static int require_unique(const ard_node *node, int64_t n, char *const *names)
{
    int64_t first = 0, second = 0;
    int rc = ard_names_repeated(node->context, n, names, &first, &second);
    if (rc != ARDOR_OK || second < 0) return rc;
    return ard_node_fail(node, "[%lld] and [%lld] have the same name '%.80s'", (long long)first, (long long)second, names[first]);
}

/* A list of unique, non-empty names, into `size` zeroed places. */
static int read_names(const ard_node *array, int64_t size, char **names)
{
    int rc = ARDOR_OK;
    for (int64_t i = 0; i < size; i++) {
        ard_node element = ard_node_element(array, i);
        TRY(ard_node_copy_text(&element, &names[i]));
        if (!names[i][0]) TRY(ard_node_fail(&element, "is an empty name"));
    }
    TRY(require_unique(array, size, names));
done:
    return rc;
}

static int read_header(ard_node *root, int64_t *version)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_node_object(root));
    TRY(ard_member_text(root, "format", &text));
    REQUIRE(root->context, strcmp(text, "ardor-model") == 0, ARDOR_DATA,
            "%s: this is no model file: its format is '%.40s', not "
            "'ardor-model'",
            root->file, text);
    TRY(ard_member_int(root, "version", 1, INT64_MAX, version));
    REQUIRE(root->context, *version <= ARD_MODEL_VERSION, ARDOR_DATA,
            "%s: the model file has version %lld; ardor %s reads up to "
            "version %d: a newer ardor is needed",
            root->file, (long long)*version, ardor_version(), ARD_MODEL_VERSION);
    TRY(ard_member_text(root, "ardor", &text));
done:
    return rc;
}

static unsigned basis_capability(ard_basis_kind kind)
{
    return kind == ARD_IDENTITY ? ARD_CAN_IDENTITY
           : kind == ARD_LINEAR ? ARD_CAN_LINEAR
           : kind == ARD_POLY   ? ARD_CAN_POLY
                                : ARD_CAN_RBF;
}

static int read_method(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    const char *method = NULL, *basis = NULL;
    TRY(ard_member_text(root, "method", &method));
    model->method = ard_method_find(method);
    REQUIRE(root->context, model->method, ARDOR_DATA, "%s: ardor %s has no method '%.40s'", root->file, ardor_version(), method);
    TRY(ard_member_text(root, "basis", &basis));
    REQUIRE(root->context,
            ard_basis_parse(root->context, basis, &model->solution.basis) == ARDOR_OK &&
                (model->method->can & basis_capability(model->solution.basis.kind)),
            ARDOR_DATA, "%s: method '%s' has no basis '%.40s'", root->file, model->method->name, basis);
done:
    return rc;
}

static int read_settings(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node settings, node;
    TRY(ard_member_object(root, "settings", &settings));
    for (int i = 0; i < model->method->n_settings; i++) {
        const ard_setting *setting = &model->method->settings[i];
        TRY(ard_member_setting(&settings, setting, version, &node));
        TRY(ard_read_setting(&node, setting, &model->solution.used[i]));
    }
    TRY(ard_node_done(&settings));
done:
    return rc;
}

static int read_classes(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node classes;
    int64_t n = 0;
    TRY(ard_member_array(root, "classes", &classes, &n));
    int64_t most = model->method->can & ARD_CAN_MANY_CLASSES ? INT32_MAX : 2;
    if (n < 2 || n > most)
        TRY(ard_node_fail(&classes, "must hold %s, but holds %lld", most == 2 ? "two classes" : "two classes or more",
                          (long long)n));
    NEW(root->context, model->class_name, n);
    model->n_classes = (int)n;
    TRY(read_names(&classes, n, model->class_name));
done:
    return rc;
}

/* Files of version 1 know no filters. */
static int read_filter(ard_node *prepare, int64_t version, ard_filter *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    if (version < 2) return ARDOR_OK;
    TRY(ard_member_text(prepare, "filter", &text));
    if (!ard_filter_find(text, out)) rc = ard_node_fail(prepare, "has an unknown filter '%.40s'", text);
done:
    return rc;
}

static int read_prepare(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node prepare, rows;
    const char *text = NULL;
    bool samples = false;
    TRY(ard_member_object(root, "prepare", &prepare));
    TRY(ard_member_text(&prepare, "standardise", &text));
    if (!ard_standardise_find(text, &model->prepare.standardise))
        TRY(ard_node_fail(&prepare, "has an unknown standardise '%.40s'", text));
    TRY(ard_member_text(&prepare, "impute", &text));
    if (!ard_impute_find(text, &model->prepare.impute)) TRY(ard_node_fail(&prepare, "has an unknown impute '%.40s'", text));
    TRY(ard_member_text(&prepare, "log", &text));
    if (!ard_log_find(text, &model->prepare)) TRY(ard_node_fail(&prepare, "has an unknown log '%.40s'", text));
    TRY(read_filter(&prepare, version, &model->prepare.filter));
    TRY(ard_node_member(&prepare, "row_features", &rows));
    samples = model->prepare.standardise == ARD_STANDARDISE_SAMPLES;
    if (samples != !ard_node_is_null(&rows))
        TRY(ard_node_fail(&rows, "must be %s where standardise is '%s'", samples ? "a list of names" : "null",
                          ard_standardise_name(model->prepare.standardise)));
    if (samples) {
        int64_t n = 0;
        TRY(ard_node_array(&rows, &n));
        NEW(root->context, model->row_feature, n);
        model->n_row_features = n;
        TRY(read_names(&rows, n, model->row_feature));
    }
    TRY(ard_node_done(&prepare));
done:
    return rc;
}

static int read_feature(ard_node *node, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node name;
    bool identity = model->solution.basis.kind == ARD_IDENTITY;
    TRY(ard_node_object(node));
    TRY(ard_node_member(node, "name", &name));
    TRY(ard_node_copy_text(&name, &model->feature[j]));
    if (!model->feature[j][0]) TRY(ard_node_fail(&name, "is empty"));
    TRY(ard_member_real(node, identity ? "weight" : "scale", &model->solution.scale[j]));
    const bool is_signed = identity || (model->method->can & ARD_SIGNED_SCALES);
    if (!is_signed && !(model->solution.scale[j] > 0))
        TRY(ard_node_fail(node, "has the scale %g; scales are above 0", model->solution.scale[j]));
    if (model->solution.frequency) TRY(ard_member_real(node, "frequency", &model->solution.frequency[j]));
    TRY(ard_member_real(node, "mean", &model->mean[j]));
    TRY(ard_member_real(node, "sd", &model->sd[j]));
    if (!(model->sd[j] > 0)) TRY(ard_node_fail(node, "has the sd %g; standard deviations are above 0", model->sd[j]));
    if (model->median) TRY(ard_member_real(node, "median", &model->median[j]));
    model->solution.feature[j] = j;
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_features(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node features;
    int64_t n = 0;
    TRY(ard_member_array(root, "features", &features, &n));
    NEW(root->context, model->feature, n);
    model->solution.n_features = n;
    NEW(root->context, model->solution.feature, n);
    NEW(root->context, model->solution.scale, n);
    if (model->method->can & ARD_HAS_FREQUENCIES) NEW(root->context, model->solution.frequency, n);
    NEW(root->context, model->mean, n);
    NEW(root->context, model->sd, n);
    if (model->prepare.impute == ARD_IMPUTE_MEDIAN) NEW(root->context, model->median, n);
    for (int64_t j = 0; j < n; j++) {
        ard_node node = ard_node_element(&features, j);
        TRY(read_feature(&node, j, model));
    }
    TRY(require_unique(&features, n, model->feature));
done:
    return rc;
}

static int read_other(ard_node *node, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node name;
    double *frequency = &model->solution.other_frequency[j];
    TRY(ard_node_object(node));
    TRY(ard_node_member(node, "name", &name));
    TRY(ard_node_copy_text(&name, &model->other[j]));
    TRY(ard_member_real(node, "frequency", frequency));
    if (!model->other[j][0] || !(*frequency > 0 && *frequency <= 1))
        rc = ard_node_fail(node, "has the name '%.80s' and the frequency %g, which is above 0, at most 1", model->other[j],
                           *frequency);
    else
        TRY(ard_node_done(node));
done:
    return rc;
}

/* Files of version 1 have none. */
static int read_others(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node others;
    int64_t n = 0;
    if (version < 2 || !(model->method->can & ARD_HAS_FREQUENCIES)) return ARDOR_OK;
    TRY(ard_member_array(root, "others", &others, &n));
    NEW(root->context, model->other, n);
    model->solution.n_others = n;
    NEW(root->context, model->solution.other_frequency, n);
    for (int64_t j = 0; j < n; j++) {
        ard_node node = ard_node_element(&others, j);
        TRY(read_other(&node, j, model));
    }
    TRY(require_unique(&others, n, model->other));
done:
    return rc;
}

/* Before anything is allocated for the vectors: the file holds all their values. */
static int check_vector_size(ard_node *node, const ard_solution *solution)
{
    int rc = ARDOR_OK;
    ard_node x;
    int64_t size = 0;
    TRY(ard_node_object(node));
    TRY(ard_member_array(node, "x", &x, &size));
    if (size != solution->n_features)
        rc = ard_node_fail(&x, "has %lld values; the model has %lld features", (long long)size, (long long)solution->n_features);
done:
    return rc;
}

static int read_vector(ard_node *node, int64_t i, ard_solution *solution)
{
    int rc = ARDOR_OK;
    ard_node x;
    int64_t size = 0, row = 0;
    TRY(ard_member_int(node, "row", i == 0 ? 1 : solution->vector[i - 1] + 2, INT64_MAX, &row));
    solution->vector[i] = row - 1;
    TRY(ard_member_real(node, "weight", &solution->weight[i]));
    TRY(ard_member_array(node, "x", &x, &size));
    for (int64_t j = 0; j < size; j++) {
        ard_node element = ard_node_element(&x, j);
        TRY(ard_node_real(&element, &solution->vector_x[i + j * solution->n_vectors]));
    }
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_vectors(ard_node *root, ard_solution *solution)
{
    int rc = ARDOR_OK;
    ard_node vectors;
    int64_t n = 0, cells = 0;
    TRY(ard_member_array(root, "vectors", &vectors, &n));
    if (n > 0 && solution->basis.kind == ARD_IDENTITY)
        TRY(ard_node_fail(&vectors, "must be empty: the basis 'identity' has no vectors"));
    if (n > 0 && solution->n_features == 0) TRY(ard_node_fail(&vectors, "must be empty: the model has no features"));
    for (int64_t i = 0; i < n; i++) {
        ard_node node = ard_node_element(&vectors, i);
        TRY(check_vector_size(&node, solution));
    }
    REQUIRE(root->context, ard_mul_ok(n, solution->n_features, &cells), ARDOR_DATA, "%s: too many vectors", root->file);
    NEW(root->context, solution->vector, n);
    solution->n_vectors = n;
    NEW(root->context, solution->weight, n);
    NEW(root->context, solution->vector_x, cells);
    for (int64_t i = 0; i < n; i++) {
        ard_node node = ard_node_element(&vectors, i);
        TRY(read_vector(&node, i, solution));
    }
done:
    return rc;
}

/* Lower triangle of the covariance of the bias and the weights. Its size is known from what was read before. */
static int read_covariance(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_solution *s = &model->solution;
    const int64_t m = 1 + (s->basis.kind == ARD_IDENTITY ? s->n_features : s->n_vectors);
    ard_node rows;
    int64_t n = 0, size = 0, cells = 0;
    if (!(model->method->can & ARD_HAS_COVARIANCE)) return ARDOR_OK;
    TRY(ard_member_array(root, "covariance", &rows, &n));
    if (n != m) TRY(ard_node_fail(&rows, "has %lld rows; the bias and the weights are %lld", (long long)n, (long long)m));
    for (int64_t i = 0; i < m; i++) {
        ard_node row = ard_node_element(&rows, i);
        TRY(ard_node_array(&row, &size));
        if (size != i + 1)
            TRY(ard_node_fail(&row, "has %lld values; row %lld of a triangle has %lld", (long long)size, (long long)i + 1,
                              (long long)i + 1));
    }
    REQUIRE(root->context, ard_mul_ok(m, m, &cells), ARDOR_DATA, "%s: the covariance is too large", root->file);
    NEW(root->context, s->covariance, cells);
    s->n_covariance = m;
    for (int64_t i = 0; i < m; i++) {
        ard_node row = ard_node_element(&rows, i);
        for (int64_t j = 0; j <= i; j++) {
            ard_node cell = ard_node_element(&row, j);
            TRY(ard_node_real(&cell, &s->covariance[i + j * m]));
            s->covariance[j + i * m] = s->covariance[i + j * m];
        }
        if (!(s->covariance[i + i * m] >= 0))
            TRY(ard_node_fail(&row, "ends in the variance %g; variances are not below 0", s->covariance[i + i * m]));
    }
done:
    return rc;
}

static int read_extras(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node extras, node;
    if (!model->method->extra) return ARDOR_OK;
    TRY(ard_member_object(root, "extras", &extras));
    for (int i = 0; model->method->extra[i]; i++) {
        TRY(ard_node_member(&extras, model->method->extra[i], &node));
        TRY(ard_node_real_or_null(&node, &model->solution.extra[i]));
    }
    TRY(ard_node_done(&extras));
done:
    return rc;
}

static int read_solution(ard_node *root, ard_solution *solution)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_member_object(root, "solution", &node));
    TRY(ard_read_fields(ard_solution_fields, &node, solution));
    TRY(ard_node_done(&node));
done:
    return rc;
}

/* What ties the parts of the file together. */
static int check_model(const ard_node *root, const ardor_model *model)
{
    int rc = ARDOR_OK;
    const ard_solution *solution = &model->solution;
    const ard_filter filter = model->prepare.filter;
    ard_name_index *index = NULL;
    REQUIRE(root->context, !solution->null_model || (solution->n_features == 0 && solution->n_vectors == 0), ARDOR_DATA,
            "%s: the model is marked as a null model but has features or vectors", root->file);
    REQUIRE(root->context, solution->n_features <= model->report.p, ARDOR_DATA,
            "%s: the model has %lld features, of data with "
            "%lld columns",
            root->file, (long long)solution->n_features, (long long)model->report.p);
    REQUIRE(root->context, filter.kind == ARD_FILTER_NONE || solution->n_features <= filter.k, ARDOR_DATA,
            "%s: the model has %lld features; its filter keeps %lld", root->file, (long long)solution->n_features,
            (long long)filter.k);
    REQUIRE(root->context, solution->n_vectors == 0 || solution->vector[solution->n_vectors - 1] < model->report.n, ARDOR_DATA,
            "%s: a vector is row %lld, of data with %lld rows", root->file,
            (long long)solution->vector[solution->n_vectors - 1] + 1, (long long)model->report.n);
    if (model->row_feature) {
        TRY(ard_name_index_new(root->context, model->n_row_features, model->row_feature, &index));
        for (int64_t j = 0; j < solution->n_features; j++)
            REQUIRE(root->context, ard_name_index_find(index, model->feature[j]) >= 0, ARDOR_DATA,
                    "%s: the feature '%.80s' is not among prepare.row_features", root->file, model->feature[j]);
    }
done:
    ard_name_index_free(index);
    return rc;
}

int ard_model_parse(ardor_context *context, const char *text, size_t bytes, const char *name, ardor_model **out)
{
    int rc = ARDOR_OK;
    json_t *json = NULL;
    ardor_model *model = NULL;
    ard_node root;
    int64_t version = 0;
    *out = NULL;
    TRY(ard_json_parse(context, text, bytes, name, &json));
    root = ard_node_root(context, name, json);
    NEW(context, model, 1);
    model->context = context;
    TRY(read_header(&root, &version));
    TRY(read_method(&root, model));
    TRY(read_settings(&root, version, model));
    TRY(read_classes(&root, model));
    TRY(read_prepare(&root, version, model));
    TRY(read_solution(&root, &model->solution));
    TRY(read_features(&root, model));
    TRY(read_others(&root, version, model));
    TRY(read_vectors(&root, &model->solution));
    TRY(read_covariance(&root, model));
    TRY(ard_read_posteriors(&root, model));
    TRY(read_extras(&root, model));
    TRY(ard_read_report(&root, version, model));
    TRY(ard_node_done(&root));
    TRY(check_model(&root, model));
    *out = model;
    model = NULL;
done:
    ardor_model_free(model);
    json_decref(json);
    return rc;
}
