/* Columns without spread beyond rounding are dropped. */
#include "prepare/step.h"

static int fit(const ard_argument *argument, ard_step_column *column, double *number)
{
    (void)argument;
    (void)number;
    column->drop = ard_step_moments(column)->constant;
    return ARDOR_OK;
}

const ard_step_kind ard_step_constant = {.name = "constant", .dropped = "constant", .fit = fit};
