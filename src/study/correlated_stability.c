#include "study/correlated_stability.h"

#include <math.h>

#include "metric/stability.h"

/* Features that are in some sets and not in all: the others have no covariance. */
typedef struct varying {
    int64_t n_sets;
    ard_column_list features;
    const int64_t *start, *set; /* the sets of the i-th of them are set[start[i]..start[i + 1]), rising */
    double sum;                 /* of C times the covariances of the pairs seen */
} varying;

static double covariance(int64_t m, int64_t both, int64_t a, int64_t b)
{
    const double sets = (double)m;
    return ((double)both - (double)a * (double)b / sets) / (sets - 1);
}

static int add_covariance(ardor_context *context, void *argument, int64_t i, int64_t k, double r)
{
    varying *v = argument;
    int64_t a = v->start[i], b = v->start[k], both = 0;
    (void)context;
    while (a < v->start[i + 1] && b < v->start[k + 1]) {
        const int64_t difference = v->set[a] - v->set[b];
        both += difference == 0;
        a += difference <= 0;
        b += difference >= 0;
    }
    v->sum += fabs(r) * covariance(v->n_sets, both, v->start[i + 1] - v->start[i], v->start[k + 1] - v->start[k]);
    return ARDOR_OK;
}

/* tr(C S_z). */
static int spread_of(ardor_context *context, const ard_selections *sets, const ard_matrix *x, double least, double *out)
{
    int rc = ARDOR_OK;
    const int64_t m = sets->n_sets;
    int64_t *count = NULL, *place = NULL, *column = NULL, *start = NULL, *set = NULL, u = 0;
    double diagonal = 0;
    NEW(context, count, sets->p);
    NEW(context, place, sets->p);
    TRY(ard_selections_count(context, sets, count));
    for (int64_t j = 0; j < sets->p; j++) place[j] = count[j] > 0 && count[j] < m ? u++ : -1;
    NEW(context, column, u);
    NEW(context, start, u + 2);
    for (int64_t j = 0; j < sets->p; j++) {
        if (place[j] < 0) continue;
        column[place[j]] = j;
        start[place[j] + 2] = count[j]; /* one further on than it will stand, which filling moves it by */
        diagonal += covariance(m, count[j], count[j], count[j]);
    }
    for (int64_t i = 2; i <= u + 1; i++) start[i] += start[i - 1];
    NEW(context, set, start[u + 1]);
    for (int64_t i = 0; i < m; i++)
        for (int64_t k = 0; k < sets->size[i]; k++) {
            const int64_t at = place[sets->feature[i][k]];
            if (at >= 0) set[start[at + 1]++] = i;
        }
    varying v = {m, {u, column}, start, set, 0};
    TRY(ard_correlated_pairs(context, x, v.features, least, add_covariance, &v));
    *out = diagonal + 2 * v.sum;
done:
    ard_free(context, set);
    ard_free(context, start);
    ard_free(context, column);
    ard_free(context, place);
    ard_free(context, count);
    return rc;
}

/* tr(C Sigma_0), whose elements beside the diagonal are all the same; *size: how large its terms are. */
static double spread_at_random(const ard_selections *sets, const ard_correlation_sum *sum, double *size)
{
    const double m = (double)sets->n_sets, p = (double)sets->p, share = ard_selections_mean_size(sets) / p;
    double squares = 0;
    for (int64_t i = 0; i < sets->n_sets; i++) squares += (double)sets->size[i] * (double)(sets->size[i] - 1) / m;
    const double diagonal = p * share * (1 - share), beside = p > 1 ? squares / p / (p - 1) - share * share : 0;
    *size = diagonal + 2 * fabs(beside) * sum->sum;
    return diagonal + 2 * beside * sum->sum;
}

int ard_correlated_stability_of(ardor_context *context, const ard_selections *sets, const ard_matrix *x, double least,
                                const ard_correlation_sum *sum, ard_correlated_stability *out)
{
    static const double ROUNDING = 1e-9;
    int rc = ARDOR_OK;
    const double none = (double)NAN;
    double size = 0;
    ard_correlated_stability result = {none, ard_stability_absent(sets), none, none};
    REQUIRE(context, x->p == sets->p, ARDOR_INTERNAL, "sets of %lld features are of a table with %lld", (long long)sets->p,
            (long long)x->p);
    if (!result.reason) {
        TRY(spread_of(context, sets, x, least, &result.spread));
        result.spread_at_random = spread_at_random(sets, sum, &size);
        if (result.spread_at_random > ROUNDING * size)
            result.value = 1 - result.spread / result.spread_at_random;
        else
            result.reason = "every feature stands for the others: sets of them cannot differ";
    }
    *out = result;
done:
    return rc;
}
