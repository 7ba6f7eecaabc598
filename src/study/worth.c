/* See worth.h. */
#include "study/worth.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "metric/interval.h"
#include "study/correlated_stability.h"
#include "study/correlation_groups.h"
#include "study/evaluation.h"
#include "study/prepared.h"

/* Selected features whose nearest one is looked for. */
enum { MOST_NEAR = 30 };
/* A method selects if its folds leave out more than this share of the features that they could use: weights of a support vector
 * machine are 0, too, where a column varies in rows that are no support vectors. */
static const double LEFT_OUT = 0.05;
/* Operations that correlations may take: about a second. */
static const double MOST_WORK = 1e10;

static const char TOO_MANY[] = "the table is so large that its correlations would take too long";
static const char TOO_MANY_ALIKE[] = "so many features are correlated that their groups would take too much memory";
static const char ALL_USED[] = "every fold uses all features";
static const char NEARLY_ALL_USED[] = "folds use all features but for a few in a hundred, whose weights are 0 by chance";

typedef struct maker {
    ardor_context *context;
    const ard_cell *cell;
    const ard_record *record;
    ardor_evaluation *e;
    ard_worth *worth;
    int64_t *place;               /* of each column among those that may be selected; -1: it is none */
    int64_t *column, *count;      /* worth->p: the columns; how many folds select them */
    int64_t *size, **feature;     /* worth->n_sets */
    ard_prepared prepared;        /* the rows that train, which correlations are over */
    int64_t n_usable, n_left_out; /* features that vary in the training rows, over the folds; of these, left out */
    const char *all_used;         /* why nothing is selected */
    ard_matrix x, selectable;     /* of these rows all columns; those that may be selected */
} maker;

static bool is_done(const ard_record *record) { return record->status == ARD_RECORD_DONE; }
static int64_t n_folds(const maker *m) { return m->cell->plan->n_folds; }
static ard_selections sets_of(const maker *m)
{
    return (ard_selections){m->worth->p, m->worth->n_sets, m->size, (const int64_t *const *)m->feature};
}

/* ------------------------------------------------------------------ what may be selected */

/* What the preparation does not keep may be in no model, unless a fold has selected it all the same. */
static int list_columns(maker *m)
{
    int rc = ARDOR_OK;
    const ardor_dataset *data = &m->cell->data;
    const bool *forced = m->cell->protocol.recipe.prepare.forced;
    int64_t next = 0;
    NEW(m->context, m->place, data->p);
    NEW(m->context, m->column, data->p);
    for (int64_t j = 0; j < data->p; j++) {
        const bool selected = next < m->e->n_selected && m->e->selected[next].column == j;
        next += selected;
        m->place[j] = -1;
        if ((forced && forced[j]) || !(selected || m->prepared.kept[j])) continue;
        m->column[m->worth->p] = j;
        m->place[j] = m->worth->p++;
    }
done:
    return rc;
}

static int list_sets(maker *m)
{
    int rc = ARDOR_OK;
    m->worth->n_sets = m->e->n_done;
    NEW(m->context, m->size, m->e->n_done);
    NEW(m->context, m->feature, m->e->n_done);
    NEW(m->context, m->count, m->worth->p);
    for (int64_t f = 0, i = 0; f < n_folds(m); f++) {
        const ard_record *r = m->record + f;
        if (!is_done(r)) continue;
        NEW(m->context, m->feature[i], r->n_selected);
        for (int64_t t = 0; t < r->n_selected; t++) m->feature[i][t] = m->place[r->selected[t]];
        m->size[i++] = r->n_selected;
    }
    const ard_selections sets = sets_of(m);
    TRY(ard_selections_count(m->context, &sets, m->count));
done:
    return rc;
}

/* Is so much left out that it is too much whatever the other folds use? */
static bool leaves_out_enough(const maker *m)
{
    return (double)m->n_left_out > LEFT_OUT * (double)m->worth->p * (double)m->worth->n_sets;
}

/* Counts what the i-th of the sets, of fold f, lacks of the features that the fold could have used, until that is enough. in:
 * worth->p, false. */
static int look_at_fold(maker *m, int64_t f, int64_t i, bool *in)
{
    int rc = ARDOR_OK;
    ard_fold fold = {0};
    double *work = NULL;
    TRY(ard_plan_fold(m->context, m->cell->plan, f, &fold));
    NEW(m->context, work, fold.train.n);
    for (int64_t k = 0; k < m->size[i]; k++) in[m->feature[i][k]] = true;
    for (int64_t j = 0; j < m->worth->p && !leaves_out_enough(m); j++)
        m->n_left_out += !in[j] && ard_prepared_varies(&m->prepared, m->column[j], &fold.train, work);
    m->n_usable += m->size[i];
    for (int64_t k = 0; k < m->size[i]; k++) in[m->feature[i][k]] = false;
done:
    ard_free(m->context, work);
    ard_fold_free(m->context, &fold);
    return rc;
}

