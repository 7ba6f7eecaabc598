/* Probabilities of neighbours.
 *
 * |x|^2 + |z|^2 - 2 x'z by the BLAS is quick, and off by rounding that differs from block to block. So it only says which rows
 * can be among the nearest: its error has a bound. Of these the distances are summed anew, one feature after the other, which
 * gives the same bits for copies of a row, for few rows as for many, and in any order. */
#include <float.h>
#include <math.h>

#include "linalg/blas.h"
#include "machine/neighbours_inside.h"

enum { BLOCK_ROWS = 128 };
/* Squared distances that differ by less of the larger are equal: units that are no powers of 2 round them. So are votes, of which
 * ten tenths are one. */
static const double EQUAL = 1e-9;

typedef struct candidate {
    double distance; /* squared */
    int64_t at;      /* which row of the machine */
} candidate;

typedef struct block {
    int64_t rows;
    double *columns, *row;  /* rows x n_features, as gathered; its transpose */
    double *distance;       /* n_vectors x rows: squared, about */
    candidate *near, *heap; /* n_vectors: rows that may be the nearest of one; room to find the k-th */
    double *votes;          /* n_classes */
} block;

static void block_close(ardor_context *context, block *b)
{
    ard_free(context, b->votes);
    ard_free(context, b->heap);
    ard_free(context, b->near);
    ard_free(context, b->distance);
    ard_free(context, b->row);
    ard_free(context, b->columns);
}

static int block_open(ardor_context *context, const ard_machine *m, int64_t room, block *b)
{
    int rc = ARDOR_OK;
    NEW(context, b->columns, room * m->n_features);
    NEW(context, b->row, room * m->n_features);
    NEW(context, b->distance, room * m->n_vectors);
    NEW(context, b->near, m->n_vectors);
    NEW(context, b->heap, m->n_vectors);
    NEW(context, b->votes, m->n_classes);
done:
    return rc;
}

/* ------------------------------------------------------------------ the k-th smallest, by weight */

