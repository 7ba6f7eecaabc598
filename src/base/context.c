/* The context: allocator, message, notes, callbacks and cancellation of one caller. */
#include "base/context_inside.h"

#include "base/message.h"
#include "base/remark.h"
#include "base/stamp.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MESSAGE_BYTES 1024

struct ardor_context {
    ardor_context_config config;
    ardor_context *parent; /* NULL for the caller's own */
    atomic_int cancel;     /* of the root only, as what follows: how often it was asked for */
    int heeded;            /* so many of them have been seen to */
    _Atomic double deadline;
    bool asked; /* the last report was answered with the wish to cancel: one wish, however often it is repeated */
    char message[MESSAGE_BYTES];
    const char *place;      /* of what is said; NULL: of all the work */
    ard_remarks said;       /* a child's, until the join; a root's: since ard_remarks_forget */
    bool here;              /* a root, or a child that works on its root's thread */
    ard_workload *workload; /* of a root: of the running call; NULL: none */
    ard_reduce reduce;      /* NULL: the rows given are all there are */
    void *reduce_user;
    int64_t n_words; /* of a root: of the command that documents say they were made by */
    char **word;
};

static void *libc_resize(void *user, void *pointer, size_t bytes)
{
    (void)user;
    if (bytes == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, bytes);
}

static ardor_context *root_of(ardor_context *context) { return context->parent ? context->parent : context; }

double ard_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ardor_status ardor_context_new(const ardor_context_config *config, ardor_context **out)
{
    if (!out) return ARDOR_USAGE;
    *out = NULL;
    ardor_context_config full = {.size = sizeof full};
    const int rc = ARD_STAMP_TAKE(NULL, "ardor_context_config", ARD_CONTEXT_CONFIG_FIRST, config, &full);
    if (rc != ARDOR_OK) return rc;
    if (!full.resize) full.resize = libc_resize;
    ardor_context *context = full.resize(full.user, NULL, sizeof *context);
    if (!context) return ARDOR_MEMORY;
    memset(context, 0, sizeof *context);
    context->config = full;
    context->here = true;
    atomic_init(&context->cancel, 0);
    context->deadline = INFINITY;
    *out = context;
    return ARDOR_OK;
}

/* The words are in one block, which the first of them begins. */
static void forget_command(ardor_context *context)
{
    if (context->word) ard_free(context, context->word[0]);
    ard_free(context, context->word);
    context->word = NULL;
    context->n_words = 0;
}

void ardor_context_free(ardor_context *context)
{
    if (!context) return;
    ard_remarks_forget(context);
    forget_command(context);
    context->config.resize(context->config.user, context, 0);
}

const char *ardor_context_message(const ardor_context *context) { return context ? context->message : ""; }

ardor_status ardor_context_set_command(ardor_context *context, int64_t n, const char *const *word)
{
    int rc = ARDOR_OK;
    char **copy = NULL, *text = NULL;
    size_t bytes = 0;
    if (!context) return ARDOR_USAGE;
    REQUIRE(context, n == 0 || (n > 0 && word), ARDOR_USAGE, "ardor_context_set_command: %lld words are needed", (long long)n);
    for (int64_t i = 0; i < n; i++) {
        REQUIRE(context, word[i], ARDOR_USAGE, "ardor_context_set_command: word %lld is NULL", (long long)i + 1);
        bytes += strlen(word[i]) + 1;
    }
    if (n > 0) {
        MAKE(copy, ard_alloc(context, n, sizeof *copy));
        MAKE(text, ard_alloc(context, (int64_t)bytes, 1));
    }
    for (int64_t i = 0; i < n; i++) {
        copy[i] = text;
        text = stpcpy(text, word[i]) + 1;
    }
    forget_command(context);
    context->n_words = n;
    context->word = copy;
    copy = NULL;
done:
    ard_free(context, copy);
    return (ardor_status)rc;
}

char *const *ard_context_command(ardor_context *context, int64_t *n)
{
    *n = root_of(context)->n_words;
    return root_of(context)->word;
}

void ardor_cancel(ardor_context *context)
{
    if (context) atomic_fetch_add(&root_of(context)->cancel, 1);
}

void ardor_cancel_reset(ardor_context *context)
{
    if (!context) return;
    atomic_store(&root_of(context)->cancel, 0);
    root_of(context)->heeded = 0;
    root_of(context)->asked = false;
}

bool ard_cancelled(const ardor_context *context)
{
    const ardor_context *root = context->parent ? context->parent : context;
    return atomic_load(&root->cancel) > root->heeded;
}

void ard_cancel_heed(ardor_context *context) { root_of(context)->heeded = atomic_load(&root_of(context)->cancel); }

void ard_cancel_unheed(ardor_context *context) { root_of(context)->heeded = 0; }

void ard_deadline_set(ardor_context *context, double deadline) { root_of(context)->deadline = deadline; }

double ard_deadline(const ardor_context *context) { return context->parent ? context->parent->deadline : context->deadline; }

