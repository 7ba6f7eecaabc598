/* Structures of ardor.h that begin with their size, so that members can be added at the end: a program may have been compiled
 * with an older header than the library, or with a newer one. */
#ifndef ARD_STAMP_H
#define ARD_STAMP_H

#include "base/base.h"

/* The smallest sizes that are taken: those of ardor.h as first published, of which programs have none that is smaller; of a
 * context's configuration its size alone, with which all is as by default. They are named by the last member of that time, so
 * that they stay where members are added. */
#define ARD_STAMP_UP_TO(type, member) (offsetof(type, member) + sizeof((type){0}.member))
enum {
    ARD_CONTEXT_CONFIG_FIRST = sizeof(size_t),
    ARD_READ_OPTIONS_FIRST = offsetof(ardor_read_options, labels), /* behind `header` there was a gap */
    ARD_SIMULATION_FIRST = ARD_STAMP_UP_TO(ardor_simulation, seed),
    ARD_TABLE_FIRST = ARD_STAMP_UP_TO(ardor_table, target),
    ARD_PREDICTION_FIRST = ARD_STAMP_UP_TO(ardor_prediction, variance),
    ARD_REPORT_OPTIONS_FIRST = ARD_STAMP_UP_TO(ardor_report_options, convergence)
};

/* Take over what the caller's structure has (NULL: nothing) into `full`, of `bytes` bytes, whose members keep their values
 * beyond; full's own size is what it was. False, with what is wrong: the size is smaller than `first`, which it is where it was
 * not set, or bytes that this library has no members for are not 0. */
enum { ARD_STAMP_BYTES = 160 };
bool ard_stamp_copy(const char *name, size_t first, const void *given, void *full, size_t bytes, char fault[ARD_STAMP_BYTES]);

/* The same, and ARDOR_USAGE with the structure's name. */
static inline int ard_stamp_take(ardor_context *context, const char *name, size_t first, const void *given, void *full,
                                 size_t bytes)
{
    char fault[ARD_STAMP_BYTES];
    if (ard_stamp_copy(name, first, given, full, bytes, fault)) return ARDOR_OK;
    return ard_fail(context, ARDOR_USAGE, "%s: %s", name, fault);
}
#define ARD_STAMP_TAKE(context, name, first, given, full)                                                                        \
    ard_stamp_take((context), (name), (first), (given), (full), sizeof *(full))
#endif
