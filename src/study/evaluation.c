/* From records to figures. Whatever order the records were made in, it is that of the plan in which they are put together. */
#include "study/evaluation.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "metric/baseline.h"
#include "metric/decide.h"
#include "study/remarks.h"

/* What an evaluation is made with, beside itself. */
typedef struct maker {
    ardor_context *context;
    const ard_cell *cell;
    const ard_record *record;
    ardor_evaluation *e;
    double *unrelaxed; /* n_rows x n_classes, NULL without relax */
    double *share;     /* n_classes: of the classes among the rows of the plan */
    double *factor;    /* n_classes: what the rows of a class count at the prior; NULL: there is none */
    int64_t n_distinct;
} maker;

static bool is_done(const ard_record *record) { return record->status == ARD_RECORD_DONE; }

/* ------------------------------------------------------------------ what there is */

int ard_evaluation_none(ardor_context *context, ard_stop stopped)
{
    const char *why = stopped == ARD_STOP_TIME ? "the time limit was reached" : "cancelled";
    return ard_fail(context, ARDOR_CANCELLED, "%s before a fold was finished", why);
}

/* The fit to all rows of a bootstrap is a fold among those that failed only. */
static int count_folds(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    const ard_record *first = NULL;
    for (int64_t f = 0; f < m->cell->plan->n_tasks; f++) {
        e->n_failed += m->record[f].status == ARD_RECORD_FAILED;
        if (f == e->n_folds) continue;
        e->n_done += is_done(m->record + f);
        e->n_rows += is_done(m->record + f) ? m->record[f].n_test : 0;
        if (m->record[f].status == ARD_RECORD_FAILED && !first) first = m->record + f;
    }
    if (e->n_done > 0) return ARDOR_OK;
    if (e->stopped != ARD_STOP_NONE) TRY(ard_evaluation_none(m->context, e->stopped));
    REQUIRE(m->context, !first, ARDOR_NUMERIC, "all %lld folds failed; the first: %s", (long long)e->n_folds, first->message);
done:
    return rc;
}

static int name_forced(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    const ardor_dataset *data = &m->cell->data;
    const bool *forced = e->recipe.prepare.forced;
    e->recipe.force = NULL;
    e->recipe.prepare.forced = NULL; /* the caller's */
    if (!forced) goto done;
    NEW(m->context, e->forced, data->p);
    for (int64_t j = 0; j < data->p; j++) {
        if (!forced[j]) continue;
        COPY(m->context, e->forced[e->n_forced], data->feature[j]);
        e->n_forced++;
    }
done:
    return rc;
}

static int describe(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    const ardor_dataset *data = &m->cell->data;
    const ard_plan *plan = m->cell->plan;
    e->recipe = m->cell->protocol.recipe;
    e->recipe.class_weight = NULL;
    if (m->cell->protocol.recipe.class_weight) COPY(m->context, e->class_weight, m->cell->protocol.recipe.class_weight);
    e->recipe.class_weight = e->class_weight;
    TRY(name_forced(m));
    e->n = data->n;
    e->p = data->p;
    e->n_folds = plan->n_folds;
    e->n_repetitions = plan->n_repetitions;
    COPY(m->context, e->plan, plan->name);
    TRY(ard_names_copy(m->context, data->n_classes, data->class_name, &e->class_name));
    e->n_classes = data->n_classes;
    ard_dataset_hash_text(data, e->data_hash);
    TRY(ard_inputs_copy(m->context, &data->inputs, &e->inputs));
    TRY(ard_decision_copy(m->context, &m->cell->decision, &e->decision));
done:
    return rc;
}

