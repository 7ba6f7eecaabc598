/* The Laplacian score (He, Cai and Niyogi, NIPS 18, 2005), which sees no labels: a column is good if it is alike in rows that are
 * near each other. Rows are joined if one is among the NEIGHBOURS nearest of the other, by Euclidean distance over all columns,
 * with the weight exp(-distance^2/t), t the mean of distance^2 over the neighbours of all rows. With the matrix M of these
 * weights, d its row sums and f a column minus its d-weighted mean,
 *
 *     L = (f'diag(d) f - f'M f) / f'diag(d) f = sum over joined rows M (f - f')^2 / sum d f^2
 *
 * which is smallest, 0 at least, for the best columns; the score listed is 1/L. Rows as near as the last of the neighbours are
 * neighbours too, so that neither the order of rows nor copies of them matter: a row of the weight w counts w times as a
 * neighbour, and has w - 1 copies of itself among its own. */
#include <math.h>

#include "linalg/blas.h"
#include "prepare/filters/score.h"
#include "prepare/moments.h"

enum { NEIGHBOURS = 5 };
/* What is that little against the lengths of two rows, the weight of neighbours, or the sum of squares of a column is rounding;
 * and so much farther than the last neighbour is as near. */
static const double ROUNDING = 1e-12, AS_NEAR = 1e-9;

typedef struct edge {
    int64_t row, other;
    double weight; /* with how often the two rows are there */
} edge;

typedef struct graph {
    int64_t n, n_edges;
    double *times;       /* n: how often a row is there; over the largest of them once rows are joined */
    double *copies;      /* n: how many others are copies of it */
    double *square;      /* n x n: squared distances */
    double *near;        /* n: squared distance of the last neighbour */
    edge *edge;          /* each pair of rows that is joined, once */
    double *degree, all; /* n: d; its sum */
} graph;

static void close_graph(ardor_context *context, graph *g)
{
    ard_free(context, g->edge);
    ard_free(context, g->degree);
    ard_free(context, g->near);
    ard_free(context, g->square);
    ard_free(context, g->copies);
    ard_free(context, g->times);
}

/* Columns of mean 0, all divided by the same power of two, so that squares are in range; those without spread are 0. */
static int open_values(ardor_context *context, const ard_matrix *x, const ard_targets *t, double **out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    REQUIRE(context, ard_mul_ok(x->n, x->p, &cells), ARDOR_MEMORY, "the filter has too many cells");
    NEW(context, *out, cells);
    ard_matrix_gather(x, 0, x->n, x->p, NULL, *out, x->n);
    const double unit = ard_unit_of(ard_amax(cells, *out));
    for (int64_t j = 0; j < x->p; j++) {
        double *value = *out + j * x->n;
        const ard_moments moments = ard_moments_of(x->n, value, t->weight);
        for (int64_t i = 0; i < x->n; i++) value[i] = moments.constant ? 0 : value[i] / unit - moments.mean / unit;
    }
done:
    return rc;
}

/* From the products of all rows; what is rounding is 0. */
static void square_distances(int64_t n, int64_t p, const double *value, double *square, double *length)
{
    ard_syrk('N', n, p, 1, value, n, 0, square, n);
    ard_symmetrise(n, square, n);
    for (int64_t i = 0; i < n; i++) length[i] = square[i + i * n];
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = 0; i < n; i++) {
            const double lengths = length[i] + length[k], d = lengths - 2 * square[i + k * n];
            square[i + k * n] = i != k && d > ROUNDING * lengths ? d : 0;
        }
}

/* The squared distance within which the neighbours of row i are. */
static double last_neighbour(const graph *g, int64_t i, ard_rank *order)
{
    double count = g->copies[i], distance = 0;
    for (int64_t k = 0; k < g->n; k++) order[k] = (ard_rank){.index = k, .key = -g->square[k + i * g->n]};
    ard_rank_sort(g->n, order);
    for (int64_t k = 0; k < g->n && count < NEIGHBOURS * (1 - ROUNDING); k++) {
        if (order[k].index == i) continue;
        count += g->times[order[k].index];
        distance = -order[k].key;
    }
    return distance;
}

static bool is_neighbour(const graph *g, int64_t i, int64_t k) { return g->square[k + i * g->n] <= g->near[i] * (1 + AS_NEAR); }

