/* What a link of several outputs does not know: it sees their differences only. Free biases, and the weights of forced terms,
 * are centred. Of other weights the L1 penalty is least where their median is 0, which with an even number of outputs leaves a
 * choice; a ridge leaves none. */
#include <math.h>
#include <string.h>

#include "solver/proxnewton/proxnewton_inside.h"

static const double ROUNDING = 1e-6; /* of a certificate */

/* The weights of term j, rising. */
static void sort_weights(const ard_pn *s, int64_t j, double *sorted)
{
    for (int64_t c = 0; c < s->function.n_outputs; c++) {
        const double value = s->point.weight[j + c * s->n_terms];
        int64_t at = c;
        for (; at > 0 && sorted[at - 1] > value; at--) sorted[at] = sorted[at - 1];
        sorted[at] = value;
    }
}

static double mean_of(int64_t k, const double *value)
{
    double sum = 0;
    for (int64_t c = 0; c < k; c++) sum += value[c];
    return sum / (double)k;
}

/* Every number between the two in the middle of k sorted weights can be taken from all of them at the same L1 norm. Of the two
 * that leave zeros the one that leaves more, then the one nearer to the mean, then the lower. */
static double best_offset(int64_t k, const double *sorted)
{
    const double low = sorted[(k - 1) / 2], high = sorted[k / 2];
    int64_t more = 0;
    if (!(low <= 0 && high >= 0) || low == high) return 0;
    for (int64_t c = 0; c < k; c++) more += (sorted[c] == high) - (sorted[c] == low);
    if (more == 0) more = 2 * mean_of(k, sorted) > low + high ? 1 : -1;
    return more > 0 ? high : low;
}

/* What the penalty does not decide: of forced terms it decides nothing, of others with a ridge everything. Of groups it does too,
 * to the tolerance: the length is least where the mean is 0. */
static void shift_weights(ard_pn *s)
{
    const int64_t k = s->function.n_outputs;
    double *sorted = s->u;
    for (int64_t j = 0; j < s->n_terms; j++) {
        const bool centred = pn_is_forced(s, j) || pn_is_grouped(s);
        if (!centred && s->options.ridge > 0) continue;
        sort_weights(s, j, sorted);
        const double offset = centred ? mean_of(k, sorted) : best_offset(k, sorted);
        for (int64_t c = 0; c < k && offset != 0; c++) s->point.weight[j + c * s->n_terms] -= offset;
    }
}

int pn_settle(ard_pn *s)
{
    int rc = ARDOR_OK;
    const int64_t k = s->function.n_outputs, n = s->function.n_weights;
    const double mean = mean_of(k, s->point.bias), allowed = fmax(s->options.tol, (1 + ROUNDING) * s->certificate.weights);
    if (k == 1 || s->n_columns > k || !isfinite(s->objective)) goto done;
    memcpy(s->trial.weight, s->point.weight, (size_t)n * sizeof *s->trial.weight);
    for (int64_t c = 0; c < k && !s->options.penalise_bias; c++) s->point.bias[c] -= mean;
    shift_weights(s);
    TRY(ard_pn_start(s, &s->options));
    if (s->certificate.weights <= allowed) goto done;
    memcpy(s->point.weight, s->trial.weight, (size_t)n * sizeof *s->trial.weight);
    TRY(ard_pn_start(s, &s->options));
done:
    return rc;
}
