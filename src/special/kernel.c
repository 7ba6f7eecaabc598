/* Which instruction set's loops to use. Asked on every call: it costs a load and a few tests, and a cached answer would
 * be a mutable global. */
#include "special/kernel.h"

#include <stddef.h>
#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static int has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}
#else
static int has_avx2(void) { return 0; }
static int has_avx512(void) { return 0; }
#endif

const ard_kernel *ard_kernel_named(const char *path)
{
    if (strcmp(path, "avx512") == 0) return ard_kernel_avx512.exp && has_avx512() ? &ard_kernel_avx512 : NULL;
    if (strcmp(path, "avx2") == 0) return ard_kernel_avx2.exp && has_avx2() ? &ard_kernel_avx2 : NULL;
    return strcmp(path, "portable") == 0 ? &ard_kernel_portable : NULL;
}

const ard_kernel *ard_kernel_best(void)
{
    if (ard_kernel_avx512.exp && has_avx512()) return &ard_kernel_avx512;
    if (ard_kernel_avx2.exp && has_avx2()) return &ard_kernel_avx2;
    return &ard_kernel_portable;
}