/* The mean squared distance of neighbours, over rows and their copies. */
static double width_of(const graph *g, double most)
{
    double sum = 0, count = 0;
    for (int64_t i = 0; i < g->n; i++) {
        double distances = 0, neighbours = g->copies[i];
        for (int64_t k = 0; k < g->n; k++) {
            if (k == i || !is_neighbour(g, i, k)) continue;
            distances += g->times[k] * g->square[k + i * g->n];
            neighbours += g->times[k];
        }
        sum += g->times[i] / most * distances;
        count += g->times[i] / most * neighbours;
    }
    return count > 0 ? sum / count : 0;
}

static bool are_joined(const graph *g, int64_t i, int64_t k) { return is_neighbour(g, i, k) || is_neighbour(g, k, i); }

/* Edges, and what they add up to; copies of a row are joined to each other. */
static int join(ardor_context *context, graph *g)
{
    int rc = ARDOR_OK;
    const int64_t n = g->n;
    const double most = ard_amax(n, g->times), width = width_of(g, most);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = i + 1; k < n; k++) g->n_edges += are_joined(g, i, k);
    NEW(context, g->edge, g->n_edges);
    edge *next = g->edge;
    for (int64_t i = 0; i < n; i++) {
        g->times[i] /= most;
        g->degree[i] = g->times[i] * (g->copies[i] / most);
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = i + 1; k < n; k++) {
            if (!are_joined(g, i, k)) continue;
            const double square = g->square[k + i * n], alike = square > 0 ? exp(-square / width) : 1;
            *next = (edge){i, k, alike * g->times[i] * g->times[k]};
            g->degree[i] += next->weight;
            g->degree[k] += next->weight;
            next++;
        }
    for (int64_t i = 0; i < n; i++) g->all += g->degree[i];
done:
    return rc;
}

static int open_graph(ardor_context *context, const ard_targets *t, int64_t p, const double *value, graph *g)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    ard_rank *order = NULL;
    g->n = t->n;
    REQUIRE(context, ard_mul_ok(t->n, t->n, &cells), ARDOR_MEMORY, "the filter laplacian compares too many rows");
    NEW(context, g->times, t->n);
    NEW(context, g->copies, t->n);
    NEW(context, g->square, cells);
    NEW(context, g->near, t->n);
    NEW(context, g->degree, t->n);
    NEW(context, order, t->n);
    for (int64_t i = 0; i < t->n; i++) {
        g->times[i] = ard_target_weight(t, i);
        g->copies[i] = fmax(0, g->times[i] - 1);
    }
    square_distances(t->n, p, value, g->square, g->near);
    for (int64_t i = 0; i < t->n; i++) {
        TRY(ard_check_running(context));
        g->near[i] = last_neighbour(g, i, order);
    }
    TRY(join(context, g));
done:
    ard_free(context, order);
    return rc;
}

/* 1/L of a column of unit variance; 0 where it has no spread among the rows that are joined. */
static double score_of(const ard_scored *column)
{
    const graph *g = column->variant;
    const double *z = column->z, mean = g->all > 0 ? ard_dot(g->n, g->degree, z) / g->all : 0;
    double spread = 0, apart = 0;
    for (int64_t i = 0; i < g->n; i++) spread += g->degree[i] * (z[i] - mean) * (z[i] - mean);
    for (const edge *e = g->edge; e < g->edge + g->n_edges; e++)
        apart += e->weight * (z[e->row] - z[e->other]) * (z[e->row] - z[e->other]);
    if (!(spread > ROUNDING * g->all)) return 0;
    return apart > 0 ? spread / apart : INFINITY;
}

static int rank(ardor_context *context, const ard_matrix *x, const ard_targets *t, int64_t k, int64_t *column, double *score)
{
    int rc = ARDOR_OK;
    double *value = NULL;
    graph g = {0};
    TRY(open_values(context, x, t, &value));
    TRY(open_graph(context, t, x->p, value, &g));
    TRY(ard_filter_by_columns(context, x, t, score_of, &g, k, column, score));
done:
    close_graph(context, &g);
    ard_free(context, value);
    return rc;
}

const ard_filter_kind ard_filter_laplacian = {.name = "laplacian", .rank = rank};
