/* The model file's reader: documents from version 3 on, and what holds for all of them. */
#include <math.h>
#include <string.h>

#include "json/json_remarks.h"
#include "model/model_read.h"

static const double SHARES_ROUNDING = 1e-9; /* of the sum of shares that were written and read */

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
    TRY(ard_member_int(root, "version", ARD_MODEL_OLDEST, INT64_MAX, version));
    REQUIRE(root->context, *version <= ARD_MODEL_VERSION, ARDOR_DATA,
            "%s: the model file has version %lld; ardor %s reads up to "
            "version %d: a newer ardor is needed",
            root->file, (long long)*version, ardor_version(), ARD_MODEL_VERSION);
    TRY(ard_member_text(root, "ardor", &text));
done:
    return rc;
}

/* ------------------------------------------------------------------ from version 3 on */

static int read_data_hash(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    const char *text = NULL;
    TRY(ard_node_member(root, "data_hash", &node));
    if (ard_node_is_null(&node)) goto done;
    TRY(ard_node_text(&node, &text));
    if (strlen(text) != ARD_HASH_BYTES - 1 || strspn(text, "0123456789abcdef") != ARD_HASH_BYTES - 1)
        TRY(ard_node_fail(&node, "must be 16 hexadecimal digits, but is '%.40s'", text));
    memcpy(model->data_hash, text, ARD_HASH_BYTES);
done:
    return rc;
}

static int read_inputs(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node target;
    if (version > ARD_MODEL_OLD_INPUTS) return ard_inputs_read(root, version > ARD_MODEL_OLD_LEVELS, &model->inputs);
    model->inputs = (ard_inputs){.header = -1, .rows_read = -1, .columns_read = -1};
    TRY(ard_node_member(root, "target", &target));
    TRY(ard_node_copy_text_or_null(&target, &model->inputs.target));
done:
    return rc;
}

static int read_categories(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    TRY(ard_categories_read(root, "categories", &model->categories));
    if (model->categories.n > 0 && model->inputs.onehot == ARD_ONEHOT_NONE)
        rc = ard_node_fail(root, "has categories, but onehot is null");
done:
    return rc;
}

static int read_origin(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    TRY(read_data_hash(root, model));
    TRY(read_inputs(root, version, model));
    if (version > ARD_MODEL_OLD_LEVELS) TRY(read_categories(root, model));
    TRY(ard_read_name(root, "method", &model->method_name));
    model->method = ard_method_find(model->method_name);
done:
    return rc;
}

/* By decreasing frequency. */
static int read_counted(ard_node *report, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_member_array(report, "counted", &list, &n));
    if (n > 0 && model->method && !ard_model_counts(model))
        TRY(ard_node_fail(&list, "must be empty: the method '%s' does not resample", model->method_name));
    NEW(report->context, model->counted, n);
    model->fit.n_counted = n;
    NEW(report->context, model->fit.frequency, n);
    for (int64_t j = 0; j < n; j++) {
        ard_node node = ard_node_element(&list, j);
        TRY(ard_node_object(&node));
        TRY(ard_read_name(&node, "name", &model->counted[j]));
        TRY(ard_read_frequency(&node, &model->fit.frequency[j]));
        if (j > 0 && model->fit.frequency[j] > model->fit.frequency[j - 1])
            TRY(ard_node_fail(&node, "has a larger frequency than the one before"));
        TRY(ard_node_done(&node));
    }
    TRY(ard_read_unique(&list, n, model->counted));
done:
    return rc;
}

/* Null, or what cut the tuning short. */
static int read_stopped(ard_node *report, ard_stop *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    const char *text = NULL;
    *out = ARD_STOP_NONE;
    TRY(ard_node_member(report, "stopped", &node));
    if (ard_node_is_null(&node)) return ARDOR_OK;
    TRY(ard_node_text(&node, &text));
    if (!ard_stop_parse(text, out) || (*out != ARD_STOP_TIME && *out != ARD_STOP_CANCELLED))
        rc = ard_node_fail(&node, "must be null, time or cancelled, not '%.40s'", text);
done:
    return rc;
}

