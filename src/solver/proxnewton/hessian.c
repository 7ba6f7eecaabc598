/* The matrix of the quadratic model of proxnewton.c, on its working set: of first derivatives, and with second ones. */
#include <math.h>
#include <string.h>

#include "linalg/blas.h"
#include "solver/proxnewton/proxnewton_inside.h"

static const double CURVATURE_WORK = 1e9;

static void add_ridge(ard_pn *s)
{
    const int64_t step = s->order + 1;
    for (int c = 0; c < s->function.n_outputs; c++) {
        s->gauss[s->first[c] * step] += pn_bias_ridge(&s->options);
        for (int64_t v = s->first[c] + 1; v < s->first[c + 1]; v++) s->gauss[v * step] += pn_weight_ridge(s, s->set[v - c - 1]);
    }
}

/* Of one output. Columns are scaled by sqrt(W) in chunks of rows, so that D itself stays and the buffer is small. */
static void gauss_square(ard_pn *s)
{
    const int64_t n = s->function.n, m = s->order;
    for (int64_t i = 0; i < n; i++) s->design[i] = 1.0;
    bool first = true;
    for (int64_t row = 0; row < n; row += s->chunk, first = false) {
        int64_t rows = ard_min64(s->chunk, n - row);
        for (int64_t i = 0; i < rows; i++) s->root[i] = sqrt(s->curvature[row + i]);
        for (int64_t c = 0; c < m; c++) {
            const double *from = s->design + c * n + row;
            double *to = s->scaled + c * rows;
            for (int64_t i = 0; i < rows; i++) to[i] = s->root[i] * from[i];
        }
        ard_syrk('T', m, rows, 1.0, s->scaled, rows, first ? 0.0 : 1.0, s->gauss, m);
    }
}

/* Hgn = D'WD, and the ridge, into s->gauss, and its diagonal. */
int pn_gauss_newton(ard_pn *s)
{
    int rc = ARDOR_OK;
    const int64_t m = s->order;
    if (s->function.n_outputs == 1)
        gauss_square(s);
    else
        pn_gauss_blocks(s);
    ard_symmetrise(m, s->gauss, m);
    TRY(ard_sum(s->context, s->gauss, m * m));
    if (s->options.ridge > 0) add_ridge(s);
    for (int64_t c = 0; c < m; c++) s->diagonal[c] = s->gauss[c * m + c];
done:
    return rc;
}

/* Worth it where the scale block is affordable. */
bool pn_wants_newton(const ard_pn *s)
{
    const double nf = (double)s->n_scale_set, na = (double)s->point.n_active;
    return s->options.second_order && s->function.curvature && na > 0 && nf > 0 &&
           s->n_scale_set <= s->function.curvature_limit && s->rows * na * (nf * nf) <= CURVATURE_WORK;
}

/* Hn into s->newton. */
int pn_newton_matrix(ard_pn *s)
{
    int rc = ARDOR_OK;
    const int64_t m = s->order, na = s->n_set, nf = s->n_scale_set;
    double *cross = s->qp_work, *square = cross + na * nf;
    s->function.curvature(s->function.self, &s->point, s->g, na, s->set, nf, s->scale_set, s->design + s->function.n, cross,
                          square);
    TRY(ard_sum(s->context, cross, nf * (na + nf)));
    memcpy(s->newton, s->gauss, (size_t)(m * m) * sizeof *s->newton);
    for (int64_t k = 0; k < nf; k++) {
        double *column = s->newton + (1 + na + k) * m;
        for (int64_t j = 0; j < na; j++) {
            column[1 + j] -= cross[k * na + j];
            s->newton[(1 + j) * m + 1 + na + k] = column[1 + j];
        }
        for (int64_t l = 0; l < nf; l++) column[1 + na + l] -= square[k * nf + l];
    }
done:
    return rc;
}
