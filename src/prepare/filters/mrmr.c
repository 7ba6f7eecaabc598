/* Minimum redundancy, maximum relevance (Peng, Long and Ding, IEEE Trans. PAMI 27, 1226-1238, 2005), in the difference form and
 * greedy: after the column of most relevance I(x; y), each time the one of largest
 *
 *     I(x; y) - mean over the columns s taken I(x; s)
 *
 * with mutual information in nats, of values in three bins: below mean - sd/2, above mean + sd/2, and between. What is equal but
 * for rounding is equally good, as with counts that many columns share. Columns without spread come last, with 0. */
#include <math.h>
#include <string.h>

#include "prepare/filters/score.h"
#include "prepare/moments.h"

enum { BINS = 3 };
static const double HALF_WIDTH = .5, NEAR_EDGE = 1e-9, ALIKE = 1e-12;

typedef struct mrmr {
    int64_t n, p;
    int n_classes;
    double *share;  /* n: of the weights */
    uint8_t *bin;   /* n x p */
    int64_t *begin; /* n: where the cells of a row are in `joint`, by its class or the bin of the column taken last */
    double *joint;  /* n_classes x BINS, at least BINS x BINS */
    double *plogp;  /* p: sum of q log q over the shares q of the bins */
    double *relevance, *overlap; /* p: I(x; y); sum of I(x; s) */
    bool *left;                  /* p: is it to be taken yet? */
} mrmr;

static double plogp(int64_t n, const double *share)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        if (share[i] > 0) sum += share[i] * log(share[i]);
    return sum;
}

static void close_mrmr(ardor_context *context, mrmr *m)
{
    ard_free(context, m->left);
    ard_free(context, m->overlap);
    ard_free(context, m->relevance);
    ard_free(context, m->plogp);
    ard_free(context, m->joint);
    ard_free(context, m->begin);
    ard_free(context, m->bin);
    ard_free(context, m->share);
}

/* I of a column with what `begin` says, of which `other` is the plogp and which has n_other values. */
static double information(const mrmr *m, int64_t j, int n_other, double other)
{
    const uint8_t *bin = m->bin + j * m->n;
    memset(m->joint, 0, (size_t)(n_other * BINS) * sizeof *m->joint);
    for (int64_t i = 0; i < m->n; i++) m->joint[m->begin[i] + bin[i]] += m->share[i];
    return fmax(0, plogp((int64_t)n_other * BINS, m->joint) - m->plogp[j] - other);
}

/* The bins of a column, and what is in them. At an edge rounding must not decide: what is near it is between. */
static void take_column(const ard_matrix *x, const ard_targets *t, int64_t j, double *value, mrmr *m)
{
    const double edge = HALF_WIDTH * (1 + NEAR_EDGE);
    double share[BINS] = {0};
    uint8_t *bin = m->bin + j * m->n;
    ard_matrix_gather(x, 0, m->n, 1, &j, value, m->n);
    const ard_moments moments = ard_moments_of(m->n, value, t->weight);
    m->left[j] = !moments.constant;
    for (int64_t i = 0; m->left[j] && i < m->n; i++) {
        const double z = ard_standardised(value[i], moments.mean, moments.sd);
        bin[i] = (uint8_t)(1 + (z > edge) - (z < -edge));
        share[bin[i]] += m->share[i];
    }
    m->plogp[j] = plogp(BINS, share);
}

static int open_mrmr(ardor_context *context, const ard_matrix *x, const ard_targets *t, mrmr *m)
{
    int rc = ARDOR_OK;
    double *value = NULL, *class_share = NULL, weights = 0;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(x->n, x->p, &cells), ARDOR_MEMORY, "the filter has too many cells");
    *m = (mrmr){.n = x->n, .p = x->p, .n_classes = t->n_classes};
    NEW(context, value, m->n);
    NEW(context, class_share, m->n_classes);
    NEW(context, m->share, m->n);
    NEW(context, m->bin, cells);
    NEW(context, m->begin, m->n);
    NEW(context, m->joint, (m->n_classes > BINS ? m->n_classes : BINS) * BINS);
    NEW(context, m->plogp, m->p);
    NEW(context, m->relevance, m->p);
    NEW(context, m->overlap, m->p);
    NEW(context, m->left, m->p);
    for (int64_t i = 0; i < m->n; i++) weights += ard_target_weight(t, i);
    for (int64_t i = 0; i < m->n; i++) {
        m->share[i] = ard_target_weight(t, i) / weights;
        m->begin[i] = (int64_t)t->label[i] * BINS;
        class_share[t->label[i]] += m->share[i];
    }
    const double other = plogp(m->n_classes, class_share);
    for (int64_t j = 0; j < m->p; j++) {
        take_column(x, t, j, value, m);
        if (m->left[j]) m->relevance[j] = information(m, j, m->n_classes, other);
    }
done:
    ard_free(context, class_share);
    ard_free(context, value);
    return rc;
}

/* What is left has its overlap with the column. */
static void take(mrmr *m, int64_t taken)
{
    m->left[taken] = false;
    for (int64_t i = 0; i < m->n; i++) m->begin[i] = (int64_t)m->bin[taken * m->n + i] * BINS;
    for (int64_t j = 0; j < m->p; j++)
        if (m->left[j]) m->overlap[j] += information(m, j, BINS, m->plogp[taken]);
}

/* Of what is left, after n were taken; -1: nothing is. */
static int64_t best_left(const mrmr *m, int64_t n, double *score)
{
    int64_t best = -1;
    for (int64_t j = 0; j < m->p; j++) {
        const double difference = m->relevance[j] - (n > 0 ? m->overlap[j] / (double)n : 0);
        if (!m->left[j] || (best >= 0 && !(difference > *score + ALIKE))) continue;
        best = j;
        *score = difference;
    }
    return best;
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    int64_t n = 0;
    bool *listed = NULL;
    mrmr m = {0};
    TRY(open_mrmr(context, x, t, &m));
    NEW(context, listed, x->p);
    for (; n < k; n++) {
        TRY(ard_check_running(context));
        column[n] = best_left(&m, n, score + n);
        if (column[n] < 0) break;
        listed[column[n]] = true;
        if (n + 1 < k) take(&m, column[n]);
        m.left[column[n]] = false;
    }
    for (int64_t j = 0; n < k; j++) {
        if (listed[j]) continue;
        column[n] = j;
        score[n++] = 0;
    }
done:
    ard_free(context, listed);
    close_mrmr(context, &m);
    return rc;
}

const ard_filter_kind ard_filter_mrmr = {.name = "mrmr", .sees_labels = true, .greedy = true, .rank = rank};