/* The largest distance is on top. */
static void sift_down(int64_t n, candidate *heap)
{
    const candidate moved = heap[0];
    int64_t at = 0;
    for (int64_t child = 1; child < n; child = 2 * at + 1) {
        if (child + 1 < n && heap[child + 1].distance > heap[child].distance) child++;
        if (!(heap[child].distance > moved.distance)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

static void sift_up(int64_t at, candidate *heap)
{
    const candidate moved = heap[at];
    while (at > 0 && moved.distance > heap[(at - 1) / 2].distance) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = moved;
}

/* The least distance up to which these n rows have k votes; where they have fewer in all, the largest. Rows that are further away
 * do not change it. */
static double find_radius(const ard_neighbours *c, int64_t k, int64_t n, const candidate *near, candidate *heap)
{
    int64_t kept = 0;
    double votes = 0;
    const double enough = (1 - EQUAL) * (double)k;
    for (int64_t i = 0; i < n; i++) {
        if (votes >= enough && near[i].distance >= heap[0].distance) continue;
        heap[kept] = near[i];
        sift_up(kept++, heap);
        votes += c->weight[near[i].at];
        while (kept > 1 && votes - c->weight[heap[0].at] >= enough) {
            votes -= c->weight[heap[0].at];
            heap[0] = heap[--kept];
            sift_down(kept, heap);
        }
    }
    return heap[0].distance;
}

/* ------------------------------------------------------------------ one row */

static double squared_distance(int64_t n, const double *x, const double *z)
{
    double sum = 0;
    for (int64_t j = 0; j < n; j++) sum += (x[j] - z[j]) * (x[j] - z[j]);
    return sum;
}

/* Into b->near, with their distances, the rows that may be among the k nearest of the block's row i. */
static int find_near(ardor_context *context, const ard_machine *m, int64_t k, const block *b, int64_t first, int64_t i,
                     int64_t n_rows, int64_t *n_near)
{
    int rc = ARDOR_OK;
    const ard_neighbours *c = m->content;
    const int64_t p = m->n_features, n = m->n_vectors;
    const double *x = b->row + i * p, *product = b->distance + i * n;
    const double square = ard_dot(p, x, x), reach = sqrt(square) + c->farthest;
    const double error = (double)(p + 8) * DBL_EPSILON * reach * reach; /* of a square and of a product, in whatever order */
    TRY(ard_machine_require_finite(context, first + i, 1, &error, n_rows));
    for (int64_t v = 0; v < n; v++) b->near[v] = (candidate){square + c->square[v] - 2 * product[v], v};
    const double radius = find_radius(c, k, n, b->near, b->heap) + error;
    *n_near = 0;
    for (int64_t v = 0; v < n; v++) {
        if (b->near[v].distance - error > (1 + EQUAL) * radius) continue;
        b->near[(*n_near)++] = (candidate){squared_distance(p, x, c->vector + v * p), v};
    }
done:
    return rc;
}

/* Those nearer than the k-th have all their votes; those as far as it share what is left. Returns the votes in all. */
static double count_votes(const ard_machine *m, int64_t k, int64_t n_near, const block *b)
{
    const ard_neighbours *c = m->content;
    const double radius = find_radius(c, k, n_near, b->near, b->heap);
    const double less = (1 - EQUAL) * radius, more = (1 + EQUAL) * radius;
    double nearer = 0, equal = 0;
    for (int64_t v = 0; v < n_near; v++) {
        const double weight = c->weight[b->near[v].at];
        if (b->near[v].distance < less)
            nearer += weight;
        else if (b->near[v].distance <= more)
            equal += weight;
    }
    const double part = ard_clip(((double)k - nearer) / equal, 0, 1);
    for (int class = 0; class < m->n_classes; class ++) b->votes[class] = 0;
    for (int64_t v = 0; v < n_near; v++) {
        const int64_t at = b->near[v].at;
        if (b->near[v].distance <= more) b->votes[c->label[at]] += (b->near[v].distance < less ? 1 : part) * c->weight[at];
    }
    return nearer + part * equal;
}

/* ------------------------------------------------------------------ all rows */

/* Numbers of votes, the largest of them, and a table of probabilities for each. */
typedef struct asked {
    int64_t n, most;
    const int64_t *k;
    double *prob;
} asked;

static void predict_row(const ard_machine *m, const asked *a, int64_t n_near, const block *b, int64_t row, int64_t n_rows)
{
    const ard_neighbours *c = m->content;
    for (int64_t t = 0; t < a->n; t++) {
        double *prob = a->prob + t * n_rows * m->n_classes + row;
        const double votes = count_votes(m, a->k[t], n_near, b);
        for (int k = 0; k < m->n_classes; k++) prob[k * n_rows] = (b->votes[k] + c->share[k]) / (votes + 1);
    }
}

static int predict_block(ardor_context *context, const ard_machine *m, const ard_matrix *x, int64_t first, block *b,
                         const asked *a)
{
    int rc = ARDOR_OK;
    const ard_neighbours *c = m->content;
    const int64_t p = m->n_features, n = m->n_vectors;
    int64_t n_near = 0;
    ard_matrix_gather(x, first, b->rows, p, m->feature, b->columns, b->rows);
    for (int64_t j = 0; j < p; j++)
        for (int64_t i = 0; i < b->rows; i++) b->row[j + i * p] = b->columns[i + j * b->rows];
    ard_gemm('T', 'N', n, b->rows, p, 1, c->vector, p, b->row, p, 0, b->distance, n);
    for (int64_t i = 0; i < b->rows; i++) {
        TRY(find_near(context, m, a->most, b, first, i, x->n, &n_near));
        predict_row(m, a, n_near, b, first + i, x->n);
    }
done:
    return rc;
}

int ard_neighbours_predict_each(ardor_context *context, const ard_machine *m, int64_t n, const int64_t *k, const ard_matrix *x,
                                double *prob)
{
    int rc = ARDOR_OK;
    block b = {0};
    asked a = {.n = n, .k = k, .prob = prob};
    for (int64_t t = 0; t < n; t++) a.most = ard_max64(a.most, k[t]);
    TRY(block_open(context, m, ard_min64(x->n, BLOCK_ROWS), &b));
    for (int64_t first = 0; first < x->n; first += BLOCK_ROWS) {
        b.rows = ard_min64(BLOCK_ROWS, x->n - first);
        TRY(predict_block(context, m, x, first, &b, &a));
    }
done:
    block_close(context, &b);
    return rc;
}

int neighbours_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    const ard_neighbours *c = m->content;
    return ard_neighbours_predict_each(context, m, 1, &c->k, x, prob);
}
