/* How a fit came about, and the parts of one that was divided. */
#include <math.h>
#include <string.h>

#include "machine/pairs.h"
#include "model/model_read.h"

static int read_optimum(ard_node *node, ard_optimum *out)
{
    int rc = ARDOR_OK;
    ard_node stop, reached;
    bool optimum = false;
    TRY(ard_node_object(node));
    TRY(ard_read_fields(ard_optimum_fields, node, out));
    TRY(ard_node_member(node, "stop_reason", &stop));
    out->stop = ARD_STOP_NONE;
    if (!ard_node_is_null(&stop)) TRY(ard_read_stop(&stop, &out->stop));
    TRY(ard_node_member(node, "optimum", &reached));
    TRY(ard_node_bool(&reached, &optimum));
    if (optimum != ard_optimum_reached(out)) TRY(ard_node_fail(&reached, "is not what its stop_reason says"));
    if (isnan(out->objective) != (out->stop == ARD_STOP_NONE))
        TRY(ard_node_fail(node, "must have an objective and a stop_reason, or neither"));
    TRY(ard_read_certificate_member(node, &out->certificate));
    TRY(ard_node_done(node));
done:
    return rc;
}

/* By falling objective; those that failed, which have none, last. */
static int read_optima(ard_node *report, ard_optima *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_node_member(report, "optima", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array(&list, &n));
    if (n == 0) TRY(ard_node_fail(&list, "must be null, or have elements"));
    NEW(report->context, out->optimum, n);
    out->n = n;
    for (int64_t i = 0; i < n; i++) {
        ard_node node = ard_node_element(&list, i);
        TRY(read_optimum(&node, out->optimum + i));
        if (i > 0 && !(out->optimum[i].objective <= out->optimum[i - 1].objective || isnan(out->optimum[i].objective)))
            TRY(ard_node_fail(&node, "has a larger objective than the one before"));
    }
done:
    return rc;
}

int ard_read_fit(ard_node *object, int64_t version, ardor_model *model, const int64_t *part)
{
    int rc = ARDOR_OK;
    ard_fit *fit = part ? model->fit.part + *part : &model->fit;
    TRY(ard_read_settings(object, version, model, part));
    TRY(ard_read_fields(ard_fit_fields, object, fit));
    TRY(ard_read_certificate_member(object, &fit->certificate));
    if (version > ARD_MODEL_OLD_OPTIMA) TRY(read_optima(object, &fit->optima));
    TRY(ard_read_extras(object, version, model, part));
done:
    return rc;
}

/* ------------------------------------------------------------------ parts */

static int read_part(ard_node *node, ardor_model *model, int64_t k)
{
    int rc = ARDOR_OK;
    TRY(ard_node_object(node));
    TRY(ard_read_fit(node, ARD_MODEL_VERSION, model, &k));
    TRY(ard_read_trace(node, ARD_MODEL_VERSION, ARD_CERTIFICATE_NONE, model, &k));
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_parts(ard_node *report, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_node_member(report, "parts", &list));
    if (ard_node_is_null(&list)) return ARDOR_OK;
    TRY(ard_node_array(&list, &n));
    NEW(report->context, model->fit.part, n);
    if (!model->method) NEW(report->context, model->foreign.part, n);
    model->fit.n_parts = n;
    for (int64_t k = 0; k < n; k++) model->fit.part[k] = ard_fit_empty();
    for (int64_t k = 0; k < n; k++) {
        ard_node node = ard_node_element(&list, k);
        TRY(read_part(&node, model, k));
    }
done:
    return rc;
}

int ard_read_parts(ard_node *report, ardor_model *model)
{
    int rc = ARDOR_OK;
    ard_node node;
    ard_multiclass how = ARD_MULTICLASS_AUTO;
    TRY(ard_node_member(report, "multiclass", &node));
    TRY(ard_node_copy_text_or_null(&node, &model->report.multiclass));
    const char *text = model->report.multiclass;
    if (!text != (model->n_classes == 2))
        TRY(ard_node_fail(&node,
                          text ? "must be null: there are two classes" : "must be a text: there are more than two classes"));
    if (text && (!ard_multiclass_find(text, &how) || how == ARD_MULTICLASS_AUTO))
        TRY(ard_node_fail(&node, "must be native, pairs or rest, but is '%.40s'", text));
    TRY(read_parts(report, model));
done:
    return rc;
}

/* ------------------------------------------------------------------ what the machine must be */

static int check_basis(const ard_node *node, const ard_machine *machine, ard_basis expected)
{
    char buffer[2][16];
    const ard_function *function = ard_machine_as_function(machine);
    if (!function) return ARDOR_OK;
    const char *is = ard_basis_name(function->basis, buffer[0]), *asked = ard_basis_name(expected, buffer[1]);
    return strcmp(is, asked) == 0 ? ARDOR_OK : ard_node_fail(node, "has the basis '%s', but report.basis is '%s'", is, asked);
}

int ard_check_machine(const ard_node *machine, const ardor_model *model)
{
    int rc = ARDOR_OK;
    const ard_pairs *pairs = ard_machine_as_pairs(&model->fit.machine);
    const int64_t n = pairs ? pairs->n_parts : 0;
    if (model->fit.n_parts != n)
        TRY(ard_node_fail(machine, "has %lld parts, but report.parts is of %lld", (long long)n, (long long)model->fit.n_parts));
    if (pairs && strcmp(ard_multiclass_name(pairs->how), model->report.multiclass) != 0)
        TRY(ard_node_fail(machine, "has parts by '%s', but report.multiclass is '%s'", ard_multiclass_name(pairs->how),
                          model->report.multiclass));
    const bool divided =
        model->report.multiclass && strcmp(model->report.multiclass, ard_multiclass_name(ARD_MULTICLASS_NATIVE)) != 0;
    if (divided && ard_machine_as_function(&model->fit.machine))
        TRY(ard_node_fail(machine, "is one function, but report.multiclass is '%s'", model->report.multiclass));
    TRY(check_basis(machine, &model->fit.machine, model->report.basis));
    for (int64_t k = 0; k < n; k++) {
        TRY(check_basis(machine, pairs->part + k, model->report.basis));
        if (model->fit.part[k].null_model && (pairs->part[k].n_features > 0 || pairs->part[k].n_vectors > 0))
            TRY(ard_node_fail(machine, "has features or vectors in parts[%lld], which is marked as a null model", (long long)k));
    }
done:
    return rc;
}
