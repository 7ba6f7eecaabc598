/* Platt 1999: the positive class has the target (n+ + 1)/(n+ + 2), the other 1/(n- + 2), so that the line has a maximum where
 * the values separate the classes; fitted by Newton's method in the form of Lin, Lin, Weng 2007 (solver/line.h). A row with the
 * target t is two, of the weights t and 1 - t. */
#include "method/svm_l1/platt.h"

#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "link/link.h"
#include "solver/line.h"
#include "solver/numbers.h"

enum { FOLDS = 5 };
static const double ALIKE = 1e-12; /* values that differ by less of the largest */

/* ------------------------------------------------------------------ folds */

typedef struct card {
    int32_t label;
    uint64_t draw;
    int64_t row;
} card;

static int in_deal(const void *left, const void *right)
{
    const card *a = left, *b = right;
    if (a->label != b->label) return a->label < b->label ? -1 : 1;
    if (a->draw != b->draw) return a->draw < b->draw ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* The draw of a row is that of what is in it. */
static int draw(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, card *deck)
{
    int rc = ARDOR_OK;
    ard_array array = {0};
    ard_numbers numbers = {.n = x->n, .d = x->p, .target = target};
    TRY(ard_array_open(context, x, &array));
    numbers.x = array.x;
    numbers.ld = array.ld;
    NEW(context, numbers.row, x->n);
    NEW(context, numbers.size, x->p);
    TRY(ard_number_rows(context, &numbers));
    for (int64_t i = 0; i < x->n; i++) {
        ard_rng rng;
        ard_rng_init(&rng, seed, ARD_STREAM_PLATT, numbers.row[i]);
        deck[i] = (card){target->label[i], ard_rng_bits(&rng), i};
    }
done:
    ard_free(context, numbers.size);
    ard_free(context, numbers.row);
    ard_array_close(context, &array);
    return rc;
}

/* In turn, class by class; returns the different rows of the class that has fewest. */
static int64_t deal(int64_t n, const card *deck, int64_t *fold)
{
    int64_t different = 0, fewest = n;
    for (int64_t i = 0; i < n; i++) {
        const bool first = i == 0 || deck[i].label != deck[i - 1].label;
        if (first && i > 0) fewest = ard_min64(fewest, different);
        if (first)
            different = 1;
        else
            different += deck[i].draw != deck[i - 1].draw;
        fold[deck[i].row] = (different - 1) % FOLDS;
    }
    return ard_min64(fewest, different);
}

int ard_platt_deal(ardor_context *context, const ard_matrix *x, const ard_targets *target, uint64_t seed, ard_platt_folds *out)
{
    int rc = ARDOR_OK;
    card *deck = NULL;
    *out = (ard_platt_folds){0};
    NEW(context, deck, x->n);
    NEW(context, out->fold, x->n);
    TRY(draw(context, x, target, seed, deck));
    qsort(deck, (size_t)x->n, sizeof *deck, in_deal);
    out->n = deal(x->n, deck, out->fold) > 1 ? FOLDS : 0;
done:
    ard_free(context, deck);
    return rc;
}

void ard_platt_free(ardor_context *context, ard_platt_folds *folds)
{
    ard_free(context, folds->fold);
    *folds = (ard_platt_folds){0};
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
