/* See method_pairs.h. */
#include "study/method_pairs.h"

#include <string.h>

#include "study/comparison.h"

/* Means that differ by less, of the larger, are equal: sums, whose last bits depend on their order. */
static const double ALIKE = 1e-12;

typedef struct maker {
    ardor_context *context;
    ardor_study *study;
    int64_t *method; /* n: the first cell of the same name, of each cell */
} maker;

static const ard_compared *cell_of(const maker *m, int64_t c) { return m->study->cell + c; }
static bool has_result(const ard_compared *cell) { return cell->evaluation != NULL; }

static double figure_of(const double *figure, int64_t fold, ard_fold_figure k) { return figure[fold * ARD_FOLD_FIGURES + k]; }

/* Fold by fold what the second of a pair has; second -1: the baseline. */
static const double *second_figures(const maker *m, int64_t first, int64_t second)
{
    return second < 0 ? cell_of(m, first)->baseline : cell_of(m, second)->figure;
}

/* ------------------------------------------------------------------ means */

typedef struct mean {
    double value; /* NaN of nothing */
    int64_t n;
} mean;

static mean mean_of_cell(const ard_compared *cell, ard_fold_figure k)
{
    mean out = {NAN, 0};
    double sum = 0;
    for (int64_t f = 0; has_result(cell) && f < cell->evaluation->n_folds; f++) {
        const double value = figure_of(cell->figure, f, k);
        if (isnan(value)) continue;
        sum += value;
        out.n++;
    }
    if (out.n > 0) out.value = sum / (double)out.n;
    return out;
}

/* Over the folds that both have. */
static int64_t common_means(const maker *m, int64_t first, int64_t second, ard_fold_figure k, double *a, double *b)
{
    int64_t n = 0;
    double sums[2] = {0, 0};
    const ard_compared *cell = cell_of(m, first);
    const double *other = second_figures(m, first, second);
    for (int64_t f = 0; f < cell->evaluation->n_folds; f++) {
        const double x = figure_of(cell->figure, f, k), y = figure_of(other, f, k);
        if (isnan(x) || isnan(y)) continue;
        sums[0] += x;
        sums[1] += y;
        n++;
    }
    *a = n > 0 ? sums[0] / (double)n : (double)NAN;
    *b = n > 0 ? sums[1] / (double)n : (double)NAN;
    return n;
}

/* ------------------------------------------------------------------ the best */

/* What a candidate is judged by: `n` folds or tables, the figure (less is better), the log loss. */
typedef struct candidate {
    mean figure, loss;
} candidate;

static bool is_less(double a, double b) { return a < b && b - a > ALIKE * fmax(fabs(a), fabs(b)); }

static bool is_better(const candidate *a, const candidate *b)
{
    if (a->figure.n != b->figure.n) return a->figure.n > b->figure.n;
    if (is_less(a->figure.value, b->figure.value) || is_less(b->figure.value, a->figure.value))
        return a->figure.value < b->figure.value;
    return is_less(a->loss.value, b->loss.value);
}

static void add_best(maker *m, ard_fold_figure k, int64_t data, int64_t cell, double value)
{
    ard_method_pairs *pairs = &m->study->pairs;
    if (cell >= 0) pairs->best[pairs->n_best++] = (ard_best_method){k, data, cell, ard_fold_figure_sign(k) * value};
}

/* Do its folds use some of the features, or all? A method that decides that itself is neither. */
static bool uses(const ard_compared *cell, ard_uses wanted)
{
    const bool either = cell->method && cell->method->can & ARD_HAS_TUNING;
    return has_result(cell) && !either && ard_evaluation_uses(cell->evaluation) == wanted;
}

