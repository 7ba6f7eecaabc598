/* One context for all tests of a program: cmocka_run_group_tests(tests, open_context, close_context). */
#ifndef CONTEXT_FIXTURE_H
#define CONTEXT_FIXTURE_H

#include "numeric.h"

#include "ardor/ardor.h"

static ardor_context *context;

static inline int open_context(void **state)
{
    (void)state;
    return ardor_context_new(NULL, &context);
}

static inline int close_context(void **state)
{
    (void)state;
    ardor_context_free(context);
    return 0;
}

#endif
