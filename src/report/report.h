/* JSON documents of fits, evaluations, methods and keys: the contract that scripts rely on. */
#ifndef ARD_REPORT_H
#define ARD_REPORT_H
#include "json/json.h"
#include "study/evaluation.h"
/* Each returns a string from the context's allocator. */
int ard_report_model(ardor_context *context, const ardor_model *model, char **out);
int ard_report_evaluation(ardor_context *context, const ardor_evaluation *evaluation, char **out);
int ard_report_methods(ardor_context *context, const char *name, char **out);
int ard_report_keys(ardor_context *context, char **out);
int ard_report_formats(ardor_context *context, char **out);

/* For these documents: the members "kkt", which is null unless the certificate is one, and "certificate". */
void ard_report_certificate(ard_json *json, const ard_certificate *certificate);
#endif
