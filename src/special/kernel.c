/* Which instruction set's loops to use. Asked on every call: it costs a load and a few tests, and a cached answer
 * would be a mutable global. */
#include "special/kernel.h"

#include <stddef.h>
#include <string.h>

static const ard_kernel *avx512(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &ard_kernel_avx512;
#endif
    return NULL;
}

static const ard_kernel *avx2(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &ard_kernel_avx2;
#endif
    return NULL;
}

const ard_kernel *ard_kernel_named(const char *path)
{
    if (strcmp(path, "avx512") == 0) return avx512();
    if (strcmp(path, "avx2") == 0) return avx2();
    return strcmp(path, "portable") == 0 ? &ard_kernel_portable : NULL;
}

const ard_kernel *ard_kernel_best(void)
{
    const ard_kernel *kernel = avx512();
    if (!kernel) kernel = avx2();
    return kernel ? kernel : &ard_kernel_portable;
}
