/* The version of the library, from the one place where it stands. */
#include "ardor/ardor.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *ardor_version(void)
{
    return TEXT(ARDOR_VERSION_MAJOR) "." TEXT(ARDOR_VERSION_MINOR) "." TEXT(ARDOR_VERSION_PATCH);
}