/* -1: no cell of the table has the figure. all: of those that use all features. */
static int64_t find_best(const maker *m, int64_t data, ard_fold_figure k, bool all, double *value)
{
    int64_t best = -1;
    candidate of_best = {0};
    for (int64_t c = 0; c < m->study->n; c++) {
        candidate own = {mean_of_cell(cell_of(m, c), k), mean_of_cell(cell_of(m, c), ARD_FOLD_LOG_LOSS)};
        if (cell_of(m, c)->data != data || own.figure.n == 0 || (all && !uses(cell_of(m, c), ARD_USES_ALL))) continue;
        own.figure.value *= ard_fold_figure_sign(k);
        if (best >= 0 && !is_better(&own, &of_best)) continue;
        best = c;
        of_best = own;
    }
    *value = of_best.figure.value;
    return best;
}

/* ------------------------------------------------------------------ on one table */

/* n_test over n_train, of the mean sizes of the folds that are compared, a row that was drawn repeatedly counting once; how many
 * one of the two lacks. */
static double ratio_of(const ardor_evaluation *e, const ardor_evaluation *other, int64_t *n_lacking)
{
    double test = 0, train = 0;
    int64_t at = 0, n = 0;
    for (int64_t f = 0; f < e->n_done; f++) {
        while (at < other->n_done && other->fold[at].fold < e->fold[f].fold) at++;
        if (at == other->n_done || other->fold[at].fold != e->fold[f].fold) continue;
        test += (double)e->fold[f].n_test;
        train += (double)e->fold[f].n_distinct;
        n++;
    }
    *n_lacking = e->n_folds - n;
    return test / train;
}

static int compare_folds(maker *m, ard_method_pair *pair)
{
    int rc = ARDOR_OK;
    const ard_compared *cell = cell_of(m, pair->first), *other = pair->second < 0 ? cell : cell_of(m, pair->second);
    const double *figure = second_figures(m, pair->first, pair->second);
    const int64_t n = cell->evaluation->n_folds;
    double *first = NULL, *second = NULL;
    const double ratio = ratio_of(cell->evaluation, other->evaluation, &pair->n_lacking);
    NEW(m->context, first, n);
    NEW(m->context, second, n);
    for (int64_t f = 0; f < n; f++) {
        first[f] = figure_of(cell->figure, f, pair->figure);
        second[f] = figure_of(figure, f, pair->figure);
    }
    common_means(m, pair->first, pair->second, pair->figure, &pair->first_mean, &pair->second_mean);
    TRY(ard_corrected_t_test(m->context, n, first, second, ratio, &pair->test));
done:
    ard_free(m->context, second);
    ard_free(m->context, first);
    return rc;
}

/* The one class that the baseline decides for; -1: its shares tie. */
static int32_t class_of_baseline(const ardor_evaluation *e)
{
    ard_decision every = e->decision;
    every.abstains = false; /* the baseline decides every row */
    for (int32_t c = 0; c < e->n_classes; c++) {
        const double wrong = ard_wrong(&every, 1, e->n_classes, e->baseline_share, 0, c);
        if (wrong > 0 && wrong < 1) return -1;
    }
    return ard_decide(&every, 1, e->n_classes, e->baseline_share, 0);
}

static const char *no_counts(const ardor_evaluation *e, const ardor_evaluation *other)
{
    if (e->n_repetitions != 1) return "rows are tested more than once, or not all of them";
    if (e->weight) return "rows have case weights";
    if (e->decision.prior || (other && other->decision.prior)) return "the figures are for a prior";
    return !other && class_of_baseline(e) < 0 ? "the shares of the classes tie" : NULL;
}

