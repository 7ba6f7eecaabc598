/* A preparation without the rows that it was fitted on. */
#ifndef ARD_TEST_PREPARED_H
#define ARD_TEST_PREPARED_H

#include "prepare/prepare.h"

static inline int prepare_fit(ardor_context *in, const ardor_dataset *data, const ard_rows *rows,
                              const ard_prepare_options *options, ard_prepare **out)
{
    double *x = NULL;
    const int rc = ard_prepare_fit_rows(in, data, rows, options, out, &x);
    ard_free(in, x);
    return rc;
}
#endif
