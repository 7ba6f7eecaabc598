#include "json/json_remarks.h"

void ard_json_remarks(ard_json *json, const char *key, const ard_remarks *list)
{
    ard_json_open(json, key, '[');
    for (int64_t i = 0; i < list->n; i++) {
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "code", ard_remark_code(list->item[i].kind));
        ard_json_text(json, "text", list->item[i].text);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static int read_remark(ardor_context *context, const ard_node *element, ard_remarks *out)
{
    int rc = ARDOR_OK;
    ard_node member;
    char *code = NULL, *text = NULL;
    ard_remark_kind kind = ARD_NOTE;
    ard_node object = *element;
    TRY(ard_node_object(&object));
    TRY(ard_node_member(&object, "code", &member));
    TRY(ard_node_copy_text_or_null(&member, &code));
    if (code && !ard_remark_find(code, &kind)) TRY(ard_node_fail(&member, "there is no remark '%.60s'", code));
    TRY(ard_node_member(&object, "text", &member));
    TRY(ard_node_copy_text(&member, &text));
    TRY(ard_node_done(&object));
    TRY(ard_remarks_add(context, out, kind, text));
done:
    ard_free(context, text);
    ard_free(context, code);
    return rc;
}

int ard_member_remarks(ard_node *object, const char *key, ard_remarks *out)
{
    int rc = ARDOR_OK;
    ard_node list;
    int64_t n = 0;
    TRY(ard_member_array(object, key, &list, &n));
    for (int64_t i = 0; i < n; i++) {
        const ard_node element = ard_node_element(&list, i);
        TRY(read_remark(object->context, &element, out));
    }
done:
    return rc;
}