/* The rows of the folds that both have finished; they are the same, in the same order. */
static int count_errors(maker *m, ard_method_pair *pair)
{
    int rc = ARDOR_OK;
    const ardor_evaluation *e = cell_of(m, pair->first)->evaluation,
                           *other = pair->second < 0 ? NULL : cell_of(m, pair->second)->evaluation;
    int32_t *label = NULL, *first = NULL, *second = NULL;
    int64_t n = 0, at = 0;
    pair->mcnemar.p = NAN;
    if (pair->figure != ARD_FOLD_ERROR) return ARDOR_OK;
    pair->mcnemar_reason = no_counts(e, other);
    if (pair->mcnemar_reason) return ARDOR_OK;
    const int32_t constant = other ? -1 : class_of_baseline(e);
    NEW(m->context, label, e->n_rows);
    NEW(m->context, first, e->n_rows);
    NEW(m->context, second, e->n_rows);
    for (int64_t i = 0; i < e->n_rows; i++) {
        while (other && at < other->n_rows && other->fold_of[at] < e->fold_of[i]) at++;
        if (other && (at == other->n_rows || other->fold_of[at] != e->fold_of[i])) continue;
        label[n] = e->label[i];
        first[n] = e->predicted[i];
        second[n++] = other ? other->predicted[at++] : constant;
    }
    pair->mcnemar = ard_mcnemar_test(n, label, first, second);
    if (n == 0) {
        pair->mcnemar.p = NAN;
        pair->mcnemar_reason = pair->test.reason;
    }
done:
    ard_free(m->context, second);
    ard_free(m->context, first);
    ard_free(m->context, label);
    return rc;
}

/* A comparison of a family: its p, and where the adjusted one goes. */
typedef struct member {
    double p;
    ard_adjusted *adjusted;
} member;
typedef member (*member_at)(const ard_method_pairs *pairs, int64_t i);

static member pair_at(const ard_method_pairs *pairs, int64_t i)
{
    return (member){pairs->pair[i].test.p, &pairs->pair[i].adjusted};
}
static member set_at(const ard_method_pairs *pairs, int64_t i) { return (member){pairs->set[i].test.p, &pairs->set[i].adjusted}; }

static const char IS_BASELINE[] = "it predicts the shares of the classes, as the baseline does";

/* Of a method that never has features the difference from the baseline is no hypothesis. */
static bool is_baseline(const ard_compared *cell) { return cell->method && cell->method->can & ARD_HAS_SHARES_ONLY; }

/* Those from `from` to `until` are one family. */
static int adjust(maker *m, int64_t from, int64_t until, member_at at)
{
    int rc = ARDOR_OK;
    const ard_method_pairs *pairs = &m->study->pairs;
    double *p = NULL;
    int64_t n_tests = 0, n = until - from;
    NEW(m->context, p, n);
    for (int64_t i = 0; i < n; i++) p[i] = at(pairs, from + i).p;
    TRY(ard_holm(m->context, n, p, p, &n_tests));
    for (int64_t i = 0; i < n; i++) *at(pairs, from + i).adjusted = (ard_adjusted){p[i], n_tests};
done:
    ard_free(m->context, p);
    return rc;
}

static void leave_out(ard_method_pair *pair)
{
    pair->test.t = pair->test.p = pair->mcnemar.p = NAN;
    pair->test.reason = IS_BASELINE;
    if (!pair->mcnemar_reason && pair->figure == ARD_FOLD_ERROR) pair->mcnemar_reason = IS_BASELINE;
}

/* All cells of the table but the second itself. */
static int compare_with(maker *m, int64_t data, ard_fold_figure k, int64_t second)
{
    int rc = ARDOR_OK;
    ard_method_pairs *pairs = &m->study->pairs;
    const int64_t from = pairs->n;
    for (int64_t c = 0; c < m->study->n; c++) {
        if (cell_of(m, c)->data != data || c == second || !has_result(cell_of(m, c))) continue;
        ard_method_pair *pair = pairs->pair + pairs->n++;
        *pair = (ard_method_pair){.figure = k, .first = c, .second = second, .best = second >= 0};
        TRY(compare_folds(m, pair));
        TRY(count_errors(m, pair));
        if (second < 0 && is_baseline(cell_of(m, c))) leave_out(pair);
    }
    TRY(adjust(m, from, pairs->n, pair_at));
done:
    return rc;
}

