/* Newton's method on the dual. */
#include "solver/signed_qp.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/newton.h"

enum { STEPS = 200 };
static const double ROUNDING = 1e-15; /* of the dual: a slope below it is none */
static const double SOLVED = 1e-4;    /* the largest violation that is a solution's */
#define TOO_LARGE "C is too large for the kernel's matrix; standardise the features (--standardise train) or take a smaller one"

int ard_signed_qp_open(ardor_context *context, int64_t n, ard_signed_qp *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    double **const arrays[] = {&out->b, &out->u, &out->next, &out->next_u, &out->trial, &out->trial_u};
    *out = (ard_signed_qp){.context = context, .n = n};
    REQUIRE(context, ard_mul_ok(n, n, &cells), ARDOR_MEMORY, "%lld rows are too many for this method's matrices", (long long)n);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) NEW(context, *arrays[i], n);
    NEW(context, out->active, n);
    NEW(context, out->factor, cells);
    NEW(context, out->right, 2 * n);
    NEW(context, out->row, n);
    NEW(context, out->solved, n);
    for (int64_t i = 0; i < n; i++) out->active[i] = true;
done:
    return rc;
}

void ard_signed_qp_close(ard_signed_qp *q)
{
    double *const arrays[] = {q->b, q->u, q->next, q->next_u, q->trial, q->trial_u};
    ard_free(q->context, q->solved);
    ard_free(q->context, q->row);
    ard_free(q->context, q->right);
    ard_free(q->context, q->factor);
    ard_free(q->context, q->active);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) ard_free(q->context, arrays[i]);
    *q = (ard_signed_qp){0};
}

/* ------------------------------------------------------------------ the dual */

static double slack(const ard_signed_problem *p, const double *u, double mu, int64_t i)
{
    return p->sign[i] * (p->g[i] - u[i] - mu);
}

static double dual(const ard_signed_qp *q, const double *b, const double *u, double mu)
{
    const ard_signed_problem *p = &q->problem;
    double sum = ard_dot(q->n, b, u) / 2 + p->total * mu;
    for (int64_t i = 0; i < q->n; i++) {
        const double s = slack(p, u, mu, i);
        if (s > 0) sum += s * s / (2 * p->ridge[i]);
    }
    return sum;
}

static void list_active(ard_signed_qp *q)
{
    q->n_active = 0;
    for (int64_t i = 0; i < q->n; i++)
        if (q->active[i]) q->row[q->n_active++] = i;
}

/* ------------------------------------------------------------------ the programme with equality */

/* (K + D) x = g and (K + D) y = 1 on the active rows: b = x - mu y, with the mu that gives the sum. */
static int solve_rows(ard_signed_qp *q)
{
    int rc = ARDOR_OK;
    const ard_signed_problem *p = &q->problem;
    const int64_t m = q->n_active;
    double *x = q->right, *y = q->right + m, sum_x = 0, sum_y = 0;
    for (int64_t c = 0; c < m; c++) {
        const double *column = p->k + q->row[c] * q->n;
        for (int64_t r = c; r < m; r++) q->factor[c * m + r] = column[q->row[r]];
        q->factor[c * m + c] += p->ridge[q->row[c]];
        x[c] = p->g[q->row[c]];
        y[c] = 1;
    }
    REQUIRE(q->context, ard_cholesky(m, q->factor, m) == 0, ARDOR_NUMERIC, TOO_LARGE);
    ard_cholesky_solve(m, 2, q->factor, m, q->right, m);
    for (int64_t c = 0; c < m; c++) {
        sum_x += x[c];
        sum_y += y[c];
    }
    q->next_mu = m > 0 ? (sum_x - p->total) / sum_y : q->mu;
    memset(q->next, 0, (size_t)q->n * sizeof *q->next);
    memset(q->next_u, 0, (size_t)q->n * sizeof *q->next_u);
    for (int64_t c = 0; c < m; c++) {
        q->next[q->row[c]] = x[c] - q->next_mu * y[c];
        ard_axpy(q->n, q->next[q->row[c]], p->k + q->row[c] * q->n, q->next_u);
    }
    q->n_solved = m;
    memcpy(q->solved, q->row, (size_t)m * sizeof *q->row);
done:
    return rc;
}

static bool rows_are_solved(const ard_signed_qp *q)
{
    return q->n_active == q->n_solved && memcmp(q->row, q->solved, (size_t)q->n_active * sizeof *q->row) == 0;
}

/* ------------------------------------------------------------------ Newton's method */

static int expand(void *state)
{
    ard_signed_qp *q = state;
    for (int64_t i = 0; i < q->n; i++) q->active[i] = slack(&q->problem, q->u, q->mu, i) > 0;
    list_active(q);
    return ARDOR_OK;
}