static int look_at_folds(maker *m)
{
    int rc = ARDOR_OK;
    bool *in = NULL;
    NEW(m->context, in, m->worth->p);
    for (int64_t f = 0, i = 0; f < n_folds(m) && !leaves_out_enough(m); f++)
        if (is_done(m->record + f)) TRY(look_at_fold(m, f, i++, in));
    m->n_usable += m->n_left_out;
    m->all_used = m->n_left_out > 0 ? NEARLY_ALL_USED : ALL_USED;
    m->worth->selects = (double)m->n_left_out > LEFT_OUT * (double)m->n_usable;
done:
    ard_free(m->context, in);
    return rc;
}

/* ------------------------------------------------------------------ do the folds agree? */

static int measure_stability(maker *m)
{
    int rc = ARDOR_OK;
    ard_worth *w = m->worth;
    const ard_selections sets = sets_of(m);
    TRY(ard_stability_of(m->context, &sets, &w->stability));
    if (!w->selects && !isnan(w->stability.value.value)) /* but for columns that are constant in some training rows */
        w->stability = (ard_stability){ard_interval_absent(m->all_used), (double)NAN, w->stability.mean_size};
    w->bins = ard_selection_bins_of(w->p, w->n_sets, m->count, ARD_CORE_FREQUENCY);
done:
    return rc;
}

/* ------------------------------------------------------------------ features that stand for others */

/* A stop, or a lack of memory, ends this work, which the reason says: the evaluation has all its folds and figures. */
static int keep_end(const maker *m, int status, const char **reason)
{
    const char *end = ard_given_up(m->context, status);
    if (end) *reason = end;
    return end ? ARDOR_OK : status;
}

static bool takes_long(const maker *m, double left, double right)
{
    return (double)m->prepared.rows.n * left * right > MOST_WORK;
}

/* Of the features and their prepared values: these say which rows they are, and how they were prepared. */
static uint64_t hash_features(const maker *m)
{
    const int64_t n = m->prepared.rows.n;
    ard_hash hash = ard_hash_begin();
    ard_hash_word(&hash, (uint64_t)n);
    for (int64_t j = 0; j < m->worth->p; j++) {
        const double *x = m->prepared.x + m->column[j] * n;
        for (int64_t i = 0; i < n; i++) ard_hash_real(&hash, x[i]);
    }
    return ard_hash_value(&hash);
}

static int sum_correlations(maker *m, ard_known_correlations *known, ard_correlation_sum *out)
{
    int rc = ARDOR_OK;
    const uint64_t features = hash_features(m);
    if (known->features != features) {
        ard_correlation_sum sum = {0};
        TRY(ard_correlation_sum_of(m->context, &m->selectable, ARD_CORRELATED, &sum));
        *known = (ard_known_correlations){features, sum};
    }
    *out = known->sum;
done:
    return rc;
}

static int measure_correlated(maker *m, ard_known_correlations *known)
{
    int rc = ARDOR_OK;
    const ard_selections sets = sets_of(m);
    ard_correlation_sum sum = {0};
    ard_correlated_stability stability = {.value = NAN};
    TRY(sum_correlations(m, known, &sum));
    TRY(ard_correlated_stability_of(m->context, &sets, &m->selectable, ARD_CORRELATED, &sum, &stability));
    m->worth->correlated = stability.value;
    m->worth->correlated_reason = stability.reason;
done:
    return rc;
}

/* The groups of the features that `least` folds select. */
static int count_groups(maker *m, int64_t n, double least, int64_t *out)
{
    int rc = ARDOR_OK;
    int64_t *column = NULL, *group = NULL, u = 0;
    NEW(m->context, column, n);
    NEW(m->context, group, n);
    for (int64_t j = 0; j < m->worth->p; j++)
        if (m->count[j] > 0 && ard_selections_reach(m->count[j], m->worth->n_sets, least)) column[u++] = m->column[j];
    TRY(ard_correlation_groups(m->context, &m->x, (ard_column_list){u, column}, ARD_SAME_CORRELATION, group, out));
done:
    ard_free(m->context, group);
    ard_free(m->context, column);
    return rc;
}

static int measure_groups(maker *m)
{
    int rc = ARDOR_OK;
    ard_worth *w = m->worth;
    const int64_t n = w->bins.n_core + w->bins.n_tail;
    TRY(count_groups(m, n, ARD_CORE_FREQUENCY, &w->n_core_groups));
    TRY(count_groups(m, n, 0, &w->n_groups));
    if (w->n_groups < 0) w->groups_reason = TOO_MANY_ALIKE;
done:
    return rc;
}

static int name_near(maker *m, const ard_nearest_column *nearest, ard_near *out)
{
    int rc = ARDOR_OK;
    *out = (ard_near){.looked = true, .correlation = nearest->correlation};
    if (nearest->column < 0) goto done;
    const int64_t place = m->place[nearest->column];
    const bool *forced = m->cell->protocol.recipe.prepare.forced;
    COPY(m->context, out->name, m->cell->data.feature[nearest->column]);
    out->forced = forced && forced[nearest->column];
    out->count = place >= 0 ? m->count[place] : 0;
done:
    return rc;
}

