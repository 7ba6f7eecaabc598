/* Platt 1999: the positive class has the target (n+ + 1)/(n+ + 2), the other 1/(n- + 2), so that the line has a maximum where
 * the values separate the classes; fitted by Newton's method in the form of Lin, Lin, Weng 2007 (solver/line.h). A row with the
 * target t is two, of the weights t and 1 - t. */
#include "method/shared/platt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "link/link.h"
#include "solver/line.h"
#include "solver/numbers.h"

enum { MOST_FOLDS = 10 };
static const double ALIKE = 1e-12; /* values that differ by less of the largest */

/* ------------------------------------------------------------------ folds */

typedef struct card {
    int side;      /* the class that has more weight among the rows with this draw; 2: neither has */
    uint64_t draw; /* of all that stay together the least of their own */
    uint64_t own;  /* of what is in the row */
    int64_t row;
} card;

static int in_deal(const void *left, const void *right)
{
    const card *a = left, *b = right;
    if (a->side != b->side) return a->side < b->side ? -1 : 1;
    if (a->draw != b->draw) return a->draw < b->draw ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* The draw of a row is that of what is in it. */
static int draw(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, card *deck)
{
    int rc = ARDOR_OK;
    uint64_t *own = NULL;
    NEW(context, own, x->n);
    TRY(ard_number_draws(context, x, target, seed, ARD_STREAM_PLATT, own));
    for (int64_t i = 0; i < x->n; i++) {
        deck[i].row = i;
        deck[i].own = deck[i].draw = own[i];
    }
done:
    ard_free(context, own);
    return rc;
}

/* The least draw of those from `first` on that have the same values goes to all of them. Returns the first of the next. */
static int64_t join_copies(int64_t n, card *deck, int64_t first, bool *changed)
{
    int64_t end = first;
    uint64_t least = deck[first].draw;
    for (; end < n && deck[end].own == deck[first].own; end++) least = deck[end].draw < least ? deck[end].draw : least;
    for (int64_t i = first; i < end; i++) {
        *changed |= deck[i].draw != least;
        deck[i].draw = least;
    }
    return end;
}

/* Rows of a group stay together, and with them all that have the values of one of them. Of a deck in the order of its own
 * draws. */
static int join_groups(ardor_context *context, const int32_t *group, int64_t n, card *deck)
{
    int rc = ARDOR_OK;
    uint64_t *least = NULL;
    int64_t n_groups = 0;
    bool changed = true;
    for (int64_t i = 0; i < n; i++) n_groups = ard_max64(n_groups, group[i] + (int64_t)1);
    NEW(context, least, n_groups);
    while (changed) {
        changed = false;
        memset(least, 0xff, (size_t)n_groups * sizeof *least);
        for (int64_t i = 0; i < n; i++) {
            uint64_t *of = least + group[deck[i].row];
            *of = deck[i].draw < *of ? deck[i].draw : *of;
        }
        for (int64_t i = 0; i < n; i++) deck[i].draw = least[group[deck[i].row]];
        for (int64_t i = 0; i < n;) i = join_copies(n, deck, i, &changed);
    }
done:
    ard_free(context, least);
    return rc;
}

/* Of a deck in the order of its draws. */
static void take_sides(const ard_targets *t, card *deck)
{
    for (int64_t first = 0, end; first < t->n; first = end) {
        double sum[2] = {0};
        for (end = first; end < t->n && deck[end].draw == deck[first].draw; end++)
            sum[t->label[deck[end].row]] += ard_target_weight(t, deck[end].row);
        const bool even = fabs(sum[1] - sum[0]) <= ALIKE * (sum[0] + sum[1]);
        for (int64_t i = first; i < end; i++) deck[i].side = even ? 2 : sum[1] > sum[0];
    }
}

/* In turn, side by side. Does what is left without a fold always have both classes? */
static bool deal(const ard_targets *t, const card *deck, int n_folds, int64_t *fold)
{
    bool among[2][MOST_FOLDS] = {{false}};
    int folds[2] = {0};
    int64_t different = 0;
    for (int64_t i = 0; i < t->n; i++) {
        if (i == 0 || deck[i].side != deck[i - 1].side)
            different = 0;
        else
            different += deck[i].draw != deck[i - 1].draw;
        fold[deck[i].row] = different % n_folds;
        among[t->label[deck[i].row]][different % n_folds] = true;
    }
    for (int k = 0; k < n_folds; k++)
        for (int c = 0; c < 2; c++) folds[c] += among[c][k];
    return folds[0] > 1 && folds[1] > 1;
}

int ard_platt_deal(ardor_context *context, const ard_problem *problem, uint64_t seed, int n_folds, ard_platt_folds *out)
{
    int rc = ARDOR_OK;
    card *deck = NULL;
    const ard_matrix *x = problem->x;
    const ard_targets *target = &problem->target;
    *out = (ard_platt_folds){0};
    NEW(context, deck, x->n);
    NEW(context, out->fold, x->n);
    TRY(draw(context, x, target, seed, deck));
    qsort(deck, (size_t)x->n, sizeof *deck, in_deal);
    if (problem->group) {
        TRY(join_groups(context, problem->group, x->n, deck));
        qsort(deck, (size_t)x->n, sizeof *deck, in_deal);
    }
    take_sides(target, deck);
    qsort(deck, (size_t)x->n, sizeof *deck, in_deal);
    out->n = deal(target, deck, n_folds, out->fold) ? n_folds : 0;
done:
    ard_free(context, deck);
    return rc;
}

void ard_platt_free(ardor_context *context, ard_platt_folds *folds)
{
    ard_free(context, folds->fold);
    *folds = (ard_platt_folds){0};
}

/* ------------------------------------------------------------------ decision values without a fold */

static void part_close(ardor_context *context, ard_platt_part *p)
{
    ard_free(context, p->value);
    ard_free(context, p->weight);
    ard_free(context, p->label);
    ard_matrix_free(context, &p->x_in);
    ard_matrix_free(context, &p->x_out);
    ard_free(context, p->in.row);
    ard_free(context, p->out.row);
}

static int part_open(ardor_context *context, const ard_problem *q, const int64_t *fold_of, int fold, ard_platt_part *p)
{
    int rc = ARDOR_OK;
    const ard_targets *t = &q->target;
    double sum = 0;
    *p = (ard_platt_part){.fold = fold};
    NEW(context, p->out.row, t->n);
    NEW(context, p->in.row, t->n);
    NEW(context, p->label, t->n);
    if (t->weight) NEW(context, p->weight, t->n);
    NEW(context, p->value, t->n);
    for (int64_t i = 0; i < t->n; i++) {
        ard_rows *to = fold_of[i] == fold ? &p->out : &p->in;
        if (to == &p->in) {
            p->label[to->n] = t->label[i];
            if (t->weight) p->weight[to->n] = t->weight[i];
            sum += ard_target_weight(t, i);
        }
        to->row[to->n++] = i;
    }
    TRY(ard_matrix_view(context, q->x, p->out.n, p->out.row, 0, NULL, &p->x_out));
    TRY(ard_matrix_view(context, q->x, p->in.n, p->in.row, 0, NULL, &p->x_in));
    p->problem = *q;
    p->problem.x = &p->x_in;
    p->problem.group = NULL; /* of all rows; within a part nothing is dealt again */
    p->problem.target = (ard_targets){p->in.n, t->n_classes, p->label, p->weight, sum};
done:
    return rc;
}

static int leave_out(ardor_context *context, const ard_problem *problem, const ard_platt_folds *folds, int fold,
                     const ard_platt_user *user, double *f, ard_stop *stop)
{
    int rc = ARDOR_OK;
    ard_platt_part p;
    TRY(part_open(context, problem, folds->fold, fold, &p));
    if (p.out.n == 0) goto done;
    TRY(user->fit(user->work, &p, p.value, stop));
    for (int64_t k = 0; k < p.out.n; k++) f[p.out.row[k]] = p.value[k];
done:
    part_close(context, &p);
    return rc;
}

int ard_platt_values(ardor_context *context, const ard_problem *problem, const ard_platt_folds *folds, const ard_platt_user *user,
                     const double *own, ard_stop *stop, double *f)
{
    int rc = ARDOR_OK;
    ard_stop last = ard_stop_cut(*stop) ? *stop : ARD_STOP_NONE;
    for (int fold = 0; fold < folds->n && !ard_stop_cut(last); fold++) {
        last = ARD_STOP_NONE;
        TRY(leave_out(context, problem, folds, fold, user, f, &last));
    }
    if (ard_stop_cut(last)) *stop = last;
    if (ard_stop_cut(last) || folds->n == 0) memcpy(f, own, (size_t)problem->x->n * sizeof *f);
done:
    return rc;
}

/* ------------------------------------------------------------------ the line */

/* Two rows for each value. False: the values are alike. */
static bool take_values(const ard_targets *t, const double *f, ard_line *line)
{
    double sum[2] = {0}, low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < t->n; i++) sum[t->label[i]] += ard_target_weight(t, i);
    const double target[2] = {1 / (sum[0] + 2), (sum[1] + 1) / (sum[1] + 2)};
    for (int64_t i = 0; i < t->n; i++) {
        const double c = ard_target_weight(t, i), positive = target[t->label[i]];
        line->row[2 * i] = (ard_line_row){.value = f[i], .sign = 1, .weight = c * positive};
        line->row[2 * i + 1] = (ard_line_row){.value = f[i], .sign = -1, .weight = c * (1 - positive)};
        low = fmin(low, f[i]);
        high = fmax(high, f[i]);
    }
    line->n_groups = 1;
    line->start[1] = 2 * t->n;
    return high - low > ALIKE * fmax(fabs(low), fabs(high));
}

int ard_platt_line(ardor_context *context, const ard_targets *target, const double *f, double *slope, double *intercept)
{
    int rc = ARDOR_OK;
    ard_line line = {0};
    *slope = *intercept = 0;
    TRY(ard_line_open(context, 2 * target->n, 1, &line));
    if (take_values(target, f, &line)) TRY(ard_line_fit(&line));
    if (line.slope > 0) {
        *slope = line.slope;
        *intercept = line.intercept[0];
    } else {
        TRY(ard_link_null_bias(context, &ard_link_logit, target, intercept));
    }
done:
    ard_line_close(context, &line);
    return rc;
}
