/* What the model files of all versions have. */
#include <string.h>

#include "model/model_read.h"
#include "prepare/names.h"

int ard_read_unique(const ard_node *node, int64_t n, char *const *names)
{
    int64_t first = 0, second = 0;
    int rc = ard_names_repeated(node->context, n, names, &first, &second);
    if (rc != ARDOR_OK || second < 0) return rc;
    return ard_node_fail(node, "[%lld] and [%lld] have the same name '%.80s'", (long long)first, (long long)second, names[first]);
}

int ard_read_name(ard_node *object, const char *key, char **out)
{
    int rc = ARDOR_OK;
    ard_node name;
    TRY(ard_node_member(object, key, &name));
    TRY(ard_node_copy_text(&name, out));
    if (!(*out)[0]) rc = ard_node_fail(&name, "is empty");
done:
    return rc;
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
    TRY(ard_read_unique(array, size, names));
done:
    return rc;
}

int ard_read_classes(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node classes;
    int64_t n = 0;
    TRY(ard_member_array(root, "classes", &classes, &n));
    const bool many = !model->method || (model->method->can & ARD_CAN_MANY_CLASSES);
    if (n < 2 || n > (many ? INT32_MAX : 2))
        TRY(ard_node_fail(&classes, "must hold %s, but holds %lld", many ? "two classes or more" : "two classes", (long long)n));
    NEW(root->context, model->class_name, n);
    model->n_classes = (int)n;
    TRY(read_names(&classes, n, model->class_name));
done:
    return rc;
}

static int read_filter(ard_node *prepare, ard_filter *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_member_text(prepare, "filter", &text));
    if (!ard_filter_find(text, out)) rc = ard_node_fail(prepare, "has an unknown filter '%.40s'", text);
done:
    return rc;
}

static int read_row_features(ard_node *prepare, ardor_model *model)
{
    int rc = ARDOR_OK;
    const bool samples = model->prepare.standardise == ARD_STANDARDISE_SAMPLES;
    ard_node rows;
    int64_t n = 0;
    TRY(ard_node_member(prepare, "row_features", &rows));
    if (samples != !ard_node_is_null(&rows))
        TRY(ard_node_fail(&rows, "must be %s where standardise is '%s'", samples ? "a list of names" : "null",
                          ard_standardise_name(model->prepare.standardise)));
    if (!samples) goto done;
    TRY(ard_node_array(&rows, &n));
    NEW(prepare->context, model->row_feature, n);
    model->n_row_features = n;
    TRY(read_names(&rows, n, model->row_feature));
done:
    return rc;
}

int ard_read_prepare(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node prepare;
    const char *text = NULL;
    TRY(ard_member_object(root, "prepare", &prepare));
    TRY(ard_member_text(&prepare, "standardise", &text));
    if (!ard_standardise_find(text, &model->prepare.standardise))
        TRY(ard_node_fail(&prepare, "has an unknown standardise '%.40s'", text));
    TRY(ard_member_text(&prepare, "impute", &text));
    if (!ard_impute_find(text, &model->prepare.impute)) TRY(ard_node_fail(&prepare, "has an unknown impute '%.40s'", text));
    TRY(ard_member_text(&prepare, "log", &text));
    if (!ard_log_find(text, &model->prepare)) TRY(ard_node_fail(&prepare, "has an unknown log '%.40s'", text));
    if (version > 1) TRY(read_filter(&prepare, &model->prepare.filter));
    TRY(read_row_features(&prepare, model));
    TRY(ard_node_done(&prepare));
done:
    return rc;
}

int ard_read_open_features(ardor_context *context, int64_t n, ardor_model *model)
{
    int rc = ARDOR_OK;
    NEW(context, model->feature, n);
    NEW(context, model->mean, n);
    NEW(context, model->sd, n);
    if (model->prepare.impute == ARD_IMPUTE_MEDIAN) NEW(context, model->median, n);
done:
    return rc;
}

int ard_read_scaling(ard_node *feature, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    TRY(ard_member_real(feature, "mean", &model->mean[j]));
    TRY(ard_member_real(feature, "sd", &model->sd[j]));
    if (!(model->sd[j] > 0)) TRY(ard_node_fail(feature, "has the sd %g; standard deviations are above 0", model->sd[j]));
    if (model->median) TRY(ard_member_real(feature, "median", &model->median[j]));
done:
    return rc;
}

int ard_read_basis(ard_node *object, ardor_model *model, ard_basis *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_member_text(object, "basis", &text));
    REQUIRE(object->context,
            ard_basis_parse(object->context, text, out) == ARDOR_OK &&
                (!model->method || (model->method->can >> out->kind & 1)),
            ARDOR_DATA, "%s: method '%s' has no basis '%.40s'", object->file, model->method_name, text);
done:
    return rc;
}

int ard_read_frequency(ard_node *object, double *out)
{
    int rc = ard_member_real(object, "frequency", out);
    if (rc != ARDOR_OK || (*out > 0 && *out <= 1)) return rc;
    return ard_node_fail(object, "has the frequency %g; frequencies are above 0, at most 1", *out);
}
