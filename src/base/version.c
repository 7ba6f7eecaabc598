/* The version of the library that runs, and which build it is. */
#include "ardor/ardor.h"
#include "base/profile.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *ardor_version(void) { return TEXT(ARDOR_VERSION_MAJOR) "." TEXT(ARDOR_VERSION_MINOR) "." TEXT(ARDOR_VERSION_PATCH); }

#ifdef ARDOR_CORE
const char *ard_profile(void) { return "core"; }
#else
const char *ard_profile(void) { return "full"; }
#endif
