/* With z the value, q = w p (1 - p), r = w (y - p) and u_g the mean of z in group g by q, elimination of the intercepts leaves
 *     S = sum q (z - u_g)^2,   d slope = sum r (z - u_g) / S,   d intercept_g = sum_g r / sum_g q - u_g d slope:
 * centred sums, in which nothing cancels. */
#include "solver/line.h"

#include "link/logit.h"
#include "solver/newton.h"

enum { MOST_STEPS = 200 };
static const double DECREMENT = 1e-22;

int ard_line_open(ardor_context *context, int64_t n, int64_t n_groups, ard_line *out)
{
    int rc = ARDOR_OK;
    *out = (ard_line){0};
    NEW(context, out->row, n);
    NEW(context, out->start, n_groups + 1);
    NEW(context, out->intercept, n_groups);
    NEW(context, out->intercept_step, n_groups);
    NEW(context, out->centre, n_groups);
done:
    return rc;
}

void ard_line_close(ardor_context *context, ard_line *line)
{
    ard_free(context, line->centre);
    ard_free(context, line->intercept_step);
    ard_free(context, line->intercept);
    ard_free(context, line->start);
    ard_free(context, line->row);
    *line = (ard_line){0};
}

static int expand(void *state)
{
    const ard_line *line = state;
    for (int64_t k = 0; k < line->n_groups; k++)
        for (ard_line_row *row = line->row + line->start[k]; row < line->row + line->start[k + 1]; row++) {
            const double margin = row->sign * (line->intercept[k] + line->slope * row->value), wrong = ard_sigmoid(-margin);
            row->residual = row->weight * row->sign * wrong;
            row->curvature = row->weight * wrong * ard_sigmoid(margin);
        }
    return ARDOR_OK;
}

static double value_at(const ard_line *line, double step)
{
    double sum = 0;
    for (int64_t k = 0; k < line->n_groups; k++) {
        const double intercept = line->intercept[k] + step * line->intercept_step[k],
                     slope = line->slope + step * line->slope_step;
        for (const ard_line_row *row = line->row + line->start[k]; row < line->row + line->start[k + 1]; row++)
            sum -= row->weight * ard_softplus(-row->sign * (intercept + slope * row->value));
    }
    return sum;
}

/* The slope's part of the direction, and each group's centre and intercept by itself. */
static void eliminate(ard_line *line)
{
    double gradient = 0;
    line->information = 0;
    for (int64_t k = 0; k < line->n_groups; k++) {
        const ard_line_row *first = line->row + line->start[k], *end = line->row + line->start[k + 1];
        double residual = 0, curvature = 0, centre = 0;
        for (const ard_line_row *row = first; row < end; row++) {
            residual += row->residual;
            curvature += row->curvature;
            centre += row->curvature * row->value;
        }
        line->centre[k] = centre / curvature;
        line->intercept_step[k] = residual / curvature;
        for (const ard_line_row *row = first; row < end; row++) {
            const double distance = row->value - line->centre[k];
            gradient += row->residual * distance;
            line->information += row->curvature * distance * distance;
        }
    }
    line->slope_step = gradient / line->information;
}

static int direct(void *state, double *value, double *slope)
{
    ard_line *line = state;
    eliminate(line);
    *slope = line->slope_step * line->slope_step * line->information;
    for (int64_t k = 0; k < line->n_groups; k++) {
        double curvature = 0;
        for (int64_t i = line->start[k]; i < line->start[k + 1]; i++) curvature += line->row[i].curvature;
        *slope += curvature * line->intercept_step[k] * line->intercept_step[k];
        line->intercept_step[k] -= line->centre[k] * line->slope_step;
    }
    *value = value_at(line, 0);
    return ARDOR_OK;
}

static int look(void *state, double step, double *value)
{
    *value = value_at(state, step);
    return ARDOR_OK;
}

static void move(void *state, double step)
{
    ard_line *line = state;
    for (int64_t k = 0; k < line->n_groups; k++) line->intercept[k] += step * line->intercept_step[k];
    line->slope += step * line->slope_step;
}

static const ard_newton NEWTON = {.expand = expand, .direct = direct, .look = look, .move = move};

int ard_line_fit(ard_line *line)
{
    int rc = ARDOR_OK;
    TRY(ard_newton_run(&NEWTON, line, MOST_STEPS, DECREMENT));
    eliminate(line);
done:
    return rc;
}
