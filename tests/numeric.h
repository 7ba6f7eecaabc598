/* What the numerical tests share: cmocka's headers, random arrays, comparison of arrays, differences. */
#ifndef NUMERIC_H
#define NUMERIC_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "full.h"

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

static inline void *make_array(int64_t count, size_t size)
{
    void *array = calloc((size_t)(count > 0 ? count : 1), size);
    assert_non_null(array);
    return array;
}

static inline double *make_reals(int64_t count) { return make_array(count, sizeof(double)); }

static inline double *make_normals(ard_rng *rng, int64_t count)
{
    double *array = make_reals(count);
    for (int64_t i = 0; i < count; i++) array[i] = ard_rng_normal(rng);
    return array;
}

/* Every |a - b| <= relative times the largest |b| (1 where all are smaller than 1e-3). */
static inline void assert_arrays_near(int64_t n, const double *a, const double *b, double relative, const char *what)
{
    double largest = 0;
    for (int64_t i = 0; i < n; i++) largest = fmax(largest, fabs(b[i]));
    if (largest < 1e-3) largest = 1;
    for (int64_t i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= relative * largest))
            fail_msg("%s: element %lld is %.15g, not %.15g", what, (long long)i, a[i], b[i]);
}

/* The derivative of value(self) in *at, or in its logarithm, by a central difference of fourth order. *at is left as it was. */
static inline double central_difference(double (*value)(void *self), void *self, double *at, bool logarithm, double h)
{
    static const double share[] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};
    static const int step[] = {-2, -1, 1, 2};
    const double middle = *at;
    double sum = 0;
    for (int t = 0; t < COUNT_OF(step); t++) {
        *at = logarithm ? middle * exp(step[t] * h) : middle + step[t] * h;
        sum += share[t] * value(self) / h;
    }
    *at = middle;
    return sum;
}

static inline void assert_near(double a, double b, double tolerance, const char *what)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%s is %.15g, not %.15g", what, a, b);
}
#endif
