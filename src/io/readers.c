/* The formats of tables: a row of READERS declares one and lists it. The first is that of files that nothing says more about. */
#include "io/reader.h"

#define READERS(ROW)                                                                                                             \
    ROW(csv)                                                                                                                     \
    ROW(tsv)

#define DECLARE(name) extern const ard_reader ard_reader_##name;
#define ENTRY(name) &ard_reader_##name,

READERS(DECLARE)
const ard_reader *const ard_readers[] = {READERS(ENTRY) NULL};
