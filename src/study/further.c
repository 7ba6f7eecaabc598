/* See further.h. */
#include "study/further.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"
#include "fit/tune_auto.h"
#include "metric/instability.h"
#include "metric/interval.h"
#include "metric/quantile.h"
#include "metric/selections.h"
#include "resample/halves.h"
#include "study/evaluation.h"

/* A further cell. */
typedef struct part {
    ard_plan *plan;
    int32_t *label;     /* NULL: the data's */
    ard_splits *splits; /* of its plan; NULL: that is the evaluation's */
    ard_cell cell;
    ard_record *record;
    char *message; /* why it cannot be run; else NULL */
    bool listed;   /* among the cells that are run */
} part;

struct ard_further {
    const ardor_dataset *data;
    const ard_config *config;
    const ard_recipe *fit;
    const ard_cell *own;
    int64_t n, n_listed;
    part *part;  /* n: permutations, then halves, then fractions, then resamples */
    part **list; /* n_listed that can be run */
    ard_exchange exchange;
};

/* ------------------------------------------------------------------ cells */

static const ard_resamplings *asked(const ard_further *f) { return &f->config->resamplings; }
static int64_t n_stable(const ard_further *f) { return asked(f)->stability > 0 ? 1 : 0; }
static part *stable_part(const ard_further *f) { return f->part + asked(f)->permute; }
static part *curve_part(const ard_further *f, int64_t k) { return f->part + asked(f)->permute + n_stable(f) + k; }

static part *refits_part(const ard_further *f) { return f->part + f->n - 1; }

/* With the plan that it has, or gets. */
static int open_cell(ardor_context *context, ard_further *f, const ard_recipe *of, part *p)
{
    int rc = ARDOR_OK;
    ard_recipe recipe = *of;
    recipe.importance = 0; /* of the evaluation's own folds */
    TRY(ard_cell_open(context, f->data, p->label, p->plan, &recipe, f->config->threads, &p->cell));
    p->cell.derived = true;
    ard_batch_like(p->cell.batch, f->own->batch);
    NEW(context, p->record, p->plan->n_tasks);
    p->listed = true;
    f->list[f->n_listed++] = p;
done:
    return rc;
}

static int open_part(ardor_context *context, ard_further *f, part *p)
{
    int rc = ARDOR_OK;
    const ardor_dataset labelled = p->label ? ard_dataset_with_labels(f->data, p->label) : *f->data;
    const ard_recipe *recipe = &f->own->protocol.recipe;
    if (p->splits)
        TRY(ard_plan_new_given(context, f->data, p->splits, &p->plan));
    else if (f->config->splits && strcmp(f->config->plan, "splits") == 0)
        TRY(ard_plan_new_given(context, &labelled, f->config->splits, &p->plan));
    else
        TRY(ard_plan_new(context, &labelled, NULL, f->config->plan, recipe->seed, &p->plan));
    TRY(open_cell(context, f, recipe, p));
done:
    return rc;
}

/* A plan that cannot be made of these labels or rows is a result, too. */
static int keep_refusal(ardor_context *context, part *p, int status)
{
    int rc = ARDOR_OK;
    if (status != ARDOR_DATA) return status;
    COPY(context, p->message, ardor_context_message(context));
    ard_message_forget(context);
done:
    return rc;
}

static int open_permutation(ardor_context *context, ard_further *f, int64_t b)
{
    int rc = ARDOR_OK;
    part *p = f->part + b;
    NEW(context, p->label, f->data->n);
    TRY(ard_labels_exchange(context, f->data, f->own->protocol.recipe.seed, b + 1, p->label, &f->exchange));
    TRY(keep_refusal(context, p, open_part(context, f, p)));
done:
    return rc;
}

static int copy_rows(ardor_context *context, const ard_rows *from, ard_rows *to)
{
    int rc = ARDOR_OK;
    NEW(context, to->row, from->n);
    memcpy(to->row, from->row, (size_t)from->n * sizeof *to->row);
    to->n = from->n;
done:
    return rc;
}

