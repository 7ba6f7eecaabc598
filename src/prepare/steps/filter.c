/* The best columns by a filter. choice: 1 + its place in the table of filters (`variant`), 0: none; count, size: how many are
 * kept. */
#include "prepare/filter.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rank.h"
#include "linalg/blas.h"
#include "prepare/step.h"

static const ard_filter_kind *const *filters_of(const ard_step_kind *self) { return self->variant; }

/* "30", or "10,20,50" in any order, of which one that is there twice counts once. */
static bool parse_sizes(const char *text, ard_argument *out)
{
    int64_t size[ARD_MAX_SIZES];
    int n = 0;
    for (const char *next = text; next; next = strchr(next, ',') ? strchr(next, ',') + 1 : NULL) {
        if (n == ARD_MAX_SIZES || !ard_parse_int(next, strcspn(next, ","), &size[n]) || size[n++] < 1) return false;
    }
    ard_index_sort(n, size);
    for (int i = 0; i < n; i++)
        if (i == 0 || size[i] != size[i - 1]) out->size[out->n_sizes++] = size[i];
    out->count = size[n - 1];
    if (out->n_sizes > 1) return true;
    out->n_sizes = 0;
    out->size[0] = 0;
    return true;
}

static bool parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    const ard_filter_kind *const *filter = filters_of(self);
    *out = (ard_argument){0};
    if (strcmp(text, self->off) == 0) return true;
    for (int i = 0; filter[i]; i++) {
        const size_t length = strlen(filter[i]->name);
        if (strncmp(text, filter[i]->name, length) != 0 || text[length] != ':') continue;
        out->choice = i + 1;
        return parse_sizes(text + length + 1, out);
    }
    return false;
}

static const char *print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    if (!argument->choice) return self->off;
    int used = snprintf(buffer, ARD_ARGUMENT_BYTES, "%s:%" PRId64, filters_of(self)[argument->choice - 1]->name,
                        argument->n_sizes ? argument->size[0] : argument->count);
    for (int i = 1; i < argument->n_sizes; i++)
        used += snprintf(buffer + used, (size_t)(ARD_ARGUMENT_BYTES - used), ",%" PRId64, argument->size[i]);
    return buffer;
}

/* A copy of the columns in their own units; their means do not matter. */
static int unscale(ardor_context *context, const ard_step_choice *choice, double **values, ard_matrix *out)
{
    int rc = ARDOR_OK;
    int64_t cells = 0;
    const ard_matrix *x = choice->x;
    REQUIRE(context, ard_mul_ok(x->n, x->p, &cells), ARDOR_MEMORY, "the filter has too many cells");
    NEW(context, *values, cells);
    ard_matrix_gather(x, 0, x->n, x->p, NULL, *values, x->n);
    for (int64_t j = 0; j < x->p; j++) ard_scal(x->n, choice->unit[j], *values + j * x->n);
    *out = ard_matrix_dense(x->n, x->p, *values, x->n);
done:
    return rc;
}

static bool sees_labels(const ard_step_kind *self, const ard_argument *argument)
{
    return argument->choice > 0 && filters_of(self)[argument->choice - 1]->sees_labels;
}

static int choose(const ard_step_kind *self, ardor_context *context, const ard_argument *argument, ard_step_choice *choice)
{
    int rc = ARDOR_OK;
    const ard_filter_kind *filter = filters_of(self)[argument->choice - 1];
    ard_matrix unscaled;
    double *values = NULL, *score = NULL;
    choice->n_kept = ard_min64(choice->x->p, argument->count);
    NEW(context, score, choice->n_kept);
    if (filter->unscaled) TRY(unscale(context, choice, &values, &unscaled));
    TRY(filter->rank(context, filter->unscaled ? &unscaled : choice->x, choice->t, choice->n_kept, choice->kept, score));
    for (int64_t k = 0; k < choice->n_kept; k++) {
        choice->number[2 * k] = (double)(k + 1);
        choice->number[2 * k + 1] = score[k];
    }
done:
    ard_free(context, score);
    ard_free(context, values);
    return rc;
}

/* Rank 0 is that of columns which were not ranked. */
static const char *fault(const double *number, char buffer[ARD_ARGUMENT_BYTES])
{
    const double rank = number[0], score = number[1];
    if (rank >= 0 && rank < INFINITY && rank == floor(rank) && (rank > 0 || score == 0)) return NULL;
    snprintf(buffer, ARD_ARGUMENT_BYTES, "the rank %g and the score %g; ranks count from 1, or both are 0", rank, score);
    return buffer;
}

static int64_t most(const ard_argument *argument) { return argument->count; }

const ard_step_kind ard_step_filter = {.name = "filter",
                                       .key = "filter",
                                       .place = 4,
                                       .off = "none",
                                       .value = "NAME:K",
                                       .takes = ard_filter_takes,
                                       .help = "keep the K features of largest score on training rows",
                                       .parse = parse,
                                       .print = print,
                                       .variant = ard_filter_kinds,
                                       .sees_labels = sees_labels,
                                       .number = {"rank", "score"},
                                       .choose = choose,
                                       .most = most,
                                       .fault = fault};
