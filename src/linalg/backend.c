/* What depends on which BLAS is linked: its threads. Everything else in linalg/ is standard BLAS and LAPACK.
 *
 * Behind the name libblas.so.3 the system puts one BLAS today and another tomorrow, so that the one of the build need not be
 * that of the run. Hence the functions of OpenBLAS are weak: the loader finds them, or they are NULL and the BLAS is another,
 * whose threads are not known here. */
#include <stddef.h>

#include "ardor/ardor.h"
#include "linalg/blas.h"

#ifdef __ELF__
extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));
extern char *openblas_get_config(void) __attribute__((weak));
extern int openblas_get_parallel(void) __attribute__((weak));
#elif defined(ARDOR_HAVE_OPENBLAS) /* no loader to be asked: what was linked */
#include <cblas.h>
#else
static void (*const openblas_set_num_threads)(int threads) = NULL;
static int (*const openblas_get_num_threads)(void) = NULL;
static char *(*const openblas_get_config)(void) = NULL;
static int (*const openblas_get_parallel)(void) = NULL;
#endif

int ardor_blas_set_threads(int threads)
{
    if (threads < 1 || !openblas_set_num_threads) return 0;
    openblas_set_num_threads(threads);
    return 1;
}

int ardor_blas_get_threads(void) { return openblas_get_num_threads ? openblas_get_num_threads() : 0; }

const char *ard_blas_name(void) { return openblas_get_config ? openblas_get_config() : NULL; }

/* openblas_get_parallel() is 0 for the sequential build, which also lacks the locks around its work memory:
 * concurrent calls of that one give wrong numbers. Of Netlib, MKL, BLIS and Accelerate each says that it may be called so. */
int ardor_blas_is_thread_safe(void) { return openblas_get_parallel ? openblas_get_parallel() != 0 : 1; }
