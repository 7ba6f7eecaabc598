/* Figures of merit and confusion tables, which documents of evaluations and of predictions have in common. */
#include <math.h>

#include "report/report.h"

#include <math.h>

void ard_report_metric(ard_json *json, const char *key, const ard_metric *metric)
{
    if (!metric->interval) { /* it was not asked for */
        ard_json_null(json, key);
        return;
    }
    ard_json_open_line(json, key, '{');
    ard_json_real(json, "value", metric->value);
    ard_json_real(json, "low", metric->low);
    ard_json_real(json, "high", metric->high);
    ard_json_text(json, "interval", metric->interval);
    ard_json_text(json, "reason", metric->reason);
    if (metric->folds > 0)
        ard_json_int(json, "folds", metric->folds);
    else
        ard_json_null(json, "folds");
    ard_json_close(json);
}

void ard_report_probabilities(ard_json *json, int n_classes, char *const *name, int64_t n, int64_t i, const double *prob)
{
    ard_json_open(json, "prob", '{');
    for (int c = 0; c < n_classes; c++) ard_json_real(json, name[c], prob[c * n + i]);
    ard_json_close(json);
}

void ard_report_metrics(ard_json *json, const ard_metrics *metrics)
{
    ard_report_metric(json, "error", &metrics->error);
    ard_report_metric(json, "balanced_error", &metrics->balanced_error);
    ard_report_metric(json, "auc", &metrics->auc);
    ard_report_metric(json, "auc_weighted", &metrics->auc_weighted);
    ard_report_metric(json, "average_precision", &metrics->average_precision);
    ard_report_metric(json, "log_loss", &metrics->log_loss);
    ard_report_metric(json, "brier", &metrics->brier);
    ard_report_metric(json, "undecided", &metrics->undecided);
    ard_report_metric(json, "error_decided", &metrics->error_decided);
    ard_report_metric(json, "cost", &metrics->cost);
}

static void write_prior(ard_json *json, char *const *class_name, const ard_decision *d)
{
    if (!d->prior) {
        ard_json_null(json, "prior");
        return;
    }
    ard_json_open_line(json, "prior", '{');
    for (int c = 0; c < d->n_classes; c++) ard_json_real(json, class_name[c], d->prior[c]);
    ard_json_close(json);
}

static void write_costs(ard_json *json, char *const *class_name, const ard_decision *d)
{
    if (!d->costs) {
        ard_json_null(json, "cost");
        return;
    }
    ard_json_open_line(json, "cost", '{');
    for (int c = 0; c < d->n_classes; c++) {
        ard_json_open(json, class_name[c], '{');
        for (int k = 0; k < d->n_classes; k++)
            if (k != c) ard_json_real(json, class_name[k], d->cost[c * d->n_classes + k]);
        ard_json_close(json);
    }
    ard_json_close(json);
}

void ard_report_decision(ard_json *json, char *const *class_name, const ard_decision *d)
{
    if (!ard_decision_given(d)) {
        ard_json_null(json, "decision");
        return;
    }
    ard_json_open(json, "decision", '{');
    write_prior(json, class_name, d);
    ard_json_real(json, "threshold", d->threshold);
    write_costs(json, class_name, d);
    ard_json_real(json, "abstain", d->abstains ? d->abstain : (double)NAN);
    ard_json_close(json);
}

void ard_report_class_weights(ard_json *json, const char *key, int n_classes, char *const *name, const double *weight, double by)
{
    bool has = n_classes > 2;
    for (int c = 0; has && c < n_classes; c++) has = isfinite(weight[c]);
    if (!has) {
        ard_json_null(json, key);
        return;
    }
    ard_json_open(json, key, '{');
    for (int c = 0; c < n_classes; c++) ard_json_real(json, name[c], weight[c] / by);
    ard_json_close(json);
}

void ard_report_confusion(ard_json *json, char *const *class_name, bool weighted, const ard_confusion *confusion)
{
    ard_json_open(json, "confusion", '{');
    ard_json_texts(json, "classes", confusion->n_classes, class_name);
    ard_json_open(json, "counts", '[');
    for (int c = 0; c < confusion->n_classes; c++)
        ard_json_reals(json, NULL, confusion->n_classes, confusion->count + c * confusion->n_classes, 1);
    ard_json_close(json);
    if (confusion->undecided)
        ard_json_reals(json, "undecided", confusion->n_classes, confusion->undecided, 1);
    else
        ard_json_null(json, "undecided");
    ard_json_bool(json, "weighted", weighted);
    ard_report_metric(json, "sensitivity", &confusion->sensitivity);
    ard_report_metric(json, "specificity", &confusion->specificity);
    ard_report_metric(json, "ppv", &confusion->ppv);
    ard_report_metric(json, "npv", &confusion->npv);
    ard_report_metric(json, "mcc", &confusion->mcc);
    ard_json_close(json);
}

void ard_report_command(ard_json *json)
{
    int64_t n = 0;
    char *const *word = ard_context_command(json->out.context, &n);
    if (n > 0)
        ard_json_texts(json, "command", n, word);
    else
        ard_json_null(json, "command");
}
