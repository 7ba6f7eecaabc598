/* Predictions of machines of pairs. */
#include "machine/coupling.h"
#include "machine/pairs_inside.h"

/* Rows to a block, which becomes two values for each part: a rest joins the last. */
enum { PAIR_ROWS = 256 };

/* How near to 0 and 1 the probability of a pair may be. */
static const double LEAST_OF_PAIR = 1e-7;

typedef struct block {
    int64_t rows, *row; /* of x */
    double *prob;       /* rows x 2 x n_parts */
    double *r, *work;   /* n_classes x n_classes */
    double *p;          /* n_classes */
} block;

static void block_close(ardor_context *context, block *b)
{
    ard_free(context, b->p);
    ard_free(context, b->work);
    ard_free(context, b->r);
    ard_free(context, b->prob);
    ard_free(context, b->row);
}

static int block_open(ardor_context *context, const ard_machine *m, int64_t room, block *b)
{
    int rc = ARDOR_OK;
    const ard_pairs *content = m->content;
    const int64_t k = m->n_classes;
    NEW(context, b->row, room);
    NEW(context, b->prob, 2 * room * content->n_parts);
    NEW(context, b->r, k * k);
    NEW(context, b->work, ard_couple_work(m->n_classes));
    NEW(context, b->p, k);
done:
    return rc;
}

/* The parts read positions among the machine's features: of them the view is made. */
static int predict_parts(ardor_context *context, const ard_machine *m, const ard_matrix *x, block *b)
{
    int rc = ARDOR_OK;
    const ard_pairs *content = m->content;
    ard_matrix view = {0};
    TRY(ard_matrix_view(context, x, b->rows, b->row, m->n_features, m->feature, &view));
    for (int64_t k = 0; k < content->n_parts; k++)
        TRY(ard_machine_predict(context, content->part + k, &view, b->prob + 2 * k * b->rows));
done:
    ard_matrix_free(context, &view);
    return rc;
}

/* Row i of the block, into b->p. */
static void couple_row(const ard_machine *m, block *b, int64_t i)
{
    const ard_pairs *content = m->content;
    const int n_classes = m->n_classes;
    const double *second = b->prob + b->rows + i; /* of part 0 */
    for (int64_t k = 0; k < content->n_parts; k++, second += 2 * b->rows) {
        const ard_pair pair = ard_pairs_at(content->how, n_classes, k);
        if (pair.first < 0) {
            b->p[pair.second] = *second;
            continue;
        }
        const double r = ard_clip(*second, LEAST_OF_PAIR, 1 - LEAST_OF_PAIR);
        b->r[pair.second + pair.first * n_classes] = r;
        b->r[pair.first + pair.second * n_classes] = 1 - r;
    }
    if (content->how == ARD_MULTICLASS_REST)
        ard_shares_of(n_classes, b->p);
    else
        ard_couple(n_classes, b->r, b->work, b->p);
}

int pairs_predict(ardor_context *context, const ard_machine *m, const ard_matrix *x, double *prob)
{
    int rc = ARDOR_OK;
    const int64_t n = x->n;
    block b = {0};
    TRY(block_open(context, m, ard_min64(n, 2 * PAIR_ROWS), &b));
    for (int64_t first = 0; first < n; first += b.rows) {
        b.rows = n - first < 2 * PAIR_ROWS ? n - first : PAIR_ROWS;
        for (int64_t i = 0; i < b.rows; i++) b.row[i] = first + i;
        TRY(predict_parts(context, m, x, &b));
        for (int64_t i = 0; i < b.rows; i++) {
            couple_row(m, &b, i);
            for (int c = 0; c < m->n_classes; c++) prob[first + i + c * n] = b.p[c];
        }
    }
done:
    block_close(context, &b);
    return rc;
}
