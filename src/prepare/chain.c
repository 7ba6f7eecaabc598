/* A chain of steps: what it leaves of the columns, and its parts. */
#include <inttypes.h>
#include <string.h>

#include "prepare/prepare.h"
#include "prepare/projection.h"

int ard_prepare_open(ardor_context *context, const ard_prepare_options *options, int64_t p, ard_prepare **out)
{
    int rc = ARDOR_OK;
    const ard_step_kind *const *kinds = ard_prepare_kinds(options);
    ard_prepare *prepare = NULL;
    *out = NULL;
    NEW(context, prepare, 1);
    prepare->context = context;
    prepare->options = *options;
    prepare->options.forced = NULL; /* the caller's */
    if (options->forced) NEW(context, prepare->forced, p);
    prepare->p_in = prepare->p = p;
    for (int i = 0; kinds[i]; i++) {
        const ard_argument *argument = ard_prepare_argument(options, i);
        if (!argument) continue;
        ard_step *step = &prepare->step[prepare->n_steps++];
        *step = (ard_step){.kind = kinds[i], .argument = *argument};
        while (step->n_numbers < ARD_STEP_NUMBERS && kinds[i]->number[step->n_numbers]) step->n_numbers++;
        NEW(context, step->number, p * step->n_numbers);
    }
    *out = prepare;
    prepare = NULL;
done:
    ard_prepare_free(prepare);
    return rc;
}

void ard_prepare_free(ard_prepare *prepare)
{
    if (!prepare) return;
    for (int s = 0; s < prepare->n_steps; s++) {
        ard_projection_free(prepare->context, &prepare->step[s].projection);
        ard_free(prepare->context, prepare->step[s].kept.x);
        ard_free(prepare->context, prepare->step[s].kept.weight);
        ard_free(prepare->context, prepare->step[s].number);
    }
    ard_free(prepare->context, prepare->forced);
    ard_free(prepare->context, prepare->column);
    ard_free(prepare->context, prepare);
}

bool ard_prepare_needs_rows(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++)
        if (prepare->step[s].kind->rows) return true;
    return false;
}

bool ard_prepare_fills(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++)
        if (prepare->step[s].kind->missing == ARD_MISSING_FILLED) return true;
    return false;
}

/* What only looks, or chooses, after a step that centres leaves it so: there is none that does more. */
bool ard_prepare_centres(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++)
        if (prepare->step[s].kind->centres) return true;
    return false;
}

void ard_prepare_copy_numbers(const ard_prepare *source, int64_t from, ard_prepare *target, int64_t to)
{
    for (int s = 0; s < source->n_steps; s++) {
        const int n = source->step[s].n_numbers;
        memmove(target->step[s].number + to * n, source->step[s].number + from * n, (size_t)n * sizeof(double));
    }
}

const ard_projection *ard_prepare_projection(const ard_prepare *prepare)
{
    for (int s = 0; s < prepare->n_steps; s++)
        if (prepare->step[s].kind->project) return &prepare->step[s].projection;
    return NULL;
}

int64_t ard_prepare_features(const ard_prepare *prepare)
{
    const ard_projection *projection = ard_prepare_projection(prepare);
    return projection ? projection->k : prepare->p;
}

int64_t ard_prepare_position(const ard_prepare *prepare, int64_t feature)
{
    return ard_prepare_projection(prepare) ? feature : prepare->column[feature];
}

int ard_prepare_name(ardor_context *context, const ard_prepare_options *options, const ardor_dataset *data, int64_t position,
                     char **out)
{
    const ard_step_kind *kind = ard_prepare_projects(options);
    *out = kind ? ard_format(context, "%s%" PRId64, kind->feature, position + 1) : ard_strdup(context, data->feature[position]);
    return *out ? ARDOR_OK : ARDOR_MEMORY;
}

bool ard_prepare_rank(const ard_prepare *prepare, int64_t j, int64_t *rank, double *score)
{
    *rank = 0;
    for (int s = 0; s < prepare->n_steps; s++) {
        const ard_step *step = &prepare->step[s];
        if (step->kind->project) return false;
        if (!step->kind->choose || step->n_numbers < 2) continue;
        *rank = (int64_t)step->number[j * step->n_numbers];
        *score = step->number[j * step->n_numbers + 1];
    }
    return *rank > 0;
}

static int copy_kept_rows(ardor_context *context, const ard_kept_rows *from, ard_kept_rows *to)
{
    int rc = ARDOR_OK;
    if (!from->x) return ARDOR_OK;
    to->n = from->n;
    to->p = from->p;
    NEW(context, to->x, from->n * from->p);
    memcpy(to->x, from->x, (size_t)(from->n * from->p) * sizeof *to->x);
    if (from->weight) NEW(context, to->weight, from->n);
    if (from->weight) memcpy(to->weight, from->weight, (size_t)from->n * sizeof *to->weight);
done:
    return rc;
}

int ard_prepare_restrict(ardor_context *context, const ard_prepare *prepare, int64_t n, const int64_t *kept, ard_prepare **out)
{
    int rc = ARDOR_OK;
    ard_prepare *few = NULL;
    const ard_projection *projection = ard_prepare_projection(prepare);
    const int64_t columns = projection && n > 0 ? prepare->p : n;
    *out = NULL;
    TRY(ard_prepare_open(context, &prepare->options, columns, &few));
    few->p_in = prepare->p_in;
    few->n_constant = prepare->n_constant;
    if (prepare->forced) NEW(context, few->forced, columns);
    for (int64_t j = 0; j < columns; j++) {
        const int64_t from = projection ? j : kept[j];
        ard_prepare_copy_numbers(prepare, from, few, j);
        if (prepare->forced) few->forced[j] = prepare->forced[from];
    }
    for (int s = 0; s < few->n_steps; s++) {
        const ard_step *step = &prepare->step[s];
        TRY(copy_kept_rows(context, &step->kept, &few->step[s].kept));
        if (step->kind->project) TRY(ard_projection_keep(context, &step->projection, n, kept, &few->step[s].projection));
    }
    *out = few;
    few = NULL;
done:
    ard_prepare_free(few);
    return rc;
}

int ard_prepare_kept(ardor_context *context, const ard_prepare *prepare, int64_t size, ard_columns *out)
{
    int rc = ARDOR_OK;
    int64_t rank = 0;
    double score = 0;
    *out = (ard_columns){0};
    NEW(context, out->column, prepare->p);
    for (int64_t j = 0; j < prepare->p; j++)
        if (!ard_prepare_rank(prepare, j, &rank, &score) || rank <= size) out->column[out->n++] = j; /* forced ones have none */
done:
    return rc;
}

int ard_prepare_narrow(ardor_context *context, const ard_prepare *prepare, int64_t size, ard_prepare **out)
{
    int rc = ARDOR_OK;
    ard_columns kept = {0};
    ard_prepare *few = NULL;
    *out = NULL;
    TRY(ard_prepare_kept(context, prepare, size, &kept));
    TRY(ard_prepare_restrict(context, prepare, kept.n, kept.column, &few));
    NEW(context, few->column, kept.n);
    for (int64_t t = 0; t < kept.n; t++) few->column[t] = prepare->column[kept.column[t]];
    ard_prepare_set_size(&few->options, size);
    for (int s = 0; s < few->n_steps; s++) ard_argument_set_size(&few->step[s].argument, size);
    *out = few;
    few = NULL;
done:
    ard_prepare_free(few);
    ard_free(context, kept.column);
    return rc;
}
