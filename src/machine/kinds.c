/* The machines that model files may hold: a row of MACHINES declares one and lists it. */
#include "machine/machine.h"

#define MACHINES(ROW) ROW(function) ROW(shares) ROW(pairs) ROW(neighbours) ROW(stumps)

#define DECLARE(name) extern const ard_machine_kind ard_machine_##name;
#define ENTRY(name) &ard_machine_##name,

MACHINES(DECLARE)
const ard_machine_kind *const ard_machine_kinds[] = {MACHINES(ENTRY) NULL};
