#include "io/cell.h"

#include <strings.h>

bool ard_is_missing(const char *cell, size_t bytes)
{
    switch (bytes) {
    case 0:
        return true;
    case 1:
        return *cell == '?' || *cell == '.';
    case 2:
        return strncasecmp(cell, "na", 2) == 0;
    case 3:
        return strncasecmp(cell, "nan", 3) == 0;
    default:
        return false;
    }
}
