/* See explain.h. */
#include "machine/explain.h"

#include <math.h>
#include <string.h>

#include "basis/kernel.h"
#include "linalg/blas.h"
#include "machine/function.h"
#include "machine/stumps.h"
#include "metric/predictions.h"

bool ard_explain_is_log_odds(const ard_machine *machine) { return ard_machine_n_scores(machine) == 0; }

int ard_explain_outputs(const ard_machine *machine)
{
    if (machine->n_features == 0) return 0;
    return ard_explain_is_log_odds(machine) ? (machine->n_classes == 2 ? 1 : machine->n_classes) : ard_machine_n_scores(machine);
}

/* ------------------------------------------------------------------ values */

/* Of one class against all others, whose probabilities are added up: 1 - P would lose the digits of a small rest. */
static double log_odds(const ard_machine *machine, const double *prob, int64_t n, int64_t i, int class)
{
    double rest = 0;
    for (int c = 0; c < machine->n_classes; c++)
        if (c != class) rest += prob[i + c * n];
    return log(fmax(prob[i + class * n], ARD_LEAST_PROBABILITY)) - log(fmax(rest, ARD_LEAST_PROBABILITY));
}

int ard_explain_values(ardor_context *context, const ard_machine *machine, const ard_matrix *x, double *value)
{
    int rc = ARDOR_OK;
    const int outputs = ard_explain_outputs(machine);
    double *prob = NULL;
    if (!ard_explain_is_log_odds(machine)) return ard_machine_scores(context, machine, x, value);
    NEW(context, prob, x->n * machine->n_classes);
    TRY(ard_machine_predict(context, machine, x, prob));
    for (int c = 0; c < outputs; c++)
        for (int64_t i = 0; i < x->n; i++)
            value[i + c * x->n] = log_odds(machine, prob, x->n, i, machine->n_classes == 2 ? 1 : c);
done:
    ard_free(context, prob);
    return rc;
}

/* ------------------------------------------------------------------ linear functions */

/* What output c gains with one unit of feature j; NaN: it is not linear, or does not say. */
static double slope(const ard_machine *machine, int64_t j, int c)
{
    const ard_function *f = ard_machine_as_function(machine);
    if (f && f->basis.kind == ARD_IDENTITY) return f->weight[j + c * f->n_terms];
    return ard_machine_n_scores(machine) == 1 ? ard_machine_weight(machine, j) : (double)NAN;
}

static bool is_linear(const ard_machine *machine)
{
    return !ard_explain_is_log_odds(machine) && machine->n_features > 0 && !isnan(slope(machine, 0, 0));
}

bool ard_explain_adds_up(const ard_machine *machine)
{
    const ard_function *f = ard_machine_as_function(machine);
    return machine->kind == &ard_machine_stumps || (f && (f->basis.kind == ARD_IDENTITY || ard_basis_bilinear(f->basis)));
}

static int explain_linear(ardor_context *context, const ard_machine *machine, const ard_explained *rows)
{
    int rc = ARDOR_OK;
    const int outputs = ard_explain_outputs(machine);
    for (int64_t j = 0; j < machine->n_features; j++)
        for (int c = 0; c < outputs; c++) {
            const double weight = slope(machine, j, c), *x = rows->x + j * rows->n;
            double *out = rows->contribution + (j + machine->n_features * c) * rows->ld;
            for (int64_t i = 0; i < rows->n; i++) out[i] = weight * (x[i] - rows->reference[j]) + 0.0; /* no -0 */
            TRY(ard_machine_require_finite(context, 0, rows->n, out, rows->n));
        }
done:
    return rc;
}

/* ------------------------------------------------------------------ functions of kernels */

typedef struct row_room {
    ard_kernel_of_row row;
    double *work, *value; /* max(n_features, n_terms); n_terms */
} row_room;

static int row_room_open(ardor_context *context, const ard_machine *machine, row_room *r)
{
    int rc = ARDOR_OK;
    const int64_t m = ((const ard_function *)machine->content)->n_terms;
    NEW(context, r->row.s, m);
    NEW(context, r->work, ard_max64(machine->n_features, m));
    NEW(context, r->value, m);
done:
    return rc;
}

