/* The JSON document of a study. The order of the calls is that of the keys; what does not apply is null. */
#include <math.h>

#include "model/model_file.h"
#include "report/report.h"

/* Of the plan, as the first evaluation of the table has them; null without one. */
static void write_folds_of(ard_json *json, const ardor_study *study, int64_t data)
{
    const ardor_evaluation *e = NULL;
    for (int64_t c = 0; c < study->n && !e; c++)
        if (study->cell[c].data == data) e = study->cell[c].evaluation;
    ard_json_size(json, "n_folds", e ? e->n_folds : 0);
    ard_json_size(json, "n_repetitions", e ? e->n_repetitions : 0);
}

static void write_data(ard_json *json, const ardor_study *study)
{
    ard_json_open(json, "data", '[');
    for (int64_t d = 0; d < study->n_data; d++) {
        const ard_compared_data *data = study->data + d;
        ard_json_open(json, NULL, '{');
        ard_json_text(json, "name", data->name);
        ard_json_int(json, "n", data->n);
        ard_json_int(json, "p", data->p);
        ard_json_texts(json, "classes", data->n_classes, data->class_name);
        write_folds_of(json, study, d);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static const char *status_of(const ard_compared *cell)
{
    if (!cell->evaluation) return cell->message ? "failed" : "not_run";
    return cell->evaluation->stopped != ARD_STOP_NONE ? "stopped" : "done";
}

static void write_figures(ard_json *json, const double *figure)
{
    for (int k = 0; k < ARD_FOLD_FIGURES; k++) ard_json_real(json, ard_fold_figure_name((ard_fold_figure)k), figure[k]);
}

/* Of every finished fold. */
static void write_fold_figures(ard_json *json, const ard_compared *cell)
{
    const ardor_evaluation *e = cell->evaluation;
    ard_json_open(json, "fold_figures", '[');
    for (int64_t k = 0; e && k < e->n_done; k++) {
        const int64_t at = e->fold[k].fold * ARD_FOLD_FIGURES;
        ard_json_open_line(json, NULL, '{');
        ard_json_int(json, "fold", e->fold[k].fold + 1);
        write_figures(json, cell->figure + at);
        ard_json_open(json, "baseline", '{');
        write_figures(json, cell->baseline + at);
        ard_json_close(json);
        ard_json_close(json);
    }
    ard_json_close(json);
}

static void write_cell(ard_json *json, const ardor_study *study, const ard_compared *cell)
{
    ard_json_open(json, NULL, '{');
    ard_json_text(json, "data", study->data[cell->data].name);
    ard_json_text(json, "name", cell->name);
    ard_json_text(json, "method", cell->method->name);
    ard_json_text(json, "status", status_of(cell));
    ard_json_text(json, "message", cell->message);
    ard_json_text(json, "uses", cell->evaluation ? ard_uses_name(ard_evaluation_uses(cell->evaluation)) : NULL);
    if (cell->evaluation) {
        ard_json_open(json, "evaluation", '{');
        ard_report_evaluation_members(json, cell->evaluation);
        ard_json_close(json);
    } else {
        ard_json_null(json, "evaluation");
    }
    write_fold_figures(json, cell);
    ard_json_close(json);
}

/* ------------------------------------------------------------------ comparisons */

static const char *name_of(const ardor_study *study, int64_t cell) { return cell < 0 ? NULL : study->cell[cell].name; }

static void write_best(ard_json *json, const ardor_study *study)
{
    ard_json_open(json, "best", '[');
    for (int64_t i = 0; i < study->pairs.n_best; i++) {
        const ard_best_method *best = study->pairs.best + i;
        ard_json_open_line(json, NULL, '{');
        ard_json_text(json, "data", best->data < 0 ? NULL : study->data[best->data].name);
        ard_json_text(json, "figure", ard_fold_figure_name(best->figure));
        ard_json_text(json, "name", name_of(study, best->cell));
        ard_json_real(json, "mean", best->mean);
        ard_json_close(json);
    }
    ard_json_close(json);
}

/* Which two, and of which figure. */
static void write_who(ard_json *json, const ardor_study *study, ard_fold_figure figure, int64_t first, int64_t second, bool best)
{
    ard_json_text(json, "figure", ard_fold_figure_name(figure));
    ard_json_text(json, "name", name_of(study, first));
    ard_json_text(json, "against", best ? "best" : "baseline");
    ard_json_text(json, "other", name_of(study, second));
}

/* null where it was not made. */
static void write_mcnemar(ard_json *json, const ard_method_pair *pair)
{
    const bool made = !isnan(pair->mcnemar.p);
    const char *const key[] = {"only_wrong", "other_only_wrong"};
    const int64_t count[] = {pair->mcnemar.only_first_wrong, pair->mcnemar.only_second_wrong};
    for (int i = 0; i < 2; i++) {
        if (made)
            ard_json_int(json, key[i], count[i]);
        else
            ard_json_null(json, key[i]);
    }
    ard_json_real(json, "mcnemar_p", pair->mcnemar.p);
    ard_json_text(json, "mcnemar_reason", pair->mcnemar_reason);
}

/* Of one table: means and the difference of them, which pairs and prices have. */
static void write_difference(ard_json *json, const ard_method_pair *pair)
{
    ard_json_real(json, "mean", pair->first_mean);
    ard_json_real(json, "other_mean", pair->second_mean);
    ard_json_real(json, "difference", pair->test.mean);
    ard_json_real(json, "low", pair->test.low);
    ard_json_real(json, "high", pair->test.high);
}

static void write_pair(ard_json *json, const ardor_study *study, const ard_method_pair *pair)
{
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "data", study->data[study->cell[pair->first].data].name);
    write_who(json, study, pair->figure, pair->first, pair->second, pair->best);
    write_difference(json, pair);
    ard_json_int(json, "df", pair->test.df);
    ard_json_real(json, "t", pair->test.t);
    ard_json_real(json, "p", pair->test.p);
    ard_json_real(json, "p_holm", pair->adjusted.p_holm);
    ard_json_int(json, "n_compared", pair->adjusted.n_compared);
    ard_json_text(json, "reason", pair->test.reason);
    ard_json_int(json, "folds", pair->test.n);
    ard_json_int(json, "folds_lacking", pair->n_lacking);
    write_mcnemar(json, pair);
    ard_json_close(json);
}

static void write_price(ard_json *json, const ardor_study *study, const ard_method_pair *pair)
{
    const ard_compared *cell = study->cell + pair->first, *other = study->cell + pair->second;
    ard_json_open_line(json, NULL, '{');
    ard_json_text(json, "data", study->data[cell->data].name);
    ard_json_text(json, "figure", ard_fold_figure_name(pair->figure));
    ard_json_text(json, "name", cell->name);
    ard_json_real(json, "n_features", cell->evaluation->mean_n_features);
    ard_json_text(json, "other", other->name);
    ard_json_real(json, "other_n_features", other->evaluation->mean_n_features);
    write_difference(json, pair);
    ard_json_text(json, "reason", pair->test.reason);
    ard_json_int(json, "folds", pair->test.n);
    ard_json_int(json, "folds_lacking", pair->n_lacking);
    ard_json_close(json);
}

static void write_sparsity(ard_json *json, const ardor_study *study)
{
    ard_json_open(json, "sparsity", '[');
    for (int64_t i = 0; i < study->pairs.n_sparse; i++) write_price(json, study, study->pairs.sparse + i);
    ard_json_close(json);
}

static void write_pairs(ard_json *json, const ardor_study *study)
{
    ard_json_open(json, "pairs", '[');
    for (int64_t i = 0; i < study->pairs.n; i++) write_pair(json, study, study->pairs.pair + i);
    ard_json_close(json);
}

/* More of a figure is worse, but of the AUC. */
static void write_set(ard_json *json, const ardor_study *study, const ard_table_pair *pair)
{
    const ard_sign_test *test = &pair->test;
    const bool more = ard_fold_figure_sign(pair->figure) < 0;
    ard_json_open_line(json, NULL, '{');
    write_who(json, study, pair->figure, pair->first, pair->second, pair->best);
    ard_json_real(json, "mean", pair->first_mean);
    ard_json_real(json, "other_mean", pair->second_mean);
    ard_json_int(json, "better", more ? test->first_larger : test->second_larger);
    ard_json_int(json, "worse", more ? test->second_larger : test->first_larger);
    ard_json_int(json, "ties", test->ties);
    ard_json_int(json, "missing", test->missing);
    ard_json_real(json, "p", test->p);
    ard_json_real(json, "p_holm", pair->adjusted.p_holm);
    ard_json_int(json, "n_compared", pair->adjusted.n_compared);
    ard_json_text(json, "reason", pair->reason);
    ard_json_close(json);
}

static void write_sets(ard_json *json, const ardor_study *study)
{
    if (study->n_data < 2) {
        ard_json_null(json, "sets");
        return;
    }
    ard_json_open(json, "sets", '[');
    for (int64_t i = 0; i < study->pairs.n_sets; i++) write_set(json, study, study->pairs.set + i);
    ard_json_close(json);
}

int ard_report_study(ardor_context *context, const ardor_study *study, char **out)
{
    ard_json json;
    ard_json_begin(&json, context);
    ard_json_open(&json, NULL, '{');
    ard_json_text(&json, "format", "ardor-comparison");
    ard_json_int(&json, "version", ARD_COMPARISON_VERSION);
    ard_json_text(&json, "ardor", ardor_version());
    ard_json_text(&json, "plan", study->plan);
    ard_json_int(&json, "seed", (int64_t)study->seed);
    ard_json_text(&json, "stopped", ard_stopped_name(study->stopped));
    write_data(&json, study);
    ard_json_open(&json, "cells", '[');
    for (int64_t c = 0; c < study->n; c++) write_cell(&json, study, study->cell + c);
    ard_json_close(&json);
    write_best(&json, study);
    write_pairs(&json, study);
    write_sets(&json, study);
    write_sparsity(&json, study);
    ard_json_real(&json, "seconds", study->seconds);
    ard_report_command(&json);
    ard_json_close(&json);
    return ard_json_finish(&json, out);
}
