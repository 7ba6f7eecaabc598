/* What the functions of the parts say of the classes. */
#include <math.h>

#include "machine/pairs_inside.h"

/* Which of the part's features is the machine's j-th; -1: none. */
static int64_t position(const ard_machine *part, int64_t j)
{
    int64_t low = 0, high = part->n_features;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (part->feature[middle] < j)
            low = middle + 1;
        else
            high = middle;
    }
    return low < part->n_features && part->feature[low] == j ? low : -1;
}

/* Towards the part's second class. A feature that the part does not read says nothing. */
static double part_weight(const ard_pairs *p, int64_t part, int64_t j)
{
    const int64_t t = position(p->part + part, j);
    return t >= 0 ? ard_machine_weight(p->part + part, t) : 0;
}

static int64_t part_of(int n_classes, int first, int second)
{
    return (int64_t)first * (2 * n_classes - first - 1) / 2 + second - first - 1;
}

/* Of pairs the mean over those with the class; of classes against the rest how far the class's is above the others, on the
 * average. */
double pairs_class_weight(const ard_machine *m, int64_t j, int c)
{
    const ard_pairs *p = m->content;
    const int k = m->n_classes;
    double sum = 0;
    if (!p->linear) return NAN;
    if (p->how == ARD_MULTICLASS_REST) {
        for (int d = 0; d < k; d++) sum += part_weight(p, c, j) - part_weight(p, d, j);
        return sum / (k - 1);
    }
    for (int d = 0; d < k; d++)
        if (d != c) sum += d < c ? part_weight(p, part_of(k, d, c), j) : -part_weight(p, part_of(k, c, d), j);
    return sum / (k - 1);
}
