/* Problems of four classes, divided, for the tests of parts. */
#ifndef DIVISION_FIXTURE_H
#define DIVISION_FIXTURE_H

#include "numeric.h"

#include "context_fixture.h"

#include "fit/division.h"

enum { N = 60, P = 5, K = 4 };

typedef struct setup {
    double *x, *weight;
    int32_t label[N];
    ard_matrix matrix;
    ard_problem problem;
    ard_division division;
    ard_settings settings;
    const ard_method *method;
} setup;

/* Of every class rows in turn; classes 2 and 3 differ by little, in feature 4. weighted: 1, 2 or .5. */
static inline void open_setup(setup *s, const char *method, ard_basis basis, ard_multiclass how, bool weighted)
{
    ard_rng rng;
    double sum = 0;
    ard_rng_init(&rng, 17, 0, 0);
    *s = (setup){.x = make_normals(&rng, N * P), .weight = make_reals(N), .method = ard_method_find(method)};
    for (int i = 0; i < N; i++) {
        s->label[i] = i % K;
        s->x[i + 0 * N] += 1.5 * (i % K == 0);
        s->x[i + 1 * N] += 1.5 * (i % K == 1);
        s->x[i + 4 * N] += .7 * (i % K == 3);
        sum += s->weight[i] = !weighted ? 1 : i % 3 == 0 ? 2 : i % 3 == 1 ? 1 : .5;
    }
    s->matrix = ard_matrix_dense(N, P, s->x, N);
    s->problem =
        (ard_problem){.x = &s->matrix, .target = {N, K, s->label, weighted ? s->weight : NULL, sum}, .basis = basis, .seed = 3};
    ard_settings_default(s->method, &s->settings);
    assert_int_equal(ard_division_open(context, &s->problem, how, &s->division), ARDOR_OK);
    if (s->method->settle) s->method->settle(s->method, &s->division.typical, &s->settings);
}

static inline void close_setup(setup *s)
{
    ard_division_close(&s->division);
    free(s->weight);
    free(s->x);
}
#endif
