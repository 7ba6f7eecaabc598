/* A text that grows: what documents are written into. */
#ifndef ARD_BUFFER_H
#define ARD_BUFFER_H

#include "base/base.h"

/* The first failure is kept in `status` and makes the later calls do nothing, so that only ard_buffer_finish needs checking. */
typedef struct ard_buffer {
    ardor_context *context;
    int status;
    char *text; /* of `bytes` bytes, not ended by a NUL */
    int64_t bytes, room;
} ard_buffer;

void ard_buffer_put(ard_buffer *buffer, const char *text, size_t bytes);
/* The text up to its NUL. */
void ard_buffer_put_text(ard_buffer *buffer, const char *text);
/* Hands the text over, ended by a NUL; frees it on a failure, *out is NULL then. */
int ard_buffer_finish(ard_buffer *buffer, char **out);
#endif
