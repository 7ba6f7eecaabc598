/* A function in a model file; docs/model-format.md lists its members. */
#include "json/json.h"
#include "json/json_read.h"
#include "machine/function_inside.h"

static void write_centres(const ard_machine *m, ard_json *json)
{
    const ard_function *f = m->content;
    ard_json_open(json, "centres", '[');
    for (int64_t j = 0; j < f->n_terms; j++) {
        ard_json_open_line(json, NULL, '{');
        if (f->row[j] >= 0)
            ard_json_int(json, "row", f->row[j] + 1);
        else
            ard_json_null(json, "row");
        ard_json_reals(json, "x", m->n_features, f->centre + j, f->n_terms);
        ard_json_close(json);
    }
    ard_json_close(json);
}

void function_write(const ard_machine *m, ard_json *json)
{
    char basis[16];
    const ard_function *f = m->content;
    ard_json_text(json, "basis", ard_basis_name(f->basis, basis));
    ard_json_text(json, "link", f->link->name);
    ard_json_reals(json, "bias", f->n_outputs, f->bias, 1);
    ard_json_open(json, "weights", '[');
    for (int c = 0; c < f->n_outputs; c++) ard_json_reals(json, NULL, f->n_terms, f->weight + c * f->n_terms, 1);
    ard_json_close(json);
    if (f->basis.kind == ARD_IDENTITY) {
        ard_json_null(json, "scales");
        ard_json_null(json, "centres");
    } else {
        ard_json_reals(json, "scales", m->n_features, f->scale, 1);
        write_centres(m, json);
    }
    posteriors_write(json, f->n_posteriors, f->posterior);
}

/* ------------------------------------------------------------------ reading */

/* What says how large a function is, and its arrays, whose sizes have been checked. */
typedef struct parts {
    ard_basis basis;
    const ard_link *link;
    int64_t n_outputs, n_terms;
    ard_node bias, weights, scales, centres;
} parts;

static int find_kind(ard_node *object, int n_classes, parts *out)
{
    int rc = ARDOR_OK;
    const char *text = NULL;
    TRY(ard_member_text(object, "basis", &text));
    if (ard_basis_parse(object->context, text, &out->basis) != ARDOR_OK)
        TRY(ard_node_fail(object, "has an unknown basis '%.40s'", text));
    TRY(ard_member_text(object, "link", &text));
    out->link = ard_link_find(text);
    if (!out->link) TRY(ard_node_fail(object, "has an unknown link '%.40s'", text));
    out->n_outputs = out->link->outputs(n_classes);
    if (out->n_outputs < 1)
        rc = ard_node_fail(object, "has the link '%s', which is not for %d classes", out->link->name, n_classes);
done:
    return rc;
}

static int require_null(ard_node *object, const char *key)
{
    ard_node node;
    int rc = ard_node_member(object, key, &node);
    if (rc != ARDOR_OK || ard_node_is_null(&node)) return rc;
    return ard_node_fail(&node, "must be null: the basis 'identity' has none");
}

static int find_centres(ard_node *object, int64_t n_features, parts *out)
{
    int rc = ARDOR_OK;
    TRY(ard_member_array_of(object, "scales", n_features, "features", &out->scales));
    TRY(ard_member_array(object, "centres", &out->centres, &out->n_terms));
    if (out->n_terms > 0 && n_features == 0) TRY(ard_node_fail(&out->centres, "must be empty: there are no features"));
    for (int64_t j = 0; j < out->n_terms; j++) {
        ard_node centre = ard_node_element(&out->centres, j), x;
        TRY(ard_node_object(&centre));
        TRY(ard_member_array_of(&centre, "x", n_features, "features", &x));
    }
done:
    return rc;
}

static int find_parts(ard_node *object, const ard_machine *m, parts *out)
{
    int rc = ARDOR_OK;
    TRY(find_kind(object, m->n_classes, out));
    if (out->basis.kind == ARD_IDENTITY) {
        TRY(require_null(object, "scales"));
        TRY(require_null(object, "centres"));
        out->n_terms = m->n_features;
    } else {
        TRY(find_centres(object, m->n_features, out));
    }
    TRY(ard_member_array_of(object, "bias", out->n_outputs, "outputs", &out->bias));
    TRY(ard_member_array_of(object, "weights", out->n_outputs, "outputs", &out->weights));
    for (int64_t c = 0; c < out->n_outputs; c++) {
        const ard_node weights = ard_node_element(&out->weights, c);
        TRY(ard_node_array_of(&weights, out->n_terms, "terms"));
    }
done:
    return rc;
}

/* `last` is the row of the last centre that has one, -1 before it. */
static int read_centre(ard_node *node, int64_t n_rows, int64_t n_features, int64_t j, int64_t *last, ard_function *f)
{
    int rc = ARDOR_OK;
    ard_node row, x;
    TRY(ard_node_member(node, "row", &row));
    f->row[j] = -1;
    if (!ard_node_is_null(&row)) {
        TRY(ard_node_int(&row, *last + 2, n_rows, &f->row[j]));
        *last = --f->row[j];
    }
    TRY(ard_node_member(node, "x", &x));
    TRY(ard_node_reals(&x, n_features, f->centre + j, f->n_terms));
    TRY(ard_node_done(node));
done:
    return rc;
}

static int read_numbers(const ard_machine_frame *frame, const parts *from, const ard_machine *m, ard_function *f)
{
    int rc = ARDOR_OK;
    int64_t last = -1;
    TRY(ard_node_reals(&from->bias, f->n_outputs, f->bias, 1));
    for (int c = 0; c < f->n_outputs; c++) {
        const ard_node weights = ard_node_element(&from->weights, c);
        TRY(ard_node_reals(&weights, f->n_terms, f->weight + c * f->n_terms, 1));
    }
    if (f->basis.kind == ARD_IDENTITY) goto done;
    TRY(ard_node_reals(&from->scales, m->n_features, f->scale, 1));
    for (int64_t j = 0; j < f->n_terms; j++) {
        ard_node centre = ard_node_element(&from->centres, j);
        TRY(read_centre(&centre, frame->n_rows, m->n_features, j, &last, f));
    }
done:
    return rc;
}

int function_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    parts found = {0};
    ard_function *f = NULL;
    TRY(find_parts(object, m, &found));
    TRY(function_open(object->context, found.basis, found.link, m->n_classes, m->n_features, found.n_terms, &f));
    m->content = f;
    TRY(read_numbers(frame, &found, m, f));
    const int64_t n_scales = f->basis.kind == ARD_IDENTITY ? 0 : m->n_features;
    TRY(ard_posteriors_read(object, f->basis, f->n_terms + n_scales, &f->n_posteriors, &f->posterior));
    if (f->n_posteriors > 0 && f->n_outputs > 1)
        TRY(ard_node_fail(object, "has posteriors, which are of functions with one output"));
    if (f->basis.kind != ARD_IDENTITY) m->n_vectors = f->n_terms;
    ard_function_set_importance(m);
done:
    return rc;
}
