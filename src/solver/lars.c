/* The homotopy of the lasso. On a piece of the path the coefficients of the active columns A move along w, Z_A'Z_A w = signs,
 * which lowers all |correlations| of A at the same rate; the piece ends where another column's correlation is as large, or where
 * a coefficient reaches 0. The paths are short, so that each piece factorises its Gram matrix anew. */
#include "solver/lars.h"

#include <math.h>
#include <string.h>

#include "linalg/blas.h"

enum { PIECES_PER_COLUMN = 4 };
/* A column whose squared distance from the span of the active ones is this part of its squared length is a copy. */
#define DUPLICATE 1e-10

void ard_lars_close(ardor_context *context, ard_lars *l)
{
    void *const owned[] = {l->kept_value, l->kept,   l->value, l->active,    l->in,    l->excluded,
                           l->fit,        l->factor, l->gram,  l->direction, l->slope, l->correlation};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) ard_free(context, owned[i]);
    *l = (ard_lars){0};
}

int ard_lars_open(ardor_context *context, int64_t rows, int64_t columns, int64_t most, ard_lars *out)
{
    int rc = ARDOR_OK;
    ard_lars l = {.rows = rows, .columns = columns, .most = most};
    *out = l;
    NEW(context, l.correlation, columns);
    NEW(context, l.slope, columns);
    NEW(context, l.direction, most + 1);
    NEW(context, l.gram, (most + 1) * (most + 1));
    NEW(context, l.factor, (most + 1) * (most + 1));
    NEW(context, l.fit, rows);
    NEW(context, l.excluded, columns);
    NEW(context, l.in, columns);
    NEW(context, l.active, most + 1);
    NEW(context, l.value, most + 1);
    NEW(context, l.kept, most + 1);
    NEW(context, l.kept_value, most + 1);
    *out = l;
    l = (ard_lars){0};
done:
    ard_lars_close(context, &l);
    return rc;
}

/* Column j into the active ones, unless it is a copy of what they span. The Gram matrix has room most + 1. */
static bool enter(ard_lars *l, int64_t n, const double *z, int64_t j)
{
    const int64_t k = l->n_active, ld = l->most + 1;
    l->active[k] = j;
    l->value[k] = 0;
    for (int64_t a = 0; a <= k; a++) l->gram[k + a * ld] = l->gram[a + k * ld] = ard_dot(n, z + j * n, z + l->active[a] * n);
    memcpy(l->factor, l->gram, (size_t)(ld * ld) * sizeof *l->gram);
    const bool copy = ard_cholesky(k + 1, l->factor, ld) != 0 ||
                      l->factor[k + k * ld] * l->factor[k + k * ld] <= DUPLICATE * l->gram[k + k * ld];
    if (copy) {
        l->excluded[j] = true;
        return false;
    }
    l->in[j] = true;
    l->n_active++;
    return true;
}

static void leave(ard_lars *l, int64_t a)
{
    const int64_t ld = l->most + 1;
    l->in[l->active[a]] = false;
    l->n_active--;
    for (int64_t b = a; b < l->n_active; b++) {
        l->active[b] = l->active[b + 1];
        l->value[b] = l->value[b + 1];
    }
    for (int64_t c = 0; c <= l->n_active; c++)
        memmove(l->gram + a + c * ld, l->gram + a + 1 + c * ld, (size_t)(l->n_active - a) * sizeof *l->gram);
    memmove(l->gram + a * ld, l->gram + (a + 1) * ld, (size_t)((l->n_active - a) * ld) * sizeof *l->gram);
}

static void keep(ard_lars *l)
{
    l->n_kept = 0;
    for (int64_t a = 0; a < l->n_active; a++) {
        if (l->value[a] == 0) continue;
        l->kept[l->n_kept] = l->active[a];
        l->kept_value[l->n_kept++] = l->value[a];
    }
}

/* The column outside whose correlation is the largest; -1: none. */
static int64_t largest_outside(const ard_lars *l, int64_t p)
{
    int64_t best = -1;
    for (int64_t j = 0; j < p; j++)
        if (!l->in[j] && !l->excluded[j] && (best < 0 || fabs(l->correlation[j]) > fabs(l->correlation[best]))) best = j;
    return best;
}

/* The direction, and its effect on all correlations. */
static void aim(ard_lars *l, int64_t n, int64_t p, const double *z)
{
    const int64_t k = l->n_active, ld = l->most + 1;
    memcpy(l->factor, l->gram, (size_t)(ld * ld) * sizeof *l->gram);
    ard_cholesky(k, l->factor, ld);
    for (int64_t a = 0; a < k; a++) l->direction[a] = l->correlation[l->active[a]] > 0 ? 1.0 : -1.0;
    ard_cholesky_solve(k, 1, l->factor, ld, l->direction, ld);
    memset(l->fit, 0, (size_t)n * sizeof *l->fit);
    for (int64_t a = 0; a < k; a++) ard_axpy(n, l->direction[a], z + l->active[a] * n, l->fit);
    ard_gemv('T', n, p, 1.0, z, n, l->fit, 0.0, l->slope);
}

/* How far: to the next column (*next), to a zero (*zero), or to the end of the path. `last`: what has just left cannot come back
 * on this piece. */
static double piece(const ard_lars *l, int64_t p, double lambda, int64_t last, int64_t *next, int64_t *zero)
{
    double way = lambda;
    *next = *zero = -1;
    for (int64_t j = 0; j < p; j++) {
        if (l->in[j] || l->excluded[j] || j == last) continue;
        for (int side = -1; side <= 1; side += 2) {
            const double rate = 1.0 - side * l->slope[j], gap = fmax(lambda - side * l->correlation[j], 0.0);
            if (!(rate > 0) || !(gap / rate < way)) continue;
            way = gap / rate;
            *next = j;
        }
    }
    for (int64_t a = 0; a < l->n_active; a++) {
        const double at = -l->value[a] / l->direction[a];
        if (!(at > 0 && at < way)) continue;
        way = at;
        *zero = a;
        *next = -1;
    }
    return way;
}

void ard_lars_run(ard_lars *l, int64_t n, int64_t p, const double *z, const double *t)
{
    int64_t last = -1, next = -1, zero = -1;
    l->n_active = l->n_kept = 0;
    memset(l->in, 0, (size_t)p * sizeof *l->in);
    memset(l->excluded, 0, (size_t)p * sizeof *l->excluded);
    ard_gemv('T', n, p, 1.0, z, n, t, 0.0, l->correlation);
    next = largest_outside(l, p);
    if (next < 0 || !(fabs(l->correlation[next]) > 0) || !enter(l, n, z, next)) return;
    double lambda = fabs(l->correlation[next]);
    const double least = 1e-12 * lambda;
    for (int64_t step = 0; step < PIECES_PER_COLUMN * l->most && l->n_active > 0; step++) {
        aim(l, n, p, z);
        const double way = piece(l, p, lambda, last, &next, &zero);
        for (int64_t a = 0; a < l->n_active; a++) l->value[a] += way * l->direction[a];
        ard_axpy(p, -way, l->slope, l->correlation);
        lambda -= way;
        last = -1;
        if (zero >= 0) {
            last = l->active[zero];
            l->value[zero] = 0;
        }
        keep(l);
        if (zero >= 0) leave(l, zero);
        if (lambda <= least || (next < 0 && zero < 0)) return;
        if (next >= 0 && (l->n_active == l->most || l->n_active >= n)) return;
        if (next >= 0) enter(l, n, z, next);
    }
}