bool ard_out_of_time(const ardor_context *context)
{
    const double deadline = ard_deadline(context);
    return deadline < INFINITY && ard_now() >= deadline;
}

bool ard_is_to_end(const ardor_context *context) { return ard_cancelled(context) || ard_out_of_time(context); }

int ard_check_running(ardor_context *context)
{
    if (ard_cancelled(context)) return ard_fail(context, ARDOR_CANCELLED, "cancelled");
    if (ard_out_of_time(context))
        return ard_fail(context, ARDOR_CANCELLED, "the time limit was reached before there was a model");
    return ARDOR_OK;
}

void ardor_string_free(ardor_context *context, char *text) { ard_free(context, text); }

int ard_fail(ardor_context *context, int status, const char *format, ...)
{
    if (!context) return status;
    va_list list;
    va_start(list, format);
    ard_message_print(context->message, sizeof context->message, format, list);
    va_end(list);
    return status;
}

void ard_message_place(ardor_context *context, const char *source, const char *place)
{
    char old[MESSAGE_BYTES];
    const size_t bytes = strlen(source);
    memcpy(old, context->message, sizeof old);
    const bool named = strncmp(old, source, bytes) == 0 && strncmp(old + bytes, ": ", 2) == 0;
    ard_fail(context, ARDOR_OK, "%s%s%s: %s", named ? source : "", named ? ": " : "", place, named ? old + bytes + 2 : old);
}

int ard_message_pass(const ardor_context *from, ardor_context *to, int rc)
{
    return rc == ARDOR_OK || from == to ? rc : ard_fail(to, rc, "%s", from->message);
}

void ard_message_forget(ardor_context *context) { context->message[0] = '\0'; }

/* ------------------------------------------------------------------ remarks */

bool ard_remarks_have(const ard_remarks *list, const char *text)
{
    for (int64_t i = 0; i < list->n; i++)
        if (strcmp(list->item[i].text, text) == 0) return true;
    return false;
}

int ard_remarks_add(ardor_context *context, ard_remarks *list, ard_remark_kind kind, const char *text)
{
    int rc = ARDOR_OK;
    char *copy = NULL;
    if (list->n == list->room) {
        const int64_t room = list->room ? 2 * list->room : 8;
        EXTEND(context, list->item, room);
        list->room = room;
    }
    COPY(context, copy, text);
    list->item[list->n++] = (ard_remark){kind, copy};
done:
    list->lost = list->lost || rc != ARDOR_OK;
    return rc;
}

void ard_remarks_free(ardor_context *context, ard_remarks *list)
{
    for (int64_t i = 0; i < list->n; i++) ard_free(context, list->item[i].text);
    ard_free(context, list->item);
    *list = (ard_remarks){0};
}

const ard_remarks *ard_remarks_of(const ardor_context *context) { return &context->said; }

void ard_remarks_forget(ardor_context *context)
{
    if (context) ard_remarks_free(context, &context->said);
}

ard_remarks ard_remarks_take(ardor_context *context)
{
    const ard_remarks said = context->said;
    context->said = (ard_remarks){0};
    return said;
}

static void tell(const ardor_context_config *config, ard_remark_kind kind, const char *text)
{
    if (ard_is_warning(kind) && config->warning)
        config->warning(config->user, ard_remark_code(kind), text);
    else if (config->note)
        config->note(config->user, text);
}

/* Where there is no memory to remember it, it may be told twice. */
void ard_remark_say(ardor_context *context, ard_remark_kind kind, const char *text)
{
    if (ard_remarks_have(&context->said, text)) return;
    (void)ard_remarks_add(context, &context->said, kind, text);
    if (!context->parent) tell(&context->config, kind, text);
}

void ard_remark_place(ardor_context *context, const char *place) { context->place = place; }

static void say(ardor_context *context, ard_remark_kind kind, const char *format, va_list list)
{
    char text[MESSAGE_BYTES];
    const char *place = context->place;
    const int used = place ? snprintf(text, sizeof text, "%.*s: ", MESSAGE_BYTES / 2, place) : 0;
    ard_message_print(text + used, sizeof text - (size_t)used, format, list);
    ard_remark_say(context, kind, text);
}

void ard_note(ardor_context *context, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(context, ARD_NOTE, format, list);
    va_end(list);
}

void ard_warn(ardor_context *context, ard_remark_kind kind, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(context, kind, format, list);
    va_end(list);
}

int ard_warnings_copy(ardor_context *context, ard_remarks *out)
{
    int rc = ARDOR_OK;
    const ard_remarks *said = ard_remarks_of(context);
    *out = (ard_remarks){0};
    REQUIRE(context, !said->lost, ARDOR_MEMORY, "out of memory: a warning could not be kept");
    for (int64_t i = 0; i < said->n; i++)
        if (ard_is_warning(said->item[i].kind)) TRY(ard_remarks_add(context, out, said->item[i].kind, said->item[i].text));
done:
    if (rc != ARDOR_OK) ard_remarks_free(context, out);
    return rc;
}

