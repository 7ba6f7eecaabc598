/* The model file as text, and the parts of it that reports print as well. */
#ifndef ARD_MODEL_FILE_H
#define ARD_MODEL_FILE_H

#include "json/json.h"
#include "model/model.h"

/* 2: prepare.filter, others; 3: machines; 4: the preparation as a list of steps; 5: inputs, warnings; the empty model and the
 * baseline of a tuning; 6: columns of levels, and rows that steps keep; 7: where the starts of a fit ended, further
 * extras; 8: machines of pairs of classes, and how their parts came about; forced features; the shares of the classes, and the
 * labels of the rest; 9: machines that keep training rows, and of stumps; what a filter says of its features, and the sizes of it
 * that tuning tried; combined columns; 10: the means of features; 12, 13: further extras. */
enum { ARD_MODEL_OLDEST = 1, ARD_MODEL_VERSION = 13 };

/* The whole document; see docs/model-format.md. */
int ard_model_text(ardor_context *context, const ardor_model *model, char **out);
/* The model in text[0..bytes), whose preparation has steps of `kinds` (NULL: ard_step_kinds). `name` (the file) begins every
 * message. Nothing in the text is trusted. */
int ard_model_parse(ardor_context *context, const ard_step_kind *const *kinds, const char *text, size_t bytes, const char *name,
                    ardor_model **out);

/* ---- parts shared with the reports */

/* {"lam1": 0.5, "solver": "direct", ...}: every setting of the method by name; NaN (auto) is null. */
void ard_json_settings(ard_json *json, const char *key, const ard_method *method, const double *value);
/* One of them. */
void ard_json_setting(ard_json *json, const ard_setting *setting, double value);
/* The size of a filter that tuning takes; 0: null. */
void ard_json_size(ard_json *json, const char *key, int64_t size);
/* {"kind": "kkt", "weights": .., "scales": ..} */
void ard_json_certificate(ard_json *json, const char *key, const ard_certificate *certificate);

/* Where the starts ended: [{"objective": .., "starts": .., ..}, ..], one to a line; null where there was one start. */
void ard_json_optima(ard_json *json, const char *key, const ard_optima *optima);

/* Of a model: the settings that made it, or a part of it (NULL: the whole), */
void ard_json_model_settings(ard_json *json, const char *key, const ardor_model *model, const int64_t *part);
/* the names of those that were tuned, */
void ard_json_tuned(ard_json *json, const char *key, const ardor_model *model);
/* the candidates: [{"lam1": .., "error": .., ..}, ..], one to a line, in a file without what files do not have, */
void ard_json_candidates(ard_json *json, const char *key, const ardor_model *model, bool in_file);
/* the shares of the classes, in their order, null where they are not known; */
void ard_json_shares(ard_json *json, const char *key, const ardor_model *model);
/* "baseline": {"error": .., "deviance": ..}, "learnt": .., or null twice; */
void ard_json_baseline(ard_json *json, const ard_fit_report *report);
/* the method's own numbers: {"log_evidence": .., ..}; null where it has none, */
void ard_json_extras(ard_json *json, const char *key, const ardor_model *model, const int64_t *part);
/* and the iterations, one to a line; null without a trace. */
void ard_json_trace(ard_json *json, const char *key, const ardor_model *model, const int64_t *part);

#endif
