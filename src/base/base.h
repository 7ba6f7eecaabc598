/* What every other part stands on: status macros, the context, checked allocation, notes, cancellation.
 *
 * Idiom of a function that can fail: `int rc = ARDOR_OK;`, every pointer NULL at the top, TRY around
 * calls, one `done:` label, frees in reverse order, outputs set last. The message is set once, by
 * ard_fail, where the error is found. */
#ifndef ARD_BASE_H
#define ARD_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ardor/ardor.h"

/* Run an expression that yields a status; on an error keep it in `rc` and go to `done`. */
#define TRY(expression)                                                                                                          \
    do {                                                                                                                         \
        rc = (expression);                                                                                                       \
        if (rc != ARDOR_OK) goto done;                                                                                           \
    } while (0)

/* Unless the condition holds, set the message and go to `done` with the status. */
#define REQUIRE(context, condition, status, ...)                                                                                 \
    do {                                                                                                                         \
        if (!(condition)) {                                                                                                      \
            rc = ard_fail((context), (status), __VA_ARGS__);                                                                     \
            goto done;                                                                                                           \
        }                                                                                                                        \
    } while (0)

/* Keep in `pointer` what an expression allocates, NULL on failure: then goes to `done` with ARDOR_MEMORY. */
#define MAKE(pointer, expression)                                                                                                \
    do {                                                                                                                         \
        (pointer) = (expression);                                                                                                \
        if (!(pointer)) TRY(ARDOR_MEMORY);                                                                                       \
    } while (0)

/* Allocate `count` zeroed elements of *pointer. A count of 0 gives a valid pointer, so that NULL always means failure. */
#define NEW(context, pointer, count) MAKE(pointer, ard_alloc((context), (int64_t)(count), sizeof *(pointer)))

/* Copy a text that ends in a NUL. */
#define COPY(context, to, text) MAKE(to, ard_strdup((context), (text)))

/* Let *pointer have room for `count` elements, of which the new ones are NOT zeroed; on failure it stays as it was. */
#define EXTEND(context, pointer, count)                                                                                          \
    do {                                                                                                                         \
        void *grown_ = ard_grow((context), (pointer), (int64_t)(count), sizeof *(pointer));                                      \
        if (!grown_) TRY(ARDOR_MEMORY);                                                                                          \
        (pointer) = grown_;                                                                                                      \
    } while (0)

#if defined(__GNUC__)
#define ARD_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define ARD_PRINTF(f, a)
#endif

/* ---- errors and notes */

/* Set the context's message (truncated to its buffer) and return `status`. context may be NULL. */
int ard_fail(ardor_context *context, int status, const char *format, ...) ARD_PRINTF(3, 4);
/* Say where the failure was that the message is of: before it, or behind the table's name with which it begins. */
void ard_message_place(ardor_context *context, const char *source, const char *place);
/* Forget the message of a failure that the call outlives. */
void ard_message_forget(ardor_context *context);
/* The words of ardor_context_set_command, the context's; *n 0: there are none. */
char *const *ard_context_command(ardor_context *context, int64_t *n);
/* Send one line to the note callback. In a child context it is kept for ard_context_join. Warnings, and remarks as values:
 * base/remark.h. */
void ard_note(ardor_context *context, const char *format, ...) ARD_PRINTF(2, 3);

/* ---- memory: zeroed, overflow-checked, through the context's allocator. */

void *ard_alloc(ardor_context *context, int64_t count, size_t size);
/* The same without a message: of objects that several threads use, whose context is another's. */
void *ard_alloc_quietly(ardor_context *context, int64_t count, size_t size);
/* Grow to `count` elements; the new tail is NOT zeroed. On failure NULL, and `pointer` stays valid. */
void *ard_grow(ardor_context *context, void *pointer, int64_t count, size_t size);
void ard_free(ardor_context *context, void *pointer);
/* Copies of text; NULL with ARDOR_MEMORY's message on failure. */
char *ard_strdup(ardor_context *context, const char *text);
char *ard_strndup(ardor_context *context, const char *text, size_t bytes);
/* printf into a fresh string. */
char *ard_format(ardor_context *context, const char *format, ...) ARD_PRINTF(2, 3);

/* ---- being asked to stop, progress */

/* Monotonic wall clock, seconds. */
double ard_now(void);

bool ard_cancelled(const ardor_context *context);
/* The clock value at which work of this context and its children is out of time; INFINITY: never. Any thread may set it. */
void ard_deadline_set(ardor_context *context, double deadline);
double ard_deadline(const ardor_context *context);
bool ard_out_of_time(const ardor_context *context);
/* ARDOR_CANCELLED with a message when the work is cancelled or out of time. */
int ard_check_running(ardor_context *context);
/* The same without an error: is it cancelled, or out of time? */
bool ard_is_to_end(const ardor_context *context);
/* What was asked for so far has been seen to: only a further ardor_cancel counts. Forgotten by ard_cancel_unheed. */
void ard_cancel_heed(ardor_context *context);
void ard_cancel_unheed(ardor_context *context);
/* A sign of life from within long work: the callback is told how far the workload of the call is (base/workload.h), with
 * `objective`, if a tenth of a second has passed since it was told last, so that it can cancel however long a unit is. Call it
 * freely. Silent without a workload, and in a child context unless that works on its parent's thread. */
void ard_progress_alive(ardor_context *context, double objective);

/* ---- child contexts: one for each worker thread. Shares allocator and cancel flag, has its own message,
 * keeps its notes, reports no progress. */
int ard_context_child(ardor_context *parent, ardor_context **out);
/* A child for work on the parent's own thread: it passes on signs of life. */
int ard_context_child_here(ardor_context *parent, ardor_context **out);
/* Give the child's message (if `status` is an error) and its notes (each text once, in the order of the
 * joins) to the parent, and free the child. */
void ard_context_join(ardor_context *parent, ardor_context *child, int status);

/* ---- sums over rows. The rows of an engine may be a part of all of them, the others being with other processes or threads;
 * so every sum over rows goes through ard_sum, which makes of value[0..n) its sum over the parts. Without a reducer the rows
 * given are all there are. A reducer returns a status, and adds the parts in an order that is always the same. */
typedef int (*ard_reduce)(void *user, double *value, int64_t n);
void ard_context_set_reducer(ardor_context *context, ard_reduce reduce, void *user);
int ard_sum(ardor_context *context, double *value, int64_t n);

/* ---- checked arithmetic */

static inline bool ard_mul_ok(int64_t a, int64_t b, int64_t *out)
{
    return a >= 0 && b >= 0 && !__builtin_mul_overflow(a, b, out);
}

static inline int64_t ard_min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t ard_max64(int64_t a, int64_t b) { return a > b ? a : b; }
static inline double ard_clip(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

#endif