/* Of n splits whose rows are to come. */
static int open_splits(ardor_context *context, int64_t n, part *p)
{
    int rc = ARDOR_OK;
    NEW(context, p->splits, 1);
    p->splits->context = context;
    NEW(context, p->splits->train, n);
    NEW(context, p->splits->test, n);
    p->splits->n = n;
done:
    return rc;
}

/* Each half trains and the other is tested. */
static int open_halves(ardor_context *context, ard_further *f)
{
    int rc = ARDOR_OK;
    part *p = stable_part(f);
    ard_halves halves = {0};
    TRY(open_splits(context, 2 * asked(f)->stability, p));
    for (int64_t k = 0; k < asked(f)->stability; k++) {
        TRY(ard_halves_draw(context, f->data, NULL, f->own->protocol.recipe.seed, k, &halves));
        for (int side = 0; side < 2; side++) {
            const ard_rows *train = halves.half + side, *test = halves.half + 1 - side;
            TRY(copy_rows(context, train, p->splits->train + 2 * k + side));
            TRY(copy_rows(context, test, p->splits->test + 2 * k + side));
        }
        ard_halves_free(context, &halves);
    }
    TRY(keep_refusal(context, p, open_part(context, f, p)));
done:
    ard_halves_free(context, &halves);
    return rc;
}

static int open_fraction(ardor_context *context, ard_further *f, int64_t k)
{
    int rc = ARDOR_OK;
    part *p = curve_part(f, k);
    ard_fold fold = {0};
    const ard_plan *plan = f->own->plan;
    TRY(open_splits(context, plan->n_folds, p));
    for (int64_t i = 0; i < plan->n_folds; i++) {
        TRY(ard_plan_fold(context, plan, i, &fold));
        TRY(ard_rows_thin(context, f->data, f->own->protocol.recipe.seed, i, &fold.train, asked(f)->fraction[k],
                          p->splits->train + i));
        TRY(copy_rows(context, &fold.test, p->splits->test + i));
        ard_fold_free(context, &fold);
    }
    TRY(keep_refusal(context, p, open_part(context, f, p)));
done:
    ard_fold_free(context, &fold);
    return rc;
}

/* As `fit` makes it, of all rows. */
static int open_refits(ardor_context *context, ard_further *f)
{
    int rc = ARDOR_OK;
    part *p = refits_part(f);
    ard_recipe recipe = *f->fit;
    TRY(ard_tune_settle(context, f->data, NULL, &recipe));
    TRY(keep_refusal(context, p, ard_plan_new_refits(context, f->data, asked(f)->instability, recipe.seed, &p->plan)));
    if (p->plan) TRY(open_cell(context, f, &recipe, p));
done:
    return rc;
}

static int check(ardor_context *context, const ard_further *f)
{
    int rc = ARDOR_OK;
    REQUIRE(context, asked(f)->stability == 0 || !ard_prepare_projects(&f->own->protocol.recipe.prepare), ARDOR_USAGE,
            "--stability counts how often columns are selected, and components (--pca) are no columns: leave out one of them");
    REQUIRE(
        context, asked(f)->n_fractions == 0 || !f->own->plan->bootstrap, ARDOR_USAGE,
        "--learning-curve takes parts of the training rows, which a bootstrap draws repeatedly: take a plan such as kfold:10");
    REQUIRE(context, asked(f)->instability == 0 || (f->fit->protocol == ARD_PROTOCOL_HONEST && f->fit->tune != ARD_TUNE_FIRST),
            ARDOR_USAGE,
            "--instability is of the model that `ardor fit` makes, which knows no folds: leave out --protocol leaky and "
            "--tune=first:K");
done:
    return rc;
}

int ard_further_open(ardor_context *context, const ardor_dataset *data, const ard_config *config, const ard_recipe *fit,
                     const ard_cell *cell, ard_further **out)
{
    int rc = ARDOR_OK;
    ard_further *f = NULL;
    const ard_resamplings *r = &config->resamplings;
    const int64_t n = r->permute + (r->stability > 0) + r->n_fractions + (r->instability > 0);
    *out = NULL;
    if (n == 0) return ARDOR_OK;
    NEW(context, f, 1);
    *f = (ard_further){.data = data, .config = config, .fit = fit, .own = cell};
    NEW(context, f->part, n);
    NEW(context, f->list, n);
    f->n = n;
    TRY(check(context, f));
    for (int64_t b = 0; b < r->permute; b++) TRY(open_permutation(context, f, b));
    if (r->stability > 0) TRY(open_halves(context, f));
    for (int64_t k = 0; k < r->n_fractions; k++) TRY(open_fraction(context, f, k));
    if (r->instability > 0) TRY(open_refits(context, f));
    *out = f;
    f = NULL;
done:
    ard_further_close(context, f);
    return rc;
}