static int read_given(ard_node *object, ard_fit_report *report)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_member_array(object, "given", &list, &n));
    NEW(object->context, report->given, n);
    report->n_given = n;
    TRY(ard_read_names(&list, n, report->given));
done:
    return rc;
}

static int read_report(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node report;
    TRY(ard_member_object(root, "report", &report));
    TRY(ard_read_fields(ard_report_fields, &report, &model->report));
    TRY(ard_read_basis(&report, model, &model->report.basis));
    TRY(ard_read_fit(&report, version, model, NULL));
    if (version > ARD_MODEL_OLD_CLASSES) TRY(ard_read_parts(&report, model));
    TRY(read_counted(&report, model));
    if (version > ARD_MODEL_OLD_PREPARE) TRY(read_stopped(&report, &model->report.stopped));
    if (version > ARD_MODEL_OLD_INPUTS) TRY(ard_member_remarks(&report, "warnings", &model->report.warnings));
    if (version > ARD_MODEL_OLD_INPUTS) TRY(read_given(&report, &model->report));
    TRY(ard_read_tuning(&report, version, model));
    TRY(ard_read_trace(&report, ARD_MODEL_VERSION, ARD_CERTIFICATE_NONE, model, NULL));
    TRY(ard_node_done(&report));
done:
    return rc;
}

/* The machine, which reads every feature that the document has. */
static int read_machine(ard_node *root, int64_t n_features, ardor_model *model)
{
    int rc = ARDOR_OK;
    const ard_machine_frame frame = {ard_machine_kinds, model->n_classes, n_features, model->report.n};
    ard_node node;
    TRY(ard_node_member(root, "machine", &node));
    TRY(ard_machine_read(&frame, &node, &model->fit.machine));
    if (model->fit.machine.n_features != n_features)
        TRY(ard_node_fail(&node, "reads %lld features of %lld; all of them are the machine's",
                          (long long)model->fit.machine.n_features, (long long)n_features));
    TRY(ard_check_machine(&node, model));
done:
    return rc;
}

/* Columns are known of all features or of none, which the first one says. */
static int read_column(ard_node *feature, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_node_member(feature, "column", &node));
    if (model->column_name && !ard_node_is_null(&node))
        TRY(ard_node_fail(&node, "must be null: the feature is a combination of columns"));
    if (j == 0 && !ard_node_is_null(&node)) NEW(feature->context, model->column, model->fit.machine.n_features);
    if (model->column) {
        const int64_t least = j == 0 ? 1 : model->column[j - 1] + 2;
        TRY(ard_node_int(&node, least, model->report.p, &model->column[j]));
        model->column[j]--;
    } else if (!ard_node_is_null(&node)) {
        rc = ard_node_fail(&node, "must be null, as those before it");
    }
done:
    return rc;
}

/* It is the machine's, which has it from its numbers. */
static int check_importance(ard_node *feature, double expected)
{
    int rc = ARDOR_OK;
    double importance = 0;
    TRY(ard_member_real_or_null(feature, "importance", &importance));
    if (importance != expected && !(isnan(importance) && isnan(expected)))
        rc = ard_node_fail(feature, "has the importance %g, but in the machine it is %g", importance, expected);
done:
    return rc;
}

/* A list of them is there where one is. */
static int read_forced(ard_node *feature, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    bool forced = false;
    TRY(ard_node_member(feature, "forced", &node));
    TRY(ard_node_bool(&node, &forced));
    if (!forced) goto done;
    if (!model->prepare->forced) NEW(feature->context, model->prepare->forced, model->fit.machine.n_features);
    model->prepare->forced[j] = true;
done:
    return rc;
}

/* Means are known of all features or of none, which the first one says. */
static int read_mean(ard_node *feature, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_node_member(feature, "mean", &node));
    if (j == 0 && !ard_node_is_null(&node)) NEW(feature->context, model->report.mean, model->fit.machine.n_features);
    if (model->report.mean)
        TRY(ard_node_real(&node, &model->report.mean[j]));
    else if (!ard_node_is_null(&node))
        rc = ard_node_fail(&node, "must be null, as those before it");
done:
    return rc;
}

