/* Tables from memory: read, or refused with a status and a message. */
#ifndef TABLE_FIXTURE_H
#define TABLE_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "data/dataset.h"
#include "io/reader.h"
#include "io/table.h"
#include "full.h"

static ardor_context *context;
static char last_note[1024]; /* "": none since it was emptied */

static inline void keep_note(void *user, const char *text)
{
    (void)user;
    snprintf(last_note, sizeof last_note, "%s", text);
}

static inline int setup(void **state)
{
    (void)state;
    ardor_context_config config = {.size = sizeof config, .note = keep_note};
    return ardor_context_new(&config, &context);
}

static inline int teardown(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

#define OPTIONS(...) (&(ardor_read_options){.size = sizeof(ardor_read_options), __VA_ARGS__})

static inline ardor_dataset *read_named(const char *name, const void *bytes, size_t size, const ardor_read_options *options)
{
    ardor_dataset *data = NULL;
    need_full();
    int rc = ard_table_read_memory(context, ard_readers, bytes, size, name, options, NULL, &data);
    if (rc != ARDOR_OK) fail_msg("%d: %s", rc, ardor_context_message(context));
    return data;
}

static inline ardor_dataset *read_bytes(const void *bytes, size_t size, const ardor_read_options *options)
{
    return read_named("t.csv", bytes, size, options);
}

static inline ardor_dataset *read_text(const char *text, const ardor_read_options *options)
{
    return read_bytes(text, strlen(text), options);
}

static inline void refuse_named(const char *name, const void *bytes, size_t size, const ardor_read_options *options, int status,
                                const char *message)
{
    ardor_dataset *data = (ardor_dataset *)&status;
    need_full();
    int rc = ard_table_read_memory(context, ard_readers, bytes, size, name, options, NULL, &data);
    if (rc != status || !strstr(ardor_context_message(context), message))
        fail_msg("%d '%s' instead of %d '%s'", rc, ardor_context_message(context), status, message);
    assert_null(data);
}

static inline void refuse_bytes(const void *bytes, size_t size, const ardor_read_options *options, int status,
                                const char *message)
{
    refuse_named("t.csv", bytes, size, options, status, message);
}

static inline void refuse(const char *text, const ardor_read_options *options, int status, const char *message)
{
    refuse_bytes(text, strlen(text), options, status, message);
}

#endif
