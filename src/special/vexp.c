/* Vectorised exponential: whole groups go straight to the loops of elementary_body.h, the rest through a padded copy. */
#include "special/vexp.h"

#include <string.h>

#include "special/elementary.h"

static void exp_all(const ard_elementary *loops, int64_t n, const double *x, double *y)
{
    int64_t groups = n / ARD_GROUP, done = groups * ARD_GROUP, rest = n - done;
    loops->exp(groups, x, y);
    if (rest == 0) return;
    double padded[ARD_GROUP] = {0};
    memcpy(padded, x + done, (size_t)rest * sizeof *x);
    loops->exp(1, padded, padded);
    memcpy(y + done, padded, (size_t)rest * sizeof *y);
}

void ard_vexp(int64_t n, const double *x, double *y) { exp_all(ard_elementary_best(), n, x, y); }

void ard_vexp_gauss(int64_t n, const double *a, double b, double *s)
{
    const ard_elementary *loops = ard_elementary_best();
    int64_t groups = n / ARD_GROUP, done = groups * ARD_GROUP, rest = n - done;
    loops->gauss(groups, a, b, s);
    if (rest == 0) return;
    double padded_a[ARD_GROUP] = {0}, padded_s[ARD_GROUP] = {0};
    memcpy(padded_a, a + done, (size_t)rest * sizeof *a);
    memcpy(padded_s, s + done, (size_t)rest * sizeof *s);
    loops->gauss(1, padded_a, b, padded_s);
    memcpy(s + done, padded_s, (size_t)rest * sizeof *s);
}

int ard_vexp_path(const char *path, int64_t n, const double *x, double *y)
{
    const ard_elementary *loops = ard_elementary_named(path);
    if (!loops) return 0;
    exp_all(loops, n, x, y);
    return 1;
}
