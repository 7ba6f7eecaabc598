/* JSON documents of fits, predictions, evaluations, estimates, simulated data, methods and keys: the contract that scripts rely
 * on. */
#ifndef ARD_REPORT_H
#define ARD_REPORT_H
#include "json/json.h"
#include "study/estimate.h"
#include "study/comparison.h"
#include "study/evaluation.h"
#include "study/predicted.h"
/* Of the documents that are kept, and read again. */
enum { ARD_FIT_VERSION = 1, ARD_EVALUATION_VERSION = 2, ARD_COMPARISON_VERSION = 1 };
/* Each returns a string from the context's allocator. */
int ard_report_model(ardor_context *context, const ardor_model *model, char **out);
/* As ardor_explain and ardor_explain_values have them; NULL: nothing is explained. */
typedef struct ard_explanation {
    const double *contribution, *reference, *value;
} ard_explanation;
/* `rows` false: without them. */
int ard_report_predictions(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                           const ard_predicted *predicted, const ard_explanation *explanation, bool rows, char **out);
/* The member "contributions", null where nothing is explained. */
void ard_report_contributions(ard_json *json, const ardor_model *model, const ardor_dataset *data, const double *prob,
                              const ard_explanation *explanation, bool rows);
int ard_report_evaluation(ardor_context *context, const ardor_evaluation *evaluation, char **out);
/* Its members, of an object that is open. */
void ard_report_evaluation_members(ard_json *json, const ardor_evaluation *evaluation);
/* Of these the members "permutation", "stability", "learning_curve" and "instability", null where they were not asked for. */
void ard_report_resampled(ard_json *json, const ardor_evaluation *evaluation);
/* The member "list", null where nothing is told of it; order: ard_selected_by_count. And of a selected feature the members that
 * say which feature is nearest to it, and how often permuted labels select it. */
void ard_report_worth(ard_json *json, const ardor_evaluation *evaluation, const ard_rank *order);
void ard_report_near(ard_json *json, const ardor_evaluation *evaluation, const ard_selected *selected);
/* The member "values", null where it was not asked for. */
void ard_report_kept(ard_json *json, const ardor_evaluation *evaluation);
int ard_report_study(ardor_context *context, const ardor_study *study, char **out);
int ard_report_estimate(ardor_context *context, const ardor_dataset *data, const ard_estimate *estimate, char **out);
int ard_report_simulation(ardor_context *context, const ardor_dataset *data, char **out);
int ard_report_methods(ardor_context *context, const char *name, char **out);
int ard_report_keys(ardor_context *context, char **out);
int ard_report_formats(ardor_context *context, char **out);
int ard_report_build(ardor_context *context, char **out);

/* For these documents: the member "weight_unit", null where there are no weights; */
void ard_report_weight_unit(ard_json *json, const ard_prepare_options *options, bool has_weights);
/* the member "prob" of row i of n, {class: probability}; */
void ard_report_probabilities(ard_json *json, int n_classes, char *const *name, int64_t n, int64_t i, const double *prob);
/* the name of a class; null where there is none; */
void ard_report_class(ard_json *json, const char *key, int n_classes, char *const *name, int index);
/* the weights of a feature towards each class, by their names, each divided by `by`; null of two classes, or where one is
 * none; */
void ard_report_class_weights(ard_json *json, const char *key, int n_classes, char *const *name, const double *weight, double by);
/* the members "kkt", which is null unless the certificate is one, and "certificate". */
void ard_report_certificate(ard_json *json, const ard_certificate *certificate);
/* the member "screen"; of a fit in parts the member "parts", one for each: null of others. */
void ard_report_screen(ard_json *json, const ard_fit *fit);
void ard_report_parts(ard_json *json, const ardor_model *model);
/* The member "command": the words by which the context says that it was made; null where it does not. */
void ard_report_command(ard_json *json);
/* Figures: one, all of a summary as members, and the member "confusion". */
void ard_report_metric(ard_json *json, const char *key, const ard_metric *metric);
void ard_report_metrics(ard_json *json, const ard_metrics *metrics);
/* How classes were decided: the member "decision", null of the most probable ones. */
void ard_report_decision(ard_json *json, char *const *class_name, const ard_decision *decision);
void ard_report_confusion(ard_json *json, char *const *class_name, bool weighted, const ard_confusion *confusion);
#endif
