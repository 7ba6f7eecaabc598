/* See optima.h. */
#include "method/optima.h"

#include <math.h>
#include <string.h>

#include "base/rank.h"

/* Objectives of one optimum differ by at most so many times tol, relative to their size, or by this where that is more. */
static const double SAME_TOLS = 10, SAME_LEAST = 1e-6;

bool ard_optimum_reached(const ard_optimum *o) { return o->stop == ARD_STOP_CONVERGED || o->stop == ARD_STOP_NULL_MODEL; }

void ard_optima_free(ardor_context *context, ard_optima *optima)
{
    ard_free(context, optima->optimum);
    *optima = (ard_optima){0};
}

static bool same_objective(double a, double b, double tol)
{
    const double size = fmax(1.0, fmax(fabs(a), fabs(b)));
    return (isnan(a) && isnan(b)) || fabs(a - b) <= fmax(SAME_TOLS * tol, SAME_LEAST) * size;
}

static bool same_point(const ard_end *a, const ard_end *b, double tol)
{
    if (a->at.stop != b->at.stop || a->at.n_features != b->at.n_features) return false;
    if (!same_objective(a->at.objective, b->at.objective, tol)) return false;
    return memcmp(a->feature, b->feature, (size_t)a->at.n_features * sizeof *a->feature) == 0;
}

/* Features of both lists. */
static int64_t n_common(const ard_end *a, const ard_end *b)
{
    int64_t count = 0;
    for (int64_t i = 0, j = 0; i < a->at.n_features && j < b->at.n_features;) {
        const int64_t difference = a->feature[i] - b->feature[j];
        count += difference == 0;
        i += difference <= 0;
        j += difference >= 0;
    }
    return count;
}

static void join(ard_optimum *o, const ard_optimum *end)
{
    o->n_starts += end->n_starts;
    o->certificate.weights = fmax(o->certificate.weights, end->certificate.weights); /* NaN yields to a number */
    o->certificate.scales = fmax(o->certificate.scales, end->certificate.scales);
}

/* Ends by falling objective: the first of each point is its best. first[g]: that of point g. */
static void group(int64_t n, const ard_end *end, const ard_rank *rank, int64_t kept, double tol, int64_t *first, ard_optima *out)
{
    for (int64_t t = 0; t < n; t++) {
        const ard_end *e = end + rank[t].index;
        int64_t g = 0;
        while (g < out->n && !same_point(end + first[g], e, tol)) g++;
        if (g < out->n) {
            join(out->optimum + g, &e->at);
            continue;
        }
        first[g] = rank[t].index;
        out->optimum[g] = e->at;
        out->optimum[g].n_common = n_common(e, end + kept);
        out->n++;
    }
}

int ard_optima_of(ardor_context *context, int64_t n, const ard_end *end, int64_t kept, double tol, ard_optima *out)
{
    int rc = ARDOR_OK;
    ard_rank *rank = NULL;
    int64_t *first = NULL;
    ard_optima optima = {0};
    *out = optima;
    NEW(context, rank, n);
    NEW(context, first, n);
    NEW(context, optima.optimum, n);
    for (int64_t i = 0; i < n; i++) {
        const double objective = end[i].at.objective;
        rank[i] = (ard_rank){.index = i, .key = isnan(objective) ? (double)-INFINITY : objective};
    }
    ard_rank_sort(n, rank);
    group(n, end, rank, kept, isnan(tol) ? 0.0 : tol, first, &optima);
    *out = optima;
    optima = (ard_optima){0};
done:
    ard_optima_free(context, &optima);
    ard_free(context, first);
    ard_free(context, rank);
    return rc;
}
