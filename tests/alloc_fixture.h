/* Operations of which every allocation fails once, and once for good: the call must say so (ARDOR_MEMORY and a message), give
 * nothing and keep nothing. */
#ifndef ALLOC_FIXTURE_H
#define ALLOC_FIXTURE_H

#include "fault_fixture.h"

#include <jansson.h>

static ardor_context *clean; /* whose memory never fails: the inputs are its */

typedef struct operation operation;
struct operation {
    const char *name;
    ardor_status (*run)(ardor_context *context, const operation *o, const ardor_spec *spec, void **out);
    char *(*text)(ardor_context *context, void *out); /* of `clean`, or NULL */
    void (*release)(ardor_context *context, void *out);
    const char *const *settings; /* of `spec` */
    int64_t stride;              /* 0 stands for 1 */
    bool degrades;               /* only a note is repeated: the result is the same */
    const char *path;            /* what it reads or writes */
    ardor_dataset *const *data;  /* of fits and evaluations */
};
#define SETTINGS(...)                                                                                                            \
    (const char *const[]) { __VA_ARGS__, NULL }

/* More that must be so after a run, with a failure at `at` or 0; or NULL. */
typedef void (*operation_after)(const operation *o, long long at, ardor_status status);

/* ---- fits and evaluations */

static inline ardor_status fit(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_model *fitted = (ardor_model *)out;
    ardor_status status = ardor_fit(context, *o->data, spec, &fitted);
    *out = fitted;
    return status;
}

static inline ardor_status evaluate(ardor_context *context, const operation *o, const ardor_spec *spec, void **out)
{
    ardor_evaluation *result = (ardor_evaluation *)out;
    ardor_status status = ardor_evaluate(context, *o->data, spec, &result);
    *out = result;
    return status;
}

static inline char *model_text(ardor_context *context, void *out)
{
    char *text = NULL;
    (void)context;
    assert_int_equal(ardor_model_json(clean, out, &text), ARDOR_OK);
    return text;
}

static inline char *evaluation_text(ardor_context *context, void *out)
{
    char *text = NULL;
    (void)context;
    assert_int_equal(ardor_evaluation_json(clean, out, &text), ARDOR_OK);
    return text;
}

static inline void release_model(ardor_context *context, void *out)
{
    (void)context;
    ardor_model_free(out);
}
static inline void release_evaluation(ardor_context *context, void *out)
{
    (void)context;
    ardor_evaluation_free(out);
}

#define FIT(table) .run = fit, .text = model_text, .release = release_model, .data = &(table)
#define EVALUATE(table) .run = evaluate, .text = evaluation_text, .release = release_evaluation, .data = &(table)

/* ---- trials */

/* Takes out what a lack of memory leaves unsaid of lists of features, in evaluations within documents too. */
static inline void forget_lists(json_t *value)
{
    static const char *const keys[] = {"list",     "nearest", "nearest_correlation", "nearest_frequency", "uses",
                                       "sparsity", "values"};
    size_t i;
    const char *key;
    json_t *member;
    for (i = 0; i < sizeof keys / sizeof *keys; i++) json_object_del(value, keys[i]);
    json_object_foreach(value, key, member) forget_lists(member);
    json_array_foreach(value, i, member) forget_lists(member);
}

static int n_unlisted; /* results without any list for want of memory */

/* The same results, but for what one says for want of memory that it does not know? */
static inline bool alike(const char *text, const char *reference)
{
    if (strcmp(text, reference) == 0) return true;
    json_t *a = json_loads(text, 0, NULL), *b = json_loads(reference, 0, NULL);
    if (strstr(text, "\"list\": null")) n_unlisted++;
    const bool said = strstr(text, "\"list\": null") || strstr(text, "\"reason\": \"there is not enough memory\"");
    forget_lists(a);
    forget_lists(b);
    const bool same = a && b && said && json_equal(a, b);
    json_decref(a);
    json_decref(b);
    return same;
}

/* The result's text with the times blanked, or NULL. */
static inline char *text_of(const operation *o, ardor_context *context, void *out)
{
    char *text = o->text && out ? o->text(context, out) : NULL;
    if (text) fault_blank_seconds(text);
    return text;
}

/* One run with a failure at allocation `at` (0: none). False if it was over before that. */
static inline bool one_run(const operation *o, operation_after after, const ardor_spec *spec, long long at, bool lasting,
                           char **reference, int *degraded)
{
    fault f = {0};
    ardor_context *context = fault_context(&f);
    void *out = NULL;
    fault_reset(&f, at, lasting);
    ardor_status status = o->run(context, o, spec, &out);
    bool fired = atomic_load(&f.fired) != 0;
    fault_reset(&f, 0, false);
    if (status == ARDOR_OK) {
        if (fired && !o->degrades) fail_msg("%s: a failure at %lld went unnoticed", o->name, at);
        char *text = text_of(o, context, out);
        *degraded += fired && (!text || !*reference || strcmp(text, *reference) == 0);
        if (text && *reference && !alike(text, *reference))
            fail_msg("%s: another result after a failure at %lld:\n%s\nnot\n%s", o->name, at, text, *reference);
        if (at == 0)
            *reference = text;
        else
            ardor_string_free(clean, text);
        if (o->release) o->release(context, out);
    } else {
        if (!fired) fail_msg("%s: %s", o->name, ardor_context_message(context));
        if (status != ARDOR_MEMORY)
            fail_msg("%s: status %d after a failure at %lld: %s", o->name, status, at, ardor_context_message(context));
        if (out) fail_msg("%s: a result in spite of a failure at %lld", o->name, at);
        if (!*ardor_context_message(context)) fail_msg("%s: no message of a failure at %lld", o->name, at);
    }
    if (after) after(o, at, status);
    ardor_context_free(context);
    if (atomic_load(&f.live) != 0)
        fail_msg("%s: %lld blocks are lost after a failure at %lld", o->name, (long long)atomic_load(&f.live), at);
    return fired;
}

static inline void fail_every_allocation(const operation *o, operation_after after)
{
    ardor_spec *spec = fault_spec(clean, o->settings);
    char *reference = NULL;
    int degraded = 0;
    long long stride = o->stride ? o->stride : 1, runs = 0;
    one_run(o, after, spec, 0, false, &reference, &degraded);
    for (int lasting = 0; lasting < 2; lasting++) {
        long long at = 1;
        while (one_run(o, after, spec, at, lasting, &reference, &degraded)) at += stride;
        if (at == 1) fail_msg("%s: nothing was allocated", o->name);
        runs += (at - 1) / stride;
    }
    /* a note that could not be remembered is the only thing that may go wrong silently */
    if (degraded > runs / 20 + 12) fail_msg("%s: %d of %lld failures went unnoticed", o->name, degraded, runs);
    ardor_string_free(clean, reference);
    ardor_spec_free(spec);
}
#endif