/* The slope of -P towards the next point. Where its rows are those that it was made of it is the minimum. */
static int direct(void *state, double *value, double *slope)
{
    int rc = ARDOR_OK;
    ard_signed_qp *q = state;
    const ard_signed_problem *p = &q->problem;
    const bool there = q->mu == q->next_mu && memcmp(q->b, q->next, (size_t)q->n * sizeof *q->b) == 0;
    *value = -dual(q, q->b, q->u, q->mu);
    *slope = NAN;
    if (there && rows_are_solved(q)) goto done;
    TRY(solve_rows(q));
    const double move = q->next_mu - q->mu;
    *slope = -p->total * move;
    for (int64_t i = 0; i < q->n; i++) {
        const double s = slack(p, q->u, q->mu, i), du = q->next_u[i] - q->u[i];
        *slope -= q->b[i] * du;
        if (s > 0) *slope += p->sign[i] * s / p->ridge[i] * (du + move);
    }
    if (*slope <= ROUNDING * fabs(*value)) *slope = NAN;
done:
    return rc;
}

static int look(void *state, double step, double *value)
{
    ard_signed_qp *q = state;
    const bool all = step == 1; /* to the bit, so that direct() knows the place */
    for (int64_t i = 0; i < q->n; i++) {
        q->trial[i] = all ? q->next[i] : q->b[i] + step * (q->next[i] - q->b[i]);
        q->trial_u[i] = all ? q->next_u[i] : q->u[i] + step * (q->next_u[i] - q->u[i]);
    }
    q->trial_mu = all ? q->next_mu : q->mu + step * (q->next_mu - q->mu);
    *value = -dual(q, q->trial, q->trial_u, q->trial_mu);
    return ARDOR_OK;
}

static void take(ard_signed_qp *q, const double *b, const double *u, double mu)
{
    memcpy(q->b, b, (size_t)q->n * sizeof *b);
    memcpy(q->u, u, (size_t)q->n * sizeof *u);
    q->mu = mu;
}

static void move(void *state, double step)
{
    ard_signed_qp *q = state;
    (void)step;
    take(q, q->trial, q->trial_u, q->trial_mu);
}

/* ------------------------------------------------------------------ the solution */

/* Signs that rounding has turned are none, and u is that of what is left. */
static void clear_signs(ard_signed_qp *q)
{
    const ard_signed_problem *p = &q->problem;
    for (int64_t i = 0; i < q->n; i++) {
        if (!(p->sign[i] * q->b[i] < 0)) continue;
        ard_axpy(q->n, -q->b[i], p->k + i * q->n, q->u);
        q->b[i] = 0;
    }
}

/* A bound of the rounding of K b, and of that of whoever computes it again: what is below it is no violation to be seen. */
static double rounding_of(const ard_signed_qp *q)
{
    double largest = 0;
    for (int64_t i = 0; i < q->n; i++) {
        double sum = 0;
        const double *row = q->problem.k + i * q->n; /* K is symmetric */
        for (int64_t j = 0; j < q->n; j++) sum += fabs(row[j] * q->b[j]);
        largest = fmax(largest, sum);
    }
    return 2 * (double)q->n * DBL_EPSILON * largest;
}

static void end(ard_signed_qp *q)
{
    const ard_signed_problem *p = &q->problem;
    double value = 0, worst = 0, terms = 0, sum = -p->total, sizes = fabs(p->total);
    clear_signs(q);
    for (int64_t i = 0; i < q->n; i++) {
        const double own = p->ridge[i] * q->b[i], lack = p->sign[i] * (p->g[i] - q->u[i] - own - q->mu);
        worst = fmax(worst, q->b[i] == 0 ? lack : fabs(lack));
        terms = fmax(terms, fmax(fabs(p->g[i]), fabs(own)));
        value += q->b[i] * (q->u[i] + own) / 2 - p->g[i] * q->b[i];
        sum += q->b[i];
        sizes += fabs(q->b[i]);
    }
    worst += rounding_of(q);
    q->value = value;
    q->violation = fmax(terms > 0 ? worst / terms : 0, sizes > 0 ? fabs(sum) / sizes : 0);
}

int ard_signed_qp_solve(ard_signed_qp *q, const ard_signed_problem *problem)
{
    static const ard_newton newton = {expand, direct, look, move};
    int rc = ARDOR_OK;
    q->problem = *problem;
    list_active(q);
    TRY(solve_rows(q));
    take(q, q->next, q->next_u, q->next_mu);
    TRY(ard_newton_run(&newton, q, STEPS, 0));
    end(q);
    REQUIRE(q->context, q->violation <= SOLVED, ARDOR_NUMERIC, TOO_LARGE);
done:
    return rc;
}
