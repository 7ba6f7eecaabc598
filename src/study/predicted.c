/* Figures of predictions: the same functions as an evaluation's, on the rows whose class the model knows. */
#include "study/predicted.h"

#include <string.h>

#include "base/text.h"
#include "metric/baseline.h"
#include "metric/decide.h"

/* The rows that are compared, one after the other. */
typedef struct compared {
    int32_t *label, *predicted;
    double *prob, *weight; /* weight NULL: all 1 */
    double *factor;        /* of the classes, at a prior; NULL: there is none */
} compared;

void ard_predicted_free(ardor_context *context, ard_predicted *predicted)
{
    ard_remarks_free(context, &predicted->warnings);
    ard_confusion_free(context, &predicted->confusion);
    ard_free(context, predicted->n_of);
    ard_free(context, predicted->class_of);
    ard_free(context, predicted->predicted);
    *predicted = (ard_predicted){0};
}

/* ------------------------------------------------------------------ classes */

/* The class of a row, as the model numbers them; -1: it has none, or none that the model knows. */
static int32_t class_of_row(const ard_predicted *r, const ardor_dataset *data, int64_t row)
{
    const int32_t label = data->label ? data->label[row] : -1;
    return label < 0 ? -1 : r->class_of[label];
}

/* The model's class of a label, which may be one of its rest; -1: it knows it not. */
static int find_class(const ardor_model *model, const char *label)
{
    const int class = ard_text_find(label, model->n_classes, (const char *const *)model->class_name);
    if (class >= 0) return class;
    return ard_text_find(label, model->inputs.n_rest, (const char *const *)model->inputs.rest) >= 0 ? 0 : -1;
}

static int match_classes(ardor_context *context, const ardor_model *model, const ardor_dataset *data, ard_predicted *r)
{
    int rc = ARDOR_OK;
    NEW(context, r->class_of, data->n_classes);
    NEW(context, r->n_of, data->n_classes);
    for (int k = 0; k < data->n_classes; k++) r->class_of[k] = find_class(model, data->class_name[k]);
    for (int64_t i = 0; data->label && i < data->n; i++) {
        const int32_t label = data->label[i], class = class_of_row(r, data, i);
        if (label < 0) continue;
        r->n_of[label]++;
        r->n_labelled++;
        r->n_compared += class >= 0;
        r->n_wrong += class >= 0 && r->predicted[i] >= 0 && class != r->predicted[i];
        r->n_compared_undecided += class >= 0 && r->predicted[i] < 0;
    }
    for (int64_t i = 0; i < data->n; i++) r->n_undecided += r->predicted[i] < 0;
done:
    return rc;
}

/* The first of the classes that the model does not know. */
static const char *list_strange(const ardor_dataset *data, const ard_predicted *r, char list[ARD_LIST_BYTES])
{
    enum { SHOWN = 5 };
    int listed = 0;
    list[0] = '\0';
    for (int k = 0; k < data->n_classes && listed <= SHOWN; k++)
        if (r->class_of[k] < 0) ard_name_append(list, ARD_LIST_BYTES, listed++ < SHOWN ? data->class_name[k] : NULL);
    return list;
}

static void doubt_classes(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const ard_predicted *r)
{
    char strange[ARD_LIST_BYTES], known[ARD_LIST_BYTES];
    const int64_t n = r->n_labelled - r->n_compared;
    if (n == 0) return;
    ard_warn(context, ARD_WARN_UNKNOWN_LABELS,
             "%lld of %lld labelled row%s ha%s a class that the model does not know (%s; the model's are %s): %s not counted",
             (long long)n, (long long)r->n_labelled, r->n_labelled == 1 ? "" : "s", n == 1 ? "s" : "ve",
             list_strange(data, r, strange), ard_names_list(model->n_classes, model->class_name, known),
             n == 1 ? "it is" : "they are");
}

/* ------------------------------------------------------------------ the training table */

