/* Clip: values are kept within so many deviations of the mean in training. */
#include <stdio.h>
#include <string.h>

#include "prepare/step.h"

/* A number above 0, or "none". */
static bool number_parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    *out = (ard_argument){0};
    return strcmp(text, self->off) == 0 || (ard_parse_double(text, strlen(text), &out->value) && out->value > 0);
}

static const char *number_print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    if (argument->value == 0) return self->off;
    ard_print_double(argument->value, buffer);
    return buffer;
}

static int clip_fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    const ard_moments *moments = ard_step_moments(column);
    number[0] = moments->mean - argument->value * moments->sd;
    number[1] = moments->mean + argument->value * moments->sd;
    return ARDOR_OK;
}

static int clip_apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    (void)argument;
    for (int64_t i = 0; i < column->rows->n; i++) column->x[i] = ard_clip(column->x[i], number[0], number[1]);
    return ARDOR_OK;
}

static const char *clip_fault(const double *number, char buffer[ARD_ARGUMENT_BYTES])
{
    snprintf(buffer, ARD_ARGUMENT_BYTES, "the bounds %g, %g", number[0], number[1]);
    return number[0] < number[1] ? NULL : buffer;
}

const ard_step_kind ard_step_clip = {.name = "clip",
                                     .key = "clip",
                                     .place = 3, /* after log, which is before it in the table */
                                     .off = "none",
                                     .value = "HOW",
                                     .takes = "none, or 2",
                                     .help = "clip columns",
                                     .parse = number_parse,
                                     .print = number_print,
                                     .number = {"low", "high"},
                                     .fit = clip_fit,
                                     .apply = clip_apply,
                                     .fault = clip_fault};
