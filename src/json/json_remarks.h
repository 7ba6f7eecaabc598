/* Remarks as lists of {code, text}. */
#ifndef ARD_JSON_REMARKS_H
#define ARD_JSON_REMARKS_H

#include "base/remark.h"
#include "json/json.h"
#include "json/json_read.h"

void ard_json_remarks(ard_json *json, const char *key, const ard_remarks *list);
/* Of that member; out is empty before. */
int ard_member_remarks(ard_node *object, const char *key, ard_remarks *out);
#endif
