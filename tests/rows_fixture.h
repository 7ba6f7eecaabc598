/* Rows of a training problem that tests change as they like, for methods with the basis identity. */
#ifndef ROWS_FIXTURE_H
#define ROWS_FIXTURE_H

#include "context_fixture.h"

#include "problem.h"

typedef struct rows {
    int64_t n, p;
    double *x, *weight; /* weight NULL: all 1 */
    int32_t *label;
    array_problem problem;
} rows;

static inline void free_rows(rows *r)
{
    free(r->label);
    free(r->weight);
    free(r->x);
}

/* Its matrix is where the rows are, which may have been copied. */
static inline const ard_problem *problem_of(rows *r)
{
    return array_problem_set(&r->problem, r->n, r->p, r->x, r->label, r->weight, (ard_basis){ARD_IDENTITY, 0});
}

static inline double weight_of(const rows *r, int64_t i) { return r->weight ? r->weight[i] : 1; }

/* 1, 2, 3, 1, .. */
static inline void weigh_rows(rows *r)
{
    r->weight = make_reals(r->n);
    for (int64_t i = 0; i < r->n; i++) r->weight[i] = 1 + (double)(i % 3);
}

/* Each row as often as its weight says. */
static inline rows repeat_rows(const rows *r)
{
    int64_t n = 0;
    for (int64_t i = 0; i < r->n; i++) n += (int64_t)r->weight[i];
    rows out = {.n = n, .p = r->p, .x = make_reals(n * r->p), .label = make_array(n, sizeof *out.label)};
    for (int64_t i = 0, at = 0; i < r->n; i++)
        for (int copy = 0; copy < (int)r->weight[i]; copy++, at++) {
            out.label[at] = r->label[i];
            for (int64_t j = 0; j < r->p; j++) out.x[at + j * n] = r->x[i + j * r->n];
        }
    return out;
}

static inline void must_fit(const ard_method *method, int setting, double value, rows *r, ard_fit *out)
{
    ard_settings settings;
    ard_settings_default(method, &settings);
    settings.value[setting] = value;
    const int rc = fit_problem(context, method, problem_of(r), &settings, NULL, true, out);
    if (rc != ARDOR_OK) fail_msg("%s", ardor_context_message(context));
}
#endif
