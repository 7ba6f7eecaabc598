/* Files that are either the old ones or the new ones, never half of either. */
#ifndef ARD_ATOMIC_H
#define ARD_ATOMIC_H

#include "base/base.h"

/* Compress by a suffix of the path (io/compress.h), write aside in the same directory, sync, rename over `path` (through symbolic
 * links), sync the directory. The mode of an existing file is kept. What is no regular file (a device, a pipe) is written to
 * directly; "-" is standard output. */
int ard_write_file(ardor_context *context, const char *path, const void *bytes, size_t size);

/* ARDOR_IO, "PATH: cannot be WHAT: " and what errno says. */
int ard_os_error(ardor_context *context, const char *path, const char *what);
/* All the bytes to an open file; `path` is for the message. */
int ard_write_all(ardor_context *context, const char *path, int file, const char *bytes, size_t size);
#endif
