/* Rows of several classes for the tests of the group penalty. */
#ifndef GROUP_ROWS_H
#define GROUP_ROWS_H

#include "api_fixture.h"

enum { N = 80, P = 10, MOST_CLASSES = 4 };

/* Features 0 to 2 tell the classes. */
typedef struct sample {
    int k, label[N];
    double x[N * P], weight[N];
} sample;

static inline sample make_rows(int k, uint64_t seed, bool weighted)
{
    ard_rng rng;
    sample r = {.k = k};
    ard_rng_init(&rng, seed, 0, 0);
    for (int i = 0; i < N * P; i++) r.x[i] = ard_rng_normal(&rng);
    for (int i = 0; i < N; i++) {
        double best = -INFINITY;
        for (int c = 0; c < k; c++) {
            const double here = 1.5 * r.x[c % 3 * N + i] - (c > 2) * r.x[N + i] + 1.2 * ard_rng_normal(&rng);
            if (here > best) r.label[i] = c;
            best = fmax(best, here);
        }
        r.weight[i] = weighted ? .5 + ard_rng_uniform(&rng) : 1;
    }
    return r;
}

static inline ardor_dataset *dataset_of(const sample *r, const char *names)
{
    static const char *const one[] = {"a", "b", "c", "d"};
    const char *label[N];
    ardor_dataset *data = NULL;
    for (int i = 0; i < N; i++) label[i] = one[names[r->label[i]] - 'a'];
    must(ardor_dataset_from_arrays(context, N, P, r->x, N, label, NULL, r->weight, &data));
    return data;
}

static inline ardor_model *fit_rows(const sample *r, const char *names, const char *spec)
{
    ardor_dataset *data = dataset_of(r, names);
    ardor_model *model = fit(data, spec);
    ardor_dataset_free(data);
    return model;
}
#endif
