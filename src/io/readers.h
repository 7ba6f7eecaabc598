/* The formats of tables, one line each, which declares ard_reader_NAME and lists it. The first is that of files that nothing
 * says more about. */
#ifndef ARD_READERS_H
#define ARD_READERS_H

#include "io/reader.h"

#define ARD_READERS(X)                                                                                                           \
    X(csv)                                                                                                                       \
    X(tsv)

#define ARD_READER_DECLARE(name) extern const ard_reader ard_reader_##name;
ARD_READERS(ARD_READER_DECLARE)
#undef ARD_READER_DECLARE

/* All of them, NULL after the last. */
extern const ard_reader *const ard_readers[];
#endif
