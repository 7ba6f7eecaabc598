/* The machines that model files may hold. */
#include <stddef.h>

#include "machine/function.h"

const ard_machine_kind *const ard_machine_kinds[] = {&ard_machine_function, NULL};
