/* One rate for all the weights of a term: it is of their length over the outputs, so that they are zero together. */
#include <math.h>

#include "solver/proxnewton/proxnewton_inside.h"

int pn_check_groups(ard_pn *s)
{
    int rc = ARDOR_OK;
    REQUIRE(s->context, !s->options.penalise_bias, ARDOR_INTERNAL,
            "a bias is in no group: it cannot be penalised as a weight is");
    if (s->function.n_outputs == 1 || !(s->options.weights.rate > 0)) s->options.weights.kind = ARD_L1;
done:
    return rc;
}

double pn_term_length(const ard_pn *s, const double *weight, int64_t term)
{
    double squares = 0;
    for (int64_t j = term; j < s->function.n_weights; j += s->n_terms) squares += weight[j] * weight[j];
    return sqrt(squares);
}

double pn_term_violation(const ard_pn *s, int64_t term, double zero)
{
    const double rate = s->options.weights.rate, length = pn_term_length(s, s->point.weight, term),
                 share = length > zero ? rate / length : 0;
    double squares = 0;
    for (int64_t j = term; j < s->function.n_weights; j += s->n_terms) {
        const double d = pn_weight_slope(s, j) - share * s->point.weight[j];
        squares += d * d;
    }
    return length > zero ? sqrt(squares) : sqrt(squares) - rate;
}

double pn_penalised_size(const ard_pn *s, const double *weight, int64_t j)
{
    return pn_is_grouped(s) ? weight[j] / pn_term_length(s, weight, j % s->n_terms) * weight[j] : fabs(weight[j]);
}

double pn_sum_lengths(const ard_pn *s, const double *value)
{
    const int64_t run = s->first[1];
    double sum = 0;
    for (int64_t r = 0; r < run; r++) {
        double squares = 0;
        for (int64_t v = r; v < s->order && s->penalty[r].kind == ARD_GROUP; v += run) squares += value[v] * value[v];
        sum += sqrt(squares);
    }
    return sum;
}

double ard_pn_edge(const ard_pn *s)
{
    double most = 0;
    for (int64_t j = 0; j < (pn_is_grouped(s) ? s->n_terms : s->function.n_weights); j++)
        if (!pn_is_forced(s, j)) most = fmax(most, pn_is_grouped(s) ? pn_term_length(s, s->d_weight, j) : fabs(s->d_weight[j]));
    return most;
}
