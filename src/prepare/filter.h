/* Filters: the columns with the largest score of each one alone are kept. A step of the preparation, FITTED ON TRAINING ROWS
 * after all the others, on the values that the method would see; it is the one step that looks at labels. */
#ifndef ARD_FILTER_H
#define ARD_FILTER_H

#include "prepare/prepare.h"

/* Scores of the p columns of x (n x p, no NaN), each a number >= 0 or infinite. m, s^2 and W are mean, population variance and
 * sum of the weights of a class, the other one (of more than two classes: all others; the largest counts) is marked with ':
 *
 *   ttest   |m - m'| / sqrt(v (1/W + 1/W')), v = (W s^2 + W' s'^2)/(W + W' - 2): |t| of two samples with the pooled variance
 *   fdr     (m - m')^2 / (s^2 + s'^2): Fisher's discriminant ratio
 *
 * A column without spread scores 0, and so does every column where a class has no rows. Classes without spread around
 * different means score infinity. weight NULL = all 1; weight 2 is a row twice. */
int ard_filter_scores(ardor_context *context, ard_filter_kind kind, int64_t n, int64_t p, const double *x, int n_classes,
                      const int32_t *label, const double *weight, double *score);

/* Keeps prepare->options.filter.k columns (all, if there are no more; of equal scores the first ones) in `prepare`, which was
 * fitted on these rows, and in x (n x prepare->p, the rows prepared), where the kept ones move to the front. */
int ard_filter_fit(ardor_context *context, const ardor_dataset *data, const ard_rows *rows, ard_prepare *prepare, double *x);
#endif