static int list_failures(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    int64_t k = 0;
    NEW(m->context, e->failed, e->n_failed);
    for (int64_t f = 0; f < m->cell->plan->n_tasks; f++) {
        if (m->record[f].status != ARD_RECORD_FAILED) continue;
        e->failed[k].fold = f;
        MAKE(e->failed[k].message,
             ard_format(m->context, "%s%s", f == e->n_folds ? "the fit to all rows: " : "", m->record[f].message));
        k++;
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ shares of the classes */

/* Mark the rows of all folds, until there is none left. */
static int mark_rows(const maker *m, bool *in_plan)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    int64_t left = m->cell->data.n;
    for (int64_t f = 0; f < m->cell->plan->n_folds && left > 0; f++) {
        TRY(ard_plan_fold(m->context, m->cell->plan, f, &fold));
        const ard_rows *const parts[] = {&fold.train, &fold.test};
        for (int k = 0; k < 2; k++)
            for (int64_t i = 0; i < parts[k]->n; i++) {
                left -= !in_plan[parts[k]->row[i]];
                in_plan[parts[k]->row[i]] = true;
            }
        ard_fold_free(m->context, &fold);
    }
done:
    ard_fold_free(m->context, &fold);
    return rc;
}

/* Of all rows that train or test in the plan, finished or not. */
static int count_shares(maker *m)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = &m->cell->data;
    bool *marked = NULL;
    int32_t *label = NULL;
    double *weight = NULL;
    int64_t n = 0;
    NEW(m->context, m->share, data->n_classes);
    NEW(m->context, marked, data->n);
    NEW(m->context, label, data->n);
    NEW(m->context, weight, data->n);
    TRY(mark_rows(m, marked));
    for (int64_t i = 0; i < data->n; i++) {
        if (!marked[i]) continue;
        label[n] = data->label[i];
        weight[n++] = ard_row_weight(data, i);
        marked[i] = false;
    }
    ard_class_shares(n, label, weight, data->n_classes, m->share);
    for (int64_t f = 0; f < m->e->n_folds; f++)
        for (int64_t i = 0; is_done(m->record + f) && i < m->record[f].n_test; i++) {
            m->n_distinct += !marked[m->record[f].row[i]];
            marked[m->record[f].row[i]] = true;
        }
done:
    ard_free(m->context, weight);
    ard_free(m->context, label);
    ard_free(m->context, marked);
    return rc;
}

/* ------------------------------------------------------------------ rows */

/* Rows that the fit of a fold predicted, to the prior from the shares that it was trained at. */
static int move_rows(const maker *m, const ard_record *r, int64_t n, double *prob, int64_t ld)
{
    return ard_prior_move(m->context, m->e->n_classes, m->e->decision.prior, r->share, n, prob, ld);
}

/* The predictions of a fold, from row `first` on. */
static int add_rows(maker *m, const ard_record *r, int64_t first)
{
    int rc = ARDOR_OK;
    char buffer[24];
    ardor_evaluation *e = m->e;
    const ardor_dataset *data = &m->cell->data;
    for (int64_t i = 0; i < r->n_test; i++) {
        const int64_t at = first + i, row = r->row[i];
        COPY(m->context, e->row_id[at], ard_row_name(data, row, buffer));
        e->fold_of[at] = r->fold;
        e->label[at] = data->label[row];
        if (e->weight) e->weight[at] = data->weight[row];
        for (int c = 0; c < e->n_classes; c++) e->prob[c * e->n_rows + at] = r->prob[c * r->n_test + i];
        for (int c = 0; m->unrelaxed && c < e->n_classes; c++) m->unrelaxed[c * e->n_rows + at] = r->unrelaxed[c * r->n_test + i];
    }
    TRY(move_rows(m, r, r->n_test, e->prob + first, e->n_rows));
    if (m->unrelaxed) TRY(move_rows(m, r, r->n_test, m->unrelaxed + first, e->n_rows));
done:
    return rc;
}

/* What the baseline knows: the shares of the classes where it is decided. */
static const double *baseline_of(const maker *m) { return m->e->decision.prior ? m->e->decision.prior : m->share; }

/* Error of n predictions; share: of the baseline that knows these instead, NULL: of the predictions. */
static double error_of(const maker *m, int64_t first, int64_t n, const double *share)
{
    double wrong = 0, total = 0;
    const ardor_evaluation *e = m->e;
    const ard_decision *d = &e->decision;
    for (int64_t i = first; i < first + n; i++) {
        double weight = e->weight ? e->weight[i] : 1.0;
        if (m->factor) weight *= m->factor[e->label[i]];
        total += weight;
        wrong += weight * (share ? ard_wrong(d, 1, e->n_classes, share, 0, e->label[i]) : e->predicted[i] != e->label[i]);
    }
    return total > 0 ? wrong / total : NAN;
}

