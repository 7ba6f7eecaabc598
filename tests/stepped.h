/* A method of the library whose steps a test counts, and at one of which something happens. */
#ifndef STEPPED_H
#define STEPPED_H

#include <stdatomic.h>

#include "fit/config.h"

typedef int (*stepped_event)(ardor_context *context); /* whose status is the step's */

static atomic_llong stepped_left;  /* steps until then, that one included */
static atomic_llong stepped_since; /* steps begun after it */
static stepped_event stepped_happens;
static ardor_context *stepped_context; /* the root */
static const ard_method *stepped_method;
static _Atomic(void *) stepped_failed; /* the workspace of the fit whose step failed, until it ends */

static inline int stepped_step(void *work, ard_iteration *out)
{
    const long long left = atomic_fetch_sub(&stepped_left, 1);
    if (left <= 0) atomic_fetch_add(&stepped_since, 1);
    const int rc = left == 1 ? stepped_happens(stepped_context) : ARDOR_OK;
    if (rc == ARDOR_NUMERIC) atomic_store(&stepped_failed, work);
    return rc != ARDOR_OK ? rc : stepped_method->steps->step(work, out);
}

static inline int stepped_start(void *work, const ard_settings *candidate, const ard_fit *warm)
{
    void *failed = work;
    atomic_compare_exchange_strong(&stepped_failed, &failed, NULL);
    return stepped_method->steps->start(work, candidate, warm);
}

/* A fit keeps its last finite state: with its step it fails only where that is none. */
static inline int stepped_finish(void *work, const ard_ask *ask, ard_fit *out)
{
    void *failed = work;
    if (atomic_compare_exchange_strong(&stepped_failed, &failed, NULL)) return ARDOR_NUMERIC;
    return stepped_method->steps->finish(work, ask, out);
}

typedef struct stepped {
    ard_method method;
    ard_steps steps;
} stepped;

/* Put it in the place of the recipe's method. */
static inline void stepped_take(stepped *s, ard_recipe *recipe, stepped_event happens)
{
    stepped_method = recipe->method;
    stepped_happens = happens;
    s->method = *recipe->method;
    s->steps = *recipe->method->steps;
    s->steps.start = stepped_start;
    s->steps.step = stepped_step;
    s->steps.finish = stepped_finish;
    s->method.steps = &s->steps;
    recipe->method = &s->method;
}

static inline void stepped_set(ardor_context *in, long long at)
{
    stepped_context = in;
    atomic_store(&stepped_left, at);
    atomic_store(&stepped_since, 0);
    atomic_store(&stepped_failed, NULL);
}

static inline int stepped_cancel(ardor_context *in)
{
    ardor_cancel(in);
    return ARDOR_OK;
}

static inline int stepped_end_of_time(ardor_context *in)
{
    ard_deadline_set(in, 0);
    return ARDOR_OK;
}

static inline int stepped_failure(ardor_context *in)
{
    (void)in; /* the message is that of whoever runs the step */
    return ARDOR_NUMERIC;
}
#endif
