/* A machine of pairs in a model file; docs/model-format.md lists its members. */
#include "json/json.h"
#include "json/json_read.h"
#include "machine/pairs_inside.h"

void pairs_write(const ard_machine *m, ard_json *json)
{
    const ard_pairs *p = m->content;
    ard_json_text(json, "multiclass", ard_multiclass_name(p->how));
    ard_json_open(json, "parts", '[');
    for (int64_t k = 0; k < p->n_parts; k++) {
        const ard_pair pair = ard_pairs_at(p->how, m->n_classes, k);
        ard_json_open(json, NULL, '{');
        ard_json_open_line(json, "classes", '[');
        if (pair.first >= 0) ard_json_int(json, NULL, pair.first);
        ard_json_int(json, NULL, pair.second);
        ard_json_close(json);
        ard_machine_write(p->part + k, json, "machine");
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* The classes of a part follow from its place: who reads the file need not count. */
static int check_classes(ard_node *part, ard_pair pair)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t at = 0;
    TRY(ard_member_array_of(part, "classes", pair.first >= 0 ? 2 : 1, "classes", &list));
    for (int i = pair.first >= 0 ? 0 : 1; i < 2; i++, at++) {
        const int expected = i == 0 ? pair.first : pair.second;
        const ard_node node = ard_node_element(&list, at);
        int64_t found = 0;
        TRY(ard_node_int(&node, 0, INT32_MAX, &found));
        if (found != expected) TRY(ard_node_fail(&node, "is %lld, but in this place it must be %d", (long long)found, expected));
    }
done:
    return rc;
}

static int read_part(const ard_machine_frame *frame, ard_node *part, ard_pair pair, ard_machine *out)
{
    int rc = ARDOR_OK;
    ard_node node;
    TRY(ard_node_object(part));
    TRY(check_classes(part, pair));
    TRY(ard_node_member(part, "machine", &node));
    TRY(ard_machine_read(frame, &node, out));
    TRY(ard_node_done(part));
done:
    return rc;
}

/* The features of the machine are those of its parts. */
static int check_features(ardor_context *context, const ard_node *object, const ard_machine *m)
{
    int rc = ARDOR_OK;
    const ard_pairs *p = m->content;
    bool *used = NULL;
    NEW(context, used, m->n_features);
    for (int64_t k = 0; k < p->n_parts; k++)
        for (int64_t t = 0; t < p->part[k].n_features; t++) used[p->part[k].feature[t]] = true;
    for (int64_t j = 0; j < m->n_features; j++)
        if (!used[j]) TRY(ard_node_fail(object, "has the feature %lld, which no part reads", (long long)m->feature[j]));
done:
    ard_free(context, used);
    return rc;
}

int pairs_read(const ard_machine_frame *frame, ard_node *object, ard_machine *m)
{
    int rc = ARDOR_OK;
    ardor_context *context = object->context;
    const char *text = NULL;
    ard_multiclass how = ARD_MULTICLASS_AUTO;
    ard_pairs *p = NULL;
    ard_node list;
    if (frame->n_classes < 3) return ard_node_fail(object, "is of the kind 'pairs', which is for more than two classes");
    TRY(ard_member_text(object, "multiclass", &text));
    if (!ard_multiclass_find(text, &how) || how < ARD_MULTICLASS_PAIRS)
        TRY(ard_node_fail(object, "has the multiclass '%.40s'; it is pairs or rest", text));
    TRY(ard_member_array_of(object, "parts", ard_pairs_count(how, frame->n_classes), "parts", &list));
    TRY(pairs_open(context, how, frame->n_classes, &p));
    m->content = p;
    const ard_machine_frame inner = {frame->kinds, 2, m->n_features, frame->n_rows};
    for (int64_t k = 0; k < p->n_parts; k++) {
        ard_node part = ard_node_element(&list, k);
        TRY(read_part(&inner, &part, ard_pairs_at(how, frame->n_classes, k), p->part + k));
    }
    TRY(check_features(context, object, m));
    TRY(pairs_sum_up(context, m));
done:
    return rc;
}