static int add_fold(maker *m, const ard_record *r, int64_t first, ard_fold_result *to)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    *to = (ard_fold_result){.fold = r->fold,
                            .n_train = r->n_train,
                            .n_test = r->n_test,
                            .test_error = error_of(m, first, r->n_test, NULL),
                            .n_features = r->n_selected,
                            .n_vectors = r->n_vectors,
                            .n_screened = r->n_screened,
                            .stop = r->stop,
                            .null_model = r->null_model,
                            .objective = r->objective,
                            .certificate = r->certificate,
                            .relax_factor = r->relax_factor,
                            .filter = r->filter,
                            .baseline_error = error_of(m, first, r->n_test, baseline_of(m)),
                            .seconds = r->seconds};
    memcpy(to->used, r->used, sizeof to->used);
    e->mean_n_features += (double)r->n_selected / (double)e->n_done;
    e->mean_n_vectors += (double)r->n_vectors / (double)e->n_done;
    to->n_distinct = r->n_train;
    if (m->cell->plan->bootstrap) TRY(ard_plan_n_distinct(m->context, m->cell->plan, r->fold, &to->n_distinct));
done:
    return rc;
}

static int fill_rows(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    const int64_t n = e->n_rows;
    int64_t at = 0, k = 0;
    NEW(m->context, e->row_id, n);
    NEW(m->context, e->fold_of, n);
    NEW(m->context, e->label, n);
    NEW(m->context, e->predicted, n);
    NEW(m->context, e->prob, n * e->n_classes);
    NEW(m->context, e->fold, e->n_done);
    if (m->cell->data.weight) NEW(m->context, e->weight, n);
    if (ard_recipe_relaxes(&m->cell->protocol.recipe)) NEW(m->context, m->unrelaxed, n * e->n_classes);
    for (int64_t f = 0; f < e->n_folds; f++) {
        if (!is_done(m->record + f)) continue;
        TRY(add_rows(m, m->record + f, at));
        at += m->record[f].n_test;
    }
    ard_decide_all(&e->decision, n, e->n_classes, e->prob, e->predicted);
    if (e->decision.prior) {
        NEW(m->context, m->factor, e->n_classes);
        ard_prior_factors(e->n_classes, e->decision.prior, n, e->label, e->weight, m->factor);
    }
    at = 0;
    for (int64_t f = 0; f < e->n_folds; f++) {
        if (!is_done(m->record + f)) continue;
        TRY(add_fold(m, m->record + f, at, e->fold + k++));
        at += m->record[f].n_test;
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ figures */

/* All predictions, with these probabilities. */
static ard_predictions predictions_of(const maker *m, const double *prob, const int32_t *predicted)
{
    const ardor_evaluation *e = m->e;
    ard_predictions p = {.n = e->n_rows,
                         .n_classes = e->n_classes,
                         .prob = prob,
                         .label = e->label,
                         .predicted = predicted,
                         .weight = e->weight,
                         .factor = m->factor,
                         .decision = &e->decision,
                         .n_folds = e->n_folds,
                         .fold = e->fold_of,
                         .n_repetitions = m->cell->plan->n_repetitions,
                         .n_distinct = m->n_distinct,
                         .seed = e->recipe.seed};
    for (int64_t k = 0; k < e->n_done; k++) {
        p.train_size += (double)e->fold[k].n_distinct / (double)e->n_done;
        p.test_size += (double)e->fold[k].n_test / (double)e->n_done;
    }
    return p;
}

static int summarise(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    int32_t *unrelaxed = NULL;
    ard_predictions p = predictions_of(m, e->prob, e->predicted);
    NEW(m->context, e->baseline_share, e->n_classes);
    memcpy(e->baseline_share, baseline_of(m), (size_t)e->n_classes * sizeof *e->baseline_share);
    TRY(ard_metrics_compute(m->context, &p, &e->summary));
    TRY(ard_metrics_baseline(m->context, &p, baseline_of(m), &e->baseline));
    TRY(ard_confusion_compute(m->context, &p, &e->confusion));
    TRY(ard_calibration_compute(m->context, &p, &e->calibration));
    if (m->unrelaxed) {
        NEW(m->context, unrelaxed, e->n_rows);
        ard_decide_all(&e->decision, e->n_rows, e->n_classes, m->unrelaxed, unrelaxed);
        p = predictions_of(m, m->unrelaxed, unrelaxed);
        TRY(ard_metrics_compute(m->context, &p, &e->unrelaxed));
        e->relaxed = true;
    }
done:
    ard_free(m->context, unrelaxed);
    return rc;
}

/* .632+: what the folds got wrong row by row, and the fit to all rows tested on itself. */
static int bootstrap(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    const ardor_dataset *data = &m->cell->data;
    const ard_record *whole = m->record + e->n_folds;
    int64_t *tested = NULL, *wrong = NULL, at = 0;
    int32_t *predicted = NULL;
    double *prob = NULL, *weight = NULL;
    if (!m->cell->plan->bootstrap || !is_done(whole)) return ARDOR_OK;
    NEW(m->context, tested, data->n);
    NEW(m->context, wrong, data->n);
    NEW(m->context, predicted, data->n);
    NEW(m->context, prob, data->n * data->n_classes);
    NEW(m->context, weight, data->n);
    memcpy(prob, whole->prob, (size_t)(data->n * data->n_classes) * sizeof *prob);
    TRY(move_rows(m, whole, data->n, prob, data->n));
    ard_decide_all(&e->decision, data->n, data->n_classes, prob, predicted);
    for (int64_t i = 0; i < data->n; i++) weight[i] = ard_row_weight(data, i) * (m->factor ? m->factor[data->label[i]] : 1.0);
    for (int64_t f = 0; f < e->n_folds; f++)
        for (int64_t i = 0; is_done(m->record + f) && i < m->record[f].n_test; i++, at++) {
            tested[m->record[f].row[i]]++;
            wrong[m->record[f].row[i]] += e->predicted[at] != e->label[at];
        }
    ard_bootstrap_compute(data->n, data->n_classes, data->label, predicted, weight, tested, wrong, &e->bootstrap);
    e->bootstrapped = true;
done:
    ard_free(m->context, weight);
    ard_free(m->context, prob);
    ard_free(m->context, predicted);
    ard_free(m->context, wrong);
    ard_free(m->context, tested);
    return rc;
}

/* ------------------------------------------------------------------ selection */

/* What a fold says of a column. */
typedef struct mention {
    double importance;
    const double *weight;                 /* ard_record_weights of them */
    const double *loss_rise, *error_rise; /* NULL: not measured */
} mention;

/* The columns of all folds one after the other, sorted; of a column the folds stay in order. */
static int list_columns(const maker *m, int64_t *n, ard_rank **order, mention **said)
{
    int rc = ARDOR_OK;
    int64_t total = 0, at = 0;
    for (int64_t f = 0; f < m->e->n_folds; f++) total += m->record[f].n_selected;
    NEW(m->context, *order, total);
    NEW(m->context, *said, total);
    for (int64_t f = 0; f < m->e->n_folds; f++)
        for (int64_t t = 0; t < m->record[f].n_selected; t++, at++) {
            const ard_record *r = m->record + f;
            (*order)[at] = (ard_rank){.index = at, .key = -(double)r->selected[t]};
            (*said)[at] = (mention){r->importance[t], r->weight + t * ard_record_weights(m->e->n_classes),
                                    r->loss_rise ? r->loss_rise + t : NULL, r->loss_rise ? r->error_rise + t : NULL};
        }
    ard_rank_sort(total, *order);
    *n = total;
done:
    return rc;
}

static void count_mention(const mention *said, int n_classes, ard_selected *to)
{
    const bool two = n_classes == 2;
    ard_direction direction = {.class_index = -1};
    to->count++;
    to->importance_sum += fabs(said->importance);
    for (int c = 0; c < n_classes; c++)
        ard_direction_add(&direction, !two ? said->weight[c] : c ? *said->weight : -*said->weight);
    for (int c = 0; c < ard_record_weights(n_classes); c++) to->weight_sum[c] += two ? fabs(said->weight[c]) : said->weight[c];
    if (direction.class_index >= 0) to->speaks[direction.class_index]++;
    if (said->loss_rise) ard_spread_add(&to->loss_rise, *said->loss_rise);
    if (said->loss_rise) ard_spread_add(&to->error_rise, *said->error_rise);
}

static int count_selected(maker *m)
{
    int rc = ARDOR_OK;
    ardor_evaluation *e = m->e;
    ard_rank *order = NULL;
    mention *said = NULL;
    int64_t n = 0, different = 0;
    TRY(list_columns(m, &n, &order, &said));
    for (int64_t i = 0; i < n; i++) different += i == 0 || order[i].key != order[i - 1].key;
    NEW(m->context, e->selected, different);
    for (int64_t i = 0; i < n; i++) {
        if (i == 0 || order[i].key != order[i - 1].key) {
            ard_selected *fresh = e->selected + e->n_selected++;
            fresh->column = (int64_t)-order[i].key;
            TRY(ard_prepare_name(m->context, &m->e->recipe.prepare, &m->cell->data, fresh->column, &fresh->name));
            NEW(m->context, fresh->weight_sum, ard_record_weights(e->n_classes));
            NEW(m->context, fresh->speaks, e->n_classes);
        }
        count_mention(said + order[i].index, e->n_classes, e->selected + e->n_selected - 1);
    }
done:
    ard_free(m->context, said);
    ard_free(m->context, order);
    return rc;
}

/* ------------------------------------------------------------------ the interface */

int ard_evaluation_of(ardor_context *context, const ard_cell *cell, const ard_record *record, ard_stop stopped,
                      ardor_evaluation **out)
{
    int rc = ARDOR_OK;
    maker m = {.context = context, .cell = cell, .record = record};
    *out = NULL;
    NEW(context, m.e, 1);
    m.e->context = context;
    m.e->stopped = stopped;
    TRY(describe(&m));
    TRY(count_folds(&m));
    TRY(list_failures(&m));
    TRY(count_shares(&m));
    TRY(fill_rows(&m));
    TRY(summarise(&m));
    ard_evaluation_doubts(context, m.e, m.share);
    TRY(bootstrap(&m));
    TRY(count_selected(&m));
    TRY(ard_remarks_of_folds(context, m.e->n_folds, record));
    TRY(ard_warnings_copy(context, &m.e->warnings));
    *out = m.e;
    m.e = NULL;
done:
    ard_free(context, m.unrelaxed);
    ard_free(context, m.factor);
    ard_free(context, m.share);
    ardor_evaluation_free(m.e);
    return rc;
}

void ardor_evaluation_free(ardor_evaluation *e)
{
    if (!e) return;
    ardor_context *context = e->context;
    ard_resampled_free(context, &e->resampled);
    ard_kept_free(context, e->kept);
    ard_remarks_free(context, &e->warnings);
    ard_inputs_free(context, &e->inputs);
    ard_decision_free(context, &e->decision);
    ard_names_free(context, e->n_forced, e->forced);
    for (int64_t i = 0; e->selected && i < e->n_selected; i++) {
        ard_free(context, e->selected[i].speaks);
        ard_free(context, e->selected[i].weight_sum);
        ard_free(context, e->selected[i].near.name);
        ard_free(context, e->selected[i].name);
    }
    for (int64_t i = 0; e->failed && i < e->n_failed; i++) ard_free(context, e->failed[i].message);
    ard_confusion_free(context, &e->confusion);
    ard_names_free(context, e->n_classes, e->class_name);
    ard_names_free(context, e->n_rows, e->row_id);
    void *arrays[] = {e->plan, e->class_weight, e->failed, e->fold_of,  e->label,         e->predicted,
                      e->prob, e->weight,       e->fold,   e->selected, e->baseline_share};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    ard_free(context, e);
}
