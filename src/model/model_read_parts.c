/* What the model files of all versions have. */
#include <string.h>

#include "model/model_read.h"

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

int ard_read_names(const ard_node *array, int64_t size, char **names)
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

int ard_read_classes(ard_node *root, int64_t version, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node classes;
    int64_t n = 0;
    TRY(ard_member_array(root, "classes", &classes, &n));
    const bool many = version > ARD_MODEL_OLD_CLASSES || !model->method || (model->method->can & ARD_CAN_MANY_CLASSES);
    if (n < 2 || n > (many ? INT32_MAX : 2))
        TRY(ard_node_fail(&classes, "must hold %s, but holds %lld", many ? "two classes or more" : "two classes", (long long)n));
    NEW(root->context, model->class_name, n);
    model->n_classes = (int)n;
    TRY(ard_read_names(&classes, n, model->class_name));
done:
    return rc;
}

/* The names of the columns that steps on whole rows need. */
static int read_row_features(ard_node *parent, ardor_model *model)
{
    int rc = ARDOR_OK;
    const bool needed = ard_prepare_needs_rows(model->prepare);
    ard_node rows;
    int64_t n = 0;
    TRY(ard_node_member(parent, "row_features", &rows));
    if (needed != !ard_node_is_null(&rows))
        TRY(ard_node_fail(&rows, needed ? "must be a list of names: a step of the preparation works on whole rows"
                                        : "must be null: no step of the preparation works on whole rows"));
    if (!needed) goto done;
    TRY(ard_node_array(&rows, &n));
    NEW(parent->context, model->row_feature, n);
    model->prepare->p_in = model->n_row_features = n;
    TRY(ard_read_names(&rows, n, model->row_feature));
    for (int s = 0; s < model->prepare->n_steps; s++) {
        const ard_step *step = &model->prepare->step[s];
        if (step->kind->keeps_rows && step->kept.p != n)
            TRY(ard_node_fail(&rows, "has %lld names, but the step '%s' has rows of %lld columns", (long long)n, step->kind->name,
                              (long long)step->kept.p));
    }
done:
    return rc;
}

/* An object of arguments, to which version 2 added the filter. */
static int read_old_prepare(ard_node *root, int64_t version, int64_t n, ardor_model *model)
{
    static const char *const keys[] = {"standardise", "impute", "log", "filter"};
    int rc = ARDOR_OK;
    ard_prepare_options options = {0};
    ard_node object;
    const char *text = NULL;
    ard_prepare_off(&options);
    TRY(ard_member_object(root, "prepare", &object));
    for (int k = 0; k < (version > 1 ? 4 : 3); k++) {
        TRY(ard_member_text(&object, keys[k], &text));
        if (!ard_prepare_set(&options, keys[k], text)) TRY(ard_node_fail(&object, "has an unknown %s '%.40s'", keys[k], text));
    }
    TRY(ard_prepare_open(root->context, &options, n, &model->prepare));
    TRY(read_row_features(&object, model));
    TRY(ard_node_done(&object));
done:
    return rc;
}

/* The columns of which all features are combinations; null: each is a column. */
static int read_columns(ard_node *root, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_node_member(root, "combined", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array(&list, &n));
    NEW(root->context, model->column_name, n);
    model->n_columns = n;
    TRY(ard_read_names(&list, n, model->column_name));
done:
    return rc;
}

/* Columns are listed if a step combines them, into as many features as there are. */
static int check_features(const ard_node *list, int64_t n, const ardor_model *model)
{
    const bool combined = ard_prepare_projection(model->prepare) != NULL;
    const int64_t features = ard_prepare_features(model->prepare);
    if (combined != (model->column_name != NULL))
        return ard_node_fail(list, combined ? "combines columns, but 'combined' is null" : "does not combine the columns listed");
    return features == n ? ARDOR_OK : ard_node_fail(list, "makes %lld features, not %lld", (long long)features, (long long)n);
}

int ard_read_prepare(ard_node *root, const ard_step_kind *const *kinds, int64_t version, int64_t n, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node list;
    if (version <= ARD_MODEL_OLD_PREPARE) return read_old_prepare(root, version, n, model);
    if (version > ARD_MODEL_OLD_FILTERS) TRY(read_columns(root, model));
    TRY(ard_node_member(root, "prepare", &list));
    TRY(ard_prepare_read(kinds, &list, version > ARD_MODEL_OLD_FILTERS, model->column_name ? model->n_columns : n,
                         &model->prepare));
    TRY(check_features(&list, n, model));
    TRY(read_row_features(root, model));
done:
    return rc;
}

/* Every feature has a mean and an sd, which are 0 and 1 where nothing is standardised. */
static int read_unscaled(ard_node *feature)
{
    int rc = ARDOR_OK;
    double mean = 0, sd = 1;
    TRY(ard_member_real(feature, "mean", &mean));
    TRY(ard_member_real(feature, "sd", &sd));
    if (mean != 0 || sd != 1)
        rc = ard_node_fail(feature, "has the mean %g and the sd %g; without standardisation they are 0 and 1", mean, sd);
done:
    return rc;
}

int ard_read_scaling(ard_node *feature, int64_t j, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_prepare *prepare = model->prepare;
    char buffer[ARD_ARGUMENT_BYTES];
    if (strcmp(ard_prepare_text(&prepare->options, "standardise", buffer), "none") == 0) TRY(read_unscaled(feature));
    for (int s = 0; s < prepare->n_steps; s++) {
        const ard_step *step = &prepare->step[s];
        for (int k = 0; k < step->n_numbers && !step->kind->choose; k++)
            TRY(ard_member_real(feature, step->kind->number[k], &step->number[j * step->n_numbers + k]));
        TRY(ard_prepare_check(prepare, feature, s, j));
    }
done:
    return rc;
}

int ard_read_basis(ard_node *object, ardor_model *model, ard_basis *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_member_text(object, "basis", &text));
    REQUIRE(object->context,
            ard_basis_parse(object->context, text, out) == ARDOR_OK && (!model->method || (model->method->can >> out->kind & 1)),
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
