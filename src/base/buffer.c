/* A text that grows: see buffer.h. */
#include "base/buffer.h"

#include <string.h>

enum { LEAST_ROOM = 4096 };

void ard_buffer_put(ard_buffer *buffer, const char *text, size_t bytes)
{
    if (buffer->status != ARDOR_OK) return;
    const int64_t need = buffer->bytes + (int64_t)bytes;
    if (need > buffer->room) {
        const int64_t room = ard_max64(2 * buffer->room, ard_max64(need, LEAST_ROOM));
        char *grown = ard_grow(buffer->context, buffer->text, room, 1);
        if (!grown) {
            buffer->status = ARDOR_MEMORY;
            return;
        }
        buffer->text = grown;
        buffer->room = room;
    }
    memcpy(buffer->text + buffer->bytes, text, bytes);
    buffer->bytes = need;
}

void ard_buffer_put_text(ard_buffer *buffer, const char *text) { ard_buffer_put(buffer, text, strlen(text)); }

int ard_buffer_finish(ard_buffer *buffer, char **out)
{
    ard_buffer_put(buffer, "", 1);
    *out = buffer->status == ARDOR_OK ? buffer->text : NULL;
    if (!*out) ard_free(buffer->context, buffer->text);
    buffer->text = NULL;
    return buffer->status;
}
