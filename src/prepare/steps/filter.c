/* The best columns by a filter. choice: 1 + its place in the table of filters (`variant`), 0: none; count: how many are kept. */
#include "prepare/filter.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "prepare/step.h"

static const ard_filter_kind *const *filters_of(const ard_step_kind *self) { return self->variant; }

static bool parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    const ard_filter_kind *const *filter = filters_of(self);
    *out = (ard_argument){0};
    if (strcmp(text, self->off) == 0) return true;
    for (int i = 0; filter[i]; i++) {
        const size_t length = strlen(filter[i]->name);
        if (strncmp(text, filter[i]->name, length) != 0 || text[length] != ':') continue;
        const char *count = text + length + 1;
        out->choice = i + 1;
        return ard_parse_int(count, strlen(count), &out->count) && out->count >= 1;
    }
    return false;
}

static const char *print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    if (!argument->choice) return self->off;
    snprintf(buffer, ARD_ARGUMENT_BYTES, "%s:%" PRId64, filters_of(self)[argument->choice - 1]->name, argument->count);
    return buffer;
}

static int choose(const ard_step_kind *self, ardor_context *context, const ard_argument *argument, const ard_matrix *x,
                  const ard_targets *t, int64_t *n_kept, int64_t *kept)
{
    int rc = ARDOR_OK;
    const ard_filter_kind *filter = filters_of(self)[argument->choice - 1];
    ard_targets seen = *t;
    double *score = NULL;
    *n_kept = ard_min64(x->p, argument->count);
    for (int64_t j = 0; j < *n_kept; j++) kept[j] = j;
    if (x->p <= argument->count) return ARDOR_OK;
    if (!filter->sees_labels) seen.label = NULL;
    NEW(context, score, argument->count);
    TRY(filter->rank(context, x, &seen, argument->count, kept, score));
done:
    ard_free(context, score);
    return rc;
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
                                       .sees_labels = true,
                                       .choose = choose,
                                       .most = most};
