/* Natural logarithm of every value, after raising it to a floor if there is one. choice: 1 where it is taken; value: the floor,
 * 0: none. */
#include <math.h>
#include <string.h>

#include "prepare/step.h"

static bool parse(const ard_step_kind *self, const char *text, ard_argument *out)
{
    (void)self;
    *out = (ard_argument){.choice = strcmp(text, "off") != 0};
    if (!out->choice || strcmp(text, "on") == 0) return true;
    return ard_parse_double(text, strlen(text), &out->value) && out->value > 0;
}

static const char *print(const ard_step_kind *self, const ard_argument *argument, char buffer[ARD_ARGUMENT_BYTES])
{
    (void)self;
    if (!argument->choice) return "off";
    if (!(argument->value > 0)) return "on";
    ard_print_double(argument->value, buffer);
    return buffer;
}

static int refuse(const ard_step_column *column, int64_t i)
{
    char where[ARD_CELL_BYTES], text[ARD_NUMBER_BYTES];
    const ard_step_rows *rows = column->rows;
    ard_print_double(column->x[i], text);
    return ard_fail(rows->context, ARDOR_DATA,
                    "%s: %s: %s has no logarithm: use --log=FLOOR to raise small values to a floor first", rows->data->source,
                    ard_cell_place(rows->data, rows->row[i], column->index, where), text);
}

static int apply(const ard_argument *argument, const double *number, ard_step_column *column)
{
    const int64_t n = column->rows->n;
    const double least = argument->value;
    double *x = column->x;
    (void)number;
    for (int64_t i = 0; least > 0 && i < n; i++)
        if (x[i] < least) x[i] = least;
    for (int64_t i = 0; i < n; i++)
        if (x[i] <= 0) return refuse(column, i);
    for (int64_t i = 0; i < n; i++) x[i] = log(x[i]);
    return ARDOR_OK;
}

const ard_step_kind ard_step_log = {.name = "log",
                                    .key = "log",
                                    .place = 3,
                                    .off = "off",
                                    .value = "FLOOR",
                                    .takes = "off, on, or a floor above 0",
                                    .alone = "on",
                                    .help = "natural logarithm, of values raised to FLOOR first",
                                    .parse = parse,
                                    .print = print,
                                    .missing = ARD_MISSING_PASSED,
                                    .apply = apply};
