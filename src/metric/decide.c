/* With costs C[c][k] of deciding for k where c is true, a row of probabilities p is decided for the k of least expected cost
 * sum_c p_c C[c][k] (Berger, Statistical Decision Theory and Bayesian Analysis, 1985, 4.4). Of two classes that is the second one
 * where p_1 C[1][0] > p_0 C[0][1], so that its probability is above C[0][1] / (C[0][1] + C[1][0]): a threshold t is the costs
 * t and 1 - t, and one of .5 decides, to the bit, as no costs do. */
#include "metric/decide.h"

#include <math.h>

static const double ROUNDING = 1e-9;       /* of probabilities that are equal */
static const double ZONE_ROUNDING = 1e-12; /* of probabilities, which add up to 1 within this */

bool ard_decision_given(const ard_decision *d) { return d && (d->prior || d->cost || d->abstains); }

/* In logarithms, so that no product of a small probability and a small prior vanishes. */
static void move_row(int n_classes, const double *log_ratio, double *prob, int64_t ld)
{
    double most = -INFINITY, sum = 0;
    for (int c = 0; c < n_classes; c++)
        if (prob[c * ld] > 0) most = fmax(most, log(prob[c * ld]) + log_ratio[c]);
    if (most == -INFINITY) return;
    for (int c = 0; c < n_classes; c++) {
        if (prob[c * ld] > 0) prob[c * ld] = exp(log(prob[c * ld]) + log_ratio[c] - most);
        sum += prob[c * ld];
    }
    for (int c = 0; c < n_classes; c++) prob[c * ld] /= sum;
}

int ard_prior_move(ardor_context *context, int n_classes, const double *prior, const double *share, int64_t n, double *prob,
                   int64_t ld)
{
    int rc = ARDOR_OK;
    double *log_ratio = NULL;
    if (!prior) return ARDOR_OK;
    NEW(context, log_ratio, n_classes);
    for (int c = 0; c < n_classes; c++) log_ratio[c] = share[c] > 0 ? log(prior[c]) - log(share[c]) : -INFINITY;
    for (int64_t i = 0; i < n; i++) move_row(n_classes, log_ratio, prob + i, ld);
done:
    ard_free(context, log_ratio);
    return rc;
}

static double cost_of(const ard_decision *d, int64_t n, const double *prob, int64_t row, int decided)
{
    double cost = 0;
    for (int c = 0; c < d->n_classes; c++) cost += prob[c * n + row] * d->cost[c * d->n_classes + decided];
    return cost;
}

static int32_t cheapest(const ard_decision *d, int64_t n, const double *prob, int64_t row)
{
    int32_t best = 0;
    double least = cost_of(d, n, prob, row, 0);
    for (int32_t k = 1; k < d->n_classes; k++) {
        const double cost = cost_of(d, n, prob, row, k);
        if (cost < least) best = k;
        least = fmin(least, cost);
    }
    return best;
}

static int32_t most_probable(int64_t n, int n_classes, const double *prob, int64_t row)
{
    int32_t best = 0;
    for (int32_t c = 1; c < n_classes; c++)
        if (prob[c * n + row] > prob[best * n + row]) best = c;
    return best;
}

/* What counts against class c: its expected cost, or that it is improbable. */
static bool is_as_good(const ard_decision *d, int64_t n, const double *prob, int64_t row, int c, double best)
{
    if (!d || !d->cost) return prob[c * n + row] >= best * (1 - ROUNDING);
    return cost_of(d, n, prob, row, c) <= best * (1 + ROUNDING);
}

/* The lowest index that ties with the best. Of two classes a threshold decides to the bit; probabilities of more are sums over
 * classes or pairs, of which rounding would choose one. */
static int32_t first_of_tie(const ard_decision *d, int64_t n, int n_classes, const double *prob, int64_t row, int32_t best)
{
    const double value = d && d->cost ? cost_of(d, n, prob, row, best) : prob[best * n + row];
    for (int32_t c = 0; c < best && n_classes > 2; c++)
        if (is_as_good(d, n, prob, row, c, value)) return c;
    return best;
}

int32_t ard_decide(const ard_decision *d, int64_t n, int n_classes, const double *prob, int64_t row)
{
    const int32_t best = most_probable(n, n_classes, prob, row);
    if (d && d->abstains && prob[best * n + row] < d->abstain - ZONE_ROUNDING) return -1;
    return first_of_tie(d, n, n_classes, prob, row, d && d->cost ? cheapest(d, n, prob, row) : best);
}

void ard_decide_all(const ard_decision *d, int64_t n, int n_classes, const double *prob, int32_t *predicted)
{
    for (int64_t i = 0; i < n; i++) predicted[i] = ard_decide(d, n, n_classes, prob, i);
}

double ard_wrong(const ard_decision *d, int64_t n, int n_classes, const double *prob, int64_t row, int32_t label)
{
    const bool costs = d && d->cost;
    double best = costs ? INFINITY : 0;
    int ties = 0;
    for (int c = 0; c < n_classes; c++) best = costs ? fmin(best, cost_of(d, n, prob, row, c)) : fmax(best, prob[c * n + row]);
    for (int c = 0; c < n_classes; c++) ties += is_as_good(d, n, prob, row, c, best);
    return is_as_good(d, n, prob, row, label, best) ? 1 - 1.0 / ties : 1;
}