static int compare_on_tables(maker *m)
{
    int rc = ARDOR_OK;
    for (int64_t d = 0; d < m->study->n_data; d++)
        for (int k = 0; k < ARD_FOLD_FIGURES; k++) {
            double value = NAN;
            const int64_t best = find_best(m, d, (ard_fold_figure)k, false, &value);
            add_best(m, (ard_fold_figure)k, d, best, value);
            if (best >= 0) TRY(compare_with(m, d, (ard_fold_figure)k, best));
            TRY(compare_with(m, d, (ard_fold_figure)k, -1));
        }
done:
    return rc;
}

/* ------------------------------------------------------------------ the price of sparsity */

static int add_price(maker *m, ard_fold_figure k, int64_t first, int64_t second)
{
    int rc = ARDOR_OK;
    ard_method_pairs *pairs = &m->study->pairs;
    EXTEND(m->context, pairs->sparse, pairs->n_sparse + 1);
    ard_method_pair *pair = pairs->sparse + pairs->n_sparse++;
    *pair = (ard_method_pair){.figure = k, .first = first, .second = second};
    TRY(compare_folds(m, pair));
done:
    return rc;
}

/* Of each that selects beside each that does not: so none of these is picked on the folds. */
static int price(maker *m, int64_t data, ard_fold_figure k)
{
    int rc = ARDOR_OK;
    double value = NAN;
    const int64_t best = find_best(m, data, k, true, &value);
    for (int64_t c = 0; best >= 0 && c < m->study->n; c++) {
        if (cell_of(m, c)->data != data || !uses(cell_of(m, c), ARD_USES_SOME)) continue;
        TRY(add_price(m, k, c, best));
        for (int64_t other = 0; other < m->study->n; other++)
            if (other != best && cell_of(m, other)->data == data && uses(cell_of(m, other), ARD_USES_ALL))
                TRY(add_price(m, k, c, other));
    }
done:
    return rc;
}