static void row_room_close(ardor_context *context, row_room *r)
{
    ard_free(context, r->value);
    ard_free(context, r->work);
    ard_free(context, r->row.s);
}

/* f of a row less f of the row in which one feature has its reference, for all features in turn. */
static void explain_row(const ard_machine *machine, const ard_explained *rows, int64_t i, row_room *r)
{
    const ard_function *f = machine->content;
    const int64_t m = f->n_terms, p = machine->n_features;
    const ard_array centres = {.x = f->centre, .ld = m};
    ard_kernel_row_open(f->basis, &centres, m, p, rows->x + i, rows->n, f->scale, r->work, &r->row);
    for (int64_t j = 0; j <= p; j++) { /* first as it is: a change of nothing */
        const int64_t k = j > 0 ? j - 1 : 0;
        const double x = rows->x[i + k * rows->n];
        ard_kernel_row_changed(&r->row, k, f->scale[k], x, j > 0 ? rows->reference[k] : x, r->work, r->value);
        for (int c = 0; c < f->n_outputs; c++) {
            const double value = ard_dot(m, r->value, f->weight + c * m);
            double *out = rows->contribution + i + p * c * rows->ld;
            for (int64_t l = 0; l < p && j == 0; l++) out[l * rows->ld] = value;
            if (j > 0) out[k * rows->ld] -= value;
        }
    }
}

static int explain_kernel(ardor_context *context, const ard_machine *machine, const ard_explained *rows)
{
    int rc = ARDOR_OK;
    const int64_t p = machine->n_features, columns = p * ard_explain_outputs(machine);
    row_room r = {0};
    TRY(row_room_open(context, machine, &r));
    for (int64_t i = 0; i < rows->n; i++) {
        REQUIRE(context, !ard_cancelled(context), ARDOR_CANCELLED, "the explanation was cancelled at row %lld of %lld",
                (long long)i + 1, (long long)rows->n);
        explain_row(machine, rows, i, &r);
    }
    for (int64_t j = 0; j < columns; j++)
        TRY(ard_machine_require_finite(context, 0, rows->n, rows->contribution + j * rows->ld, rows->n));
done:
    row_room_close(context, &r);
    return rc;
}

/* ------------------------------------------------------------------ any function */

static int explain_by_values(ardor_context *context, const ard_machine *machine, const ard_explained *rows)
{
    int rc = ARDOR_OK;
    const int64_t n = rows->n, p = machine->n_features;
    const int outputs = ard_explain_outputs(machine);
    double *at_row = NULL, *without = NULL, *kept = NULL;
    const ard_matrix x = ard_matrix_dense(n, p, rows->x, n);
    NEW(context, at_row, n * outputs);
    NEW(context, without, n * outputs);
    NEW(context, kept, n);
    TRY(ard_explain_values(context, machine, &x, at_row));
    for (int64_t j = 0; j < p; j++) {
        double *column = rows->x + j * n;
        REQUIRE(context, !ard_cancelled(context), ARDOR_CANCELLED, "the explanation was cancelled at feature %lld of %lld",
                (long long)j + 1, (long long)p);
        memcpy(kept, column, (size_t)n * sizeof *kept);
        for (int64_t i = 0; i < n; i++) column[i] = rows->reference[j];
        rc = ard_explain_values(context, machine, &x, without);
        memcpy(column, kept, (size_t)n * sizeof *kept);
        TRY(rc);
        for (int c = 0; c < outputs; c++)
            for (int64_t i = 0; i < n; i++)
                rows->contribution[i + (j + p * c) * rows->ld] = at_row[i + c * n] - without[i + c * n];
    }
done:
    ard_free(context, kept);
    ard_free(context, without);
    ard_free(context, at_row);
    return rc;
}

int ard_explain(ardor_context *context, const ard_machine *machine, const ard_explained *rows)
{
    const ard_function *f = ard_machine_as_function(machine);
    if (is_linear(machine)) return explain_linear(context, machine, rows);
    if (f && f->n_terms > 0) return explain_kernel(context, machine, rows);
    return explain_by_values(context, machine, rows);
}
