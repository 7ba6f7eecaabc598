/* The two loops over the pairs. */
#include "solver/lbfgs.h"

#include <string.h>

#include "linalg/blas.h"

static const double LEAST_CURVATURE = 1e-12; /* cosine of step and fall at which a pair is left out */

/* lengths: the product of the squares of both. */
static bool is_curved(double product, double lengths)
{
    return product > 0 && product * product > LEAST_CURVATURE * LEAST_CURVATURE * lengths;
}

int ard_lbfgs_open(ardor_context *context, int64_t room, ard_lbfgs *out)
{
    int rc = ARDOR_OK;
    *out = (ard_lbfgs){.room = room};
    NEW(context, out->step, ARD_LBFGS_PAIRS * room);
    NEW(context, out->fall, ARD_LBFGS_PAIRS * room);
done:
    return rc;
}

void ard_lbfgs_close(ardor_context *context, ard_lbfgs *q)
{
    ard_free(context, q->fall);
    ard_free(context, q->step);
    *q = (ard_lbfgs){0};
}

void ard_lbfgs_forget(ard_lbfgs *q) { q->n = q->next = 0; }

void ard_lbfgs_learn(ard_lbfgs *q, int64_t size, const double *step, const double *before, const double *after)
{
    double *s = q->step + q->next * q->room, *y = q->fall + q->next * q->room;
    memcpy(s, step, (size_t)size * sizeof *s);
    for (int64_t i = 0; i < size; i++) y[i] = before[i] - after[i];
    const double product = ard_dot(size, s, y), lengths = ard_dot(size, s, s) * ard_dot(size, y, y);
    if (!is_curved(product, lengths)) return;
    q->product[q->next] = product;
    q->next = (q->next + 1) % ARD_LBFGS_PAIRS;
    if (q->n < ARD_LBFGS_PAIRS) q->n++;
}

/* The pair that many before the next. */
static int pair_of(const ard_lbfgs *q, int back) { return (q->next - back + ARD_LBFGS_PAIRS) % ARD_LBFGS_PAIRS; }

/* Pairs as a direction sees them: of the variables that are not held. */
typedef struct view {
    const ard_lbfgs *memory;
    int64_t size;
    const double *scaling;
    bool holds;
    double product[ARD_LBFGS_PAIRS]; /* 0: a pair without curvature */
} view;

static double dot(const view *v, const double *x, const double *y)
{
    double sum = 0;
    if (!v->holds) return ard_dot(v->size, x, y);
    for (int64_t i = 0; i < v->size; i++)
        if (v->scaling[i] > 0) sum += x[i] * y[i];
    return sum;
}

static const double *step_of(const view *v, int k) { return v->memory->step + k * v->memory->room; }
static const double *fall_of(const view *v, int k) { return v->memory->fall + k * v->memory->room; }

static view view_of(const ard_lbfgs *q, int64_t size, const double *scaling)
{
    view v = {.memory = q, .size = size, .scaling = scaling};
    for (int64_t i = 0; i < size; i++) v.holds = v.holds || !(scaling[i] > 0);
    for (int back = 1; back <= q->n; back++) {
        const int k = pair_of(q, back);
        v.product[k] = q->product[k];
        if (!v.holds) continue;
        const double *s = step_of(&v, k), *y = fall_of(&v, k), product = dot(&v, s, y);
        v.product[k] = is_curved(product, dot(&v, s, s) * dot(&v, y, y)) ? product : 0;
    }
    return v;
}

/* The scaling, times what makes it agree with the last pair. */
static void scale(const view *v, double *direction)
{
    double factor = 1;
    for (int back = 1; back <= v->memory->n; back++) {
        const int last = pair_of(v->memory, back);
        const double *y = fall_of(v, last);
        double sum = 0;
        if (v->product[last] == 0) continue;
        for (int64_t i = 0; i < v->size; i++) sum += y[i] * v->scaling[i] * y[i];
        factor = v->product[last] / sum;
        break;
    }
    for (int64_t i = 0; i < v->size; i++) direction[i] *= factor * v->scaling[i];
}

void ard_lbfgs_direct(const ard_lbfgs *q, int64_t size, const double *gradient, const double *scaling, double *direction)
{
    const view v = view_of(q, size, scaling);
    double part[ARD_LBFGS_PAIRS];
    memcpy(direction, gradient, (size_t)size * sizeof *direction);
    for (int back = 1; back <= q->n; back++) {
        const int k = pair_of(q, back);
        if (v.product[k] == 0) continue;
        part[k] = dot(&v, step_of(&v, k), direction) / v.product[k];
        ard_axpy(size, -part[k], fall_of(&v, k), direction);
    }
    scale(&v, direction);
    for (int back = q->n; back >= 1; back--) {
        const int k = pair_of(q, back);
        if (v.product[k] == 0) continue;
        const double rest = part[k] - dot(&v, fall_of(&v, k), direction) / v.product[k];
        ard_axpy(size, rest, step_of(&v, k), direction);
    }
    for (int64_t i = 0; i < size && v.holds; i++)
        if (!(scaling[i] > 0)) direction[i] = 0;
}

/* ------------------------------------------------------------------ a search */

int ard_ascent_open(ardor_context *context, int64_t room, ard_ascent *out)
{
    int rc = ARDOR_OK;
    double **const arrays[] = {&out->point, &out->trial, &out->gradient, &out->before, &out->direction};
    *out = (ard_ascent){0};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) NEW(context, *arrays[i], room);
    TRY(ard_lbfgs_open(context, room, &out->memory));
done:
    return rc;
}

void ard_ascent_close(ardor_context *context, ard_ascent *q)
{
    double *const arrays[] = {q->point, q->trial, q->gradient, q->before, q->direction};
    ard_lbfgs_close(context, &q->memory);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(context, arrays[i]);
    *q = (ard_ascent){0};
}

void ard_ascent_begin(ard_ascent *q)
{
    ard_lbfgs_forget(&q->memory);
    q->fresh = q->moved = false;
}

void ard_ascent_keep(ard_ascent *q, int64_t size) { memcpy(q->before, q->gradient, (size_t)size * sizeof *q->before); }

void ard_ascent_learn(ard_ascent *q, int64_t size)
{
    if (q->moved) ard_lbfgs_learn(&q->memory, size, q->direction, q->before, q->gradient);
    q->fresh = true;
}

void ard_ascent_move(ard_ascent *q, int64_t size)
{
    for (int64_t i = 0; i < size; i++) q->direction[i] = q->trial[i] - q->point[i];
    memcpy(q->point, q->trial, (size_t)size * sizeof *q->point);
    q->fresh = false;
    q->moved = true;
}