void ard_further_close(ardor_context *context, ard_further *f)
{
    if (!f) return;
    for (int64_t k = 0; f->part && k < f->n; k++) {
        part *p = f->part + k;
        if (p->plan) ard_records_free(context, p->plan->n_tasks, p->record);
        ard_cell_close(context, &p->cell);
        ard_plan_free(p->plan);
        ard_splits_free(p->splits);
        ard_free(context, p->label);
        ard_free(context, p->message);
    }
    ard_free(context, f->list);
    ard_free(context, f->part);
    ard_free(context, f);
}

int64_t ard_further_count(const ard_further *f) { return f ? f->n_listed : 0; }
const ard_cell *ard_further_cell(const ard_further *f, int64_t k) { return &f->list[k]->cell; }
ard_record *ard_further_records(const ard_further *f, int64_t k) { return f->list[k]->record; }

/* ------------------------------------------------------------------ better than chance? */

static bool is_done(const ard_record *record) { return record->status == ARD_RECORD_DONE; }

/* Mean log loss of the rows that a cell's folds tested. false: some fold is missing because of a stop. NaN: one failed. */
static bool loss_of(const ard_cell *cell, const ard_record *record, double *out)
{
    double sum = 0, total = 0;
    const ardor_dataset *data = &cell->data;
    for (int64_t f = 0; f < cell->plan->n_folds; f++) {
        const ard_record *r = record + f;
        if (r->status == ARD_RECORD_NONE) return false;
        if (!is_done(r)) sum = NAN;
        for (int64_t i = 0; is_done(r) && i < r->n_test; i++) {
            const double weight = ard_row_weight(data, r->row[i]);
            sum += weight * ard_log_loss(r->prob[i + data->label[r->row[i]] * r->n_test]);
            total += weight;
        }
    }
    *out = sum / total;
    return true;
}

static int finish_chance(ardor_context *context, const ard_further *f, const ard_record *record, ard_chance *c)
{
    int rc = ARDOR_OK;
    *c = (ard_chance){.n_asked = asked(f)->permute, .exchange = f->exchange, .observed = NAN};
    NEW(context, c->value, c->n_asked);
    if (!loss_of(f->own, record, &c->observed)) c->observed = NAN;
    for (int64_t b = 0; b < c->n_asked; b++) {
        const part *p = f->part + b;
        double value = NAN;
        if (p->listed && !loss_of(&p->cell, p->record, &value))
            c->n_unfinished++;
        else
            c->value[c->n++] = value;
    }
    c->test = ard_permutation_test_of(c->n, c->value, c->observed, false);
done:
    return rc;
}

/* ------------------------------------------------------------------ which features, whatever the rows? */

static int list_features(ardor_context *context, const ard_further *f, const int64_t *count, ard_stable *s)
{
    int rc = ARDOR_OK;
    ard_rank *order = NULL;
    int64_t n = 0;
    NEW(context, order, f->data->p);
    for (int64_t j = 0; j < f->data->p; j++)
        if (count[j] > 0) order[n++] = (ard_rank){.index = j, .key = (double)count[j]};
    ard_rank_sort(n, order);
    NEW(context, s->feature, n);
    s->n = n;
    for (int64_t k = 0; k < n; k++) {
        const int64_t j = order[k].index;
        s->feature[k] = (ard_often){.column = j, .count = count[j]};
        COPY(context, s->feature[k].name, f->data->feature[j]);
        s->n_stable += ard_selections_reach(count[j], s->n_halves, s->tau);
    }
done:
    ard_free(context, order);
    return rc;
}

