/* Numbers that other languages make too: reference values are of tables and sets of these. In Python
 *     def lcg(x):
 *         while True:
 *             x = (x * 1103515245 + 12345) % 2**31
 *             yield (x >> 8) % 1000 */
#ifndef LCG_H
#define LCG_H

#include "numeric.h"

#include "metric/selections.h"

static inline double lcg(uint32_t *x)
{
    *x = (uint32_t)(((uint64_t)*x * 1103515245 + 12345) % 2147483648u);
    return (double)((*x >> 8) % 1000);
}

enum { LCG_SETS = 12, LCG_FEATURES = 40, LCG_ROWS = 30 };

typedef struct lcg_sets {
    int64_t size[LCG_SETS], feature[LCG_SETS][LCG_FEATURES];
    const int64_t *list[LCG_SETS];
    ard_selections sets;
} lcg_sets;

/* 12 sets of 40 features: g = lcg(5), z_ij = next(g) < (900 if j < 4 else 450 if j < 10 else 60), row by row. */
static inline void lcg_sets_make(lcg_sets *s)
{
    uint32_t x = 5;
    for (int i = 0; i < LCG_SETS; i++) {
        s->size[i] = 0;
        s->list[i] = s->feature[i];
        for (int j = 0; j < LCG_FEATURES; j++)
            if (lcg(&x) < (j < 4 ? 900 : j < 10 ? 450 : 60)) s->feature[i][s->size[i]++] = j;
    }
    s->sets = (ard_selections){LCG_FEATURES, LCG_SETS, s->size, s->list};
}

/* 30 x 40, column-major, of six factors: g = lcg(11), F_ik = next(g) row by row, then row by row
 * x_ij = (-1)^(j // 12) F_i,j%6 + next(g) (.3 + .1 (j % 5)). */
static inline void lcg_table(double *x)
{
    uint32_t state = 11;
    double factor[LCG_ROWS][6];
    for (int i = 0; i < LCG_ROWS; i++)
        for (int k = 0; k < 6; k++) factor[i][k] = lcg(&state);
    for (int i = 0; i < LCG_ROWS; i++)
        for (int j = 0; j < LCG_FEATURES; j++)
            x[i + j * LCG_ROWS] = (j / 12 % 2 ? -1 : 1) * factor[i][j % 6] + lcg(&state) * (.3 + .1 * (j % 5));
}
#endif