static void forget_near(const maker *m, ard_near *near)
{
    ard_free(m->context, near->name);
    *near = (ard_near){0};
}

static int find_near(maker *m, int64_t n)
{
    int rc = ARDOR_OK;
    int64_t column[MOST_NEAR];
    ard_nearest_column nearest[MOST_NEAR];
    ard_rank *order = NULL;
    MAKE(order, ard_selected_by_count(m->context, m->e));
    for (int64_t k = 0; k < n; k++) column[k] = m->e->selected[order[k].index].column;
    TRY(ard_nearest_columns(m->context, &m->x, (ard_column_list){n, column}, ARD_SAME_CORRELATION, nearest));
    for (int64_t k = 0; k < n; k++) TRY(name_near(m, nearest + k, &m->e->selected[order[k].index].near));
    m->worth->n_near = n;
done:
    for (int64_t k = 0; rc != ARDOR_OK && order && k < n; k++) forget_near(m, &m->e->selected[order[k].index].near);
    ard_free(m->context, order);
    return rc;
}

static int look_at_correlations(maker *m, ard_known_correlations *known)
{
    int rc = ARDOR_OK;
    ard_worth *w = m->worth;
    const double p = (double)w->p, u = (double)m->e->n_selected;
    const int64_t n = ard_min64(MOST_NEAR, m->e->n_selected);
    w->groups_reason = w->near_reason = !w->selects ? m->all_used : n == 0 ? "no feature was selected" : NULL;
    if (isnan(w->stability.value.value))
        w->correlated_reason = w->stability.value.reason;
    else if (m->prepared.reason || takes_long(m, p, p))
        w->correlated_reason = m->prepared.reason ? m->prepared.reason : TOO_MANY;
    else
        TRY(keep_end(m, measure_correlated(m, known), &w->correlated_reason));
    if (w->groups_reason) goto done;
    w->groups_reason = w->near_reason = m->prepared.reason;
    if (w->groups_reason) goto done;
    w->groups_reason = takes_long(m, u, u) ? TOO_MANY : NULL;
    w->near_reason = takes_long(m, (double)n, (double)m->cell->data.p) ? TOO_MANY : NULL;
    if (!w->groups_reason) TRY(keep_end(m, measure_groups(m), &w->groups_reason));
    if (!w->near_reason) TRY(keep_end(m, find_near(m, n), &w->near_reason));
done:
    return rc;
}

/* ------------------------------------------------------------------ the interface */

static int judge(maker *m, ard_known_correlations *known)
{
    int rc = ARDOR_OK;
    const ard_prepared *p = &m->prepared;
    TRY(ard_prepared_new(m->context, m->cell, &m->prepared));
    TRY(list_columns(m));
    TRY(list_sets(m));
    TRY(look_at_folds(m));
    TRY(measure_stability(m));
    m->x = ard_matrix_dense(p->rows.n, p->data->p, p->x, p->rows.n);
    TRY(ard_matrix_view(m->context, &m->x, p->rows.n, NULL, m->worth->p, m->column, &m->selectable));
    TRY(look_at_correlations(m, known));
    m->worth->told = true;
done:
    return rc;
}

int ard_worth_of(ardor_context *context, const ard_cell *cell, const ard_record *record, ard_known_correlations *known,
                 ardor_evaluation *e)
{
    maker m = {.context = context, .cell = cell, .record = record, .e = e, .worth = &e->worth};
    e->worth = (ard_worth){.correlated = NAN};
    if (ard_prepare_projects(&e->recipe.prepare)) return ARDOR_OK;
    int rc = judge(&m, known);
    ard_matrix_free(context, &m.selectable);
    for (int64_t i = 0; m.feature && i < e->worth.n_sets; i++) ard_free(context, m.feature[i]);
    ard_free(context, m.feature);
    ard_free(context, m.size);
    ard_free(context, m.count);
    ard_free(context, m.column);
    ard_free(context, m.place);
    ard_prepared_free(context, &m.prepared);
    if (rc == ARDOR_MEMORY) { /* of the lists themselves: correlations have a reason of their own */
        e->worth = (ard_worth){.correlated = NAN};
        ard_message_forget(context);
        ard_note(context, "what the list of selected features is worth is not known: there is not enough memory for it");
        rc = ARDOR_OK;
    }
    return rc;
}

/* The selected feature that is this column; NULL: it is none of them. */
static ard_selected *find_selected(ardor_evaluation *e, int64_t column)
{
    int64_t low = 0, high = e->n_selected;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (e->selected[middle].column < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low < e->n_selected && e->selected[low].column == column ? e->selected + low : NULL;
}

void ard_worth_add_permuted(ardor_evaluation *e, const ard_cell *cell, const ard_record *record)
{
    for (int64_t f = 0; f < cell->plan->n_folds; f++) {
        const ard_record *r = record + f;
        if (!is_done(r)) continue;
        e->worth.n_permuted++;
        e->worth.permuted_total += r->n_selected;
        for (int64_t t = 0; t < r->n_selected; t++) {
            ard_selected *selected = find_selected(e, r->selected[t]);
            if (selected) selected->n_permuted++;
        }
    }
}
