/* Which instruction set's loops to use. Asked on every call: it costs a load and a few tests, and a cached answer
 * would be a mutable global. */
#include "special/elementary.h"

#include <stddef.h>
#include <string.h>

static const ard_elementary *avx512(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &ard_elementary_avx512;
#endif
    return NULL;
}

static const ard_elementary *avx2(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &ard_elementary_avx2;
#endif
    return NULL;
}

const ard_elementary *ard_elementary_named(const char *path)
{
    if (strcmp(path, "avx512") == 0) return avx512();
    if (strcmp(path, "avx2") == 0) return avx2();
    return strcmp(path, "portable") == 0 ? &ard_elementary_portable : NULL;
}

const ard_elementary *ard_elementary_best(void)
{
    const ard_elementary *loops = avx512();
    if (!loops) loops = avx2();
    return loops ? loops : &ard_elementary_portable;
}
