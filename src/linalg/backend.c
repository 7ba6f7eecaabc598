/* What depends on which BLAS is linked: its threads. Everything else in linalg/ is standard BLAS and LAPACK.
 * Another BLAS gets its own version of this file. */
#include <cblas.h>

#include "ardor/ardor.h"

int ardor_blas_set_threads(int threads)
{
    if (threads < 1) return 0;
    openblas_set_num_threads(threads);
    return 1;
}

/* openblas_get_parallel() is 0 for the sequential build, which also lacks the locks around its work memory:
 * concurrent calls of that one give wrong numbers. */
int ardor_blas_is_thread_safe(void) { return openblas_get_parallel() != 0; }