/* ------------------------------------------------------------------ memory */

/* zeroed: a fresh array of zeros. The C library's calloc gives large ones without writing to them, so that room which is never
 * needed costs neither time nor memory. Nothing of the context is written to. */
static void *resize(const ardor_context *context, void *pointer, bool zeroed, int64_t bytes)
{
    const bool plain = zeroed && context->config.resize == libc_resize;
    const size_t room = bytes ? (size_t)bytes : 1;
    void *out = plain ? calloc(1, room) : context->config.resize(context->config.user, pointer, room);
    if (out && zeroed && !plain) memset(out, 0, room);
    return out;
}

static bool can_be_asked(int64_t count, size_t size, int64_t *bytes)
{
    return ard_mul_ok(count, (int64_t)size, bytes) && (uint64_t)*bytes <= SIZE_MAX / 2;
}

static void *resize_or_fail(ardor_context *context, void *pointer, bool zeroed, int64_t count, size_t size)
{
    int64_t bytes = 0;
    if (!can_be_asked(count, size, &bytes)) {
        ard_fail(context, ARDOR_MEMORY, "an array of %lld elements of %zu bytes is too large", (long long)count, size);
        return NULL;
    }
    void *out = resize(context, pointer, zeroed, bytes);
    if (!out) ard_fail(context, ARDOR_MEMORY, "out of memory: %lld bytes were asked for", (long long)bytes);
    return out;
}

void *ard_alloc(ardor_context *context, int64_t count, size_t size) { return resize_or_fail(context, NULL, true, count, size); }

void *ard_alloc_quietly(ardor_context *context, int64_t count, size_t size)
{
    int64_t bytes = 0;
    return can_be_asked(count, size, &bytes) ? resize(context, NULL, true, bytes) : NULL;
}

void *ard_grow(ardor_context *context, void *pointer, int64_t count, size_t size)
{
    return resize_or_fail(context, pointer, false, count, size);
}

void ard_free(ardor_context *context, void *pointer)
{
    if (pointer) context->config.resize(context->config.user, pointer, 0);
}

char *ard_strndup(ardor_context *context, const char *text, size_t bytes)
{
    char *copy = ard_alloc(context, (int64_t)bytes + 1, 1);
    if (copy) memcpy(copy, text, bytes);
    return copy;
}

char *ard_strdup(ardor_context *context, const char *text) { return ard_strndup(context, text, strlen(text)); }

char *ard_format(ardor_context *context, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int bytes = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = bytes < 0 ? NULL : ard_alloc(context, (int64_t)bytes + 1, 1);
    if (text) vsnprintf(text, (size_t)bytes + 1, format, again);
    va_end(again);
    return text;
}

ard_workload *ard_context_workload(const ardor_context *context)
{
    return context->parent ? context->parent->workload : context->workload;
}

void ard_context_set_workload(ardor_context *context, ard_workload *workload) { root_of(context)->workload = workload; }

bool ard_context_is_here(const ardor_context *context) { return context->here; }

bool ard_context_is_root(const ardor_context *context) { return !context->parent; }

bool ard_context_reports(const ardor_context *context) { return context->config.progress != NULL; }

void ard_context_tell(ardor_context *context, const ardor_progress *progress)
{
    ardor_context *root = root_of(context);
    if (!root->config.progress) return;
    const bool asks = root->config.progress(root->config.user, progress) != 0;
    if (asks && !root->asked) ardor_cancel(root);
    root->asked = asks;
}

void ard_context_set_reducer(ardor_context *context, ard_reduce reduce, void *user)
{
    context->reduce = reduce;
    context->reduce_user = user;
}

int ard_sum(ardor_context *context, double *value, int64_t n)
{
    if (!context->reduce || context->reduce(context->reduce_user, value, n) == ARDOR_OK) return ARDOR_OK;
    return ard_fail(context, ARDOR_INTERNAL, "the parts of the rows could not be added up");
}

int ard_context_child(ardor_context *parent, ardor_context **out)
{
    int rc = ARDOR_OK;
    ardor_context *root = root_of(parent), *child = NULL;
    *out = NULL;
    NEW(parent, child, 1);
    child->config = root->config;
    child->config.progress = NULL;
    child->parent = root;
    *out = child;
done:
    return rc;
}

int ard_context_child_here(ardor_context *parent, ardor_context **out)
{
    int rc = ard_context_child(parent, out);
    if (rc == ARDOR_OK) (*out)->here = parent->here;
    return rc;
}

void ard_context_join(ardor_context *parent, ardor_context *child, int status)
{
    if (!child) return;
    parent->said.lost = parent->said.lost || child->said.lost;
    if (status != ARDOR_OK) memcpy(parent->message, child->message, sizeof parent->message);
    for (int64_t i = 0; i < child->said.n; i++) ard_remark_say(parent, child->said.item[i].kind, child->said.item[i].text);
    ardor_context_free(child);
}