static int price_sparsity(maker *m)
{
    int rc = ARDOR_OK;
    for (int64_t d = 0; d < m->study->n_data; d++) {
        TRY(price(m, d, ARD_FOLD_ERROR));
        TRY(price(m, d, ARD_FOLD_LOG_LOSS));
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ over tables */

/* The cell of a method on a table; -1: there is none with a result. */
static int64_t cell_on(const maker *m, int64_t method, int64_t data)
{
    for (int64_t c = 0; c < m->study->n; c++)
        if (m->method[c] == method && cell_of(m, c)->data == data && has_result(cell_of(m, c))) return c;
    return -1;
}

static mean mean_over_tables(const maker *m, int64_t method, ard_fold_figure k)
{
    mean out = {0, 0};
    for (int64_t d = 0; d < m->study->n_data; d++) {
        const int64_t c = cell_on(m, method, d);
        const mean on = c < 0 ? (mean){NAN, 0} : mean_of_cell(cell_of(m, c), k);
        if (on.n > 0) out = (mean){out.value + on.value, out.n + 1};
    }
    out.value /= (double)out.n;
    return out;
}

static int64_t find_best_on_average(maker *m, ard_fold_figure k)
{
    int64_t best = -1;
    candidate of_best = {0};
    for (int64_t c = 0; c < m->study->n; c++) {
        candidate own = {mean_over_tables(m, c, k), mean_over_tables(m, c, ARD_FOLD_LOG_LOSS)};
        if (m->method[c] != c || own.figure.n == 0) continue;
        own.figure.value *= ard_fold_figure_sign(k);
        if (best >= 0 && !is_better(&own, &of_best)) continue;
        best = c;
        of_best = own;
    }
    add_best(m, k, -1, best, of_best.figure.value);
    return best;
}

static int compare_methods(maker *m, ard_table_pair *pair)
{
    int rc = ARDOR_OK;
    double *first = NULL, *second = NULL, n = 0;
    NEW(m->context, first, m->study->n_data);
    NEW(m->context, second, m->study->n_data);
    for (int64_t d = 0; d < m->study->n_data; d++) {
        const int64_t a = cell_on(m, pair->first, d), b = pair->second < 0 ? -1 : cell_on(m, pair->second, d);
        first[d] = second[d] = NAN;
        if (a < 0 || (pair->second >= 0 && b < 0)) continue;
        if (common_means(m, a, b, pair->figure, first + d, second + d) == 0) continue;
        pair->first_mean += first[d];
        pair->second_mean += second[d];
        n++;
    }
    pair->first_mean /= n;
    pair->second_mean /= n;
    pair->test = ard_sign_test_of(m->study->n_data, first, second);
    if (pair->test.first_larger + pair->test.second_larger == 0) pair->test.p = NAN;
done:
    ard_free(m->context, second);
    ard_free(m->context, first);
    return rc;
}

static void leave_out_set(ard_table_pair *pair)
{
    pair->test.p = NAN;
    pair->reason = IS_BASELINE;
}

static int compare_over_tables(maker *m)
{
    int rc = ARDOR_OK;
    ard_method_pairs *pairs = &m->study->pairs;
    for (int k = 0; m->study->n_data > 1 && k < ARD_FOLD_FIGURES; k++) {
        const int64_t others[] = {find_best_on_average(m, (ard_fold_figure)k), -1};
        for (int o = 0; o < 2; o++) {
            const int64_t from = pairs->n_sets;
            if (o == 0 && others[0] < 0) continue;
            for (int64_t c = 0; c < m->study->n; c++) {
                if (m->method[c] != c || c == others[o]) continue;
                pairs->set[pairs->n_sets++] =
                    (ard_table_pair){.figure = (ard_fold_figure)k, .first = c, .second = others[o], .best = o == 0};
                TRY(compare_methods(m, pairs->set + pairs->n_sets - 1));
                if (others[o] < 0 && is_baseline(cell_of(m, c))) leave_out_set(pairs->set + pairs->n_sets - 1);
            }
            TRY(adjust(m, from, pairs->n_sets, set_at));
        }
    }
done:
    return rc;
}

/* ------------------------------------------------------------------ all */

static int fill_figures(maker *m)
{
    int rc = ARDOR_OK;
    for (int64_t c = 0; c < m->study->n; c++) {
        ard_compared *cell = m->study->cell + c;
        if (!has_result(cell)) continue;
        const int64_t n = cell->evaluation->n_folds * ARD_FOLD_FIGURES;
        NEW(m->context, cell->figure, n);
        NEW(m->context, cell->baseline, n);
        TRY(ard_fold_figures(m->context, cell->evaluation, false, cell->figure));
        TRY(ard_fold_figures(m->context, cell->evaluation, true, cell->baseline));
    }
done:
    return rc;
}

int ard_method_pairs_compute(ardor_context *context, ardor_study *study)
{
    int rc = ARDOR_OK;
    maker m = {.context = context, .study = study};
    ard_method_pairs *pairs = &study->pairs;
    NEW(context, m.method, study->n);
    for (int64_t c = 0; c < study->n; c++)
        while (strcmp(study->cell[m.method[c]].name, study->cell[c].name) != 0) m.method[c]++;
    NEW(context, pairs->best, (study->n_data + 1) * ARD_FOLD_FIGURES);
    NEW(context, pairs->pair, 2 * study->n * ARD_FOLD_FIGURES); /* each cell at most with the best and with the baseline */
    NEW(context, pairs->set, 2 * study->n * ARD_FOLD_FIGURES);
    NEW(context, pairs->sparse, 0);
    TRY(fill_figures(&m));
    TRY(compare_on_tables(&m));
    TRY(price_sparsity(&m));
    TRY(compare_over_tables(&m));
done:
    ard_free(context, m.method);
    return rc;
}

void ard_method_pairs_free(ardor_context *context, ard_method_pairs *pairs)
{
    ard_free(context, pairs->sparse);
    ard_free(context, pairs->set);
    ard_free(context, pairs->pair);
    ard_free(context, pairs->best);
    *pairs = (ard_method_pairs){0};
}
