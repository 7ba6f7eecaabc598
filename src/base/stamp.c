/* See stamp.h. */
#include "base/stamp.h"

#include <stdio.h>
#include <string.h>

/* No structure of any version is as large: a size beyond was not set. */
enum { MOST_BYTES = 4096 };

bool ard_stamp_copy(const char *name, size_t first, const void *given, void *full, size_t bytes, char fault[ARD_STAMP_BYTES])
{
    size_t size = 0;
    if (!given) return true;
    memcpy(&size, given, sizeof size);
    if (size < first || size > MOST_BYTES) {
        snprintf(fault, ARD_STAMP_BYTES, "its size is %zu: set it to sizeof(%s)", size, name);
        return false;
    }
    for (size_t i = bytes; i < size; i++) {
        if (((const char *)given)[i] == 0) continue;
        snprintf(fault, ARD_STAMP_BYTES, "ardor %s knows %zu of its %zu bytes, and beyond these a member is set", ardor_version(),
                 bytes, size);
        return false;
    }
    memcpy((char *)full + sizeof size, (const char *)given + sizeof size, (size < bytes ? size : bytes) - sizeof size);
    return true;
}