/* The bounds are of pairs that are complementary: a half whose other one failed is none of them. n_features: that
 * may be selected, as of the list of the folds; 0: not known. */
static int finish_stable(ardor_context *context, const ard_further *f, int64_t n_features, ard_stable *s)
{
    int rc = ARDOR_OK;
    const part *p = stable_part(f);
    int64_t *count = NULL, total = 0;
    *s = (ard_stable){.n_pairs = asked(f)->stability, .tau = asked(f)->tau, .p = n_features};
    NEW(context, count, f->data->p);
    for (int64_t k = 0; p->listed && k < p->plan->n_folds; k++) {
        const ard_record *r = p->record + k;
        if (!is_done(r) || !is_done(p->record + (k ^ 1))) continue;
        s->n_halves++;
        total += r->n_selected;
        for (int64_t t = 0; t < r->n_selected; t++) count[r->selected[t]]++;
    }
    s->q = s->n_halves > 0 ? (double)total / (double)s->n_halves : NAN;
    s->bounds = ard_selection_bounds_of(s->p, s->q, s->n_halves / 2, s->tau);
    TRY(list_features(context, f, count, s));
done:
    ard_free(context, count);
    return rc;
}

/* ------------------------------------------------------------------ would more rows help? */

static int finish_point(ardor_context *context, const ard_further *f, int64_t k, ard_curve_point *to)
{
    int rc = ARDOR_OK;
    const part *p = curve_part(f, k);
    ardor_evaluation *e = NULL;
    ardor_context *own = NULL;
    *to =
        (ard_curve_point){.fraction = asked(f)->fraction[k], .n_folds = f->own->plan->n_folds, .n_train = NAN, .n_features = NAN};
    if (!p->listed) {
        COPY(context, to->message, p->message);
        return ARDOR_OK;
    }
    TRY(ard_context_child_here(context, &own)); /* what is said of it is said of the evaluation already */
    rc = ard_evaluation_of(own, &p->cell, p->record, ard_stop_asked(context), &e);
    if (rc == ARDOR_NUMERIC || rc == ARDOR_CANCELLED) {
        rc = ARDOR_OK;
        COPY(context, to->message, ardor_context_message(own));
    }
    TRY(rc);
    if (!e) goto done;
    to->n_done = e->n_done;
    to->n_features = e->mean_n_features;
    to->figures = e->summary;
    to->n_train = 0;
    for (int64_t i = 0; i < e->n_done; i++) to->n_train += (double)e->fold[i].n_train / (double)e->n_done;
done:
    ardor_evaluation_free(e);
    ardor_context_free(own);
    return rc;
}

/* ------------------------------------------------------------------ would its probabilities have been others? */

/* Of all rows, at the prior of the evaluation. out: n x n_classes. */
static int move_refit(ardor_context *context, const ard_further *f, const ard_record *r, double *out)
{
    memcpy(out, r->prob, (size_t)(r->n_test * r->n_classes) * sizeof *out);
    return ard_prior_move(context, r->n_classes, f->own->decision.prior, r->share, r->n_test, out, r->n_test);
}

static int describe_rows(ardor_context *context, const ard_further *f, const ard_record *whole, ard_unstable *u)
{
    int rc = ARDOR_OK;
    char buffer[24];
    const int64_t n = whole->n_test;
    NEW(context, u->row_id, n);
    u->n = n;
    NEW(context, u->label, n);
    NEW(context, u->original, n * whole->n_classes);
    NEW(context, u->value, n);
    NEW(context, u->refit_mean, n);
    NEW(context, u->refit_low, n);
    NEW(context, u->refit_high, n);
    for (int64_t i = 0; i < n; i++) {
        COPY(context, u->row_id[i], ard_row_name(f->data, whole->row[i], buffer));
        u->label[i] = f->data->label[whole->row[i]];
    }
    TRY(move_refit(context, f, whole, u->original));
done:
    return rc;
}