/* What a file of before their time does not say, its preparation may. */
static int fill_means(ardor_context *context, ardor_model *model)
{
    int rc = ARDOR_OK;
    const int64_t n = model->fit.machine.n_features;
    if (!model->report.mean && n > 0 && ard_prepare_centres(model->prepare)) NEW(context, model->report.mean, n);
done:
    return rc;
}

static int read_features(ard_node *features, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    const int64_t n = model->fit.machine.n_features;
    NEW(features->context, model->feature, n);
    for (int64_t j = 0; j < n; j++) {
        ard_node node = ard_node_element(features, j);
        TRY(ard_node_object(&node));
        TRY(ard_read_name(&node, "name", &model->feature[j]));
        TRY(read_column(&node, j, model));
        if (version <= ARD_MODEL_OLD_PREPARE) TRY(ard_read_scaling(&node, j, model));
        TRY(check_importance(&node, model->fit.machine.importance[j]));
        if (version > ARD_MODEL_OLD_MEANS) TRY(read_mean(&node, j, model));
        if (version > ARD_MODEL_OLD_CLASSES) TRY(read_forced(&node, j, model));
        TRY(ard_node_done(&node));
    }
    TRY(ard_read_unique(features, n, model->feature));
done:
    return rc;
}

/* Null, or what the fit was trained at. */
static int read_shares(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node list;
    double sum = 0;
    TRY(ard_node_member(root, "shares", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array_of(&list, model->n_classes, "classes"));
    NEW(root->context, model->report.share, model->n_classes);
    TRY(ard_node_reals(&list, model->n_classes, model->report.share, 1));
    for (int c = 0; c < model->n_classes; c++) {
        if (!(model->report.share[c] > 0)) TRY(ard_node_fail(&list, "has a share that is not above 0"));
        sum += model->report.share[c];
    }
    if (!(fabs(sum - 1) <= SHARES_ROUNDING)) TRY(ard_node_fail(&list, "has the sum %.17g; shares add up to 1", sum));
done:
    return rc;
}

/* Labels that are the first of two classes, and none of their names. */
static int read_rest(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    TRY(ard_rest_read(root, "rest", &model->inputs));
    if (model->inputs.n_rest > 0 && model->n_classes != 2)
        TRY(ard_node_fail(root, "has a rest of labels, but %d classes", model->n_classes));
    for (int i = 0; i < model->inputs.n_rest; i++)
        for (int c = 0; c < model->n_classes; c++)
            if (strcmp(model->inputs.rest[i], model->class_name[c]) == 0)
                TRY(ard_node_fail(root, "has the class '%.80s' among its rest", model->class_name[c]));
done:
    return rc;
}

static int read_document(ard_node *root, const ard_step_kind *const *kinds, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node features;
    int64_t n = 0;
    TRY(read_origin(root, version, model));
    TRY(ard_read_classes(root, version, model));
    if (version > ARD_MODEL_OLD_CLASSES) TRY(read_rest(root, model));
    if (version > ARD_MODEL_OLD_CLASSES) TRY(read_shares(root, model));
    TRY(ard_member_array(root, "features", &features, &n));
    TRY(ard_read_prepare(root, kinds, version, n, model));
    TRY(read_report(root, version, model));
    TRY(read_machine(root, n, model));
    TRY(read_features(&features, version, model));
done:
    return rc;
}

/* ------------------------------------------------------------------ all versions */

/* A step may say how many features it leaves at most; forced ones do not count. */
static int check_most(const ard_node *root, const ardor_model *model)
{
    const int64_t n = ard_model_n_selected(model);
    for (int s = 0; s < model->prepare->n_steps; s++) {
        const ard_step *step = &model->prepare->step[s];
        const int64_t left = model->column_name && step->kind->choose ? model->n_columns : n;
        const int64_t most = step->kind->most ? step->kind->most(&step->argument) : left;
        if (left > most)
            return ard_fail(root->context, ARDOR_DATA, "%s: the model has %lld %s; its %s keeps %lld", root->file,
                            (long long)left, left == n ? "features" : "columns", step->kind->name, (long long)most);
    }
    return ARDOR_OK;
}

/* What the empty model says of a model that is one. */
static int check_empty(const ard_node *root, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    const bool chosen = report->candidate && report->n_candidates > 0; /* of a method that is known */
    if (model->fit.null_model || !chosen || !report->candidate[report->chosen].empty) return ARDOR_OK;
    return ard_fail(root->context, ARDOR_DATA, "%s: the chosen candidate is the empty model but the model has features",
                    root->file);
}

/* Where several sizes of a filter were tried, the model is prepared with the one that was chosen. */
static int check_filter(const ard_node *root, const ardor_model *model)
{
    const ard_fit_report *report = &model->report;
    const int64_t size = report->candidate && report->n_candidates > 0 ? report->candidate[report->chosen].filter : 0;
    bool found = size == 0;
    for (int s = 0; s < model->prepare->n_steps; s++) {
        const ard_step *step = &model->prepare->step[s];
        found |= step->kind->most && step->kind->most(&step->argument) == size;
    }
    return found ? ARDOR_OK
                 : ard_fail(root->context, ARDOR_DATA, "%s: the chosen candidate has a filter of size %lld, and no step has it",
                            root->file, (long long)size);
}

/* The names of all columns of the data, if they are there, against those of the model, which come in the same order. */
static int check_rows(const ard_node *root, int64_t version, const ardor_model *model)
{
    int rc = ARDOR_OK;
    char *const *names = NULL;
    const int64_t n_columns = ard_model_columns(model, &names), p = model->report.p;
    const char *list = version <= ARD_MODEL_OLD_PREPARE ? "prepare.row_features" : "row_features";
    ard_name_index *index = NULL;
    if (!model->row_feature) return ARDOR_OK;
    REQUIRE(root->context, model->n_row_features == p, ARDOR_DATA, "%s: %s has %lld names, of data with %lld columns", root->file,
            list, (long long)model->n_row_features, (long long)p);
    TRY(ard_name_index_new(root->context, p, model->row_feature, &index));
    for (int64_t j = 0, before = -1; j < n_columns; j++) {
        const int64_t found = ard_name_index_find(index, names[j]);
        REQUIRE(root->context, found >= 0, ARDOR_DATA, "%s: the feature '%.80s' is not among %s", root->file, names[j], list);
        REQUIRE(root->context, !model->column || found == model->column[j], ARDOR_DATA,
                "%s: the feature '%.80s' is column %lld of the data, but not of %s", root->file, names[j],
                (long long)model->column[j] + 1, list);
        REQUIRE(root->context, found > before, ARDOR_DATA, "%s: %s does not have its columns in the order of %s", root->file,
                model->column_name ? "'combined'" : "'features'", list);
        before = found;
    }
done:
    ard_name_index_free(index);
    return rc;
}

/* What ties the parts of the file together. */
static int check_model(const ard_node *root, int64_t version, const ardor_model *model)
{
    int rc = ARDOR_OK;
    const ard_machine *machine = &model->fit.machine;
    char *const *names = NULL;
    const int64_t n_columns = ard_model_columns(model, &names);
    REQUIRE(root->context, !model->fit.null_model || (machine->n_features == 0 && machine->n_vectors == 0), ARDOR_DATA,
            "%s: the model is marked as a null model but has features or vectors", root->file);
    REQUIRE(root->context, n_columns <= model->report.p, ARDOR_DATA,
            "%s: the model has %lld features, of data with "
            "%lld columns",
            root->file, (long long)n_columns, (long long)model->report.p);
    TRY(check_empty(root, model));
    TRY(check_most(root, model));
    TRY(check_filter(root, model));
    TRY(check_rows(root, version, model));
done:
    return rc;
}

int ard_model_parse(ardor_context *context, const ard_step_kind *const *kinds, const char *text, size_t bytes, const char *name,
                    ardor_model **out)
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
    model->fit = ard_fit_empty();
    TRY(read_header(&root, &version));
    TRY(version <= ARD_MODEL_OLD ? ard_read_old(&root, version, model) : read_document(&root, kinds, version, model));
    TRY(ard_node_done(&root));
    if (version <= ARD_MODEL_OLD_MEANS) TRY(fill_means(context, model));
    TRY(check_model(&root, version, model));
    *out = model;
    model = NULL;
done:
    ardor_model_free(model);
    json_decref(json);
    return rc;
}
