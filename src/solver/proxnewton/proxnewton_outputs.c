/* Several outputs: each is the function of the table with weights and a bias of its own. Weight j of output c has the index
 * c * n_terms + j, so that of lists in increasing order the outputs are runs. */
#include "base/rank.h"
#include "linalg/blas.h"
#include "solver/proxnewton/proxnewton_inside.h"

/* The weights of the list (increasing) from `at` on that belong to an output; their terms into s->term. Returns how many. */
static int64_t take_terms(ard_pn *s, int output, int64_t n, const int64_t *list, int64_t at)
{
    const int64_t first = output * s->n_terms;
    int64_t count = 0;
    for (; at + count < n && list[at + count] < first + s->n_terms; count++) s->term[count] = list[at + count] - first;
    return count;
}

void pn_latent(ard_pn *s, const ard_point *q, double *f)
{
    const int64_t n = s->function.n;
    if (s->function.n_outputs == 1) s->function.latent(s->function.self, q, f);
    for (int64_t c = 0, at = 0; c < s->function.n_outputs && s->function.n_outputs > 1; c++) {
        ard_point part = {.bias = q->bias + c, .weight = q->weight + c * s->n_terms, .active = s->term};
        part.active_weight = q->active_weight + at;
        part.n_active = take_terms(s, (int)c, q->n_active, q->active, at);
        at += part.n_active;
        s->function.latent(s->function.self, &part, f + c * n);
    }
    for (int64_t c = 0; c < s->function.n_outputs; c++)
        for (int64_t i = 0; i < n; i++) f[c * n + i] += q->bias[c];
}

void pn_weight_gradient(ard_pn *s)
{
    const ard_pn_function *fn = &s->function;
    for (int64_t c = 0; c < fn->n_outputs; c++)
        fn->weight_gradient(fn->self, &s->point, s->g + c * fn->n, s->d_weight + c * s->n_terms);
}

void pn_place_columns(ard_pn *s)
{
    const int64_t n = s->function.n;
    const ard_point none = {.bias = s->point.bias};
    ard_index_sort(s->n_set, s->set);
    for (int c = 0, at = 0; c < s->function.n_outputs; c++) {
        const int64_t count = take_terms(s, c, s->n_set, s->set, at);
        s->function.columns(s->function.self, &none, count, s->term, 0, NULL, s->design + (s->first[c] + 1) * n);
        s->first[c + 1] = s->first[c] + 1 + count;
        at += (int)count;
    }
}

/* Of block (c, d) of the Hessian the rows from `row` on, into its place in gauss. */
static void add_block(ard_pn *s, int c, int d, int64_t row, int64_t rows)
{
    const int64_t n = s->function.n, m = s->order, mc = s->first[c + 1] - s->first[c], md = s->first[d + 1] - s->first[d];
    const double *w = s->curvature + (c * (c + 1) / 2 + d) * n + row, *left = s->design + s->first[c] * n + row;
    for (int64_t k = 0; k < md; k++) {
        const double *from = s->design + (s->first[d] + k) * n + row;
        double *to = s->scaled + k * rows;
        for (int64_t i = 0; i < rows; i++) to[i] = w[i] * from[i];
    }
    ard_gemm('T', 'N', mc, md, rows, 1.0, left, n, s->scaled, rows, row == 0 ? 0.0 : 1.0,
             s->gauss + s->first[d] * m + s->first[c], m);
}

void pn_gauss_blocks(ard_pn *s)
{
    const int64_t n = s->function.n;
    for (int c = 0; c < s->function.n_outputs; c++)
        for (int64_t i = 0; i < n; i++) s->design[s->first[c] * n + i] = 1.0;
    for (int64_t row = 0; row < n; row += s->chunk)
        for (int c = 0; c < s->function.n_outputs; c++)
            for (int d = 0; d <= c; d++) add_block(s, c, d, row, ard_min64(s->chunk, n - row));
}

int64_t pn_list_terms(ard_pn *s, int64_t *out)
{
    const ard_point *q = &s->point;
    int64_t count = 0;
    for (int64_t j = 0; j < q->n_active; j++) out[j] = q->active[j] % s->n_terms;
    ard_index_sort(q->n_active, out);
    for (int64_t j = 0; j < q->n_active; j++)
        if (j == 0 || out[j] != out[count - 1]) out[count++] = out[j];
    return count;
}

int64_t pn_count_terms(ard_pn *s) { return s->function.n_outputs == 1 ? s->point.n_active : pn_list_terms(s, s->term); }
