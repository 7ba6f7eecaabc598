/* The version of the library that runs. */
#include "ardor/ardor.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *ardor_version(void) { return TEXT(ARDOR_VERSION_MAJOR) "." TEXT(ARDOR_VERSION_MINOR) "." TEXT(ARDOR_VERSION_PATCH); }
