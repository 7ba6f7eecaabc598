/* Two groups that are joined have a pair with |r| >= least, or their average would be below. So groups lie within the components
 * of the graph of such pairs, and each component is done by itself, with a matrix of its own size.
 *
 * Within one the order in which groups are joined is that of chains of nearest neighbours (Murtagh, Computer Journal 26, 1983):
 * from a group to the one nearest to it, and so on, until two are nearest to each other. Averages are monotone: a join never
 * makes groups nearer than the two joined were. So the same groups come out as by joining the nearest two of all, in O(c^2) for
 * c columns, and where two that are nearest to each other are below `least`, nothing more will join either. */
#include "study/correlation_groups.h"

#include <math.h>
#include <string.h>

/* ---- components */

static int64_t root_of(int64_t *parent, int64_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* The smaller place is the root, so that a component has the number of its first column. */
static void join(int64_t *parent, int64_t i, int64_t k)
{
    const int64_t a = root_of(parent, i), b = root_of(parent, k);
    parent[ard_max64(a, b)] = ard_min64(a, b);
}

static int join_pair(ardor_context *context, void *argument, int64_t i, int64_t k, double r)
{
    (void)context, (void)r;
    join(argument, i, k);
    return ARDOR_OK;
}

/* ---- one component */

typedef struct component {
    int64_t c;
    double *near;  /* c x c: averages of |r| between the groups that columns lead */
    int64_t *size; /* c: of the group that a column leads; 0: it leads none, or one that nothing joins any more */
    int64_t *chain;
} component;

static int keep_block(ardor_context *context, void *argument, const ard_correlation_block *block)
{
    component *of = argument;
    (void)context;
    for (int64_t j = 0; j < block->n_right; j++)
        for (int64_t i = 0; i < block->n_left; i++)
            of->near[block->first_left + i + (block->first_right + j) * of->c] = fabs(block->r[i + j * block->n_left]);
    return ARDOR_OK;
}

/* The two of a pair are sums of their own, and may differ in the last bit: of columns that are alike chains of nearest ones
 * would then go round in circles. */
static void make_symmetric(component *of)
{
    for (int64_t j = 0; j < of->c; j++)
        for (int64_t i = 0; i < j; i++) of->near[j + i * of->c] = of->near[i + j * of->c];
}

/* The nearest of the others, of equally near ones the one before it in the chain, else the first; -1: there is no other. */
static int64_t nearest_to(const component *of, int64_t a, int64_t before)
{
    int64_t best = before;
    for (int64_t k = 0; k < of->c; k++) {
        if (k == a || of->size[k] == 0) continue;
        if (best < 0 || of->near[k + a * of->c] > of->near[best + a * of->c]) best = k;
    }
    return best;
}

/* Into the one that comes first. */
static int64_t merge(component *of, int64_t a, int64_t b)
{
    const int64_t into = ard_min64(a, b), from = ard_max64(a, b), c = of->c;
    const double n = (double)of->size[into], m = (double)of->size[from];
    for (int64_t k = 0; k < c; k++) {
        const double average = (n * of->near[k + into * c] + m * of->near[k + from * c]) / (n + m);
        of->near[k + into * c] = of->near[into + k * c] = average;
    }
    of->size[into] += of->size[from];
    of->size[from] = 0;
    return into;
}

/* place: the component's columns, as places in the list; group: the parent of each place in the end. */
static void link_groups(component *of, double least, const int64_t *place, int64_t *parent)
{
    int64_t length = 0, next = 0;
    for (int64_t k = 0; k < of->c; k++) of->size[k] = 1;
    while (next < of->c || length > 0) {
        if (length == 0) {
            if (of->size[next] == 0)
                next++;
            else
                of->chain[length++] = next;
            continue;
        }
        const int64_t a = of->chain[length - 1], before = length > 1 ? of->chain[length - 2] : -1, b = nearest_to(of, a, before);
        if (b >= 0 && b != before) {
            of->chain[length++] = b;
            continue;
        }
        if (b >= 0 && of->near[b + a * of->c] >= least) {
            merge(of, a, b);
            join(parent, place[a], place[b]);
        } else {
            of->size[a] = 0;
            if (b >= 0) of->size[b] = 0;
        }
        length = ard_max64(length - 2, 0);
    }
}

static int group_component(ardor_context *context, const ard_matrix *x, const ard_column_list *columns, double least, int64_t c,
                           const int64_t *place, int64_t *parent)
{
    int rc = ARDOR_OK;
    component of = {.c = c};
    int64_t *column = NULL;
    NEW(context, column, c);
    NEW(context, of.near, c * c);
    NEW(context, of.size, c);
    NEW(context, of.chain, c);
    for (int64_t k = 0; k < c; k++) column[k] = columns->column ? columns->column[place[k]] : place[k];
    const ard_column_list own = {c, column};
    TRY(ard_correlation_between(context, x, own, own, keep_block, &of));
    make_symmetric(&of);
    link_groups(&of, least, place, parent);
done:
    ard_free(context, of.chain);
    ard_free(context, of.size);
    ard_free(context, of.near);
    ard_free(context, column);
    return rc;
}

/* ---- all */

int ard_correlation_groups(ardor_context *context, const ard_matrix *x, ard_column_list columns, double least, int64_t *group,
                           int64_t *n_groups)
{
    int rc = ARDOR_OK;
    const int64_t n = columns.n;
    int64_t *first = NULL, *start = NULL, *place = NULL, *parent = NULL, groups = 0, largest = 0;
    NEW(context, first, n);
    NEW(context, parent, n);
    NEW(context, start, n + 2);
    NEW(context, place, n);
    for (int64_t i = 0; i < n; i++) first[i] = parent[i] = i;
    TRY(ard_correlated_pairs(context, x, columns, least, join_pair, first));
    for (int64_t i = 0; i < n; i++) start[root_of(first, i) + 2]++;
    for (int64_t i = 2; i <= n + 1; i++) start[i] += start[i - 1];
    for (int64_t i = 0; i < n; i++) place[start[root_of(first, i) + 1]++] = i;
    for (int64_t k = 0; k < n; k++) largest = ard_max64(largest, start[k + 1] - start[k]);
    *n_groups = -1;
    if (largest > ARD_MOST_LINKED) goto done;
    for (int64_t k = 0; k < n; k++) {
        const int64_t c = start[k + 1] - start[k];
        if (c > 1) TRY(group_component(context, x, &columns, least, c, place + start[k], parent));
    }
    for (int64_t i = 0; i < n; i++) {
        const int64_t root = root_of(parent, i);
        group[i] = root == i ? groups++ : group[root];
    }
    *n_groups = groups;
done:
    ard_free(context, place);
    ard_free(context, start);
    ard_free(context, parent);
    ard_free(context, first);
    return rc;
}
