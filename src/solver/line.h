/* Logistic regression of labels on one value, with one slope and an intercept for each group of rows, by Newton's method. */
#ifndef ARD_LINE_H
#define ARD_LINE_H

#include "base/base.h"

typedef struct ard_line_row {
    double value, sign, weight; /* sign: 1 of the positive class, else -1 */
    double residual, curvature;
} ard_line_row;

typedef struct ard_line {
    int64_t n_groups, *start; /* rows row[start[g]..start[g + 1]) */
    ard_line_row *row;
    double *intercept, *intercept_step, *centre; /* n_groups */
    double slope, slope_step, information;       /* 1/information: the variance of the slope */
} ard_line;

/* Room for so many rows and groups; the caller fills in groups and rows. Close it also where this failed. */
int ard_line_open(ardor_context *context, int64_t n, int64_t n_groups, ard_line *out);
void ard_line_close(ardor_context *context, ard_line *line);
/* From where it is (0), to the maximum; whether there is one is the caller's to know. */
int ard_line_fit(ard_line *line);
#endif
