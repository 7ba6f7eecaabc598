/* What the numerical tests share: cmocka's headers, random arrays, comparison of arrays. */
#ifndef NUMERIC_H
#define NUMERIC_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

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

static inline void assert_near(double a, double b, double tolerance, const char *what)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%s is %.15g, not %.15g", what, a, b);
}
#endif