/* refit: u->n_done x u->n, a row's probabilities in sequence, which are put in order. */
static void measure_spread(double *refit, ard_unstable *u)
{
    for (int64_t i = 0; i < u->n; i++) {
        double *of_row = refit + i * u->n_done;
        for (int64_t b = 0; b < u->n_done; b++) u->refit_mean[i] += of_row[b] / (double)u->n_done;
        ard_reals_sort(u->n_done, of_row);
        u->refit_low[i] = ard_quantile(u->n_done, of_row, (1 - ARD_COVERAGE) / 2);
        u->refit_high[i] = ard_quantile(u->n_done, of_row, (1 + ARD_COVERAGE) / 2);
    }
}

/* Every refit predicts the same rows in the same order. */
static int measure_rows(ardor_context *context, const ard_further *f, const ard_record *whole, ard_unstable *u)
{
    int rc = ARDOR_OK;
    const part *p = refits_part(f);
    double *prob = NULL, *weight = NULL, *refit = NULL;
    ard_instability sums = {.n = u->n, .n_classes = whole->n_classes, .original = u->original, .sum = u->value};
    NEW(context, prob, u->n * whole->n_classes);
    NEW(context, weight, u->n);
    NEW(context, refit, u->n * u->n_done);
    for (int64_t b = 0, done = 0; b < p->plan->n_folds; b++) {
        if (!is_done(p->record + b)) continue;
        TRY(move_refit(context, f, p->record + b, prob));
        ard_instability_add(&sums, prob);
        for (int64_t i = 0; i < u->n; i++)
            refit[i * u->n_done + done] = prob[(whole->n_classes == 2 ? 1 : u->label[i]) * u->n + i];
        done++;
    }
    measure_spread(refit, u);
    for (int64_t i = 0; i < u->n; i++) weight[i] = ard_row_weight(f->data, whole->row[i]);
    u->mean = ard_instability_mean(&sums, weight);
    for (int64_t i = 0; i < u->n; i++) u->value[i] = ard_instability_row(&sums, i);
done:
    ard_free(context, refit);
    ard_free(context, weight);
    ard_free(context, prob);
    return rc;
}

static int finish_refits(ardor_context *context, const ard_further *f, ard_unstable *u)
{
    int rc = ARDOR_OK;
    const part *p = refits_part(f);
    *u = (ard_unstable){.n_asked = asked(f)->instability, .mean = NAN};
    if (!p->listed) {
        u->reason = "no resample has rows of two classes and leaves out a row";
        return ARDOR_OK;
    }
    const ard_record *whole = p->record + p->plan->n_folds;
    for (int64_t b = 0; b < p->plan->n_folds; b++) {
        u->n_done += is_done(p->record + b);
        u->n_failed += p->record[b].status == ARD_RECORD_FAILED;
    }
    if (!is_done(whole))
        u->reason = whole->status == ARD_RECORD_FAILED ? "the fit to all rows failed" : "the run was stopped";
    else if (u->n_done == 0)
        u->reason = u->n_failed == u->n_asked ? "all fits to resamples failed" : "the run was stopped";
    if (u->reason) return ARDOR_OK;
    TRY(describe_rows(context, f, whole, u));
    TRY(measure_rows(context, f, whole, u));
done:
    return rc;
}

int ard_further_finish(ardor_context *context, ard_further *f, const ard_record *record, ardor_evaluation *e)
{
    int rc = ARDOR_OK;
    ard_resampled *out = &e->resampled;
    if (!f) return ARDOR_OK;
    if (asked(f)->permute > 0) {
        NEW(context, out->chance, 1);
        TRY(finish_chance(context, f, record, out->chance));
        for (int64_t b = 0; b < asked(f)->permute; b++)
            if (f->part[b].listed) ard_worth_add_permuted(e, &f->part[b].cell, f->part[b].record);
    }
    if (asked(f)->stability > 0) {
        NEW(context, out->stable, 1);
        TRY(finish_stable(context, f, e->worth.p, out->stable));
    }
    if (asked(f)->instability > 0) {
        NEW(context, out->unstable, 1);
        TRY(finish_refits(context, f, out->unstable));
    }
    NEW(context, out->point, asked(f)->n_fractions);
    out->n_points = asked(f)->n_fractions;
    for (int64_t k = 0; k < out->n_points; k++) TRY(finish_point(context, f, k, out->point + k));
done:
    return rc;
}