/* A fingerprint is of all values: it is made only where all else is as it was, with the model's names of the classes. */
static int find_training_table(ardor_context *context, const ardor_model *model, const ardor_dataset *data, ard_predicted *r)
{
    int rc = ARDOR_OK;
    char hash[ARD_HASH_BYTES], **name = NULL;
    ardor_dataset named = *data;
    r->training_table = model->data_hash[0] ? 0 : -1;
    if (!model->data_hash[0] || data->n != model->report.n || data->p != model->report.p || r->n_compared != data->n) return rc;
    NEW(context, name, data->n_classes);
    for (int k = 0; k < data->n_classes; k++)
        name[k] = r->class_of[k] < 0 ? data->class_name[k] : model->class_name[r->class_of[k]];
    named.class_name = name;
    r->training_table = strcmp(ard_dataset_hash_text(&named, hash), model->data_hash) == 0;
done:
    ard_free(context, name);
    return rc;
}

static void doubt_table(ardor_context *context, const ard_predicted *r)
{
    if (r->training_table == 1 && r->n_compared > 0)
        ard_warn(context, ARD_WARN_TRAINING_TABLE,
                 "this is the table the model was fitted to: these figures are of the training rows and say nothing of new ones");
}

/* ------------------------------------------------------------------ figures */

static int gather(ardor_context *context, int n_classes, const ardor_dataset *data, const double *prob, const ard_predicted *r,
                  compared *out)
{
    int rc = ARDOR_OK;
    int64_t at = 0;
    NEW(context, out->label, r->n_compared);
    NEW(context, out->predicted, r->n_compared);
    NEW(context, out->prob, r->n_compared * n_classes);
    if (data->weight) NEW(context, out->weight, r->n_compared);
    for (int64_t i = 0; i < data->n; i++) {
        const int32_t class = class_of_row(r, data, i);
        if (class < 0) continue;
        out->label[at] = class;
        out->predicted[at] = r->predicted[i];
        for (int c = 0; c < n_classes; c++) out->prob[c * r->n_compared + at] = prob[c * data->n + i];
        if (data->weight) out->weight[at] = data->weight[i];
        at++;
    }
done:
    return rc;
}

static int compare(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                   ard_predicted *r)
{
    int rc = ARDOR_OK;
    compared rows = {0};
    const double *prior = model->decision.prior;
    TRY(gather(context, model->n_classes, data, prob, r, &rows));
    if (prior) NEW(context, rows.factor, model->n_classes);
    if (prior) ard_prior_factors(model->n_classes, prior, r->n_compared, rows.label, rows.weight, rows.factor);
    const ard_predictions p = {.n = r->n_compared,
                               .n_classes = model->n_classes,
                               .prob = rows.prob,
                               .label = rows.label,
                               .predicted = rows.predicted,
                               .weight = rows.weight,
                               .factor = rows.factor,
                               .decision = &model->decision,
                               .n_folds = 1,
                               .n_repetitions = 1,
                               .n_distinct = r->n_compared,
                               .seed = model->report.seed};
    TRY(ard_metrics_compute(context, &p, &r->summary));
    TRY(ard_confusion_compute(context, &p, &r->confusion));
done:
    ard_free(context, rows.factor);
    ard_free(context, rows.weight);
    ard_free(context, rows.prob);
    ard_free(context, rows.predicted);
    ard_free(context, rows.label);
    return rc;
}

int ard_predicted_of(ardor_context *context, const ardor_model *model, const ardor_dataset *data, const double *prob,
                     ard_predicted *out)
{
    int rc = ARDOR_OK;
    ard_predicted r = {0};
    *out = (ard_predicted){0};
    NEW(context, r.predicted, data->n);
    ard_decide_all(&model->decision, data->n, model->n_classes, prob, r.predicted);
    TRY(match_classes(context, model, data, &r));
    if (r.n_compared > 0) TRY(compare(context, model, data, prob, &r));
    TRY(find_training_table(context, model, data, &r));
    doubt_classes(context, model, data, &r);
    doubt_table(context, &r);
    TRY(ard_warnings_copy(context, &r.warnings));
    *out = r;
    r = (ard_predicted){0};
done:
    ard_predicted_free(context, &r);
    return rc;
}
